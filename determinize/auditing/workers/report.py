"""What a worker is about to do, written where it outlives the worker.

A process that dies says no last word, so it writes down beforehand what it does: into a file that
is mapped into memory, which costs no more than an assignment and which another process can read,
whatever became of the writer.
"""

from __future__ import annotations

import mmap
import pickle
import struct
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from determinize.auditing.auditable import Auditable
from determinize.auditing.evidence import Position
from determinize.auditing.positions import said

_SIZE = 1 << 20
_COUNTER, _SLOT, _USED = 0, 8, 16
_STEPS, _STEP = 64, 2048
_LOG = _STEPS + 2 * _STEP
_NUMBER = struct.Struct("<Q")
_LENGTH = struct.Struct("<I")


@dataclass(frozen=True)
class Trace:
    """What a worker wrote last.

    Attributes:
        position: the one examined; or the game that was being played, seen by seat -1; None before
            there was any.
        words: its moves, as people say them.
        placed: whether the position was found, and was being examined.
        check, step: what was about to be done; empty before anything was.
    """

    position: Position | None
    words: tuple[str, ...]
    placed: bool
    check: str
    step: str


class Report:
    """A worker's file: it writes, and its parent reads.

    Args:
        path: of the file, which is made where there is none.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_SIZE))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _SIZE)

    def close(self) -> None:
        """Let go of the file."""
        self._memory.close()

    @property
    def ticks(self) -> int:
        """How often something was written: it grows as long as the worker gets on."""
        return int(_NUMBER.unpack_from(self._memory, _COUNTER)[0])

    def begin(self) -> None:
        """A new job: nothing of the last one is left."""
        _NUMBER.pack_into(self._memory, _USED, 0)
        self.told("", "")

    def told(self, check: str, step: str) -> None:
        """A check is about to do something."""
        # Written beside the last one, then pointed at: half a step is never read.
        slot = 1 - self._memory[_SLOT]
        start = _STEPS + slot * _STEP
        text = f"{check}\n{step}".encode()[: _STEP - _LENGTH.size]
        _LENGTH.pack_into(self._memory, start, len(text))
        self._memory[start + _LENGTH.size : start + _LENGTH.size + len(text)] = text
        self._memory[_SLOT] = slot
        self._tick()

    def log(self, kind: str, value: object) -> None:
        """One more line of the job's log; what does not fit is left out."""
        try:
            line = pickle.dumps((kind, value))
        except Exception:  # an engine's own object: its text must do
            line = pickle.dumps((kind, str(value)))
        used = int(_NUMBER.unpack_from(self._memory, _USED)[0])
        start = _LOG + used
        if start + _LENGTH.size + len(line) <= _SIZE:
            _LENGTH.pack_into(self._memory, start, len(line))
            self._memory[start + _LENGTH.size : start + _LENGTH.size + len(line)] = line
            _NUMBER.pack_into(self._memory, _USED, used + _LENGTH.size + len(line))
        self._tick()

    def read(self) -> Trace:
        """What was written last."""
        start = _STEPS + self._memory[_SLOT] * _STEP
        [length] = _LENGTH.unpack_from(self._memory, start)
        text = self._memory[start + _LENGTH.size : start + _LENGTH.size + length]
        check, _, step = text.decode(errors="replace").partition("\n")
        seed: int | None = None
        moves: list[Hashable] = []
        position: Position | None = None
        words: tuple[str, ...] | None = None
        for kind, value in self._lines():
            if kind == "new":
                seed, moves = value, []
            elif kind == "play":
                moves.append(value)
            elif kind == "placed":
                position = value
            elif kind == "words":
                words = value
        placed = position is not None
        if position is None and seed is not None:
            position = Position(seed=seed, seat=-1, moves=tuple(moves))
        if words is None:
            words = tuple(str(move) for move in position.moves) if position else ()
        return Trace(position, words, placed, check, step)

    def _lines(self) -> list[tuple[str, Any]]:
        lines = []
        at, end = _LOG, _LOG + int(_NUMBER.unpack_from(self._memory, _USED)[0])
        while at < end:
            [length] = _LENGTH.unpack_from(self._memory, at)
            at += _LENGTH.size
            lines.append(pickle.loads(self._memory[at : at + length]))
            at += length
        return lines

    def _tick(self) -> None:
        _NUMBER.pack_into(self._memory, _COUNTER, self.ticks + 1)


class Followed:
    """A target whose games are written down move by move, until their position is found.

    In all else it is the target, its class included.
    """

    def __init__(self, target: Auditable, report: Report) -> None:
        self._target = target
        self._report = report
        self._following = True

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self._target)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._target, name)

    def new(self, seed: int) -> Any:
        """The target's new game."""
        if self._following:
            self._report.log("new", seed)
        return self._target.new(seed)

    def play(self, state: Any, option: Any) -> Any:
        """The target's state after an option."""
        if self._following:
            self._report.log("play", option)
        return self._target.play(state, option)

    def placed(self, position: Position) -> None:
        """The position is found: it is written down, and nothing that is played after it."""
        self._following = False
        self._report.log("placed", position)
        self._report.log("words", said(self._target, position))
