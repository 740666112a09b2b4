"""Every world of a belief could have been: its deal replays, move by move, to what the seat knows.

A view that looks the same hides impossible worlds: an opponent with cards that could not lawfully
have been answered as they were. So each sampled world is taken back to the deal that it began with,
and the whole history is played again from there, under the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from compiled import below, rows
from determinize import Watch
from games.view import masked
from tests.games.deals import GAME, layout, table

WORLDS = 3


def dealt_from(
    cards: dict[str, list[int]], truth: Any, world: Any, seat: int
) -> dict[str, list[int]]:
    """The start of the deal that led to ``world`` as the start ``cards`` led to ``truth``.

    A slot's history is public, so the card that a world has in a slot began where the card that is
    truly there began.
    """
    slots = {(int(world.zone[c]), int(world.depth[c])): [] for c in range(len(world.zone))}
    for c in range(len(world.zone)):
        slots[int(world.zone[c]), int(world.depth[c])].append(c)
    turned: dict[int, int] = {}
    for slot, here in slots.items():
        true = [c for c in range(len(truth.zone)) if (truth.zone[c], truth.depth[c]) == slot]
        assert len(true) == len(here)
        seen = {c for c in true if int(truth.seen[c]) >> seat & 1}
        assert seen <= set(here), "a card that the seat has seen lies elsewhere in a world"
        unseen = [c for c in true if c not in seen], [c for c in here if c not in seen]
        turned.update(zip(*unseen, strict=True))
    return {zone: [turned.get(c, c) for c in content] for zone, content in cards.items()}


@pytest.mark.parametrize("preset", list(GAME.presets))
def test_sampled_worlds_replay_to_the_same_knowledge(preset: str) -> None:
    replayed = 0
    for seed in range(5):
        start = Watch(GAME.new(seed=seed, preset=preset, match_target=1))
        cards, leader = layout(start), start.state.mover
        watch, codes = table(cards, leader, [], preset), []
        row, rng = rows(seed, 3)[0], rows(seed, 4)
        while not watch.state.over:
            truth: Any = watch.state.record_array[0]
            for seat in range(2):
                info = watch.information(seat)
                view = masked(GAME, watch.state.record_array, seat).tobytes()
                for world in info.worlds(WORLDS, rng):
                    other = table(dealt_from(cards, truth, world, seat), leader, codes, preset)
                    assert other.state.mover == watch.state.mover
                    assert masked(GAME, other.state.record_array, seat).tobytes() == view
                    assert other.information(seat).options == info.options
                    again = other.ledger(seat)
                    assert list(again.lines()) == list(info.ledger.lines())
                    assert again.count == info.ledger.count
                    assert np.array_equal(again.expected(), info.ledger.expected())
                    replayed += 1
            options = watch.state.codes
            codes.append(options[below(row, len(options))])
            watch.play(int(codes[-1]))
    assert replayed > 150
