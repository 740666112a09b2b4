"""The compiled rules of Love Letter and their slow twin, move by move through random matches."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import games
from compiled import bind, rows
from games.love_letter.cards import FACE_OF_CARD, FACES
from games.love_letter.record import DECK, HAND, PILE, REMOVED, RETURNING, TARGET, Decision
from games.state import blank
from tests.games.love_letter_twin import TARGETS, Twin

GAME = games.load("love-letter")
MATCHES = 40


def lies(s: Any, zone: int) -> list[str]:
    """The cards of a zone, the lowest first where they have an order."""
    here = sorted((int(s.depth[c]), c) for c in np.flatnonzero(s.zone == zone))
    return [FACES[FACE_OF_CARD[c]] for _, c in here]


def dealt(s: Any, preset: str) -> Twin:
    """The twin of a round that has just been dealt."""
    tokens = s.tokens.tolist()[: int(s.seats)]
    hands = [lies(s, HAND + p) for p in range(int(s.seats))]
    return Twin(preset, tokens, lies(s, DECK), lies(s, REMOVED), hands, int(s.mover))


def same(s: Any, twin: Twin) -> None:
    """Both are at the same decision, with the same cards everywhere."""
    assert int(s.mover) == twin.mover
    assert Decision(int(s.decision)).name.lower().replace("_", " ") == twin.asked
    assert lies(s, DECK) == twin.deck
    assert lies(s, REMOVED) == twin.aside
    for p in range(twin.seats):
        assert sorted(lies(s, HAND + p)) == sorted(twin.hands[p])
        assert lies(s, PILE + p) == twin.piles[p]
        order = twin.asked == "chancellor order" and p == twin.mover
        assert sorted(lies(s, RETURNING + p)) == (sorted(twin.back) if order else [])
        assert bool(int(s.left) >> p & 1) == (p not in twin.out)
        assert bool(int(s.protected) >> p & 1) == (p in twin.safe)


@pytest.mark.parametrize(
    ("preset", "players"), [(preset, n) for preset, by in TARGETS.items() for n in by]
)
def test_the_twin_agrees_at_every_decision(preset: str, players: int) -> None:
    """One match in four plays any option, so that Princesses are played; the others sensible."""
    setup, legal, play, sensible, returns = (
        bind(getattr(GAME.rules, name), GAME)
        for name in ("setup", "legal", "play", "sensible", "returns")
    )
    chance = random.Random(players)
    out, results = np.zeros(GAME.option_codes, np.int64), np.zeros(GAME.players[1])
    for match in range(MATCHES):
        states, rng = blank(GAME, players, GAME.rules_of(preset)), rows(match)
        s: Any = states[0]
        setup(s, rng)
        twin = dealt(s, preset)
        assert twin.tokens == [0] * players
        while s.mover >= 0:
            same(s, twin)
            codes = out[: legal(s, out)].tolist()
            said = [FACES[code] if code < TARGET else str(code - TARGET) for code in codes]
            assert set(said) == twin.options()
            chosen = codes if match % 4 == 0 else out[: sensible(s, out)].tolist()
            code = chance.choice(chosen)
            play(s, code, rng)
            twin.answer(said[codes.index(code)])
            if not twin.over:
                continue
            assert s.tokens.tolist()[:players] == twin.tokens
            shares = twin.shares()
            assert (s.mover < 0) == (shares is not None)
            if shares is None:
                assert int(s.mover) in twin.first_of_next()
                twin = dealt(s, preset)
            else:
                returns(s, results)
                assert results[:players].tolist() == [2 * share - 1 for share in shares]
