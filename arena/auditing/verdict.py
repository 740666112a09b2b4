"""The verdict on a player: whether it decides on what its seat knows, and on nothing else."""

from __future__ import annotations

import enum
from dataclasses import dataclass

PASSED = "passed"
FAILED = "failed"
NOT_TESTED = "not tested"


class Fault(enum.Enum):
    """What is wrong with a player's decisions, in one sentence each."""

    PEEKING = "peeking: the decision depends on what the seat cannot know"
    REMEMBERING = (
        "remembering: the decision depends on what the player was asked before,"
        " which other seats may have told it"
    )
    UNREPEATABLE = (
        "unrepeatable: the same position under equal seeds is decided otherwise, so the decision"
        " depends on something else: a generator of its own, the clock, an address in memory"
    )
    TAMPERING = "tampering: being asked for a decision changes the match itself"
    LEAK = (
        "a leak in what players are given, not in the player: the information set of the same"
        " knowledge differs"
    )
    ILLEGAL = "an illegal decision: the answer is none of the player's options"
    CRASH = "a crash: the player raises an error instead of deciding"


@dataclass(frozen=True)
class PlayerExample:
    """The smallest position found in which a player's decision shows its fault.

    Attributes:
        seed: of the game.
        moves: the codes of the options played, in order.
        words: the same, as people say them.
        seat: who decides.
        decision_true: what the player decides in the true state, in words.
        decision_other: what it decides otherwise, in words: in the other world, asked again, or
            asked after other seats were.
        differs: what is otherwise in the other world, no more than it takes: ``QH: hand 1, in truth
            talon[3]``; empty where the world is the same.
        read: what the player read of the match beside its information set, or says that it read.
    """

    seed: int
    moves: tuple[int, ...]
    words: tuple[str, ...]
    seat: int
    decision_true: str
    decision_other: str
    differs: tuple[str, ...] = ()
    read: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayerAudit:
    """What became of the audit of a player.

    Attributes:
        player, game: who was audited, at what.
        outcome: ``passed``, ``failed``, or ``not tested`` where no position was found in which
            there was something to choose and something to peek at.
        positions: how many were compared: the player had several options and several worlds were
            possible. Others are not counted.
        worlds: in how many worlds altogether it was asked, each laid out as a true state.
        exhaustive: in how many of the positions these were all worlds that are possible.
        decisions: how often it was asked.
        kind: the name of the :class:`Fault`, where it failed.
        says: one sentence of what that is and what shows it; or why nothing was tested.
        example: the smallest position found that shows it.
    """

    player: str
    game: str
    outcome: str
    positions: int
    worlds: int
    exhaustive: int
    decisions: int
    kind: str | None = None
    says: str | None = None
    example: PlayerExample | None = None

    @property
    def passed(self) -> bool:
        """Whether the player was tested and no fault was found."""
        return self.outcome == PASSED

    @property
    def sees(self) -> float | None:
        """The share of decisions that must depend on a secret for the audit to see it, at 95 %.

        A player whose decision differs between the compared worlds at this share of positions, or
        at more, passes an audit of so many positions with a chance of at most 5 %. None where none
        were compared.
        """
        return 1 - 0.05 ** (1 / self.positions) if self.positions else None
