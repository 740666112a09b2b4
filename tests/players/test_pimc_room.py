"""What PIMC, EPIMC and the cheat keep in memory, and how what worlds have found is added up."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from compiled import rows
from determinize import TrueInformation, Watch
from players.search.cheating import Cheating
from players.search.epimc import EPIMC
from players.search.pimc import PIMC
from players.search.tree import new_tree
from players.search.votes import Looked, Votes
from tests.players.test_search import GAME, opening

ROOMS = [
    # what it is, how many trees, how many nodes each has room for
    (PIMC(worlds=7, iterations=700), 7, 101),
    (PIMC(worlds=7, iterations=700, nodes=50), 7, 50),
    (PIMC(worlds=7, iterations=700, nodes=1), 7, 14),  # twice the root and its six children
    (PIMC(worlds=7, iterations=701, nodes=10_000_000, workers=2), 7, 118),  # three of them: 350
    (PIMC(worlds=20, seconds=0.01), 20, 2001),
    (PIMC(worlds=20, seconds=0.01, nodes=30), 20, 30),
    (PIMC(worlds=20, seconds=1e-6), 20, 14),
    (PIMC(worlds=9, iterations=900, evaluator="exact", limit=1, nodes=50), 9, 50),
    (PIMC(worlds=9, iterations=900, evaluator="exact", limit=1), 9, 101),
    (Cheating(iterations=300, nodes=40), 1, 40),
    (Cheating(iterations=300), 1, 301),
    (EPIMC(iterations=300, limit=1), 1, 901),  # three decisions each
    (EPIMC(iterations=300, limit=1, nodes=100), 1, 100),
    (EPIMC(iterations=300, limit=1, nodes=1), 1, 2 * GAME.option_codes + 3),
]


@pytest.mark.parametrize(("player", "trees", "nodes"), ROOMS, ids=lambda one: str(one)[:70])
def test_trees_have_no_more_room_than_they_can_fill_or_may(
    player: PIMC | EPIMC | Cheating, trees: int, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def noted(room: int) -> Any:
        made.append(room)
        return new_tree(room)

    for module in ("evaluators", "epimc"):
        monkeypatch.setattr(f"players.search.{module}.new_tree", noted)
    watch = Watch(GAME.new(seed=8))
    true = TrueInformation.of(watch, watch.state.mover)
    info = true if isinstance(player, Cheating) else opening(8)
    assert len(info.options) == 6
    decision = player.decide(info, rows(1))
    assert len(made) == trees
    assert max(made) == nodes
    if not player.seconds and decision.unsolved == 0:
        assert sum(one.visits for one in decision.considered) == player.iterations
        assert {one.option for one in decision.considered} == set(info.options)


def test_all_trees_together_have_ten_million_nodes() -> None:
    """However many worlds, workers, and nodes of each: what is asked is not what is made."""
    for workers in (1, 4):
        player = PIMC(worlds=2000, seconds=3600.0, nodes=10_000_000, workers=workers)
        info, own = opening(8), 2000 // workers
        make = player._maker(info, np.array(info.options), own, 1, rows(1))
        assert make(info.worlds(1, rows(1)))._tree.size == 5000  # type: ignore[attr-defined]


def test_the_cheat_is_perfect_information_monte_carlo_in_one_world() -> None:
    told = {"iterations": 7, "seconds": 0.5, "workers": 1, "exploration": 0.5, "depth": 3,
            "evaluator": "exact", "limit": 9, "nodes": 11, "playout": "bully"}  # fmt: skip
    assert set(told) == set(Cheating.__dataclass_fields__) - {"cheats", "reads"}
    assert Cheating(**told)._search() == PIMC(worlds=1, **told)  # type: ignore[arg-type]


def looked(visits: list[int], sums: list[float], *, line: int, by_visits: bool = False) -> Looked:
    return Looked(
        np.array(visits), np.array(sums), sum(visits), lambda k: (line, k), by_visits=by_visits
    )


WORLDS = [
    looked([4, 2, 0], [1.0, 1.5, 0.0], line=7),
    looked([0, 0, 0], [0.0, 0.0, 0.0], line=8),  # there was no time for it
    looked([1, 3, 4], [0.5, 1.5, 1.0], line=9),
]


def test_worlds_are_averaged_or_vote() -> None:
    """By hand: the second option has the best mean in both; in the second, the first as well."""
    votes = Votes(np.array([30, 20, 10]))
    for one in WORLDS:
        votes.add(one)
    assert votes.worlds == 2
    found = {one.option: one for one in votes.considered("average")}
    assert [one.option for one in votes.considered("average")] == [20, 30, 10]
    assert [found[option].visits for option in (30, 20, 10)] == [5, 5, 4]
    assert [found[option].value for option in (30, 20, 10)] == [1.5 / 5, 3.0 / 5, 1.0 / 4]
    assert [found[option].agreement for option in (30, 20, 10)] == [0.25, 0.75, 0.0]
    assert [found[option].line for option in (30, 20, 10)] == [(7, 0), (9, 1), (9, 2)]
    assert {one.availability for one in found.values()} == {14}


def test_trees_vote_by_visits_and_are_ranked_by_them() -> None:
    votes = Votes(np.array([30, 20, 10]))
    votes.add(looked([4, 2, 0], [1.0, 1.5, 0.0], line=7, by_visits=True))
    votes.add(looked([4, 1, 3], [0.5, 1.0, 3.0], line=7, by_visits=True))
    assert [one.option for one in votes.considered("average")] == [30, 10, 20]  # 8, 3 and 3
    votes.add(looked([0, 1, 0], [0.0, 0.0, 0.0], line=7, by_visits=True))
    assert [one.option for one in votes.considered("average")] == [30, 20, 10]
    assert [one.agreement for one in votes.considered("vote")] == [2 / 3, 1 / 3, 0.0]


@pytest.mark.parametrize("cut", range(4))
def test_workers_are_added_up_as_their_worlds_would_be(cut: int) -> None:
    first = np.array([30, 20, 10])
    whole, parts = Votes(first), (Votes(first), Votes(first))
    for number, one in enumerate(WORLDS):
        whole.add(one)
        parts[number >= cut].add(one)
    parts[0].add_all(parts[1])
    assert parts[0].considered("vote") == whole.considered("vote")
    assert (parts[0].worlds, parts[0].unsolved) == (whole.worlds, whole.unsolved) == (2, 2)
