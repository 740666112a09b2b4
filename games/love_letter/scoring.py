"""Who wins a round and a match, and how a position stands."""

from __future__ import annotations

from typing import Any

from games.kit.faces import face_in, faces_in
from games.kit.table import size
from games.love_letter.cards import (
    CARD_COUNT,
    CHANCELLOR,
    FACE_OF_CARD,
    PRINCESS,
    SPY,
)
from games.love_letter.parameters import AtTarget, Tie, Values
from games.love_letter.record import HAND, PILE


def value_of(s: Any, face: int) -> int:
    """The number printed on a card."""
    if face > CHANCELLOR and s.rules.values == Values.CLASSIC:
        return face - 1
    return face


def award(s: Any) -> None:
    """A token for each winner of the round, and one for the only player left who had a Spy out."""
    s.winners = winners_of_round(s)
    spied = 0
    for p in range(int(s.seats)):
        if int(s.left) >> p & 1 and faces_in(s, PILE + p) >> SPY & 1:
            spied |= 1 << p
    for p in range(int(s.seats)):
        s.tokens[p] += (int(s.winners) >> p & 1) + int(spied == 1 << p)


def winners_of_round(s: Any) -> int:
    """Who has the highest hand of those left, as a mask; of several by the tie rule."""
    highest = -1
    winners = 0
    for p in range(int(s.seats)):
        if int(s.left) >> p & 1:
            face = face_in(s, HAND + p)
            if face > highest:
                highest = face
                winners = 0
            if face == highest:
                winners |= 1 << p
    if s.rules.tie == Tie.ALL:
        return winners
    most = -1
    best = 0
    for p in range(int(s.seats)):
        if winners >> p & 1:
            total = pile_sum(s, p)
            if total > most:
                most = total
                best = 0
            if total == most:
                best |= 1 << p
    return best


def pile_sum(s: Any, p: int) -> int:
    """The values on a player's pile, added up."""
    total = 0
    for c in range(CARD_COUNT):
        if s.zone[c] == PILE + p:
            total += value_of(s, int(FACE_OF_CARD[c]))
    return total


def target(s: Any) -> int:
    """How many tokens win the match."""
    if s.seats == 2:
        return int(s.rules.tokens2)
    if s.seats == 3:
        return int(s.rules.tokens3)
    if s.seats == 4:
        return int(s.rules.tokens4)
    return int(s.rules.tokens5) if s.seats == 5 else int(s.rules.tokens6)


def is_over(s: Any) -> bool:
    """Whether somebody has the tokens that win, and by some rules more than all others."""
    most = 0
    leaders = 0
    for p in range(int(s.seats)):
        if s.tokens[p] > most:
            most = int(s.tokens[p])
            leaders = 0
        leaders += s.tokens[p] == most
    if most < target(s):
        return False
    return s.rules.at_target == AtTarget.JOINT or leaders == 1


def returns(s: Any, out: Any) -> None:
    """Each player's share of the win, from -1 (none) to 1: of all who win together."""
    winners = 0
    for p in range(int(s.seats)):
        winners += wins(s, p)
    for p in range(int(s.seats)):
        out[p] = 2.0 / winners - 1.0 if wins(s, p) else -1.0


def wins(s: Any, p: int) -> bool:
    """Whether a player has won the match that is over."""
    enough = s.tokens[p] >= target(s)
    if s.rules.at_target == AtTarget.JOINT:
        return bool(enough)
    ahead = True
    for other in range(int(s.seats)):
        ahead = ahead and (other == p or s.tokens[other] < s.tokens[p])
    return bool(enough and ahead)


def value(s: Any, me: int) -> float:
    """How player ``me`` stands: half in tokens against the best of the others, half in the round.

    In the round: -1 out of it, else how high the hand is among all ranks; 1 when alone in it. Where
    a round has just been dealt it is the round before that counts, won (1) or lost (-1).
    """
    rival = 0
    for p in range(int(s.seats)):
        if p != me:
            rival = max(rival, int(s.tokens[p]))
    lead = (int(s.tokens[me]) - rival) / target(s)
    here = -1.0
    if s.round > 0 and nothing_is_played(s):
        here = 1.0 if int(s.winners) >> me & 1 else -1.0
    elif int(s.left) >> me & 1:
        here = 1.0
        if int(s.left) != 1 << me and size(s, HAND + me) > 0:
            here = max(0, face_in(s, HAND + me)) / PRINCESS * 0.5
    return 0.5 * min(1.0, max(-1.0, lead)) + 0.5 * here


def nothing_is_played(s: Any) -> bool:
    """Whether no card of this round lies on a pile."""
    played = 0
    for p in range(int(s.seats)):
        played += size(s, PILE + p)
    return played == 0
