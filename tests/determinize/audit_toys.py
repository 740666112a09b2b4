"""A small card game with a right copier, as a target of audits.

Three seats, eight cards of two suits, two cards each, an ordered deck of two. In turn, for three
rounds, a seat passes, looks at a card of the next seat (chance says which; nobody else sees it),
draws and discards openly, or announces that it holds none of a suit (allowed only where true).
At the start, 180 deals look alike to a seat, so everything is counted by brute force.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any

import numpy as np

from determinize.auditing.auditable import Cell, Posterior, World, canonical, cells

CARDS = tuple(suit + rank for suit in "ab" for rank in "1234")
SEATS = 3
ROUNDS = 3
ORDERED = ("deck",)
Hand = tuple[str, ...]
Deal = tuple[tuple[Hand, ...], Hand]
"""The hands and the deck at the start; the top of the deck is its last card."""
Event = tuple[int, str, str | None]
"""Who chose, what, and the face that was drawn or looked at (None where it was not seen)."""
RULES: dict[str, Any] = {"rounds": ROUNDS, "hand": 2, "names": list(CARDS)}
"""What all states share."""


class State:
    """A position of the game."""

    def __init__(self, start: Deal, chances: random.Random) -> None:
        self.start = start
        self.hands = [list(hand) for hand in start[0]]
        self.deck = list(start[1])
        self.discard: list[str] = []
        self.history: list[Event] = []
        self.looks: list[list[str]] = [[] for _ in range(SEATS)]
        self.turns = np.zeros(SEATS, np.int64)
        self.mover = 0
        self.drawn = False
        self.chances = chances
        self.rules = RULES
        self.dealer: np.random.Generator | None = None
        """The generator that has dealt, in true states: nothing draws from it again."""

    def options(self) -> list[str]:
        hand = self.hands[self.mover]
        if self.drawn:
            return [f"discard {card}" for card in sorted(hand)]
        options = ["pass", "look"] + ["draw"] * bool(self.deck)
        return options + [f"none {suit}" for suit in "ab" if not any(c[0] == suit for c in hand)]

    def step(self, option: str, face: str | None = None) -> None:
        """Play an option; what chance shows may be given."""
        seat, hand, word = self.mover, self.hands[self.mover], option.split()[0]
        if word == "look":
            face = self.chances.choice(sorted(self.hands[follows(seat)])) if face is None else face
            self.looks[seat].append(face)
        elif word == "draw":
            face = self.deck.pop()
            hand.append(face)
        elif word == "discard":
            hand.remove(option.split()[1])
            self.discard.append(option.split()[1])
        self.history.append((seat, option, face))
        self.drawn = word == "draw"
        if not self.drawn:
            self.turns[seat] += 1
            self.mover = follows(seat) if self.turns[-1] < ROUNDS else -1

    def log(self, seat: int) -> tuple[Event, ...]:
        """What a seat saw happen."""
        return tuple((who, what, face if who == seat else None) for who, what, face in self.history)


def follows(seat: int) -> int:
    return (seat + 1) % SEATS


def replay(deal: Deal, log: tuple[Event, ...]) -> Iterator[tuple[list[list[str]], list[str]]]:
    """Hands and deck before each event and at the end, for as long as the events are possible."""
    hands, deck = [list(hand) for hand in deal[0]], list(deal[1])
    for seat, option, face in log:
        yield hands, deck
        word, hand = option.split()[0], hands[seat]
        if word == "look" and face is not None and face not in hands[follows(seat)]:
            return
        if word == "none" and any(card[0] == option[-1] for card in hand):
            return
        if word == "draw":
            if not deck or face not in (None, deck[-1]):
                return
            hand.append(deck.pop())
        if word == "discard":
            if option.split()[1] not in hand:
                return
            hand.remove(option.split()[1])
    yield hands, deck


def outcome(deal: Deal, log: tuple[Event, ...]) -> tuple[list[list[str]], list[str]] | None:
    """Hands and deck in the end; None where the events are impossible."""
    steps = list(replay(deal, log))
    return steps[-1] if len(steps) == len(log) + 1 else None


@lru_cache(maxsize=500)
def deals(seat: int, hand: Hand, log: tuple[Event, ...]) -> tuple[Deal, ...]:
    """All deals at the start with which a seat can have seen what it saw."""
    rest = [card for card in CARDS if card not in hand]
    possible = []
    for left in combinations(rest, 2):
        others = [card for card in rest if card not in left]
        for right in combinations(others, 2):
            for deck in permutations([card for card in others if card not in right]):
                hands = [hand] * SEATS
                hands[follows(seat)], hands[follows(follows(seat))] = left, right
                if outcome((tuple(hands), deck), log) is not None:
                    possible.append((tuple(hands), deck))
    return tuple(possible)


@lru_cache(maxsize=500)
def ways(seat: int, hand: Hand, log: tuple[Event, ...], discard: Hand) -> Counter[Hashable]:
    """Each world that is possible now, canonical, to the number of deals that lead to it."""
    ends = (outcome(deal, log) for deal in deals(seat, hand, log))
    worlds = (world_of(*end, list(discard)) for end in ends if end is not None)
    return Counter(canonical(world, ORDERED) for world in worlds)


def known(state: State, seat: int) -> tuple[Deal, ...]:
    return deals(seat, tuple(sorted(state.start[0][seat])), state.log(seat))


def rebuilt(state: State, seat: int, deal: Deal, rng: np.random.Generator) -> State:
    """The same course of the game with another deal; other seats' looks are drawn."""
    new = State(deal, random.Random(int(rng.integers(2**32))))
    for who, option, face in state.history:
        if option == "look" and who != seat:
            face = str(rng.choice(sorted(new.hands[follows(who)])))
        new.step(option, face)
    return new


