"""Liar's dice for two with one die each.

The smallest form of the game that is used in research, with the rules that OpenSpiel's
``liars_dice`` has by default: 24 576 information sets.

1. *Roll.* Both roll a die of six faces, unseen by the other.
2. *Bid.* Seat 0 begins. Whoever is to move bids that at least so many of both dice together, one
   or two, show a face; higher than the bid before: more dice, or as many of a higher face. Or, if
   there is a bid, it is called a lie.
3. *Wild sixes.* A six counts as any face. (A parameter: in ``no_wild`` it is only a six.)
4. *Call.* Both dice are shown. If the bid is true, who made it has won; else who called it a lie.

Source: Marc Lanctot and others, "OpenSpiel: A Framework for Reinforcement Learning in Games",
arXiv:1908.09453, game ``liars_dice``.

A die is a pool of six cards, its faces. All cards lie shuffled in the bag; one by one they are
drawn, and of each die the first that comes lies in the seat's cup: the roll. The five others are
turned away, where only who owns the die knows them. So all chance is in the deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from compiled import DEAL, start_deal
from games.kit.fields import Field, check_rules, public
from games.kit.table import ALL, announce, any_card, draw, look, open_table, shuffle, size, top
from games.kit.zones import Zone, Zones

# ------------------------------------------------------------------------- what the game is made of

SEATS = 2
SIDES = 6
NONE = -1

DICE = ("die a", "die b")
"""Seat 0's die and seat 1's."""
POOLS = {die: tuple(f"{side}{die[-1]}" for side in range(1, SIDES + 1)) for die in DICE}
FACES = tuple(face for faces in POOLS.values() for face in faces)
"""``1a`` to ``6a`` on seat 0's die, ``1b`` to ``6b`` on seat 1's: card ``6 * seat + side - 1``."""


class Decision(IntEnum):
    """The decision places: there is one."""

    BID = 0
    """Bid higher, or call the last bid a lie (2)."""


BIDS = SEATS * SIDES
LIAR = BIDS
OPTIONS = LIAR + 1
"""Option codes: 0-5 bid one die of face 1 to 6, 6-11 two dice; 12 call the bid a lie."""


class Say(IntEnum):
    """Statements made at the table."""

    BIDS = 0
    """``who`` makes the bid with the code ``a``."""
    CALLS = 1
    """``who`` says that the bid with the code ``a`` is a lie."""


ZONES = Zones(
    Zone("bag", ordered=True),
    Zone("cup", each=SEATS, pools=DICE),
    Zone("away", each=SEATS, pools=DICE),
)
"""``bag``: where all faces lie before the roll. ``cup``: the roll. ``away``: the other faces."""

BAG = ZONES["bag"]
CUP = ZONES["cup"]
AWAY = ZONES["away"]

FIELDS: tuple[Field, ...] = (
    public(
        "bids"
    ),  # the bids made so far, bit ``code`` for each: they rise, so this is their order
    public("winner"),  # 1 + the seat that has won; 0: nobody yet
)
"""The record beside the kit's own fields; zero is the usual value, for positions of one's own."""


@dataclass(frozen=True)
class Parameters:
    """The tunable rules.

    Attributes:
        wild: whether a six counts as any face.
    """

    wild: bool = True

    def __post_init__(self) -> None:
        check_rules(self)


PRESETS = {
    "standard": Parameters(),
    "no_wild": Parameters(wild=False),
}
"""The first one is the default, and OpenSpiel's."""


# ----------------------------------------------------------------------------------------- 1. roll


def setup(s: Any, rng: Any) -> None:
    """1. The start position. The record is all zero but for ``s.seats`` and ``s.rules``."""
    start_deal(rng, 0)
    open_table(s, BAG)
    shuffle(s, BAG, rng[DEAL])
    for _ in range(BIDS):
        roll(s, top(s, BAG))
    s.mover = 0
    s.decision = Decision.BID


def roll(s: Any, card: int) -> None:
    """1. The next card out of the bag, seen by its die's owner: the roll, or a face turned away."""
    p = card // SIDES
    draw(s, BAG, CUP + p if size(s, CUP + p) == 0 else AWAY + p, 1 << p)


# ------------------------------------------------------------------------------------------ 2. bid


def legal(s: Any, out: Any) -> int:
    """2. The higher bids, and the call if there is a bid: how many, their codes in ``out``."""
    if s.mover < 0:
        return 0
    last = last_bid(s)
    n = 0
    for bid in range(last + 1, BIDS):
        out[n] = bid
        n += 1
    if last != NONE:
        out[n] = LIAR
        n += 1
    return n


def last_bid(s: Any) -> int:
    """The code of the last bid, which is the highest; -1 before the first."""
    bids = int(s.bids)
    last = NONE
    while bids:
        bids >>= 1
        last += 1
    return last


def play(s: Any, action: int, rng: Any) -> None:
    """2, 4. Bid, or call the last bid a lie, which ends the game."""
    me = int(s.mover)
    if action < LIAR:
        announce(s, Say.BIDS.value, me, action, 0)
        s.bids = int(s.bids) | 1 << action
        s.mover = 1 - me
    else:
        call(s, me, last_bid(s))


# --------------------------------------------------------------------------- 3. wild sixes, 4. call


def call(s: Any, me: int, bid: int) -> None:
    """4. Both dice are shown; who is right has won."""
    announce(s, Say.CALLS.value, me, bid, 0)
    for p in range(SEATS):
        look(s, CUP + p, ALL)
    dice = 0
    for p in range(SEATS):
        dice += counts(s, rolled(s, p), side_of(bid))
    s.winner = 1 + (1 - me if dice >= dice_of(bid) else me)
    s.mover = NONE


def dice_of(bid: int) -> int:
    """How many dice a bid is about."""
    return bid // SIDES + 1


def side_of(bid: int) -> int:
    """The face that a bid is about, 1 to 6."""
    return bid % SIDES + 1


def rolled(s: Any, p: int) -> int:
    """What a seat has rolled, 1 to 6."""
    return any_card(s, CUP + p) % SIDES + 1


def counts(s: Any, side: int, wanted: int) -> bool:
    """3. Whether a die that shows ``side`` counts for a bid about the face ``wanted``."""
    return bool(side == wanted or (s.rules.wild > 0 and side == SIDES))


def returns(s: Any, out: Any) -> None:
    """4. 1 for the winner, -1 for the other."""
    for p in range(SEATS):
        out[p] = 1.0 if s.winner == 1 + p else -1.0


# ---------------------------------------------------------------- for search: not part of the rules


def value(s: Any, me: int) -> float:
    """How player ``me`` would do if the last bid were called a lie now, as far as ``me`` can tell.

    That is from the chance that the bid is true, by the own die alone: each face of the other's is
    as likely. The die of the other is not looked at, in whichever world the position lies.
    """
    if s.mover < 0:
        return 1.0 if s.winner == 1 + me else -1.0
    bid = last_bid(s)
    if bid == NONE:
        return 0.0
    lacking = dice_of(bid) - int(counts(s, rolled(s, me), side_of(bid)))
    true = 1.0
    if lacking > 0:
        fit = 0
        for side in range(1, SIDES + 1):
            fit += counts(s, side, side_of(bid))
        true = fit / SIDES if lacking == 1 else 0.0
    return 1.0 - 2.0 * true if s.mover == me else 2.0 * true - 1.0
