"""Liar's dice in words: dice, bids, positions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.liars_dice.rules import BIDS, FACES, LIAR, SEATS, SIDES, dice_of, side_of
from games.liars_dice.verify import verify
from games.typed import quoted, typed_words
from games.view import View

__all__ = ["bid", "card", "features", "option", "parse", "position", "verify"]

SIDE_NAMES = ("one", "two", "three", "four", "five", "six")


def card(face: int) -> str:
    """The name of a card: a face of one of the dice.

    >>> card(2), card(11)
    ('3a', '6b')
    """
    return FACES[face]


def bid(code: int) -> str:
    """A bid.

    >>> bid(2), bid(11)
    ('one three', 'two sixes')
    """
    side = SIDE_NAMES[side_of(code) - 1]
    if dice_of(code) == 1:
        return f"one {side}"
    return f"two {side}{'es' if side.endswith('x') else 's'}"


def option(state: Any, code: int) -> str:
    """How an option is said."""
    return "call a lie" if code == LIAR else f"bid {bid(code)}"


_WHAT = "(?:(?:it|that|the bid|him|her|them|you)(?: is| are|['’]s)? )?"
_LIAR = re.compile(f"(?:(?:call|say) )?{_WHAT}(?:a )?(?:lie|liar)[!.]?")
_CALL = {"call", "challenge", "doubt", "no"}
_SIDE = "|".join((*SIDE_NAMES, *(f"{side}s" for side in SIDE_NAMES), "sixes", f"[1-{SIDES}]s?"))
_BID = re.compile(f"(?:(?:i )?bid )?(1|2|a|one|two)(?: ?(?:x|times|dice? of|of|-) ?| )({_SIDE})")


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed: ``two fives``, ``bid 2 5s``, ``2-5``, ``liar``.

    Args:
        state: the record.
        text: what was typed.
        options: the codes that may be meant.

    Raises:
        ValueError: it is none of them, with what would be right.

    >>> parse(None, "2 x 5", range(12))
    10
    """
    typed = " ".join(typed_words(text))
    every = ", ".join(option(state, code) for code in options)
    if typed in _CALL or _LIAR.fullmatch(typed):
        code = LIAR
    elif named := _BID.fullmatch(typed):
        dice = 2 if named[1] in ("2", "two") else 1
        code = (dice - 1) * SIDES + _side(named[2])
    else:
        raise ValueError(f"{quoted(text)} is no bid and no call: {every}")
    if code not in options:
        why = "there is no bid to be called" if code == LIAR else "a bid is higher than the last"
        raise ValueError(f"{quoted(text)} is not possible now, {why}: {every}")
    return code


def _side(name: str) -> int:
    """A face, counted from 0, by its number or its name, of one or of several."""
    if name[0].isdigit():
        return int(name[0]) - 1
    return next(i for i, side in enumerate(SIDE_NAMES) if name.startswith(side))


def position(view: View) -> str:
    """A position as a seat sees it."""
    s = view.state
    made = [bid(code) for code in range(BIDS) if int(s.bids) >> code & 1]
    lines = ["Sixes are wild" if s.rules.wild else "Sixes are not wild"]
    for p in (view.seat, *(p for p in range(SEATS) if p != view.seat)):
        [face] = view.slots(f"cup {p}")
        who = "your die" if p == view.seat else f"seat {p}"
        lines.append(f"  {who:<11} {face[0] if face else '?'}")
    lines.append(f"  {'bids':<11} {', '.join(made) or 'none'}")
    if view.mover < 0:
        winner = int(s.winner) - 1
        lines.append("You win" if winner == view.seat else f"Seat {winner} wins")
    else:
        whose = "Your decision" if view.mover == view.seat else f"Decision of seat {view.mover}"
        lines.append(f"{whose}: {view.decision}")
    return "\n".join(lines)


def features(seen: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """For learners: ``has_been_bid`` bool[12], whether each bid has been made.

    Args:
        seen: the named arrays of an observation.

    >>> features({"bids": np.array([1 << 3 | 1 << 10])})["has_been_bid"].nonzero()
    (array([ 3, 10]),)
    """
    return {"has_been_bid": (seen["bids"][0] >> np.arange(BIDS) & 1).astype(np.bool_)}
