"""Games of Love Letter with every seat's worlds by brute force, and beliefs held against them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

import games
from beliefs import Ledger
from compiled import PLAY, below, bind, rows
from determinize import Watch
from games.love_letter.options import targets
from games.love_letter.record import TARGET
from tests.beliefs.ledger_reference import ledger_weights, normal
from tests.games.love_letter_worlds import (
    Move,
    Spot,
    World,
    dealt,
    kept,
    means,
    parts,
    together,
    ways,
)

LOVE_LETTER = games.load("love-letter")
MOST_WORLDS = 800
sensible = bind(LOVE_LETTER.rules.sensible, LOVE_LETTER, compiled=False)


def placed(state: games.State, seat: int | None = None) -> World:
    """Where the cards lie, in truth or as far as a seat sees them."""
    record = state.record_array[0]
    slots: dict[str, list[tuple[int, int | None]]] = defaultdict(list)
    rest = list(LOVE_LETTER.copies)
    for c, face in enumerate(LOVE_LETTER.face_of.tolist()):
        shown = seat is None or int(record.seen[c]) >> seat & 1
        zone = LOVE_LETTER.zones.names[int(record.zone[c])]
        slots[zone].append((int(record.depth[c]), face if shown else None))
        rest[face] -= int(shown)

    def content(zone: str) -> tuple[int | None, ...]:
        order = sorted(slots[zone], key=lambda slot: (slot[0], -1 if slot[1] is None else slot[1]))
        return tuple(face for _, face in order)

    seats = range(state.seats)
    back = [face for p in seats for face in content(f"returning {p}")]
    hands = tuple(content(f"hand {p}") for p in seats)
    return World(content("deck"), content("removed"), hands, tuple(back), tuple(rest))


class Replay:
    """A game, its watch, and the worlds of each seat that brute force can follow.

    Args:
        all_at_once: every card of a world is dealt at once, or when it comes to matter.
        new: as for :meth:`games.Game.new`.
    """

    def __init__(self, all_at_once: bool, **new: Any) -> None:
        self.watch, self.all_at_once = Watch(LOVE_LETTER.new(**new)), all_at_once
        self.new_round()

    def new_round(self) -> None:
        """The worlds of each seat after the deal."""
        state = self.watch.state
        self.round = int(state.view(0).state.round)
        seats = range(state.seats)
        self.worlds = {seat: dealt(placed(state, seat), self.all_at_once) for seat in seats}

    def play(self, code: int) -> None:
        """Play an option, and keep the worlds that show each seat what it saw.

        What it saw is what the true world shows it, by the rules of brute force; the true world
        that follows by them must be the one that follows in the game.
        """
        state = self.watch.state
        before, told, secret = placed(state), move_of(state, code), "chancellor" in state.decision
        self.watch.play(code)
        over = state.over or int(state.view(0).state.round) != self.round
        for seat in self.worlds:
            truth = list(ways(before, told, seat))
            [seen] = {shown for _, _, shown in truth}
            assert over == ("over" in seen)
            assert over or {new for new, _, _ in truth} == {placed(state)}
            public = told._replace(code=None) if secret and seat != told.mover else told
            self.worlds[seat] = kept(self.worlds[seat], public, seat, seen)
        if over:
            self.new_round()
        # A seat with too many worlds is not followed until the next round.
        self.worlds = {p: worlds for p, worlds in self.worlds.items() if len(worlds) <= MOST_WORLDS}


def move_of(state: games.State, code: int) -> Move:
    """An option as brute force reads it."""
    record = state.record_array.copy().view(LOVE_LETTER.dtype)[0]
    place, me = state.decision, state.mover
    return Move(
        place,
        me,
        code - TARGET if place == "target" else code,
        int(record.played),
        int(record.target),
        lambda face: targets(record, me, face),
    )


def replays(decisions: int, all_at_once: bool, seed: int, **new: Any) -> Iterator[Replay]:
    """A random game before each decision, one in four of them just legal, the others sensible."""
    replay = Replay(all_at_once, seed=seed, **new)
    state = replay.watch.state
    row = rows(seed + 500)[PLAY]
    out = np.empty(LOVE_LETTER.option_codes, np.int64)
    for _ in range(decisions):
        if state.over:
            return
        yield replay
        codes = list(state.codes)
        if below(row, 4):
            codes = out[: sensible(state.record_array[0], out)].tolist()
        replay.play(codes[below(row, len(codes))])


def compare(ledger: Ledger, worlds: dict[World, int]) -> None:
    """Every probability, as exact fractions."""
    spots = spots_of(ledger, worlds)
    right = means(worlds, spots.values())
    believed = ledger.expected(exact=True)
    for column, spot in spots.items():
        for face, name in enumerate(LOVE_LETTER.faces):
            assert believed[face, column] == right[spot].get(face, 0), (spot, name)


def compare_together(ledger: Ledger, worlds: dict[World, int]) -> None:
    """How likely all contents of all spots are together, as exact fractions."""
    spots = spots_of(ledger, worlds)
    believed: dict[Any, Fraction] = defaultdict(Fraction)
    for contents, share in normal(ledger_weights(ledger)).items():
        believed[tuple(contents[column] for column in spots)] += share
    assert believed == together(worlds, spots.values())


def spots_of(ledger: Ledger, worlds: dict[World, int]) -> dict[int, Spot]:
    """The columns of a ledger that speak of hidden zones."""
    hidden = parts(next(iter(worlds)))
    return {
        column: (str(spot.zone), spot.start, spot.size)
        for column, spot in enumerate(ledger.spots)
        if spot.zone in hidden
    }
