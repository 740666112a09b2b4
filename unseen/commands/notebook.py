"""``unseen notebook``: a detective's notebook for people at a real table."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from unseen import options
from unseen.cli import FAILED
from unseen.errors import CallError, NoAnswer
from unseen.files import STANDARD_INPUT, called
from unseen.progress import compiling_announced
from unseen.report import STANDARD_OUTPUT, Report
from unseen.typed import typed_line

if TYPE_CHECKING:
    from unseen.notebook.casebook import Ask, Casebook
    from unseen.notebook.editions import Edition
    from unseen.notebook.paper import Paper

GAMES = ("clue",)
"""Games of which notebooks can be kept."""
SECONDS = 30.0
"""How long reasons are looked for, at most, for a page and for a report."""


def notebook(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game at the table: clue.")
    ] = None,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="What happened, one event a line; - reads it."),
    ] = None,
    interactive: Annotated[
        bool,
        typer.Option("--interactive", "-i", help="Answer line by line, without a terminal too."),
    ] = False,
    once: Annotated[
        bool, typer.Option("--once", help="Show the page and leave, at a terminal too.")
    ] = False,
    room: Annotated[
        str | None, typer.Option(metavar="ROOM", help="Rank only questions about this room.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option(metavar="FILE", help="The cards, where no line says which.")
    ] = None,
    seed: options.Seed = 1,
    json: options.Json = None,
) -> None:
    """Keep a notebook: who can hold what, what is certain and why, what to ask next.

    At a terminal each line is answered as it is typed, and kept in the file at once; else the page
    is shown. There, help lists what can be typed.
    """
    if game is None or game.lower() not in GAMES:
        what = "name a game" if game is None else f"there is no notebook for {game!r}"
        raise CallError(f"{what}: notebooks are kept of {', '.join(GAMES)}")
    if seed < 0:
        raise CallError(f"--seed cannot be {seed}: 0 or more")
    if interactive and once:
        raise CallError("--interactive and --once are opposites: give one of them")
    if interactive and file == STANDARD_INPUT:
        raise CallError("--interactive reads the lines from standard input: FILE is to keep them")
    typing = interactive or not (once or json or file == STANDARD_INPUT or not _at_terminal())
    if file is None and not typing:
        raise CallError("name a notebook file, or - for standard input; --interactive reads lines")
    if json and file and json != STANDARD_OUTPUT and Path(json).resolve() == Path(file).resolve():
        raise CallError(f"--json {json} is the notebook itself: name another file")
    from beliefs import TooLarge
    from unseen.notebook.casebook import Casebook
    from unseen.notebook.paper import Paper

    paper = Paper() if file is None else Paper.read(file, new=typing)
    report = Report(
        "notebook",
        json,
        seed,
        {"game": game.lower(), "file": file, "room": room, "edition": edition},
    )
    cards = _edition(edition)
    folder = Path() if paper.path is None else paper.path.parent
    name = called(str(file))
    book = Casebook.of(paper.lines, folder, cards)
    if edition is not None and book.edition != cards:
        raise CallError(f"--edition {edition}: {name} names other cards itself, leave it out")
    with compiling_announced(Console(stderr=True)):
        if typing:
            _session(report, paper, folder, cards, room, seed, edition)
        else:
            try:
                _page(report, book, room, seed, name)
            except TooLarge:
                raise NoAnswer(
                    f"{name}: so much is open that what follows would take too long to compute"
                ) from None


def _at_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _page(report: Report, book: Casebook, room: str | None, seed: int, name: str) -> None:
    """Show the page; a notebook that cannot be read, or contradicts itself, is an error."""
    from unseen.notebook import page, replies
    from unseen.notebook.errors import WHO_PLAYS

    if book.errors:
        more = f"; {len(book.errors) - 1} more cannot be read" if len(book.errors) > 1 else ""
        raise CallError(f"{name}: {book.errors[0]}{more}")
    if not book.ready:
        raise CallError(f"{name}: {WHO_PLAYS}")
    room = _room(book, room)
    replies.show(report.console, book, SECONDS)
    if book.conflict is not None:
        _write(report, book, ())
        raise NoAnswer(f"{name} contradicts itself")
    asks = replies.asks(book, room, seed)
    page.show_questions(report.console, book, asks, room)
    _write(report, book, asks)


def _room(book: Casebook, room: str | None) -> str | None:
    """The room that is meant."""
    from unseen.notebook.errors import LineError

    try:
        return None if room is None else book.room(room)
    except LineError as error:
        raise CallError(f"--room: {error}") from None


def _edition(file: str | None) -> Edition:
    """The edition that the file describes; without one, the classic one."""
    from unseen.notebook.editions import CLASSIC, Edition
    from unseen.notebook.errors import LineError

    try:
        return CLASSIC if file is None else Edition.load(Path(file))
    except LineError as error:
        raise CallError(f"--edition: {error}") from None


def _session(
    report: Report,
    paper: Paper,
    folder: Path,
    cards: Edition,
    room: str | None,
    seed: int,
    edition: str | None,
) -> None:
    """Answer lines until there are no more; what is wrong at the end is the exit status."""
    from beliefs import TooLarge
    from unseen.notebook import replies
    from unseen.notebook.errors import WHO_PLAYS
    from unseen.notebook.session import LONGEST, Session

    terminal = _at_terminal()
    session = Session(
        paper,
        console=report.console,
        typed=typed_line if terminal else _echoed(report.console, LONGEST),
        waiting=_line_waiting if terminal else lambda: False,
        room=room,
        seed=seed,
        folder=folder,
        edition=cards,
    )
    if edition is not None:  # from now on the notebook says it itself
        session.begin(f"edition {os.path.relpath(edition, folder)}")
    session.run()
    book = session.book
    try:
        wrong = book.ready and book.conflict is not None
        if report.target is not None:
            if not book.ready:
                raise NoAnswer(f"nothing to report: {WHO_PLAYS}")
            _write(report, book, () if wrong else replies.asks(book, session.room, seed))
    except TooLarge:
        if report.target is not None:
            raise NoAnswer("nothing to report: what follows would take too long") from None
        wrong = False
    if wrong or not paper.kept:
        raise typer.Exit(FAILED)


def _write(report: Report, book: Casebook, asks: tuple[Ask, ...]) -> None:
    """Write the object for machines, where one is asked for."""
    from unseen.notebook.result import result

    if report.target is not None:
        known = book.conflict is None
        reasons = book.reasons(book.certain, SECONDS) if known else {}
        report.write(**result(book, reasons, asks))


def _echoed(console: Console, most: int) -> Callable[[str], str]:
    """Lines from standard input, shown behind their prompts as a terminal would show them."""
    from players.person import shortened

    def typed(prompt: str) -> str:
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        text = line.rstrip("\n")
        plain = len(text) <= most and text.isprintable()
        console.print(Text(prompt + (text if plain else shortened(text[:most]))))
        return text

    return typed


def _line_waiting() -> bool:
    """Whether a line was typed while the one before it was answered."""
    try:
        return bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):  # no such thing on this system
        return False
