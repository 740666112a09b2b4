"""Predicted hands: the measure by hand, the golden values, and forecasts that know no truth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import games
from arena import Prediction, RoundScore, predict
from arena.forecast import Forecast, by_belief, forecasters, uniform
from arena.prediction import _Deal, predict_deal
from arena.scores import BINS, CLIP, Scores, card_probabilities, most_probable, score
from arena.seeds import tie_generator
from determinize import Watch

GAME = games.load("schnapsen")
POND = games.load("template")
NINES = [face for face in GAME.faces if face.startswith("9")]

FIVE_OF_UNSEEN = {1: 25 / 14, 2: 25 / 12, 3: 5 / 2, 4: 25 / 8, 5: 25 / 6}
"""S10: expected hits of any five unseen cards before the lead of each trick."""


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.fixture(scope="module")
def plain() -> Prediction:
    """Deals of two bots that show nothing but the cards they play."""
    return predict(GAME, ["antibully", "bully"], games=100, seed=1)


@pytest.fixture(scope="module")
def lively() -> Prediction:
    """Deals of a player that exchanges, declares and closes at random."""
    return predict(GAME, ["random"], games=60, seed=2)


def by_round(rows: tuple[RoundScore, ...]) -> dict[int, RoundScore]:
    return {row.round: row for row in rows}


# ---------------------------------------------------------------------------------- golden values


def test_s10_five_unseen_cards(plain: Prediction) -> None:
    """Expected hits are exact; hits agree with them.

    200 forecasts a round, two of each deal, at most fully dependent: standard error of the mean at
    most sqrt(var / 100). Five standard errors for 15 means: error rate below 1e-5.
    """
    deviation = 1.2  # of the hits of one forecast: hypergeometric, at most 1.13
    for rows in (plain.rounds, *plain.baselines.values()):
        table = by_round(rows)
        for number, expected in FIVE_OF_UNSEEN.items():
            row = table[number]
            assert row.n == 200
            assert row.expected_hits == pytest.approx(expected, abs=1e-12)
            assert abs(row.hits - expected) < 5 * deviation / math.sqrt(100)
            assert row.worlds == math.comb(16 - 2 * number, 5)


def test_an_exhausted_talon_is_a_known_hand(plain: Prediction) -> None:
    for row in plain.rounds[5:]:
        assert row.hits == row.expected_hits == 11 - row.round
        assert row.worlds == 1
        assert row.brier == 0
        assert row.log_score == pytest.approx(0, abs=1e-5)


def test_mantis_is_lost_when_the_talon_is(plain: Prediction) -> None:
    """Whoever saw the other take the indicator has no hand left; from trick 7 on nobody has."""
    mantis = by_round(plain.baselines["mantis"])
    assert mantis[6].hits == 2.5  # one of two observers names all five
    assert mantis[6].excluded == 200 / 2 * 4
    assert mantis[7].hits == mantis[8].hits == 0


def test_the_belief_never_excludes_the_truth(plain: Prediction, lively: Prediction) -> None:
    for result in (plain, lively):
        assert [row.excluded for row in result.rounds] == [0] * len(result.rounds)
        assert [row.excluded for row in result.baselines["uniform"]] == [0] * len(result.rounds)


def test_hits_are_what_the_belief_expects(lively: Prediction) -> None:
    """Random play gives little away: within five standard errors (ten rounds: below 1e-5)."""
    for row in lively.rounds:
        mean, low, _ = lively.scores["belief"].surplus(row.round)
        half = 0.0 if low is None else mean - low
        assert abs(mean) <= 2.6 * half + 1e-9


def test_knowing_the_history_never_means_more_worlds(lively: Prediction) -> None:
    rounds = by_round(lively.baselines["uniform"])
    for row in lively.rounds:
        assert row.worlds <= rounds[row.round].worlds
    assert sum(row.worlds < rounds[row.round].worlds for row in lively.rounds) >= 3


def test_what_the_belief_says_is_calibrated(lively: Prediction) -> None:
    """Bin by bin within five standard errors, deals taken as one card each at worst."""
    for n, given, there in lively.scores["belief"].reliability():
        if n:
            p = given / n
            assert abs(there / n - p) <= 5 * math.sqrt(p * (1 - p) / min(n, 60)) + 1e-9


# ------------------------------------------------------------------------------- when and for whom


def test_once_before_the_lead_of_each_trick_for_both_seats(lively: Prediction) -> None:
    counts = [row.n for row in lively.rounds]
    assert [row.round for row in lively.rounds] == list(range(1, len(counts) + 1))
    assert counts[0] == 120
    assert counts == sorted(counts, reverse=True)
    assert all(n % 2 == 0 for n in counts)


def test_a_match_of_several_deals_counts_its_rounds_anew() -> None:
    deal = _Deal("schnapsen", ("bully", "bully"), 4, None, (("match_target", 7),))
    scored = predict_deal(deal)["belief"]
    rounds = [number for number, _ in scored]
    assert rounds.count(1) > 2
    assert max(rounds) <= 10
    assert {one.worlds for number, one in scored if number == 1} == {2002}


@pytest.mark.parametrize("target", [2, "7", 10**10])
def test_only_single_deals_are_measured(target: int | str) -> None:
    with pytest.raises(ValueError, match=f"single deals: match_target cannot be {target}"):
        predict(GAME, ["bully"], games=2, parameters={"match_target": target})


def test_one_deal_may_be_asked_for_in_words() -> None:
    plain = predict(GAME, ["bully"], games=2)
    assert (
        predict(GAME, ["bully"], games=2, parameters={"match_target": "1"}).rounds == plain.rounds
    )
    assert predict(GAME, ["bully"], games=2, preset="standard").rounds == plain.rounds


def test_any_game_with_hands() -> None:
    """Little Pond: three seats, copies of faces, no leads: before each turn, all six forecasts."""
    result = predict(POND, ["random"], games=6, seed=1, seats=3)
    assert list(result.baselines) == ["uniform"]
    assert result.rounds[0].n == 6 * 6 * 2  # games, pairs of seats, deals
    for row in result.rounds:
        assert row.expected_hits >= 0
        assert row.excluded == 0
        assert row.brier is None or 0 <= row.brier <= 1


# ------------------------------------------------------------------------ the same however it runs


def test_results_do_not_depend_on_the_number_of_processes(pool: Executor) -> None:
    here = predict(GAME, ["random", "bully"], games=8, seed=5, workers=1)
    there = predict(GAME, ["random", "bully"], games=8, seed=5, executor=pool)
    assert here.rounds == there.rounds
    assert here.baselines == there.baselines


def test_the_seed_decides_everything() -> None:
    first, again, other = (predict(GAME, ["bully"], games=3, seed=seed) for seed in (7, 7, 8))
    assert first.rounds == again.rounds
    assert first.rounds != other.rounds


# ------------------------------------------------------------------------------ the measure itself


def position(watch: Watch) -> Any:
    return watch.state.record_array[0]


@pytest.fixture
def arranged() -> Watch:
    cards = {
        "hand 0": ["AH", "KH", "10S", "QD", "JC"],
        "hand 1": ["AC", "10C", "KC", "QC", "AD"],
        "trump": ["QH"],
        "out": NINES,
    }
    return Watch(GAME.arrange(cards, sizes={"talon": 9}, mover=0, trump=2, seed=1))


def test_brier_and_log_score_by_hand(arranged: Watch) -> None:
    expected = np.zeros(len(GAME.faces))
    for face, p in {"AC": 1.0, "10C": 0.5, "KC": 0.25, "JS": 0.5, "QS": 1.0}.items():
        expected[GAME.face(face)] = p
    result = score(Forecast(expected, 1), GAME, position(arranged), 0, 1, tie_generator(1, 0, 0, 1))
    assert result.hidden == 14
    assert result.hits == 3  # AC, QS, then 10C and JS, then KC: all five are named
    assert result.expected_hits == 3.25
    # There: AC 1, 10C 1/2, KC 1/4, QC 0, AD 0. Not there: JS 1/2, QS 1, seven others 0.
    assert result.brier == pytest.approx(0 + 1 / 4 + 9 / 16 + 1 + 1 + 1 / 4 + 1)
    assert result.excluded == 3
    impossible = -math.log2(CLIP)
    certain = -math.log2(1 - CLIP)
    assert result.log_score == pytest.approx(1 + 2 + 2 * impossible + 1 + impossible + 8 * certain)
    assert result.bins[:, 0].sum() == 14
    assert result.bins[:, 2].sum() == 5
    assert result.bins[BINS - 1].tolist() == [2, 2, 1]


def test_the_baselines_at_a_position(arranged: Watch) -> None:
    information = arranged.information(0)
    for forecast in (by_belief(information, 1), uniform(information, 1)):
        assert forecast.worlds == 2002
        assert forecast.expected.sum() == pytest.approx(5)
        assert forecast.expected[GAME.face("AC")] == pytest.approx(5 / 14)
        assert forecast.expected[GAME.face("QH")] == forecast.expected[GAME.face("AH")] == 0


def test_a_card_shown_in_a_hand_is_known_to_uniform() -> None:
    cards = {
        "hand 0": ["AH", "KH", "10S", "QD", "JC"],
        "hand 1": ["JH", "KS", "QS"],
        "trump": ["QH"],
        "out": NINES,
    }
    watch = Watch(
        GAME.arrange(cards, sizes={"hand 1": 5, "talon": 9}, mover=1, trump=2, dealer=0, seed=1)
    )
    for words in ("exchange", "20 in spades"):
        watch.play(words)
    forecast = uniform(watch.information(0), 1)
    certain = {GAME.faces[f] for f in np.flatnonzero(forecast.expected == 1)}
    assert certain == {"QH", "KS", "QS"}
    assert forecast.expected.sum() == pytest.approx(5)
    assert forecast.worlds == math.comb(11, 2)


def test_ties_are_broken_at_random_and_by_the_seed() -> None:
    given = np.full(14, 5 / 14)
    orders = {tuple(most_probable(given, 5, tie_generator(s, 0, 0, 1))) for s in range(50)}
    assert len(orders) > 45
    again = [most_probable(given, 5, tie_generator(1, 0, 0, 1)).tolist() for _ in range(2)]
    assert again[0] == again[1]


def test_copies_of_a_face_share_what_is_expected_of_it() -> None:
    """Two perch seen in the hand, one of two hidden ones expected there: 3 in all."""
    perch = POND.cards_of[0]
    hand = np.zeros(len(POND.face_of), bool)
    hidden = np.zeros(len(POND.face_of), bool)
    hand[[perch[0], perch[1], perch[2]]] = True
    hidden[[perch[2], perch[3]]] = True
    expected = np.zeros(len(POND.faces))
    expected[0] = 3.0
    given = card_probabilities(Forecast(expected, 1), POND, hand, hidden)
    assert given[list(perch)].tolist() == [1.0, 1.0, 0.5, 0.5]
    assert given.sum() == 3.0


def test_no_hidden_card_no_score() -> None:
    scores = Scores()
    state = GAME.new(seed=1)
    truth = state.record_array.copy()
    truth["seen"] = 3
    record: Any = truth[0]
    forecast = Forecast(np.zeros(len(GAME.faces)), 1)
    scores.add([(1, score(forecast, GAME, record, 0, 1, tie_generator(1, 0, 0, 1)))])
    [row] = scores.rounds()
    assert (row.brier, row.log_score, row.hits) == (None, None, 0)


def test_the_belief_comes_first() -> None:
    assert list(forecasters(GAME)) == ["belief", "uniform", "mantis"]


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        predict(GAME, ["bully"], games=0)
    with pytest.raises(ValueError, match="no parameter 'cards'"):
        predict(GAME, ["bully"], parameters={"cards": 3})
