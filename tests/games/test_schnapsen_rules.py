"""Schnapsen by the book: a transcript (S8), the scoring table (S9), every parameter."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import games
from compiled import bind
from games import IllegalOption, State

GAME = games.load("schnapsen")
NINES = ["9C", "9D", "9H", "9S"]
SUITS = "CDHS"


def arrange(
    a: str,
    b: str,
    *,
    talon: str = "",
    trump: str = "",
    suit: str = "H",
    won: tuple[str, str] = ("", ""),
    trick: str = "",
    preset: str = "standard",
    parameters: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """A position of a single deal; the talon is named from the top, all cards not named are won by
    player 1."""
    cards = {
        "hand 0": a.split(),
        "hand 1": b.split(),
        "talon": talon.split()[::-1],
        "trump": trump.split(),
        "trick": trick.split(),
        "won 0": won[0].split(),
        "won 1": won[1].split(),
        "out": NINES,
    }
    rest = 24 - sum(map(len, cards.values()))
    return GAME.arrange(
        cards,
        sizes={"won 1": len(cards["won 1"]) + rest},
        preset=preset,
        parameters={"match_target": 1, **(parameters or {})},
        trump=SUITS.index(trump[-1] if trump else suit),
        **fields,
    )


def play(state: State, moves: Sequence[str]) -> None:
    for move in moves:
        state.play(move)


def words(state: State) -> list[str]:
    return [option.words for option in state.options()]


def points(state: State) -> list[int]:
    return state.record_array[0].points.tolist()


def result(state: State) -> tuple[float, ...]:
    assert state.over
    return state.returns


# ------------------------------------------------------------------------------------ 3. the deal


def test_the_deal_gives_five_cards_each_nine_face_down_and_an_indicator():
    state = GAME.new(seed=3)
    s = state.record_array[0]
    view = state.view(0)
    assert [len(view.slots(z)) for z in ("hand 0", "hand 1", "talon", "trump")] == [5, 5, 9, 1]
    assert set(view.known("out")) == set(NINES)
    assert view.known("trump")[0][-1] == SUITS[s.trump]
    assert None not in view.slots("hand 0")
    assert set(view.slots("hand 1")) == {None}
    assert set(view.slots("talon")) == {None}
    assert state.mover == 1 - s.dealer


def test_the_deal_alternates_and_a_new_deal_follows_from_the_seed_alone():
    def dealers_and_hands(choose: int) -> list[tuple[int, tuple[str | None, ...]]]:
        state = GAME.new(seed=5, match_target=7)
        seen = []
        number = -1
        while not state.over:
            s = state.record_array[0]
            if s["round"] != number:
                number = int(s["round"])
                seen.append((int(s.dealer), state.view(0).slots("hand 0")))
            state.play(state.options()[choose])
        return seen

    first, last = dealers_and_hands(0), dealers_and_hands(-1)
    common = min(len(first), len(last))
    assert common >= 3
    assert first[:common] == last[:common]
    dealers = [dealer for dealer, _ in first]
    assert all(a != b for a, b in itertools.pairwise(dealers))


@pytest.mark.parametrize(("preset", "leaders"), [("vu_platform", {0}), ("vu_classic", {0, 1})])
def test_who_leads_first_by_preset(preset: str, leaders: set[int]):
    assert {GAME.new(seed=seed, preset=preset).mover for seed in range(12)} == leaders


# ---------------------------------------------------------------------- 8. S8: the full transcript


def s8(**parameters: Any) -> State:
    return arrange(
        "JH KS QS AH 10D",
        "KH AC JD 10C QD",
        talon="10H JS AS QC KC JC KD AD 10S",
        trump="QH",
        dealer=1,
        parameters=parameters,
    )


def test_s8_full_transcript():
    state = s8()
    state.play("exchange")
    assert state.view(1).known("trump") == ("JH",)
    assert "exchange JH for QH" not in words(state)
    state.play("20 in spades")
    assert state.record_array[0].pending.tolist() == [20, 0]
    assert points(state) == [0, 0]
    play(state, ["QS", "JD"])
    assert points(state) == [25, 0]
    assert set(state.view(0).known("hand 0")) == {"QH", "KS", "AH", "10D", "10H"}
    assert "JS" in state.view(1).known("hand 1")
    play(state, ["KS", "KH"])
    assert points(state) == [25, 8]
    play(state, ["AC", "QH"])
    assert points(state) == [39, 8]
    assert set(state.view(0).known("hand 0")) == {"AH", "10D", "10H", "QC", "KC"}
    assert set(state.view(1).known("hand 1")) == {"10C", "QD", "JS", "AS", "JC"}
    play(state, ["close", "AH"])
    assert state.record_array[0].closing_points.tolist() == [39, 8]
    assert words(state) == [f"play {card}" for card in ("10C", "JC", "QD", "AS", "JS")]
    state.play("JC")
    assert points(state) == [52, 8]
    state.play("marriage")
    assert points(state) == [72, 8]
    assert (state.mover, state.decision, words(state)) == (0, "claim", ["claim 66", "play on"])
    state.play("claim")
    assert result(state) == (2.0, -2.0)


def test_s8_in_a_match_starts_the_next_deal():
    state = s8(match_target=7)
    play(state, ["exchange", "20", "QS", "JD", "KS", "KH", "AC", "QH", "close", "AH", "JC"])
    play(state, ["20", "claim"])
    s = state.record_array[0]
    assert not state.over
    assert s.score.tolist() == [2, 0]
    assert (s["round"], s.dealer, state.mover, s.closer, s.declared) == (1, 0, 1, 0, 0)
    assert s.points.tolist() == s.pending.tolist() == s.tricks.tolist() == [0, 0]


# ----------------------------------------------------------------------------------- 9. S9: scoring


def claim(points: tuple[int, int], tricks: tuple[int, int], **fields: Any) -> State:
    """Player 0 has just reached 66 and may claim."""
    state = arrange(
        "AH KH", "AS KS", mover=0, decision="claim", points=points, tricks=tricks, **fields
    )
    state.play("claim")
    return state


@pytest.mark.parametrize(
    ("other", "tricks", "worth"), [(33, 3, 1), (32, 3, 2), (2, 1, 2), (0, 0, 3), (40, 4, 1)]
)
def test_s9_a_right_claim_is_paid_by_what_the_other_has(other: int, tricks: int, worth: int):
    assert result(claim((66, other), (4, tricks))) == (worth, -worth)


@pytest.mark.parametrize(
    ("then", "tricks_then", "now", "worth"),
    [(0, 0, 21, 3), (20, 2, 40, 2), (35, 3, 35, 1)],
)
def test_s9_a_closer_is_paid_for_the_moment_of_closing(
    then: int, tricks_then: int, now: int, worth: int
):
    state = claim(
        (66, now),
        (4, 3),
        closer=1,
        closing_points=(30, then),
        closing_tricks=(2, tricks_then),
    )
    assert result(state) == (worth, -worth)


@pytest.mark.parametrize(("tricks_then", "worth"), [(0, 3), (1, 2)])
def test_s9_the_other_claims_first_in_a_closed_deal(tricks_then: int, worth: int):
    state = claim(
        (66, 60), (3, 4), closer=2, closing_points=(5, 60), closing_tricks=(tricks_then, 4)
    )
    assert result(state) == (worth, -worth)


@pytest.mark.parametrize(("tricks_then", "worth"), [(0, 3), (2, 2)])
def test_s9_a_closer_who_loses_the_last_trick_pays_even_with_70_points(
    tricks_then: int, worth: int
):
    state = arrange(
        "JC",
        "JD",
        suit="D",
        mover=0,
        decision="lead",
        points=(70, 20),
        tricks=(5, 2),
        closer=1,
        closing_tricks=(3, tricks_then),
    )
    play(state, ["JC", "JD"])
    assert result(state) == (-worth, worth)


def test_s9_a_closer_who_wins_the_last_trick_without_66_pays_too():
    state = arrange(
        "JD", "JC", suit="D", points=(50, 20), tricks=(5, 2), closer=1, closing_tricks=(3, 2)
    )
    play(state, ["JD", "JC"])
    assert result(state) == (-2.0, 2.0)


def test_s9_a_marriage_without_a_trick_counts_nothing():
    state = arrange("KH QH", "AH 10H", points=(0, 60), tricks=(0, 5))
    play(state, ["40", "QH", "10H"])
    assert points(state) == [0, 73]
    state.play("claim")
    assert result(state) == (-3.0, 3.0)


@pytest.mark.parametrize(("preset", "worth"), [("standard", 1), ("vu_classic", 2)])
def test_s9_the_last_trick_of_an_open_deal(preset: str, worth: int):
    state = arrange("AH", "JC", points=(7, 20), tricks=(2, 7), preset=preset)
    play(state, ["AH", "JC"])
    assert points(state) == [20, 20]
    assert result(state) == (worth, -worth)


def test_a_claim_may_be_made_after_the_last_trick_or_forgone():
    for move, worth in (("claim", 2), ("play on", 1)):
        state = arrange("AH", "JC", points=(60, 20), tricks=(5, 4))
        play(state, ["AH", "JC"])
        assert (state.mover, state.decision) == (0, "claim")
        state.play(move)
        assert result(state) == (worth, -worth)


# ------------------------------------------------------------------------ 4. leads and declarations


def test_the_order_inside_one_lead_is_exchange_close_declare_card():
    state = arrange("JH KS QS AH 10D", "KH AC JD 10C QD", talon="10H JS AS KC QC JC KD AD 10S",
                    trump="QH")  # fmt: skip
    assert words(state)[5:] == ["exchange JH for QH", "close the talon", "declare 20 in spades"]
    state.play("exchange")
    assert words(state)[5:] == ["close the talon", "declare 20 in spades"]
    state.play("close")
    assert words(state)[5:] == ["declare 20 in spades"]
    state.play("20")
    assert (state.mover, state.decision) == (0, "lead marriage")
    assert words(state) == ["play KS", "play QS"]


def test_after_closing_there_is_no_exchange_and_nothing_is_drawn():
    state = arrange("JH KS QS AH 10D", "KH AC JD 10C QD", talon="10H JS AS KC QC JC KD AD 10S",
                    trump="QH")  # fmt: skip
    play(state, ["close", "KS", "KH"])
    assert len(state.view(0).slots("talon")) == 9
    assert len(state.view(0).slots("hand 0")) == 4
    assert state.view(0).known("trump") == ("QH",)


def test_the_loser_of_the_fifth_trick_draws_the_indicator_before_all_eyes():
    state = arrange("AH 10H KH AS KS", "AC 10C KC QC JC", talon="JS", trump="QH",
                    tricks=(2, 2), points=(20, 20))  # fmt: skip
    play(state, ["AS", "JC"])
    assert "JS" in state.view(0).known("hand 0")
    assert state.view(0).known("hand 1") == ("QH",)
    assert state.view(0).slots("talon") == state.view(0).slots("trump") == ()
    assert words(state) == [f"play {c}" for c in ("AH", "10H", "KH", "KS", "JS")]


@pytest.mark.parametrize(
    ("hand", "led", "may"),
    [
        ("AD 10D QD AS JH", "KD", "AD 10D"),  # must beat, with any that does
        ("QD JD AS JH", "KD", "QD JD"),  # else follow
        ("AS QH JH", "KD", "QH JH"),  # else any trump
        ("AS JC", "KD", "JC AS"),  # else anything
        ("AH JH AS", "KH", "AH"),  # a trump led: beat it
        ("JH AS", "KH", "JH"),  # follow with a lower trump
        ("AS JC", "KH", "JC AS"),
    ],
)
def test_the_duties_of_phase_2(hand: str, led: str, may: str):
    state = arrange("", hand, trick=led, mover=1, decision="follow")
    assert words(state) == [f"play {card}" for card in may.split()]


def test_phase_1_has_no_duties():
    state = arrange("AC", "AD 10D QD AS JH", trick="KD", talon="10C", trump="QH",
                    mover=1, decision="follow")  # fmt: skip
    assert len(state.options()) == 5


def test_a_king_and_a_queen_shown_are_known_to_the_other():
    state = s8()
    play(state, ["20 in spades", "QS"])
    assert state.view(1).known("hand 0") == ("KS",)


# ----------------------------------------------------------------------------------- 5. parameters


def test_exchange_and_closing_with_few_cards_left():
    few = {"talon": "10C", "trump": "QH"}
    state = arrange("JH KS", "KC QC", **few)  # type: ignore[arg-type]
    assert words(state)[2:] == ["exchange JH for QH", "close the talon"]
    late = {"exchange_min_talon": 4, "close_min_talon": 4}
    state = arrange("JH KS", "KC QC", parameters=late, **few)  # type: ignore[arg-type]
    assert words(state)[2:] == []
    state = arrange("JH KS", "KC QC", parameters=late, talon="10C AC AD", trump="QH")
    assert words(state)[2:] == ["exchange JH for QH", "close the talon"]


def test_exchange_and_marriage_that_need_a_trick():
    needs = {"exchange_needs_trick": True, "marriage_needs_trick": True, "closing": False}
    for tricks, more in ((0, []), (1, ["exchange JH for QH", "declare 20 in spades"])):
        state = arrange("JH KS QS", "KC QC AC", talon="10C", trump="QH", parameters=needs,
                        tricks=(tricks, 0))  # fmt: skip
        assert words(state)[3:] == more


def test_marriage_points_that_always_wait():
    waiting = {"marriage_points": "pending_until_next_trick"}
    state = arrange("KS QS AS", "KC QC AC", parameters=waiting, points=(30, 0), tricks=(2, 0))
    play(state, ["20", "KS"])
    assert points(state) == [30, 0]
    state.play("KC")
    assert points(state) == [58, 0]


def test_a_declaration_that_reaches_66_may_be_claimed_at_once():
    state = arrange("KH QH AS", "KC QC AC", points=(26, 33), tricks=(2, 3))
    state.play("40")
    assert (state.decision, words(state)) == ("claim", ["claim 66", "play on"])
    state.play("play on")
    assert state.decision == "lead marriage"
    for claim_rule, over in (("auto_any", True), ("auto_trick", False)):
        state = arrange("KH QH AS", "KC QC AC", points=(26, 33), tricks=(2, 3),
                        parameters={"claim": claim_rule})  # fmt: skip
        state.play("40")
        assert state.over == over
        if over:
            assert result(state) == (1.0, -1.0)
        else:
            play(state, ["KH", "KC"])
            assert result(state) == (1.0, -1.0)


def test_a_false_claim_is_punished():
    wrong = {"false_claim": True}
    for mine, theirs, worth in ((1, 2, 2), (1, 0, 3)):
        state = arrange("AH 10H", "AC 10C", parameters=wrong, tricks=(mine, theirs), points=(20, 9))
        play(state, ["AH", "AC"])
        assert (state.mover, state.decision) == (0, "claim")
        assert points(state) == [42, 9]
        state.play("claim")
        assert result(state) == (-worth, worth)


def test_a_false_claim_in_a_closed_deal_looks_at_the_moment_of_closing():
    state = arrange("AH 10H", "AC 10C", parameters={"false_claim": True}, tricks=(1, 3),
                    points=(20, 30), closer=1, closing_tricks=(1, 0))  # fmt: skip
    play(state, ["AH", "AC", "claim"])
    assert result(state) == (-3.0, 3.0)


def test_a_false_claim_can_be_made_after_a_declaration():
    state = arrange("KS QS AS", "KC QC AC", parameters={"false_claim": True}, tricks=(1, 1))
    state.play("20")
    assert words(state) == ["claim 66", "play on"]
    state.play("play on")
    assert words(state) == ["play KS", "play QS"]


def test_a_revoke_loses_three_game_points():
    state = arrange("", "QD AS", trick="KD", mover=1, decision="follow", preset="vu_classic",
                    tricks=(3, 3), points=(30, 40))  # fmt: skip
    assert words(state) == ["play QD", "play AS"]
    state.play("AS")
    assert result(state) == (3.0, -3.0)


def test_sensible_options_leave_out_revokes_and_wrong_claims():
    sensible = bind(GAME.rules.sensible, GAME, compiled=False)
    out = np.zeros(GAME.option_codes, np.int64)

    def chosen(state: State) -> list[str]:
        n = sensible(state.record_array[0], out)
        return [GAME.words.option(state.record_array[0], int(code)) for code in out[:n]]

    revoke = arrange("", "QD AS", trick="KD", mover=1, decision="follow", preset="vu_classic")
    assert chosen(revoke) == ["play QD"]
    for total, choice in ((66, "claim 66"), (65, "play on")):
        asked = arrange("AH", "AC", mover=0, decision="claim", points=(total, 0),
                        parameters={"false_claim": True})  # fmt: skip
        assert chosen(asked) == [choice]


def test_hands_are_laid_open_in_phase_2_where_the_table_does_so():
    state = arrange("AH 10H KH AS KS", "AC 10C KC QC JC", talon="JS", trump="QH",
                    preset="vu_platform", tricks=(2, 2), points=(20, 20))  # fmt: skip
    play(state, ["AS", "JC"])
    assert set(state.view(0).known("hand 1")) == {"AC", "10C", "KC", "QC", "QH"}
    assert set(state.view(1).known("hand 0")) == {"AH", "10H", "KH", "KS", "JS"}


def test_the_king_is_led_where_the_table_says_so():
    state = arrange("KS QS AS", "KC QC AC", preset="vu_platform")
    state.play("20")
    assert words(state) == ["play KS"]


@pytest.mark.parametrize(
    ("ace", "may", "winner"), [(11, "AD 10D", 1), (1, "10D", 0), (-11, "10D", 0)]
)
def test_an_ace_of_few_points_is_the_lowest_card(ace: int, may: str, winner: int):
    parameters = {"ace_points": ace}
    state = arrange("KS", "AD 10D", trick="KD", mover=1, decision="follow", parameters=parameters)
    assert words(state) == [f"play {card}" for card in may.split()]
    state = arrange("KS", "AD JS", trick="KD", mover=1, decision="follow", parameters=parameters)
    state.play("AD")
    assert state.mover == winner
    assert points(state)[winner] == 4 + ace


def test_twenty_four_cards():
    state = GAME.new(seed=1, deck=24, preset="vu_platform")
    view = state.view(0)
    assert [len(view.slots(z)) for z in ("hand 0", "talon", "trump", "out")] == [5, 13, 1, 0]
    lowest = GAME.arrange(
        {"hand 1": ["9D", "AS"], "trick": ["JD"]},
        sizes={"won 0": 21},
        parameters={"deck": 24, "match_target": 1},
        mover=1,
        decision="follow",
    )
    assert words(lowest) == ["play 9D"]
    lowest.play("9D")
    assert points(lowest) == [3, 0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deck": 32}, "deck cannot be 32: 20 or 24 cards"),
        ({"match_target": 0}, "match_target cannot be 0: 1 or more game points"),
        ({"ace_points": 5}, "ace_points cannot be 5: 11, 1 or -11"),
        ({"claim": "loud"}, "claim cannot be 'loud': one of manual, auto_any, auto_trick"),
        ({"claim": "auto_any", "false_claim": True}, "false_claim cannot be True"),
        ({"close_min_talon": 1}, "close_min_talon cannot be 1: 2 to 10 cards"),
    ],
)
def test_parameters_that_no_table_can_play_with_are_refused(changes: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        GAME.new(**changes)


def test_options_that_are_none_are_refused_with_those_that_there_are():
    state = s8()
    with pytest.raises(IllegalOption, match="'AC' is not possible now: play 10D, play AH"):
        state.play("AC")
    with pytest.raises(IllegalOption, match="exchange JH for QH"):
        state.play(0)


@pytest.mark.parametrize("preset", ["standard", "vu_platform", "vu_classic", "mantis"])
def test_conformance(preset: str):
    report = games.check(GAME, seeds=4, preset=preset)
    assert report.conforms, str(report)


@pytest.mark.parametrize("match_target", [1, 7])
def test_the_value_of_a_position_favours_who_is_ahead(match_target: int):
    value = bind(GAME.rules.value, GAME, compiled=False)

    def of(points: tuple[int, int], score: tuple[int, int] = (0, 0), **fields: Any) -> float:
        s = arrange("AH", "AS", points=points, score=score, tricks=(1, 1), **fields).record_array[0]
        s.rules.match_target = match_target
        assert value(s, 0) == -value(s, 1)
        return float(value(s, 0))

    assert of((20, 20)) == 0
    assert 0 < of((40, 20)) < of((60, 20)) <= 1
    assert of((60, 20)) > of((60, 40))
    assert of((0, 0), (5, 2)) > 0 > of((0, 0), (2, 5))
    assert of((60, 0), closer=2, closing_tricks=(0, 1)) > of((60, 0))
