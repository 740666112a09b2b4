"""Alpha-beta: as exact as a plain minimax without bounds or table, and honest about its limits."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import astuple
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import games
from compiled import below, bind, rows
from determinize import Watch
from games.kit.seam import legal, play
from players.search.playout import rewards
from players.search.solver import Solution, Solver, Unsolvable, solve
from players.search.transpositions import (
    EMPTY,
    MARKS,
    Keys,
    key_of,
    keys,
    new_table,
    sight,
    sight_of,
)
from tests.players.guessing import GAME as GUESSING
from tests.players.guessing import OPEN
from tests.players.plainly import plainly

GAME = games.load("schnapsen")
POND = games.load("template")
CROSS = games.load("tic-tac-toe")


def legal_codes(s: Any, out: Any) -> int:
    return legal(s, out)


def play_code(s: Any, code: int, rng: Any) -> None:
    play(s, code, rng)


def minimax(game: games.Game, world: Any, me: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The value of each option by looking at everything."""
    options_of, plays, rewarded = (
        bind(one, game)
        for one in (legal_codes, play_code, rewards)  # type: ignore[type-var]
    )
    deal = int(world["round"])
    out, result = np.zeros(game.option_codes, np.int64), np.zeros(game.players[1])

    def value(states: Any) -> float:
        s = states[0]
        if s.mover < 0 or s.round != deal:
            rewarded(s, result)
            return float(result[me])
        return (max if s.mover == me else min)(each for _, each in values(states))

    def values(states: Any) -> list[tuple[int, float]]:
        found = []
        for code in out[: options_of(states[0], out)].tolist():
            after = states.copy()
            plays(after[0], code, rows(0))
            found.append((code, value(after)))
        return found

    begin = np.zeros(1, game.dtype)
    begin[0] = world
    both = values(begin)
    return tuple(code for code, _ in both), tuple(each for _, each in both)


def late(game: games.Game, seed: int, last: int, **parameters: Any) -> Any:
    """A state of random play, so many decisions before the deal's end; everything is known."""
    watch = Watch(game.new(seed=seed, players=2, **parameters))
    row, past = rows(seed, 5)[0], []
    while watch.state.mover >= 0 and int(watch.state.record_array[0]["round"]) == 0:
        past.append(watch.state.record_array[0].copy())
        watch.play(watch.state.codes[below(row, len(watch.state.codes))])
    return past[max(0, len(past) - last)]


def second_phase(seed: int, cards: int, **parameters: Any) -> Any:
    """A state of random play in the second phase, with so many cards in both hands or fewer."""
    while True:
        watch = Watch(GAME.new(seed=seed, **parameters))
        row = rows(seed, 5)[0]
        while watch.state.mover >= 0 and int(watch.state.record_array[0]["round"]) == 0:
            s: Any = watch.state.record_array[0]
            strict = bool(s.closer > 0) or not (s.zone == GAME.zones["trump"]).any()
            if strict and int(np.isin(s.zone, (0, 1)).sum()) <= cards:
                return s.copy()
            watch.play(watch.state.codes[below(row, len(watch.state.codes))])
        seed += 1000  # that deal was over before


@pytest.mark.parametrize(
    "parameters", [{"match_target": 1}, {}, {"preset": "vu_classic"}, {"false_claim": True}]
)
def test_ends_of_schnapsen_are_as_minimax_has_them(parameters: dict[str, Any]) -> None:
    """Open or closed, in the middle of a trick or before it, a deal or part of a match.

    Five to eight cards are left. All but those of the classic rules, where random play closes no
    such deal, and of false claims, which close all, are of both kinds. In two deals at least it
    matters what is played: else any constant would pass.
    """
    closed, decisions, differ = set(), set(), 0
    for seed in range(12):
        world = second_phase(seed, 5 + seed % 4, **parameters)
        solution = solve(GAME, world)
        assert solution.exact
        assert (solution.options, solution.values) == minimax(GAME, world, int(world.mover))
        closed.add(bool(world.closer))
        decisions.add(int(world.decision))
        differ += len(set(solution.values)) > 1
    assert len(decisions) == 2
    assert len(closed) == (2 if parameters in ({}, {"match_target": 1}) else 1)
    assert differ >= 2


