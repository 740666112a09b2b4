"""Positions of Virus! for tests: what is named lies where it is named, the rest in one zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import games
from games.virus.cards import COLOUR_NAMES
from games.virus.dealing import copies_in_play

GAME = games.load("virus")


def lay(
    cards: Mapping[str, Sequence[str]],
    *,
    rest: str = "deck",
    preset: str = "official",
    parameters: Mapping[str, Any] | None = None,
    **fields: Any,
) -> games.State:
    """A position whose other cards lie in the zone ``rest``, and those not in the game ``out``."""
    rules = SimpleNamespace(rules=GAME.rules_of(preset, **(parameters or {})))
    named = {zone: list(faces) for zone, faces in cards.items()}
    for face, name in enumerate(GAME.faces):
        missing = GAME.copies[face] - copies_in_play(rules, face)
        named.setdefault("out", []).extend([name] * missing)
    left = len(GAME.face_of) - sum(map(len, named.values()))
    sizes = {rest: left + len(named.get(rest, ()))} if left else {}
    return GAME.arrange(named, sizes=sizes, preset=preset, parameters=parameters, **fields)


def holds(state: games.State, zone: str) -> list[str]:
    """What truly lies in a zone: in an ordered one the bottom first, else in order of faces."""
    s: Any = state.record_array[0]
    number = GAME.zones[zone]
    here = [c for c in range(len(s.zone)) if s.zone[c] == number]
    return [GAME.faces[GAME.face_of[c]] for c in sorted(here, key=lambda c: (s.depth[c], c))]


def body(state: games.State, p: int) -> dict[str, list[str]]:
    """A body: colour to what lies on that organ."""
    stacks = {colour: holds(state, f"organ {colour} {p}") for colour in COLOUR_NAMES}
    return {colour: stack[1:] for colour, stack in stacks.items() if stack}


def words(state: games.State) -> list[str]:
    """The options in words."""
    return [option.words for option in state.options()]
