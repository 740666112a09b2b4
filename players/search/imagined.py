"""Imagined worlds: how an opponent's decision is tried out in the worlds that *it* thinks possible.

From the present world all that the opponent does not know is dealt anew, as far as everybody knows
what cannot be (:mod:`determinize.redeal_mask`), and one descent is made from there. Its result goes
to the opponent's statistics, and to statistics of the others that are kept for such worlds alone:
how somebody plays whom the opponent imagines says nothing of who sits there.

There are two trees for each seat: tree p is seat p's own, tree seats + p is of seat p as others
imagine it. Where hands are few, statistics are kept apart for each (the *hand nodes*): an
information set is what a seat saw of the moves, and what it holds. Hands are told apart by Zobrist
codes (Albert Zobrist, 1970) of the cards that the seat knows and not everybody does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, kernel
from determinize import redeal_masked
from games.kit.marks import FACE, all_seats
from games.kit.seam import OPTION_CODES, SEATS
from players.search.backup import back_up
from players.search.edges import follow, has_room
from players.search.options import weighed
from players.search.playout import play_out, rewards
from players.search.selection import enter, select, untried
from players.search.settings import LONGEST_PATH
from players.search.tree import NODES, NONE, add_child, child_by, compact, least_kept

HAND = -2
"""Who leads to a hand node: nobody's move."""
CODE_BITS = 54
"""Codes of single cards have so many, so that those of a hand add up without loss."""


def zobrist(zones: int, faces: int) -> NDArray[np.int64]:
    """A random number for each face in each zone, always the same: int64[zones, faces]."""
    drawn = np.random.SeedSequence(1970).generate_state(zones * faces, np.uint64)
    return (drawn >> np.uint64(64 - CODE_BITS)).astype(np.int64).reshape(zones, faces)


def hand_code(s: Any, p: int, codes: Any) -> int:
    """The code of what a seat knows and not everybody: the sum over those cards."""
    everybody = all_seats(s)
    total = 0
    for c in range(len(s.zone)):
        seen = int(s.seen[c])
        if (seen >> p) & 1 and seen != everybody:
            total += int(codes[int(s.zone[c]), int(FACE[c])])
    return total


def hand_codes(worlds: Any, codes: Any, out: Any) -> None:
    """The codes of all seats' hands in each world, in ``out``: int64[worlds, seats]. A template."""
    for i in range(len(worlds)):
        for p in range(out.shape[1]):
            out[i, p] = hand_code(worlds[i], p, codes)


def hand_node(tree: Any, counts: Any, parent: int, code: int) -> int:
    """The node for a hand below another, made if it is not there; NONE where there is no room."""
    node = child_by(tree, parent, code, HAND)
    if node == NONE and counts[NODES] < len(tree):
        node = int(counts[NODES])
        add_child(tree, parent, node, code, HAND)
        counts[NODES] += 1
    if node != NONE:
        tree[node].visits += 1
    return node


def imagine(
    trees: Any,
    counts: Any,
    at: Any,
    scratch: Any,
    excluded: Any,
    codes: Any,
    apart: Any,
    length: int,
    how: Any,
    rng: Any,
) -> None:
    """One descent from a world that the mover of ``scratch[0]`` thinks possible, ``scratch[1]``.

    Args:
        trees, counts: NODE[2 * seats, nodes] and their counts.
        at: int64[2 * seats], where the trees stand in the present world.
        scratch: STATE[2].
        excluded: bool[zones, faces], what everybody knows.
        codes: int64[zones, faces] of :func:`zobrist`.
        apart: bool[seats], whose hands are told apart.
        length: how many decisions led here.
        how: SETTINGS.
        rng: generator rows of the searcher.
    """
    scratch[1] = scratch[0]
    s = scratch[1]
    p = int(s.mover)
    seats = int(s.seats)
    if not redeal_masked(s, p, excluded, rng[PLAY]):
        return
    here = np.empty(len(at), np.int64)
    here[:] = at
    lanes = np.empty(seats, np.int64)
    for q in range(seats):
        lane = q if q == p else seats + q
        lanes[q] = lane
        if q != p:
            code = hand_code(s, q, codes) if apart[q] else 0
            here[lane] = hand_node(trees[lane], counts[lane], int(at[lane]), code)
            if here[lane] == NONE:
                return
    room = trees.shape[1]
    row = rng[PLAY]
    options = np.empty(OPTION_CODES, np.int64)
    marks = np.zeros(OPTION_CODES + 1, np.int64)
    paths = np.empty((seats, LONGEST_PATH), np.int64)
    result = np.empty(SEATS, np.float64)
    round_number = int(s.round)
    gone = 0
    grown = False
    while not grown and length + gone < how.tree_depth and s.mover >= 0 and s.round == round_number:
        k = weighed(s, options)
        mover = int(s.mover)
        lane = int(lanes[mover])
        node = int(here[lane])
        own = trees[lane]
        best, met = select(own, node, options, k, mover, 1, marks, how.exploration, row)
        grown = met < k
        if grown and counts[lane, NODES] == room:
            break
        action = untried(options, k, k - met, marks, row) if grown else int(own[best].action)
        if not has_room(trees, counts, lanes, here, s, action):
            break
        follow(trees, counts, lanes, here, s, action)
        for q in range(seats):
            paths[q, gone] = here[int(lanes[q])]
        gone += 1
        enter(own, int(here[lane]), grown, s, options, k, rng)
    play_out(s, round_number, int(how.depth), options, rng)
    rewards(s, result)
    for q in range(seats):
        back_up(trees[int(lanes[q])], paths[q], gone, result)


@kernel
def prune_below(tree: Any, nodes: int, moved: Any) -> int:
    """As :func:`players.search.tree.prune`, where a node may be visited more often than its parent.

    What goes, goes with all that is below it.

    Args:
        nodes: how many there are.
        moved: int64[nodes] at least, overwritten with where each node is now, or NONE.

    Returns:
        how many are left.
    """
    fewest = least_kept(tree, nodes)
    for i in range(nodes):
        moved[i] = NONE
    moved[0] = 0
    for i in range(nodes):  # parents stand before their children
        child = int(tree[i].child) if moved[i] != NONE else NONE
        while child != NONE:
            if i == 0 or tree[child].visits >= fewest:
                moved[child] = child
            child = int(tree[child].sibling)
    return compact(tree, nodes, moved)