@pytest.mark.parametrize(
    ("game", "last", "parameters"),
    [
        (POND, 4, {"rounds": 1}),
        (POND, 4, {"rounds": 2}),
        (games.load("kuhn"), 9, {}),
        (games.load("leduc"), 9, {}),
        (games.load("liars-dice"), 3, {}),
    ],
)
def test_other_games_are_as_minimax_has_them(
    game: games.Game, last: int, parameters: dict[str, Any]
) -> None:
    for seed in range(8):
        world = late(game, seed, last, **parameters)
        solution = solve(game, world)
        assert solution.exact
        assert (solution.options, solution.values) == minimax(game, world, int(world.mover))


@pytest.mark.parametrize("parameters", [{}, {"misere": True}])
def test_every_position_of_tic_tac_toe(parameters: dict[str, Any]) -> None:
    """All that can be reached, against a minimax that remembers; the start is a draw."""
    plays, options_of = bind(play_code, CROSS), bind(legal_codes, CROSS)
    rewarded = bind(rewards, CROSS)
    out, result = np.zeros(CROSS.option_codes, np.int64), np.zeros(2)
    positions: dict[bytes, Any] = {}

    @cache
    def value(position: bytes) -> float:
        """For seat 0."""
        states = np.frombuffer(position, CROSS.dtype).copy()
        if states[0].mover < 0:
            rewarded(states[0], result)
            return float(result[0])
        positions[position] = states
        best = max if states[0].mover == 0 else min
        return best(value(after) for after in following(states))

    def following(states: Any) -> list[bytes]:
        found = []
        for code in out[: options_of(states[0], out)].tolist():
            after = states.copy()
            plays(after[0], code, rows(0))
            found.append(after.tobytes())
        return found

    start = CROSS.new(**parameters).record_array
    assert value(start.tobytes()) == 0.5
    assert len(positions) > 4000
    solver = Solver(CROSS)
    for states in positions.values():
        n = options_of(states[0], out)
        solver.begin(states[0], out[:n])
        assert solver.search(10**6)
        mine = [value(after) for after in following(states)]
        expected = mine if states[0].mover == 0 else [1 - each for each in mine]
        assert solver.solution().values == tuple(expected)


# ---------------------------------------------------------------------------------- transpositions


Met = tuple[int, NDArray[np.int64], tuple[Any, ...]]
"""A position: of which game, its record as numbers, its mover with options and their values."""


@cache
def met(game: games.Game) -> list[Met]:
    """What many ways to play on from a few positions come to, solved; each with other marks too.

    Marks of other cards say who knows what, which is nothing to a search that knows all.
    """
    found: list[Met] = []
    out, options_of = np.zeros(game.option_codes, np.int64), bind(legal_codes, game)
    plays = bind(play_code, game)
    for seed in range(3):
        begin = game.new(seed=seed, players=2).record_array[0]
        begin = second_phase(seed, 8, match_target=1) if game is GAME else begin
        for way in range(12):
            states, row = np.array([begin], game.dtype), rows(way, 5)[0]
            s = states[0]
            while s.mover >= 0 and s.round == begin.round:
                codes = out[: options_of(s, out)].copy()
                for one in (states, with_other_marks(states, row)):
                    solver = Solver(game, 1 << 10)
                    solver.begin(one[0], codes)
                    assert solver.search(10**6)
                    solution = solver.solution()
                    told = int(s.mover), solution.options, solution.values
                    found.append((seed, one.view(np.int64).copy(), told))
                plays(s, int(codes[below(row, len(codes))]), rows(0))
    return found


