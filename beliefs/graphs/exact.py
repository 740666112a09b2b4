"""Exact figures of a diagram: whole numbers of any size, from their residues modulo primes.

Fractions are scaled to whole numbers first: all prior weights of a row by their common denominator
(every world deals all its cards), the table of each sum by its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from beliefs.facts import exactly_as_given
from beliefs.graphs.kernels.automata import Automata
from beliefs.graphs.kernels.build import Graph
from beliefs.graphs.kernels.residues import residues
from beliefs.graphs.plan import COPIES, OPTION, ROW, WEIGHTED, Plan, Table
from beliefs.graphs.shape import Shape


class Whole(NamedTuple):
    """The weights of a diagram as whole numbers, all worlds' times `scale`."""

    options: list[int]  # [options] of all cards that the option takes
    values: list[int]  # [versions] of each class of each sum when it closes
    scale: int


def ways(shape: Shape, plan: Plan, automata: Automata) -> Whole:
    """Every world weighs 1."""
    spread = [pool.spread for pool in shape.pools]
    options = [spread[q] ** k if q >= 0 else 1 for q, k in plan.options.tolist()]
    return Whole(options, [1] * len(automata.least), 1)


def weights(shape: Shape, plan: Plan, automata: Automata, tables: Sequence[Table]) -> Whole:
    """Every world weighs what prior weights and tables say."""
    scale = 1
    prior: list[list[int]] = []
    for copies, row in zip(shape.copies, shape.prior, strict=True):
        exact = [Fraction(weight) for weight in row]
        unit = lcm(*(weight.denominator for weight in exact))
        scale *= unit**copies
        prior.append([int(weight * unit) for weight in exact])
    options = []
    counted = ways(shape, plan, automata).options
    row_of = np.repeat(plan.layers[:-1, ROW], np.diff(plan.layers[:, OPTION])).tolist()
    for r, (q, k), n in zip(row_of, plan.options.tolist(), counted, strict=True):
        options.append(n * prior[r][q] ** k if q >= 0 else 1)
    values = [1] * len(automata.least)
    for _, f, begin, n in closing(plan, automata):
        table = [exactly_as_given(weight) for weight in tables[f]]
        unit = lcm(*(Fraction(weight).denominator for weight in table))
        scale *= unit
        for i in range(begin, begin + n):
            values[i] = int(table[int(automata.least[i])] * unit)
    return Whole(options, values, scale)


def closing(plan: Plan, automata: Automata) -> Iterator[tuple[int, int, int, int]]:
    """Touches at which a weighted sum closes, the sum, its first class there, their number."""
    for t, (f, _, version, _, closes) in enumerate(plan.touches.tolist()):
        if closes and plan.sums[f, WEIGHTED]:
            yield t, f, version, int(automata.classes[t])


def backward(plan: Plan, graph: Graph, automata: Automata, whole: Whole, bits: float) -> Numbers:
    """Weight of all completions of each node; the root's is below 2**bits."""
    found = np.empty((len(primes(bits)), len(graph.remain)), np.int32)
    for i, back in enumerate(_by_primes(plan, graph, automata, whole, bits)):
        found[i] = back
    return Numbers(found)


def total(plan: Plan, graph: Graph, automata: Automata, whole: Whole, bits: float) -> int:
    """Weight of all paths, which is below 2**bits."""
    found = [int(back[0]) for back in _by_primes(plan, graph, automata, whole, bits)]
    return Numbers(np.array(found)[:, None])[0]


def _by_primes(
    plan: Plan, graph: Graph, automata: Automata, whole: Whole, bits: float
) -> Iterator[npt.NDArray[np.int64]]:
    for prime in primes(bits):
        options, values = _modulo(whole, prime)
        none = np.zeros((0, 0), np.int64)
        yield residues(plan, graph, automata, options, values, prime, none)


def expected(
    plan: Plan, graph: Graph, automata: Automata, whole: Whole, bits: float, pools: int
) -> list[list[int]]:
    """Cards of each row in each pool, over all worlds with their weights [rows][pools]."""
    rows = int(plan.layers[:-1, ROW].max(initial=-1)) + 1
    most = int(plan.layers[:-1, COPIES].max(initial=1))
    found = []
    for prime in primes(bits + most.bit_length()):
        cards = np.zeros((rows, pools), np.int64)
        residues(plan, graph, automata, *_modulo(whole, prime), prime, cards)
        found.append(cards.ravel())
    numbers = Numbers(np.array(found))
    return [[numbers[r * pools + q] for q in range(pools)] for r in range(rows)]


class Numbers:
    """Whole numbers by their residues modulo the first primes; put together when asked for."""

    def __init__(self, found: npt.NDArray[np.integer[Any]]) -> None:
        self.found = found
        self.units, self.product = _units(len(found))

    def __getitem__(self, i: int) -> int:
        if len(self.found) == 1:
            return int(self.found[0, i])
        parts = zip(self.found[:, i].tolist(), self.units, strict=True)
        return int(sum(part * unit for part, unit in parts) % self.product)


def _modulo(whole: Whole, prime: int) -> tuple[Any, Any]:
    return (
        np.array([weight % prime for weight in whole.options], np.int64),
        np.array([value % prime for value in whole.values], np.int64),
    )


@cache
def _units(n: int) -> tuple[list[int], int]:
    """Numbers that are 1 modulo one of the first n primes, 0 modulo the others; the product."""
    product = 1
    for i in range(n):
        product *= _prime(i)
    parts = [(product // _prime(i), _prime(i)) for i in range(n)]
    return [rest * pow(rest, -1, prime) for rest, prime in parts], product


def primes(bits: float) -> Sequence[int]:
    """As many primes below 2**31 as tell all numbers below 2**bits apart."""
    return [_prime(i) for i in range(max(1, int(bits / 30.99) + 1))]


@cache
def _prime(i: int) -> int:
    number = _prime(i - 1) - 2 if i else 2**31 - 1
    while not _is_prime(number):
        number -= 2
    return number


def _is_prime(number: int) -> bool:
    """By Miller and Rabin's test, which these bases decide below 3.2 * 10**9 (Jaeschke 1993)."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        power = pow(base, odd, number)
        if power not in (1, number - 1) and not any(
            (power := power * power % number) == number - 1 for _ in range(twos - 1)
        ):
            return False
    return True
