"""Brute force for beliefs at the Uno table: all deals, weighed by what one seat saw.

A world says which faces lie in each hand, among the cards just drawn, and in the deck, whose order
nobody knows. It weighs as many labelled deals, draws and choices of a copy as come to it. The
referee is told what happened to the cards and what was done, goes by the rules in its own words,
and knows neither facts nor ledgers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import comb, prod
from typing import Any, TypeAlias

import games
from games.kit.events import Event, Looked, Moved, Opened, Swapped
from games.uno.cards import COLOURS, COPIES, FACES
from games.uno.parameters import WildDrawFour
from games.uno.record import CHALLENGE, DRAW, Decision

UNO = games.load("uno")
Hand: TypeAlias = tuple[str, ...]
World: TypeAlias = dict[str, Hand]
Key: TypeAlias = tuple[Hand, ...]

MOST_WORLDS = 2500


class TooMany(Exception):
    """There are more worlds than are worth going through."""


def with_card(hand: Hand, face: str) -> Hand:
    return tuple(sorted((*hand, face)))


def without_card(hand: Hand, face: str) -> Hand:
    at = hand.index(face)
    return hand[:at] + hand[at + 1 :]


def colour(face: str) -> str:
    """Red, Yellow, Green, Blue, or nothing for a wild."""
    return face.split()[0] if face.split()[0] in COLOURS else ""


def fits(face: str, pile: str, in_force: str, symbol_match: bool) -> bool:
    """Whether a card goes on the pile by colour, by number or symbol, or because it is wild."""
    if not colour(face) or colour(face) == in_force:
        return True
    if not colour(pile):
        return False
    word, other = (one.split(" ", 1)[1] for one in (face, pile))
    return word == other and (word.isdigit() or symbol_match)


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
        self.seat, self.rules, self.seats = seat, state.rules, state.seats
        hands = [f"hand {p}" for p in range(self.seats)]
        self.zones = [*hands, *(f"drawn {p}" for p in range(self.seats)), "deck"]
        self.worlds: dict[Key, int] = {}
        self.pile: list[str] = []
        self.see(state.events)

    # --- what happened to the cards ---

    def see(self, events: Iterable[Event], unfit: Callable[[str], bool] | None = None) -> None:
        """The seat's share of what happened. ``unfit``: of cards drawn in a turn and kept."""
        dealt: list[Event] = []
        for event in events:
            match event:
                case Opened():
                    dealt = [event]
                case _ if dealt and not self._starts_play(event):
                    dealt.append(event)
                case _:
                    if dealt:
                        self._deal(dealt)
                        dealt = []
                    self._happens(event, unfit)
        if dealt:
            self._deal(dealt)

    def _starts_play(self, event: Event) -> bool:
        """Whether all hands are dealt, and the first card is turned up."""
        return isinstance(event, Moved) and UNO.zones.names[event.target] == "discard"

    def _deal(self, events: list[Event]) -> None:
        """All ways to deal, own cards as they are."""
        own: list[str] = []
        nothing: Hand = ()
        sizes: Counter[int] = Counter()
        cards = Counter(dict(zip(FACES, COPIES, strict=True)))
        for event in events:
            if not isinstance(event, Moved):
                continue
            zone, face = UNO.zones.names[event.target], FACES[event.face]
            if zone == "out":
                cards[face] -= 1
                continue
            p = int(zone.split()[1])
            sizes[p] += 1
            if p == self.seat:
                own.append(face)
        cards = +cards - Counter(own)
        self.pile = []
        deals: list[tuple[list[Hand], Counter[str], int]] = [([], cards, 1)]
        for p in range(self.seats):
            after = []
            for hands, left, ways in deals:
                if p == self.seat:
                    after.append(([*hands, tuple(sorted(own))], left, ways))
                    continue
                for hand, labelled in subhands(left, sizes[p]):
                    after.append(([*hands, hand], left - Counter(hand), ways * labelled))
                if len(after) > MOST_WORLDS:
                    raise TooMany
            deals = after
        drawn = [nothing] * self.seats
        self.worlds = {
            (*hands, *drawn, tuple(sorted(left.elements()))): ways for hands, left, ways in deals
        }

    def _happens(self, event: Event, unfit: Callable[[str], bool] | None) -> None:
        names = UNO.zones.names
        match event:
            case Moved(face, source, _, target, _, eyes, knew, _):
                if unfit and names[source].startswith("drawn") and names[target].startswith("hand"):
                    self.require(lambda world: all(map(unfit, world[names[source]])))
                seen = FACES[face] if (eyes | knew) >> self.seat & 1 else None
                self._moves(names[source], names[target], seen)
            case Looked(zone, eyes, content) if eyes >> self.seat & 1:
                hand = tuple(sorted(FACES[face] for face in content))
                self.require(lambda world: world[names[zone]] == hand)
            case Swapped(a, b):
                self._exchange(names[a], names[b])

    def _moves(self, source: str, target: str, face: str | None) -> None:
        """A card goes elsewhere: one of the copies that lie there, each as likely."""
        after: dict[Key, int] = defaultdict(int)
        if source == "discard":
            assert face is not None
            self.pile.remove(face)
        elif target == "discard":
            assert face is not None
        for key, weight in self.worlds.items():
            world = dict(zip(self.zones, key, strict=True))
            there = world.get(source, (face,) if face else ())
            for one in {*there} if face is None else {face} & {*there}:
                assert one is not None
                moved = dict(world)
                ways = 1
                if source != "discard":
                    moved[source] = without_card(world[source], one)
                    ways = world[source].count(one)
                if target != "discard":
                    moved[target] = with_card(moved[target], one)
                after[tuple(moved[zone] for zone in self.zones)] += weight * ways
        if target == "discard" and face is not None:
            self.pile.append(face)
        self._replace(after)

    def _exchange(self, one: str, other: str) -> None:
        a, b = self.zones.index(one), self.zones.index(other)
        after: dict[Key, int] = {}
        for key, weight in self.worlds.items():
            zones = list(key)
            zones[a], zones[b] = zones[b], zones[a]
            after[tuple(zones)] = weight
        self._replace(after)

    def _replace(self, worlds: dict[Key, int]) -> None:
        if len(worlds) > MOST_WORLDS:
            raise TooMany
        assert worlds, "nothing is possible"
        self.worlds = dict(worlds)

    def require(self, holds: Callable[[World], bool]) -> None:
        """What is so in the true world: all others are left out."""
        self._replace(
            {
                key: weight
                for key, weight in self.worlds.items()
                if holds(dict(zip(self.zones, key, strict=True)))
            }
        )

    # --- what was done ---

    def hears(self, before: Any, code: int, state: games.State) -> None:
        """An option that was just played: what it takes, what happened, what came out.

        Args:
            before: the record of the state in which it was played.
            code: the option.
            state: as it is now, with the events of the move.
        """
        self._takes(before, code)
        top, in_force = self.pile[-1], ("" if before.colour == 4 else COLOURS[before.colour])
        on_turn = before.decision == Decision.TURN and code == DRAW

        def unfit(face: str) -> bool:
            return not fits(face, top, in_force, self.rules.symbol_match)

        self.see(state.events, unfit if on_turn else None)
        asked = int(state.record_array[0].decision) == Decision.AFTER_DRAW
        if on_turn and asked and self.rules.draw_until_playable:
            drawn = f"drawn {state.mover}"
            self.require(lambda world: not any(map(unfit, world[drawn])))

    def _takes(self, before: Any, code: int) -> None:
        """What must have been so for the option to be lawful, or for the challenge to come out."""
        me, place = int(before.mover), Decision(int(before.decision))
        hand, drawn = f"hand {me}", f"drawn {me}"
        top, in_force = self.pile[-1], ("" if before.colour == 4 else COLOURS[before.colour])
        enforced = self.rules.wd4 == WildDrawFour.ENFORCED

        def has(world: World, zone: str, one: str) -> bool:
            return one != "" and any(colour(face) == one for face in world[zone])

        def may_play(world: World, face: str) -> bool:
            barred = enforced and face == "Wild Draw Four" and has(world, hand, in_force)
            return fits(face, top, in_force, self.rules.symbol_match) and not barred

        if code < DRAW and place != Decision.SWAP:
            zone = drawn if place == Decision.AFTER_DRAW else hand
            self.require(lambda w: FACES[code] in w[zone] and may_play(w, FACES[code]))
        elif place == Decision.TURN and not self.rules.voluntary_draw:
            self.require(lambda world: not any(may_play(world, face) for face in world[hand]))
        elif place == Decision.AFTER_DRAW and self.rules.draw_until_playable:
            self.require(lambda world: not any(may_play(world, face) for face in world[drawn]))
        elif place == Decision.CHALLENGE and code == CHALLENGE:
            step = 1 if before.reversed else -1
            accused = f"hand {(me + step) % self.seats}"
            was = "" if before.before == 4 else COLOURS[before.before]
            guilty = has(world_of(before, self.seats), accused, was)
            self.require(lambda world: has(world, accused, was) == guilty)

    # --- what is believed ---

    def expected(self, zone: str) -> dict[str, Fraction]:
        """How many copies of each face lie in a zone, in the mean."""
        at, total = self.zones.index(zone), sum(self.worlds.values())
        sums: Counter[str] = Counter()
        for key, weight in self.worlds.items():
            for face in key[at]:
                sums[face] += weight
        return {face: Fraction(n, total) for face, n in sums.items()}

    def chance(self, world: World) -> Fraction:
        """How likely a world is."""
        key = tuple(world[zone] for zone in self.zones)
        return Fraction(self.worlds.get(key, 0), sum(self.worlds.values()))


def world_of(record: Any, seats: int) -> World:
    """The world that a record holds."""
    world: World = {}
    for p in range(seats):
        for zone in (f"hand {p}", f"drawn {p}"):
            faces = UNO.face_of[record.zone == UNO.zones[zone]]
            world[zone] = tuple(sorted(FACES[f] for f in faces))
    deck = UNO.face_of[record.zone == UNO.zones["deck"]]
    return world | {"deck": tuple(sorted(FACES[f] for f in deck))}
