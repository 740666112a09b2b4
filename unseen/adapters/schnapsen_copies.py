"""The platform's copies under audit: ``PlayerPerspective.make_assumption`` of ``schnapsen``.

The platform gives a bot a guess of the whole state to search in. Its documentation says that the
guess "takes into account cards seen earlier during marriages played by the opponent, as well as
potential trump jack exchanges". While there is a talon nobody has to follow suit, so those cards
are all that a seat can learn of hidden ones: the copier is held to the whole history.

The exact count is made by our own ledger, from what a perspective tells and nothing else
(:mod:`unseen.adapters.schnapsen`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from beliefs import Ledger
from determinize.auditing.auditable import (
    HISTORY,
    Cell,
    NotTested,
    Posterior,
    World,
    canonical,
)
from determinize.auditing.ours.counts import posterior_of
from unseen.adapters.schnapsen import information
from unseen.adapters.schnapsen_moments import (
    Moment,
    course,
    dealt,
    faces,
    played,
    shuffled,
    text,
    told,
)

NINES = ("9C", "9D", "9H", "9S")
"""Faces of our own game that the platform's has not."""


class PlatformCopies:
    """The platform's game, and its copier, for the seat that is to move.

    >>> target = PlatformCopies()
    >>> start = target.new(7)
    >>> copy = target.copy(start, 0, np.random.default_rng(1))
    >>> target.observe(copy, 0) == target.observe(start, 0)
    True
    >>> target.posterior(start, 0).count == 2002 * 362880   # hands, and orders of the talon
    True
    """

    name = "schnapsen-platform"
    promise = HISTORY
    ordered = ("talon",)

    def __init__(self) -> None:
        self.features: Mapping[str, Callable[[World], float]] = {
            f"points in {place}": lambda world, place=place: _points(world[place])  # type: ignore[misc]
            for place in ("hand 0", "hand 1")
        }
        self._ledgers: WeakKeyDictionary[Moment, Ledger] = WeakKeyDictionary()

    # --- the game ---

    def new(self, seed: int) -> Moment:
        """A new game, shuffled and dealt by the platform."""
        return dealt(shuffled(Random(seed)))

    def mover(self, state: Moment) -> int:
        """The seat that has to decide; -1 when the game is over."""
        return state.mover

    def options(self, state: Moment) -> Sequence[str]:
        """The platform's valid moves, in words."""
        return list(state.moves)

    def play(self, state: Moment, option: str) -> Moment:
        """The moment after an option, by the platform's engine."""
        return played(state, option)

    def observe(self, state: Moment, seat: int) -> tuple[Any, ...]:
        """Everything that the platform's perspective tells the seat."""
        return told(state, seat)

    def world(self, state: Moment) -> World:
        """Where all cards lie."""
        return state.world()

    def copy(self, state: Moment, seat: int, rng: np.random.Generator) -> Moment:
        """The platform's assumption, from the perspective that the seat is given."""
        lead = state.leader_move if seat != state.leader else None
        rand = Random(int(rng.integers(2**62)))
        guess = state.perspective(seat).make_assumption(leader_move=lead, rand=rand)
        return Moment(guess, state.leader_move, state.leader)

    # --- what the checks ask ---

    def channels(self, state: Moment) -> Mapping[str, object]:
        """What a copy tells besides its cards: its text, and what it remembers of each seat."""
        other = 1 - state.mover if state.mover >= 0 else 0
        earlier = state.perspective(other).get_game_history()[:-1]
        return {
            "printed": text(state.state),
            "printed perspective": text(state.perspective(1 - other)),
            "previous": tuple(
                tuple(sorted((place, tuple(cards)) for place, cards in moment.world().items()))
                for moment, _ in course(state)[:-1]
            ),
            "the other seat's own history": tuple(
                tuple(faces(view.get_hand())) for view, _ in earlier
            ),
        }

    def twin(self, state: Moment, seat: int, rng: np.random.Generator) -> Moment:
        """Another deal that led to the same for the seat: hidden cards exchanged, moves replayed.

        Cards that the seat has seen come when they truly came, so that they stand where they truly
        stand in the other hand: the platform says that order in a hand is not significant.

        Raises:
            NotTested: the talon is empty, and the seat knows all cards.
        """
        seen = set(faces(state.perspective(seat).seen_cards(state.leader_move)))
        (start, _), *_ = steps = course(state)
        deck = _deck(start)
        unseen = [face for face in deck if face not in seen]
        if state.state.talon.is_empty() or len(unseen) < 2:
            raise NotTested("the talon is empty: the seat knows where every card lies")
        options = [option for _, options in steps for option in options]
        world = canonical(self.world(state), self.ordered)
        while True:
            exchanged = dict(zip(unseen, map(str, rng.permutation(unseen)), strict=True))
            found = _again([exchanged.get(face, face) for face in deck], options)
            if canonical(found.world(), self.ordered) != world:
                return found

    def posterior(self, state: Moment, seat: int) -> Posterior | None:
        """Our ledger's exact count of what the seat has seen, in the platform's places."""
        counted = posterior_of(self._ledger(state, seat), HISTORY)
        if counted is None:
            return None
        talon = len(state.state.talon)

        def cell(face: str, place: str) -> Cell:
            if place == "trump":
                return face, f"talon[{talon - 1}]"
            if place.startswith("talon["):  # ours counts from the bottom, the trump card apart
                return face, f"talon[{talon - 2 - int(place[6:-1])}]"
            return face, f"hand {state.leader}" if place == "trick" else place

        worlds = counted.worlds and {
            self._in_places(world, state.leader): chance for world, chance in counted.worlds.items()
        }
        return Posterior(
            f"{counted.source} (our ledger)",
            counted.count,
            {cell(*key): chances for key, chances in counted.cells.items() if key[1] != "out"},
            worlds,
        )

    def contradiction(self, state: Moment, seat: int, copy: Moment) -> str | None:
        """What the seat has seen and the copy breaks."""
        ledger = self._ledger(state, seat)
        lies = _zones(copy)
        counts = np.zeros((len(ledger.faces), len(ledger.spots)), np.int64)
        for at, spot in enumerate(ledger.spots):
            for face in lies.get(str(spot.zone), [])[spot.start : spot.start + spot.size]:
                counts[ledger.faces.index(face), at] += 1
        if ledger.allows(counts):
            return None
        mean = ledger.expected(exact=True)
        for at, spot in enumerate(ledger.spots):
            for number, name in enumerate(ledger.faces):
                if mean[number, at].denominator == 1 and mean[number, at] != counts[number, at]:
                    return f"{'no ' if not mean[number, at] else ''}{name} in {spot.zone}"
        return "how many cards lie where"

    def impossible(self, state: Moment, seat: int, copy: Moment) -> str | None:
        """Where the copy's own history, played by the platform's engine, leads elsewhere."""
        steps = course(copy)
        start = steps[0][0]
        sizes = [len(cards) for cards in start.world().values()]
        if sizes != [5, 5, 10, 0, 0]:
            return f"its history begins with {sizes} cards in hands, talon and tricks"
        moment = start
        for number, (claimed, options) in enumerate(steps):
            if difference := _difference(moment, claimed):
                return f"after {number} of {len(steps) - 1} tricks its history {difference}"
            for option in options:
                if option not in moment.moves:
                    return f"{option} is not legal after {number} tricks of its history"
                moment = played(moment, option)
        return None

    def _in_places(self, world: Any, leader: int) -> Hashable:
        """A canonical world of our own game, as a canonical world of the platform's."""
        return canonical(_places(dict(world), leader), self.ordered)

    def _ledger(self, state: Moment, seat: int) -> Ledger:
        """What our ledger knows from what the seat's perspective tells."""
        if seat != state.mover:
            raise NotTested("the platform shows a perspective to the seat that is to move only")
        if state not in self._ledgers:
            lead = state.leader_move
            self._ledgers[state] = information(state.perspective(seat), lead).ledger
        return self._ledgers[state]


