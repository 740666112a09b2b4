"""Redeal with a mask: nothing lies where it cannot, and all that is left is equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

import games
from compiled import COMPILED, below, bind, rows
from determinize import Watch, redeal
from determinize.exclusions import exclude, hear, keep_up, nothing_excluded
from determinize.redeal_mask import by_trial, redeal_masked
from games.kit.events import ALL, Deduction, Inserted, Moved, Opened, Swapped
from games.kit.seam import play
from games.kit.zones import Zone, Zones
from games.view import masked
from tests.determinize.random_games import watched
from tests.games.tables import Placement, at_random, placement, reachable
from tests.games.toys import FILES, ZONES, case_file, case_file_of_copies, table, toy

DECK, BOX, HAND = ZONES["deck"], ZONES["box"], ZONES["hand"]
LETTERS = toy(copies=dict.fromkeys("ABCDEFG", 1))
COPIES = toy()
FILE = case_file()


def fits(game: games.Game, states: Any, me: int, excluded: Any) -> bool:
    """Whether no card that a seat does not know lies where the mask says that it cannot."""
    s = states[0]
    hidden = [c for c in range(len(s.zone)) if not int(s.seen[c]) >> me & 1]
    return not any(excluded[int(s.zone[c]), game.face_of[c]] for c in hidden)


def allowed_by(game: games.Game, states: Any, me: int, excluded: Any) -> set[Placement]:
    """Brute force: every table that looks alike to a seat and keeps to the mask."""
    looks = reachable(game, states, me)
    return {where for where, one in looks.items() if fits(game, one, me, excluded)}


def mask_of(game: games.Game, *entries: tuple[int, str]) -> Any:
    """The table with these zones and the faces that cannot lie in each."""
    excluded = nothing_excluded(game)
    for zone, faces in entries:
        for face in faces:
            excluded[zone, game.face(face)] = True
    return excluded


def at_random_mask(game: games.Game, seed: int, share: float = 0.25) -> Any:
    return np.random.default_rng(seed).random((len(game.zones), len(game.faces))) < share


# ----------------------------------------------------------------------------------- what it keeps

GAMES = [LETTERS, COPIES, FILE, case_file_of_copies()]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10**9), st.sampled_from(GAMES), st.sampled_from([0.1, 0.3, 0.6]))
def test_a_redeal_looks_alike_and_is_one_that_table_and_mask_allow(
    seed: int, game: games.Game, share: float
) -> None:
    """Against brute force; and where there is none, it says so and changes nothing."""
    kernel = bind(redeal_masked, game, compiled=False)
    states = at_random(game, seed)
    excluded = at_random_mask(game, seed, share)
    for me in range(3):
        allowed = allowed_by(game, states, me, excluded)
        view = masked(game, states, me).tobytes()
        for n in range(2):
            dealt = states.copy()
            found = kernel(dealt[0], me, excluded, rows(seed, n)[0])
            assert found == bool(allowed)
            if found:
                assert placement(dealt) in allowed
                assert masked(game, dealt, me).tobytes() == view
                assert sorted(dealt[0].lot) == sorted(states[0].lot)
            else:
                assert dealt.tobytes() == states.tobytes()


@pytest.mark.parametrize("game", [*GAMES, games.load("template")])
def test_without_a_mask_it_is_the_redeal(game: games.Game) -> None:
    """To the last bit, and with the same draws."""
    free = nothing_excluded(game)
    for seed in range(10):
        states = at_random(game, seed)
        pair, used = [states.copy(), states.copy()], [rows(seed)[0], rows(seed)[0]]
        bind(redeal, game, compiled=False)(pair[0][0], 1, used[0])
        assert bind(redeal_masked, game, compiled=False)(pair[1][0], 1, free, used[1])
        assert pair[0].tobytes() == pair[1].tobytes()
        assert (used[0] == used[1]).all()


@pytest.mark.skipif(not COMPILED, reason="compares with compiled code")
def test_compiled_and_plain_redeal_alike() -> None:
    found = Counter()
    for game in (COPIES, FILE):
        for seed in range(80):
            states, excluded = at_random(game, seed), at_random_mask(game, seed)
            pair, used, said = [states.copy(), states.copy()], [], []
            for one, compiled in zip(pair, (True, False), strict=True):
                used.append(rows(seed)[0])
                kernel = bind(redeal_masked, game, compiled=compiled)
                said.append(bool(kernel(one[0], 1, excluded, used[-1])))
            assert pair[0].tobytes() == pair[1].tobytes()
            assert (used[0] == used[1]).all()
            assert said[0] == said[1]
            found[said[0]] += 1
    assert min(found[True], found[False]) > 10


# -------------------------------------------------------------------------------- equally likely

A_TABLE = [HAND, HAND + 1, HAND + 1, HAND + 2, HAND + 2, DECK, DECK]


def laid(lots: list[int], zones: list[int] = A_TABLE, game: games.Game = LETTERS) -> Any:
    """Cards in a row where ``zones`` says, hands seen by their owners."""
    states = table(game)
    s = states[0]
    s.zone[:] = s.block[:] = zones
    s.lot[:] = lots
    owner, ordered = game.zones.owner, game.zones.ordered
    for c, zone in enumerate(zones):
        s.depth[c] = zones[:c].count(zone) if ordered[zone] else -1
        s.seen[c] = 1 << int(owner[zone]) if owner[zone] >= 0 else 0
    return states


CASES = [
    # One hand that cannot hold two of the six cards; the other hand and the deck take all.
    (LETTERS, A_TABLE, [0] * 7, ((HAND + 1, "FG"),)),
    # Two hands with exclusions that overlap.
    (LETTERS, A_TABLE, [0] * 7, ((HAND + 1, "FG"), (HAND + 2, "BG"))),
    # Every place has one: the deck is the column that is not counted.
    (LETTERS, A_TABLE, [0] * 7, ((HAND + 1, "F"), (HAND + 2, "C"), (DECK, "B"))),
    # Each of three cards can lie in two of three places, in a ring: no pair may be exchanged.
    (LETTERS, [HAND, HAND + 1, HAND + 2, BOX, HAND, HAND, HAND], [0] * 7,
     ((HAND + 1, "D"), (HAND + 2, "B"), (BOX, "C"))),
    # Two lots.
    (LETTERS, A_TABLE, [0, 0, 1, 0, 1, 1, 0], ((HAND + 1, "F"), (HAND + 2, "D"))),
    # Copies, of which the mask speaks together.
    (COPIES, [HAND, HAND + 1, HAND + 1, HAND + 2, DECK, DECK], [0] * 6, ((HAND + 1, "B"),)),
    # Pools and a mask: suspects in the file, and two of the rest cannot lie in a hand.
    (FILE, [FILES["hand"] + 1, FILES["rest"], FILES["suspect"], FILES["hand"] + 1,
                   FILES["weapon"], FILES["rest"]], [0] * 6,
     ((FILES["hand"] + 1, ("Plum", "knife")),)),
]  # fmt: skip


@pytest.mark.parametrize(("game", "zones", "lots", "entries"), CASES)
def test_all_placements_that_table_and_mask_allow_are_equally_likely(
    game: games.Game, zones: list[int], lots: list[int], entries: Any
) -> None:
    """200 redeals a placement against all of them, counted out; fair fails once in a million."""
    states, excluded = laid(lots, zones, game), mask_of(game, *entries)
    allowed = allowed_by(game, states, 0, excluded)
    assert 1 < len(allowed) < len(reachable(game, states, 0))
    kernel = bind(redeal_masked, game)
    row = rows(34)[0]
    found: Counter[Placement] = Counter()
    for _ in range(200 * len(allowed)):
        dealt = states.copy()
        assert kernel(dealt[0], 0, excluded, row)
        found[placement(dealt)] += 1
    assert set(found) == allowed
    assert chisquare(list(found.values())).pvalue > 1e-6


@pytest.mark.parametrize("tries", [0, 64])
def test_where_ways_are_too_many_every_placement_is_still_reached(tries: int) -> None:
    """One lot: drawn and taken if it fits, equally likely so long as that succeeds.

    By exchanges alone, all that exchanges lead to: of the ring of three cards nothing else.
    """
    kernel = bind(by_trial, LETTERS)
    for (game, zones, lots, entries), reached in zip(CASES[:4], (1, 1, 1, 0.5), strict=True):
        states, excluded = laid(lots, zones, game), mask_of(game, *entries)
        group = np.flatnonzero(states[0].seen & 1 == 0)
        slots = np.stack([states[0][name] for name in ("zone", "depth", "block", "seen")], axis=1)
        allowed = {
            order for order in permutations(group.tolist())
            if not any(excluded[zones[at], c] for c, at in zip(group, order, strict=True))
        }  # fmt: skip
        start = min(allowed)
        slots[group] = slots[list(start)]
        zones = slots[:, 0].tolist()
        allowed = {
            order for order in permutations(group.tolist())
            if not any(excluded[zones[at], c] for c, at in zip(group, order, strict=True))
        }  # fmt: skip
        row, goes_to = rows(35)[0], np.zeros(7, np.int64)
        found: Counter[tuple[int, ...]] = Counter()
        for _ in range(100 * len(allowed)):
            assert kernel(slots, excluded, group, len(group), goes_to, tries, row)
            found[tuple(goes_to[group].tolist())] += 1
        assert set(found) <= allowed
        assert len(found) == len(allowed) * (1 if tries else reached)
        assert not tries or chisquare(list(found.values())).pvalue > 1e-6


def test_a_placement_that_does_not_fit_is_not_mended_by_exchanges() -> None:
    states, excluded = laid([0] * 7), mask_of(LETTERS, (HAND + 1, "B"))
    group, goes_to = np.arange(1, 7), np.arange(7)
    slots = np.stack([states[0][name] for name in ("zone", "depth", "block", "seen")], axis=1)
    kernel = bind(by_trial, LETTERS, compiled=False)
    assert not kernel(slots, excluded, group, 6, goes_to, 0, rows(1)[0])
    assert goes_to.tolist() == [*range(7)]
    assert kernel(slots, excluded, group, 6, goes_to, 64, rows(1)[0])
    assert goes_to[1] not in (1, 2)


def test_five_hands_of_eight_with_masks_of_their_own_are_too_many_to_be_counted() -> None:
    """What is drawn by trial keeps the view and the mask as well."""
    game = toy(
        copies={f"{n}": 1 for n in range(40)}, zones=Zones(Zone("hand", each=6)), players=(6, 6)
    )
    states = np.zeros(1, game.dtype)
    s: Any = states[0]
    s.seats = 6
    s.zone[:] = s.block[:] = 1 + np.arange(40) // 8
    s.depth[:] = -1
    s.seen[:] = 1 << s.zone
    excluded = nothing_excluded(game)
    for hand in range(1, 6):
        excluded[hand, [(8 * hand + k) % 40 for k in (0, 1)]] = True
    view = masked(game, states, 0).tobytes()
    kernel = bind(redeal_masked, game, compiled=False)
    seen = set()
    for n in range(20):
        dealt = states.copy()
        assert kernel(dealt[0], 0, excluded, rows(n)[0])
        assert fits(game, dealt, 0, excluded)
        assert masked(game, dealt, 0).tobytes() == view
        seen.add(placement(dealt))
    assert len(seen) == 20


# -------------------------------------------------------------------------- what everybody knows


@pytest.mark.parametrize(
    ("name", "players", "seeds"), [("schnapsen", 2, 12), ("template", 3, 8), ("clue", 3, 6)]
)
def test_the_mask_of_all_seats_is_the_same_and_true(name: str, players: int, seeds: int) -> None:
    game = games.load(name)
    entries = 0
    for seed in range(seeds):
        preset = "rooms_only" if name == "clue" else None
        state = game.new(players=players, seed=seed, preset=preset)
        for watch in watched(name, players=players, seed=seed, state=state):
            if len(watch.state.history) > 150:
                break
            tables = [watch.information(seat).excluded for seat in range(players)]
            s = watch.state.record_array[0]
            for excluded in tables:
                assert excluded is not None
                assert (excluded == tables[0]).all()
                assert not any(
                    excluded[int(s.zone[c]), face] for c, face in enumerate(game.face_of)
                )
            entries += bool(tables[0].any())  # type: ignore[union-attr]
    assert entries > 10


@pytest.mark.parametrize(("name", "players", "seeds"), [("schnapsen", 2, 12), ("template", 3, 8)])
def test_a_search_follows_the_mask_as_the_table_does(name: str, players: int, seeds: int) -> None:
    """From any moment on, the mask that follows the cards is true, and claims no more.

    No more than the watch's own, that is, which also hears what is said meanwhile.
    """
    game = games.load(name)
    followed = 0
    for seed in range(seeds):
        excluded, round_number = None, -1
        for watch in watched(name, players=players, seed=seed):
            s = watch.state.record_array[0]
            heard = watch.excluded()
            if excluded is None or int(s.round) != round_number or not excluded.any():
                excluded, round_number = heard.copy(), int(s.round)
            else:
                bind(keep_up, game)(excluded, before, s)  # noqa: F821
                assert not (excluded & ~heard).any()
                followed += bool(excluded.any())
            before = s.zone.astype(np.int64)  # noqa: F841
    assert followed > 10


def test_only_what_everybody_may_conclude_is_in_the_mask() -> None:
    game = games.load("template")
    hand, everybody = game.hand_of(1), 0b111
    for fact, expected in (
        (Deduction((hand,), {1: 1, 2: 1}, 0, 0, "none"), 2),
        (Deduction((hand,), {1: 1, 2: 1}, 0, 0, "none, said to two", 0b101), 0),
        (Deduction((hand,), {1: 1, 2: 1}, 0, 1, "one at most"), 0),
        (Deduction((hand,), {1: 1, 2: 1}, 1, 2, "one at least"), 0),
        (Deduction((hand,), {1: 1, 2: -1}, 0, 0, "as many of both"), 0),
        (Deduction((hand, hand + 1), {1: 1}, 0, 0, "none in both"), 2),
    ):
        excluded = nothing_excluded(game)
        exclude(excluded, fact, everybody)
        assert excluded.sum() == expected


def test_facts_of_an_arranged_position_are_in_the_mask_if_all_know_them() -> None:
    game = games.load("template")
    hand = game.hand_of(0)
    for audience, said in ((ALL, 1), (0b01, 0)):
        fact = Deduction((hand,), {2: 1}, 0, 0, "no pike", audience)
        state = game.arrange(
            {"hand 0": ["eel", "eel"]}, sizes={"hand 1": 2, "pond": 8}, facts=[fact], asked=-1
        )
        tables = [Watch(state).information(seat).excluded for seat in range(2)]
        assert [int(one.sum()) for one in tables if one is not None] == [said, said]


def test_the_mask_goes_with_the_cards() -> None:
    """A card seen by all comes alone; with a hidden one come the doubts of where it was."""
    pike, eel = 2, 1
    for event, left in (
        (Moved(pike, BOX, -1, HAND, -1, 0b111, 0, True), {(HAND, eel), (HAND + 1, pike)}),
        (Moved(eel, HAND + 1, -1, HAND, -1, 0b011, 0, True), {(HAND, pike), (HAND + 1, pike)}),
        (Moved(eel, DECK, 5, HAND, -1, 0b001, 0, False), {(HAND + 1, pike)}),
        (Inserted(eel, DECK, HAND, 0, 0b1, 0), {(HAND + 1, pike)}),
        (Swapped(HAND, HAND + 1), {(HAND, pike), (HAND + 1, pike), (HAND + 1, eel)}),
        (Opened(DECK), set()),
    ):
        excluded = nothing_excluded(LETTERS)
        excluded[HAND, [pike, eel]] = excluded[HAND + 1, pike] = True
        hear(excluded, LETTERS, event, 0b111)
        assert {(int(z), int(f)) for z, f in np.argwhere(excluded)} == left


def test_a_void_shown_in_schnapsen_is_kept_in_redeals_and_was_not_without() -> None:
    """All later redeals for the seat that showed nothing keep the other's void."""
    game = games.load("schnapsen")
    kept = broken = 0
    for seed in range(12):
        for watch in watched("schnapsen", players=2, seed=seed):
            excluded = watch.excluded()
            for seat in range(2):
                if not excluded[game.hand_of(1 - seat)].any():
                    continue
                for n in range(3):
                    pair = [watch.state.record_array.copy() for _ in range(2)]
                    row = rows(seed, n)[0]
                    assert bind(redeal_masked, game, compiled=False)(
                        pair[0][0], seat, excluded, row
                    )
                    bind(redeal, game, compiled=False)(pair[1][0], seat, row)
                    assert fits(game, pair[0], seat, excluded)
                    kept += 1
                    broken += not fits(game, pair[1], seat, excluded)
    assert kept > 100
    assert broken > 30


def playing(s: Any, action: int, rng: Any) -> None:
    play(s, action, rng)


def test_a_draw_unseen_takes_the_mask_of_the_hand_away() -> None:
    """Who had no pike may have drawn one."""
    game = games.load("template")
    row = rows(5, 2)[0]
    met = 0
    for watch in watched("template", players=3, seed=5):
        excluded, states = watch.excluded(), watch.state.record_array.copy()
        seat = int(states[0].mover)
        if not excluded[game.hand_of(seat)].any() or watch.state.decision != "looked":
            continue
        before = states[0].zone.astype(np.int64)
        code = watch.state.codes[below(row, len(watch.state.codes))]
        bind(playing, game, compiled=False)(states[0], code, rows(6))
        if int(states[0].round) == int(watch.state.record_array[0].round):
            bind(keep_up, game, compiled=False)(excluded, before, states[0])
            assert not excluded[game.hand_of(seat)].any()
            met += 1
    assert met > 0
