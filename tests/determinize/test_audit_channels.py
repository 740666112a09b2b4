"""Whatever an object holds, the walk finds it; and it finds the same in equal objects."""

from __future__ import annotations

import collections
import copy
import dataclasses
import enum
import functools
import random
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from determinize.auditing.auditable import Target
from determinize.auditing.channels.paths import (
    can_change,
    changed,
    channels,
    common,
    kind_of,
    shared,
)
from determinize.auditing.channels.walk import MOST_VALUES, Walk
from determinize.auditing.kinds import Kind


class Holder:
    def __init__(self, **held: Any) -> None:
        self.__dict__.update(held)

    @functools.cached_property
    def text(self) -> str:
        return f"holds {self.card}"


class Slotted:
    __slots__ = ("__hidden", "card")

    def __init__(self, card: str, hidden: str = "") -> None:
        self.card = card
        self.__hidden = hidden


@dataclasses.dataclass(frozen=True)
class Card:
    face: str


class Face(enum.Enum):
    A = "A"
    K = "K"


class Pile(list[str]):
    owner: str


class Secretive:
    """Its secret is nowhere in it, only in what it gives when asked."""

    secrets: ClassVar[dict[int, str]] = {}

    def __init__(self, card: str) -> None:
        self.number = 1
        self.secrets[id(self)] = card


class Pickled(Secretive):
    def __reduce__(self) -> Any:
        return Holder, (), {"card": self.secrets[id(self)]}


class Kept(Secretive):
    def __getstate__(self) -> Any:
        return {"card": self.secrets[id(self)]}


class DeepCopied(Secretive):
    def __deepcopy__(self, memo: Any) -> Any:
        return Holder(card=self.secrets[id(self)])


class ShallowCopied(Secretive):
    def __copy__(self) -> Any:
        return Holder(card=self.secrets[id(self)])


class Written(Secretive):
    def __repr__(self) -> str:
        return f"<{self.number} card, {self.secrets[id(self)]}>"


class Said(Secretive):
    def __repr__(self) -> str:
        return "a card"

    def __str__(self) -> str:
        return f"the card {self.secrets[id(self)]}"


def closure(card: str) -> Callable[[], str]:
    return lambda: card


def default(card: str) -> Callable[[], str]:
    def tell(card: str = card) -> str:
        return card

    return tell


def keyword(card: str) -> Callable[[], str]:
    def tell(*, card: str = card) -> str:
        return card

    return tell


def begun(card: str) -> Iterator[int]:
    def count() -> Iterator[int]:
        held = card
        for number in range(9):
            yield number + len(held)

    counting = count()
    next(counting)
    return counting


def cached(card: str) -> Holder:
    holder = Holder(card=card)
    assert holder.text
    del holder.card
    return holder


def weakly(card: str) -> Holder:
    held = Holder(card=card)
    return Holder(held=[held], seen=weakref.ref(held))


def owned(card: str) -> Pile:
    pile = Pile(["?"])
    pile.owner = card
    return pile


def cyclic(card: str) -> Holder:
    one, two = Holder(), Holder(card=card)
    one.other, two.other = two, one
    return one


def record(card: str) -> Any:
    dtype = np.dtype([("turn", "i8"), ("inner", [("card", "U2"), ("many", "i2", (3,))])])
    made = np.zeros(2, np.dtype((np.record, dtype)))
    made[1]["inner"]["card"] = card
    return made


def numbered(card: str) -> Any:
    made = np.zeros((20, 30), np.int16)
    made[17, 3] = ord(card)
    return made


def seeded(card: str) -> random.Random:
    return random.Random(card)


def previous(card: str) -> Holder:
    state = Holder(card=card)
    for number in range(50):
        state = Holder(turn=number, previous=state)
    return state


def engine(new: Any = None, **optional: Any) -> Target:
    """A target of which only this is asked."""
    return Target("engine", new, *[None] * 6, optional=optional)


