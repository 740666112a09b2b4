"""Schnapsen against the platform it imitates: the PyPI package ``schnapsen``, move by move.

Both engines are dealt the same cards and play the same random moves; before every move they must
offer the same options, hold the same cards and count the same points, and at the end agree on the
winner, the game points and the total. The platform's published variants (aces worth 1 or -11, 24
cards) are met the same way.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import games
from compiled import bind, rows
from games.schnapsen.cards import rank_of, suit_of
from games.schnapsen.record import EXCHANGE, HAND, MARRIAGE, TALON, TRUMP, WON
from games.state import blank

platform = pytest.importorskip("schnapsen.game")
deck = pytest.importorskip("schnapsen.deck")

GAME = games.load("schnapsen")
RANKS = [deck.Rank[name] for name in ("ACE", "TEN", "KING", "QUEEN", "JACK", "NINE")]
SUITS = [deck.Suit[name] for name in ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")]
CARD = [deck.Card.get_card(RANKS[rank_of(c)], SUITS[suit_of(c)]) for c in range(24)]
NUMBER = {card: c for c, card in enumerate(CARD)}


def numbers(cards: Any) -> set[int]:
    return {NUMBER[card] for card in cards}


class Ours:
    """Our engine on a bare record, with the platform's words for what it holds."""

    def __init__(self, seed: int, rules: Any) -> None:
        self.states = blank(GAME, 2, rules)
        self.s: Any = self.states[0]
        self.rng = rows(seed)
        self.out = np.zeros(GAME.option_codes, np.int64)
        self.result = np.zeros(2)
        self._legal = bind(GAME.rules.legal, GAME)
        self._play = bind(GAME.rules.play, GAME)
        bind(GAME.rules.setup, GAME)(self.s, self.rng)

    def zone(self, number: int) -> list[int]:
        """The cards of a zone, top one first."""
        here = [c for c in range(24) if self.s.zone[c] == number]
        return sorted(here, key=lambda c: -int(self.s.depth[c]))

    def options(self) -> list[int]:
        return self.out[: self._legal(self.s, self.out)].tolist()

    def play(self, code: int) -> None:
        """Play an option; after a declaration the king, as the platform does by itself."""
        self._play(self.s, code, self.rng)
        if code >= MARRIAGE:
            [king] = self.options()
            self._play(self.s, king, self.rng)


def as_code(move: Any) -> int:
    """A move of the platform as an option code of ours."""
    if move.is_marriage():
        return MARRIAGE + SUITS.index(move.suit)
    if move.is_trump_exchange():
        return EXCHANGE
    return NUMBER[move.as_regular_move().card]


class Comparer(platform.Bot):  # type: ignore[misc]
    """Sits on both of the platform's chairs, compares everything, and plays a random move."""

    def __init__(self, seat: int, ours: Ours, chance: random.Random) -> None:
        super().__init__(f"seat {seat}")
        self.seat = seat
        self.ours = ours
        self.chance = chance
        self.steps = 0

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        self.steps += 1
        ours, me, other = self.ours, self.seat, 1 - self.seat
        s = ours.s
        assert s.mover == me
        assert perspective.am_i_leader() == (leader_move is None)
        assert numbers(perspective.get_hand()) == set(ours.zone(HAND + me))
        assert numbers(perspective.get_won_cards()) == set(ours.zone(WON + me))
        assert numbers(perspective.get_opponent_won_cards()) == set(ours.zone(WON + other))
        assert perspective.get_talon_size() == len(ours.zone(TALON) + ours.zone(TRUMP))
        assert SUITS.index(perspective.get_trump_suit()) == s.trump
        if perspective.get_trump_card() is not None:
            assert [NUMBER[perspective.get_trump_card()]] == ours.zone(TRUMP)
        else:
            assert numbers(perspective.get_opponent_hand_in_phase_two()) >= set(
                ours.zone(HAND + other)
            )
        for score, seat in (
            (perspective.get_my_score(), me),
            (perspective.get_opponent_score(), other),
        ):
            assert score.direct_points == s.points[seat]
            # The platform keeps a declared marriage with the trick; ours waits from declaring on.
            waiting = 0
            if leader_move is not None and leader_move.is_marriage() and seat == other:
                waiting = 40 if leader_move.suit == perspective.get_trump_suit() else 20
            assert score.pending_points + waiting == s.pending[seat]
        moves = {as_code(move): move for move in perspective.valid_moves()}
        assert sorted(moves) == ours.options()
        code = self.chance.choice(sorted(moves))
        ours.play(code)
        return moves[code]


def play_both(seed: int, rules: Any, engine: Any) -> int:
    """One deal in both engines; how many moves were compared."""
    ours = Ours(seed, rules)
    chance = random.Random(seed)
    bots = [Comparer(seat, ours, chance) for seat in (0, 1)]
    hands = [platform.Hand([CARD[c] for c in ours.zone(HAND + p)]) for p in (0, 1)]
    talon = platform.Talon([CARD[c] for c in ours.zone(TALON) + ours.zone(TRUMP)])
    leader = int(ours.s.mover)
    states = [platform.BotState(implementation=bots[p], hand=hands[p]) for p in (0, 1)]
    start = platform.GameState(
        leader=states[leader], follower=states[1 - leader], talon=talon, previous=None
    )
    winner, points, score = engine.play_game_from_state(start, None)
    assert ours.s.mover == -1
    assert (bots.index(winner), points) == (ours.s.deal_winner, ours.s.deal_points)
    assert score.direct_points == ours.s.points[ours.s.deal_winner]
    return sum(bot.steps for bot in bots)


def with_scores(**points: int) -> Any:
    """The platform's engine with other points for some ranks."""
    scores = {**platform.SchnapsenTrickScorer.SCORES, deck.Rank.NINE: 1}
    scores.update({deck.Rank[name.upper()]: value for name, value in points.items()})

    class Scorer(platform.SchnapsenTrickScorer):  # type: ignore[misc, name-defined]
        def rank_to_points(self, rank: Any) -> int:
            return scores[rank]

    engine = platform.SchnapsenGamePlayEngine()
    engine.trick_scorer = Scorer()
    return engine


def test_two_thousand_deals_in_lockstep():
    engine = platform.SchnapsenGamePlayEngine()
    rules = GAME.rules_of("vu_platform")
    moves = sum(play_both(seed, rules, engine) for seed in range(2000))
    assert moves > 25_000


@pytest.mark.parametrize("ace", [1, -11])
def test_the_platform_variants_of_the_ace(ace: int):
    engine = with_scores(ace=ace)
    rules = GAME.rules_of("vu_platform", ace_points=ace)
    assert sum(play_both(seed, rules, engine) for seed in range(200)) > 3000


def test_the_platform_variant_of_24_cards():
    engine = with_scores()
    rules = GAME.rules_of("vu_platform", deck=24)
    assert sum(play_both(seed, rules, engine) for seed in range(200)) > 3000
