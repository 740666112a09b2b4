"""Special sets, two or three of a title or five different titles: which option stands for which.

A set is announced and laid in one option, whatever it is made of. If the cards came in decisions of
their own, everybody would know in between that a hand has such a set, and nothing on the table
would show it: worlds dealt at that moment could not be played on.
"""

from __future__ import annotations

import numpy as np

from games.exploding_kittens.cards import KITTEN, TITLES
from games.exploding_kittens.record import FIVE, FIVE_OF, PAIR, PAIR_OF, TRIPLE, TRIPLE_OF

FIVES = np.array(
    [mask for mask in range(1 << TITLES) if mask.bit_count() == 5 and not mask >> KITTEN & 1],
    np.int64,
)
"""All sets of five different titles, as masks in ascending order."""
NUMBER_OF_FIVE = np.full(1 << TITLES, -1, np.int16)
"""Of each mask of titles which of :data:`FIVES` it is; -1: none."""
NUMBER_OF_FIVE[FIVES] = np.arange(len(FIVES))


def kind_of(option: int) -> int:
    """The action that an option of a turn announces: a title, or which kind of set.

    >>> kind_of(4), kind_of(PAIR_OF + 8) == PAIR, kind_of(FIVE_OF) == FIVE
    (4, True, True)
    """
    if option >= FIVE_OF:
        return FIVE
    if option > TRIPLE_OF:
        return TRIPLE
    return PAIR if option > PAIR_OF else option


def titles_of(option: int) -> int:
    """The titles that an option of a turn plays, as a mask.

    >>> bin(titles_of(4)), bin(titles_of(TRIPLE_OF + 2)), bin(titles_of(FIVE_OF))
    ('0b10000', '0b100', '0b111110')
    """
    if option >= FIVE_OF:
        return int(FIVES[option - FIVE_OF])
    if option > TRIPLE_OF:
        return 1 << option - TRIPLE_OF
    return 1 << (option - PAIR_OF if option > PAIR_OF else option)


def copies_of(action: int) -> int:
    """How many of each of its titles an action plays.

    >>> copies_of(PAIR), copies_of(TRIPLE), copies_of(FIVE), copies_of(4)
    (2, 3, 1, 1)
    """
    if action == TRIPLE:
        return 3
    return 2 if action == PAIR else 1
