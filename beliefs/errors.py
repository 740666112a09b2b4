"""What goes wrong with knowledge: it is malformed, or it contradicts itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beliefs.alternatives import Statement


class KnowledgeError(ValueError):
    """Knowledge, or a question about it, that makes no sense; the message names the culprit."""


class Contradiction(KnowledgeError):
    """No world agrees with everything that is said.

    `facts` (alternatives may be among them) is an irreducible set that cannot hold together: leave
    out any one of them and the others, with the capacities and the allowed places, have a world. It
    is empty when capacities and allowed places alone leave no world.

    >>> from beliefs import Belief, Knowledge, holds, lacks
    >>> Belief(Knowledge(["A", "B"], {"hand": 1, "deck": 1},
    ...                  [lacks("deck", "B"), holds("hand", "A"), lacks("hand", ["A", "B"])]))
    Traceback (most recent call last):
    ...
    beliefs.errors.Contradiction: no world agrees with: hand lacks A, B
    """

    def __init__(self, facts: Iterable[Statement] = ()) -> None:
        self.facts = tuple(facts)
        told = "; ".join(map(str, self.facts))
        super().__init__(
            f"no world agrees with: {told}"
            if told
            else "no world: the cards do not fit into the places where they may be"
        )

    def __reduce__(self) -> tuple[type[Contradiction], tuple[tuple[Statement, ...]]]:
        return type(self), (self.facts,)


class TooLarge(KnowledgeError):
    """A structure that would need more than its limit of memory, or of time."""


class NoWorldFound(KnowledgeError):
    """No particle of a chain came through. It does not say that there is no world."""


class NeedsAlternatives(KnowledgeError):
    """An event that would need more histories side by side than a ledger keeps; nothing changed."""


class PoorSample(UserWarning):
    """The estimates of a chain may be far off: its particles are few in effect, or runs differ."""


def told(count: int | float) -> str:
    """A number of worlds for people: all its digits, unless these are too many to read.

    >>> told(2002), told(3.2e9), told(10**60)
    ('2002', 'about 3.2e+09', 'about 2**199')
    """
    if isinstance(count, float):
        return f"about {count:.2g}"
    return f"{count}" if count.bit_length() < 140 else f"about 2**{count.bit_length() - 1}"


def unknown(kind: str, name: Hashable, known: Iterable[Hashable]) -> KnowledgeError:
    """The error for a name that is not among the known ones, with the nearest of those.

    >>> raise unknown("card", "Preist", ["Guard", "Priest"])
    Traceback (most recent call last):
    ...
    beliefs.errors.KnowledgeError: no card 'Preist'; did you mean 'Priest'?
    """
    names = {str(one): one for one in known}
    near = get_close_matches(str(name), list(names), n=1)
    if near:
        return KnowledgeError(f"no {kind} {name!r}; did you mean {names[near[0]]!r}?")
    listed = ", ".join(repr(one) for one in list(names.values())[:12])
    return KnowledgeError(f"no {kind} {name!r}; there are {listed or 'none'}")
