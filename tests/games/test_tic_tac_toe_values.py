"""Tic-Tac-Toe: the counts of its trees, random play, what positions are worth, and the oracle."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from games.kit.seam import legal, play
from tests.games.minimax import Key, Position, best_options, key_of, solve, values
from tests.games.tic_tac_toe_positions import GAME, arranged, solved

# --- the trees ------------------------------------------------------------------------------------


def games_from(key: Key, positions: dict[Key, Position]) -> Counter[float]:
    """How many complete games there are from a position, by the result of seat 0."""
    counted: dict[Key, Counter[float]] = {}
    for here, one in reversed(positions.items()):
        # What follows a position stands after it: it has more marks.
        total = Counter({one.value: 1}) if one.mover < 0 else Counter[float]()
        for after in one.after.values():
            total += counted[after]
        counted[here] = total
    return counted[key]


def test_the_tree_of_the_usual_game() -> None:
    positions = solved(3)
    played = games_from(next(iter(positions)), positions)
    assert played == {1.0: 131_184, -1.0: 77_904, 0.0: 46_080}
    assert played.total() == 255_168
    assert len(positions) == 5_478
    assert sum(one.mover < 0 for one in positions.values()) == 958


def test_the_tree_of_the_smallest_games() -> None:
    positions = solved(2)
    assert games_from(next(iter(positions)), positions) == {1.0: 24}
    assert len(positions) == 29
    assert len(solved(1)) == 2


def test_positions_up_to_the_symmetries_of_the_square() -> None:
    turn = [(2 - c % 3) * 3 + c // 3 for c in range(9)]
    mirror = [c // 3 * 3 + 2 - c % 3 for c in range(9)]

    def images(grid: tuple[int, ...]) -> set[tuple[int, ...]]:
        found = {grid}
        for way in (turn, mirror) * 4:
            found |= {tuple(one[c] for c in way) for one in found}
        return found

    grids = {
        tuple((x >> c & 1) + 2 * (o >> c & 1) for c in range(9))
        for x, o in (one.states[0].marks.tolist() for one in solved(3).values())
    }
    assert len(grids) == 5_478
    assert len({min(images(grid)) for grid in grids}) == 765


def test_random_play_of_the_usual_game_as_fractions() -> None:
    positions = solved(3)
    results: dict[Key, dict[float, Fraction]] = {}
    decisions: dict[Key, Fraction] = {}
    options: dict[Key, Fraction] = {}
    for key, one in reversed(positions.items()):
        n = len(one.after)
        after = one.after.values()
        decisions[key] = Fraction(n > 0) + sum((decisions[k] for k in after), Fraction(0)) / max(
            1, n
        )
        options[key] = n + sum((options[k] for k in after), Fraction(0)) / max(1, n)
        results[key] = {
            value: sum((results[k][value] for k in after), Fraction(0)) / n
            if n
            else Fraction(one.value == value)
            for value in (1.0, -1.0, 0.0)
        }
    start = next(iter(positions))
    won, lost, drawn = (results[start][value] for value in (1.0, -1.0, 0.0))
    assert (won, lost, drawn) == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))
    assert [round(float(p), 5) for p in (won, lost, drawn)] == [0.58492, 0.28810, 0.12698]
    assert round(float(decisions[start]), 2) == 7.63
    # A game of n moves has 9, 8, … options: 9 - (n - 1) / 2 on average over its decisions.
    assert round(float(9 - (decisions[start] - 1) / 2), 2) == 5.69
    assert round(float(options[start] / decisions[start]), 2) == 5.58


def results_of_random_play(states: Any, scratch: Any, results: Any, out: Any, rng: Any) -> None:
    """Play many games at random from one position. A template."""
    for i in range(len(results)):
        scratch[0] = states[0]
        s = scratch[0]
        while s.mover >= 0:
            n = legal(s, out)
            play(s, int(out[below(rng[PLAY], n)]), rng)
        results[i] = int(s.winner)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (4, (0.317, 0.268, 0.415)),
        (5, (0.243, 0.156, 0.600)),
        (6, (0.123, 0.120, 0.757)),
    ],
)
def test_random_play_of_larger_games(size: int, expected: tuple[float, ...]) -> None:
    """100 000 games; the figures and this sample have standard errors of 0.0016 at most.

    So 0.0113 is five standard errors of a difference: of the nine here a right program misses one
    five times in a million. A grid that lacks one of its diagonals has 0.016 to 0.053 more draws.
    """
    state = GAME.new(size=size)
    results = np.empty(100_000, np.int64)
    out = np.empty(GAME.option_codes, np.int64)
    scratch = state.record_array.copy()
    bind(results_of_random_play, GAME)(state.record_array, scratch, results, out, rows(17))
    shares = [float((results == winner).mean()) for winner in (1, 2, 0)]
    assert shares == pytest.approx(expected, abs=0.0113)


# --- what positions are worth ---------------------------------------------------------------------


def best(state: games.State) -> tuple[float, set[int]]:
    """The value for seat 0 of a position of the usual game, and the mover's best options."""
    one = solved(3)[key_of(state.record_array)]
    return one.value, set(one.best)


