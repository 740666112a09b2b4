"""Copiers of environments under audit: right ones pass, and each wrong one is found.

The audits are small, so that a right copier fails one in a thousand; seeds are fixed.
"""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from determinize.audit import Audit, audit
from determinize.auditing.auditable import Auditable
from determinize.auditing.positions import at, random_position
from tests.unseen import environment_copiers as copiers
from unseen.adapters.environments import PettingZooCopies, RLCardCopies, cards_of
from unseen.adapters.environments.copies import frozen


def verdict(target: Auditable, *, positions: int = 6, copies: int = 20) -> Audit:
    return audit(target, positions=positions, copies=copies, workers=0, seed=5, error_rate=0.001)


def failures(told: Audit) -> dict[str, str | None]:
    return {
        each.name: each.kind for each in told.checks if each.outcome not in ("passed", "not tested")
    }


def leduc(copier: Any, **more: Any) -> RLCardCopies:
    rlcard = pytest.importorskip("rlcard")
    return RLCardCopies(functools.partial(rlcard.make, "leduc-holdem"), copier, **more)


def leduc_of_pettingzoo(copier: Any) -> PettingZooCopies:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("rlcard")
    return PettingZooCopies(
        copiers.table_of_pettingzoo,
        copier,
        world=copiers.ranks_of_pettingzoo,
        ordered=("deck",),
    )


def ours(copier: Any) -> PettingZooCopies:
    pytest.importorskip("pettingzoo")
    return PettingZooCopies(copiers.table_of_ours, copier, world=copiers.cards_of_ours)


