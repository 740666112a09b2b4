"""What a player read of the match beside its information set.

Where a decision has been found to depend on a secret, the match is set up once more with a watch
and a state that note who asks them for what. What the rules and the match loop read is their
business; anybody else is named with file and line. A player may also say itself what it has read:
an attribute ``reads`` of the player or of the decision, the names of fields, or a function without
arguments that gives them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import arena
import determinize
import games
from determinize import Watch

OWN = tuple(f"{Path(str(room.__file__)).parent}{os.sep}" for room in (arena, determinize, games))
"""Folders whose code may read the match."""


class Reads:
    """Notes of what was read, in order, each once."""

    def __init__(self) -> None:
        self._noted: dict[str, None] = {}

    def __iter__(self) -> Any:
        return iter(self._noted)

    def follow(self, watch: Watch) -> None:
        """From now on, note what is read of a match."""
        for thing in (watch.state, watch):
            thing.__class__ = _noting(type(thing), self)

    def note(self, kind: str, name: str, frame: Any) -> None:
        """Something was read, by the code of a frame."""
        code = frame.f_code
        hidden = name.startswith("__") and name != "__dict__"
        if hidden or code.co_filename.startswith(OWN):
            return
        where = f"{Path(code.co_filename).name}, line {frame.f_lineno}"
        self._noted.setdefault(f"{kind}.{name} ({where}, in {code.co_name})")

    def said_by(self, *sources: Any) -> None:
        """Note what a player or a decision says itself that was read."""
        for source in sources:
            said = getattr(source, "reads", ())
            said = said() if callable(said) else said
            for name in [said] if isinstance(said, str) else _all(said):
                self._noted.setdefault(str(name))


def _all(said: Any) -> Iterable[Any]:
    return said if isinstance(said, Iterable) else ()


def _noting(kind: type, reads: Reads) -> type:
    """The same class, whose objects note who asks them for an attribute."""

    def noted(self: Any, name: str) -> Any:
        reads.note(kind.__name__, name, sys._getframe(1))
        return object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__getattribute__": noted, "__module__": kind.__module__})
