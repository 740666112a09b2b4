"""Conformance: games that keep the promises pass, and each broken promise is named."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import compiled.binding
import games
from compiled import DEAL, PLAY, below, start_deal
from games.kit.events import Deduction
from games.kit.fields import private, public, secret
from games.kit.table import announce, draw, open_table, peek, shuffle, size, top
from tests.games.toys import ZONES, Words, toy

DECK, PILE, BOX, HAND = (ZONES[name] for name in ("deck", "pile", "box", "hand"))
FIELDS = (public("points", shape=(3,)), public("small", type=np.uint8))


@pytest.mark.parametrize("preset", games.load("template").presets)
def test_the_template_conforms(preset: str) -> None:
    found = games.check(games.load("template"), seeds=3, preset=preset)
    assert found.conforms, str(found)
    assert found.games == 9


@pytest.mark.parametrize("preset", games.load("schnapsen").presets)
def test_schnapsen_conforms(preset: str) -> None:
    found = games.check(games.load("schnapsen"), seeds=2, preset=preset)
    assert found.conforms, str(found)


def test_parameters_make_the_games_shorter_than_the_preset() -> None:
    schnapsen = games.load("schnapsen")
    match = games.check(schnapsen, seeds=1)
    deal = games.check(schnapsen, seeds=1, parameters={"match_target": 1})
    assert deal.conforms, str(deal)
    assert deal.decisions < match.decisions
    with pytest.raises(ValueError, match="there is no parameter 'deals'"):
        games.check(schnapsen, seeds=1, parameters={"deals": 1})


# --- a small game that conforms: draw or look, until the deck is empty ----------------------------


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
    out[1] = 1
    return 2


def play(s: Any, action: int, rng: Any) -> None:
    me = int(s.mover)
    if action == 1:
        peek(s, top(s, DECK), 1 << me)
    draw(s, DECK, HAND + me, 1 << me)
    s.mover = (me + 1) % int(s.seats)
    if size(s, DECK) == 0:
        s.mover = -1


def returns(s: Any, out: Any) -> None:
    for p in range(int(s.seats)):
        out[p] = 0.5


def value(s: Any, me: int) -> float:
    return 0.0


WHOLE = {"setup": setup, "legal": legal, "play": play, "returns": returns, "value": value}


def game(fields: Any = FIELDS, **changes: Any) -> games.Game:
    """The small game, with some of its functions or declarations changed."""
    rules = {**WHOLE, **{name: changes.pop(name) for name in [*changes] if callable(changes[name])}}
    deductions = rules.pop("deductions", lambda what, who, a, b: [])
    return toy(fields=fields, rules=SimpleNamespace(**rules), deductions=deductions, **changes)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled: the promises are the same."""
    monkeypatch.setattr(compiled.binding, "COMPILED", False)


def test_the_small_game_conforms(plain: None) -> None:
    found = games.check(game(), seeds=3)
    assert str(found) == "toy: 6 games, 21 decisions: conforms"
    assert games.check(game(visible=a_sight_among_the_codes), seeds=2).conforms


# --- one broken promise each ----------------------------------------------------------------------


def no_options(s: Any, out: Any) -> int:
    return legal(s, out) if size(s, DECK) > 2 else 0


def options_after_the_end(s: Any, out: Any) -> int:
    out[0] = 0
    out[1] = 1
    return 2


def an_option_twice(s: Any, out: Any) -> int:
    n = legal(s, out)
    out[1] = 0
    return n


def a_code_beyond(s: Any, out: Any) -> int:
    n = legal(s, out)
    out[1] = 9
    return n


def peeking_options(s: Any, out: Any) -> int:
    n = legal(s, out)
    return 1 if n and s.zone[0] == DECK else n


def no_sensible_options(s: Any, out: Any) -> int:
    return 0


def other_sensible_options(s: Any, out: Any) -> int:
    out[0] = 3
    return 1


def a_sight_beyond_the_codes(s: Any, action: int, me: int) -> int:
    return action if me == s.mover else 4


def a_sight_below_the_codes(s: Any, action: int, me: int) -> int:
    return action if me == s.mover or action == 0 else -1


def a_sight_among_the_codes(s: Any, action: int, me: int) -> int:
    return action if me == s.mover else 3


def a_card_put_by_hand(s: Any, action: int, rng: Any) -> None:
    play(s, action, rng)
    s.zone[0] = BOX
    s.depth[0] = -1


def a_hole_in_the_deck(s: Any, action: int, rng: Any) -> None:
    play(s, action, rng)
    s.depth[5] = 7 if s.zone[5] == DECK else -1


def nobodys_turn(s: Any, action: int, rng: Any) -> None:
    play(s, action, rng)
    s.mover = 3


def endless(s: Any, action: int, rng: Any) -> None:
    s.mover = 1 - int(s.mover)


def a_card_number_in_a_field(s: Any, action: int, rng: Any) -> None:
    play(s, action, rng)
    s.points[0] = top(s, DECK)


def options_by_a_secret(s: Any, out: Any) -> int:
    n = legal(s, out)
    return 1 if n and top(s, DECK) < 3 else n


CLOCK = [0]


def unsteady(s: Any, action: int, rng: Any) -> None:
    CLOCK[0] += 1
    play(s, action, rng)
    s.points[0] = CLOCK[0]


def infinite_results(s: Any, out: Any) -> None:
    out[0] = np.inf


