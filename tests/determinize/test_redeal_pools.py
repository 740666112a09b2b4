"""Redeal where zones take some faces only: every face keeps to its pools, all else is as likely."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from compiled import COMPILED, bind, rows
from determinize import redeal
from games.view import masked
from tests.games.tables import at_random, placement, reachable
from tests.games.toys import FILES, case_file, case_file_of_copies, table

GAME = case_file()
SUSPECT, WEAPON, REST, HAND = (FILES[name] for name in ("suspect", "weapon", "rest", "hand"))


def laid(zones: list[int], lots: list[int]) -> Any:
    """Plum, rope, Peacock, note, knife, Green where ``zones`` says, hands seen by their owners."""
    states = table(GAME)
    s = states[0]
    s.zone[:] = s.block[:] = zones
    s.lot[:] = lots
    for c, zone in enumerate(zones):
        s.depth[c] = zones[:c].count(zone) if zone == REST else -1
        s.seen[c] = 1 << int(FILES.owner[zone]) if zone >= HAND else 0
    return states


A_DEAL = [HAND, HAND + 1, SUSPECT, HAND + 1, WEAPON, HAND]


@pytest.mark.parametrize(
    ("zones", "lots", "me", "placements"),
    [
        # Seat 0 holds Plum and Green. Peacock it was; either weapon; the others hold what is left.
        (A_DEAL, [0] * 6, 0, 2),
        # Seat 1 holds rope and note. With the knife went each of three suspects.
        (A_DEAL, [0] * 6, 1, 3),
        # Seat 2 holds none: 3 suspects, 2 weapons, and four cards dealt to two hands.
        (A_DEAL, [0] * 6, 2, 3 * 2 * 6),
        # A file of two suspects: 3 pairs, 2 weapons, 3 cards for the hand, and their order.
        ([SUSPECT, WEAPON, SUSPECT, REST, REST, HAND + 1], [0] * 6, 2, 3 * 2 * 3 * 2),
        # Two lots (Plum, rope, Green, knife; Peacock, note), each with one card in a file of two:
        # it is Peacock and one of two. One of two weapons. Of the two cards left of the first lot
        # one is in the hand and one in the deck with the note, in either order.
        ([SUSPECT, WEAPON, SUSPECT, REST, REST, HAND + 1], [0, 0, 1, 1, 0, 0], 2, 2 * 2 * 2 * 2),
    ],
)
def test_all_placements_that_table_and_pools_allow_are_equally_likely(
    zones: list[int], lots: list[int], me: int, placements: int
) -> None:
    """500 redeals a placement; a fair redeal fails once in a million seeds."""
    states = laid(zones, lots)
    allowed = reachable(GAME, states, me)
    assert len(allowed) == placements
    view = masked(GAME, states, me).tobytes()
    kernel = bind(redeal, GAME)
    row = rows(33)[0]
    found: Counter[Any] = Counter()
    for _ in range(500 * placements):
        kernel(states[0], me, row)
        found[placement(states)] += 1
    assert set(found) == set(allowed)
    assert chisquare(list(found.values())).pvalue > 1e-6
    assert masked(GAME, states, me).tobytes() == view


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 10**9), st.sampled_from([GAME, case_file_of_copies()]))
def test_a_redeal_looks_alike_and_keeps_to_the_pools(seed: int, game: Any) -> None:
    kernel = bind(redeal, game, compiled=False)
    states = at_random(game, seed)
    for me in range(3):
        allowed = reachable(game, states, me)
        view = masked(game, states, me).tobytes()
        for n in range(3):
            dealt = states.copy()
            kernel(dealt[0], me, rows(seed, n)[0])
            assert placement(dealt) in allowed
            assert masked(game, dealt, me).tobytes() == view


@pytest.mark.skipif(not COMPILED, reason="compares with compiled code")
def test_compiled_and_plain_redeal_alike() -> None:
    for seed in range(20):
        pair = [at_random(GAME, seed) for _ in range(2)]
        for states, compiled in zip(pair, (True, False), strict=True):
            bind(redeal, GAME, compiled=compiled)(states[0], 1, rows(seed)[0])
        assert pair[0].tobytes() == pair[1].tobytes()
