"""What is asked of a belief, answered: the numbers that ``unseen believe`` reports."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log2
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from beliefs import Belief, Fact, WorldChain
from beliefs.chain import POOR_RATIO, POOR_SHARE
from beliefs.questions import Question
from unseen.errors import CallError

if TYPE_CHECKING:
    from unseen.knowledge_file.building import KnowledgeFile

MOST_QUESTIONS = 50
"""Questions that are weighed exactly and listed, at most."""

MOST_WORLDS = 100_000
"""Worlds that are listed by number, at most."""
LONGEST_NUMBER = 4000
"""Characters of the numbers of worlds that are typed, at most."""

World = dict[str, list[str]]
"""place -> the cards in it."""


@dataclass(frozen=True)
class Numbered:
    """A world with its number and its probability."""

    number: int
    probability: float
    world: World


def counted(belief: Belief) -> dict[str, Any]:
    """How many worlds there are, how they weigh, and what says so; null for what is no number."""
    knowledge, structure = belief.knowledge, belief.structure
    found: dict[str, Any] = {"worlds": belief.count, "log2_worlds": log2_worlds(belief)}
    if isinstance(structure, WorldChain):
        found["arrangements"] = _finite(belief.arrangements)
        found["weight"] = power(structure.log2_weight)
    else:
        found["arrangements"] = belief.arrangements
        found["weight"] = _finite(belief.weight)
    return {
        **found,
        "entropy": belief.entropy(),
        "structure": {
            "method": belief.method,
            "exact": belief.exact,
            "diagnostics": diagnosed(structure) if isinstance(structure, WorldChain) else None,
        },
        "cards": dict(zip(map(str, knowledge.faces), knowledge.copies, strict=True)),
        "places": dict(zip(map(str, knowledge.places), knowledge.capacities, strict=True)),
    }


def log2_worlds(belief: Belief) -> float:
    """log2 of the number of worlds."""
    if isinstance(belief.structure, WorldChain):
        return belief.structure.log2_count
    return log2(belief.count)


def diagnosed(chain: WorldChain) -> dict[str, Any]:
    """How far a chain can be trusted."""
    found = chain.diagnostics
    return {
        "effective": found.effective,
        "dead": found.dead,
        "r_hat": found.agreement,
        "log2_weights": list(found.runs),
        "poor": found.effective < POOR_SHARE or found.agreement > POOR_RATIO,
    }


def power(bits: float) -> float:
    """2 ** bits, infinite where float64 does not reach so far.

    >>> power(10.0), power(5000.0)
    (1024.0, inf)
    """
    return float(2.0**bits) if bits < 1024 else inf


def _finite(weight: Any) -> int | float | None:
    """A total weight as JSON can have it: a whole number exactly, else as a float that holds it."""
    if weight == inf:
        return None
    if weight == int(weight):
        return int(weight)
    try:
        return float(weight)
    except OverflowError:
        return None


def samples(belief: Belief, n: int, seed: int) -> list[World]:
    """`n` worlds, each with its probability; in ordered places every order is as likely."""
    knowledge = belief.knowledge
    rows = belief.sample(n, seed)
    orders = np.random.default_rng([seed, 1])
    worlds = []
    for row in rows:
        world = _world(knowledge.spelled(row.tolist()))
        for place in knowledge.places:
            if place in knowledge.ordered:
                held = world[str(place)]
                world[str(place)] = [held[i] for i in orders.permutation(len(held))]
        worlds.append(world)
    return worlds


def numbers(text: str) -> tuple[int, int | None]:
    """The worlds that are meant: from, and up to but without (None: to the end).

    >>> numbers("7"), numbers("10:20"), numbers(":5"), numbers("3:")
    ((7, 8), (10, 20), (0, 5), (3, None))
    """
    found = re.fullmatch(r"(\d*):(\d*)|(\d+)", text.strip(), re.ASCII)
    if found is None or len(text) > LONGEST_NUMBER:
        raise CallError(
            f"--worlds is {text[:80]!r}: write START:STOP, numbers from 0, or one number"
        )
    start, stop, alone = found.groups()
    if alone:
        return int(alone), int(alone) + 1
    return int(start or 0), int(stop) if stop else None


def listed(belief: Belief, start: int, stop: int | None) -> list[Numbered]:
    """Worlds number start to stop - 1, in the stable order of the belief.

    CallError if there are no such worlds, or too many.
    """
    count = int(belief.count)
    stop = count if stop is None else stop
    if not start < stop <= count:
        raise CallError(
            f"--worlds: there are no worlds {start} up to {stop}: they are numbered 0 to "
            f"{count - 1}"
        )
    if stop - start > MOST_WORLDS:
        raise CallError(f"--worlds: {stop - start:,} worlds are too many: {MOST_WORLDS:,} at most")
    return [
        Numbered(number, float(chance), _world(world))
        for number, (world, chance) in enumerate(belief.worlds(start, stop), start)
    ]


def _world(spelled: Mapping[Any, Sequence[Any]]) -> World:
    return {str(place): [str(card) for card in cards] for place, cards in spelled.items()}


def by_card(belief: Belief, matrix: npt.NDArray[Any]) -> dict[str, dict[str, Any]]:
    """A matrix [faces, places] as card -> place -> number; fractions as [above, below]."""

    def number(value: Any) -> Any:
        if isinstance(value, Fraction):
            return [value.numerator, value.denominator]
        return float(value)

    knowledge = belief.knowledge
    return {
        str(card): {
            str(place): number(value) for place, value in zip(knowledge.places, row, strict=True)
        }
        for card, row in zip(knowledge.faces, matrix, strict=True)
    }


def errors(belief: Belief) -> dict[str, dict[str, float]] | None:
    """The standard errors of estimated probabilities, card -> place; None where they are exact."""
    if not isinstance(belief.structure, WorldChain):
        return None
    return by_card(belief, belief.structure.error())


def asked(
    belief: Belief, questions: Mapping[str, Sequence[Fact]], exact: bool
) -> list[dict[str, Any]]:
    """The probability that all the facts of each question hold; estimates with standard errors."""
    rows = []
    for name, facts in questions.items():
        row: dict[str, Any] = {"name": name, "says": [str(fact) for fact in facts]}
        if exact:
            fraction = Fraction(belief.probability(*facts, exact=True))
            row["probability"] = float(fraction)
            row["fraction"] = [fraction.numerator, fraction.denominator]
        elif isinstance(belief.structure, WorldChain):
            estimate = belief.structure.estimate(*facts)
            row["probability"], row["error"] = float(estimate.mean), float(estimate.error)
        else:
            row["probability"] = float(belief.probability(*facts))
        rows.append(row)
    return rows


def about(belief: Belief, target: Sequence[str] | None) -> dict[str, Any]:
    """What questions should tell about, and how open it is, in bits."""
    return {
        "places": None if target is None else list(target),
        "entropy": belief.entropy(of=target),
    }


def ranked(belief: Belief, known: KnowledgeFile) -> list[dict[str, Any]]:
    """The file's questions by what their answers tell, in bits, about its target; most first.

    Of more than `MOST_QUESTIONS`, those that are worth most on a sample of worlds.
    """
    asks = []
    for name, told in known.questions.items():
        says: dict[Any, Sequence[Fact]] = {**told}
        asks.append(Question(says, name))
    return [
        {
            "question": question.name,
            "bits": bits,
            "answers": {
                str(answer): float(belief.probability(*says))
                for answer, says in question.answers.items()
            },
        }
        for question, bits in belief.best(asks, of=known.target, n=MOST_QUESTIONS)
    ]


def grouped(world: World) -> dict[str, str]:
    """A world for people: place -> its cards, copies counted.

    >>> grouped({"hand": ["Guard", "Guard", "King"], "deck": []})
    {'hand': '2 Guard, King', 'deck': '-'}
    """
    told = {}
    for place, cards in world.items():
        counts = Counter(cards) if len(set(cards)) < len(cards) else dict.fromkeys(cards, 1)
        told[place] = ", ".join(f"{n} {c}" if n > 1 else c for c, n in counts.items()) or "-"
    return told
