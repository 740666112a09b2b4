"""Our own games as targets: what seats see, twins, facts that copies break, exact counts."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import games
from beliefs import Knowledge, Ledger, WorldTable, at_least, between, lacks
from determinize.auditing.auditable import Auditable, NotTested, canonical, cells
from determinize.auditing.ours import OurGame
from determinize.auditing.ours.counts import posterior_of, table_ledger
from determinize.auditing.ours.reasons import world_in
from determinize.auditing.ours.spelled import spelled_out
from determinize.auditing.ours.truths import Truth
from determinize.auditing.positions import at, random_position
from games.view import masked

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("schnapsen", {}),
    ("schnapsen", {"preset": "vu_classic"}),
    ("template", {"players": 3}),
    ("clue", {"players": 3, "preset": "rooms_only"}),
    ("clue", {"players": 2}),
]


def looked_at(name: str, n: int, **table: Any) -> Iterator[tuple[OurGame, Truth, int]]:
    target = OurGame(games.load(name), **table)
    for seed in range(n):
        position = random_position(target, seed)
        yield target, at(target, position), position.seat


@pytest.mark.parametrize("copier", ["deal", "redeal"])
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_target_is_auditable_and_its_copies_look_right(
    name: str, table: dict[str, Any], copier: str
) -> None:
    target = OurGame(games.load(name), copier, **table)
    assert isinstance(target, Auditable)
    assert target.promise == {"deal": "history", "redeal": "table"}[copier]
    assert target.name == f"{name}:{copier}"
    assert pickle.loads(pickle.dumps(target)).name == target.name
    for _, state, _ in looked_at(name, 3, **table):
        for seat in target.observers(state):
            made = target.copy(state, seat, np.random.default_rng(1))
            again = target.copy(made, seat, np.random.default_rng(2))
            assert target.observe(state, seat) == target.observe(made, seat)
            assert target.observe(state, seat) == target.observe(again, seat)
            assert made.history == []
            assert made.events == []
            assert made.seed != state.state.seed


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_twin_looks_the_same_and_every_seat_knows_what_it_saw_of_it(
    name: str, table: dict[str, Any]
) -> None:
    """The seat's ledger is equal line by line; the others' hold what is true in the twin."""
    found = different = 0
    for target, state, seat in looked_at(name, 5, **table):
        twin = target.twin(state, seat, np.random.default_rng(1))
        if twin is None:
            continue
        found += 1
        different += target.world(twin) != target.world(state)
        views = [masked(target.game, one.state.record_array, seat) for one in (state, twin)]
        assert views[0].tobytes() == views[1].tobytes()
        assert twin.watch.ledger(seat).lines() == state.watch.ledger(seat).lines()
        assert twin.state.seed != state.state.seed
        assert twin.state.chances.tolist() != state.state.chances.tolist()
        for other in target.observers(twin):
            ledger = twin.watch.ledger(other)
            world = world_in(twin.state.record_array[0], target.game, ledger)
            assert world is not None
            assert ledger.allows(world)
            assert ledger.size("hand 0") == state.watch.ledger(other).size("hand 0")
    assert found >= 3
    assert different == found


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_an_exact_count_agrees_with_what_the_ledger_samples(
    name: str, table: dict[str, Any]
) -> None:
    """Cells and worlds of the count against 4000 dealt copies; a cell 6 deviations off fails.

    With some 300 cells a right program fails less than once in a million seeds.
    """
    for target, state, seat in looked_at(name, 3, **table):
        posterior = target.posterior(state, seat)
        if posterior is None:
            continue
        n = 1500
        information = state.information(seat)
        worlds = information.worlds(n, np.ones((3, 4), np.int64) * 77)
        counted: Counter[Any] = Counter()
        seen: Counter[Any] = Counter()
        for record in worlds:
            lies = Counter(
                (int(zone), int(depth), int(face))
                for zone, depth, face in zip(
                    record.zone, record.depth, target.game.face_of, strict=True
                )
            )
            world: dict[str, list[str]] = {zone: [] for zone in target.game.zones.names}
            for (zone, _, face), times in sorted(lies.items()):
                world[target.game.zones.names[zone]] += [target.game.faces[face]] * times
            counted.update((cell, k) for cell, k in cells(world, target.ordered).items())
            seen[canonical(world, target.ordered)] += 1
        assert {cell for cell, _ in counted} <= set(posterior.cells)
        for cell, chances in posterior.cells.items():
            for k in range(1, len(chances)):
                p = chances[k]
                assert abs(counted[cell, k] - n * p) <= 6 * max(1.0, (n * p * (1 - p)) ** 0.5)
        if posterior.worlds is not None:
            assert set(seen) <= set(posterior.worlds)
            assert sum(posterior.worlds.values()) == pytest.approx(1)


def test_worlds_spelled_out_are_those_of_the_table_by_constraints() -> None:
    knowledge = Knowledge(
        {"a": 2, "b": 1, "c": 1, "d": 2, "e": 1},
        {"x": 2, "y": 2, "z": 3},
        [
            lacks("x", "b"),
            at_least("y", ["a", "d"], 1),
            between(["x", "y"], {"c": 2, "d": 1}, 1, 3),
        ],
    )
    found, table = spelled_out(knowledge), WorldTable(knowledge)
    assert found is not None
    assert sorted(found[0].tolist()) == table.rows.tolist()
    assert found[1].tolist() == pytest.approx([1 / table.count] * table.count)


def test_a_departed_copy_is_counted_as_cards_not_as_faces() -> None:
    """The digest's example of a hand that drew and played: the kept card is a Priest in 1 of 9."""
    faces = {"Guard": 3, "Priest": 2, "Baron": 1, "Handmaid": 2, "Prince": 1, "Countess": 1}
    ledger = Ledger(faces | {"Princess": 1}, {"deck": True, "hand": False, "out": False})
    ledger.reset(hidden={"hand": 1, "deck": 10})
    ledger.fact("hand", {"Priest": 1}, hi=0)
    ledger.passes("deck", "hand")
    ledger.departs("hand", "Handmaid")
    ledger.arrives("out", "Handmaid")
    posterior = posterior_of(ledger, "history")
    assert posterior is not None
    assert posterior.cells["Priest", "hand"][1] == pytest.approx(1 / 9)
    assert posterior.cells["Guard", "hand"][1] == pytest.approx(1 / 3)


