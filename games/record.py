"""Records: a game on paper, to be saved, loaded, replayed and continued.

A record is a small JSON file: the game, its parameters, the seed, perhaps an arranged start, and
the decisions in order. With the seed it says everything, so it is for analysis, not for players.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compiled.files import write_whole
from games.arrange import arranged_again
from games.state import IllegalOption, State

FORMAT = 1


class UnreadableRecord(ValueError):
    """A file that is no record of a game, or whose moves its rules do not allow."""


@dataclass(frozen=True)
class Record:
    """A game so far.

    Attributes:
        game: its name.
        seats: how many players.
        seed: the seed of its deals and chances.
        rules: parameter to value.
        moves: the decisions in order, as (seat, option code).
        arrangement: the start position, where it was not dealt.
    """

    game: str
    seats: int
    seed: int
    rules: dict[str, int]
    moves: tuple[tuple[int, int], ...]
    arrangement: dict[str, Any] | None = None

    @classmethod
    def of(cls, state: State) -> Record:
        """The record of a game in progress."""
        rules = {f.name: int(getattr(state.rules, f.name)) for f in dataclasses.fields(state.rules)}
        return cls(
            state.game.name,
            state.seats,
            state.seed,
            rules,
            tuple(state.history),
            state.arrangement,
        )

    def start(self) -> State:
        """The state before the first decision.

        Raises:
            UnknownGame: the game is not installed.
            UnreadableRecord: the game has no such parameters, seats or start position.
        """
        from games.registry import load

        game = load(self.game)
        rules = game.rules_of()
        names = [field.name for field in dataclasses.fields(rules)]
        if sorted(self.rules) != sorted(names):
            raise UnreadableRecord(f"the record's parameters are not those of {game.title}")
        try:
            values = {name: type(getattr(rules, name))(self.rules[name]) for name in names}
            rules = type(rules)(**values)
            if self.arrangement is None:
                return State.begin(game, self.seats, self.seed, rules)
            return arranged_again(game, self.arrangement, self.seats, self.seed, rules)
        except (ValueError, TypeError, KeyError) as error:
            raise UnreadableRecord(f"the record's start is impossible: {error}") from None

    def replay(self, *, moves: int | None = None) -> State:
        """The state after all decisions, or after so many of them.

        Raises:
            UnreadableRecord: a decision that the rules do not allow, with its number.
        """
        state = self.start()
        self.replay_on(state, state.play, moves=moves)
        return state

    def replay_on(
        self, state: State, play: Callable[[int], object], *, moves: int | None = None
    ) -> None:
        """Make the decisions, or so many of them, by calling ``play``; ``state`` is played on.

        Raises:
            UnreadableRecord: a decision that the rules do not allow, with its number.
        """
        for number, (seat, code) in enumerate(self.moves[:moves], 1):
            try:
                if seat != state.mover:
                    raise IllegalOption(f"seat {state.mover} has to decide, not seat {seat}")
                play(code)
            except IllegalOption as error:
                raise UnreadableRecord(f"move {number}: {error}") from None

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all.

        Raises:
            OSError: it cannot be written, or what stands there is no file (:mod:`compiled.files`).
        """
        write_whole(
            path, json.dumps({"format": FORMAT, **dataclasses.asdict(self)}, indent=1) + "\n"
        )

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file.

        Raises:
            UnreadableRecord: it is no record.
            OSError: it cannot be read.
        """
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
            if data.pop("format") != FORMAT:
                raise ValueError("of another format")
            data["moves"] = tuple((int(seat), int(code)) for seat, code in data["moves"])
            record = cls(**data)
            kinds = (("game", str), ("seats", int), ("seed", int), ("rules", dict))
            for name, kind in kinds:
                if type(getattr(record, name)) is not kind:
                    raise ValueError(f"its {name} is {getattr(record, name)!r}")
            if record.seed < 0:
                raise ValueError(f"its seed is {record.seed}")
            return record
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise UnreadableRecord(f"{path} is no record of a game: {error}") from None
