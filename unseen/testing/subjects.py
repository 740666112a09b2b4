"""What a test asks to be audited, however it is given: a name, a target, its maker, a copier."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from determinize.audit import Auditable, Check
from determinize.auditing.ours import OurGame
from games import Game, load
from unseen import targets
from unseen.auditing import reproduction

Make: TypeAlias = Auditable | Callable[[], Auditable]
"""What :func:`determinize.audit.audit` takes for a target."""

IMPORT, LINE = "from unseen import targets", "target = targets.load('')"
"""The lines of a reproduction that make a target of the name ''."""


@dataclass(frozen=True)
class Subject:
    """What is audited, and the lines of Python that make it again.

    Attributes:
        make: what ``audit`` takes.
        again: a failed check to the lines that lead to its example again.
    """

    make: Make
    again: Callable[[Check], str]


def subject(target: Any, game: Game | str | None, table: Mapping[str, Any]) -> Subject:
    """The subject that a test means.

    Args:
        target: text as ``unseen audit`` takes it, an Auditable, a function or class that makes one;
            with ``game`` a copier: a function of a state, a seat and a generator, or the name of
            one of ours.
        game: a game of ours, or its name.
        table: ``players``, ``preset``, ``parameters``, for targets by name and games of ours.

    Raises:
        CallError: there is no target of that name, with what would be right.
        ValueError: it is none of these, with what would be right.

    >>> subject("clue:redeal", None, {"players": 4}).make().name
    'clue:redeal'
    >>> subject(lambda state, seat, rng: state, "template", {}).make().name
    'template:<lambda>'
    >>> subject(lambda state, seat, rng: state, None, {})
    Traceback (most recent call last):
        ...
    ValueError: <function <lambda> at ...> takes arguments: a copier is audited with game=..., ...
    """
    if game is not None:
        return _ours(target, load(game) if isinstance(game, str) else game, table)
    if isinstance(target, str):
        again = functools.partial(reproduction.of_check, target, table)
        return Subject(targets.maker(target, **table), again)
    if table:
        raise ValueError(f"{', '.join(table)}: only for a target by name, or with game=")
    if isinstance(target, Auditable) and not isinstance(target, type):
        return Subject(target, _lines([], f"# target: {target.name}, as the test makes it"))
    if not callable(target):
        raise ValueError(
            f"{target!r:.80} cannot be audited: give a name, an Auditable, a function that makes"
            " one, or a copier with game="
        )
    if not _callable_without_arguments(target):
        raise ValueError(
            f"{target!r:.80} takes arguments: a copier is audited with game=..., a function that"
            " makes an Auditable takes none"
        )
    lines = _lines(_import_of(target), f"target = {_said(target)}()")
    # A class has all that an Auditable has; a partial is plainly what makes one.
    return Subject(functools.partial(target), lines)


def _ours(copier: Any, game: Game, table: Mapping[str, Any]) -> Subject:
    make = functools.partial(OurGame, game, copier, **table)
    make()  # which refuses what cannot be
    options = "".join(f", {name}={value!r}" for name, value in table.items())
    line = f"target = OurGame(games.load({game.name!r}), {_said(copier)}{options})"
    imports = ["import games", "from determinize.auditing.ours import OurGame"]
    return Subject(make, _lines([*imports, *_import_of(copier)], line))


def _callable_without_arguments(function: Callable[..., Any]) -> bool:
    try:
        inspect.signature(function).bind()
    except TypeError:
        return False
    except ValueError:  # built in: it does not say
        return True
    return True


def _said(made_of: Any) -> str:
    """A function, or a name, as a line of Python says it."""
    return repr(made_of) if isinstance(made_of, str) else getattr(made_of, "__name__", "...")


def _import_of(function: Any) -> list[str]:
    """The line that imports a function of a module's top level."""
    name, module = getattr(function, "__qualname__", ""), getattr(function, "__module__", "")
    return [f"from {module} import {name}"] if name.isidentifier() and module else []


def _lines(imports: list[str], line: str) -> Callable[[Check], str]:
    def again(check: Check) -> str:
        text = reproduction.of_check("", {}, check)
        return text.replace(f"{IMPORT}\n", "".join(f"{each}\n" for each in imports)).replace(
            LINE, line
        )

    return again
