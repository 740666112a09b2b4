"""PIMC: what its worlds are valued by, how they are combined, and that it finds the exact moves."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import astuple, replace
from functools import cache
from statistics import median
from typing import Any

import numpy as np
import pytest

import games
from compiled import below, rows
from determinize import InformationSet, Watch
from players.player import Decision
from players.search.epimc import EPIMC
from players.search.pimc import EVALUATORS, PIMC, _in_turn
from players.search.solver import Solver, Unsolvable, solve
from tests.players.own_time import timed, tried
from tests.players.plainly import plainly
from tests.players.test_search import GAME, endgame, opening

CROSS = games.load("tic-tac-toe")


@cache
def known_ends(n: int) -> list[tuple[InformationSet, tuple[int, ...]]]:
    """Decisions of random play that matter, in the second phase with everything known, solved."""
    found: list[tuple[InformationSet, tuple[int, ...]]] = []
    seed = 0
    while len(found) < n:
        seed += 1
        watch = Watch(GAME.new(seed=seed, match_target=1))
        row = rows(seed, 5)[0]
        while not watch.state.over and len(found) < n:
            s: Any = watch.state.record_array[0]
            if not (s.zone == GAME.zones["trump"]).any():
                solution = solve(GAME, s, entries=1 << 12)
                info = watch.information(watch.state.mover)
                if len(solution.best) < len(solution.options) and info.count == 1:
                    found.append((info, solution.best))
                    break
            watch.play(watch.state.codes[below(row, len(watch.state.codes))])
    return found


def rate(player: Any, ends: list[tuple[InformationSet, tuple[int, ...]]]) -> float:
    right = [player.decide(info, rows(7, k)).option in best for k, (info, best) in enumerate(ends)]
    return sum(right) / len(right)


def test_exact_worlds_give_the_exact_move() -> None:
    ends = known_ends(25)
    for combine in ("average", "vote"):
        player = PIMC(worlds=1, iterations=1, evaluator="exact", combine=combine)
        assert rate(player, ends) == 1.0


def test_worlds_that_are_known_are_all_solved() -> None:
    decision = PIMC(evaluator="exact").decide(endgame(closed=True).information(0), rows(1))
    assert decision.worlds == 20
    assert decision.unsolved == 0
    assert [one.visits for one in decision.considered] == [20, 20]
    assert GAME.faces[decision.option] == "AH"


def test_values_are_means_of_the_worlds_and_agreement_counts_them() -> None:
    """Each world solved by itself."""
    info = endgame(closed=True).information(0)
    decision = PIMC(evaluator="exact", worlds=30).decide(info, rows(2))
    values, votes = Counter[int](), Counter[int]()
    for world in info.worlds(30, rows(2)):
        solution = solve(GAME, world)
        for option, value in zip(solution.options, solution.values, strict=True):
            values[option] += value / 30
            votes[option] += (option in solution.best) / len(solution.best) / 30
    for one in decision.considered:
        assert one.value == pytest.approx(values[one.option])
        assert one.agreement == pytest.approx(votes[one.option])
    assert len(set(votes.values())) == 2


def test_worlds_that_take_too_long_are_searched_by_a_tree_and_counted() -> None:
    """With a limit that some of ten worlds keep within, and some do not: those, and no others."""
    info = opening(5, GAME, 10)
    first, worlds = np.array(info.options), info.worlds(10, rows(1))
    limit = sorted(solve(GAME, world).nodes for world in worlds)[4]
    solver, unsolved = Solver(GAME), 0
    for world in worlds:  # one after the other: the table keeps what the last ones have taught
        solver.begin(world, first)
        unsolved += not solver.search(limit)
    assert 0 < unsolved < 10
    for nodes, expected in ((limit, unsolved), (1, 10), (100_000, 0)):
        player = PIMC(evaluator="exact", worlds=10, iterations=500, limit=nodes)
        decision = player.decide(info, rows(1))
        assert decision.unsolved == expected
        # A solved world has no tree, so nothing is expected to follow: 50 descents grow one.
        assert any(one.line for one in decision.considered) == (expected > 0)


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize("combine", ["average", "vote"])
@pytest.mark.parametrize("workers", [1, 3])
def test_the_same_seed_and_workers_give_the_same(
    evaluator: str, combine: str, workers: int
) -> None:
    player = PIMC(
        worlds=7, iterations=700, evaluator=evaluator, combine=combine, workers=workers, limit=2000
    )
    info = opening(5, GAME, 12)
    first = player.decide(info, rows(3))
    assert player.decide(info, rows(3)) == first
    assert first.worlds == 7
    assert sum(one.agreement or 0 for one in first.considered) == pytest.approx(1)
    assert {one.option for one in first.considered} == set(info.options)
    if evaluator != "exact":
        assert sum(one.visits for one in first.considered) == 700
    if combine == "vote":
        assert first.considered[0].agreement == max(one.agreement or 0 for one in first.considered)


def test_exact_worlds_do_not_depend_on_the_workers() -> None:
    info = opening(5, GAME, 12)
    one, two = (PIMC(worlds=8, evaluator="exact", workers=n).decide(info, rows(3)) for n in (1, 2))
    assert {o.option: round(o.value, 9) for o in one.considered} == {
        o.option: round(o.value, 9) for o in two.considered
    }


def test_where_time_counts_all_worlds_are_looked_at_alike() -> None:
    """Steps grow with the clock; were each spent on one world, the last one would outweigh all."""

    class Counting:
        done = 0

        def look_on(self, n: int) -> int:
            self.done += n
            return n

    worlds: list[Any] = [Counting() for _ in range(20)]
    step = _in_turn(worlds, [])
    for n in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512):
        step(n)
    found = [one.done for one in worlds]
    assert sum(found) == 1535
    assert max(found) < 1.5 * min(found)


def test_short_searches_do_not_spend_their_time_on_clearing_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twenty trees of a hundred thousand nodes took twice the five milliseconds to make."""
    assert tried(PIMC(seconds=0.005), opening(8), monkeypatch) > 20


