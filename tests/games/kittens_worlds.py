"""All worlds of a small position of Exploding Kittens, one by one, as a seat hears of events.

The oracle of the beliefs: every assignment of the cards that the seat does not see to the places
where they may lie is written down, and carried through each event with its weight.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

import games
from games.exploding_kittens.cards import FACES, KITTEN
from games.exploding_kittens.facts import deductions
from games.exploding_kittens.record import DEAD, DECK, HAND, MOST_SEATS
from games.kit.events import (
    Announced,
    Event,
    Inserted,
    Looked,
    Moved,
    Shown,
    Shuffled,
    Swapped,
)
from tests.games.kittens_table import GAME

World = tuple[tuple[int, ...], ...]
"""Zone by zone the faces in it: of an ordered zone from the bottom, of another ascending."""
Worlds = dict[World, Fraction]
HANDS = {*range(HAND, HAND + MOST_SEATS), *range(DEAD, DEAD + MOST_SEATS)}


def world(places: dict[int, list[int]]) -> World:
    ordered = GAME.zones.ordered
    zones = (places.get(zone, []) for zone in range(len(GAME.zones.names)))
    return tuple(tuple(z if ordered[n] else sorted(z)) for n, z in enumerate(zones))


def arranged_worlds(state: games.State, seat: int) -> Worlds:
    """The worlds of an arranged position in which a seat sees its own hand and open zones."""
    names = GAME.zones.names
    view = state.view(seat)
    slots = [
        (zone, None if card is None else FACES.index(card))
        for zone, name in enumerate(names)
        for card in view.slots(name)
    ]
    s = state.record_array[0]
    seen = Counter(face for _, face in slots if face is not None)
    everything = Counter(int(GAME.face_of[card]) for card in range(len(s.zone)))
    unseen = sorted((everything - seen).elements())
    worlds: Counter[World] = Counter()
    for order in set(permutations(unseen)):
        cards = iter(order)
        places: dict[int, list[int]] = defaultdict(list)
        for zone, face in slots:
            places[zone].append(next(cards) if face is None else face)
        if not any(KITTEN in places[zone] for zone in HANDS):
            worlds[world(places)] += 1
    return {one: Fraction(n) for one, n in worlds.items()}


def after(worlds: Worlds, seat: int, event: Event) -> Worlds:
    """The worlds after an event, of which the seat heard its share."""
    found: Worlds = defaultdict(Fraction)
    for one, weight in worlds.items():
        for other, share in _outcomes([list(zone) for zone in one], seat, event):
            key = world(dict(enumerate(other)))
            if share and not any(KITTEN in key[zone] for zone in HANDS):
                found[key] += weight * share
    return dict(found)


Outcomes = Iterator[tuple[list[list[int]], Fraction]]


def _outcomes(zones: list[list[int]], seat: int, event: Event) -> Outcomes:
    """What may become of one world, each with how likely it is."""
    match event:
        case Moved(face, source, deep, target, place, eyes, knew, _):
            told = face if (eyes | knew) >> seat & 1 else None
            for card, share in _leaving(zones[source], deep, told):
                yield _moved(zones, card, source, deep, target, place), share
        case Inserted(face, source, target, place, eyes, _, deep):
            heights = range(len(zones[target]) + 1)
            for height in [place] if eyes >> seat & 1 else heights:
                share = Fraction(1) if eyes >> seat & 1 else Fraction(1, len(heights))
                yield _moved(zones, face, source, deep, target, height), share
        case Shown(face, zone, deep, eyes, _):
            told = face if eyes >> seat & 1 else None
            share = sum((p for _, p in _leaving(zones[zone], deep, told)), Fraction(0))
            yield zones, share
        case Looked(zone, eyes, faces):
            yield zones, Fraction(not eyes >> seat & 1 or sorted(faces) == sorted(zones[zone]))
        case Shuffled(zone):
            orders = set(permutations(zones[zone]))
            for order in orders:
                mixed = list(zones)
                mixed[zone] = list(order)
                yield mixed, Fraction(1, len(orders))
        case Swapped(a, b):
            swapped = list(zones)
            swapped[a], swapped[b] = zones[b], zones[a]
            yield swapped, Fraction(1)
        case Announced(what, who, a, b):
            yield zones, Fraction(all(_holds(zones, fact) for fact in deductions(what, who, a, b)))
        case _:
            raise AssertionError(event)


def _leaving(here: Sequence[int], deep: int, told: int | None) -> Iterator[tuple[int, Fraction]]:
    """Which card of a zone it may be, each with how likely that is; only the one that was seen."""
    if deep >= 0:
        if told in (None, here[deep]):
            yield here[deep], Fraction(1)
    elif told is not None:
        # In the reference measure a card that its owner chose is as a card drawn at random.
        yield told, Fraction(here.count(told), len(here))
    else:
        for face, copies in Counter(here).items():
            yield face, Fraction(copies, len(here))


def _moved(
    zones: list[list[int]], card: int, source: int, deep: int, target: int, place: int
) -> list[list[int]]:
    """The world with a card in another zone."""
    result = list(zones)
    left = list(zones[source])
    if deep >= 0:
        del left[deep]
    elif card in left:
        left.remove(card)
    result[source] = left
    there = list(result[target])
    there.insert(place if place >= 0 else len(there), card)
    result[target] = there
    return result


def _holds(zones: list[list[int]], fact: games.Deduction) -> bool:
    total = sum(fact.weights.get(face, 0) for zone in fact.zones for face in zones[zone])
    return fact.lo <= total <= fact.hi


def expected(worlds: Worlds) -> dict[tuple[int, int, int], Fraction]:
    """How many copies of a face lie where, in the mean: by zone, place (-1 in a hand), face."""
    sums: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    for one, weight in worlds.items():
        for zone in (DECK, *HANDS):
            for place, face in enumerate(one[zone]):
                sums[zone, place if zone == DECK else -1, face] += weight
    whole = sum(worlds.values(), Fraction(0))
    return {key: total / whole for key, total in sums.items()}
