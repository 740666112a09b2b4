"""What is looked into, type by type, in search of all that a state holds.

Attributes (in ``__dict__`` and ``__slots__``), mappings, sequences, sets, numpy arrays and records
element by element, closures, defaults and partials of functions, the frames of generators, weak
references, the states of random generators, text word by word, and what pickling and copying give
where a class says so itself (``__reduce__``, ``__getstate__``, ``__deepcopy__``…). Objects from C++
are known by what they say: their text, ``serialize()``, ``history()``, their pickle. Not looked
into: classes, modules, globals of functions, what a method or property would compute.
"""

from __future__ import annotations

import collections
import copy
import copyreg
import functools
import itertools
import random
import types
import weakref
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from determinize.auditing.channels import values
from determinize.auditing.channels.values import digest, key_in_path, state_of, without_addresses

if TYPE_CHECKING:
    from determinize.auditing.channels.walk import Walk

Look: TypeAlias = "Callable[[Walk, str, Any], None]"

MOST_MEMBERS = 4096
"""Of a longer list, mapping or set, no more are looked into."""
MOST_NESTED = 3
"""What a pickle of a pickle of a pickle says is not looked into."""

_PICKLE = " pickle"
_PICKLING = ("__reduce__", "__reduce_ex__", "__getstate__", "__getnewargs_ex__", "__getnewargs__")
_COMMON = frozenset(("builtins", "collections", "functools", "numpy", "enum", "random", "_random"))
"""Modules whose classes are pickled and copied as everybody knows."""


def _first(walk: Walk, path: str, members: Collection[Any]) -> Iterable[Any]:
    """As many members as are looked into; that there are more is said."""
    if len(members) <= MOST_MEMBERS:
        return members
    walk.left_out.append(f"{path}[{MOST_MEMBERS}:]")
    return itertools.islice(members, MOST_MEMBERS)


def _sequence(walk: Walk, path: str, value: Collection[Any]) -> None:
    walk.tokens[f"{path}:length"] = len(value)
    for number, element in enumerate(_first(walk, path, value)):
        walk.put(f"{path}[{number}]", element)
    _attributes(walk, path, value)


def _mapping(walk: Walk, path: str, value: Mapping[Any, Any]) -> None:
    names = []
    for number, (key, element) in enumerate(_first(walk, path, value.items())):
        name = key_in_path(key)
        if name is None:
            name = f"entry {number}"
            walk.put(f"{path}[{name}].key", key)
        names.append(name)
        walk.put(f"{path}[{name}]", element)
    if len(names) > 1:
        walk.tokens[f"{path}:order"] = digest("\n".join(names).encode("utf-8", "replace"))
    _attributes(walk, path, value)


def _set(walk: Walk, path: str, value: Collection[Any]) -> None:
    """Members by their names; those without are looked into in the order of their text."""
    unnamed = []
    for member in _first(walk, path, value):
        name = key_in_path(member)
        if name is None:
            unnamed.append(member)
        else:
            walk.tokens[f"{path}{{{name}}}"] = True
    unnamed.sort(key=lambda member: without_addresses(repr(member)))
    for number, member in enumerate(unnamed):
        walk.put(f"{path}{{{number}}}", member)
    walk.tokens[f"{path}:length"] = len(value)
    _attributes(walk, path, value)


def _generator(walk: Walk, path: str, value: Any) -> None:
    walk.generators.append(path)
    walk.tokens[path] = state_of(value)
    if isinstance(value, (random.Random, np.random.Generator)):
        _attributes(walk, path, value)


def _function(walk: Walk, path: str, value: Any) -> None:
    walk.tokens[path] = str(value.__qualname__)
    for number, cell in enumerate(value.__closure__ or ()):
        walk.put(f"{path}.closure[{number}]", cell)
    for name, default in enumerate(value.__defaults__ or ()):
        walk.put(f"{path}.defaults[{name}]", default)
    for name, default in (value.__kwdefaults__ or {}).items():
        walk.put(f"{path}.defaults[{name}]", default)
    _attributes(walk, path, value)


def _cell(walk: Walk, path: str, value: types.CellType) -> None:
    try:
        walk.put(path, value.cell_contents)
    except ValueError:
        walk.tokens[path] = "empty"


def _method(walk: Walk, path: str, value: types.MethodType) -> None:
    walk.put(f"{path}.function", value.__func__)
    walk.put(f"{path}.self", value.__self__)


def _built_in(walk: Walk, path: str, value: Any) -> None:
    """A function from C, perhaps of an object: ``hand.append``."""
    values.named(walk, path, value)
    if not isinstance(value.__self__, (types.ModuleType, type, type(None))):
        walk.put(f"{path}.self", value.__self__)


def _partial(walk: Walk, path: str, value: Any) -> None:
    walk.put(f"{path}.function", value.func)
    walk.put(f"{path}.arguments", value.args)
    walk.put(f"{path}.keywords", value.keywords)
    _attributes(walk, path, value)


def _frame(walk: Walk, path: str, value: Any) -> None:
    """A generator or coroutine that has begun: its local variables."""
    walk.tokens[path] = str(value.__qualname__)
    frame = getattr(value, "gi_frame", None) or getattr(value, "cr_frame", None)
    if frame is not None:
        walk.made(f"{path}.locals", lambda: dict(frame.f_locals))


