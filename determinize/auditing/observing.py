"""What differs between two observations: known cards, a forgotten look, or the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from determinize.auditing.kinds import Kind
from determinize.auditing.looks import says_something
from determinize.auditing.walk import Token, Walk


def what_differs(true: Any, copy: Any, faces: Collection[str]) -> Kind:
    """The kind of bug by which a seat observes something else in a copy.

    Observations are whatever a target gives; they are taken apart, and what counts is whether it is
    faces of cards that differ.

    Args:
        faces: of all cards.

    >>> what_differs(("hand", "A"), ("hand", "K"), "AKQ")
    <Kind.KNOWN_CARDS: ...>
    >>> what_differs(("has seen", ("Q",)), ("has seen", ()), "AKQ")
    <Kind.FORGOTTEN_LOOK: ...>
    >>> what_differs("turn 1, hand A", "turn 2, hand A", "AKQ")
    <Kind.CHANGED_TABLE: ...>
    """
    here, there = _parts(true), _parts(copy)
    known = {word for face in faces for word in (face, *face.split())}
    before, after = (Counter(t for t in parts.values() if t in known) for parts in (here, there))
    if before - after and not after - before:
        return Kind.FORGOTTEN_LOOK
    moved = any(
        token != there.get(path) and token in known and there.get(path) in known
        for path, token in here.items()
    )
    return Kind.KNOWN_CARDS if before != after or moved else Kind.CHANGED_TABLE


def parts_that_differ(true: Any, copy: Any) -> tuple[str, str]:
    """Both observations in words: where they are long, only what differs.

    >>> parts_that_differ((1, "A", *range(200)), (1, "K", *range(200)))
    ('[1] is K', '[1] is A')
    """
    texts = str(copy), str(true)
    if max(len(text) for text in texts) <= 160 and texts[0] != texts[1]:
        return texts
    here, there = _parts(true), _parts(copy)
    paths = [path for path in here | there if here.get(path) != there.get(path)][:5]
    if not paths:
        return texts
    return _listed(paths, there), _listed(paths, here)


def _listed(paths: Collection[str], parts: dict[str, Token]) -> str:
    return ", ".join(f"{path.strip(' .')} is {parts.get(path, 'absent')}" for path in paths)


def _parts(observation: Any) -> dict[str, Token]:
    kind = type(observation)
    if kind.__module__ != "builtins" and says_something(kind):
        return Walk(str(observation)).tokens
    return Walk(observation).tokens
