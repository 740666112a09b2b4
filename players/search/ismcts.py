"""Information set Monte Carlo tree search with one observer (SO-ISMCTS).

One tree for all worlds: an iteration draws a world from the searcher's belief and descends by
options that are legal in it. An option competes only in the iterations in which it was available,
so its exploration term counts those (the *availability count*).

Peter I. Cowling, Edward J. Powley, Daniel Whitehouse: "Information Set Monte Carlo Tree Search",
IEEE Transactions on Computational Intelligence and AI in Games 4 (2), 2012, pages 120-143.

Differences from the paper: worlds come in one batch from an exact belief, which holds every fact of
the history, instead of being any that fit the table; nodes keep the mover's mean result scaled to
0..1; a play-out ends with the deal, or sooner if so told, where the game's heuristic values what
follows; of very many options only some are weighed (:mod:`players.search.options`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, below, bind
from determinize import InformationSet
from games.kit.seam import OPTION_CODES, SEATS, play
from players.player import Considered, Decision
from players.search.options import first_options, weighed
from players.search.playout import NO_END, play_out, rewards
from players.search.tree import NONE, add_child, child_by, new_tree

WORLDS_AT_ONCE = 4096
"""A search of more iterations than this visits its sampled worlds in turn."""


MOST_EXPLORATION = 1e6
"""Far beyond every use: results are from 0 to 1."""

MOST_ITERATIONS = 10_000_000
"""No search has more: its tree would take more memory than a machine can be trusted to have."""

MOST_DEPTH = 10_000
"""No play-out is longer, unless it has no limit."""

# ------------------------------------------------------------------------------------ the search


def search(
    tree: Any,
    worlds: Any,
    scratch: Any,
    first: Any,
    iterations: int,
    exploration: float,
    depth: int,
    rng: Any,
) -> int:
    """Search from the worlds' common information set; fills ``tree`` in place. A template.

    Args:
        tree: NODE[iterations + 1], made by :func:`players.search.tree.new_tree`.
        worlds: STATE[n], visited in turn.
        scratch: STATE[1], overwritten.
        first: int64[k], the options that are weighed at the root; all worlds have them.
        iterations: how many.
        exploration: the constant of UCB1.
        depth: how many rounds a play-out lasts at most.
        rng: generator rows of the searcher, int64[3, 4].

    Returns:
        how many nodes the tree has.
    """
    options = np.empty(OPTION_CODES, np.int64)
    path = np.empty(iterations + 1, np.int64)
    result = np.empty(SEATS, np.float64)
    nodes = 1
    for i in range(iterations):
        scratch[0] = worlds[i % len(worlds)]
        s = scratch[0]
        round_number = int(s.round)
        length = 0
        node = 0
        grown = False
        while not grown and s.mover >= 0 and s.round == round_number:
            given = first if node == 0 else options
            n = len(first) if node == 0 else weighed(s, options)
            mover = int(s.mover)
            untried = _count_untried(tree, node, given, n)
            if untried > 0:
                action = _nth_untried(tree, node, given, n, below(rng[PLAY], untried))
                add_child(tree, node, nodes, action, mover)
                node = nodes
                nodes += 1
                tree[node].availability = 1
                grown = True
            else:
                node = _select(tree, node, given, n, exploration, rng[PLAY])
            path[length] = node
            length += 1
            play(s, int(tree[node].action), rng)
        play_out(s, round_number, depth, options, rng)
        rewards(s, result)
        for k in range(length):
            visited = tree[path[k]]
            visited.visits += 1
            visited.reward += result[visited.mover]
        tree[0].visits += 1
    return nodes


def _count_untried(tree: Any, node: int, options: Any, n: int) -> int:
    """How many options lead to no child yet; counts the children that are available."""
    untried = 0
    for k in range(n):
        child = child_by(tree, node, options[k])
        if child == NONE:
            untried += 1
        else:
            tree[child].availability += 1
    return untried


def _nth_untried(tree: Any, node: int, options: Any, n: int, nth: int) -> int:
    for k in range(n):
        if child_by(tree, node, options[k]) == NONE:
            if nth == 0:
                return int(options[k])
            nth -= 1
    return NONE


def _select(tree: Any, node: int, options: Any, n: int, exploration: float, row: Any) -> int:
    """The available child with the greatest upper confidence bound; ties at random."""
    best = NONE
    best_bound = -1.0
    ties = 0
    for k in range(n):
        child = child_by(tree, node, options[k])
        visits = float(tree[child].visits)
        bound = tree[child].reward / visits + exploration * math.sqrt(
            math.log(float(tree[child].availability)) / visits
        )
        if bound > best_bound:
            best, best_bound, ties = child, bound, 1
        elif bound == best_bound:
            ties += 1
            if below(row, ties) == 0:
                best = child
    return best


# ------------------------------------------------------------------------------------ the player


@dataclass(frozen=True)
class ISMCTS:
    """Single-observer ISMCTS.

    Attributes:
        iterations: how many worlds it descends by, up to ten million.
        exploration: the constant of UCB1, for results from 0 to 1.
        depth: how many rounds (turns, tricks) a play-out lasts, after which the game's heuristic
            values the position; 0: until the deal is over.
    """

    iterations: int = 1000
    exploration: float = 0.7
    depth: int = 0

    def __post_init__(self) -> None:
        check_number("iterations", self.iterations, MOST_ITERATIONS)
        check_exploration(self.exploration)
        check_depth(self.depth)

    @property
    def name(self) -> str:
        """``ismcts``, with what differs from the defaults."""
        return named("ismcts", self)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Search, and choose the option that was visited most."""
        worlds = info.worlds(min(self.iterations, WORLDS_AT_ONCE), rng)
        tree = new_tree(self.iterations + 1)
        scratch = np.zeros(1, info.game.dtype)
        kernel = bind(search, info.game)
        first = first_options(info, worlds, rng)
        depth = self.depth or NO_END
        kernel(tree, worlds, scratch, first, self.iterations, self.exploration, depth, rng)
        considered = root_options(tree)
        return Decision(considered[0].option, considered, len(worlds))


