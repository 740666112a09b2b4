"""Positions of Love Letter for tests: every card has its place, the next draws as they are said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import games
from tests.games.scenes import Scene

LOVE_LETTER = games.load("love-letter")


def table(
    *hands: str,
    top: str = "",
    bottom: str = "",
    removed: str = "",
    faceup: str = "",
    deck: int | None = None,
    preset: str = "classic",
    parameters: Mapping[str, int] | None = None,
    mover: int = 0,
    **fields: Any,
) -> Scene:
    """A scene at whose start seat ``mover`` has drawn and is to play.

    Args:
        hands: the cards of each seat, in words.
        top: the cards that are drawn next, the first one first.
        bottom: the cards at the bottom of the deck, the lowest first.
        removed: the card laid aside; if it is not said, one of those that are left.
        faceup: the cards that lie open beside the deck.
        deck: how many cards are in the deck; the rest has been played by the first seat. If it is
            not said, nothing has been played.
    """
    cards = {f"hand {p}": hand.split() for p, hand in enumerate(hands)}
    cards["faceup"] = faceup.split()
    rules = LOVE_LETTER.rules_of(preset, **(parameters or {}))
    used = dict(zip(LOVE_LETTER.faces, rules.copies, strict=True))
    printed = zip(LOVE_LETTER.faces, LOVE_LETTER.copies, strict=True)
    cards["out"] = [face for face, n in printed for _ in range(n - used[face])]
    named = [*top.split(), *bottom.split(), *removed.split()]
    left = Counter(used)
    left.subtract(card for zone, held in cards.items() if zone != "out" for card in held)
    left.subtract(named)
    assert min(left.values()) >= 0, left
    rest: Sequence[str] = sorted(left.elements(), key=lambda card: (len(card), card))
    cards["removed"] = removed.split() or [rest[0]]
    rest = rest if removed else rest[1:]
    between = len(rest) if deck is None else deck - len(top.split()) - len(bottom.split())
    cards["deck"] = [*bottom.split(), *rest[:between], *reversed(top.split())]
    cards["pile 0"] = list(rest[between:])
    everybody = (1 << len(hands)) - 1
    return Scene(
        LOVE_LETTER,
        cards,
        players=len(hands),
        preset=preset,
        parameters=parameters,
        **{"mover": mover, "decision": "play", "left": everybody, **fields},
    )
