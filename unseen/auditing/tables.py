"""How an audit is shown to people: a table of the checks, and of each failure what shows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from determinize.auditing import evidence
from determinize.auditing.verdict import CRASHED, FAILED, NOT_TESTED, PASSED, Audit, Check, Example
from unseen.auditing.required import lacking
from unseen.options import counted

STYLES = {PASSED: "green", FAILED: "bold red", CRASHED: "bold magenta", NOT_TESTED: "yellow"}

MEANS = {
    evidence.CONSERVES: "no card is lost or doubled",
    evidence.INDISTINGUISHABLE: "the seat sees no difference",
    evidence.INDEPENDENT: "no secret travels along",
    evidence.CONSISTENT: "what was learned still holds",
    evidence.REPLAYABLE: "its history can be played",
    evidence.REACHABLE: "no world is left out",
    evidence.CALIBRATED: "worlds are as likely as due",
}
"""What each check says of the copies where it passes."""

NARROW = 64
"""Terminals with fewer columns show names, outcomes and p-values, and why something is not tested
under the table."""

FIRST, LAST = 6, 6
"""So many moves are shown in words, of those that are too many to be read."""


def show_audit(
    console: Console,
    audit: Audit,
    seed: int,
    again: Callable[[Check], str] | None,
    *,
    required: Collection[str] = (),
    played: str | None = None,
) -> None:
    """The whole verdict.

    Args:
        seed: of the audit.
        again: the lines of Python that lead to a failed check's example again, if there are any.
        required: the checks that must have been tested.
        played: the games that positions were taken from, in words.
    """
    looked = f"{counted(audit.positions, 'position')}, {_copies(audit.copies)}, seed {seed}"
    console.print(Text(f"{visible(audit.target)}, promising the {audit.promise}: {looked}", "bold"))
    if played:
        console.print(Text(f"Games: {visible(played)}.", "dim"))
    narrow = console.width < NARROW
    console.print(_table(audit, narrow))
    untested = [check for check in audit.checks if check.outcome == NOT_TESTED]
    for check in untested if narrow else ():
        console.print(Text(f"{check.name} {NOT_TESTED}: {_means(check)}\n", STYLES[NOT_TESTED]))
    for check in audit.checks:
        if check.outcome == PASSED and check.says:
            console.print(Text(f"* {check.name}: {visible(check.says)}.\n", STYLES[NOT_TESTED]))
    against = audit.reference or "nothing"
    console.print(
        Text(
            f"Calibrated against: {visible(against)}. A right copier fails an audit with"
            f" probability {audit.error_rate:g} at most.",
            style="dim",
        )
    )
    for check in audit.checks:
        if check.outcome in (FAILED, CRASHED):
            console.print()
            show_failure(console, check, again)
    console.print()
    console.print(verdict(audit.checks, required))


def verdict(checks: Sequence[Check], required: Collection[str] = ()) -> Text:
    """What came out, in one line: passed only where all was tested.

    >>> some = [Check("conserves", "passed", None, 10), Check("consistent", "not tested", None, 0)]
    >>> verdict(some).plain
    'Nothing found wrong. Not tested: consistent.'
    >>> verdict(some, ["consistent"]).plain
    'Not passed: required but not tested: consistent.'
    """
    wrong = [check.name for check in checks if check.outcome in (FAILED, CRASHED)]
    lacks = [check.name for check in lacking(checks, required)]
    untested = [check.name for check in checks if check.outcome == NOT_TESTED]
    line = Text()
    if wrong:
        line.append(f"Failed: {', '.join(wrong)}.", STYLES[FAILED])
        if lacks:
            line.append(f" Required but not tested: {', '.join(lacks)}.", STYLES[FAILED])
    elif lacks:
        line.append(f"Not passed: required but not tested: {', '.join(lacks)}.", STYLES[FAILED])
    elif len(untested) == len(checks):
        line.append("Nothing was tested.", STYLES[NOT_TESTED])
    else:
        said = "Nothing found wrong." if untested else "Passed."
        line.append(said, STYLES[PASSED])
    untested = [name for name in untested if name not in lacks]
    if untested:
        line.append(f" Not tested: {', '.join(untested)}.", STYLES[NOT_TESTED])
    return line


def _table(audit: Audit, narrow: bool) -> Table:
    """The checks, one a line; a narrow one has no more than what tells them apart."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("check", overflow="fold", no_wrap=not narrow)
    table.add_column("outcome", overflow="fold", no_wrap=not narrow)
    table.add_column("p-value", justify="right", no_wrap=True)
    if not narrow:
        table.add_column("positions", justify="right", no_wrap=True)
        table.add_column("copies", justify="right", no_wrap=True)
        table.add_column("what it means", overflow="fold")
    for check in audit.checks:
        style = STYLES[check.outcome]
        row: list[str | Text] = [
            check.name,
            Text(check.outcome, style=style),
            probability(check, audit.error_rate),
            f"{check.positions:,}" if check.positions else "-",
            f"{check.copies:,}" if check.copies else "-",
            Text(_means(check), style="" if check.outcome == PASSED else style),
        ]
        table.add_row(*row[: len(table.columns)])
    return table


