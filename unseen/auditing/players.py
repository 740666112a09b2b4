"""How the audit of a player is told: to people, as JSON, as a JUnit file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from arena.audit import PlayerAudit, PlayerExample
from determinize.auditing.verdict import FAILED, NOT_TESTED
from unseen.auditing.junit import Case
from unseen.auditing.reports import Outputs
from unseen.auditing.reproduction import of_decision
from unseen.auditing.tables import STYLES, details_grid, moves_told, shortened, visible
from unseen.options import counted

CHECK = "same decision"
"""The one check of a player: it decides alike in all worlds that its seat cannot tell apart."""


def report(outputs: Outputs, audit: PlayerAudit, seed: int, table: Mapping[str, Any]) -> None:
    """Tell everybody what became of a player's audit.

    Args:
        table: the number of players, the preset and the parameters.
    """
    example = audit.example
    again = None if example is None else of_decision(audit.game, audit.player, table, example)
    outputs.write(f"{audit.game}: {audit.player}", [_case(audit, again)], _fields(audit, again))
    _show(outputs.console, audit, seed, again)


def _fields(audit: PlayerAudit, again: str | None) -> dict[str, Any]:
    """The same fields as of a copier's audit, with one check, and what only players have."""
    example = None
    if audit.example is not None:
        one = audit.example
        example = {
            "seed": one.seed,
            "moves": list(one.moves),
            "words": list(one.words),
            "seat": one.seat,
            "truth": one.decision_true,
            "other": one.decision_other,
            "differs": list(one.differs),
            "read": list(one.read),
            "python": again,
        }
    check = {
        "name": CHECK,
        "outcome": audit.outcome,
        "p_value": None,
        "positions": audit.positions,
        "copies": audit.worlds,
        "kind": audit.kind,
        "says": audit.says,
        "example": example,
    }
    return {
        "passed": audit.passed,
        "target": audit.game,
        "player": audit.player,
        "promise": None,
        "reference": None,
        "error_rate": None,
        "positions": audit.positions,
        "copies": audit.worlds,
        "exhaustive": audit.exhaustive,
        "decisions": audit.decisions,
        "sees": audit.sees,
        "checks": [check],
    }


def _case(audit: PlayerAudit, again: str | None) -> Case:
    text = ""
    if audit.example is not None:
        told = "".join(f"{label}: {words}\n" for label, words in _details(audit.example))
        text = f"\n{told}\n{again}\n"
    return Case(CHECK, audit.outcome, audit.says or "", audit.kind or "", text)


def _details(example: PlayerExample) -> list[tuple[str, str]]:
    where = f"seed {example.seed}, seat {example.seat}, {moves_told(len(example.moves))}"
    rows = [("game", where)]
    if example.words:
        rows.append(("moves", shortened(example.words)))
    rows.append(("in truth", example.decision_true))
    rows.append(("else", example.decision_other))
    if example.differs:
        rows.append(("where", "; ".join(example.differs)))
    if example.read:
        rows.append(("read", "; ".join(example.read)))
    return rows


def _show(console: Console, audit: PlayerAudit, seed: int, again: str | None) -> None:
    looked = (
        f"{counted(audit.positions, 'position')}, {counted(audit.worlds, 'world')},"
        f" {counted(audit.decisions, 'decision')}, seed {seed}"
    )
    console.print(Text(f"{visible(audit.player)} at {audit.game}: {looked}", "bold"))
    verdict = Text(audit.outcome.capitalize(), STYLES[audit.outcome])
    if audit.outcome in (FAILED, NOT_TESTED):
        console.print(verdict.append(f": {visible(audit.says or '')}", "bold"))
    else:
        console.print(
            verdict.append(": the same decision in worlds that its seat cannot tell apart")
        )
    if audit.sees is not None and audit.passed:
        console.print(
            Text(
                f"In {counted(audit.exhaustive, 'position')} these were all worlds. A player whose"
                f" decisions differ between the compared worlds in {audit.sees:.1%} of positions,"
                " or more, is caught with a probability of 95 % at least. (One position with w"
                " worlds shows a player that decides otherwise in a share f of them with a"
                " probability of 1 - (1-f)^w - f^w.)",
                style="dim",
            )
        )
    if audit.example is not None and again is not None:
        console.print(details_grid(_details(audit.example)))
        console.print()
        console.print(Text(again, style="cyan"), soft_wrap=True)
