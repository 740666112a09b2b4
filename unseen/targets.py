"""What an audit is pointed at, as it is typed.

==================================  ============================================================
``schnapsen``, ``clue:redeal``      a game of ours, and how it is copied: ``deal``, ``redeal``
``openspiel:kuhn_poker(players=3)`` a game of OpenSpiel, and its ``resample_from_infostate``
``schnapsen-platform``              the package ``schnapsen``, and its ``make_assumption``
``package.module:attribute``        your own: an ``Auditable``, or what makes one when called
``path/to/file.py:attribute``       the same, from a file
==================================  ============================================================
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
import traceback
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

import games
from determinize.auditing.auditable import Auditable
from unseen.errors import CallError, wrong_call

PLATFORM = "schnapsen-platform"
OPENSPIEL = "openspiel:"
COPIERS = ("deal", "redeal")
FUNCTIONS = ("name", "new", "mover", "options", "play", "observe", "copy", "world")
"""What every :class:`Auditable` has."""


def load(
    text: str,
    players: int | None = None,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Auditable:
    """The target that a text means.

    Args:
        text: one of the forms above.
        players, preset, parameters: which table; for games of ours only.

    Raises:
        CallError: there is no such target, with what would be right.

    >>> load("clue:redeal", players=4).name
    'clue:redeal'
    >>> load("clue:shuffle")
    Traceback (most recent call last):
        ...
    unseen.errors.CallError: clue:shuffle: there is no copier 'shuffle': deal or redeal
    """
    text = text.strip()
    if text == PLATFORM or text.startswith(OPENSPIEL):
        _for_ours_only(text, players, preset, parameters)
        return _platform() if text == PLATFORM else _openspiel(text.removeprefix(OPENSPIEL))
    where, colon, what = text.rpartition(":") if ":" in text else (text, "", "")
    if _our_game(where):
        return _ours(text, where, what if colon else COPIERS[0], players, preset, parameters)
    if _is_file(where):
        module = _from_file(where, text)
    elif colon:
        module = _imported(where, text)
    elif "." in where:
        raise CallError(f"{text}: which target in it? Write {text}:NAME")
    else:
        raise CallError(f"there is no target {text!r}: {_nearest(where)}")
    _for_ours_only(text, players, preset, parameters)
    return _made(_attribute(module, what, text), text)


@dataclass(frozen=True)
class Maker:
    """A target's text and table as the function that loads it: a few words for a worker process."""

    text: str
    players: int | None = None
    preset: str | None = None
    parameters: Mapping[str, Any] | None = None

    def __call__(self) -> Auditable:
        """The target."""
        return load(self.text, self.players, self.preset, self.parameters)


