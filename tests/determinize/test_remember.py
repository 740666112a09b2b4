"""What the other seats have seen in private is redrawn with every world that is laid out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chisquare

import games
from compiled import below, bind, rows
from determinize import InformationSet, Watch
from determinize.deal import deal_all
from games.clue.cards import parts
from games.clue.log import suggestion_log
from games.clue.record import ACCUSE, HAND, SIDE_ZONE, SUSPECT
from games.view import masked
from tests.determinize.random_games import watched

CLUE, POND = games.load("clue"), games.load("template")


def note(s: Any, me: int, row: Any) -> None:
    """A game's memory, for the test: leaves a trace of when, for whom and by which chance."""
    held = 0
    for c in range(len(s.zone)):
        held += int(s.zone[c] == 1 + me)
    s.asked = 1000 * me + 100 * held + below(row, 100)


def laid(information: InformationSet, n: int, **slots: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Worlds laid out by a deal whose slots are filled as said; and the row after it."""
    game, ledger, row = information.game, information.ledger, rows(5)[0]
    spots = np.array([(game.zones[str(s.zone)], s.start, s.size) for s in ledger.spots], np.int64)
    base, states = np.zeros(1, game.dtype), np.zeros(n, game.dtype)
    base[0] = information.state
    worlds = ledger.sample(n, 4)
    assert bind(deal_all, game, **slots)(states, base, information.seat, worlds, spots, row)
    return states, row


def test_a_game_is_asked_once_for_each_world_when_all_cards_lie() -> None:
    information = next(watched("template", players=3, seed=1)).information(1)
    plain, _ = laid(information, 40)
    marked, _ = laid(information, 40, remember=note)
    asked = marked["asked"].tolist()
    assert {n // 100 for n in asked} == {12}, "seat 1, whose two cards lie in its hand"
    assert len(set(asked)) > 10, "a chance of its own in each world"
    marked["asked"] = plain["asked"]
    assert marked[0].tobytes() == plain[0].tobytes()


def test_a_game_that_remembers_nothing_draws_nothing() -> None:
    information = next(watched("template", players=3, seed=2)).information(0)
    nothing = {"remember": lambda s, me, row: None}
    assert "remember" not in POND.parts
    for a, b in zip(laid(information, 30), laid(information, 30, **nothing), strict=True):
        assert a.tobytes() == b.tobytes()


def clue_games(players: int, *, seeds: range, accusing: str) -> Iterator[tuple[Watch, int]]:
    """Random games of Clue without a board, at some moments of each, for every seat.

    Accusations are rare, less so where they tell what was not seen.
    """
    rules = {"preset": "rooms_only", "max_turns": 40, "accusing": accusing}
    for seed in seeds:
        watch = Watch(CLUE.new(players=players, seed=seed, **rules))
        row = rows(seed, 2)[0]
        while not watch.state.over:
            if len(watch.state.history) % 23 == 7:
                yield from ((watch, seat) for seat in range(players))
            codes = watch.state.codes
            if below(row, 30 if accusing == "free" else 8):
                codes = tuple(code for code in codes if code < ACCUSE) or codes
            watch.play(codes[below(row, len(codes))])


@pytest.mark.parametrize("accusing", ["free", "unseen"])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_marks_are_what_the_table_has_seen_happen(players: int, accusing: str) -> None:
    """The seat's own view is as it was; each mark of another seat has its reason, and the log's
    showings have their marks; whom others showed their cards is what the marks say."""
    shown = out = looked = ruled_out = 0
    seeds = range(3) if accusing == "free" else range(6, 9)
    for watch, seat in clue_games(players, seeds=seeds, accusing=accusing):
        information = watch.information(seat)
        view = masked(CLUE, watch.state.record_array, seat).tobytes()
        log = suggestion_log(information.state)
        answered = len(log) - (watch.state.decision == "show")  # the last card is not shown yet
        out += int(watch.state.record_array[0].out.sum())
        looked += int((watch.state.record_array[0].looked > 0).sum())
        for state in information.worlds(3, rows(1, len(watch.state.history))):
            states = np.zeros(1, CLUE.dtype)
            states[0] = state
            assert masked(CLUE, states, seat).tobytes() == view
            reasons = public_reasons(states[0], players)
            for triple, asker, shower in zip(
                log.triples[:answered], log.suggester, log.shower, strict=False
            ):
                here = [c for c in parts(int(triple)) if state.zone[c] == HAND + shower]
                if shower < 0:
                    continue
                assert here, "the world has a card to show"
                if accusing == "unseen":
                    accused = int(state.accused[asker])
                    ruled_out += any(accused >> c & 1 for c in here)
                    here = [c for c in here if not accused >> c & 1]
                seen = [c for c in here if int(state.seen[c]) >> asker & 1]
                assert seen, "whoever asked has seen one of them"
                for card in here:
                    reasons[card] |= 1 << int(asker)
                shown += seat not in (asker, shower)
            for card in range(21):
                others = int(state.seen[card]) & ((1 << players) - 1) & ~(1 << seat)
                assert not others & ~reasons[card], f"nobody can have seen card {card}"
                for p in range(players):
                    held = state.zone[card] == HAND + p
                    saw = int(state.seen[card]) & ((1 << players) - 1) & ~(1 << p)
                    assert int(state.shown_to[p, card]) == (saw if held else 0)
    assert shown > 100 or players == 2
    assert out > 0 or (players, accusing) == (3, "free")
    assert ruled_out > 0 or accusing == "free"
    assert looked > 0 or players > 2


def public_reasons(s: Any, players: int) -> list[int]:
    """For each card the seats that have seen it as far as its place says."""
    found = []
    for card in range(21):
        zone, depth = int(s.zone[card]), int(s.depth[card])
        seats = range(players)
        if HAND <= zone < HAND + 6:
            mask = 1 << (zone - HAND)
        elif SUSPECT <= zone < HAND:
            mask = sum(1 << p for p in seats if s.out[p] or s.winner >= 0)
        elif zone == SIDE_ZONE:
            mask = sum(1 << p for p in seats if int(s.looked[p]) >> depth & 1)
        else:
            mask = (1 << players) - 1
        found.append(mask)
    return found


def test_every_card_that_can_have_been_shown_is_with_equal_chance() -> None:
    """One suggestion among two others; 4 000 worlds; a fair draw fails once in a million seeds."""
    state = CLUE.new(players=3, seed=1, preset="rooms_only")
    watch = Watch(state)
    watch.play("go to Hall")
    watch.play("suggest Plum Rope")
    assert state.decision == "show"
    asker, shower = int(state.record_array[0].asker), state.mover
    me = 3 - asker - shower
    watch.play(state.codes[0])
    drawn: dict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
    for world in watch.information(me).worlds(4000, rows(6)):
        held = tuple(c for c in (5, 6, 12) if world.zone[c] == HAND + shower)
        [seen] = [c for c in held if int(world.seen[c]) >> asker & 1]
        drawn[held][seen] += 1
    assert len(drawn) > 3, "one card, two, or three could be shown"
    for held, counts in drawn.items():
        assert set(counts) == set(held)
        if len(held) > 1:
            assert chisquare([counts[c] for c in held]).pvalue > 1e-6
