"""What goes wrong with a notebook, in one sentence that says what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class LineError(ValueError):
    """A line that cannot be read, or that cannot stand where it stands; nothing has changed.

    reason: the sentence. number: the line's, from 1, where it has one.

    >>> print(LineError("'Ropee' is no card: did you mean Rope?", 7))
    line 7: 'Ropee' is no card: did you mean Rope?
    """

    def __init__(self, reason: str, number: int | None = None) -> None:
        self.reason, self.number = reason, number
        super().__init__(reason if number is None else f"line {number}: {reason}")

    def __reduce__(self) -> tuple[type[LineError], tuple[str, int | None]]:
        return type(self), (self.reason, self.number)


class NotReady(ValueError):
    """A question about cards before it is known who plays."""

    def __init__(self) -> None:
        super().__init__(f"{WHO_PLAYS} first")

    def __reduce__(self) -> tuple[type[NotReady], tuple[()]]:
        return type(self), ()


WHO_PLAYS = "say who plays, clockwise and in the order of the deal: players Ann Bob Cid"


def listed(names: Iterable[str], word: str = "and") -> str:
    """Names as people list them.

    >>> listed(["Ann"]), listed(["Ann", "Bob", "Cid"], "or")
    ('Ann', 'Ann, Bob or Cid')
    """
    some = list(names)
    if len(some) < 2:
        return "".join(some)
    return f"{', '.join(some[:-1])} {word} {some[-1]}"


def many(n: int, thing: str) -> str:
    """A number of things.

    >>> many(1, "card"), many(3, "card")
    ('1 card', '3 cards')
    """
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def shown(text: str, most: int = 40) -> str:
    """What was typed, in quotes, cut where it is long.

    >>> shown("Rope"), shown("x" * 99, 9)
    ("'Rope'", "'xxxxxx...'")
    """
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def words_of(typed: Sequence[str]) -> str:
    """Several typed words, in quotes.

    >>> words_of(["Lead", "Pip"])
    "'Lead Pip'"
    """
    return shown(" ".join(typed))
