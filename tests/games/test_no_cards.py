"""A game without cards: the zero case of everything that deals with hidden ones."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import compiled.binding
import games
from compiled import bind, rows
from determinize import Watch
from determinize.audit import audit
from determinize.auditing.ours import OurGame
from determinize.holdings import (
    card_held_by_player,
    card_location,
    card_not_held_by_player,
    seen_cards,
)
from determinize.redeal import redeal
from games.kit.fields import private, public
from games.kit.zones import Zone, Zones
from games.relaid import relaid
from games.view import masked
from tests.games.toys import toy


def setup(s: Any, rng: Any) -> None:
    s.points[0] = 3


def legal(s: Any, out: Any) -> int:
    if s.mover < 0:
        return 0
    out[0] = 0
    out[1] = 1
    return 2


def play(s: Any, action: int, rng: Any) -> None:
    """Take one or two of what is left; who takes the last wins."""
    s.points[0] = max(0, int(s.points[0]) - action - 1)
    s.points[1 + int(s.mover)] = 1 if s.points[0] == 0 else 0
    s.mover = -1 if s.points[0] == 0 else (int(s.mover) + 1) % int(s.seats)


def returns(s: Any, out: Any) -> None:
    for p in range(int(s.seats)):
        out[p] = float(s.points[1 + p])


def value(s: Any, me: int) -> float:
    return 0.0


RULES = {"setup": setup, "legal": legal, "play": play, "returns": returns, "value": value}


def stones(**changes: Any) -> games.Game:
    """Two or three take stones from a heap of three."""
    given: dict[str, Any] = {
        "name": "stones",
        "copies": {},
        "zones": Zones(),
        "fields": (public("points", shape=(4,)),),
        "rules": SimpleNamespace(**RULES),
    }
    return toy(**{**given, **changes})


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled: a game typed in a test is not kept for later."""
    monkeypatch.setattr(compiled.binding, "COMPILED", False)


def test_it_conforms() -> None:
    found = games.check(stones(), seeds=3)
    assert found.conforms, str(found)
    assert found.games == 6


def test_it_hides_nothing_and_has_no_hands() -> None:
    game = stones()
    assert (game.hides, game.has_hands, game.parts["HAS_COPIES"]) == (False, False, False)
    with pytest.raises(KeyError, match="there is no zone 'hand'"):
        game.hand_of(0)


@pytest.mark.parametrize(
    ("changes", "hides", "has_hands"),
    [
        ({}, True, True),
        ({"zones": Zones(Zone("table", open=True))}, False, False),
        ({"zones": Zones(Zone("table", open=True), Zone("deck"))}, True, False),
        ({"zones": Zones(Zone("hand", each=3, open=True))}, False, True),
        ({"copies": {}, "zones": Zones(), "fields": (private("bid", shape=(3,)),)}, True, False),
    ],
)
def test_what_can_be_hidden(changes: dict[str, Any], hides: bool, has_hands: bool) -> None:
    game = toy(**{"fields": (public("points"),), **changes})
    assert (game.hides, game.has_hands) == (hides, has_hands)


def test_a_view_is_the_state() -> None:
    state = stones().new(players=3)
    state.play(0)
    for seat in range(3):
        assert (
            masked(state.game, state.record_array, seat).tobytes() == state.record_array.tobytes()
        )
        twin = relaid(state.game, state.record_array, seat, rows(1)[0])
        assert twin.tobytes() == state.record_array.tobytes()
        bind(redeal, state.game)(twin[0], seat, rows(1)[0])
        assert twin.tobytes() == state.record_array.tobytes()


def test_a_belief_has_one_world_which_is_the_state() -> None:
    watch = Watch(stones().new())
    for option in (0, 0):
        for seat in range(2):
            information = watch.information(seat)
            assert (information.count, information.ledger.weight) == (1, 1)
            worlds = information.worlds(2, rows(1))
            assert worlds.tobytes() == watch.state.record_array.tobytes() * 2
        watch.play(option)


def test_nobody_holds_or_has_seen_anything() -> None:
    information = Watch(stones().new(players=3)).information(0)
    assert card_location(information) == {}
    assert seen_cards(information).shape == (0,)
    for found in (card_held_by_player(information), card_not_held_by_player(information)):
        assert found.shape == (3, 0)


def test_without_hands_nobody_holds_a_card() -> None:
    """Cards, but none that a player has."""
    game = toy(zones=Zones(Zone("deck", ordered=True)), rules=SimpleNamespace(**RULES))
    ledger = Watch(game.arrange({}, sizes={"deck": 6}, players=2)).ledger(0)
    assert not card_held_by_player(ledger, game).any()
    assert card_not_held_by_player(ledger, game).all()
    assert card_not_held_by_player(ledger, game).shape == (3, 3)
    assert set(card_location(ledger, game).values()) == {"deck"}


def test_positions_are_arranged_by_their_fields(tmp_path: Any) -> None:
    state = stones().arrange({}, points=[1, 0, 0, 0], mover=1)
    state.play(0)
    assert state.returns == (0.0, 1.0)
    with pytest.raises(ValueError, match="there is no zone 'hand 0'"):
        stones().arrange({"hand 0": []})
    state.record().save(tmp_path / "game.json")
    assert games.Record.load(tmp_path / "game.json").arrangement == state.arrangement


def test_an_audit_passes_right_copies_and_says_what_it_could_not_test() -> None:
    for copier in ("deal", "redeal"):
        verdict = audit(
            OurGame(stones(), copier), positions=4, copies=20, workers=0, smallest=False
        )
        outcomes = {check.name: check.outcome for check in verdict.checks}
        assert outcomes["conserves"] == outcomes["indistinguishable"] == "passed"
        assert outcomes["independent"] == "not tested", "no other state looks the same"
        assert verdict.passed


def test_an_audit_finds_copies_that_differ() -> None:
    def forgets_a_stone(state: Any, seat: int, rng: np.random.Generator) -> Any:
        copy = state.copy()
        copy.record_array[0].points[0] = 1
        return copy

    verdict = audit(
        OurGame(stones(), forgets_a_stone), positions=4, copies=20, workers=0, smallest=False
    )
    assert verdict.check("indistinguishable").outcome == "failed"
