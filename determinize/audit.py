"""The audit: can a game's hidden-information copies be trusted?

Search players think with copies of the true state in which everything that their seat cannot know
has been dealt anew. A copier that keeps a hidden card, forgets a look or favours some worlds makes
them cheats or fools, and nothing in a match shows it. :func:`audit` looks at the copies of many
random positions, and holds the copier to seven checks:

- *conserves*: no card is lost, doubled or changed;
- *indistinguishable*: the seat cannot tell the copy from the true state, nor a copy of the copy;
- *independent*: no secret travels with the copy, and nothing done to one touches the other;
- *consistent*: every fact that the seat has learned still holds;
- *replayable*: the copy's history can be played, move by move, under the rules;
- *reachable*: no world that can be true is left out;
- *calibrated*: every world is as likely as it should be.

The parts are in :mod:`determinize.auditing`: one position is examined (``examine``), and all the
evidence is judged together (``judge``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from determinize.auditing.asked import BrokenGame, check_attributes
from determinize.auditing.auditable import (
    HISTORY,
    PROMISES,
    TABLE,
    Auditable,
    NotTested,
    Posterior,
    Target,
)
from determinize.auditing.draws import draws, look
from determinize.auditing.evidence import CHECKS
from determinize.auditing.judging.judge import judge
from determinize.auditing.kinds import Kind
from determinize.auditing.positions import Policy
from determinize.auditing.promised import Held, promise_of
from determinize.auditing.sample import AUTO, REFERENCES, Settings
from determinize.auditing.smallest import with_smallest_examples
from determinize.auditing.verdict import Audit, Check, Example
from determinize.auditing.workers import examined
from determinize.auditing.workers.machine import Progress
from determinize.auditing.workers.making import Tried, tried

__all__ = [
    "HISTORY",
    "TABLE",
    "Audit",
    "Auditable",
    "BrokenGame",
    "Check",
    "Example",
    "Kind",
    "NotTested",
    "Policy",
    "Posterior",
    "Target",
    "audit",
]

POSITIONS = 80
"""How many positions are looked at by default."""
COPIES = 120
"""How many copies of each by default."""
FEWEST_COPIES = 10
"""With fewer copies of a position nothing can be said about how they are spread."""
ERROR_RATE = 0.001
"""The chance, at most, that a right copier fails an audit, by default."""


def audit(
    target: Auditable | Callable[[], Auditable],
    *,
    positions: int = POSITIONS,
    copies: int = COPIES,
    seed: int = 0,
    error_rate: float = ERROR_RATE,
    promise: str | None = None,
    reference: str = AUTO,
    policy: Policy | None = None,
    smallest: bool = True,
    checks: Collection[str] = CHECKS,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Hold a copier to the seven checks, or to some of them.

    Args:
        target: a game with its copier; or a function without arguments that makes one, of a
            module's top level, so that worker processes can make their own.
        positions: how many positions of random games.
        copies: how many copies of each.
        seed: of everything; the same seed finds the same, whatever the number of workers.
        error_rate: the chance, at most, that a right copier fails.
        promise: what the copier is held to, ``table`` or ``history``; by default what the target
            itself promises. Another is set on a shallow copy of the target, as its ``promise``.
        reference: what copies are calibrated against: ``count``, ``truths``, or ``auto``.
        policy: how all seats play; the truths of such games are then the reference as they are: the
            posterior of somebody who knows how the others play.
        smallest: whether an earlier moment of the same game is looked for that shows a failure as
            well, for each failure's example. It takes up to 40 positions more, and changes no
            outcome: without it a failing audit is over sooner, its examples have more moves.
        checks: which are made, by name. The others are *not tested*: nothing is played or copied
            for them, and what they would have told about the kind of a fault is not known.
        workers: processes at most; by default one a processor. 0 works in this process, where an
            engine that crashes takes everything along.
        progress: told after each position.

    Raises:
        ValueError: a number or a name that cannot be, with what would be right; or the target has
            another promise, which cannot be set.
        BrokenGame: the game itself, not the copier, fails; or what the target says of itself, or
            answers, cannot be.
        WorkersFailed: making the target ends its process.

    Two players hold one of three cards each, and every copy holds the true ones:

    >>> import random
    >>> from copy import deepcopy
    >>> target = Target(
    ...     "three cards",
    ...     new=lambda seed: {"cards": random.Random(seed).sample("AKQ", 3), "over": False},
    ...     play=lambda state, option: {**state, "over": True},
    ...     copy=lambda state, seat, rng: deepcopy(state),
    ...     observe=lambda state, seat: (state["cards"][seat], state["over"]),
    ...     world=lambda state: dict(zip(("hand 0", "hand 1", "deck"), state["cards"])),
    ...     mover=lambda state: -1 if state["over"] else 0,
    ...     options=lambda state: ["bet", "pass"],
    ... )
    >>> verdict = audit(target, positions=10, copies=30, workers=0)
    >>> verdict.passed, verdict.check("independent").kind
    (False, 'PEEKING')
    """
    _check_call(positions, copies, seed, error_rate, promise, reference)
    asked = _asked(checks)
    if policy is not None:
        reference = "truths"
    make = Held(tried(_maker(target), workers=workers), promise)
    made = make()
    check_attributes(made)
    held_to = promise_of(made)
    settings = Settings(copies, held_to, reference, policy, checks=asked)
    pieces = draws(make, positions, seed, settings, workers=workers)
    evidence = examined(make, look, pieces, workers=workers, progress=progress)
    verdict = judge(evidence, target=made.name, promise=held_to, error_rate=error_rate)
    if not smallest:
        return verdict
    return with_smallest_examples(verdict, make, settings, workers=workers)


