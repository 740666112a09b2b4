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

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY
from determinize import InformationSet
from games.game import Game
from games.kit.seam import OPTION_CODES, SEATS
from players.search.backup import back_up
from players.search.edges import all_is_seen
from players.search.options import offered
from players.search.playout import play_out, rewards
from players.search.selection import enter, expand, select, untried
from players.search.settings import LONGEST_PATH, named
from players.search.tree import ITERATIONS, NODES, prune
from players.search.tree_search import Plan, TreeSearch, single
from players.search.worlds import batch, check_draw, check_reading


def search(
    tree: Any, counts: Any, worlds: Any, scratch: Any, first: Any, how: Any, n: int, rng: Any
) -> None:
    """Search on from the worlds' common information set, in place. A template.

    Args:
        tree: NODE[nodes], made by :func:`players.search.tree.new_tree`; pruned when it is full.
        counts: int64[2], its iterations and nodes so far.
        worlds: STATE[w], visited in turn.
        scratch: STATE[1], overwritten.
        first: int64[k], the options that are weighed at the root; all worlds have them.
        how: SETTINGS, what the search is told.
        n: how many further iterations.
        rng: generator rows of the searcher, int64[3, 4].
    """
    options = np.empty(OPTION_CODES, np.int64)
    marks = np.zeros(OPTION_CODES + 1, np.int64)
    path = np.empty(LONGEST_PATH, np.int64)
    result = np.empty(SEATS, np.float64)
    depth = int(how.depth)
    row = rng[PLAY]
    for _ in range(n):
        if counts[NODES] == len(tree):
            counts[NODES] = prune(tree, len(tree), np.empty(len(tree), np.int64))
        scratch[0] = worlds[int(counts[ITERATIONS]) % len(worlds)]
        counts[ITERATIONS] += 1
        s = scratch[0]
        round_number = int(s.round)
        length = 0
        node = 0
        grown = False
        while not grown and length < how.tree_depth and s.mover >= 0 and s.round == round_number:
            k = offered(s, first, node == 0, options)
            mover = int(s.mover)
            best, met = select(tree, node, options, k, mover, 1, marks, how.exploration, row)
            if met < k and counts[NODES] == len(tree):
                break  # so many are left that no room could be made
            if met < k:
                best = expand(tree, counts, node, untried(options, k, k - met, marks, row), mover)
                grown = True
            node = best
            path[length] = node
            length += 1
            enter(tree, node, grown, s, options, k, rng)
        play_out(s, round_number, depth, options, rng)
        rewards(s, result)
        back_up(tree, path, length, result)


@dataclass(frozen=True)
class ISMCTS(TreeSearch):
    """Single-observer ISMCTS.

    With ``reuse`` its tree goes on in games that show everybody every move in full. Elsewhere every
    search begins anew: what the seat saw of a move need not be the option that was played.

    Attributes:
        draw: ``belief``; ``table`` for worlds without the facts of the past, so that what these
            are worth can be measured; or ``reading``, the belief as the play-out policy reads what
            the others have played (:mod:`players.search.readings`).
    """

    draw: str = "belief"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_draw(self.draw)

    def check_game(self, game: Game) -> None:
        """Refuse a play-out policy that there is not, or one that should read and cannot."""
        super().check_game(game)
        check_reading(self.draw, self.playout, game)

    @property
    def name(self) -> str:
        """``ismcts``, with what differs from the defaults."""
        return named("ismcts", self)

    def batch(self, info: InformationSet, rng: NDArray[np.int64]) -> NDArray[Any]:
        """The worlds that are searched."""
        return batch(info, self, rng, self.draw, self.playout)

    def plan(self, info: InformationSet, worlds: NDArray[Any]) -> Plan:
        """One tree, with room for twice the root's children at least."""
        game = info.game
        return Plan(
            single(self.bound(search, game)),
            least=2 * game.option_codes,
            last=(0,) if all_is_seen(game) else (),
        )
