"""What tricks, deals and matches are worth, and how a position stands."""

from __future__ import annotations

from typing import Any

from games.schnapsen.cards import ACE, NINE, RANK_POINTS, rank_of, suit_of
from games.schnapsen.options import GOAL, higher_cards

HALF = 33


def takes(s: Any, led: int, card: int) -> bool:
    """Whether ``card`` beats the card led."""
    if suit_of(card) == suit_of(led):
        return higher_cards(s, led) >> card & 1 == 1
    return bool(suit_of(card) == s.trump)


def points_of(s: Any, card: int) -> int:
    """What a card counts."""
    rank = rank_of(card)
    if rank == ACE:
        return int(s.rules.ace_points)
    if rank == NINE:
        return int(s.rules.nine_points)
    return int(RANK_POINTS[rank])


def worth_of_66(s: Any, winner: int) -> int:
    """Game points for a right claim; a closer is paid for the situation in which he closed."""
    loser = 1 - winner
    if s.closer == loser + 1:
        return worth_of_failure(s, winner)
    if s.closer == winner + 1:
        return worth_against(int(s.closing_tricks[loser]), int(s.closing_points[loser]))
    return worth_against(int(s.tricks[loser]), int(s.points[loser]))


def worth_against(tricks: int, points: int) -> int:
    """3, 2 or 1 game points by what the other player has."""
    if tricks == 0:
        return 3
    return 2 if points < HALF else 1


def worth_of_failure(s: Any, winner: int) -> int:
    """Game points for the other's failure: 3 for a winner without a trick (at closing), else 2."""
    tricks = s.tricks[winner] if s.closer == 0 else s.closing_tricks[winner]
    return 3 if tricks == 0 else 2


def returns(s: Any, out: Any) -> None:
    """A single deal: its game points, won or lost. A match: 1 for the winner, -1 for the other."""
    winner = int(s.deal_winner)
    worth = 1.0 if s.rules.match_target > 1 else float(s.deal_points)
    out[winner] = worth
    out[1 - winner] = -worth


def greatest_return(s: Any) -> float:
    """The greatest return under the rules in ``s``: 1 in a match, 3 in a single deal."""
    return 1.0 if s.rules.match_target > 1 else 3.0


def value(s: Any, me: int) -> float:
    """How player ``me`` stands: who is nearer to 66, times what winning now would bring.

    In game points, measured against the match (or against the 3 that a single deal can bring).
    """
    other = 1 - me
    ahead = lead_of(int(s.points[me]), int(s.points[other]))
    at_stake = worth_of_66(s, me if ahead >= 0 else other)
    standing = int(s.score[me]) - int(s.score[other]) + ahead * at_stake
    return min(1.0, max(-1.0, standing / max(3, int(s.rules.match_target))))


def clock(s: Any, decisions: int) -> int:
    """The tricks played in this deal."""
    return int(s.tricks[0]) + int(s.tricks[1])


def share(s: Any, me: int) -> float:
    """Player ``me``'s share of the points made in this deal; a half before any are made.

    When a match has gone on to the next deal, and no trick of it is won yet: of the deal before.
    (Where aces count against who takes them, points may be negative: then by the difference.)
    """
    fresh = s.tricks[0] + s.tricks[1] == 0
    mine = int(s.deal_totals[me]) if fresh else int(s.points[me])
    theirs = int(s.deal_totals[1 - me]) if fresh else int(s.points[1 - me])
    if mine < 0 or theirs < 0 or mine + theirs == 0:
        return 0.5 + 0.5 * lead_of(mine, theirs)
    return mine / (mine + theirs)


def lead_of(mine: int, theirs: int) -> float:
    """How far a player is ahead on the way to 66: from -1 to 1."""
    return min(1.0, max(-1.0, (mine - theirs) / GOAL))