CARRIERS: dict[str, Callable[[str], Any]] = {
    "attribute": lambda card: Holder(card=card),
    "slot": Slotted,
    "private slot": lambda card: Slotted("", card),
    "dataclass": Card,
    "enum": lambda card: [Face(card)],
    "list": lambda card: ["?", [card]],
    "tuple": lambda card: ("?", (card,)),
    "deque": lambda card: collections.deque(["?", card]),
    "value in a mapping": lambda card: {"card": card},
    "key in a mapping": lambda card: {card: 1},
    "card as a key": lambda card: {Card(card): 1},
    "order of a mapping": lambda card: dict.fromkeys(sorted("AK", reverse=card == "A")),
    "default mapping": lambda card: collections.defaultdict(list, {1: [card]}),
    "read-only mapping": lambda card: types.MappingProxyType({1: card}),
    "set": lambda card: {"Q", card},
    "set of cards": lambda card: {Card("Q"), Card(card)},
    "frozen set": lambda card: frozenset({("Q", card)}),
    "list with an attribute": owned,
    "text of many words": lambda card: "the hand of nobody holds " * 20 + card,
    "text of very many words": lambda card: "word " * 1000 + card,
    "bytes": lambda card: b"?" * 100 + card.encode(),
    "array": numbered,
    "array of texts": lambda card: np.array(["?", card]),
    "array of objects": lambda card: np.array([None, Card(card)], object),
    "numpy number": lambda card: [np.int8(ord(card))],
    "record": record,
    "scalar record": lambda card: record(card)[1],
    "closure": closure,
    "default argument": default,
    "default keyword": keyword,
    "partial": lambda card: functools.partial(print, card),
    "method": lambda card: Holder(card=card).__init__,
    "built-in method": lambda card: [card].append,
    "generator function": begun,
    "iterator": lambda card: iter([card]),
    "zip of iterators": lambda card: zip("AK", [card], strict=False),
    "weak reference": weakly,
    "cached property": cached,
    "random.Random": seeded,
    "numpy generator": lambda card: np.random.default_rng(ord(card)),
    "numpy bit generator": lambda card: np.random.PCG64(ord(card)),
    "numpy RandomState": lambda card: np.random.RandomState(ord(card)),
    "seed sequence": lambda card: np.random.SeedSequence(ord(card)),
    "previous states": previous,
    "cycle": cyclic,
    "pickle": Pickled,
    "state for pickles": Kept,
    "deep copy": DeepCopied,
    "shallow copy": ShallowCopied,
    "repr": Written,
    "str": Said,
    "namespace": lambda card: types.SimpleNamespace(card=card),
    "module": lambda card: Holder(place=types.ModuleType(card)),
}


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_secret_is_found_wherever_it_travels(carrier: str) -> None:
    ace, king, again = (CARRIERS[carrier](card) for card in "AKA")
    one, other, same = channels(ace).tokens, channels(king).tokens, channels(again).tokens
    assert one != other
    assert one == same, "equal objects, told apart by where they lie in memory"


ASKED_DIRECTLY = ("repr", "str", "deep copy", "shallow copy")
"""Only the state itself is asked for its text; it and what it holds directly, for copies."""


@pytest.mark.parametrize("carrier", [name for name in CARRIERS if name not in ASKED_DIRECTLY])
def test_a_secret_is_found_within_a_state(carrier: str) -> None:
    ace, king = (Holder(turn=[Holder(held=CARRIERS[carrier](card))]) for card in "AK")
    assert channels(ace).tokens != channels(king).tokens


def test_paths_say_where() -> None:
    tokens = Walk(Holder(history=[Card("A")], where={("A", 1): "deck"}, seen={3})).tokens
    assert tokens[".history[0].face"] == "A"
    assert tokens[".where[('A', 1)]"] == "deck"
    assert tokens[".seen{3}"] is True


def test_words_of_a_text_are_channels_of_their_own() -> None:
    tokens = channels(Written("Q")).tokens
    assert tokens[" text word 2"] == "Q"


def test_what_a_target_adds_is_looked_into() -> None:
    target = engine(channels=lambda state: {"saved": [state["card"]]})
    assert channels({"card": "A"}, target=target).tokens[" channel saved[0]"] == "A"


def test_a_walk_is_bounded_and_says_what_it_leaves_out() -> None:
    huge = Holder(cards=[[number] * 10 for number in range(4000)], turn=3)
    walk = Walk(huge)
    assert MOST_VALUES <= len(walk.tokens) < MOST_VALUES + 1000
    assert walk.left_out
    assert walk.tokens[".turn"] == 3, "what is near is found first"
    assert Walk(Holder(many=list(range(100_000)))).left_out == [".many[4096:]"]
    assert not Walk(Holder(few=[1, 2, 3])).left_out


def test_objects_that_share_their_parts_do_not_multiply() -> None:
    state: Any = [1]
    for _ in range(60):
        state = Holder(one=state, two=state)
    assert len(Walk(state).tokens) < 200
    nested: Any = ("A",)
    for _ in range(60):
        nested = (nested, nested)
    assert len(Walk(nested).tokens) <= MOST_VALUES + 1000


