"""What the audit asks of a game and of the copier on trial.

Anybody's engine can be audited: seven small functions say how its games are begun and played, what
a seat observes, where all cards truly lie, and how a copy is made for a seat. Everything else is
optional, and each optional function opens a check that cannot be made without it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

TABLE = "table"
"""A copier's promise: the copy keeps what the seat sees now."""
HISTORY = "history"
"""A copier's promise: the copy keeps everything that the seat has ever learned."""
PROMISES = (TABLE, HISTORY)

ABILITIES = (
    "observers",
    "clone",
    "channels",
    "twin",
    "posterior",
    "likelihood",
    "contradiction",
    "impossible",
    "say",
)
"""The functions that a target may give beside those that it must: see :class:`Auditable`."""

Face: TypeAlias = str
"""What is printed on a card: text."""
Place: TypeAlias = str
"""Where cards lie: text as well."""
World: TypeAlias = Mapping[Place, Sequence[Face]]
"""Where every card lies: place to faces. Order counts in the target's ``ordered`` places only."""
Cell: TypeAlias = tuple[Face, Place]
"""A face and a place: in an ordered place with its position, ``("QH", "talon[3]")``."""


class NotTested(Exception):
    """Raised by a target's function where, in this position, nothing can be said; with the reason.

    What is not tested is reported so, never as passed.
    """


@runtime_checkable
class Auditable(Protocol):
    """A game, and a copier that makes hidden-information copies of its states.

    States are whatever the engine has. A function that takes a state takes a true one or a copy.
    Asked twice about a state that nobody has touched, or about one that was made anew by the same
    seed and moves, a function gives answers that are equal.

    Optional attributes and functions, found by their names:

    - ``promise``: ``"history"`` (by default) or ``"table"``: what the copier is held to. An audit
      that asks for the other one sets this attribute, on a shallow copy of the target; functions
      whose answer depends on it (``posterior``: the worlds that the table allows, or the history)
      read it there when they are called.
    - ``ordered``: the places in whose worlds order counts; by default none.
    - ``observers(state)``: the seats that the copier serves now; by default the mover.
    - ``clone(state)``: a faithful copy; by default ``copy.deepcopy``.
    - ``channels(state)``: name to a further rendering of a state (its serialization, its history)
      in which a secret may travel, beside its attributes, text, pickle and deep copy.
    - ``twin(state, seat, rng)``: another true state that the seat cannot tell from this one, hidden
      cards laid otherwise, made without the copier; None where there is none.
    - ``posterior(state, seat)``: an exact count, a :class:`Posterior`; None where there is none.
    - ``likelihood(state, seat)``: the logarithm of the probability of the choices of all but
      ``seat`` in the state's own history, were all choices made uniformly at random.
    - ``contradiction(state, seat, copy)``: the fact of the seat's history that the copy breaks, in
      words (text that is not empty), or None.
    - ``impossible(state, seat, copy)``: why the copy's history cannot be played under the rules, in
      words, or None.
    - ``features``: name to a function of a world that gives a number, to be calibrated too.
    - ``say(state, option)``: an option in words, for examples.

    All of them may raise :class:`NotTested`.
    """

    @property
    def name(self) -> str:
        """What is audited, as typed: ``openspiel:kuhn_poker``."""

    def new(self, seed: int) -> Any:
        """A new game before its first decision; the same seed, the same game and chances."""

    def mover(self, state: Any) -> int:
        """The seat that has to decide; -1 when the game is over."""

    def options(self, state: Any) -> Sequence[Hashable]:
        """The mover's options."""

    def play(self, state: Any, option: Any) -> Any:
        """The state after an option and the chances that follow: the same object, or a new one."""

    def observe(self, state: Any, seat: int) -> Hashable:
        """All that a seat sees and remembers of a state: equal where it cannot tell two apart."""

    def copy(self, state: Any, seat: int, rng: np.random.Generator) -> Any:
        """The copier on trial: a state that the seat may think with."""

    def world(self, state: Any) -> World:
        """Where all cards lie, hidden or not: place to faces, both of them text."""


