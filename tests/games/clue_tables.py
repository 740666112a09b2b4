"""Positions of Clue for tests: who holds what, where tokens stand, who is to decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import games
from games import State
from games.clue.cards import FACES, PEOPLE, ROOMS
from games.clue.grid import START, coordinates, node_at
from games.clue.record import Say
from games.kit.events import Announced

GAME = games.load("clue")
FILE = ("Plum", "Revolver", "Study")
A = ["Scarlet", "Mustard", "Rope", "Lead Pipe", "Hall", "Lounge"]
B = ["White", "Green", "Knife", "Wrench", "Dining Room", "Kitchen"]
C = ["Peacock", "Candlestick", "Ballroom", "Conservatory", "Billiard Room", "Library"]
"""Three hands beside the file."""

Where = str | tuple[int, int]


def arrange(
    *hands: Sequence[str],
    file: Sequence[str] = FILE,
    side: Sequence[str] = (),
    table: Sequence[str] = (),
    tokens: Mapping[str, Where] | None = None,
    preset: str = "classic",
    parameters: Mapping[str, Any] | None = None,
    seed: int = 0,
    **fields: Any,
) -> State:
    """A position; cards that no hand names are dealt at random, as evenly as hands allow."""
    seats = len(hands)
    named = [*file, *side, *table, *(face for hand in hands for face in hand)]
    left = len(FACES) - len(named)
    sizes = [len(hand) for hand in hands]
    for _ in range(left):
        sizes[sizes.index(min(sizes))] += 1
    nodes = START.tolist() if preset != "rooms_only" else [-1] * len(PEOPLE)
    for person, where in (tokens or {}).items():
        nodes[PEOPLE.index(person)] = (
            ROOMS.index(where) if isinstance(where, str) else node_at(*where)
        )
    cards: dict[str, Sequence[str]] = {
        "suspect": file[:1],
        "weapon": file[1:2],
        "room": file[2:],
        "side": side,
        "table": table,
        **{f"hand {p}": hand for p, hand in enumerate(hands)},
    }
    return GAME.arrange(
        cards,
        sizes={f"hand {p}": size for p, size in enumerate(sizes)},
        players=seats,
        seed=seed,
        preset=preset,
        parameters=parameters,
        token=nodes,
        **{"suggested": -1, "asker": -1, **fields},
    )


def words(state: State) -> list[str]:
    """The mover's options as people say them."""
    return [option.words for option in state.options()]


def play(state: State, *moves: str) -> None:
    """Play options by their words."""
    for move in moves:
        state.play(move)


def where(state: State, person: str) -> str | tuple[int, int] | None:
    """The room or square of a token; None off the board."""
    node = int(state.record_array[0].token[PEOPLE.index(person)])
    if node < 0:
        return None
    return ROOMS[node] if node < len(ROOMS) else coordinates(node)


def holds(state: State, zone: str) -> set[str]:
    """What lies in a zone, in truth."""
    number = GAME.zones[zone]
    return {FACES[c] for c in range(len(FACES)) if state.record_array[0].zone[c] == number}


def knows(state: State, seat: int, face: str) -> bool:
    """Whether a seat has seen a card, by its own view."""
    return bool(int(state.view(seat).state.seen[FACES.index(face)]) >> seat & 1)


def said(state: State) -> list[tuple[str, int]]:
    """What was said in the last move, and by whom."""
    return [
        (Say(event.what).name, event.who) for event in state.events if isinstance(event, Announced)
    ]


def in_room(room: str = "Hall", **more: Any) -> State:
    """Scarlet has come into a room; the hands are A, B, C."""
    tokens = {"Scarlet": room, **more.pop("tokens", {})}
    return arrange(A, B, C, tokens=tokens, decision="suggest", **more)


def rolled(state: State) -> list[str]:
    """The destinations that a roll will lead to, since the same chances follow."""
    twin = state.copy()
    twin.play("roll")
    return words(twin)


def to_seat(state: State, seat: int) -> None:
    """Let everybody walk on the corridor until it is a seat's turn."""
    while state.mover != seat or state.decision != "start":
        square = [move for move in words(state) if "," in move]
        state.play(square[0] if square else words(state)[0])
