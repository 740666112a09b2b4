"""A target's functions, asked about the true game: what they raise or give amiss is said so.

What goes wrong with a copy is the copier's, and a finding. What goes wrong with the true game, or
is no answer at all, is the target's own: nothing could be said of its copier, and the audit ends
with :class:`BrokenGame`, which names the function, where it was asked, and what would be right.
"""

from __future__ import annotations

import contextlib
import functools
import math
import operator
from collections.abc import Collection, Hashable, Mapping
from contextlib import suppress
from typing import Any, NoReturn

from determinize.auditing.auditable import (
    HISTORY,
    PROMISES,
    Auditable,
    NotTested,
    Posterior,
    World,
    ability,
    canonical,
)
from determinize.auditing.evidence import Position

LONGEST = 80
"""Letters of a value that are shown."""


class BrokenGame(RuntimeError):
    """The game itself, not the copier, fails: the audit cannot be made."""


def asked(target: Auditable, position: Position | None = None) -> Asked:
    """A target whose true game is played.

    Args:
        position: where it is asked, for messages; otherwise as far as the game begun last has come.
    """
    if type(target) is Asked and position is None:
        return target
    return Asked(target, position)


class Asked:
    """A target as it is, its class included, whose answers about the true game are looked at."""

    def __init__(self, target: Auditable, position: Position | None = None) -> None:
        self._target = target
        self._seed = position.seed if position else None
        self._moves = position.depth if position else 0

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self._target)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._target, name)
        if name == "observers" and callable(found):
            return self._observers
        if name == "say" and callable(found):
            return self._say
        if name in ("posterior", "twin", "channels", "likelihood") and callable(found):
            return functools.partial(self._told, name)
        return found

    def new(self, seed: int) -> Any:
        """A new game.

        Raises:
            BrokenGame: here as everywhere, there is none.
        """
        self._seed, self._moves = seed, 0
        state = self._ask("new", seed)
        if state is None:
            self._refuse("new", state, "a state")
        return state

    def play(self, state: Any, option: Any) -> Any:
        """The state after an option."""
        after = self._ask("play", state, option)
        if after is None:
            self._refuse("play", after, "the state after the option, be it the same object")
        self._moves += 1
        return after

    def mover(self, state: Any) -> int:
        """The seat to move, or a negative number."""
        seat = self._ask("mover", state)
        return self._seat("mover", seat, "the number of a seat, or -1 when the game is over")

    def options(self, state: Any) -> list[Hashable]:
        """The mover's options."""
        options = self._ask("options", state)
        if not isinstance(options, Collection) and not hasattr(options, "__len__"):
            self._refuse("options", options, "a list")
        listed = list(options)
        for option in listed:
            if not _hashable(option):
                self._refuse("options", option, "a list of values that are hashable")
        return listed

    def observe(self, state: Any, seat: int) -> Hashable:
        """What a seat sees; one that could change with the state would be compared with itself."""
        observed: Hashable = self._ask("observe", state, seat)
        if not _hashable(observed):
            self._broken(
                f"observe gives {_article(observed)} that is not hashable, and so"
                " may change with the state: tuples of numbers and text do not"
            )
        return observed

    def world(self, state: Any) -> World:
        """Where all cards lie."""
        world = self._ask("world", state)
        right = "place to faces, both of them text, as in {'deck': ['QH', 'KH']}"
        if not isinstance(world, Mapping):
            self._refuse("world", world, right)
        for place, faces in world.items():
            if not isinstance(place, str):
                self._refuse("world", place, right, "as a place")
            if not isinstance(faces, Collection):
                self._refuse("world", faces, right, f"in {place}")
            for face in faces:
                if not isinstance(face, str):
                    self._refuse("world", face, right, f"in {place}")
        return world

    def _observers(self, state: Any) -> list[int]:
        right = "a list of the seats that are copied for, each 0 or more"
        seats = self._ask("observers", state)
        if not isinstance(seats, Collection) and not hasattr(seats, "__len__"):
            self._refuse("observers", seats, right)
        numbers = [self._seat("observers", seat, right) for seat in seats]
        if any(number < 0 for number in numbers):
            self._refuse("observers", list(seats), right)
        return numbers

    def _say(self, state: Any, option: Any) -> str:
        try:
            return str(self._target.say(state, option))  # type: ignore[attr-defined]
        except NotTested:
            return str(option)
        except Exception as error:  # the target's, whatever it is
            self._raised("say", error)

    def _told(self, name: str, *arguments: Any) -> Any:
        """An optional function's answer, where it has one."""
        try:
            given = getattr(self._target, name)(*arguments)
        except (BrokenGame, NotTested):
            raise
        except Exception as error:  # the target's, whatever it is
            self._raised(name, error)
        if name == "posterior" and not isinstance(given, Posterior | None):
            self._refuse(name, given, "a Posterior, or None where nothing is counted")
        return given

    def _ask(self, name: str, *arguments: Any) -> Any:
        try:
            return getattr(self._target, name)(*arguments)
        except BrokenGame:
            raise
        except NotTested:
            if name == "world":  # it may not know where cards lie
                raise
            self._raised(name, NotTested())
        except Exception as error:  # the target's, whatever it is
            self._raised(name, error)

    def _seat(self, name: str, given: Any, right: str) -> int:
        try:
            return operator.index(given)
        except TypeError:
            self._refuse(name, given, right)

    def _raised(self, name: str, error: Exception) -> NoReturn:
        says = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        try:
            self._broken(f"{name} raises {says}")
        except BrokenGame as broken:
            raise broken from error

    def _refuse(self, name: str, given: Any, right: str, where: str = "") -> NoReturn:
        shown = f"{shortened(given)} {where}".strip()
        self._broken(f"{name} gives {shown}; what would be right: {right}")

    def _broken(self, what: str) -> NoReturn:
        raise BrokenGame(f"{self._target.name}: {what}{self._where()}")

    def _where(self) -> str:
        if self._seed is None:
            return ""
        moves = "1 move" if self._moves == 1 else f"{self._moves} moves"
        return f" (seed {self._seed}, after {moves})"


