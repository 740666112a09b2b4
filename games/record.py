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
from games.kit.fields import changed_rules
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
            rules = changed_rules(rules, self.rules)
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
            text = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise UnreadableRecord(f"{path} is no record of a game: it is no text") from None
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise UnreadableRecord(f"{path} is no record of a game: it is no JSON") from None
        if wrong := _wrong_shape(data):
            raise UnreadableRecord(f"{path} is no record of a game: {wrong}")
        moves = tuple((seat, code) for seat, code in data["moves"])
        return cls(**{name: data[name] for name in data if name != "format"} | {"moves": moves})


def _wrong_shape(data: Any) -> str | None:
    """What keeps data from being a record."""
    if not isinstance(data, dict):
        return "a record is a table of names and values"
    if data.get("format") != FORMAT or isinstance(data["format"], bool):
        return f"its format is not {FORMAT}"
    kinds: dict[str, tuple[Callable[[Any], bool], str]] = {
        "game": (lambda value: isinstance(value, str), "a name"),
        "seats": (_is_count, "a whole number"),
        "seed": (_is_count, "a whole number, not negative"),
        "rules": (lambda value: _is_table(value, _is_number), "a whole number for each parameter"),
        "moves": (lambda value: _is_list(value, _is_move), "pairs of a seat and an option's code"),
        "arrangement": (lambda value: value is None or not _wrong_arrangement(value), "a position"),
    }
    for name in data:
        if name not in kinds and name != "format":
            return f"it has {name!r}, which no record has"
    for name, (fits, what) in kinds.items():
        if name not in data and name != "arrangement":
            return f"it has no {name}"
        if not fits(data.get(name)):
            return f"its {name} must be {what}"
    return None


def _wrong_arrangement(value: Any) -> bool:
    """Whether an arranged start has other parts than :mod:`games.arrange` gives it."""
    if not isinstance(value, dict) or sorted(value) != ["cards", "facts", "fields", "known"]:
        return True
    return not (
        _is_table(value["cards"], lambda faces: _is_list(faces, _is_text))
        and _is_table(value["known"], lambda seats: _is_list(seats, _is_count))
        and _is_table(value["fields"], _is_numbers)
        and _is_list(value["facts"], _is_fact)
    )


def _is_fact(value: Any) -> bool:
    if isinstance(value, dict) and sorted(value) == ["audience", "because", "cases"]:
        return (
            _is_said(value)
            and isinstance(value["cases"], list)
            and all(_is_list(case, _is_deduction) for case in value["cases"])
        )
    return _is_deduction(value)


def _is_deduction(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and sorted(value) == ["audience", "because", "hi", "lo", "weights", "zones"]
        and _is_said(value)
        and _is_list(value["zones"], _is_text)
        and _is_table(value["weights"], _is_number)
        and all(_is_number(value[name]) for name in ("lo", "hi"))
    )


def _is_said(value: Any) -> bool:
    told = value["because"] is None or _is_text(value["because"])
    return told and _is_number(value["audience"])


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_numbers(value: Any) -> bool:
    """A field's value: a number or lists of them, as deep as any array."""
    for _ in range(32):
        if not isinstance(value, list):
            return isinstance(value, (int, float))
        if any(isinstance(one, list) != isinstance(value[0], list) for one in value):
            return False
        if not value or not isinstance(value[0], list):
            return all(isinstance(one, (int, float)) for one in value)
        value = [one for inner in value for one in inner]
    return False


def _is_move(value: Any) -> bool:
    return _is_list(value, _is_number) and len(value) == 2


def _is_list(value: Any, each: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(each, value))


def _is_table(value: Any, each: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(map(each, value.values()))
