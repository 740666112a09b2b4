"""The watch: what each seat's ledger holds is what that seat may conclude, exactly."""

from __future__ import annotations

import gc
from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

import games
from beliefs import Ledger
from compiled import below, rows
from determinize import Watch
from games.kit.events import Event, Inserted, Looked, Moved, Shown
from tests.determinize.random_games import watched, world_of

GAME = games.load("template")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_true_world_is_always_among_those_of_the_belief(players: int) -> None:
    for seed in range(4):
        for watch in watched("template", players=players, seed=seed):
            for seat in range(players):
                ledger = watch.ledger(seat)
                assert ledger.allows(world_of(watch.state.record_array[0], GAME, ledger))


# --- exactness: all starts, replayed --------------------------------------------------------------


def share(event: Event, seat: int) -> Any:
    """What a seat sees of an event, stated anew."""
    match event:
        case Moved(face, source, source_depth, target, target_depth, eyes, knew):
            sees = (eyes | knew) >> seat & 1
            return ("moved", face if sees else None, source, source_depth, target, target_depth)
        case Shown(face, zone, depth, eyes):
            return ("shown", face if eyes >> seat & 1 else None, zone, depth)
        case Looked() | Inserted():
            raise AssertionError("not in this game")
    return event


def ways(event: Event, state: Any, seat: int) -> Fraction:
    """In how many ways the event may have come about, by labelled cards, before it happens."""
    if not isinstance(event, Moved) or event.source_depth >= 0:
        return Fraction(1)
    if not (event.eyes | event.knew) >> seat & 1:
        return Fraction(1)
    return Fraction(state[event.source][event.face])


def brute_force(start: games.State, moves: list[int], seat: int, ledger: Ledger) -> Any:
    """Expected copies of faces in spots, over all starts that look and go on alike."""
    true = start.copy()
    s = start.record_array[0]
    hidden = [c for c in range(len(s.zone)) if not int(s.seen[c]) >> seat & 1]
    slots = [(int(s.zone[c]), int(s.depth[c]), int(s.seen[c])) for c in hidden]
    heard = [[share(event, seat) for event in true.play(code)] for code in moves]
    total = Fraction(0)
    expected = np.zeros((len(GAME.faces), len(ledger.spots)), object)
    for faces, copies in distinct(tuple(GAME.face_of[c] for c in hidden)).items():
        world = start.copy()
        lay(world.record_array[0], hidden, faces, slots)
        weight = Fraction(copies)
        for code, wanted in zip(moves, heard, strict=True):
            if world.over or code not in world.codes:
                weight = Fraction(0)
                break
            content = contents(world.record_array[0])
            events = world.play(code)
            for event in events:
                weight *= ways(event, content, seat)
                if isinstance(event, Moved):
                    content[event.source][event.face] -= 1
                    content[event.target][event.face] += 1
            if weight == 0 or [share(event, seat) for event in events] != wanted:
                weight = Fraction(0)
                break
        total += weight
        if weight:
            expected += weight * world_of(world.record_array[0], GAME, ledger)
    return expected / total


