"""No player cheats: all take options that they have, and none can tell two consistent truths apart.

The second is tested with real tables: a game is played up to a decision, then everything that the
mover has not seen is dealt anew from the start, the same moves are made, and the player must decide
the same to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import games
from arena import moves
from compiled import below, rows
from determinize import Watch
from players import make, names
from tests.games.deals import layout, table

GAME = games.load("schnapsen")
POND = games.load("template")

QUICK = {
    "ismcts": "ismcts(iterations=30)",
    "so-pom": "so-pom(iterations=30)",
    "mo-ismcts": "mo-ismcts(iterations=30)",
    "ris-mcts": "ris-mcts(iterations=30)",
    "pimc": "pimc(worlds=4, iterations=30)",
    "rdeep": "rdeep(samples=2)",
}
"""Players that think long, thinking shortly."""


def quick(game: games.Game) -> list[str]:
    """All players of a game that anybody has installed."""
    return [QUICK.get(name, name) for name in names(game)]


@pytest.mark.parametrize("spec", quick(GAME))
@pytest.mark.parametrize("preset", list(GAME.presets))
def test_only_options_are_chosen_in_every_preset(spec: str, preset: str) -> None:
    """The match loop raises where an answer is no option; what is weighed is one as well."""
    for seed in range(4):
        watch = Watch(GAME.new(seed=seed, preset=preset, match_target=2))
        for move in moves(watch, [make(spec, GAME)] * 2, seed=seed):
            if move.decision is not None:
                options = set(watch.state.codes)
                assert {one.option for one in move.decision.considered} <= options
        assert watch.state.over


@pytest.mark.parametrize("spec", quick(POND))
@pytest.mark.parametrize("preset", list(POND.presets))
def test_only_options_are_chosen_in_another_game(spec: str, preset: str) -> None:
    watch = Watch(POND.new(seed=1, players=3, preset=preset))
    for move in moves(watch, [make(spec, POND)] * 3, seed=1):
        assert move.option in watch.state.codes
    assert watch.state.over


@pytest.mark.parametrize("variant", [{"deck": 24}, {"ace_points": -11}, {"false_claim": True}])
def test_only_options_are_chosen_in_variants(variant: dict[str, Any]) -> None:
    for spec in quick(GAME):
        watch = Watch(GAME.new(seed=5, match_target=1, **variant))
        for move in moves(watch, [make(spec, GAME)] * 2, seed=5):
            assert move.option in watch.state.codes


# ------------------------------------------------------------------------------------ peeking


def other_truth(
    cards: dict[str, list[int]], leader: int, codes: Sequence[int], watch: Watch, row: Any
) -> Watch | None:
    """The same game with everything dealt anew that the mover has not seen; None if impossible."""
    seat = watch.state.mover
    truth: Any = watch.state.record_array[0]
    hidden = [c for c in range(len(truth.zone)) if not int(truth.seen[c]) >> seat & 1]
    shuffled = list(hidden)
    for i in range(len(shuffled) - 1, 0, -1):
        j = below(row, i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    turned = dict(zip(hidden, shuffled, strict=True))
    anew = {zone: [turned.get(c, c) for c in content] for zone, content in cards.items()}
    try:
        other = table(anew, leader, codes)
    except ValueError:  # an answer under the strict rules that these cards would not allow
        return None
    differs = layout(other) != layout(watch)
    return other if differs and other.state.mover == seat else None


def pairs_of_tables() -> list[tuple[Watch, Watch]]:
    """Two tables each that the mover cannot tell apart, and that differ."""
    found = []
    for seed in range(12):
        row = rows(seed, 3)[0]
        start = Watch(GAME.new(seed=seed, match_target=1))
        cards, leader = layout(start), start.state.mover
        watch, codes = table(cards, leader, []), []
        while not watch.state.over and len(codes) < 12:
            if len(watch.state.codes) > 1 and len(codes) in (0, 3, 6, 7, 8, 9):
                other = other_truth(cards, leader, codes, watch, row)
                if other is not None:
                    found.append((table(cards, leader, codes), other))
            options = watch.state.codes
            codes.append(options[below(row, len(options))])
            watch.play(int(codes[-1]))
    return found


@pytest.fixture(scope="module")
def pairs() -> list[tuple[Watch, Watch]]:
    return pairs_of_tables()


def test_there_is_something_to_peek_at(pairs: list[tuple[Watch, Watch]]) -> None:
    """In most pairs the opponent's hand differs, in some after several tricks or a closing."""
    assert len(pairs) > 25
    hands = 0
    strict = 0
    for one, other in pairs:
        zone = f"hand {1 - one.state.mover}"
        hands += layout(one)[zone] != layout(other)[zone]
        s: Any = one.state.record_array[0]
        strict += int(s.closer) > 0
    assert hands > len(pairs) * 0.7
    assert strict > 3


def test_both_tables_give_the_mover_the_same_information(pairs: list[tuple[Watch, Watch]]) -> None:
    for one, other in pairs:
        seat = one.state.mover
        mine, theirs = one.information(seat), other.information(seat)
        assert mine.state.tobytes() == theirs.state.tobytes()
        assert mine.options == theirs.options
        assert mine.count == theirs.count
        assert np.array_equal(mine.ledger.expected(), theirs.ledger.expected())


@pytest.mark.parametrize("spec", quick(GAME))
def test_players_decide_the_same_whatever_is_true(
    spec: str, pairs: list[tuple[Watch, Watch]]
) -> None:
    player = make(spec, GAME)
    for number, (one, other) in enumerate(pairs):
        seat = one.state.mover
        first = player.decide(one.information(seat), rows(number))
        assert player.decide(other.information(seat), rows(number)) == first


def test_a_player_that_peeked_would_be_found(pairs: list[tuple[Watch, Watch]]) -> None:
    """The control: choosing by the opponent's true hand differs between the tables."""

    def peeking(watch: Watch) -> int:
        hand = layout(watch)[f"hand {1 - watch.state.mover}"]
        return watch.state.codes[sum(hand) % len(watch.state.codes)]

    assert sum(peeking(one) != peeking(other) for one, other in pairs) > 5
