"""Lines that settle what is played with and by whom: edition, players, sizes, cards in view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from unseen.notebook.editions import CLASSIC, Edition
from unseen.notebook.errors import WHO_PLAYS, LineError, shown
from unseen.notebook.sayings import (
    EditionIs,
    FaceDown,
    FaceUp,
    Hand,
    Looked,
    PlayersAre,
    Saying,
    Sizes,
)
from unseen.notebook.setup import Setup
from unseen.notebook.tokens import COLON, WORD, Token
from unseen.notebook.vocabulary import MINE

Typed: TypeAlias = Sequence[Token]

PARTED = re.compile(r"[,;/&+|]")
EXAMPLES = {"cards": "cards Ann 6 Bob 6 Cid 6", "side": "side 4"}


def edition(written: str, setup: Setup) -> EditionIs:
    """The edition with this name, or in this file beside the notebook.

    >>> edition("Classic", Setup()).edition.rooms[0]
    'Hall'
    """
    if written.casefold() == CLASSIC.name:
        return EditionIs(CLASSIC.name, CLASSIC)
    if not written.lower().endswith(".toml"):
        raise LineError(
            f"{shown(written)} is no edition: write {CLASSIC.name}, or the name of a TOML file, as "
            "in: edition pier.toml"
        )
    return EditionIs(written, Edition.load(setup.folder / written))


def players(rest: str) -> PlayersAre:
    """Names with spaces between them, or with commas where names have spaces.

    >>> players("Ann Bob Cid").players, players("Ann Lee, Bob and Cid").players
    (('Ann', 'Bob', 'Cid'), ('Ann Lee', 'Bob', 'Cid'))
    """
    between = r"[,;/&+|]|\s+and\s+" if PARTED.search(rest) else r"\s+(?:and\s+)?"
    parts = (" ".join(part.split()).strip('."') for part in re.split(between, rest))
    return PlayersAre(tuple(name for name in parts if name))


def setting(kind: str, typed: Typed, setup: Setup) -> Saying:
    """What is said of hand, cards (sizes of hands), table, side, or looked.

    >>> from unseen.notebook.tokens import tokens
    >>> print(setting("hand", tokens("knife hall peacock"), Setup()))
    hand Knife, Hall, Peacock
    """
    if not typed:
        example = EXAMPLES.get(kind, f"{kind} {', '.join(setup.edition.cards[::6][:3])}")
        raise LineError(f"{kind} of what? Write it as in: {example}")
    if kind == "cards":
        return _sizes(typed, setup)
    if kind == "side" and typed[0].key.isdecimal() and len(typed) == 1:
        if (size := _number(typed[0].key)) == 0:
            raise LineError("there are 0 side cards: leave the line out")
        return FaceDown(size)
    cards = tuple(setup.edition.names.listed(typed))
    if not cards:
        raise LineError("name at least one card")
    return Hand(cards) if kind == "hand" else FaceUp(cards) if kind == "table" else Looked(cards)


def player_at(typed: Typed, i: int, setup: Setup) -> tuple[str, int]:
    """The player who is named at word `i`, and in how many words. LineError if none is."""
    if i < len(typed) and typed[i].key in MINE and setup.me is not None:
        return setup.me, 1
    found = setup.names.at(typed, i)
    if found is None:
        raise setup.names.unknown(typed, i)
    return found.name, found.size


def behind(typed: Typed, i: int) -> Typed:
    """What comes behind the first `i` words, and a colon."""
    return typed[i + 1 :] if i < len(typed) and typed[i].kind == COLON else typed[i:]


def _sizes(typed: Typed, setup: Setup) -> Sizes:
    """``Ann 4 Bob 5``, or the numbers alone, in the order of the players."""
    if not setup.players:
        raise LineError(WHO_PLAYS)
    words = [token for token in typed if token.kind == WORD]
    if all(word.key.isdecimal() for word in words):
        numbers = [_number(word.key) for word in words]
        if len(words) != len(setup.players):
            raise LineError(
                f"{len(words)} sizes for {len(setup.players)} players: give one for each"
            )
        return Sizes(tuple(zip(setup.players, numbers, strict=True)))
    sizes: dict[str, int] = {}
    i = 0
    while i < len(words):
        player, size = player_at(words, i, setup)
        i += size
        if i >= len(words) or not words[i].key.isdecimal():
            raise LineError(f"say how many cards {player} holds, as in: {player} 4")
        if player in sizes:
            raise LineError(f"the cards of {player} are said twice")
        sizes[player] = _number(words[i].key)
        i += 1
    return Sizes(tuple((player, sizes[player]) for player in setup.players if player in sizes))


def _number(digits: str) -> int:
    if len(digits) > 3:
        raise LineError(f"{shown(digits)} is more cards than there are")
    return int(digits)
