"""A small game with a copier that forgets one card: see docs/audit.md."""

import random
from copy import deepcopy

from determinize.audit import Target


def new(seed):
    """A new deal."""
    deck = random.Random(seed).sample("AKQJT9", 6)
    return {"hands": [deck[:2], deck[2:4]], "deck": deck[4:], "table": [], "mover": 0}


def play(state, card):
    """The state after a card is played."""
    state["hands"][state["mover"]].remove(card)
    state["table"].append(card)
    state["mover"] = 1 - state["mover"] if len(state["table"]) < 4 else -1
    return state


def deal_anew(state, seat, rng):
    """A copy for a seat: what it cannot see is dealt anew."""
    state = deepcopy(state)
    other, deck = state["hands"][1 - seat], state["deck"]
    hidden = other[1:] + deck
    rng.shuffle(hidden)
    other[1:], deck[:] = hidden[: len(other[1:])], hidden[len(other[1:]) :]
    return state


def world(state):
    """Where every card lies."""
    places = {"hand 0": state["hands"][0], "hand 1": state["hands"][1]}
    return {**places, "deck": state["deck"], "table": state["table"]}


def observe(state, seat):
    """What a seat sees."""
    return tuple(state["hands"][seat]), tuple(state["table"]), state["mover"]


target = Target(
    "two cards each",
    new=new,
    play=play,
    copy=deal_anew,
    observe=observe,
    world=world,
    mover=lambda state: state["mover"],
    options=lambda state: state["hands"][state["mover"]],
)
