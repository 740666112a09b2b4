"""How a belief is shown to people: counts, the matrix of probabilities, worlds, reasons."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from beliefs import Belief
from unseen.answers import Explained, World, grouped

MOST_ROWS = 100
"""Rows of the matrix that are shown."""
NAMES_WIDTH = 28
PLACE_WIDTH = 14
LONGEST = 24
"""Characters of a fraction or a whole number that is shown in full, at most (a number: twice)."""
BELOW_1 = math.nextafter(1.0, 0.0)
HELD, LACKED = "held", "-"


def count_told(n: float) -> str:
    """A number of worlds, in full while that can be read.

    >>> count_told(1234567), count_told(10**60), count_told(2.5e7)
    ('1,234,567', 'about 1.000 × 10^60', 'about 2.5e+07')
    """
    if isinstance(n, float):
        return f"about {n:.4g}"
    if n < 10 ** (2 * LONGEST):
        return f"{n:,}"
    exponent = math.floor(math.log10(n))
    return f"about {10 ** (math.log10(n) - exponent):.3f} × 10^{exponent}"


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


def show_matrix(console: Console, belief: Belief, matrix: Any) -> None:
    """The matrix of probabilities, cards with the same row together, places as they fit."""
    knowledge = belief.knowledge
    rows: dict[tuple[str, ...], list[str]] = {}
    for f, card in enumerate(knowledge.faces):
        n = knowledge.copies[f]
        cells = tuple(_cell(matrix[f], p, n) for p in range(len(knowledge.places)))
        rows.setdefault(cells, []).append(f"{n} {card}" if n > 1 else str(card))
    shown = list(rows.items())[:MOST_ROWS]
    places = [str(place) for place in knowledge.places]
    if not places or not shown:
        return
    widths = [
        max(min(len(name), PLACE_WIDTH), *(len(cells[p]) for cells, _ in shown))
        for p, name in enumerate(places)
    ]
    for some in _fitting(widths, console.width - NAMES_WIDTH - 4):
        table = Table(box=box.SIMPLE_HEAD)
        table.add_column("card", overflow="fold", max_width=NAMES_WIDTH)
        for p in some:
            table.add_column(Text(places[p]), justify="right", overflow="fold", min_width=widths[p])
        for cells, cards in shown:
            table.add_row(Text(", ".join(cards)), *(_styled(cells[p]) for p in some))
        console.print(table)
    if len(rows) > len(shown):
        left = sum(len(cards) for cards in rows.values()) - sum(len(c) for _, c in shown)
        console.print(f"and {left} more cards: --json FILE has them all", style="dim")
    if any(n > 1 for n in knowledge.copies):
        console.print(
            "Of cards with copies: the expected number of them there.", style="dim", highlight=False
        )


def _cell(row: Any, place: int, copies: int) -> str:
    if row[place] == 0:
        return LACKED
    if not np.delete(row, place).any():
        return HELD if copies == 1 else f"{HELD} {copies}"
    if copies == 1:  # and open: a float may have been rounded to 1
        value = row[place]
        return chance_told(value if isinstance(value, Fraction) else min(value, BELOW_1))
    expected = copies * row[place]
    if isinstance(expected, Fraction) and len(told := str(expected)) <= LONGEST:
        return told
    return f"{float(expected):.3f}"


def _styled(cell: str) -> Text:
    return Text(cell, style="dim" if cell == LACKED else "bold" if cell.startswith(HELD) else "")


def _fitting(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """The columns, in as many tables as they need."""
    some: list[int] = []
    for i, width in enumerate(widths):
        if some and sum(widths[j] + 2 for j in some) + width + 2 > room:
            yield some
            some = []
        some.append(i)
    yield some


def show_asked(console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """What was asked, and how likely it is."""
    if not rows:
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("asked", overflow="fold")
    table.add_column("probability", justify="right", no_wrap=True)
    for row in rows:
        value = Fraction(*row["fraction"]) if "fraction" in row else row["probability"]
        told = chance_told(value)
        if isinstance(value, float) and 0 < value < 1:
            told = f"{value:.6g}"
        table.add_row(Text(row["name"]), told)
    console.print(table)


def show_explained(console: Console, rows: Sequence[Explained]) -> None:
    """Why single things are certain, or how open they are."""
    for one in rows:
        verb = "holds" if one.holds else "cannot hold"
        if one.holds is None:
            told = f"open: {one.place} holds {one.card} with probability {one.probability:.6g}"
        else:
            told = f"{one.place} {verb} {one.card}, because {_because(one)}"
        console.print(Text(told))


def show_certain(console: Console, rows: Sequence[Explained] | None) -> None:
    """What follows of what was said; cards of a place with the same reasons are together."""
    if rows is None:
        return
    together: dict[tuple[str, str, str], list[str]] = {}
    for one in rows:
        if not one.told:
            verb = "holds" if one.holds else "cannot hold"
            together.setdefault((one.place, verb, _because(one)), []).append(one.card)
    if not together:
        console.print("Nothing is certain but what was said.")
        return
    console.print(Text("certain, beyond what was said", style="bold"))
    for (place, verb, because), cards in together.items():
        console.print(Text(f"- {place} {verb} {', '.join(cards)}, because {because}"))


def _because(one: Explained) -> str:
    told = "; ".join(f"{reason.says} [{reason.fact}]" for reason in one.because)
    return told or "nothing else fits"


def show_ranked(console: Console, rows: Sequence[Mapping[str, Any]] | None) -> None:
    """Questions, most telling first, with how likely each answer is."""
    if rows is None:
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("question", overflow="fold")
    table.add_column("bits", justify="right", no_wrap=True)
    table.add_column("answers", overflow="fold")
    for row in rows:
        told = ", ".join(f"{answer} {chance_told(p)}" for answer, p in row["answers"].items())
        table.add_row(Text(row["question"]), f"{row['bits']:.3f}", Text(told))
    console.print(table)


def show_worlds(console: Console, worlds: Sequence[World]) -> None:
    """Sampled worlds: one a line where they fit, else a line for each place."""
    told = [grouped(world) for world in worlds]
    lines = ["; ".join(f"{place}: {cards}" for place, cards in one.items()) for one in told]
    margin = len(str(len(lines))) + 2
    if all(len(line) + margin <= console.width for line in lines):
        for i, line in enumerate(lines, 1):
            console.print(Text(f"{i:>{margin - 2}}. {line}"), highlight=False)
        return
    for i, one in enumerate(told, 1):
        console.print(Text(f"world {i}", style="bold"))
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for place, cards in one.items():
            table.add_row(Text(f"  {place}"), Text(cards))
        console.print(table)
