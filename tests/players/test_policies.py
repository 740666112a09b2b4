"""Play-out policies by name: any player of rules that is a kernel, in every search player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import Any

import numpy as np
import pytest

import games
import players.registry as registry
from compiled import PLAY, bind, rows
from players import Decision, UnknownPlayer, make
from players.rules.schnapsen import anti_bully, bully
from players.search.ismcts import search
from players.search.playout import play_out
from players.search.policies import known, policy_parts
from tests.players.positions import GAME as GRID
from tests.players.positions import Seen, plain, undecided
from tests.players.test_planners import opening, options_of, standing

SCHNAPSEN = games.load("schnapsen")
SEARCHERS = [
    "ismcts", "mcts", "mcts(loop=closed)", "flat", "rhea", "pimc", "pimc(evaluator=exact)", "epimc",
    "cheating",
]  # fmt: skip

# ------------------------------------------------------------------------------ a guest's policies


def greatest(s: Any, options: Any, n: int, row: Any) -> int:
    """The option of the greatest code."""
    best = int(options[0])
    for k in range(1, n):
        best = max(best, int(options[k]))
    return best


@dataclass(frozen=True)
class Guest:
    """A player of another package, made of one rule."""

    name: str = "guest"

    @property
    def policy(self) -> Callable[[Any, Any, int, Any], int]:
        return greatest

    def decide(self, info: Any, rng: Any) -> Decision:
        return Decision(max(info.options))


@dataclass(frozen=True)
class Mumbler:
    """One whose policy is no kernel."""

    name: str = "mumbler"
    policy: str = "whatever comes to mind"

    def decide(self, info: Any, rng: Any) -> Decision:
        return Decision(max(info.options))


@pytest.fixture(autouse=True)
def guests(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {
        **registry._found(),
        **{
            made.__name__.lower(): EntryPoint(
                made.__name__.lower(), f"{__name__}:{made.__name__}", registry.GROUP
            )
            for made in (Guest, Mumbler)
        },
    }
    monkeypatch.setattr(registry, "_found", lambda: found)
    monkeypatch.setattr(EntryPoint, "load", load)


def load(point: EntryPoint, real: Any = EntryPoint.load) -> Any:
    """Test modules are not found by their names, so guests are handed over."""
    return {"guest": Guest, "mumbler": Mumbler}.get(point.name) or real(point)


# -------------------------------------------------------------------------------------- their names


def test_policies_are_found_by_name_those_of_other_packages_likewise() -> None:
    assert known(SCHNAPSEN)[:3] == ["random", "antibully", "bully"]
    assert "guest" in known(GRID)
    assert "bully" not in known(GRID)
    assert policy_parts("bully", SCHNAPSEN) == {"choose": bully}
    assert policy_parts("antibully", SCHNAPSEN) == {"choose": anti_bully}
    assert policy_parts("guest", GRID) == {"choose": greatest}


def test_play_outs_by_chance_are_what_they_were() -> None:
    """Nothing is filled, so nothing else is compiled."""
    assert policy_parts("random", GRID) == {}
    assert bind(search, GRID, **policy_parts("random", GRID)) is bind(search, GRID)


@pytest.mark.parametrize("searcher", SEARCHERS)
@pytest.mark.parametrize("policy", ["nobody", "antibully", "ismcts", "mumbler", ""])
def test_what_is_no_policy_is_refused_with_those_that_are(searcher: str, policy: str) -> None:
    """Unknown; of another game; of no kernel; no name at all: said before the first decision."""
    name, _, further = searcher.rstrip(")").partition("(")
    spec = f"{name}({further}{', ' if further else ''}playout={policy})"
    with pytest.raises(
        UnknownPlayer, match=f"{name}: playout cannot be '{policy}': for Tic-Tac-Toe"
    ):
        make(spec, GRID)


# ----------------------------------------------------------------------------------- what they play


def result_by_guest(position: Any, code: int) -> float:
    """The mover's result where an option is followed by the guest's policy for both."""
    states, play = position.states.copy(), plain(GRID, "play")
    play(states[0], code, rows(0))
    while states[0].mover >= 0:
        play(states[0], max(options_of(GRID, states[0])), rows(0))
    return standing(GRID, states[0], position.mover)


@pytest.mark.parametrize(
    "spec",
    [
        "flat(iterations=9, playout=guest)",
        "ismcts(iterations=1, playout=guest)",
        "pimc(iterations=9, worlds=1, evaluator=play-outs, playout=guest)",
    ],
)
def test_every_option_is_worth_what_the_policy_makes_of_it(spec: str) -> None:
    for position in undecided()[::100]:
        decision = make(spec, GRID).decide(Seen(position), rows(1))  # type: ignore[arg-type]
        for one in decision.considered:
            assert one.value == result_by_guest(position, one.option)


@pytest.mark.parametrize(
    "spec",
    [
        "pimc(iterations=1, worlds=1, playout=guest)",
        "pimc(iterations=1, worlds=1, evaluator=exact, limit=1, playout=guest)",
        "epimc(iterations=1, worlds=1, moves=1, limit=1, playout=guest)",
    ],
)
def test_where_a_tree_ends_unsolved_the_policy_plays(spec: str) -> None:
    """The one option that was tried; five cells or more are not solved with one node."""
    for position in undecided()[::50]:
        if len(position.after) >= 5:
            decision = make(spec, GRID).decide(Seen(position), rows(1))  # type: ignore[arg-type]
            [one] = [each for each in decision.considered if each.visits]
            assert one.value == result_by_guest(position, one.option)


def test_rhea_takes_other_seats_to_play_by_the_policy() -> None:
    """The last two cells: the mover's own option, then the other's, which is no choice of ours."""
    for position in undecided():
        if len(position.after) == 3:
            spec = "rhea(iterations=60, length=2, discount=1.0, playout=guest)"
            decision = make(spec, GRID).decide(Seen(position), rows(1))  # type: ignore[arg-type]
            for one in decision.considered:
                assert one.value == pytest.approx(worth_by_guest(position, one.option))


def worth_by_guest(position: Any, code: int) -> float:
    """Of two own options, the second forced: the mean of where they lead."""
    states, play = position.states.copy(), plain(GRID, "play")
    play(states[0], code, rows(0))
    worth = standing(GRID, states[0], position.mover)
    while states[0].mover >= 0:
        play(states[0], max(options_of(GRID, states[0])), rows(0))
    return (worth + standing(GRID, states[0], position.mover)) / 2


def test_a_play_out_by_antibully_is_a_game_between_antibullies() -> None:
    """Move by move, in Schnapsen: the deal ends as if both were played by the rules."""
    from players.rules.by_policy import follow

    out = np.zeros(SCHNAPSEN.option_codes, np.int64)
    by_rules = bind(follow, SCHNAPSEN, policy=anti_bully, compiled=False)
    plays = plain(SCHNAPSEN, "play")
    info = opening(SCHNAPSEN, 5)
    kernel = bind(play_out, SCHNAPSEN, **policy_parts("antibully", SCHNAPSEN))
    for world in range(5):
        worlds = info.worlds(5, rows(2))
        played, asked = worlds[world : world + 1].copy(), worlds[world : world + 1].copy()
        deal = int(played[0].round)
        kernel(played[0], deal, 1 << 40, out, rows(3))
        rng = rows(3)
        while asked[0].mover >= 0 and asked[0].round == deal:
            plays(asked[0], by_rules(asked[0], out, rng[PLAY]), rng)
        assert played.tobytes() == asked.tobytes()
