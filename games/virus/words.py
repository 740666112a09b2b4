"""Virus! in words: cards, options and what somebody may type, positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.typed import quoted, typed_words
from games.view import View
from games.virus.cards import COLOUR_NAMES, COLOURS, CONTAGION, FACE_COUNT, FACES
from games.virus.record import DISCARD, DONE, PLAYER, REDRAW, TARGET, Decision

SHORT = {"multi": "multicolour", "draw": "redraw", "stop": "done", "seat": "player"}


def card(face: int) -> str:
    """The name of a face.

    >>> card(14), card(19)
    ('multicolour medicine', 'medical error')
    """
    return FACES[face]


def option(state: Any, code: int) -> str:
    """How an option is said at the decision place of a position."""
    if code < FACE_COUNT:
        verb = "discard" if state.decision == Decision.DISCARD else "play"
        return f"{verb} {card(code)}"
    return option_words(code)


def option_words(code: int) -> str:
    """An option without the verb that its decision place has for cards."""
    if code < FACE_COUNT:
        return card(code)
    if code < PLAYER:
        return {DISCARD: "discard", DONE: "done", REDRAW: "redraw"}[code]
    if code < TARGET:
        return f"player {code - PLAYER}"
    return organ(code - TARGET)


def organ(number: int) -> str:
    """An organ on the table, ``5 * seat + colour``.

    >>> organ(7)
    'blue organ of player 1'
    """
    p, colour = divmod(number, COLOURS)
    return f"{COLOUR_NAMES[colour]} organ of player {p}"


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed: its words, or at least those that name it.

    ``glove`` is ``play latex glove``; ``blue 1`` the blue organ of player 1. A colour alone is no
    card, also where only one would fit.

    Raises:
        ValueError: it is none of them, with those that there are.
    """
    typed = [SHORT.get(word, word) for word in typed_words(text)]
    said = {code: option(state, code) for code in options}
    for code, words in said.items():
        if typed == words.split():
            return code
    for code, words in said.items():
        if _in_order(typed, words.split()) and _in_order(naming(code), typed):
            return code
    raise ValueError(f"{quoted(text)} is no option: {', '.join(said.values())}")


def naming(code: int) -> list[str]:
    """The words that name an option.

    >>> naming(14), naming(18), naming(TARGET + 7), naming(PLAYER + 3)
    (['multicolour', 'medicine'], ['glove'], ['blue', '1'], ['3'])
    """
    if code < CONTAGION:
        return card(code).split()
    words = option_words(code).split()
    return [words[0], words[-1]] if code >= TARGET else words[-1:]


def _in_order(some: Sequence[str], words: Sequence[str]) -> bool:
    """Whether some words are among others, in their order."""
    rest = iter(words)
    return all(word in rest for word in some)


# ------------------------------------------------------------------------------------- positions


def position(view: View) -> str:
    """A position as a seat sees it, for a terminal."""
    s = view.state
    lines = [f"Deck {_deck(view)}, discard {_pile(view.known('discard'))}"]
    for p in range(int(s.seats)):
        you = " (you)" if p == view.seat else ""
        hand = ", ".join(face or "?" for face in view.slots(f"hand {p}")) or "empty"
        lines.append(f"player {p}{you}: {_body(view, p)}")
        lines.append(f"  hand: {hand}")
    for face in view.known("played"):
        lines.append(f"player {view.mover} plays {face}{_picked(s)}")
    return "\n".join(lines)


def _deck(view: View) -> str:
    """How many cards the deck has, and those that are known, the next one first."""
    slots = view.slots("deck")[::-1]
    if not any(slots):
        return str(len(slots))
    return f"{len(slots)} (next {', '.join(face or '?' for face in slots)})"


def _pile(faces: Sequence[str]) -> str:
    """How many cards the discard pile has, and the newest."""
    return f"{len(faces)}, {faces[-1]} on top" if faces else "empty"


def _body(view: View, p: int) -> str:
    """A body, organ by organ, with what lies on each."""
    organs = []
    for colour in COLOUR_NAMES:
        stack = view.known(f"organ {colour} {p}")
        if stack:
            on_it = f" ({', '.join(stack[1:])})" if stack[1:] else ""
            organs.append(f"{stack[0]}{on_it}")
    return ", ".join(organs) or "no organ"


def _picked(s: Any) -> str:
    """The organ that has been chosen first."""
    return f", {organ(int(s.picked) - 1)}" if s.picked > 0 else ""
