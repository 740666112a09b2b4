"""The work of an audit in pieces: each draw is one position to be found and examined.

A draw is plain data, and what it brings to light depends on nothing else, so pieces can be worked
on anywhere, in any order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TypeAlias

import numpy as np

from determinize.auditing.auditable import Auditable, ability
from determinize.auditing.evidence import CALIBRATED, REACHABLE, Evidence, Position
from determinize.auditing.examine import examine
from determinize.auditing.positions import BrokenGame, at, random_position, served
from determinize.auditing.sample import COUNT, TRUTHS, Settings, Told
from determinize.auditing.workers.pool import spread
from determinize.auditing.workers.processes import Crash

Placed: TypeAlias = Callable[[Position], None]
"""Told which position is about to be examined, once it is found."""

PILOT = 60
"""Random games that are played to learn how many options there are at each decision."""
MOST_TRIES = 400
"""Games that thinning may throw away for one that it keeps."""


@dataclass(frozen=True)
class Draw:
    """One position to be found: by a seed, or by itself.

    Attributes:
        seed: of the position's game and of everything that is drawn to find it.
        settings: what is looked at there.
        position: the position, where it is known already.
    """

    seed: int
    settings: Settings
    position: Position | None = None


def look(
    target: Auditable, draw: Draw, told: Told = lambda *_: None, placed: Placed = lambda _: None
) -> Evidence:
    """Find a draw's position and examine it.

    Args:
        told: told what is about to be done, with the check.
        placed: told the position, before it is examined.

    Raises:
        BrokenGame: the game itself fails.
    """
    position, kept = find(target, draw)
    placed(position)
    if draw.position is not None and position.seat not in served(target, at(target, position)):
        return Evidence(position)
    evidence = examine(target, position, draw.settings, told)
    if not kept:
        _forget_ranks(evidence)
    return evidence


def draws(n: int, seed: int, settings: Settings) -> list[Draw]:
    """The pieces of an audit of n positions."""
    seeds = np.random.default_rng([seed, 4]).integers(2**31, size=n)
    return [Draw(int(each), settings) for each in seeds]


def find(target: Auditable, draw: Draw) -> tuple[Position, bool]:
    """A draw's position, and whether its true state can stand for the worlds of its observer.

    Where truths must be uniform, games are thinned: one is kept with probability product of
    (options there were / options there can be at that decision), the inverse likelihood of the
    choices of the others, so that the true state of a game that is kept is a uniform draw from the
    worlds that its observer holds possible.
    """
    if draw.position is not None:
        return draw.position, True
    settings = draw.settings
    if not settings.bounds:
        return random_position(target, draw.seed, policy=settings.policy), True
    rng = np.random.default_rng([draw.seed, 5])
    for attempt in range(MOST_TRIES):
        position = random_position(target, draw.seed + attempt * 2**31)
        if rng.random() < chance_to_stay(position.choices, settings.bounds):
            return position, True
    return position, False


def _forget_ranks(evidence: Evidence) -> None:
    """What copies were compared with was no uniform draw: nothing follows from it."""
    reason = f"of {MOST_TRIES} random games none was kept: their choices tell too much"
    for check in (REACHABLE, CALIBRATED):
        evidence.tested.pop(check, None)
        evidence.untested[check] = reason
    evidence.uniforms = [one for one in evidence.uniforms if one.check not in evidence.untested]
    evidence.tallies = [one for one in evidence.tallies if one.check not in evidence.untested]


def chance_to_stay(choices: Sequence[int], bounds: Sequence[int]) -> float:
    """The probability with which thinning keeps a game in which there were so many options.

    >>> chance_to_stay((2, 3), bounds=(4, 3))
    0.5
    """
    most = [*bounds[: len(choices)], *[max(bounds)] * (len(choices) - len(bounds))]
    return math.prod(min(1.0, n / bound) for n, bound in zip(choices, most, strict=True))


def thinned(
    make: Callable[[], Auditable], settings: Settings, seed: int, *, workers: int | None
) -> Settings:
    """The settings, with bounds for thinning where truths are the reference and need it.

    They do unless the target counts worlds, tells the likelihood of a copy's own history, or the
    posterior under a policy is asked for.

    Raises:
        BrokenGame: the engine crashed while a game was played.
    """
    target = make()
    if settings.policy is not None or ability(target, "likelihood") is not None:
        return settings
    if settings.reference == COUNT:
        return settings
    if settings.reference != TRUTHS and ability(target, "posterior") is not None:
        return settings
    seeds = [int(each) for each in np.random.default_rng([seed, 6]).integers(2**31, size=PILOT)]
    pilots = spread(make, pilot, seeds, workers=workers)
    bounds: list[int] = []
    for choices in pilots:
        if isinstance(choices, Crash):
            raise BrokenGame(f"{target.name}: {choices.how} while a random game was played")
        bounds = [max(pair) for pair in zip_longest(bounds, choices, fillvalue=1)]
    return replace(settings, bounds=tuple(bounds) or (1,))


def pilot(target: Auditable, seed: int, told: Told, placed: Placed) -> tuple[int, ...]:
    """How many options there were at each decision of the others in a random game."""
    return random_position(target, seed).choices