def _weak(walk: Walk, path: str, value: weakref.ref[Any]) -> None:
    walk.put(path, value())


def _instance(walk: Walk, path: str, value: Any) -> None:
    """Any other object: its attributes, and what its class writes into pickles and copies."""
    kind = type(value)
    walk.tokens[f"{path}:type"] = kind.__qualname__
    if hasattr(value, "__dict__") or _plan(kind).slots:
        _attributes(walk, path, value)
    else:
        _foreign(walk, path, value)


def _foreign(walk: Walk, path: str, value: Any) -> None:
    """An object without attributes, from C or C++: what it says of itself."""
    if says_something(type(value)):
        walk.made(f"{path} text", lambda: str(value))
    for name in ("serialize", "history"):
        method = getattr(value, name, None)
        if callable(method):
            walk.made(f"{path} {name}", method)
    if path.count(_PICKLE) < MOST_NESTED:
        walk.made(path + _PICKLE, lambda: value.__reduce_ex__(4)[1:])


def says_something(kind: type) -> bool:
    """Whether the text of such an object is more than its type and its place in memory."""
    return any("__repr__" in vars(base) or "__str__" in vars(base) for base in kind.__mro__[:-1])


def _attributes(walk: Walk, path: str, value: Any) -> None:
    plan = _plan(type(value))
    for name in plan.slots:
        try:
            attribute = getattr(value, name)
        except AttributeError:
            continue
        walk.put(f"{path}.{name.removeprefix(plan.mangled)}", attribute)
    attributes = getattr(value, "__dict__", None)
    if attributes:
        for name, attribute in list(attributes.items()):
            walk.put(f"{path}.{name}", attribute)
    if plan.pickles and path.count(_PICKLE) < MOST_NESTED:
        walk.made(path + _PICKLE, lambda: value.__reduce_ex__(4)[1:])
    for own, ending, make in (
        (plan.deep, " deepcopy", copy.deepcopy),
        (plan.shallow, " copy", copy.copy),
    ):
        if own and path.count(".") + path.count("[") <= 1:
            walk.made(path + ending, functools.partial(_remade, value, make))


def _remade(value: Any, make: Callable[[Any], Any]) -> Any:
    """A copy, as its parts: as an object it would be copied again, without end."""
    copied = make(value)
    if copied is value:
        return None
    slots = {name: getattr(copied, name, None) for name in _plan(type(copied)).slots}
    parts = list(copied) if isinstance(copied, (list, tuple, set, frozenset)) else []
    parts = list(copied.items()) if isinstance(copied, Mapping) else parts
    return [parts, slots | dict(getattr(copied, "__dict__", {}))]


_PLANS: weakref.WeakKeyDictionary[type, _Plan] = weakref.WeakKeyDictionary()
_LOOKS: weakref.WeakKeyDictionary[type, Look] = weakref.WeakKeyDictionary()


class _Plan:
    """What is special about a class."""

    def __init__(self, kind: type) -> None:
        own = [base for base in kind.__mro__ if base.__module__.partition(".")[0] not in _COMMON]
        self.slots = _slots(kind)
        self.mangled = f"_{kind.__name__.lstrip('_')}__"
        self.pickles = any(name in vars(base) for base in own for name in _PICKLING)
        self.pickles |= bool(own) and kind in copyreg.dispatch_table
        self.deep = any("__deepcopy__" in vars(base) for base in own)
        self.shallow = any("__copy__" in vars(base) for base in own)


def _plan(kind: type) -> _Plan:
    plan = _PLANS.get(kind)
    if plan is None:
        plan = _PLANS[kind] = _Plan(kind)
    return plan


def _slots(kind: type) -> tuple[str, ...]:
    names = []
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else tuple(slots):
            if name.startswith("__") and not name.endswith("__"):
                name = f"_{base.__name__.lstrip('_')}{name}"
            if name not in ("__dict__", "__weakref__"):
                names.append(name)
    return tuple(names)


_KINDS: tuple[tuple[Any, Look], ...] = (
    (values.ATOMS, values.atom),
    (float, values.floating),
    (str, values.string),
    ((bytes, bytearray, memoryview), values.data),
    (values.NAMED[:2], values.named),
    (types.BuiltinFunctionType, _built_in),
    (values.NAMED, values.named),
    (np.generic, values.scalar),
    (np.ndarray, values.array_of),
    (values.GENERATORS, _generator),
    (Mapping, _mapping),
    ((list, tuple, collections.deque, array), _sequence),
    ((set, frozenset), _set),
    (types.FunctionType, _function),
    (types.CellType, _cell),
    (types.MethodType, _method),
    (functools.partial, _partial),
    ((types.GeneratorType, types.CoroutineType), _frame),
    (weakref.ref, _weak),
)

LEAVES: frozenset[Look] = frozenset(
    (values.atom, values.floating, values.string, values.data, values.named, values.scalar)
)
"""Looks at a single value, in which there is nothing further to look into."""


def look_for(kind: type) -> Look:
    """How a value of this type is looked into."""
    look = _LOOKS.get(kind)
    if look is None:
        look = next((look for kinds, look in _KINDS if issubclass(kind, kinds)), _instance)
        _LOOKS[kind] = look
    return look