def test_values_under_perfect_play() -> None:
    starts = {size: next(iter(solved(size).values())) for size in (1, 2, 3)}
    assert {size: one.value for size, one in starts.items()} == {1: 1.0, 2: 1.0, 3: 0.0}
    assert starts[3].best == set(range(9)), "each of the nine opening moves keeps the draw"


def test_x_wins_a_grid_of_two_on_the_second_mark() -> None:
    for one in solved(2).values():
        if one.mover < 0:
            assert int(one.states[0].marks[0]).bit_count() == 2


def test_opposite_corners_against_the_centre_lose_to_a_corner_and_draw_by_a_side() -> None:
    value, options = best(arranged("X.. .O. ..X", 1))
    assert (value, options) == (0.0, {1, 3, 5, 7})


def test_lines_at_once_are_among_the_best_options() -> None:
    assert best(arranged("XX. OO. ...", 0)) == (1.0, {2})
    assert best(arranged("XX. OO. ..X", 1)) == (-1.0, {2, 5})  # at once, or by a double threat


@pytest.mark.parametrize(("length", "value"), [(4, 0), (3, 1)])
def test_values_of_the_grid_of_four(length: int, value: int) -> None:
    """By a search of its own on bit masks, which plays by the same rules (see the test below)."""
    assert _wins(4, length, 0, 0, {}, for_x=True) == (value > 0)
    assert not _wins(4, length, 0, 0, {}, for_x=False)


def _wins(
    size: int, length: int, x: int, o: int, known: dict[tuple[int, int], bool], *, for_x: bool
) -> bool:
    """Whether X (or O) can force a line; the grid is not full, and nobody has one."""
    if (x, o) in known:
        return known[x, o]
    xs_turn = x.bit_count() == o.bit_count()
    wanted = xs_turn == for_x  # what the mover is after: the line of the one asked about, or not
    mine, other = (x, o) if xs_turn else (o, x)
    empty = (1 << size * size) - 1 & ~(x | o)
    known[x, o] = not wanted
    if _completing(size, length, mine, empty):
        known[x, o] = wanted
        return wanted
    # Whoever does not stop a line loses; of two only one can be stopped.
    for cell in _completing(size, length, other, empty)[:1] or _central(size, empty):
        then = (x | 1 << cell, o) if xs_turn else (x, o | 1 << cell)
        full = empty == 1 << cell
        won = False if full else _wins(size, length, *then, known, for_x=for_x)
        if won == wanted:
            known[x, o] = wanted
            break
    return known[x, o]


