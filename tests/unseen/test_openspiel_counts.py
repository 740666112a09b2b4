"""The exact counts of OpenSpiel's positions against brute force."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from determinize.auditing.auditable import NotTested, canonical
from tests.unseen.test_openspiel import _dealt, played
from unseen.adapters.openspiel import OpenSpielGame
from unseen.adapters.openspiel.deals import FIRST_CARD, known_cards
from unseen.adapters.openspiel.engine import Playing
from unseen.adapters.openspiel.enumeration import courses, story


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kuhn_poker(players: int) -> None:
    """Every card that is not one's own is as likely in every other hand, whatever was played."""
    game = OpenSpielGame(f"kuhn_poker(players={players})")
    state = _dealt(game, *range(players), 0, 1)
    for seat in range(players):
        found = game.posterior(state, seat)
        others = [str(card) for card in range(players + 1) if card != seat]
        for hand in range(players):
            for card in others:
                if hand != seat:
                    assert found.cells[card, f"hand {hand}"][1] == pytest.approx(1 / players)
        assert found.cells[str(seat), f"hand {seat}"][1] == pytest.approx(1)
        worlds = len(list(permutations(others, players - 1)))
        assert found.count == worlds
        assert found.worlds is not None
        assert all(p == pytest.approx(1 / worlds) for p in found.worlds.values())


def test_leduc_poker_without_suits() -> None:
    """Two cards of each of three ranks; own rank 0, public rank 1: 1/4, 1/4, 2/4."""
    game = OpenSpielGame("leduc_poker(suit_isomorphism=true)")
    state = _dealt(game, 0, 2, 1, 1, 1)
    found = game.posterior(state, 0)
    assert [Fraction(found.cells[card, "hand 1"][1]).limit_denominator(100) for card in "012"] == [
        Fraction(1, 4),
        Fraction(1, 4),
        Fraction(1, 2),
    ]


def test_leduc_poker_by_listing_the_deals() -> None:
    """Three players: all ordered pairs of the six cards left, before and after the public one."""
    game = OpenSpielGame("leduc_poker(players=3)")
    state = _dealt(game, 3, 5, 0, 1, 1, 1, 7)
    left = [card for card in range(8) if card not in (5, 7)]
    expected = Counter(permutations(left, 2))
    found = game.posterior(state, 1)
    assert found.worlds is not None
    got = {
        (int(dict(world)["hand 0"][0]), int(dict(world)["hand 2"][0])): p  # type: ignore[call-overload]
        for world, p in found.worlds.items()
    }
    assert set(got) == set(expected)
    assert all(p == pytest.approx(1 / len(expected)) for p in got.values())


def test_blackjack() -> None:
    """The card that lies face down is any of those not seen."""
    game = OpenSpielGame("blackjack")
    state = game.new(3)
    found = game.posterior(state, 0)
    seen = len(game.world(state)["hand"]) + 1
    hole = {face: p for (face, place), (_, p) in found.cells.items() if place == "hole"}
    assert len(hole) == 52 - seen
    assert all(p == pytest.approx(1 / (52 - seen)) for p in hole.values())


def test_bargaining() -> None:
    """The instances with the same pool and the same own values, each as likely."""
    game = OpenSpielGame("bargaining")
    state = game.new(0)
    told = state.state.information_state_string(0)
    start = game.game.new_initial_state()
    same = Counter(
        canonical(game.world(Playing(start.child(a), 0)))
        for a, _ in start.chance_outcomes()
        if start.child(a).information_state_string(0) == told
    )
    found = game.posterior(state, 0)
    assert found.worlds == pytest.approx({w: n / sum(same.values()) for w, n in same.items()})


def test_hidden_choices_weigh_as_uniform_ones() -> None:
    """Colored trails: of a proposal that was not seen, each legal one is as likely."""
    game = OpenSpielGame("colored_trails")
    state = game.new(1)
    legal = game.options(state)
    after = game.play(state, legal[0])
    worlds = Counter(canonical(game.world(game.play(state, action))) for action in legal)
    found = game.posterior(after, 1)
    assert found.worlds == pytest.approx({w: n / len(legal) for w, n in worlds.items()})


TRICKS = (
    "oh_hell(players=3,num_suits=2,num_cards_per_suit=4,num_tricks_fixed=2)",
    "oh_hell(players=3,num_suits=3,num_cards_per_suit=3,num_tricks_fixed=2)",
)


GIN = "gin_rummy(num_ranks=4,num_suits=3,hand_size=3)"


