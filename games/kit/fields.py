"""The record of a game: its fields, who sees each of them, and its tunable parameters.

A state is one NumPy record. Every field that is not a card says who sees it, so that the view of a
seat can be made without any code of the game's.
"""

from __future__ import annotations

import dataclasses
import enum
import operator
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

PUBLIC = "public"
PRIVATE = "private"
SECRET = "secret"

TABLE = ("zone", "depth", "block", "seen", "lot")
"""The five arrays of the card table, written by the kit alone."""


@dataclass(frozen=True)
class Field:
    """One field of a game's record that is not a card."""

    name: str
    type: DTypeLike
    shape: tuple[int, ...]
    audience: str


def public(name: str, *, shape: tuple[int, ...] = (), type: DTypeLike = np.int64) -> Field:
    """A field that everybody sees: points, whose turn it is, the trump suit."""
    return Field(name, type, shape, PUBLIC)


def private(name: str, *, shape: tuple[int, ...], type: DTypeLike = np.int64) -> Field:
    """A field with a row for each seat, which only that seat sees: a secret bid."""
    return Field(name, type, shape, PRIVATE)


def secret(name: str, *, shape: tuple[int, ...] = (), type: DTypeLike = np.int64) -> Field:
    """A field that nobody sees. Players' views hold zero in its place."""
    return Field(name, type, shape, SECRET)


HEAD = (
    public("mover"),  # whose decision it is; -1 when the game is over
    public("decision"),  # the decision place
    public("round"),  # how many deals have been made
    public("seats"),  # how many players there are
)


class StateRecord(np.record):  # type: ignore[misc]
    """A record whose fields are attributes, whatever they are called.

    NumPy's own record gives ``s.round`` or ``s.size`` as its methods of that name, where compiled
    code reads the fields.
    """

    def __getattribute__(self, name: str) -> Any:
        if name in _dtype_of(self).fields:
            return _item_of(self, name)
        return super().__getattribute__(name)

    def __getitem__(self, key: Any) -> Any:
        return _item_of(self, key)


_dtype_of: Any = np.void.dtype.__get__
_item_of: Any = np.void.__getitem__


def rules_dtype(rules: type) -> np.dtype[Any]:
    """The nested record of a parameter dataclass: one int64 for each parameter."""
    fields = [(field.name, np.int64) for field in dataclasses.fields(rules)]
    return np.dtype((StateRecord, np.dtype(fields, align=True)))


def state_dtype(*, cards: int, fields: Iterable[Field], rules: type) -> np.dtype[Any]:
    """The record of a game.

    Always there: ``mover``, ``decision``, ``round``, ``seats`` (int64), the card table ``zone``,
    ``depth``, ``block``, ``seen``, ``lot`` (int64[cards]) and the parameters ``rules``.

    Args:
        cards: how many physical cards there are.
        fields: the game's own fields, each with its audience.
        rules: the frozen dataclass of the game's parameters.

    Raises:
        ValueError: a field's name is taken.
    """
    own = tuple(fields)
    names = [field.name for field in (*HEAD, *own)] + [*TABLE, "rules"]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"the record has two fields named {name!r}: rename the game's own")
    layout: list[Any] = [(field.name, field.type, field.shape) for field in (*HEAD, *own)]
    layout += [(name, np.int64, (cards,)) for name in TABLE]
    layout.append(("rules", rules_dtype(rules)))
    return np.dtype((StateRecord, np.dtype(_without_gaps(layout), align=True)))


def _without_gaps(layout: list[Any]) -> list[Any]:
    """The layout with every gap that alignment leaves made a field: copies carry no stray bytes."""
    filled: list[Any] = []
    end = 0
    for entry in [*layout, ("", np.int64)]:
        field = np.dtype([entry], align=True)
        gap = -end % field.alignment
        if gap:
            filled.append((f"_gap{len(filled)}", np.uint8, (gap,)))
        if entry[0]:
            filled.append(entry)
        end += gap + field.itemsize
    return filled


def write_rules(record: Any, rules: Any) -> None:
    """Copy a parameter object into the nested record ``record.rules``, in place."""
    for field in dataclasses.fields(rules):
        record.rules[field.name] = int(getattr(rules, field.name))


def check_rules(rules: Any) -> None:
    """See that every parameter is of its own kind: for a parameter object's ``__post_init__``.

    The kind of a parameter is that of its default: a whole number, a truth value, a choice.

    Raises:
        ValueError: a value of another kind, or a number that no record holds.
    """
    for field in dataclasses.fields(rules):
        if field.default is dataclasses.MISSING:
            continue
        value: Any = getattr(rules, field.name)
        kind = type(field.default)
        if type(value) is not kind:
            what = "true or false" if kind is bool else "a whole number"
            if issubclass(kind, enum.IntEnum):
                what = f"one of {', '.join(member.name.lower() for member in kind)}"
            raise ValueError(f"{field.name} cannot be {value!r}: {what}")
        _check_size(field.name, value)


def changed_rules(rules: Any, changes: Mapping[str, Any]) -> Any:
    """A parameter object with some values changed.

    Text is read as the parameter's own kind, as a command line gives it: ``7``, ``auto_any``, and
    for truth values ``true``, ``yes`` or ``1`` and ``false``, ``no`` or ``0``.

    Raises:
        ValueError: an unknown parameter or a value it cannot have, with what would be right.
    """
    known = {field.name: field for field in dataclasses.fields(rules)}
    read = {}
    for name, value in changes.items():
        if name not in known:
            raise ValueError(f"there is no parameter {name!r}: the game has {', '.join(known)}")
        read[name] = _read(name, value, type(getattr(rules, name)))
    return dataclasses.replace(rules, **read)


_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _read(name: str, value: Any, kind: type) -> Any:
    text = value.strip().lower() if isinstance(value, str) else None
    if kind is bool:
        if isinstance(value, (bool, np.bool_)):
            return bool(value)
        truth = _TRUTH.get(str(plain_number(value)) if text is None else text)
        if truth is None:
            raise ValueError(f"{name} cannot be {value!r}: true or false")
        return truth
    if issubclass(kind, enum.IntEnum):
        options = {member.name.lower(): member for member in kind}
        chosen = options.get((text or "").replace("-", "_"))
        if chosen is None and (text is None) and plain_number(value) in set(kind):
            chosen = kind(value)
        if chosen is None:
            raise ValueError(f"{name} cannot be {value!r}: one of {', '.join(options)}")
        return chosen
    number = plain_number(value)
    if text is not None and re.fullmatch("[+-]?[0-9]{1,30}", text):
        number = int(text)
    if number is None:
        raise ValueError(f"{name} cannot be {value!r}: a whole number")
    _check_size(name, number)
    return number


def plain_number(value: Any) -> int | None:
    """A whole number of any type as a plain one; None for all else, truth values among it."""
    if isinstance(value, (bool, np.bool_)):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def _check_size(name: str, number: int) -> None:
    if not -(2**63) <= number < 2**63:
        raise ValueError(f"{name} cannot be {number}: a whole number of at most 18 digits")
