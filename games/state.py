"""A state for people: the record of a game with its rules, its chances and its history.

Search works on bare records with compiled functions. This is the object that a person, a match or a
notebook holds: it says whose decision it is and what the options are, plays them, and tells what
happened. Its moves are played as plain Python, so that every event is recorded as it happens; where
nobody is to be told, compiled.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from compiled import bind, rows
from games.kit.events import Conclusion, Event, Recorder
from games.kit.fields import plain_number, write_rules
from games.untold import untold
from games.view import View, masked

if TYPE_CHECKING:
    from games.game import Game
    from games.record import Record


@dataclass(frozen=True)
class Option:
    """One option of the mover: its code for machines, its words for people."""

    code: int
    words: str

    def __str__(self) -> str:
        return self.words


class IllegalOption(ValueError):
    """An option that is not among those of the mover at this decision."""


_recorder = Recorder()


@cache
def _watched(game: Game) -> tuple[Any, Any]:
    """The game's setup and play as plain Python, recording events."""
    return (
        bind(game.rules.setup, game, compiled=False, happened=_recorder),
        bind(game.rules.play, game, compiled=False, happened=_recorder),
    )


@cache
def _compiled(game: Game) -> tuple[Any, Any]:
    return bind(game.rules.legal, game), bind(game.rules.returns, game)


