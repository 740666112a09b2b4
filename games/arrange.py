"""Positions of one's own: problems, teaching, tests, bug reports.

An arranged position says which cards lie where and how many more a zone holds; the rest is dealt at
random from the seed. It is kept with the game, so that records of arranged games replay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from compiled import below, permutation, rows
from games.kit.events import Alternatives, Conclusion, Deduction
from games.kit.fields import HEAD, TABLE, plain_number
from games.kit.pools import ANY_FACE
from games.state import State, blank, checked_seed, nearest

if TYPE_CHECKING:
    from games.game import Game

REST = 1
_OF_THE_KIT = {"seats", "rules", *TABLE}


def arranged(
    game: Game,
    cards: Mapping[str, Sequence[str]],
    sizes: Mapping[str, int],
    players: int | None,
    seed: int,
    rules: Any,
    known: Mapping[str, Sequence[int]],
    facts: tuple[Conclusion, ...],
    fields: Mapping[str, Any],
) -> State:
    """The position described (see :meth:`games.Game.arrange`)."""
    for what, table in (("cards", cards), ("sizes", sizes), ("known", known)):
        if not isinstance(table, Mapping):
            key = "a card" if what == "known" else "a zone"
            raise ValueError(
                f"{what} cannot be {table!r}: a table from {key} to what belongs to it"
            )
    states = blank(game, players, rules)
    rng = rows(checked_seed(seed))
    state: Any = states[0]
    for zone in (*cards, *sizes):
        _check_zone(game, zone, int(state.seats))
    for fact in facts:
        _check_fact(game, fact)
    _set_fields(game, state, fields)
    # The rest is dealt from a row of its own, so that the same chances follow when it is replayed.
    layout = _layout(game, cards, sizes, rows(seed, REST)[0])
    _lay(game, state, layout)
    _mark(game, state, known)
    game.derive(state)
    _set_fields(game, state, fields)  # what is named stays as it is named, for verify to judge
    if wrong := game.verify(state):
        raise ValueError("; ".join(wrong))
    description = {
        "cards": {
            zone: [game.faces[f] for f in content] for zone, content in layout.items() if content
        },
        "known": {face: [int(seat) for seat in seats] for face, seats in known.items()},
        "facts": [_told(game, fact) for fact in facts],
        "fields": {name: np.asarray(state[name]).tolist() for name in fields},
    }
    return State(game, states, rng, seed=seed, rules=rules, arrangement=description, facts=facts)


def arranged_again(
    game: Game, description: Mapping[str, Any], players: int, seed: int, rules: Any
) -> State:
    """The position that :func:`arranged` described, from its description."""
    facts = tuple(_read(game, fact) for fact in description["facts"])
    return arranged(
        game,
        description["cards"],
        {},
        players,
        seed,
        rules,
        description["known"],
        facts,
        description["fields"],
    )


def _told(game: Game, fact: Conclusion) -> dict[str, Any]:
    """A fact with names in place of numbers, as records keep it."""
    said = {"because": fact.because, "audience": fact.audience}
    if isinstance(fact, Alternatives):
        return {"cases": [[_told(game, one) for one in case] for case in fact.cases], **said}
    return {
        "zones": [game.zones.names[z] for z in fact.zones],
        "weights": {game.faces[f]: w for f, w in fact.weights.items()},
        "lo": fact.lo,
        "hi": fact.hi,
        **said,
    }


def _read(game: Game, said: Mapping[str, Any]) -> Conclusion:
    """The fact that :func:`_told` told."""
    if "cases" in said:
        cases = tuple(tuple(_deduction(game, one) for one in case) for case in said["cases"])
        return Alternatives(cases, said["because"], said["audience"])
    return _deduction(game, said)


def _deduction(game: Game, said: Mapping[str, Any]) -> Deduction:
    return Deduction(
        tuple(game.zones[z] for z in said["zones"]),
        {game.face(f): w for f, w in said["weights"].items()},
        said["lo"],
        said["hi"],
        said["because"],
        said["audience"],
    )


def _place_number(game: Game, name: str) -> int:
    places = {place.name.lower(): int(place) for place in game.decisions}
    key = name.lower().replace(" ", "_")
    if key not in places:
        raise ValueError(f"there is no decision place {name!r}: {nearest(key, [*places])}")
    return places[key]


def _set_fields(game: Game, state: Any, fields: Mapping[str, Any]) -> None:
    names = [each.name for each in (*HEAD, *game.fields) if each.name not in _OF_THE_KIT]
    for name, value in fields.items():
        if name not in names:
            raise ValueError(f"{game.title} has no field {name!r}: {nearest(name, names)}")
        if name == "decision" and isinstance(value, str):
            value = _place_number(game, value)
        if np.shape(value) != np.shape(state[name]):
            raise ValueError(
                f"{name} has the shape {np.shape(state[name])}, not {np.shape(value)}: {value!r}"
            )
        try:
            state[name] = value
        except (ValueError, TypeError, OverflowError):
            raise ValueError(f"{name} cannot be {value!r}") from None
    if int(state.decision) not in {int(place) for place in game.decisions}:
        raise ValueError(f"there is no decision place {int(state.decision)}")
    if not -1 <= int(state.mover) < int(state.seats):
        raise ValueError(f"mover cannot be {int(state.mover)}: a seat, or -1 when the game is over")


def _layout(
    game: Game, cards: Mapping[str, Sequence[str]], sizes: Mapping[str, int], row: Any
) -> dict[str, list[int]]:
    """Zone name to face numbers, every card placed, those not named at random."""
    content: dict[str, list[int]] = {name: [] for name in game.zones.names}
    for zone, faces in cards.items():
        if isinstance(faces, str) or not isinstance(faces, Iterable):
            raise ValueError(f"{zone} holds a list of cards, not {faces!r}")
        content[zone] = [game.face(name) for name in faces]
        for name, face in zip(faces, content[zone], strict=True):
            if not game.allows(game.zones[zone], face):
                raise ValueError(f"{name} cannot lie in {zone}, which takes {_pool(game, zone)}")
    rest: list[int] = []
    used = Counter(face for faces in content.values() for face in faces)
    for face, number in enumerate(game.copies):
        if used[face] > number:
            raise ValueError(
                f"{game.faces[face]} is laid {used[face]} times: the game has {number} of it"
            )
        rest += [face] * (number - used[face])
    room: list[str] = []
    for zone, size in sizes.items():
        if plain_number(size) is None:
            raise ValueError(f"{zone} cannot hold {size!r} cards: a whole number")
        if size < len(content[zone]):
            raise ValueError(f"{zone} cannot hold {size} cards: {len(content[zone])} are named")
        room += [zone] * (size - len(content[zone]))
    if len(room) != len(rest):
        names = ", ".join(game.faces[f] for f in rest[:6]) + ("…" if len(rest) > 6 else "")
        raise ValueError(
            f"{len(rest)} cards are left to place ({names or 'none'}), and sizes leave room for"
            f" {len(room)}: state the sizes of the zones that hold them"
        )
    # Restricted zones choose first: so all deals that the pools allow are equally likely.
    anywhere = [zone for zone in room if game.zone_pool[game.zones[zone]] == ANY_FACE]
    for zone in (zone for zone in room if zone not in anywhere):
        fits = [i for i, face in enumerate(rest) if game.allows(game.zones[zone], face)]
        if not fits:
            raise ValueError(f"{zone} takes {_pool(game, zone)}, and no more of them is left")
        content[zone].append(rest.pop(fits[below(row, len(fits))]))
    for zone, nth in zip(anywhere, permutation(len(rest), row), strict=True):
        content[zone].append(rest[nth])
    return content


def _pool(game: Game, zone: str) -> str:
    """The names of the faces that a zone takes."""
    return ", ".join(name for f, name in enumerate(game.faces) if game.allows(game.zones[zone], f))


def _check_zone(game: Game, zone: str, seats: int) -> None:
    if zone not in game.zones.names:
        raise ValueError(f"there is no zone {zone!r}: {nearest(zone, game.zones.names)}")
    owner = int(game.zones.owner[game.zones.names.index(zone)])
    if owner >= seats:
        raise ValueError(f"{zone} belongs to seat {owner}, and there are {seats} players")


def _check_fact(game: Game, fact: Conclusion) -> None:
    if isinstance(fact, Alternatives):
        if not fact.cases:
            raise ValueError(f"alternatives have one case at least ({fact.because})")
        for case in fact.cases:
            for one in case:
                _check_fact(game, one)
        return
    if not isinstance(fact, Deduction):
        raise ValueError(f"a fact is a games.Deduction or games.Alternatives, not {fact!r}")
    for zone in fact.zones:
        if not 0 <= zone < len(game.zones):
            raise ValueError(
                f"there is no zone number {zone} ({fact.because}): 0 to {len(game.zones) - 1}"
            )
    for face in fact.weights:
        if not 0 <= face < len(game.faces):
            raise ValueError(
                f"there is no face number {face} ({fact.because}): 0 to {len(game.faces) - 1}"
            )
    if fact.lo > fact.hi:
        raise ValueError(
            f"nothing is like that: lo is {fact.lo} and hi is {fact.hi} ({fact.because})"
        )


def _lay(game: Game, state: Any, layout: Mapping[str, Iterable[int]]) -> None:
    copies = {face: iter(numbers) for face, numbers in game.cards_of.items()}
    everybody = (1 << int(state.seats)) - 1
    for number, zone in enumerate(game.zones.names):
        owner = int(game.zones.owner[number])
        for depth, face in enumerate(layout[zone]):
            c = next(copies[face])
            state.zone[c] = number
            state.block[c] = number
            state.depth[c] = depth if game.zones.ordered[number] else -1
            if game.zones.open[number]:
                state.seen[c] = everybody
            elif owner >= 0:
                state.seen[c] = (1 << owner) & everybody
            else:
                state.seen[c] = 0


def _mark(game: Game, state: Any, known: Mapping[str, Sequence[int]]) -> None:
    for name, seats in known.items():
        face = game.face(name)
        if isinstance(seats, str) or not isinstance(seats, Iterable):
            raise ValueError(f"{name} is known to a list of seats, not {seats!r}")
        for seat in seats:
            if plain_number(seat) is None or not 0 <= seat < int(state.seats):
                raise ValueError(f"seat {seat!r} cannot know {name}: 0 to {int(state.seats) - 1}")
            for c in game.cards_of[face]:
                state.seen[c] = int(state.seen[c]) | (1 << seat)
