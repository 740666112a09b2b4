"""What bodies and cards of Virus! are worth to the player whose turn ends, in hundredths.

A hundred is a unit of the log odds of winning. The numbers are a logistic regression of who won on
what was on the table and in hand when the next player was about to move, in games of surgeons with
a few moves at random: games for two, and games for four, by which it plays with three and more.
"""

from __future__ import annotations

import numpy as np

from games.virus.bodies import COMPLETE, IMMUNISED, INFECTED, STATES, VACCINATED

WON = 1_000_000
"""What a complete body is worth: more than all else."""

INFECTED_ONE, VACCINATED_ONE, IMMUNISED_ONE = 1 << 3, 1 << 6, 1 << 9


def _counted(state: int) -> int:
    """How an organ counts in the tally of a body."""
    if state == 0:
        return 0
    if INFECTED <= state < VACCINATED:
        return INFECTED_ONE
    if state < VACCINATED:
        return 1
    return 1 + (VACCINATED_ONE if state < IMMUNISED else IMMUNISED_ONE)


COUNTED = np.array([_counted(state) for state in range(STATES)], np.int64)
"""How an organ counts in the tally of a body, by its state. A tally is four numbers of three bits:
how many organs are healthy, infected, vaccinated, immunised."""

ORGANS = (
    (
        ((0, 7, 26), (24, 40, 55), (61, 83, 89), (121, 137, 151)),
        ((0, 4, 18), (12, 17, 32), (32, 42, 55), (75, 85, 95)),
    ),
    (
        ((0, 19, 37), (30, 56, 69), (75, 109, 118), (164, 225, 226)),
        ((0, 3, 8), (5, 9, 16), (14, 20, 30), (50, 70, 75)),
    ),
)
"""What a body is worth to its owner, and what it costs if another has it; each for two players and
for more; by how many organs are healthy, then by how many are infected."""
MEDICINES = (((10, 22), (14, 32)), ((7, 21), (6, 14)))
"""The same for each vaccinated organ, more than for a free one, and for an immunised one."""
BUILDERS = (
    ((0, 0, 20, 115), (5, 15, 55, 130)),
    ((0, 2, 8, 60), (0, 7, 28, 60)),
)
"""What cards in hand add that would make another organ healthy; for two players and for more; one
such card, and two; by how many organs are healthy."""

BUILDERS_COUNT = 3
"""None, one and more of them are told apart."""
OTHERS = 2 * BUILDERS_COUNT
"""The first row of :data:`WORTH` for others' bodies."""


def _worth(tally: int, other: int, many: int, builders: int) -> int:
    """The worth of a body with that tally."""
    well, ill, vaccinated, immunised = (tally >> shift & 7 for shift in (0, 3, 6, 9))
    if well >= COMPLETE:
        return WON
    organs, medicines = ORGANS[other][many], MEDICINES[other][many]
    worth = organs[well][min(ill, len(organs[well]) - 1)]
    worth += medicines[0] * vaccinated + medicines[1] * immunised
    return worth + (BUILDERS[many][builders - 1][well] if builders else 0)


WORTH = np.array(
    [
        [_worth(tally, other, many, builders) for tally in range(1 << 12)]
        for other, many, builders in (
            *((0, many, builders) for many in range(2) for builders in range(BUILDERS_COUNT)),
            (1, 0, 0),
            (1, 1, 0),
        )
    ],
    np.int64,
)
"""``WORTH[row, tally]``: of the own body with 0, 1, 2 builders in hand, for two players and for
more; then of another's, for two and for more."""

(
    ORGAN_LACKED,
    ORGAN_HAD,
    CURES,
    PROTECTS,
    NO_MEDICINE,
    DESTROYS,
    INFECTS,
    STRIPS,
    NO_VIRUS,
    SPREADS,
    NO_SPREAD,
    STEALS,
    NO_THEFT,
    EXCHANGES,
    GLOVE,
    WORSE_BODY,
    NO_WORSE_BODY,
) = range(17)
"""What a card in hand can be used for now."""

CARD = np.array(
    [
        [7, -3, -9, -14, -10, 0, 2, -4, -3, 43, -1, 60, 32, -6, -1, 117, 47],
        [3, -1, -8, -3, -5, -7, -7, -11, -6, 47, 7, 24, 4, 7, 1, 63, 40],
    ],
    np.int64,
)
"""What a card that is kept is worth more than a new one, for two players and for more, by its
use."""
COPY = -3
"""What it is worth in addition if another of its face is in hand."""
NO_HAND = np.array([24, 6], np.int64)
"""For each other player without a hand, who will but draw; for two players and for more."""
NO_HAND_OF_THREE = np.array([10, 18], np.int64)
"""In addition if he has three healthy organs."""

NEAREST, FARTHEST = 130, 70
"""With more than two, in hundredths: others cost so much who play next, and last."""
