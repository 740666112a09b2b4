"""Play-outs: what search does where its tree ends."""

from __future__ import annotations

from typing import Any

from compiled import PLAY, below, slot
from games.kit.seam import clock, greatest_return, play, returns, sensible, value


@slot(optional=True)
def choose(s: Any, options: Any, n: int, row: Any) -> int:
    """The play-out policy: one of ``options[:n]``; by default all alike."""
    return int(options[below(row, n)])


def play_out(s: Any, round_number: int, depth: int, out: Any, rng: Any) -> None:
    """Play in place until the game or the present deal is over, or ``depth`` rounds have passed.

    A round is what the game's ``clock`` counts: a trick, a turn; by default a decision.
    """
    row = rng[PLAY]
    last = clock(s, 0) + depth
    decisions = 0
    while s.mover >= 0 and s.round == round_number and clock(s, decisions) < last:
        n = sensible(s, out)
        play(s, choose(s, out, n, row), rng)
        decisions += 1


def rewards(s: Any, out: Any) -> None:
    """Each seat's result in ``out`` (float64[seats]), from 0 (worst) to 1 (best).

    The game's returns where it is over, else its heuristic value. One tree may meet both (the deal
    that may end a match), so returns are measured by the best that the present rules can bring:
    else winning the match could count for less than leading in it.
    """
    if s.mover < 0:
        returns(s, out)
        best = greatest_return(s)
        for seat in range(s.seats):
            out[seat] = 0.5 + 0.5 * out[seat] / best
    else:
        for seat in range(s.seats):
            out[seat] = 0.5 + 0.5 * value(s, seat)
