"""What the statements of Love Letter tell about hidden cards; everybody may conclude it.

For each announcement of ``record.Say`` the facts that follow from it, about the hands *at that
moment*, each of one card. All else that is known for certain was seen: cards played and laid down,
a Priest's look, both hands by a Baron or a King, the cards that a Chancellor puts back.
"""

from __future__ import annotations

from games.kit.events import Alternatives, Conclusion, Deduction
from games.love_letter.cards import COPIES, COUNTESS, FACE_COUNT, FACES
from games.love_letter.record import HAND, Say


def deductions(what: int, who: int, a: int, b: int) -> list[Conclusion]:
    """The facts that follow from a statement.

    >>> [fact] = deductions(Say.MISS, 1, 2, 0)
    >>> fact.because, fact.weights, fact.hi
    ('a Guard named the Priest to player 1, and missed', {2: 1}, 0)
    """
    match Say(what):
        case Say.NOT_COUNTESS:
            why = f"player {who} played a King or Prince, so no Countess was beside it"
            return [Deduction((HAND + who,), {COUNTESS: 1}, 0, 0, why)]
        case Say.MISS:
            why = f"a Guard named the {FACES[a]} to player {who}, and missed"
            return [Deduction((HAND + who,), {a: 1}, 0, 0, why)]
        case Say.HIGHER:
            why = f"player {who} won against the {FACES[a]} by a Baron"
            higher = dict.fromkeys(range(a + 1, FACE_COUNT), 1)
            return [Deduction((HAND + who,), higher, 1, 1, why)]
        case Say.TIE:
            why = f"players {who} and {a} held the same by a Baron"
            cases = tuple(
                tuple(Deduction((HAND + p,), {face: 1}, 1, 1, why) for p in (who, a))
                for face in range(FACE_COUNT)
                if COPIES[face] > 1
            )
            return [Alternatives(cases, why)]
