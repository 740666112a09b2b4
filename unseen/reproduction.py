"""Lines of Python that lead to a failure again: paste them, and look for yourself."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from determinize.auditing.verdict import Example

WIDTH = 88
SHOWN = 200
"""So many copies are looked at where a single one shows nothing."""


def of_example(target: str, options: Mapping[str, Any], example: Example) -> str:
    """The true state of an example and a copy of it, made again.

    Args:
        target: as :func:`unseen.targets.load` reads it.
        options: what else ``load`` is called with.

    >>> shown = Example(7, (1, 1), ("raise", "call"), 0, 5, "", "")
    >>> print(of_example("toys:Poker", {}, shown))
    import numpy as np
    from unseen import targets
    target = targets.load('toys:Poker')
    state = target.new(7)
    for move in (1, 1):
        state = target.play(state, move)
    copy = target.copy(state, 0, np.random.default_rng(5))
    print(target.observe(state, 0), target.world(state))
    print(target.observe(copy, 0), target.world(copy))
    """
    rest = "".join(f", {key}={value!r}" for key, value in options.items() if value)
    lines = [
        "import numpy as np",
        "from unseen import targets",
        f"target = targets.load({target!r}{rest})",
        f"state = target.new({example.seed})",
        *_played(example.moves),
    ]
    seat = example.seat
    if example.copy_seed is not None:
        lines += [
            f"copy = target.copy(state, {seat}, np.random.default_rng({example.copy_seed}))",
            f"print(target.observe(state, {seat}), target.world(state))",
            f"print(target.observe(copy, {seat}), target.world(copy))",
        ]
    else:  # many copies together: where each card lies in how many of them
        lines += [
            "from collections import Counter",
            "from determinize.auditing.auditable import cells",
            "lies = Counter()",
            f"for seed in range({SHOWN}):",
            f"    copy = target.copy(state, {seat}, np.random.default_rng(seed))",
            "    lies.update(cells(target.world(copy), getattr(target, 'ordered', ())).keys())",
            "print(lies)",
        ]
    return "\n".join(lines)


def _played(moves: Sequence[Hashable]) -> list[str]:
    """The lines that play moves; where a move cannot be written, it is found by how it is shown."""
    if not moves:
        return []
    if all(_can_be_written(move) for move in moves):
        written = _wrapped("for move in ", tuple(moves))
        return [*written, "    state = target.play(state, move)"]
    return [
        *_wrapped("for shown in ", tuple(repr(move) for move in moves)),
        "    found = next(one for one in target.options(state) if repr(one) == shown)",
        "    state = target.play(state, found)",
    ]


def _wrapped(begin: str, values: tuple[Any, ...]) -> list[str]:
    """A loop's head over values, in lines of a readable width."""
    whole = f"{begin}{values!r}:"
    if len(whole) <= WIDTH:
        return [whole]
    if all(isinstance(value, int) for value in values):
        inner = ", ".join(map(repr, values)) + ","
        lines = textwrap.wrap(inner, WIDTH - 4, initial_indent="    ", subsequent_indent="    ")
    else:
        lines = [f"    {value!r}," for value in values]
    return [f"{begin}(", *lines, "):"]


def _can_be_written(value: Hashable) -> bool:
    """Whether Python reads what it writes of a value, and reads the same."""
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False
