"""Clue's board: its counts and distances as published, and every walk against brute force.

The tables of distances and the walks named one by one were computed apart from this project, from
the classic board of 1949.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiled import kernel
from games.clue import board
from games.clue.board import DISTANCE, NEIGHBOURS, NODES, PASSAGE, START
from games.clue.cards import PEOPLE, ROOMS
from tests.games import clue_walks
from tests.games.clue_walks import nearest_end, walk_ends, way_left

reach = kernel(board.reach)
towards = kernel(board.towards)
steps_to = kernel(board.steps_to)
rooms_ahead = kernel(board.rooms_ahead)

# ------------------------------------------------------------------------------------ known values

DISTANCES = """
Scarlet        12  8 10 23 19 31 26 18 21
Mustard        12  8  8 23 19 31 26 18 21
White          24 24 16 13  8 25 22 28 33
Green          24 31 23 24  8 10 13 19 24
Peacock        23 30 22 23  9  7 10 17 23
Plum           10 21 21 32 21 24 19 11  8
Hall            0  8  8 19 13 20 15  7  4
Lounge          8  0  4 19 15 27 22 14 17
Dining_Room     8  4  0 11  7 19 14 14 17
Kitchen        19 19 11  0  7 20 17 23 28
Ballroom       13 15  7  7  0  4  6 12 17
Conservatory   20 27 19 20  4  0  7 14 20
Billiard_Room  15 22 14 17  6  7  0  4 15
Library         7 14 14 23 12 14  4  0  7
Study           4 17 17 28 17 20 15  7  0
"""
"""From start squares and rooms to the rooms, in their order."""

FROM_THE_START = """
Scarlet 1: 1,16
Scarlet 2: 1,15 2,16
Scarlet 3: 2,15 3,16
Scarlet 4: 1,15 2,16 3,15 4,16
Scarlet 6: 1,15 2,16 3,15 4,16 5,15 6,16
Scarlet 8: Lounge 1,15 2,16 3,15 4,16 5,15 6,16 6,18 7,15 7,17 8,16
Mustard 1: 7,22
Mustard 2: 6,22 7,21 8,22
Mustard 3: 6,21 7,20 8,21
Mustard 4: 6,20 6,22 7,19 7,21 8,20 8,22
Mustard 6: 6,18 6,20 6,22 7,17 7,19 7,21 8,18 8,20 8,22
White 1: 23,14
White 2: 23,15
White 3: 23,16
White 4: 22,16
White 6: 20,16 21,17
Green 1: 23,9
Green 2: 23,8
Green 3: 23,7
Green 4: 22,7
Green 6: 20,7 21,6
Peacock 1: 18,1
Peacock 2: 17,1 18,2
Peacock 3: 17,2 18,3
Peacock 4: 17,1 17,3 18,2 18,4
Peacock 6: 17,1 17,3 17,5 18,2 18,4 18,6 19,5
Plum 1: 5,1
Plum 2: 4,1 5,2
Plum 3: 4,2 5,3
Plum 4: 4,1 4,3 5,2 5,4
Plum 6: 4,1 4,3 4,5 5,2 5,4 5,6
"""
"""All six tokens on their start squares; row and column from the top left, counted from 0."""

ELSEWHERE = """
Study 2: 4,5 4,7 5,6
Study 4: Hall 2,7 3,8 4,3 4,5 4,7 5,4 5,6 5,8 6,7
Study 3 past 4,6:
Billiard_Room 5 past 11,1 15,6:
Billiard_Room 1 past 15,6: 11,1
Billiard_Room 6: Ballroom Library 10,6 11,5 11,6 11,7 12,6 12,8 13,7 14,6 14,8 15,7 15,9 15,11 \
16,6 16,8 16,10 17,3 17,5 17,7 18,4 18,6 19,5 19,7 20,6
6,17 1: Lounge 6,16 6,18 7,17
6,17 2 past 6,18: Lounge 5,16 6,15 7,16 7,18 8,17
"""
"""With a token on each square after ``past`` and no others."""


def node(text: str) -> int:
    """A person's start square, a room, or a square by row and column."""
    name = text.replace("_", " ")
    if name in PEOPLE:
        return int(START[PEOPLE.index(name)])
    if name in ROOMS:
        return ROOMS.index(name)
    row, col = map(int, text.split(","))
    return board.node_at(row, col)


def marked(taken: Collection[int]) -> np.ndarray:
    marks = np.zeros(NODES, np.int64)
    marks[list(taken)] = 1
    return marks


