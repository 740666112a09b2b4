"""The slow twin of ``determinize.redeal``: another state that looks the same to a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compiled import below
from games.game import Game


def relaid(game: Game, states: Any, me: int, row: Any) -> Any:
    """Another state that looks the same to ``me``: hidden cards laid otherwise, copies renumbered.

    Faces change places within each pool of a lot, then within what of the lot lies in zones that
    take any face, then within each block: the slow twin of ``determinize.redeal``.
    """
    twin = states.copy()
    s: Any = twin[0]
    hidden = [c for c in range(len(s.zone)) if not int(s.seen[c]) >> me & 1]
    pool = game.face_pool[game.face_of].tolist()
    alike: list[Callable[[int], tuple[int, ...]]] = [
        lambda c: (int(s.lot[c]), pool[c]),
        lambda c: (int(s.lot[c]), int(game.zone_pool[s.zone[c]])),
        lambda c: (int(s.block[c]),),
    ]
    for label in alike:
        groups: dict[tuple[int, ...], list[int]] = {}
        for c in hidden:
            groups.setdefault(label(c), []).append(c)
        for cards in groups.values():
            _shuffle(s, cards, ("zone", "depth", "block", "seen"), row)
    for copies in game.cards_of.values():
        _shuffle(s, list(copies), ("zone", "depth", "block", "seen", "lot"), row)
    return twin


def _shuffle(s: Any, cards: list[int], names: tuple[str, ...], row: Any) -> None:
    for i in range(len(cards) - 1, 0, -1):
        a, b = cards[i], cards[below(row, i + 1)]
        for name in names:
            s[name][a], s[name][b] = int(s[name][b]), int(s[name][a])
