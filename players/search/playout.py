"""Play-outs: what search does where its tree ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from compiled import PLAY, below, bind, slot
from games.game import Game
from games.kit.seam import BEST_RETURN, play, returns, sensible, value

F = TypeVar("F", bound=Callable[..., Any])


@slot(optional=True)
def choose(s: Any, options: Any, n: int, row: Any) -> int:
    """The play-out policy: one of ``options[:n]``; by default all alike."""
    return int(options[below(row, n)])


@slot(optional=True)
def greatest_return(s: Any) -> float:
    """The greatest return under the rules in ``s``; by default the greatest the game knows."""
    return float(BEST_RETURN)


def play_out(s: Any, round_number: int, out: Any, rng: Any) -> None:
    """Play in place until the game or the present deal is over."""
    while s.mover >= 0 and s.round == round_number:
        n = sensible(s, out)
        play(s, choose(s, out, n, rng[PLAY]), rng)


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


def bind_search(template: F, game: Game) -> F:
    """A template of search, bound to a game and to what its rules say of results beside the seam.

    A game whose presets differ in what can be won (a single deal, a match) gives
    ``greatest_return(s)`` in its rules.
    """
    own = getattr(game.rules, "greatest_return", None)
    return bind(template, game) if own is None else bind(template, game, greatest_return=own)
