"""Random games of Virus!: every state of them consistent, and each seat's knowledge true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from compiled.rng import KEY
from determinize import Watch
from games.kit.seam import legal, play, setup
from games.state import blank
from games.virus.bodies import COMPLETE, IMMUNISED, WEIGHT, healthy, state_of
from games.virus.cards import CARD_COUNT, COLOURS, FACE_OF_CARD
from games.virus.parameters import Recycle
from games.virus.record import (
    DECK,
    DISCARD_PILE,
    HAND,
    MOST_SEATS,
    ORGANS,
    OUT,
    PLAYED,
    ZONES,
    Decision,
    organ_zone,
)
from tests.determinize.random_games import world_of

GAME = games.load("virus")

# ---------------------------------------------------------------------- the loop that is compiled


def flaw(s: Any, sizes: Any, bodies: Any, places: Any, stamp: int) -> int:
    """Which promise the table breaks, or 0."""
    for zone in range(len(sizes)):
        sizes[zone] = 0
    for p in range(MOST_SEATS):
        bodies[p] = 0
    for c in range(CARD_COUNT):
        zone = int(s.zone[c])
        if zone < 0 or zone >= OUT:
            return 1  # all cards are in the game
        sizes[zone] += 1
        if (zone < HAND or zone >= ORGANS) and s.depth[c] >= 0:
            if places[zone, int(s.depth[c])] == stamp:
                return 2  # a place for each card
            places[zone, int(s.depth[c])] = stamp
        if zone >= ORGANS:
            face = int(FACE_OF_CARD[c])
            colour = (zone - ORGANS) // MOST_SEATS
            if (face == colour) != (s.depth[c] == 0) or (face < 5 and face != colour):
                return 3  # its organ at the bottom, and no other
            bodies[(zone - ORGANS) % MOST_SEATS] += int(WEIGHT[face]) << 5 * colour
    broken = flaw_of_marks(s, sizes)
    if broken == 0:
        broken = flaw_of_bodies(s, sizes, bodies)
    if broken == 0:
        broken = flaw_of_turn(s, sizes)
    return broken


def flaw_of_marks(s: Any, sizes: Any) -> int:
    """Cards are known to whom they should be."""
    everybody = (1 << int(s.seats)) - 1
    for c in range(CARD_COUNT):
        zone = int(s.zone[c])
        seen = int(s.seen[c])
        ordered = zone < HAND or zone >= ORGANS
        if ordered and (s.depth[c] < 0 or s.depth[c] >= sizes[zone]):
            return 11
        if zone == DECK and s.rules.recycle == Recycle.FLIP and seen not in (0, everybody):
            return 12  # all know the deck that was turned over, or nobody
        if zone == DECK and s.rules.recycle == Recycle.SHUFFLE and seen != 0:
            return 13
        if zone >= HAND and zone < PLAYED and not seen >> (zone - HAND) & 1:
            return 14  # everybody knows the own hand
        if (zone == DISCARD_PILE or zone >= PLAYED) and seen != everybody:
            return 15  # and all that lies on the table
    return 0


def flaw_of_bodies(s: Any, sizes: Any, bodies: Any) -> int:
    """Bodies are what lies on the table, and legal."""
    for p in range(MOST_SEATS):
        if s.bodies[p] != bodies[p]:
            return 21
        for colour in range(COLOURS):
            state = state_of(int(bodies[p]), colour)
            n = int(sizes[organ_zone(p, colour)])
            if n > 3 or (n == 3) != (state >= IMMUNISED):
                return 22  # only two medicines lie together
        if s.mover >= 0 and healthy(int(bodies[p])) >= COMPLETE:
            return 23  # whoever has won has won at once
    return 0


def flaw_of_turn(s: Any, sizes: Any) -> int:
    """Hands are full, and who is asked can be asked."""
    if s.mover < 0:
        return 0
    me = int(s.mover)
    full = int(s.rules.hand)
    for p in range(int(s.seats)):
        if sizes[HAND + p] > full:
            return 31
    before = (me + int(s.seats) - 1) % int(s.seats)
    begins = s.decision == Decision.ACTION or s.decision == Decision.REDRAW
    left = sizes[DECK] + sizes[DISCARD_PILE]
    if begins and s.turns > 0 and sizes[HAND + before] < full and left > 0:
        return 32  # the hand was filled up, as far as there were cards
    if begins and (s.decision == Decision.REDRAW) != (sizes[HAND + me] == 0):
        return 33
    choosing = not begins and s.decision != Decision.DISCARD
    if sizes[PLAYED] != int(choosing):
        return 34
    if s.turns >= s.rules.max_rounds * s.seats:
        return 35
    return 0


def random_games(
    s: Any,
    rng: Any,
    out: Any,
    sizes: Any,
    bodies: Any,
    places: Any,
    n: int,
    offered: Any,
    ends: Any,
) -> int:
    """Play random games; the number of the flaw that was met, or 0."""
    stamp = 0
    for _ in range(n):
        for i in range(4):
            rng[KEY, i] = below(rng[PLAY], 2147483647)
        setup(s, rng)
        while s.mover >= 0:
            count = legal(s, out)
            if count <= 0:
                return 41
            for i in range(count):
                if i > 0 and out[i] <= out[i - 1]:
                    return 42  # ascending, each once
                offered[int(s.decision), int(out[i])] += 1
            play(s, int(out[below(rng[PLAY], count)]), rng)
            stamp += 1
            broken = flaw(s, sizes, bodies, places, stamp)
            if broken:
                return broken
        if legal(s, out) != 0:
            return 43
        won = 0
        for p in range(int(s.seats)):
            won += healthy(int(s.bodies[p])) >= COMPLETE
        if won > 1:
            return 44
        ends[won] += 1
        ends[2] += s.turns
    return 0


def played(preset: str, seats: int, n: int, seed: int, **parameters: Any) -> tuple[Any, Any]:
    """Random games without a flaw: how often each option was offered, and how the games ended."""
    states = blank(GAME, seats, GAME.rules_of(preset, **parameters))
    out = np.zeros(GAME.option_codes, np.int64)
    sizes = np.zeros(len(ZONES), np.int64)
    bodies = np.zeros(MOST_SEATS, np.int64)
    places = np.zeros((len(ZONES), CARD_COUNT), np.int64)
    offered = np.zeros((len(Decision), GAME.option_codes), np.int64)
    ends = np.zeros(3, np.int64)
    run = bind(random_games, GAME)
    assert run(states[0], rows(seed), out, sizes, bodies, places, n, offered, ends) == 0
    return offered, ends


@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("seats", range(2, MOST_SEATS + 1))
def test_five_thousand_random_games_keep_every_promise(preset: str, seats: int):
    offered, (draws, wins, _) = played(preset, seats, 5000, seed=seats)
    assert draws + wins == 5000
    assert wins > 4500  # random play comes to an end by itself
    assert (offered.sum(axis=1) > 0).all()  # every decision place


@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize(
    "parameters", [{"hand": 5, "max_discard": 5}, {"hand": 2, "max_discard": 1}, {"max_rounds": 3}]
)
def test_random_games_under_single_parameters(preset: str, parameters: dict[str, Any]):
    played(preset, 4, 500, seed=3, **parameters)


def open_cards(s: Any) -> Any:
    """How many cards of each face lie in each open zone: int[zones, faces]."""
    counts = np.zeros((len(ZONES), len(GAME.faces)), np.int64)
    np.add.at(counts, (s.zone, GAME.face_of), 1)
    return counts[ZONES.open == 1]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("preset", GAME.presets)
def test_what_each_seat_knows_is_true_and_can_be_dealt(preset: str, seed: int):
    """At decisions drawn at random the true world is among those of the ledger, and twenty drawn
    from it have the same table. Where the pile is shuffled, for so long that it happens once:
    what is known then of the cards that were in hands before is many facts that overlap."""
    watch = Watch(GAME.new(players=2 + seed, seed=seed, preset=preset))
    row = rows(seed, 1)[0]
    most = 1000 if preset == "official" else 100
    while not watch.state.over and len(watch.state.history) < most:
        if below(row, 8) == 0:
            information = watch.information(below(row, watch.state.seats))
            truth = world_of(watch.state.record_array[0], GAME, information.ledger)
            assert information.ledger.allows(truth)
            for world in information.worlds(20, rows(seed)):
                assert (open_cards(world) == open_cards(watch.state.record_array[0])).all()
        codes = watch.state.codes
        watch.play(codes[below(row, len(codes))])
