"""Exploding Kittens in words: cards, options and what somebody may type, positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.exploding_kittens.cards import FACES, FAVOR, TITLES
from games.exploding_kittens.record import (
    DECK,
    DRAW,
    FIVE,
    GIVES,
    NOPE,
    PAIR,
    PASS,
    POSITION,
    PUTS_BACK,
    SEAT,
    TRIPLE,
    Decision,
)
from games.exploding_kittens.sets import kind_of, titles_of
from games.typed import quoted, typed_words
from games.view import View

SETS = {PAIR: "a pair of ", TRIPLE: "a triple of ", FIVE: "five different: "}


def card(face: int) -> str:
    """The name of a face.

    >>> card(0), card(12)
    ('Exploding Kitten', 'Rainbow-Ralphing Cat')
    """
    return FACES[face]


def option(state: Any, code: int) -> str:
    """How an option is said at the decision place of a position."""
    place = Decision(int(state.decision))
    if place == Decision.TURN:
        return "draw" if code == DRAW else f"play {played(code)}"
    if place == Decision.TARGET:
        return f"player {code - SEAT}"
    if place == Decision.NAME:
        return f"name {card(code)}"
    if place == Decision.REACT:
        return "nope" if code == NOPE else "pass"
    if place == Decision.FAVOR_GIVE:
        return "give a card" if code == GIVES else f"give {card(code)}"
    if place == Decision.FIVE_PICK:
        return f"take {card(code)}"
    if place == Decision.DEFUSE:
        return "explode" if code == PASS else "defuse"
    if code == PUTS_BACK:
        return "put the kitten back"
    return f"put back {depth(code - POSITION, int((state.zone == DECK).sum()))}"


def played(code: int) -> str:
    """What is played in a turn.

    >>> played(4), played(20), played(84)
    ('Skip', 'a pair of Tacocat', 'five different: Defuse, Nope, Attack, Skip, Favor')
    """
    titles = [card(face) for face in range(TITLES) if titles_of(code) >> face & 1]
    return SETS.get(kind_of(code), "") + ", ".join(titles)


def depth(above: int, size: int) -> str:
    """Where a kitten goes in a deck of so many cards.

    >>> [depth(above, 3) for above in range(4)]
    ['on top', 'under 1', 'under 2', 'at the bottom']
    """
    if above == 0:
        return "on top"
    return "at the bottom" if above == size else f"under {above}"


_VERBS = {"play", "name", "give", "take", "put", "back", "of", "a", "the"}
_VERBS |= {"player", "seat", "under", "on", "at"}
_SHORT = {"see": "see the future", "future": "see the future"}


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed: its words, or those that tell it from the others.

    ``skip`` is ``play Skip``; ``2`` a player, or a kitten under two cards; ``pair skip``, or some
    other words of it, a set that no other option says with them.

    Raises:
        ValueError: it is none of them, with those that there are.
    """
    typed = _plain(" ".join(typed_words(text)))
    said = {code: option(state, code) for code in options}
    plain = {code: _plain(words) for code, words in said.items()}
    for code, words in plain.items():
        if words == typed:
            return code
    short = _core(typed)
    telling = Counter(word for word in typed.split() if word not in _VERBS)
    for found in (
        [code for code, words in plain.items() if short and _core(words) == short],
        [code for code, words in plain.items() if telling and telling <= Counter(words.split())],
    ):
        if len(found) == 1:
            return found[0]
    raise ValueError(f"{quoted(text)} is no option: {', '.join(said.values())}")


def _plain(words: str) -> str:
    """Words in small letters, without the signs between them."""
    return words.lower().replace(",", "").replace(":", "")


def _core(words: str) -> str:
    """What tells an option from the others: without the words that all of them share.

    >>> _core("play skip"), _core("put back under 3"), _core("a pair of skip"), _core("future")
    ('skip', '3', 'pair of skip', 'see the future')
    """
    told = words.split()
    while len(told) > 1 and told[0] in _VERBS:
        told = told[1:]
    rest = " ".join(told)
    return _SHORT.get(rest, rest)


# ------------------------------------------------------------------------------------- positions


def position(view: View) -> str:
    """A position as a seat sees it, for a terminal."""
    s = view.state
    lines = [f"Deck {_slots(view.slots('deck')[::-1])}", f"Discard {_pile(view)}"]
    for p in range(int(s.seats)):
        you = " (you)" if p == view.seat else ""
        if s.eliminated[p]:
            dead = _hand(view, f"dead {p}")
            lines.append(f"player {p}{you}: exploded as number {int(s.eliminated[p])}, {dead}")
        else:
            lines.append(f"player {p}{you}: {_hand(view, f'hand {p}')}")
    if view.mover < 0:
        return "\n".join([*lines, f"Player {int(s.turn)} has survived"])
    lines += _under_way(view)
    whose = "Your decision" if view.mover == view.seat else f"Decision of player {view.mover}"
    return "\n".join([*lines, f"{whose}: {view.decision}"])


def _pile(view: View) -> str:
    """The discard pile: how many cards, and the top one."""
    pile = view.known("discard")
    if not pile:
        return "empty"
    return f"{len(pile)} card{'' if len(pile) == 1 else 's'}, {pile[-1]} on top"


def _under_way(view: View) -> list[str]:
    """Whose turn it is, and what has been announced."""
    s = view.state
    left = int(s.further_turns)
    more = f", {left} more after it" if left else ""
    lines = [f"Turn of player {int(s.turn)}{more}"]
    if view.known("drawn"):
        lines.append("A kitten has been drawn")
    pending = view.known("pending")
    if pending:
        aimed = ""
        at = Decision(int(s.decision))
        if s.action in (FAVOR, PAIR, TRIPLE) and at != Decision.TARGET:
            aimed = f" at player {int(s.target)}"
            if s.action == TRIPLE and at != Decision.NAME:
                aimed += f", naming {card(int(s.named))}"
        lines.append(f"Played: {', '.join(pending)}{aimed}")
    return lines


def _hand(view: View, zone: str) -> str:
    """A hand in the order of titles, unseen cards last."""
    slots = view.slots(zone)
    known = sorted((name for name in slots if name is not None), key=FACES.index)
    unseen = len(slots) - len(known)
    parts = known + ([f"{unseen} unseen"] if unseen else [])
    return ", ".join(parts) or "no cards"


def _slots(slots: Sequence[str | None]) -> str:
    """The deck from the top: as far as something is known, then how many cards there are."""
    last = max((i for i, name in enumerate(slots) if name is not None), default=-1)
    known = ", ".join(name or "?" for name in slots[: last + 1])
    return f"{len(slots)} cards" + (f", from the top: {known}" if known else "")
