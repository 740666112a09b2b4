"""What the statements of Little Pond tell about hidden cards.

For each announcement of ``rules.py`` (``games.kit.table.announce``) the facts that follow from it,
about the content of zones *at that moment*. A fact is ``lo <= sum of weights <= hi`` over the cards
in its zones; with weights of one it counts cards. What everybody sees anyway (a card laid open, how
many cards a hand has) needs no fact: the card table tells it.
"""

from __future__ import annotations

from games.kit.events import Deduction
from games.template.rules import COPIES, FACES, HAND, Say


def deductions(what: int, who: int, a: int, b: int) -> list[Deduction]:
    """The facts that follow from a statement.

    >>> [(fact.lo, fact.hi, fact.because) for fact in deductions(Say.HAS_NONE, 1, 2, 0)]
    [(0, 0, 'player 1 was asked for a pike and had none')]
    """
    # `audience` is left out: by default everybody may conclude it.
    match Say(what):
        case Say.ASKS_FOR:
            why = f"player {who} asked for {one(a)}"
            return [Deduction((HAND + who,), {a: 1}, 1, COPIES[a], because=why)]
        case Say.HAS_NONE:
            why = f"player {who} was asked for {one(a)} and had none"
            return [Deduction((HAND + who,), {a: 1}, 0, 0, because=why)]


def one(face: int) -> str:
    """A fish with its article.

    >>> one(1)
    'an eel'
    """
    return f"{'an' if FACES[face][0] in 'aeiou' else 'a'} {FACES[face]}"
