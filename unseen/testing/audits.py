"""An audit as a test makes it: with what must have been tested, and a failure as a message."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console

from determinize.audit import Audit, Auditable, audit
from determinize.auditing.ours import OurGame
from determinize.auditing.verdict import CRASHED, FAILED, NOT_TESTED, Check
from unseen.auditing.required import lacking, required
from unseen.auditing.tables import show_audit
from unseen.testing.subjects import Make, subject

WIDTH = 96
"""Columns of a message: pytest indents it."""

TABLE = ("players", "preset", "parameters")
"""The options that say which table a game of ours is played at."""


def failure(target: Any, options: Mapping[str, Any]) -> tuple[Audit, str]:
    """The audit of a target, and what is wrong with it: nothing where it passed.

    Something is wrong, too, where a required check was not tested, or none at all.

    Args:
        target: see :func:`unseen.testing.subjects.subject`.
        options: ``game``, ``players``, ``preset``, ``parameters``, ``require``, and what
            :func:`determinize.audit.audit` takes.

    Raises:
        CallError: there is no target of that name.
        ValueError: a target or an option that cannot be, with what would be right.
        TypeError: there is no such option.
    """
    rest = dict(options)
    table = {name: rest.pop(name) for name in TABLE if name in rest}
    game = rest.pop("game", None)
    names = required(rest.pop("require", ()))
    on_trial = subject(target, game, {k: v for k, v in table.items() if v is not None})
    verdict = audit(on_trial.make, **rest)
    lacks = lacking(verdict.checks, names)
    tested = any(check.outcome != NOT_TESTED for check in verdict.checks)
    if verdict.passed and tested and not lacks:
        return verdict, ""
    told = io.StringIO()
    console = Console(file=told, width=WIDTH, color_system=None, highlight=False, markup=False)
    console.print(_headline(verdict, lacks), soft_wrap=True)
    again = _once(on_trial.again)
    seed = int(rest.get("seed", 0))
    played = _played(on_trial.make, rest.get("policy"))
    show_audit(console, verdict, seed, again, required=names, played=played)
    return verdict, "\n".join(line.rstrip() for line in told.getvalue().splitlines())


def _headline(verdict: Audit, lacks: Sequence[Check]) -> str:
    """All that is wrong in one line, for a summary."""
    wrong = [
        f"{check.name} {check.outcome} ({(check.says or check.kind or '').partition(':')[0]})"
        for check in verdict.checks
        if check.outcome in (FAILED, CRASHED)
    ]
    wrong += [f"{check.name} required, but not tested ({check.says})" for check in lacks]
    return f"{verdict.target}: {', '.join(wrong) or 'nothing was tested'}"


def _played(make: Make, policy: object) -> str | None:
    """Of games of ours: the games that positions were taken from, in words."""
    made = make if isinstance(make, Auditable) else make()
    return made.played("a policy" if policy else None) if isinstance(made, OurGame) else None


def _once(again: Callable[[Check], str]) -> Callable[[Check], str]:
    """The lines for an example, where several failures share it, told once."""
    told: set[str] = set()

    def lines(check: Check) -> str:
        text = again(check)
        if text in told:
            return "(the lines above lead there)"
        told.add(text)
        return text

    return lines
