"""Broken copiers of Clue, and right ones. Rooms alone, so that much is suggested."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from compiled import rows
from determinize.audit import Auditable, Kind
from determinize.auditing.ours.truths import fresh_state
from determinize.information import dealt
from games.clue.record import ROOM, SUSPECT, WEAPON
from games.state import State
from tests.museum import pieces
from tests.museum.pieces import Case, Piece
from tests.museum.room import Room

TABLE = Room("clue", {"preset": "rooms_only", "players": 3})
WORLDS = 100
"""Worlds from which the files that can be are collected."""


def keeps_the_culprit(case: Case) -> State:
    """The person in the case file stays."""
    copy, true = case.right(), case.true.record_array[0]
    for card in case.hidden.tolist():
        if int(true.zone[card]) == SUSPECT:
            pieces.put_as_true(case, copy, card)
    return copy


def ignores_passes(case: Case) -> State:
    """Deals from a belief that knows what was shown, and nothing of who could not show."""
    return pieces.without_facts(case, "could not show")


def ignores_cards_shown_to_others(case: Case) -> State:
    """Deals from a belief that knows who passed, and nothing of what was shown to others."""
    return pieces.without_facts(case, "showed")


def draws_every_file_alike(case: Case) -> State:
    """First a file, each that can be as likely; then a world that has it."""
    known = case.information
    row = rows(int(case.rng.integers(2**62)))[0]
    worlds = known.ledger.sample(WORLDS, row)
    places = [case.target.game.zones.names[zone] for zone in (SUSPECT, WEAPON, ROOM)]
    file = [number for number, spot in enumerate(known.ledger.spots) if spot.zone in places]
    holds = worlds[:, :, file].reshape(len(worlds), -1)
    kinds, which = np.unique(holds, axis=0, return_inverse=True)
    alike = np.flatnonzero(which.reshape(-1) == int(case.rng.integers(len(kinds))))
    world = worlds[int(case.rng.choice(alike))][None]
    return fresh_state(case.true, dealt(known.view, world, known.ledger, row), case.rng)


def puts_tokens_back(case: Case) -> State:
    """A copy in which no token stands in a room."""
    copy = case.right()
    copy.record_array["token"] = -1
    return copy


PIECES: tuple[Piece, ...] = (
    TABLE.piece(
        keeps_the_culprit,
        "independent",
        Kind.PEEKING,
        "the file is not dealt anew with the hands, so the copy knows who it was",
    ),
    TABLE.piece(
        pieces.keeps_the_events,
        "independent",
        Kind.HISTORY_LEAK,
        "logs tell the shown card's name to all players (digest, section 10)",
        positions=12,
        copies=360,
    ),
    TABLE.piece(
        pieces.keeps_the_generator,
        "independent",
        Kind.GENERATOR_LEAK,
        "the generator that rolls the dice is copied with the state",
        preset="classic",
    ),
    TABLE.piece(
        pieces.deals_known_cards,
        "indistinguishable",
        Kind.KNOWN_CARDS,
        "a card that was shown to the seat is dealt anew with those that it has not seen",
        "redeal",
    ),
    TABLE.piece(
        pieces.forgets_in_the_second_copy,
        "indistinguishable",
        Kind.FORGOTTEN_LOOK,
        "cards shown are kept beside the state and copied from the original only",
    ),
    TABLE.piece(
        puts_tokens_back,
        "indistinguishable",
        Kind.CHANGED_TABLE,
        "tokens are reset, or not, with the rest of the table (section 10)",
    ),
    TABLE.piece(
        ignores_passes,
        "consistent",
        Kind.IGNORED_FACT,
        "only cards seen count as knowledge, facts from passes are not used (section 10)",
        positions=20,
        copies=240,
    ),
    TABLE.piece(
        ignores_cards_shown_to_others,
        "replayable",
        Kind.IMPOSSIBLE_HISTORY,
        "that somebody showed one of three is forgotten: nobody could have shown one",
        positions=8,
        copies=240,
    ),
    TABLE.piece(
        draws_every_file_alike,
        "calibrated",
        Kind.BIASED,
        "every envelope gets equal weight instead of its number of deals (section 10; C3)",
        positions=20,
        copies=2400,
    ),
)

CORRECT: tuple[Callable[[], Auditable], ...] = (
    TABLE.right,
    partial(TABLE.right, "redeal", players=4),
    partial(TABLE.right, "deal", players=2),
    partial(TABLE.right, "deal", preset="rl_env", players=6, most_moves=40),
)
