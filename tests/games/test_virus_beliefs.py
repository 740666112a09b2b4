"""Whole games of Virus!: every seat's belief is what brute force makes of what that seat saw.

The brute force (`virus_worlds`) goes by the rules in its own words and weighs every deal; at small
tables it must give the very fractions of the ledger, at every decision.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import games
from beliefs import Ledger
from compiled import PLAY, below, bind, rows
from determinize import Watch
from tests.games.virus_worlds import VIRUS, Key, Referee, key_of

SMALL = {
    "hand": 2,
    "organs": 1,
    "multi_organs": 0,
    "viruses": 1,
    "multi_viruses": 0,
    "medicines": 0,
    "multi_medicines": 2,
    "contagions": 0,
    "organ_thieves": 1,
    "transplants": 1,
    "latex_gloves": 1,
    "medical_errors": 0,
    "max_rounds": 12,
}
"""13 cards."""
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "turned over": ("official", 2, {}),
    "turned over, for three": ("official", 3, {"organ_thieves": 0}),
    "large hands": ("official", 2, {"hand": 4, "viruses": 2}),
    "more than half in hands": ("official", 2, {"hand": 5, "organs": 2}),
    "shuffled": ("tag", 2, {"contagions": 1}),
    "shuffled, for three": ("tag", 3, {"medical_errors": 1, "transplants": 0}),
    "shuffled, large hands": ("tag", 2, {"hand": 4, "organ_thieves": 3}),
}
MOVES = 40
sensible = bind(VIRUS.parts["sensible"], VIRUS)


def chance_of(ledger: Ledger, key: Key) -> Fraction:
    """How likely a ledger finds it that hands hold just these cards, and the deck the rest."""
    told = ledger.copy()
    for p, hand in enumerate(key[:-1]):
        for face in {*hand}:
            told.fact(f"hand {p}", {face: 1}, hand.count(face), hand.count(face))
    return told.weight / ledger.weight


def agrees(ledger: Ledger, referee: Referee, state: games.State) -> None:
    """A ledger against brute force: what lies where in the mean, how likely the truth is."""
    assert ledger.exact
    expected = ledger.expected(exact=True)
    for zone in referee.zones:
        columns = [k for k, spot in enumerate(ledger.spots) if spot.zone == zone]
        believed = expected[:, columns].sum(axis=1) if columns else [0] * len(ledger.faces)
        found = {str(f): n for f, n in zip(ledger.faces, believed, strict=True) if n}
        assert found == referee.expected(zone), zone
    if referee.turned:
        assert list(state.view(referee.seat).slots("deck"))[::-1] == referee.coming
    truth = key_of(state.record_array[0], state.seats)
    assert chance_of(ledger, truth) == referee.chance(truth) > 0


@pytest.mark.parametrize("table", TABLES)
def test_the_belief_is_that_of_brute_force(table: str):
    """At every decision of some games, of which two in three are sensible."""
    preset, players, rules = TABLES[table]
    compared = wide = recycled = seed = 0
    out = np.empty(VIRUS.option_codes, np.int64)
    while compared < 120:
        state = VIRUS.new(players=players, seed=seed, preset=preset, **{**SMALL, **rules})
        row = rows(seed + 500)[PLAY]
        referees = [Referee(state, seat) for seat in range(players)]
        watch = Watch(state)
        while not state.over and len(state.history) < MOVES:
            codes = list(state.codes)
            if below(row, 3):
                codes = out[: sensible(state.record_array[0], out)].tolist()
            for referee in referees:
                agrees(watch.ledger(referee.seat), referee, state)
                compared += 1
                wide += len(referee.worlds) > 1
            watch.play(int(codes[below(row, len(codes))]))
            for referee in referees:
                referee.sees(state.events)
        recycled += referees[0].recycled
        seed += 1
    assert wide > compared / 8
    assert recycled > 0
