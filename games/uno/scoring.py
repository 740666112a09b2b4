"""What rounds and games are worth, and how a position stands."""

from __future__ import annotations

from typing import Any

from games.kit.table import size
from games.uno.cards import (
    CARD_COUNT,
    DRAW_TWO,
    FACE_OF_CARD,
    REVERSE,
    SKIP,
    WILD,
    symbol_of,
)
from games.uno.parameters import Scoring
from games.uno.record import HAND, NONE


def points_of(s: Any, face: int) -> int:
    """What a card counts when it is left in a hand."""
    symbol = symbol_of(face)
    if symbol < SKIP:
        return symbol
    if symbol == SKIP:
        return int(s.rules.skip_points)
    if symbol == REVERSE:
        return int(s.rules.reverse_points)
    if symbol == DRAW_TWO:
        return int(s.rules.draw_two_points)
    if face == WILD:
        return int(s.rules.wild_points)
    return int(s.rules.wild_draw_four_points)


def points_in(s: Any, zone: int) -> int:
    """What the cards in a zone count."""
    points = 0
    for card in range(CARD_COUNT):
        if s.zone[card] == zone:
            points += points_of(s, int(FACE_OF_CARD[card]))
    return points


def smallest_hand(s: Any) -> int:
    """Who alone has the fewest cards; -1 if that are several."""
    winner = NONE
    fewest = CARD_COUNT + 1
    for p in range(int(s.seats)):
        if s.eliminated[p] == 0:
            n = size(s, HAND + p)
            if n < fewest:
                fewest = n
                winner = p
            elif n == fewest:
                winner = NONE
    return winner


def score_round(s: Any, winner: int) -> None:
    """Points for the cards left: all to the winner, if there is one, or to everyone the own."""
    for p in range(int(s.seats)):
        points = points_in(s, HAND + p)
        if s.rules.scoring != Scoring.CLASSIC:
            s.scores[p] += points
        elif winner >= 0 and winner != p:
            s.scores[winner] += points


def is_over(s: Any) -> bool:
    """Whether the game is over; if not, those who are at the target in challenge scoring are out.

    Should all who are left come to the target in the same round, the lowest of them has won.
    """
    there = 0
    below = 0
    for p in range(int(s.seats)):
        there += s.scores[p] >= s.rules.target
        below += s.scores[p] < s.rules.target
    if s.rules.scoring != Scoring.CHALLENGE:
        return there > 0
    if below <= 1:
        return True
    for p in range(int(s.seats)):
        s.eliminated[p] = 1 if s.scores[p] >= s.rules.target else 0
    return False


def returns(s: Any, out: Any) -> None:
    """Each player's share of the win, from -1 (none) to 1.

    The highest score wins, in the other scorings the lowest.
    """
    sign = 1 if s.rules.scoring == Scoring.CLASSIC else -1
    winners = 0
    best = 0
    for p in range(int(s.seats)):
        if s.eliminated[p] == 0:
            score = sign * int(s.scores[p])
            if winners == 0 or score > best:
                best = score
                winners = 0
            winners += score == best
    for p in range(int(s.seats)):
        won = s.eliminated[p] == 0 and sign * int(s.scores[p]) == best
        out[p] = 2.0 / winners - 1.0 if won else -1.0


def value(s: Any, me: int) -> float:
    """How player ``me`` stands against the best of the others, in points and in cards.

    Half of it is the lead in points, measured against the target; half is the lead in cards of the
    round that goes on, measured against all that the two hold. Where a round has just been dealt it
    is the round before that counts, won (1), lost (-1) or without a winner.
    """
    if s.eliminated[me] > 0:
        return -1.0
    sign = 1 if s.rules.scoring == Scoring.CLASSIC else -1
    mine = size(s, HAND + me)
    rival = 0
    fewest = CARD_COUNT
    first = True
    for p in range(int(s.seats)):
        if p != me and s.eliminated[p] == 0:
            score = sign * int(s.scores[p])
            rival = score if first else max(rival, score)
            first = False
            fewest = min(fewest, size(s, HAND + p))
    if s.round > 0 and s.turns <= 1:
        cards = 0.0 if s.winner == 0 else 1.0 if s.winner == me + 1 else -1.0
    else:
        cards = (fewest - mine) / max(1, fewest + mine)
    points = (sign * int(s.scores[me]) - rival) / int(s.rules.target)
    return 0.5 * min(1.0, max(-1.0, points)) + 0.5 * cards


def clock(s: Any, decisions: int) -> int:
    """The turns of the game so far."""
    return int(s.earlier) + int(s.turns)
