"""Fingerprints: a short name for everything a kernel depends on.

Numba's disk cache notices an edit of a function's own file and nothing else: neither an edit in
another file, nor a changed constant, nor a changed option. A kernel here carries in its name a
hash of its own byte code, of every function it calls, and of every constant it reads.
"""

from __future__ import annotations

import dis
import enum
from collections.abc import Iterator
from hashlib import blake2b
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np


def global_names(code: CodeType) -> list[str]:
    """The global names that a function's code reads, inner functions included, each once."""
    names: dict[str, None] = {}
    for instruction in instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            names[instruction.argval] = None
    return list(names)


def instructions(code: CodeType) -> Iterator[dis.Instruction]:
    """The instructions of a function's code, those of inner functions after them."""
    yield from dis.get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from instructions(constant)


def fingerprint(parts: list[bytes]) -> str:
    """Twelve hexadecimal digits that stand for these parts in this order."""
    digest = blake2b(digest_size=6)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


def code_bytes(function: FunctionType) -> bytes:
    """What a function computes, as bytes: its instructions, constants and names; no comments."""
    defaults = repr((function.__defaults__, function.__kwdefaults__)).encode()
    return b"\0".join(_code_parts(function.__code__)) + defaults


def _code_parts(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    arguments = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    yield repr((code.co_names, code.co_varnames, arguments)).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_parts(constant)
        elif isinstance(constant, frozenset):
            yield repr(sorted(map(repr, constant))).encode()
        else:
            yield repr(constant).encode()


def value_bytes(value: Any) -> bytes:
    """A constant that a kernel reads, as bytes that change when the constant does."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr} {value.shape}".encode() + value.tobytes()
    if isinstance(value, np.dtype):
        return repr(value.descr).encode()
    if isinstance(value, type) and issubclass(value, enum.Enum):
        return repr([(member.name, member.value) for member in value]).encode()
    if isinstance(value, (tuple, list)):
        parts = [value_bytes(each) for each in value]
        return f"{type(value).__qualname__} {fingerprint(parts)}".encode()
    if isinstance(value, ModuleType):
        return value.__name__.encode()
    if isinstance(value, type) or callable(value):
        name = f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', value)}"
        return f"{name} {getattr(value, '_fields', '')}".encode()  # those of a named tuple
    return repr(value).encode()
