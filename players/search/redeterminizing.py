"""Re-determinizing ISMCTS: opponents decide by what *they* know.

In a determinization that holds the searcher's true hand, whatever is learned at an opponent's node
is learned against that hand: averaged over all iterations the opponent plays as if it knew it. So
bluffs look worthless, and a hidden trump is never run into. Here each opponent's decision is tried
out in a world of its own: all that the opponent does not know is dealt anew (the searcher's hand as
well), and only what is found there goes into the statistics by which it decides.

James Goodman: "Re-determinizing MCTS in Hanabi", IEEE Conference on Games 2019, and
"Re-determinizing Information Set Monte Carlo Tree Search in Hanabi", arXiv:1902.06075.

Differences from the paper. There a single descent serves everybody: at each decision what the mover
cannot know is drawn anew for it. Here the main world of an iteration stays as it is, so that all of
the searcher's statistics come from its own belief alone. For each decision of an opponent on the
way there is one further descent, from a world drawn for that opponent
(:mod:`players.search.imagined`), and its move in the main world is selected by what such descents
have found. Trees are one for each seat, of what it sees (:mod:`players.search.mo_ismcts`), and are
parted by hands where they are few: where the worlds of a search bring each hand
:data:`WORLDS_OF_A_HAND` times on average. Worlds for opponents keep to what everybody knows at the
root (:mod:`determinize.redeal_mask`), but are not weighed by what the moves suggest: an opponent
takes all that the searcher may hold for equally likely. It imagines others as playing well, and not
what those others imagine in turn.

An iteration costs a descent and a play-out more for each decision of an opponent in the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY, bind
from determinize import InformationSet
from determinize.exclusions import any_excluded, keep_up, nothing_excluded
from games.game import Game
from games.kit.seam import OPTION_CODES, SEATS
from players.search.backup import back_up
from players.search.edges import follow, has_room
from players.search.imagined import hand_codes, hand_node, imagine, prune_below, zobrist
from players.search.options import offered
from players.search.playout import play_out, rewards
from players.search.selection import enter, meet_children, select, untried
from players.search.settings import LONGEST_PATH, named
from players.search.tree import ITERATIONS, NODES, NONE
from players.search.tree_search import Plan, TreeSearch

WORLDS_OF_A_HAND = 32
"""Statistics are kept for each hand of a seat if there are so many worlds for each on average."""


def search_redeterminizing(
    trees: Any,
    counts: Any,
    worlds: Any,
    scratch: Any,
    first: Any,
    how: Any,
    n: int,
    rng: Any,
    hands: Any,
    public: Any,
    codes: Any,
    apart: Any,
) -> None:
    """Search on from the worlds' common information set, in place. A template.

    Args:
        trees, counts: NODE[2 * seats, nodes] and int64[2 * seats, 2]: each seat's own trees, then
            those of the seats as others imagine them.
        worlds, first, how, n, rng: as in :func:`players.search.ismcts.search`.
        scratch: STATE[2], overwritten.
        hands: int64[w, seats], the code of each seat's hand, 0 where hands are not told apart.
        public: bool[zones, faces], what everybody knows cannot lie where.
        codes, apart: as in :func:`players.search.imagined.imagine`.
    """
    all_trees, room = trees.shape
    seats = all_trees // 2
    me = int(worlds[0].mover)
    options = np.empty(OPTION_CODES, np.int64)
    marks = np.zeros(OPTION_CODES + 1, np.int64)
    at = np.empty(all_trees, np.int64)
    before = np.empty(len(scratch[0].zone), np.int64)
    paths = np.empty((all_trees, LONGEST_PATH), np.int64)
    result = np.empty(SEATS, np.float64)
    row = rng[PLAY]
    excluded = np.empty(public.shape, np.bool_)
    # With two seats nobody imagines the opponent but itself.
    lanes = np.empty(all_trees if seats > 2 else 3, np.int64)
    for i in range(len(lanes)):
        lanes[i] = i if seats > 2 or i < 2 else 2 + me
    masked = any_excluded(public)
    for _ in range(n):
        for i in range(all_trees):
            if counts[i, NODES] == room:
                counts[i, NODES] = prune_below(trees[i], room, np.empty(room, np.int64))
        w = int(counts[0, ITERATIONS]) % len(worlds)
        counts[0, ITERATIONS] += 1
        scratch[0] = worlds[w]
        s = scratch[0]
        excluded[:] = public
        lost = False
        for i in range(all_trees):
            at[i] = 0
            if i < seats and i != me:
                at[i] = hand_node(trees[i], counts[i], 0, int(hands[w, i]))
                lost = lost or at[i] == NONE
        round_number = int(s.round)
        length = 0
        grown = lost
        while not grown and length < how.tree_depth and s.mover >= 0 and s.round == round_number:
            k = offered(s, first, length == 0, options)
            mover = int(s.mover)
            node = int(at[mover])
            own = trees[mover]
            if mover != me:
                grown = meet_children(own, node, options, k, mover, 0, marks) == 0
                imagine(trees, counts, at, scratch, excluded, codes, apart, length, how, rng)
            counted = int(mover == me)
            best, met = select(own, node, options, k, mover, counted, marks, how.exploration, row)
            new = mover == me and met < k
            if new and counts[me, NODES] == room:
                break  # so many are left that no room could be made
            if met == 0 and not new:
                break
            grown = grown or new
            action = untried(options, k, k - met, marks, row) if new else int(own[best].action)
            if not has_room(trees, counts, lanes, at, s, action):
                break
            follow(trees, counts, lanes, at, s, action)
            for i in range(len(lanes)):
                tree = int(lanes[i])
                paths[tree, length] = at[tree]
                if tree != mover and tree != me:
                    trees[tree][int(at[tree])].visits += 1  # for pruning: nobody chooses by it
            length += 1
            for c in range(len(before) if masked else 0):
                before[c] = int(s.zone[c])
            enter(own, int(at[mover]), new, s, options, k, rng)
            if masked:
                keep_up(excluded, before, s)
        play_out(s, round_number, int(how.depth), options, rng)
        rewards(s, result)
        back_up(trees[me], paths[me], length, result)


@dataclass(frozen=True)
class RISMCTS(TreeSearch):
    """Re-determinizing ISMCTS: ``nodes`` is the limit of each tree, of which a seat has two.

    Hand nodes are never given up, and an opponent whose options find no room beside them would
    reply by chance, which flatters the searcher's options or spoils them. So there is room for
    twice the options of each hand that is told apart, however few ``nodes`` are allowed.

    With ``reuse`` the searcher's own tree goes on, which no hand parts. All others begin anew: they
    are parted by what seats held at the old root, and what opponents have imagined since is not
    known.
    """

    @property
    def name(self) -> str:
        """``ris-mcts``, with what differs from the defaults."""
        return named("ris-mcts", self)

    def plan(self, info: InformationSet, worlds: NDArray[Any]) -> Plan:
        """Two trees for each seat, with room for the hands that are told apart."""
        game = info.game
        codes = zobrist(len(game.zones), len(game.faces))
        hands, apart = _hands(info, worlds, codes)
        public = nothing_excluded(game) if info.excluded is None else info.excluded
        return Plan(
            self.bound(search_redeterminizing, game),
            least=max(2 * game.option_codes, _least_room(game, hands, apart)),
            trees=2 * int(info.state.seats),
            own=info.seat,
            last=(info.seat,),
            each=(1 + self.longest) ** 2,  # at each decision a hand, and another descent
            told=lambda mine: (hands[mine].copy(), public, codes, apart),
        )


def _least_room(game: Game, hands: NDArray[np.int64], apart: NDArray[np.bool_]) -> int:
    """Twice the nodes of a tree with all options of each hand: one hand more than worlds bring.

    The searcher's own hand is the same in all of its worlds, and one of several to the others.
    """
    most = 1 + max(len(np.unique(hands[:, p])) for p in range(hands.shape[1]))
    return 2 * (1 + most * (1 + game.option_codes)) if apart.any() else 0


def _hands(
    info: InformationSet, worlds: NDArray[Any], codes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The codes of all hands in the worlds, and whose hands are few enough to be told apart."""
    seats = int(info.state.seats)
    hands = np.zeros((len(worlds), seats), np.int64)
    bind(hand_codes, info.game)(worlds, codes, hands)
    few = len(worlds) // WORLDS_OF_A_HAND
    apart = np.array([len(np.unique(hands[:, p])) <= few for p in range(seats)])
    apart[info.seat] = True
    apart[info.seat] = apart.all()  # as many hands, in others' eyes, as theirs in its own
    hands[:, ~apart] = 0
    return hands, apart
