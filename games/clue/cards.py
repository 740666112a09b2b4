"""The cards of Clue: six people, six weapons, nine rooms, one card of each.

A card's number is that of its face: people 0 to 5 in the order in which their tokens move, weapons
6 to 11, rooms 12 to 20. One of each kind makes a *triple*, which is what people suggest and accuse;
there are 324, numbered ``(person * 6 + weapon) * 9 + room`` with each counted within its kind.
"""

from __future__ import annotations

from typing import Any

PEOPLE = ("Scarlet", "Mustard", "White", "Green", "Peacock", "Plum")
WEAPONS = ("Rope", "Lead Pipe", "Knife", "Wrench", "Candlestick", "Revolver")
ROOMS = (
    "Hall",
    "Lounge",
    "Dining Room",
    "Kitchen",
    "Ballroom",
    "Conservatory",
    "Billiard Room",
    "Library",
    "Study",
)
KINDS = (PEOPLE, WEAPONS, ROOMS)
"""The faces of each kind, in the order in which a triple names them."""
FACES = PEOPLE + WEAPONS + ROOMS
"""The name of each card, by its number."""

CARDS = len(FACES)
N_PEOPLE, N_WEAPONS, N_ROOMS = map(len, KINDS)
FIRST_WEAPON = len(PEOPLE)
FIRST_ROOM = FIRST_WEAPON + len(WEAPONS)
TRIPLES = N_PEOPLE * N_WEAPONS * N_ROOMS

PEOPLE_MASK = (1 << FIRST_WEAPON) - 1
WEAPONS_MASK = (1 << FIRST_ROOM) - (1 << FIRST_WEAPON)
ROOMS_MASK = (1 << CARDS) - (1 << FIRST_ROOM)

ALIASES: dict[str, str] = {
    "Miss Scarlet": "Scarlet",
    "Miss Scarlett": "Scarlet",
    "Scarlett": "Scarlet",
    "Colonel Mustard": "Mustard",
    "Col Mustard": "Mustard",
    "Mrs White": "White",
    "Mr Green": "Green",
    "Reverend Green": "Green",
    "Rev Green": "Green",
    "Mrs Peacock": "Peacock",
    "Professor Plum": "Plum",
    "Prof Plum": "Plum",
    "Pipe": "Lead Pipe",
    "Lead Piping": "Lead Pipe",
    "Dagger": "Knife",
    "Spanner": "Wrench",
    "Candle": "Candlestick",
    "Pistol": "Revolver",
    "Gun": "Revolver",
    "Dining": "Dining Room",
    "Billiard": "Billiard Room",
    "Billiards": "Billiard Room",
    "Billiards Room": "Billiard Room",
    "Ball Room": "Ballroom",
}
"""Other names that people and editions use, each with the face that it stands for."""


def triple(person: int, weapon: int, room: int) -> int:
    """The number of a triple; weapon and room are counted within their kinds.

    >>> triple(5, 0, 0)
    270
    """
    return (person * 6 + weapon) * 9 + room


def triple_of_cards(person: Any, weapon: Any, room: Any) -> Any:
    """The number of a triple from the numbers of its cards (or from arrays of them).

    >>> triple_of_cards(5, 6, 12)
    270
    """
    return triple(person, weapon - FIRST_WEAPON, room - FIRST_ROOM)


def parts(number: int) -> tuple[int, int, int]:
    """The three cards of a triple.

    >>> [FACES[card] for card in parts(270)]
    ['Plum', 'Rope', 'Hall']
    """
    return number // 54, FIRST_WEAPON + number // 9 % 6, FIRST_ROOM + number % 9


def cards_of(number: int) -> int:
    """The three cards of a triple, as a mask.

    >>> cards_of(270) == 1 << 5 | 1 << 6 | 1 << 12
    True
    """
    person, weapon, room = parts(number)
    return 1 << person | 1 << weapon | 1 << room
