"""Editions: the suspects, weapons and rooms of a game, and how people write them.

The classic one is built in. Any other is a TOML file::

    name = "Death on the Pier"
    suspects = ["Dr Orchid", "Captain Brown", "Miss Peach"]
    weapons = ["Rope", "Oar"]
    rooms = ["Arcade", "Bandstand", "Tea Room"]
    [aliases]                        # other names, where there are some
    "Captain Brown" = ["Skipper"]

Kinds may be of any size from 1 on. The title before a suspect's name can be left out, or be another
one, where the name alone tells who is meant.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from games.clue import cards
from unseen.errors import CallError
from unseen.files import as_text, read_bytes
from unseen.notebook.errors import LineError, listed, shown
from unseen.notebook.names import Names
from unseen.notebook.tokens import key, name_words, words
from unseen.notebook.vocabulary import FILLERS, RESERVED, TELLING, TITLES

KINDS = ("suspect", "weapon", "room")
"""What a case file holds one of each of."""
FIELDS = ("suspects", "weapons", "rooms")
MOST_NAMES, MOST_LETTERS = 12, 40
"""Cards of one kind, and letters of a name, at most."""
MOST_BYTES = 2**16
"""A file of names is not larger."""


@dataclass(frozen=True)
class Edition:
    """The cards of a game, each with the names that people use for it.

    aliases: another name -> the card. Raises LineError for names that cannot be told apart.

    >>> CLASSIC.card("prof. plum"), CLASSIC.card("leadpipe"), CLASSIC.kind_of("Rope")
    ('Plum', 'Lead Pipe', 'weapon')
    >>> small = Edition("Pier", ("Dr Orchid", "Brown"), ("Rope", "Oar"), ("Arcade", "Tea Room"))
    >>> small.card("orchid"), small.card("Mr Brown"), small.card("tea")
    ('Dr Orchid', 'Brown', 'Tea Room')
    """

    name: str
    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    rooms: tuple[str, ...]
    aliases: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for kind, some in zip(FIELDS, self.kinds, strict=True):
            if not 0 < len(some) <= MOST_NAMES:
                raise LineError(f"{kind} are {len(some)}: there can be 1 to {MOST_NAMES}")
        meant: dict[str, str] = {}
        for spelling, card in [*((card, card) for card in self.cards), *self.aliases.items()]:
            _refuse_unless_name(spelling)
            if card not in self.cards:
                raise LineError(f"{shown(spelling)} stands for {shown(card)}, which is no card")
            if (other := meant.setdefault(key(spelling), card)) != card:
                raise LineError(f"{shown(spelling)} is the name of both {other} and {card}")
        if twice := [card for card in self.cards if self.cards.count(card) > 1]:
            raise LineError(
                f"{shown(twice[0])} is the name of two cards: each needs one of its own"
            )

    @property
    def kinds(self) -> tuple[tuple[str, ...], ...]:
        """Suspects, weapons, rooms."""
        return self.suspects, self.weapons, self.rooms

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """All cards, kind by kind."""
        return (*self.suspects, *self.weapons, *self.rooms)

    def kind_of(self, card: str) -> str:
        """Whether a card is a suspect, a weapon or a room."""
        return next(kind for kind, some in zip(KINDS, self.kinds, strict=True) if card in some)

    def triple(self, named: Sequence[str]) -> tuple[str, str, str]:
        """Three cards as suspect, weapon, room. LineError where they are not one of each."""
        found = [[card for card in named if card in some] for some in self.kinds]
        if [len(some) for some in found] == [1, 1, 1]:
            return found[0][0], found[1][0], found[2][0]
        told = [
            f"no {kind}" if not some else f"{len(some)} {kind}s ({listed(some)})"
            for kind, some in zip(KINDS, found, strict=True)
            if len(some) != 1
        ]
        raise LineError(f"name one suspect, one weapon and one room: this has {listed(told)}")

    def card(self, text: str) -> str:
        """The card that a person means. LineError, with the nearest one, where it is none."""
        return self.names.named(text)

    @cached_property
    def names(self) -> Names:
        """What words mean among the cards."""
        spelled = {**{card: card for card in self.cards}, **self.aliases}
        also: dict[str, set[str]] = {}
        for spelling, card in spelled.items():
            if card not in self.suspects:
                continue
            parts = words(spelling)
            bare = "".join(parts[1:] if parts[0] in TITLES and len(parts) > 1 else parts)
            for title in ("", *TITLES):
                also.setdefault(title + bare, set()).add(card)
        whole = {key(spelling) for spelling in spelled}
        return Names(
            "card", spelled, {short: some for short, some in also.items() if short not in whole},
            hint=f"see the names of the edition ({self.name})",
        )  # fmt: skip

    @classmethod
    def load(cls, path: Path) -> Edition:
        """The edition that a TOML file describes. LineError where it cannot be read, and why."""
        data = _table(path)
        for name in data:
            if name not in (*FIELDS, "name", "aliases"):
                raise LineError(
                    f"{shown(path.name)}: there is no {shown(name)} in an edition, only name, "
                    f"{', '.join(FIELDS)} and aliases"
                )
        suspects, weapons, rooms = (_names(path, kind, data.get(kind)) for kind in FIELDS)
        title = data.get("name", path.stem)
        if not isinstance(title, str) or not title.strip() or len(title) > MOST_LETTERS:
            raise LineError(f"{shown(path.name)}: name is {shown(str(title))}: write a short text")
        aliases = data.get("aliases", {})
        if not isinstance(aliases, dict):
            raise LineError(f'{shown(path.name)}: write aliases as "Knife" = ["Dagger", "Blade"]')
        other: dict[str, str] = {}
        for card, some in aliases.items():
            for alias in _names(path, f"aliases.{card}", some):
                if (known := other.setdefault(alias, card)) != card:
                    raise LineError(
                        f"{shown(path.name)}: {shown(alias)} is the name of both {known} and {card}"
                    )
        try:
            return cls(title.strip(), suspects, weapons, rooms, other)
        except LineError as error:
            raise LineError(f"{shown(path.name)}: {error.reason}") from None


def _refuse_unless_name(spelling: str) -> None:
    typed = name_words(spelling, MOST_LETTERS)
    if not typed:
        raise LineError(
            f"{shown(spelling)} can be no card's name: write up to {MOST_LETTERS} letters, digits "
            "and spaces"
        )
    if all(token.key in FILLERS for token in typed):
        raise LineError(f"{shown(spelling)} can be no card's name: it says nothing in a sentence")
    telling = [token.text for token in typed if token.key in TELLING]
    if telling or key(spelling) in RESERVED | {"a"}:
        word = shown(telling[0] if telling else spelling)
        raise LineError(
            f"{shown(spelling)} can be no card's name: {word} says something else in a line; put "
            "another word for it"
        )


def _table(path: Path) -> dict[str, Any]:
    name = shown(path.name)
    if "\0" in str(path):
        raise LineError(f"{name} can be no file")
    if os.path.exists(path) and not os.path.isfile(path):
        raise LineError(f"{name} is no file")
    try:
        return tomllib.loads(as_text(read_bytes(path, name, MOST_BYTES, "no edition"), name))
    except CallError as error:
        raise LineError(str(error)) from None
    except tomllib.TOMLDecodeError as error:
        raise LineError(f"{name} is no TOML: {error}") from None
    except RecursionError:
        raise LineError(f"{name} is no edition: it is nested too deep") from None


def _names(path: Path, where: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(n, str) for n in value):
        raise LineError(f'{shown(path.name)}: write {where} as a list of names: ["Rope", "Knife"]')
    return tuple(value)


CLASSIC = Edition("classic", cards.PEOPLE, cards.WEAPONS, cards.ROOMS, cards.ALIASES)
"""The edition of 1949, by the names of its later printings."""
