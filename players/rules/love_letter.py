"""The suitor: a player of Love Letter that plays as people do who count the cards.

What others hold is judged by the cards that the player has not seen, and by the last card on each
pile: who lays down a low card has mostly kept a higher one; who lays down the Countess mostly had
to. A hand that was looked at is known. Each option has a worth, and the dearest is taken:

- The higher card is kept, the more so when no other turn will come.
- A Guard names the card that is known or likeliest, and is played while that is likely enough.
- A Baron is played on whom the kept card beats.
- A Prince is played on who is known or likely to hold the Princess or another high card; on the
  player itself, if the kept card is worse than what may be drawn, and never beside the Princess.
- A King gives away a low card for what is likely a higher one.
- A Handmaid protects a high card, and a card that another has seen.
- A Priest looks at a hand that is not known yet, best with a Guard kept.
- A Chancellor's cards: early the highest that may safely be played, late the highest; of the two
  put back the player gets the higher one, if one of them comes back.
- A Spy is played early, for the token.
- Of players who are alike as targets, the one with the most tokens.

It is a policy in the form of :func:`players.search.playout.choose`, and reads nothing that the seat
to move does not see: cards that it has seen, piles, fields, how many cards lie in the deck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from compiled import below
from games.kit.faces import face_in, faces_in
from games.kit.masks import how_many, lowest
from games.kit.table import size, top
from games.love_letter.cards import (
    BARON,
    CARD_COUNT,
    CHANCELLOR,
    COUNTESS,
    FACE_COUNT,
    FACE_OF_CARD,
    GUARD,
    HANDMAID,
    KING,
    PRIEST,
    PRINCE,
    PRINCESS,
    SPY,
)
from games.love_letter.options import targets
from games.love_letter.record import DECK, HAND, PILE, TARGET, Decision
from players.rules.by_policy import ByPolicy

OUT = 100
"""What it is worth that another is out of the round for certain; all worths are in this measure."""
PER_RANK = 4
"""To keep a card that is one rank higher."""
PER_RANK_LATE = 20
"""The same in the last turn."""
LOOK = 14
"""A Priest's look at a hand that is not known."""
LOOK_WITH_GUARD = 20
"""In addition, with a Guard to follow."""
PROTECTION = 20
"""A Handmaid, as long as another has a turn to come."""
PROTECTION_OF_SEEN = 30
"""In addition, where the only opponent has seen the hand."""
EXPOSED = 10
"""What it costs that another knows the own hand, as after a King."""
CHOICE = 2
"""How many ranks a Chancellor raises the hand."""
SPIED = 20
"""A Spy on the pile, where none of the own lies there."""
NEVER = -10_000

FITS = 10
"""How likely a card was kept beside one laid down that is no higher; other chances by this."""
UNLIKELY = 1
"""The same of a kept card that is lower."""
BLUFF = 1
"""The same of a card beside which the Countess need not be played, nor would be."""


def suitor(s: Any, options: Any, n: int, row: Any) -> int:
    """One of the options, by the rules above; a random one of several as good."""
    if n == 1:
        return int(options[0])
    me = int(s.mover)
    unseen = unseen_cards(s, me)
    found = int(options[0])
    most = 2 * NEVER
    ties = 0
    for k in range(n):
        option = int(options[k])
        worth = worth_of(s, me, option, unseen)
        if worth > most:
            found, most, ties = option, worth, 1
        elif worth == most:
            ties += 1
            if below(row, ties) == 0:
                found = option
    return found


def worth_of(s: Any, me: int, option: int, unseen: int) -> int:
    """What an option is worth, at any decision place."""
    if s.decision == Decision.PLAY:
        return worth_of_card(s, me, option, unseen)
    if s.decision == Decision.TARGET:
        target = option - TARGET
        worth = worth_on(s, me, int(s.played), face_in(s, HAND + me), target, unseen)
        return 100 * worth + (int(s.tokens[target]) if target != me else 0)
    if s.decision == Decision.GUESS:
        return chances(s, me, int(s.target), unseen, option, option)
    if s.decision == Decision.CHANCELLOR_KEEP:
        return worth_of_keeping(s, option)
    return worth_at_the_bottom(s, me, option)


