"""What a player at Clue can know, by brute force: every deal that agrees with all that was heard.

This knows the rules of the table and no belief. It is told what everybody hears and what each seat
sees, as the game goes on, and spells out all deals. Sets of cards are bit masks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

KINDS = (range(6), range(6, 12), range(12, 21))


def mask(cards: object) -> int:
    return sum(1 << int(card) for card in cards)  # type: ignore[attr-defined]


@lru_cache(maxsize=64)
def choices(cards: tuple[int, ...], n: int) -> NDArray[np.int32]:
    """All ways to choose n of the cards."""
    return np.array([mask(chosen) for chosen in combinations(cards, n)], np.int32)


@dataclass
class Notes:
    """What was heard and seen.

    Attributes:
        sizes: how many cards each seat holds, then how many were laid aside.
        table: the cards that lie open.
        own: each seat's own cards.
        passes: a seat, and three cards of which it holds none.
        shows: a seat, and three cards of which it holds one at least.
        wrong: three cards that are not all in the file.
        seen: for each seat the cards of others that it saw: who holds it, and the card.
        file: the cards in the file, for each seat that looked into it.
        asked: who asked, who showed and the three cards, for each card that was shown.
        looked: for each seat the card in each slot that it looked at.
        unseen: who accused wrongly, and three cards of which it had seen none.
    """

    sizes: list[int]
    table: list[int]
    own: list[list[int]]
    passes: list[tuple[int, int]] = field(default_factory=list)
    shows: list[tuple[int, int]] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)
    seen: list[set[tuple[int, int]]] = field(default_factory=list)
    file: dict[int, int] = field(default_factory=dict)
    asked: list[tuple[int, int, int]] = field(default_factory=list)
    looked: list[dict[int, int]] = field(default_factory=list)
    unseen: list[tuple[int, int]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return len(self.own)

    def suggestion(self, cards: int, suggester: int, shower: int) -> None:
        """Clockwise from the suggester all pass until one shows; ``shower`` -1: nobody could."""
        p = (suggester + 1) % self.seats
        while p not in (suggester, shower):
            self.passes.append((p, cards))
            p = (p + 1) % self.seats
        if shower >= 0:
            self.shows.append((shower, cards))
            self.asked.append((suggester, shower, cards))

    def had_seen_none(self, accuser: int, cards: int) -> None:
        """What the accuser holds, was shown, and looked at are none of these cards."""
        self.unseen.append((accuser, cards))
        self.passes.append((accuser, cards))
        for asker, shower, named in self.asked:
            if asker == accuser:
                self.shows.append((shower, named & ~cards))

    def can_lie_aside(self, laid: NDArray[np.int32], me: int) -> NDArray[np.int32]:
        """Of the sets of cards laid aside those that can lie so in the slots.

        A card that an accuser had not seen lies in a slot that it had not looked at.
        """
        for accuser, cards in self.unseen:
            mine = mask(self.looked[me].values())
            dark = set(range(self.sizes[self.seats])) - {*self.looked[accuser], *self.looked[me]}
            laid = laid[np.bitwise_count(laid & cards & ~mine) <= len(dark)]
        return laid

    def slots_tell(self, me: int) -> bool:
        """Whether it matters to a seat in which slot a card lies: some were looked at, not all."""
        return any(
            accuser != me and 0 < len(self.looked[accuser]) < self.sizes[self.seats]
            for accuser, _ in self.unseen
        )

    def known_to(self, me: int) -> tuple[int, ...]:
        """How much of each kind a seat knows; nothing is ever taken back."""
        heard = len(self.passes), len(self.shows), len(self.wrong)
        return (*heard, len(self.seen[me]), self.file.get(me, 0))

    def hands_of(self, p: int, me: int, unseen: tuple[int, ...]) -> NDArray[np.int32]:
        """Every hand that a seat can have as ``me`` sees it, other hands left aside."""
        hands = choices(unseen, self.sizes[p])
        for who, cards in self.passes:
            if who == p:
                hands = hands[hands & cards == 0]
        for who, cards in self.shows:
            if who == p:
                hands = hands[hands & cards != 0]
        return hands[hands & (has := self.known(p, me)) == has]

    def known(self, place: int, me: int) -> int:
        """The cards that ``me`` has seen in a place."""
        return mask({card for where, card in self.seen[me] if where == place})

    def files(self, me: int, unseen: tuple[int, ...]) -> NDArray[np.int32]:
        """Everything that can be in the file."""
        kinds = ([card for card in kind if card in unseen] for kind in KINDS)
        files = np.array([mask(triple) for triple in product(*kinds)], np.int32)
        for cards in self.wrong:
            files = files[files != cards]
        return files[files == self.file[me]] if me in self.file else files

    def worlds(self, me: int) -> NDArray[np.int32]:
        """All deals: the cards in each hand, laid aside, and in the file; int32[worlds, places]."""
        unseen = tuple(c for c in range(21) if c not in self.own[me] and c not in self.table)
        places = {p: self.hands_of(p, me, unseen) for p in range(self.seats) if p != me}
        if aside := self.sizes[self.seats]:
            laid = choices(unseen, aside)
            laid = laid[laid & (has := self.known(self.seats, me)) == has]
            places[self.seats] = self.can_lie_aside(laid, me)
        places[self.seats + 1] = self.files(me, unseen)
        *order, last = sorted(places, key=lambda place: len(places[place]))
        found = np.zeros((1, self.seats + 2), np.int32)
        found[:, me] = mask(self.own[me])
        for place in order:
            found = disjoint(found, places[place], place)
        # What is left over after all other places lies in the last one.
        found[:, last] = mask(unseen) | mask(self.own[me])
        for place in (me, *order):
            found[:, last] ^= found[:, place]
        fits = np.zeros(1 << 21, np.bool_)
        fits[places[last]] = True
        return found[fits[found[:, last]]]


def disjoint(worlds: NDArray[np.int32], sets: NDArray[np.int32], place: int) -> NDArray[np.int32]:
    """Every world with every set that it leaves room for, in that place."""
    used = np.bitwise_or.reduce(worlds, axis=1)
    parts = [np.empty((0, worlds.shape[1]), np.int32)]
    step = max(1, 4_000_000 // max(1, len(sets)))
    for start in range(0, len(worlds), step):
        free = used[start : start + step, None] & sets[None, :] == 0
        row, column = np.divmod(np.flatnonzero(free), len(sets))
        more = worlds[start + row]
        more[:, place] = sets[column]
        parts.append(more)
    return np.concatenate(parts)


def probabilities(worlds: NDArray[np.int32]) -> list[list[Fraction]]:
    """How likely each card is in each place: [cards][places]."""
    return [
        [Fraction(int(n), len(worlds)) for n in np.count_nonzero(worlds & 1 << card, axis=0)]
        for card in range(21)
    ]