@pytest.mark.parametrize("text", [*TRICKS, GIN])
def test_places_of_cards_against_the_tree(text: str) -> None:
    """Counted by the places of unseen cards, or by walking through the tree: the same."""
    game = OpenSpielGame(text)
    compared = 0
    for seed in range(8):
        state = played(game, seed, 3 + seed % 4)
        seat = seed % game.game.num_players()
        weights: Counter[Any] = Counter()
        try:
            for end, weight in courses(story(state.state, seat, game.eyes), game.eyes):
                weights[canonical(game.world(Playing(end, 0)))] += weight
        except NotTested:
            continue
        compared += 1
        total = sum(weights.values())
        found = game.posterior(state, seat)
        assert found.worlds == pytest.approx({w: x / total for w, x in weights.items()})
    assert compared >= 4


def test_what_is_known_in_gin_rummy() -> None:
    """A card taken from the upcard is known in that hand, until it is discarded."""
    game = OpenSpielGame("gin_rummy")
    state = game.new(3)
    upcard = game.world(state)["upcard"][0]
    state = game.play(state, 52)  # player 0 takes it
    assert game.posterior(state, 1).cells[upcard, "hand 0"] == (0.0, 1.0)
    assert game.posterior(state, 1).cells[game.world(state)["stock"][0], "hand 0"][1] == (
        pytest.approx(10 / 41)
    )
    other = next(a for a in game.options(state) if game.say(state, a).split()[-1] != upcard)
    kept = game.play(state, other)
    assert game.posterior(kept, 1).cells[upcard, "hand 0"] == (0.0, 1.0)
    with pytest.raises(NotTested, match="knocked"):
        game.posterior(_knocked(game), 0)


def _knocked(game: OpenSpielGame) -> Playing:
    rng = np.random.default_rng(0)
    for seed in range(100):
        state = game.new(seed)
        while game.mover(state) >= 0:
            options = list(game.options(state))
            state = game.play(state, 55 if 55 in options else int(rng.choice(options)))
            if any(state.state.to_dict()["knocked"]):
                return state
    raise AssertionError("in 100 games nobody could knock")


@pytest.mark.parametrize(
    ("text", "depths"),
    [
        ("euchre", (16, 18, 20)),
        ("hearts", (52, 56, 58)),
        ("bridge(use_double_dummy_result=false)", (46, 48)),
        ("oh_hell(players=4,num_suits=4,num_cards_per_suit=6,num_tricks_fixed=5)", (14, 18, 20)),
    ],
)
def test_places_of_cards_against_all_arrangements(text: str, depths: tuple[int, ...]) -> None:
    """Late positions: every arrangement of the unseen cards is played again under the rules.

    The cards of the true course are renamed in every possible way; what is legal, and tells the
    seat the same whenever somebody decides, is counted.
    """
    game = OpenSpielGame(text)
    compared = 0
    for seed in range(12):
        state = _late(game, seed, depths[seed % len(depths)])
        seat = seed % game.game.num_players()
        told = story(state.state, seat, game.eyes)
        world = {place: list(faces) for place, faces in game.world(state).items()}
        known = known_cards(told, world, game.kind)
        unseen = [face for place in world for face in world[place] if face not in known[place]]
        if not 1 < len(unseen) <= 6:
            continue
        compared += 1
        numbers = _numbers(told, game)
        weights: Counter[Any] = Counter()
        for other in permutations(unseen):
            renamed = {numbers[a]: numbers[b] for a, b in zip(unseen, other, strict=True)}
            end = _renamed(game, told, renamed, seat)
            if end is not None:
                weights[canonical(game.world(Playing(end, 0)))] += 1
        total = sum(weights.values())
        found = game.posterior(state, seat)
        assert found.worlds == pytest.approx({w: n / total for w, n in weights.items()})
    assert compared >= 3


def _late(game: OpenSpielGame, seed: int, moves: int) -> Playing:
    """A random position; in bridge the first bid is passed out, so that there is play."""
    if game.kind != "bridge":
        return played(game, seed, moves)
    rng = np.random.default_rng(seed)
    state = game.new(seed)
    for at in range(moves):
        options = list(game.options(state))
        first = 55 + int(rng.integers(35))
        option = first if at == 0 else 52 if 52 in options else int(rng.choice(options))
        after = game.play(state, option)
        if game.mover(after) < 0:
            break
        state = after
    return state


def _numbers(told: Any, game: OpenSpielGame) -> dict[str, int]:
    state = told.states[FIRST_CARD[game.kind]]
    return {state.action_to_string(-1, a): a for a, _ in state.chance_outcomes()}


def _renamed(game: OpenSpielGame, told: Any, names: dict[int, int], seat: int) -> Any | None:
    state = game.game.new_initial_state()
    for at, (_, (action,)) in enumerate(told.path):
        if at >= FIRST_CARD[game.kind]:
            action = names.get(action, action)
        if action not in state.legal_actions():
            return None
        state.apply_action(action)
        if not state.is_chance_node() and game.eyes.view(state, seat) != told.views[at + 1]:
            return None
    return state