# ------------------------------------------------------------------------------- what others hold


def unseen_cards(s: Any, me: int) -> int:
    """How many cards of each face a player has not seen, four bits for each, wherever they lie."""
    unseen = 0
    for c in range(CARD_COUNT):
        unseen += int((int(s.seen[c]) >> me & 1) == 0) << 4 * int(FACE_OF_CARD[c])
    return unseen


def known_card(s: Any, me: int, target: int) -> int:
    """The face of another's hand, if ``me`` has seen it; else -1."""
    for c in range(CARD_COUNT):
        if s.zone[c] == HAND + target and int(s.seen[c]) >> me & 1:
            return int(FACE_OF_CARD[c])
    return -1


def kept_beside(laid: int, face: int) -> int:
    """How likely a face was kept by who laid down another last, -1 for none; at most FITS."""
    if laid in (-1, KING):  # the hand comes from another
        return FITS
    if laid == COUNTESS:
        return FITS if face in (PRINCE, KING, PRINCESS) else BLUFF
    if laid == PRINCE and face == COUNTESS:  # unless another made them lay the Prince down
        return UNLIKELY
    return FITS if face >= laid else UNLIKELY


def read(s: Any, me: int) -> float:
    """How likely the others have kept what they hold in a world beside what they laid down last."""
    likely = 1.0
    for p in range(int(s.seats)):
        if p != me and int(s.left) >> p & 1 and known_card(s, me, p) < 0:
            likely *= kept_beside(face_on(s, p), face_in(s, HAND + p))
    return likely


def chances(s: Any, me: int, target: int, unseen: int, least: int, most: int) -> int:
    """How likely another holds a face from ``least`` to ``most``, in hundredths."""
    known = known_card(s, me, target)
    if known >= 0:
        return 100 if least <= known <= most else 0
    laid = face_on(s, target)
    those = 0
    total = 0
    for face in range(FACE_COUNT):
        weight = (unseen >> 4 * face & 15) * kept_beside(laid, face)
        total += weight
        if least <= face <= most:
            those += weight
    return 100 * those // max(1, total)


def likely_rank(s: Any, me: int, target: int, unseen: int) -> int:
    """The rank that another holds, in hundredths of a rank; on an average if it is not known."""
    known = known_card(s, me, target)
    if known >= 0:
        return 100 * known
    laid = face_on(s, target)
    ranks = 0
    total = 0
    for face in range(FACE_COUNT):
        weight = (unseen >> 4 * face & 15) * kept_beside(laid, face)
        total += weight
        ranks += weight * face
    return 100 * ranks // max(1, total)


def rank_of_draw(unseen: int) -> int:
    """The rank of a card that is drawn, in hundredths of a rank, on an average."""
    ranks = 0
    total = 0
    for face in range(FACE_COUNT):
        total += unseen >> 4 * face & 15
        ranks += (unseen >> 4 * face & 15) * face
    return 100 * ranks // max(1, total)


def face_on(s: Any, p: int) -> int:
    """The face on top of a player's pile, -1 if there is none."""
    card = top(s, PILE + p)
    return int(FACE_OF_CARD[card]) if card >= 0 else -1


# --------------------------------------------------------------------------------- playing a card


def worth_of_card(s: Any, me: int, face: int, unseen: int) -> int:
    """What it is worth to play a face and to keep the other card of the hand."""
    kept = other_card(s, me, face)
    worth = per_rank(s) * kept
    if face == PRINCESS:
        return NEVER
    if face == SPY:
        return worth + (0 if faces_in(s, PILE + me) >> SPY & 1 else SPIED)
    if face == HANDMAID:
        return worth + worth_of_protection(s, me, kept)
    if face == CHANCELLOR:
        return worth + (per_rank(s) * CHOICE if size(s, DECK) > 0 else 0)
    if face == COUNTESS:
        return worth
    best = NEVER
    mask = targets(s, me, face)
    for p in range(int(s.seats)):
        if mask >> p & 1:
            best = max(best, worth_on(s, me, face, kept, p, unseen))
    return worth + (best if mask else 0)


