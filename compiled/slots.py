"""Slots: the named holes of a template, which a game fills.

A template is a plain function that calls ``legal``, ``play`` and so on by those names. Each such
name is a *slot*: a stub that says what will stand there. :func:`compiled.bind` makes the template
anew with the game's functions in place of the stubs.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast, overload

F = TypeVar("F", bound=Callable[..., Any])


class UnfilledSlot(TypeError):
    """A template was used, or bound, without anything in one of its slots."""


class Slot:
    """One named hole: what stands there when nothing fills it is ``default``, if it has one."""

    def __init__(self, name: str, *, default: FunctionType | None, doc: str | None) -> None:
        self.name = name
        self.default = default
        self.__doc__ = doc

    def __repr__(self) -> str:
        return f"slot({self.name!r})"

    def _refuse(self, *_: object, **__: object) -> Any:
        raise UnfilledSlot(f"{self.name} is a slot: bind the template that uses it to a game first")

    __call__ = __getitem__ = __len__ = __index__ = _refuse


@overload
def slot(stub: F) -> F: ...
@overload
def slot(*, optional: bool) -> Callable[[F], F]: ...
def slot(stub: Any = None, *, optional: bool = False) -> Any:
    """Mark a stub as a slot. An ``optional`` slot that nothing fills runs the stub's own body.

    >>> @slot
    ... def legal(s, out):
    ...     '''How many options there are; their codes in ``out``.'''
    >>> legal
    slot('legal')
    >>> legal(None, None)
    Traceback (most recent call last):
        ...
    compiled.slots.UnfilledSlot: legal is a slot: bind the template that uses it to a game first
    """

    def mark(function: F) -> F:
        plain = cast(FunctionType, function)
        default = plain if optional else None
        return cast(F, Slot(plain.__name__, default=default, doc=plain.__doc__))

    return mark if stub is None else mark(stub)


def slot_value(name: str, doc: str) -> Any:
    """A slot for a constant (a table of zones, the faces of the cards) instead of a function."""
    return Slot(name, default=None, doc=doc)
