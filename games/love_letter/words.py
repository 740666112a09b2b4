"""Love Letter for people: names of cards, how options are said and read, how a position looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.love_letter.cards import FACES
from games.love_letter.record import MOST_SEATS, TARGET, Decision
from games.typed import quoted, typed_words
from games.view import View


def card(face: int) -> str:
    """The name of a card.

    >>> card(2)
    'Priest'
    """
    return FACES[face]


def option(state: Any, code: int) -> str:
    """How an option is said: ``play Guard``, ``player 1``, ``guess Priest``, ``keep King``…"""
    if TARGET <= code < TARGET + MOST_SEATS:
        return f"player {code - TARGET}"
    name = card(code)
    place = int(state.decision)
    if place == Decision.GUESS:
        return f"guess {name}"
    if place == Decision.CHANCELLOR_KEEP:
        return f"keep {name}"
    return f"{name} lowest" if place == Decision.CHANCELLOR_ORDER else f"play {name}"


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed: its words, or the card or seat in them alone.

    Raises:
        ValueError: it is none of the options, with what would be right.
    """
    typed = [word for word in typed_words(text) if word not in ("the", "a", "seat", "on")]
    for code in options:
        said = option(state, code).lower().split()
        if typed in (said, [word for word in said if word not in _PLAIN]):
            return code
    every = ", ".join(option(state, code) for code in options)
    raise ValueError(f"{quoted(text)} is no option: {every}")


_PLAIN = ("play", "player", "guess", "keep", "lowest")


def position(view: View) -> str:
    """A position as a seat sees it, for a terminal."""
    s = view.state
    deck, aside = len(view.slots("deck")), len(view.slots("removed"))
    lines = [f"Round {int(s.round) + 1}; {deck} card{'s' * (deck != 1)} in the deck, {aside} aside"]
    if faceup := view.known("faceup"):
        lines.append(f"  open        {', '.join(faceup)}")
    under = [f"{name} at {depth}" for depth, name in enumerate(view.slots("deck")) if name]
    if under:
        lines.append(f"  you know    {', '.join(under)} from the bottom of the deck")
    for p in range(int(s.seats)):
        hand = ", ".join(name or "?" for name in _held(view, p)) or "-"
        pile = ", ".join(view.known(f"pile {p}")) or "-"
        whose = "your hand" if p == view.seat else f"player {p}"
        lines.append(f"  {whose:<11} {hand}; played {pile}; {_standing(s, p)}")
    if view.mover >= 0:
        whose = "Your decision" if view.mover == view.seat else f"Decision of player {view.mover}"
        lines.append(f"{whose}: {view.decision}{_about(s)}")
    else:
        lines.append("The match is over")
    return "\n".join(lines)


def _held(view: View, p: int) -> list[str | None]:
    """A hand in the order of ranks, what is not known last; with what a Chancellor puts back."""
    slots = [*view.slots(f"hand {p}"), *view.slots(f"returning {p}")]
    known = sorted((name for name in slots if name is not None), key=FACES.index)
    return [*known, *[None] * (len(slots) - len(known))]


def _standing(s: Any, p: int) -> str:
    """Tokens of a player, and whether he is protected, or out."""
    tokens = int(s.tokens[p])
    told = f"{tokens} token{'' if tokens == 1 else 's'}"
    if not int(s.left) >> p & 1:
        return f"{told}, out"
    return f"{told}, protected" if int(s.protected) >> p & 1 else told


def _about(s: Any) -> str:
    """What a question is about."""
    if s.decision == Decision.TARGET:
        return f" of the {card(int(s.played))}"
    return f" at player {int(s.target)}" if s.decision == Decision.GUESS else ""
