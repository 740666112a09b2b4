"""Which options a search weighs: all of them, unless there are too many to be tried often enough.

A thousand iterations over 324 accusations try each three times, and what comes out on top is
chance. Where a decision has more options than :data:`WIDE`, a search keeps to those that the game
calls sensible, the policy of its play-outs (*pruning by a default policy*; options that are left
out for good, where progressive unpruning would let them in one by one). At the root it also weighs
the options that can *win at once*, since no play-out is needed to see that: those that end the game
in the mover's favour in a good part of the worlds that the belief gives (decisive moves).

Fabien Teytaud, Olivier Teytaud: "On the huge impact of decisive moves in Monte-Carlo tree search
algorithms", IEEE Conference on Computational Intelligence and Games, 2010. Guillaume Chaslot, Mark
Winands, Jaap van den Herik, Jos Uiterwijk, Bruno Bouzy: "Progressive strategies for Monte-Carlo
tree search", New Mathematics and Natural Computation 4 (3), 2008.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import bind, inlined
from determinize import InformationSet
from games.kit.seam import OPTION_CODES, SEATS, legal, play, returns, sensible

WIDE = 9
"""So many options are all weighed."""
TRIED = 64
"""In so many worlds an option is tried, to see whether it wins at once."""
OFTEN = 8
"""It must win in one world of so many; so there are no more than that."""


@inlined
def weighed(s: Any, out: Any) -> int:
    """The options that a search weighs below the root: how many, their codes in ``out``."""
    n = legal(s, out)
    if n > WIDE:
        n = sensible(s, out)
    return n


@inlined
def offered(s: Any, first: Any, at_root: bool, out: Any) -> int:
    """The options of a node: ``first`` at the root, else what is weighed; as :func:`weighed`."""
    if not at_root:
        return weighed(s, out)
    for k in range(len(first)):
        out[k] = first[k]
    return len(first)


def weighed_first(worlds: Any, scratch: Any, out: Any, rng: Any) -> int:
    """The options that a search weighs at a wide root: how many, their codes in ``out``.

    Args:
        worlds: STATE[n], of one information set.
        scratch: STATE[1], overwritten.
        out: int64[OPTION_CODES].
        rng: generator rows of the searcher.
    """
    result = np.empty(SEATS, np.float64)
    wise = np.empty(OPTION_CODES, np.int64)
    n_wise = sensible(worlds[0], wise)
    n = legal(worlds[0], out)
    tried = min(TRIED, len(worlds))
    left = 0
    for k in range(n):
        action = int(out[k])
        kept = False
        for j in range(n_wise):
            kept = kept or wise[j] == action
        wins = 0
        for i in range(0 if kept else tried):
            scratch[0] = worlds[i]
            wins += wins_at_once(scratch[0], action, result, rng)
        if kept or wins * OFTEN >= tried:
            out[left] = action
            left += 1
    return left


def wins_at_once(s: Any, action: int, result: Any, rng: Any) -> bool:
    """Whether an option, played in place, ends the game in the mover's favour."""
    me = int(s.mover)
    play(s, action, rng)
    if s.mover >= 0:
        return False
    returns(s, result)
    return bool(result[me] > 0.0)


def first_options(info: InformationSet, worlds: NDArray[Any], rng: Any) -> NDArray[np.int64]:
    """The options that a search weighs at its root: all, or of very many those named above.

    Args:
        info: what the searcher knows.
        worlds: states drawn from its belief.
        rng: its generator rows; used only where there are very many options.
    """
    options = np.array(info.options, np.int64)
    if len(options) <= WIDE:
        return options
    out = np.empty(info.game.option_codes, np.int64)
    scratch = np.zeros(1, info.game.dtype)
    return out[: bind(weighed_first, info.game)(worlds, scratch, out, rng)].copy()
