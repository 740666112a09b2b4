"""The player that looks at the true state: in experiments it is strong, elsewhere it does not sit.

All follows from seeds. That knowing is worth something is held to a bound with a stated error rate.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import games
from arena import audit_player, average_policy, compare, moves, play_match, predict
from arena.audit import Fault
from arena.match import ask
from arena.seeds import player_rows
from compiled import rows
from determinize import TrueInformation, Watch
from players import Decision, ExperimentOnly, UnknownPlayer, make, names
from players.search.solver import solve

GAME = games.load("schnapsen")
POND = games.load("template")
KUHN = games.load("kuhn")
DEAL = {"match_target": 1}
QUICK = "cheating(iterations=30)"
HONEST = "ismcts(iterations=30)"


def test_it_is_listed_apart_and_nobody_suggests_it() -> None:
    assert names(cheats=True) == ["cheating"]
    assert "cheating" not in names()
    for game in games.names():
        assert "cheating" not in names(games.load(game))
    with pytest.raises(UnknownPlayer) as raised:
        make("cheatin", GAME)
    assert "cheat" not in str(raised.value).partition("unknown")[2]
    assert make(QUICK, GAME).name == QUICK


REFUSED: list[Callable[[], Any]] = [
    lambda: play_match(GAME, [make(QUICK, GAME), make("bully", GAME)], parameters=DEAL),
    lambda: next(moves(Watch(GAME.new()), [make("bully", GAME), make(QUICK, GAME)], seed=1)),
    lambda: ask(Watch(GAME.new()), make(QUICK, GAME), 0, rows(1)),
    lambda: compare(GAME, [QUICK, "bully"], games=2, workers=1),
    lambda: predict(GAME, ["bully", QUICK], games=1, workers=1, parameters=DEAL),
    lambda: average_policy(KUHN, make(QUICK, KUHN), samples=1),
    lambda: make(QUICK, GAME).decide(Watch(GAME.new()).information(0), rows(1)),
]
CALLS = ("play_match", "moves", "ask", "compare", "predict", "average_policy", "decide")


@pytest.mark.parametrize("call", REFUSED, ids=CALLS)
def test_without_an_experiment_it_is_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(ExperimentOnly) as raised:
        call()
    assert str(raised.value) == (
        f"{QUICK} looks at the true state: for experiments only, which say so"
        " (experiment=True, or unseen compare --experiment)"
    )


class Recorder:
    """Notes what it is handed; whether it cheats is for each test to say."""

    name = "recorder"

    def __init__(self, *, cheats: bool) -> None:
        self.cheats = cheats
        self.handed: list[Any] = []

    def decide(self, info: Any, rng: Any) -> Decision:
        self.handed.append(info)
        return Decision(info.options[0])


def test_only_the_cheat_is_handed_the_truth_and_only_as_a_copy() -> None:
    honest, cheat = Recorder(cheats=False), Recorder(cheats=True)
    watch = Watch(GAME.new(seed=3, **DEAL))
    for number, move in enumerate(moves(watch, [honest, cheat], seed=3, experiment=True)):
        if move.decision is not None and move.seat == 1:
            info = cheat.handed[-1]
            own = watch.information(1)
            worlds = info.worlds(2, player_rows(3, 1, number))
            assert worlds.tobytes() == 2 * watch.state.record_array.tobytes()
            assert info.state.tobytes() == own.state.tobytes()
            assert (info.count, info.options) == (own.count, own.options)
            before = watch.state.record_array.tobytes()
            worlds["zone"] = 0
            info.truth["zone"] = 0
            assert watch.state.record_array.tobytes() == before
    assert cheat.handed
    assert all(isinstance(info, TrueInformation) for info in cheat.handed)
    assert honest.handed
    assert not any(isinstance(info, TrueInformation) for info in honest.handed)


def test_alpha_beta_finds_the_true_value() -> None:
    """In Kuhn poker, every deal: seen cards are played as the solver says."""
    seen = set()
    for seed in range(12):
        watch = Watch(KUHN.new(seed=seed))
        player = make("cheating(evaluator=exact)", KUHN)
        found = ask(watch, player, 0, rows(seed), experiment=True)
        assert found.decision is not None
        true = solve(KUHN, watch.state.record_array[0])
        assert found.option in true.best
        assert found.decision.considered[0].value == pytest.approx(true.value)
        seen.add(true.best)
    assert len(seen) > 1  # what is best depends on the hidden card


def test_knowing_is_worth_something() -> None:
    """The same search with and without, on 100 deals. Equal players would pass with 0.001."""
    series = compare(
        GAME, [QUICK, HONEST], games=200, seed=5, parameters=DEAL, experiment=True, workers=1
    )
    [pair] = series.pairs
    assert (pair.a, pair.b) == (QUICK, HONEST)
    assert pair.low is not None
    standard_error = (pair.difference - pair.low) / 1.984  # Student's, 99 degrees of freedom
    assert pair.difference > 3.175 * standard_error


@pytest.mark.parametrize("game", [GAME, POND], ids=lambda game: game.name)
def test_the_audit_finds_it_out(game: games.Game) -> None:
    found = audit_player(game, QUICK, positions=2, worlds=6, seed=1, workers=1)
    assert not found.passed
    assert found.kind == Fault.PEEKING.name
    assert found.example is not None
    assert found.example.differs
    assert found.example.read == ("the true state",)


def test_it_refuses_games_that_cannot_be_solved() -> None:
    with pytest.raises(UnknownPlayer, match="evaluator cannot be 'table'"):
        make("cheating(evaluator=table)", GAME)
    with pytest.raises(UnknownPlayer, match=r"workers cannot be 2: .* on one thread: 1"):
        make("cheating(workers=2)", GAME)
