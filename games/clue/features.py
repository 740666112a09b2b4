"""What learners are given beside the record's fields: sets of cards and triples, unpacked.

The record keeps the log and sets of cards as numbers. Here they are arrays of truth values, which
a network can read; nothing is in them that the observation did not hold already.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.clue.cards import CARDS, TRIPLES, parts
from games.clue.log import shower_of, suggester_of, triple_of
from games.clue.record import MOST_SEATS, NOBODY, SIDE_SLOTS

CARDS_OF = np.zeros((TRIPLES + 1, CARDS), np.bool_)
"""Which cards a triple names; the last row, none, is for no triple (-1)."""
for _triple in range(TRIPLES):
    CARDS_OF[_triple, list(parts(_triple))] = True


def features(seen: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """What an observation of a seat says, one truth value for each card, triple, seat or slot.

    ``suggestions`` bool[seats, triples]: what each seat has suggested so far.
    ``disproved`` bool[seats, triples]: the suggestions on which each seat has shown a card.
    ``suggested_cards`` bool[cards]: the cards of the suggestion that is being answered.
    ``has_passed`` bool[seats, cards]: what each seat has said that it does not hold.
    ``has_accused`` bool[seats, cards]: the cards of each seat's wrong accusation.
    ``has_looked`` bool[seats, slots]: the slots laid aside that each seat has looked at.
    ``has_shown`` bool[cards, seats]: to whom the observer has shown each of its own cards.

    Args:
        seen: the named arrays of the observation, all that the seat may know.

    >>> import games
    >>> state = games.load("clue").new(players=3, seed=1, preset="rooms_only")
    >>> for option in ("go to Hall", "suggest Plum Rope"):
    ...     _ = state.play(option)
    >>> view = state.view(2).state
    >>> seen = {field.name: np.atleast_1d(view[field.name]) for field in state.game.fields}
    >>> seen["shown_to"] = seen["shown_to"][2]  # the own row of what is private
    >>> said = features(seen)
    >>> [state.game.faces[card] for card in said["suggested_cards"].nonzero()[0]]
    ['Plum', 'Rope', 'Hall']
    >>> said["suggestions"].nonzero()
    (array([0]), array([270]))
    """
    log: Any = seen["log"][: seen["logged"][0]]
    triples = triple_of(log)
    suggestions = np.zeros((MOST_SEATS, TRIPLES), np.bool_)
    suggestions[suggester_of(log), triples] = True
    disproved = np.zeros((NOBODY + 1, TRIPLES), np.bool_)
    disproved[shower_of(log), triples] = True
    return {
        "suggestions": suggestions,
        "disproved": disproved[:MOST_SEATS],
        "suggested_cards": CARDS_OF[seen["suggested"][0]],
        "has_passed": _bits(seen["lacks"], CARDS),
        "has_accused": _bits(seen["accused"], CARDS),
        "has_looked": _bits(seen["looked"], SIDE_SLOTS),
        "has_shown": _bits(seen["shown_to"], MOST_SEATS),
    }


def _bits(masks: NDArray[Any], n: int) -> NDArray[np.bool_]:
    """The lowest n bits of each mask, the lowest first: bool[masks, n]."""
    octets = masks.astype(masks.dtype.newbyteorder("<"), copy=False).view(np.uint8)
    bits = np.unpackbits(octets.reshape(len(masks), -1), axis=1, count=n, bitorder="little")
    return bits.view(np.bool_)
