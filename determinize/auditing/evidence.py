"""What looking at one position brings to light: plain data, sent from worker to judge.

A *finding* is a fault that one copy proves. Everything else is statistics: numbers whose
distribution is known exactly if the copier is right, gathered over all positions and judged
together.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

CONSERVES = "conserves"
INDISTINGUISHABLE = "indistinguishable"
INDEPENDENT = "independent"
CONSISTENT = "consistent"
REPLAYABLE = "replayable"
REACHABLE = "reachable"
CALIBRATED = "calibrated"
CHECKS = (
    CONSERVES,
    INDISTINGUISHABLE,
    INDEPENDENT,
    CONSISTENT,
    REPLAYABLE,
    REACHABLE,
    CALIBRATED,
)
"""The seven checks, in the order in which they are told."""
THE_WORLD = "the world"
"""The channel of two samples whose values are canonical worlds."""


@dataclass(frozen=True, order=True)
class Position:
    """A position of a game, to be found again: the seed of the game and the options played.

    Attributes:
        moves: what was played, in order; positions are ordered by how many there are.
        seed: of the game.
        seat: whose copies are looked at.
        choices: how many options there were at each decision of another seat, in order: the inverse
            likelihood, under uniformly random play, of the choices that led here.
    """

    depth: int = field(init=False)
    seed: int
    seat: int
    moves: tuple[Hashable, ...] = field(compare=False)
    choices: tuple[int, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", len(self.moves))


@dataclass(frozen=True)
class Finding:
    """A fault proved by one copy.

    Attributes:
        check: which check it breaks.
        kind: what kind of bug this usually is: a name of :class:`Kind`.
        copy_seed: the seed of the copy's generator, or None where no single copy shows it.
        copy: what the copy says.
        truth: what the true state, or the belief, says.
    """

    check: str
    kind: str
    copy_seed: int | None
    copy: str
    truth: str


@dataclass(frozen=True)
class Tally:
    """``hits`` of ``n`` copies where each hits with ``probability``, independently.

    What is counted is chosen by the position and its posterior, never by the copies.

    Attributes:
        check: ``calibrated``, or ``reachable`` where only no hit at all counts.
        statistic: what was counted, in words that are the same in every position, so that it can be
            counted over all of them: ``QH lies in hand 1``.
        kind: what kind of bug a deviation usually is.
        alone: whether it is judged in its position too, or only over all positions together.
    """

    check: str
    statistic: str
    kind: str
    hits: int
    n: int
    probability: float
    alone: bool = True


@dataclass(frozen=True)
class Histogram:
    """Numbers that are independent and uniform on [0, 1] if the copier is right: one for each copy.

    Attributes:
        statistic: of which the numbers are the randomised distribution function (PIT values), in
            words that are the same in every position.
        counts: how many fell between neighbours of 0, ``uniformity.THRESHOLDS`` and 1.
    """

    check: str
    statistic: str
    kind: str
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Bet:
    """A wager against the copier: a factor whose mean is at most 1 if the copier is right.

    Factors of several positions multiply to such a factor again, and by Markov's inequality it
    exceeds 1/p in a share p of cases at most (an *e-value*: Vovk and Wang, 2021).

    Attributes:
        log_factor: the factor's natural logarithm.
    """

    check: str
    statistic: str
    kind: str
    log_factor: float


@dataclass(frozen=True)
class Foretold:
    """Wagers on which of two states copies were made of, by what stands in one of their channels.

    Which channels are bet on may depend on the copies of both states taken together, but not on
    which state they came from.

    Attributes:
        statistic: the channel, as of :class:`TwoSamples`.
        log_factors: the logarithm of a gambler's factor, for each of several stakes: each has a
            mean of at most 1 if the copier is right.
    """

    check: str
    statistic: str
    kind: str
    log_factors: tuple[float, ...]


@dataclass(frozen=True)
class Uniform:
    """A number that is uniform on [0, 1] if the copier is right: a randomised rank.

    One for each position and statistic: numbers of one position are not independent of each other.
    """

    check: str
    statistic: str
    kind: str
    u: float


@dataclass(frozen=True)
class TwoSamples:
    """How often each value was seen in copies of two states that the seat cannot tell apart.

    All copies are made with different seeds: with equal ones the two counts could depend on each
    other, and the test would not hold. Which channels are compared may depend on the copies of both
    states taken together, but not on which state they came from: channels that agree are counted
    too (in ``Evidence.quiet``, where they are not worth sending). What is pooled over positions is
    sent in any case.

    Attributes:
        statistic: the channel: where in the copy the value stands, ``history[0].hand[2]``.
        ours: value to how many copies of the true state had it; a channel that a copy lacks is a
            value as well.
        theirs: the same for the twin.
    """

    check: str
    statistic: str
    kind: str
    ours: Mapping[Hashable, int]
    theirs: Mapping[Hashable, int]


@dataclass
class Evidence:
    """All that was found in one position."""

    position: Position
    copies: int = 0
    findings: list[Finding] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=list)
    uniforms: list[Uniform] = field(default_factory=list)
    histograms: list[Histogram] = field(default_factory=list)
    bets: list[Bet] = field(default_factory=list)
    samples: list[TwoSamples] = field(default_factory=list)
    foretold: list[Foretold] = field(default_factory=list)
    quiet: int = 0
    """How many further channels were compared and agree exactly; they count as tests."""
    tested: dict[str, int] = field(default_factory=dict)
    """Check to how many copies it has looked at here."""
    untested: dict[str, str] = field(default_factory=dict)
    """Check to why it could not be made here."""
    partly: dict[str, str] = field(default_factory=dict)
    """Check to what of it was not tested here, and why, though it was made."""
    crashed: str | None = None
    """How the engine ended the process, where it did: in which step, and by what signal."""
    crashed_in: str | None = None
    """The check in which it did."""
    truth: Hashable = None
    """The true state's canonical world."""
    reference: str | None = None
    """What copies were calibrated against."""
    ranked: str | None = None
    """The truths that were ranked beside it, for what a count does not tell."""
    words: tuple[str, ...] = ()
    """The moves that led here, as people say them."""

    def looked(self, check: str, copies: int) -> None:
        """A check was made on so many copies."""
        self.tested[check] = self.tested.get(check, 0) + copies
