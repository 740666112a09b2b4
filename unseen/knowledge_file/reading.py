"""From bytes to a checked model; whatever is wrong is said with the file and the place in it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from unseen.errors import CallError
from unseen.files import as_text, called, read_bytes
from unseen.knowledge_file.schema import KINDS, KnowledgeModel
from unseen.knowledge_file.values import exact

FORMATS = ("toml", "json")
MOST_BYTES = 50_000_000
"""A knowledge file is not larger."""

Model = TypeVar("Model")


def read(path: str, form: str | None = None) -> KnowledgeModel:
    """What a knowledge file says.

    Args:
        path: the file; ``-`` is standard input.
        form: ``toml`` or ``json``; by default the suffix tells, or else the first character.

    Raises:
        CallError: it cannot be read, or says what no knowledge file can; with the place.
    """
    if form is not None and form not in FORMATS:
        raise CallError(f"--format is {form!r}: {' or '.join(FORMATS)}")
    name = called(path)
    text = _text(path, name)
    suffix = Path(path).suffix.lower().removeprefix(".")
    if form is None:
        form = suffix if suffix in FORMATS else ("json" if text[:1] == "{" else "toml")
    try:
        data = parsed(text, form)
    except ValueError as error:  # what either parser raises
        raise CallError(f"{name} is no {form.upper()}: {error}") from None
    except RecursionError:
        raise CallError(f"{name} is no knowledge: it is nested too deep") from None
    if not isinstance(data, dict):
        raise CallError(f"{name} is no knowledge: it must be a table of cards, places and facts")
    return checked(KnowledgeModel, data, name)


def parsed(text: str, form: str) -> Any:
    """The data that a text holds; numbers with a point as fractions, exactly.

    Raises ValueError, with the line, for what is malformed.
    """
    if form == "toml":
        return tomllib.loads(text, parse_float=exact)
    return json.loads(
        text, parse_float=exact, parse_constant=_no_number, object_pairs_hook=_each_once
    )


def checked(model: type[Model], data: Any, name: str) -> Model:
    """The data as a model. CallError with `name`, the place in it, and what would be right."""
    try:
        return TypeAdapter(model).validate_python(data)
    except ValidationError as error:
        first, *others = error.errors(include_url=False)
        place = where(first["loc"])
        also = f" (and {len(others)} more)" if others else ""
        raise CallError(f"{name}: {_said(first, place, model)}{also}") from None


def where(place: Iterable[str | int]) -> str:
    """A place in the file, entries of lists counted from 0.

    >>> where(("facts", 2, "at_least", "in"))
    'facts[2].in'
    >>> where(("facts", 0, "any_of", "any_of", 1, 0, "holds", "holds"))
    'facts[0].any_of[1][0].holds'
    """
    told, entry = "", False
    for part in place:
        if isinstance(part, int):
            told += f"[{part}]"
        elif not (entry and part in KINDS):  # which kind of statement it was taken for
            plain = part.replace("_", "").replace("-", "").isalnum()
            told += ("." if told else "") + (part if plain else f'"{part}"')
        entry = isinstance(part, int)
    return told


def _said(error: Any, place: str, model: Any) -> str:
    kind, value = error["type"], error["input"]
    key = str(error["loc"][-1]) if error["loc"] else ""
    if kind == "missing":
        return f"{place} is missing"
    if kind == "extra_forbidden":
        near = get_close_matches(key, _fields(error["loc"], model), n=1)
        return f"{place}: there is no {key!r} here" + (
            f"; did you mean {near[0]!r}?" if near else ""
        )
    expected = {
        "dict_type": "a table",
        "tuple_type": "a list",
        "string_type": "text",
        "too_short": "at least one entry",
    }.get(kind)
    if expected:
        shown = repr(value)
        return f"{place} is {shown if len(shown) <= 60 else shown[:57] + '...'}: write {expected}"
    message = error["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


def _fields(place: tuple[str | int, ...], model: Any) -> list[str]:
    """The names that the table at that place has fields for."""
    if len(place) == 1 and isinstance(model, type) and issubclass(model, BaseModel):
        return [field.alias or name for name, field in model.model_fields.items()]
    kind = place[-2] if len(place) > 1 else ""
    names = {"in", "in_each", "because", str(kind)}
    if kind == "one_of":
        names = {"one_of", "weights", "because"}
    elif kind == "any_of":
        names = {"any_of", "because"}
    elif kind not in ("holds", "lacks"):
        names |= {"of", "of_each", "weights"}
    return sorted(names)


def _text(path: str, name: str) -> str:
    text = as_text(read_bytes(path, name, MOST_BYTES, "no knowledge file"), name)
    return text if text.strip() else _refuse_empty(name)


def _refuse_empty(name: str) -> str:
    raise CallError(f"{name} is empty: write at least cards and places")


def _no_number(text: str) -> Fraction:
    raise ValueError(f"{text} is no number in JSON")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"the key {key!r} is given twice")
        table[key] = value
    return table