@cache
def _lines(size: int, length: int) -> tuple[int, ...]:
    """Lines by looking at every set of cells that a straight walk visits."""
    found = set()
    for start in range(size * size):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            walk = [(start // size + i * down, start % size + i * right) for i in range(length)]
            if all(0 <= r < size and 0 <= c < size for r, c in walk):
                found.add(sum(1 << r * size + c for r, c in walk))
    return tuple(sorted(found))


def _completing(size: int, length: int, mine: int, empty: int) -> list[int]:
    """Empty cells that complete a line."""
    found = set()
    for line in _lines(size, length):
        left = line & ~mine
        if left & (left - 1) == 0 and left & empty:
            found.add(left.bit_length() - 1)
    return sorted(found)


def _central(size: int, empty: int) -> list[int]:
    """The empty cells, those near the centre first."""
    cells = [c for c in range(size * size) if empty >> c & 1]
    middle = (size - 1) / 2
    return sorted(cells, key=lambda c: (abs(c // size - middle) + abs(c % size - middle), c))


@pytest.mark.parametrize(
    ("size", "length", "misere"), [(4, 4, False), (4, 3, False), (5, 3, True), (6, 4, False)]
)
def test_random_games_go_as_on_bit_masks(size: int, length: int, misere: bool) -> None:
    chance = random.Random(size * 10 + length)
    for _ in range(40):
        state = GAME.new(size=size, line=length, misere=misere)
        x = o = 0
        while True:
            empty = [c for c in range(size * size) if not (x | o) >> c & 1]
            assert list(state.codes) == empty
            cell = chance.choice(empty)
            xs_turn = state.mover == 0
            x, o = (x | 1 << cell, o) if xs_turn else (x, o | 1 << cell)
            state.play(cell)
            mine = x if xs_turn else o
            if any(line & mine == line for line in _lines(size, length)):
                assert state.returns == ((1.0, -1.0) if xs_turn != misere else (-1.0, 1.0))
                break
            if len(empty) == 1:
                assert state.returns == (0.0, 0.0)
                break


# --- the heuristic --------------------------------------------------------------------------------


def value_of(state: games.State, seat: int) -> float:
    return float(bind(GAME.rules.value, GAME)(state.record_array[0], seat))


def test_the_heuristic_counts_open_lines_by_the_marks_in_them() -> None:
    state = arranged("X.. .O. ...", 0)  # X: a row and a column; O: a row, a column, a diagonal
    assert value_of(state, 0) == pytest.approx((2 * 0.25 - 3 * 0.25) / 8)
    state = arranged("XX. .O. ...", 1)  # X: the row with two, a column; O: a row, a diagonal
    assert value_of(state, 0) == pytest.approx((0.5 + 0.25 - 2 * 0.25) / 8)
    assert value_of(arranged("XX. .O. ...", 1, misere=True), 0) == -value_of(state, 0)


def test_the_heuristic_is_zero_sum_and_right_at_the_end() -> None:
    for one in solved(3).values():
        worth = [float(GAME.rules.value(one.states[0], seat)) for seat in range(2)]
        assert worth[0] == -worth[1]
        if one.mover < 0:
            assert worth[0] == one.value
        else:
            assert abs(worth[0]) < 0.5


@pytest.mark.parametrize("misere", [False, True])
def test_looking_one_step_ahead_by_the_heuristic_is_far_better_than_chance(misere: bool) -> None:
    """The mean result of X, who marks the cell of the greatest value, against O at random."""
    positions = solved(3, misere=misere)
    mean: dict[Key, list[float]] = {}
    for key, one in reversed(positions.items()):
        if one.mover < 0:
            mean[key] = [one.value] * 2
            continue
        worth = {k: float(GAME.rules.value(positions[k].states[0], 0)) for k in one.after.values()}
        most = max(worth.values())
        wise = [k for k in worth if worth[k] == most] if one.mover == 0 else [*worth]
        mean[key] = [
            sum(mean[k][i] for k in some) / len(some) for i, some in enumerate((wise, [*worth]))
        ]
    by_heuristic, at_random = mean[next(iter(positions))]
    assert by_heuristic - at_random > 0.6


# --- the oracle -----------------------------------------------------------------------------------


def test_the_oracle_keeps_what_it_promises() -> None:
    positions = solved(3)
    assert values(GAME) == {key: one.value for key, one in positions.items()}
    assert best_options(GAME) == {key: one.best for key, one in positions.items()}
    for one in positions.values():
        if one.mover >= 0:
            after = {code: positions[key].value for code, key in one.after.items()}
            sign = 1 if one.mover == 0 else -1
            assert one.value == sign * max(sign * value for value in after.values())
            assert one.best == {code for code, value in after.items() if value == one.value}
    misere = solve(GAME, misere=True)
    assert next(iter(misere.values())).value == 0.0
    assert next(iter(misere.values())).best == {4}, "only the centre draws in misère"
