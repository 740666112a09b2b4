"""Kuhn poker: everybody antes and holds one card; one bet may be made, and called or not.

The game for two is Kuhn's, who solved it: its value is -1/18 to the first player, and who plays
well bluffs with the jack and at times calls with the queen. For *n* players there are *n* + 1 cards
and still a single bet, as in the three-player game of the Annual Computer Poker Competition.

Sources: H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games 1,
1950, 97-103. N. Abou Risk and D. Szafron, "Using counterfactual regret minimization to create
competitive multiplayer poker agents", AAMAS 2010 (three players). M. Lanctot, "Further developments
of extensive-form replicator dynamics using the sequence-form representation", AAMAS 2014 (any
number of players).

1. *Deal.* Everybody pays the ante and is dealt one card. Two players have J Q K, three J Q K A,
   four 10 J Q K A; the cards that are not used lie ``out``, open. One card stays face down.
2. *Before a bet*, in order of seats: check, or bet. If everybody checks, all hands are shown.
3. *After a bet* everybody else, in order from the bettor's left, folds or calls, once. Who had
   checked is asked too. Then the hands of those who have paid the bet are shown.
4. *End.* The highest card of those that are in wins the pot; if everybody else has folded, the
   bettor does, and shows nothing. A result is counted in chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from compiled import DEAL, start_deal
from games.kit.fields import Field, check_rules, public
from games.kit.table import ALL, any_card, draw, look, move, open_table, shuffle
from games.kit.zones import Zone, Zones

FACES = ("10", "J", "Q", "K", "A")
"""From the lowest to the highest; there is one card of each, and its number is its rank."""

MOST_SEATS = 4
MOST_CHIPS = 10
NONE = -1


class Decision(IntEnum):
    """The decision places."""

    OPEN = 0
    """Nobody has bet: check or bet (2)."""
    ANSWER = 1
    """Somebody has bet: fold or call (3)."""


PASS = 0  # check, or fold
BET = 1  # bet, or call
OPTIONS = 2

ZONES = Zones(
    Zone("deck", ordered=True),
    Zone("hand", each=MOST_SEATS),
    Zone("out", open=True),
)
DECK = ZONES["deck"]
HAND = ZONES["hand"]
OUT = ZONES["out"]

FIELDS: tuple[Field, ...] = (
    public("bettor"),  # 1 + who has bet; 0: nobody
    public("added", shape=(MOST_SEATS,)),  # chips paid beyond the ante
    public("folded", shape=(MOST_SEATS,)),  # 1: is out
)
"""Zero is the usual value, for positions of one's own."""


@dataclass(frozen=True)
class Parameters:
    """How many chips are paid.

    Attributes:
        ante: by everybody before the deal, 1 to 10.
        bet: by who bets or calls, 1 to 10.

    >>> Parameters(bet=0)
    Traceback (most recent call last):
        ...
    ValueError: bet cannot be 0: 1 to 10 chips
    """

    ante: int = 1
    bet: int = 1

    def __post_init__(self) -> None:
        check_rules(self)
        for name in ("ante", "bet"):
            chips = getattr(self, name)
            if not 1 <= chips <= MOST_CHIPS:
                raise ValueError(f"{name} cannot be {chips}: 1 to {MOST_CHIPS} chips")


PRESETS = {"standard": Parameters()}


# ------------------------------------------------------------------------------------- 1. the deal


def setup(s: Any, rng: Any) -> None:
    """1. Set aside the cards that are not used, shuffle, deal one card to each player."""
    start_deal(rng, 0)
    open_table(s, DECK)
    for card in range(len(s.zone)):
        if not is_used(card, int(s.seats)):
            move(s, card, OUT, ALL)
    shuffle(s, DECK, rng[DEAL])
    for p in range(int(s.seats)):
        draw(s, DECK, HAND + p, 1 << p)
    s.mover = 0
    s.decision = Decision.OPEN


def is_used(card: int, seats: int) -> bool:
    """Whether so many players use a card: one card more than players, the 10 with four alone."""
    lowest = 0 if seats == MOST_SEATS else 1
    return lowest <= card <= lowest + seats


# -------------------------------------------------------------------------------- 2, 3. the betting


def legal(s: Any, out: Any) -> int:
    """2, 3. Two options for whoever is asked."""
    if s.mover < 0:
        return 0
    out[0] = PASS
    out[1] = BET
    return 2


def play(s: Any, action: int, rng: Any) -> None:
    """2, 3. Pay or not; then the next seat is asked, or it is over."""
    me = int(s.mover)
    following = (me + 1) % int(s.seats)
    if action == BET:
        s.added[me] = s.rules.bet
        if s.bettor == 0:
            s.bettor = me + 1
            s.decision = Decision.ANSWER
    elif s.bettor > 0:
        s.folded[me] = 1
    last = int(s.bettor) - 1 if s.bettor > 0 else 0  # whose turn would come when all have answered
    if following == last:
        show_hands(s)
        s.mover = NONE
    else:
        s.mover = following


# ------------------------------------------------------------------------------------- 4. the end


def is_in(s: Any, p: int) -> bool:
    """Whether a seat can win: it has not folded."""
    return bool(s.folded[p] == 0)


def show_hands(s: Any) -> None:
    """3. The hands of those who are in are shown, if there are several."""
    n = 0
    for p in range(int(s.seats)):
        n += is_in(s, p)
    for p in range(int(s.seats)):
        if n > 1 and is_in(s, p):
            look(s, HAND + p, ALL)


def winner(s: Any) -> int:
    """4. Who is in and holds the highest card."""
    best = NONE
    for p in range(int(s.seats)):
        if is_in(s, p) and (best < 0 or rank(s, p) > rank(s, best)):
            best = p
    return best


def rank(s: Any, p: int) -> int:
    """The rank of a seat's card."""
    return any_card(s, HAND + p)


def paid(s: Any, p: int) -> int:
    """What a seat has put into the pot."""
    return int(s.rules.ante) + int(s.added[p])


def returns(s: Any, out: Any) -> None:
    """4. Chips won or lost."""
    best = winner(s)
    pot = 0
    for p in range(int(s.seats)):
        pot += paid(s, p)
    for p in range(int(s.seats)):
        out[p] = (pot if p == best else 0) - paid(s, p)


# ---------------------------------------------------------------- for search: not part of the rules


def value(s: Any, me: int) -> float:
    """What ``me`` would win if all who are in showed their hands now, of the most there can be."""
    best = winner(s)
    chips = -paid(s, me)
    if me == best:
        for p in range(int(s.seats)):
            chips += paid(s, p)
    return chips / greatest_return(s)


def greatest_return(s: Any) -> float:
    """The greatest return: everybody else has paid the bet."""
    return float((int(s.seats) - 1) * (int(s.rules.ante) + int(s.rules.bet)))
