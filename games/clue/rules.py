"""Clue: who, with what, and where? The first right accusation wins.

Six people, six weapons, nine rooms: one card of each lies in the case file, the others are dealt.
People walk through the house and suggest triples; whoever can must show one of the cards named.
Hands never change, so knowledge only grows. The functions stand in the order of a rule book: deal,
turn, walking, suggestions, accusations, the end; ``parameters.py`` says where tables differ, and
the page ``docs/games/clue.md`` tells the rules for people. All functions work in place on one
record, compiled or as plain Python.
"""

from __future__ import annotations

from typing import Any

from compiled import DEAL, PLAY, below, start_deal
from games.clue.cards import (
    N_ROOMS,
    N_WEAPONS,
    cards_of,
    parts,
    triple,
)
from games.clue.dealing import clear, deal_cards, fill_file
from games.clue.grid import PASSAGE
from games.clue.knowledge import clock, remember, value
from games.clue.log import packed, shower_of, suggester_of, triple_of
from games.clue.moving import destination
from games.clue.options import legal
from games.clue.parameters import Accusing, Board, EliminatedToken, LastPlayer, Walking
from games.clue.record import (
    ACCUSE,
    ACCUSE_NOW,
    HAND,
    MOVE,
    NO_ACCUSATION,
    NO_SUGGESTION,
    NOBODY,
    NONE,
    ROLL,
    ROOM,
    SHOW,
    SHOW_ONE,
    SIDE,
    SIDE_ZONE,
    STAND,
    STAY,
    SUGGEST,
    SUSPECT,
    USE_PASSAGE,
    WEAPON,
    Decision,
    Say,
)
from games.clue.sensible import sensible
from games.clue.verify import verify as verify
from games.kit.masks import how_many
from games.kit.table import (
    ALL,
    announce,
    card_at,
    look,
    peek,
    reveal,
    size,
)

__all__ = [
    "clock",
    "legal",
    "play",
    "remember",
    "returns",
    "sensible",
    "setup",
    "value",
    "visible",
]


# Setup


def setup(s: Any, rng: Any) -> None:
    """The start: tokens on their squares, the file filled, the cards dealt, Scarlet begins."""
    s.round = 0
    start_deal(rng, 0)
    clear(s)
    fill_file(s, rng[DEAL])
    deal_cards(s)
    begin_turn(s, 0)


# Turn structure


