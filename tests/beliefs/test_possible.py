"""Whether a world, or any, agrees with a ledger: a search against brute force and diagrams."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs import KnowledgeError, Ledger, TooLarge, WorldDiagram
from beliefs.diagram import Limits
from beliefs.kernels.placing import FOUND, NONE, SHORT, place
from beliefs.ledgers import possible
from beliefs.ledgers.counts import balances
from beliefs.ledgers.paths import outlook
from beliefs.ledgers.possible import has_world
from beliefs.ledgers.spread import gathered, pile_of_spot
from beliefs.ledgers.weighing import SMALL
from tests.beliefs.ledger_streams import play
from tests.beliefs.processes import output_of
from tests.beliefs.test_ledger_bayes import several

# --- the search itself ----------------------------------------------------------------------------


@st.composite
def sums(draw: Any) -> tuple[list[int], list[tuple[dict[int, int], int, list[bool]]]]:
    """The most of up to five entries, and up to six sums of them, of which some fit."""
    most = draw(st.lists(st.integers(0, 3), min_size=1, max_size=5))
    terms = st.dictionaries(
        st.integers(0, len(most) - 1), st.sampled_from([-2, -1, 1, 1, 2]), min_size=1
    )
    fits = st.lists(st.booleans(), min_size=1, max_size=4)
    return most, draw(st.lists(st.tuples(terms, st.integers(-3, 4), fits), max_size=6))


def holds(values: tuple[int, ...], terms: dict[int, int], lo: int, fits: list[bool]) -> bool:
    at = sum(weight * values[e] for e, weight in terms.items()) - lo
    return 0 <= at < len(fits) and fits[at]


def searched(most: list[int], told: list[Any], steps: int) -> tuple[int, list[int]]:
    packed = possible._packed([possible._Sum(*one) for one in told], len(most))
    high = np.array(most, np.int64)
    low, past = np.zeros_like(high), np.zeros((sum(most) + 1, 2, len(most)), np.int64)
    left = np.array([steps], np.int64)
    return place(packed, low, high, np.ones(len(told)), left, past), low.tolist()


@settings(max_examples=400, deadline=None, derandomize=True)
@given(sums())
def test_numbers_are_found_exactly_where_there_are_any(asked: Any) -> None:
    most, told = asked
    every = product(*(range(n + 1) for n in most))
    answers = [values for values in every if all(holds(values, *one) for one in told)]
    # Entries in no sum are left open by the search: they can be anything.
    told = [*told, *(({e: 1}, 0, [True] * (n + 1)) for e, n in enumerate(most))]
    answer, values = searched(most, told, 10_000)
    assert answer == (FOUND if answers else NONE)
    assert not answers or tuple(values) in answers


# --- states of random ledgers ---------------------------------------------------------------------


def hidden_in(ledger: Ledger, world: Any, lots: Any) -> Any:
    whole = gathered(np.array(world, np.int64).T, pile_of_spot(lots, ledger.spots))
    return whole - balances(lots, ledger._index)


@pytest.mark.parametrize("first", [1, possible.FIRST])
@pytest.mark.parametrize("seed", range(1070, 1090))
def test_worlds_are_those_of_brute_force(
    seed: int, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that can be, and those in which two spots have changed their cards.

    first: 1 begins anew after one step, so that flows are asked as well.
    """
    monkeypatch.setattr(possible, "FIRST", first)
    stream = several(seed) if seed % 2 else play(seed, 10)[0]
    ledger, joint = stream.ledger, stream.twin.joint(stream.ledger.spots)

    def can_be(world: Any) -> bool:
        every = ledger._branches
        return any(has_world(s, hidden_in(ledger, world, s), ledger._index) for s in every)

    for world in list(joint)[:60]:
        assert can_be(world)
    for world in list(joint)[:5]:
        for a, b in combinations(range(len(world)), 2):
            swapped = list(world)
            swapped[a], swapped[b] = swapped[b], swapped[a]
            sizes = [spot.size for spot in ledger.spots]
            if [sum(spot) for spot in swapped] == sizes:
                assert can_be(swapped) == (tuple(swapped) in joint)
    for lots in ledger._branches:
        assert has_world(lots) == WorldDiagram(outlook(lots).knowledge).possible


# --- a hard one -----------------------------------------------------------------------------------


