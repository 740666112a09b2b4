"""Worlds by number: the paths of a diagram in order, without listing what lies between.

The order is that of the diagram: by the options taken, layer by layer; then by which cards of a row
are taken (in combinadic order: Knuth, TAOCP 4A, 7.2.1.3) and where those of an open pool go; last
by how the cards of each pool are split among its places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb

from beliefs.graphs.grown import Grown
from beliefs.graphs.plan import ROW
from beliefs.graphs.shape import Layout

Cards = Sequence[Sequence[int]]
"""The physical cards of each row."""


def world_of(grown: Grown, layout: Layout, cards: Cards, number: int) -> list[int]:
    """The world with a number, 0 to count - 1: the place of each card."""
    pools = grown.shape.pools
    number, split = divmod(number, grown.shape.splits)
    left = [list(some) for some in cards]
    taken: list[list[int]] = [[] for _ in pools]
    world = [0] * sum(map(len, cards))
    node = 0
    for r in grown.plan.layers[:-1, ROW].tolist():
        for child, q, take, hands in _arcs(grown, node, len(left[r])):
            spread, below = _spread(grown, q, take), grown.ways[child]
            if number < (many := hands * spread * below):
                break
            number -= many
        node = child
        way, number = divmod(number, below)
        which, way = divmod(way, spread)
        hand, left[r] = _subset(left[r], take, which)
        if q >= 0:
            taken[q] += hand
            if pools[q].open:
                members = layout.members(q)
                for card in hand:
                    way, i = divmod(way, len(members))
                    world[card] = members[i]
    for q, pool in enumerate(pools):
        if not pool.open:
            rest = sorted(taken[q])
            for place, size in zip(layout.members(q), pool.sizes, strict=True):
                split, which = divmod(split, comb(len(rest), size))
                hand, rest = _subset(rest, size, which)
                for card in hand:
                    world[card] = place
    return world


def number_of(grown: Grown, layout: Layout, cards: Cards, world: Sequence[int]) -> int | None:
    """The number of a world, None if it is none of the diagram's."""
    pools, pool_of = grown.shape.pools, layout.pool_of.tolist()
    left = [list(some) for some in cards]
    node, number = 0, 0
    for r in grown.plan.layers[:-1, ROW].tolist():
        before, found = 0, False
        here = [pool_of[world[card]] for card in left[r]]
        counts = Counter(here)
        for child, q, take, hands in _arcs(grown, node, len(here)):
            spread, below = _spread(grown, q, take), grown.ways[child]
            # The option without a pool comes last: the card goes to none of the layer's pools.
            if q < 0 or counts[q] == take:
                found = True
                break
            before += hands * spread * below
        if not found:
            return None
        hand = [i for i, p in enumerate(here) if p == q] if take else []
        way = 0
        if take and pools[q].open:
            members = layout.members(q)
            for i in reversed(hand):
                way = way * len(members) + members.index(world[left[r][i]])
        number += before + (_rank(hand) * spread + way) * below
        if hand:
            left[r] = [card for card, p in zip(left[r], here, strict=True) if p != q]
        node = child
    split = _rank_of_splits(grown, layout, world)
    return None if split is None else number * grown.shape.splits + split


def _arcs(grown: Grown, node: int, left: int) -> Iterator[tuple[int, int, int, int]]:
    """Child, pool (-1 for none), number of cards, ways to choose them, of the arcs of a node."""
    graph, options = grown.graph, grown.plan.options
    ways, taken = 0, -1
    for a in range(graph.arcs[node], graph.arcs[node + 1]):
        q, take = options[graph.option[a]].tolist()
        if ways and take == taken + 1:  # numbers of thousands of digits are not begun anew
            ways = ways * (left - taken) // take
        else:
            ways = comb(left, take)
        taken = take
        yield int(graph.child[a]), q, take, ways


def _spread(grown: Grown, q: int, take: int) -> int:
    """In how many ways cards can go to the places of a pool at once."""
    return grown.shape.pools[q].spread ** take if q >= 0 else 1


def _rank(chosen: Sequence[int]) -> int:
    """The number of a subset, given by its positions in ascending order.

    The sum of comb(position, i), each from the one before where they lie close together.
    """
    rank, ways, at = 0, 0, 0
    for i, position in enumerate(chosen, 1):
        if ways and position - at <= i:
            ways, at = ways * (at + 1) // i, at + 1
            for more in range(at + 1, position + 1):
                ways = ways * more // (more - i)
        else:
            ways = comb(position, i)
        rank, at = rank + ways, position
    return rank


def _subset(items: Sequence[int], k: int, rank: int) -> tuple[list[int], list[int]]:
    """The subset of k items with this number, and the others; both in order."""
    chosen: set[int] = set()
    position = len(items) - 1
    ways = comb(max(position, 0), k)  # of k among so many
    while k:
        while ways > rank:
            ways = ways * (position - k) // position
            position -= 1
        rank -= ways
        chosen.add(position)
        ways = ways * k // max(position, 1)
        k, position = k - 1, position - 1
    inside = [item for i, item in enumerate(items) if i in chosen]
    return inside, [item for i, item in enumerate(items) if i not in chosen]


def _rank_of_splits(grown: Grown, layout: Layout, world: Sequence[int]) -> int | None:
    """How the cards of all pools are split among their places; None if they cannot be."""
    rank, unit = 0, 1
    for q, pool in enumerate(grown.shape.pools):
        if not pool.open:
            members = layout.members(q)
            among = set(members)
            rest = [card for card, place in enumerate(world) if place in among]
            for place, size in zip(members, pool.sizes, strict=True):
                hand = [i for i, card in enumerate(rest) if world[card] == place]
                if len(hand) != size:
                    return None
                rank += unit * _rank(hand)
                unit *= comb(len(rest), size)
                rest = [card for card in rest if world[card] != place]
    return rank