def distinct(faces: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """The different orders of some faces, with the number of labelled ways to each."""
    orders: dict[tuple[int, ...], int] = defaultdict(int)
    for order in permutations(faces):
        orders[order] += 1
    return orders


def lay(s: Any, cards: list[int], faces: tuple[int, ...], slots: Any) -> None:
    """Put cards of the given faces into the slots."""
    free: dict[int, list[int]] = defaultdict(list)
    for c in cards:
        free[int(GAME.face_of[c])].append(c)
    for face, (zone, depth, seen) in zip(faces, slots, strict=True):
        c = free[face].pop()
        s.zone[c] = s.block[c] = zone
        s.depth[c] = depth
        s.seen[c] = seen


def contents(s: Any) -> dict[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for c, face in enumerate(GAME.face_of):
        found[int(s.zone[c])][int(face)] += 1
    return found


@pytest.mark.parametrize("seed", range(6))
def test_the_belief_is_the_posterior_over_all_starts(seed: int) -> None:
    """Three seats, six hidden cards, up to eight decisions: equal as fractions."""
    start = GAME.arrange(
        {"laid 0": ["perch"] * 2, "laid 1": ["pike"] * 2},
        sizes={"hand 0": 2, "hand 1": 2, "hand 2": 1, "pond": 3},
        players=3,
        seed=seed,
        preset="short",
    )
    watch = Watch(start.copy())
    row = rows(seed, 2)[0]
    moves: list[int] = []
    while not watch.state.over and len(moves) < 8:
        codes = watch.state.codes
        moves.append(codes[below(row, len(codes))])
        watch.play(moves[-1])
    for seat in range(3):
        ledger = watch.ledger(seat)
        found = ledger.expected(exact=True)
        wanted = brute_force(start, moves, seat, ledger)
        assert (found == wanted).all(), (seat, moves)


# --- what a player is given -----------------------------------------------------------------------


def test_nothing_true_can_be_reached_from_an_information_set() -> None:
    for number, watch in enumerate(watched("template", players=3, seed=2)):
        if number % 7:
            continue
        true = watch.state.record_array
        secrets = {id(watch), id(watch.state), id(true), id(watch.state._rng)}
        secrets |= {id(ledger) for ledger in watch._ledgers}
        information = watch.information(watch.state.mover)
        assert not secrets & reachable(information)
        assert not np.shares_memory(information.state.zone, true)


def reachable(root: object) -> set[int]:
    """The objects that can be reached from one, modules and functions left out."""
    seen: set[int] = set()
    todo = [root]
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, (ModuleType, FunctionType, type, games.Game)):
            continue
        seen.add(id(item))
        todo += gc.get_referents(item)
    return seen


def test_a_ledger_given_away_is_a_copy() -> None:
    watch = next(watched("template", players=2, seed=3))
    given = watch.ledger(0)
    before = watch.ledger(0).count
    given.fact("hand 1", {"eel": 1}, 0, 0, because="a guess of the player")
    assert watch.ledger(0).count == before != given.count


def test_a_watch_is_made_again_from_a_record() -> None:
    for watch in watched("template", players=3, seed=6):
        if len(watch.state.history) % 6 == 5:
            again = Watch.of(watch.state.record())
            assert again.state.record_array.tobytes() == watch.state.record_array.tobytes()
            for seat in range(3):
                one, other = watch.ledger(seat), again.ledger(seat)
                assert one.spots == other.spots
                assert (one.expected(exact=True) == other.expected(exact=True)).all()
                assert one.count == other.count


def test_a_watch_cannot_begin_in_the_middle() -> None:
    state = GAME.new(seed=1)
    state.play(state.options()[0])
    with pytest.raises(ValueError, match=r"use Watch\.of\(record\)"):
        Watch(state)
    assert Watch.of(state.record(), moves=0).state.history == []


# --- arranged positions ---------------------------------------------------------------------------


def test_a_seat_of_an_arranged_position_knows_its_cards_and_the_facts_given_to_it() -> None:
    fact = games.Deduction((GAME.hand_of(1),), {3: 1}, 1, 2, "is proud of a sturgeon", audience=1)
    state = GAME.arrange(
        {"hand 0": ["eel", "pike"], "pond": ["perch", "perch", "eel"]},
        sizes={"hand 1": 2, "pond": 8},
        known={"perch": [1]},
        facts=[fact],
        seed=4,
    )
    watch = Watch(state)
    mine, theirs = watch.information(0), watch.information(1)
    assert mine.expected(GAME.hand_of(0)).tolist() == [0, 1, 1, 0]
    assert mine.expected(GAME.hand_of(1))[3] >= 1
    assert theirs.expected(GAME.zones["pond"])[0] + theirs.expected(GAME.hand_of(1))[0] == 4
    for seat in range(2):
        ledger = watch.ledger(seat)
        assert ledger.allows(world_of(state.record_array[0], GAME, ledger))


def test_a_deck_that_is_known_whole_keeps_its_order() -> None:
    state = GAME.arrange(
        {"pond": ["eel", "pike", "perch"], "hand 0": ["eel", "perch"]},
        sizes={"hand 1": 7},
        known={face: [1] for face in GAME.faces},
    )
    watch = Watch(state)
    watch.play("look")
    watch.play("take")
    assert watch.information(1).expected(GAME.hand_of(0)).tolist() == [2, 1, 0, 0]
