"""The survivor: a player of Exploding Kittens that draws while it is safe and flees when it is not.

How likely the next card is a kitten follows from how many kittens are left in how many cards; cards
of the deck that the player has looked at, or has put back itself, it knows. A Defuse on top of the
discard pile says that somebody has just put a kitten back, most likely on top.

- *A turn.* The player first takes what it can: a Favor at once; a Defuse by a triple from who is
  likely to hold one, or by five different cards from the discard pile; pairs while two are left,
  else when nothing better is left to do. Then it draws if that is safe enough, the less so without
  a Defuse. Else it looks at the next cards, and flees: by an Attack from a kitten that is certain
  or if turns are left, or else by a Skip; by a Shuffle last, but first while two are left.
- *Nopes* stop what may well take a Defuse, an Attack that forces the player to draw in danger, and
  an escape from a kitten that the player knows to be on top; they insist on its own escapes and
  sets.
- *A kitten* is put back where the next player draws it.
- *A card to give* is the one that is worth least to the player; cards that match are worth more.

It is a policy in the form of :func:`players.search.playout.choose`, and reads nothing that the seat
to move does not see: its own hand, cards that it has seen, the discard pile, how many cards others
have. The numbers were found by play among survivors.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from compiled import below
from games.exploding_kittens.cards import (
    ATTACK,
    DEFUSE,
    FAVOR,
    FUTURE,
    NOPE,
    SHUFFLE,
    SKIP,
    TITLES,
    count,
    counts_in,
)
from games.exploding_kittens.record import (
    DECK,
    DISCARD,
    DRAW,
    FIVE,
    HAND,
    PAIR,
    PASS,
    POSITION,
    SEAT,
    TRIPLE,
    Decision,
)
from games.exploding_kittens.sets import kind_of, titles_of
from games.exploding_kittens.turns import alive, living
from games.kit.masks import seat_after
from games.kit.table import size
from players.rules.by_policy import ByPolicy
from players.rules.exploding_kittens_odds import (
    WORTHS,
    chance_of_kitten,
    chance_of_title,
    knows_kitten_on_top,
    knows_top,
    worth_in_hand,
    worth_of_hand,
)

BOLD = 40
"""With a Defuse the player draws while a kitten is no likelier than that, in hundredths."""
CAREFUL = 20
"""The same without a Defuse."""
SURE_ENOUGH = 50
"""A triple is played on who holds a Defuse as likely as that, in hundredths."""
DEAR = 10
"""A pair is Noped where it takes a Defuse as likely as that, in hundredths."""
FORCED = 20
"""An Attack is Noped where its turns bring a kitten as likely as that, in hundredths, and a Nope of
an own escape where the next card does."""


def survivor(s: Any, options: Any, n: int, row: Any) -> int:
    """One of the options, by the rules above; a random one of several as good."""
    if n == 1:
        return int(options[0])
    me = int(s.mover)
    if s.decision == Decision.REACT:
        return NOPE if would_nope(s, me) else PASS
    if s.decision == Decision.TURN:
        return in_turn(s, me, options, n)
    if s.decision == Decision.REINSERT:
        return POSITION + min(size(s, DECK), int(s.further_turns))
    found = int(options[0])
    most = -(1 << 30)
    ties = 0
    for k in range(n):
        option = int(options[k])
        worth = worth_of(s, me, option)
        if worth > most:
            found, most, ties = option, worth, 1
        elif worth == most:
            ties += 1
            if below(row, ties) == 0:
                found = option
    return found


def worth_of(s: Any, me: int, option: int) -> int:
    """What an option is worth where a title or a player is chosen."""
    if s.decision == Decision.TARGET:
        return worth_of_target(s, me, int(s.action), option - SEAT)
    if s.decision == Decision.NAME:
        return chance_of_title(s, me, int(s.target), option) * int(WORTHS[option])
    if s.decision == Decision.FIVE_PICK:
        return int(WORTHS[option])
    return -worth_in_hand(counts_in(s, HAND + me), option)  # given


# -------------------------------------------------------------------------------------- in a turn


def in_turn(s: Any, me: int, options: Any, n: int) -> int:
    """What to play, or to draw."""
    mask = 0
    for k in range(n):
        mask |= 1 << kind_of(int(options[k]))
    hand = counts_in(s, HAND + me)
    risk = chance_of_kitten(s, me)
    defused = count(hand, DEFUSE) > 0
    danger = risk > (BOLD if defused else CAREFUL)
    action = how_to_escape(s, me, mask, risk) if danger else DRAW
    if action == DRAW or not s.rules.one_action:
        taken = what_to_take(s, me, mask, danger and not defused and action == DRAW)
        action = taken if taken != DRAW else action
    return cheapest(hand, action, options, n) if action >= PAIR else action


def cheapest(hand: int, action: int, options: Any, n: int) -> int:
    """Of the options that play a set of a kind the one whose cards are worth least."""
    found = -1
    least = 1 << 30
    for k in range(n):
        option = int(options[k])
        if kind_of(option) == action:
            titles = titles_of(option)
            worth = 0
            for title in range(TITLES):
                worth += (titles >> title & 1) * worth_in_hand(hand, title)
            if worth < least:
                found, least = option, worth
    return found


def how_to_escape(s: Any, me: int, mask: int, risk: int) -> int:
    """How not to draw a kitten; to draw where nothing helps."""
    if mask >> FUTURE & 1 and not knows_top(s, me) and not s.rules.one_action:
        return FUTURE
    shuffles = mask >> SHUFFLE & 1 and 100 * (alive(s) - 1) < risk * size(s, DECK)
    if shuffles and alive(s) == 2:
        return SHUFFLE
    if mask >> ATTACK & 1 and (risk == 100 or s.further_turns > 0 or not mask >> SKIP & 1):
        return ATTACK
    if mask >> SKIP & 1:
        return SKIP
    return SHUFFLE if shuffles else DRAW


def what_to_take(s: Any, me: int, mask: int, desperate: bool) -> int:
    """How to take a card from another or from the discard pile; to draw where that can wait.

    A desperate player takes what there is.
    """
    if mask >> FIVE & 1 and (count(counts_in(s, DISCARD), DEFUSE) > 0 or desperate):
        return FIVE
    if mask >> TRIPLE & 1 and (desperate or most_likely(s, me, DEFUSE) >= SURE_ENOUGH):
        return TRIPLE
    if mask >> PAIR & 1 and (desperate or alive(s) == 2 or s.rules.one_action):
        return PAIR
    return FAVOR if mask >> FAVOR & 1 else DRAW


def most_likely(s: Any, me: int, title: int) -> int:
    """How likely the one who most likely holds a title does, in hundredths."""
    most = 0
    for p in range(int(s.seats)):
        if p != me and s.eliminated[p] == 0:
            most = max(most, chance_of_title(s, me, p, title))
    return most


def worth_of_target(s: Any, me: int, action: int, p: int) -> int:
    """What it is worth to aim at a player."""
    if action == TRIPLE:
        return chance_of_title(s, me, p, DEFUSE)
    return worth_of_hand(s, me, p)


# ------------------------------------------------------------------------------------------ Nopes


def would_nope(s: Any, me: int) -> bool:
    """Whether to Nope: an action that hurts the player, or a Nope that stopped its own."""
    if s.nopes % 2 == 1:
        return s.turn == me and would_insist(s, me)
    action = int(s.action)
    if s.target == me and action in (FAVOR, PAIR, TRIPLE):
        return would_keep(s, me, action)
    if action in (SKIP, ATTACK, SHUFFLE) and knows_kitten_on_top(s, me):
        return True
    if action == ATTACK and seat_after(s, int(s.turn), living(s), 1) == me:
        return chance_of_kitten(s, me) * int(s.rules.attack_turns) >= FORCED
    if action == FIVE:
        return count(counts_in(s, DISCARD), DEFUSE) > 0
    return False


def would_insist(s: Any, me: int) -> bool:
    """Whether an own action that has been Noped is worth another Nope."""
    if s.action in (ATTACK, SKIP, SHUFFLE):
        return chance_of_kitten(s, me) >= FORCED
    return int(s.action) in (TRIPLE, FIVE)


def would_keep(s: Any, me: int, action: int) -> bool:
    """Whether what another takes from the player is worth a Nope."""
    hand = counts_in(s, HAND + me)
    defuses = count(hand, DEFUSE)
    if action == TRIPLE:
        return int(s.named) == DEFUSE and defuses > 0
    if action == PAIR:
        return 100 * defuses >= DEAR * size(s, HAND + me)
    return defuses + count(hand, NOPE) == size(s, HAND + me)


@dataclass(frozen=True)
class Survivor(ByPolicy):
    """Draws while it is safe, looks and flees when it is not, takes Defuses and keeps its own."""

    games = ("exploding-kittens",)

    @property
    def policy(self) -> Callable[[Any, Any, int, Any], int]:
        """:func:`survivor`."""
        return survivor
