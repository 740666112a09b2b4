"""Kernels and bound templates: plain functions, made anew in a namespace and compiled.

Whatever a function refers to by name is looked up once, when it is made: a slot becomes what fills
it, a plain function is made anew in the same namespace, anything else is a constant. The whole
chain is then compiled together, and only its outermost function is kept on disk, under a name that
carries a fingerprint of the chain. Each of these was tried and is needed: Numba's cache notices
neither an edit in another file nor a changed option; functions that are passed as arguments or
captured in closures compile anew in every process; choosing by record type picks the wrong game
when two games share a layout.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any, Protocol, TypeVar, cast

import numba

from compiled.borrowing import lender, makes
from compiled.cache import keep_on_disk
from compiled.fingerprint import code_bytes, fingerprint, global_names, value_bytes
from compiled.policy import (
    BORROWING,
    COMPILED,
    COUNTING,
    INLINED,
    INNER,
    INNER_LEVEL,
    OPTIONS,
    VERSIONS,
)
from compiled.slots import Slot, UnfilledSlot

F = TypeVar("F", bound=Callable[..., Any])

_LIBRARIES = ("numpy", "math")


class Bindable(Protocol):
    """What fills slots: a name, and one function or constant for each slot."""

    @property
    def name(self) -> str:
        """What it is called in messages and in the names of compiled kernels."""

    @property
    def parts(self) -> Mapping[str, Any]:
        """Slot name to what fills it."""


class _Nothing:
    """Fills no slot: kernels that belong to no game."""

    name = "kernel"

    def __init__(self) -> None:
        self.parts: Mapping[str, Any] = {}


class _Namespace:
    """Functions made anew with the same slots filled; each one once."""

    def __init__(self, owner: str, parts: Mapping[str, Any], *, compiled: bool) -> None:
        self.owner = owner
        self.parts = parts
        self.compiled = compiled
        self.marks: dict[FunctionType, str] = {}
        self.pieces: dict[FunctionType, list[bytes | FunctionType]] = {}
        self.referred: dict[FunctionType, list[tuple[str, Any]]] = {}
        self.made: dict[tuple[FunctionType, bool], Any] = {}

    def resolve(self, name: str, function: FunctionType) -> Any:
        """What a global name means inside a function of this namespace."""
        if name not in function.__globals__:
            if hasattr(builtins, name):
                return getattr(builtins, name)
            raise NameError(
                f"{function.__module__}.{function.__qualname__} uses {name}, which is not defined"
                " yet: define or import what a kernel calls above it"
            )
        value = function.__globals__[name]
        if isinstance(value, Slot):
            value = self._filled(value, function)
        if isinstance(value, ModuleType) and value.__name__ not in _LIBRARIES:
            raise TypeError(
                f"{function.__module__}.{function.__qualname__} reaches into the module"
                f" {value.__name__}: import the function it needs by name"
            )
        return _original(value)

    def _filled(self, hole: Slot, function: FunctionType) -> Any:
        if hole.name in self.parts:
            return self.parts[hole.name]
        if hole.default is not None:
            return hole.default
        raise UnfilledSlot(f"{function.__qualname__} needs {hole.name}, which {self.owner} lacks")

    def mark(self, function: FunctionType) -> str:
        """The fingerprint of a function with everything it refers to, in this namespace."""
        if function not in self.marks:
            reached = {function: 0}  # functions in the order of their discovery, each once
            queue = [function]
            options = [sorted(each.items()) for each in (OPTIONS, INNER, COUNTING, BORROWING)]
            parts = [repr((VERSIONS, options, INNER_LEVEL)).encode()]
            for caller in queue:
                for piece in self._pieces(caller):
                    if isinstance(piece, FunctionType):
                        if piece not in reached:
                            reached[piece] = len(reached)
                            queue.append(piece)
                        parts.append(b"function %d" % reached[piece])
                    else:
                        parts.append(piece)
            self.marks[function] = fingerprint(parts)
        return self.marks[function]

    def _pieces(self, function: FunctionType) -> list[bytes | FunctionType]:
        """What a function computes: its code as bytes, and what it refers to."""
        if function not in self.pieces:
            pieces: list[bytes | FunctionType] = [code_bytes(function)]
            if function in _inlined:
                pieces.append(repr(INLINED).encode())
            for name, value in self._referred(function):
                inner = isinstance(value, FunctionType)
                pieces += [name.encode(), value if inner else value_bytes(value)]
            self.pieces[function] = pieces
        return self.pieces[function]

    def _referred(self, function: FunctionType) -> list[tuple[str, Any]]:
        """The global names that a function reads, with what they mean here."""
        if function not in self.referred:
            names = global_names(function.__code__)
            self.referred[function] = [(name, self.resolve(name, function)) for name in names]
        return self.referred[function]

    def make(self, function: FunctionType, *, outermost: bool) -> Any:
        """The function made anew in this namespace; the outermost one is kept on disk."""
        key = (function, outermost)
        if key in self.made:
            return self.made[key]
        if function.__closure__:
            raise TypeError(f"{function.__qualname__} is a closure: pass what it captures instead")
        mark = self.mark(function)
        scope: dict[str, Any] = {"__builtins__": builtins, "__name__": function.__module__}
        anew = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        anew.__kwdefaults__ = function.__kwdefaults__
        anew.__module__ = function.__module__
        anew.__doc__ = function.__doc__
        anew.__qualname__ = f"{function.__name__}.{self.owner}.{mark}"
        result: Any = anew
        if self.compiled:
            if outermost:
                result = numba.njit(**OPTIONS)(anew)
                keep_on_disk(result, anew)
            else:
                may_borrow = not makes(function, self._referred(function))
                result = _inner(anew, function in _inlined, may_borrow)
        self.made[key] = result
        for name, value in self._referred(function):
            if isinstance(value, FunctionType):
                value = result if value is function else self.make(value, outermost=False)
            scope[name] = value
        return result


def _inner(function: FunctionType, inline: bool, may_borrow: bool) -> Any:
    """Compile a function that only kernels call once for each type, and lightly.

    Numba would compile ``size(s, 3)`` and ``size(s, 4)`` apart; and optimise the function in full,
    although it is optimised again where it is inlined.
    """
    options = OPTIONS | INNER | COUNTING | (INLINED if inline else {})
    dispatcher = numba.njit(**options)(function)
    template = lender(dispatcher) if may_borrow else dispatcher.get_call_template

    def shared(args: tuple[Any, ...], kws: Mapping[str, Any]) -> Any:
        plain = {name: numba.types.unliteral(kind) for name, kind in kws.items()}
        full = numba.config.OPT
        numba.config.OPT = type(full)(INNER_LEVEL)
        try:
            return template(tuple(map(numba.types.unliteral, args)), plain)
        finally:
            numba.config.OPT = full

    dispatcher.get_call_template = shared
    return dispatcher


def _original(value: Any) -> Any:
    """The plain function behind a kernel, so that it is compiled together with its caller."""
    return getattr(value, "__wrapped_kernel__", value)


_inlined: set[FunctionType] = set()


def inlined(function: F) -> F:
    """Mark a small function that kernels call very often: its code is put where it is called.

    Else the compiler decides, and it keeps calls that hand over arrays, each as seven numbers,
    which can cost more than what the function does. Every mark makes the first compilation longer.

    >>> from compiled import inlined, kernel
    >>> @inlined
    ... def square(x):
    ...     return x * x
    >>> @kernel
    ... def squares(n):
    ...     total = 0
    ...     for i in range(n):
    ...         total += square(i)
    ...     return total
    >>> squares(4)
    14
    """
    _inlined.add(cast(FunctionType, function))
    return function


_namespaces: dict[Any, _Namespace] = {}


def _namespace(owner: str, parts: Mapping[str, Any], compiled: bool) -> _Namespace:
    key = (owner, compiled, tuple(sorted((name, id(part)) for name, part in parts.items())))
    if key not in _namespaces:
        _namespaces[key] = _Namespace(owner, dict(parts), compiled=compiled)
    return _namespaces[key]


def bind(template: F, game: Bindable, *, compiled: bool | None = None, **parts: Any) -> F:
    """A template with its slots filled by a game, compiled and kept on disk.

    Args:
        template: a plain function that refers to slots.
        game: what fills them.
        compiled: False for the same function as plain Python; by default as the process is set
            (``NUMBA_DISABLE_JIT``).
        parts: what fills further slots, or fills them instead of the game.

    Raises:
        UnfilledSlot: the template needs what the game does not give.

    >>> from compiled import bind, slot
    >>> @slot
    ... def reward(x): ...
    >>> def doubled(x):
    ...     return 2 * reward(x)
    >>> class Toy:
    ...     name = "toy"
    ...     parts = {"reward": lambda x: x + 1}
    >>> bind(doubled, Toy(), compiled=False)(20)
    42
    """
    chosen = COMPILED if compiled is None else compiled and COMPILED
    space = _namespace(game.name, {**game.parts, **parts}, chosen)
    plain = cast(FunctionType, _original(template))
    return cast(F, space.make(plain, outermost=True))


def kernel(function: F) -> F:
    """A function that belongs to no game, compiled and kept on disk.

    What it calls stands above it or is imported by name: plain functions and other kernels are
    compiled together with it, module constants are frozen into it.

    >>> from compiled import kernel
    >>> @kernel
    ... def triangle(n):
    ...     total = 0
    ...     for i in range(n + 1):
    ...         total += i
    ...     return total
    >>> triangle(100)
    5050
    """
    made = bind(function, _Nothing())
    if made is not function and COMPILED:
        cast(Any, made).__wrapped_kernel__ = function
    return made if COMPILED else function
