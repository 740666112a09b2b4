"""Players that decide on more than their seat knows, each in another way: the audit must find them.

They are modelled on what is done in earnest: a bot that is handed the state "to have its options",
a search that takes the true state for one of its worlds, a counter that all seats share, a draw
from the module ``random``. All play Schnapsen; most of them any game.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.audit import Fault
from compiled import PLAY, below, bind
from determinize import InformationSet, Watch
from games.state import State
from players import Considered, Decision, Player
from players.search.ismcts import search
from players.search.options import first_options
from players.search.root import root_options
from players.search.settings import settings
from players.search.tree import new_counts, new_tree


def secret(info: InformationSet, state: State) -> int:
    """A number made of the cards that lie in the other hands, in truth."""
    record: Any = state.record_array[0]
    owner = info.game.zones.owner
    zones = [int(zone) for zone in record.zone]
    return sum(
        card * card + 1
        for card, zone in enumerate(zones)
        if owner[zone] >= 0 and owner[zone] != info.seat and not info.game.zones.open[zone]
    )


def by_number(info: InformationSet, number: int) -> Decision:
    return Decision(info.options[number % len(info.options)])


def first(info: InformationSet) -> Decision:
    return Decision(info.options[0])


# ------------------------------------------------------------------------------------- peeking


@dataclass
class Searcher:
    """Searches the objects of the process for the true state."""

    name: str = "searcher"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        states = [one for one in gc.get_objects() if type(one).__name__ == "State"]
        return by_number(info, secret(info, states[0]))


@dataclass
class Climber:
    """Looks for the match in the frames of those who called it."""

    name: str = "climber"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        frame: Any = sys._getframe(1)
        while frame is not None:
            for value in frame.f_locals.values():
                if isinstance(value, Watch):
                    return by_number(info, secret(info, value.state))
            frame = frame.f_back
        return first(info)


def confidant(state: State) -> Player:
    """Handed the state by a closure, as by a program that lets its bots ask for their options."""

    class Confidant:
        name = "confidant"

        def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
            return by_number(info, secret(info, state))

    return Confidant()


@dataclass
class OneOfMany:
    """A search like any other, but one of its sampled worlds is the true state."""

    iterations: int = 40
    name: str = "one of many"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        worlds = info.worlds(self.iterations, rng)
        worlds[0] = sys._getframe(1).f_locals["watch"].state.record_array[0]
        tree = new_tree(self.iterations + 1)
        scratch = np.zeros(1, info.game.dtype)
        options = first_options(info, worlds, rng)
        kernel = bind(search, info.game)
        how = settings(0.7)[0]
        kernel(tree, new_counts(), worlds, scratch, options, how, self.iterations, rng)
        considered = root_options(tree)
        return Decision(considered[0].option, considered, len(worlds))


@dataclass
class BottomCard:
    """Schnapsen: decides by the card at the bottom of the talon, and by nothing else."""

    name: str = "bottom card"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        record: Any = sys._getframe(1).f_locals["watch"].state.record_array[0]
        talon = info.game.zones["talon"]
        for card in range(len(record.zone)):
            if record.zone[card] == talon and record.depth[card] == 0:
                return by_number(info, card)
        return first(info)


@dataclass
class Late:
    """Peeks only after so many moves of the match."""

    after: int = 5
    name: str = "late"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        watch = sys._getframe(1).f_locals["watch"]
        if len(watch.state.history) < self.after:
            return first(info)
        return by_number(info, secret(info, watch.state))


@dataclass
class Weigher:
    """Chooses the first option always; the true state shows only in what it says it considered."""

    name: str = "weigher"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        state = sys._getframe(1).f_locals["watch"].state
        value = secret(info, state) % 7 / 7
        return Decision(info.options[0], (Considered(info.options[0], 1, value, 1),))


@dataclass
class Drawer:
    """Chooses the first option always, but draws from its generator once for each secret card."""

    name: str = "drawer"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        state = sys._getframe(1).f_locals["watch"].state
        for _ in range(secret(info, state) % 5):
            below(rng[PLAY], 2)
        return first(info)


@dataclass
class Prophet:
    """Knows what chance will bring: it reads the generator of the game."""

    name: str = "prophet"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        state = sys._getframe(1).f_locals["watch"].state
        return by_number(info, int(state.chances.sum() % 1009))


@dataclass
class Tactician:
    """Peeks, and says of which field."""

    name: str = "tactician"
    reads: tuple[str, ...] = ()

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        state = sys._getframe(1).f_locals["watch"].state
        self.reads = ("opponent.trumps",)
        return by_number(info, secret(info, state))


# ------------------------------------------------------------------------------------ memory


@dataclass
class Gossip:
    """Sits in several seats, and remembers in one what it was told in another."""

    name: str = "gossip"
    told: dict[int, int] = field(default_factory=dict)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        hands = {seat: number for seat, number in self.told.items() if seat != info.seat}
        self.told[info.seat] = hand_of(info)
        return by_number(info, sum(hands.values()))


TOLD: dict[int, int] = {}
"""What :class:`Whisper` remembers: outside itself, where no copy of the player forgets it."""


@dataclass
class Whisper:
    """As the gossip, but it keeps what it is told in its module."""

    name: str = "whisper"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        hands = {seat: number for seat, number in TOLD.items() if seat != info.seat}
        TOLD.clear()
        TOLD[info.seat] = hand_of(info)
        return by_number(info, sum(hands.values()))


@dataclass
class Counter:
    """Counts how often it was asked: honest with cards, and yet no function of what it knows."""

    name: str = "counter"
    asked: int = 0

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        self.asked += 1
        return by_number(info, self.asked)


def hand_of(info: InformationSet) -> int:
    zone = info.game.hand_of(info.seat)
    return sum(c * c + 1 for c, where in enumerate(info.state.zone) if where == zone)


# ----------------------------------------------------------------- hidden randomness, and faults


@dataclass
class Gambler:
    """Draws from the module ``random``: unfair to nobody, but no run of it can be repeated."""

    name: str = "gambler"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        return Decision(random.choice(info.options))


@dataclass
class OwnDice:
    """Draws from a generator of its own that nobody has seeded."""

    name: str = "own dice"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        return by_number(info, int(np.random.default_rng().integers(1 << 30)))


@dataclass
class Clock:
    """Decides by the time of day."""

    name: str = "clock"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        return by_number(info, time.perf_counter_ns() // 100)


@dataclass
class Address:
    """Decides by where in memory it finds its information."""

    name: str = "address"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        return by_number(info, id(info) // 16)


@dataclass
class Meddler:
    """Plays in the true match instead of in a copy."""

    name: str = "meddler"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        sys._getframe(1).f_locals["watch"].play(info.options[0])
        return first(info)


@dataclass
class Stranger:
    """Answers with what is no option."""

    name: str = "stranger"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        return Decision(max(info.options) + 1000)


@dataclass
class Clumsy:
    """Stumbles."""

    name: str = "clumsy"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        raise KeyError("no such card")


# --------------------------------------------------------------------------------- the exhibition


@dataclass(frozen=True)
class Piece:
    """A player of the museum, and what the audit has to find.

    Attributes:
        player: itself, or what makes it for a match.
        fault: what is wrong with it.
    """

    player: Player | Callable[[State], Player]
    fault: Fault

    @property
    def name(self) -> str:
        return str(getattr(self.player, "name", getattr(self.player, "__name__", "")))


PIECES = (
    Piece(Searcher(), Fault.PEEKING),
    Piece(Climber(), Fault.PEEKING),
    Piece(confidant, Fault.PEEKING),
    Piece(OneOfMany(), Fault.PEEKING),
    Piece(BottomCard(), Fault.PEEKING),
    Piece(Late(), Fault.PEEKING),
    Piece(Weigher(), Fault.PEEKING),
    Piece(Drawer(), Fault.PEEKING),
    Piece(Prophet(), Fault.PEEKING),
    Piece(Tactician(), Fault.PEEKING),
    Piece(Gossip(), Fault.REMEMBERING),
    Piece(Whisper(), Fault.REMEMBERING),
    Piece(Counter(), Fault.REMEMBERING),
    Piece(Gambler(), Fault.UNREPEATABLE),
    Piece(OwnDice(), Fault.UNREPEATABLE),
    Piece(Clock(), Fault.UNREPEATABLE),
    Piece(Address(), Fault.UNREPEATABLE),
    Piece(Meddler(), Fault.TAMPERING),
    Piece(Stranger(), Fault.ILLEGAL),
    Piece(Clumsy(), Fault.CRASH),
)
