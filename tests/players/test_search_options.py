"""What a search weighs: all options, or of very many the sensible and those that win at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import games
from arena import moves
from compiled import bind, rows
from determinize import InformationSet, Watch
from games.kit.seam import legal, sensible
from players import make
from players.search.options import OFTEN, WIDE, first_options, weighed
from tests.games.clue_tables import GAME, A, B, C, arrange

SCHNAPSEN = games.load("schnapsen")


def codes_of(function: Any, state: Any) -> list[int]:
    out = np.zeros(GAME.option_codes, np.int64)
    n = bind(function, GAME, compiled=False)(state, out)
    return [int(code) for code in out[:n]]


def all_options(s: Any, out: Any) -> int:
    return legal(s, out)


def wise_options(s: Any, out: Any) -> int:
    return sensible(s, out)


def to_accuse(*unseen: str) -> InformationSet:
    """Seat 0 at the end of its turn has seen all cards but these and the file's."""
    seen = {face: [0] for face in (*B, *C) if face not in unseen}
    state = arrange(A, B, C, tokens={"Scarlet": "Hall"}, decision="accuse", known=seen)
    return Watch(state).information(0)


def weighed_at(info: InformationSet, seed: int = 1) -> list[str]:
    worlds = info.worlds(200, rows(seed))
    options = first_options(info, worlds, rows(seed))
    assert set(options.tolist()) <= set(info.options)
    return [GAME.words.option(info.state, int(code)) for code in options]


def test_below_the_root_few_options_are_all_weighed_and_of_many_the_sensible() -> None:
    met = {True: 0, False: 0}
    for preset in ("classic", "rooms_only"):
        watch = Watch(GAME.new(players=3, seed=5, preset=preset))
        for _ in moves(watch, [make("random", GAME)] * 3, seed=5):
            s = watch.state.record_array[0]
            wide = len(watch.state.codes) > WIDE
            expected = wise_options if wide else all_options
            assert codes_of(weighed, s) == codes_of(expected, s)
            met[wide] += 1
    assert min(met.values()) > 20


def test_a_triple_that_is_likely_is_weighed_as_an_accusation_of_324_others_none() -> None:
    """One of two is right in half of the worlds; one of six in a sixth; one of 15 seldom enough."""
    assert weighed_at(to_accuse("Peacock")) == [
        "no accusation",
        "accuse Peacock Revolver Study",
        "accuse Plum Revolver Study",
    ]
    assert len(weighed_at(to_accuse("Peacock", "White"))) == 4
    few = weighed_at(to_accuse("Peacock", "White", "Knife", "Wrench", "Library"))
    assert few[0] == "no accusation"
    assert len(few) <= 1 + OFTEN


@pytest.mark.parametrize("spec", ["ismcts(iterations=60)", "ismcts(iterations=1000)"])
def test_what_is_certain_is_accused_and_what_is_unlikely_is_not(spec: str) -> None:
    sure = to_accuse()
    assert sure.count == 1
    early = Watch(GAME.new(players=3, seed=2, preset="rooms_only"))
    for option in ("go to Hall", "suggest Plum Rope"):
        early.play(option)
    while early.state.decision != "accuse":
        early.play(early.state.codes[0])
    for seed in range(5):
        chosen = make(spec, GAME).decide(sure, rows(seed))
        assert GAME.words.option(sure.state, chosen.option) == "accuse Plum Revolver Study"
        info = early.information(early.state.mover)
        chosen = make(spec, GAME).decide(info, rows(seed))
        assert GAME.words.option(info.state, chosen.option) == "no accusation"


def test_nothing_is_left_out_of_few_options_and_no_chance_is_taken_for_it() -> None:
    """Schnapsen never offers more than nine: its searches weigh what they always weighed."""
    most = 0
    for seed in range(30):
        watch = Watch(SCHNAPSEN.new(seed=seed, match_target=1))
        for move in moves(watch, [make("random", SCHNAPSEN)] * 2, seed=seed):
            info = watch.information(move.seat)
            row = rows(seed)
            first = first_options(info, np.zeros(0, SCHNAPSEN.dtype), row)
            assert first.tolist() == list(info.options)
            assert (row == rows(seed)).all()
            most = max(most, len(first))
    assert 6 < most <= WIDE
