"""Uno with many players, each seen to draw now and then: the position that the chain is made for.

Whoever draws a card although a red seven lies on top holds no red card and no seven.
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from beliefs import Fact, Knowledge, lacks

COLOURS = ("red", "yellow", "green", "blue")
RANKS = (*map(str, range(10)), "skip", "reverse", "draw two")
WILD = ("wild", "wild draw four")
HAND = 7


def cards() -> dict[str, int]:
    """The 108 cards: 54 faces with their copies.

    >>> len(cards()), sum(cards().values())
    (54, 108)
    """
    coloured = {f"{c} {rank}": 1 if rank == "0" else 2 for c in COLOURS for rank in RANKS}
    return coloured | dict.fromkeys(WILD, 4)


def knowledge(players: int = 10, facts: int = 60, seed: int = 1) -> Knowledge:
    """Hands of seven and the rest in the deck; that many facts, all true of one random deal.

    In that deal each player lacks a colour or two, so that there is enough to be seen.

    >>> knowledge(2, 3).size, len(knowledge(2, 3).facts)
    (108, 3)
    """
    rng = np.random.default_rng(seed)
    deck = [face for face, copies in cards().items() for _ in range(copies)]
    names = [f"player {i}" for i in range(players)]
    seen: list[list[tuple[str, str]]] = []
    for _ in names:
        void = rng.permutation(COLOURS)[: 1 + int(rng.integers(2))].tolist()
        dealt: list[str] = []
        while len(dealt) < HAND:
            card = deck[int(rng.integers(len(deck)))]
            if card.split()[0] not in void:
                deck.remove(card)
                dealt.append(card)
        held = {card.partition(" ")[2] for card in dealt if card not in WILD}
        tops = [(colour, rank) for colour in void for rank in RANKS if rank not in held]
        seen.append([tops[i] for i in rng.permutation(len(tops))])
    told = [
        _drew(name, *seen[p][i])
        for i in range(max(map(len, seen)))
        for p, name in enumerate(names)
        if i < len(seen[p])
    ]
    places: dict[Hashable, int | None] = {**dict.fromkeys(names, HAND), "deck": len(deck)}
    return Knowledge(cards(), places, told[:facts])


def _drew(player: str, colour: str, rank: str) -> Fact:
    """What it says that the player had no card for this one on top."""
    same = [f"{colour} {other}" for other in RANKS]
    return lacks(
        player,
        [*same, *(f"{other} {rank}" for other in COLOURS if other != colour)],
        because=f"drew on {colour} {rank}",
    )
