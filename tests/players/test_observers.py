"""Searches whose trees follow what seats see: so-pom and mo-ismcts, by their papers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from games.kit.seam import legal, play
from players import UnknownPlayer, make
from players.search.edges import edges_of
from players.search.ismcts import search
from players.search.mo_ismcts import search_together
from players.search.playout import play_out, rewards
from players.search.reuse import new_trees
from players.search.settings import NO_END, settings
from players.search.so_pom import search_observed
from players.search.tree import ITERATIONS, NODES, NONE, new_counts, new_tree
from tests.games.clue_tables import A, B, C, arrange
from tests.players.test_search import GAME, POND, opening, select
from tests.players.veiled import visible as veiled

KUHN, CLUE = games.load("kuhn"), games.load("clue")

# ------------------------------------------------------------------ where every move is seen by all

ALIKE = [(GAME, 0), (GAME, 7), (POND, 0), (POND, 5), (KUHN, 0)]
"""Games without ``visible``, and moves before the position."""


@pytest.mark.parametrize("name", ["so-pom", "mo-ismcts"])
@pytest.mark.parametrize(("game", "moves"), ALIKE)
@pytest.mark.parametrize(
    "told",
    ["iterations=300", "iterations=900, nodes=70", "iterations=200, depth=2, tree_depth=3",
     "iterations=200, workers=3, exploration=0.2"],
)  # fmt: skip
def test_where_all_is_seen_it_decides_as_ismcts(
    name: str, game: games.Game, moves: int, told: str
) -> None:
    """Draw for draw: visits, values, availability, and what is left of the generator."""
    for seed in (1, 2):
        info, used = opening(seed, game, moves), [rows(seed, 1), rows(seed, 1)]
        mine = make(f"{name}({told})", game).decide(info, used[0])
        assert mine == make(f"ismcts({told})", game).decide(info, used[1])
        assert (used[0] == used[1]).all()


@pytest.mark.parametrize(("game", "moves"), ALIKE[:4])
@pytest.mark.parametrize("room", [400, 60])
def test_where_all_is_seen_every_seats_tree_is_the_single_one(
    game: games.Game, moves: int, room: int
) -> None:
    """Node by node; availability is counted where the tree's own seat moves."""
    info = opening(3, game, moves)
    worlds, first = info.worlds(50, rows(3)), np.array(info.options)
    scratch, how = np.zeros(1, game.dtype), settings(0.7)[0]
    tree, counts = new_tree(room), new_counts()
    bind(search, game)(tree, counts, worlds, scratch, first, how, 390, rows(3, 1))
    trees, all_counts = new_trees(int(info.state.seats), room)
    bind(search_together, game)(trees, all_counts, worlds, scratch, first, how, 390, rows(3, 1))
    for seat, one in enumerate(trees):
        assert all_counts[seat].tolist() == counts.tolist()
        for name in ("action", "mover", "visits", "reward", "child", "sibling"):
            assert (one[name] == tree[name])[: counts[NODES]].all()
        own = one["mover"][: counts[NODES]] == seat
        own[0] = False
        assert (one["availability"] == tree["availability"])[: counts[NODES]][own].all()


# ---------------------------------------------------------------- the trees against plain twins


@dataclass
class Node:
    """A node as the paper tells it; children by what was seen and who moved."""

    mover: int = NONE
    visits: int = 0
    reward: float = 0.0
    availability: int = 0
    children: dict[tuple[int, int], Node] = field(default_factory=dict)


def codes_of(s: Any) -> list[int]:
    out = np.zeros(POND.option_codes, np.int64)
    return [int(code) for code in out[: bind(options, POND, compiled=False)(s, out)]]


def options(s: Any, out: Any) -> int:
    return legal(s, out)


def play_code(s: Any, code: int, rng: Any) -> None:
    play(s, code, rng)


def chosen(node: Node, edges: list[tuple[int, int]], row: Any) -> tuple[tuple[int, int], bool]:
    """The next edge, and whether it is new: those never tried first, then by UCB1."""
    untried = [edge for edge in edges if edge not in node.children]
    if untried:
        return untried[below(row, len(untried))], True
    # select() asks for children by code, and meets them in the order in which they were made.
    here = [edge for edge in node.children if edge in edges]
    as_coded: Any = Node(children={k: node.children[edge] for k, edge in enumerate(here)})  # type: ignore[misc]
    return here[select(as_coded, list(range(len(here))), row)], False


def finish(s: Any, deal: int, paths: list[list[Node]], rng: Any) -> None:
    out, result = np.zeros(POND.option_codes, np.int64), np.zeros(POND.players[1])
    bind(play_out, POND, compiled=False)(s, deal, NO_END, out, rng)
    bind(rewards, POND, compiled=False)(s, result)
    for path in paths:
        for node in path:
            node.visits += 1
            node.reward += float(result[node.mover]) if node.mover != NONE else 0.0


