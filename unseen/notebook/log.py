"""The lines of a notebook, kept exactly as they are written, and what they settle.

Lines that can be read settle who plays (`unseen.notebook.setup`) or say where cards are
(`unseen.notebook.facts`): some facts, which stand or fall with their line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from beliefs import Fact
from unseen.notebook.editions import CLASSIC, Edition
from unseen.notebook.errors import LineError, shown
from unseen.notebook.facts import facts
from unseen.notebook.lines import said
from unseen.notebook.sayings import EditionIs, FaceDown, MeIs, PlayersAre, Saying
from unseen.notebook.setup import Setup
from unseen.notebook.tokens import tokens
from unseen.notebook.vocabulary import MINE

SETTLING = EditionIs | PlayersAre | MeIs | FaceDown
"""What lines need before they can be read; where it comes late, they are read then."""


@dataclass(frozen=True)
class Line:
    """A line of a notebook.

    number: from 1. text: exactly as written, without its end, which is `end`. said: what it means;
    None for a comment, a blank line and one that cannot be read, which has an `error`. facts: what
    it says about cards.
    """

    number: int
    text: str
    said: Saying | None = None
    error: LineError | None = None
    facts: tuple[Fact, ...] = ()
    end: str = "\n"


class Log:
    """Lines, and what they settle. It never changes; lines make new ones.

    Parameters
    ----------
    folder: where files of editions lie that lines name; the working folder if not given.
    edition: which cards there are where no line says it.

    >>> log = Log.read("players Ann Bob Cid\\nhello")
    >>> log.sizes, [str(error) for error in log.errors]
    ({'Ann': 6, 'Bob': 6, 'Cid': 6}, ["line 2: 'hello' is no player: Ann, Bob and Cid play"])
    >>> log.added("me Bob").text()
    'players Ann Bob Cid\\nhello\\nme Bob\\n'
    """

    def __init__(self, folder: Path | None = None, edition: Edition = CLASSIC) -> None:
        self._start = self._setup = Setup(Path() if folder is None else folder, edition)
        self._lines: tuple[Line, ...] = ()

    @classmethod
    def read(cls, text: str, folder: Path | None = None, edition: Edition = CLASSIC) -> Self:
        """The log of a whole text. Lines that cannot be read are kept, see `errors`.

        Those that a later line makes readable, as it says who plays, count from then on.
        """
        log = cls(folder, edition)
        lines: list[Line] = []
        for number, written in enumerate(_split(text), 1):
            line, log._setup = _read(number, *written, log._setup)
            lines.append(line)
            if isinstance(line.said, SETTLING):
                log._setup = _reread(lines, log._setup)
        log._lines = tuple(lines)
        return log

    @classmethod
    def of(
        cls, lines: Iterable[str], folder: Path | None = None, edition: Edition = CLASSIC
    ) -> Self:
        """The log of lines without their ends."""
        return cls.read("".join(f"{line}\n" for line in lines), folder, edition)

    def text(self) -> str:
        """All lines, exactly as they were written.

        >>> Log.read("players Ann\\r\\nhello").text()
        'players Ann\\r\\nhello'
        """
        return "".join(line.text + line.end for line in self._lines)

    def added(self, text: str) -> Self:
        """With one line more. What contradicts other lines is kept; see `conflict`.

        Raises LineError, and changes nothing, where the line cannot be read.
        """
        if "\n" in text:
            raise LineError("write one line at a time")
        [(written, end)] = _split(f"{text}\n")
        line, setup = _read(len(self._lines) + 1, written, end, self._setup)
        if line.error is not None:
            raise line.error
        log = type(self)(self._start.folder, self._start.edition)
        lines = [one if one.end else replace(one, end="\n") for one in self._lines] + [line]
        if isinstance(line.said, SETTLING):
            setup = _reread(lines, setup)
        log._lines, log._setup = tuple(lines), setup
        return log

    def without(self, number: int) -> Self:
        """Without line `number`; those behind it move up. Some may then be unreadable: `errors`."""
        if not 1 <= number <= len(self._lines):
            raise LineError(f"there is no line {number}: there are {len(self._lines)}")
        left = (line for line in self._lines if line.number != number)
        text = "".join(line.text + line.end for line in left)
        return type(self).read(text, self._start.folder, self._start.edition)

    def undone(self) -> Self:
        """Without the last line."""
        return self.without(len(self._lines))

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, in order."""
        return self._lines

    @property
    def errors(self) -> tuple[LineError, ...]:
        """What is wrong with lines that cannot be read."""
        return tuple(line.error for line in self._lines if line.error is not None)

    @property
    def ready(self) -> bool:
        """Whether it is known who plays, so that there is something to know about cards."""
        return bool(self.players)

    @property
    def edition(self) -> Edition:
        """Which cards there are."""
        return self._setup.edition

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, clockwise; nobody until a line says it."""
        return self._setup.players

    @property
    def me(self) -> str | None:
        """Whose notebook it is; None for an onlooker's."""
        return self._setup.me

    @property
    def sizes(self) -> Mapping[str, int]:
        """How many cards each player holds."""
        return self._setup.sizes

    @property
    def hand(self) -> tuple[str, ...]:
        """My cards, as far as they are written down."""
        return self._setup.hand

    @property
    def missing(self) -> int:
        """How many cards of mine are not written down; 0 for an onlooker."""
        return 0 if self.me is None else self.sizes[self.me] - len(self.hand)

    @property
    def table(self) -> tuple[str, ...]:
        """Cards that lie open for all."""
        return self._setup.table

    @property
    def side(self) -> int:
        """How many cards lie face down beside the hands."""
        return self._setup.side

    @property
    def places(self) -> tuple[str, ...]:
        """Where cards can be: players, then side and table where there are such, the case file."""
        return self._setup.places

    def card(self, text: str) -> str:
        """The card that a person means. LineError, with the nearest one, where it is none."""
        return self.edition.card(text)

    def player(self, text: str) -> str:
        """The player that a person means. LineError, with the nearest one, where it is none."""
        typed = tokens(text)
        if self.me is not None and len(typed) == 1 and typed[0].key in MINE:
            return self.me
        return self._setup.names.named(text)

    def __repr__(self) -> str:
        last = self._lines[-1].text if self._lines else ""
        return f"<Casebook of {len(self._lines)} lines, the last one {shown(last)}>"


def _split(text: str) -> list[tuple[str, str]]:
    """Lines and their ends."""
    parts = text.split("\n")
    ended = [(part[:-1], "\r\n") if part.endswith("\r") else (part, "\n") for part in parts[:-1]]
    return [*ended, (parts[-1], "")] if parts[-1] else ended


def _reread(lines: list[Line], setup: Setup) -> Setup:
    """Read those that could not be read before; what is settled after them."""
    for i, line in enumerate(lines):
        if line.error is not None:
            lines[i], setup = _read(line.number, line.text, line.end, setup)
    return setup


def _read(number: int, text: str, end: str, setup: Setup) -> tuple[Line, Setup]:
    """A line as it is understood, and what is settled after it."""
    try:
        saying = said(text, setup)
        if saying is not None:
            setup = setup.after(saying, number)
    except LineError as error:
        return Line(number, text, None, LineError(error.reason, number), (), end), setup
    because = f"line {number}"
    return Line(number, text, saying, None, facts(saying, setup.me, because), end), setup
