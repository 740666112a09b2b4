"""What a search refuses to decide, and how much of the world it says that it has looked at."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import games
from compiled import rows
from determinize import InformationSet, TrueInformation, Watch
from players import make, names
from players.registry import factory
from players.search import rdeep
from players.search.budget import Budget
from players.search.ismcts import ISMCTS
from players.search.mcts import MCTS
from players.search.mo_ismcts import MOISMCTS
from players.search.pimc import PIMC
from players.search.redeterminizing import RISMCTS
from players.search.so_pom import SOPOM
from players.search.worlds import drawn
from tests.players.brief import brief

KUHN = games.load("kuhn")
SCHNAPSEN = games.load("schnapsen")
SEARCHES = sorted(
    name
    for cheats in (False, True)
    for name in names(KUHN, cheats=cheats)
    if factory(name).__module__.startswith("players.search.")
)
POSITIONS = ["kuhn", "tic-tac-toe"]


def known(watch: Watch, seat: int) -> InformationSet:
    """What every search takes, also the one that is to be told the truth."""
    return TrueInformation.of(watch, seat)


def asked() -> InformationSet:
    """What the leader of a deal of Schnapsen knows."""
    watch = Watch(SCHNAPSEN.new(seed=8))
    return watch.information(watch.state.mover)


def over(name: str) -> Watch:
    """A game that is over."""
    watch = Watch(games.load(name).new(seed=1))
    while watch.state.mover >= 0:
        watch.play(watch.information(watch.state.mover).options[0])
    return watch


def test_all_searches_are_asked() -> None:
    assert {"osla", "rhea", "flat", "rdeep", "mcts", "pimc", "epimc"} < set(SEARCHES)
    assert {"ismcts", "so-pom", "mo-ismcts", "ris-mcts", "cheating"} < set(SEARCHES)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("search", SEARCHES)
def test_who_has_nothing_to_decide_is_told_so(search: str, name: str) -> None:
    game = games.load(name)
    player = make(brief(search), game)
    watch = Watch(game.new(seed=1))
    waits = f"{game.title}: seat 1 has nothing to decide now: seat 0 is to move"
    with pytest.raises(ValueError, match=f"^{re.escape(waits)}$"):
        player.decide(known(watch, 1), rows(1))
    ended = over(name)
    for seat in (0, 1):
        done = f"{game.title}: seat {seat} has nothing to decide now: the game is over"
        with pytest.raises(ValueError, match=f"^{re.escape(done)}$"):
            player.decide(known(ended, seat), rows(1))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (1, "not 1"),
        (None, "not None"),
        ("x", "not 'x'"),
        (rows(1)[0], "not int64[4]"),
        (rows(1).astype(float), "not float64[3, 4]"),
    ],
)
@pytest.mark.parametrize("search", SEARCHES)
def test_what_is_no_generator_is_refused(search: str, wrong: Any, said: str) -> None:
    info = known(Watch(KUHN.new(seed=1)), 0)
    with pytest.raises(TypeError, match=re.escape("takes generator rows, int64[3, 4]")) as caught:
        make(brief(search), KUHN).decide(info, wrong)
    assert str(caught.value).endswith(said)


# ----------------------------------------------------------------------------------------- worlds


@pytest.mark.parametrize(
    ("spec", "worlds"),
    [
        ("pimc(seconds=0.000000001)", 1),
        ("pimc(seconds=0.000000001, evaluator=play-outs)", 1),
        ("pimc(seconds=0.000000001, evaluator=play-outs, workers=3)", 3),
        ("pimc(iterations=40)", 20),
        ("epimc(iterations=1)", 1),
        ("epimc(iterations=7, workers=2)", 7),
        ("epimc(iterations=100, workers=64)", 50),
        ("ismcts(seconds=0.000000001)", 1),
        ("ismcts(seconds=0.000000001, workers=3)", 3),
        ("ismcts(seconds=0.000000001, workers=70)", 70),
        ("ismcts(iterations=30, reuse=yes)", 30),
        ("so-pom(seconds=0.000000001)", 1),
        ("mo-ismcts(seconds=0.000000001)", 1),
        ("ris-mcts(seconds=0.000000001)", 1),
        ("rhea(seconds=0.000000001)", 1),
        ("flat(seconds=0.000000001)", 1),
        ("flat(iterations=30)", 5),
        ("mcts", 1),
        ("osla(seconds=0.000000001)", 1),
        ("osla(worlds=7)", 7),
        ("rdeep(seconds=0.000000001)", 6),
        ("rdeep(samples=2)", 12),
        ("epimc(seconds=0.000000001)", 1),
    ],
)
def test_worlds_are_those_that_were_looked_at(spec: str, worlds: int) -> None:
    info = asked()
    assert len(info.options) == 6
    assert make(spec, SCHNAPSEN).decide(info, rows(3)).worlds == worlds


def test_rdeep_looks_at_no_worlds_for_what_it_does_not_weigh(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Clue offers all accusations; few of them are sensible, and no others draw worlds."""
    asked_for = []

    def counted(info: InformationSet, n: int, rng: Any) -> Any:
        asked_for.append(n)
        return drawn(info, n, rng)

    monkeypatch.setattr(rdeep, "drawn", counted)
    game = games.load("clue")
    watch = Watch(game.new(seed=1))
    while len(watch.state.codes) < 20:
        watch.play(watch.state.codes[0])
    info = watch.information(watch.state.mover)
    decision = make("rdeep(samples=2)", game).decide(info, rows(1))
    assert decision.worlds == 2 * len(decision.considered) == sum(asked_for)
    assert len(decision.considered) < len(info.options)


def test_worlds_without_time_do_not_vote() -> None:
    info = asked()
    decision = PIMC(seconds=1e-9, evaluator="play-outs", combine="vote").decide(info, rows(3))
    assert sum(one.agreement or 0.0 for one in decision.considered) == pytest.approx(1.0)
    assert {one.agreement for one in decision.considered} <= {0.0, 1.0, 1 / 6}


# ------------------------------------------------------------------------------------------- room


def test_trees_have_no_more_room_than_time_can_fill() -> None:
    assert Budget(seconds=0.01).room(10_000_000, 50) <= 100_000
    assert Budget(seconds=0.01, workers=64).room(100, 50) == 100
    assert Budget(seconds=1e-9).room(10_000_000, 50) == 50
    assert Budget(iterations=300, workers=3).room(10_000_000, 50) == 101
    assert Budget(iterations=300, workers=3).room(10, 50) == 50


@pytest.mark.parametrize("player", [ISMCTS(), MCTS(), SOPOM(), MOISMCTS(), RISMCTS()])
def test_no_tree_reserves_more(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    reserved = []
    zeros = np.zeros

    def counted(shape: Any, *rest: Any, **named: Any) -> Any:
        made = zeros(shape, *rest, **named)
        reserved.append(made.nbytes)
        return made

    info = Watch(KUHN.new(seed=1)).information(0)
    player.decide(info, rows(1))
    timed = replace(player, seconds=0.001, nodes=10_000_000)
    monkeypatch.setattr(np, "zeros", counted)
    timed.decide(info, rows(1))
    assert 0 < max(reserved) < 4 << 20
