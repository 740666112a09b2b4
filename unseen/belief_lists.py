"""How answers are shown to people: what was asked, reasons, worlds, questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from unseen.answers import Numbered, World, grouped
from unseen.belief_tables import chance_told
from unseen.certainty import Explained


def show_found(console: Console, found: Mapping[str, Any]) -> None:
    """What was asked for besides, as it is reported."""
    _show_asked(console, found["asked"])
    _show_explained(console, found["explained"])
    _show_certain(console, found["certain"])
    _show_worlds(console, found["samples"])
    _show_numbered(console, found["numbered"])
    _show_ranked(console, found["questions"], found["target"])


def _show_asked(console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """What was asked, and how likely it is; of an estimate, with its standard error."""
    if not rows:
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("asked", overflow="fold")
    table.add_column("probability", justify="right", no_wrap=True)
    for row in rows:
        value = Fraction(*row["fraction"]) if "fraction" in row else row["probability"]
        table.add_row(Text(row["name"]), _likely(value, row.get("error")))
    console.print(table)


def _likely(value: Any, error: float | None) -> str:
    """A single probability, in full; of an estimate, with its standard error."""
    if error:
        return f"{value:.4f} ± {error:.1g}"
    if isinstance(value, float) and 0 < value < 1:
        return f"{value:.6g}"
    return chance_told(value)


def _show_explained(console: Console, rows: Sequence[Explained]) -> None:
    """Why single things are certain, or how open they are."""
    for one in rows:
        verb = "holds" if one.holds else "cannot hold"
        if one.holds is None:
            likely = _likely(one.probability, one.error)
            told = f"open: {one.place} holds {one.card} with probability {likely}"
        else:
            told = f"{one.place} {verb} {one.card}, {_because(one)}"
        console.print(Text(told))


def _show_certain(console: Console, rows: Sequence[Explained] | None) -> None:
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
        console.print(Text(f"- {place} {verb} {', '.join(cards)}, {because}"))


def _because(one: Explained) -> str:
    if one.because is None:
        return "for reasons that were not looked for: --explain does"
    told = "; ".join(f"{reason.says} [{reason.fact}]" for reason in one.because)
    return f"because {told or 'nothing else fits'}"


def _show_ranked(
    console: Console, rows: Sequence[Mapping[str, Any]] | None, about: Mapping[str, Any] | None
) -> None:
    """Questions, most telling first, with how likely each answer is."""
    if rows is None or about is None:
        return
    where = "everything" if about["places"] is None else ", ".join(about["places"])
    console.print(
        Text(
            f"what answers are expected to tell, of {about['entropy']:.3f} bits open in {where}",
            style="bold",
        )
    )
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("question", overflow="fold")
    table.add_column("bits", justify="right", no_wrap=True)
    table.add_column("answers", overflow="fold")
    for row in rows:
        told = ", ".join(f"{answer} {chance_told(p)}" for answer, p in row["answers"].items())
        table.add_row(Text(row["question"]), f"{row['bits']:.3f}", Text(told))
    console.print(table)


def _show_worlds(console: Console, worlds: Sequence[World]) -> None:
    """Sampled worlds, counted from 1: which draw it was, not the world's number."""
    _show_listed(console, "draw", [(f"{i}", "", world) for i, world in enumerate(worlds, 1)])


def _show_numbered(console: Console, worlds: Sequence[Numbered] | None) -> None:
    """Worlds by number, with their probabilities where these differ."""
    alike = len({one.probability for one in worlds or ()}) <= 1
    _show_listed(
        console,
        "world",
        [
            (f"{one.number:,}", "" if alike else f" ({one.probability:.6g})", one.world)
            for one in worlds or ()
        ],
    )


def _show_listed(console: Console, kind: str, listed: Sequence[tuple[str, str, World]]) -> None:
    """(number, note, world): one a line where they fit, else a line for each place."""
    told = [(number, note, grouped(world)) for number, note, world in listed]
    lines = ["; ".join(f"{p}: {cards}" for p, cards in one.items()) + note for _, note, one in told]
    margin = max((len(number) for number, _, _ in told), default=0)
    if all(len(kind) + 1 + margin + 2 + len(line) <= console.width for line in lines):
        for (number, _, _), line in zip(told, lines, strict=True):
            console.print(Text(f"{kind} {number:>{margin}}. {line}"), highlight=False)
        return
    for number, note, one in told:
        console.print(Text(f"{kind} {number}{note}", style="bold"))
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for place, cards in one.items():
            table.add_row(Text(f"  {place}"), Text(cards))
        console.print(table)
