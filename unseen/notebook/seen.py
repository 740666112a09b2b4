"""Lines about where cards are: ``Bob has Rope``, ``Bob and Cid lack Rope``, ``nobody has Rope``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from unseen.notebook.errors import LineError, listed, many, shown
from unseen.notebook.sayings import SIDE, TABLE, Has, Lacks
from unseen.notebook.settings import Typed, behind, player_at
from unseen.notebook.setup import Setup
from unseen.notebook.tokens import BREAK, Token
from unseen.notebook.vocabulary import (
    ALL,
    DOES,
    EITHER,
    FILE,
    HAS,
    LACKS,
    NEITHER,
    NEVER,
    NOBODY,
    NOT,
    PERSONS,
)

BETWEEN = {"and", "nor", EITHER}
"""Words between those of whom the same is said."""


class Subjects(NamedTuple):
    """Of which places something is said, in how many words, and whether they are denied it."""

    places: tuple[str, ...]
    size: int
    denied: bool = False


def place_at(typed: Typed, i: int, setup: Setup) -> tuple[str, int] | None:
    """A place that is nobody's hand, and in how many words it is named.

    >>> from unseen.notebook.tokens import tokens
    >>> place_at(tokens("envelope has Rope"), 0, Setup())
    ('case file', 1)
    """
    for size in (2, 1):
        name = "".join(token.key for token in typed[i : i + size])
        place = FILE.get(name, name if name in (SIDE, TABLE) else None)
        if place in setup.places:
            return place, size
        if place == SIDE:
            raise LineError("there are no side cards: say how many there are first: side 4")
        if place == TABLE:
            cards = ", ".join(setup.edition.cards[::6][:2])
            raise LineError(f"nothing lies on the table: say first what does, as in: table {cards}")
    return None


def _all_or_none(typed: Typed) -> bool:
    """Whether a line begins with all or none of the players."""
    first, second = typed[0].key, typed[1].key if len(typed) > 1 else ""
    return first in NOBODY | ALL or (first == "no" and second in PERSONS)


def several_or_place(typed: Typed, setup: Setup) -> bool:
    """Whether a line begins with all or none of the players, or with a place."""
    several = _all_or_none(typed) or typed[0].key == "neither"
    return several or place_at(typed, 0, setup) is not None


def subjects(typed: Typed, setup: Setup) -> Subjects | None:
    """The places at the beginning of a line, if it goes on with what they have or lack."""
    first = typed[0].key
    if _all_or_none(typed):
        size = 2 if first == "no" else 1
        return _if_seen(Subjects(setup.players, size, first not in ALL), typed)
    places: list[str] = []
    i = int(first == "neither")
    denied, unsure = bool(i), False
    while True:
        if i < len(typed) and typed[i].key == "the":
            i += 1
        try:
            found = place_at(typed, i, setup) or player_at(typed, i, setup)
        except LineError:
            if len(places) + denied == 0:
                raise
            return None
        places.append(found[0])
        i += found[1]
        start = i
        while i < len(typed) and (typed[i].kind == BREAK or typed[i].key in BETWEEN):
            unsure |= typed[i].key == EITHER
            i += 1
        if i == start:
            break
    found_all = _if_seen(Subjects(tuple(places), i, denied), typed)
    if found_all and unsure:
        raise LineError(f"which of {listed(places)}? Only what is certain can be written")
    return found_all


def _if_seen(found: Subjects, typed: Typed) -> Subjects | None:
    verb = typed[found.size].key if found.size < len(typed) else ""
    known = HAS | LACKS | DOES | {NEVER}
    return found if found.places and verb in known else None


def seen(said_of: Subjects, typed: Typed, setup: Setup) -> Has | Lacks:
    """``has Rope``, ``hasn't got Rope``, ``does not have Rope``, ``has neither Rope nor Hall``."""
    subject, *others = said_of.places
    verb, rest = typed[said_of.size].key, typed[said_of.size + 1 :]
    if NEVER in (verb, *(token.key for token in rest[:1])):
        meant = [token for token in rest if token.key not in HAS | {NEVER}]
        try:
            cards = tuple(setup.edition.names.listed(meant))
        except LineError:
            cards = ()
        raise LineError(f"never is not said here, lacks is: {_lacking(subject, setup, cards)}")
    denied = verb in LACKS or verb.endswith("nt")
    i = 0
    while i < len(rest) and rest[i].key in NOT | HAS | NEITHER | {"the"}:
        denied |= rest[i].key in NOT | NEITHER
        i += 1
    who = listed(said_of.places)
    if (i and rest[i - 1].key == "none") or (i < len(rest) and rest[i].key == "nothing"):
        raise LineError(
            f"{subject} holds {many(setup.room[subject], 'card')}: name what is not there, as in: "
            f"{_lacking(subject, setup)}"
        )
    if verb in DOES and not denied:
        raise LineError(f"say what {who} has or lacks, as in: {subject} has Rope")
    if said_of.denied and denied:
        raise LineError(f"say it without two denials, as in: {_lacking(subject, setup)}")
    denied |= said_of.denied
    cards = tuple(setup.edition.names.listed(_parted(behind(rest, i), denied, subject, setup)))
    if not cards:
        raise LineError(f"{who} {'lacks' if denied else 'has'} what? Name a card")
    if denied:
        _refuse_again(said_of.places)
        return Lacks(subject, cards, tuple(others))
    if others:
        raise LineError(f"{cards[0]} is in one place, not with {who}: write a line for each")
    return Has(subject, cards)


def _parted(typed: Typed, denied: bool, subject: str, setup: Setup) -> Sequence[Token]:
    """Cards with breaks for or: of what is lacked, all are; of what is had, nobody knows which."""
    if not denied and any(token.key in BETWEEN - {"and"} for token in typed):
        raise LineError(
            f"which of them? Only what is certain can be written, as in: {subject} has "
            f"{setup.edition.cards[0]}"
        )
    return [Token(BREAK, t.text, "") if t.key in BETWEEN else t for t in typed]


def _refuse_again(places: Sequence[str]) -> None:
    if twice := [place for place in places if places.count(place) > 1]:
        raise LineError(f"{shown(twice[0])} is named twice")


def _lacking(place: str, setup: Setup, cards: Sequence[str] = ()) -> str:
    return f"{place} lacks {', '.join(cards or setup.edition.cards[::6][:2])}"
