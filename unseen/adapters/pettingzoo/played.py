"""A game in play behind an environment: quickly, or with everybody's knowledge kept.

Both play the same game to the last bit: the same seed and the same options give the same records.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import bind, rows
from determinize import InformationSet, Watch
from games.game import Game
from games.record import Record
from games.state import State, blank, checked_seed
from games.untold import untold
from games.view import View


class Played:
    """A game played by compiled rules: nobody listens to what happens.

    Attributes:
        states: the true state, an array of one record.
        codes: the codes of the mover's options; none when the game is over.
    """

    def __init__(self, game: Game, players: int, rules: Any, seed: int) -> None:
        self.game, self.players, self.rules = game, players, rules
        self.seed = checked_seed(seed)
        self._out = np.empty(game.option_codes, np.int64)
        self._history: list[tuple[int, int]] = []
        self._look(self._begin())

    @property
    def mover(self) -> int:
        """Whose decision it is; -1 when the game is over."""
        return self._mover

    def play(self, code: int) -> None:
        """Play one of ``codes``."""
        self._history.append((self._mover, code))
        self._look(self._play(code))

    def returns(self) -> list[float]:
        """Each seat's result, when the game is over."""
        return list(self._state().returns)

    def view(self, seat: int) -> View:
        """The table as a seat sees it."""
        return self._state().view(seat)

    def record(self) -> Record:
        """The game so far, to be saved, replayed and continued."""
        state = self._state()
        state.history = list(self._history)
        return Record.of(state)

    def information(self, seat: int) -> InformationSet:
        """Everything that a seat may know; here nobody has kept it."""
        raise NotImplementedError("a game played without a watch keeps no knowledge: use Watched")

    def _state(self) -> State:
        """The true state as the library has it; its generator has drawn nothing yet."""
        return State(self.game, self.states, rows(self.seed), seed=self.seed, rules=self.rules)

    def _begin(self) -> int:
        self.states: NDArray[Any] = blank(self.game, self.players, self.rules)
        self._rng = rows(self.seed)
        return int(untold(self.game)[0](self.states, self._rng, self._out))

    def _play(self, code: int) -> int:
        return int(untold(self.game)[1](self.states, code, self._rng, self._out))

    def _look(self, options: int) -> None:
        self._mover = int(self.states["mover"][0])
        self.codes: NDArray[np.int64] = self._out[:options]


class Watched(Played):
    """A game whose every event is told to the ledgers of those who saw it."""

    def information(self, seat: int) -> InformationSet:
        """Everything that a seat may know now."""
        return self._watch.information(seat)

    def _begin(self) -> int:
        state = State.begin(self.game, self.players, self.seed, self.rules)
        self._watch = Watch(state)
        self.states = state.record_array
        self._legal: Any = bind(self.game.rules.legal, self.game)
        return self._options()

    def _play(self, code: int) -> int:
        self._watch.play(code)
        return self._options()

    def _options(self) -> int:
        return int(self._legal(self.states[0], self._out))