def test_an_object_that_fails_when_asked_does_not_end_the_walk() -> None:
    class Hostile:
        def __repr__(self) -> str:
            raise ValueError("no")

        def __reduce__(self) -> Any:
            raise TypeError("no")

        def __getattr__(self, name: str) -> Any:
            raise RuntimeError(name)

    tokens = channels(Holder(hostile=Hostile(), set={Hostile(), Hostile()}, card="A")).tokens
    assert tokens[".card"] == "A"
    assert tokens[".hostile pickle"] == "raises TypeError"


def test_engines_from_other_languages_are_known_by_what_they_say() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game, states = pyspiel.load_game("kuhn_poker"), []
    for cards in ((0, 1), (0, 2)):
        state = game.new_initial_state()
        for card in cards:
            state.apply_action(card)
        states.append(Holder(state=state))
    one, other = (Walk(state).tokens for state in states)
    assert one[".state history[1]"] == 1
    differ = {path.split(" ")[1].partition("[")[0] for path in one if one[path] != other[path]}
    assert {"text", "history", "serialize", "pickle"} <= differ


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text(), inner)
        | st.builds(Card, inner)
        | st.builds(lambda held: Holder(held=held), inner)
        | st.tuples(inner, inner)
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(plain)
def test_a_faithful_copy_is_equal_in_every_channel(value: Any) -> None:
    assert Walk(copy.deepcopy(value)).tokens == Walk(value).tokens


@settings(max_examples=150, deadline=None)
@given(plain, st.integers(), st.integers())
def test_a_change_of_one_value_is_seen(value: Any, old: int, new: int) -> None:
    before, after = (Walk(Holder(rest=value, held=[number])) for number in (old, new))
    paths = [path for path, _, _ in changed(before, after)]
    assert paths == ([] if old == new else [".held[0]"])


def test_what_is_kept_for_later_is_no_change() -> None:
    state = Holder(cards=["A"], best=None, cache=1, table={1: "A"}, set={1})
    before = Walk(state)
    state.best, state.cache, state.table[2], state.more = "A", 2, "K", 3
    assert changed(before, Walk(state)) == []
    state.cards.append("K")
    assert changed(before, Walk(state)) == [(".cards:length", 1, 2)]


def test_shared_objects_are_those_that_can_change() -> None:
    cards, array, names = ["A"], np.zeros(9), ("A", "K")
    one = Holder(cards=cards, part=array[2:5], names=names, card=Card("A"))
    two = Holder(hand=cards, part=array[2:], names=names, card=one.card)
    assert shared(Walk(one), Walk(two)) == [(".cards", ".hand"), (".part", ".part")]
    array.flags.writeable = False
    assert not can_change(array)


def test_what_all_games_share_is_not_looked_into() -> None:
    rules, long = Holder(cards=list(range(40))), list(range(100))

    def new(seed: int) -> Any:
        return Holder(rules=rules, long=long, hand=[seed])

    target = engine(new)
    known = common(target)
    assert {id(rules), id(long)} <= set(known)
    assert set(channels(new(3), known=known).tokens) == {":type", ".hand:length", ".hand[0]"}
    assert common(target) is known


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (".hands[1][0]", Kind.PEEKING),
        (".dealer", Kind.PEEKING),
        (".history[3].card", Kind.HISTORY_LEAK),
        (".state.previous.state.talon[0]", Kind.HISTORY_LEAK),
        (".previous[0].rng", Kind.HISTORY_LEAK),
        (".rng.history", Kind.GENERATOR_LEAK),
        ("._rng[3]", Kind.GENERATOR_LEAK),
        (" text word 7", Kind.CACHE_LEAK),
        (" pickle[0]['hands'][1]", Kind.CACHE_LEAK),
        (".hint.closure[0]", Kind.CACHE_LEAK),
        (".hands_cache[0]", Kind.CACHE_LEAK),
        (" channel history", Kind.HISTORY_LEAK),
        (" channel history[4]", Kind.HISTORY_LEAK),
        (" channel rng", Kind.GENERATOR_LEAK),
        (" channel generator[1]", Kind.GENERATOR_LEAK),
        (" channel serialize", Kind.CACHE_LEAK),
        (" channel str", Kind.CACHE_LEAK),
    ],
)
def test_the_kind_of_bug_is_by_the_first_word_that_tells(path: str, kind: Kind) -> None:
    assert kind_of(path) is kind


def test_a_generator_is_one_under_any_name() -> None:
    state = Holder(dealer=random.Random(1))
    assert kind_of(".dealer", Walk(state).generators) is Kind.GENERATOR_LEAK
