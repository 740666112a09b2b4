"""A game of copies in which the pile is shuffled into the deck: hidden cards of several lots.

A turn is one option: play the lowest or the highest card of the hand onto the pile, draw, or take a
random card of the next seat's hand, which nobody else sees.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from compiled import DEAL, PLAY, start_deal
from games.game import Game
from games.kit.table import ALL, draw, move, open_table, shuffle, size, take, turn_over
from tests.games.toys import ZONES, toy

DECK, PILE, HAND = ZONES["deck"], ZONES["pile"], ZONES["hand"]
LOWEST, HIGHEST, DRAW, STEAL = range(4)
TURNS = 40


def setup(s: Any, rng: Any) -> None:
    start_deal(rng, 0)
    open_table(s, DECK)
    shuffle(s, DECK, rng[DEAL])
    for p in range(int(s.seats)):
        for _ in range(3):
            draw(s, DECK, HAND + p, 1 << p)
    draw(s, DECK, PILE, ALL)


def legal(s: Any, out: Any) -> int:
    if s.mover < 0:
        return 0
    n = 0
    if size(s, HAND + int(s.mover)) > 0:
        out[0], out[1] = LOWEST, HIGHEST
        n = 2
    out[n] = DRAW
    n += 1
    if size(s, HAND + (int(s.mover) + 1) % int(s.seats)) > 0:
        out[n] = STEAL
        n += 1
    return n


def play(s: Any, action: int, rng: Any) -> None:
    me = int(s.mover)
    after = (me + 1) % int(s.seats)
    if action == DRAW:
        if size(s, DECK) == 0:
            turn_over(s, PILE, DECK, 1)
            shuffle(s, DECK, rng[PLAY])
        draw(s, DECK, HAND + me, 1 << me)
    elif action == STEAL:
        take(s, HAND + after, HAND + me, 1 << me | 1 << after, rng[PLAY])
    else:
        card = -1
        for c in range(len(s.zone)):
            if s.zone[c] == HAND + me and (card < 0 or action == HIGHEST):
                card = c
        move(s, card, PILE, ALL)
    s.points[0] += 1
    s.mover = after if s.points[0] < TURNS else -1


def returns(s: Any, out: Any) -> None:
    for p in range(int(s.seats)):
        out[p] = 0.0


def value(s: Any, me: int) -> float:
    return 0.0


def reshuffled(turns: int = TURNS, **copies: int) -> Game:
    """The game with so many cards of each face."""
    rules = SimpleNamespace(setup=setup, legal=legal, play=play, returns=returns, value=value)
    faces = copies or {"A": 5, "B": 4, "C": 4, "D": 3}
    return toy(name="reshuffled", rules=rules, copies=faces)
