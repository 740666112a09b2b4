"""How the tree of a small game is made: every line of every deal is played once.

For games in which the deal is all the chance there is: a dealt state goes on by the players'
options alone. The order of a deck counts as far as play comes to it: the tree begins with decks of
no order, and tells one more card apart where a card is drawn or shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from arena.deals import LIMIT, Deal, NotEnumerable, deals
from arena.tree import GameTree, Known, Node, Place
from compiled import bind
from games import Game, State
from games.kit.events import (
    Event,
    Inserted,
    Looked,
    Moved,
    Opened,
    Shown,
    Shuffled,
    Swapped,
)
from games.kit.seam import seen_by

Steps: TypeAlias = tuple[tuple[int, int], ...]
"""Steps on a line of play, as pairs of numbers."""

LONGEST = 300
"""Lines of more decisions than this are refused: a tree of them would not end."""


def game_tree(
    game: Game,
    *,
    players: int | None = None,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    limit: int = LIMIT,
) -> GameTree:
    """The whole tree of a game; the latest ones are kept.

    Args:
        game: the game; the deal must be all the chance there is.
        players, preset, parameters: as in :meth:`games.Game.new`.
        limit: how many nodes there may be.

    Raises:
        NotEnumerable: chance has a part in play, a seat forgets what it knew, or there are more
            nodes than the limit.

    >>> import games
    >>> tree = game_tree(games.load("kuhn"))
    >>> len(tree.places), tree.ends                 # 12 information sets, 6 deals with 5 ends each
    (12, 30)
    """
    rules = game.rules_of(preset, **(parameters or {}))
    seats = game.new(players=players, preset=preset, **(parameters or {})).seats
    changed = tuple(sorted(vars(rules).items()))
    return _kept_tree(game, seats, changed, limit)


@lru_cache(maxsize=4)
def _kept_tree(
    game: Game, players: int, parameters: tuple[tuple[str, Any], ...], limit: int
) -> GameTree:
    drawn: dict[str, int] = {}
    while True:
        every = deals(game, players=players, parameters=dict(parameters), drawn=drawn, limit=limit)
        try:
            return _Growth(game, players, every, drawn, limit).tree()
        except _Deeper as deeper:
            drawn[deeper.zone] = deeper.cards


class _Deeper(Exception):
    """Play came to a card of a deck whose order is not told apart yet."""

    def __init__(self, zone: str, cards: int) -> None:
        self.zone, self.cards = zone, cards


class _Growth:
    """A tree being grown, deal by deal."""

    def __init__(
        self,
        game: Game,
        seats: int,
        every: Sequence[Deal],
        drawn: Mapping[str, int],
        limit: int,
    ) -> None:
        self.game, self.seats, self.deals, self.limit = game, seats, every, limit
        self.shown = bind(seen_by, game, compiled=False)
        self.nodes: list[Node] = []
        self.places: dict[Known, int] = {}
        self.sets: list[Place] = []
        first = every[0].state.view(0)
        everybody = (1 << seats) - 1
        s = first.state
        self.public = {
            zone: first.slots(zone)
            for number, zone in enumerate(game.zones.names)
            if all(int(s.seen[c]) == everybody for c in range(len(s.zone)) if s.zone[c] == number)
        }
        self.decks = {
            number: (zone, len(faces), drawn.get(zone, 0))
            for zone, faces in every[0].cards.items()
            if game.zones.ordered[number := game.zones[zone]] and zone not in self.public
        }
        """Ordered zone of hidden cards to its name, its size, how many on top are told apart."""

    def tree(self) -> GameTree:
        """The tree of all deals."""
        ways: tuple[Steps, ...] = ((),) * self.seats
        histories: tuple[Steps, ...] = ((),) * self.seats
        roots = tuple(
            self.grow(deal.state.copy(), number, histories, ways)
            for number, deal in enumerate(self.deals)
        )
        return GameTree(
            self.game, self.seats, tuple(self.deals), roots, tuple(self.nodes), tuple(self.sets)
        )

    def grow(
        self,
        state: State,
        deal: int,
        histories: tuple[Steps, ...],
        ways: tuple[Steps, ...],
    ) -> int:
        """Add a node and all that follows; its number."""
        if state.over:
            return self._add(Node(-1, (), state.returns))
        if len(state.history) == LONGEST:
            raise NotEnumerable(f"{self.game.title} has lines of more than {LONGEST} decisions")
        me = state.mover
        place = self._place(state, deal, histories[me], ways[me])
        children = []
        for nth, code in enumerate(state.codes):
            after = state.copy()
            seen = [self._seen(state, code, seat) for seat in range(self.seats)]
            self._check(after, after.play(code), state)
            children.append(
                self.grow(
                    after,
                    deal,
                    tuple((*past, (me, one)) for past, one in zip(histories, seen, strict=True)),
                    tuple(
                        (*way, (place, nth)) if seat == me else way for seat, way in enumerate(ways)
                    ),
                )
            )
        number = self._add(Node(place, tuple(children), ()))
        self.sets[place].nodes.append(number)
        return number

    def _add(self, node: Node) -> int:
        if len(self.nodes) == self.limit:
            raise NotEnumerable(
                f"the tree of {self.game.title} has more than {self.limit} nodes: allow a higher"
                " limit"
            )
        self.nodes.append(node)
        return len(self.nodes) - 1

    def _place(
        self,
        state: State,
        deal: int,
        history: Steps,
        way: Steps,
    ) -> int:
        """The number of the mover's information set, a new one if need be."""
        view = state.view(state.mover)
        cards = tuple(
            (zone, slots)
            for zone in self.game.zones.names
            if any(slots := view.slots(zone)) and slots != self.public.get(zone)
        )
        known = Known(state.mover, cards, history)
        number = self.places.setdefault(known, len(self.sets))
        if number == len(self.sets):
            played = tuple(code for _, code in state.history)
            self.sets.append(Place(known, state.codes, way, deal, played))
        if self.sets[number].way != way:
            raise NotEnumerable(
                f"in {self.game.title} seat {state.mover} comes to what it knows in two ways that"
                f" it could tell apart before, and then forgets which: {known}"
            )
        return number

    def _seen(self, state: State, code: int, seat: int) -> int:
        """What a seat sees of an option about to be played."""
        return int(self.shown(state.record_array[0], code, seat))

    def _check(self, after: State, events: Sequence[Event], before: State) -> None:
        """Refuse chances beyond the deal; ask for more order where a card of a deck was met."""
        if not np.array_equal(after.chances, before.chances):
            raise NotEnumerable(
                f"{self.game.title} draws random numbers in play: the deal is not all of its chance"
            )
        for event in events:
            match event:
                case Moved(source=zone, source_depth=depth) | Shown(zone=zone, depth=depth):
                    self._met(zone, depth)
                case Looked(zone=zone):
                    self._met(zone, 0)
            touched: tuple[int, ...] = ()
            match event:
                case Moved(target=zone) | Inserted(target=zone) | Shuffled(zone) | Opened(zone):
                    touched = (zone,)
                case Swapped(a, b):
                    touched = (a, b)
            if any(zone in self.decks for zone in touched):
                raise NotEnumerable(
                    f"{self.game.title} puts cards into a deck in play: its order at the start"
                    " does not say what is drawn"
                )

    def _met(self, number: int, depth: int) -> None:
        """Play came to the card at a depth of a zone."""
        if number in self.decks:
            zone, cards, told = self.decks[number]
            if depth < cards - told:
                raise _Deeper(zone, cards - depth)
