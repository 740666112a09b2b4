"""Tree reuse: what a player asks to be remembered comes back with the moves that its seat saw."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

import games
from arena import audit_player, play_match
from arena.match import moves as played
from arena.seeds import player_rows
from compiled import PLAY, below, binding, rows
from determinize import Watch
from players import Decision, make
from players.player import Remembered
from players.search.reuse import new_trees, planted, replanted, used
from players.search.tree import ITERATIONS, NODES, child_by, new_tree
from tests.players.positions import GAME as GRID
from tests.players.positions import plain
from tests.players.test_search import as_nodes, opening
from tests.players.veiled import VEILED

POND = games.load("template")
KUHN = games.load("kuhn")
PLAYERS = ["ismcts", "so-pom", "mo-ismcts", "ris-mcts"]


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
    [[old]] = remembered.memory
    before = old.tobytes()
    node = 0
    for mover, option in remembered.moves:
        node = child_by(old, node, option, mover)
    tree = replanted(old, remembered.moves, info.seat, np.array(info.options), 1000)
    assert tree is not None
    below_it = as_nodes(old, node)
    below_it.mover = -1  # a root is nobody's choice
    assert as_nodes(tree) == below_it
    assert below_it.visits == tree[0].visits > 1
    assert old.tobytes() == before


@pytest.mark.parametrize("room", [100, 900])
def test_trees_that_go_on_are_searched_beside_new_ones(room: int) -> None:
    """With as much room each as the one that needs most, and no more than is allowed."""
    _, remembered, info = after_a_reply(1)
    [[old]] = remembered.memory
    told = remembered.moves, info.seat, np.array(info.options)
    kept = replanted(old, *told, 1000)
    assert kept is not None
    trees, counts = planted([None, old], *told, room, 1000, old.dtype)
    assert trees.shape == (2, min(len(kept) + room, 1000))
    assert as_nodes(trees[1]) == as_nodes(kept)
    assert as_nodes(trees[0]).children == {}
    assert counts[:, ITERATIONS].tolist() == [0, 0]
    assert counts[:, NODES].tolist() == [1, len(kept)]
    assert planted([None], *told, room, 1000, old.dtype)[0].shape == (1, room)


def test_only_options_of_the_seat_come_along() -> None:
    """A child by an option that is not there, or by another seat, is given up with all below it."""
    _, remembered, info = after_a_reply(1)
    [[old]] = remembered.memory
    some = np.array(info.options[1:])
    whole = replanted(old, remembered.moves, info.seat, np.array(info.options), 1000)
    part = replanted(old, remembered.moves, info.seat, some, 1000)
    assert whole is not None
    assert part is not None
    assert set(as_nodes(part).children) == set(as_nodes(whole).children) - {info.options[0]}
    assert len(part) < len(whole)
    assert replanted(old, remembered.moves, 1 - info.seat, some, 1000) is None


def test_where_the_old_tree_does_not_reach_there_is_nothing() -> None:
    _, remembered, info = after_a_reply(1)
    [[old]] = remembered.memory
    options = np.array(info.options)
    taken = remembered.moves[0][1]
    for further in ((0, taken), (1, 35), (0, 35)):
        assert replanted(old, (*remembered.moves, further), 0, options, 1000) is None
    assert replanted(new_tree(1), (), 0, options, 1000) is None


def test_a_tree_too_large_for_its_room_is_pruned() -> None:
    _, remembered, info = after_a_reply(1, 9000)
    [[old]] = remembered.memory
    options = np.array(info.options)
    for most in (30, 100):
        found = replanted(old, remembered.moves, info.seat, options, most)
        assert found is not None
        assert len(found) <= most
        whole = replanted(old, remembered.moves, info.seat, options, 9000)
        assert whole is not None
        assert len(whole) > most
        assert set(as_nodes(found).children) == set(as_nodes(whole).children)
    assert replanted(old, remembered.moves, info.seat, options, 3) is None


def test_what_is_remembered_is_the_searched_tree_itself() -> None:
    """No copy, so that it takes no time; read-only, without the room that was not used."""
    trees, counts = new_trees(3, 50)
    counts[2, NODES] = 7
    first, last = used(trees, counts, (0, 2))
    assert (len(first), len(last)) == (1, 7)
    assert np.shares_memory(last, trees[2, :7])
    for view in (first, last):
        with pytest.raises(ValueError, match="read-only"):
            view[0]["visits"] = 1
    trees[2, 3]["visits"] = 5  # its maker may
    assert last[3]["visits"] == 5


def test_what_goes_on_is_a_copy() -> None:
    """A search that goes on leaves what was remembered as it was."""
    _, remembered, info = after_a_reply(1)
    [[old]] = remembered.memory
    before = old.tobytes()
    told = remembered.moves, info.seat, np.array(info.options), 100, 1000, old.dtype
    trees, _ = planted([old, old], *told)
    assert not np.shares_memory(trees, old)
    trees["visits"] += 1
    player: Any = make("ismcts(iterations=90, reuse=yes)", GRID)
    player.decide_on(info, rows(1), remembered)
    assert old.tobytes() == before


# -------------------------------------------------------------------------------------- the player


@pytest.fixture
def plain_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled: short searches by many players are soon done as plain Python."""
    monkeypatch.setattr(binding, "COMPILED", False)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("told", ["workers=2", "select=puct"])
