"""Uno in words: cards, options and what somebody may type, positions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from games.typed import quoted, typed_words
from games.uno.cards import COLOURS, FACES
from games.uno.parameters import Scoring
from games.uno.record import (
    ACCEPT,
    CALL,
    CHALLENGE,
    COLOUR,
    DRAW,
    FORGET,
    KEEP,
    SEAT,
    Decision,
)
from games.view import View


def card(face: int) -> str:
    """The name of a face.

    >>> card(5), card(25), card(53)
    ('Red 5', 'Yellow Draw Two', 'Wild Draw Four')
    """
    return FACES[face]


# -------------------------------------------------------------------------------------- options


def option(state: Any, code: int) -> str:
    """How an option is said at the decision place of a position."""
    place = Decision(int(state.decision))
    if place == Decision.SWAP:
        return f"swap with player {code - SEAT}"
    if code < DRAW:
        return f"play {card(code)}"
    if COLOUR <= code < ACCEPT:
        return f"name {COLOURS[code - COLOUR].lower()}"
    if place == Decision.CATCH:
        return "catch" if code == CALL else "let pass"
    if place == Decision.STACK:
        return f"draw {int(state.pending)}"
    if code == ACCEPT:
        return f"accept and draw {int(state.pending)}"
    return {DRAW: "draw", KEEP: "keep", CHALLENGE: "challenge", CALL: "uno", FORGET: "forget"}[code]


_COLOUR = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
_SHORT = (
    (r"wild draw 4|wild ?\+ ?4|wd4|\+ ?4|draw four|draw 4", "wild draw four"),
    (r"draw 2|\+ ?2|d2", "draw two"),
    (r"rev", "reverse"),
)
_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_PLAY = re.compile("(?:(?:play|lay|put)(?: down)? )?(?:(?:the|my|an?) )?(.+)")
_CARD = re.compile("([rygb])(?=[0-9s+]|d2|rev| )")
_NAME = re.compile("(?:(?:name|choose|call) )?(red|yellow|green|blue|[rygb])")
_SWAP = re.compile("(?:swap )?(?:with )?(?:(?:player|seat) )?([0-9])")
_SAID = {
    "draw": ("draw", "draw a card", "take", "take a card"),
    "keep": ("keep", "keep it", "pass"),
    "accept": ("accept",),
    "uno": ("uno", "call", "call uno"),
    "forget": ("forget", "forget it", "say nothing"),
    "let pass": ("let pass", "let it pass", "pass"),
}


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed: ``play Red 5``, ``red 5``, ``r5``, ``+4``, ``draw``, …

    Args:
        state: the record, for how options are said.
        text: what was typed.
        options: the codes that may be meant.

    Raises:
        ValueError: it is none of them, with those that there are.
    """
    typed = " ".join(typed_words(text))
    said = {option(state, code).lower(): code for code in options}
    for words in _meant(state, typed):
        if words in said:
            return said[words]
    every = ", ".join(option(state, code) for code in options)
    raise ValueError(f"{quoted(text)} is no option: {every}")


def _meant(state: Any, typed: str) -> list[str]:
    """How the options would be said, one of which a text in small letters may stand for."""
    meant = [typed]
    place = Decision(int(state.decision))
    if place == Decision.COLOUR and (match := _NAME.fullmatch(typed)):
        meant.append(f"name {_COLOUR.get(match[1], match[1])}")
    if place == Decision.SWAP and (match := _SWAP.fullmatch(typed)):
        meant.append(f"swap with player {match[1]}")
    for words, ways in _SAID.items():
        if typed in ways:
            meant += [words, f"{words} and draw {int(state.pending)}"]
    if place == Decision.STACK and typed in ("draw", "take", "accept"):
        meant.append(f"draw {int(state.pending)}")
    if match := _PLAY.fullmatch(typed):
        meant.append(f"play {_full_name(match[1])}")
    return meant


def _full_name(typed: str) -> str:
    """The name of a card in small letters, from a shorter one.

    >>> [_full_name(typed) for typed in ("r5", "green skip", "b +2", "yellow five", "wd4", "w")]
    ['red 5', 'green skip', 'blue draw two', 'yellow 5', 'wild draw four', 'wild']
    """
    if typed == "w":
        return "wild"
    letter = _CARD.match(typed)
    colour, rest = "", typed
    if letter:
        colour, rest = _COLOUR[letter[1]], typed[1:].strip()
    else:
        first, _, more = typed.partition(" ")
        if first in _COLOUR.values() and more:
            colour, rest = first, more
    for pattern, name in _SHORT:
        if re.fullmatch(pattern, rest):
            rest = name
            break
    if colour and rest == "s":
        rest = "skip"
    if colour and rest in _NUMBERS:
        rest = str(_NUMBERS.index(rest))
    return f"{colour} {rest}".strip()


# ------------------------------------------------------------------------------------- positions


def position(view: View) -> str:
    """A position as a seat sees it, for a terminal."""
    s = view.state
    lines = [_pile(view)]
    for p in range(int(s.seats)):
        you = " (you)" if p == view.seat else ""
        score = int(s.scores[p])
        points = f"{score} point{'' if score == 1 else 's'}"
        if s.eliminated[p]:
            lines.append(f"player {p}{you}: {points}, out of the game")
        else:
            lines.append(f"player {p}{you}: {points}, {_hand(view, p)}")
    if view.mover >= 0:
        whose = "Your decision" if view.mover == view.seat else f"Decision of player {view.mover}"
        lines.append(f"{whose}: {view.decision}")
    elif int(s.rules.scoring) == Scoring.CLASSIC:
        lines.append("The game is over: the highest score wins")
    else:
        lines.append("The game is over: the lowest score wins")
    return "\n".join(lines)


def _pile(view: View) -> str:
    """Round and turn, the pile and the colour in force, the deck, the direction."""
    s = view.state
    pile = view.known("discard")
    colour = (*(name.lower() for name in COLOURS), "none")[int(s.colour)]
    around = "downwards" if s.reversed else "upwards"
    parts = [
        f"Round {int(s.round) + 1}, turn {int(s.turns)}: {pile[-1] if pile else 'nothing'} on top",
        f"colour {colour}",
        f"deck {len(view.slots('deck'))}",
        f"seats {around}",
    ]
    if s.pending:
        parts.append(f"{int(s.pending)} cards to draw")
    return ", ".join(parts)


def _hand(view: View, p: int) -> str:
    """A hand in order of colours, unseen cards counted, and a card just drawn."""
    slots = view.slots(f"hand {p}")
    known = sorted((face for face in slots if face is not None), key=FACES.index)
    hidden = len(slots) - len(known)
    parts = [*known]
    if hidden:
        parts.append(f"{hidden} unseen card{'' if hidden == 1 else 's'}")
    text = ", ".join(parts) or "no card"
    drawn = view.slots(f"drawn {p}")
    return text + (f"; drawn {drawn[0] or 'an unseen card'}" if drawn else "")
