"""Readings: worlds are drawn as the play-out policy reads what the others have played."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

import games
from compiled import bind, rows
from determinize import InformationSet
from games.love_letter.cards import FACE_OF_CARD, GUARD, PRINCESS
from games.love_letter.record import HAND
from players import UnknownPlayer, make
from players.rules import love_letter
from players.search.readings import draw_again
from players.search.worlds import drawn
from tests.players.test_rules_of_love_letter import position

GAME = games.load("love-letter")
read = bind(love_letter.read, GAME)
SPECS = (
    "ismcts(iterations=200, playout={}, draw=reading)",
    "pimc(iterations=200, worlds=20, playout={}, draw=reading)",
)
N = 20_000
SIGMAS = 5.0
"""Fewer than one right run in a million is farther off in any of the eight faces."""


def after_a_countess() -> InformationSet:
    """The other of two players has just laid down the Countess: it had to, or bluffs."""
    return position("Guard Priest", piles={1: "Countess"}).information(0)


def faces(worlds: np.ndarray) -> Counter[int]:
    """What the other holds in each of some worlds."""
    return Counter(int(FACE_OF_CARD[np.flatnonzero(one["zone"] == HAND + 1)[0]]) for one in worlds)


def expected(info: InformationSet) -> dict[int, float]:
    """The chances of the other's card: the exact belief times the reading of a face's world."""
    weights = {}
    for one in info.worlds(2_000, rows(5)):
        face = next(iter(faces(np.array([one]))))
        if face not in weights:
            weights[face] = info.expected(HAND + 1)[face] * read(one, 0)
    total = sum(weights.values())
    return {face: weight / total for face, weight in weights.items()}


def test_worlds_come_in_proportion_to_belief_and_reading() -> None:
    info = after_a_countess()
    chances = expected(info)
    found = faces(drawn(info, N, rows(3), "reading", "suitor"))
    drawn_from = faces(info.worlds(N, rows(4)))
    assert found.keys() <= chances.keys()
    for face, chance in chances.items():
        # N worlds drawn again from N: the variance is that of both draws, twice at most times the
        # greatest weight there is against the mean
        weight = chance / info.expected(HAND + 1)[face]
        error = math.sqrt(chance * (1 + weight) / N)
        assert abs(found[face] / N - chance) < SIGMAS * error
    princess, guard = PRINCESS, GUARD
    assert found[princess] > 2 * drawn_from[princess]  # a Countess beside a Guard is a bluff
    assert found[guard] < drawn_from[guard] / 2


def test_what_no_world_explains_is_drawn_as_it_was() -> None:
    at, sums = np.full(5, -1), np.zeros(5)
    bind(draw_again, GAME, reading=impossible)(np.zeros(5, GAME.dtype), 0, sums, at, rows(1)[0])
    assert at.tolist() == [0, 1, 2, 3, 4]


def impossible(s: object, me: int) -> float:
    """A reading to which nothing is likely."""
    return 0.0


@pytest.mark.parametrize("spec", SPECS)
def test_search_takes_the_reading_of_its_play_out_policy(spec: str) -> None:
    info = after_a_countess()
    reader = make(spec.format("suitor"), GAME)
    plain = make(spec.format("suitor").replace(", draw=reading", ""), GAME)
    decision = reader.decide(info, rows(1))
    assert decision == reader.decide(info, rows(1))
    assert decision.considered != plain.decide(info, rows(1)).considered


@pytest.mark.parametrize("spec", SPECS)
def test_a_policy_without_a_reading_is_refused(spec: str) -> None:
    with pytest.raises(
        UnknownPlayer,
        match="draw cannot be 'reading' with playout='random': for Love Letter the policies that "
        "read are suitor",
    ):
        make(spec.format("random"), GAME)
    with pytest.raises(UnknownPlayer, match="for Schnapsen no policy reads"):
        make(spec.format("bully"), games.load("schnapsen"))


def test_a_reading_looks_at_no_card_that_the_searcher_has_seen() -> None:
    """A hand that was looked at is certain: what lies beside it makes no world likelier."""
    seen = position("Guard Priest", hands={1: "Guard"}, seen="Guard", piles={1: "Countess"})
    worlds = seen.information(0).worlds(20, rows(1))
    assert {read(one, 0) for one in worlds} == {1.0}
