"""How the lines of a notebook are changed: taken back, taken out, and what must be done by hand.

All of it is about lines alone: nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from players.person import shortened
from unseen.notebook.errors import LineError
from unseen.notebook.log import Log
from unseen.notebook.sayings import (
    EditionIs,
    Event,
    FaceDown,
    FaceUp,
    MeIs,
    PlayersAre,
    Sizes,
)
from unseen.notebook.sentences import as_shown, numbered

STRUCK = "# struck: "
"""What a line that is taken out begins with; it stays, so that no other changes its number."""
SETTLED = EditionIs | PlayersAre | MeIs | Sizes | FaceDown | FaceUp
"""What is settled before the first event, and cannot be said again."""


class Change(NamedTuple):
    """The lines after a change, and what to say of it."""

    lines: list[str]
    told: str


def taken_back(log: Log, past: Sequence[list[str]]) -> Change:
    """The lines before the last change, or else without the last line that says something.

    They stand as they did, whether they can be read or not. LineError where there is nothing.
    """
    lines = [line.text for line in log.lines]
    if past:
        old = past[-1]
    else:
        said = [line.number for line in log.lines if line.said or line.error]
        if not said:
            raise LineError("there is nothing to take back")
        old = lines[: said[-1] - 1] + lines[said[-1] :]
    at = next((i for i, (a, b) in enumerate(zip(old, lines, strict=False)) if a != b), len(old))
    if len(old) < len(lines):
        return Change(old, f"taken back: line {at + 1}, {as_shown(lines[at])}")
    return Change(old, f"in again: line {at + 1}, {as_shown(old[at])}")


def taken_out(log: Log, typed: str) -> Change:
    """The lines where one of them is a comment. LineError where it is none that says something."""
    if not typed.isdecimal() or not 1 <= int(typed[:9]) <= len(log.lines):
        told = f"{shortened(typed)} is no line" if typed else "say which line"
        raise LineError(f"{told}: strike N, log shows the numbers")
    number = int(typed)
    line = log.lines[number - 1]
    if line.said is None and line.error is None:
        raise LineError(f"line {number} says nothing that could be taken out")
    lines, struck = [one.text for one in log.lines], line.text.strip()
    lines[number - 1] = STRUCK + struck
    return Change(lines, f"taken out: line {number}, {as_shown(struck)}")


def refuse_unreadable(before: Log, after: Log, file: str) -> None:
    """LineError, with what can be done, where a change leaves lines that cannot be read any more.

    file: what the lines are called that would be mended by hand.
    """
    known = {error.number for error in before.errors}
    new = [error for error in after.errors if error.number not in known]
    if new:
        raise LineError(
            f"then {new[0]}; nothing changed. To have another line there, quit, write it into "
            f"{file} in the place of the old one, and begin again"
        )


def place_for(text: str, log: Log, read: Callable[[list[str]], Log]) -> int | None:
    """Where a line that is refused here could stand: before the line with this number.

    Of lines that settle something, among those up to the first event; None if nowhere.
    """
    lines = [line.text for line in log.lines]
    event = (line.number for line in log.lines if isinstance(line.said, Event))
    for before in range(next(event, len(lines)), 0, -1):
        tried = read([*lines[: before - 1], text, *lines[before - 1 :]])
        if isinstance(tried.lines[before - 1].said, SETTLED) and len(tried.errors) <= len(
            log.errors
        ):
            return before
    return None


def instead_of(text: str, log: Log, read: Callable[[list[str]], Log]) -> int | None:
    """Which line a line that is refused could replace, as it settles the same; None if none."""
    lines = [line.text for line in log.lines]
    for line in log.lines:
        if isinstance(line.said, SETTLED):
            tried = read([*lines[: line.number - 1], text, *lines[line.number :]])
            same = type(tried.lines[line.number - 1].said) is type(line.said)
            if same and len(tried.errors) <= len(log.errors):
                return line.number
    return None


def by_hand(text: str, log: Log, read: Callable[[list[str]], Log], file: str) -> str:
    """What to do about a line that is refused though it could stand elsewhere; empty if it cannot.

    >>> log = Log.of(["players Ann Bob Cid", "Bob has Rope"])
    >>> by_hand("cards Ann 5 Bob 6 Cid 7", log, Log.of, "game.clue")
    'To say it after all, quit, write it into game.clue before line 2, and begin again.'
    >>> by_hand("players Ann Bob Dan", log, Log.of, "game.clue")
    'To say it after all, quit, write it into game.clue instead of line 1, and begin again.'
    """
    if (number := instead_of(text, log, read)) is not None:
        where = f"instead of line {number}"
    elif (number := place_for(text, log, read)) is not None:
        where = f"before line {number}"
    else:
        return ""
    return f"To say it after all, quit, write it into {file} {where}, and begin again."


def read_now(before: Log, after: Log) -> str:
    """Which lines that were left out can be read now; empty where none is."""
    lines = [e.number for e in before.errors if e.number is not None]
    lines = [n for n in lines if n <= len(after.lines) and after.lines[n - 1].said is not None]
    return f"{numbered(lines)} can be read now" if lines else ""