def _maker(target: Auditable | Callable[[], Auditable]) -> Callable[[], Auditable]:
    if isinstance(target, Auditable) and not isinstance(target, type):  # a class makes one
        return Tried(_Itself(target))
    if not callable(target):
        raise ValueError(
            f"{target!r} cannot be audited: an Auditable, or a function that makes one"
        )
    return target


class _Itself:
    """A target as the function that makes it."""

    def __init__(self, target: Auditable) -> None:
        self.target = target

    def __call__(self) -> Auditable:
        return self.target


def _asked(checks: Collection[str]) -> tuple[str, ...]:
    """Names of checks in the order in which checks are made."""
    names = (checks,) if isinstance(checks, str) else tuple(checks)
    for name in names:
        if name not in CHECKS:
            raise ValueError(f"a check is one of {', '.join(CHECKS)}, not {name!r}")
    if not names:
        raise ValueError(f"an audit makes one check at least, of {', '.join(CHECKS)}")
    return tuple(name for name in CHECKS if name in names)


def _check_call(
    positions: int,
    copies: int,
    seed: int,
    error_rate: float,
    promise: str | None,
    reference: str,
) -> None:
    if type(positions) is not int or positions < 1:
        raise ValueError(f"the number of positions is at least 1, not {positions!r}")
    if type(copies) is not int or copies < FEWEST_COPIES:
        raise ValueError(
            f"the number of copies of a position is at least {FEWEST_COPIES}, not {copies!r}"
        )
    if type(seed) is not int or seed < 0:
        raise ValueError(f"a seed is a whole number, not negative: {seed!r}")
    if not isinstance(error_rate, float | int) or not 0 < error_rate <= 0.5:
        raise ValueError(f"the error rate lies between 0 and 0.5, not {error_rate!r}")
    if promise is not None and promise not in PROMISES:
        raise ValueError(f"a promise is one of {', '.join(PROMISES)}, not {promise!r}")
    if reference not in REFERENCES:
        raise ValueError(f"a reference is one of {', '.join(REFERENCES)}, not {reference!r}")
