"""The benchmark of card games measures what it says it does."""

from __future__ import annotations

import games
from benchmarks import card_games
from benchmarks.card_games import BATCH, COPIES, GAMES, CardGame
from determinize import Watch
from games.view import masked


def test_the_games_are_there_with_their_default_presets() -> None:
    for one in GAMES:
        game = games.load(one.name)
        assert one.preset == game.preset
        assert one.seats in game.seats_by(game.rules_of())


def test_copies_are_made_for_who_does_not_move_and_look_the_same_to_him() -> None:
    watch = Watch(games.load("love-letter").new(seed=1))
    seat = 1 - watch.state.mover
    before = masked(watch.state.game, watch.state.record_array, seat).tobytes()
    assert card_games.redealing(watch.state.game, watch)() == COPIES
    assert card_games.dealing(watch)() == BATCH
    assert card_games.drawing(watch)() == BATCH
    assert masked(watch.state.game, watch.state.record_array, seat).tobytes() == before


def test_all_that_was_measured_stands_in_the_table() -> None:
    one = CardGame("uno", 4e6, 8e5, 9e5, 5e5, 58_000, 15.0, 1.0)
    columns = card_games.table([one]).columns
    told = [next(iter(column.cells)) for column in columns]
    assert told == [
        *("uno", "4,000,000", "800,000", "900,000", "500,000"),
        *("58,000", "13.8×", "15.0", "1.0"),
    ]
