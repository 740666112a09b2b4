"""A person as a player: text in, text out.

How a line is asked for and where text goes is handed in, so that a person sits at a terminal, at a
notebook or in a test alike.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from determinize import InformationSet
from players.player import Decision

LEAVE = ("q", "quit", "exit", "leave", "resign")

LONGEST = 100
"""Nobody needs more characters than this to name an option."""

SHOWN = 60
"""So many characters of a line that cannot be understood are repeated."""


class Left(Exception):
    """The person left the game."""


class Person:
    """Asks somebody for each decision.

    Args:
        ask: shows a prompt and returns what was typed; ``EOFError`` when nothing more will come.
        say: shows a text.
        panel: shows what can be known of hidden cards; by default a list of likely cards.

    >>> import games
    >>> from determinize import Watch
    >>> watch = Watch(games.load("schnapsen").new(seed=7))
    >>> person = Person(ask=lambda prompt: "1", say=lambda text: None)
    >>> information = watch.information(watch.state.mover)
    >>> person.decide(information, np.zeros((3, 4), np.int64)).option == information.options[0]
    True
    """

    def __init__(
        self,
        *,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        panel: Callable[[InformationSet], None] | None = None,
    ) -> None:
        self._ask = ask
        self._say = say
        self._panel = panel or (lambda information: say(likely_cards(information)))

    @property
    def name(self) -> str:
        """``person``."""
        return "person"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Show the position and the options, and ask until one of them is typed.

        Raises:
            Left: the person left, or nothing more can be read.
        """
        words = info.game.words
        said = [words.option(info.state, code) for code in info.options]
        listed = "   ".join(f"{n} {text}" for n, text in enumerate(said, 1))
        self._say(f"{words.position(info.view)}\n  {listed}")
        while True:
            try:
                typed = self._ask("> ").strip()
            except EOFError:
                raise Left from None
            if typed and not typed.replace("?", "").strip():
                self._panel(info)
                continue
            if typed.lower() in LEAVE:
                raise Left
            try:
                return Decision(self._read(info, typed))
            except ValueError as error:
                self._say(str(error))

    def _read(self, info: InformationSet, typed: str) -> int:
        """The option that was typed: its number in the list, or words for it."""
        how = "type an option or its number, ? for what is known of the hidden cards, quit to leave"
        if not typed or typed.lower() == "help":
            raise ValueError(how[0].upper() + how[1:])
        unfit = _unfit(typed)
        if unfit:
            raise ValueError(f"{shortened(typed)} {unfit}: {how}")
        if typed.lower() in ("undo", "back"):
            raise ValueError(f"What is played is played: {how}")
        if typed.isdecimal() and 1 <= int(typed) <= len(info.options):
            return info.options[int(typed) - 1]
        code = info.game.words.parse(info.state, typed, info.options)
        if code not in info.options:
            raise ValueError(f"{typed!r} is not possible now: {how}")
        return code


def _unfit(typed: str) -> str:
    """Why a line cannot name an option in any game; empty where it can."""
    if not typed.isprintable():
        return "holds keys that are no text"
    if "?" in typed:
        return "has a ? among words, which stands alone"
    if len(typed) > LONGEST:
        return "is too long"
    if not any(sign.isalnum() or unicodedata.category(sign) == "So" for sign in typed):
        return "names nothing"
    return ""


def shortened(typed: str) -> str:
    """A line as it can be shown: in quotation marks, keys that are no text written out, not long.

    >>> shortened("\\x1b[A"), len(shortened("x" * 500))
    ("'\\\\x1b[A'", 61)
    """
    shown = ascii(typed) if any("\ud800" <= sign <= "\udfff" for sign in typed) else repr(typed)
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"


def likely_cards(info: InformationSet) -> str:
    """What is known of the other hands: each card that may be there, the most probable first."""
    game, lines = info.game, [_worlds(info.count)]
    for seat in range(int(info.state.seats)):
        if seat == info.seat or not game.has_hands:
            continue
        expected = info.expected(game.hand_of(seat))
        order = sorted(range(len(game.faces)), key=lambda face: (-expected[face], face))
        cards = [f"{game.faces[f]} {100 * expected[f]:.0f}%" for f in order if expected[f] > 0]
        lines.append(f"seat {seat}: {', '.join(cards) or 'no card'}")
    return "\n".join(lines)


def _worlds(n: int | float) -> str:
    if isinstance(n, float):
        return f"about {n:.2g} worlds are possible"
    return "1 world is possible" if n == 1 else f"{n} worlds are possible"
