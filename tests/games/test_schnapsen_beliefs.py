"""What is known at the Schnapsen table: golden values S1-S8 and S10, all exact.

Positions are arranged or played, a watch feeds each seat's ledger, and the ledger is asked.
Seat 0 is "me", seat 1 the opponent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction as F
from math import comb, factorial
from typing import Any

import numpy as np
import pytest

import games
from beliefs import Fact, Ledger, at_least, exactly, holds, lacks
from compiled import below, rows
from determinize import Watch
from games.view import masked

GAME = games.load("schnapsen")
NINES = ["9C", "9D", "9H", "9S"]
MINE = ["AH", "KH", "10S", "QD", "JC"]


def position(opponent: str = "", *, mover: int = 0, seed: int = 0, **fields: Any) -> Watch:
    """The position of the worked examples: trumps hearts, indicator QH, my five cards; the rest is
    dealt, the opponent holding at least the cards named."""
    cards = {"hand 0": MINE, "hand 1": opponent.split(), "trump": ["QH"], "out": NINES}
    sizes = {"hand 1": 5, "talon": 9}
    return Watch(GAME.arrange(cards, sizes=sizes, mover=mover, trump=2, seed=seed, **fields))


def play(watch: Watch, moves: Iterable[str]) -> Ledger:
    """My knowledge after these moves."""
    for move in moves:
        watch.play(move)
    return watch.ledger(0)


def chances(ledger: Ledger, zone: str = "hand 1") -> dict[str, F]:
    """Face to the probability that it is in the zone, where that is possible."""
    [column] = [k for k, spot in enumerate(ledger.spots) if spot.zone == zone]
    expected = ledger.expected(exact=True)[:, column]
    return {str(face): F(p) for face, p in zip(ledger.faces, expected, strict=True) if p}


def chance(ledger: Ledger, *facts: Fact) -> F:
    return F(ledger.belief().probability(*facts, exact=True))


def marriage(suit: str) -> Fact:
    return exactly("hand 1", ["K" + suit, "Q" + suit], 2)


# ------------------------------------------------------------------------- S1 and S10: the counts


def plain_deal(seed: int) -> Iterator[Watch]:
    """A deal in which only cards are played; stops before each of the decisions of ten tricks."""
    watch = Watch(GAME.new(seed=seed, match_target=1))
    chooser = rows(seed, 1)[0]
    while not watch.state.over:
        if watch.state.decision in ("lead", "follow"):
            yield watch
        cards = [code for code in watch.state.codes if code < 20]
        watch.play(cards[below(chooser, len(cards))] if cards else "play on")


@pytest.mark.parametrize("seed", range(3))
def test_s1_and_s10_at_every_trick_of_a_plain_deal(seed: int):
    hits = {"lead": [F(25, 14), F(25, 12), F(5, 2), F(25, 8), F(25, 6)],
            "follow": [F(20, 13), F(20, 11), F(20, 9), F(20, 7), F(4)]}  # fmt: skip
    for step, watch in enumerate(plain_deal(seed)):
        trick, decision = step // 2 + 1, watch.state.decision
        ledger = watch.ledger(watch.state.mover)
        other = f"hand {1 - watch.state.mover}"
        size = ledger.size(other)
        if trick > 5:
            assert ledger.count == ledger.arrangements == 1
            assert list(chances(ledger, other).values()) == [1] * size
            continue
        unseen = 16 - 2 * trick - (decision == "follow")
        assert size == (5 if decision == "lead" else 4)
        assert ledger.count == comb(unseen, size)
        assert ledger.arrangements == comb(unseen, size) * factorial(11 - 2 * trick)
        # Any five unseen cards are hit as often as any other five (S10).
        assert set(chances(ledger, other).values()) == {F(size, unseen)}
        assert 5 * F(size, unseen) == hits[decision][trick - 1]


def test_s1_the_printed_table():
    table = [watch.ledger(watch.state.mover) for watch in plain_deal(seed=0)][:10]
    assert [ledger.count for ledger in table] == [2002, 715, 792, 330, 252, 126, 56, 35, 6, 5]
    assert [ledger.arrangements for ledger in table] == [
        726_485_760, 259_459_200, 3_991_680, 1_663_200, 30_240, 15_120, 336, 210, 6, 5,
    ]  # fmt: skip


# ------------------------------------------------------------------------------- S2 to S5: phase 1


def test_s2_on_lead_at_the_start():
    ledger = position().ledger(0)
    assert ledger.count == 2002
    assert chance(ledger, holds("hand 1", "JH")) == F(5, 14)
    trumps = ["10H", "JH"]
    assert [chance(ledger, exactly("hand 1", trumps, n)) for n in (0, 1, 2)] == [
        F(36, 91), F(45, 91), F(10, 91),
    ]  # fmt: skip
    assert chance(ledger, marriage("C")) == chance(ledger, marriage("S")) == F(10, 91)
    both = chance(ledger, marriage("C"), marriage("S"))
    assert chance(ledger, marriage("C")) + chance(ledger, marriage("S")) - both == F(215, 1001)
    assert chance(ledger, lacks("hand 1", ["AC", "10C", "KC", "QC"])) == F(18, 143)


def test_s3_the_opponent_leads_the_ace_of_clubs():
    ledger = play(position("AC", mover=1), ["AC"])
    assert ledger.count == 715
    assert set(chances(ledger).values()) == {F(4, 13)}
    assert len(chances(ledger)) == 13


def test_s4_the_opponent_exchanges():
    ledger = play(position("JH", mover=1), ["exchange"])
    assert (ledger.count, ledger.arrangements) == (715, 259_459_200)
    odds = chances(ledger)
    assert odds.pop("QH") == 1
    assert list(odds.values()) == [F(4, 13)] * 13
    assert chances(ledger, "trump") == {"JH": 1}


def test_s5_the_opponent_declares_and_leads_the_queen():
    ledger = play(position("KS QS", mover=1), ["20 in spades", "QS"])
    assert (ledger.count, ledger.arrangements) == (220, 79_833_600)
    odds = chances(ledger)
    assert odds.pop("KS") == 1
    assert list(odds.values()) == [F(1, 4)] * 12


# ------------------------------------------------------------------------- S6 and S7: a closed deal


@pytest.mark.parametrize(
    ("opponent", "answer", "hands", "without"),
    [
        ("JD AC 10C KC QC", "JD", 210, ["10D", "KD", "AD"]),
        ("JH AC 10C KC QC", "JH", 126, ["JD", "10D", "KD", "AD"]),
        ("JS AC 10C KC QC", "JS", 35, ["JD", "10D", "KD", "AD", "JH", "10H"]),
    ],
)
def test_s6_an_answer_to_the_queen_of_diamonds(
    opponent: str, answer: str, hands: int, without: list[str]
):
    ledger = play(position(opponent), ["close", "QD", answer])
    assert ledger.count == hands
    odds = chances(ledger)
    assert not odds.keys() & {*without, answer}
    assert set(odds.values()) == {F(4, len(odds))}
    assert len(odds) == 13 - len(without)


def test_s7_three_leads_in_a_closed_deal():
    watch = Watch(
        GAME.arrange(
            {
                "hand 0": ["AS", "AH", "KS", "10C", "KC"],
                "hand 1": ["JS", "QH", "KD", "AC", "JD"],
                "talon": ["QD", "10D", "AD", "KH", "10S"],
                "trump": ["JH"],
                "won 0": ["QC", "JC", "10H", "QS"],
                "out": NINES,
            },
            trump=2,
            tricks=[2, 0],
        )
    )
    assert play(watch, ["close"]).count == 252
    ledger = play(watch, ["AS", "JS"])
    assert ledger.count == 126
    assert "10S" in chances(ledger)
    ledger = play(watch, ["AH", "QH"])
    assert ledger.count == 56
    assert chances(ledger)["KH"] == F(3, 8)
    ledger = play(watch, ["KS", "KD"])
    assert ledger.count == 10
    assert chances(ledger) == dict.fromkeys(["AC", "JD", "QD", "10D", "AD"], F(2, 5))
    talon = chances(ledger, "talon")
    assert talon["KH"] == talon["10S"] == 1


# ----------------------------------------------------------------------- S8: views of a whole deal


def test_s8_what_both_know():
    watch = Watch(
        GAME.arrange(
            {
                "hand 0": ["JH", "KS", "QS", "AH", "10D"],
                "hand 1": ["KH", "AC", "JD", "10C", "QD"],
                "talon": ["10S", "AD", "KD", "JC", "KC", "QC", "AS", "JS", "10H"],
                "trump": ["QH"],
                "out": NINES,
            },
            trump=2,
            parameters={"match_target": 1},
        )
    )
    play(watch, ["exchange", "20 in spades", "QS", "JD"])
    certain = {face for face, p in chances(watch.ledger(1), "hand 0").items() if p == 1}
    assert certain == {"QH", "KS"}
    mine = play(watch, ["KS", "KH", "AC", "QH"])
    assert (mine.count, mine.arrangements) == (56, 336)
    assert not any(face.endswith("H") for face in chances(mine))
    watch.play("close")
    theirs = watch.ledger(1)
    assert theirs.count == 56
    assert set(chances(theirs, "hand 0")) == {"QC", "KC", "KD", "10D", "AD", "10H", "AH", "10S"}
    assert chance(theirs, at_least("hand 0", ["AH", "10H"], 2)) == F(5, 14)
    assert chance(theirs, at_least("hand 0", ["KC", "QC"], 2)) == F(5, 14)
    mine = play(watch, ["AH", "JC"])
    assert mine.count == 35


# ------------------------------------------------------------------------ what is not to be learnt


def test_waiting_and_phase_1_answers_show_nothing():
    """No void from not following in phase 1, nothing from not exchanging or not declaring."""
    ledger = play(position("JH KC QC AS JS", mover=1), ["AS", "JC"])
    assert set(chances(ledger).values()) == {F(5, 12)}
    ledger = play(position("JH KC QC AS JS"), ["QD", "JS"])
    assert set(chances(ledger).values()) == {F(5, 12)}


def test_the_indicator_stays_out_of_all_hands_once_the_talon_is_closed():
    ledger = play(position(), ["close"])
    assert "QH" not in chances(ledger)
    assert chances(ledger, "trump") == {"QH": 1}


def test_a_revoke_table_teaches_the_same_while_play_goes_on():
    """Had the answer been unlawful, the deal would be over."""
    answered = play(position("JS AC 10C KC QC", parameters={"illegal_move": "revoke"}),
                    ["close", "QD", "JS"])  # fmt: skip
    assert answered.count == 35


def test_reasons_name_what_was_seen():
    ledger = play(position("JH AC 10C KC QC"), ["close", "QD", "JH"])
    reason = str(ledger.belief().explain("AD", "hand 1"))
    assert "seat 1 could not follow diamonds" in reason


# --------------------------------------------------------------- the truth is never ruled out


def true_counts(ledger: Ledger, record: Any) -> np.ndarray[Any, Any]:
    """The true state as copies of each face in each spot of a ledger."""
    counts = np.zeros((len(ledger.faces), len(ledger.spots)), np.int64)
    for k, spot in enumerate(ledger.spots):
        zone = GAME.zones[str(spot.zone)]
        for c in np.flatnonzero(record.zone == zone):
            depth = max(0, int(record.depth[c]))
            if not GAME.zones.ordered[zone] or spot.start <= depth < spot.start + spot.size:
                counts[c, k] += 1
    return counts


@pytest.mark.parametrize("preset", ["standard", "vu_platform", "vu_classic"])
def test_the_true_world_is_always_possible_and_dealt_worlds_look_the_same(preset: str):
    for seed in range(6):
        watch = Watch(GAME.new(seed=seed, preset=preset, match_target=1))
        chooser = rows(seed, 2)
        while not watch.state.over:
            for seat in (0, 1):
                info = watch.information(seat)
                record = watch.state.record_array[0]
                assert info.ledger.allows(true_counts(info.ledger, record))
                view = masked(GAME, watch.state.record_array, seat).tobytes()
                for world in info.worlds(2, chooser):
                    again = np.zeros(1, GAME.dtype)
                    again[0] = world
                    assert masked(GAME, again, seat).tobytes() == view
            codes = watch.state.codes
            watch.play(codes[below(chooser[1], len(codes))])
