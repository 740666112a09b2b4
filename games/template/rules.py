"""Little Pond: the game to copy when you add one.

Two to four players, twelve fish, a few deals. The game was made for this folder: it is small, and
yet has what most games with hidden cards have, namely faces with several copies, a face-down deck,
hands, cards laid open, a look at a hidden card, and statements from which others learn something.
To add a game, copy the folder, change the rules, add an entry point (CONTRIBUTING.md tells how),
and run ``games.check`` on it.

The rules, by sections:

1. *Deal.* Everyone is dealt ``hand`` cards, the rest is the pond, face down. The first player of
   deal *k* is seat *k* modulo the number of seats.
2. *Turn.* Whoever is to move does one of three things.
   2.1 *Lay* two equal fish from hand, open on the table: a pair, which scores.
   2.2 *Ask* for a fish, one that you hold yourself: name it, then name another player. Whoever has
   one must give it, and you lay it down at once with your own, a pair. Whoever has none says so,
   and you draw the top card of the pond.
   2.3 *Look* at the top card of the pond. Take it, or sink it to the bottom of the pond and draw
   the next one, whatever it is.
3. *End of a turn.* Whoever has no card left draws one. When the pond is empty the deal is over.
   After the last deal, whoever has scored most wins; those who share the first place share the win.

A rules file is plain functions on one record ``s`` (:mod:`games.kit.seam`); cards are moved by the
functions of :mod:`games.kit.table` and by nothing else. All of it runs compiled in a search and as
plain Python when somebody watches. Hence: fields are read into arithmetic through ``int(...)``,
nothing here raises, prints or allocates, and every call stands by its name (no ``table.move``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from compiled import DEAL, start_deal
from games.kit.faces import card_in, count_in
from games.kit.fields import Field, check_rules, public
from games.kit.table import (
    ALL,
    announce,
    draw,
    move,
    open_table,
    peek,
    put,
    shuffle,
    size,
    top,
)
from games.kit.zones import Zone, Zones

# ------------------------------------------------------------------------- what the game is made of

FACES = ("perch", "eel", "pike", "sturgeon")
COPIES = (4, 4, 2, 2)
PAIR_POINTS = np.array((1, 2, 4, 7), np.int64)
"""What a pair of each face scores: the rarer, the more."""

FISH = len(FACES)
MOST_SEATS = 4
NONE = -1


class Decision(IntEnum):
    """The decision places. A choice of several things is asked one thing at a time."""

    TURN = 0
    """Lay a pair, ask for a fish, or look into the pond (2)."""
    WHOM = 1
    """Who is asked (2.2). Between two players there is one answer, and the place is reached."""
    LOOKED = 2
    """What becomes of the card seen (2.3)."""


# Option codes are small whole numbers, the same for every state.
ASK = 0  # 0-3: ask for that face
LAY = ASK + FISH  # 4-7: lay a pair of that face
LOOK = LAY + FISH  # 8
SEAT = LOOK + 1  # 9-12: ask that seat
TAKE = SEAT + MOST_SEATS  # 13
SINK = TAKE + 1  # 14
OPTIONS = SINK + 1


class Say(IntEnum):
    """Statements made at the table. What follows from each is in ``facts.py``."""

    ASKS_FOR = 0
    """``who`` asks for face ``a``, and so holds one."""
    HAS_NONE = 1
    """``who`` was asked for face ``a``, and holds none."""


# Every place where a card can lie. A zone for each seat is numbered HAND + seat.
ZONES = Zones(
    Zone("pond", ordered=True),
    Zone("hand", each=MOST_SEATS),
    Zone("laid", each=MOST_SEATS, open=True),
)
POND = ZONES["pond"]
HAND = ZONES["hand"]
LAID = ZONES["laid"]

# What the record holds beside the card table and the kit's mover, decision, round, seats and rules.
# Each field says who sees it: public, private (a row for each seat) or secret. A field must not
# hold a card's number, because that would tell copies of a face apart: name the face.
FIELDS: tuple[Field, ...] = (
    public("points", shape=(MOST_SEATS,)),
    public("asked"),  # the face that the mover has asked for, or NONE
)


@dataclass(frozen=True)
class Parameters:
    """The tunable rules, whole numbers, booleans or IntEnums; ``s.rules`` holds them.

    Attributes:
        hand: cards dealt to each player: 1 or 2.
        rounds: deals in a game.
        looking: whether 2.3 is allowed.
    """

    hand: int = 2
    rounds: int = 2
    looking: bool = True

    def __post_init__(self) -> None:
        check_rules(self)
        if not 1 <= self.hand <= 2:
            raise ValueError(f"hand cannot be {self.hand}: 1 or 2 cards")
        if self.rounds < 1:
            raise ValueError(f"rounds cannot be {self.rounds}: at least 1")


PRESETS = {
    "standard": Parameters(),
    "short": Parameters(rounds=1),
    "blind": Parameters(looking=False),
}
"""The first one is the default."""


# ------------------------------------------------------------------------------------- 1. the deal


def setup(s: Any, rng: Any) -> None:
    """The start position. The record is all zero but for ``s.seats`` and ``s.rules``."""
    new_deal(s, 0, rng)


def new_deal(s: Any, number: int, rng: Any) -> None:
    """1. Shuffle, and deal ``hand`` cards to each player."""
    s.round = number
    # The row for the deal is started from the number of the deal alone, so that the same deals come
    # whatever was drawn from the row for play before.
    start_deal(rng, number)
    open_table(s, POND)
    shuffle(s, POND, rng[DEAL])
    for _ in range(int(s.rules.hand)):
        for p in range(int(s.seats)):
            draw_unseen(s, p)
    begin_turn(s, number % int(s.seats))


def draw_unseen(s: Any, p: int) -> None:
    """Player ``p`` draws the top card of the pond; ``1 << p`` are the eyes that see its face."""
    draw(s, POND, HAND + p, 1 << p)


# ------------------------------------------------------------------------------------- 2. the turn


def begin_turn(s: Any, p: int) -> None:
    """2. Player ``p`` has to do one of three things."""
    s.mover = p
    s.decision = Decision.TURN
    s.asked = NONE


def legal(s: Any, out: Any) -> int:
    """How many options the mover has; their codes in ``out``. None when the game is over."""
    n = 0
    if s.mover < 0:
        return n
    if s.decision == Decision.TURN:
        return turn_options(s, out)
    if s.decision == Decision.WHOM:
        for p in range(int(s.seats)):
            if p != s.mover:
                out[n] = SEAT + p
                n += 1
        return n
    out[0] = TAKE
    out[1] = SINK
    return 2 if size(s, POND) > 1 else 1


def turn_options(s: Any, out: Any) -> int:
    """2.1, 2.2, 2.3: what can be asked for and laid, and a look while there is a pond."""
    n = 0
    for face in range(FISH):
        held = count_in(s, HAND + int(s.mover), face)
        if held >= 1:
            out[n] = ASK + face
            n += 1
        if held >= 2:
            out[n] = LAY + face
            n += 1
    if s.rules.looking:
        out[n] = LOOK
        n += 1
    return n


def play(s: Any, action: int, rng: Any) -> None:
    """Apply an option of the mover, and all that follows from it by itself."""
    me = int(s.mover)
    if action < LAY:
        ask(s, action - ASK)
    elif action < LOOK:
        lay_pair(s, me, action - LAY, me)
        end_turn(s, rng)
    elif action == LOOK:
        # A look at a card by its place: nobody chose it, hence `peek` and not `reveal`.
        peek(s, top(s, POND), 1 << me)
        s.decision = Decision.LOOKED
    elif action < TAKE:
        answer(s, action - SEAT)
        end_turn(s, rng)
    else:
        if action == SINK:
            # To the bottom, depth 0, as all can see; the face stays with whoever knew it: no eyes.
            put(s, top(s, POND), POND, 0, 0)
        draw_unseen(s, me)
        end_turn(s, rng)


def lay_pair(s: Any, p: int, face: int, giver: int) -> None:
    """2.1, 2.2 Player ``p`` lays a fish of his own and one of the giver's, and scores."""
    move(s, card_in(s, HAND + giver, face), LAID + p, ALL)
    move(s, card_in(s, HAND + p, face), LAID + p, ALL)
    s.points[p] += PAIR_POINTS[face]


