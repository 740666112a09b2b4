"""What an agent observes: what its seat may know of the table, as named arrays.

Three things only are read of a state: fields that everybody sees, the seat's own row of private
ones, and of the card table where cards lie and which of them have the seat's bit in ``seen``. A
state and any other that the seat cannot tell from it therefore give the same observation. What a
game adds by a function ``features(seen)`` is made from these arrays alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from compiled import bind
from determinize import InformationSet
from determinize.holdings import card_held_by_player, card_not_held_by_player, seen_cards
from games.game import Game
from games.kit.fields import HEAD, PRIVATE, PUBLIC
from games.kit.marks import FACE

Named: TypeAlias = dict[str, NDArray[Any]]

Features: TypeAlias = Callable[[Named], Named]

KNOWLEDGE = ("table", "matrix", "belief")
"""What an observation holds: the table alone, or with it what is certain, or all probabilities."""

NO_CARD = -2
HIDDEN = -1


def look(states: Any, me: int, ordered_row: Any, known: Any, sizes: Any, depths: Any) -> None:
    """Write what ``me`` sees of the cards in three arrays, blank before.

    A template: bind it to a game.

    Args:
        states: an array of one record.
        me: the seat.
        ordered_row: int64[zones], the row of an ordered zone in ``depths``, -1 for the others.
        known: int16[zones, faces], cards of known face.
        sizes: int16[zones], cards, known or not.
        depths: int16[ordered zones, cards], the face at each depth, or HIDDEN.
    """
    s = states[0]
    for c in range(len(s.zone)):
        zone = int(s.zone[c])
        sizes[zone] += 1
        face = HIDDEN
        if (int(s.seen[c]) >> me) & 1:
            face = int(FACE[c])
            known[zone, face] += 1
        row = ordered_row[zone]
        if row >= 0:
            depths[row, int(s.depth[c])] = face


@cache
def _look(game: Game) -> Callable[..., None]:
    return bind(look, game)


class Observer:
    """Makes observations of one game, and says of what form they are.

    Args:
        game: the game.
        players: how many play.
        knowledge: one of ``KNOWLEDGE``.
        flat: whether the arrays are laid end to end in one.

    Attributes:
        space: the space of an observation without its action mask.
        parts: where each array lies in a flat observation.
    """

    def __init__(self, game: Game, players: int, knowledge: str, *, flat: bool = False) -> None:
        self.game, self.players, self.knowledge, self.flat = game, players, knowledge, flat
        self._public = [f.name for f in (*HEAD, *game.fields) if f.audience == PUBLIC]
        self._private = [f.name for f in game.fields if f.audience == PRIVATE]
        self._rules = game.dtype["rules"].names or ()
        ordered = np.flatnonzero(game.zones.ordered)
        self._no_cards = np.full((len(ordered), len(game.face_of)), NO_CARD, np.int16)
        self._ordered_row = np.full(len(game.zones), -1, np.int64)
        self._ordered_row[ordered] = np.arange(len(ordered))
        own = self._table_spaces(len(ordered))
        taken = sorted({f.name for f in game.fields} & set(own))
        if taken:
            raise ValueError(
                f"{game.title} has a field named {taken[0]!r}, which observations use themselves:"
                " rename the field"
            )
        named = {**self._field_spaces(), **own}
        self._features = _features_of(game)
        named |= _feature_spaces(game, self._features, named)
        ends = np.cumsum([0, *(np.prod(box.shape, dtype=int) for box in named.values())]).tolist()
        self.parts = dict(zip(named, map(slice, ends, ends[1:]), strict=False))
        self.space: spaces.Space[Any] = _end_to_end(named) if flat else spaces.Dict({**named})

    def observe(
        self, states: NDArray[Any], seat: int, information: InformationSet | None
    ) -> Named | NDArray[np.float64]:
        """What a seat sees of a state (an array of one record).

        Args:
            states: the true state, or a view of it: it makes no difference.
            seat: who looks.
            information: for ``matrix`` and ``belief``, everything that the seat knows.
        """
        game = self.game
        seen: Named = {}
        for name in self._public:
            field = states[name]
            seen[name] = field.copy() if field.ndim == 1 else field[0].copy()
        for name in self._private:
            seen[name] = np.atleast_1d(states[name][0, seat]).copy()
        known = np.zeros((len(game.zones), len(game.faces)), np.int16)
        sizes = np.zeros(len(game.zones), np.int16)
        depths = self._no_cards.copy()
        _look(self.game)(states, seat, self._ordered_row, known, sizes, depths)
        seen["own_seat"] = np.array([seat], np.int64)
        seen["known_cards"] = known
        seen["zone_sizes"] = sizes
        if len(depths):
            seen["cards_at_depths"] = depths
        if self._rules:
            seen["rules"] = np.array(states["rules"][0].tolist(), np.int64)
        if information is not None:
            self._add_knowledge(seen, information)
        if self._features is not None:
            seen |= _as_numbers(self._features(seen))
        if self.flat:
            return np.concatenate([seen[name].ravel() for name in self.parts], dtype=np.float64)
        return seen

    def _add_knowledge(self, seen: Named, information: InformationSet) -> None:
        seen["card_held_by_player"] = card_held_by_player(information).astype(np.int8)
        seen["card_not_held_by_player"] = card_not_held_by_player(information).astype(np.int8)
        seen["seen_cards"] = seen_cards(information).astype(np.int8)
        if self.knowledge == "belief":
            seen["probabilities"] = in_zones(information)

    def _field_spaces(self) -> dict[str, spaces.Box]:
        """Fields of the record: any value of their types, but for what the kit says of its own."""
        most = self.game.players[1]
        ranges = {
            "mover": (-1, most - 1),
            "decision": (0, int(max(self.game.decisions))),
            "seats": (self.game.players[0], most),
        }
        found: dict[str, spaces.Box] = {}
        for field in (*HEAD, *self.game.fields):
            if field.audience == PUBLIC:
                shape = field.shape or (1,)
            elif field.audience == PRIVATE:
                shape = field.shape[1:] or (1,)
            else:
                continue
            low, high = ranges.get(field.name, (-np.inf, np.inf))
            kind: Any = np.dtype(field.type)
            if kind.kind == "b":
                low, high = 0, 1
            found[field.name] = spaces.Box(low, high, shape, kind.type)
        return found

    def _table_spaces(self, ordered: int) -> dict[str, spaces.Box]:
        game = self.game
        zones, faces, cards = len(game.zones), len(game.faces), len(game.face_of)
        copies = np.array(game.copies, np.int16)
        found: dict[str, spaces.Box] = {
            "own_seat": spaces.Box(0, self.players - 1, (1,), np.int64),
            "known_cards": spaces.Box(
                np.zeros((zones, faces), np.int16), np.tile(copies, (zones, 1)), dtype=np.int16
            ),
            "zone_sizes": spaces.Box(0, cards, (zones,), np.int16),
        }
        if ordered:
            found["cards_at_depths"] = spaces.Box(NO_CARD, faces - 1, (ordered, cards), np.int16)
        if self._rules:
            found["rules"] = spaces.Box(-np.inf, np.inf, (len(self._rules),), np.int64)
        if self.knowledge != "table":
            held = (self.players, faces)
            found["card_held_by_player"] = spaces.Box(0, 1, held, np.int8)
            found["card_not_held_by_player"] = spaces.Box(0, 1, held, np.int8)
            found["seen_cards"] = spaces.Box(0, 1, (faces,), np.int8)
        if self.knowledge == "belief":
            most = np.tile(copies[:, None], (1, zones)).astype(np.float32)
            found["probabilities"] = spaces.Box(np.zeros_like(most), most, dtype=np.float32)
        return found


def _features_of(game: Game) -> Features | None:
    """What a game gives learners beside its fields: its rules or its words say, or nothing does."""
    for module in (game.rules, game.words):
        if hasattr(module, "features"):
            found: Features = module.features
            return found
    return None


def _as_numbers(features: Named) -> Named:
    """Truth values as 0 and 1, int8; everything else as it is."""
    return {
        name: array.view(np.int8) if array.dtype == np.bool_ else array
        for name, array in features.items()
    }


def _feature_spaces(
    game: Game, features: Features | None, named: Mapping[str, spaces.Box]
) -> dict[str, spaces.Box]:
    """The spaces of what a game adds: truth values, or any value of an array's type.

    Shapes and types are those that it gives for an observation of zeros.
    """
    if features is None:
        return {}
    found: dict[str, spaces.Box] = {}
    nothing = {name: np.zeros(box.shape, box.dtype) for name, box in named.items()}
    for name, array in features(nothing).items():
        if name in named:
            raise ValueError(
                f"{game.title} has a feature named {name!r}, which observations have already:"
                " rename the feature"
            )
        truth = array.dtype == np.bool_
        low, high = (0, 1) if truth else (-np.inf, np.inf)
        kind: Any = np.int8 if truth else array.dtype.type
        found[name] = spaces.Box(low, high, array.shape, kind)
    return found


def _end_to_end(named: dict[str, spaces.Box]) -> spaces.Box:
    """The space of all arrays as one row of numbers, each within its own bounds."""
    low, high = (
        np.concatenate([getattr(box, side).ravel() for box in named.values()], dtype=np.float64)
        for side in ("low", "high")
    )
    return spaces.Box(low, high, dtype=np.float64)


def in_zones(information: InformationSet) -> NDArray[np.float32]:
    """The expected number of copies of each face in each zone: float32[faces, zones].

    With one card of each face these are the probabilities that the card is there.
    """
    game = information.game
    spots = [game.zones[str(spot.zone)] for spot in information.ledger.spots]
    found = np.zeros((len(game.faces), len(game.zones)))
    np.add.at(found.T, spots, information.ledger.expected().T)
    # A sum of rounded probabilities may be a hair more than all copies there are.
    return np.asarray(np.minimum(found, np.array(game.copies)[:, None]), np.float32)


def whole_state(states: NDArray[Any]) -> NDArray[Any]:
    """Everything that is true, hidden or not, in one row: the fields of the record in order.

    Where cards lie and who has seen them, what is secret, and last the parameters of the game.
    """
    names = [name for name in states.dtype.names or () if name != "rules"]
    parts = [states[name].ravel() for name in names if not name.startswith("_gap")]
    return np.concatenate([*parts, np.array(states["rules"][0].tolist(), np.int64)])
