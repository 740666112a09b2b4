"""What may be concluded from an answer under the strict rules.

Whoever answers in phase 2 must beat the card led, else follow suit, else trump; so an answer that
does less shows what the rest of the hand lacks. Nothing is drawn any more, so it stays true. An
answer in phase 1, a card led, and a declaration or exchange that was *not* made show nothing.

Where unlawful answers can be given (``illegal_move`` = ``revoke``) they end the deal at once, so
that play went on says that the answer was lawful, and the same facts follow.

All else that is known of a hand was seen: the exchanged indicator and the drawn one, the partner of
a card led from a marriage.
"""

from __future__ import annotations

from games.kit.events import Deduction
from games.schnapsen.cards import CARDS
from games.schnapsen.record import HAND, Say
from games.schnapsen.words import SUIT_NAMES, card


def deductions(what: int, who: int, a: int, b: int) -> list[Deduction]:
    """The facts that follow from an announcement (see ``record.Say``), about hands as they are.

    >>> [fact] = deductions(Say.CANNOT_BEAT, 1, 8, 1 << 7 | 1 << 6 | 1 << 5)
    >>> fact.because, sorted(fact.weights), fact.lo, fact.hi
    ('seat 1 could not beat QD', [5, 6, 7], 0, 0)
    """
    reasons = {
        Say.CANNOT_BEAT: f"could not beat {card(a)}",
        Say.CANNOT_FOLLOW: f"could not follow {SUIT_NAMES[a % 4]}",
        Say.CANNOT_TRUMP: f"did not trump, so has no {SUIT_NAMES[a % 4]}",
    }
    missing = {c: 1 for c in range(CARDS) if b >> c & 1}
    return [Deduction((HAND + who,), missing, 0, 0, f"seat {who} {reasons[Say(what)]}")]