def with_other_marks(states: Any, row: Any) -> Any:
    """The same position, the marks of cards moved on by some places."""
    other = states.copy()
    for name in MARKS:
        other[name] = np.roll(other[name], 1 + below(row, 3), axis=1)
    return other


def contradictions(game: games.Game, told_by: Keys) -> tuple[int, int]:
    """How many records share their key with a different one, how many keys have two values."""
    key = bind(key_of, game)
    records, values = defaultdict(set), defaultdict(set)
    for seed, words, told in met(game):
        one = seed, key(words, told_by)
        records[one].add(words.tobytes())
        values[one].add(told)
    shared = sum(len(each) - 1 for each in records.values())
    return shared, sum(len(each) > 1 for each in values.values())


@pytest.mark.parametrize("game", [GAME, POND, CROSS, games.load("leduc")])
def test_equal_keys_mean_equal_values(game: games.Game) -> None:
    """Records that come to one key play on alike; keys that know less of them contradict.

    In Tic-Tac-Toe every number of a record counts, so none of them share a key.
    """
    whole = keys(game)
    shared, wrong = contradictions(game, whole)
    assert wrong == 0
    assert shared > 20 if game is not CROSS else shared == 0
    blind = whole._replace(plain=whole.plain[:0])
    if game in (GAME, POND):  # games in which cards are moved by what is chosen
        assert contradictions(game, whole._replace(places=0 * whole.places))[1] > 0
    assert contradictions(game, blind)[1] > 0


def test_copies_marks_and_lots_make_no_other_key_and_places_do() -> None:
    key, words = bind(key_of, POND), lambda states: states.view(np.int64)
    states = POND.new(seed=3).record_array.copy()
    told = key(words(states), keys(POND))
    for name in ("seen", "lot", "block"):
        other = states.copy()
        other[name] += 1
        assert key(words(other), keys(POND)) == told
    perch = [c for c in range(4) if states["zone"][0, c] != states["zone"][0, 0]]
    other = states.copy()
    for name in ("zone", "depth"):
        other[name][0, [0, perch[0]]] = states[name][0, [perch[0], 0]]
    assert key(words(other), keys(POND)) == told  # two perches have changed places
    other[0]["zone"][0] = 1 - int(other[0]["zone"][0] == 1)
    assert key(words(other), keys(POND)) != told
    for name in ("mover", "decision", "points", "asked"):
        other = states.copy()
        other[name] += 1
        assert key(words(other), keys(POND)) != told


def test_a_view_has_a_key_that_only_what_is_seen_changes() -> None:
    """All worlds of an information set look alike to its seat, and not to the other one."""
    info = Watch(GAME.new(seed=4)).information(0)
    worlds = info.worlds(20, rows(1))
    words = worlds.view(np.int64).reshape(20, -1)
    told = bind(sight_of, GAME)
    assert len({told(each, 0, sight(GAME, 0)) for each in words}) == 1
    assert len({told(each, 1, sight(GAME, 1)) for each in words}) == 20
    worlds["points"][3, 1] += 2
    assert len({told(each, 0, sight(GAME, 0)) for each in words}) == 2


@pytest.mark.parametrize("entries", [1, 2, 64, 1 << 14])
def test_a_small_table_costs_time_and_no_value(entries: int) -> None:
    for seed in range(6):
        world = second_phase(seed, 8, match_target=1)
        assert solve(GAME, world, entries=entries).values == solve(GAME, world).values
    assert len(new_table(entries)) >= entries
    assert (new_table(entries)["key"] == EMPTY).all()


def test_the_table_saves_most_of_the_work() -> None:
    """On every tic-tac-toe game there is."""
    world = CROSS.new().record_array[0]
    with_table, without = solve(CROSS, world), solve(CROSS, world, entries=1)
    assert with_table.hits > 100
    assert with_table.nodes < 0.5 * without.nodes