def _points(cards: Sequence[str]) -> float:
    return float(sum({"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}[face[:-1]] for face in cards))


def _deck(start: Moment) -> list[str]:
    """The deck from which a game was dealt: to the hands in turn, the rest to the talon."""
    deal = start.world()
    dealt_in_turn = [
        face for pair in zip(deal["hand 0"], deal["hand 1"], strict=True) for face in pair
    ]
    return [*dealt_in_turn, *deal["talon"]]


def _again(deck: Sequence[str], options: Sequence[str]) -> Moment:
    moment = dealt(deck)
    for option in options:
        moment = played(moment, option)
    return moment


def _difference(moment: Moment, claimed: Moment) -> str | None:
    ours, theirs = moment.world(), claimed.world()
    for place, cards in ours.items():
        other = theirs[place]
        if cards != other if place == "talon" else sorted(cards) != sorted(other):
            return f"leads to {' '.join(cards)} in {place}, but it has {' '.join(other)}"
    return None


def _zones(moment: Moment) -> dict[str, list[str]]:
    """A moment's cards in the zones of our own game."""
    zones = {place: list(cards) for place, cards in moment.world().items()}
    talon = zones.pop("talon")
    zones |= {"talon": talon[:-1][::-1], "trump": talon[-1:], "trick": [], "out": [*NINES]}
    if moment.leader_move is not None:
        led = faces(moment.leader_move.cards)[-1]  # of a marriage the king is led
        hand = zones[f"hand {moment.leader}"]
        if led in hand:  # in a wrong copy it may lie anywhere
            hand.remove(led)
            zones["trick"] = [led]
    return zones


def _places(zones: Mapping[str, Sequence[str]], leader: int) -> dict[str, list[str]]:
    """Cards in the zones of our own game, where the platform has them."""
    places = {place: list(zones.get(place, ())) for place in ("hand 0", "hand 1", "won 0", "won 1")}
    places[f"hand {leader}"] += zones.get("trick", ())
    from_the_top = list(zones.get("talon", ()))[::-1]
    return {**places, "talon": [*from_the_top, *zones.get("trump", ())]}
