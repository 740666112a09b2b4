"""Positions of Exploding Kittens in short: a letter for each title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import games
from games.exploding_kittens.cards import COPIES, FACES

GAME = games.load("exploding-kittens")
LETTERS = dict(zip("KDNASFHUTCPBR", FACES, strict=True))
"""Kitten, Defuse, Nope, Attack, Skip, Favor, sHuffle, fUture, the cats T, C, P, B, R."""


def cards(text: str) -> list[str]:
    return [LETTERS[letter] for letter in text.replace(" ", "")]


def arrange(
    hands: Sequence[str],
    deck: str,
    *,
    preset: str = "official",
    parameters: dict[str, Any] | None = None,
    zones: dict[str, str] | None = None,
    **fields: Any,
) -> games.State:
    """Hands, the deck from the top, other zones from the bottom; the rest lies in ``out``."""
    laid = {f"hand {p}": cards(hand) for p, hand in enumerate(hands)}
    laid["deck"] = cards(deck)[::-1]
    laid.update({zone: cards(text) for zone, text in (zones or {}).items()})
    used = Counter(name for content in laid.values() for name in content)
    rest = [
        name for name, n in zip(FACES, COPIES, strict=True) for _ in range(n - used.get(name, 0))
    ]
    return GAME.arrange(
        {**laid, "out": rest},
        players=len(hands),
        preset=preset,
        parameters=parameters,
        **fields,
    )


def play(state: games.State, *moves: str) -> games.State:
    for move in moves:
        state.play(move)
    return state


def passes(state: games.State) -> games.State:
    """Nobody wants to Nope."""
    while not state.over and state.decision == "react":
        state.play("pass")
    return state


def words(state: games.State) -> list[str]:
    return [option.words for option in state.options()]


def lies(state: games.State, zone: str) -> str:
    """What lies in a zone: an ordered one from the bottom, another in the order of titles."""
    s: Any = state.record_array[0]
    number = GAME.zones[zone]
    here = [c for c in range(len(s.zone)) if s.zone[c] == number]
    here.sort(key=lambda c: (int(s.depth[c]), c))
    letter = {name: one for one, name in LETTERS.items()}
    return "".join(letter[FACES[int(GAME.face_of[c])]] for c in here)


def turns_left(state: games.State) -> tuple[int, int, bool]:
    """Whose turn it is, how many turns that player has, and whether after an Attack."""
    s: Any = state.record_array[0]
    return int(s.turn), int(s.further_turns) + 1, bool(s.attacked)
