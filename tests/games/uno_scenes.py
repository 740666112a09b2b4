"""Positions of Uno for tests of beliefs: seat 0 is "me", who knows the own hand and the pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import games
from games.uno.cards import COPIES, FACES, colour_of
from tests.games.scenes import Scene

UNO = games.load("uno")
WILDS = ["Wild", "Wild Draw Four"]
CARDS = Counter(dict(zip(FACES, COPIES, strict=True)))


def of(colour: str) -> list[str]:
    """The faces of a colour."""
    return [face for face in FACES if face.startswith(colour)]


def goes_on(colour: str, number: str) -> list[str]:
    """Whatever goes on a number of a colour: the colour, the number, both wilds."""
    return [f for f in FACES if f.startswith(colour) or f.endswith(f" {number}") or f in WILDS]


def less(*groups: Sequence[str]) -> Counter[str]:
    """All cards but these: what is unseen by who sees these."""
    return CARDS - Counter(face for group in groups for face in group)


def without(cards: Mapping[str, int], faces: Sequence[str]) -> dict[str, int]:
    """Those cards that have none of these faces."""
    return {face: n for face, n in cards.items() if face not in faces}


def beside(cards: Mapping[str, int], expected: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """What is left of some cards, in the mean, beside those expected somewhere."""
    return {face: n - expected.get(face, Fraction(0)) for face, n in cards.items()}


def number_of(cards: Mapping[str, int], faces: Sequence[str]) -> int:
    """How many cards have one of these faces."""
    return sum(cards[face] for face in faces if face in cards)


def spread(cards: Mapping[str, int] | Mapping[str, Fraction], slots: int) -> dict[str, Fraction]:
    """What is expected in so many slots that any of these cards are in, all as likely."""
    total = sum(map(Fraction, cards.values()))
    return {face: slots * n / total for face, n in cards.items() if slots * n}


def added(*expected: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """What is expected in places taken together."""
    faces = {face for one in expected for face in one}
    return {
        face: sum((one.get(face, Fraction(0)) for one in expected), Fraction(0)) for face in faces
    }


def scene(
    mine: Sequence[str],
    *others: int | Sequence[str],
    top: str | Sequence[str] = "Red 5",
    deck: Sequence[str] = (),
    rest: str = "deck",
    preset: str = "official",
    rules: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Scene:
    """A position in the middle of a round.

    Args:
        mine: the hand of seat 0.
        others: the hands of the other seats, or how many cards of any kind they have.
        top: the top of the pile, or the pile with its top card last.
        deck: the cards that are drawn next, the first of them first.
        rest: where all other cards lie, ``deck``, or ``discard``: under the top card.
        preset, rules: the table.
        fields: of the record.
    """
    pile = [top] if isinstance(top, str) else [*top]
    cards = {"hand 0": [*mine], "deck": [*reversed(deck)], "discard": pile}
    sizes = {}
    for seat, hand in enumerate(others, 1):
        if isinstance(hand, int):
            sizes[f"hand {seat}"] = hand
        else:
            cards[f"hand {seat}"] = [*hand]
    left = less(*cards.values())
    hidden = [*left.elements()]
    if rest == "discard":
        cards["discard"] = [*hidden, *pile]
    elif sizes:
        sizes["deck"] = len(hidden) - sum(sizes.values()) + len(deck)
        assert not deck, "cards of a hand are named where cards of the deck are"
    else:
        cards["deck"] = [*hidden, *reversed(deck)]
    if pile[-1] not in WILDS:
        fields.setdefault("colour", colour_of(FACES.index(pile[-1])))
    return Scene(
        UNO,
        cards,
        sizes=sizes,
        players=1 + len(others),
        preset=preset,
        parameters=rules or {},
        **fields,
    )
