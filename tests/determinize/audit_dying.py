"""A toy engine whose copies, or games, die in a chosen way where seat 0 holds a chosen card."""

from __future__ import annotations

import ctypes
import os
import random
import signal
import time
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from determinize.auditing.auditable import Auditable, Target
from determinize.auditing.evidence import CONSERVES, Evidence, Position
from determinize.auditing.positions import at, random_position


class Odd(Exception):
    """An exception that does not survive a pickle: its constructor wants two arguments."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} {two}")


def abort() -> None:
    os.write(2, b"terminate called after throwing\n  what():  the talon is empty\n")
    os.abort()


def leave() -> None:
    print("a word on standard output", flush=True)
    os._exit(3)


def segfault() -> None:
    ctypes.string_at(0)


def hang() -> None:
    time.sleep(1000)


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def nothing() -> None:
    pass


def odd() -> None:
    raise Odd("not", "good")


def wrong() -> None:
    raise ValueError("a fault")


def toy(die: Callable[[], None], where: str = "copy", hand: int = 0) -> Target:
    """Two cards are dealt of seven; seat 0 plays twice. It dies where seat 0 holds ``hand``."""

    def new(seed: int) -> dict[str, Any]:
        deck = random.Random(seed).sample(range(7), 7)
        if where == "new" and deck[0] == hand:
            die()
        return {"hand": deck[0], "other": deck[1], "left": 2}

    def play(state: dict[str, Any], option: Hashable) -> dict[str, Any]:
        if where == "play" and state["hand"] == hand and state["left"] == 1:
            die()
        return {**state, "left": state["left"] - 1}

    def copy(state: dict[str, Any], seat: int, rng: np.random.Generator) -> dict[str, Any]:
        if where == "copy" and state["hand"] == hand:
            die()
        rest = [card for card in range(7) if card != state["hand"]]
        return {**state, "other": rest[int(rng.integers(6))]}

    return Target(
        "toy",
        new=new,
        mover=lambda state: 0 if state["left"] else -1,
        options=lambda state: ["left", "right"] if state["left"] else [],
        play=play,
        observe=lambda state, seat: (state["hand"], state["left"]),
        copy=copy,
        world=lambda state: {
            "hand": [str(state["hand"])],
            "other": [str(state["other"])],
            "deck": [str(n) for n in range(7) if n not in (state["hand"], state["other"])],
        },
        optional={"say": lambda state, option: f"to the {option}"},
    )


def look(
    target: Auditable,
    seed: int,
    told: Callable[[str, str], None],
    placed: Callable[[Position], None],
) -> Evidence:
    position = random_position(target, seed)
    placed(position)
    evidence = Evidence(position)
    for number in range(3):
        told(CONSERVES, f"a copy with seed {number}")
        state = target.copy(at(target, position), position.seat, np.random.default_rng(number))
        evidence.words += (str(state["other"]),)
        evidence.looked(CONSERVES, 1)
    return evidence


def look_at_nothing(target: Auditable, seed: int, *_: Any) -> int:
    return seed
