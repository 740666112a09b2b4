"""Edges: what a seat sees of a move, and so the steps that its tree tells apart.

Where moves are partially observable (a card shown to one player, a card laid face down), others
see less than the option: the game's ``visible`` says what. In a seat's tree options that look alike
to it share one edge and one statistic. Its own options it always tells apart.

Peter I. Cowling, Edward J. Powley, Daniel Whitehouse: "Information Set Monte Carlo Tree Search",
IEEE Transactions on Computational Intelligence and AI in Games 4 (2), 2012, pages 120-143.
"""

from __future__ import annotations

from typing import Any

from compiled import PLAY, below
from games.game import Game
from games.kit.seam import seen_by
from players.search.selection import enter
from players.search.tree import NODES, NONE, add_child, child_by


def all_is_seen(game: Game) -> bool:
    """Whether everybody sees every move in full: the game has no ``visible``.

    >>> import games
    >>> all_is_seen(games.load("kuhn")), all_is_seen(games.load("clue"))
    (True, False)
    """
    return "visible" not in game.parts


def edges_of(s: Any, options: Any, n: int, me: int, seen: Any, edges: Any) -> int:
    """What a seat sees of each option, and the different edges among that.

    Args:
        options: the codes of n options of ``s.mover``.
        seen: int64[n] at least; overwritten with the edge of each option.
        edges: int64[n] at least; overwritten with the edges, in the order of their first options.

    Returns:
        how many edges there are.
    """
    whole = True
    for k in range(n):
        seen[k] = seen_by(s, int(options[k]), me)
        edges[k] = seen[k]
        whole = whole and seen[k] == options[k]
    if whole:
        return n
    different = 0
    for k in range(n):
        at = 0
        while at < different and edges[at] != seen[k]:
            at += 1
        edges[at] = seen[k]
        different = max(different, at + 1)
    return different


def option_by(options: Any, seen: Any, n: int, chosen: int, row: Any) -> int:
    """An option with the chosen edge: of several each with the same chance, of one no draw."""
    alike = 0
    for k in range(n):
        alike += seen[k] == chosen
    nth = below(row, alike) if alike > 1 else 0
    for k in range(n):
        if seen[k] == chosen:
            if nth == 0:
                return int(options[k])
            nth -= 1
    return NONE


def enter_edge(
    tree: Any, node: int, grown: bool, s: Any, options: Any, seen: Any, n: int, rng: Any
) -> None:
    """Play one of the options with a node's edge, in place; as ``enter`` in other trees.

    To the rule of selection the node is that option's: of the one that is played when the node is
    new it notes what it makes of it, and options that look alike share it.
    """
    edge = int(tree[node].action)
    tree[node].action = option_by(options, seen, n, edge, rng[PLAY])
    enter(tree, node, grown, s, options, n, rng)
    tree[node].action = edge


def has_room(trees: Any, counts: Any, lanes: Any, at: Any, s: Any, action: int) -> bool:
    """Whether every tree has a node for what its seat sees of an option, or room to make one."""
    for i in range(len(lanes)):
        tree = int(lanes[i])
        if counts[tree, NODES] == trees.shape[1]:
            seen = seen_by(s, action, tree % int(s.seats))
            if child_by(trees[tree], int(at[tree]), seen, int(s.mover)) == NONE:
                return False
    return True


def follow(trees: Any, counts: Any, lanes: Any, at: Any, s: Any, action: int) -> None:
    """Trees go on to what their seats see of an option about to be played; ``at`` in place.

    Nodes that are not there are made.

    Args:
        trees: NODE[trees, nodes]; tree i is of seat i modulo the number of seats.
        counts: int64[trees, 2], their iterations and nodes.
        lanes: int64[n], the trees that go on.
        at: int64[trees], the node at which each stands.
    """
    mover = int(s.mover)
    for i in range(len(lanes)):
        tree = int(lanes[i])
        seen = seen_by(s, action, tree % int(s.seats))
        child = child_by(trees[tree], int(at[tree]), seen, mover)
        if child == NONE:
            child = int(counts[tree, NODES])
            add_child(trees[tree], int(at[tree]), child, seen, mover)
            counts[tree, NODES] += 1
        at[tree] = child
