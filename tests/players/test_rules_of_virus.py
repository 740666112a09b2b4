"""The surgeon plays as it is described, position by position, legally, and by what it sees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest

from compiled import PLAY, below, bind, rows
from determinize import Watch
from games.virus.bodies import FREE, IMMUNISED, INFECTED, VACCINATED
from players import make
from players.rules.by_policy import follow
from players.rules.virus import surgeon
from players.rules.virus_worths import COUNTED, OTHERS, WORTH
from tests.games.virus_tables import GAME, body, holds
from tests.players.fairness import decided_alike


def stacks(organs: str) -> dict[str, list[str]]:
    """A body in words: ``red, blue+red virus, green+multicolour medicine+green medicine``."""
    parts = [one.split("+") for one in organs.split(", ") if one]
    return {colour: [f"{colour} organ", *on_it] for colour, *on_it in parts}


def position(
    hand: str,
    *bodies: str,
    preset: str = "official",
    others: Sequence[int] = (),
    **fields: Any,
) -> Watch:
    """Seat 0 to move, with a hand; the bodies of all by seat; the others hold three cards each."""
    cards = {"hand 0": list(filter(None, hand.split(", ")))}
    for p, organs in enumerate(bodies):
        cards |= {f"organ {colour} {p}": stack for colour, stack in stacks(organs).items()}
    sizes = {f"hand {p}": n for p, n in enumerate(others or [3] * (len(bodies) - 1), 1)}
    dealt = sum(map(len, cards.values())) + sum(sizes.values())
    sizes["deck"] = len(GAME.face_of) - dealt
    return Watch(GAME.arrange(cards, sizes=sizes, players=len(bodies), preset=preset, **fields))


def played(watch: Watch, seed: int) -> tuple[str, Watch]:
    """What the surgeon does in its turn, in words, and the position after it."""
    made, watch, said = make("surgeon", GAME), watch.copy(), list[str]()
    record = watch.state.record_array[0]
    me, begun = int(record.mover), int(record.turns)
    while record.mover == me and record.turns == begun:
        code = watch.state.codes[0]
        if len(watch.state.codes) > 1:
            code = made.decide(watch.information(me), rows(seed + len(said))).option
            said.append(GAME.words.option(watch.state, code).removeprefix("play "))
        watch.play(code)
    return ", ".join(said), watch


def turns(watch: Watch) -> set[str]:
    """What it does over 20 seeds (one of two is missed: 1 in 10^6)."""
    return {played(watch, 10 * seed)[0] for seed in range(20)}


# -------------------------------------------------------------------------------- winning, or not


@pytest.mark.parametrize(
    ("hand", "own", "other"),
    [
        ("red virus, green medicine, red organ", "blue, green, yellow", "red, blue, green"),
        ("green medicine, red virus, blue organ", "red, blue, green+green virus, yellow", "red"),
        ("organ thief, blue virus, red medicine", "blue, green, yellow", "red, blue"),
        ("transplant, blue virus", "blue, green, yellow, red+red virus", "red"),
        ("contagion, red virus", "blue, green, yellow, red+red virus", "red, green"),
    ],
)
def test_who_can_win_does(hand: str, own: str, other: str) -> None:
    for seed in range(10):
        _, after = played(position(hand, own, other), seed)
        assert after.state.returns[0] == 1


@pytest.mark.parametrize(
    ("hand", "bodies", "expected"),
    [
        ("red virus, red organ, blue medicine", ("blue", "red, blue+blue medicine, green"), "red"),
        (
            "blue virus, green virus, red organ",
            ("blue", "red, blue", "green, yellow, red"),
            "green",
        ),
        ("red virus, blue medicine", ("blue", "green, yellow, red", "red, green, yellow"), "red 1"),
    ],
)
def test_who_is_one_organ_from_winning_is_infected(
    hand: str, bodies: tuple[str, ...], expected: str
) -> None:
    """Whoever it is, before an own organ is laid out; of two who play next."""
    colour, *seat = expected.split()
    organ = f", {colour} organ of player {seat[0]}" if seat else ""
    assert turns(position(hand, *bodies)) == {f"{colour} virus{organ}"}


def test_who_is_one_organ_from_winning_is_robbed_of_what_is_not_immune() -> None:
    leader = "red, blue, green+green medicine+green medicine"
    watch = position("organ thief, yellow organ, blue medicine", "blue", leader)
    assert turns(watch) == {"organ thief"}
    _, after = played(watch, 0)
    assert set(body(after.state, 1)) == {"blue", "green"}


def test_no_exchange_completes_another_body() -> None:
    """Players 1 and 2 could be made to exchange a healthy organ for an ill one."""
    watch = position(
        "transplant, green virus", "red", "red, blue, yellow+yellow virus, multicolour", "yellow"
    )
    for seed in range(10):
        assert not played(watch, seed)[1].state.over


# -------------------------------------------------------------------------------- what comes first


@pytest.mark.parametrize(
    ("hand", "bodies", "expected"),
    [
        # An organ before all else while nobody is about to win.
        ("blue virus, red organ, multicolour medicine", ("", "blue"), "red organ"),
        # The own illness is cured, not that of no importance.
        (
            "multicolour medicine, blue virus, yellow virus",
            ("green+green virus, red", "blue"),
            "multicolour medicine, green organ of player 0",
        ),
        # Immunity that lasts, rather than a vaccine more.
        (
            "yellow medicine, red medicine",
            ("red+red medicine, yellow", "green, blue"),
            "red medicine",
        ),
        # Two viruses destroy: before an organ is infected that was well.
        ("green virus", ("red", "green+green virus"), "green virus"),
        # A whole body for a poor one.
        ("medical error, green virus", ("red", "blue, yellow, green"), "medical error"),
        # An ill organ for a healthy one of its colour.
        ("transplant, green virus", ("red+red virus, blue", "red, blue"), "transplant"),
    ],
)
def test_the_card_played(hand: str, bodies: tuple[str, ...], expected: str) -> None:
    assert turns(position(hand, *bodies)) == {expected}


def test_a_contagion_moves_all_it_can() -> None:
    """The red virus leaves the multicolour organ to the blue one, which fits nothing else."""
    own = "red+red virus, blue+blue virus"
    watch = position("contagion, red virus", own, "red, blue+blue virus, multicolour")
    for seed in range(10):
        _, after = played(watch, seed)
        ill = {"red": ["red virus"], "blue": ["blue virus"], "multicolour": ["blue virus"]}
        assert (body(after.state, 0), body(after.state, 1)) == ({"red": [], "blue": []}, ill)


def test_a_latex_glove_for_one_is_for_who_is_about_to_win() -> None:
    immune = "green+green medicine+green medicine, yellow, multicolour+green medicine+red medicine"
    watch = position("latex glove, blue virus", "green", "yellow", immune, preset="tag")
    assert turns(watch) == {"latex glove, player 2"}


# --------------------------------------------------------------------------------- discarding


@pytest.mark.parametrize(
    ("hand", "own", "other", "expected"),
    [
        (
            "red organ, green virus, green medicine",
            "red",
            "blue",
            "red organ, green virus, green medicine",
        ),
        ("green virus, green medicine, organ thief", "red", "red", "green virus, green medicine"),
        ("green medicine, medical error", "", "", "green medicine"),
    ],
)
def test_what_is_of_no_use_is_thrown_away(hand: str, own: str, other: str, expected: str) -> None:
    """Second organs of a colour, what fits nobody; not what takes or exchanges organs."""
    for seed in range(10):
        _, after = played(position(hand, own, other), seed)
        assert holds(after.state, "discard") == expected.split(", ")


# --------------------------------------------------------------------------------- its worths


def test_worths_rise_with_what_makes_a_body_better() -> None:
    """For its owner and as a threat, for two and for more, with any builders in hand."""
    better = [(0, INFECTED), (INFECTED, FREE), (FREE, VACCINATED), (VACCINATED, IMMUNISED)]
    for row in WORTH:
        for one, other in product([0, FREE, VACCINATED, IMMUNISED], repeat=2):
            rest = COUNTED[one] + COUNTED[other]
            for worse, good in better:
                assert row[rest + COUNTED[worse]] < row[rest + COUNTED[good]]
    assert len(WORTH) == OTHERS + 2


# ------------------------------------------------------------------------------------ any position

TABLES: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 3},
    {"players": 5},
    {"players": 2, "preset": "tag"},
    {"players": 4, "preset": "tag"},
    {"players": 3, "max_discard": 1, "hand": 5},
)


def decisions(number: int, most: int = 60) -> list[Watch]:
    """The positions with a choice in a game between surgeons and random players."""
    watch = Watch(GAME.new(seed=number, **TABLES[number % len(TABLES)]))
    made, row, found = make("surgeon", GAME), rows(number, 7)[PLAY], list[Watch]()
    while not watch.state.over and len(found) < most:
        codes = watch.state.codes
        code = codes[below(row, len(codes))]
        if len(codes) > 1:
            found.append(watch.copy())
        if watch.state.mover % 2 == 0:
            info = watch.information(watch.state.mover)
            code = made.decide(info, rows(number, len(found))).option
        assert code in codes
        watch.play(code)
    return found


@pytest.mark.parametrize("number", range(12))
def test_it_decides_lawfully_by_what_it_sees_alike_compiled_and_plain(number: int) -> None:
    """In every position: in the mover's view, in the truth and in other worlds the same option."""
    assert decided_alike(GAME, surgeon, decisions(number)[::4]) >= 6 * 4


@pytest.mark.parametrize(
    ("table", "least"),
    [
        ({"players": 2}, 280),
        ({"players": 2, "preset": "tag"}, 280),
        ({"players": 4}, 190),
        ({"players": 4, "preset": "tag"}, 170),
    ],
)
def test_games_are_won_more_often_than_by_chance(table: dict[str, Any], least: int) -> None:
    """Of 400 against random players; with 80, 80, 60 and 56 %, too few once in 10^5 at most."""
    deal, plays = bind(GAME.rules.setup, GAME), bind(GAME.rules.play, GAME)
    decides, considers = bind(follow, GAME, policy=surgeon), bind(GAME.rules.sensible, GAME)
    state = GAME.new(**table)
    record, out, won = state.record_array, np.zeros(GAME.option_codes, np.int64), 0
    for number in range(400):
        rng, seat = rows(number), number % state.seats
        deal(record[0], rng)
        while record[0].mover >= 0:
            if record[0].mover == seat:
                code = decides(record[0], out, rng[PLAY])
            else:
                code = out[below(rng[PLAY], considers(record[0], out))]
            plays(record[0], int(code), rng)
        won += state.returns[seat] == 1
    assert won >= least
