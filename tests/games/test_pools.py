"""Pools: zones that take some faces only, such as a case file."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

import compiled.binding
import games
from compiled import DEAL, below, start_deal
from games.kit.table import draw, move, open_table, peek, shuffle, size, top
from games.kit.zones import Zone, Zones
from games.view import masked
from tests.games.tables import at_random, placement, reachable
from tests.games.toys import FILES, POOLS, case_file, case_file_of_copies, table, toy

GAME = case_file()
SUSPECT, WEAPON, REST, HAND = (FILES[name] for name in ("suspect", "weapon", "rest", "hand"))

# --- what a game declares -------------------------------------------------------------------------


def test_a_zone_takes_the_faces_of_its_pool_and_any_face_without_one() -> None:
    takes = {
        zone: [name for f, name in enumerate(GAME.faces) if GAME.allows(z, f)]
        for z, zone in enumerate(FILES.names)
    }
    assert sorted(takes["suspect"]) == sorted(POOLS["suspects"])
    assert sorted(takes["weapon"]) == sorted(POOLS["weapons"])
    assert takes["rest"] == takes["hand 2"] == list(GAME.faces)


def test_kernels_find_the_pools_of_zones_and_cards() -> None:
    assert GAME.parts["HAS_POOLS"] is True
    assert GAME.parts["ZONE_POOL"].tolist() == [1, 2, 0, 0, 0, 0]
    assert GAME.parts["CARD_POOL"].tolist() == [1, 2, 1, 0, 2, 1]
    assert case_file_of_copies().parts["CARD_POOL"].tolist() == [1, 1, 2, 2, 0, 1]
    assert toy().parts["HAS_POOLS"] is False


def test_each_seat_may_have_a_pool_of_its_own() -> None:
    """Dice: the faces of a seat's die lie in that seat's cup and in no other."""
    dice = {"die a": ("1a", "2a"), "die b": ("1b", "2b")}
    zones = Zones(Zone("bag", ordered=True), Zone("cup", each=2, pools=("die a", "die b")))
    game = toy(copies=dict.fromkeys((*dice["die a"], *dice["die b"]), 1), zones=zones, pools=dice)
    assert [zone.pool for zone in zones] == ["deck", "die a", "die b"]
    assert zones.owner.tolist() == [-1, 0, 1]
    for seat, faces in enumerate(dice.values()):
        cup = game.zones[f"cup {seat}"]
        assert [face for f, face in enumerate(game.faces) if game.allows(cup, f)] == list(faces)


def test_as_many_pools_as_seats() -> None:
    with pytest.raises(ValueError, match="cup has 1 pools: one for each of 2 seats"):
        Zones(Zone("cup", each=2, pools=("die a",)))


@pytest.mark.parametrize(
    ("pools", "complaint"),
    [
        ({}, "suspect has the pool 'suspects': the game has deck"),
        ({"suspects": ("Plum",)}, "weapon has the pool 'weapons': the game has deck, suspects"),
        (
            {**POOLS, "weapons": ("rope", "spanner")},
            "the pool 'weapons' has a card 'spanner' that the game has not",
        ),
        (
            {**POOLS, "weapons": ("rope", "Green")},
            "Green is in two pools: 'suspects' and 'weapons'",
        ),
        ({**POOLS, "deck": ("note",)}, "the pool 'deck' holds every face"),
    ],
)
def test_a_wrong_declaration_is_named(pools: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        case_file(pools=pools)


# --- views ----------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 10**9), st.sampled_from([GAME, case_file_of_copies()]))
def test_a_view_is_the_same_for_all_tables_that_look_alike(seed: int, game: games.Game) -> None:
    states = at_random(game, seed)
    for seat in range(3):
        view = masked(game, states, seat)
        tables = [*reachable(game, states, seat).values()]
        for other in tables[:: max(1, len(tables) // 12)]:
            assert masked(game, other, seat).tobytes() == view.tobytes()
        assert masked(game, view, seat).tobytes() == view.tobytes()
        assert placement(view) in reachable(game, view, seat), "the view breaks a pool"


def test_a_case_file_is_shown_with_the_first_cards_that_it_takes() -> None:
    states = table(GAME)
    s = states[0]
    s.zone[:] = s.block[:] = [HAND, HAND + 1, SUSPECT, HAND + 1, WEAPON, HAND]
    s.depth[:] = -1
    s.seen[:] = [1, 2, 0, 2, 0, 1]
    view = masked(GAME, states, 0)[0]
    # Seat 0 holds Plum and Green: the suspect is Peacock; the first weapon is the rope.
    assert view.zone.tolist() == [HAND, WEAPON, SUSPECT, HAND + 1, HAND + 1, HAND]


# --- arranged positions ---------------------------------------------------------------------------

SIZES = {"suspect": 1, "weapon": 1, "hand 0": 2, "hand 1": 2}


def test_the_rest_is_dealt_where_pools_allow_it_and_all_such_deals_are_equally_likely() -> None:
    """100 deals for each of 3 * 2 * 6 placements; a fair deal fails once in a million seeds."""
    found = Counter(
        tuple(GAME.arrange({}, sizes=SIZES, seed=seed).record_array[0].zone.tolist())
        for seed in range(100 * 36)
    )
    assert len(found) == 36
    assert all(GAME.allows(z, f) for zones in found for f, z in enumerate(zones))
    assert chisquare(list(found.values())).pvalue > 1e-6


def test_zones_with_a_pool_choose_first_wherever_they_are_named() -> None:
    sizes = dict(reversed(SIZES.items()))
    for seed in range(20):
        state = GAME.arrange({"hand 0": ["Plum", "rope"]}, sizes=sizes, seed=seed)
        assert int(state.record_array[0].zone[GAME.faces.index("knife")]) == WEAPON


@pytest.mark.parametrize(
    ("cards", "sizes", "complaint"),
    [
        ({"weapon": ["Plum"]}, {"rest": 5}, "Plum cannot lie in weapon, which takes rope, knife"),
        ({"suspect": ["note"]}, {"rest": 5}, "note cannot lie in suspect, which takes Plum, Pea"),
        (
            {"hand 0": ["rope", "knife"]},
            {"weapon": 1, "rest": 3},
            "weapon takes rope, knife, and no more of them is left",
        ),
        ({}, {"weapon": 3, "rest": 3}, "weapon takes rope, knife, and no more of them is left"),
    ],
)
def test_what_a_pool_forbids_is_named(cards: Any, sizes: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        GAME.arrange(cards, sizes=sizes)


# --- conformance ----------------------------------------------------------------------------------


def setup(s: Any, rng: Any) -> None:
    start_deal(rng, 0)
    open_table(s, REST)
    # Cards 0, 2 and 5 are suspects, 1 and 4 weapons.
    move(s, (0, 2, 5)[below(rng[DEAL], 3)], SUSPECT, 0)
    move(s, (1, 4)[below(rng[DEAL], 2)], WEAPON, 0)
    shuffle(s, REST, rng[DEAL])
    for p in range(int(s.seats)):
        draw(s, REST, HAND + p, 1 << p)


def legal(s: Any, out: Any) -> int:
    out[0] = 0
    out[1] = 1
    return 2 if s.mover >= 0 else 0


def play(s: Any, action: int, rng: Any) -> None:
    me = int(s.mover)
    if action == 1:
        peek(s, top(s, REST), 1 << me)
    draw(s, REST, HAND + me, 1 << me)
    s.mover = (me + 1) % int(s.seats) if size(s, REST) > 0 else -1


def returns(s: Any, out: Any) -> None:
    for p in range(int(s.seats)):
        out[p] = 0.5


def value(s: Any, me: int) -> float:
    return 0.0


def play_into_the_file(s: Any, action: int, rng: Any) -> None:
    if size(s, REST) < 2:
        play(s, action, rng)
    else:
        move(s, top(s, REST), WEAPON, 0)


def remember(s: Any, me: int, row: Any) -> None:
    for p in range(int(s.seats)):
        if p != me:
            s.bid[p] = 0
    s.fate = 0


RULES = {"setup": setup, "legal": legal, "play": play, "returns": returns, "value": value}
RULES["remember"] = remember


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled: the promises are the same."""
    monkeypatch.setattr(compiled.binding, "COMPILED", False)


def test_a_game_with_a_case_file_conforms(plain: None) -> None:
    found = games.check(case_file(rules=SimpleNamespace(**RULES)), seeds=5)
    assert found.conforms, str(found)


def test_a_card_where_a_pool_forbids_it_is_named(plain: None) -> None:
    rules = SimpleNamespace(**{**RULES, "play": play_into_the_file})
    found = games.check(case_file(rules=rules), seeds=5)
    assert any("cards that its pool forbids in weapon: " in line for line in found.broken), found
