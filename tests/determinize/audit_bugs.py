"""Copiers of the toy game: right ones that are easily accused, and one for every bug, by name."""

from __future__ import annotations

import copy
import pickle
import random
from functools import partial
from typing import Any, ClassVar

import numpy as np

from determinize.auditing.auditable import canonical
from tests.determinize.audit_toys import (
    CARDS,
    ORDERED,
    Copier,
    State,
    Toy,
    deals,
    follows,
    forgotten,
    known,
    outcome,
    rebuilt,
    right,
)


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


def keeps_the_dealer(state: State, seat: int, rng: np.random.Generator) -> State:
    """The generator that has dealt is cloned with the rest; nothing draws from it."""
    new = right(state, seat, rng)
    new.dealer = copy.deepcopy(state.dealer)
    return new


def keeps_notes(state: State, seat: int, rng: np.random.Generator) -> State:
    """What had to be worked out is kept with the original, for later copies."""
    notes = state.__dict__.setdefault("notes", {})
    if seat not in notes:
        notes[seat] = known(state, seat)
    return right(state, seat, rng)


def shares_what_never_changes(state: State, seat: int, rng: np.random.Generator) -> State:
    """A table of names, a list that nobody writes to."""
    new = right(state, seat, rng)
    new.names = state.__dict__.setdefault("names", list(CARDS))  # type: ignore[attr-defined]
    return new


def loses_a_card(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.hands[follows(seat)][0] = new.hands[follows(follows(seat))][0]
    return new


def deals_own_hand(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    mine, theirs = new.hands[seat], new.hands[follows(seat)]
    mine[0], theirs[0] = theirs[0], mine[0]
    return new


def changes_the_turn(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.turns[seat] += 1
    return new


def forgets_looks(state: State, seat: int, rng: np.random.Generator) -> State:
    """What the seat saw is in the notes, which a copy does not have."""
    new = right(state, seat, rng)
    new.looks[seat] = list(state.looks[seat]) if not hasattr(state, "copied") else []
    new.copied = True  # type: ignore[attr-defined]
    return new


def returns_the_truth(state: State, seat: int, rng: np.random.Generator) -> State:
    return pickle.loads(pickle.dumps(state))


def keeps_a_card(state: State, seat: int, rng: np.random.Generator) -> State:
    """The next seat's true first card stays where it is."""
    card = state.hands[follows(seat)][0]
    while True:
        new = right(state, seat, rng)
        if card in new.hands[follows(seat)]:
            return new


def keeps_the_start(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.start = state.start
    return new


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


def tells_in_its_text(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.__class__ = Written
    Written.secrets[id(new)] = [list(hand) for hand in state.hands]
    return new


def tells_in_a_closure(state: State, seat: int, rng: np.random.Generator) -> State:
    new, secret = right(state, seat, rng), state.hands[follows(seat)][0]
    new.hint = lambda: secret  # type: ignore[attr-defined]
    return new


def tells_in_a_partial(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.hint = partial(print, state.hands[follows(seat)][0])  # type: ignore[attr-defined]
    return new


def keeps_the_generator(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.chances.setstate(state.chances.getstate())
    return new


def tells_in_a_numpy_generator(state: State, seat: int, rng: np.random.Generator) -> State:
    """A generator that is seeded with a hidden card, and does nothing."""
    new = right(state, seat, rng)
    card = CARDS.index(state.hands[follows(seat)][0])
    new.spare = np.random.default_rng(card)  # type: ignore[attr-defined]
    return new


def tells_in_a_cache(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.cached_text = " ".join(state.hands[follows(seat)])  # type: ignore[attr-defined]
    return new


def shares_an_array(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.turns = state.turns
    return new


def shares_its_discard(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.discard = state.discard
    return new


def changes_the_original(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    rng.shuffle(state.deck)
    return new


def draws_from_the_original(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.chances = random.Random(state.chances.random())
    return new


def draws_from_everybody(state: State, seat: int, rng: np.random.Generator) -> State:
    new = right(state, seat, rng)
    new.chances = random.Random(random.random())
    return new


def ignores_announcements(state: State, seat: int, rng: np.random.Generator) -> State:
    log = tuple(forgotten(e) if e[1].startswith("none") else e for e in state.log(seat))
    possible = deals(seat, tuple(sorted(state.start[0][seat])), log)
    return rebuilt(state, seat, possible[int(rng.integers(len(possible)))], rng)


def deals_without_a_history(state: State, seat: int, rng: np.random.Generator) -> State:
    """The cards lie as they may, but the start is that of some other deal."""
    new, other = right(state, seat, rng), right(state, seat, rng)
    new.start = other.start
    return new


def leans_towards_the_truth(state: State, seat: int, rng: np.random.Generator) -> State:
    """Often the one of two right copies that lies nearer to the truth."""
    one, other = right(state, seat, rng), right(state, seat, rng)

    def near(new: State) -> int:
        return sum(len(set(a) & set(b)) for a, b in zip(new.hands, state.hands, strict=True))

    return max(one, other, key=near) if rng.random() < 0.6 else one


def never_mixes_the_deck(state: State, seat: int, rng: np.random.Generator) -> State:
    """Hidden hands are dealt anew; the deck stays."""
    while True:
        new = right(state, seat, rng)
        if sorted(new.deck) == sorted(state.deck):
            return new


def _first_world(state: State, seat: int) -> Any:
    return min(Toy().worlds(state, seat))


def never_makes_one_world(state: State, seat: int, rng: np.random.Generator) -> State:
    first, many = _first_world(state, seat), len(Toy().worlds(state, seat))
    while True:
        new = right(state, seat, rng)
        if many == 1 or canonical(Toy().world(new), ORDERED) != first:
            return new


def is_biased(state: State, seat: int, rng: np.random.Generator) -> State:
    """The lowest hidden card lies too often in the next seat's hand."""
    new, again = right(state, seat, rng), right(state, seat, rng)
    hidden = [c for c in CARDS if c not in state.hands[seat] and c not in state.discard]
    return new if hidden[0] in new.hands[follows(seat)] else again


def weighs_worlds_alike(state: State, seat: int, rng: np.random.Generator) -> State:
    """Worlds to which more deals lead should come more often."""
    worlds = sorted(Toy().worlds(state, seat))
    wanted = worlds[int(rng.integers(len(worlds)))]
    while True:
        new = right(state, seat, rng)
        if canonical(Toy().world(new), ORDERED) == wanted:
            return new


RIGHT: tuple[Copier, ...] = (
    right,
    shuffled,
    keeps_the_dealer,
    keeps_notes,
    shares_what_never_changes,
)
BUGS: tuple[Copier, ...] = (
    loses_a_card,
    deals_own_hand,
    changes_the_turn,
    forgets_looks,
    returns_the_truth,
    keeps_a_card,
    keeps_the_start,
    keeps_previous_states,
    tells_in_its_pickle,
    tells_in_its_text,
    tells_in_a_closure,
    tells_in_a_partial,
    keeps_the_generator,
    tells_in_a_numpy_generator,
    tells_in_a_cache,
    shares_an_array,
    shares_its_discard,
    changes_the_original,
    draws_from_the_original,
    draws_from_everybody,
    ignores_announcements,
    deals_without_a_history,
    leans_towards_the_truth,
    never_mixes_the_deck,
    never_makes_one_world,
    is_biased,
    weighs_worlds_alike,
)
"""Each has one bug, which its name says."""