RIGHT: dict[str, Callable[[], Auditable]] = {
    "rlcard": lambda: leduc(copiers.deals_anew),
    "pettingzoo": lambda: leduc_of_pettingzoo(copiers.deals_below_and_clears),
    "ours": lambda: ours(copiers.redeals_ours),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_copier_passes(name: str) -> None:
    told = verdict(RIGHT[name]())
    assert failures(told) == {}
    tested = {each.name for each in told.checks if each.outcome == "passed"}
    assert {"conserves", "indistinguishable", "independent", "reachable", "calibrated"} <= tested
    assert told.check("replayable").outcome == "not tested", "an environment keeps no history"
    assert "thinned" in str(told.reference)


WRONG: list[tuple[str, Callable[[], Auditable], str, str | None, str]] = [
    ("the truth", lambda: leduc(copiers.keeps_the_truth), "independent", "PEEKING", "the world"),
    (
        "the other hand is never dealt again",
        lambda: leduc(copiers.forgets_the_other_hand),
        "independent",
        "PEEKING",
        "deck[0]",
    ),
    ("a card twice", lambda: leduc(copiers.loses_a_card), "conserves", "LOST_CARDS", "twice"),
    (
        "bets of the true game",
        lambda: leduc(copiers.shares_the_players),
        "independent",
        "ALIASING",
        "game.round.raised",
    ),
    (
        "what the last agent saw",
        lambda: leduc_of_pettingzoo(copiers.deals_below),
        "independent",
        None,
        "_last_obs",
    ),
    (
        "the seed of the true game",
        lambda: ours(copiers.redeals_and_keeps_the_seed),
        "independent",
        "GENERATOR_LEAK",
        "_played.seed",
    ),
]


@pytest.mark.parametrize("name", [name for name, *_ in WRONG])
def test_a_wrong_copier_is_found(name: str) -> None:
    [(make, check, kind, words)] = [rest for named, *rest in WRONG if named == name]
    found = verdict(make()).check(check)
    assert found.outcome == "failed"
    assert kind in (None, found.kind)
    assert found.example is not None
    assert words in found.example.copy


@pytest.mark.parametrize("name", RIGHT)
def test_positions_are_found_again_and_copies_follow_the_protocol(name: str) -> None:
    target = RIGHT[name]()
    assert isinstance(target, Auditable)
    for each in (target, pickle.loads(pickle.dumps(target))):
        for seed in range(6):
            position = random_position(each, seed)
            state, again = at(each, position), at(each, position)
            assert state is not again
            assert each.world(state) == each.world(again)
            assert each.mover(state) == position.seat
            assert each.observe(state, position.seat) == each.observe(again, position.seat)
            copy = each.copy(state, position.seat, np.random.default_rng(seed))
            assert each.observe(copy, position.seat) == each.observe(state, position.seat)
            assert list(each.options(copy)) == list(each.options(state))
            before = each.world(state)
            for option in each.options(copy)[:1]:
                each.play(copy, option)
            assert each.world(state) == before


def test_names_and_words() -> None:
    target = leduc(copiers.deals_anew)
    assert target.name == "rlcard:leduc-holdem:deals_anew"
    assert ours(copiers.redeals_ours).name == "pettingzoo:template_v0:redeals_ours"
    assert leduc(copiers.deals_anew, name="mine").name == "mine"
    state = target.new(3)
    words = [target.say(state, option) for option in target.options(state)]
    mover = target.mover(state)
    assert words == [f"player {mover}: {each}" for each in ("call", "raise", "fold")]


@pytest.mark.parametrize(
    ("name", "cards"), [("limit-holdem", 52), ("no-limit-holdem", 52), ("uno", 108)]
)
def test_other_games_of_rlcard(name: str, cards: int) -> None:
    rlcard = pytest.importorskip("rlcard")
    target = RLCardCopies(functools.partial(rlcard.make, name), copiers.keeps_the_truth)
    for seed in range(5):
        position = random_position(target, seed)
        state = at(target, position)
        world = target.world(state)
        assert sum(len(faces) for faces in world.values()) == cards
        assert target.observe(state, position.seat) == target.observe(
            at(target, position), position.seat
        )


class Elimination:
    """Two agents guess in turn; the first is out after its first guess, the other plays on."""

    possible_agents = ("a", "b")

    def reset(self, seed: int) -> None:
        self.agents = ["a", "b"]
        self.agent_selection, self.turns = "a", 0
        self.rewards, self.infos = {"a": 0, "b": 0}, {"a": {}, "b": {"action_mask": [0, 1, 1]}}
        self.terminations, self.truncations = {"a": False, "b": False}, {}

    def observe(self, agent: str) -> Any:
        return [self.turns]

    def action_space(self, agent: str) -> Any:
        return type("Space", (), {"n": 2})()

    def step(self, action: int | None) -> None:
        if action is None:
            self.agents.remove("a")
        self.turns += 1
        self.terminations["a"] = True
        self.agent_selection = "a" if self.turns == 1 else "b"
        self.terminations["b"] = self.turns >= 4


def test_agents_that_are_out_are_passed_over() -> None:
    target = PettingZooCopies(Elimination, copiers.keeps_the_truth, world=lambda table: {})
    state = target.new(1)
    assert (target.mover(state), list(target.options(state))) == (0, [0, 1])
    target.play(state, 0)
    assert (target.mover(state), list(target.options(state))) == (1, [1, 2])
    target.play(state, 1)
    target.play(state, 1)
    assert target.mover(state) == -1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"copier": 7}, "copier is a function, not 7"),
        ({"world": None}, "world is a function, not None"),
        ({"promise": "all"}, "promise cannot be 'all': one of table, history"),
        ({"twins": 3}, "there is no optional function 'twins': did you mean 'twin'?"),
        ({"make": dict}, "what dict makes is no environment of PettingZoo: it lacks reset, step"),
    ],
)
def test_what_cannot_be_is_named(arguments: dict[str, Any], says: str) -> None:
    right = {"make": Elimination, "copier": copiers.keeps_the_truth, "world": dict}
    with pytest.raises(ValueError, match=says):
        PettingZooCopies(**(right | arguments))


def test_a_game_that_hides_where_its_cards_lie_needs_a_function() -> None:
    rlcard = pytest.importorskip("rlcard")
    make = functools.partial(rlcard.make, "blackjack")
    with pytest.raises(ValueError, match=r"'blackjack' does not tell .* give a function world="):
        RLCardCopies(make, copiers.keeps_the_truth)
    target = RLCardCopies(make, copiers.keeps_the_truth, world=lambda env: {})
    assert target.new(1) is not None
    with pytest.raises(ValueError, match="leduc-holdem"):
        cards_of(object())


class Plain:
    def __init__(self, value: int) -> None:
        self.value = value


def test_observations_are_frozen_by_what_they_hold() -> None:
    one = {"a": [np.arange(3), {1, 2}], "b": Plain(3), "c": np.array([None, 2], object)}
    two = {"c": np.array([None, 2], object), "b": Plain(3), "a": (np.arange(3), {2, 1})}
    assert frozen(one) == frozen(two)
    hash(frozen(one))
    assert frozen(Plain(3)) != frozen(Plain(4))
    assert frozen(np.arange(3)) != frozen(np.arange(3).astype(float))
    assert frozen(np.int64(3)) == frozen(3)