class Table:
    """Five hands of seven that play and draw; who cannot play lacks a colour. An open pile
    becomes the deck again when that is empty. The sixth hand is the observer's, and stays out."""

    def __init__(self, seed: int, turns: int) -> None:
        self.random = random.Random(seed)
        faces = {f"{colour}{rank}": 2 for colour in "rgby" for rank in range(9)}
        self.hands = [f"hand {i}" for i in range(5)]
        self.ledger = Ledger(
            faces, {"deck": True, "pile": False, **dict.fromkeys(self.hands, False)}
        )
        cards = [face for face, n in faces.items() for _ in range(n)]
        self.random.shuffle(cards)
        self.at = {hand: [cards.pop() for _ in range(7)] for hand in self.hands}
        self.at |= {"deck": cards, "pile": []}
        self.ledger.reset(hidden={zone: len(here) for zone, here in self.at.items() if here})
        for turn in range(turns):
            self.moves(self.hands[turn % 5])

    def moves(self, hand: str) -> None:
        colour = self.random.choice("rgby")
        able = [face for face in self.at[hand] if face[0] == colour]
        if able:
            face = self.random.choice(able)
            self.at[hand].remove(face)
            self.at["pile"].append(face)
            self.ledger.departs(hand, face)
            self.ledger.arrives("pile", face)
            return
        lacking = [face for face in self.ledger.faces if face[0] == colour]
        self.ledger.fact(hand, lacking, 0, 0)
        if not self.at["deck"]:
            for face in self.at["pile"]:
                self.ledger.departs("pile", face)
                self.ledger.arrives("deck", face)
            self.ledger.shuffles("deck")
            self.at["deck"], self.at["pile"] = self.at["pile"], []
            self.random.shuffle(self.at["deck"])
        self.at[hand].append(self.at["deck"].pop())
        self.ledger.passes("deck", hand)

    def world(self) -> Any:
        faces, spots = self.ledger.faces, self.ledger.spots
        counts = np.zeros((len(faces), len(spots)), np.int64)
        for k, spot in enumerate(spots):
            here = self.at[str(spot.zone)]
            for face in here[spot.start : spot.start + spot.size] if spot.zone == "deck" else here:
                counts[faces.index(face), k] += 1
        return counts


@pytest.fixture(scope="module")
def late() -> Table:
    return Table(1, 140)


def test_late_in_a_game_a_world_takes_some_hundred_steps(late: Table) -> None:
    """Where the diagram of all worlds would be too large; 200,000 steps take a second or more."""
    ledger, world = late.ledger, late.world()
    (lots,) = ledger._branches
    with pytest.raises(TooLarge):
        WorldDiagram(outlook(lots).knowledge, limits=Limits(64 * SMALL, foreseen=True))
    assert has_world(lots, steps=2000)
    assert has_world(lots, hidden_in(ledger, world.T, lots), ledger._index, steps=2000)
    assert ledger.allows(world)


def test_so_does_a_world_that_cannot_be(late: Table) -> None:
    """Cards change places at random: each time it is told, and often it is no."""
    ledger, chance, told = late.ledger, random.Random(5), []
    (lots,) = ledger._branches
    for _ in range(100):
        world = late.world()
        for _ in range(chance.choice([1, 2, 4])):
            i, j = chance.sample(range(world.shape[1]), 2)
            some, others = np.flatnonzero(world[:, i]), np.flatnonzero(world[:, j])
            if len(some) and len(others):
                f, g = chance.choice(some.tolist()), chance.choice(others.tolist())
                world[[f, g], [i, j]] -= 1
                world[[f, g], [j, i]] += 1
        told.append(has_world(lots, hidden_in(ledger, world.T, lots), ledger._index, steps=2000))
    assert 5 < sum(told) < 95


def test_worlds_that_are_drawn_quickly_are_allowed(late: Table) -> None:
    for world in late.ledger.sample(20, 3, quickly=True):
        assert late.ledger.allows(world)


# --- limits ---------------------------------------------------------------------------------------


def eight_for_seven() -> Ledger:
    """Eight cards that may only lie in seven hands of one card: each fact alone leaves room."""
    hands = [f"hand {i}" for i in range(7)]
    ledger = Ledger(dict.fromkeys(range(16), 1), dict.fromkeys([*hands, "here", "there"], False))
    ledger.reset(hidden={**dict.fromkeys(hands, 1), "here": 4, "there": 5})
    for zone in ("here", "there"):
        ledger.fact(zone, list(range(8)), 0, 0)
    for i, hand in enumerate(hands):
        ledger.fact(hand, [i], 0, 0)
    return ledger


def test_more_cards_than_room_are_seen_by_a_flow() -> None:
    assert not has_world(eight_for_seven()._branches[0], steps=4 * possible.FIRST)


def test_beyond_its_steps_it_says_what_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(possible, "_fit", lambda *_: True)
    with pytest.raises(TooLarge, match="open after a search of 3,000 steps: 16 kinds of hidden"):
        has_world(eight_for_seven()._branches[0], steps=3000)


def test_too_many_sums_are_refused_as_knowledge_refuses_them() -> None:
    ledger = Ledger({"a": 2, "b": 2, "c": 1}, {"x": False, "y": False})
    ledger.reset(hidden={"x": 2, "y": 3})
    ledger.fact("x", {"a": 1, "b": 10**7}, hi=10**7 + 1)
    with pytest.raises(KnowledgeError, match="20000002 different sums, 100000 at most"):
        _ = ledger.possible


def test_a_step_of_none_is_short() -> None:
    told = [({0: 1, 1: 1}, 1, [True])]
    assert searched([1, 1], told, 0)[0] == SHORT
    assert searched([1, 1], told, 1)[0] == FOUND


SCRIPT = """
from tests.beliefs.test_possible import searched, Table, hidden_in
from beliefs.ledgers.possible import has_world
print(searched([2, 3, 1], [({0: 1, 1: 2}, 3, [True, False, True]), ({1: 1, 2: -1}, 1, [True])], 50))
table = Table(2, 60)
lots, = table.ledger._branches
print(has_world(lots, hidden_in(table.ledger, table.world().T, lots), table.ledger._index))
"""


def test_compiled_and_plain_python_search_the_same() -> None:
    one, other = (output_of(SCRIPT, NUMBA_DISABLE_JIT=jit) for jit in ("0", "1"))
    assert one == other
