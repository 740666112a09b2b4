"""Draw worlds from a weighed diagram: independent, exact, none rejected."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.graphs.plan import POOL, ROW, TAKE
from beliefs.randomness import below_wide
from compiled import below, inlined, kernel, uniform

ALONE, CLOSED, OPEN = 0, 1, 2
"""Kinds of pools: one place; several with capacities; several without."""


class Hands(NamedTuple):
    """The cards of each row and the slots of each pool."""

    card: npt.NDArray[np.int64]  # [cards] physical cards, row by row
    cards: npt.NDArray[np.int64]  # [rows + 1] first card of each row
    slot: npt.NDArray[np.int64]  # places, pool by pool, once for each card that they hold
    slots: npt.NDArray[np.int64]  # [pools + 1] first slot of each pool
    kind: npt.NDArray[np.int64]  # [pools]


@inlined
def _chosen(flow: Any, a: int, end: int, whole: bool, row: Any) -> int:
    """An arc from `a` to `end - 1`, in proportion to its flow; never one without flow."""
    total = 0.0
    for i in range(a, end):
        total += flow[i]
    rest = float(below_wide(row, int(total))) if whole else uniform(row) * total
    while a + 1 < end and rest >= flow[a]:
        rest -= flow[a]
        a += 1
    while flow[a] == 0.0:  # rounding left some rest at the end
        a -= 1
    return a


@inlined
def _to_front(card: Any, at: int, k: int, stop: int, row: Any) -> None:
    """Put a random k of what lies from `at` to `stop - 1` first (nothing to do for all of it)."""
    if at + k < stop:
        for i in range(at, at + k):
            j = i + below(row, stop - i)
            card[i], card[j] = card[j], card[i]


def _copied(numbers: Any) -> Any:
    copied = np.empty(len(numbers), np.int64)
    for i in range(len(numbers)):
        copied[i] = numbers[i]
    return copied


@kernel
def draw(plan: Any, graph: Any, hands: Any, flow: Any, whole: bool, row: Any, out: Any) -> None:
    """Fill `out` [worlds, cards] with the place of each card in independent worlds.

    Walks from the root, each arc with the probability of its flow. `whole`: flows are whole numbers
    of 2**53 at most, and the choice is exactly uniform. Within a row the cards taken are
    a random subset, within a pool the slots are taken in random order; both start from the order
    that the world before left, which makes no difference to a random choice.
    """
    # Fields of tuples are read once here: in the loop each reading would count references.
    layers, options, arcs, child, option = (
        plan.layers,
        plan.options,
        graph.arcs,
        graph.child,
        graph.option,
    )
    cards, slots, kind = hands.cards, hands.slots, hands.kind
    card, slot = _copied(hands.card), _copied(hands.slot)
    used, dealt = _copied(slots), _copied(cards)
    for world in range(len(out)):
        for q in range(len(slots)):
            used[q] = slots[q]
        for r in range(len(cards)):
            dealt[r] = cards[r]
        node = 0
        for cell in range(len(layers) - 1):
            a, end = int(arcs[node]), int(arcs[node + 1])
            if end > a + 1:
                a = _chosen(flow, a, end, whole, row)
            node, o = int(child[a]), int(option[a])
            k = int(options[o, TAKE])
            if k == 0:
                continue
            r, q = int(layers[cell, ROW]), int(options[o, POOL])
            at, free, last = int(dealt[r]), int(used[q]), int(slots[q + 1])
            _to_front(card, at, k, int(cards[r + 1]), row)
            for i in range(at, at + k):
                if kind[q] != ALONE:
                    _to_front(slot, free, 1, last, row)
                out[world, card[i]] = slot[free]
                free += int(kind[q] == CLOSED)
            used[q] = free
            dealt[r] = at + k
