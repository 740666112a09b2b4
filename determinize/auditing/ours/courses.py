"""The course of a deal: every record from the dealing to now, and courses that look like it.

A *track* is what became of one card of the true deal: where it lay after each move. Another deal is
a permutation that lays another card on each track. The moves of the true course are then made in
it: the same ones where the seat saw them, any that look the same to it where it did not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from determinize.auditing.auditable import NotTested
from determinize.auditing.ours.bound import bound
from games.kit.events import Event, Inserted, Opened, Shuffled
from games.kit.fields import HEAD, PRIVATE, PUBLIC
from games.kit.seam import legal, play, visible
from games.state import State

SLOT = ("zone", "depth", "block", "seen")
"""The fields of the card table that belong to a place and not to a face."""


class Course:
    """The present deal of a true state, as one seat saw it.

    Attributes:
        records: one record for each moment: after the dealing, and after each move since.
        codes, movers: of each move; ``first`` is the number of the first of them in the game.
        shown: what the seat saw of each move's option (``visible``).
        chances: the generator rows before each move, int64[moves, 3, 4]; ``random``: whether the
            move drew from them.
        vague: whether cards were shuffled, or put back at a secret depth, after the dealing.
        dealing: what happened when the cards were dealt; ``before``: everything before that.
        hidden: bool[moments, cards]: whether the seat knew the card on a track at a moment.

    Raises:
        NotTested: the state did not come from its own seed, or was arranged.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.game = state.game
        self.seat = seat
        self.seed = state.seed
        self.rules = state.rules
        self.face = state.game.face_of
        told, taken, rows_before, rows_after = _again(state)
        deals = [n for n, events in enumerate(told) if any(isinstance(e, Opened) for e in events)]
        self.first = deals[-1] if deals else 0  # a game without cards deals none
        self.history = tuple(state.history)
        self.records = np.concatenate(taken[self.first :])
        self.movers = [who for who, _ in state.history[self.first :]]
        self.codes = np.array([code for _, code in state.history[self.first :]], np.int64)
        self.chances = np.array(rows_before[self.first :], np.int64).reshape(-1, 3, 4)
        self.dealing = told[self.first]
        self.before = [event for events in told[: self.first] for event in events]
        self.vague = any(
            isinstance(event, Shuffled | Inserted)
            for events in told[self.first + 1 :]
            for event in events
        )
        self.shown = np.array(
            [
                _shown(self.game)(self.records[k : k + 1], code, seat)
                for k, code in enumerate(self.codes)
            ],
            np.int64,
        )
        self.random = [bool((a != b).any()) for a, b in zip(rows_before, rows_after, strict=True)][
            self.first :
        ]
        self.hidden = self.records["seen"] >> seat & 1 == 0

    def __len__(self) -> int:
        return len(self.codes)

    def laid(self, moment: int, cards: NDArray[np.int64]) -> NDArray[Any]:
        """The record of a moment with another card on each track: an array of one."""
        record = self.records[moment : moment + 1].copy()
        for name in SLOT:
            record[name][0, cards] = self.records[name][moment]
        return record

    def fits(self, moment: int, cards: NDArray[np.int64]) -> bool:
        """Whether the seat knew the same faces at a moment, and pools are kept."""
        faces, own = self.face[cards], self.face
        seen = ~self.hidden[moment]
        if not np.array_equal(faces[seen], own[seen]):
            return False
        pool = self.game.zone_pool[self.records["zone"][moment]]
        return bool(((pool == 0) | (pool == self.game.face_pool[faces])).all())

    def played(
        self,
        start: NDArray[Any],
        first: int,
        codes: NDArray[np.int64],
        chances: NDArray[np.int64],
        *,
        skipped: int = 0,
    ) -> Played:
        """Make the moves of a stretch of the course from another start.

        Args:
            start: an array of one record, of the moment before move ``first``.
            first: the first move that is made.
            codes: the options that are taken if they are there and look right, int64[moves].
            chances: generator rows for each of them, int64[moves, 3, 4].
            skipped: how many options that look right are passed over.
        """
        n = len(codes)
        out = np.zeros(n + 1, self.game.dtype)
        out[0] = start[0]
        made = np.zeros(n, np.int64)
        shown = self.shown[first : first + n]
        options = np.empty(self.game.option_codes, np.int64)
        done = bound(follow, self.game)(
            out, codes, shown, made, chances.copy(), self.seat, skipped, options
        )
        return Played(out[: done + 1], made[:done])

    def agreeing(self, played: Played, first: int, cards: NDArray[np.int64]) -> int:
        """How many moves of a stretch led to what the seat saw, with the cards on their tracks.

        Args:
            cards: on each track, int64[cards], or at each moment of the stretch [moments, cards].
        """
        n = len(played.records)
        true = self.records[first : first + n]
        mine = _keyed(played.records, self.face, self.seat)
        wanted = _keyed(true, self.face[cards if cards.ndim == 1 else cards[:n]], self.seat)
        same = (np.sort(mine, axis=1) == np.sort(wanted, axis=1)).all(axis=1)
        for name, audience in _audiences(self.game):
            ours, theirs = played.records[name], true[name]
            if audience == PRIVATE:
                ours, theirs = ours[:, self.seat], theirs[:, self.seat]
            same &= (ours == theirs).reshape(n, -1).all(axis=1)
        wrong = np.flatnonzero(~same)
        return int(wrong[0]) - 1 if len(wrong) else n - 1