def _means(check: Check) -> str:
    """Of what passed, what it asks, with a star where some of it was not tested; of a failure, what
    it is called; else why it was not tested."""
    said = visible(check.says or "")
    if check.outcome == PASSED:
        return MEANS.get(check.name, "") + (" *" if said else "")
    return said if check.outcome == NOT_TESTED else said.partition(":")[0]


def show_failure(
    console: Console, check: Check, again: Callable[[Check], str] | None = None
) -> None:
    """One failure: what kind of fault it is, and the smallest example found."""
    head = Text(f"{check.name} {check.outcome}", style=STYLES[check.outcome])
    console.print(head.append(f": {visible(check.says or 'no reason')}", "bold"))
    if check.example is None:
        return
    console.print(details_grid(details(check.example)))
    if again is not None:
        console.print()
        console.print(Text(again(check), style="cyan"), soft_wrap=True)


def details_grid(rows: Sequence[tuple[str, str]]) -> Table:
    """Labels and texts, side by side."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, told in rows:
        grid.add_row(f"  {label}", Text(visible(told)))
    return grid


def details(example: Example) -> list[tuple[str, str]]:
    """What there is to know about an example: labels and texts."""
    rows = [("game", f"seed {example.seed}, seat {example.seat}, {moves_told(len(example.moves))}")]
    if example.words:
        rows.append(("moves", shortened(example.words)))
    if example.copy_seed is None:
        rows.append(("copies", example.copy))
    else:
        rows.append(("copy", f"{example.copy} (seed {example.copy_seed})"))
    rows.append(("against", example.truth))
    return rows


def shortened(words: Sequence[str]) -> str:
    """Moves in words; of many, the first and the last.

    >>> shortened([str(n) for n in range(200)])
    '0, 1, 2, 3, 4, 5, … 188 more …, 194, 195, 196, 197, 198, 199'
    """
    if len(words) <= 2 * (FIRST + LAST):
        return ", ".join(words)
    left_out = f"… {len(words) - FIRST - LAST} more …"
    return ", ".join([*words[:FIRST], left_out, *words[-LAST:]])


def probability(check: Check, error_rate: float) -> str:
    """A p-value; or, of a failure that needs none, that it is proved.

    >>> probability(Check("calibrated", "failed", 3.2e-11, 100), 0.001)
    '3e-11'
    >>> probability(Check("conserves", "failed", None, 100), 0.001)
    'proved'
    """
    p = check.p_value
    if check.outcome == FAILED and (p is None or p > error_rate):
        return "proved"
    if p is None or check.outcome == CRASHED:
        return "-"
    if p < 1e-300:
        return "< 1e-300"
    return f"{p:.3f}" if p >= 0.001 else f"{p:.0e}"


def visible(text: str) -> str:
    r"""Text with what cannot be printed, such as a terminal's commands, as in Python.

    >>> visible("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


def _copies(n: int) -> str:
    return "1 copy" if n == 1 else f"{n:,} copies"


def moves_told(n: int) -> str:
    """How far into a game a position lies.

    >>> moves_told(0), moves_told(1)
    ('before any move', 'after 1 move')
    """
    return "before any move" if not n else f"after {counted(n, 'move')}"