def play(s: Any, action: int, rng: Any) -> None:
    """Apply an option of ``s.mover``, and what follows from it by itself."""
    me = int(s.mover)
    s.steps += 1
    if action == ROLL:
        roll(s, rng[PLAY])
    elif action == USE_PASSAGE:
        arrive(s, int(PASSAGE[int(s.token[me])]))
    elif action == STAY:
        s.decision = Decision.SUGGEST
    elif action == STAND:
        stand(s)
    elif action == ACCUSE_NOW:
        s.early = 1
        s.decision = Decision.ACCUSE
    elif action == NO_SUGGESTION:
        ask_to_accuse(s, me, False)
    elif action == NO_ACCUSATION:
        end_turn(s)
    elif action < SHOW:
        look_aside(s, action - SIDE)
    elif action < SHOW_ONE:
        show(s, action - SHOW)
    elif action < SUGGEST:
        walk(s, action - MOVE)
    elif action < ACCUSE:
        suggest(s, (action - SUGGEST) // N_WEAPONS, (action - SUGGEST) % N_WEAPONS)
    else:
        accuse(s, action - ACCUSE)
    if s.mover >= 0 and 0 < s.rules.max_steps <= s.steps:
        end_game(s, NONE)


def begin_turn(s: Any, p: int) -> None:
    """Player ``p`` begins a turn."""
    s.mover = p
    s.decision = Decision.START
    s.rolled = 0
    s.early = 0
    s.suggested = NONE
    s.asker = NONE


def end_turn(s: Any) -> None:
    """The next player who can still win is on turn, if there is one and turns are left."""
    me = int(s.mover)
    s.turns += 1
    s.summoned[me] = 0
    if s.turns >= s.rules.max_turns:
        end_game(s, NONE)
        return
    for k in range(1, int(s.seats) + 1):
        p = (me + k) % int(s.seats)
        if s.out[p] == 0:
            begin_turn(s, p)
            return
    end_game(s, NONE)


# Walking


def roll(s: Any, row: Any) -> None:
    """The dice fall."""
    s.rolled = 0
    for _ in range(int(s.rules.dice)):
        s.rolled += 1 + below(row, 6)
    s.decision = Decision.MOVE


def walk(s: Any, goal: int) -> None:
    """The mover's token goes to a room or square, or as far as it gets towards a room."""
    if s.rules.board == Board.CLASSIC and s.rules.walking == Walking.ROOMS:
        goal = destination(s, goal)
    arrive(s, goal)


def arrive(s: Any, node: int) -> None:
    """The mover's token is at a node; in a room, a suggestion follows."""
    s.token[int(s.mover)] = node
    if node < N_ROOMS:
        s.decision = Decision.SUGGEST
    else:
        ask_to_accuse(s, int(s.mover), False)


def stand(s: Any) -> None:
    """The mover cannot move."""
    me = int(s.mover)
    if s.rules.blocked_may_suggest and 0 <= s.token[me] < N_ROOMS:
        s.decision = Decision.SUGGEST
    else:
        ask_to_accuse(s, me, False)


# Suggestions


def suggest(s: Any, person: int, weapon: int) -> None:
    """The token named comes into the room; clockwise, all are asked until somebody can show."""
    me = int(s.mover)
    room = int(s.token[me])
    number = triple(person, weapon, room)
    announce(s, Say.SUGGESTS.value, me, number, 0)
    if s.token[person] != room:
        s.token[person] = room
        if person < s.seats and s.out[person] == 0:
            s.summoned[person] = 1
    s.suggested = number
    s.asker = me
    shower = first_holder(s, me, number)
    s.log[int(s.logged)] = packed(number, me, shower)
    s.logged += 1
    if shower != NOBODY:
        # Everybody sees who has to show a card, before one is chosen.
        announce(s, Say.SHOWS.value, shower, number, me)
        s.mover = shower
        s.decision = Decision.SHOW
    elif int(s.looked[me]) + 1 < 1 << size(s, SIDE_ZONE):
        s.decision = Decision.SIDE_LOOK
    else:
        ask_to_accuse(s, me, True)


def first_holder(s: Any, me: int, number: int) -> int:
    """The first player left of ``me`` who holds a card of a triple, out of the game or not.

    Those before say that they hold none; those behind are not asked.
    """
    named = cards_of(number)
    seats = int(s.seats)
    for k in range(1, seats):
        p = (me + k) % seats
        if holds_any(s, p, number):
            return p
        announce(s, Say.PASSES.value, p, number, me)
        s.lacks[p] = int(s.lacks[p]) | named
    return NOBODY


def holds_any(s: Any, p: int, number: int) -> bool:
    """Whether a hand has a card of a triple."""
    hand = HAND + p
    person, weapon, room = parts(number)
    return bool(s.zone[person] == hand or s.zone[weapon] == hand or s.zone[room] == hand)


def show(s: Any, card: int) -> None:
    """The mover shows one card; others have heard already that it is one of three."""
    me = int(s.mover)
    asker = int(s.asker)
    reveal(s, card, 1 << asker)
    s.shown_to[me, card] = int(s.shown_to[me, card]) | 1 << asker
    ask_to_accuse(s, asker, True)


def look_aside(s: Any, slot: int) -> None:
    """The mover looks at a card laid aside; which slot it is, everybody sees."""
    me = int(s.mover)
    peek(s, card_at(s, SIDE_ZONE, slot), 1 << me)
    s.looked[me] = int(s.looked[me]) | 1 << slot
    ask_to_accuse(s, me, True)


# Accusations


def ask_to_accuse(s: Any, p: int, suggested: bool) -> None:
    """The end of the turn of ``p``: accuse, or not; some tables ask for a suggestion first."""
    s.mover = p
    s.suggested = NONE
    s.asker = NONE
    if s.rules.accuse_needs_suggestion and not suggested:
        end_turn(s)
    else:
        s.decision = Decision.ACCUSE


def accuse(s: Any, number: int) -> None:
    """The mover looks into the file: the game is won, or the mover cannot win any more."""
    me = int(s.mover)
    person, weapon, room = parts(number)
    right = s.zone[person] == SUSPECT and s.zone[weapon] == WEAPON and s.zone[room] == ROOM
    announce(s, Say.ACCUSES.value, me, number, 1 if right else 0)
    eyes = ALL if right else 1 << me
    for zone in range(SUSPECT, ROOM + 1):
        look(s, zone, eyes)
    if right:
        end_game(s, me)
        return
    s.accused[me] = cards_of(number)
    if s.rules.accusing != Accusing.FREE:
        has_seen_none(s, me, number)
    eliminate(s, me)


def has_seen_none(s: Any, me: int, number: int) -> None:
    """What everybody can tell from an accusation that is offered to who has seen none of it."""
    named = cards_of(number)
    s.lacks[me] = int(s.lacks[me]) | named
    aside = 3  # how many of the three can lie in slots not looked at
    if s.looked[me] != 0:
        aside = min(aside, size(s, SIDE_ZONE) - how_many(int(s.looked[me])))
    announce(s, Say.HAS_SEEN_NONE.value, me, number, aside)
    for i in range(int(s.logged)):
        entry = int(s.log[i])
        shower = shower_of(entry)
        suggested = triple_of(entry)
        if suggester_of(entry) == me and shower != NOBODY and cards_of(suggested) & named:
            announce(s, Say.SHOWED_ANOTHER.value, shower, suggested, number * 8 + me)


def eliminate(s: Any, me: int) -> None:
    """A wrong accusation: no more turns, but cards are shown as before."""
    s.out[me] = 1
    if s.rules.eliminated_token == EliminatedToken.OFF_CORRIDOR and s.token[me] >= N_ROOMS:
        s.token[me] = NONE
    last = NONE
    left = 0
    for p in range(int(s.seats)):
        if s.out[p] == 0:
            last = p
            left += 1
    if left == 1 and s.rules.last_player == LastPlayer.WINS:
        end_game(s, last)
    else:
        end_turn(s)


# The end


def end_game(s: Any, winner: int) -> None:
    """The game is over; ``winner`` is ``NONE`` where nobody was right."""
    s.winner = winner
    s.mover = NONE


def returns(s: Any, out: Any) -> None:
    """1 for the winner, -1 for everybody else."""
    for p in range(int(s.seats)):
        out[p] = 1.0 if p == s.winner else -1.0


def visible(s: Any, action: int, me: int) -> int:
    """A card that is shown is seen by who shows it and who asked; others see that one is shown."""
    if SHOW <= action < SHOW_ONE and me != s.mover and me != s.asker:
        return SHOW_ONE
    return action
