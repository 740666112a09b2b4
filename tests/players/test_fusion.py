"""Strategy fusion: PIMC falls for it where it is all there is, postponed reasoning does not."""

from __future__ import annotations

from dataclasses import replace
from itertools import product as pairs
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import games
from compiled import rows
from determinize import Watch
from players.search.alpha_mu import Planner, Spent
from players.search.epimc import EPIMC
from players.search.fronts import pareto, product
from players.search.ismcts import ISMCTS
from players.search.pimc import PIMC
from players.search.solver import Unsolvable, solve
from tests.players.guessing import GAME as GUESSING
from tests.players.guessing import NAME, OPEN, SAFE
from tests.players.test_search import GAME, endgame

KUHN = games.load("kuhn")
POND = games.load("template")


@pytest.mark.parametrize("seed", range(5))
def test_pimc_opens_the_box_and_postponed_reasoning_does_not(seed: int) -> None:
    """Safe is worth 0.6; a guess a half, which PIMC takes for 1: it knows the card in each world.

    With 50 worlds, 30 or more alike would make the guess right to take; chance 0.2 for that. With
    400 the figure is 1e-4.
    """
    info = Watch(GUESSING.new(seed=seed)).information(0)
    for player in (PIMC(evaluator="exact"), PIMC(), PIMC(evaluator="exact", combine="vote")):
        assert player.decide(info, rows(seed)).option == OPEN
    for player in (EPIMC(worlds=400, moves=2), EPIMC(worlds=400), ISMCTS()):
        decision = player.decide(info, rows(seed))
        assert decision.option == SAFE
        assert decision.considered[0].value == pytest.approx(0.6)


def test_one_decision_ahead_it_is_pimc() -> None:
    info = Watch(GUESSING.new(seed=1)).information(0)
    decision = EPIMC(worlds=400, moves=1).decide(info, rows(1))
    assert decision.option == OPEN
    assert decision.considered[0].value == 1.0


def test_visits_sum_to_iterations_and_the_workers_change_nothing_twice() -> None:
    info = endgame(closed=True).information(0)
    for workers in (1, 3):
        player = EPIMC(iterations=250, workers=workers)
        decision = player.decide(info, rows(2))
        assert sum(one.visits for one in decision.considered) == 250
        assert player.decide(info, rows(2)) == decision
        assert GAME.faces[decision.option] == "AH"


def giving_play(s: Any, action: int, rng: Any) -> None:
    """Seat 0 takes what is safe, or lets seat 1 choose between results of 0.6 and 0.9 and less."""
    if action == OPEN:
        s.decision, s.mover = 1, 1
        return
    s.result = action
    s.mover = -1


def giving_returns(s: Any, out: Any) -> None:
    out[0], out[1] = -0.4, 0.0
    if s.result == NAME:
        out[0], out[1] = 0.2, 0.8
    elif s.result == NAME + 1:
        out[0], out[1] = -0.8, -0.6


def test_whom_results_do_not_add_up_for_plays_for_its_own() -> None:
    """What is bad for one is not good for the other; where nothing is solved nobody believes so."""
    rules: Any = SimpleNamespace(**vars(GUESSING.rules))
    rules.play, rules.returns = giving_play, giving_returns
    giving = replace(GUESSING, name="giving", rules=rules)
    decision = EPIMC(iterations=2000).decide(Watch(giving.new(seed=1)).information(0), rows(1))
    assert decision.option == OPEN
    assert decision.considered[0].value == pytest.approx(0.6, abs=0.05)
    assert decision.considered[0].line[0] == NAME


