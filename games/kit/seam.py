"""The functions that a game gives, by the names that templates call them.

Search and determinization kernels are templates: plain functions that call these slots. A game
fills them (``games.Game``), and :func:`compiled.bind` makes the template anew for that game. In
all of them ``s`` is the state record (or a row of an array of them), changed in place where said,
and ``rng`` the three generator rows, int64[3, 4] (:mod:`compiled.rng`).
"""

from __future__ import annotations

from typing import Any

from compiled import slot, slot_value

OPTION_CODES: Any = slot_value("OPTION_CODES", "how many option codes the game has: 0..n-1")
SEATS: Any = slot_value("SEATS", "the greatest number of seats")
BEST_RETURN: Any = slot_value("BEST_RETURN", "the greatest return a seat can get; the least is -")


@slot
def setup(s: Any, rng: Any) -> None:
    """The start position, in place; ``s.rules`` and ``s.seats`` are set, all else is zero."""


@slot
def legal(s: Any, out: Any) -> int:
    """How many options ``s.mover`` has at ``s.decision``; their codes in ``out``. 0: it is over."""
    return 0


@slot
def play(s: Any, action: int, rng: Any) -> None:
    """Apply an option, and everything that the rules do by themselves after it."""


@slot
def returns(s: Any, out: Any) -> None:
    """Each seat's result when the game is over, in ``out`` (float64[seats])."""


@slot
def value(s: Any, me: int) -> float:
    """How well ``me`` stands in an unfinished position: from -1 (lost) to 1 (won)."""
    return 0.0


@slot(optional=True)
def visible(s: Any, action: int, me: int) -> int:
    """What ``me`` sees of an option about to be played: its code, or one that stands for it.

    Whatever stands for options is an option code as well, from 0 to ``OPTION_CODES - 1``: trees and
    matches keep it where they keep options. It may be one of the options that it stands for; a code
    that is no option's is counted among the game's ``option_codes``, too. By default everybody sees
    the option itself.
    """
    return action


def seen_by(s: Any, action: int, me: int) -> int:
    """What a seat sees of an option about to be played: the mover itself, the option as it is."""
    if s.mover == me:
        return action
    return int(visible(s, action, me))


@slot(optional=True)
def sensible(s: Any, out: Any) -> int:
    """The options that random and play-out players consider; by default all of them."""
    return legal(s, out)


@slot(optional=True)
def clock(s: Any, decisions: int) -> int:
    """How many rounds (tricks, turns) have been played: what play-outs of limited depth count.

    ``decisions`` is how many decisions the play-out has made; by default each is a round.
    """
    return decisions


@slot(optional=True)
def share(s: Any, me: int) -> float:
    """``me``'s share of the points made so far, from 0 to 1; by default from ``value``."""
    return 0.5 + 0.5 * value(s, me)


@slot(optional=True)
def greatest_return(s: Any) -> float:
    """The greatest return under the rules in ``s``; by default the greatest the game knows."""
    return float(BEST_RETURN)


@slot(optional=True)
def remember(s: Any, me: int, row: Any) -> None:
    """Redraw what the other seats have seen, in place, in a world laid out in ``me``'s view.

    What others have looked at in private is hidden from ``me`` too, and so is part of a world: a
    game in which that matters to how they play says here how it is drawn, from generator row
    ``row``. By default a view's other seats have seen nothing beyond what their zones show them.
    """
