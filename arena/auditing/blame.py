"""Which hidden cards a decision depends on: the smallest difference that still changes it.

Two worlds in which a player decides otherwise may differ in every hidden card. Delta debugging puts
one card after another back to where it lies in truth, exchanging it with the card that lies there,
and keeps what still makes a difference. At the end no single exchange can be taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from arena.auditing.worlds import (
    Layout,
    Spot,
    World,
    cards_in,
    layout,
    record_of,
    spot_name,
    swaps,
)
from games.game import Game

Differs: TypeAlias = Callable[[World], bool]
"""Whether a player decides otherwise in a world than in the true one."""

MOST_QUESTIONS = 400
"""So many smaller differences are tried at most."""

CHANCE = "what chance will bring"


def smallest(game: Game, truth: bytes, world: World, differs: Differs) -> World:
    """A world that differs as little as was found, and still makes a difference.

    Args:
        truth: the record of the true state.
        world: one in which the player decides otherwise.
        differs: asks the player; False too where no match leads to a world.
    """
    if world.record is None:
        return world
    for less in (World(None, world.chances), World(world.record, None)):
        if differs(less):
            world = less
            break
    left = MOST_QUESTIONS
    while world.record is not None:
        for record in _closer(game, truth, world.record):
            if left == 0:
                return world
            left -= 1
            closer = World(record, world.chances)
            if differs(closer):
                world = closer
                break
        else:
            return world
    return world


def _closer(game: Game, truth: bytes, other: bytes) -> Iterator[bytes]:
    """Worlds in which one exchange has been taken back."""
    there = record_of(game, other)
    lies, face = cards_in(game, there), game.face_of.tolist()
    true, false = layout(game, record_of(game, truth)), layout(game, there)
    for here, one, home, instead in swaps(true, false):
        a = next(card for card in lies[here] if face[card] == one)
        b = next(card for card in lies[home] if face[card] == instead)
        closer = there.copy()
        for name in ("zone", "depth"):
            closer[name][0, a], closer[name][0, b] = int(there[name][0, b]), int(there[name][0, a])
        yield closer.tobytes()


# ------------------------------------------------------------------------------------ in words


def in_words(game: Game, truth: bytes, world: World) -> tuple[tuple[str, ...], str]:
    """What is otherwise in a world: a line for each card, and one phrase for all of it."""
    lines, phrases = [], []
    if world.record is not None:
        true, other = (layout(game, record_of(game, record)) for record in (truth, world.record))
        moved = list(_moved(game, true, other))
        lines += [f"{face}: {there}, in truth {here}" for face, here, there in moved]
        phrases.append(_phrase(moved))
    if world.chances is not None:
        lines.append(f"{CHANCE}: other cards, other dice")
        phrases.append(f"{CHANCE} is otherwise")
    return tuple(lines), " and ".join(phrases)


Moved: TypeAlias = tuple[str, str, str]
"""A face, where it lies in truth, and where in the other world."""


def _moved(game: Game, truth: Layout, other: Layout) -> Iterator[Moved]:
    """The cards that lie elsewhere, by their faces."""
    for face, name in enumerate(game.faces):
        here, there = (_where(one, face) for one in (truth, other))
        left, come = here - there, there - here
        for a, b in zip(left.elements(), come.elements(), strict=True):
            yield str(name), spot_name(game, a), spot_name(game, b)


def _where(places: Layout, face: int) -> Counter[Spot]:
    """How many copies of a face lie in each spot."""
    return Counter(spot for spot, faces in places.items() for one in faces if one == face)


def _phrase(moved: list[Moved]) -> str:
    faces = [face for face, _, _ in moved]
    if len(moved) == 2 and moved[0][1] == moved[1][2] and moved[0][2] == moved[1][1]:
        return f"{faces[0]} and {faces[1]} change places: {moved[0][1]}, {moved[1][1]}"
    listed = f"{', '.join(faces[:-1])} and {faces[-1]}" if len(faces) > 1 else "".join(faces)
    return f"{listed} lie elsewhere"
