"""Our players at the platform's table: what they are told there is what our own table tells.

Random deals are played in both engines at once. At every decision the information set made from
the platform's perspective equals the one that our watch has kept through the deal: the same view
bit by bit, the same worlds, the same probabilities.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import games
from determinize import InformationSet, Watch
from games.schnapsen.cards import rank_of, suit_of
from games.schnapsen.record import EXCHANGE, MARRIAGE
from games.schnapsen.words import FACES
from players import make

platform = pytest.importorskip("schnapsen.game")
adapter = pytest.importorskip("unseen.adapters.schnapsen")

GAME = games.load("schnapsen")
ALLOWED = {
    "am_i_leader",
    "get_hand",
    "get_trump_card",
    "get_talon_size",
    "get_game_history",
    "valid_moves",
}


class Blinkered:
    """A perspective of which only the allowed questions can be asked; its text cannot be read."""

    def __init__(self, perspective: Any) -> None:
        self._perspective = perspective

    def __getattr__(self, name: str) -> Any:
        assert name in ALLOWED, f"the adapter asked for {name}"
        if name == "get_game_history":
            return lambda: [
                (Blinkered(earlier), trick)
                for earlier, trick in self._perspective.get_game_history()
            ]
        return getattr(self._perspective, name)

    def __repr__(self) -> str:
        raise AssertionError("the adapter printed a perspective")


class WithNines(platform.SchnapsenTrickScorer):  # type: ignore[misc]
    """The platform's variant of 24 cards."""

    def rank_to_points(self, rank: Any) -> int:
        return 1 if rank.name == "NINE" else int(super().rank_to_points(rank))


class Observer(platform.Bot):  # type: ignore[misc]
    """Plays at random in both engines, and compares what it is told at both tables."""

    def __init__(self, seat: int, watch: Watch, chance: random.Random, parameters: Any) -> None:
        super().__init__()
        self.seat, self.watch, self.chance, self.parameters = seat, watch, chance, parameters
        self.decisions = 0

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        told = adapter.information(Blinkered(perspective), leader_move, **self.parameters)
        same_information(told, self.watch.information(self.seat))
        self.decisions += 1
        move = self.chance.choice(perspective.valid_moves())
        for code in codes_of(move):
            self.watch.play(code)
        return move


def codes_of(move: Any) -> list[int]:
    if move.is_trump_exchange():
        return [EXCHANGE]
    if move.is_marriage():
        king = number(move.king_card)
        return [MARRIAGE + suit_of(king), king]
    return [number(move.as_regular_move().card)]


def number(card: Any) -> int:
    rank = {"ACE": "A", "TEN": "10", "KING": "K", "QUEEN": "Q", "JACK": "J", "NINE": "9"}
    return FACES.index(rank[card.rank.name] + card.suit.name[0])


def same_information(told: InformationSet, kept: InformationSet) -> None:
    assert told.seat == kept.seat
    assert told.options == kept.options
    assert told.state.tobytes() == kept.state.tobytes()
    assert told.count == kept.count
    assert told.ledger.spots == kept.ledger.spots
    np.testing.assert_array_equal(told.ledger.expected(), kept.ledger.expected())


def cards(watch: Watch, zone: str) -> list[Any]:
    """The platform's cards of a zone of ours, the top one first."""
    s: Any = watch.state.record_array[0]
    here = [c for c in range(24) if s.zone[c] == GAME.zones[zone]]
    here.sort(key=lambda c: -int(s.depth[c]))
    named = {number(card): card for card in adapter._CARDS}
    return [named[c] for c in here]


def play_both(seed: int, **parameters: Any) -> int:
    watch = Watch(GAME.new(seed=seed, preset="vu_platform", **parameters))
    chance = random.Random(seed)
    bots = [Observer(seat, watch, chance, parameters) for seat in (0, 1)]
    leader, follower = (
        platform.BotState(bots[p], platform.Hand(cards(watch, f"hand {p}"))) for p in (0, 1)
    )
    talon = platform.Talon(cards(watch, "talon") + cards(watch, "trump"))
    start = platform.GameState(leader=leader, follower=follower, talon=talon, previous=None)
    engine = platform.SchnapsenGamePlayEngine()
    engine.trick_scorer = WithNines()
    engine.play_game_from_state(start, None)
    assert watch.state.over
    return sum(bot.decisions for bot in bots)


def test_perspectives_tell_what_our_own_table_tells():
    assert sum(play_both(seed) for seed in range(40)) > 500


def test_the_same_with_24_cards():
    assert sum(play_both(seed, deck=24) for seed in range(10)) > 140


def test_cards_have_the_same_names_at_both_tables():
    for c, card in enumerate(adapter._CARDS):
        assert number(card) == c
        assert (suit_of(c), rank_of(c)) == (c // 5, c % 5) or c >= 20


def test_a_bot_plays_whole_games_and_the_same_ones_again():
    from schnapsen.bots import RandBot

    def series() -> list[int]:
        player = make("antibully", GAME)
        return adapter.against(player, RandBot, games=20, seed=4)  # type: ignore[no-any-return]

    results = series()
    assert results == series()
    assert {abs(result) for result in results} <= {1, 2, 3}


def test_a_series_of_no_games_is_refused():
    with pytest.raises(ValueError, match="the number of games is at least 1, not 0"):
        adapter.against(make("antibully", GAME), object, games=0)


def test_a_history_without_its_beginning_is_refused():
    class Late(platform.Bot):  # type: ignore[misc]
        def get_move(self, perspective: Any, leader_move: Any) -> Any:
            with pytest.raises(ValueError, match="it must reach back to the deal"):
                adapter.information(perspective, leader_move)
            return perspective.valid_moves()[0]

    engine = platform.SchnapsenGamePlayEngine()
    state = engine.get_random_phase_two_state(random.Random(1))
    state.previous = None
    engine.play_game_from_state_with_new_bots(state, Late(), Late(), None)