def ends(taken: Collection[int], start: int, pips: int, by=reach) -> list[int]:
    out = np.full(NODES, -7, np.int64)
    return out[: by(marked(taken), start, pips, out)].tolist()


def test_the_board_has_the_published_counts() -> None:
    graph = board.graph()
    corridor = graph.subgraph(range(9, NODES))
    assert (len(graph), len(corridor), corridor.size(), graph.size()) == (197, 188, 276, 276 + 17)
    assert nx.is_connected(graph)
    assert nx.is_connected(corridor)
    assert [graph.degree(room) for room in range(9)] == [3, 1, 2, 1, 4, 1, 2, 2, 1]
    assert not any(graph.has_edge(a, b) for a, b in product(range(9), repeat=2))
    assert Counter(dict(corridor.degree).values()) == {1: 9, 2: 28, 3: 117, 4: 34}
    dead_ends = [board.coordinates(v) for v in corridor if graph.degree(v) == 1]
    assert dead_ends == [(0, 7), (0, 16), (5, 0), (7, 23), (17, 23), (18, 0), (24, 9), (24, 14)]


def test_neighbours_are_symmetric_ascending_and_those_of_a_graph_made_otherwise() -> None:
    expected = clue_walks.board()
    for v in range(NODES):
        near = [to for to in NEIGHBOURS[v].tolist() if to >= 0]
        assert near == sorted(expected[v])
        assert NEIGHBOURS[v, len(near) :].tolist() == [-1] * (4 - len(near))
        assert all(v in NEIGHBOURS[to] for to in near)
    assert nx.utils.edges_equal(board.graph().edges, expected.edges)


def test_squares_have_coordinates_and_rooms_have_none() -> None:
    for v in range(9, NODES):
        assert board.node_at(*board.coordinates(v)) == v
    assert [board.coordinates(v) for v in range(9)] == [(-1, -1)] * 9
    assert board.node_at(0, 0) == board.node_at(10, 10) == board.node_at(25, 0) == -1


def test_starts_and_passages() -> None:
    assert START.tolist() == [10, 71, 196, 195, 162, 33]
    assert START.tolist() == [
        board.node_at(*cell) for cell in ((0, 16), (7, 23), (24, 14), (24, 9), (18, 0), (5, 0))
    ]
    ends = {ROOMS[a]: ROOMS[b] for a, b in enumerate(PASSAGE) if b >= 0}
    assert ends == {
        "Lounge": "Conservatory",
        "Conservatory": "Lounge",
        "Study": "Kitchen",
        "Kitchen": "Study",
    }


@pytest.mark.parametrize("line", DISTANCES.split("\n")[1:-1])
def test_published_distances(line: str) -> None:
    name, *pips = line.split()
    assert DISTANCE[node(name)].tolist() == list(map(int, pips))


def test_distances_from_everywhere_lead_through_no_third_room() -> None:
    for room in range(9):
        without = board.graph().subgraph([room, *range(9, NODES)])
        lengths = nx.single_source_shortest_path_length(without, room)
        assert DISTANCE[9:, room].tolist() == [lengths[v] for v in range(9, NODES)]
        for other in set(range(9)) - {room}:
            door = min(lengths[v] for v in board.graph()[other])
            assert DISTANCE[other, room] == door + 1


@pytest.mark.parametrize("line", FROM_THE_START.split("\n")[1:-1])
def test_published_walks_from_the_start(line: str) -> None:
    walk, _, where = line.partition(":")
    name, pips = walk.split()
    assert ends(START.tolist(), node(name), int(pips)) == sorted(map(node, where.split()))


@pytest.mark.parametrize("line", ELSEWHERE.split("\n")[1:-1])
def test_published_walks_from_elsewhere(line: str) -> None:
    walk, _, where = line.partition(":")
    start, pips, *past = walk.split()
    taken = list(map(node, past[1:]))
    assert ends(taken, node(start), int(pips)) == sorted(map(node, where.split()))


# ------------------------------------------------------------------------------------- brute force


def obstacles() -> list[tuple[str, list[list[int]]]]:
    """Sets of taken squares, for each start: the same for all, or close round it."""
    rng = np.random.default_rng(20)
    nobody: list[int] = []
    sets = [("nobody", [nobody] * NODES), ("all at the start", [START.tolist()] * NODES)]
    for n in (3, 5, 40):
        scattered = rng.choice(np.arange(9, NODES), n, replace=False).tolist()
        sets.append((f"{n} scattered", [scattered] * NODES))
    graph = board.graph()
    for radius, n in ((1, 1), (1, 2), (2, 3), (3, 5)):
        close = []
        for start in range(NODES):
            ball = [v for v in nx.ego_graph(graph, start, radius) if v not in (start, *range(9))]
            close.append(rng.permutation(ball)[:n].tolist())
        sets.append((f"{n} within {radius} of the start", close))
    return sets


