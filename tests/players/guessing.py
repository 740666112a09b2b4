"""A game in which strategy fusion is all there is: take what is safe, or guess a card.

One of two cards lies on top of a box. Seat 0 takes a safe result, or opens the box: then it names a
card, and wins all if that lies on top, else loses all. Whoever believes that it will know the card
opens the box; it is worth less than what is safe.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from compiled import DEAL, PLAY, below, start_deal
from games.game import Game
from games.kit.fields import Field, public
from games.kit.table import open_table, shuffle, top
from games.kit.zones import Zone, Zones

SAFE, OPEN, NAME = 0, 1, 2  # codes: 2 names the first card, 3 the second
ZONES = Zones(Zone("box", ordered=True), Zone("hand", each=2))
BOX = ZONES["box"]
FIELDS: tuple[Field, ...] = (public("result"),)


class Decision(IntEnum):
    FIRST = 0
    SECOND = 1


@dataclass(frozen=True)
class Parameters:
    """``safe``: the safe result, in tenths: 2 is worth 0.6 on the scale from 0 to 1.

    ``shaken``: whether the cards are shuffled again when the box is opened: chance during play.
    ``tossed``: whether a coin decides about a guess, whatever lies on top: chance at the last move.
    ``deals``: so many are played; each begins with cards shuffled anew, the last one counts.
    """

    safe: int = 2
    shaken: bool = False
    tossed: bool = False
    deals: int = 1


def setup(s: Any, rng: Any) -> None:
    open_table(s, BOX)
    deal(s, 0, rng)


def deal(s: Any, number: int, rng: Any) -> None:
    start_deal(rng, number)
    shuffle(s, BOX, rng[DEAL])
    s.round = number
    s.mover = 0
    s.decision = Decision.FIRST


def legal(s: Any, out: Any) -> int:
    if s.mover < 0:
        return 0
    first = SAFE if s.decision == Decision.FIRST else NAME
    out[0] = first
    out[1] = first + 1
    return 2


def play(s: Any, action: int, rng: Any) -> None:
    if action == OPEN:
        s.decision = Decision.SECOND
        if s.rules.shaken:
            shuffle(s, BOX, rng[PLAY])
        return
    s.result = s.rules.safe
    if action >= NAME:
        right = below(rng[PLAY], 2) if s.rules.tossed else top(s, BOX) == action - NAME
        s.result = 10 if right else -10
    if s.round + 1 < s.rules.deals:
        deal(s, int(s.round) + 1, rng)
    else:
        s.mover = -1


def returns(s: Any, out: Any) -> None:
    out[0] = s.result / 10.0
    out[1] = -s.result / 10.0


def value(s: Any, me: int) -> float:
    return 0.0


GAME = Game(
    name="guessing",
    title="Guessing",
    players=(2, 2),
    faces=("red", "blue"),
    zones=ZONES,
    fields=FIELDS,
    presets={"standard": Parameters()},
    decisions=Decision,
    option_codes=4,
    best_return=1.0,
    rules=sys.modules[__name__],
    words=None,  # type: ignore[arg-type]
    deductions=lambda what, who, a, b: (),
)
