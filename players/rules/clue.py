"""The detective: a player of Clue that reasons exactly and asks what tells it most.

It decides on its information set alone, from an exact belief, and looks one question ahead:

- *Where to.* Each room is worth what its best question tells, then what can be asked from there,
  later turns counting less. A walk is worth what the room it leads to is worth, counting less for
  each turn that it takes on the empty board.
- *What to ask.* The question that tells most: about the case file; at a lower price about all else,
  since who holds what makes later answers sharper; and how likely it makes the likeliest triple,
  which decides when the end is near. Own cards are named where that tells most. What others learn
  by a question is left out.
- *What to show.* A card that the asker has seen already; else one that somebody has seen; else a
  room before a weapon or a person, since it is one of nine and not of six.
- *When to accuse.* As soon as a triple is as likely as ``threshold``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from compiled import PLAY
from determinize import InformationSet
from games.clue.cards import FIRST_ROOM, N_ROOMS, TRIPLES
from games.clue.record import (
    ACCUSE,
    ACCUSE_NOW,
    NO_ACCUSATION,
    NO_SUGGESTION,
    SHOW,
    SUGGEST,
    Decision,
)
from players.player import Decision as Choice
from players.rules.clue_plan import Plan
from players.rules.clue_questions import Outlook, outlook
from players.search.settings import check_kind, named, settle_kinds

WORLDS = 2000
"""On so many worlds questions are weighed. What looks best on them tells 0.003 bits less about the
file than the best does with three players, and 0.024 with six; on 300 it would be 0.03 and 0.18."""
REST = 0.7
"""What a bit about the whole world is worth, in bits about the file. Found by play among three on
the board of rooms alone, where from 0.5 to 1 was better than less, and than 2."""
RIGHT = 4.0
"""What it is worth, in bits about the file, to be certain on hearing the answer. Of 4 or 5 the gain
among detectives was too small to be told from none; it is there for the last questions."""


@dataclass(frozen=True)
class Detective:
    """Reasons exactly, asks what tells most, accuses when it pays.

    Attributes:
        threshold: how likely a triple must be to be accused; 1: certain.
    """

    threshold: float = 0.5
    games: ClassVar[tuple[str, ...]] = ("clue",)

    def __post_init__(self) -> None:
        check_kind("threshold", self.threshold, float, "above 0, up to 1")
        if not 0 < self.threshold <= 1:
            raise ValueError(f"threshold cannot be {self.threshold}: more than 0, 1 at most")
        settle_kinds(self)

    @property
    def name(self) -> str:
        """``detective``, with the threshold where it is not the default."""
        return named("detective", self)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Choice:
        """What its rules say; the worlds that it looked at are drawn with ``rng``."""
        place = int(info.state.decision)
        if place == Decision.SHOW:
            return Choice(shown(info))
        if place == Decision.SIDE_LOOK:
            return Choice(info.options[0])
        look = outlook(info, WORLDS, rng[PLAY])
        if place == Decision.ACCUSE:
            option = self._accuse(info, look)
        elif place == Decision.SUGGEST:
            option = asked(info, look)
        elif self._would_accuse(look) and ACCUSE_NOW in info.options:
            option = ACCUSE_NOW
        else:
            option = went(info, look)
        return Choice(option, worlds=WORLDS)

    def _would_accuse(self, look: Outlook) -> bool:
        return look.likeliest[1] >= self.threshold

    def _accuse(self, info: InformationSet, look: Outlook) -> int:
        """The likeliest triple or, where it may be, none."""
        option = ACCUSE + look.likeliest[0]
        offered = option in info.options
        if NO_ACCUSATION in info.options and not (offered and self._would_accuse(look)):
            return NO_ACCUSATION
        return option if offered else info.options[0]


# ------------------------------------------------------------------------------ asking and showing


def worth(look: Outlook, triples: NDArray[np.int64]) -> NDArray[np.float64]:
    """What questions are worth: float64[triples].

    A little even where nothing is to be learnt: some tables let nobody accuse who has not asked.
    """
    about_file, about_all, right = look.worths(triples).T
    bits: NDArray[np.float64] = np.maximum(about_file, 0) + REST * about_all + RIGHT * right + 1e-3
    return bits


def asked(info: InformationSet, look: Outlook) -> int:
    """The question to ask in the room where the token is; the lowest of several as good."""
    room = int(info.state.token[info.seat])
    options = np.array([option for option in info.options if option != NO_SUGGESTION], np.int64)
    return int(options[worth(look, (options - SUGGEST) * N_ROOMS + room).argmax()])


def shown(info: InformationSet) -> int:
    """The card to show: what tells the asker, then everybody else, least."""
    asker = 1 << int(info.state.asker)
    mask = info.state.shown_to[info.seat]

    def tells(option: int) -> tuple[bool, bool, bool, int]:
        card = option - SHOW
        seen = int(mask[card])
        return not seen & asker, not seen, card < FIRST_ROOM, option

    return min(info.options, key=tells)


# ------------------------------------------------------------------------------------ where to go


def went(info: InformationSet, look: Outlook) -> int:
    """How to begin the turn, or where to go after a roll; the first of several as good."""
    best = worth(look, np.arange(TRIPLES)).reshape(-1, N_ROOMS).max(axis=0)
    plan = Plan.of(best, info.state, info.seat)
    values = [plan.worth(option) for option in info.options]
    return info.options[int(np.argmax(values))]
