"""Draw worlds from a weighed diagram: independent, exact, none rejected."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from compiled import below, kernel, uniform

ALONE, CLOSED, OPEN = 0, 1, 2
"""Kinds of pools: one place; several with capacities; several without."""


class Hands(NamedTuple):
    """The cards of each row and the slots of each pool."""

    card: npt.NDArray[np.int64]  # [cards] physical cards, row by row
    cards: npt.NDArray[np.int64]  # [rows + 1] first card of each row
    slot: npt.NDArray[np.int64]  # places, pool by pool, once for each card that they hold
    slots: npt.NDArray[np.int64]  # [pools + 1] first slot of each pool
    kind: npt.NDArray[np.int64]  # [pools]


def _chosen(flow: Any, a: int, end: int, whole: bool, row: Any) -> int:
    """An arc from `a` to `end - 1`, in proportion to its flow; never one without flow."""
    total = 0.0
    for i in range(a, end):
        total += flow[i]
    rest = float(below(row, int(total))) if whole else uniform(row) * total
    while a + 1 < end and rest >= flow[a]:
        rest -= flow[a]
        a += 1
    while flow[a] == 0.0:  # rounding left some rest at the end
        a -= 1
    return a


def _shuffle_to_front(card: Any, at: int, k: int, stop: int, row: Any) -> None:
    """Put a random k of the cards from `at` to `stop - 1` first."""
    if at + k < stop:
        for i in range(at, at + k):
            j = i + below(row, stop - i)
            card[i], card[j] = card[j], card[i]


def _place(hands: Any, slot: Any, used: Any, q: int, row: Any) -> int:
    """A random free slot of pool q."""
    first = int(hands.slots[q])
    if hands.kind[q] == ALONE:
        return int(slot[first])
    i = first + int(used[q])
    j = i + below(row, int(hands.slots[q + 1]) - i)
    if hands.kind[q] == OPEN:
        return int(slot[j])
    slot[i], slot[j] = slot[j], slot[i]
    used[q] += 1
    return int(slot[i])


@kernel
def draw(
    plan: Any, graph: Any, pool: Any, hands: Any, flow: Any, whole: bool, row: Any, out: Any
) -> None:
    """Fill `out` [worlds, cards] with the place of each card in independent worlds.

    Walks from the root, each arc with the probability of its flow. `whole`: flows are whole numbers
    whose total is below 2**31, and the choice is exactly uniform. Within a row the cards taken are
    a random subset, within a pool the slots are taken in random order; both start from the order
    that the world before left, which makes no difference to a random choice.
    """
    card, slot = hands.card.copy(), hands.slot.copy()
    used = np.zeros(hands.kind.size, np.int64)
    for world in range(len(out)):
        used[:] = 0
        node = at = 0
        for cell in range(plan.row.size):
            a = int(graph.arcs[node])
            if graph.arcs[node + 1] > a + 1:
                a = _chosen(flow, a, int(graph.arcs[node + 1]), whole, row)
            node, k = int(graph.child[a]), int(graph.take[a])
            if k > 0:
                _shuffle_to_front(card, at, k, int(hands.cards[int(plan.row[cell]) + 1]), row)
                q = int(pool[cell])
                for i in range(at, at + k):
                    out[world, card[i]] = _place(hands, slot, used, q, row)
                at += k
