"""How a belief is shown to people: how many worlds, and the matrix of probabilities."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from beliefs import Belief, Knowledge, WorldChain
from unseen.certainty import Certainty
from unseen.options import counted

MOST_ROWS = 100
"""Rows of the matrix that are shown."""
NAMES_WIDTH = 28
PLACE_WIDTH = 14
LONGEST = 24
"""Characters of a fraction or a whole number that is shown in full, at most (a number: twice)."""
BELOW_1 = math.nextafter(1.0, 0.0)
HELD, LACKED = "held", "-"


def count_told(n: int) -> str:
    """A number of worlds, in full while that can be read.

    >>> count_told(1234567), count_told(10**60)
    ('1,234,567', 'about 1.000 × 10^60')
    """
    if n < 10 ** (2 * LONGEST):
        return f"{n:,}"
    return f"about {_powers_of_ten(math.log10(n))}"


def estimate_told(bits: float) -> str:
    """An estimated number of worlds, of which log2 is given.

    >>> estimate_told(10.0), estimate_told(131.0), estimate_told(5000.0)
    ('about 1,020', 'about 2.72 × 10^39', 'about 1.41 × 10^1505')
    """
    if bits < 30:
        return f"about {float(f'{2.0**bits:.3g}'):,.0f}"
    return f"about {_powers_of_ten(bits * math.log10(2), 2)}"


def _powers_of_ten(log10: float, digits: int = 3) -> str:
    exponent = math.floor(log10)
    return f"{10 ** (log10 - exponent):.{digits}f} × 10^{exponent}"


def chance_told(value: Any) -> str:
    """A probability: what is all but certain is told apart from what is certain.

    >>> [chance_told(p) for p in (0.0, 1e-9, 0.25, 0.99999, 1.0, Fraction(1, 3))]
    ['0', '<.001', '0.250', '>.999', '1', '1/3']
    """
    if isinstance(value, Fraction):
        told = str(value)
        if len(told) <= LONGEST:
            return told
        value = _rounded_inwards(value)
    if value in (0, 1):
        return str(int(value))
    if value < 0.0005:
        return "<.001"
    return ">.999" if value >= 0.9995 else f"{value:.3f}"


def _rounded_inwards(value: Fraction) -> float:
    """The float next to it, but never 0 or 1 for what is neither."""
    return min(max(float(value), math.ulp(0.0)), BELOW_1)


def show_known(console: Console, title: str | None, knowledge: Knowledge) -> None:
    """What was read."""
    if title:
        console.print(Text(title, style="bold"))
    console.print(
        f"{counted(knowledge.size, 'card')}, {counted(len(knowledge.places), 'place')}, "
        f"{counted(len(knowledge.statements), 'fact')}",
        highlight=False,
    )


def show_count(console: Console, belief: Belief) -> None:
    """How many worlds there are, and how far an estimate can be trusted."""
    chain = belief.structure if isinstance(belief.structure, WorldChain) else None
    told = count_told(int(belief.count)) if chain is None else estimate_told(chain.log2_count)
    how = "exact" if chain is None else "estimated"
    console.print(
        f"{told} {'world' if told == '1' else 'worlds'} ({how}, by {belief.method}), "
        f"{belief.entropy():.2f} bits open",
        highlight=False,
    )
    if belief.knowledge.ordered and chain is None:
        arranged = count_told(int(belief.arrangements))
        console.print(f"{arranged} arrangements, with the order in ordered places", highlight=False)
    if chain is not None:
        found = chain.diagnostics
        console.print(
            f"{found.effective:.0%} of the samples effective, R-hat {found.agreement:.3f} (1: all "
            "runs agree)",
            highlight=False,
        )


def show_matrix(console: Console, belief: Belief, matrix: Any, sure: Certainty) -> None:
    """The matrix of probabilities, cards with the same row together, places as they fit."""
    knowledge = belief.knowledge
    rows: dict[tuple[str, ...], list[str]] = {}
    for f, card in enumerate(knowledge.faces):
        n = knowledge.copies[f]
        cells = tuple(
            _cell(matrix[f, p], n, sure.low[f, p], sure.high[f, p])
            for p in range(len(knowledge.places))
        )
        rows.setdefault(cells, []).append(f"{n} {card}" if n > 1 else str(card))
    shown = list(rows.items())[:MOST_ROWS]
    places = [str(place) for place in knowledge.places]
    if not places or not shown:
        return
    widths = [
        max(min(len(name), PLACE_WIDTH), *(len(cells[p]) for cells, _ in shown))
        for p, name in enumerate(places)
    ]
    for some in fitting(widths, console.width - NAMES_WIDTH - 4):
        table = Table(box=box.SIMPLE_HEAD)
        table.add_column("card", overflow="fold", max_width=NAMES_WIDTH)
        for p in some:
            table.add_column(Text(places[p]), justify="right", overflow="fold", min_width=widths[p])
        for cells, cards in shown:
            table.add_row(Text(", ".join(cards)), *(styled(cells[p]) for p in some))
        console.print(table)
    if len(rows) > len(shown):
        left = sum(len(cards) for cards in rows.values()) - sum(len(c) for _, c in shown)
        console.print(f"and {left} more cards: --json FILE has them all", style="dim")
    notes = []
    if any(n > 1 for n in knowledge.copies):
        notes.append("Of cards with copies: the expected number of them there.")
    if isinstance(belief.structure, WorldChain):
        most = (belief.structure.error() * np.array(knowledge.copies)[:, None]).max(initial=0.0)
        notes.append(f"Standard errors are {most:.1g} at most.")
        if not sure.complete:
            notes.append("Some of what is shown as open may be certain: it takes a diagram to see.")
    for note in notes:
        console.print(note, style="dim", highlight=False)


def _cell(value: Any, copies: int, low: int, high: int) -> str:
    if high == 0:
        return LACKED
    if low == copies:
        return HELD if copies == 1 else f"{HELD} {copies}"
    if not isinstance(value, Fraction):  # open: a float may have been rounded, or estimated so
        value = min(max(value, math.ulp(0.0)), BELOW_1)
    if copies == 1:
        return chance_told(value)
    expected = copies * value
    if isinstance(expected, Fraction) and len(told := str(expected)) <= LONGEST:
        return told
    return f"{float(expected):.3f}"


def styled(cell: str) -> Text:
    """A cell of a matrix: what is certain stands out, what cannot be steps back."""
    return Text(cell, style="dim" if cell == LACKED else "bold" if cell.startswith(HELD) else "")


def fitting(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """The columns, in as many tables as they need."""
    some: list[int] = []
    for i, width in enumerate(widths):
        if some and sum(widths[j] + 2 for j in some) + width + 2 > room:
            yield some
            some = []
        some.append(i)
    yield some
