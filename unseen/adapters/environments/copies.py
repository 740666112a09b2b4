"""What all environments have in common as targets of an audit."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from determinize.auditing.auditable import (
    ABILITIES,
    PROMISES,
    Place,
    World,
    check_abilities,
)

Copier: TypeAlias = Callable[[Any, Any, np.random.Generator], Any]
"""An environment, an agent and a generator to an environment that the agent may think with."""

OPTIONAL = (*ABILITIES, "features")
"""What else a target may give (:class:`determinize.auditing.auditable.Auditable`)."""


class Copies:
    """What both kinds have in common.

    States are the environments themselves, changed in place by play.
    """

    kind = ""
    methods: tuple[str, ...] = ()

    def __init__(
        self,
        make: Callable[[], Any],
        copier: Copier,
        world: Callable[[Any], World],
        *,
        name: str | None,
        promise: str,
        ordered: Collection[Place],
        optional: Mapping[str, Any],
    ) -> None:
        for what, given in (("make", make), ("copier", copier), ("world", world)):
            if not callable(given):
                raise ValueError(f"{what} is a function, not {given!r}")
        if promise not in PROMISES:
            raise ValueError(f"promise cannot be {promise!r}: one of {', '.join(PROMISES)}")
        check_abilities(optional, OPTIONAL)
        self.make, self.copier, self.laid = make, copier, world
        self.promise, self.ordered = promise, tuple(ordered)
        first = make()
        lacks = [each for each in self.methods if not hasattr(first, each)]
        if lacks:
            raise ValueError(
                f"what {named(make)} makes is no environment of {self.kind}: it lacks"
                f" {', '.join(lacks)}"
            )
        vars(self).update(optional)
        self.name = name or f"{self.kind.lower()}:{self._title(first)}:{named(copier)}"

    def new(self, seed: int) -> Any:
        """A new game of a new environment."""
        env = self.make()
        self._begin(env, seed)
        return env

    def play(self, state: Any, option: Hashable) -> Any:
        """The same environment after an option of its mover."""
        self._step(state, option)
        return state

    def world(self, state: Any) -> World:
        """Where all cards lie, by the function given."""
        return self.laid(state)

    def mover(self, state: Any) -> int:
        """The seat that has to decide; -1 when the game is over."""
        raise NotImplementedError

    def options(self, state: Any) -> Sequence[Hashable]:
        """The mover's options."""
        raise NotImplementedError

    def observe(self, state: Any, seat: int) -> Hashable:
        """What the environment shows a seat."""
        raise NotImplementedError

    def _title(self, env: Any) -> str:
        raise NotImplementedError

    def _begin(self, env: Any, seed: int) -> None:
        raise NotImplementedError

    def _step(self, env: Any, option: Any) -> None:
        raise NotImplementedError


def named(function: Any) -> str:
    """A function's name, or that of what it was made from."""
    function = getattr(function, "func", function)  # of functools.partial
    return str(getattr(function, "__name__", type(function).__name__))


def frozen(value: Any) -> Hashable:
    """An observation as a value that is equal for equal observations, whatever it is made of.

    >>> frozen({"hand": np.arange(2), "turn": 0}) == frozen({"turn": 0, "hand": np.arange(2)})
    True
    """
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject:
            return frozen(value.tolist())
        return value.shape, value.dtype.str, value.tobytes()
    if isinstance(value, Mapping):
        return tuple(sorted(((frozen(k), frozen(v)) for k, v in value.items()), key=repr))
    if isinstance(value, list | tuple):
        return tuple(frozen(each) for each in value)
    if isinstance(value, set | frozenset):
        return tuple(sorted((frozen(each) for each in value), key=repr))
    if isinstance(value, np.generic):
        return frozen(value.item())
    kind: Any = type(value)
    if kind.__hash__ is not None and kind.__hash__ is not object.__hash__:
        return value  # type: ignore[no-any-return]
    if kind.__repr__ is not object.__repr__:
        return re.sub(r" at 0x[0-9a-f]+", "", repr(value))
    return kind.__name__, frozen(vars(value))
