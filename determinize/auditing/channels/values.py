"""Single values, arrays, texts and generators of a state, written down in short.

A long value counts as its digest: equal for equal values, in every process.
"""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import functools
import pathlib
import random
import re
import types
import uuid
from array import array
from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from determinize.auditing.channels.walk import Walk

MOST_ELEMENTS = 256
"""Longer arrays and strings of bytes are taken in :data:`PARTS` parts, each as a digest."""
PARTS = 32
LONGEST_WORD = 40
"""Longer words count as their digest."""

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{5,}\b")

ATOMS = (
    type(None),
    bool,
    int,
    complex,
    type(Ellipsis),
    range,
    decimal.Decimal,
    fractions.Fraction,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    uuid.UUID,
    pathlib.PurePath,
    enum.Enum,
)
NAMED = (
    type,
    types.ModuleType,
    types.BuiltinFunctionType,
    types.CodeType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
    np.dtype,
)
GENERATORS = (
    random.Random,
    np.random.Generator,
    np.random.RandomState,
    np.random.BitGenerator,
    np.random.SeedSequence,
)


def digest(*parts: bytes | memoryview) -> str:
    """A short name for a long value, equal for equal values.

    >>> digest(b"all of the deck") == digest(b"all of", b" the deck")
    True
    """
    made = blake2b(digest_size=6)
    for part in parts:
        made.update(part)
    return "#" + made.hexdigest()


def shortened(text: str) -> str:
    """A text, or its digest where it is long."""
    return text if len(text) <= LONGEST_WORD else digest(text.encode("utf-8", "replace"))


def without_addresses(text: str) -> str:
    """A text without the places of objects in memory: ``<Card object at 0x>``.

    >>> without_addresses("<Card object at 0x7f31ab20c1f0>")
    '<Card object at 0x>'
    """
    return _ADDRESS.sub("0x", text)


def key_in_path(key: Any) -> str | None:
    """A key as it stands in a path; None where it has to be looked into."""
    if isinstance(key, (str, bytes, *ATOMS, float, np.generic)):
        return shortened(repr(key.item() if isinstance(key, np.generic) else key))
    if isinstance(key, (tuple, frozenset)):
        parts = [key_in_path(part) for part in key]
        known = [part for part in parts if part is not None]
        if len(known) == len(parts):
            shown = sorted(known) if isinstance(key, frozenset) else known
            return f"({', '.join(shown)})"
    return None


def atom(walk: Walk, path: str, value: Any) -> None:
    """A value that is itself."""
    walk.tokens[path] = value


def floating(walk: Walk, path: str, value: float) -> None:
    """A number; one that is not a number equals itself here."""
    walk.tokens[path] = value if value == value else "nan"


def string(walk: Walk, path: str, value: str) -> None:
    """A text of a class of its own."""
    walk.text(path, str(value))


def data(walk: Walk, path: str, value: Any) -> None:
    """Bytes: the whole as a digest where they are many, and part by part."""
    raw = bytes(value)
    walk.tokens[path] = raw if len(raw) <= LONGEST_WORD else digest(raw)
    _parts(walk, path, raw)


def _parts(walk: Walk, path: str, raw: bytes) -> None:
    if len(raw) <= LONGEST_WORD:
        return
    size = 1 if len(raw) <= MOST_ELEMENTS else -(-len(raw) // PARTS)
    for start in range(0, len(raw), size):
        part = raw[start : start + size]
        walk.tokens[f"{path}[{start}:{start + size}]"] = part if size == 1 else digest(part)


def named(walk: Walk, path: str, value: Any) -> None:
    """A class, module or function: its name."""
    walk.tokens[path] = str(getattr(value, "__qualname__", None) or value)


def array_of(walk: Walk, path: str, value: np.ndarray[Any, Any]) -> None:
    """An array or record: field by field, element by element, in parts where it is long."""
    if value.dtype.names is not None:
        for name in value.dtype.names:
            array_of(walk, f"{path}.{name}", np.asarray(value[name]))
        return
    if value.dtype.hasobject:
        for number, element in enumerate(value.ravel().tolist()):
            walk.put(f"{path}[{number}]", element)
        return
    if value.ndim == 0:
        walk.put(path, value.item())
        return
    walk.tokens[f"{path}:length"] = value.size
    if value.size <= MOST_ELEMENTS:
        if value.dtype.kind in "biu":
            flat = value.ravel().tolist()
            walk.tokens.update(zip(_indices(path, len(flat)), flat, strict=True))
        else:
            for number, element in enumerate(value.ravel().tolist()):
                walk.put(f"{path}[{number}]", element)
        return
    # Read where it lies and once: a table of many megabytes is looked at in every copy.
    raw = np.ascontiguousarray(value).reshape(-1).view(np.uint8)
    size = -(-value.size // PARTS) * value.itemsize
    parts = [digest(raw[start : start + size].data) for start in range(0, len(raw), size)]
    walk.tokens[path] = digest("".join(parts).encode())
    for number, part in enumerate(parts):
        walk.tokens[f"{path}[part {number}]"] = part


@functools.lru_cache(maxsize=4096)
def _indices(path: str, length: int) -> tuple[str, ...]:
    return tuple(f"{path}[{number}]" for number in range(length))


def scalar(walk: Walk, path: str, value: np.generic) -> None:
    """A numpy number, or a record."""
    if isinstance(value, np.void):
        array_of(walk, path, np.asarray(value))
    else:
        walk.put(path, value.item())


def state_of(generator: Any) -> str:
    """A random generator's state, as a digest: equal states will draw the same.

    >>> state_of(random.Random(1)) == state_of(random.Random(1)) != state_of(random.Random(2))
    True
    """
    if isinstance(generator, random.Random):
        try:
            version, numbers, gauss = generator.getstate()
        except NotImplementedError:
            return "the system's"
        return digest(array("Q", numbers).tobytes(), repr((version, gauss)).encode())
    if isinstance(generator, np.random.Generator):
        return _said(generator.bit_generator.state)
    if isinstance(generator, np.random.RandomState):
        return _said(generator.get_state(legacy=False))
    if isinstance(generator, np.random.BitGenerator):
        return _said(generator.state)
    return _said(generator.state)  # a seed sequence


def _said(state: Any) -> str:
    parts: list[bytes] = []

    def take(value: Any) -> None:
        if isinstance(value, Mapping):
            for key, element in value.items():
                parts.append(repr(key).encode())
                take(element)
        elif isinstance(value, np.ndarray):
            parts.append(value.tobytes())
        else:
            parts.append(repr(value).encode())

    take(state)
    return digest(*parts)
