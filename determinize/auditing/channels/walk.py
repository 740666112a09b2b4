"""All that can be reached from a state, as a flat table from path to value.

A copy is a graph of objects: lists of cards, records, a history, earlier states, closures, random
generators, whatever an engine has. :class:`Walk` goes through it breadth first and writes down each
value under its path, ``.history[3].card``, so that two states can be compared value by value. What
is looked into, type by type, is in :mod:`determinize.auditing.channels.looks`.
"""

from __future__ import annotations

import collections
import re
from collections.abc import Callable, Collection, Hashable
from typing import Any, TypeAlias

from determinize.auditing.channels.looks import LEAVES, Look, look_for
from determinize.auditing.channels.values import LONGEST_WORD, shortened, without_addresses

Token: TypeAlias = Hashable

MOST_VALUES = 20_000
"""No more values are taken from one state."""
MOST_WORDS = 400
"""Of a longer text, the rest counts as one word."""
MOST_VISITS = 256
"""A value that is equal wherever it stands (a tuple, a card) is looked into so often at most."""

_AT_ONCE = frozenset((type(None), bool, int))
_WORD = re.compile(r"[^\s,;:|()\[\]{}'\"=<>]+")


class Walk:
    """The values that can be reached from a state.

    Attributes:
        tokens: path to value; long values as a digest. Insertion order is the order of the walk.
        objects: identity to path and object, for every object looked into.
        generators: the paths of random generators, whose token is a digest of their state.
        left_out: the paths at which the walk ended because there were too many values.

    >>> Walk({"hand": ["A", "K"], "turn": 1}).tokens["['hand'][1]"]
    'K'
    >>> from functools import partial
    >>> Walk([partial(print, "Q")]).tokens["[0].arguments[0]"]
    'Q'
    """

    def __init__(
        self, root: Any, *, known: Collection[int] = (), limit: int = MOST_VALUES, at: str = ""
    ) -> None:
        self.tokens: dict[str, Token] = {}
        self.objects: dict[int, tuple[str, Any]] = {}
        self.generators: list[str] = []
        self.left_out: list[str] = []
        self._known = known
        self._limit = limit
        self._visits: dict[int, int] = {}
        self._kept: list[Any] = []
        self._queue: collections.deque[tuple[str, Any, Look]] = collections.deque()
        self.put(at, root)
        self.run()

    def run(self) -> None:
        """Look into everything that was put aside."""
        while self._queue:
            path, value, look = self._queue.popleft()
            if len(self.tokens) >= self._limit:
                self.left_out.append(path)
                continue
            me = id(value)
            if me in self._known:
                continue
            by_identity: Any = type(value).__hash__
            if by_identity is None or by_identity is object.__hash__:
                if me in self.objects:
                    continue
            else:
                visits = self._visits[me] = self._visits.get(me, 0) + 1
                if visits > MOST_VISITS:
                    continue
            self.objects.setdefault(me, (path, value))
            try:
                look(self, path, value)
            except Exception as error:  # whatever the engine's object raises when looked at
                self.tokens[path] = f"raises {type(error).__name__}"

    def put(self, path: str, value: Any) -> None:
        """Write a value down, or put it aside to be looked into."""
        kind = type(value)
        if kind in _AT_ONCE:
            self.tokens[path] = value
            return
        look = look_for(kind)
        if look in LEAVES:
            look(self, path, value)
        else:
            self._queue.append((path, value, look))

    def text(self, path: str, text: str) -> None:
        """A text: the whole, and word by word where it has several."""
        if len(text) <= LONGEST_WORD and text.isalnum():
            self.tokens[path] = text
            return
        text = without_addresses(text)
        self.tokens[path] = shortened(text)
        words = _WORD.findall(text)
        if len(words) < 2:
            return
        for number, word in enumerate(words[:MOST_WORDS]):
            self.tokens[f"{path} word {number}"] = shortened(word)
        if len(words) > MOST_WORDS:
            self.tokens[f"{path} later words"] = shortened(" ".join(words[MOST_WORDS:]))

    def made(self, path: str, make: Callable[[], Any]) -> None:
        """What an engine's own function gives; where it fails, that it does."""
        try:
            value = make()
        except Exception as error:  # whatever the engine raises: not ours to judge here
            self.tokens[path] = f"raises {type(error).__name__}"
            return
        self._kept.append(value)  # so that its parts' identities stay theirs
        self.put(path, value)