def worth_on(s: Any, me: int, face: int, kept: int, target: int, unseen: int) -> int:
    """What a card does when it is played on a player."""
    if face == GUARD:
        best = 0
        for named in range(FACE_COUNT):
            if named != GUARD:
                best = max(best, chances(s, me, target, unseen, named, named))
        return OUT * best // 100
    if face == PRIEST:
        if known_card(s, me, target) >= 0 or size(s, DECK) == 0:
            return 0
        return LOOK + (LOOK_WITH_GUARD if kept == GUARD else 0)
    if face == BARON:
        wins = chances(s, me, target, unseen, 0, kept - 1)
        loses = chances(s, me, target, unseen, kept + 1, PRINCESS)
        return OUT * (wins - loses) // 100
    if face == PRINCE:
        return worth_of_discard(s, me, kept, target, unseen)
    gained = likely_rank(s, me, target, unseen) - 100 * kept
    return per_rank(s) * gained // 100 - (EXPOSED if size(s, DECK) > 0 else 0)


def worth_of_discard(s: Any, me: int, kept: int, target: int, unseen: int) -> int:
    """What it is worth that a Prince makes a player draw another card."""
    if target == me:
        if kept == PRINCESS:
            return NEVER
        return per_rank(s) * (rank_of_draw(unseen) - 100 * kept) // 100
    lost = likely_rank(s, me, target, unseen) - rank_of_draw(unseen)
    hits = chances(s, me, target, unseen, PRINCESS, PRINCESS)
    return (OUT * hits + per_rank(s) * lost) // 100


def worth_of_protection(s: Any, me: int, kept: int) -> int:
    """What a Handmaid is worth: more for a higher card, and for one that the opponent has seen."""
    if size(s, DECK) == 0:
        return 0
    worth = PROTECTION + kept
    seen = s.seats == 2 and face_on(s, 1 - me) in (PRIEST, BARON, KING)
    if seen and face_on(s, me) != HANDMAID:
        worth += PROTECTION_OF_SEEN
    return worth


def per_rank(s: Any) -> int:
    """What it is worth to keep a card that is one rank higher."""
    return PER_RANK_LATE if is_last_turn(s) else PER_RANK


def is_last_turn(s: Any) -> bool:
    """Whether the cards left in the deck are too few for another turn of the mover."""
    return size(s, DECK) < players_left(s)


def players_left(s: Any) -> int:
    """How many players are in the round."""
    return how_many(int(s.left))


def other_card(s: Any, me: int, face: int) -> int:
    """The face that is left of a hand of two when one is played."""
    held = faces_in(s, HAND + me) & ~(1 << face)
    return lowest(held) if held else face


# ---------------------------------------------------------------------------------- the Chancellor


def worth_of_keeping(s: Any, face: int) -> int:
    """The rank, but the Princess, who can only be kept, is worth no more than a Handmaid early."""
    if face == PRINCESS and not is_last_turn(s):
        return HANDMAID
    return face


def worth_at_the_bottom(s: Any, me: int, face: int) -> int:
    """The higher card lies where the player draws it, if either comes back; else above the other.

    The bottom card of the deck is drawn last.
    """
    turn = players_left(s)
    higher_below = (size(s, DECK) + 2) % turn == 0
    return face if higher_below else -face


@dataclass(frozen=True)
class Suitor(ByPolicy):
    """Counts cards, names the likeliest one, keeps the higher, strikes when it is likely to hit."""

    games = ("love-letter",)

    @property
    def policy(self) -> Callable[[Any, Any, int, Any], int]:
        """:func:`suitor`."""
        return suitor

    @property
    def reading(self) -> Callable[[Any, int], float]:
        """:func:`read`."""
        return read
