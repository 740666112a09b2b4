"""One position: is the player's decision the same in all worlds that its seat cannot tell apart?

A difference is taken for what it is only when it comes back. An answer is *settled* when the player
gives it several times, each time as if it had never been asked anything before:

- settled here and settled there, and different: it peeks;
- settled alone, and different after it has been asked for earlier decisions: it remembers;
- not settled in one and the same world: it cannot be repeated.

A player whose answers cannot be repeated is never said to peek: a coin could have done it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from arena.auditing.asking import Answer
from arena.auditing.candidates import Candidate
from arena.auditing.leaks import leaks
from arena.auditing.sitting import Sitting
from arena.auditing.tables import Place, Table
from arena.auditing.verdict import Fault
from arena.auditing.worlds import TRUTH, World, worlds_of

AFTER_OTHERS = 1
"""In so many other worlds the player is asked after other decisions too."""


@dataclass(frozen=True)
class Found:
    """A fault, and how to see it again.

    Attributes:
        kind: the name of the :class:`Fault`.
        place: where.
        world: the other world; :data:`TRUTH` where the world is the same.
        others: whether the player was asked for earlier decisions before.
        true: the answer in the true world.
        other: the other answer.
        detail: what else is to be said of it.
    """

    kind: str
    place: Place
    world: World
    others: bool
    true: Answer
    other: Answer
    detail: str = ""


@dataclass
class Examined:
    """What one position has shown.

    Attributes:
        worlds: in how many worlds the player was asked; 0 where there was nothing to compare.
        exhaustive: whether these are all that are possible.
    """

    worlds: int = 0
    exhaustive: bool = False
    decisions: int = 0
    found: list[Found] = field(default_factory=list)


def examine(candidate: Candidate, table: Table, place: Place, worlds: int, seed: int) -> Examined:
    """Ask a player in one position, in many worlds of its information set.

    Args:
        worlds: how many at most, the true one included.
        seed: of the choice of worlds.
    """
    sitting = Sitting(candidate, table, place)
    others, complete = other_worlds(sitting, worlds - 1, seed)
    leaking = leaks(sitting, others[0]) if others else ()
    first = asked_in_turn(sitting, others)
    reached = [world for world in others if (world, False) in first]
    if not reached:
        return Examined(decisions=sitting.decisions)
    result = Examined(len(reached) + 1, complete and len(reached) == len(others))
    truth = first[TRUTH, False]
    if truth.fault is not None:
        result.found.append(Found(truth.fault, place, TRUTH, False, truth, truth))
    elif any(answer != truth for answer in first.values()):
        result.found += _explained(sitting, first, others)
        if not result.found:
            again = Sitting(candidate, table, place)
            result.found.append(_unexplained(place, first, asked_in_turn(again, others)))
            sitting.decisions += again.decisions
    if leaking:
        other = first.get((others[0], False), truth)
        found = Found(Fault.LEAK.name, place, others[0], False, truth, other, ", ".join(leaking))
        result.found.append(found)
    result.decisions = sitting.decisions
    return result


Answers: TypeAlias = dict[tuple[World, bool], Answer]
"""The answer in each world, alone (False) and after other decisions (True)."""


def other_worlds(sitting: Sitting, most: int, seed: int) -> tuple[list[World], bool]:
    """Worlds that the seat cannot tell from the true one, and whether these are all.

    In each, chance will bring something else.
    """
    information = sitting.information()
    truth = sitting.matches.truth
    found, complete = worlds_of(information, most, seed, truth)
    return [World(record, seed + number) for number, record in enumerate(found)], complete


def asked_in_turn(sitting: Sitting, others: list[World]) -> Answers:
    """Ask one and the same player in all worlds, as it may sit at many tables."""
    given: Answers = {}
    for world in (TRUTH, *others):
        _put(given, (world, False), sitting.ask(world))
    for world in (TRUTH, *others[:AFTER_OTHERS]):
        _put(given, (world, True), sitting.ask(world, others=True))
    _put(given, (AGAIN, False), sitting.ask(pin=1))
    return given


AGAIN = World(chances=-1)
"""The true world once more, when generators that anybody may use stand elsewhere."""


def _put(given: Answers, key: tuple[World, bool], answer: Answer | None) -> None:
    if answer is not None:
        given[key] = answer


def _explained(sitting: Sitting, first: Answers, worlds: list[World]) -> Iterator[Found]:
    """Look for what it is that makes answers differ."""
    place, truth = sitting.place, first[TRUTH, False]
    given = sitting.answers()
    base = given[0]
    if (other := _another(given)) is not None:
        yield Found(Fault.UNREPEATABLE.name, place, TRUTH, False, base, other, ELSEWHERE)
        return
    if first[AGAIN, False] != truth and (other := _another(sitting.answers(pins=True))):
        yield Found(Fault.UNREPEATABLE.name, place, TRUTH, False, base, other, GLOBAL)
    for (world, others), answer in first.items():
        if answer != truth and not others and world not in (TRUTH, AGAIN):
            there = sitting.answers(world)
            if there and _another(there) is None and there[0] != base:
                yield Found(Fault.PEEKING.name, place, world, False, base, there[0])
                return
    if all(answer == truth for (_, others), answer in first.items() if others):
        return
    later = sitting.answers(others=True)
    if _another(later) is not None:
        return
    for world in worlds:
        if sitting.ask(world, others=True, anew=True) in (later[0], None):
            continue
        there = sitting.answers(world, others=True)
        if there and _another(there) is None and there[0] != later[0]:
            yield Found(Fault.REMEMBERING.name, place, world, True, later[0], there[0])
            return
    if later[0] != base:
        kind = later[0].fault or Fault.REMEMBERING.name
        yield Found(kind, place, TRUTH, True, base, later[0])


def trusted(found: list[Found]) -> list[Found]:
    """What can be said of a player that has been found wanting, maybe in several positions.

    Where one answer could not be repeated, others that could may have been so by chance.
    """
    unsettled = (Fault.PEEKING.name, Fault.REMEMBERING.name)
    if any(one.kind == Fault.UNREPEATABLE.name and one.detail != GLOBAL for one in found):
        return [one for one in found if one.kind not in unsettled]
    return found


ELSEWHERE = "asked again in the same world, as if for the first time"
GLOBAL = "it draws from a generator that everybody in the process shares"


def _another(answers: list[Answer]) -> Answer | None:
    """An answer that differs from the first one."""
    return next((one for one in answers if one != answers[0]), None)


def _unexplained(place: Place, first: Answers, again: Answers) -> Found:
    """Answers differed, but not those of a player that has never been asked before.

    If the same questions in the same order are answered in the same way once more, the player keeps
    something of earlier ones. Else nobody knows what it depends on.
    """
    truth = first[TRUTH, False]
    other = next(answer for answer in first.values() if answer != truth)
    if first == again:
        detail = "asked again after the same position in other worlds"
        return Found(Fault.REMEMBERING.name, place, TRUTH, False, truth, other, detail)
    return Found(Fault.UNREPEATABLE.name, place, TRUTH, False, truth, other, "asked once more")
