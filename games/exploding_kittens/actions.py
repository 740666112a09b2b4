"""Actions, sets and Nopes: announced, answered by everybody, then resolved (section 4)."""

from __future__ import annotations

from typing import Any

from compiled import PLAY
from games.exploding_kittens.cards import ATTACK, FAVOR, FUTURE, SHUFFLE, SKIP, TITLES
from games.exploding_kittens.record import (
    DECK,
    DISCARD,
    HAND,
    NOPE,
    PAIR,
    PENDING,
    TRIPLE,
    Decision,
    Say,
)
from games.exploding_kittens.sets import copies_of, kind_of, titles_of
from games.exploding_kittens.turns import ask, attack, draw_card, end_turn, living
from games.kit.faces import card_in
from games.kit.masks import seat_after
from games.kit.table import ALL, announce, card_at, move, peek, shuffle, size, take


def announce_action(s: Any, option: int) -> None:
    """The player plays a card alone, or a set, all of its cards at once."""
    me = int(s.mover)
    action = kind_of(option)
    titles = titles_of(option)
    s.action = action
    for face in range(TITLES):
        if titles >> face & 1:
            for _ in range(copies_of(action)):
                lay(s, me, face)
    if action in (FAVOR, PAIR, TRIPLE):
        ask(s, me, Decision.TARGET.value)
    else:
        open_window(s, me)


def lay(s: Any, p: int, face: int) -> None:
    """A card of a hand is played: it lies open until it is settled what becomes of it."""
    move(s, card_in(s, HAND + p, face), PENDING, ALL)


def aim(s: Any, p: int) -> None:
    """The action is aimed at a player; a triple also names a title."""
    s.target = p
    if s.action == TRIPLE:
        ask(s, int(s.mover), Decision.NAME.value)
    else:
        open_window(s, int(s.mover))


def name(s: Any, title: int) -> None:
    """The title that a triple asks for."""
    s.named = title
    open_window(s, int(s.mover))


# Nopes


def open_window(s: Any, p: int) -> None:
    """Player ``p`` has played the last card: all others are asked in turn whether to Nope it."""
    s.last = p
    ask(s, seat_after(s, p, living(s), 1), Decision.REACT.value)


def nope(s: Any) -> None:
    """A Nope turns the matter round, and can be answered by everybody else."""
    me = int(s.mover)
    lay(s, me, NOPE)
    s.nopes += 1
    open_window(s, me)


def decline(s: Any, rng: Any) -> None:
    """No Nope from this player; when nobody wants to play one the action is settled."""
    p = seat_after(s, int(s.mover), living(s), 1)
    if p != s.last:
        s.mover = p
    elif s.nopes % 2 == 1:
        settle(s)
        go_on(s)
    else:
        resolve(s, rng)


# Effects


def resolve(s: Any, rng: Any) -> None:
    """The action takes effect; a Favor and five different cards need another decision first."""
    me = int(s.turn)
    target = int(s.target)
    action = int(s.action)
    if action == FAVOR and size(s, HAND + target) > 0:
        ask(s, target, Decision.FAVOR_GIVE.value)
        return
    if action > TRIPLE:
        ask(s, me, Decision.FIVE_PICK.value)
        return
    if action == SHUFFLE:
        shuffle(s, DECK, rng[PLAY])
    elif action == FUTURE:
        see_the_future(s, me)
    elif action == PAIR:
        # A target that has spent its last card on a Nope has nothing to be taken.
        take(s, HAND + target, HAND + me, 1 << me | 1 << target, rng[PLAY])
    elif action == TRIPLE:
        demand(s, me, target, int(s.named))
    settle(s)
    if action == ATTACK:
        attack(s)
    elif action == SKIP:
        end_turn(s)
    else:
        go_on(s)


def see_the_future(s: Any, me: int) -> None:
    """The player looks at the next cards of the deck, the top one first."""
    n = size(s, DECK)
    for above in range(min(int(s.rules.peek_depth), n)):
        peek(s, card_at(s, DECK, n - 1 - above), 1 << me)


def demand(s: Any, me: int, target: int, title: int) -> None:
    """The target hands over the title named, for all to see, or says that it has none."""
    card = card_in(s, HAND + target, title)
    if card >= 0:
        move(s, card, HAND + me, ALL)
    else:
        announce(s, Say.LACKS.value, target, title, 0)


def give(s: Any, title: int) -> None:
    """The target of a Favor gives a card, which only the two of them see."""
    me = int(s.turn)
    target = int(s.target)
    move(s, card_in(s, HAND + target, title), HAND + me, 1 << me | 1 << target)
    settle(s)
    go_on(s)


def pick(s: Any, title: int) -> None:
    """The player takes a card from the discard pile into the hand, for all to see."""
    move(s, card_in(s, DISCARD, title), HAND + int(s.turn), ALL)
    settle(s)
    go_on(s)


def settle(s: Any) -> None:
    """The cards played, Nopes and all, go to the discard pile in the order of play."""
    for _ in range(size(s, PENDING)):
        move(s, card_at(s, PENDING, 0), DISCARD, ALL)
    s.action = 0
    s.target = 0
    s.named = 0
    s.last = 0
    s.nopes = 0


def go_on(s: Any) -> None:
    """The turn goes on; where it has one action only, by drawing a card."""
    if s.rules.one_action:
        draw_card(s)
    else:
        ask(s, int(s.turn), Decision.TURN.value)
