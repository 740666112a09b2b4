"""What bodies and cards of Virus! are worth to the player whose turn ends, in hundredths.

A hundred is a unit of log odds of winning. The numbers were fitted to who won games among surgeons,
where the next player is about to move.
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

OWN_ORGANS = ((0, 2, 7), (30, 39, 56), (73, 88, 99), (145, 173, 174))
"""What a body is worth to its owner: by how many organs are healthy, then by how many infected."""
OTHERS_ORGANS = ((0, 7, 8), (21, 37, 42), (58, 80, 86), (143, 188, 188))
"""What it costs if another has that body."""
OWN_MEDICINE, OTHERS_MEDICINE = (15, 32), (10, 29)
"""What a vaccinated organ is worth more than a free one, and an immunised one."""


def _worth(tally: int, organs: tuple[tuple[int, ...], ...], medicine: tuple[int, int]) -> int:
    """The worth of a body with that tally."""
    well, ill, vaccinated, immunised = (tally >> shift & 7 for shift in (0, 3, 6, 9))
    if well >= COMPLETE:
        return WON
    most = organs[well][min(ill, len(organs[well]) - 1)]
    return most + medicine[0] * vaccinated + medicine[1] * immunised


WORTH = np.array(
    [
        [_worth(tally, organs, medicine) for tally in range(1 << 12)]
        for organs, medicine in ((OWN_ORGANS, OWN_MEDICINE), (OTHERS_ORGANS, OTHERS_MEDICINE))
    ],
    np.int64,
)
"""``WORTH[other, tally]``: of the own body, or with 1 of another's."""

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
    USES,
) = range(18)
"""What a card in hand can be used for now."""

CARD = np.array([23, -21, 17, -14, -14, -8, 1, -10, -6, 40, -6, 57, 28, 3, -21, 90, 22, 0], np.int64)
"""What a card that is kept is worth more than a new one, by its use."""
COPY = -2
"""What it is worth in addition if another of its face is in hand."""
NO_HAND = 14
"""For each other player without a hand, who will but draw."""
NO_HAND_OF_THREE = 0
"""In addition if he has three healthy organs."""
