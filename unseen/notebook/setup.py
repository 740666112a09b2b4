"""What the lines so far have settled: the cards, the players, who is me, how many cards each holds.

A setup takes one saying after the other, and refuses those that cannot stand where they stand. What
may well be true but contradicts other lines is not refused here; that is for beliefs to find.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

from beliefs import Knowledge, exactly
from unseen.notebook.editions import CLASSIC, Edition
from unseen.notebook.errors import WHO_PLAYS, LineError, NotReady, listed, many, shown
from unseen.notebook.names import Names
from unseen.notebook.sayings import (
    CASE_FILE,
    SIDE,
    TABLE,
    EditionIs,
    Event,
    FaceDown,
    FaceUp,
    Hand,
    Has,
    Lacks,
    Looked,
    MeIs,
    PlayersAre,
    Saying,
    Sizes,
)
from unseen.notebook.tokens import key, name_words, words
from unseen.notebook.vocabulary import RESERVED, TELLING

MOST_LETTERS = 20
"""Letters of a player's name, at most."""
PLAYERS = (2, 6)
"""How many play: the least and the most; as many as there are suspects where these are more."""


@dataclass(frozen=True)
class Setup:
    """What is settled after some lines; `where` tells in which line each thing was.

    >>> start = Setup().after(PlayersAre(("Ann", "Bob", "Cid", "Dan")), 1)
    >>> start.sizes
    {'Ann': 5, 'Bob': 5, 'Cid': 4, 'Dan': 4}
    >>> start.after(FaceUp(("Rope", "Study")), 2).sizes
    {'Ann': 4, 'Bob': 4, 'Cid': 4, 'Dan': 4}
    >>> start.after(MeIs("Eve"), 2)
    Traceback (most recent call last):
    ...
    unseen.notebook.errors.LineError: 'Eve' is no player: Ann, Bob, Cid and Dan play
    """

    folder: Path = field(default_factory=Path)
    edition: Edition = CLASSIC
    players: tuple[str, ...] = ()
    me: str | None = None
    hand: tuple[str, ...] = ()
    stated: tuple[int, ...] | None = None
    table: tuple[str, ...] = ()
    side: int = 0
    looked: tuple[str, ...] = ()
    where: tuple[tuple[type[Saying], int], ...] = ()

    @property
    def dealt(self) -> int:
        """How many cards are dealt to the players."""
        return len(self.edition.cards) - len(self.edition.kinds) - self.side - len(self.table)

    @cached_property
    def sizes(self) -> dict[str, int]:
        """How many cards each player holds: as stated, or one more for those listed first."""
        if self.stated is not None:
            return dict(zip(self.players, self.stated, strict=True))
        each, over = divmod(self.dealt, len(self.players) or 1)
        return {player: each + (i < over) for i, player in enumerate(self.players)}

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Where cards can be: hands, then what lies beside them, the case file last."""
        side, table = (SIDE,) * bool(self.side), (TABLE,) * bool(self.table)
        return (*self.players, *side, *table, CASE_FILE)

    @cached_property
    def room(self) -> dict[str, int]:
        """How many cards each place holds."""
        beside = {SIDE: self.side, TABLE: len(self.table), CASE_FILE: len(self.edition.kinds)}
        return {place: {**beside, **self.sizes}[place] for place in self.places}

    @cached_property
    def deal(self) -> Knowledge:
        """What is beyond doubt: the cards, the places, one card of each kind in the case file.

        Raises NotReady before there are players.
        """
        if not self.players:
            raise NotReady
        one_each = [exactly(CASE_FILE, kind, 1) for kind in self.edition.kinds]
        return Knowledge(self.edition.cards, list(self.room.items()), one_each)

    @property
    def names(self) -> Names:
        """What words mean among the players."""
        return _names(self.players, self.edition.names)

    def takes(self, cards: Sequence[str]) -> bool:
        """Whether my hand has room for these cards and none of them yet."""
        size = 0 if self.me is None else self.sizes[self.me]
        return len({*self.hand, *cards}) == len(self.hand) + len(cards) <= size

    def asked(self, suggester: str) -> tuple[str, ...]:
        """Everybody but the suggester, in the order in which they are asked."""
        first = self.players.index(suggester) + 1
        return self.players[first:] + self.players[: first - 1]

    def line_of(self, kind: type[Saying]) -> int | None:
        """The first line that said something of this kind."""
        return next((number for said, number in self.where if said is kind), None)

    def after(self, saying: Saying, number: int) -> Setup:
        """What is settled once line `number` has said this. LineError where it cannot."""
        with_line = replace(self, where=(*self.where, (type(saying), number)))
        match saying:
            case EditionIs(_, edition):
                self._refuse_unless_first()
                return replace(with_line, edition=edition)
            case PlayersAre(players):
                self._refuse_twice(PlayersAre, "who plays")
                self._refuse_unless_players(players)
                return replace(with_line, players=players)
            case MeIs(player):
                self._refuse_twice(MeIs, "whose notebook it is")
                if player not in self.players:
                    raise LineError(f"{shown(player)} is no player: {_playing(self.players)}")
                return replace(with_line, me=player)
            case Sizes(sizes):
                self._refuse_late("the sizes of hands")
                self._refuse_twice(Sizes, "how many cards each holds")
                return self._fitting(replace(with_line, stated=self._sized(dict(sizes))))
            case FaceDown(number):
                self._refuse_late("the number of side cards")
                self._refuse_twice(FaceDown, "the number of side cards")
                return self._fitting(replace(with_line, side=number))
            case FaceUp(cards):
                self._refuse_late("the cards on the table")
                self._refuse_again(cards, self.table, "on the table")
                return self._fitting(replace(with_line, table=self.table + cards))
            case Hand(cards):
                if self.me is None:
                    raise LineError(f"say whose hand it is first: me {(*self.players, 'Ann')[0]}")
                self._refuse_again(cards, self.hand, "in the hand")
                return self._fitting(replace(with_line, hand=self.hand + cards))
            case Looked(cards):
                if not self.side:
                    raise LineError("there are no side cards: say how many there are first: side 4")
                self._refuse_again(cards, self.looked, "among the side cards")
                if len(self.looked + cards) > self.side:
                    raise LineError(
                        f"there are {many(self.side, 'side card')}, and this makes "
                        f"{len(self.looked + cards)} that were looked at"
                    )
                return replace(with_line, looked=self.looked + cards)
            case Has(place, cards) | Lacks(place, cards):
                self._refuse_again(cards, (), "here")
                if isinstance(saying, Has) and len(cards) > self.room[place]:
                    held = many(self.room[place], "card")
                    raise LineError(f"{place} holds {held}, and these are {len(cards)}")
        return self if self._first_event() else with_line

    def _first_event(self) -> int | None:
        """The line of the first event; those behind it settle nothing."""
        return next((number for said, number in self.where if issubclass(said, Event)), None)

    def _refuse_unless_first(self) -> None:
        if self.where:
            raise LineError(
                f"the edition comes before all else, and line {self.where[0][1]} has said something"
            )

    def _refuse_twice(self, kind: type[Saying], what: str) -> None:
        if (number := self.line_of(kind)) is not None:
            raise LineError(f"line {number} says {what}: take it out to change that")

    def _refuse_late(self, what: str) -> None:
        if not self.players:
            raise LineError(WHO_PLAYS)
        if event := self._first_event():
            raise LineError(f"{what} must be said before the first event, which is line {event}")

    def _refuse_again(self, cards: Sequence[str], known: Sequence[str], where: str) -> None:
        if again := [card for card, n in Counter((*known, *cards)).items() if n > 1]:
            raise LineError(f"{again[0]} is named twice {where}: there is one of each card")

    def _refuse_unless_players(self, players: Sequence[str]) -> None:
        most = max(PLAYERS[1], len(self.edition.suspects))
        if not PLAYERS[0] <= len(players) <= most:
            raise LineError(f"{many(len(players), 'player')}: {PLAYERS[0]} to {most} can play")
        if self.dealt < len(players):
            raise LineError(f"{len(players)} players: only {many(self.dealt, 'card')} are dealt")
        seen: dict[str, str] = {}
        for name in players:
            self._refuse_unless_name(name)
            if key(name) in seen:
                raise LineError(
                    f"{shown(name)} and {shown(seen[key(name)])} cannot be told apart: give "
                    "each player a name of their own"
                )
            seen[key(name)] = name

    def _refuse_unless_name(self, name: str) -> None:
        typed = name_words(name, MOST_LETTERS)
        if not typed:
            raise LineError(
                f"{shown(name)} can be no player's name: write up to {MOST_LETTERS} letters"
            )
        cards = self.edition.names
        if key(name) in cards.keys or key(name) in cards.parts:
            meant = cards.at(typed, 0)
            told = meant.name if meant else "a card"
            other = f"{''.join(name.split())}B"
            raise LineError(
                f"{shown(name)} is no player's name here: it could be {told}; call the player "
                f"{other}, say"
            )
        first, *more = words(name)
        if {key(name), first} & RESERVED or {*more} & TELLING or key(name).isdecimal():
            raise LineError(
                f"{shown(name)} can be no player's name: it says something else here; write more "
                "of the name, or another"
            )

    def _sized(self, sizes: dict[str, int]) -> tuple[int, ...]:
        if left_out := [player for player in self.players if player not in sizes]:
            raise LineError(f"say how many cards {listed(left_out)} {_hold(left_out)} too")
        return tuple(sizes[player] for player in self.players)

    def _fitting(self, setup: Setup) -> Setup:
        """The setup, where all cards fit. LineError where they do not."""
        if setup.dealt < len(setup.players):
            raise LineError(
                f"{many(len(setup.edition.cards), 'card')}, less one of each kind in the case file"
                f"{_less(setup)}, leave {max(0, setup.dealt)} for {len(setup.players)} players"
            )
        if setup.stated is not None and sum(setup.stated) != setup.dealt:
            raise LineError(
                f"the hands add up to {many(sum(setup.stated), 'card')}, but {setup.dealt} are "
                f"dealt: {len(setup.edition.cards)} less {len(setup.edition.kinds)} in the case "
                f"file{_less(setup)}; say what lies on the table, or at the side, before the sizes"
            )
        if setup.me is not None and len(setup.hand) > (size := setup.sizes[setup.me]):
            raise LineError(
                f"{setup.me} holds {many(size, 'card')}, and the hand has {len(setup.hand)}: where "
                "sizes differ, say so first, as in: cards "
                + ", ".join(f"{player} {n}" for player, n in setup.sizes.items())
            )
        return setup


@lru_cache(maxsize=256)
def _names(players: tuple[str, ...], cards: Names) -> Names:
    spelled = {name: name for name in players}
    return Names("player", spelled, hint=_playing(players), others={*cards.keys, *cards.parts})


def _playing(players: Sequence[str]) -> str:
    return f"{listed(players)} play" if players else WHO_PLAYS


def _hold(players: Sequence[str]) -> str:
    return "holds" if len(players) == 1 else "hold"


def _less(setup: Setup) -> str:
    """The cards that are neither dealt nor in the case file."""
    parts = [f"{len(setup.table)} on the table"] if setup.table else []
    parts += [f"{setup.side} at the side"] if setup.side else []
    return "".join(f", {part}" for part in parts)
