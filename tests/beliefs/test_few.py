"""A few worlds for a search: never an inconsistent one, nearly with their probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from beliefs import (
    Belief,
    Knowledge,
    KnowledgeError,
    Ledger,
    exactly,
    holds,
    lacks,
    likelihood,
)
from beliefs.chains import few
from beliefs.chains.few import FewWorlds
from beliefs.errors import NoWorldFound
from beliefs.ledgers import contents, weighing
from beliefs.table import weight_of
from benchmarks import uno
from compiled import rows
from tests.beliefs.processes import output_of
from tests.beliefs.small_worlds import brute_force, knowledges

SMALL = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


@SMALL
@given(knowledges(), st.integers(0, 99))
def test_every_world_is_one_of_those_that_are_listed(knowledge: Knowledge, seed: int) -> None:
    listed = {tuple(world) for world in brute_force(knowledge)}
    assume(listed)
    try:
        worlds = FewWorlds(knowledge).sample(40, seed)
    except NoWorldFound:
        assume(False)
    assert {tuple(world) for world in worlds.tolist()} <= listed


def told() -> Knowledge:
    """Ten cards of which Ann lacks three, Bob has one of two, and Cleo drew what Ann left."""
    return Knowledge(
        {"a": 3, "b": 2, "c": 2, "d": 2, "e": 1},
        {"Ann": 3, "Bob": 3, "deck": 4},
        [
            lacks("Ann", ["a"]),
            exactly("Bob", ["b", "c"], 1),
            likelihood("deck", {"d": 1}, {0: 3, 1: 1, 2: 1}),
        ],
    )


@pytest.mark.parametrize(("n", "calls"), [(20, 4000), (400, 1000)])
def test_worlds_come_nearly_with_their_probabilities(
    n: int, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Draws of many small calls against all worlds, by chi-square.

    A fair sampler fails once in 10^4; populations of 64 particles, so that 400 worlds take seven.
    """
    monkeypatch.setattr(few, "PARTICLES", 64)
    knowledge, row = told(), rows(5)[0]
    belief = Belief(knowledge, "exact")
    drawn = FewWorlds(knowledge)
    # One world of each call is looked at: those of one population are not independent.
    last = [drawn.sample(n, row)[-1].tolist() for _ in range(calls)]
    alike = [tuple(sorted(zip(knowledge.face_of.tolist(), world, strict=True))) for world in last]
    expected: dict[tuple[tuple[int, int], ...], float] = {}
    for number in range(belief.count):
        world = belief.world(number).tolist()
        key = tuple(sorted(zip(knowledge.face_of.tolist(), world, strict=True)))
        share = float(next(p for _, p in belief.worlds(number, number + 1)))
        expected[key] = expected.get(key, 0.0) + share
    keys = sorted(expected, key=expected.__getitem__)
    counts = np.array([alike.count(key) for key in keys])
    wanted = np.array([expected[key] for key in keys]) * len(alike)
    groups = np.minimum(np.cumsum(wanted) // 20, len(alike) // 20 - 1).astype(int)
    seen, due = np.bincount(groups, counts), np.bincount(groups, wanted)
    assert chisquare(seen[due > 0], due[due > 0]).pvalue > 1e-4


def test_where_there_is_no_world_it_says_so() -> None:
    none = Knowledge({"a": 1, "b": 1}, {"Ann": 1, "Bob": 1}, [holds("Ann", "a"), lacks("Ann", "a")])
    with pytest.raises(KnowledgeError):
        FewWorlds(none).sample(3, 0)


def test_ten_players_of_uno_who_all_drew() -> None:
    knowledge = uno.knowledge()
    worlds = FewWorlds(knowledge).sample(30, 1)
    assert all(weight_of(knowledge, world.tolist()) > 0 for world in worlds)


# --- of a ledger ----------------------------------------------------------------------------------


def drawing(turns: int = 4) -> Ledger:
    """Two who draw and play by turns, each seen to hold none of some faces before."""
    ledger = Ledger(
        {str(face): 4 for face in range(12)}, {"deck": True, "Ann": False, "Bob": False}
    )
    ledger.reset(hidden={"deck": 36, "Ann": 6, "Bob": 6})
    for turn in range(turns):
        for who in ("Ann", "Bob"):
            lacking = [str((turn + k) % 12) for k in range(2)]
            ledger.fact(who, lacking, 0, 0)
            ledger.passes("deck", who)
            ledger.departs(who, str((turn + 3 + (who == "Bob")) % 12))
    return ledger


def test_small_beliefs_are_sampled_as_they_always_are() -> None:
    ledger = drawing(2)
    assert (ledger.sample(9, 4) == ledger.copy().sample(9, 4, quickly=True)).all()
    assert ledger.belief().method == "diagram"


def test_wide_ones_are_consistent_and_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the exact expectation: six standard errors, of 2000 worlds in populations of 256."""
    ledger = drawing()
    exact = ledger.expected()
    monkeypatch.setattr(contents, "SMALL", 4096)
    wide = drawing()
    worlds = wide.sample(2000, 7, quickly=True)
    assert all(wide.allows(world) for world in worlds[:100])
    error = worlds.std(axis=0) / np.sqrt(len(worlds) / 3)  # particles of a population are alike
    assert (np.abs(worlds.mean(axis=0) - exact) <= 6 * error + 0.01).all()


def test_asking_for_probabilities_first_makes_no_other_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(contents, "SMALL", 4096)
    one, other = drawing(), drawing()
    one.expected()
    assert (one.sample(5, 3, quickly=True) == other.sample(5, 3, quickly=True)).all()


# --- of histories side by side --------------------------------------------------------------------


def slipped() -> Ledger:
    """One who drew and played, then put an Ace and a card of his hand into the deck, unseen how
    deep, above or below a card that everybody saw put on top: some histories of unlike weights."""
    ledger = Ledger({"Ace": 2, **{str(face): 3 for face in range(8)}}, {"deck": True, "Ann": False})
    ledger.reset(hidden={"deck": 20, "Ann": 6})
    for turn in range(3):
        ledger.fact("Ann", [str(turn), str(turn + 1)], 0, 0)
        ledger.passes("deck", "Ann")
        ledger.departs("Ann", str(turn + 2))
    ledger.departs("Ann", "7")
    ledger.arrives("deck", "7")
    ledger.departs("Ann", "Ace")
    ledger.inserts(None, "deck", "Ace")
    ledger.inserts("Ann", "deck")
    ledger.fact("Ann", ["6", "7"], 1, None)
    return ledger


def test_histories_with_small_diagrams_are_sampled_as_they_always_are() -> None:
    ledger = slipped()
    assert len(ledger.histories()) > 2
    assert (ledger.sample(40, 4) == slipped().sample(40, 4, quickly=True)).all()


def test_wide_histories_are_drawn_quickly_and_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many small calls against the exact expectation: five standard errors, and a bias of 0.05.

    Few particles lean to what they deal often: by less than one part in their effective number.
    """
    exact, row = slipped().expected(), rows(3)[0]
    monkeypatch.setattr(weighing, "SMALL", 1)
    wide = slipped()
    means = np.array([wide.sample(20, row, quickly=True).mean(axis=0) for _ in range(200)])
    error = means.std(axis=0) / np.sqrt(len(means))
    assert (np.abs(means.mean(axis=0) - exact) <= 5 * error + 0.05).all()
    worlds = wide.sample(300, 7, quickly=True)
    assert all(wide.allows(world) for world in worlds)
    assert (worlds == slipped().sample(300, 7, quickly=True)).all()


def test_weights_of_all_worlds_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean of 400 populations: each is off by a third or so, the mean by a fiftieth."""
    monkeypatch.setattr(few, "WEIGHED", 400)
    _, knowledge = slipped().histories()[0]
    weight = float(Belief(knowledge, "exact").weight)
    assert 2.0 ** FewWorlds(knowledge).log2_weight == pytest.approx(weight, rel=0.1)
    none = Knowledge({"a": 1, "b": 1}, {"Ann": 1, "Bob": 1}, [holds("Ann", "a"), lacks("Ann", "a")])
    assert FewWorlds(none).log2_weight == -np.inf


@pytest.mark.filterwarnings("ignore::beliefs.PoorSample")
def test_histories_too_wide_for_diagrams_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = slipped()
    monkeypatch.setattr(weighing, "WIDE", 1)
    wide = slipped()
    assert np.abs(wide.expected() - ledger.expected()).max() < 0.05
    assert isinstance(wide.count, float)
    assert wide.count == pytest.approx(ledger.count, rel=0.1)
    assert all(wide.allows(world) for world in wide.sample(50, 3))
    # What is asked exactly is exact all the same.
    assert (wide.expected(exact=True) == ledger.expected(exact=True)).all()
    assert wide.weight == ledger.weight


SCRIPT = """
from tests.beliefs.test_few import told
from beliefs.chains.few import FewWorlds
print(FewWorlds(told()).sample(30, 2).tolist())
"""


def test_compiled_and_plain_python_draw_the_same() -> None:
    one, other = (output_of(SCRIPT, NUMBA_DISABLE_JIT=jit) for jit in ("0", "1"))
    assert one == other
