"""Leduc poker: a private card, a round of betting, a card for everybody, another round.

The smallest poker in which the value of a hand changes as cards come. It was made for two players
and six cards; as in OpenSpiel, *n* players have *n* + 1 ranks. The two suits are never told apart:
they are two copies of a face.

Source: F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner,
"Bayes' bluff: opponent modelling in poker", UAI 2005 (Leduc Hold'em: two suits, three ranks, an
ante of 1, at most two bets a round, of 2 and then of 4). What it leaves open is as in OpenSpiel's
``leduc_poker``: the first seat that is in begins each round, nobody folds without a bet to answer,
and equal hands share the pot.

1. *Deal.* Everybody pays the ante and is dealt one card. Two players have J Q K, three J Q K A,
   four 10 J Q K A, two of each; the cards that are not used lie ``out``, open.
2. *First round.* In order of seats: fold, if there is a bet to answer; check, or call what has
   been bet; bet, or raise: pay what was bet and 2 chips more. There are at most two bets and raises
   in a round. It ends when all who are in have paid the same and have been asked.
3. *The board.* The next card of the deck is turned up. Second round: the same, with 4 chips.
4. *End.* If all but one have folded, that one wins the pot and shows nothing. Else hands are shown:
   a pair with the board wins, else the highest card; equal cards share the pot. A result is counted
   in chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from compiled import DEAL, start_deal
from games.kit.fields import Field, check_rules, public
from games.kit.masks import how_many, seat_after, zeros
from games.kit.table import ALL, any_card, draw, look, move, open_table, shuffle
from games.kit.zones import Zone, Zones

FACES = ("10", "J", "Q", "K", "A")
"""From the lowest to the highest; there are two of each."""

MOST_SEATS = 4
MOST_CHIPS = 10
MOST_RAISES = 4
MOST_LOST = MOST_CHIPS + 2 * MOST_RAISES * MOST_CHIPS
NONE = -1

FACE_OF_CARD = np.repeat(np.arange(len(FACES)), 2)


class Decision(IntEnum):
    """The decision places."""

    OPEN = 0
    """There is nothing to answer: check or bet (2)."""
    ANSWER = 1
    """There is a bet to answer: fold, call, or raise (2)."""


FOLD = 0
CALL = 1  # or check
RAISE = 2  # or bet
OPTIONS = 3

ZONES = Zones(
    Zone("deck", ordered=True),
    Zone("hand", each=MOST_SEATS),
    Zone("board", open=True),
    Zone("out", open=True),
)
DECK = ZONES["deck"]
HAND = ZONES["hand"]
BOARD = ZONES["board"]
OUT = ZONES["out"]

FIELDS: tuple[Field, ...] = (
    public("second"),  # 0 in the first round of betting, 1 in the second
    public("raises"),  # bets and raises in this round
    public("calls"),  # checks since the round began, or calls since the latest bet or raise
    public("added", shape=(MOST_SEATS,)),  # chips paid beyond the ante
    public("folded", shape=(MOST_SEATS,)),  # 1: is out
)
"""Zero is the usual value, for positions of one's own."""


@dataclass(frozen=True)
class Parameters:
    """How many chips are paid.

    Attributes:
        ante: by everybody before the deal, 1 to 10.
        first_raise: by who bets or raises in the first round, 1 to 10.
        second_raise: by who bets or raises in the second round, 1 to 10.
        most_raises: bets and raises in a round, at most, 1 to 4.

    >>> Parameters(most_raises=0)
    Traceback (most recent call last):
        ...
    ValueError: most_raises cannot be 0: 1 to 4
    """

    ante: int = 1
    first_raise: int = 2
    second_raise: int = 4
    most_raises: int = 2

    def __post_init__(self) -> None:
        check_rules(self)
        for name in ("ante", "first_raise", "second_raise", "most_raises"):
            number, most = getattr(self, name), MOST_CHIPS
            if name == "most_raises":
                most = MOST_RAISES
            if not 1 <= number <= most:
                raise ValueError(f"{name} cannot be {number}: 1 to {most}")


PRESETS = {"standard": Parameters()}


# ------------------------------------------------------------------------------------- 1. the deal


def setup(s: Any, rng: Any) -> None:
    """1. Set aside the cards that are not used, shuffle, deal one card to each player."""
    start_deal(rng, 0)
    open_table(s, DECK)
    for card in range(len(s.zone)):
        if not is_used(face_of(card), int(s.seats)):
            move(s, card, OUT, ALL)
    shuffle(s, DECK, rng[DEAL])
    for p in range(int(s.seats)):
        draw(s, DECK, HAND + p, 1 << p)
    begin_round(s)


def face_of(card: int) -> int:
    """The face of a card, which is its rank."""
    return int(FACE_OF_CARD[card])


