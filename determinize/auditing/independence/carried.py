"""What a copy carries along beside its cards: a former state, or a value that was made from one.

A secret that stands in a channel of no telling name is peeking where the cards of the copies are
dealt otherwise than those of the twin's copies. Where they are dealt alike, a value that is the
same in every copy was not dealt at all: it was carried over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

from determinize.auditing.channels.walk import Walk
from determinize.auditing.judging.significance import two_samples
from determinize.auditing.kinds import Kind

UNLIKE = 0.001
"""Cards are dealt otherwise where the smallest p-value, times the number of tests, is no greater.

In one position: named is the whole audit, in whose positions together it must not be chance."""

NOTHING = {None, "absent"}
"""Values of a channel in copies into which nothing was carried."""


def former_states(copy: Any, walk: Walk) -> set[str]:
    """The paths in a copy of further states of its sort, whatever they are called.

    >>> class Hand:
    ...     def __init__(self, *cards):
    ...         self.cards = cards
    >>> copy = Hand("A", "K")
    >>> copy.was = Hand("A", "Q")
    >>> former_states(copy, Walk(copy))
    {'.was'}
    """
    return {path for path, value in walk.objects.values() if path and _alike(value, copy)}


def _alike(value: Any, state: Any) -> bool:
    if type(value) is not type(state):
        return False
    if isinstance(state, Mapping):
        return bool(value) and 2 * sum(key in value for key in state) > len(state)
    return type(state).__module__ != "builtins"


def dealt_alike(columns: Sequence[Sequence[Hashable]], n: int) -> bool:
    """Whether the cards of the first ``n`` copies lie as those of the others do.

    Args:
        columns: the worlds, or how many of a face lie in a place, in all copies.
    """
    tests = (two_samples(Counter(one[:n]), Counter(one[n:]))[0] for one in columns)
    return all(p * len(columns) > UNLIKE for p in tests)


def carried(path: str, column: Sequence[Hashable], n: int, former: Collection[str]) -> Kind:
    """What sort of leak a channel of no telling name is, if the cards are dealt alike.

    Args:
        column: its value in all copies, of which the first ``n`` are of the one state.
        former: the paths of further states in the copies.

    >>> carried(".was.cards[1]", ["Q", "Q", "J", "J"], 2, {".was"}).name
    'HISTORY_LEAK'
    >>> carried(".strength", [7, 7, 5, 5], 2, ()).name, carried(".pile", [7, 5, 5, 5], 2, ()).name
    ('CACHE_LEAK', 'PEEKING')
    """
    if any(path.startswith(each) and path[len(each) : len(each) + 1] in ".[" for each in former):
        return Kind.HISTORY_LEAK
    kept = (set(column[:n]) - NOTHING, set(column[n:]) - NOTHING)
    return Kind.PEEKING if any(len(values) > 1 for values in kept) else Kind.CACHE_LEAK
