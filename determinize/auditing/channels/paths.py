"""Channels: everything by which a secret can travel with a copy.

The walk through a state's objects (:mod:`determinize.auditing.channels.walk`), the text that is
written of it, and what the target itself adds with ``channels(state)``. Two states are compared
path by path; :func:`changed` says what playing or copying did to a state, :func:`shared` what two
states have in common, :func:`kind_of` what sort of bug it is if a secret travels by a path.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from determinize.auditing.auditable import Auditable, ability
from determinize.auditing.channels.looks import says_something
from determinize.auditing.channels.values import GENERATORS
from determinize.auditing.channels.walk import Token, Walk
from determinize.auditing.kinds import Kind

LARGE = 32
"""Longer containers that all games share are not looked into again and again."""

_SIGNS = (
    (Kind.GENERATOR_LEAK, r"rngs?|random|generators?|seeds?|chances"),
    (
        Kind.HISTORY_LEAK,
        r"history|histories|previous|prev|parents?|past|logs?|moves|actions|events|start|initial"
        r"|deal|deals|traces?|undo|ancestors?|origin|before|earlier|former|backups?|snapshots?",
    ),
    (
        Kind.CACHE_LEAK,
        r"text|repr|pickle|deepcopy|copy|serialize|caches?|cached|memo|closure|defaults"
        r"|arguments|keywords|locals",
    ),
)
_SIGN = re.compile("|".join(f"(?<![a-z])(?P<{k.name}>{words})(?![a-z])" for k, words in _SIGNS))
_GIVEN = " channel "
"""Begins the path of a channel that the target itself adds; its name follows."""
_MADE_OF_IT = re.compile(r" (pickle|deepcopy|copy)(?![a-z])")
_KEPT = re.compile(r"(?<![a-z])(caches?|cached|memo|memos|lazy)(?![a-z])")
_NOT_CHANGED = (int, float, complex, str, bytes, frozenset, type)


def channels(state: Any, *, target: Auditable | None = None, known: Collection[int] = ()) -> Walk:
    """All channels of a state: attributes, text, and what the target adds.

    Args:
        known: identities of objects that need not be looked into (:func:`common`).

    >>> class Hand:
    ...     def __init__(self, cards):
    ...         self.cards = cards
    ...     def __str__(self):
    ...         return "a hand of " + " and ".join(self.cards)
    >>> found = channels(Hand(["A", "K"])).tokens
    >>> found[".cards[1]"], found[" text word 3"]
    ('K', 'A')
    """
    walk = Walk(state, known=known)
    kind = type(state)
    if kind.__module__ != "builtins" and says_something(kind) and " text" not in walk.tokens:
        walk.made(" text", lambda: str(state))
        if any("__str__" in vars(base) for base in kind.__mro__[:-1]):
            walk.made(" repr", lambda: repr(state))
    further = ability(target, "channels") if target is not None else None
    if further is not None:
        for name, rendering in further(state).items():
            walk.put(f"{_GIVEN}{name}", rendering)
    walk.run()
    return walk


def kind_of(path: str, generators: Collection[str] = ()) -> Kind:
    """What kind of bug it is if a secret travels by this path: by the first word that tells.

    A channel that the target adds is called what its name says, and else is something written.

    >>> kind_of(".history[0].card").name, kind_of(".rng").name
    ('HISTORY_LEAK', 'GENERATOR_LEAK')
    >>> kind_of(" text word 3").name, kind_of(".hand[0]").name
    ('CACHE_LEAK', 'PEEKING')
    >>> kind_of(" channel history").name, kind_of(" channel str").name
    ('HISTORY_LEAK', 'CACHE_LEAK')
    """
    found = _SIGN.search(path.removeprefix(_GIVEN))
    if found is not None and found.lastgroup is not None:
        return Kind[found.lastgroup]
    if path in generators:
        return Kind.GENERATOR_LEAK
    return Kind.CACHE_LEAK if path.startswith(_GIVEN) else Kind.PEEKING


def changed(before: Walk, after: Walk) -> list[tuple[str, Token, Token]]:
    """What was done to a state between two walks: path, value before and value after.

    Keeping something for later is no change: what was not there before or was None, entries added
    to a mapping, and whatever is called a cache. Neither is what pickles and copies of it say.

    >>> before = Walk({"hand": ["A"], "text": None})
    >>> changed(before, Walk({"hand": ["K"], "text": "a king", "more": 1}))
    [("['hand'][0]", 'A', 'K')]
    """
    found = []
    for path, token in before.tokens.items():
        if token is None or path.endswith(":order"):
            continue
        now = after.tokens.get(path, token)
        if now != token and not _KEPT.search(path) and not _MADE_OF_IT.search(path):
            found.append((path, token, now))
    return found


def shared(a: Walk, b: Walk) -> list[tuple[str, str]]:
    """The paths in both of every object that two states share and that can change.

    That an object is shared proves nothing by itself: rules and tables are, for good reason.

    >>> cards = ["A", "K"]
    >>> shared(Walk({"hand": cards, "turn": 1}), Walk({"pile": cards, "turn": 1}))
    [("['hand']", "['pile']")]
    """
    there = {_place(value): path for path, value in b.objects.values() if can_change(value)}
    return [
        (path, there[_place(value)])
        for path, value in a.objects.values()
        if can_change(value) and _place(value) in there
    ]


def can_change(value: Any) -> bool:
    """Whether an object can hold something else later."""
    if isinstance(value, np.ndarray):
        return bool(value.flags.writeable)
    if isinstance(value, (list, dict, set, bytearray, *GENERATORS)):
        return True
    if isinstance(value, (tuple, Mapping, *_NOT_CHANGED)) or callable(value):
        return False
    parameters = getattr(type(value), "__dataclass_params__", None)
    return parameters is None or not parameters.frozen


def _place(value: Any) -> tuple[str, int]:
    """What an object is by: its identity, of an array its memory."""
    if isinstance(value, np.ndarray) and value.size:
        return "memory", value.__array_interface__["data"][0]
    return "object", id(value)


_COMMON: list[tuple[Auditable, dict[int, Any]]] = []


def common(target: Auditable) -> Mapping[int, Any]:
    """Identity to object: what all games of a target share, and so tells nothing about any of them.

    Found once, in two new games: rules, tables, the game itself; and lists of more than
    :data:`LARGE`. What is found stays alive, so that no other object gets its identity.
    """
    for known, found in _COMMON:
        if known is target:
            return found
    one, two = Walk(target.new(1)), Walk(target.new(2))
    found = {
        me: value
        for me, (_, value) in one.objects.items()
        if me in two.objects and not isinstance(value, GENERATORS) and _worth_it(value)
    }
    _COMMON.append((target, found))
    del _COMMON[:-4]
    return found


def _worth_it(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.size > LARGE
    if isinstance(value, (list, tuple, dict, set, frozenset)):
        return len(value) > LARGE
    return not callable(value)