def test_few_play_outs_are_shared_among_all_options() -> None:
    """Two in each of 20 worlds; were the first options tried in all, the others never would be."""
    info = opening(8)
    decision = PIMC(iterations=40, evaluator="play-outs").decide(info, rows(3))
    visits = [one.visits for one in decision.considered]
    assert len(visits) == len(info.options) == 6
    assert sum(visits) == 40
    assert min(visits) > 0, "each is tried in a third of 20 worlds: one in none has 0.002"


def test_with_time_left_more_worlds_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    info = endgame(closed=True).information(0)
    five = timed(PIMC(seconds=0.1, evaluator="exact"), info, monkeypatch)
    assert median(decision.worlds for decision in five) > 20


def test_tic_tac_toe_is_played_perfectly() -> None:
    """Whoever plays at random against it never wins."""
    player = PIMC(worlds=1, evaluator="exact")
    for seed in range(10):
        watch = Watch(CROSS.new())
        row = rows(seed)[0]
        while not watch.state.over:
            codes = watch.state.codes
            if watch.state.mover == seed % 2:
                watch.play(player.decide(watch.information(seed % 2), rows(1)).option)
            else:
                watch.play(codes[below(row, len(codes))])
        assert int(watch.state.record_array[0]["winner"]) in (0, 1 + seed % 2)


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"evaluator": "best"}, "evaluator cannot be 'best': one of play-outs, uct, exact"),
        ({"combine": "sum"}, "combine cannot be 'sum': one of average, vote"),
        ({"limit": 0}, "limit cannot be 0"),
        ({"nodes": 0}, "nodes cannot be 0: 1 to 10000000"),
        ({"iterations": 5}, "iterations cannot be 5: at least one for each world"),
        ({"worlds": 2, "workers": 3}, "workers cannot be 3: at most one for each world"),
    ],
)
def test_what_cannot_be_is_refused(parameters: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        PIMC(**parameters)


def test_a_game_that_cannot_be_solved_is_refused() -> None:
    watch = Watch(games.load("template").new(seed=1, players=3))
    info = watch.information(watch.state.mover)
    player = PIMC(evaluator="exact")
    with pytest.raises(Unsolvable, match="Little Pond with 3 seats cannot be solved"):
        player.decide(info, rows(1))
    with pytest.raises(Unsolvable, match="which is for two"):
        player.check_game(replace(CROSS, players=(3, 4)))
    PIMC().check_game(replace(CROSS, players=(3, 4)))


def test_the_truth_makes_no_difference() -> None:
    """Whatever lies hidden, the same seed decides the same: only the view and the belief are seen.

    Every world of the belief is put in the place of the truth.
    """
    watch = endgame(closed=True)
    info = watch.information(0)
    for player in (PIMC(evaluator="exact"), PIMC(evaluator="play-outs"), EPIMC(iterations=200)):
        told = {
            json.dumps(astuple(player.decide(watch_of(world).information(0), rows(4))))
            for world in info.worlds(8, rows(1))
        }
        assert told == {json.dumps(astuple(player.decide(info, rows(4))))}


def watch_of(world: Any) -> Watch:
    """The endgame with the hidden cards as they lie in a world."""
    watch = endgame(closed=True)
    states = watch.state.record_array
    for name in ("zone", "depth", "block", "seen"):
        states[name][0] = world[name]
    return watch


def decisions() -> list[Any]:
    """What is decided in some positions, in a form that can be compared."""
    found: list[Decision] = []
    for info in (endgame(closed=True).information(0), opening(5, GAME, 14)):
        found += [
            PIMC(worlds=3, iterations=30, evaluator=evaluator, combine=combine, limit=200).decide(
                info, rows(6)
            )
            for evaluator in EVALUATORS
            for combine in ("average", "vote")
        ]
        found += [
            player.decide(info, rows(6))
            for player in (
                EPIMC(worlds=4, iterations=30, limit=100),
                EPIMC(worlds=4, iterations=80, limit=1, nodes=1),
                PIMC(worlds=3, iterations=120, nodes=1),
                PIMC(worlds=3, iterations=30, evaluator="play-outs", playout="antibully"),
            )
        ]
    return [json.loads(json.dumps(astuple(one))) for one in found]


def test_compiled_and_plain_search_decide_the_same() -> None:
    assert plainly(decisions) == decisions()