def check_number(key: str, value: int, most: int) -> None:
    """Refuse a number of something that is below 1, or more than is sensible.

    >>> check_number("iterations", 0, 10)
    Traceback (most recent call last):
        ...
    ValueError: iterations cannot be 0: 1 to 10
    """
    if not 1 <= value <= most:
        raise ValueError(f"{key} cannot be {value}: 1 to {most}")


def check_exploration(exploration: float) -> None:
    """Refuse a constant of UCB1 that is negative, endless or no number."""
    if not 0 <= exploration <= MOST_EXPLORATION:
        raise ValueError(f"exploration cannot be {exploration}: 0 to {MOST_EXPLORATION:g}")


def check_depth(depth: int) -> None:
    """Refuse a depth that is negative, or more than is sensible."""
    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"depth cannot be {depth}: 1 to {MOST_DEPTH}, or 0 for no limit")


def root_options(tree: NDArray[Any]) -> tuple[Considered, ...]:
    """What the search found for the options at the root, most visited first."""
    found = []
    child = int(tree[0]["child"])
    while child != NONE:
        node = tree[child]
        mean = float(node["reward"]) / max(1, int(node["visits"]))
        found.append(
            Considered(int(node["action"]), int(node["visits"]), mean, int(node["availability"]))
        )
        child = int(node["sibling"])
    return ranked(found)


def ranked(options: Iterable[Considered]) -> tuple[Considered, ...]:
    """Options in the order in which search prefers them: most visits, then value, then code."""
    return tuple(sorted(options, key=lambda one: (-one.visits, -one.value, one.option)))


def named(name: str, player: Any) -> str:
    """A player's name with those of its parameters that differ from the defaults.

    >>> named("ismcts", ISMCTS(iterations=50))
    'ismcts(iterations=50)'
    """
    default = type(player)()
    changed = [
        f"{key}={getattr(player, key)}"
        for key in player.__dataclass_fields__
        if getattr(player, key) != getattr(default, key)
    ]
    return f"{name}({', '.join(changed)})" if changed else name
