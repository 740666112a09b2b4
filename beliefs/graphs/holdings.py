"""What lies in the places that a diagram deals first: its entropy, and all that it can be.

Which options were taken in the layers of these places tells how many cards of each row lie in each
of them: all of the contents where a row is one face; else the row's single cards are all alike, and
any of them may be the ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from beliefs.errors import KnowledgeError
from beliefs.graphs.grown import Grown
from beliefs.graphs.plan import OPTION, POOL, ROW, TAKE
from beliefs.graphs.shape import Layout

MOST = 2_000_000
"""Contents that are listed, at most."""

Held = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]


def entropy_of_first(grown: Grown, layout: Layout) -> float:
    """The entropy in bits of the contents of the places that are dealt first."""
    graph, figures = grown.graph, grown.figures
    faces = _faces_of_rows(layout)
    entropy = 0.0
    for layer in _layers(grown):
        nodes = slice(*graph.layer[layer : layer + 2].tolist())
        arcs = slice(int(graph.arcs[nodes.start]), int(graph.arcs[nodes.stop]))
        out = np.repeat(figures.out[nodes], np.diff(graph.arcs[nodes.start : nodes.stop + 1]))
        flow, passed = figures.flow[arcs], grown.passed[arcs]
        some = flow > 0
        entropy -= float(passed[some] @ np.log2(flow[some] / out[some]))
        if len(faces[int(grown.plan.layers[layer, ROW])]) > 1:
            entropy += float(passed @ grown.choices(arcs))
    return max(0.0, entropy)


def contents_of_first(grown: Grown, layout: Layout) -> tuple[Held, Shares]:
    """All that can lie in the places that are dealt first: copies[contents, faces, places].

    And how likely each is [contents]. Raises KnowledgeError where that is too much to list.
    """
    nodes, shares = np.zeros(1, np.int64), np.ones(1)
    takes = np.zeros((1, len(grown.shape.copies), grown.shape.first), np.int64)
    for layer in _layers(grown):
        row = int(grown.plan.layers[layer, ROW])
        nodes, shares, takes = _dealt(grown, row, nodes, shares, takes)
        _refuse(len(nodes))
    return _spelt(layout, takes, shares)


def _dealt(
    grown: Grown, row: int, nodes: npt.NDArray[Any], shares: Shares, takes: Held
) -> tuple[npt.NDArray[Any], Shares, Held]:
    """One layer further: every way so far, once for each arc of its node."""
    graph, figures, options = grown.graph, grown.figures, grown.plan.options
    begin, many = graph.arcs[nodes], graph.arcs[nodes + 1] - graph.arcs[nodes]
    before = np.repeat(np.arange(len(nodes)), many)
    arcs = np.arange(len(before)) + np.repeat(begin - (np.cumsum(many) - many), many)
    shares = shares[before] * figures.flow[arcs] / figures.out[nodes[before]]
    takes = takes[before]
    pool, take = options[graph.option[arcs], POOL], options[graph.option[arcs], TAKE]
    here = (pool >= 0) & (pool < grown.shape.first)
    takes[np.flatnonzero(here), row, pool[here]] += take[here]
    return graph.child[arcs].astype(np.int64), shares, takes


def _spelt(layout: Layout, takes: Held, shares: Shares) -> tuple[Held, Shares]:
    """Contents by faces: where a row has several, once for each choice of its cards."""
    faces = _faces_of_rows(layout)
    held = np.zeros((len(takes), len(layout.row_of), takes.shape[2]), np.int64)
    for row, members in enumerate(faces):
        if len(members) == 1:
            held[:, members[0]] += takes[:, row]
            continue
        parts: list[tuple[Held, Held]] = []
        divided: list[Shares] = []
        for counts, group in _alike(takes[:, row]):
            choices = list(_choices(members, counts))
            _refuse(len(choices) * len(group) + sum(len(part) for part, _ in parts))
            for choice in choices:
                part = held[group]
                for place, cards in enumerate(choice):
                    part[:, cards, place] += 1
                parts.append((part, takes[group]))
                divided.append(shares[group] / len(choices))
        held = np.concatenate([part for part, _ in parts])
        takes = np.concatenate([taken for _, taken in parts])
        shares = np.concatenate(divided)
    return held, shares


def _alike(counts: Held) -> Iterator[tuple[tuple[int, ...], npt.NDArray[Any]]]:
    """Different rows of numbers, and where each of them stands."""
    values, number = np.unique(counts, axis=0, return_inverse=True)
    for i, value in enumerate(values.tolist()):
        yield tuple(value), np.flatnonzero(number.ravel() == i)


def _choices(cards: Sequence[int], counts: Sequence[int]) -> Iterator[tuple[list[int], ...]]:
    """All ways to give so many cards to each place."""
    if not counts:
        yield ()
        return
    _refuse(comb(len(cards), counts[0]))
    for some in combinations(cards, counts[0]):
        rest = [card for card in cards if card not in some]
        for others in _choices(rest, counts[1:]):
            yield (list(some), *others)


def _layers(grown: Grown) -> list[int]:
    """The layers that deal to the first places."""
    pool = grown.plan.options[grown.plan.layers[:-1, OPTION], POOL]
    return [int(i) for i in np.flatnonzero((pool >= 0) & (pool < grown.shape.first))]


def _faces_of_rows(layout: Layout) -> list[list[int]]:
    faces: list[list[int]] = [[] for _ in layout.shape.copies]
    for face, row in enumerate(layout.row_of.tolist()):
        faces[row].append(face)
    return faces


def _refuse(contents: int) -> None:
    if contents > MOST:
        raise KnowledgeError(
            f"more than {MOST:,} different contents are too many to list: ask for their entropy, "
            "or draw samples"
        )