def test_the_count_of_the_table_forgets_what_was_said() -> None:
    target = OurGame(games.load("clue"), players=3, preset="rooms_only")
    state = target.new(1)
    for option in ("go to Hall", "suggest Plum Rope"):
        state.play(state.state.code_of(option))
    told, table = state.information(0).ledger, table_ledger(state.state.view(0))
    assert told.count < table.count == 110_880


@pytest.mark.parametrize(
    ("name", "table", "words"),
    [
        ("schnapsen", {}, ("could not", "did not trump")),
        ("template", {"players": 3}, ("asked for",)),
        ("clue", {"players": 3, "preset": "rooms_only"}, ("could not show", "showed", "accused")),
    ],
)
def test_a_broken_fact_is_named_in_its_own_words(
    name: str, table: dict[str, Any], words: tuple[str, ...]
) -> None:
    """Copies of the table break what was said; right copies break nothing."""
    named: Counter[str] = Counter()
    redealing = OurGame(games.load(name), "redeal", **table)
    for target, state, seat in looked_at(name, 16, **table):
        ledger = state.information(seat).ledger
        for n in range(12):
            rng = np.random.default_rng(n)
            assert target.contradiction(state, seat, target.copy(state, seat, rng)) is None
            copied = redealing.copy(state, seat, rng)
            broken = target.contradiction(state, seat, copied)
            world = world_in(copied.record_array[0], target.game, ledger)
            assert world is not None
            assert (broken is None) == ledger.allows(world)
            if broken is not None:
                assert any(word in broken for word in words)
                named[broken] += 1
    assert len(named) >= 2


