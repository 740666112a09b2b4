"""What questions are worth in Clue: on a sample of worlds, for a player that must decide at once.

A question is a triple. The others are asked in order, and the first who holds one of its cards
shows one: the answer is a seat and a card, or nobody. Where several could be shown each is taken to
be as likely. What the answer is expected to tell, about the case file and about everything, is its
information in bits (Shannon 1948; :mod:`beliefs.questions` has the definitions, and the same
exactly).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import kernel
from determinize import InformationSet
from games.clue.cards import TRIPLES, parts, triple_of_cards
from games.clue.record import HAND, ROOM, SUSPECT, WEAPON

NAMED: NDArray[np.int64] = np.array([parts(number) for number in range(TRIPLES)], np.int64)
"""The three cards of each triple: int64[324, 3]."""


@dataclass(frozen=True)
class Outlook:
    """What a seat can suppose: worlds drawn from its belief, as far as questions matter.

    Attributes:
        answers: who is asked that holds each card, counted from 0 in the order of asking; as many
            as are asked where nobody is: int8[cards, worlds].
        files: the triple in the file in each world: int64[worlds].
        asked: how many are asked.
        certain: the triple in the file if no other can be, else -1.
    """

    answers: NDArray[np.int8]
    files: NDArray[np.int64]
    asked: int
    certain: int

    @property
    def likeliest(self) -> tuple[int, float]:
        """The triple that is in the file most often, and how often; 1.0 only where it is certain.

        The lowest of several.
        """
        if self.certain >= 0:
            return self.certain, 1.0
        often = np.bincount(self.files, minlength=TRIPLES)
        number = int(often.argmax())
        return number, float(often[number]) / (len(self.files) + 1)

    def worths(self, triples: NDArray[np.int64]) -> NDArray[np.float64]:
        """What each of these questions tells: float64[triples, 3].

        Bits about the file, less the first order of the bias of a sample (Miller 1955), so that it
        may be a little below 0; bits about the whole world; and how likely the likeliest triple is
        to be right once the answer is heard.
        """
        found, group = np.unique(self.files, return_inverse=True)
        told = np.zeros((len(triples), 3))
        _worths(self.answers, group, len(found), self.asked, NAMED[triples], told)
        return told


def outlook(info: InformationSet, worlds: int, row: Any) -> Outlook:
    """Worlds from a seat's exact belief, read for questions; ``row`` is one generator row."""
    zones, seats = info.game.zones, int(info.state.seats)
    drawn = info.ledger.sample(worlds, row)
    spots = [zones[str(spot.zone)] for spot in info.ledger.spots]
    order = {HAND + (info.seat + k) % seats: k - 1 for k in range(1, seats)}
    asked = np.array([order.get(zone, seats - 1) for zone in spots], np.int8)
    answers = np.ascontiguousarray(asked[drawn.argmax(axis=2)].T)
    person, weapon, room = (
        drawn[:, :, spots.index(zone)].argmax(axis=1) for zone in (SUSPECT, WEAPON, ROOM)
    )
    files = triple_of_cards(person, weapon, room)
    certain = -1
    if (files == files[0]).all():  # only then may it be certain, and it is seldom asked
        chances = [info.expected(zone).max() for zone in (SUSPECT, WEAPON, ROOM)]
        certain = int(files[0]) if min(chances) > 1 - 1e-9 else -1
    return Outlook(answers, files.astype(np.int64), seats - 1, certain)


def _count(answers: Any, group: Any, asked: int, named: Any, joint: Any) -> float:
    """How often each answer meets each group, in ``joint``; the bits of all choices of a card."""
    for answer in range(joint.shape[0]):
        for g in range(joint.shape[1]):
            joint[answer, g] = 0.0
    choice = 0.0
    for w in range(len(group)):
        a, b, c = answers[named[0], w], answers[named[1], w], answers[named[2], w]
        first = min(a, b, c)
        g = group[w]
        if first == asked:
            joint[3 * asked, g] += 1.0
            continue
        share = 1.0 / (int(a == first) + int(b == first) + int(c == first))
        choice -= math.log2(share)
        joint[3 * first, g] += share * int(a == first)
        joint[3 * first + 1, g] += share * int(b == first)
        joint[3 * first + 2, g] += share * int(c == first)
    return choice


def _bits(share: float) -> float:
    """One term of an entropy."""
    return -share * math.log2(share) if share > 0.0 else 0.0


@kernel
def _worths(answers: Any, group: Any, groups: int, asked: int, named: Any, told: Any) -> None:
    """Bits of each question about the groups of worlds and about the worlds, and the best guess.

    I(A; G) = H(A) + H(G) - H(A, G). I(A; world) = H(A) - H(A | world): in a world nothing is open
    but which of the cards is shown. Writes float64[questions, 3] in ``told``.
    """
    worlds = len(group)
    joint = np.empty((3 * asked + 1, groups))
    for q in range(len(named)):
        choice = _count(answers, group, asked, named[q], joint)
        of_answer, of_group, of_both, right, cells = 0.0, 0.0, 0.0, 0.0, 1
        for answer in range(len(joint)):
            total, most = 0.0, 0.0
            for g in range(groups):
                of_both += _bits(joint[answer, g] / worlds)
                cells += joint[answer, g] > 0.0
                total += joint[answer, g]
                most = max(most, joint[answer, g])
            right += most
            of_answer += _bits(total / worlds)
            cells -= total > 0.0
        for g in range(groups):
            total = 0.0
            for answer in range(len(joint)):
                total += joint[answer, g]
            of_group += _bits(total / worlds)
            cells -= total > 0.0
        bias = cells / (2 * math.log(2.0) * worlds)
        told[q, 0] = of_answer + of_group - of_both - bias
        told[q, 1] = of_answer - choice / worlds
        told[q, 2] = right / worlds
