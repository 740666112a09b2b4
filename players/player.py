"""What a player is: it gets an information set and returns a decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from determinize import InformationSet


@dataclass(frozen=True)
class Considered:
    """One option that a player weighed.

    Attributes:
        option: its code.
        visits: how often it was tried.
        value: the mean result for the player, from 0 (worst) to 1 (best).
        availability: how often it could have been tried.
        line: the options that the player expects to follow (the principal variation).
        agreement: the share of the worlds in which it was the best; None where worlds were not
            looked at one by one.
    """

    option: int
    visits: int
    value: float
    availability: int
    line: tuple[int, ...] = ()
    agreement: float | None = None


@dataclass(frozen=True)
class Decision:
    """What a player chose, and what it considered, best first."""

    option: int
    considered: tuple[Considered, ...] = ()
    worlds: int = 0
    """How many sampled worlds it looked at."""
    unsolved: int = 0
    """In how many of them it did not get the exact values that it was to find."""
    alone: bool = False
    """Whether the lines of what it considered hold its own options alone, without the others'."""
    memory: Any = field(default=None, compare=False, repr=False)
    """What it asks to be remembered until its seat's next decision, for ``decide_on``."""


@dataclass(frozen=True)
class Remembered:
    """What comes back to a player that asked for something to be remembered.

    Attributes:
        memory: what its last decision asked for, as it was.
        moves: the moves since, that decision's first: (seat, option), each option as the player's
            own seat saw it (``visible`` of the game).
    """

    memory: Any
    moves: tuple[tuple[int, int], ...]


class Player(Protocol):
    """Anything that decides.

    A player keeps nothing between decisions but its own parameters: whatever it may know is in the
    information set, whatever it draws comes from ``rng``. One that would go on from its last
    decision puts what it needs in ``Decision.memory``; it then also has a
    ``decide_on(info, rng, remembered)``, which is called instead of ``decide`` with that and the
    moves since (:class:`Remembered`).

    It may also have a ``check_game(game)``, which raises ValueError where its parameters do not
    suit the game, and a ``check_seats(game, seats)``, which does where they do not suit so many.
    What neither can know before it is met, ``decide`` refuses with :class:`Unplayable`.

    One whose ``cheats`` is true is given the true state, and sits in experiments alone
    (:func:`refuse_cheats`).
    """

    @property
    def name(self) -> str:
        """What it is called in tables."""

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Choose one of ``info.options``.

        Args:
            info: everything that the player's seat may know.
            rng: generator rows of its own, int64[3, 4].
        """


class Unplayable(ValueError):
    """A player met what its parameters do not suit: a mistake of who chose them, not of a game."""


class ExperimentOnly(ValueError):
    """A player that looks at the true state was asked outside an experiment."""


def cheats(player: object) -> bool:
    """Whether a player, or what makes players, says that it looks at the true state.

    >>> from players.chance import Random
    >>> cheats(Random())
    False
    """
    return bool(getattr(player, "cheats", False))


def refuse_cheats(name: str, player: object) -> None:
    """See that a player does not look at the true state, where there is no experiment.

    Raises:
        ExperimentOnly: it does, with how an experiment is said to be one.
    """
    if cheats(player):
        raise ExperimentOnly(
            f"{name} looks at the true state: for experiments only, which say so"
            " (experiment=True, or unseen compare --experiment)"
        )