@pytest.mark.parametrize(("name", "taken"), obstacles(), ids=lambda x: x if x is str(x) else "")
def test_every_start_and_every_roll_of_a_die(name: str, taken: list[list[int]]) -> None:
    for start in range(NODES):
        expected = walk_ends(taken[start], start, range(1, 7))
        for pips in range(1, 7):
            assert ends(taken[start], start, pips) == expected[pips], (start, pips)


def test_two_dice() -> None:
    rng = np.random.default_rng(21)
    # Rooms with several doors, a narrow corridor, a dead end, and squares at random.
    starts = [0, 4, 7, node("7,12"), node("24,9"), *rng.integers(9, NODES, 5).tolist()]
    for start in starts:
        for taken in ([], rng.integers(9, NODES, 12).tolist()):
            expected = walk_ends(taken, start, range(7, 11))
            for pips, where in expected.items():
                assert ends(taken, start, pips) == where, (start, pips, taken)


def test_double_sixes() -> None:
    for start in (node("7,12"), node("0,16"), ROOMS.index("Study")):
        expected = walk_ends(START.tolist(), start, (11, 12))
        for pips in (11, 12):
            assert ends(START.tolist(), start, pips) == expected[pips]


def test_some_squares_cannot_be_reached_though_distance_and_parity_allow_it() -> None:
    # In a corridor one square wide two pips cannot be wasted: (7, 14) is 2 away, not 4.
    start, there = node("7,12"), node("7,14")
    assert there in ends([], start, 2)
    assert there not in ends([], start, 4)


squares = st.integers(9, NODES - 1)


@given(st.integers(0, NODES - 1), st.integers(1, 8), st.sets(squares, max_size=60))
@settings(max_examples=100, deadline=None)
def test_walks_past_random_obstacles(start: int, pips: int, taken: set[int]) -> None:
    where = ends(taken, start, pips)
    assert where == walk_ends(taken, start, [pips])[pips]
    assert where == ends(taken, start, pips, by=board.reach)
    # Who walks stands where it began, and rooms are never full.
    assert where == ends(taken | {start}, start, pips)
    assert where == ends(taken | set(range(9)), start, pips)


def test_a_walk_leaves_what_it_is_given_as_it_was() -> None:
    taken = marked(START.tolist())
    out = np.full(NODES, -7, np.int64)
    n = reach(taken, 100, 5, out)
    assert taken.tolist() == marked(START.tolist()).tolist()
    assert (out[n:] == -7).all()


def test_off_the_board_nothing_can_be_reached() -> None:
    assert ends([], -1, 6) == ends([], -1, 6, by=board.reach) == []


# ---------------------------------------------------------------------------- towards a room


@given(st.integers(0, 8), st.sets(squares, max_size=60))
@settings(max_examples=60, deadline=None)
def test_steps_to_a_room_go_round_what_is_taken(room: int, taken: set[int]) -> None:
    lengths = way_left(taken, room)
    expected = []
    for v in range(NODES):
        beside = [lengths[to] + 1 for to in clue_walks.board()[v] if to in lengths and to > 8]
        beside += [1] if room in clue_walks.board()[v] else []
        expected.append(0 if v == room else min(beside, default=-1))
    for by in (steps_to, board.steps_to):
        out = np.empty(NODES, np.int64)
        by(room, marked(taken), out)
        assert out.tolist() == expected


@given(
    st.integers(0, NODES - 1), st.integers(0, 8), st.integers(1, 6), st.sets(squares, max_size=40)
)
@settings(max_examples=100, deadline=None)
def test_towards_a_room_as_near_as_one_gets(
    start: int, room: int, pips: int, taken: set[int]
) -> None:
    taken -= {start}
    expected = nearest_end(taken, start, room, pips)
    for by in (towards, board.towards):
        assert by(marked(taken), start, room, pips) == expected
    out = np.empty(NODES, np.int64)
    n = reach(marked(taken), start, pips, out)
    for ahead in (rooms_ahead, board.rooms_ahead):
        assert ahead(marked(taken), out, n) >> room & 1 == (expected >= 0)


def test_there_may_be_no_way() -> None:
    outside = node("4,6")  # the Study's door
    study = ROOMS.index("Study")
    assert towards(marked([outside]), node("4,3"), study, 3) == -1
    assert towards(marked([]), -1, study, 6) == -1
