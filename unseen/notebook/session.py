"""A notebook in use: each line is kept first, and answered at once.

A line is an event of the game or a command. What can be read as an event is one, whatever its
first word, and its answer begins with what it was taken to mean: so no line is taken for another
kind without a word.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from beliefs import Contradiction, TooLarge
from players.person import shortened
from unseen.errors import CallError, NotWritten
from unseen.notebook import page, replies
from unseen.notebook.casebook import Casebook
from unseen.notebook.commands import ALONE, Command, command_of
from unseen.notebook.editions import CLASSIC, Edition
from unseen.notebook.errors import LineError, NotReady
from unseen.notebook.meanings import meaning
from unseen.notebook.mending import (
    Change,
    by_hand,
    refuse_unreadable,
    taken_back,
    taken_out,
)
from unseen.notebook.paper import MOST_BYTES, Paper
from unseen.notebook.sentences import sentence

LONGEST = 1000
"""Characters of a line that is typed, at most."""
HELP = "; help lists what can be typed."
QUOTES = ("'", '"')


class Session:
    """Somebody who types lines, and a paper on which they are kept.

    Parameters
    ----------
    paper: the lines so far; those that are accepted are added.
    console: where answers go.
    typed: shows a prompt and returns what was typed; ``EOFError`` when nothing more will come.
    waiting: whether another line is there already; the next question is not looked for then.
    room: questions are about this room, if one is named.
    seed: of the samples on which questions are compared.
    folder: where the files of editions lie that lines name.
    edition: the cards, where no line says which.
    """

    def __init__(
        self,
        paper: Paper,
        *,
        console: Console,
        typed: Callable[[str], str],
        waiting: Callable[[], bool] = lambda: False,
        room: str | None = None,
        seed: int = 1,
        folder: Path | None = None,
        edition: Edition = CLASSIC,
    ) -> None:
        self.paper = paper
        self._folder, self._edition = folder, edition
        self.book = self._read(paper.lines)
        self._console, self._typed, self._waiting = console, typed, waiting
        self._seed, self.room = seed, room
        self._past: list[list[str]] = []
        """What the paper was before each change."""
        self._warned = False

    def run(self) -> None:
        """Show the page, then answer lines until there are no more."""
        self._welcome()
        try:
            while self._answered():
                self._say("")
        except EOFError:
            if self.lost:
                self._say(f"{self.lost}.")

    def _answered(self) -> bool:
        """Answer one line more; whether to go on. An interrupt loses no lines without a word."""
        try:
            return self.answer(self._typed(f"{len(self.book.lines) + 1}> "))
        except KeyboardInterrupt:
            if not self._stays("interrupt"):
                raise
            return True

    def begin(self, line: str) -> None:
        """Write this line first, without a word; unless a line says something already."""
        if not any(one.said for one in self.book.lines):
            with suppress(LineError):
                self._change([*self.paper.lines, line], self.book.added(line))

    @property
    def lost(self) -> str:
        """What is lost when the session ends now; empty where nothing is."""
        if not self.paper.kept:
            return f"Not all lines are in {self.paper.path}"
        if self.paper.path is None and self._past:
            return "These lines are in no file"
        return ""

    def answer(self, line: str) -> bool:
        """Answer a line; whether to go on."""
        text = line.replace("\t", " ").strip()
        if not text:
            return True
        if not text.isprintable() or len(text) > LONGEST:
            why = "is too long" if text.isprintable() else "holds keys that are no text"
            self._say(f"{shortened(text)} {why}. Nothing changed.")
            return True
        try:
            book = self.book.added(text)
        except LineError as error:
            command = command_of(text)
            if command is not None:
                return self._obey(command)
            told = by_hand(text, self.book, self._read, self._where)
            self._say(f"{sentence(error)} Nothing changed{f'. {told}' if told else HELP}")
            return True
        if len(self.paper.text) + len(text) >= MOST_BYTES:
            self._say("The notebook is full. Nothing changed.")
            return True
        before = self.book
        self._change([*self.paper.lines, text], book)
        said = book.lines[-1].said
        if said is not None:  # no comment
            self._say(meaning(said, book.me, len(book.players)), "bold")
            replies.left_out_now(self._console, before, self.book)
            self._follows(before)
        return True

    def _obey(self, command: Command) -> bool:
        """Do what a command says; whether to go on."""
        name, rest = command
        try:
            if rest and name in ALONE:
                raise LineError(f"{name} stands alone; nothing changed")
            match name:
                case "quit":
                    return self._stays()
                case "show":
                    self._show()
                case "log":
                    replies.log(self._console, self.book)
                case "why":
                    replies.why(self._console, self.book, rest)
                case "ask":
                    replies.ask(self._console, self.book, rest, self.room, self._seed)
                case "what if":
                    replies.suppose(self._console, self.book, rest)
                case "undo":
                    self._undo()
                case "strike":
                    self._strike(rest)
                case "save":
                    self._save(rest)
                case "help":
                    replies.help_(self._console)
        except (LineError, NotReady, CallError) as error:
            self._say(sentence(error))
        except OSError as error:
            self._say(sentence(CallError(f"{rest}: {(error.strerror or str(error)).lower()}")))
        except Contradiction:
            page.show_conflict(self._console, self.book)
            self._contradicts()
        except TooLarge:
            self._say(replies.TOO_LARGE)
        return True

    # ------------------------------------------------------------------------- what was said

    def _welcome(self) -> None:
        if not self.book.ready and not self.book.errors:
            self._say("A new notebook. help lists what can be typed.")
            return
        self._show()

    def _show(self) -> None:
        """The page, and what to do next."""
        try:
            replies.show(self._console, self.book)
            if not self._contradicts():
                self._next()
        except TooLarge:
            self._say(replies.TOO_LARGE)

    def _contradicts(self) -> bool:
        """Whether lines are in conflict; what can be done about it is said."""
        if not self.book.ready or self.book.conflict is None:
            return False
        self._say("Until that is mended, nothing can be said of the cards.")
        self._say("undo takes the last change back, strike N takes line N out.")
        return True

    def _follows(self, before: Casebook) -> None:
        """What the notebook says now and did not before, and what to ask next."""
        try:
            if replies.news(self._console, before, self.book):
                self._next()
            self._contradicts()
        except TooLarge:
            self._say(replies.TOO_LARGE)

    def _next(self) -> None:
        """The question that tells most. It takes longer: what was said before is shown already."""
        book = self.book
        if not book.ready or book.conflict is not None or book.missing or self._waiting():
            return
        try:
            found = replies.asks(book, self.room, self._seed)
        except LineError as error:  # no such room in this edition
            self._say(sentence(error))
            return
        for best in found[:1]:
            self._say(f"ask next: {', '.join(best.cards)} ({best.bits:.3f} bits)")

    # --------------------------------------------------------------------------------- the paper

    def _replace(self, change: Change) -> None:
        """Have other lines, and say what that changes."""
        before = self.book
        self._change(change.lines, self._read(change.lines))
        self._say(change.told, "bold")
        replies.left_out_now(self._console, before, self.book)
        self._follows(before)

    def _undo(self) -> None:
        """Take back the last change, or else the last line that was there from the beginning."""
        past = self._past[:-1]
        self._replace(taken_back(self.book, self._past))
        self._past = past

    def _strike(self, typed: str) -> None:
        """Take a line out, and leave it as a comment."""
        change = taken_out(self.book, typed)
        refuse_unreadable(self.book, self._read(change.lines), self._where)
        self._replace(change)

    @property
    def _where(self) -> str:
        """Where the lines can be mended by hand."""
        return "a file (save FILE)" if self.paper.path is None else self.paper.path.name

    def _read(self, lines: list[str]) -> Casebook:
        return Casebook.of(lines, self._folder, self._edition)

    def _change(self, lines: list[str], book: Casebook) -> None:
        """Have these lines, and write them down."""
        self._past.append(self.paper.lines)
        self.book, self._warned = book, False
        self._keep(lines)

    def _keep(self, lines: list[str]) -> None:
        try:
            self.paper.change(lines)
        except NotWritten as error:
            self._say(f"Not saved: {error}. save OTHER keeps these lines in another file.")

    def _save(self, name: str) -> None:
        """Say where the lines are kept, or keep them somewhere else from now on."""
        if len(name) > 1 and name[0] == name[-1] and name[0] in QUOTES:
            name = name[1:-1]
        path = Path(os.path.expanduser(name))
        if name and (self.paper.path is None or path.resolve() != self.paper.path.resolve()):
            there = Casebook.of(self.paper.lines, path.parent, self._edition)
            if len(there.errors) > len(self.book.errors):  # its edition lies here
                raise LineError(f"kept there, {there.errors[0]}; nothing changed")
            self.paper.move(path)
            self._folder = path.parent
            self._warned = False
        elif self.paper.path is None:
            raise LineError("these lines are in no file yet: save FILE")
        else:
            self._keep(self.paper.lines)
        if self.paper.kept:
            self._say(f"Every line is in {self.paper.path}, and new ones will be.")

    def _stays(self, leaving: str = "quit") -> bool:
        """Whether to stay after all: about lines that would be lost it asks once."""
        if not self.lost or self._warned:
            return False
        self._warned = True
        again = "quit once more" if leaving == "quit" else "another interrupt"
        self._say(f"{self.lost}: save FILE keeps them, {again} leaves.")
        return True

    def _say(self, text: str, style: str = "") -> None:
        page.say(self._console, text, style)
