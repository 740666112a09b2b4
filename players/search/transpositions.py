"""Transpositions: one key for all states that play on alike in a world that is fully known.

What a search has found of a position is kept in a table under a key of it, and used where other
moves lead to the same position. Here a key is a sum of pseudo-random numbers, one for each card's
place and one for each other number of the record; so copies of a face may change places, and the
key stays.

Of the record those fields count that can matter for what follows. Marks, lots and blocks tell who
knows which card. Rules that have to be the same for every observer do not read them, and where the
rules of a game do read one of them (seen from their code), it counts like any other field. What
never changes within a search (the parameters, the seats) does not count.

Albert L. Zobrist: "A New Hashing Method with Application for Game Playing", Technical Report 88,
University of Wisconsin, 1970. Numbers are added instead of combined by exclusive or, which would
forget every pair of copies in one place.

A key has 62 bits. A search that keeps 2^18 positions and looks up 10^6 meets two positions of one
key with a chance below 10^-7.
"""

from __future__ import annotations

from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from compiled.fingerprint import global_names
from compiled.rng import MASK
from games.game import OPTIONAL, SEAM, Game
from games.kit.fields import PRIVATE, PUBLIC
from games.kit.marks import FACE

MARKS = ("seen", "lot", "block")
"""The part of the card table that play in a known world does not depend on."""

SCOPE = (1 << 62) - 1
EMPTY = -1
"""The key of an entry that holds nothing."""

UPPER, EXACT, LOWER, GIVEN_UP = range(4)
"""What an entry's value is: an upper bound of the true one, the true one, a lower bound, none."""

ENTRY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64),
                ("value", np.float64),  # for the seat that searches
                ("bound", np.int64),  # UPPER, EXACT, LOWER or GIVEN_UP
                ("option", np.int64),  # the best one, or the one that was enough
            ],
            align=True,
        ),
    )
)


class Keys(NamedTuple):
    """How the states of a game are told apart.

    Attributes:
        plain: int64[n], the numbers of the 8-byte words of the record that count as they are.
        salts: int64[n, 2], for each of them.
        places: int64[faces, zones, depths], a number for each face in each place.
        table: int64[2], at which words the card table's zones and depths begin.
    """

    plain: NDArray[np.int64]
    salts: NDArray[np.int64]
    places: NDArray[np.int64]
    table: NDArray[np.int64]


