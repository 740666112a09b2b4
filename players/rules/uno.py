"""The shedder: a player of Uno that gets rid of cards as people do who have played it for a while.

Each card that may be played has a worth, and the dearest is played:

- Wilds are kept while anything else goes on the pile; one just drawn is, too, until somebody has
  few cards left.
- What leaves many cards of its own colour in the hand is played first, so that the next turn finds
  one that fits.
- Between two, a Skip, Reverse or Draw Two brings another turn, which is wanted with a card that
  then fits, and not wanted without one.
- Whoever comes next and has few cards left is skipped, or made to draw.
- Cards that count much go first, more so where everybody's own cards count, and far more so once
  somebody has few cards left.
- A Wild Draw Four is played only where nobody could rightly challenge it.
- Where a 7 or a 0 moves hands, it is worth as many cards as it rids the player of.

The colour named is the one most held. A Wild Draw Four is challenged when the accused is likely
enough to hold the colour, by how many cards of it are unseen. Whoever has the choice takes the
smallest hand, calls the last card and catches those who forget.

It is a policy in the form of :func:`players.search.playout.choose`, and reads nothing that the seat
to move does not see: its own hand, the pile, how many cards the others have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from compiled import below
from games.kit.faces import faces_in
from games.kit.table import size
from games.uno.cards import (
    CARD_COUNT,
    DRAW_TWO,
    FACE_OF_CARD,
    MATCHES,
    NO_COLOUR,
    OF_COLOUR,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
    WILDS,
    colour_of,
    symbol_of,
)
from games.uno.parameters import Scoring
from games.uno.record import (
    ACCEPT,
    CHALLENGE,
    COLOUR,
    DRAW,
    HAND,
    KEEP,
    SEAT,
    Decision,
)
from games.uno.scoring import points_of
from games.uno.seats import next_seat, players_left, seat_before
from players.rules.by_policy import ByPolicy

FEW = 2
"""Whoever has no more cards than that is about to go out."""

SAVED = 300
"""How much less a wild is worth than a coloured card; the worths were found by play among
shedders."""
KEPT = -150
"""To keep the card drawn: less than any coloured card is worth, more than a wild is before
somebody has few cards."""
SAME_COLOUR = 30
"""For each face of its colour that is left in the hand."""
ATTACK = 200
"""To skip who comes next and has few cards, or to make him draw."""
ANOTHER_TURN = 50
"""Between two: another turn with a card that fits; as much is lost without one."""
DRAWN_BY_OTHERS = 20
"""To make somebody draw two."""
PER_POINT = 1
"""For each point that the card counts, twice that where everybody's own cards count."""
PER_POINT_AT_THE_END = 4
"""The same, in addition, when somebody has few cards."""
PER_CARD = 100
"""For each card that the player is rid of when hands move."""
NEVER = -100_000

BLUFFS = 0.3
"""How often somebody is taken to play a Wild Draw Four unlawfully, of the times that it can be."""
WORTH_CHALLENGING = 0.25
"""How likely it must have been unlawful: two cards more against at least four fewer and a turn."""


def shedder(s: Any, options: Any, n: int, row: Any) -> int:
    """One of the options, by the rules above; a random one of several as good."""
    if n == 1:
        return int(options[0])
    if s.decision == Decision.CHALLENGE:
        return answer(s, int(options[0]))
    if s.decision == Decision.UNO or s.decision == Decision.CATCH:
        return int(options[0])
    me = int(s.mover)
    held = faces_in(s, HAND + me)
    each = per_point(s, me)
    found = int(options[0])
    most = 2 * NEVER
    ties = 0
    for k in range(n):
        option = int(options[k])
        if s.decision == Decision.COLOUR:
            worth = count(held & int(OF_COLOUR[option - COLOUR]))
        elif s.decision == Decision.SWAP:
            worth = -size(s, HAND + option - SEAT)
        elif option == KEEP:
            worth = KEPT
        elif option == DRAW:
            worth = NEVER
        else:
            worth = worth_of(s, me, option, held) + each * points_of(s, option)
        if worth > most:
            found, most, ties = option, worth, 1
        elif worth == most:
            ties += 1
            if below(row, ties) == 0:
                found = option
    return found


# --------------------------------------------------------------------------------- playing a card


