"""Statements of which one of several cases holds, from the rules to the seats' ledgers."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import games
from beliefs import Ledger
from compiled import DEAL, rows, start_deal
from determinize import Watch
from determinize.auditing.ours.reasons import Reasons
from games.kit.events import ALL, Alternatives, Conclusion, Deduction
from games.kit.table import announce, draw, open_table, shuffle
from games.record import Record, UnreadableRecord
from tests.games.toys import ZONES, toy

DECK, HAND = ZONES["deck"], ZONES["hand"]
A, B, C = range(3)


def holds(zone: int, face: int) -> Deduction:
    return Deduction((zone,), {face: 1}, 1, 1, "")


def tied(faces: tuple[int, ...], one: int, other: int) -> tuple[tuple[Deduction, ...], ...]:
    return tuple((holds(one, face), holds(other, face)) for face in faces)


def believed(ledger: Ledger, seat: int) -> list[Fraction]:
    """How many of each face a seat's hand is expected to hold."""
    at = [spot.zone for spot in ledger.spots].index(f"hand {seat}")
    return list(ledger.expected(exact=True)[:, at])


# --- a game of one card each, in which seats 0 and 1 say whether theirs are alike ----------------


def setup(s: Any, rng: Any) -> None:
    start_deal(rng, 0)
    open_table(s, DECK)
    shuffle(s, DECK, rng[DEAL])
    for p in range(int(s.seats)):
        draw(s, DECK, HAND + p, 1 << p)


def legal(s: Any, out: Any) -> int:
    if s.mover < 0:
        return 0
    out[0] = 0
    return 1


def play(s: Any, action: int, rng: Any) -> None:
    first = -1
    second = -1
    for c in range(len(s.zone)):
        if s.zone[c] == HAND:
            first = face_of(c)
        if s.zone[c] == HAND + 1:
            second = face_of(c)
    announce(s, int(first == second), 0, 0, 0)
    s.mover = -1


def face_of(card: int) -> int:
    return int(card >= 3) + int(card >= 5)


def returns(s: Any, out: Any) -> None:
    for p in range(int(s.seats)):
        out[p] = 0.0


def value(s: Any, me: int) -> float:
    return 0.0


def said(what: int, who: int, a: int, b: int) -> list[Conclusion]:
    if what == 0:
        return []
    return [Alternatives(tied((A, B), HAND, HAND + 1), "both hold the same")]


def game(deductions: Any = said) -> games.Game:
    rules = SimpleNamespace(setup=setup, legal=legal, play=play, returns=returns, value=value)
    return toy(rules=rules, deductions=deductions, fields=())


def told(deductions: Any = said) -> Watch:
    """The first deal in which the two are alike, after it was said."""
    for seed in range(100):
        watch = Watch(game(deductions).new(players=3, seed=seed))
        zone = watch.state.record_array[0].zone.tolist()
        if face_of(zone.index(HAND)) == face_of(zone.index(HAND + 1)) == A:
            watch.play(0)
            return watch
    raise AssertionError("no deal of two A")


def test_an_onlooker_knows_that_both_hands_are_one_of_the_pairs() -> None:
    """By hand: of the ordered pairs of labelled cards left beside the onlooker's own."""
    watch = told()
    own = watch.state.view(2).known("hand 2")
    a, b = 3 - own.count("A"), 2 - own.count("B")
    pairs = {"A": a * (a - 1), "B": b * (b - 1)}
    for seat in (0, 1):
        of_each = believed(watch.ledger(2), seat)
        assert of_each[A] == Fraction(pairs["A"], sum(pairs.values()))
        assert of_each[B] == Fraction(pairs["B"], sum(pairs.values()))
        assert of_each[C] == 0


def test_who_holds_one_of_the_two_knows_the_other() -> None:
    assert believed(told().ledger(0), 1)[A] == 1


def test_who_is_not_among_the_audience_learns_nothing() -> None:
    quiet = told(lambda *_: [Alternatives(tied((A, B), HAND, HAND + 1), "", audience=0b011)])
    assert believed(quiet.ledger(2), 0)[C] > 0
    assert believed(quiet.ledger(0), 1)[A] == 1


def test_all_worlds_dealt_are_among_the_cases() -> None:
    watch = told()
    for world in watch.information(2).worlds(60, rows(1)):
        zone = world.zone.tolist()
        assert face_of(zone.index(HAND)) == face_of(zone.index(HAND + 1))


def test_the_check_reports_cases_of_which_none_holds_or_two() -> None:
    assert games.check(game(), seeds=20).conforms
    none = games.check(
        game(lambda *_: [Alternatives(tied((C,), HAND, HAND + 1), "two C")]), seeds=1
    )
    assert "not true: two C (of 1 cases 0 hold, not one)" in str(none)
    twice = Alternatives(((), ()), "something or something")
    assert "of 2 cases 2 hold" in str(games.check(game(lambda *_: [twice]), seeds=1))


def test_the_audit_names_what_was_said_as_the_reason() -> None:
    watch = told()
    ledger = watch.ledger(2)
    other = watch.state.record_array.copy()[0]
    # Seat 0's card and a card of another face in the deck change places.
    mine = other.zone.tolist().index(HAND)
    there = next(c for c in range(6) if other.zone[c] == DECK and face_of(c) != A)
    for name in ("zone", "depth", "block", "seen"):
        other[name][mine], other[name][there] = int(other[name][there]), int(other[name][mine])
    assert Reasons(watch.state.game, ledger).broken_by(other) == "both hold the same"


# --- arranged positions ---------------------------------------------------------------------------

POND = games.load("template")
TIE = Alternatives(tied((0, 1), POND.hand_of(0), POND.hand_of(1)), "both hold the same fish")


def arranged(fact: Conclusion = TIE) -> games.State:
    return POND.arrange({"hand 2": ["pike"]}, sizes={"pond": 9, "hand 0": 1, "hand 1": 1},
                        players=3, facts=[fact])  # fmt: skip


def test_an_arranged_position_may_have_alternatives() -> None:
    hand = believed(Watch(arranged()).ledger(2), 0)
    assert [str(p) for p in hand] == ["1/2", "1/2", "0", "0"]


def test_a_record_keeps_them(tmp_path: Path) -> None:
    arranged().record().save(tmp_path / "pond.json")
    kept = Record.load(tmp_path / "pond.json").start()
    assert [(fact.cases, fact.because) for fact in kept.facts] == [(TIE.cases, TIE.because)]


@pytest.mark.parametrize("cases", [3, [3], [[3]], [[{"zones": []}]]])
def test_a_record_whose_cases_are_no_lists_of_facts_is_unreadable(
    tmp_path: Path, cases: object
) -> None:
    path = tmp_path / "pond.json"
    arranged().record().save(path)
    data = json.loads(path.read_text("utf-8"))
    data["arrangement"]["facts"][0]["cases"] = cases
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(UnreadableRecord):
        Record.load(path)


@pytest.mark.parametrize(
    ("fact", "complaint"),
    [
        (Alternatives((), "nothing"), r"alternatives have one case at least \(nothing\)"),
        (Alternatives(((holds(99, 1),),), "x"), "no zone number 99"),
        (Alternatives(((holds(1, 9),),), "x"), "no face number 9"),
    ],
)
def test_alternatives_that_cannot_be_are_refused(fact: Conclusion, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        arranged(fact)


def test_everybody_concludes_by_default() -> None:
    assert TIE.audience == ALL
