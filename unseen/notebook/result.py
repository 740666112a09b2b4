"""What a casebook says, for machines: the fields of the object that ``--json`` writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from unseen.notebook.casebook import Ask, Casebook
from unseen.notebook.editions import KINDS
from unseen.notebook.sentences import Reasons

MOST_TRIPLES = 20
"""Case files that are reported, the likeliest."""


def result(book: Casebook, reasons: Reasons, asks: Sequence[Ask]) -> dict[str, Any]:
    """The fields, the same ones for every casebook; after a conflict those it leaves are empty."""
    if book.conflict is not None:
        return {
            "worlds": 0,
            "cards": {},
            "triples": [],
            "certain": [],
            "ask": [],
            "conflict": list(book.conflict),
            "suspect": book.suspects[-1] if book.suspects else None,
            "suspects": list(book.suspects),
        }
    matrix = book.probabilities.tolist()
    return {
        "worlds": book.worlds,
        "cards": {
            card: dict(zip(book.places, row, strict=True))
            for card, row in zip(book.edition.cards, matrix, strict=True)
        },
        "triples": [
            dict(zip(KINDS, triple.cards, strict=True)) | {"probability": triple.probability}
            for triple in book.triples[:MOST_TRIPLES]
        ],
        "certain": [
            {
                "card": one.card,
                "place": one.place,
                "holds": one.holds,
                "because": None if lines is None else list(lines),
            }
            for one, lines in reasons.items()
        ],
        "ask": [{"question": ", ".join(ask.cards), "bits": ask.bits} for ask in asks],
        "conflict": None,
        "suspect": None,
        "suspects": [],
    }