def ask(s: Any, face: int) -> None:
    """2.2 The mover names a fish, and so shows that he holds one."""
    announce(s, Say.ASKS_FOR.value, int(s.mover), face, 0)
    s.asked = face
    s.decision = Decision.WHOM


def answer(s: Any, asked: int) -> None:
    """2.2 The player who is asked gives a fish, or says that he has none."""
    me = int(s.mover)
    face = int(s.asked)
    if count_in(s, HAND + asked, face) > 0:
        lay_pair(s, me, face, asked)
    else:
        # What is said speaks of the hands at this moment: announce before anything moves.
        announce(s, Say.HAS_NONE.value, asked, face, 0)
        draw_unseen(s, me)


# ----------------------------------------------------------------------------- 3. the end of a turn


def end_turn(s: Any, rng: Any) -> None:
    """3. The next player's turn, the next deal, or the end of the game."""
    for p in range(int(s.seats)):
        if size(s, HAND + p) == 0:
            draw_unseen(s, p)
    if size(s, POND) > 0:
        begin_turn(s, (int(s.mover) + 1) % int(s.seats))
    elif s.round + 1 < s.rules.rounds:
        new_deal(s, int(s.round) + 1, rng)
    else:
        s.mover = NONE


def returns(s: Any, out: Any) -> None:
    """3. Each player's share of the win, from -1 (none) to 1 (the only winner)."""
    best = 0
    winners = 0
    for p in range(int(s.seats)):
        best = max(best, int(s.points[p]))
    for p in range(int(s.seats)):
        winners += s.points[p] == best
    for p in range(int(s.seats)):
        out[p] = 2.0 / winners - 1.0 if s.points[p] == best else -1.0


# ---------------------------------------------------------------- for search: not part of the rules


def value(s: Any, me: int) -> float:
    """The lead of ``me`` over the best of the others, as a share of all there is to score."""
    best = 0
    for p in range(int(s.seats)):
        if p != me:
            best = max(best, int(s.points[p]))
    return (int(s.points[me]) - best) / (POINTS_OF_A_DEAL * int(s.rules.rounds))


POINTS_OF_A_DEAL = int(np.dot(PAIR_POINTS, COPIES)) // 2


def sensible(s: Any, out: Any) -> int:
    """Optional: what random players and play-outs consider. Here: who can lay a pair lays one."""
    n = legal(s, out)
    pairs = 0
    for i in range(n):
        if s.decision == Decision.TURN and LAY <= out[i] < LOOK:
            out[pairs] = out[i]
            pairs += 1
    return pairs if pairs else n