@pytest.mark.usefixtures("plain_rules")
def test_a_search_goes_on_from_the_old_counts(name: str, told: str) -> None:
    watch = Watch(GRID.new())
    player: Any = make(f"{name}(iterations=200, {told}, reuse=yes)", GRID)
    first = player.decide(watch.information(0), rows(1))
    since = ((0, first.option), (1, 8 if first.option != 8 else 0))
    for _, code in since:
        watch.play(code)
    info, remembered = watch.information(0), Remembered(first.memory, since)
    grown = [replanted(own[0], since, 0, np.array(info.options), 999) for own in first.memory]
    held = sum(
        int(child.visits)
        for found in grown
        if found is not None
        for child in as_nodes(found).children.values()
    )
    decision = player.decide_on(info, rows(2), remembered)
    assert held > 0
    assert sum(one.visits for one in decision.considered) == 200 + held
    assert decision == player.decide_on(info, rows(2), remembered)
    assert len(decision.memory) == len(first.memory) == player.workers


@pytest.mark.parametrize("game", [GRID, POND])
@pytest.mark.usefixtures("plain_rules")
def test_where_all_is_seen_they_go_on_as_ismcts(game: Any) -> None:
    """Draw for draw: every seat's tree goes on, and is the one of single-observer ISMCTS."""
    told = "iterations=40, nodes=30, select=puct, tree_depth=6, depth=9, reuse=yes"
    matches = []
    for name in ("ismcts", "so-pom", "mo-ismcts"):
        pair = [make(f"{name}({told})", game)] * 2
        asked = (move.decision for move in played(Watch(game.new(seed=3)), pair, seed=3))
        matches.append(list(islice(filter(None, asked), 7)))
    assert any(sum(one.visits for one in decision.considered) > 40 for decision in matches[0])
    assert matches[0] == matches[1] == matches[2]


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.usefixtures("plain_rules")
def test_without_a_memory_it_plays_as_ever(name: str) -> None:
    for game in (GRID, KUHN):
        info = Watch(game.new(seed=4)).information(0)
        info = info if info.options else Watch(game.new(seed=4)).information(1)
        fresh = make(f"{name}(iterations=50)", game).decide(info, rows(3))
        player: Any = make(f"{name}(iterations=50, reuse=yes)", game)
        assert player.decide(info, rows(3)) == fresh
        assert fresh.memory is None
        elsewhere = Remembered(player.decide(info, rows(3)).memory, ((0, 0),) * 9)
        assert player.decide_on(info, rows(3), elsewhere) == fresh