@pytest.mark.parametrize(
    ("game", "parameters"), [(POND, {"players": 3}), (GUESSING, {"shaken": True})]
)
def test_where_nothing_can_be_solved_worlds_are_played_out(
    game: games.Game, parameters: dict[str, Any]
) -> None:
    watch = Watch(game.new(seed=1, **parameters))
    info = watch.information(watch.state.mover)
    decision = EPIMC(iterations=100).decide(info, rows(1))
    assert decision.option in info.options
    assert sum(one.visits for one in decision.considered) == 100


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"moves": 0}, "moves cannot be 0: 1 to 100"),
        ({"worlds": 0}, "worlds cannot be 0"),
        ({"limit": -1}, "limit cannot be -1"),
        ({"exploration": -1}, "exploration cannot be -1"),
    ],
)
def test_what_cannot_be_is_refused(parameters: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        EPIMC(**parameters)


# --------------------------------------------------------------------------------- fronts and plans


def test_a_front_holds_what_nothing_dominates() -> None:
    """Against the definition, all pairs, random vectors with ties."""
    random = np.random.default_rng(5)
    for _ in range(50):
        vectors = random.integers(0, 3, (12, 3)) / 2
        whole, cut = pareto(vectors, 100)
        assert not cut
        kept = {tuple(each) for each in whole.tolist()}
        expected = {
            tuple(a)
            for a in vectors.tolist()
            if not any(
                b != a and all(x >= y for x, y in zip(b, a, strict=True)) for b in vectors.tolist()
            )
        }
        assert kept == expected
        assert len(whole) == len(kept)
        for most in (1, 2, len(kept)):
            best, cut = pareto(vectors, most)
            assert len(best) == min(most, len(kept))
            assert cut == (len(kept) > most)  # what is dominated is no loss
        assert best[0].mean() == vectors.mean(axis=1).max()


def test_a_product_holds_the_worst_of_each_pair() -> None:
    one, other = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.5, 0.5], [1.0, 0.0]])
    every = [np.minimum(a, b).tolist() for a, b in pairs(one, other)]
    found = product(one, other, 10)[0].tolist()
    assert all(each in every for each in found)
    assert sorted(found) == [[0.0, 0.5], [1.0, 0.0]]


def test_a_cut_front_may_lose_the_best_plan() -> None:
    """The vector with the greatest mean alone, and where another knows the world it is worse."""
    mine, theirs = np.array([[1.0, 0.5], [0.0, 1.0]]), np.array([[0.0, 1.0]])
    kept, cut = pareto(mine, 1)
    assert cut
    assert product(mine, theirs, 9)[0].mean(axis=1).max() == 0.5
    assert product(kept, theirs, 9)[0].mean(axis=1).max() == 0.25


def planner(info: Any, front: int, budget: int = 100_000) -> Planner:
    return Planner(info.game, info.seat, 0, front, 10_000, rows(0), budget)


def test_plans_of_one_decision_are_pimcs_values() -> None:
    info = endgame(closed=True).information(0)
    worlds = info.worlds(10, rows(1))
    for option in info.options:
        values = planner(info, 16).after(worlds, option, 0)
        solved = [solve(GAME, world) for world in worlds]
        assert values[0].tolist() == [one.values[one.options.index(option)] for one in solved]


def test_plans_to_the_end_are_no_better_than_knowing() -> None:
    """And one that keeps more vectors is no worse."""
    info = Watch(KUHN.new(seed=2)).information(0)
    worlds = info.worlds(20, rows(1))
    for option in info.options:
        known, few, many = (
            planner(info, front).after(worlds, option, moves).mean(axis=1).max()
            for front, moves in ((1, 0), (1, 9), (16, 9))
        )
        assert few <= many <= known
    guess = Watch(GUESSING.new(seed=1)).information(0)
    worlds = guess.worlds(100, rows(1))
    whole = planner(guess, 16).after(worlds, OPEN, 9)
    assert whole.mean(axis=1).max() < 0.7
    assert whole.shape == (2, 100)
    assert (whole.sum(axis=0) == 1).all()  # each world is won by one of the two plans


def test_a_planner_tells_that_it_has_cut() -> None:
    guess = Watch(GUESSING.new(seed=1)).information(0)
    worlds = guess.worlds(20, rows(1))
    for front in (1, 2):  # two names, each right in some worlds
        one = planner(guess, front)
        one.after(worlds, OPEN, 9)
        assert one.complete
        assert one.cut == (front < 2)


@pytest.mark.parametrize("parameters", [{"shaken": True}, {"tossed": True}])
def test_plans_that_come_to_chance_are_refused(parameters: dict[str, Any]) -> None:
    """Also where it is met at the last move, after which nothing is left to solve."""
    guess = Watch(GUESSING.new(seed=1, **parameters)).information(0)
    with pytest.raises(Unsolvable, match="draw random numbers during play"):
        planner(guess, 16).after(guess.worlds(20, rows(1)), OPEN, 9)


def test_a_planner_stops_where_its_budget_ends() -> None:
    info = Watch(KUHN.new(seed=2)).information(0)
    with pytest.raises(Spent):
        planner(info, 16, budget=10).after(info.worlds(20, rows(1)), 0, 2)