def maker(
    text: str,
    players: int | None = None,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Callable[[], Auditable]:
    """What :func:`load` loads, as a function that can be pickled.

    >>> maker("schnapsen", preset="vu_platform")().name
    'schnapsen:deal'
    """
    return Maker(text, players, preset, dict(parameters) if parameters else None)


def _for_ours_only(
    text: str, players: int | None, preset: str | None, parameters: Mapping[str, Any] | None
) -> None:
    given = {"a number of seats": players, "a preset": preset, "rules": parameters}
    wrong = [name for name, value in given.items() if value]
    if wrong:
        hint = f"; write {text}(players={players})" if players and "(" not in text else ""
        hint = hint if text.startswith(OPENSPIEL) else ""
        raise CallError(f"{text} takes no {' and no '.join(_bare(w) for w in wrong)}{hint}")


def _bare(words: str) -> str:
    return words.removeprefix("a ")


# --- our games and those that have an adapter ---


def _our_game(name: str) -> bool:
    try:
        games.load(name)
    except ValueError:
        return False
    return True


def _ours(
    text: str,
    name: str,
    copier: str,
    players: int | None,
    preset: str | None,
    parameters: Mapping[str, Any] | None,
) -> Auditable:
    from determinize.auditing.ours import OurGame

    if copier not in COPIERS:
        raise CallError(f"{text}: there is no copier {copier!r}: {' or '.join(COPIERS)}")
    with wrong_call():
        return OurGame(
            games.load(name),
            "deal" if copier == "deal" else "redeal",
            players=players,
            preset=preset,
            parameters=parameters,
        )


def _platform() -> Auditable:
    try:
        from unseen.adapters.schnapsen_copies import PlatformCopies
    except ImportError as error:
        raise CallError(str(error)) from error
    return PlatformCopies()


def _openspiel(game: str) -> Auditable:
    try:
        from unseen.adapters.openspiel import OpenSpielGame
    except ImportError as error:
        raise CallError(str(error)) from error
    with wrong_call():
        return OpenSpielGame(game)


def _nearest(name: str) -> str:
    known = [*games.names(), PLATFORM]
    near = get_close_matches(name, known, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"{', '.join(known)}, {OPENSPIEL}NAME, or your own as package.module:NAME"


# --- your own ---


def _is_file(where: str) -> bool:
    return where.endswith(".py") or "/" in where or os.sep in where


def _from_file(where: str, text: str) -> ModuleType:
    """A module from a file; what lies beside it can be imported by it, as in any script."""
    path = Path(where).expanduser().resolve()
    if not path.is_file():
        raise CallError(f"{text}: there is no file {where}")
    name = f"unseen_target_{path.stem}_{zlib.crc32(str(path).encode()):x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise CallError(f"{text}: {where} is no file of Python: its name ends with .py")
    module = importlib.util.module_from_spec(spec)
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever the file raises
        del sys.modules[name]
        raise CallError(f"{text}: {where} cannot be imported: {_place(error)}") from error
    return module


def _imported(where: str, text: str) -> ModuleType:
    """A module by its name, installed or in the working folder."""
    if not where or not all(part.isidentifier() for part in where.split(".")):
        raise CallError(f"there is no target {text!r}: {_nearest(where)}")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        return importlib.import_module(where)
    except ModuleNotFoundError as error:
        if error.name and (where == error.name or where.startswith(f"{error.name}.")):
            near = get_close_matches(where, games.names(), n=1)
            hint = f"; did you mean the game {near[0]!r}?" if near else ""
            raise CallError(f"{text}: there is no module {error.name!r}{hint}") from error
        raise CallError(f"{text}: {where} cannot be imported: {_place(error)}") from error
    except Exception as error:  # whatever the module raises
        raise CallError(f"{text}: {where} cannot be imported: {_place(error)}") from error


def _place(error: Exception) -> str:
    """An exception, and the line that raised it."""
    says = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        return says
    frames = traceback.extract_tb(error.__traceback__)
    return f"{says} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"


def _attribute(module: ModuleType, what: str, text: str) -> Any:
    if not what:
        raise CallError(f"{text}: which target in it? Write {text.rstrip(':')}:NAME")
    found: Any = module
    for part in what.split("."):
        if not hasattr(found, part):
            names = [name for name in vars(module) if not name.startswith("_")]
            near = get_close_matches(part, names, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            typed = text.rpartition(":")[0]
            name = typed if found is module else getattr(found, "__name__", repr(found))
            raise CallError(f"{text}: {name} has no {part!r}{hint}")
        found = getattr(found, part)
    return found


def _made(found: Any, text: str) -> Auditable:
    if not isinstance(found, type) and isinstance(found, Auditable):
        return found
    made = found
    if callable(found):
        wanted = _wanted(found)
        if wanted:
            raise CallError(
                f"{text} wants {', '.join(wanted)}: a target, or a function or class that makes one"
                " without arguments, is needed"
            )
        try:
            made = found()
        except Exception as error:  # whatever the user's function raises
            raise CallError(f"{text} cannot be made: {_place(error)}") from error
    lacks = [name for name in FUNCTIONS if not hasattr(made, name)]
    if lacks:
        gives = "makes" if callable(found) else "is"
        raise CallError(
            f"{text} {gives} {_article(type(made).__name__)}, which is no target: it lacks"
            f" {', '.join(lacks)}"
        )
    if not isinstance(made, Auditable):
        raise CallError(f"{text} is no target")
    return made


def _wanted(found: Callable[..., Any]) -> list[str]:
    """The arguments without which it cannot be called."""
    try:
        parameters = inspect.signature(found).parameters.values()
    except (TypeError, ValueError):
        return []
    return [
        each.name
        for each in parameters
        if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    ]


def _article(name: str) -> str:
    return f"an {name}" if name[0] in "AEIOUaeiou" else f"a {name}"
