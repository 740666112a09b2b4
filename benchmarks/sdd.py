"""Worlds counted by sentential decision diagrams, through `pysdd`.

A variable for each card and place. The vtree is the best of those that were tried: right-linear
over the cards, each card's variables a subtree (right-linear over all variables: three times the
size; balanced: larger still). Facts are conjoined before capacities, small ones first. All
marginals come from one call of its weighted model counter, in C.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pysdd.sdd import SddManager, Vtree, WmcManager

from beliefs import Fact, Knowledge
from beliefs.facts import Face
from benchmarks.encoding import by_facts, counter, sizes


class Diagram:
    """The worlds of a knowledge as a sentential decision diagram, built in a new manager."""

    def __init__(self, knowledge: Knowledge, cards: Sequence[Face]) -> None:
        self.knowledge = knowledge
        numbers = itertools.count(1)
        self.variable = {
            (card, place): next(numbers) for card in cards for place in knowledge.places
        }
        self.manager = SddManager.from_vtree(
            vtree([[self.variable[card, place] for place in knowledge.places] for card in cards])
        )
        self.manager.auto_gc_and_minimize_off()
        facts = [self._fact(*pair) for pair in by_facts(knowledge, cards)]
        self.root = self.manager.true()
        for card in reversed(cards):
            self.root = self._somewhere(card) & self.root
        for diagram in sorted(facts, key=lambda diagram: diagram.size()):
            self.root = self.root & diagram
        for size in sizes(knowledge):
            self.root = self.root & self._fact(size, cards)

    def _literal(self, card: Face, place: Any, *, there: bool = True) -> Any:
        number = self.variable[card, place]
        return self.manager.literal(number if there else -number)

    def _somewhere(self, card: Face) -> Any:
        """The card lies in one place, and in no other."""
        either = self.manager.false()
        for place in self.knowledge.places:
            only = self.manager.true()
            for other in self.knowledge.places:
                only = only & self._literal(card, other, there=other == place)
            either = either | only
        return either

    def _fact(self, fact: Fact, cards: Sequence[Face]) -> Any:
        literal = dict.fromkeys(cards, self.manager.false())
        for card, place in itertools.product(cards, fact.places):
            literal[card] = literal[card] | self._literal(card, place)
        true, false = self.manager.true(), self.manager.false()
        return counter(fact, cards, literal, if_then_else, true, false)

    @property
    def count(self) -> int:
        """The number of worlds."""
        return int(self.manager.global_model_count(self.root))

    def probabilities(self) -> NDArray[np.float64]:
        """Probability of each card in each place [faces, places]."""
        counter = WmcManager(self.root, log_mode=False)
        counter.propagate()
        return np.array(
            [
                [counter.literal_pr(self.variable[face, place]) for place in self.knowledge.places]
                for face in self.knowledge.faces
            ]
        )


def if_then_else(condition: Any, one: Any, other: Any) -> Any:
    """The library has no such call."""
    return (condition & one) | (~condition & other)


def vtree(groups: list[list[int]]) -> Any:
    """Right-linear over groups of variables, each right-linear; read from a file, as it must be."""
    lines: list[str] = []

    def add(line: str) -> int:
        number = len(lines)
        lines.append(line.format(number))
        return number

    def chain(parts: list[int]) -> int:
        while len(parts) > 1:
            right, left = parts.pop(), parts.pop()
            parts.append(add(f"I {{}} {left} {right}"))
        return parts[0]

    chain([chain([add(f"L {{}} {variable}") for variable in group]) for group in groups])
    with tempfile.NamedTemporaryFile("w", suffix=".vtree") as file:
        file.write("\n".join([f"vtree {len(lines)}", *lines, ""]))
        file.flush()
        return Vtree.from_file(file.name)
