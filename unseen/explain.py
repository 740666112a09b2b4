"""Why a player decided so: what it weighed, how often, what for, and what it expects to follow.

A principal variation is a list of option codes, and what a code says depends on the position. So a
line is played in a world that the player's seat can believe, as far as it fits there. The worlds
are drawn with a generator of their own: the match is the same, explained or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.match import Move
from compiled import PLAY, below, bind, rows
from determinize import InformationSet, Watch
from games.kit.seam import seen_by
from players import Considered, Decision
from unseen.options import counted

SHOWN = 12
"""So many options of a decision are shown, the best ones."""
WORLDS = 24
"""A line is played in the first of so many worlds in which it fits whole, or else the longest."""
EXPLAINING = 7
"""The stream of generators from which these worlds come."""


@dataclass(frozen=True)
class Step:
    """One option of a line, in words: who is expected to take it."""

    seat: int
    words: str

    def __str__(self) -> str:
        return f"{self.seat}: {self.words}"


def explanation(match: Watch, move: Move, name: str) -> RenderableType:
    """A decision that is about to be played, explained: a table, and what it is based on.

    Args:
        match: where the decision was made.
        move: the decision.
        name: what its player is called.
    """
    decision = move.decision
    if decision is None:
        return _said("There is nothing to explain: it is the only option.")
    if not decision.considered:
        return _said(f"{name} weighs no options: it says nothing of the others.")
    shown = decision.considered[:SHOWN]
    lines = Lines(match.information(move.seat), move.number, alone=decision.alone)
    parts: list[RenderableType] = [_table(match, move, shown, lines)]
    if left := len(decision.considered) - len(shown):
        parts.append(_said(f"It weighed {counted(left, 'further option')}, less good ones."))
    if based := _based_on(decision):
        parts.append(_said(f"{name} {based}."))
    return Group(*parts)


def _said(text: str) -> RenderableType:
    return Padding(Text(text, style="dim"), (0, 0, 0, 3))


def _based_on(decision: Decision) -> str:
    """What a decision is based on: worlds, and how many of them were not solved."""
    if not decision.worlds:
        return ""
    text = f"looked at {counted(decision.worlds, 'world')}"
    if decision.unsolved:
        text += f", {decision.unsolved:,} of which it could not solve"
    return text


def _table(match: Watch, move: Move, shown: Sequence[Considered], lines: Lines) -> RenderableType:
    record = match.state.record_array[0]
    words = match.state.game.words
    agree = any(one.agreement is not None for one in shown)
    follows = [lines.in_words(one.option, one.line) for one in shown]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("option", overflow="fold")
    for column in ("visits", "value", "available"):
        table.add_column(column, justify="right", no_wrap=True)
    if agree:
        table.add_column("best in", justify="right", no_wrap=True)
    if any(follows):
        table.add_column("then", overflow="fold")
    for one, steps in zip(shown, follows, strict=True):
        chosen = one.option == move.option
        row = [
            Text(f"{words.option(record, one.option)}", "bold" if chosen else ""),
            Text(f"{one.visits:,}"),
            Text(f"{one.value:.3f}"),
            Text(f"{one.availability:,}"),
        ]
        if agree:
            row.append(Text("-" if one.agreement is None else f"{one.agreement:.0%}"))
        if any(follows):
            row.append(Text(", ".join(map(str, steps)) or "-"))
        table.add_row(*row)
    return Padding(table, (0, 0, 0, 3))


# ------------------------------------------------------------------------------------ lines


class Lines:
    """Principal variations of one decision, in words.

    Args:
        info: what the player's seat knows.
        number: how many moves were made: the same decision is always explained alike.
        alone: whether lines hold the seat's own options alone; the others then move at random.

    >>> import games
    >>> watch = Watch(games.load("tic-tac-toe").new())
    >>> lines = Lines(watch.information(0), 0)
    >>> [str(step) for step in lines.in_words(4, (0, 2, 2, 8))]
    ['1: mark a1', '0: mark c1']
    """

    def __init__(self, info: InformationSet, number: int, *, alone: bool = False) -> None:
        game = info.game
        self._info = info
        self._alone = alone
        self._rng = rows(number, EXPLAINING)
        self._drawn: NDArray[Any] | None = None
        self._legal = bind(game.rules.legal, game)
        self._play = bind(game.rules.play, game, compiled=False)
        self._seen = bind(seen_by, game, compiled=False)

    def in_words(self, option: int, line: Sequence[int]) -> list[Step]:
        """What is expected to follow an option, as far as it fits in one of the worlds."""
        best: list[Step] = []
        if not line:
            return best
        if self._drawn is None:
            self._drawn = self._info.worlds(WORLDS, self._rng)
        for world in self._drawn.copy():
            found = list(self._followed(world, option, line))
            if len(found) > len(best):
                best = found
            if len(found) == len(line):
                break
        return best

    def _followed(self, s: Any, option: int, line: Sequence[int]) -> Iterator[Step]:
        """Play an option and a line in a world, which is overwritten: each step of the line."""
        me = self._info.seat
        self._play(s, option, self._rng)
        for code in line:
            if self._alone:
                self._let_others_move(s)
            seat = int(s.mover)
            codes = self._codes(s)
            stands_for = [code] if code in codes else self._alike(s, codes, code)
            if not stands_for:
                return
            if stands_for[0] == code:
                yield Step(seat, self._info.game.words.option(s, code))
            else:
                yield Step(seat, f"something that seat {me} does not see")
            self._play(s, stands_for[0], self._rng)

    def _codes(self, s: Any) -> list[int]:
        """The options of a state's mover; none when it is over."""
        if s.mover < 0:
            return []
        out = np.empty(self._info.game.option_codes, np.int64)
        return [int(code) for code in out[: self._legal(s, out)]]

    def _alike(self, s: Any, codes: Sequence[int], code: int) -> list[int]:
        """The options of another seat that a code stands for, as the player's seat sees them."""
        me = self._info.seat
        return [one for one in codes if s.mover != me and self._seen(s, one, me) == code]

    def _let_others_move(self, s: Any) -> None:
        """Other seats take options at random until it is the player's turn, or over."""
        while s.mover not in (-1, self._info.seat):
            codes = self._codes(s)
            self._play(s, codes[below(self._rng[PLAY], len(codes))], self._rng)
