"""How a notebook speaks: of lines, of what is certain, of how likely things are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from unseen.belief_tables import chance_told
from unseen.notebook.casebook import Casebook, Certain, Triple
from unseen.notebook.errors import LineError, NotReady, listed
from unseen.notebook.sayings import CASE_FILE, SIDE, TABLE

Reasons = Mapping[Certain, tuple[int, ...] | None]


@dataclass(frozen=True)
class Told:
    """Something certain, in words, with the lines that force it (None: not looked for)."""

    says: str
    because: tuple[int, ...] | None

    def __str__(self) -> str:
        return f"{self.says}: {because(self.because)}"


def because(lines: tuple[int, ...] | None) -> str:
    """The lines that are a reason.

    >>> because((4,)), because((2, 4, 7)), because(())
    ('line 4', 'lines 2, 4 and 7', 'the rules and the sizes of the hands')
    """
    if lines is None:
        return "reasons not looked for, why does"
    return numbered(lines) if lines else "the rules and the sizes of the hands"


def numbered(lines: Sequence[int]) -> str:
    """Lines by their numbers.

    >>> numbered([4]), numbered([2, 4, 7])
    ('line 4', 'lines 2, 4 and 7')
    """
    return f"line{'' if len(lines) == 1 else 's'} {listed(map(str, lines))}"


def holding_told(place: str, holds: bool, cards: Sequence[str], me: str | None = None) -> str:
    """Where cards are, or are not.

    >>> holding_told("Bob", True, ["Rope"]), holding_told("case file", False, ["Hall", "Study"])
    ('Bob holds Rope', 'Hall and Study are not in the case file')
    """
    are = "is" if len(cards) == 1 else "are"
    if place in (CASE_FILE, SIDE, TABLE):
        where = {
            CASE_FILE: "in the case file",
            SIDE: "among the side cards",
            TABLE: "face up on the table",
        }[place]
        return f"{listed(cards)} {are} {'' if holds else 'not '}{where}"
    if place == me:
        return f"you {'hold' if holds else 'do not hold'} {listed(cards, 'and' if holds else 'or')}"
    verb = "holds" if holds else "does not hold"
    return f"{place} {verb} {listed(cards, 'and' if holds else 'or')}"


def certain_told(book: Casebook, reasons: Reasons) -> list[Told]:
    """What is certain, the case file first; cards of a place with one reason are together."""
    together: dict[tuple[str, bool, tuple[int, ...] | None], list[str]] = {}
    for one, lines in sorted(reasons.items(), key=lambda item: item[0].place != CASE_FILE):
        together.setdefault((one.place, one.holds, lines), []).append(one.card)
    return [
        Told(holding_told(place, holds, cards, book.me), lines)
        for (place, holds, lines), cards in together.items()
    ]


def facts_told(book: Casebook, entries: Iterable[Certain]) -> str:
    """What is certain, without reasons, in one sentence."""
    return "; ".join(told.says for told in certain_told(book, dict.fromkeys(entries)))


def cited(told: Iterable[Told]) -> list[int]:
    """All lines that are somewhere a reason, in order."""
    return sorted({number for one in told for number in one.because or ()})


def quoted(book: Casebook, numbers: Iterable[int]) -> list[str]:
    """Lines as they were written, with their numbers."""
    margin = len(str(len(book.lines)))
    return [f"{n:>{margin}}  {as_shown(book.lines[n - 1].text)}" for n in numbers]


def as_shown(text: str) -> str:
    """A line for the terminal: spaces run together, keys that are no text made visible.

    >>> as_shown(" Bob  has Rope # \\x1b[2J")
    'Bob has Rope # \ufffd[2J'
    """
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split()))


def sentence(error: Exception) -> str:
    """What was wrong, as a sentence; a name that it begins with stays as it is."""
    told = error.reason if isinstance(error, LineError) else str(error)
    first, space, rest = told.partition(" ")
    if first.isalpha() and isinstance(error, LineError | NotReady):
        first = first[0].upper() + first[1:]
    return f"{first}{space}{rest}{'' if told.endswith(('.', '?', '!')) else '.'}"


def triple_told(triple: Triple) -> str:
    """A suspect, a weapon and a room."""
    return ", ".join(triple.cards)


def by_kind(book: Casebook) -> dict[str, list[tuple[str, float]]]:
    """Kind -> its cards that can be in the case file with their chances, likeliest first."""
    chances = book.probabilities[:, book.places.index(CASE_FILE)].tolist()
    ranked = {}
    for cards in book.edition.kinds:
        open_ = [card for card in cards if book.holding(card, CASE_FILE) is not False]
        found = [(card, chances[book.edition.cards.index(card)]) for card in open_]
        if len(found) == 1:  # whatever a float makes of it
            found = [(open_[0], 1.0)]
        ranked[book.edition.kind_of(cards[0])] = sorted(found, key=lambda one: -round(one[1], 12))
    return ranked


def changes(before: Casebook, after: Casebook) -> list[str]:
    """How the case file has changed, a line for each kind of cards where it has.

    Cards that change alike are together, what changes most comes first.
    """
    lines = []
    then, now = by_kind(before), by_kind(after)
    for kind, ranked in now.items():
        old, new = dict(then.get(kind, ())), dict(ranked)
        alike: dict[tuple[str, str], list[str]] = {}
        moved = {card: new.get(card, 0.0) - old.get(card, 0.0) for card in old | new}
        for card in sorted(moved, key=lambda card: -abs(round(moved[card], 9))):
            told = chance_told(old.get(card, 0.0)), chance_told(new.get(card, 0.0))
            if told[0] != told[1]:
                alike.setdefault(told, []).append(card)
        if alike:
            told_all = (f"{', '.join(cards)} {a} → {b}" for (a, b), cards in alike.items())
            lines.append(f"{kind}: {'; '.join(told_all)}")
    return lines
