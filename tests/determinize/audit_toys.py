"""A small card game with a right copier, and every bug that an audit should catch, by name.

Three seats, eight cards of two suits, two cards each, an ordered deck of two. In turn, for three
rounds, a seat passes, looks at a card of the next seat (chance says which; nobody else sees it),
draws and discards openly, or announces that it holds none of a suit (allowed only where true).
At the start, 180 deals look alike to a seat, so everything is counted by brute force.
"""

from __future__ import annotations

import math
import pickle
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache, partial
from itertools import combinations, permutations
from typing import Any, ClassVar

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


class Toy:
    """The game with its copier, or with one that has a bug.

    Args:
        bug: the name of a function of ``BUGS``.
        without: abilities that the target is not to have.
    """

    ordered = ORDERED

    def __init__(self, bug: str | None = None, *, promise: str = "history", without=()) -> None:
        self.bug = bug
        self.promise = promise
        self.name = f"toy:{bug or 'right'}"
        for ability in without:
            setattr(self, ability, None)

    def new(self, seed: int) -> State:
        chances = random.Random(seed)
        cards = chances.sample(CARDS, len(CARDS))
        hands = tuple(tuple(sorted(cards[2 * i : 2 * i + 2])) for i in range(SEATS))
        return State((hands, tuple(cards[2 * SEATS :])), chances)

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
        return BUGS[self.bug](state, seat, rng) if self.bug else right(state, seat, rng)

    def say(self, state: State, option: str) -> str:
        return f"seat {state.mover}: {option}"

    def twin(self, state: State, seat: int, rng: np.random.Generator) -> State | None:
        here = canonical(self.world(state), ORDERED)
        worlds = zip(known(state, seat), self._outcomes(state, seat), strict=True)
        others = [deal for deal, world in worlds if canonical(world, ORDERED) != here]
        if not others:
            return None
        return rebuilt(state, seat, others[int(rng.integers(len(others)))], rng)

    def worlds(self, state: State, seat: int) -> dict[Hashable, int]:
        """Each canonical world to the number of deals that lead to it."""
        return Counter(canonical(world, ORDERED) for world in self._outcomes(state, seat))

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
            facts = [e if i < length else _forgotten(e) for i, e in enumerate(log)]
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


def _forgotten(event: Event) -> Event:
    who, option, _ = event
    return (who, "pass" if option.split()[0] == "none" else option, None)


def right(state: State, seat: int, rng: np.random.Generator) -> State:
    """Any of the deals that the seat holds possible, each as likely."""
    possible = known(state, seat)
    return rebuilt(state, seat, possible[int(rng.integers(len(possible)))], rng)


def shuffled(state: State, seat: int, rng: np.random.Generator) -> State:
    """Right, but equal for two states that the seat cannot tell apart in distribution only.

    The true cards of the start are permuted until everything fits.
    """
    hidden = [c for i, hand in enumerate(state.start[0]) if i != seat for c in hand]
    hidden += state.start[1]
    while True:
        cards = [hidden[i] for i in rng.permutation(len(hidden))]
        hands = [tuple(sorted(cards[0:2])), tuple(sorted(cards[2:4]))]
        hands.insert(seat, state.start[0][seat])
        if outcome((tuple(hands), tuple(cards[4:])), state.log(seat)) is not None:
            return rebuilt(state, seat, (tuple(hands), tuple(cards[4:])), rng)


Copier = Callable[[State, int, np.random.Generator], State]
BUGS: dict[str | None, Copier] = {"shuffled": shuffled}
"""Copiers by name; ``shuffled`` is right, all others have a bug."""


def bug(copier: Copier) -> Copier:
    BUGS[copier.__name__] = copier
    return copier