def so_pom(worlds: Any, me: int, iterations: int, rng: Any) -> Node:
    """SO-ISMCTS + POM: at others' nodes one edge for all options that look alike."""
    root = Node()
    for i in range(iterations):
        s = worlds[i % len(worlds) : i % len(worlds) + 1].copy()[0]
        deal, node, path, new = int(s.round), root, [root], False
        while not new and s.mover >= 0 and s.round == deal:
            mover = int(s.mover)
            alike: dict[tuple[int, int], list[int]] = {}
            for code in codes_of(s):
                alike.setdefault((veiled(s, code, me), mover), []).append(code)
            edge, new = chosen(node, list(alike), rng[PLAY])
            for one in alike:
                if one in node.children:
                    node.children[one].availability += 1
            node = node.children.setdefault(edge, Node(mover, availability=1))
            path.append(node)
            group = alike[edge]
            code = group[below(rng[PLAY], len(group))] if len(group) > 1 else group[0]
            bind(play_code, POND, compiled=False)(s, code, rng)
        finish(s, deal, [path], rng)
    return root


def mo(worlds: Any, seats: int, iterations: int, rng: Any) -> list[Node]:
    """MO-ISMCTS: a tree for each seat; the mover's decides, all of them go on."""
    roots = [Node() for _ in range(seats)]
    for i in range(iterations):
        s = worlds[i % len(worlds) : i % len(worlds) + 1].copy()[0]
        deal, at, new = int(s.round), list(roots), False
        paths = [[root] for root in roots]
        while not new and s.mover >= 0 and s.round == deal:
            mover = int(s.mover)
            edges = [(code, mover) for code in codes_of(s)]
            (code, _), new = chosen(at[mover], edges, rng[PLAY])
            for one in edges:
                if one in at[mover].children:
                    at[mover].children[one].availability += 1
            for seat in range(seats):
                seen = veiled(s, code, seat), mover
                at[seat] = at[seat].children.setdefault(seen, Node(mover, availability=1))
                paths[seat].append(at[seat])
            bind(play_code, POND, compiled=False)(s, code, rng)
        finish(s, deal, paths, rng)
    return roots


def nodes_of(tree: Any, at: int = 0) -> Node:
    """A searched tree in the twin's form."""
    one = tree[at]
    node = Node(int(one.mover) if at else NONE, int(one.visits), float(one.reward))
    node.availability = int(one.availability)
    child = int(one.child)
    while child != NONE:
        key = int(tree[child].action), int(tree[child].mover)
        node.children[key] = nodes_of(tree, child)
        child = int(tree[child].sibling)
    return node


@pytest.mark.parametrize("moves", [0, 4])
def test_trees_of_what_is_seen_are_the_papers(moves: int) -> None:
    """Moves that look alike to a seat are one step in its tree, and two in another's."""
    iterations = 120
    info = opening(2, POND, moves)
    worlds, first = info.worlds(20, rows(2)), np.array(info.options)
    scratch, how = np.zeros(1, POND.dtype), settings(0.7)[0]
    tree, counts = new_tree(1000), new_counts()
    kernel = bind(search_observed, POND, compiled=False, visible=veiled)
    rng = rows(2, 1)
    for n in (1, 19, iterations - 20):  # however it is cut into steps
        kernel(tree, counts, worlds, scratch, first, how, n, rng)
    assert counts[ITERATIONS] == iterations
    assert nodes_of(tree) == so_pom(worlds, info.seat, iterations, rows(2, 1))

    seats = int(info.state.seats)
    trees, all_counts = new_trees(seats, 1000)
    kernel = bind(search_together, POND, compiled=False, visible=veiled)
    kernel(trees, all_counts, worlds, scratch, first, how, iterations, rows(2, 1))
    twins = mo(worlds, seats, iterations, rows(2, 1))
    for seat in range(seats):
        assert nodes_of(trees[seat]) == twins[seat]
    assert nodes_of(trees[0]) != nodes_of(trees[1])


def test_which_card_is_shown_at_clue_is_one_edge_for_who_does_not_see_it() -> None:
    """Seat 0 asked; seat 1 has two of the three to show; to seat 2 both look alike."""
    state = arrange(A, B, C, tokens={"Scarlet": "Hall"}, decision="suggest")
    named = next(
        option for option in state.options()
        if sum(face in option.words for face in B) == 2
    )  # fmt: skip
    state.play(named)
    assert state.decision == "show"
    codes, n = np.array(state.codes), len(state.codes)
    assert n == 2
    seen, edges = np.zeros(n, np.int64), np.zeros(n, np.int64)
    kernel = bind(edges_of, CLUE, compiled=False)
    for seat, expected in ((0, 2), (1, 2), (2, 1)):
        assert kernel(state.record_array[0], codes, n, seat, seen, edges) == expected
    assert edges[0] not in codes


# ------------------------------------------------------------------------------------ parameters


@pytest.mark.parametrize("name", ["so-pom", "mo-ismcts", "ris-mcts"])
@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("nodes=0", "nodes cannot be 0: 1 to 10000000"),
        ("tree_depth=-1", "tree_depth cannot be -1: 1 to 10000"),
        ("depth=-1", "depth cannot be -1"),
        ("exploration=-1", "exploration cannot be -1"),
        ("workers=0", "workers cannot be 0"),
        ("playout=bully", "playout cannot be 'bully': for Little Pond one of random"),
    ],
)
def test_what_cannot_be_is_refused(name: str, call: str, said: str) -> None:
    with pytest.raises(UnknownPlayer, match=said):
        make(f"{name}({call})", POND)
