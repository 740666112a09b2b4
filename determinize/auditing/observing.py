"""What differs between two observations: known cards, or the table."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection
from typing import Any

from determinize.auditing.channels.looks import says_something
from determinize.auditing.channels.walk import Token, Walk
from determinize.auditing.kinds import Kind

BEFORE, SHOWN = 30, 130
"""Letters of a long text that are shown from before where two texts part, and in all."""


def what_differs(true: Any, copy: Any, faces: Collection[str]) -> Kind:
    """The kind of bug by which a seat observes something else in a copy.

    Observations are whatever a target gives; they are taken apart. Cards that were known lie
    elsewhere where other faces are seen than before; where fewer are seen, the table has changed.

    Args:
        faces: of all cards.

    >>> what_differs(("hand", "A"), ("hand", "K"), "AKQ")
    <Kind.KNOWN_CARDS: ...>
    >>> what_differs(("discarded", ("Q",)), ("discarded", ()), "AKQ")
    <Kind.CHANGED_TABLE: ...>
    >>> what_differs("turn 1, hand A", "turn 2, hand A", "AKQ")
    <Kind.CHANGED_TABLE: ...>
    """
    here, there = _parts(true), _parts(copy)
    known = {word for face in faces for word in (face, *face.split())}
    before, after = (Counter(t for t in parts.values() if t in known) for parts in (here, there))
    if before - after and not after - before:
        return Kind.CHANGED_TABLE
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
    if max(len(text) for text in texts) <= SHOWN and texts[0] != texts[1]:
        return texts
    if texts[0] != texts[1] and (isinstance(true, str) or _writes_itself(true)):
        return _where_texts_part(*texts)
    here, there = _parts(true), _parts(copy)
    paths = [path for path in here | there if here.get(path) != there.get(path)][:5]
    if not paths:
        return texts
    return _listed(paths, there), _listed(paths, here)


def _where_texts_part(one: str, other: str) -> tuple[str, str]:
    alike = (a == b for a, b in zip(one, other, strict=False))
    start = max(0, sum(itertools.takewhile(bool, alike)) - BEFORE)
    return f"…{one[start : start + SHOWN]}…", f"…{other[start : start + SHOWN]}…"


def _writes_itself(observation: Any) -> bool:
    kind = type(observation)
    return kind.__module__ != "builtins" and says_something(kind)


def _listed(paths: Collection[str], parts: dict[str, Token]) -> str:
    return ", ".join(f"{path.strip(' .')} is {parts.get(path, 'absent')}" for path in paths)


def _parts(observation: Any) -> dict[str, Token]:
    return Walk(str(observation) if _writes_itself(observation) else observation).tokens
