"""What worlds are drawn from: the belief, which holds the past, or the table as it looks now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import games
from arena import moves
from compiled import rows
from determinize import InformationSet, Watch
from players import UnknownPlayer, make

GAME = games.load("schnapsen")
POND = games.load("template")
SPECS = ("ismcts(iterations=60{})", "pimc(iterations=60, worlds=10{})")


def late(game: games.Game) -> InformationSet:
    """What a seat knows where the past has told it something that the table does not show."""
    for seed in range(40):
        watch = Watch(game.new(seed=seed))
        for move in moves(watch, [make("random", game)] * watch.state.seats, seed=seed):
            info = watch.information(move.seat)
            if len(info.options) > 2 and tables(info) > info.count:
                return info
    raise AssertionError("the past has told nothing")


def tables(info: InformationSet) -> int:
    """How many worlds were found that look like the table."""
    found = info.table_worlds(200, rows(1))
    return len({(one["zone"].tobytes(), one["depth"].tobytes()) for one in found})


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("game", [GAME, POND], ids=lambda game: game.name)
def test_draws_from_the_table_need_no_past(game: games.Game, spec: str) -> None:
    """Without its ledger a seat decides the same from the table, and nothing from the belief."""
    info = late(game)
    nothing: Any = None
    forgotten = replace(info, ledger=nothing)
    table, belief = (make(spec.format(how), game) for how in (", draw=table", ""))
    from_table = table.decide(info, rows(3))
    assert from_table == table.decide(forgotten, rows(3))
    assert from_table.worlds == belief.decide(info, rows(3)).worlds
    with pytest.raises(AttributeError):
        belief.decide(forgotten, rows(3))


@pytest.mark.parametrize("spec", SPECS)
def test_what_the_past_tells_changes_values(spec: str) -> None:
    info = late(GAME)
    table, belief = (make(spec.format(how), GAME) for how in (", draw=table", ", draw=belief"))
    assert belief == make(spec.format(""), GAME)
    assert table.decide(info, rows(3)).considered != belief.decide(info, rows(3)).considered


@pytest.mark.parametrize("spec", SPECS)
def test_there_is_nothing_else_to_draw_from(spec: str) -> None:
    with pytest.raises(UnknownPlayer, match="draw cannot be 'air': belief, table or reading"):
        make(spec.format(", draw=air"), GAME)
