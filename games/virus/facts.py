"""What the statements of Virus! tell about hidden cards: nothing.

All that is known of a hand was seen: cards that were discarded and turned over to be the deck
again, a hand that a Latex Glove emptied, the number of cards that is left for a hand. Discarding is
always allowed, so a card that was *not* played rules nothing out.
"""

from __future__ import annotations

from games.kit.events import Deduction


def deductions(what: int, who: int, a: int, b: int) -> list[Deduction]:
    """No fact follows from any statement.

    >>> deductions(0, 0, 0, 0)
    []
    """
    return []
