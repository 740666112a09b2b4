"""What an observer saw, in order: records that are a ledger's history and its save format.

An event is the name of a `Ledger` method with its arguments. A history is saved as JSON Lines:
the first line declares the game (`"event": "ledger"`), each further line is one event. Faces and
zones may be strings, whole numbers, booleans, None and tuples of these.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, Self

from beliefs.errors import KnowledgeError, unknown
from beliefs.facts import Face, whole
from beliefs.ledgers.parts import Zone
from compiled.files import write_whole

EVENTS = (
    "reset",
    "departs",
    "arrives",
    "passes",
    "shows",
    "reveals",
    "fact",
    "either",
    "shuffles",
    "swaps",
    "mixes",
    "inserts",
)
"""The methods of a ledger that are events."""
OPTIONS = {"most_branches", "forget"}
"""What the declaration of a game may say beside its faces and zones."""


class Event(NamedTuple):
    """One thing that happened before the observer's eyes.

    >>> print(Event("departs", {"zone": "hand 1", "face": "Guard"}))
    departs(zone='hand 1', face='Guard')
    """

    kind: str
    said: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(f'{key}={value!r}' for key, value in self.said.items())})"


def to_line(event: Event) -> str:
    """An event as one line of JSON.

    >>> to_line(Event("reset", {"hidden": {"deck": 3}}))
    '{"event": "reset", "hidden": {"pairs": [["deck", 3]]}}'
    """
    said = {key: _packed(value) for key, value in event.said.items()}
    line = json.dumps({"event": event.kind, **said}, ensure_ascii=False)
    alone = any("\ud800" <= letter <= "\udfff" for letter in line)  # a surrogate: no UTF-8
    return json.dumps({"event": event.kind, **said}) if alone else line


def from_line(line: str) -> Event:
    """The event that a line of JSON says.

    >>> from_line('{"event": "departs", "zone": "hand", "face": [1, "red"]}').said["face"]
    (1, 'red')
    """
    try:
        said = json.loads(line)
        kind = said.pop("event")
    except (ValueError, AttributeError, KeyError, TypeError):
        raise KnowledgeError(f"{line.strip()!r} is no event: a JSON object with 'event'") from None
    try:
        return Event(kind, {key: _unpacked(value) for key, value in said.items()})
    except (ValueError, KeyError, TypeError, ZeroDivisionError) as error:
        raise KnowledgeError(f"{line.strip()!r} is no event: {error!r}") from None


def from_lines(lines: Iterable[str]) -> list[Event]:
    """All events of a text, blank lines left out."""
    return [from_line(line) for line in lines if line.strip()]


def _packed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {"pairs": [[_packed(key), _packed(one)] for key, one in value.items()]}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, tuple | list | set | frozenset):
        return [_packed(one) for one in value]
    if value is None or isinstance(value, str | bool | int | float):
        return value
    try:
        return value.item()  # a number of NumPy
    except AttributeError:
        raise KnowledgeError(
            f"{value!r} cannot be saved: names are text, numbers or tuples"
        ) from None


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_unpacked(one) for one in value)
    if isinstance(value, dict) and "pairs" in value:
        return {_unpacked(key): _unpacked(one) for key, one in value["pairs"]}
    if isinstance(value, dict):
        return Fraction(value["fraction"])
    return value


class History:
    """A game declared by its faces and zones, and the events that were entered, in order."""

    copies: dict[Face, int]
    zones: dict[Zone, bool]
    most_branches: int
    forget: bool
    _events: list[Event]

    def __init__(
        self,
        faces: Mapping[Face, int],
        zones: Mapping[Zone, bool],
        *,
        most_branches: int,
        forget: bool,
    ) -> None:
        raise NotImplementedError

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        return tuple(self._events)

    def after(self, n: int) -> Self:
        """The ledger as it was after the first n events, 0 to all of them.

        >>> from beliefs import Ledger
        >>> ledger = Ledger({"A": 1, "B": 1}, {"deck": True, "hand": False})
        >>> ledger.reset({"deck": "all"})
        >>> ledger.passes("deck", "hand")
        >>> ledger.after(1).size("hand")
        0
        """
        if not 0 <= whole(n, "the number of events") <= len(self._events):
            raise KnowledgeError(
                f"there is no ledger after {n} events: {len(self._events)} have happened; "
                f"give 0 to {len(self._events)}"
            )
        earlier = type(self)(**self._declared())
        for event in self._events[:n]:
            earlier.tell(event)
        return earlier

    def tell(self, event: Event) -> None:
        """Enter an event that is given as a record."""
        if event.kind not in EVENTS:
            raise unknown("event", event.kind, EVENTS)
        try:
            said = {"source": None, **event.said} if event.kind == "inserts" else event.said
            getattr(self, event.kind)(**said)
        except (TypeError, AttributeError) as error:  # a missing argument, or one of another type
            raise KnowledgeError(f"{event}: {error}") from None

    def lines(self) -> list[str]:
        """The history as JSON Lines, the declaration of the game first."""
        start = Event("ledger", self._declared())
        return [to_line(event) for event in (start, *self._events)]

    def _declared(self) -> dict[str, Any]:
        """The game, and the options of the ledger, as the arguments that make one."""
        return {
            "faces": self.copies,
            "zones": self.zones,
            "most_branches": self.most_branches,
            "forget": self.forget,
        }

    def save(self, file: str | PathLike[str]) -> None:
        """Write the history to a file of JSON Lines, whole or not at all.

        Raises:
            OSError: it cannot be written, or what stands there is no file (:mod:`compiled.files`).
        """
        write_whole(file, "\n".join(self.lines()) + "\n")

    @classmethod
    def load(cls, source: str | PathLike[str] | Iterable[str]) -> Self:
        """A ledger from a file of JSON Lines, or from its lines.

        >>> from beliefs import Ledger
        >>> ledger = Ledger({"A": 1, "B": 1}, {"deck": True, "hand": False})
        >>> ledger.reset({"deck": "all"})
        >>> Ledger.load(ledger.lines()).events == ledger.events
        True
        """
        if isinstance(source, str | PathLike):
            source = Path(source).read_text(encoding="utf-8").split("\n")
        events = from_lines(source)
        first = events[0] if events else Event("nothing", {})
        options = {*first.said} - {"faces", "zones"}
        if first.kind != "ledger" or len(first.said) - len(options) < 2 or options - OPTIONS:
            raise KnowledgeError("no ledger: the first line must declare faces and zones")
        ledger = cls(**first.said)
        for number, event in enumerate(events[1:], 1):
            try:
                ledger.tell(event)
            except KnowledgeError as error:
                error.add_note(f"This is event {number} of the history: {event}")
                raise
        return ledger
