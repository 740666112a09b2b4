"""Tree reuse: what a player asks to be remembered comes back with the moves that its seat saw."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import games
from arena import audit_player, play_match
from arena.match import moves as played
from compiled import PLAY, below, rows
from determinize import Watch
from players import Decision, make
from players.player import Remembered
from players.search.reuse import replanted
from players.search.tree import ITERATIONS, NODES, child_by, new_tree
from tests.players.positions import GAME as GRID
from tests.players.positions import plain
from tests.players.test_search import as_nodes

POND = games.load("template")
KUHN = games.load("kuhn")
PLAIN, REUSING = "ismcts(iterations=300)", "ismcts(iterations=300, reuse=yes)"


def after_a_reply(seed: int, iterations: int = 300) -> tuple[Decision, Remembered, Any]:
    """A decision, what is remembered of it after a reply by chance, and what is known then."""
    watch = Watch(GRID.new(seed=seed))
    seat = watch.state.mover
    player = make(f"ismcts(iterations={iterations}, reuse=yes)", GRID)
    decision = player.decide(watch.information(seat), rows(seed))
    since = [(seat, decision.option)]
    watch.play(decision.option)
    row = rows(seed, 1)[PLAY]
    while watch.state.mover != seat or len(watch.state.codes) < 2:
        code = watch.state.codes[below(row, len(watch.state.codes))]
        since.append((watch.state.mover, code))
        watch.play(code)
    return decision, Remembered(decision.memory, tuple(since)), watch.information(seat)


# ---------------------------------------------------------------------------------- the tree itself


@pytest.mark.parametrize("seed", range(5))
def test_below_the_new_root_stands_what_stood_there_before(seed: int) -> None:
    _, remembered, info = after_a_reply(seed)
    [old] = remembered.memory
    before = old.tobytes()
    node = 0
    for mover, option in remembered.moves:
        node = child_by(old, node, option, mover)
    found = replanted(old, remembered.moves, info.seat, np.array(info.options), 100, 1000)
    assert found is not None
    tree, counts = found
    below_it = as_nodes(old, node)
    below_it.mover = -1  # a root is nobody's choice
    assert as_nodes(tree) == below_it
    assert below_it.visits == tree[0].visits > 1
    assert counts[ITERATIONS] == 0
    assert len(tree) == counts[NODES] + 100
    assert old.tobytes() == before


def test_only_options_of_the_seat_come_along() -> None:
    """A child by an option that is not there, or by another seat, is given up with all below it."""
    _, remembered, info = after_a_reply(1)
    [old] = remembered.memory
    some = np.array(info.options[1:])
    whole = replanted(old, remembered.moves, info.seat, np.array(info.options), 10, 1000)
    part = replanted(old, remembered.moves, info.seat, some, 10, 1000)
    assert whole is not None
    assert part is not None
    assert set(as_nodes(part[0]).children) == set(as_nodes(whole[0]).children) - {info.options[0]}
    assert part[1][NODES] < whole[1][NODES]
    assert replanted(old, remembered.moves, 1 - info.seat, some, 10, 1000) is None


def test_where_the_old_tree_does_not_reach_there_is_nothing() -> None:
    _, remembered, info = after_a_reply(1)
    [old] = remembered.memory
    options = np.array(info.options)
    taken = remembered.moves[0][1]
    for further in ((0, taken), (1, 35), (0, 35)):
        assert replanted(old, (*remembered.moves, further), 0, options, 10, 1000) is None
    assert replanted(new_tree(1), (), 0, options, 10, 1000) is None


def test_a_tree_too_large_for_its_room_is_pruned() -> None:
    _, remembered, info = after_a_reply(1, 9000)
    [old] = remembered.memory
    options = np.array(info.options)
    for most in (30, 100):
        found = replanted(old, remembered.moves, info.seat, options, 100, most)
        assert found is not None
        assert len(found[0]) == most >= found[1][NODES]
        whole = replanted(old, remembered.moves, info.seat, options, 100, 9000)
        assert whole is not None
        assert whole[1][NODES] > most
        assert set(as_nodes(found[0]).children) == set(as_nodes(whole[0]).children)
    assert replanted(old, remembered.moves, info.seat, options, 100, 3) is None


# -------------------------------------------------------------------------------------- the player


@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_goes_on_from_the_old_counts(workers: int) -> None:
    watch = Watch(GRID.new())
    player = make(f"ismcts(iterations=300, workers={workers}, reuse=yes)", GRID)
    first = player.decide(watch.information(0), rows(1))
    since = ((0, first.option), (1, 8 if first.option != 8 else 0))
    for _, code in since:
        watch.play(code)
    info, remembered = watch.information(0), Remembered(first.memory, since)
    grown = [replanted(old, since, 0, np.array(info.options), 1, 999) for old in first.memory]
    held = sum(
        int(child.visits)
        for found in grown
        if found
        for child in as_nodes(found[0]).children.values()
    )
    decision = player.decide_on(info, rows(2), remembered)  # type: ignore[attr-defined]
    assert held > 0
    assert sum(one.visits for one in decision.considered) == 300 + held
    assert decision == player.decide_on(info, rows(2), remembered)  # type: ignore[attr-defined]
    assert len(decision.memory) == workers


def test_without_a_memory_it_plays_as_ever() -> None:
    for game in (GRID, POND):
        info = Watch(game.new(seed=4)).information(0)
        info = info if info.options else Watch(game.new(seed=4)).information(1)
        fresh = make(PLAIN, game).decide(info, rows(3))
        assert make(REUSING, game).decide(info, rows(3)) == fresh
        assert fresh.memory is None
        elsewhere = Remembered(make(REUSING, game).decide(info, rows(3)).memory, ((0, 0),) * 9)
        player: Any = make(REUSING, game)
        assert player.decide_on(info, rows(3), elsewhere) == fresh


# ----------------------------------------------------------------------------------- the match loop


def test_matches_hand_memories_on() -> None:
    """Decisions after the first have more visits than iterations; twice the same match."""
    for game in (GRID, POND):
        pair = [make(REUSING, game), make(PLAIN, game)]
        more = {0: 0, 1: 0}
        for move in played(Watch(game.new(seed=2)), pair, seed=2):
            if move.decision is not None:
                more[move.seat] += sum(one.visits for one in move.decision.considered) > 300
        assert more[0] > 0
        assert more[1] == 0
        results = [play_match(game, pair, seed=2) for _ in range(2)]
        assert results[0].moves == results[1].moves


class Spy:
    """Plays its first option, asks for its number of decisions, and writes down what comes back."""

    name = "spy"

    def __init__(self) -> None:
        self.told: list[Remembered | None] = []

    def decide(self, info: Any, rng: Any) -> Decision:
        self.told.append(None)
        return Decision(info.options[0], memory=(info.seat, 1))

    def decide_on(self, info: Any, rng: Any, remembered: Remembered) -> Decision:
        self.told.append(remembered)
        seat, number = remembered.memory
        return Decision(info.options[0], memory=(seat, number + 1))


def test_what_comes_back_is_the_seats_own_and_what_it_saw() -> None:
    """In Clue a card is shown to one seat alone: the others get the code that stands for it."""
    game = games.load("clue")
    watch = Watch(game.new(players=3, seed=1))
    visible = plain(game, "visible")
    spies = [Spy() for _ in range(3)]
    log: list[tuple[int, int, list[int]]] = []
    asked: list[list[int]] = [[], [], []]
    for move in played(watch, spies, seed=1):
        s = watch.state.record_array[0]
        if move.decision is not None:
            asked[move.seat].append(len(log))
        log.append((move.seat, move.option, [visible(s, move.option, seat) for seat in range(3)]))
        if len(log) == 400:
            break
    hidden = 0
    for seat, spy in enumerate(spies):
        assert len(spy.told) == len(asked[seat]) > 5
        assert spy.told[0] is None
        for number, (told, begin, end) in enumerate(
            zip(spy.told[1:], asked[seat], asked[seat][1:], strict=False)
        ):
            assert told is not None
            assert told.memory == (seat, number + 1)
            assert list(told.moves) == [(mover, seen[seat]) for mover, _, seen in log[begin:end]]
            assert told.moves[0] == (seat, log[begin][1])
            hidden += sum(seen[seat] != option for _, option, seen in log[begin:end])
    assert hidden > 0


def test_a_decision_that_asks_for_nothing_ends_the_memory() -> None:
    class Forgetful(Spy):
        def decide_on(self, info: Any, rng: Any, remembered: Remembered) -> Decision:
            super().decide_on(info, rng, remembered)
            return Decision(info.options[0])

    spies = [Forgetful(), Spy()]
    play_match(GRID, spies, seed=1)
    told = [one is not None for one in spies[0].told]
    assert told == [False, True, False, True][: len(told)]
    assert [one is not None for one in spies[1].told] == [False, True, True, True][
        : len(spies[1].told)
    ]


def test_the_audit_of_players_passes() -> None:
    player = make("ismcts(iterations=40, reuse=yes)", POND)
    assert audit_player(POND, player, positions=10, worlds=4).passed


class Bettor:
    """Bets, or calls."""

    name = "bettor"

    def decide(self, info: Any, rng: Any) -> Decision:
        return Decision(1)


def test_a_second_decision_does_not_depend_on_what_is_hidden() -> None:
    """Kuhn poker: who checked with the jack and is bet against goes on, whatever the other holds.

    The loop is the same, the truth another: so nothing of it comes with the memory.
    """
    considered = []
    for other in ("Q", "K"):
        cards = {"hand 0": ["J"], "hand 1": [other], "out": ["10", "A"]}
        watch = Watch(KUHN.arrange(cards, sizes={"deck": 1}, mover=0, decision="open"))
        pair = [make(REUSING, KUHN), Bettor()]
        decided = [move for move in played(watch, pair, seed=5) if move.seat == 0]
        assert [move.option for move in decided] == [0, 0]
        considered.append([move.decision for move in decided])
        assert sum(one.visits for one in decided[1].decision.considered) > 300  # type: ignore[union-attr]
    assert considered[0] == considered[1]
