"""Tic-Tac-Toe: every rule, what nobody hides, words, and the same games elsewhere."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import games
from compiled import bind, rows
from determinize import Watch
from determinize.redeal import redeal
from games.tic_tac_toe import marks
from games.tic_tac_toe.lines import COUNT, LINES, lines
from tests.games.tic_tac_toe_positions import GAME, arranged, solved


def result_after(state: games.State, *cells: int) -> tuple[float, ...] | None:
    """The results after these cells are marked; None where the game goes on."""
    for cell in cells:
        state.play(cell)
    return state.returns if state.over else None


# --- the seam -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parameters",
    [{}, {"size": 1}, {"size": 2}, {"size": 4, "line": 3}, {"size": 6}, {"misere": True}],
    ids=str,
)
def test_it_conforms(parameters: dict[str, Any]) -> None:
    rules = GAME.rules_of(**parameters)
    twin = games.Game(**{**_declared(), "presets": {"standard": rules}})
    found = games.check(twin, seeds=3)
    assert found.conforms, str(found)
    assert found.games == 3


def _declared() -> dict[str, Any]:
    return {
        name: field
        for name, field in vars(GAME).items()
        if name in GAME.__dataclass_fields__ and GAME.__dataclass_fields__[name].init
    }


@pytest.mark.parametrize("preset", GAME.presets)
def test_its_presets_conform(preset: str) -> None:
    found = games.check(GAME, seeds=4, preset=preset)
    assert found.conforms, str(found)


# --- 2, 3: turns and ends -------------------------------------------------------------------------


def test_x_is_seat_0_and_moves_first_and_all_cells_are_empty() -> None:
    state = GAME.new(seed=5)
    assert (state.mover, state.decision, state.codes) == (0, "cell", tuple(range(9)))
    assert GAME.new(size=6).codes == tuple(range(36))


def test_options_are_the_empty_cells_in_order_and_players_alternate() -> None:
    state = GAME.new()
    state.play(4)
    assert (state.mover, state.codes) == (1, (0, 1, 2, 3, 5, 6, 7, 8))
    state.play(0)
    assert (state.mover, state.codes) == (0, (1, 2, 3, 5, 6, 7, 8))


def test_seeds_make_no_difference() -> None:
    assert GAME.new(seed=1).record_array.tobytes() == GAME.new(seed=2).record_array.tobytes()


def test_three_in_a_row_win_at_once() -> None:
    assert result_after(arranged("XX. OO. ...", 0), 2) == (1.0, -1.0)
    assert result_after(arranged("XX. OO. ..X", 1), 5) == (-1.0, 1.0)


def test_a_line_with_the_last_cell_is_a_win_and_not_a_draw() -> None:
    assert result_after(arranged("XOX XOO OX.", 0), 8) == (0.0, 0.0)
    assert result_after(arranged("XOO OXX XO.", 0), 8) == (1.0, -1.0)


def test_two_lines_at_once_are_one_win() -> None:
    assert result_after(arranged("XX. OOX OOX", 0), 2) == (1.0, -1.0)


def test_every_line_wins_and_nothing_else_does() -> None:
    """All positions of the usual grid: won if and only if a row, a column or a diagonal is full."""
    wins = {(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)}
    ended = Counter[float]()
    for one in solved(3).values():
        seats = [{c for c in range(9) if int(one.states[0].marks[p]) >> c & 1} for p in range(2)]
        lines_of = [any(set(line) <= cells for line in wins) for cells in seats]
        full = sum(map(len, seats)) == 9
        assert (one.mover == -1) == (any(lines_of) or full)
        if one.mover == -1:
            assert one.value == lines_of[0] - lines_of[1]
            ended[one.value] += 1
    assert ended == {1.0: 626, -1.0: 316, 0.0: 16}


def test_lines_are_as_many_as_counted_by_hand() -> None:
    assert [len(lines(3, 3)), len(lines(4, 4)), len(lines(4, 3))] == [8, 10, 24]
    for size in range(2, 7):
        assert len(lines(size, size)) == 2 * size + 2
        for length in range(2, size + 1):
            room = size - length + 1
            assert len(lines(size, length)) == 2 * size * room + 2 * room**2
            assert COUNT[size, length] == len(lines(size, length))
            assert LINES[size, length, : COUNT[size, length]].tolist() == lines(size, length)
            assert all(line.bit_count() == length for line in lines(size, length))


def test_shorter_lines_win_anywhere_also_on_diagonals_without_a_corner() -> None:
    assert result_after(arranged(".X.. ..X. .... OO..", 0, line=3), 11) == (1.0, -1.0)
    assert result_after(arranged("..X. .X.. .... OO..", 0, line=3), 8) == (1.0, -1.0)
    assert result_after(arranged("..X. .X.. .... OO..", 0, line=4), 8) is None


def test_lines_do_not_go_round_the_edge() -> None:
    assert result_after(arranged("..XX .... .... OO..", 0, line=3), 4) is None


def test_in_misere_whoever_completes_a_line_has_lost() -> None:
    assert result_after(arranged("XX. OO. ...", 0, misere=True), 2) == (-1.0, 1.0)
    assert result_after(arranged("XX. OO. ..X", 1, misere=True), 5) == (1.0, -1.0)
    assert result_after(arranged("XOX XOO OX.", 0, misere=True), 8) == (0.0, 0.0)


# --- what nobody hides ----------------------------------------------------------------------------


def test_a_view_is_the_state_and_a_belief_has_one_world() -> None:
    watch = Watch(GAME.new())
    for cell in (4, 0, 8):
        for seat in range(2):
            information = watch.information(seat)
            assert information.count == 1
            assert information.view.state.tobytes() == watch.state.record_array[0].tobytes()
            worlds = information.worlds(3, rows(1))
            assert [world.tobytes() for world in worlds] == [
                watch.state.record_array[0].tobytes()
            ] * 3
        watch.play(cell)


def test_a_redeal_changes_nothing() -> None:
    states = arranged("X.. .O. ..X", 1).record_array.copy()
    before = states.tobytes()
    bind(redeal, GAME)(states[0], 1, rows(3)[0])
    assert states.tobytes() == before


def test_it_is_recorded_and_replayed(tmp_path: Any) -> None:
    state = arranged("X.. .O. ..X", 1)
    state.play("b1")
    state.record().save(tmp_path / "game.json")
    again = games.Record.load(tmp_path / "game.json").replay()
    assert again.record_array.tobytes() == state.record_array.tobytes()


# --- positions, words, parameters -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"marks": [1 << 9, 0]}, "marks cannot be 512 for X: a mask of cells 0 to 8"),
        ({"marks": [0, -1]}, "marks cannot be -1 for O: a mask of cells 0 to 8"),
        ({"marks": [3, 2]}, "cell 1 cannot be marked by both players"),
        ({"marks": [0, 1]}, "marks cannot be 0 of X and 1 of O: as many of each, or one more of X"),
        ({"marks": [3, 0]}, "marks cannot be 2 of X and 0 of O: as many of each, or one more of X"),
        ({"marks": [1, 0], "mover": 0}, "mover cannot be 0 with 1 marks of X and 0 of O: 1"),
        (
            {"marks": [7, 24], "mover": 1},
            "mover cannot be 1, since X has a line: -1, the game is over",
        ),
        ({"marks": [7, 24], "mover": -1}, "winner cannot be 0: 1 + the seat that has won, 1"),
        (
            {"marks": [7, 56], "mover": -1},
            "both players cannot have a line: the first one ends the game",
        ),
        (
            {"marks": [7, 0b100110000], "mover": 0},
            "X cannot have a line with a mark of O made after it",
        ),
        ({"mover": -1}, "mover cannot be -1 with an empty cell and no line: the game goes on"),
        ({"winner": 1}, "winner cannot be 1: 0, nobody has won"),
    ],
)
def test_what_no_game_comes_to_is_refused(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint.replace("+", "\\+")):
        GAME.arrange({}, **fields)


def test_every_position_that_can_be_reached_is_taken() -> None:
    for number, one in enumerate(solved(3).values()):
        if number % 7 == 0 or one.mover < 0:
            s: Any = one.states[0]
            state = GAME.arrange(
                {}, marks=s.marks.tolist(), mover=int(s.mover), winner=int(s.winner)
            )
            assert state.record_array.tobytes() == one.states.tobytes()


def test_a_grid_of_another_kind_is_no_grid() -> None:
    assert marks("x.o\n.x.\no..") == [0b10001, 0b1000100]
    assert marks(".") == [0, 0]
    with pytest.raises(ValueError, match="'Z' is no X, O or dot"):
        marks("XZ. ... ...")
    with pytest.raises(ValueError, match="it has 0 cells"):
        marks("")


@pytest.mark.parametrize(
    ("typed", "cell"),
    [("b2", 4), ("B2", 4), ("mark a1", 0), ("X on c3", 8), ("put c 1", 2), ("play in a3", 6)],
)
def test_cells_as_people_type_them(typed: str, cell: int) -> None:
    assert GAME.new().code_of(typed) == cell


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("d1", "'d1' is outside the grid: one of a1, b1"),
        ("b2", "'b2' is marked already: one of a1, b1"),
        ("b", "'b' is no cell: one of a1, b1"),
        ("b2 b3", "'b2 b3' is no cell: one of a1, b1"),
    ],
)
def test_what_is_no_cell_is_refused(typed: str, complaint: str) -> None:
    state = GAME.new()
    state.play(4)
    with pytest.raises(games.IllegalOption, match=complaint):
        state.play(typed)


def test_a_position_says_whose_marks_are_whose_and_how_it_ended() -> None:
    assert str(arranged("XX. OO. ..X", 1).view(1)) == (
        "    a b c\n"
        " 1  X X .\n"
        " 2  O O .\n"
        " 3  . . X\n"
        "X is seat 0, O is seat 1 (you)\n"
        "Your decision: cell"
    )
    state = arranged("XX. OO. ...", 0, line=3, misere=True)
    assert "; 3 in a row lose" in str(state.view(0))
    state.play("c1")
    assert str(state.view(0)).endswith("O wins")
    assert str(arranged("XOX XOO OX.", 0).view(1)).endswith("Decision of seat 0: cell")
    assert "; 3 in a row win" in str(GAME.new(size=4, line=3).view(0))


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"size": 7}, "size cannot be 7: 1 to 6"),
        ({"size": 0}, "size cannot be 0: 1 to 6"),
        ({"line": 4}, "line cannot be 4: 1 to 3, or 0 for as many as the size"),
        ({"line": -1}, "line cannot be -1"),
    ],
)
def test_grids_that_cannot_be_are_refused(parameters: dict[str, int], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        GAME.new(**parameters)


def test_it_is_for_two() -> None:
    with pytest.raises(ValueError, match="Tic-Tac-Toe is for 2 players, not 3"):
        GAME.new(players=3)


# --- against OpenSpiel ----------------------------------------------------------------------------


def test_the_same_games_in_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("tic_tac_toe")
    chance = random.Random(3)
    for _ in range(1000):
        ours, other = GAME.new(), theirs.new_initial_state()
        while not ours.over:
            assert not other.is_terminal()
            assert (ours.mover, list(ours.codes)) == (other.current_player(), other.legal_actions())
            cell = chance.choice(ours.codes)
            ours.play(cell)
            other.apply_action(cell)
        assert other.is_terminal()
        assert list(ours.returns) == other.returns()