def is_used(face: int, seats: int) -> bool:
    """Whether so many players use a face: one more than players, the 10 with four alone."""
    lowest = 0 if seats == MOST_SEATS else 1
    return lowest <= face <= lowest + seats


# -------------------------------------------------------------------------------- 2, 3. the betting


def begin_round(s: Any) -> None:
    """2, 3. The first seat that is in is asked."""
    s.raises = 0
    s.calls = 0
    ask_next(s, int(s.seats) - 1)


def ask_next(s: Any, p: int) -> None:
    """2. The next seat after ``p`` that is in has to decide."""
    following = seat_after(s, p, zeros(s.folded, int(s.seats)), 1)
    s.mover = following
    s.decision = Decision.ANSWER if s.added[following] < stakes(s) else Decision.OPEN


def is_in(s: Any, p: int) -> bool:
    """Whether a seat can win: it has not folded."""
    return bool(s.folded[p] == 0)


def seats_in(s: Any) -> int:
    """How many seats have not folded."""
    return how_many(zeros(s.folded, int(s.seats)))


def stakes(s: Any) -> int:
    """What a seat has to have paid beyond the ante to stay in."""
    most = 0
    for p in range(int(s.seats)):
        most = max(most, int(s.added[p]))
    return most


def legal(s: Any, out: Any) -> int:
    """2. Fold what can be answered, check or call, bet or raise while raises are left."""
    n = 0
    if s.mover < 0:
        return n
    if s.decision == Decision.ANSWER:
        out[n] = FOLD
        n += 1
    out[n] = CALL
    n += 1
    if s.raises < s.rules.most_raises:
        out[n] = RAISE
        n += 1
    return n


def play(s: Any, action: int, rng: Any) -> None:
    """2. Pay or fold; then the next seat is asked, the board is turned up, or it is over."""
    me = int(s.mover)
    if action == FOLD:
        s.folded[me] = 1
    elif action == CALL:
        s.added[me] = stakes(s)
        s.calls += 1
    else:
        s.added[me] = stakes(s) + size_of_raise(s)
        s.raises += 1
        s.calls = 0
    if seats_in(s) == 1:
        s.mover = NONE
    elif not is_round_over(s):
        ask_next(s, me)
    elif s.second == 0:
        draw(s, DECK, BOARD, ALL)
        s.second = 1
        begin_round(s)
    else:
        show_hands(s)
        s.mover = NONE


def size_of_raise(s: Any) -> int:
    """2, 3. What a bet or a raise of this round adds to the stakes."""
    return int(s.rules.second_raise) if s.second else int(s.rules.first_raise)


def is_round_over(s: Any) -> bool:
    """2. Everybody who is in has checked, or has called the latest bet of somebody else."""
    return bool(s.calls == seats_in(s) - (1 if s.raises > 0 else 0))


# ------------------------------------------------------------------------------------- 4. the end


def show_hands(s: Any) -> None:
    """4. The hands of those who are in are shown."""
    for p in range(int(s.seats)):
        if is_in(s, p):
            look(s, HAND + p, ALL)


def strength(s: Any, p: int) -> int:
    """4. How good a hand is: its rank, with all pairs above; -1 for who has folded."""
    if not is_in(s, p):
        return NONE
    mine = face_of(any_card(s, HAND + p))
    board = any_card(s, BOARD)
    paired = board >= 0 and face_of(board) == mine
    return mine + len(FACES) if paired else mine


def best_hand(s: Any) -> int:
    """4. The strength of the best hand of those who are in."""
    best = NONE
    for p in range(int(s.seats)):
        best = max(best, strength(s, p))
    return best


def paid(s: Any, p: int) -> int:
    """What a seat has put into the pot."""
    return int(s.rules.ante) + int(s.added[p])


def chips(s: Any, p: int) -> float:
    """4. What a seat wins or loses if hands are compared now."""
    best = best_hand(s)
    pot = 0
    winners = 0
    for q in range(int(s.seats)):
        pot += paid(s, q)
        winners += strength(s, q) == best
    share = pot / winners if strength(s, p) == best else 0.0
    return share - paid(s, p)


def returns(s: Any, out: Any) -> None:
    """4. Chips won or lost."""
    for p in range(int(s.seats)):
        out[p] = chips(s, p)


# ---------------------------------------------------------------- for search: not part of the rules


def value(s: Any, me: int) -> float:
    """What ``me`` would win if all who are in showed their hands now, of the most there can be."""
    return chips(s, me) / greatest_return(s)


def greatest_return(s: Any) -> float:
    """The greatest return: everybody else has paid all bets and raises."""
    a_round = int(s.rules.first_raise) + int(s.rules.second_raise)
    most = int(s.rules.ante) + int(s.rules.most_raises) * a_round
    return float((int(s.seats) - 1) * most)