@dataclass(frozen=True)
class Played:
    """A stretch of another course: the record of each moment, and the options played."""

    records: NDArray[Any]
    codes: NDArray[np.int64]


def follow(
    out: Any, codes: Any, shown: Any, made: Any, rows: Any, me: int, skipped: int, options: Any
) -> int:
    """Make moves that look to ``me`` like the true ones, in place; how many could be made.

    A template. Of several options that look right the one that is wished for comes first.

    Args:
        out: records; out[0] is the start, the others are written.
        codes, shown: the options wished for, and what ``me`` saw of the true ones.
        made: the options that are played, written.
        rows: the generator rows of each move, used up.
        skipped: how many options that look right are passed over.
        options: room for all option codes.
    """
    for k in range(len(codes)):
        n = legal(out[k], options)
        left = skipped
        chosen = -1
        for wished in (True, False):
            for i in range(n):
                code = int(options[i])
                fits = chosen < 0 and (code == codes[k]) == wished
                if fits and visible(out[k], code, me) == shown[k]:
                    chosen = code if left == 0 else -1
                    left -= 1
        if chosen < 0:
            return k
        made[k] = chosen
        out[k + 1] = out[k]
        play(out[k + 1], chosen, rows[k])
    return len(codes)


def shown_to(states: Any, action: int, me: int) -> int:
    """What a seat sees of an option of a state's mover. A template."""
    return visible(states[0], action, me)


def _shown(game: Any) -> Any:
    return bound(shown_to, game)


def _again(
    state: State,
) -> tuple[
    list[list[Event]],
    list[NDArray[Any]],
    list[NDArray[np.int64]],
    list[NDArray[np.int64]],
]:
    """The game played again: events and records from the start on, rows before and after moves."""
    if state.arrangement is not None:
        raise NotTested("the position was arranged: it has no beginning")
    again = State.begin(state.game, state.seats, state.seed, state.rules)
    told, taken = [again.events], [again.record_array.copy()]
    before: list[NDArray[np.int64]] = []
    after: list[NDArray[np.int64]] = []
    for who, code in state.history:
        if who != again.mover or code not in again.codes:
            raise NotTested("the state did not come from its seed by its moves")
        before.append(again.chances.copy())
        told.append(again.play(code))
        after.append(again.chances.copy())
        taken.append(again.record_array.copy())
    if taken[-1].tobytes() != state.record_array.tobytes():
        raise NotTested("the state did not come from its seed by its moves")
    return told, taken, before, after


def _keyed(records: NDArray[Any], faces: NDArray[np.int64], seat: int) -> NDArray[np.int64]:
    """Face, zone, depth and whether the seat knows it, in one number: int64[moments, cards]."""
    known = records["seen"] >> seat & 1
    zone, depth = records["zone"], records["depth"]
    keyed: NDArray[np.int64] = ((faces * 1024 + zone) * 1024 + depth + 1) * 2 + known
    return keyed


def _audiences(game: Any) -> Sequence[tuple[str, str]]:
    return [(f.name, f.audience) for f in (*HEAD, *game.fields) if f.audience in (PUBLIC, PRIVATE)]