def world_of(hands: list[list[str]], deck: list[str], discard: list[str]) -> World:
    return {**{f"hand {i}": h for i, h in enumerate(hands)}, "deck": deck, "discard": discard}


Copier = Callable[[State, int, np.random.Generator], State]


class Toy:
    """The game with a copier.

    Args:
        copier: by default a right one, :func:`right`.
        without: abilities that the target is not to have.
    """

    ordered = ORDERED

    def __init__(
        self,
        copier: Copier | None = None,
        *,
        promise: str = "history",
        without: Collection[str] = (),
    ) -> None:
        self.copier = copier or right
        self.promise = promise
        self.name = f"toy:{self.copier.__name__}"
        for ability in without:
            setattr(self, ability, None)

    def new(self, seed: int) -> State:
        dealer = np.random.default_rng(seed)
        cards = [str(card) for card in dealer.permutation(CARDS)]
        hands = tuple(tuple(sorted(cards[2 * i : 2 * i + 2])) for i in range(SEATS))
        state = State((hands, tuple(cards[2 * SEATS :])), random.Random(seed))
        state.dealer = dealer
        return state

    def mover(self, state: State) -> int:
        return state.mover

    def observers(self, state: State) -> list[int]:
        return list(range(SEATS))

    def options(self, state: State) -> list[str]:
        return state.options() if state.mover >= 0 else []

    def play(self, state: State, option: str) -> State:
        if option not in state.options():
            raise ValueError(f"{option!r} is not an option: {state.options()}")
        state.step(option)
        return state

    def observe(self, state: State, seat: int) -> Hashable:
        return (
            tuple(sorted(state.start[0][seat])),
            tuple(sorted(state.hands[seat])),
            tuple(state.looks[seat]),
            tuple(state.discard),
            len(state.deck),
            state.log(seat),
            tuple(state.turns.tolist()),
            state.mover,
        )

    def world(self, state: State) -> World:
        return world_of(state.hands, state.deck, state.discard)

    def copy(self, state: State, seat: int, rng: np.random.Generator) -> State:
        return self.copier(state, seat, rng)

    def say(self, state: State, option: str) -> str:
        return f"seat {state.mover}: {option}"

    def twin(self, state: State, seat: int, rng: np.random.Generator) -> State | None:
        here = canonical(self.world(state), ORDERED)
        worlds = zip(known(state, seat), self._outcomes(state, seat), strict=True)
        others = [deal for deal, world in worlds if canonical(world, ORDERED) != here]
        if not others:
            return None
        twin = rebuilt(state, seat, others[int(rng.integers(len(others)))], rng)
        twin.dealer = np.random.default_rng(int(rng.integers(2**32)))
        return twin

    def worlds(self, state: State, seat: int) -> Counter[Hashable]:
        """Each canonical world to the number of deals that lead to it."""
        hand, discard = tuple(sorted(state.start[0][seat])), tuple(state.discard)
        return ways(seat, hand, state.log(seat), discard)

    def _outcomes(self, state: State, seat: int) -> Iterator[World]:
        for deal in known(state, seat):
            found = outcome(deal, state.log(seat))
            assert found is not None
            yield world_of(*found, state.discard)

    def posterior(self, state: State, seat: int) -> Posterior:
        ways = self.worlds(state, seat)
        total = sum(ways.values())
        held = Counter(c for w in self._outcomes(state, seat) for c in cells(w, ORDERED))
        chances: dict[Cell, list[float]] = {
            cell: [1 - n / total, n / total] for cell, n in held.items()
        }
        return Posterior(
            "all deals one by one", len(ways), chances, {w: n / total for w, n in ways.items()}
        )

    def likelihood(self, state: State, seat: int) -> float:
        again, total = State(state.start, random.Random(0)), 0.0
        for who, option, face in state.history:
            if who != seat:
                total -= math.log(len(again.options()))
            again.step(option, face)
        return total

    def contradiction(self, state: State, seat: int, copy: State) -> str | None:
        """The first event that no deal explains which ends in the copy's world."""
        hand, log, end = tuple(sorted(state.start[0][seat])), state.log(seat), self.world(copy)
        if canonical(end, ORDERED) in self.worlds(state, seat):
            return None
        for length in range(len(log) + 1):
            facts = [e if i < length else forgotten(e) for i, e in enumerate(log)]
            found = (outcome(d, tuple(facts)) for d in deals(seat, hand, tuple(facts)))
            ends = (canonical(world_of(*e, state.discard), ORDERED) for e in found if e is not None)
            if canonical(end, ORDERED) not in set(ends):
                return f"seat {log[length - 1][0]}: {log[length - 1][1]}" if length else "its hand"
        return None

    def impossible(self, state: State, seat: int, copy: State) -> str | None:
        again = State(copy.start, random.Random(0))
        for number, (who, option, face) in enumerate(copy.history):
            if again.mover != who or option not in again.options():
                return f"move {number}: seat {who} cannot {option}"
            if option == "look" and face not in again.hands[follows(who)]:
                return f"move {number}: seat {who} saw {face}, which was not there"
            again.step(option, face)
        if self._table(again) != self._table(copy):
            return "the moves lead to another layout"
        return None

    def _table(self, state: State) -> Hashable:
        return canonical(self.world(state), ORDERED)


def forgotten(event: Event) -> Event:
    who, option, _ = event
    return (who, "pass" if option.split()[0] == "none" else option, None)


def right(state: State, seat: int, rng: np.random.Generator) -> State:
    """Any of the deals that the seat holds possible, each as likely."""
    possible = known(state, seat)
    return rebuilt(state, seat, possible[int(rng.integers(len(possible)))], rng)