def great_results(s: Any, out: Any) -> None:
    out[0] = 3.0


def great_value(s: Any, me: int) -> float:
    return 3.0


def a_false_statement(s: Any, action: int, rng: Any) -> None:
    announce(s, 0, int(s.mover), 0, 0)
    play(s, action, rng)


def never_the_last_card(what: int, who: int, a: int, b: int) -> list[Deduction]:
    return [Deduction((HAND + who,), {0: 1, 1: 1, 2: 1}, 0, 1, "holds one card at most")]


class Mute(Words):
    """Says nothing."""

    def option(self, state: Any, code: int) -> str:
        return ""

    def parse(self, state: Any, text: str, options: Any) -> int:
        return int(options[0])


class Deaf(Words):
    """Understands nothing."""

    def parse(self, state: Any, text: str, options: Any) -> int:
        raise ValueError("what?")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"legal": no_options}, "no options before the end"),
        ({"legal": options_after_the_end}, "options after the end"),
        ({"legal": an_option_twice}, "an option is given twice: (0, 0)"),
        ({"legal": a_code_beyond}, "option codes beyond 0 to 3: (0, 9)"),
        ({"legal": peeking_options}, "the options of seat 0 depend on cards that it cannot know"),
        ({"legal": options_by_a_secret}, "depend on cards that it cannot know"),
        ({"sensible": no_sensible_options}, "no sensible option"),
        ({"sensible": other_sensible_options}, "sensible options that are none: (3,)"),
        (
            {"visible": a_sight_beyond_the_codes},
            "toy: visible shows seat 1 option 0 as 4, which must be an option code, 0 to 3",
        ),
        (
            {"visible": a_sight_below_the_codes},
            "toy: visible shows seat 0 option 1 as -1, which must be an option code, 0 to 3",
        ),
        ({"play": a_card_put_by_hand}, "the events do not tell what lies in box"),
        ({"play": a_hole_in_the_deck}, "the depths in deck are "),
        ({"play": nobodys_turn}, "the mover is 3"),
        ({"play": endless}, "a game of more than 50 decisions"),
        ({"play": unsteady}, "a copy plays otherwise"),
        (
            {"play": unsteady},
            "compiled and plain play differ" if compiled.COMPILED else "the same seed differs",
        ),
        ({"returns": infinite_results}, "results that are no numbers: (inf, 0.0)"),
        ({"returns": great_results}, "results beyond ±1.0: (3.0, 0.0)"),
        ({"value": great_value}, "the value of the position for seat 0 is 3.0"),
        ({"words": Mute()}, "no words for option 0"),
        ({"words": Mute()}, "'' is read as option 0"),
        ({"words": Deaf()}, "'option 0' is not read as an option: what?"),
        (
            {"play": a_false_statement, "deductions": never_the_last_card},
            "not true: holds one card at most (0 to 1, but it is 2)",
        ),
    ],
)
def test_a_broken_promise_is_named(plain: None, changes: dict[str, Any], sentence: str) -> None:
    found = games.check(game(**changes), seeds=3, most_decisions=50)
    assert not found.conforms
    assert any(sentence in line for line in found.broken), found.broken
    assert all("(2 players, seed" in line or "(3 players, seed" in line for line in found.broken)


PRIVATELY = (*FIELDS, private("bid", shape=(3,)), secret("fate"))


def bids(s: Any, action: int, rng: Any) -> None:
    s.bid[int(s.mover)] = 1 + below(rng[PLAY], 5)
    s.fate = 1 + below(rng[PLAY], 5)
    play(s, action, rng)


def redrawn(s: Any, me: int, row: Any) -> None:
    for p in range(int(s.seats)):
        if p != me:
            s.bid[p] = 1 + below(row, 5)
    s.fate = 1 + below(row, 5)


def half_redrawn(s: Any, me: int, row: Any) -> None:
    for p in range(int(s.seats)):
        if p != me:
            s.bid[p] = 1 + below(row, 5)


def test_what_others_alone_can_see_must_be_drawn_anew(plain: None) -> None:
    """A private field that copies kept would tell a search what only another seat may know."""
    kept = games.check(game(play=bids, fields=PRIVATELY), seeds=2)
    assert any("gives no remember" in line and "bid, fate" in line for line in kept.broken)
    half = games.check(game(play=bids, remember=half_redrawn, fields=PRIVATELY), seeds=2)
    assert any("remember keeps the true fate" in line for line in half.broken)
    assert not any("true bid" in line for line in half.broken)
    assert games.check(game(play=bids, remember=redrawn, fields=PRIVATELY), seeds=2).conforms


def test_missing_functions_are_named() -> None:
    bare = toy(rules=SimpleNamespace(setup=setup, legal=legal))
    assert games.check(bare).broken == ["rules.py lacks play, returns, value"]


def small_types(s: Any, action: int, rng: Any) -> None:
    play(s, action, rng)
    s.points[0] = s.small - 5 if below(rng[PLAY], 2) == 0 else 0


@pytest.mark.skipif(not compiled.COMPILED, reason="compares with compiled play")
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_play_that_differs_when_compiled_is_named() -> None:
    """A uint8 field read without ``int(...)``: 0 - 5 is 251 in NumPy and -5 in compiled code."""
    found = games.check(game(play=small_types, name="small"), seeds=2)
    assert any("compiled and plain play differ" in line for line in found.broken)
