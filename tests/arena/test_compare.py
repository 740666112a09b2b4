"""Comparisons: paired, balanced, and the same however they are run."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

import games
from arena import MatchResult, compare
from arena.compare import Comparison, _summary, shares
from arena.lineups import lineups
from players import UnknownPlayer

GAME = games.load("schnapsen")
POND = games.load("template")
DEAL = {"match_target": 1}


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


def untimed(result: Comparison) -> Comparison:
    players = tuple(replace(row, seconds_per_decision=None) for row in result.players)
    return replace(result, players=players)


def test_a_player_against_itself_differs_by_exactly_nothing() -> None:
    """The control: equal chances on equal deals, so the seats' results cancel in every deal."""
    for spec in ("random", "bully"):
        result = compare(GAME, [spec, spec], games=20, seed=3, parameters=DEAL)
        assert [row.player for row in result.players] == [f"{spec}#1", f"{spec}#2"]
        assert [row.rate for row in result.players] == [0.5, 0.5]
        assert [row.points for row in result.players] == [0.0, 0.0]
        assert result.pairs[0].difference == 0.0
        assert result.pairs[0].agree


def test_nobody_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="nobody plays: name at least one player"):
        compare(GAME, [])


def test_results_do_not_depend_on_the_number_of_processes(pool: Executor) -> None:
    specs = ["random", "rdeep(samples=2)"]
    here = compare(GAME, specs, games=12, seed=5, parameters=DEAL, workers=1)
    there = compare(GAME, specs, games=12, seed=5, parameters=DEAL, executor=pool)
    assert untimed(here) == untimed(there)


def test_rdeep_beats_bully() -> None:
    """RDeep wins about nine deals of ten: 40 games leave no doubt (error rate below 1e-9)."""
    result = compare(GAME, ["rdeep", "bully"], games=40, seed=1, parameters=DEAL)
    assert result.pairs[0].low is not None
    assert result.pairs[0].low > 0
    first, second = result.players
    assert first.rate > 0.7
    assert first.rate + second.rate == pytest.approx(1)
    assert first.points == pytest.approx(-second.points)
    assert first.seconds_per_decision is not None


def test_games_are_rounded_up_to_whole_deals() -> None:
    result = compare(GAME, ["random", "bully", "antibully"], games=10, seed=1, parameters=DEAL)
    assert (result.deals, result.games) == (2, 12)
    assert [row.games for row in result.players] == [8, 8, 8]
    assert [(pair.a, pair.b, pair.games) for pair in result.pairs] == [
        ("random", "bully", 4),
        ("random", "antibully", 4),
        ("bully", "antibully", 4),
    ]


def test_more_seats_than_names() -> None:
    result = compare(POND, ["random", "random"], games=4, seats=3, seed=1)
    assert [row.games for row in result.players] == [6, 6]  # each fills 3 of 6 seats, twice over
    assert sum(row.rate for row in result.players) * 6 == pytest.approx(4, abs=1e-9)


def test_first_places_are_shared_in_equal_parts() -> None:
    result = MatchResult(0, (2.0, 2.0, 1.0), (1, 1, 1), (0.0, 0.0, 0.0), ())
    assert shares(result, together=False) == [0.5, 0.5, 0.0]
    assert shares(result, together=True) == [1.0, 1.0, 1.0]


def test_the_table_by_hand() -> None:
    """Two deals, a wins both games of the first, the second is split with a draw."""

    def ended(*returns: float) -> MatchResult:
        return MatchResult(0, returns, (2, 3), (0.2, 0.6), ())

    deals = [[ended(2, -2), ended(-1, 1)], [ended(0, 0), ended(3, -3)]]
    result = _summary(["a", "b"], lineups(2, 2), deals, together=False)
    a, b = result.players
    assert (a.games, a.wins, a.draws, a.losses) == (4, 2, 1, 1)
    assert (b.games, b.wins, b.draws, b.losses) == (4, 1, 1, 2)
    assert (a.rate, b.rate) == (0.625, 0.375)
    assert (a.points, b.points) == (0.0, 0.0)
    assert a.low < 0.625 < a.high
    assert a.seconds_per_decision == pytest.approx(1.6 / 10)
    [pair] = result.pairs
    assert (pair.difference, pair.games) == (0.25, 4)  # deal by deal: 1 and -1/2


def test_a_game_won_together_counts_the_team_once() -> None:
    def ended(result: float) -> MatchResult:
        return MatchResult(0, (result, result), (1, 1), (0.1, 0.1), ())

    deals = [[ended(1), ended(-1)], [ended(1), ended(1)]]
    result = _summary(["a", "b"], lineups(2, 2, alone=True), deals, together=True)
    a, b = result.players
    assert (a.games, a.wins, a.losses, a.rate) == (2, 2, 0, 1.0)
    assert (b.games, b.wins, b.losses, b.rate) == (2, 1, 1, 0.5)
    assert result.pairs[0].difference == 0.5


def test_what_cannot_be_is_said_before_anything_is_played() -> None:
    with pytest.raises(UnknownPlayer, match="did you mean ismcts"):
        compare(GAME, ["random", "ismcst"])
    with pytest.raises(ValueError, match="at least 1, not 0"):
        compare(GAME, ["random", "bully"], games=0)
    with pytest.raises(ValueError, match="2 players, not 4"):
        compare(GAME, ["random", "bully"], seats=4)
    with pytest.raises(ValueError, match="no preset 'club'"):
        compare(GAME, ["random", "bully"], preset="club")
