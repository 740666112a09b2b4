"""Love Letter told a second time, on lists of names: the slow twin of the compiled rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

OLD = {"Guard": 1, "Priest": 2, "Baron": 3, "Handmaid": 4, "Prince": 5, "King": 6}
NEW = {**OLD, "Spy": 0, "Chancellor": 6, "King": 7, "Countess": 8, "Princess": 9}
PRINTED: Mapping[str, Mapping[str, int]] = {
    "classic": {**OLD, "Countess": 7, "Princess": 8},
    "tag": {**OLD, "Countess": 7, "Princess": 8},
    "zman2019": NEW,
    "zman2019_classic": {name: n for name, n in NEW.items() if name not in ("Spy", "Chancellor")},
}
"""The number on each card of an edition."""
TARGETS = {
    "classic": {2: 7, 3: 5, 4: 4},
    "tag": {2: 7, 3: 5, 4: 4},
    "zman2019": {2: 6, 3: 5, 4: 4, 5: 3, 6: 3},
    "zman2019_classic": {2: 6, 3: 5, 4: 4},
}
"""Tokens that win a match, by edition and number of players."""


@dataclass
class Twin:
    """One round, and the tokens of the match. Seats are numbers, cards are names.

    Attributes:
        deck: the card on top last; ``aside`` the one laid away, if it is still there.
        asked: what is being asked, and ``card`` the card about which it is.
    """

    preset: str
    tokens: list[int]
    deck: list[str]
    aside: list[str]
    hands: list[list[str]]
    mover: int
    piles: list[list[str]] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    safe: set[int] = field(default_factory=set)
    asked: str = "play"
    card: str = ""
    chosen: int = -1
    back: list[str] = field(default_factory=list)
    over: bool = False
    winners: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.piles = [[] for _ in self.hands]

    @property
    def seats(self) -> int:
        return len(self.hands)

    def options(self) -> set[str]:
        """What may be answered: names of cards, or seats as text."""
        mine = set(self.hands[self.mover])
        if self.asked == "play":
            must = "Countess" in mine and mine & {"King", "Prince"}
            return {"Countess"} if must else mine
        if self.asked == "target":
            return {str(p) for p in self.choosable()}
        if self.asked == "guess":
            return set(PRINTED[self.preset]) - {"Guard"}
        return mine if self.asked == "chancellor keep" else set(self.back)

    def choosable(self) -> set[int]:
        others = {p for p in range(self.seats) if p not in self.out | self.safe} - {self.mover}
        return others | {self.mover} if self.card == "Prince" else others

    def answer(self, option: str) -> None:
        """Apply an answer, and end the turn where nothing more is asked."""
        me, hand = self.mover, self.hands[self.mover]
        asked, self.asked = self.asked, ""
        if asked == "play":
            hand.remove(option)
            self.piles[me].append(option)
            self.card = option
            self.played(option)
        elif asked == "target":
            self.chosen = int(option)
            self.strike(self.chosen)
        elif asked == "guess":
            if self.hands[self.chosen] == [option]:
                self.leave(self.chosen)
        elif asked == "chancellor keep":
            self.back = list(hand)
            self.back.remove(option)
            hand[:] = [option]
            if len(self.back) == 2:
                self.asked = "chancellor order"
            else:
                self.deck[:0] = self.back
        else:
            self.back.remove(option)
            self.deck[:0] = [option, *self.back]
        if not self.asked:
            self.end_turn()

    def played(self, card: str) -> None:
        if card == "Handmaid":
            self.safe.add(self.mover)
        elif card == "Princess":
            self.leave(self.mover)
        elif card == "Chancellor" and self.deck:
            for _ in range(min(2, len(self.deck))):
                self.hands[self.mover].append(self.deck.pop())
            self.asked = "chancellor keep"
        elif card in ("Guard", "Priest", "Baron", "Prince", "King") and self.choosable():
            self.asked = "target"

    def strike(self, other: int) -> None:
        me = self.mover
        if self.card == "Guard":
            self.asked = "guess"
        elif self.card == "Baron":
            number = PRINTED[self.preset]
            difference = number[self.hands[me][0]] - number[self.hands[other][0]]
            if difference != 0:
                self.leave(other if difference > 0 else me)
        elif self.card == "King":
            self.hands[me], self.hands[other] = self.hands[other], self.hands[me]
        elif self.card == "Prince":
            if self.hands[other] == ["Princess"]:
                self.leave(other)
            else:
                self.piles[other].append(self.hands[other].pop())
                self.hands[other].append((self.deck or self.aside).pop())

    def leave(self, p: int) -> None:
        self.piles[p] += self.hands[p]
        self.hands[p] = []
        self.out.add(p)

    def end_turn(self) -> None:
        left = [p for p in range(self.seats) if p not in self.out]
        if len(left) == 1 or not self.deck:
            self.end_round(left)
            return
        self.mover = next(
            p % self.seats
            for p in range(self.mover + 1, self.mover + 1 + self.seats)
            if p % self.seats in left
        )
        self.safe.discard(self.mover)
        self.hands[self.mover].append(self.deck.pop())
        self.asked = "play"

    def end_round(self, left: Sequence[int]) -> None:
        number = PRINTED[self.preset]
        first = self.preset in ("classic", "tag")

        def standing(p: int) -> tuple[int, int]:
            return number[self.hands[p][0]], sum(number[c] for c in self.piles[p]) if first else 0

        best = max(map(standing, left))
        self.winners = [p for p in left if standing(p) == best]
        spies = [p for p in left if "Spy" in self.piles[p]]
        for p in self.winners + (spies if len(spies) == 1 else []):
            self.tokens[p] += 1
        self.over = True

    def shares(self) -> list[float] | None:
        """Each seat's share of the win, if the match is over."""
        most, target = max(self.tokens), TARGETS[self.preset][self.seats]
        if self.preset == "tag":
            there = [p for p in range(self.seats) if self.tokens[p] == most >= target]
            there = there if len(there) == 1 else []
        else:
            there = [p for p in range(self.seats) if self.tokens[p] >= target]
        return [(p in there) / len(there) for p in range(self.seats)] if there else None

    def first_of_next(self) -> set[int]:
        """Who may begin the next round."""
        if self.preset != "tag":
            return set(self.winners)
        seats = [*range(1, self.seats), 0]
        return {min(self.winners, key=seats.index)}
