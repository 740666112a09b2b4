"""What the statements of Exploding Kittens tell about hidden cards; everybody may conclude it.

All else that is known for certain was seen: cards played, kittens, what a triple hands over, the
Defuse that everybody begins with, the next cards of the deck by who looked, a card that changed
hands by the two players concerned. That a drawn card is no kitten follows from where it goes. A
player who plays no Nope, draws, or skips shows nothing.
"""

from __future__ import annotations

from games.exploding_kittens.cards import DEFUSE, FACES
from games.exploding_kittens.record import HAND, Say
from games.kit.events import Deduction


def deductions(what: int, who: int, a: int, b: int) -> list[Deduction]:
    """The facts that follow from a statement.

    >>> [fact] = deductions(Say.LACKS, 1, DEFUSE, 0)
    >>> fact.because, fact.lo, fact.hi
    ('player 1 was asked for a Defuse and has none', 0, 0)
    """
    match Say(what):
        case Say.LACKS:
            why = f"player {who} was asked for a {FACES[a]} and has none"
            return [Deduction((HAND + who,), {a: 1}, 0, 0, why)]
        case Say.EXPLODES:
            why = f"player {who} did not defuse a kitten"
            return [Deduction((HAND + who,), {DEFUSE: 1}, 0, 0, why)]
