"""What is sensible in Clue: for random players and play-outs, so that they learn, and may win."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.clue.board import DISTANCE, reach
from games.clue.cards import (
    FIRST_ROOM,
    FIRST_WEAPON,
    N_PEOPLE,
    N_ROOMS,
    N_WEAPONS,
    PEOPLE_MASK,
    ROOMS_MASK,
    WEAPONS_MASK,
)
from games.clue.grid import NODES
from games.clue.knowledge import (
    candidates,
    held_by_nobody,
    is_one,
    solution_known_to,
    unseen_by,
)
from games.clue.moving import end_of_walk, move_options, squares_taken
from games.clue.options import legal, may_accuse, start_options
from games.clue.parameters import Board, Walking
from games.clue.record import (
    ACCUSE,
    ACCUSE_NOW,
    MOVE,
    NO_ACCUSATION,
    STAND,
    STAY,
    SUGGEST,
    Decision,
)

FAR = 1 << 20


def sensible(s: Any, out: Any) -> int:
    """The options that random players and play-outs consider: so that they learn, and may win.

    - They accuse when what they know at a glance leaves a single triple, and only then.
    - They enter a room if they can, one that they have not seen if that kind is open; else they
      come as near as they can to such a room.
    - Of each kind that is open they name a card that they have not seen.
    """
    if s.mover < 0:
        return 0
    if s.decision == Decision.START:
        return sensible_starts(s, out)
    if s.decision == Decision.MOVE:
        return sensible_moves(s, out)
    if s.decision == Decision.SUGGEST:
        return sensible_suggestions(s, out)
    if s.decision == Decision.ACCUSE:
        return sensible_accusations(s, out)
    return legal(s, out)


def sensible_accusations(s: Any, out: Any) -> int:
    """The right one when it is known, else none."""
    number = solution_known_to(s, int(s.mover))
    if s.early == 0:
        out[0] = NO_ACCUSATION
    elif number < 0:
        return legal(s, out)
    if number >= 0 and may_accuse(s, int(s.mover)):
        out[0] = ACCUSE + number
    return 1


def sensible_starts(s: Any, out: Any) -> int:
    """At once an accusation that is known to be right; never one that is not; no standing idle."""
    n = start_options(s, out)
    kept = 0
    certain = s.rules.accuse_before_move and solution_known_to(s, int(s.mover)) >= 0
    stays = False
    for i in range(n):
        code = int(out[i])
        if code == ACCUSE_NOW and certain:
            out[0] = ACCUSE_NOW
            return 1
        stays = stays or code == STAY
        if code != ACCUSE_NOW and not (code == STAND and stays):
            out[kept] = code
            kept += 1
    if s.rules.board == Board.ROOMS_ONLY:
        return best_rooms(s, out, kept)
    return kept


def wanted_rooms(s: Any, me: int) -> int:
    """The rooms to suggest in, as a mask from bit 0: those not seen while the kind is open."""
    unseen = unseen_by(s, me)
    found = candidates(unseen, held_by_nobody(s, me), ROOMS_MASK) >> FIRST_ROOM
    if is_one(found):
        return (1 << N_ROOMS) - 1
    return (unseen & ROOMS_MASK) >> FIRST_ROOM


def best_rooms(s: Any, out: Any, n: int) -> int:
    """Of some options: staying, and the wanted rooms; all if none is wanted."""
    wanted = wanted_rooms(s, int(s.mover))
    kept = 0
    for i in range(n):
        code = int(out[i])
        if code < MOVE or wanted >> (code - MOVE) & 1:
            out[kept] = code
            kept += 1
    return kept if kept else n


def sensible_moves(s: Any, out: Any) -> int:
    """The best of the destinations: a wanted room, a room, a square near a wanted room."""
    n = move_options(s, out)
    if out[0] == STAND:
        return n
    me = int(s.mover)
    start = int(s.token[me])
    wanted = wanted_rooms(s, me)
    if wanted == 0:
        wanted = (1 << N_ROOMS) - 1
    taken = squares_taken(s)
    ends = np.empty(NODES, np.int64)
    reached = 0
    if s.rules.walking == Walking.ROOMS:
        reached = reach(taken, start, int(s.rolled), ends)
    kept = 0
    best = FAR
    for i in range(n):
        code = int(out[i])
        goal = code - MOVE
        end = goal
        if s.rules.walking == Walking.ROOMS:
            end = end_of_walk(s, taken, ends, reached, goal)
        if end < N_ROOMS:
            distance = 0 if wanted >> end & 1 else 1
        else:
            distance = FAR
            for room in range(N_ROOMS):
                if room != start and wanted >> room & 1:
                    distance = min(distance, 2 + int(DISTANCE[end, room]))
        if distance < best:
            best = distance
            kept = 0
        if distance == best:
            out[kept] = code
            kept += 1
    return kept


def sensible_suggestions(s: Any, out: Any) -> int:
    """Of each kind that is open a card not seen yet, of a kind that is solved any."""
    me = int(s.mover)
    unseen = unseen_by(s, me)
    nowhere = held_by_nobody(s, me)
    people = unseen & PEOPLE_MASK
    if is_one(candidates(unseen, nowhere, PEOPLE_MASK)):
        people = PEOPLE_MASK
    weapons = unseen & WEAPONS_MASK
    if is_one(candidates(unseen, nowhere, WEAPONS_MASK)):
        weapons = WEAPONS_MASK
    weapons >>= FIRST_WEAPON
    n = 0
    for person in range(N_PEOPLE):
        for weapon in range(N_WEAPONS):
            out[n] = SUGGEST + person * N_WEAPONS + weapon
            n += people >> person & weapons >> weapon & 1
    return n
