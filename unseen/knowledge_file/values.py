"""The small values of a knowledge file, each read in one place and with its own words of refusal.

Numbers with a point are read exactly: ``0.1`` is a tenth, not the nearest number in binary.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

ANY = "any"
"""The capacity of a place that holds any number of cards."""


def refused(what: str) -> PydanticCustomError:
    """The error of a value that cannot be; `what` says what is right."""
    return PydanticCustomError("refused", "{what}", {"what": what})


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise refused(f"{value!r} is no name: write text")
    return value


def _names(value: Any) -> tuple[str, ...]:
    listed = value if isinstance(value, list | tuple) else [value]
    if not listed:
        raise refused("the list is empty: name something")
    if not all(isinstance(one, str) and one.strip() for one in listed):
        raise refused(f"{value!r} is no name and no list of names")
    return tuple(listed)


def _cards(value: Any) -> dict[str, int] | tuple[str, ...]:
    if isinstance(value, dict):
        for name, copies in value.items():
            _name(name)
            if isinstance(copies, bool) or not isinstance(copies, int) or copies < 1:
                raise refused(f"{_told(copies)} copies of {name!r}: write a number from 1")
        return value
    return _names(value)


def _weighing(value: Any) -> str | dict[str, int]:
    if isinstance(value, str):
        return _name(value)
    if not isinstance(value, dict) or not value:
        raise refused(f"{_told(value)} is no table and no name of one: write {{ ace = 4 }}")
    for name, weight in value.items():
        _name(name)
        if isinstance(weight, bool) or not isinstance(weight, int):
            raise refused(f"{_told(weight)} for {name!r} is no whole number")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise refused(f"{_told(value)} is no whole number")
    return value


def _capacity(value: Any) -> int | None:
    if value == ANY:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise refused(f'{_told(value)} is no number of cards: write 0 or more, or "{ANY}"')
    return value


def _bounds(value: Any) -> tuple[int, int]:
    pair = isinstance(value, list | tuple) and len(value) == 2
    if not pair or any(isinstance(one, bool) or not isinstance(one, int) for one in value):
        raise refused(f"{_told(value)} is no range: write [least, most], two whole numbers")
    if value[0] > value[1]:
        raise refused(f"{value[0]} to {value[1]} is an empty range: write [least, most]")
    return (value[0], value[1])


def _sum(value: Any) -> tuple[int, int]:
    if isinstance(value, int) and not isinstance(value, bool):
        return (value, value)
    return _bounds(value)


def _number(value: Any) -> Fraction:
    number: Fraction | None = None
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        number = Fraction(value)
    elif isinstance(value, str):
        try:
            number = exact(value)
        except ValueError:
            number = None
    if number is None or number < 0:
        raise refused(f'{_told(value)} is no weight: write a number, 0 or more, or "1/3"')
    return number


def exact(text: str) -> Fraction:
    """A number as it is written. ValueError for what is none, or is beyond a float's range.

    >>> exact("0.1"), exact("1/3"), exact("1e-2")
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 100))
    """
    mantissa, _, exponent = text.lower().replace("_", "").partition("e")
    if len(text) > 400 or (exponent and not abs(int(exponent)) <= 400):
        raise ValueError(f"{text[:40]} is beyond what can be computed with")
    try:
        return Fraction(f"{mantissa}e{exponent}" if exponent else mantissa)
    except ZeroDivisionError:
        raise ValueError(f"{text} divides by zero") from None


def _table(value: Any) -> dict[int, Fraction]:
    if not isinstance(value, dict) or not value:
        raise refused(f'{_told(value)} is no table: write {{"0" = 0.9, "1" = 0.1}}')
    table: dict[int, Fraction] = {}
    for key, weight in value.items():
        try:
            total = int(key)
        except ValueError:
            raise refused(
                f"{key!r} is no sum: the table goes from whole numbers to weights"
            ) from None
        if total in table:
            raise refused(f"the sum {total} is given twice")
        table[total] = _number(weight)
    return table


def _told(value: Any) -> str:
    """A value as the file has it, shortened."""
    text = f"{float(value):g}" if isinstance(value, Fraction) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


_NAME = {"type": "string", "minLength": 1}
_NAMES = {"anyOf": [_NAME, {"type": "array", "items": _NAME, "minItems": 1}]}
_RANGE = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_WEIGHT = {
    "anyOf": [
        {"type": "number", "minimum": 0},
        {"type": "string", "pattern": r"^\s*\d+(\.\d*)?([eE][+-]?\d+)?(\s*/\s*\d+)?\s*$"},
    ]
}

Name: TypeAlias = Annotated[str, BeforeValidator(_name), WithJsonSchema(_NAME)]
Names: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_names), WithJsonSchema(_NAMES)]
Whole: TypeAlias = Annotated[int, BeforeValidator(_whole), WithJsonSchema({"type": "integer"})]
Cards: TypeAlias = Annotated[
    dict[str, int] | tuple[str, ...],
    BeforeValidator(_cards),
    WithJsonSchema(
        {
            "anyOf": [
                _NAME,
                {"type": "array", "items": _NAME, "minItems": 1},
                {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
            ]
        }
    ),
]
Weighing: TypeAlias = Annotated[
    str | dict[str, int],
    BeforeValidator(_weighing),
    WithJsonSchema(
        {
            "anyOf": [
                _NAME,
                {
                    "type": "object",
                    "minProperties": 1,
                    "additionalProperties": {"type": "integer"},
                },
            ]
        }
    ),
]
Capacity: TypeAlias = Annotated[
    int | None,
    BeforeValidator(_capacity),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0}, {"const": ANY}]}),
]
Range: TypeAlias = Annotated[tuple[int, int], BeforeValidator(_bounds), WithJsonSchema(_RANGE)]
Sum: TypeAlias = Annotated[
    tuple[int, int],
    BeforeValidator(_sum),
    WithJsonSchema({"anyOf": [{"type": "integer"}, _RANGE]}),
]
Weight: TypeAlias = Annotated[Fraction, BeforeValidator(_number), WithJsonSchema(_WEIGHT)]
Likelihoods: TypeAlias = Annotated[
    dict[int, Fraction],
    BeforeValidator(_table),
    WithJsonSchema(
        {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": _WEIGHT,
            "propertyNames": {"pattern": r"^-?\d+$"},
        }
    ),
]
