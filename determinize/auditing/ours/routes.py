"""Can the cards have come to lie as a copy says? Traced back to the dealing, and played again.

The moves of a deal are known; which cards were dealt is not. Where nothing was mixed unseen, a
copy's world says it: what lies on a track now lay on it from the start. But of the cards in a hand
that drew unseen, any may be the one that was drawn: their pasts can be exchanged. So the search
goes back from the copy, move by move, and at each arrival in a zone without order it chooses which
card it was; each move must be lawful before it and lead to what came after. What is found is then
played forward under the rules, all of it, before it counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from determinize.auditing.auditable import NotTested
from determinize.auditing.ours.courses import Course, Played

MOST_STEPS = 1000
"""Moves that are taken back for one copy, at most; beyond, nothing is said."""
MIXED = "cards were shuffled, or put back unseen, in the middle of the deal"
"""Why nothing is said of some copies."""
MOST_CHANCES = 30
"""Other outcomes that are tried where chance played a part in a move."""


@dataclass(frozen=True)
class Route:
    """A course that leads to a copy.

    Attributes:
        cards: which card lay on each track, int64[cards]: the deal.
        codes: the options played.
    """

    cards: NDArray[np.int64]
    codes: tuple[int, ...]


class NoRoute(Exception):
    """No course of the game leads to the cards of a copy; with the reason."""


def route_to(
    course: Course, record: Any, rng: np.random.Generator, *, most_steps: int = MOST_STEPS
) -> Route:
    """A course that looks to the seat like the true one and ends with a record's cards.

    Args:
        course: the true one.
        record: whose zones and depths count, nothing else.
        rng: for the order in which pasts are tried.
        most_steps: moves that are taken back, at most.

    Raises:
        NoRoute: there is none; all were tried.
        NotTested: the search was given up before it had tried all.
    """
    cards = tracks_of(course, record)
    search = _Search(course, rng, most_steps)
    always = np.broadcast_to(cards, (len(course) + 1, len(cards)))
    return search.forward(always, course.codes) or search.back(cards)


def tracks_of(course: Course, record: Any) -> NDArray[np.int64]:
    """Which card lies now on each track of the true course: a permutation of the cards.

    The cards of a zone without order are laid on its tracks so that as many as can lie where they
    truly do.

    Raises:
        NoRoute: the places of the cards are not those of the true state.
    """
    true = course.records[-1]
    face = course.face
    at: dict[tuple[int, int], list[int]] = {}
    for track, slot in enumerate(zip(true["zone"].tolist(), true["depth"].tolist(), strict=True)):
        at.setdefault(slot, []).append(track)
    here: dict[tuple[int, int], list[int]] = {}
    for card, slot in enumerate(zip(record.zone.tolist(), record.depth.tolist(), strict=True)):
        here.setdefault(slot, []).append(int(face[card]))
    copies = {number: list(cards) for number, cards in course.game.cards_of.items()}
    laid = np.full(len(face), -1, np.int64)
    wanted: list[tuple[int, int]] = []
    for slot, tracks in at.items():
        left = here.pop(slot, [])
        if len(left) != len(tracks):
            raise NoRoute("there are not as many cards in each place as there truly are")
        others = []
        # What the seat has seen lies where it lies; then as many of the others as can stay.
        for track in sorted(tracks, key=lambda t: bool(course.hidden[-1][t])):
            if int(face[track]) in left:
                left.remove(int(face[track]))
                copies[int(face[track])].remove(track)
                laid[track] = track
            else:
                others.append(track)
        wanted += zip(others, left, strict=True)
    for track, number in wanted:
        laid[track] = copies[number].pop()
    return laid


class _Search:
    """Backwards from a copy, depth first, never twice through the same contents."""

    def __init__(self, course: Course, rng: np.random.Generator, most_steps: int) -> None:
        self.course = course
        self.most_steps = most_steps
        self.rng = rng
        self.chances = course.chances
        self.steps = 0
        self.unsure: str | None = None
        self.been: set[tuple[int, bytes]] = set()
        self.stuck = (len(course) + 1, "what lies there now is not what the seat sees")

    def back(self, cards: NDArray[np.int64]) -> Route:
        """A route to the cards that lie now on the tracks."""
        course, codes = self.course, self.course.codes
        stack = [(cards[None], codes)] if course.fits(len(course), cards) else []
        self.unsure = None
        while stack:
            layers, codes = stack.pop()
            moment = len(course) + 1 - len(layers)
            if moment == 0:
                if route := self.forward(layers, codes):
                    return route
                continue
            for earlier in self._pasts(moment, layers[0]):
                key = moment, self._contents(moment - 1, earlier)
                if key in self.been:
                    continue
                self.been.add(key)
                self.steps += 1
                if self.steps > self.most_steps:
                    raise NotTested(
                        f"after {self.most_steps} moves taken back no past has been found"
                    )
                if course.fits(moment - 1, earlier):
                    made = self._leads_on(moment - 1, earlier)
                    if made is not None:
                        wished = codes.copy()
                        wished[moment - 1] = made
                        stack.append((np.vstack([earlier, layers]), wished))
        if self.unsure is None and course.vague:
            # A shuffled card's past is any of theirs: tracks follow the true one alone.
            self.unsure = MIXED
        if self.unsure:
            raise NotTested(self.unsure)
        raise NoRoute(self.stuck[1])

    def forward(self, layers: NDArray[np.int64], codes: NDArray[np.int64]) -> Route | None:
        """The whole course from its start, with what everybody then knew, if it can be played.

        Args:
            layers: which card lies on each track at each moment, int64[moments, cards]: not always
                the same one, where pasts were exchanged.
            codes: the options wished for.
        """
        course = self.course
        if not course.fits(0, layers[0]):
            return None
        played = course.played(course.laid(0, layers[0]), 0, codes, self.chances)
        if course.agreeing(played, 0, layers) == len(course):
            return Route(layers[0], tuple(played.codes.tolist()))
        self.unsure = "what other seats had seen may explain a move"
        return None

    def _pasts(self, moment: int, cards: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """The ways in which cards can lie on the tracks, by which of them arrived just now."""
        course = self.course
        before, after = course.records[moment - 1], course.records[moment]
        unordered = course.game.zones.ordered[after["zone"]] == 0
        moved = before["zone"] != after["zone"]
        arrivals = np.flatnonzero(moved & unordered & course.hidden[moment])
        yield from self._exchanged(moment, cards, arrivals.tolist())

    def _exchanged(
        self, moment: int, cards: NDArray[np.int64], arrivals: list[int], done: tuple[int, ...] = ()
    ) -> Iterator[NDArray[np.int64]]:
        if not arrivals:
            yield cards
            return
        course, track, rest = self.course, arrivals[0], arrivals[1:]
        zone = course.records[moment]["zone"]
        beside = np.flatnonzero((zone == zone[track]) & course.hidden[moment])
        others = [other for other in beside.tolist() if other != track and other not in done]
        self.rng.shuffle(others)
        faces = set()
        for other in [track, *others]:
            number = int(course.face[cards[other]])
            if number not in faces:
                faces.add(number)
                changed = cards.copy()
                changed[track], changed[other] = cards[other], cards[track]
                yield from self._exchanged(moment, changed, rest, (*done, track))

    def _contents(self, moment: int, cards: NDArray[np.int64]) -> bytes:
        """What lies where, the order in zones without one left out."""
        record, faces = self.course.records[moment], self.course.face[cards]
        return np.sort((record["zone"] * 1024 + record["depth"] + 1) * 1024 + faces).tobytes()

    def _leads_on(self, moment: int, cards: NDArray[np.int64]) -> int | None:
        """An option with which the next move leads to what the seat saw, whatever others knew."""
        why = ""
        for start in self._marked(moment, cards):
            for skipped in range(self.course.game.option_codes):
                played = self._one_move(moment, start, self.chances, skipped)
                if self.course.agreeing(played, moment, cards) == 1:
                    return int(played.codes[0])
                why = why or self._in_words(moment, start, played)
                if not len(played.codes):
                    break
        if (by_chance := self._by_chance(moment, cards)) is not None:
            return by_chance
        if moment < self.stuck[0]:
            self.stuck = moment, why
        return None

    def _one_move(
        self, moment: int, start: NDArray[Any], chances: NDArray[np.int64], skipped: int = 0
    ) -> Played:
        here = slice(moment, moment + 1)
        codes = self.course.codes[here]
        return self.course.played(start, moment, codes, chances[here], skipped=skipped)

    def _marked(self, moment: int, cards: NDArray[np.int64]) -> Iterator[NDArray[Any]]:
        """The record of a moment, with several guesses at what other seats have seen.

        What they had seen follows from the moves before, which are not known yet: the same slots as
        in the true course; the same faces; nothing but their own; all.
        """
        course = self.course
        record = course.laid(moment, cards)
        yield record
        mine = 1 << course.seat
        owner = course.game.zones.owner[record["zone"][0]]
        own = np.where(owner >= 0, 1 << np.maximum(owner, 0), 0)
        everybody = (1 << int(record["seats"][0])) - 1
        true = course.records["seen"][moment]
        for others in (true, own, everybody):
            other = record.copy()
            other["seen"] = (record["seen"] & mine) | own | (others & ~mine)
            yield other

    def _by_chance(self, moment: int, cards: NDArray[np.int64]) -> int | None:
        """An option with which the move leads on if chance falls otherwise."""
        course = self.course
        if course.vague:
            self.unsure = MIXED
        if not course.random[moment]:
            return None
        start = course.laid(moment, cards)
        for _ in range(MOST_CHANCES):
            chances = self.chances.copy()
            chances[moment] = self.rng.integers(1, 2**32, chances[moment].shape)
            played = self._one_move(moment, start, chances)
            if course.agreeing(played, moment, cards) == 1:
                self.chances = chances
                return int(played.codes[0])
        self.unsure = "chance played a part in a move, and did not fall as it would have to"
        return None

    def _in_words(self, moment: int, start: NDArray[Any], played: Played) -> str:
        course = self.course
        words = course.game.words
        move = f"move {course.first + moment + 1}, seat {course.movers[moment]}"
        said = words.option(course.records[moment], int(course.codes[moment]))
        if len(played.codes):
            return f"{move}: after {said!r} the seat would have seen something else"
        return f"{move}: {said!r} was not allowed with {self._hand(moment, start)}"

    def _hand(self, moment: int, start: NDArray[Any]) -> str:
        course = self.course
        mine = course.game.zones.owner[start["zone"][0]] == course.movers[moment]
        hidden = mine & (course.game.zones.open[start["zone"][0]] == 0)
        faces = sorted(course.face[np.flatnonzero(hidden)].tolist())
        return " ".join(course.game.faces[number] for number in faces) or "nothing in hand"
