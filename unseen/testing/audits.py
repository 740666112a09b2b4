"""An audit as a test makes it: with what must have been tested, and a failure as a message."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Mapping
from typing import Any

from rich.console import Console

from determinize.audit import Audit, audit
from determinize.auditing.evidence import CHECKS
from determinize.auditing.verdict import CRASHED, FAILED, NOT_TESTED, Check
from games.state import nearest
from unseen.auditing.tables import show_audit
from unseen.testing.subjects import subject

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
    require = _required(rest.pop("require", ()))
    on_trial = subject(target, game, {k: v for k, v in table.items() if v is not None})
    verdict = audit(on_trial.make, **rest)
    lacking = [name for name in require if verdict.check(name).outcome == NOT_TESTED]
    tested = any(check.outcome != NOT_TESTED for check in verdict.checks)
    if verdict.passed and tested and not lacking:
        return verdict, ""
    told = io.StringIO()
    console = Console(file=told, width=WIDTH, color_system=None, highlight=False, markup=False)
    console.print(_headline(verdict, lacking), soft_wrap=True)
    show_audit(console, verdict, int(rest.get("seed", 0)), _once(on_trial.again))
    return verdict, "\n".join(line.rstrip() for line in told.getvalue().splitlines())


def _headline(verdict: Audit, lacking: Collection[str]) -> str:
    """All that is wrong in one line, for a summary."""
    wrong = [
        f"{check.name} {check.outcome} ({(check.says or check.kind or '').partition(':')[0]})"
        for check in verdict.checks
        if check.outcome in (FAILED, CRASHED)
    ]
    wrong += [f"{name} required, but not tested ({verdict.check(name).says})" for name in lacking]
    return f"{verdict.target}: {', '.join(wrong) or 'nothing was tested'}"


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


def _required(require: str | Collection[str]) -> tuple[str, ...]:
    names = (require,) if isinstance(require, str) else tuple(require)
    for name in names:
        if name not in CHECKS:
            raise ValueError(f"there is no check {name!r} to require: {nearest(name, CHECKS)}")
    return names