def worth_of(s: Any, me: int, face: int, held: int) -> int:
    """What it is worth to play a face, beside its points; ``held``: the hand's faces, as a mask."""
    after = next_seat(s, me)
    left = held & ~(1 << face)
    hits = size(s, HAND + after) <= FEW
    if face >= WILD:
        worth = -SAVED
        if face == WILD_DRAW_FOUR:
            worth += ATTACK if hits else 0
            worth += NEVER if left & int(OF_COLOUR[int(s.colour)]) else 0
        return worth
    symbol = symbol_of(face)
    worth = SAME_COLOUR * count(left & int(OF_COLOUR[colour_of(face)]))
    if skips_next(s, symbol):
        worth += ATTACK if hits else 0
        worth += DRAWN_BY_OTHERS if symbol == DRAW_TWO else 0
        if players_left(s) == 2:
            fits = left & int(MATCHES[colour_of(face), symbol]) & ~WILDS
            worth += ANOTHER_TURN if fits else -ANOTHER_TURN
    if s.rules.seven_zero:
        worth += PER_CARD * rid_of(s, me, symbol)
    return worth


def skips_next(s: Any, symbol: int) -> bool:
    """Whether a symbol costs the next player a turn."""
    if symbol == REVERSE:
        return players_left(s) == 2
    return symbol in (SKIP, DRAW_TWO)


def per_point(s: Any, me: int) -> int:
    """What it is worth to be rid of a point."""
    worth = PER_POINT if s.rules.scoring == Scoring.CLASSIC else 2 * PER_POINT
    if fewest_of_others(s, me) <= FEW:
        worth += PER_POINT_AT_THE_END
    return worth


def fewest_of_others(s: Any, me: int) -> int:
    """How many cards the smallest hand of another player has."""
    fewest = CARD_COUNT
    for p in range(int(s.seats)):
        if p != me and s.eliminated[p] == 0:
            fewest = min(fewest, size(s, HAND + p))
    return fewest


def rid_of(s: Any, me: int, symbol: int) -> int:
    """How many cards fewer the player has when hands have moved because of a 7 or a 0."""
    left = size(s, HAND + me) - 1
    if left <= 0:
        return 0
    if symbol == 7:
        return left - fewest_of_others(s, me)
    if symbol == 0:
        return left - size(s, HAND + seat_before(s, me))
    return 0


def count(mask: int) -> int:
    """How many faces a mask has."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


# --------------------------------------------------------------------------- the Wild Draw Four


def answer(s: Any, first: int) -> int:
    """To a Wild Draw Four: another where it is an option, the first, and lawful; else a challenge.

    A challenge only if it promises enough.
    """
    if first == WILD_DRAW_FOUR and lawful(s, int(s.mover)):
        return first
    return CHALLENGE if chance_of_bluff(s) > WORTH_CHALLENGING else ACCEPT


def lawful(s: Any, me: int) -> bool:
    """Whether a Wild Draw Four of this player could not be challenged with success."""
    return not faces_in(s, HAND + me) & int(OF_COLOUR[int(s.colour)])


def chance_of_bluff(s: Any) -> float:
    """How likely the accused holds the colour that was in force, as far as the mover can know.

    By Bayes' rule from how likely so many unseen cards have none of it, and :data:`BLUFFS`. Cards
    of that hand that the mover has seen count as what they are.
    """
    me = int(s.mover)
    hand = HAND + seat_before(s, me)
    before = int(s.before)
    if before == NO_COLOUR:
        return 0.0
    unseen = 0
    coloured = 0
    held = 0
    for card in range(CARD_COUNT):
        of_colour = colour_of(int(FACE_OF_CARD[card])) == before
        if not int(s.seen[card]) >> me & 1:
            unseen += 1
            coloured += of_colour
            held += s.zone[card] == hand
        elif of_colour and s.zone[card] == hand:
            return 1.0
    none = 1.0
    for k in range(held):
        none *= max(0, unseen - coloured - k) / (unseen - k)
    bluff = (1 - none) * BLUFFS
    return bluff / (bluff + none)


@dataclass(frozen=True)
class Shedder(ByPolicy):
    """Sheds what counts most and fits again, keeps its wilds, strikes at who is about to win."""

    games = ("uno",)

    @property
    def policy(self) -> Callable[[Any, Any, int, Any], int]:
        """:func:`shedder`."""
        return shedder
