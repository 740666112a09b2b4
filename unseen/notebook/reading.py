"""The words of what came of a suggestion, one after the other: which are players, which cards."""

from __future__ import annotations

from collections.abc import Sequence

from unseen.notebook.errors import LineError, listed, shown
from unseen.notebook.names import Names
from unseen.notebook.sayings import Three
from unseen.notebook.setup import Setup
from unseen.notebook.tokens import WORD, Token, key, owner
from unseen.notebook.vocabulary import (
    CAN,
    HAS,
    MINE,
    NO,
    NOBODY,
    OBJECTS,
    ORDINARY,
    PASSES,
    SHORTEST,
    SHOWS,
)


class Reading:
    """Words, and how far they are read.

    A word with a meaning of its own is no beginning of a name, nor are one or two letters of a
    card's: ``Cid can``, ``Cid p`` name no card. Whole names are always names.
    """

    def __init__(self, typed: Sequence[Token], suggester: str, cards: Three, setup: Setup) -> None:
        self.typed, self.suggester, self.cards, self.setup = typed, suggester, cards, setup
        self.at = 0
        self.named: list[str] = []  # players of whom it is not yet said what they do
        self.showing = False
        """It is said that a card was shown; by whom, if nobody is named, follows."""

    def _is_player(self, at: int) -> bool:
        return self.setup.names.stands(self.typed, at)

    def _article(self) -> bool:
        """Whether an article is here, before a thing; somebody may be called A."""
        if self._key(self.at) not in {"a", "an", "the"}:
            return False
        if self._key(self.at + 1) in OBJECTS:
            return True
        return self.setup.edition.names.stands(self.typed, self.at + 1)

    def _is_initial(self) -> bool:
        """Whether a letter is a player's: what comes of that player follows.

        LineError where it could be a player's, and could say of another what comes of him.
        """
        word = self._key(self.at)
        asked = self.setup.asked(self.suggester)
        begun = [name for name in asked if key(name).startswith(word)]
        if len(word) > 1 or not begun:
            return False
        if self.named or self._key(self.at + 1) not in SHOWS | HAS | CAN | PASSES | NO | NOBODY:
            told = shown(self.typed[self.at].text)
            raise LineError(f"{told} could be passes or {listed(begun, 'or')}: write more of it")
        return True

    def _unknown(self) -> LineError:
        """The error for a word that is neither a player nor a card."""
        word = self.typed[min(self.at, len(self.typed) - 1)]
        if not self.named and not self.showing:
            return self.setup.names.unknown(self.typed, self.at)
        if len(word.key) < SHORTEST or word.key in ORDINARY:
            return LineError(
                f"{shown(word.text)} is no answer: write passes, or shows, or a whole name"
            )
        return self.setup.names.unknown(self.typed, self.at)

    def _player(self, *, whole: bool) -> str | None:
        if self._key(self.at) in MINE:
            if self.setup.me is None:
                raise LineError(f"say who {shown(self.typed[self.at].text)} is first: me Ann")
            self.at += 1
            return self.setup.me
        if self.at >= len(self.typed):
            return None
        names, typed = self.setup.names, self.typed
        if who := owner(typed[self.at]):  # "Bob's Rope"
            typed = [*typed[: self.at], Token(WORD, who, who), *typed[self.at + 1 :]]
        found = names.at(typed, self.at, whole=True)
        word = typed[self.at].key
        begins = self._is_player(self.at) and not (self.named or self.showing)
        if found is None and not whole and (len(word) == 1 or word not in ORDINARY or begins):
            found = names.at(typed, self.at)
        self.at += found.size if found else 0
        return found.name if found else None

    def _card(self) -> str | None:
        """The card that is named here, if one is; of the three, its beginning will do."""
        names = self.setup.edition.names
        found = names.at(self.typed, self.at, whole=True)
        if found is None and not self._is_player(self.at):
            three = Names("card", {card: card for card in self.cards})
            found = three.at(self.typed, self.at, plain=True)
            found = found or names.at(self.typed, self.at, plain=True)
            player = found and self.setup.names.at(self.typed, self.at, plain=True)
            if found and player:
                told = shown(self.typed[self.at].text)
                raise LineError(f"{told} could be {player.name} or {found.name}: write all of it")
        self.at += found.size if found else 0
        return found.name if found else None

    def _begins_card(self, word: str) -> str:
        """The card of the three that begins so; empty where none does."""
        return next((card for card in self.cards if key(card).startswith(word)), "")

    def _skip(self, some: set[str] | frozenset[str]) -> None:
        while self._key(self.at) in some:
            self.at += 1

    def _key(self, at: int) -> str:
        return self.typed[at].key if at < len(self.typed) else ""

    @property
    def _example(self) -> str:
        return self.setup.asked(self.suggester)[0]
