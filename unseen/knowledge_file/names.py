"""Names in a knowledge file: a card or place, a group of cards, or a pattern such as ``S*``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property

from beliefs.errors import KnowledgeError, unknown


class Cards:
    """The cards and groups of a file, and what a list of names means.

    A group may name groups; a pattern (``*`` any text, ``?`` any character) stands for every card
    that it fits. What is a card's own name is always that card; in the list of cards, the name of
    a group is always the group.

    >>> cards = Cards(["red", "S2"], {"red": ["HA", "D?"], "royal": ["HA"], "red-2": ["D*"]})
    Traceback (most recent call last):
    ...
    beliefs.errors.KnowledgeError: groups.red: 'D?' is a pattern, and red is used to say which \
cards there are: write them out
    >>> cards = Cards({"HA": 1, "DA": 2}, {"red": ["H*", "D*"]})
    >>> cards.copies, cards.named(["red"])
    ({'HA': 1, 'DA': 2}, ('HA', 'DA'))
    """

    def __init__(
        self, cards: Mapping[str, int] | Sequence[str], groups: Mapping[str, Sequence[str]]
    ) -> None:
        self.groups = groups
        self.copies: dict[str, int] = {}
        pairs = cards.items() if isinstance(cards, Mapping) else ((name, 1) for name in cards)
        for name, copies in pairs:
            for card in self._spelled(name, ()) if name in groups else (name,):
                self.copies[card] = self.copies.get(card, 0) + copies
        for group in groups:
            self.named([group])

    def named(self, names: Iterable[str]) -> tuple[str, ...]:
        """The cards that are meant, each once. KnowledgeError for a name of nothing."""
        found: dict[str, None] = {}
        for name in names:
            found |= dict.fromkeys(self._meant(name, ()))
        return tuple(found)

    def _meant(self, name: str, inside: tuple[str, ...]) -> Iterable[str]:
        if name in self.copies:
            return (name,)
        if name in self.groups:
            self._refuse_circle(name, inside)
            return [c for one in self.groups[name] for c in self._meant(one, (*inside, name))]
        return fitting(name, self.copies, "card", self._known)

    def _spelled(self, group: str, inside: tuple[str, ...]) -> Iterable[str]:
        """The names in a group that says which cards there are."""
        self._refuse_circle(group, inside)
        for name in self.groups[group]:
            if name in self.groups:
                yield from self._spelled(name, (*inside, group))
            elif is_pattern(name):
                raise KnowledgeError(
                    f"groups.{group}: {name!r} is a pattern, and {group} is used to say which "
                    "cards there are: write them out"
                )
            else:
                yield name

    def _refuse_circle(self, group: str, inside: tuple[str, ...]) -> None:
        if group in inside:
            raise KnowledgeError(f"groups.{group} names itself, by way of {inside[-1]}")

    @cached_property
    def _known(self) -> tuple[str, ...]:
        return (*self.copies, *self.groups)


def is_pattern(name: str) -> bool:
    """Whether the name stands for all that fit it."""
    return "*" in name or "?" in name


def fitting(name: str, known: Iterable[str], kind: str, nearest: Iterable[str]) -> Sequence[str]:
    """The known names that are meant: that one, or all that fit a pattern.

    >>> fitting("S?", ["SA", "SK", "S10"], "card", [])
    ['SA', 'SK']
    """
    known = list(known)
    if name in known:
        return [name]
    if not is_pattern(name):
        raise unknown(kind, name, nearest)
    found = [one for one in known if fnmatchcase(one, name.replace("[", "[[]"))]
    if not found:
        raise KnowledgeError(f"no {kind} fits {name!r}")
    return found


def places_named(names: Iterable[str], places: Iterable[str]) -> tuple[str, ...]:
    """The places that are meant, each once."""
    known = list(places)
    return tuple(
        dict.fromkeys(place for name in names for place in fitting(name, known, "place", known))
    )
