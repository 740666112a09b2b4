"""What a command reports: prose for people, one JSON object for machines.

The object holds ``command``, ``versions``, ``seed``, ``parameters`` and the command's own fields.
Numbers are JSON numbers; what is no number (NaN, infinite) is null. Nothing in it depends on the
clock or on the number of processes, measured times excepted.
"""

from __future__ import annotations

import dataclasses
import importlib.metadata
import json
import math
import platform
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from unseen.files import check_writable, write_whole

STANDARD_OUTPUT = "-"


class Report:
    """One command's report.

    Args:
        command: its name.
        target: the file for the JSON object, ``-`` for standard output, None for none.
        seed: the seed; None where there is none.
        parameters: what the command was called with, as far as it decides the result.

    Raises:
        CallError: the file cannot be written.
    """

    def __init__(
        self, command: str, target: str | None, seed: int | None, parameters: Mapping[str, Any]
    ) -> None:
        self.target = target
        self._head = {
            "command": command,
            "versions": versions(),
            "seed": seed,
            "parameters": dict(parameters),
        }
        if target is not None and target != STANDARD_OUTPUT:
            check_writable(Path(target))
        self.console = Console(stderr=target == STANDARD_OUTPUT)
        """Where prose goes: standard output, unless the JSON object goes there."""

    def write(self, **fields: Any) -> None:
        """Write the JSON object, if it was asked for; the file is written whole or not at all."""
        if self.target is None:
            return
        text = json.dumps(plain({**self._head, **fields}), indent=2, ensure_ascii=False) + "\n"
        if self.target == STANDARD_OUTPUT:
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            write_whole(Path(self.target), text.encode())


def versions() -> dict[str, str]:
    """The versions that decide a result."""
    return {
        "unseen": importlib.metadata.version("unseen"),
        "python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in ("numba", "numpy")},
    }


def plain(value: Any) -> Any:
    """A value in JSON's own types; dataclasses as objects, what is no finite number as null.

    >>> plain({"mean": float("nan"), "counts": (1, np.int64(2))})
    {'mean': None, 'counts': [1, 2]}
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
