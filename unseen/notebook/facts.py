"""What a line says, as facts about where cards lie."""

from __future__ import annotations

from beliefs import Fact, at_least, at_most, holds, lacks
from unseen.notebook.sayings import (
    CASE_FILE,
    SIDE,
    TABLE,
    Accusation,
    FaceUp,
    Hand,
    Has,
    Lacks,
    Looked,
    Saying,
    Suggestion,
)


def facts(saying: Saying | None, me: str | None, because: str) -> tuple[Fact, ...]:
    """The facts of a line, which stand or fall together; none for what only settles who plays.

    >>> said = Suggestion("Ann", ("Scarlet", "Rope", "Hall"), ("Bob",), "Cid", "Rope")
    >>> for fact in facts(said, "Ann", "line 5"):
    ...     print(fact)
    Bob lacks Scarlet, Rope, Hall (line 5)
    Cid holds Rope (line 5)
    """
    match saying:
        case Hand(cards) if me is not None:
            return _each(me, cards, because)
        case FaceUp(cards):
            return _each(TABLE, cards, because)
        case Looked(cards):
            return _each(SIDE, cards, because)
        case Has(place, cards):
            return _each(place, cards, because)
        case Lacks(_, cards):
            return tuple(lacks(place, cards, because=because) for place in saying.places)
        case Accusation(_, cards, True):
            return _each(CASE_FILE, cards, because)
        case Accusation(_, cards, False):
            return (at_most(CASE_FILE, cards, 2, because=because),)
        case Suggestion(_, cards, passed, shower, card):
            told = [lacks(player, cards, because=because) for player in passed]
            if shower is not None and card is not None:
                told.append(holds(shower, card, because=because))
            elif shower is not None:
                told.append(at_least(shower, cards, 1, because=because))
            return tuple(told)
    return ()


def _each(place: str, cards: tuple[str, ...], because: str) -> tuple[Fact, ...]:
    return tuple(holds(place, card, because=because) for card in cards)
