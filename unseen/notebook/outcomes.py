"""What came of a suggestion: who passed, who showed a card, and which.

Who is asked comes clockwise behind the suggester, and asking stops at the first who shows. So
everybody before the one who shows has passed, and everybody before the last who is said to pass.

Words that say what people do come before beginnings of names: ``Cid can`` is no candlestick.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from unseen.notebook.errors import LineError, listed, shown, words_of
from unseen.notebook.reading import Reading
from unseen.notebook.sayings import Three
from unseen.notebook.setup import Setup
from unseen.notebook.tokens import WORD, Token, key
from unseen.notebook.vocabulary import (
    ABLE,
    ALL,
    ARTICLES,
    CAN,
    HAS,
    IS,
    JOINING,
    MINE,
    NO,
    NOBODY,
    NOT,
    OBJECTS,
    PASSES,
    PERSONS,
    SHOWS,
    YES,
)

MARKS = frozenset("-–—+/|")
"""What people write behind a player for no, or for yes: too little to go by."""


class Answer(NamedTuple):
    """Who passed, in the order of asking; who showed; the card, where it was seen; or nobody."""

    passed: tuple[str, ...]
    shower: str | None
    shown: str | None
    nobody: bool


def answer(typed: Sequence[Token], suggester: str, cards: Three, setup: Setup) -> Answer:
    """What words such as ``Cid passes, Ann shows Rope`` say. LineError where they make no sense.

    >>> from unseen.notebook.sayings import PlayersAre
    >>> from unseen.notebook.tokens import tokens
    >>> table = Setup().after(PlayersAre(("Ann", "Bob", "Cid", "Dan")), 1)
    >>> named = ("Scarlet", "Rope", "Study")
    >>> answer(tokens("Dan shows"), "Bob", named, table)
    Answer(passed=('Cid',), shower='Dan', shown=None, nobody=False)
    >>> answer(tokens("shown by Cid"), "Bob", named, table).shower
    'Cid'
    >>> answer(tokens("Cid can't, Dan can"), "Bob", named, table).shower
    'Dan'
    >>> answer(tokens("no one"), "Bob", named, table).passed
    ('Cid', 'Dan', 'Ann')
    """
    heard = _Heard(typed, suggester, cards, setup)
    heard.listen()
    return heard.answer()


class _Heard(Reading):
    """What is heard, word by word."""

    def __init__(self, typed: Sequence[Token], suggester: str, cards: Three, setup: Setup) -> None:
        super().__init__(typed, suggester, cards, setup)
        self.passed: list[str] = []
        self.shower: str | None = None
        self.shown: str | None = None
        self.nobody = False

    def listen(self) -> None:
        """Take in all words."""
        while self.at < len(self.typed):
            if self.typed[self.at].kind != WORD:
                self.at += 1
            else:
                self._word()
        mark = self.typed[-1].text if self.typed else ""
        if self.named and self.shower is None and not self.nobody and mark[:1] not in MARKS:
            self._shows()
        if self.named:
            raise LineError(f"say what {listed(self.named)} did: passes, or shows")

    def answer(self) -> Answer:
        """What it comes to, by the order in which people are asked."""
        asked = self.setup.asked(self.suggester)
        named = [*self.passed, *([self.shower] if self.shower else [])]
        if self.suggester in named:
            raise LineError(f"{self.suggester} suggests, and only others answer: {listed(asked)}")
        if self.nobody and self.shower:
            raise LineError(f"either nobody shows a card or {self.shower} does")
        if self.showing and not self.shower:
            raise LineError(f"say who shows a card: {listed(asked, 'or')}")
        if self.shower in self.passed:
            raise LineError(f"{self.shower} either passes or shows a card")
        if not self.nobody and not named:
            raise LineError(f"say who shows a card: {listed(asked, 'or')}, or nobody")
        if self.shown is not None and self.shown not in self.cards:
            raise LineError(f"{self.shown} cannot be shown: only {listed(self.cards, 'or')}")
        if self.shower is None:
            last = asked[-1] if self.nobody else max(self.passed, key=asked.index)
            return Answer(asked[: asked.index(last) + 1], None, None, last == asked[-1])
        before = asked[: asked.index(self.shower)]
        if late := [player for player in self.passed if player not in before]:
            raise LineError(f"{late[0]} is asked after {self.shower}, who shows a card")
        return Answer(before, self.shower, self.shown, False)

    def _word(self) -> None:
        word = self.typed[self.at].key
        following = self._key(self.at + 1)
        if len(word) == 1 and not self._article() and self._is_player(self.at):
            self._name()
        elif word in (HAS | SHOWS | CAN) - YES and following in NOT | NO | NOBODY:
            self._pass(2)
        elif word in HAS | CAN and self._key(self.at + 1 + (following == "to")) in PASSES:
            self.at += 1 + (following == "to")  # "Cid has passed", "Cid must pass"
        elif word in NOBODY or (
            word == "no" and following in PERSONS | {"answer", "card", "cards"}
        ):
            self._none(1 if word in NOBODY else 2)
        elif word in NO and not self._is_initial():
            if self.named or not (self.passed or self.nobody):
                self._none(1)
            else:
                self._pass(1)  # of whom? That is asked
        elif word in ALL:
            self._all()
        elif word in PASSES and not self._is_initial():
            self._pass(1)
        elif word in CAN and self.shower and not self.named:
            raise self._unknown()
        elif word in SHOWS | HAS | CAN or (word in {"card", "one"} and not self.named):
            self.at += 1
            self._shows()
        elif word in IS and following in SHOWS and self.named:
            if self.named != [self.suggester]:
                told = f"{self.suggester}, not {listed(self.named)}"
                raise LineError(f"a card is shown to who asks for it: {told}")
            self.named = []  # "Bob was shown a card by Cid"
            self.at += 1
        elif word == "to":
            self.at += 1
            self._recipient()
        elif word in JOINING or self._article():
            self.at += 1
        else:
            self._name()

    def _none(self, size: int) -> None:
        """Nobody; or of somebody, ``Cid no card``, ``Cid: nothing``."""
        told = [token.key for token in self.typed[self.at : self.at + size]]
        if self.named and told[-1] not in PERSONS | {"nobody", "noone"}:
            self._pass(size)
            return
        if self.named:
            raise LineError(f"say what {listed(self.named)} did: passes, or shows")
        self.nobody = True
        self.at += size
        self._skip(SHOWS | HAS | CAN | OBJECTS | ABLE | ARTICLES | {"was", "to"})

    def _all(self) -> None:
        self.at += 1
        self._skip({"others", "other", "the", "players"})
        if self._key(self.at) not in PASSES:
            raise LineError("say what all did: all pass, or who shows a card")
        self.at += 1
        self.nobody = True

    def _pass(self, size: int) -> None:
        if not self.named:
            told = words_of([token.text for token in self.typed[self.at : self.at + size]])
            raise LineError(
                f"say who passes before {told}, as in: {self._example} passes; or all pass"
            )
        self.passed += self.named
        self.named = []
        self.at += size
        self._skip(SHOWS | OBJECTS | HAS | NOBODY - {"nobody", "noone"} | ABLE)
        if self._key(self.at) == "to" and self._key(self.at + 1) in SHOWS | ABLE:
            self.at += 2  # "Cid has nothing to show"

    def _shows(self) -> None:
        """Whoever was named last shows a card; which one may follow."""
        if len(self.named) > 1:
            raise LineError(f"one player shows a card, not {listed(self.named)}")
        self.showing = True
        if self.named:
            self._is_shown_by(self.named.pop())
        if self._key(self.at) == "to" and self._key(self.at + 1) in SHOWS | {""}:
            self.at += 2  # "Cid has to show"
        self._skip(SHOWS | {"with"})
        if self.shower is not None and not self._article() and self._is_player(self.at):
            self._recipient()  # "Cid shows Bob Rope"
        while self._article() or self._key(self.at) in OBJECTS | MINE | ARTICLES - {"a"} | {"of"}:
            self.at += 1

    def _is_shown_by(self, player: str) -> None:
        if self.shower is not None:
            raise LineError(f"one player shows a card, not {listed([self.shower, player])}")
        self.shower = player

    def _recipient(self) -> None:
        """To whom it was shown, which is plain."""
        if self._key(self.at) in OBJECTS | MINE:
            self.at += 1
            return
        begun = self.typed[self.at].text if self.at < len(self.typed) else ""
        player = self._player(whole=False)
        if player and player == self.shower and (card := self._begins_card(key(begun))):
            raise LineError(f"{shown(begun)} is {player}, and begins {card} too: write {card}")
        if player != self.suggester:
            raise LineError(
                f"a card is shown to who asks for it: {self.suggester}"
                + (f", not {player}" if player else "")
            )

    def _name(self) -> None:
        """A player of whom something is said, or the card that was shown."""
        if self.showing and self.shown is None and (card := self._card()):
            self.shown = card
        elif player := self._player(whole=True) or self._player(whole=False):
            if self.showing and self.shower is None:
                self._is_shown_by(player)
            else:
                self.named.append(player)
        elif len(self.named) == 1 and (card := self._card()):
            self._shows()
            self.shown = card
        elif card := self._card():
            if self._key(self.at) in {"from", "by"}:  # "the rope from Cid"
                self.showing, self.shown = True, card
                return
            raise LineError(f"say who shows {card}, as in: {self._example} shows {card}")
        else:
            raise self._unknown()