@bug
def loses_a_card(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.hands[follows(seat)][0] = new.hands[follows(follows(seat))][0]
    return new


@bug
def deals_own_hand(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    mine, theirs = new.hands[seat], new.hands[follows(seat)]
    mine[0], theirs[0] = theirs[0], mine[0]
    return new


@bug
def changes_the_turn(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.turns[seat] += 1
    return new


@bug
def forgets_looks(state: State, seat: int, rng: np.random.Generator) -> State:
    """What the seat saw is in the notes, which a copy does not have."""
    new = right(state, seat, rng)
    new.looks[seat] = list(state.looks[seat]) if not hasattr(state, "copied") else []
    new.copied = True  # type: ignore[attr-defined]
    return new


@bug
def returns_the_truth(state: State, seat: int, rng: np.random.Generator) -> State:
    return pickle.loads(pickle.dumps(state))


@bug
def keeps_a_card(state: State, seat: int, rng: np.random.Generator) -> State:
    """The next seat's true first card stays where it is."""
    card = state.hands[follows(seat)][0]
    while True:
        new = right(state, seat, rng)
        if card in new.hands[follows(seat)]:
            return new


@bug
def keeps_the_start(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.start = state.start
    return new


@bug
def keeps_previous_states(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.previous = [(None, pickle.loads(pickle.dumps(state)))]  # type: ignore[attr-defined]
    return new


class Pickled(State):
    """Its pickle tells what the object itself does not."""

    secrets: ClassVar[dict[int, Any]] = {}

    def __reduce__(self) -> Any:
        return (_unpickled, (dict(self.__dict__), self.secrets.get(id(self))))


def _unpickled(attributes: dict[str, Any], _: Any) -> State:
    new = State.__new__(State)
    new.__dict__.update(attributes)
    return new


@bug
def tells_in_its_pickle(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.__class__ = Pickled
    Pickled.secrets[id(new)] = [list(hand) for hand in state.hands]
    return new


class Written(State):
    """Its text tells what the object itself does not."""

    secrets: ClassVar[dict[int, Any]] = {}

    def __repr__(self) -> str:
        return f"Written(mover={self.mover}, hands={self.secrets.get(id(self))})"


@bug
def tells_in_its_text(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.__class__ = Written
    Written.secrets[id(new)] = [list(hand) for hand in state.hands]
    return new


@bug
def tells_in_a_closure(state: State, seat: int, rng: np.random.Generator) -> State:
    new, secret = right(state, seat, rng), state.hands[follows(seat)][0]
    new.hint = lambda: secret  # type: ignore[attr-defined]
    return new


@bug
def tells_in_a_partial(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.hint = partial(print, state.hands[follows(seat)][0])  # type: ignore[attr-defined]
    return new


@bug
def keeps_the_generator(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.chances.setstate(state.chances.getstate())
    return new


@bug
def tells_in_a_numpy_generator(state: State, seat: int, rng: np.random.Generator) -> State:
    """A generator that is seeded with a hidden card, and does nothing."""
    new = right(state, seat, rng)
    card = CARDS.index(state.hands[follows(seat)][0])
    new.spare = np.random.default_rng(card)  # type: ignore[attr-defined]
    return new


@bug
def tells_in_a_cache(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.cached_text = " ".join(state.hands[follows(seat)])  # type: ignore[attr-defined]
    return new


@bug
def shares_an_array(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.turns = state.turns
    return new


@bug
def shares_its_discard(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.discard = state.discard
    return new


@bug
def changes_the_original(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    rng.shuffle(state.deck)
    return new


@bug
def draws_from_the_original(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.chances = random.Random(state.chances.random())
    return new


@bug
def draws_from_everybody(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.chances = random.Random(random.random())
    return new


@bug
def ignores_announcements(state: State, seat: int, rng: np.random.Generator) -> State:
    log = tuple(_forgotten(e) if e[1].startswith("none") else e for e in state.log(seat))
    possible = deals(seat, tuple(sorted(state.start[0][seat])), log)
    return rebuilt(state, seat, possible[int(rng.integers(len(possible)))], rng)


@bug
def deals_without_a_history(state: State, seat: int, rng: np.random.Generator) -> State:
    """The cards lie as they may, but the start is that of some other deal."""
    new, other = right(state, seat, rng), right(state, seat, rng)
    new.start = other.start
    return new


@bug
def never_mixes_the_deck(state: State, seat: int, rng: np.random.Generator) -> State:
    """Hidden hands are dealt anew; the deck stays."""
    while True:
        new = right(state, seat, rng)
        if sorted(new.deck) == sorted(state.deck):
            return new


def _first_world(state: State, seat: int) -> Hashable:
    return min(Toy().worlds(state, seat))


@bug
def never_makes_one_world(state: State, seat: int, rng: np.random.Generator) -> State:
    first, many = _first_world(state, seat), len(Toy().worlds(state, seat))
    while True:
        new = right(state, seat, rng)
        if many == 1 or canonical(Toy().world(new), ORDERED) != first:
            return new


@bug
def is_biased(state: State, seat: int, rng: np.random.Generator) -> State:
    """The lowest hidden card lies too often in the next seat's hand."""
    new, again = right(state, seat, rng), right(state, seat, rng)
    hidden = [c for c in CARDS if c not in state.hands[seat] and c not in state.discard]
    return new if hidden[0] in new.hands[follows(seat)] else again


@bug
def weighs_worlds_alike(state: State, seat: int, rng: np.random.Generator) -> State:
    """Worlds to which more deals lead should come more often."""
    worlds = sorted(Toy().worlds(state, seat))
    wanted = worlds[int(rng.integers(len(worlds)))]
    while True:
        new = right(state, seat, rng)
        if canonical(Toy().world(new), ORDERED) == wanted:
            return new
