"""What an audit reports to machines: a JSON object, and a JUnit file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from rich.console import Console

from determinize.auditing.verdict import FAILED, PASSED, Audit, Check, Example
from unseen.auditing.junit import Case, document
from unseen.auditing.required import lacking
from unseen.auditing.tables import details, probability, show_audit
from unseen.errors import CallError
from unseen.files import check_writable, write_whole
from unseen.report import STANDARD_OUTPUT, Report

Again: TypeAlias = Callable[[Check], str]
"""The lines of Python that lead to a failed check's example again."""


class Outputs:
    """Where an audit's results go: people, a JSON object, a JUnit file.

    Args:
        json, junit: files, ``-`` for standard output, None for none.
        seed: of the audit.
        parameters: what the command was called with.

    Raises:
        CallError: a file that cannot be written, or the same for both.
    """

    def __init__(
        self, json: str | None, junit: str | None, seed: int, parameters: Mapping[str, Any]
    ) -> None:
        if json is not None and junit is not None and _same(json, junit):
            where = "standard output" if junit == STANDARD_OUTPUT else junit
            raise CallError(f"{where} cannot hold both the JSON object and the JUnit file")
        self._report = Report("audit", json, seed, parameters)
        self._junit = junit
        self._properties = {"seed": seed, **parameters}
        if junit is not None and junit != STANDARD_OUTPUT:
            check_writable(Path(junit))
        aside = STANDARD_OUTPUT in (json, junit)
        self.console = Console(stderr=True) if aside else self._report.console
        """Where prose goes: standard output, unless something else goes there."""

    def write(self, suite: str, cases: Sequence[Case], fields: Mapping[str, Any]) -> None:
        """Write what was asked for, each file whole or not at all."""
        if self._junit is not None:
            told = {key: value for key, value in self._properties.items() if value is not None}
            raw = document(suite, cases, told)
            if self._junit == STANDARD_OUTPUT:
                sys.stdout.write(raw.decode())
                sys.stdout.flush()
            else:
                write_whole(Path(self._junit), raw)
        self._report.write(**fields)


def report(
    outputs: Outputs,
    audit: Audit,
    seed: int,
    again: Again,
    *,
    required: Sequence[str] = (),
    played: str | None = None,
) -> bool:
    """Tell everybody what became of a copier's audit.

    Args:
        required: the checks that must have been tested.
        played: the games that positions were taken from, in words.

    Returns:
        Whether it passed, and all that is required was tested.
    """
    told = fields(audit, again, required)
    outputs.write(audit.target, cases(audit, again, required), told)
    show_audit(outputs.console, audit, seed, again, required=required, played=played)
    return bool(told["passed"])


def _same(json: str, junit: str) -> bool:
    return json == junit or Path(json).resolve() == Path(junit).resolve()


def fields(audit: Audit, again: Again, required: Sequence[str] = ()) -> dict[str, Any]:
    """The fields of the JSON object that are the audit's own."""
    return {
        "passed": audit.passed and not lacking(audit.checks, required),
        "required": list(required),
        "target": audit.target,
        "promise": audit.promise,
        "reference": audit.reference,
        "error_rate": audit.error_rate,
        "positions": audit.positions,
        "copies": audit.copies,
        "checks": [_check(check, again) for check in audit.checks],
    }


def _check(check: Check, again: Again) -> dict[str, Any]:
    return {
        "name": check.name,
        "outcome": check.outcome,
        "p_value": check.p_value,
        "positions": check.positions,
        "copies": check.copies,
        "kind": check.kind,
        "says": check.says,
        "example": None if check.example is None else _example(check.example, again(check)),
    }


def _example(example: Example, python: str) -> dict[str, Any]:
    return {
        "seed": example.seed,
        "moves": [move(one) for one in example.moves],
        "words": list(example.words),
        "seat": example.seat,
        "copy_seed": example.copy_seed,
        "copy": example.copy,
        "truth": example.truth,
        "python": python,
    }


def cases(audit: Audit, again: Again, required: Collection[str] = ()) -> list[Case]:
    """Each check as a test case; of a failure with its example, and how to make it again.

    What is required and was not tested is a failure.
    """
    lacks = lacking(audit.checks, required)
    return [
        Case(check.name, FAILED, f"required, but not tested: {check.says or 'no reason'}")
        if check in lacks
        else Case(
            check.name,
            check.outcome,
            check.says or "",
            check.kind or "",
            _text(check, audit.error_rate, again),
        )
        for check in audit.checks
    ]


def _text(check: Check, error_rate: float, again: Again) -> str:
    if check.outcome == PASSED or check.example is None:
        return ""
    rows = [("p-value", probability(check, error_rate)), *details(check.example)]
    told = "".join(f"{label}: {text}\n" for label, text in rows)
    return f"\n{told}\n{again(check)}\n"


def move(option: Hashable) -> Any:
    """An option of somebody's engine as JSON: numbers, texts and lists of them; else its repr.

    >>> move((1, "QH", None)), move(frozenset({2}))
    ([1, 'QH', None], 'frozenset({2})')
    """
    if isinstance(option, np.generic):
        return move(option.item())
    if option is None or isinstance(option, (bool, int, float, str)):
        return option
    if isinstance(option, (list, tuple)):
        return [move(one) for one in option]
    return repr(option)