@dataclass(frozen=True)
class Posterior:
    """How likely each possibility is, counted exactly and without the copier.

    Attributes:
        source: how it was counted, in words: the report names it.
        count: how many worlds there are (an estimate as a float).
        cells: cell to the probabilities of 0, 1, 2… copies of that face lying there. Cells that are
            not named are impossible.
        worlds: each canonical world (:func:`canonical`) to its probability, where they are few.

    Of an ace, a king and a queen the seat holds the ace:

    >>> deals = [{"hand 0": "A", "hand 1": one, "deck": other} for one, other in ("KQ", "QK")]
    >>> posterior = Posterior(
    ...     "by hand",
    ...     2,
    ...     {("K", "hand 1"): (1 / 2, 1 / 2), ("Q", "hand 1"): (1 / 2, 1 / 2)},
    ...     {canonical(deal): 1 / 2 for deal in deals},
    ... )
    >>> posterior.cells["K", "hand 1"][1], sum(posterior.worlds.values())
    (0.5, 1.0)
    """

    source: str
    count: int | float
    cells: Mapping[Cell, Sequence[float]]
    worlds: Mapping[Hashable, float] | None = None


@dataclass
class Target:
    """An :class:`Auditable` made of functions: ten lines for an engine of your own.

    >>> import random
    >>> def new(seed):
    ...     deck = random.Random(seed).sample("AKQ", 3)
    ...     return {"hands": deck[:2], "deck": deck[2:], "mover": 0}
    >>> def copier(state, seat, rng):
    ...     mine = state["hands"][seat]
    ...     rest = [str(c) for c in rng.permutation([c for c in "AKQ" if c != mine])]
    ...     return {**state, "hands": [mine, rest[0]], "deck": [rest[1]]}
    >>> target = Target(
    ...     "three cards", new=new, copy=copier,
    ...     mover=lambda s: s["mover"],
    ...     options=lambda s: ["bet", "pass"] if s["mover"] == 0 else [],
    ...     play=lambda s, option: {**s, "mover": -1},
    ...     observe=lambda s, seat: (s["hands"][seat], s["mover"]),
    ...     world=lambda s: {"hand 0": s["hands"][:1], "hand 1": s["hands"][1:], "deck": s["deck"]},
    ... )
    >>> isinstance(target, Auditable)
    True
    """

    name: str
    new: Callable[[int], Any]
    mover: Callable[[Any], int]
    options: Callable[[Any], Sequence[Hashable]]
    play: Callable[[Any, Any], Any]
    observe: Callable[[Any, int], Hashable]
    copy: Callable[[Any, int, np.random.Generator], Any]
    world: Callable[[Any], World]
    promise: str = HISTORY
    ordered: Collection[Place] = ()
    features: Mapping[str, Callable[[World], float]] = field(default_factory=dict)
    optional: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """Further functions by the names that :class:`Auditable` lists."""

    def __post_init__(self) -> None:
        if self.promise not in PROMISES:
            raise ValueError(f"promise cannot be {self.promise!r}: one of {', '.join(PROMISES)}")
        check_abilities(self.optional, ABILITIES)

    def __getattr__(self, name: str) -> Any:
        """An optional function, if it was given."""
        if name.startswith("__") or name == "optional" or name not in self.optional:
            raise AttributeError(f"the target gives no {name!r}")
        return self.optional[name]


def check_abilities(given: Collection[str], known: Sequence[str]) -> None:
    """See that optional functions have names that mean something.

    Raises:
        ValueError: one has not, with the nearest that has.

    >>> check_abilities(["posteriour"], ABILITIES)
    Traceback (most recent call last):
        ...
    ValueError: there is no optional function 'posteriour': did you mean 'posterior'?
    """
    for name in given:
        if name not in known:
            near = get_close_matches(str(name), known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else ", ".join(known)
            raise ValueError(f"there is no optional function {name!r}: {hint}")


def ability(target: Auditable, name: str) -> Callable[..., Any] | None:
    """A target's optional function, or None where it has none."""
    found = getattr(target, name, None)
    return found if callable(found) else None


def cells(world: World, ordered: Collection[Place] = ()) -> dict[Cell, int]:
    """How many copies of each face lie in each place; in an ordered place, at each position.

    >>> cells({"hand": ["A", "B", "A"], "deck": ["C"]}, ordered=["deck"])
    {('A', 'hand'): 2, ('B', 'hand'): 1, ('C', 'deck[0]'): 1}
    """
    counted: dict[Cell, int] = {}
    for place, faces in world.items():
        for position, face in enumerate(faces):
            cell = (face, f"{place}[{position}]" if place in ordered else place)
            counted[cell] = counted.get(cell, 0) + 1
    return counted


def canonical(world: World, ordered: Collection[Place] = ()) -> Hashable:
    """A world as a value that is equal for equal worlds, whatever the order where none counts.

    >>> canonical({"hand": ["B", "A"], "deck": ["C"]}) == canonical({"deck": "C", "hand": "AB"})
    True
    """
    return tuple(
        (place, tuple(faces) if place in ordered else tuple(sorted(faces)))
        for place, faces in sorted(world.items())
        if len(faces)
    )