# ------------------------------------------------------------------------------ limits, refusals


def test_beyond_the_limit_it_guesses_and_says_so() -> None:
    world = second_phase(3, 10, match_target=1)
    whole = solve(GAME, world)
    assert whole.exact
    part = solve(GAME, world, nodes=whole.nodes - 1)
    assert not part.exact
    assert part.nodes == whole.nodes - 1
    assert part.values[0] == whole.values[0]  # solved before the end
    none = solve(GAME, world, nodes=1)
    assert not none.exact
    after = np.zeros(1, GAME.dtype)
    after[0] = world
    bind(play_code, GAME)(after[0], none.options[-1], rows(0))
    result = np.zeros(2)
    bind(rewards, GAME)(after[0], result)
    assert none.values[-1] == result[int(world.mover)]


def test_a_search_goes_on_where_it_stopped() -> None:
    world = second_phase(3, 9, match_target=1)
    whole = solve(GAME, world)
    solver = Solver(GAME)
    for _ in range(2):  # also when it begins anew, by which time the table knows the way
        solver.begin(world, np.array(whole.options))
        steps = 1
        while not solver.search(37):
            steps += 1
        assert solver.solution().values == whole.values
        assert solver.nodes <= 37 * steps
    assert solver.nodes < whole.nodes


@pytest.mark.parametrize(
    ("game", "parameters", "complaint"),
    [
        (
            GUESSING,
            {"shaken": True},
            "Guessing cannot be solved by alpha-beta: its rules draw random numbers during play$",
        ),
        (POND, {"players": 4}, "Little Pond with 4 seats cannot be solved by alpha-beta, which is"),
    ],
)
def test_what_cannot_be_solved_is_refused(
    game: games.Game, parameters: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(Unsolvable, match=complaint):
        solve(game, game.new(seed=1, **parameters).record_array[0])


@pytest.mark.parametrize("deals", [1, 2])
@pytest.mark.parametrize("moves", [0, 1])
def test_chance_at_the_last_move_is_refused(deals: int, moves: int) -> None:
    """Of the game or of a deal; what the next deal draws is none, and leaves no trace."""
    watch = Watch(GUESSING.new(seed=1, tossed=True, deals=deals))
    sure = Watch(GUESSING.new(seed=1, deals=deals))
    for _ in range(moves):
        watch.play(OPEN)
        sure.play(OPEN)
    with pytest.raises(Unsolvable, match="draw random numbers during play"):
        solve(GUESSING, watch.state.record_array[0])
    solution = solve(GUESSING, sure.state.record_array[0])
    assert solution.exact
    names = (0.5, 0.5) if deals > 1 else (0.0, 1.0)  # before another deal none is ahead
    safe = (0.5, 0.5) if deals > 1 else (0.6, 1.0)
    assert sorted(solution.values) == sorted(names if moves else safe)


def test_a_game_that_is_over_is_refused() -> None:
    states = CROSS.new().record_array.copy()
    states["mover"] = -1
    with pytest.raises(Unsolvable, match="that is over"):
        solve(CROSS, states[0])


def test_the_world_stays_as_it_is() -> None:
    world = second_phase(2, 10)
    before = world.tobytes()
    solution = solve(GAME, world)
    assert world.tobytes() == before
    assert solution == solve(GAME, world)
    assert solution.value == max(solution.values)
    assert {solution.values[solution.options.index(o)] for o in solution.best} == {solution.value}
    assert isinstance(solution, Solution)


def solutions() -> list[Any]:
    found = [solve(GAME, second_phase(seed, 5, match_target=1)) for seed in range(3)]
    found.append(solve(POND, late(POND, 1, 6, rounds=1)))
    return [json.loads(json.dumps(astuple(one))) for one in found]


def test_compiled_and_plain_search_the_same_nodes() -> None:
    assert plainly(solutions) == solutions()
