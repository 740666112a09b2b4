"""Clauses: what a state remembers of its last look changes no answer, and spares the work."""

import pytest

from beliefs import Contradiction, Ledger
from beliefs.ledgers import clauses, tidy
from beliefs.ledgers.clauses import simplified
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import UNCHECKED, Clause, Row
from tests.beliefs.ledger_streams import DEPTHS, play

FACES = [f"card {i}" for i in range(24)]
HANDS = ["Ann", "Bob", "Cem"]


def dealt():
    ledger = Ledger(dict.fromkeys(FACES, 1), dict.fromkeys([*HANDS, "rest"], False))
    ledger.reset(hidden={**dict.fromkeys(HANDS, 5), "rest": 9})
    return ledger


def clauses_of(ledger):
    (lots,) = ledger._branches
    return lots.clauses


def from_nothing(lots):
    """What is found by a look at everything: the clauses, and the factor that is taken out."""
    one = lots.copy()
    one.checked = UNCHECKED
    return simplified(one), one.coefficient


@pytest.mark.parametrize("choices", [None, DEPTHS])
def test_the_same_is_found_by_a_look_at_everything(choices, monkeypatch):
    """Before each look, in streams of every kind of event: nothing hangs on what was remembered."""
    looks, spared = 0, 0

    def checked(lots):
        nonlocal looks, spared
        expected = from_nothing(lots)
        looks += 1
        stood = {id(clause) for clause in lots.checked.clauses}
        spared += sum(id(clause) in stood for clause in lots.clauses)
        found = simplified(lots)
        assert (found, lots.coefficient) == expected
        return found

    monkeypatch.setattr(tidy, "simplified", checked)
    options = {} if choices is None else {"choices": choices}
    for seed in range(150):
        play(seed, 12, lambda stream: None, **options)
    assert looks > 500
    assert spared > 200


def test_a_statement_is_held_against_those_that_stand_once(monkeypatch):
    """A long log: each further statement costs one look at it, however many stand."""
    ledger, cost = dealt(), []
    looks = {"_implies": 0, "bounds": 0}

    def counted(name):
        real = getattr(clauses, name)

        def call(*args):
            looks[name] += 1
            return real(*args)

        monkeypatch.setattr(clauses, name, call)

    for name in looks:
        counted(name)
    for i in range(120):
        before = dict(looks)
        ledger.fact(HANDS[i % 3], {FACES[i * k % 24]: 1 for k in (1, 5, 7)}, hi=2 - (i % 7 == 0))
        cost.append({name: looks[name] - before[name] for name in looks})
    stand = len(clauses_of(ledger))
    assert stand > 30
    assert cost[-1]["bounds"] <= 2
    assert cost[-1]["_implies"] <= 4 * stand


def test_what_follows_from_another_statement_is_left_out():
    ledger = dealt()
    ledger.fact("Ann", FACES[:2], hi=0, because="two")
    ledger.fact("Ann", FACES[4:6], hi=1, because="first")
    ledger.fact("Bob", FACES[:2], hi=0, because="Bob")
    ledger.fact("Ann", FACES[4:6], hi=1, because="again")
    assert [c.because for c in clauses_of(ledger)] == ["two", "first", "Bob"]
    ledger.fact("Ann", FACES[:3], hi=0, because="three")
    assert [c.because for c in clauses_of(ledger)] == ["first", "Bob", "three"]
    ledger.fact(["Ann", "Bob"], FACES[:2], hi=0, because="both")
    assert [c.because for c in clauses_of(ledger)] == ["first", "three", "both"]
    ledger.fact("Ann", FACES[1:3], hi=0, because="less")
    assert [c.because for c in clauses_of(ledger)] == ["first", "three", "both"]


def test_a_statement_that_stood_falls_when_the_cards_it_names_are_found():
    ledger = dealt()
    ledger.fact("Ann", FACES[:3], lo=1, because="one of three")
    ledger.fact("Bob", FACES[:3], hi=0, because="none of three")
    ledger.shows("Ann", FACES[0])
    assert [c.because for c in clauses_of(ledger)] == ["none of three"]
    ledger.shows("rest", FACES[1])
    ledger.shows("rest", FACES[2])
    assert clauses_of(ledger) == ()


def test_a_statement_that_stood_is_broken_by_the_last_card_it_left_room_for():
    ledger = dealt()
    ledger.fact("Ann", FACES[:2], lo=1, because="one of two")
    ledger.shows("Bob", FACES[0])
    with pytest.raises(Contradiction, match="one of two"):
        ledger.shows("Bob", FACES[1])
    assert [c.because for c in clauses_of(ledger)] == ["one of two"]


def test_a_statement_is_looked_at_again_when_cards_can_go_elsewhere_no_more():
    """Its cards and its lots are as they were: only the way past them is closed."""
    lots = Lots({}, {"hand": False})
    start = lots.new(2)
    here, there = lots.new(1, start), lots.new(1, start)
    lots.rows = {"A": (Row("A", 1, start),)}
    lots.clauses = (Clause(here, {"A": 1}, table={0: 1, 1: 3}),)
    lots.clauses = simplified(lots)
    assert len(lots.clauses) == 1
    lots.after = {start: here}
    del lots.before[there]
    assert simplified(lots) == ()
    assert lots.coefficient == 3
