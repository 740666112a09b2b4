"""Worlds counted by CUDD, a library of binary decision diagrams in C, through `dd`.

The encoding is the fastest of those that were tried on the Clue positions:

- a card's place as a binary number (one variable a place and card: nodes and time twice as many),
- variables card by card, cards that are named together side by side, no dynamic reordering
  (sifting: 5 to 20 % fewer nodes, ten times slower),
- every fact and every capacity a counter, facts conjoined first and small ones first (capacities
  first: 3 to 10 times slower; all capacities as one diagram: slower than one by one),
- a manager that expects to need little memory (by default it takes longer to make than the diagrams
  of a small position, 1.3 ms). It is new each time: a manager that is kept has the results of all
  that it did before.

With this encoding a count is some twenty times as fast as with one variable for a pair, capacities
first and the default manager. `dd` has no call for marginals. Counting again with each card in each
place takes 5 to 20 times as long as `Diagram.probabilities`, which walks the diagram once from
Python and is nevertheless the larger part of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from dd import cudd
from numpy.typing import NDArray

from beliefs import Fact, Knowledge
from beliefs.facts import Face
from benchmarks.encoding import by_facts, counter, sizes

MANAGER = {"memory_estimate": 2**24, "initial_cache_size": 2**12}


class Diagram:
    """The worlds of a knowledge as a binary decision diagram, built in a new manager."""

    def __init__(self, knowledge: Knowledge, cards: Sequence[Face]) -> None:
        self.knowledge, self.cards = knowledge, cards
        self.bits = max(1, (len(knowledge.places) - 1).bit_length())
        self.manager = cudd.BDD(**MANAGER)
        self.manager.configure(reordering=False)
        self.in_place = self._variables()
        facts = [self._fact(*pair) for pair in by_facts(knowledge, cards)]
        self.root = self._some_place()
        for diagram in sorted(facts, key=len):
            self.root &= diagram
        for size in sizes(knowledge):
            self.root &= self._fact(size, cards)

    def _variables(self) -> dict[tuple[Face, Any], Any]:
        """Declare them; for each (card, place) the diagram that says the card lies there."""
        names = [[f"{i}.{bit}" for bit in range(self.bits)] for i in range(len(self.cards))]
        self.manager.declare(*(name for card in names for name in card))
        return {
            (card, place): self.manager.cube(
                {name: bool(number >> bit & 1) for bit, name in enumerate(reversed(names[i]))}
            )
            for i, card in enumerate(self.cards)
            for number, place in enumerate(self.knowledge.places)
        }

    def _some_place(self) -> Any:
        """No card's number is beyond the last place."""
        valid = self.manager.true
        if len(self.knowledge.places) < 1 << self.bits:
            for card in reversed(self.cards):
                valid &= self._where(card, self.knowledge.places)
        return valid

    def _where(self, card: Face, places: Sequence[Any]) -> Any:
        anywhere = self.manager.false
        for place in places:
            anywhere |= self.in_place[card, place]
        return anywhere

    def _fact(self, fact: Fact, cards: Sequence[Face]) -> Any:
        literal = {card: self._where(card, list(fact.places)) for card in cards}
        manager = self.manager
        return counter(fact, cards, literal, manager.ite, manager.true, manager.false)

    @property
    def count(self) -> int:
        """The number of worlds."""
        return int(self.manager.count(self.root, len(self.manager.vars)))

    def probabilities(self) -> NDArray[np.float64]:
        """Probability of each card in each place [faces, places], in one pass down and one up.

        A state is a node at which a card begins. No card is ever passed over: moved alone to
        another place it breaks a capacity.
        """
        edges = self._edges()
        paths = {int(self.manager.true): 1}
        ups = [paths]
        for layer in reversed(edges):
            paths = {
                state: sum(paths[child] for child in children if child in paths)
                for state, children in layer.items()
            }
            ups.append(paths)
        root = int(self.root)
        down, worlds = {root: 1}, ups.pop()[root]
        row_of = {face: row for row, face in enumerate(self.knowledge.faces)}
        found = np.zeros((len(row_of), len(self.knowledge.places)))
        for card, layer in zip(self.cards, edges, strict=True):
            paths, reached = ups.pop(), dict[int, int]()
            row = [0] * len(self.knowledge.places)
            for state, children in layer.items():
                for place, child in enumerate(children):
                    if child in paths:
                        row[place] += down[state] * paths[child]
                        reached[child] = reached.get(child, 0) + down[state]
            found[row_of[card]] = [there / worlds for there in row]
            down = reached
        return found

    def _edges(self) -> list[dict[int, list[int]]]:
        """For each card: state -> the states after it, a place each; states are numbers."""
        edges = []
        states, false = {int(self.root): self.root}, int(self.manager.false)
        for i in range(len(self.cards)):
            layer: dict[int, list[int]] = {}
            after: dict[int, Any] = {}
            for state, node in states.items():
                children = [node]
                for level in range(i * self.bits, (i + 1) * self.bits):
                    children = [child for node in children for child in branches(node, level)]
                layer[state] = [int(child) for child in children[: len(self.knowledge.places)]]
                after |= zip(layer[state], children, strict=False)
            after.pop(false, None)
            states = after
            edges.append(layer)
        return edges


def branches(node: Any, level: int) -> tuple[Any, Any]:
    """Where a variable false and true lead from a node; CUDD keeps negations on the edges."""
    if node.level != level:
        return node, node
    return (~node.low, ~node.high) if node.negated else (node.low, node.high)
