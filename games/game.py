"""A game: everything that a game's folder says of itself, in one object.

The folder writes rules as plain functions on a record (:mod:`games.kit.seam`); this object names
them, its zones, its cards and its presets, and is what ``games.load("schnapsen")`` returns.
"""

from __future__ import annotations

import enum
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from games.kit.events import Conclusion
from games.kit.fields import PUBLIC, Field, changed_rules, state_dtype
from games.kit.pools import ANY_FACE, pool_numbers
from games.kit.zones import Zones
from games.view import View

if TYPE_CHECKING:
    from games.state import State

SEAM = ("setup", "legal", "play", "returns", "value")
"""What every game's rules must give."""
OPTIONAL = ("visible", "sensible", "clock", "share", "greatest_return", "remember")
"""What a game's rules may give beside."""


class Words(Protocol):
    """What people read of a game: its ``words.py``."""

    def option(self, state: Any, code: int) -> str:
        """How an option is said: ``play QH``."""

    def parse(self, state: Any, text: str, options: Sequence[int]) -> int:
        """The option that somebody typed; ValueError with what would be right."""

    def position(self, view: View) -> str:
        """A position as a seat sees it, for a terminal."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game with hidden information.

    Attributes:
        name: with hyphens, as typed: ``schnapsen``.
        title: as printed: ``Schnapsen``.
        players: the least and the greatest number of seats.
        faces: the names of the faces, in order of their numbers.
        copies: how many cards have each face; by default one.
        pools: the faces of each pool that a zone names, no face in two of them; a zone that names
            none takes any face.
        zones: where cards can lie.
        fields: the record's fields that are no cards, each with its audience.
        presets: the named parameter sets; the first is the default.
        decisions: the decision places.
        option_codes: options are coded 0..option_codes-1.
        best_return: no seat's return is greater, none less than its negative.
        rules: the module of the rules (:data:`SEAM`).
        words: what people read.
        deductions: what follows from an announcement (the game's ``facts.py``).
        hand: the zone, one for each seat, that opponents try to predict; a game in which nothing is
            hidden need not have it.
        categories, mechanics: for looking games up.
    """

    name: str
    title: str
    players: tuple[int, int]
    faces: tuple[str, ...]
    zones: Zones
    fields: tuple[Field, ...]
    presets: Mapping[str, Any]
    decisions: type[enum.IntEnum]
    option_codes: int
    best_return: float
    rules: ModuleType
    words: Words
    deductions: Callable[[int, int, int, int], Iterable[Conclusion]]
    hand: str = "hand"
    copies: tuple[int, ...] = ()
    pools: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    categories: tuple[str, ...] = ()
    mechanics: tuple[str, ...] = ()
    face_of: NDArray[np.int64] = field(init=False)
    """The face number of each physical card, copies side by side."""
    zone_pool: NDArray[np.int64] = field(init=False)
    """The number of each zone's pool; 0 takes any face."""
    face_pool: NDArray[np.int64] = field(init=False)
    """The number of the pool that each face belongs to; 0 is none."""

    def __post_init__(self) -> None:
        copies = self.copies or (1,) * len(self.faces)
        object.__setattr__(self, "copies", copies)
        numbers = np.repeat(np.arange(len(self.faces), dtype=np.int64), copies)
        object.__setattr__(self, "face_of", numbers)
        zone_pool, face_pool = pool_numbers(self.zones, self.faces, self.pools)
        object.__setattr__(self, "zone_pool", zone_pool)
        object.__setattr__(self, "face_pool", face_pool)

    def __repr__(self) -> str:
        return f"games.load({self.name!r})"

    def __copy__(self) -> Game:
        """The same game: nothing in it changes, and kernels are bound to it by its identity."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """The same game, as for a copy that is not deep."""
        return self

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Sent to another process by its name, and loaded there: there is one of each game.

        Raises:
            pickle.PicklingError: the registry does not know it.
        """
        from games.registry import GROUP, UnknownGame, load

        try:
            registered = load(self.name) is self
        except UnknownGame:
            registered = False
        if not registered:
            raise pickle.PicklingError(
                f"{self.title} cannot be pickled: no installed package names this game"
                f" {self.name!r} in its entry points {GROUP!r}, by which it would be found again"
            )
        return load, (self.name,)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The record of a state."""
        rules = type(next(iter(self.presets.values())))
        return state_dtype(cards=len(self.face_of), fields=self.fields, rules=rules)

    @cached_property
    def cards_of(self) -> dict[int, range]:
        """Face number to the physical cards that have it."""
        ends = np.cumsum(self.copies).tolist()
        return {f: range(ends[f] - n, ends[f]) for f, n in enumerate(self.copies)}

    @cached_property
    def parts(self) -> Mapping[str, Any]:
        """What fills the slots of templates (:func:`compiled.bind`)."""
        functions = {
            name: getattr(self.rules, name)
            for name in (*SEAM, *OPTIONAL)
            if hasattr(self.rules, name)
        }
        return {
            **functions,
            "FACE": self.face_of,
            "COPIES": np.stack(
                [np.searchsorted(self.face_of, self.face_of, side) for side in ("left", "right")],
                axis=1,
            ),
            "FIRST_CARD": np.concatenate([[0], np.cumsum(self.copies)]).astype(np.int64),
            "HAS_COPIES": max(self.copies, default=0) > 1,
            "ZONE_ORDERED": self.zones.ordered,
            "ZONE_OPEN": self.zones.open,
            "ZONE_OWNER": self.zones.owner,
            "HAS_POOLS": bool((self.zone_pool != ANY_FACE).any()),
            "ZONE_POOL": self.zone_pool,
            "CARD_POOL": self.face_pool[self.face_of],
            "OPTION_CODES": self.option_codes,
            "SEATS": self.players[1],
            "BEST_RETURN": float(self.best_return),
        }

    def verify(self, s: Any) -> list[str]:
        """What cannot be in a position that somebody arranged, in words.

        A game says so by a plain function ``verify(s)`` in its rules' or its words' module; one
        that has none takes any position.
        """
        for module in (self.rules, self.words):
            if hasattr(module, "verify"):
                return list(module.verify(s))
        return []

    def derive(self, s: Any) -> None:
        """Write, in place, the fields that follow from where the cards lie in an arranged position.

        A game that keeps such fields says how by a plain function ``derive(s)`` in its rules'
        module, so that nobody who arranges a position needs to name them.
        """
        if hasattr(self.rules, "derive"):
            self.rules.derive(s)

    @property
    def preset(self) -> str:
        """The name of the default preset."""
        return next(iter(self.presets))

    def decision_name(self, number: int) -> str:
        """The name of a decision place, as people say it."""
        return self.decisions(number).name.lower().replace("_", " ")

    @property
    def has_hands(self) -> bool:
        """Whether every seat has a zone that others try to predict (``hand``).

        >>> import games
        >>> games.load("clue").has_hands, games.load("tic-tac-toe").has_hands
        (True, False)
        """
        return f"{self.hand} 0" in self.zones.names

    @property
    def hides(self) -> bool:
        """Whether anything can be hidden from a seat: a card, or a field that not all can see.

        >>> import games
        >>> games.load("clue").hides, games.load("tic-tac-toe").hides
        (True, False)
        """
        cards = len(self.face_of) > 0 and not self.zones.open.all()
        return bool(cards or any(field.audience != PUBLIC for field in self.fields))

    def hand_of(self, seat: int) -> int:
        """The number of a seat's hand zone.

        Raises:
            KeyError: the game has no hands (:attr:`has_hands`).
        """
        return self.zones[self.hand] + seat

    def face(self, name: str) -> int:
        """The number of a face, by its name.

        Raises:
            ValueError: there is none of that name, with the names there are.
        """
        try:
            return self.faces.index(name)
        except ValueError:
            raise ValueError(
                f"{self.title} has no card {name!r}: one of {', '.join(self.faces)}"
            ) from None

    def allows(self, zone: int, face: int) -> bool:
        """Whether a face can lie in a zone: its pool holds it, or holds every face."""
        return self.zone_pool[zone] in (ANY_FACE, self.face_pool[face])

    def rules_of(self, preset: str | None = None, **parameters: Any) -> Any:
        """The parameters of a preset, some of them changed.

        Values may also be given as text, as a command line has them: ``deck="24"``,
        ``claim="auto_any"``, ``closing="no"`` (true, yes or 1; false, no or 0).

        Raises:
            ValueError: an unknown preset, parameter or value, with what would be right.
        """
        chosen = self.preset if preset is None else preset
        if not isinstance(chosen, str) or chosen not in self.presets:
            raise ValueError(
                f"{self.title} has no preset {chosen!r}: one of {', '.join(self.presets)}"
            )
        return changed_rules(self.presets[chosen], parameters)

    def seats_by(self, rules: Any) -> tuple[int, ...]:
        """For how many players the game can be dealt by these rules.

        >>> import games
        >>> clue = games.load("clue")
        >>> clue.seats_by(clue.rules_of())
        (2, 3, 4, 5, 6)
        """
        least, most = self.players
        fit = []
        for seats in range(least, most + 1):
            try:
                if hasattr(rules, "check_players"):
                    rules.check_players(seats)
            except ValueError:
                continue
            fit.append(seats)
        return tuple(fit)

    def new(
        self,
        *,
        players: int | None = None,
        seed: int = 0,
        preset: str | None = None,
        **parameters: Any,
    ) -> State:
        """A new game, dealt.

        Args:
            players: the number of seats; by default the least.
            seed: the same seed gives the same deals and the same chances.
            preset: which rules; by default the game's first preset.
            parameters: single parameters that differ from the preset.

        Raises:
            ValueError: what cannot be, with what would be right.
        """
        from games.state import State

        return State.begin(self, players, seed, self.rules_of(preset, **parameters))

    def arrange(
        self,
        cards: Mapping[str, Sequence[str]],
        *,
        sizes: Mapping[str, int] | None = None,
        players: int | None = None,
        seed: int = 0,
        preset: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        known: Mapping[str, Sequence[int]] | None = None,
        facts: Sequence[Conclusion] = (),
        **fields: Any,
    ) -> State:
        """A position of your own: a problem, a test, a bug report.

        Args:
            cards: zone to the faces that lie in it; in an ordered zone the bottom one first. Cards
                that are not named are dealt at random to where ``sizes`` leaves room.
            sizes: zone to the number of its cards, where it holds more than ``cards`` names.
            players, seed, preset: as in :meth:`new`.
            parameters: single parameters that differ from the preset.
            known: face to the seats that know where it lies, beside what the zones say (an owner
                sees its own hand, everybody an open zone).
            facts: what seats know beside the cards they see.
            fields: the record's own fields by name: ``mover=0, decision="lead", points=[0, 8]``.

        Raises:
            ValueError: what cannot be, with what would be right.
        """
        from games.arrange import arranged

        if not isinstance(parameters, Mapping | None):
            raise ValueError(f"parameters cannot be {parameters!r}: a table from name to value")
        if not isinstance(facts, Iterable):
            raise ValueError(
                f"facts cannot be {facts!r}: a list of games.Deduction and games.Alternatives"
            )
        rules = self.rules_of(preset, **(parameters or {}))
        return arranged(
            self, cards, sizes or {}, players, seed, rules, known or {}, tuple(facts), fields
        )
