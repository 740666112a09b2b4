"""The whole tree of a small game as data: every deal, every line of play, every information set.

:func:`arena.growth.game_tree` makes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from arena.deals import Deal
from games import Game


class Known(NamedTuple):
    """What a seat knows at a decision: the key of its information set.

    Attributes:
        seat: whose decision it is.
        cards: the zones in which it sees a card, each with its faces (None for one it does not
            see); what lies open from the start of every game is left out.
        history: the options played so far: the seat, and the code as the knowing seat saw it.

    >>> Known(0, (("hand 0", ("K",)),), ((0, 0), (1, 1))).faces("hand 0")
    ('K',)
    """

    seat: int
    cards: tuple[tuple[str, tuple[str | None, ...]], ...]
    history: tuple[tuple[int, int], ...]

    def faces(self, zone: str) -> tuple[str | None, ...]:
        """The faces that the seat sees in a zone; none where it sees none."""
        return dict(self.cards).get(zone, ())

    @property
    def codes(self) -> tuple[int, ...]:
        """The options played so far, without the seats."""
        return tuple(code for _, code in self.history)


@dataclass(frozen=True)
class Place:
    """An information set of the tree.

    Attributes:
        known: what the seat knows there.
        options: the codes of its options.
        way: what the seat did itself to come here: (number of the place, nth option) in order.
        deal, played: the number of a deal, and the options, by which it is reached.
        nodes: the numbers of its nodes.
    """

    known: Known
    options: tuple[int, ...]
    way: tuple[tuple[int, int], ...]
    deal: int
    played: tuple[int, ...]
    nodes: list[int] = field(default_factory=list)


class Node(NamedTuple):
    """A decision, or an end, in one deal: its place (-1 at an end), what follows, the returns."""

    place: int
    children: tuple[int, ...]
    returns: tuple[float, ...]


@dataclass(frozen=True)
class GameTree:
    """A game's tree.

    Attributes:
        game: the game.
        seats: how many players there are.
        deals: all deals.
        roots: the number of each deal's first node.
        nodes: all nodes; each comes after those that follow it.
        places: all information sets at which somebody decides.
    """

    game: Game
    seats: int
    deals: tuple[Deal, ...]
    roots: tuple[int, ...]
    nodes: tuple[Node, ...]
    places: tuple[Place, ...]

    @property
    def chances(self) -> list[float]:
        """The probability of each deal."""
        total = sum(deal.ways for deal in self.deals)
        return [deal.ways / total for deal in self.deals]

    @property
    def ends(self) -> int:
        """How many ends there are, counted in every deal."""
        return sum(node.place < 0 for node in self.nodes)
