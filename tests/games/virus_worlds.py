"""Brute force for beliefs at the table of Virus!: all worlds, weighed by what one seat saw.

A world says which faces lie in each hand, and in a deck whose order nobody knows. It weighs as many
labelled deals, draws and choices of a copy as come to it. The referee is told what happened to the
cards, keeps the discard pile in mind and goes by the rules in its own words: a pile that was turned
over is drawn from its oldest card on, and everybody knows what comes; one that was shuffled is only
known to hold what it held. It knows neither marks nor ledgers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb, prod
from typing import Any, TypeAlias

import games
from games.kit.events import Event, Moved, Opened, Shuffled
from games.virus.cards import COPIES, FACES

VIRUS = games.load("virus")
Hand: TypeAlias = tuple[str, ...]
Key: TypeAlias = tuple[Hand, ...]
"""The hands by seat, then the deck, each in the order of names."""

MOST_WORLDS = 4000


class TooMany(Exception):
    """There are more worlds than are worth going through."""


def with_card(hand: Hand, face: str) -> Hand:
    return tuple(sorted((*hand, face)))


def without_card(hand: Hand, face: str) -> Hand:
    at = hand.index(face)
    return hand[:at] + hand[at + 1 :]


def subhands(cards: Counter[str], n: int) -> Iterator[tuple[Hand, int]]:
    """Every hand of n of some cards, and how many labelled hands it stands for."""

    def parts(faces: list[str], left: int) -> Iterator[Counter[str]]:
        if not faces:
            if left == 0:
                yield Counter()
            return
        for k in range(min(left, cards[faces[0]]) + 1):
            for rest in parts(faces[1:], left - k):
                yield rest + Counter({faces[0]: k})

    for part in parts(sorted(cards), n):
        yield tuple(sorted(part.elements())), prod(comb(cards[f], k) for f, k in part.items())


class Referee:
    """What one seat can believe, by going through all worlds.

    Args:
        state: a game just begun.
        seat: whose belief it is.
    """

    def __init__(self, state: games.State, seat: int) -> None:
        self.seat, self.seats = seat, state.seats
        self.zones = [*(f"hand {p}" for p in range(self.seats)), "deck"]
        self.worlds: dict[Key, int] = {}
        self.pile: list[str] = []
        self.coming: list[str] = []  # a deck that was turned over: what is drawn next comes first
        self.turned = False
        self.recycled = 0
        names, held = VIRUS.zones.names, Counter(dict(zip(FACES, COPIES, strict=True)))
        own: list[str] = []
        for event in state.events:
            if isinstance(event, Moved):
                zone = names[event.target]
                if zone == "out":
                    held[FACES[event.face]] -= 1
                elif zone == f"hand {seat}":
                    own.append(FACES[event.face])
        self._deal(+held - Counter(own), tuple(sorted(own)), int(state.rules.hand))

    def _deal(self, unseen: Counter[str], own: Hand, size: int) -> None:
        """All ways to deal, own cards as they are."""
        deals: list[tuple[list[Hand], Counter[str], int]] = [([], unseen, 1)]
        for p in range(self.seats):
            if p == self.seat:
                deals = [([*hands, own], left, ways) for hands, left, ways in deals]
                continue
            deals = [
                ([*hands, hand], left - Counter(hand), ways * labelled)
                for hands, left, ways in deals
                for hand, labelled in subhands(left, size)
            ]
            if len(deals) > MOST_WORLDS:
                raise TooMany
        self.worlds = {
            (*hands, tuple(sorted(left.elements()))): ways for hands, left, ways in deals
        }

    # --- what happened ---

    def sees(self, events: Iterable[Event]) -> None:
        """The seat's share of what happened in a move."""
        names = VIRUS.zones.names
        for event in events:
            match event:
                case Opened():
                    raise AssertionError("a second deal")
                case Moved(face, source, _, target, _, eyes, _, _):
                    shown = FACES[face] if eyes >> self.seat & 1 else None
                    self._moves(names[source], names[target], FACES[face], shown)
                case Shuffled(zone):
                    assert names[zone] == "deck"
                    mixed = tuple(sorted(self.coming))
                    self.coming, self.turned = [], False
                    self._replace({(*key[:-1], mixed): n for key, n in self.worlds.items()})

    def _moves(self, source: str, target: str, face: str, shown: str | None) -> None:
        """A card goes elsewhere; ``face`` is read where everybody sees it, or knows it to come."""
        if source == "discard":  # card by card, the newest first
            assert target == "deck"
            if self.pile:
                assert not self.coming
                assert all(not key[-1] for key in self.worlds)
                self.recycled += 1
                self.coming, self.pile, self.turned = self.pile, [], True
            return
        if target == "discard":
            self.pile.append(face)
        if source.startswith("hand"):
            assert shown == face
            self._leaves(self.zones.index(source), face)
        elif source == "deck":
            assert target.startswith("hand")
            self._drawn(self.zones.index(target), shown)

    def _leaves(self, at: int, face: str) -> None:
        """A card of a hand is shown: any of the copies that may be there, each as likely."""
        after: dict[Key, int] = {}
        for key, weight in self.worlds.items():
            if face in key[at]:
                left = without_card(key[at], face)
                after[(*key[:at], left, *key[at + 1 :])] = weight * key[at].count(face)
        self._replace(after)

    def _drawn(self, at: int, shown: str | None) -> None:
        """A card is drawn: the next of a deck that was turned over, or any."""
        after: dict[Key, int] = defaultdict(int)
        if self.turned:
            face = self.coming.pop(0)
            assert shown in (None, face)
            for key, weight in self.worlds.items():
                after[(*key[:at], with_card(key[at], face), *key[at + 1 :])] += weight
        else:
            for key, weight in self.worlds.items():
                for one in {*key[-1]} if shown is None else {shown} & {*key[-1]}:
                    zones = list(key)
                    zones[at], zones[-1] = with_card(key[at], one), without_card(key[-1], one)
                    after[tuple(zones)] += weight * key[-1].count(one)
        self._replace(after)

    def _replace(self, worlds: dict[Key, int]) -> None:
        if len(worlds) > MOST_WORLDS:
            raise TooMany
        assert worlds, "nothing is possible"
        self.worlds = dict(worlds)

    # --- what is believed ---

    def expected(self, zone: str) -> dict[str, Fraction]:
        """How many copies of each face lie in a zone, in the mean."""
        at, total = self.zones.index(zone), sum(self.worlds.values())
        sums: Counter[str] = Counter()
        for key, weight in self.worlds.items():
            for face in key[at]:
                sums[face] += weight
        for face in self.coming if zone == "deck" else ():
            sums[face] += total
        return {face: Fraction(n, total) for face, n in sums.items()}

    def chance(self, key: Key) -> Fraction:
        """How likely hands and deck are."""
        if self.turned:
            key = (*key[:-1], ())
        return Fraction(self.worlds.get(key, 0), sum(self.worlds.values()))


def key_of(record: Any, seats: int) -> Key:
    """The world that a record holds."""
    zones = [*(f"hand {p}" for p in range(seats)), "deck"]
    return tuple(
        tuple(sorted(FACES[f] for f in VIRUS.face_of[record.zone == VIRUS.zones[zone]]))
        for zone in zones
    )