@lru_cache(maxsize=64)
def keys(game: Game) -> Keys:
    """How the states of a game are told apart.

    >>> import games
    >>> keys(games.load("tic-tac-toe")).plain.tolist()
    [0, 1, 2, 4, 5, 6]
    """
    offsets = {name: entry[1] // 8 for name, entry in (game.dtype.fields or {}).items()}
    left_out = {"zone", "depth", "rules", "seats"} | (set(MARKS) - marks_read(game))
    counted = [
        word
        for name, (kind, start, *_) in (game.dtype.fields or {}).items()
        if name not in left_out
        for word in range(start // 8, (start + kind.itemsize + 7) // 8)
    ]
    plain = np.unique(np.array(counted, np.int64))
    shape = (len(game.faces), len(game.zones), len(game.face_of) + 1)
    row = np.random.SeedSequence(1970)
    drawn = row.generate_state(int(np.prod(shape)) + 2 * len(plain), np.uint64) >> np.uint64(2)
    numbers = drawn.astype(np.int64)
    salts = numbers[: 2 * len(plain)].reshape(-1, 2) & MASK
    places = numbers[2 * len(plain) :].reshape(shape)
    return Keys(plain, salts, places, np.array([offsets["zone"], offsets["depth"]], np.int64))


def marks_read(game: Game) -> set[str]:
    """Which of the marks the rules of a game read themselves, beside the kit.

    >>> import games
    >>> marks_read(games.load("schnapsen"))
    set()
    """
    rules = [getattr(game.rules, name, None) for name in (*SEAM, *OPTIONAL) if name != "remember"]
    queue = [function for function in rules if isinstance(function, FunctionType)]
    known = set(queue)
    found: set[str] = set()
    for function in queue:
        if not function.__module__.startswith("games.kit."):
            found.update(name for name in MARKS if name in function.__code__.co_names)
        for name in global_names(function.__code__):
            called = function.__globals__.get(name)
            if isinstance(called, FunctionType) and called not in known:
                known.add(called)
                queue.append(called)
    return found


def _scattered(word: int) -> int:
    """A 32-bit word with every input bit spread over all of them."""
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & MASK
    word = ((word ^ (word >> 15)) * 0x46CA6B35) & MASK
    return word ^ (word >> 16)


def plain_key(words: Any, plain: Any, salts: Any) -> int:
    """The part of a key that comes from numbers that are no cards."""
    key = 0
    for i in range(len(plain)):
        word = int(words[plain[i]])
        low = _scattered(((word & MASK) + int(salts[i, 0])) & MASK)
        high = _scattered((((word >> 32) & MASK) + low + int(salts[i, 1])) & MASK)
        key = (key + (low << 30 ^ high)) & SCOPE
    return key


def key_of(words: Any, told_by: Any) -> int:
    """The key of a state, from 0 to 2^62 - 1. A template.

    Args:
        words: int64[...], the state's record as numbers.
        told_by: the game's :class:`Keys`.
    """
    key = plain_key(words, told_by.plain, told_by.salts)
    zones = int(told_by.table[0])
    depths = int(told_by.table[1])
    for card in range(len(FACE)):
        place = told_by.places[int(FACE[card]), int(words[zones + card])]
        key = (key + int(place[int(words[depths + card]) + 1])) & SCOPE
    return key


class Sight(NamedTuple):
    """How the states that a seat can see apart are told apart.

    Attributes:
        plain: int64[n], the words of the record that the seat sees and that are no cards.
        salts: int64[n, 2], for each of them.
        places: int64[faces, zones, depths], a number for each face that is seen in a place.
        hidden: int64[zones], a number for each card in a zone that is not.
        table: int64[3], at which words the card table's zones, depths and marks begin.
    """

    plain: NDArray[np.int64]
    salts: NDArray[np.int64]
    places: NDArray[np.int64]
    hidden: NDArray[np.int64]
    table: NDArray[np.int64]


@lru_cache(maxsize=256)
def sight(game: Game, seat: int) -> Sight:
    """How the states that a seat can see apart are told apart.

    >>> import games
    >>> len(sight(games.load("kuhn"), 0).hidden)
    6
    """
    told = keys(game)
    fields: Any = game.dtype.fields
    unseen: set[int] = set()
    for field in game.fields:
        kind, start = fields[field.name][:2]
        row = kind.itemsize // field.shape[0] if field.shape else kind.itemsize
        for byte in range(kind.itemsize):
            own = field.audience == PRIVATE and byte // row == seat
            if field.audience != PUBLIC and not own:
                unseen.add((start + byte) // 8)
    for name in MARKS:
        kind, start = fields[name][:2]
        unseen.update(range(start // 8, (start + kind.itemsize) // 8))
    kept = np.array([word not in unseen for word in told.plain.tolist()], np.bool_)
    marks = np.array([*told.table, fields["seen"][1] // 8], np.int64)
    drawn = np.random.SeedSequence(2010).generate_state(len(game.zones), np.uint64)
    hidden = (drawn >> np.uint64(2)).astype(np.int64)
    return Sight(told.plain[kept], told.salts[kept], told.places, hidden, marks)


def sight_of(words: Any, me: int, seen_by: Any) -> int:
    """A key of what a seat sees in a state, from 0 to 2^62 - 1. A template.

    Args:
        words: int64[...], the state's record as numbers.
        me: the seat.
        seen_by: the game's :class:`Sight` for it.
    """
    key = plain_key(words, seen_by.plain, seen_by.salts)
    for card in range(len(FACE)):
        zone = int(words[seen_by.table[0] + card])
        number = int(seen_by.hidden[zone])
        if int(words[seen_by.table[2] + card]) >> me & 1:
            depth = int(words[seen_by.table[1] + card])
            number = int(seen_by.places[int(FACE[card]), zone, depth + 1])
        key = (key + number) & SCOPE
    return key


def new_table(entries: int) -> NDArray[Any]:
    """An empty table: ENTRY[n], n the power of two that is no less than ``entries``.

    >>> len(new_table(1000))
    1024
    """
    table = np.zeros(1 << max(0, entries - 1).bit_length(), ENTRY)
    table["key"] = EMPTY
    return table