# ----------------------------------------------------------------------------------- the match loop


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.usefixtures("plain_rules")
def test_matches_hand_memories_on(name: str) -> None:
    """Decisions after the first have more visits than iterations; twice the same match."""
    pair = [make(f"{name}(iterations=40, reuse={told})", GRID) for told in ("yes", "no")]
    more = {0: 0, 1: 0}
    for move in played(Watch(GRID.new(seed=2)), pair, seed=2):
        if move.decision is not None:
            more[move.seat] += sum(one.visits for one in move.decision.considered) > 40
    assert more[0] > 0
    assert more[1] == 0
    results = [play_match(GRID, pair, seed=2) for _ in range(2)]
    assert results[0].moves == results[1].moves


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("game", [POND, VEILED])
@pytest.mark.usefixtures("plain_rules")
def test_it_goes_on_within_a_deal_and_a_new_one_begins_anew(name: str, game: Any) -> None:
    """Little Pond is dealt twice; also where moves are seen in part, but for ``ismcts``."""
    pair = [make(f"{name}(iterations=12, tree_depth=4, reuse=yes)", game)] * 2
    watch = Watch(game.new(seed=1))
    deal, more = {0: -1, 1: -1}, 0
    for move in played(watch, pair, seed=1):
        if move.decision is None:
            continue
        number = int(watch.state.record_array[0].round)
        if number > deal[move.seat]:
            info = watch.information(move.seat)
            rng = player_rows(1, move.seat, move.number)
            assert move.decision == pair[0].decide(info, rng)
        more += sum(one.visits for one in move.decision.considered) > 12
        deal[move.seat] = number
    assert set(deal.values()) == {1}
    assert (more > 0) == (name != "ismcts" or game is POND)


@pytest.mark.usefixtures("plain_rules")
def test_other_seats_trees_go_on_where_they_are_known_to_have_seen_the_moves() -> None:
    """Single-observer ISMCTS goes on where everybody sees every move, and nowhere else."""
    seen = {"ismcts": (1, 0), "so-pom": (1, 1), "mo-ismcts": (2, 1), "ris-mcts": (1, 1)}
    for name, (shown, veiled) in seen.items():
        for game, trees in ((POND, shown), (VEILED, veiled)):
            info = opening(4, game)
            player = make(f"{name}(iterations=30, workers=2, reuse=yes)", game)
            memory = player.decide(info, rows(1)).memory
            assert memory is None if trees == 0 else [len(kept) for kept in memory] == [trees] * 2


@pytest.mark.usefixtures("plain_rules")
def test_options_are_not_steps_where_a_code_may_stand_for_others() -> None:
    """In the veiled pond others see the code for a perch, whichever fish is asked for.

    In the tree of ``ismcts`` it would lead to what was searched below the perch.
    """
    pair = [make("ismcts(iterations=20, tree_depth=4, reuse=yes)", VEILED)] * 2
    visible, hidden = plain(VEILED, "visible"), 0
    watch = Watch(VEILED.new(seed=1))
    for move in islice(played(watch, pair, seed=1), 20):
        s = watch.state.record_array[0]
        if move.decision is not None:
            info = watch.information(move.seat)
            rng = player_rows(1, move.seat, move.number)
            assert move.decision == pair[0].decide(info, rng)
        hidden += move.option < 4 and visible(s, move.option, 1 - move.seat) != move.option
    assert hidden > 0


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


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.usefixtures("plain_rules")
def test_a_second_decision_does_not_depend_on_what_is_hidden(name: str) -> None:
    """Kuhn poker: who checked with the jack and is bet against goes on, whatever the other holds.

    The loop is the same, the truth another: so nothing of it comes with the memory.
    """
    considered = []
    for other in ("Q", "K"):
        cards = {"hand 0": ["J"], "hand 1": [other], "out": ["10", "A"]}
        watch = Watch(KUHN.arrange(cards, sizes={"deck": 1}, mover=0, decision="open"))
        pair = [make(f"{name}(iterations=150, reuse=yes)", KUHN), Bettor()]
        decided = [move for move in played(watch, pair, seed=5) if move.seat == 0]
        assert [move.option for move in decided] == [0, 0]
        considered.append([move.decision for move in decided])
        assert sum(one.visits for one in decided[1].decision.considered) > 150  # type: ignore[union-attr]
    assert considered[0] == considered[1]
