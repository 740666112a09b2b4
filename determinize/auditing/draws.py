"""The work of an audit in pieces: each draw is one position to be found and examined.

A draw is plain data, and what it brings to light depends on nothing else, so pieces can be worked
on anywhere, in any order.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TypeAlias, TypeVar

import numpy as np

from determinize.auditing.asked import asked
from determinize.auditing.auditable import TABLE, Auditable, NotTested, ability
from determinize.auditing.calibration.reference import COUNTS
from determinize.auditing.evidence import CALIBRATED, REACHABLE, Evidence, Position
from determinize.auditing.examine import examine
from determinize.auditing.positions import BrokenGame, at, random_position, served
from determinize.auditing.sample import COUNT, TRUTHS, Settings, Told
from determinize.auditing.workers.pool import spread
from determinize.auditing.workers.processes import Crash

Result = TypeVar("Result")

Placed: TypeAlias = Callable[[Position], None]
"""Told which position is about to be examined, once it is found."""

PILOT = 200
"""Random positions that are found to learn how many options there are at each decision."""
COUNTED = 12
"""So many of them are counted, to see whether the target's counts spell worlds out."""
MOST_ROUNDS = 5
"""How often bounds may prove too low, and positions be drawn again, before ranks are given up."""
FORCED = (
    "truths are no uniform draw: in games that a seat cannot tell apart the others decide more or"
    " less often, and the target tells neither count nor likelihood"
)
TELLING = "truths are no uniform draw: choices tell so much that thinning keeps no game"
UNBOUNDED = "truths are no uniform draw: numbers of options kept growing while games were thinned"
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
    position = draw.position
    if position is None:
        position = random_position(target, draw.seed, policy=draw.settings.policy)
    placed(position)
    if draw.position is not None and position.seat not in served(target, at(target, position)):
        return Evidence(position)
    return examine(target, position, draw.settings, told)


def draws(
    make: Callable[[], Auditable], n: int, seed: int, settings: Settings, *, workers: int | None
) -> list[Draw]:
    """The pieces of an audit of n positions; where truths are ranked, thinned.

    Raises:
        BrokenGame: the engine crashed while a game was played.
    """
    seeds = np.random.default_rng([seed, 4]).integers(2**31, size=n)
    plain = [Draw(int(each), settings) for each in seeds]
    if not _needs_thinning(make(), settings):
        return plain
    bounds, unranked = _pilot(make, settings, seed, workers)
    settings = replace(settings, unranked=unranked)
    plain = [replace(draw, settings=settings) for draw in plain]
    for _ in range(MOST_ROUNDS):
        if not bounds:
            return plain
        asked = [replace(draw, settings=replace(settings, bounds=bounds)) for draw in plain]
        found = _unbroken(make, spread(make, find, asked, workers=workers))
        most = _raised(bounds, [each.most for each in found])
        if most == bounds:
            return [
                replace(
                    draw,
                    position=each.position,
                    settings=draw.settings if each.kept else replace(settings, unranked=TELLING),
                )
                for draw, each in zip(asked, found, strict=True)
            ]
        bounds = most
    return [replace(draw, settings=replace(settings, unranked=UNBOUNDED)) for draw in plain]


@dataclass(frozen=True)
class Found:
    """A position that thinning has kept; or one that it has not, where it kept none.

    ``most`` is the greatest number of options at each decision of the others, in all games tried.
    """

    position: Position
    kept: bool
    most: tuple[int, ...]


def find(target: Auditable, draw: Draw, told: Told, placed: Placed) -> Found:
    """A position whose true state can stand for the worlds of its observer: thinned.

    A game is kept with probability product of (options there were / options there can be at that
    decision), the inverse likelihood of the choices of the others. So the true state of a game that
    is kept is a uniform draw from the worlds that its observer holds possible, given that the
    number of decisions of the others is the same in all of these: engines that answer by themselves
    where somebody has no choice must give a ``likelihood``.
    """
    rng = np.random.default_rng([draw.seed, 5])
    most: tuple[int, ...] = ()
    for attempt in range(MOST_TRIES):
        position = random_position(target, draw.seed + attempt * 2**31)
        most = _raised(most, [position.choices])
        if rng.random() < chance_to_stay(position.choices, draw.settings.bounds):
            return Found(position, True, most)
    return Found(position, False, most)


def chance_to_stay(choices: Sequence[int], bounds: Sequence[int]) -> float:
    """The probability with which thinning keeps a game in which there were so many options.

    >>> chance_to_stay((2, 3), bounds=(4, 3))
    0.5
    """
    most = [*bounds[: len(choices)], *[max(bounds)] * (len(choices) - len(bounds))]
    return math.prod(min(1.0, n / bound) for n, bound in zip(choices, most, strict=True))


def _needs_thinning(target: Auditable, settings: Settings) -> bool:
    """Whether truths may be ranked, and cannot be weighted one by one instead."""
    if settings.promise == TABLE:
        return False  # truths follow the whole history
    if settings.policy is not None or ability(target, "likelihood") is not None:
        return False
    return settings.reference != COUNT and not {REACHABLE, CALIBRATED}.isdisjoint(settings.checks)


def _pilot(
    make: Callable[[], Auditable], settings: Settings, seed: int, workers: int | None
) -> tuple[tuple[int, ...], str]:
    """The greatest number of options at each decision of the others, in random games.

    None, with the reason, where thinning is of no use: the target's own counts spell worlds out; or
    not possible: two games that a seat cannot tell apart had different numbers of decisions.
    """
    counted = settings.reference != TRUTHS and ability(make(), "posterior") is not None
    seeds = [int(each) for each in np.random.default_rng([seed, 6]).integers(2**31, size=PILOT)]
    if counted:
        work = _unbroken(make, spread(make, spelled_out, seeds[:COUNTED], workers=workers))
        if None not in work and any(work):
            return (), COUNTS
    pilots = _unbroken(make, spread(make, pilot, seeds, workers=workers))
    lengths: dict[str, int] = {}
    for choices, seen in pilots:
        if lengths.setdefault(seen, len(choices)) != len(choices):
            return (), FORCED
    return _raised((), [choices for choices, _ in pilots]) or (1,), ""


def pilot(target: Auditable, seed: int, told: Told, placed: Placed) -> tuple[tuple[int, ...], str]:
    """How many options the others had at each decision of a random game; what its seat observes."""
    position = random_position(target, seed)
    true = asked(target, position)
    seen = repr((position.seat, true.observe(at(target, position), position.seat)))
    return position.choices, hashlib.sha256(seen.encode()).hexdigest()


def spelled_out(target: Auditable, seed: int, told: Told, placed: Placed) -> bool | None:
    """Whether a target's count spells worlds out in a random position; None where it gives none."""
    position = random_position(target, seed)
    count = ability(asked(target, position), "posterior")
    try:
        posterior = count(at(target, position), position.seat) if count else None
    except NotTested:
        return None
    return None if posterior is None else posterior.worlds is not None


def _unbroken(make: Callable[[], Auditable], results: Sequence[Result | Crash]) -> list[Result]:
    found: list[Result] = []
    for result in results:
        if isinstance(result, Crash):
            raise BrokenGame(f"{make().name}: {result.how} while a random game was played")
        found.append(result)
    return found


def _raised(bounds: Sequence[int], all_choices: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """The greatest number at each decision.

    >>> _raised((2,), [(1, 4), (3,)])
    (3, 4)
    """
    for choices in all_choices:
        bounds = [max(pair) for pair in zip_longest(bounds, choices, fillvalue=1)]
    return tuple(bounds)