def test_the_fact_that_is_named_is_the_one_that_is_broken() -> None:
    """Clue: seat 1 showed one of three and is given none of them, nothing else being broken."""
    target = OurGame(games.load("clue"), players=3, preset="rooms_only")
    state = target.new(1)
    for option in ("go to Hall", "suggest Plum Rope"):
        state.play(state.state.code_of(option))
    shower = state.state.mover
    zone = state.state.record_array[0].zone
    face = target.game.face
    hidden = [face(one) for one in ("Plum", "Rope", "Hall")]
    held = [card for card in hidden if zone[card] == target.game.hand_of(shower)]
    # The person is exchanged with another seat's; here seat 1 shows Plum and has nothing else.
    assert len(held) == 1
    others = [
        card
        for card in range(21)
        if zone[card] == target.game.hand_of(3 - shower) and card not in hidden
    ]
    made = state.state.copy()
    row = made.record_array[0]
    for name in ("zone", "depth", "block", "seen"):
        row[name][held[0]], row[name][others[0]] = (
            int(row[name][others[0]]),
            int(row[name][held[0]]),
        )
    broken = target.contradiction(state, 0, made)
    assert broken == f"seat {shower} showed seat 0 one of Plum, Rope or Hall"
    impossible = target.impossible(state, 0, made)
    assert impossible is not None
    assert "suggest Plum Rope" in impossible


def test_what_was_seen_is_named_where_a_copy_has_it_elsewhere() -> None:
    target = OurGame(games.load("schnapsen"))
    state = target.new(7)
    made = state.state.copy()
    row = made.record_array[0]
    mine = int(np.flatnonzero(row.zone == target.game.hand_of(0))[0])
    theirs = int(np.flatnonzero(row.zone == target.game.hand_of(1))[0])
    row.zone[mine], row.zone[theirs] = int(row.zone[theirs]), int(row.zone[mine])
    broken = target.contradiction(state, 0, made)
    assert broken is not None
    assert broken.startswith("what the seat has seen: ")


def test_anybodys_copier_is_audited_as_it_is() -> None:
    def cheats(state: games.State, seat: int, rng: np.random.Generator) -> games.State:
        return state.copy()

    target = OurGame(games.load("template"), cheats)
    state = target.new(1)
    assert target.name == "template:cheats"
    assert target.promise == "history"
    made = target.copy(state, 0, np.random.default_rng(1))
    assert target.world(made) == target.world(state)
    assert OurGame(games.load("template"), cheats, promise="table").promise == "table"


def test_a_truth_is_cloned_with_its_watch_and_is_not_the_same() -> None:
    target = OurGame(games.load("template"))
    state = target.new(1)
    for clone in (target.clone(state), copy.deepcopy(state)):
        target.play(clone, target.options(clone)[0])
        assert len(state.state.history) == 0
        assert clone.watch.ledger(0).events[: len(state.watch.ledger(0).events)]
    with pytest.raises(NotTested, match="has no watch"):
        _ = pickle.loads(pickle.dumps(state)).watch


def test_a_copy_of_a_copy_for_another_seat_is_not_made_by_deal() -> None:
    target = OurGame(games.load("schnapsen"))
    made = target.copy(target.new(1), 0, np.random.default_rng(1))
    with pytest.raises(NotTested, match="a copy has no history"):
        target.copy(made, 1, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"copier": "resample"}, "copier cannot be 'resample': 'deal', 'redeal' or a function"),
        ({"promise": "nothing"}, "promise cannot be 'nothing': one of table, history"),
        ({"players": 7}, "Schnapsen is for 2 players, not 7"),
        ({"preset": "bridge"}, "no preset 'bridge'"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        OurGame(games.load("schnapsen"), **arguments)
