"""What a person's words mean among known names: whole, shortened, run together, misspelt.

A name counts by its letters and digits alone. Whole names come first, the longest that fits, and a
whole word that occurs in one name only; then beginnings of names that can be continued in one way
only. A word that could be two things is
refused with both, one that is nothing with the nearest name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from unseen.notebook.errors import LineError, listed, words_of
from unseen.notebook.tokens import BREAK, WORD, Token, key, tokens, words
from unseen.notebook.vocabulary import FILLERS, ORDINARY, RESERVED, SHORTEST, TITLES

NEAR = 0.6
"""How alike a name must be to be meant perhaps."""


class Found(NamedTuple):
    """A name that is meant, and how many words named it."""

    name: str
    size: int


class Names:
    """Names of one kind of things, with what each stands for.

    Parameters
    ----------
    kind: what they are, for people: "card".
    spelled: how it may be written -> the name that is meant.
    also: spellings that count only when they are written whole.
    hint: what is said of a word that is near to nothing.
    others: words that mean something else; only a whole name is taken before it.

    >>> cards = Names("card", {"Rope": "Rope", "Lead Pipe": "Lead Pipe", "Lounge": "Lounge"})
    >>> cards.named("lead-pipe"), cards.named("ro")
    ('Lead Pipe', 'Rope')
    >>> cards.named("L")
    Traceback (most recent call last):
    ...
    unseen.notebook.errors.LineError: 'L' could be Lead Pipe or Lounge
    >>> cards.named("Ropee")
    Traceback (most recent call last):
    ...
    unseen.notebook.errors.LineError: 'Ropee' is no card: did you mean Rope?
    """

    def __init__(
        self,
        kind: str,
        spelled: Mapping[str, str],
        also: Mapping[str, Collection[str]] | None = None,
        hint: str = "",
        others: Collection[str] = (),
    ) -> None:
        self.kind, self.hint = kind, hint
        self._split = [(words(spelling), name) for spelling, name in spelled.items()]
        self._whole: dict[str, list[str]] = {}
        for parts, name in self._split:
            known = self._whole.setdefault("".join(parts), [])
            known += [name] * (name not in known)
        for spelling, names in (also or {}).items():
            self._whole.setdefault(key(spelling), sorted(names))
        self._others = frozenset(others)
        self._alone = {word: names for word, names in self._words().items() if len(names) == 1}
        """Words that occur in one name only."""
        self._longest = max((len(words(one)) for one in [*spelled, *(also or {})]), default=1)
        self._prefixed: dict[tuple[str, ...], list[str]] = {}

    def _words(self) -> dict[str, list[str]]:
        """The words of names that can stand for one, with the names in which they occur."""
        found: dict[str, list[str]] = {}
        for parts, name in self._split:
            for part in {*parts} - RESERVED - TITLES - self._others:
                known = found.setdefault(part, [])
                known += [name] * (name not in known and len(part) > 1 and not part.isdecimal())
        return found

    @property
    def keys(self) -> Collection[str]:
        """All whole spellings, as keys."""
        return self._whole.keys()

    @property
    def parts(self) -> set[str]:
        """All words of all spellings, as keys."""
        return {part for parts, _ in self._split for part in parts}

    def named(self, text: str) -> str:
        """The one name that the text means. LineError for none, several, or another one."""
        found = self.listed(_words_only(text, self.kind))
        if len(found) != 1:
            raise LineError(
                f"{words_of([text])} is {listed(found) or 'nothing'}: name one {self.kind}"
            )
        return found[0]

    def at(
        self, typed: Sequence[Token], i: int, *, whole: bool = False, plain: bool = False
    ) -> Found | None:
        """The name that begins with word `i`, if one does; only a whole one if `whole`.

        plain: a beginning counts only if it has some letters and is no word with a meaning.
        LineError where it could be several.
        """
        names, size = self._exact(typed, i)
        if len(names) > 1:
            raise self._ambiguous(typed[i : i + size], names)
        if names:
            return Found(names[0], size)
        if whole:
            return None
        for size in range(min(self._longest, _run(typed, i)), 0, -1):
            last = typed[i + size - 1].key
            short = len(last) < SHORTEST and last not in self._alone
            if plain and (last in ORDINARY or short):
                continue
            names = self._begun(typed, i, size)
            if len(names) > 1:
                raise self._ambiguous(typed[i : i + size], names)
            if names:
                return Found(names[0], size)
        return None

    def stands(self, typed: Sequence[Token], i: int) -> bool:
        """Whether word `i` begins a whole name, or is a word of one, or of several."""
        if i >= len(typed) or typed[i].kind != WORD:
            return False
        return bool(self._exact(typed, i)[0]) or typed[i].key in self._alone

    def listed(self, typed: Sequence[Token]) -> list[str]:
        """The names that words mean, one after the other. LineError for what means none, or two.

        Where no commas part the names, words are taken together in the one way that makes sense.
        """
        found: list[str] = []
        start = 0
        for end in range(len(typed) + 1):
            if end == len(typed) or typed[end].kind != WORD:
                found += self._chunk(typed[start:end])
                start = end + 1
        return found

    def unknown(self, typed: Sequence[Token], i: int) -> LineError:
        """The error for a word that begins no name, or several."""
        names, size = self._exact(typed, i)
        if len(names) > 1:
            return self._ambiguous(typed[i : i + size], names)
        for size in range(min(self._longest, _run(typed, i)), 0, -1):
            names = self._begun(typed, i, size)
            if len(names) > 1:
                return self._ambiguous(typed[i : i + size], names)
        best, size, name = NEAR, 1, ""
        for n in range(1, min(self._longest, _run(typed, i)) + 1):
            if n > 1 and self._exact(typed, i + n - 1)[0]:
                break  # what is a name by itself is not the end of a misspelt one
            together = "".join(token.key for token in typed[i : i + n])
            for spelling, names in self._whole.items():
                alike = SequenceMatcher(None, together[:60], spelling).ratio()
                if alike > best:
                    best, size, name = alike, n, listed(names, "or")
        told = words_of([token.text for token in typed[i : i + size]])
        if name:
            return LineError(f"{told} is no {self.kind}: did you mean {name}?")
        return LineError(f"{told} is no {self.kind}{self.hint and ': '}{self.hint}")

    def _ambiguous(self, typed: Sequence[Token], names: Sequence[str]) -> LineError:
        told = words_of([token.text for token in typed])
        return LineError(f"{told} could be {listed(names, 'or')}")

    def _exact(self, typed: Sequence[Token], i: int) -> tuple[Sequence[str], int]:
        """What whole name begins at word `i`, the longest there is, and in how many words."""
        # A name may be typed in more words than it has, as "ball room" is.
        for size in range(min(self._longest + 1, _run(typed, i)), 0, -1):
            if names := self._whole.get("".join(token.key for token in typed[i : i + size])):
                return names, size
        return (), 0

    def _begun(self, typed: Sequence[Token], i: int, size: int) -> list[str]:
        """The names of which these words are a beginning, word by word or in one run."""
        parts = tuple(token.key for token in typed[i : i + size])
        if size == 1 and parts[0] in self._others:
            return []
        if size == 1 and parts[0] in self._alone:
            return self._alone[parts[0]]
        if parts not in self._prefixed:
            names = (name for spelled, name in self._split if _begins(parts, spelled))
            self._prefixed[parts] = list(dict.fromkeys(names))
        return self._prefixed[parts]

    def _chunk(self, typed: Sequence[Token]) -> list[str]:
        """The names that words without a mark between them mean."""
        readings: list[list[tuple[str, ...]]] = [[] for _ in typed] + [[()]]
        stuck = 0
        for i in range(len(typed) - 1, -1, -1):
            options = self._options(typed, i)
            for found in options:
                for rest in readings[i + found.size]:
                    one = (found.name, *rest) if found.name else rest
                    if one not in readings[i] and len(readings[i]) < 2:
                        readings[i].append(one)
        if not readings[0]:
            reached = {0}
            for i in range(len(typed)):
                if i in reached:
                    stuck = i
                    reached |= {i + found.size for found in self._options(typed, i)}
            raise self.unknown(typed, stuck)
        if len(readings[0]) > 1:
            either = " or ".join(listed(one) for one in readings[0])
            told = words_of([token.text for token in typed])
            raise LineError(f"{told} could be {either}: put commas between the names")
        return list(readings[0][0])

    def _options(self, typed: Sequence[Token], i: int) -> list[Found]:
        """What may begin at word `i`; a name of '' is a word that says nothing."""
        names, size = self._exact(typed, i)
        if names:
            return [Found(names[0], size)] if len(names) == 1 else []
        if typed[i].key in FILLERS:
            return [Found("", 1)]
        sizes = range(min(self._longest, _run(typed, i)), 0, -1)
        begun = [(self._begun(typed, i, size), size) for size in sizes]
        return [Found(names[0], size) for names, size in begun if len(names) == 1]


def _begins(parts: Sequence[str], spelled: Sequence[str]) -> bool:
    if len(parts) == 1:
        return "".join(spelled).startswith(parts[0])
    return (
        len(parts) <= len(spelled)
        and list(parts[:-1]) == list(spelled[: len(parts) - 1])
        and spelled[len(parts) - 1].startswith(parts[-1])
    )


def _run(typed: Sequence[Token], i: int) -> int:
    """How many words stand side by side from word `i` on."""
    end = i
    while end < len(typed) and typed[end].kind == WORD:
        end += 1
    return end - i


def _words_only(text: str, kind: str) -> list[Token]:
    typed = tokens(text)
    if not typed or any(token.kind not in (WORD, BREAK) for token in typed):
        raise LineError(f"{words_of([text])} is no {kind}")
    return typed