class State:
    """A game in progress.

    Made by :meth:`games.Game.new` or :meth:`games.Game.arrange`.

    >>> import games
    >>> state = games.load("schnapsen").new(seed=7)
    >>> state.over, state.decision
    (False, 'lead')
    """

    def __init__(
        self,
        game: Game,
        states: NDArray[Any],
        rng: NDArray[np.int64],
        *,
        seed: int,
        rules: Any,
        arrangement: dict[str, Any] | None = None,
        facts: tuple[Conclusion, ...] = (),
    ) -> None:
        self.game = game
        self.seed = seed
        self.rules = rules
        self.arrangement = arrangement
        self.facts = facts
        """What seats know beside the cards they see, where the position was arranged."""
        self.history: list[tuple[int, int]] = []
        """The decisions made so far: (seat, option code)."""
        self.events: list[Event] = []
        """What happened in the last move, or in the setup."""
        self._states = states
        self._rng = rng

    @classmethod
    def begin(
        cls, game: Game, players: int | None, seed: int, rules: Any, *, told: bool = True
    ) -> State:
        """A new game, dealt (see :meth:`games.Game.new`); not ``told`` as :meth:`play`."""
        states = blank(game, players, rules)
        state = cls(game, states, rows(checked_seed(seed)), seed=seed, rules=rules)
        if not told:
            untold(game)[0](state._states, state._rng, np.empty(game.option_codes, np.int64))
            return state
        _recorder.take()
        _watched(game)[0](state._states[0], state._rng)
        state.events = _recorder.take()
        return state

    @property
    def record_array(self) -> NDArray[Any]:
        """The true state as an array of one record: for rules, never for players."""
        return self._states

    @property
    def chances(self) -> NDArray[np.int64]:
        """The generator rows of its deals and chances, int64[3, 4]: never for players."""
        return self._rng

    @property
    def seats(self) -> int:
        """How many players there are."""
        return int(self._states[0].seats)

    @property
    def mover(self) -> int:
        """Whose decision it is; -1 when the game is over."""
        return int(self._states[0].mover)

    @property
    def decision(self) -> str:
        """The name of the decision place."""
        return self.game.decision_name(int(self._states[0].decision))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.mover < 0

    @property
    def codes(self) -> tuple[int, ...]:
        """The codes of the mover's options."""
        if self.over:
            return ()
        out = np.empty(self.game.option_codes, np.int64)
        n = _compiled(self.game)[0](self._states[0], out)
        return tuple(int(code) for code in out[:n])

    def options(self) -> list[Option]:
        """The mover's options, with words; none when the game is over."""
        state = self._states[0]
        return [Option(code, self.game.words.option(state, code)) for code in self.codes]

    @property
    def returns(self) -> tuple[float, ...]:
        """Each seat's result.

        Raises:
            ValueError: the game is not over.
        """
        if not self.over:
            raise ValueError(f"the game is not over: seat {self.mover} has to decide")
        out = np.zeros(self.game.players[1])
        _compiled(self.game)[1](self._states[0], out)
        return tuple(float(x) for x in out[: self.seats])

    def play(self, option: Option | int | str, *, told: bool = True) -> list[Event]:
        """Play an option of the mover: an :class:`Option`, its code, or words for it.

        Args:
            told: whether it is told what happens; if not, the rules run compiled, many times as
                fast, and ``events`` is empty.

        Returns:
            what happened, in order.

        Raises:
            IllegalOption: it is none of the mover's options; the state is unchanged.
        """
        code = self.code_of(option)
        self.history.append((self.mover, code))
        if not told:
            out = np.empty(self.game.option_codes, np.int64)
            untold(self.game)[1](self._states, code, self._rng, out)
            self.events = []
            return self.events
        _recorder.take()
        _watched(self.game)[1](self._states[0], code, self._rng)
        self.events = _recorder.take()
        return self.events

    def code_of(self, option: Option | int | str) -> int:
        """The code of one of the mover's options, however it is given.

        Raises:
            IllegalOption: it is none of them.
        """
        if self.over:
            raise IllegalOption("the game is over: there is nothing to play")
        codes = self.codes
        if isinstance(option, str):
            try:
                return self.game.words.parse(self._states[0], option, codes)
            except ValueError as error:
                raise IllegalOption(str(error)) from None
        code = plain_number(option.code if isinstance(option, Option) else option)
        if code is None or code not in codes:
            names = ", ".join(str(each) for each in self.options())
            raise IllegalOption(f"{option!r} is no option of seat {self.mover}: {names}")
        return code

    def view(self, seat: int) -> View:
        """The state as a seat may know it.

        Raises:
            ValueError: there is no such seat.
        """
        me = plain_number(seat)
        if me is None or not 0 <= me < self.seats:
            raise ValueError(f"there is no seat {seat!r}: 0 to {self.seats - 1}")
        hidden = masked(self.game, self._states, me)
        return View(self.game, me, hidden[0], self.codes if me == self.mover else ())

    def copy(self) -> State:
        """An independent copy, which will meet the same chances."""
        twin = State(
            self.game,
            self._states.copy(),
            self._rng.copy(),
            seed=self.seed,
            rules=self.rules,
            arrangement=self.arrangement,
            facts=self.facts,
        )
        twin.history = list(self.history)
        twin.events = list(self.events)
        return twin

    def record(self) -> Record:
        """The game so far, to be saved, loaded and continued."""
        from games.record import Record

        return Record.of(self)

    def __repr__(self) -> str:
        whose = "over" if self.over else f"seat {self.mover} to {self.decision}"
        return f"<{self.game.title}, seed {self.seed}, move {len(self.history)}: {whose}>"


def blank(game: Game, players: int | None, rules: Any) -> NDArray[Any]:
    """An array of one record with the rules and the number of seats set, all else zero.

    Raises:
        ValueError: the game, or the game by these rules, is not for so many players.
    """
    least, most = game.players
    seats = least if players is None else players
    if type(seats) is not int or not least <= seats <= most:
        span = str(least) if least == most else f"{least} to {most}"
        raise ValueError(f"{game.title} is for {span} players, not {seats!r}")
    if hasattr(rules, "check_players"):
        rules.check_players(seats)
    states = np.zeros(1, game.dtype)
    state: Any = states[0]
    state.seats = seats
    write_rules(state, rules)
    return states


def checked_seed(seed: object) -> int:
    """A seed, if it is one.

    Raises:
        ValueError: it is none.
    """
    if type(seed) is not int or seed < 0:
        raise ValueError(f"a seed is a whole number, not negative: {seed!r}")
    return seed


def nearest(text: str, names: Sequence[str]) -> str:
    """A hint for a word that is not among ``names``: the nearest one, or all of them."""
    close = difflib.get_close_matches(str(text), names, 1)
    return f"did you mean {close[0]}?" if close else f"one of {', '.join(names)}"