def check_attributes(target: Auditable) -> None:
    """See that what a target says of itself can be: its promise, its ordered places, its features.

    Raises:
        BrokenGame: what cannot, with what would be right.
    """
    promise = getattr(target, "promise", HISTORY)
    ordered = getattr(target, "ordered", ())
    features = getattr(target, "features", None) or {}
    if promise not in PROMISES:
        _attribute(target, "promise", promise, f"one of {', '.join(PROMISES)}")
    if isinstance(ordered, str) or not isinstance(ordered, Collection):
        _attribute(target, "ordered", ordered, "the places in which order counts, as ['deck']")
    if not isinstance(features, Mapping) or not all(callable(each) for each in features.values()):
        _attribute(target, "features", features, "name to a function of a world")


def _attribute(target: Auditable, name: str, given: Any, right: str) -> NoReturn:
    shown = shortened(given)
    raise BrokenGame(f"{target.name}: {name} is {shown}; what would be right: {right}")


def check_answers(
    target: Auditable, position: Position, state: Any, anew: Any, ordered: Collection[str]
) -> None:
    """See that a target says the same of the same state, and of one that is made anew.

    Copies are compared with the true state by these answers: were they different each time, every
    copier would be accused.

    Args:
        state, anew: a position's true state, made twice.

    Raises:
        BrokenGame: which function does not.
    """
    true = asked(target, position)
    before, again, other = (_answers(true, one, position, ordered) for one in (state, state, anew))
    for name, (value, key) in before.items():
        if key == again[name][1]:
            continue
        _unequal(
            true, f"{name}, asked twice about one state, gives", value, again[name][0], _RIGHT[name]
        )
    for name, (value, key) in before.items():
        if key == other[name][1]:
            continue
        right = "new and play draw every chance from the seed alone"
        if name == "observe":
            right += f", and {_RIGHT[name]}"
        what = f"the same seed and moves lead to two states, in which {name} gives"
        _unequal(true, what, value, other[name][0], right)


def check_optional(target: Auditable, position: Position, state: Any) -> None:
    """See that channels, features and the likelihood can be told of a true state.

    Where they fail with copies only, that is a finding.

    Raises:
        BrokenGame: which of them cannot.
    """
    true = asked(target, position)
    if ability(target, "channels") is not None:
        with suppress(NotTested):
            channels = true.channels(state)
            if not isinstance(channels, Mapping):
                true._refuse("channels", channels, "name to a rendering of the state")
    if ability(target, "likelihood") is not None:
        with suppress(NotTested):
            number(target, "likelihood", true.likelihood(state, position.seat))
    for name, feature in (getattr(target, "features", None) or {}).items():
        world = true.world(state)
        try:
            given = feature(world)
        except NotTested:
            continue
        except Exception as error:  # the target's, whatever it is
            true._raised(f"the feature {name!r}", error)
        number(target, f"the feature {name!r}", given)


_RIGHT = {
    "mover": "the same seat each time",
    "options": "the same options each time, equal by ==",
    "observe": "observations of one state are equal by ==: no NaN, and no object without __eq__",
    "world": "the same world each time",
}


def _answers(
    true: Asked, state: Any, position: Position, ordered: Collection[str]
) -> dict[str, tuple[Any, Any]]:
    """Each function's answer, and as a value that is equal for answers that say the same."""
    options = true.options(state)
    observed = true.observe(state, position.seat)
    answers: dict[str, tuple[Any, Any]] = {
        "mover": (true.mover(state), true.mover(state)),
        "options": (options, frozenset((each, options.count(each)) for each in options)),
        "observe": (observed, observed),
    }
    with contextlib.suppress(NotTested):
        world = true.world(state)
        answers["world"] = (dict(world), canonical(world, ordered))
    return answers


def _unequal(true: Asked, what: str, one: Any, other: Any, right: str) -> NoReturn:
    true._broken(f"{what} {shortened(one)} and {shortened(other)}; what would be right: {right}")


def reason(target: Auditable, name: str, given: Any) -> str | None:
    """What ``contradiction`` or ``impossible`` gives: why a copy cannot be, or None where it can.

    Raises:
        BrokenGame: it is neither text nor None.
    """
    if given is None or (isinstance(given, str) and given):
        return given
    raise BrokenGame(
        f"{target.name}: {name} gives {shortened(given)}; what would be right: None where nothing"
        " is wrong with the copy, otherwise a text that says what is"
    )


def number(target: Auditable, name: str, given: Any, *, lowest: bool = False) -> float:
    """A number that a target's function gives.

    Args:
        lowest: whether it may be minus infinity.

    Raises:
        BrokenGame: it is not a finite number.
    """
    try:
        value = float(given)
    except (TypeError, ValueError):
        value = math.nan
    if math.isfinite(value) or (lowest and value == -math.inf):
        return value
    raise BrokenGame(
        f"{target.name}: {name} gives {shortened(given)}; what would be right: a finite number"
    )


def shortened(value: Any) -> str:
    """A value as messages show it."""
    try:
        text = repr(value)
    except Exception:  # the engine's object: its type must do
        text = f"a {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _article(value: Any) -> str:
    return f"a {type(value).__name__}"
