"""The page of a casebook: who can hold what, what is in the case file, what to ask next."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from unseen.belief_tables import HELD, LACKED, PLACE_WIDTH, chance_told, count_told, fitting, styled
from unseen.notebook import sentences
from unseen.notebook.casebook import Ask, Casebook
from unseen.notebook.errors import listed
from unseen.notebook.sayings import CASE_FILE
from unseen.notebook.sentences import Reasons
from unseen.options import counted

MOST_TRIPLES = 5
"""Case files that are listed, the likeliest."""
CARD_WIDTH = 20
WORTH_SAYING = 0.05
"""How likely a case file is that an accusation is weighed, at least."""
ONLOOKER = (
    "An onlooker has no question to ask: ask NAME ranks somebody's, by what they would tell you if "
    "you saw the card; a line says who you are: me NAME"
)


def show_page(console: Console, book: Casebook, reasons: Reasons) -> None:
    """Everything but the next question, which takes longer (:func:`show_questions`).

    reasons: of what is certain and is told, the lines that force it.
    """
    show_table(console, book)
    show_case_file(console, book)
    show_certain(console, book, reasons)
    if told := accusation(book):
        say(console, told)


def say(console: Console, text: str, style: str = "") -> None:
    """A sentence or more; nothing in it is taken for markup."""
    console.print(Text(text, style=style))


def heading(book: Casebook) -> str:
    """Which edition, and who plays with how many cards."""
    people = ", ".join(
        f"{name}{' (you)' if name == book.me else ''} {book.sizes[name]}" for name in book.players
    )
    return f"{book.edition.name}: {people} cards"


def worlds_told(book: Casebook, before: Casebook | None = None) -> str:
    """How many worlds and case files are left, and how many there were before, if less are now."""
    worlds = f"{count_told(book.worlds)} {'world' if book.worlds == 1 else 'worlds'}"
    files = counted(len(book.triples), "case file")
    if before is None:
        return f"{worlds}, {files}"
    if before.worlds == book.worlds:
        return f"{worlds}, {files}, as before"
    then = f"{count_told(before.worlds)} and {len(before.triples):,}"
    return f"{worlds}, {files} ({then} before)"


def show_table(console: Console, book: Casebook) -> None:
    """The matrix of who holds what, in as many tables as the width asks for."""
    say(console, heading(book), "bold")
    if book.me is not None and book.missing:
        say(console, f"{counted(book.missing, 'card')} of your hand not written yet: hand CARD …")
    say(console, worlds_told(book))
    rows = {card: _cells(book, card) for card in book.edition.cards}
    widths = [
        max(min(len(name), PLACE_WIDTH), *(len(cells[p]) for cells in rows.values()))
        for p, name in enumerate(book.places)
    ]
    for some in fitting(widths, console.width - CARD_WIDTH - 4):
        table = Table(box=box.SIMPLE_HEAD)
        table.add_column("", overflow="fold", max_width=CARD_WIDTH)
        for p in some:
            name = Text(book.places[p])
            table.add_column(name, justify="right", overflow="fold", min_width=widths[p])
        for kind in book.edition.kinds:
            for card in kind:
                table.add_row(Text(card), *(styled(rows[card][p]) for p in some))
            table.add_section()
        console.print(table)


def _cells(book: Casebook, card: str) -> list[str]:
    told = {True: HELD, False: LACKED}
    row = book.probabilities[book.edition.cards.index(card)].tolist()
    found = [book.holding(card, place) for place in book.places]
    return [
        chance_told(chance) if sure is None else told[sure]
        for chance, sure in zip(row, found, strict=True)
    ]


def show_case_file(console: Console, book: Casebook) -> None:
    """What can be in the case file, kind by kind, and the likeliest triples."""
    say(console, "the case file", "bold")
    for kind, ranked in sentences.by_kind(book).items():
        sure = len(ranked) == 1
        told = ", ".join(card if sure else f"{card} {chance_told(p)}" for card, p in ranked)
        say(console, f"- {kind}: {told}")
    likeliest = book.triples[:MOST_TRIPLES]
    if len(likeliest) == 1:
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("likeliest", overflow="fold")
    table.add_column("probability", justify="right", no_wrap=True)
    for triple in likeliest:
        table.add_row(Text(sentences.triple_told(triple)), chance_told(triple.probability))
    console.print(table)


def accusation(book: Casebook) -> str:
    """Whether to accuse: how likely the likeliest case file is; empty where nobody would."""
    best = book.triples[0]
    what = sentences.triple_told(best)
    if len(book.triples) == 1:
        return f"Accuse {what}: that is certain."
    if best.probability < WORTH_SAYING:
        return ""
    told = f"Accuse {what}? Right with probability {chance_told(best.probability)}"
    return f"{told}: more likely than not." if best.probability > 0.5 else f"{told}: not yet."


def show_certain(console: Console, book: Casebook, reasons: Reasons) -> None:
    """What is certain and which lines force it, then those lines."""
    told = sentences.certain_told(book, reasons)
    if not told:
        return
    say(console, "certain, beyond what single lines say", "bold")
    for one in told:
        say(console, f"- {one}")
    quote(console, book, sentences.cited(told))


def quote(console: Console, book: Casebook, numbers: Sequence[int]) -> None:
    """Lines as they were written, with their numbers, a little apart."""
    for line in sentences.quoted(book, numbers):
        console.print(Text(f"  {line}", style="dim"))


def show_conflict(console: Console, book: Casebook) -> None:
    """Lines that cannot all be true, and which of them would mend it."""
    lines = book.conflict or ()
    say(console, conflict_told(lines), "bold")
    quote(console, book, lines)
    say(console, mended_told(book))


def conflict_told(lines: Sequence[int]) -> str:
    """That lines are in conflict."""
    if not lines:
        return "No deal fits the sizes of the hands, which are taken as given."
    if len(lines) == 1:
        return f"{sentences.numbered(lines).capitalize()} cannot be true:"
    return f"{sentences.numbered(lines).capitalize()} cannot all be true:"


def mended_told(book: Casebook) -> str:
    """Which single line, were it mistaken, would explain the conflict."""
    sizes = "Or the sizes of the hands are others: they are taken as given."
    if not book.suspects:
        return f"No single line mends it: more than one is mistaken.\n{sizes}"
    those = listed(map(str, book.suspects), "or")
    return f"One mistake would explain it, in line {those}.\n{sizes}"


def show_questions(
    console: Console,
    book: Casebook,
    asks: Sequence[Ask],
    room: str | None,
    asker: str | None = None,
) -> None:
    """The questions that tell most about the case file, best first; asker: if not I ask."""
    if len(book.triples) == 1:
        say(console, "There is nothing left to ask.")
        return
    if book.me is None and asker is None:
        say(console, ONLOOKER)
        return
    who = "ask next" if asker in (None, book.me) else f"{asker} could ask next"
    where = "" if room is None else f" in {room}"
    open_ = book.belief.entropy(of=CASE_FILE)
    say(console, f"{who}{where} ({open_:.3f} bits of the case file are open)", "bold")
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("question", overflow="fold")
    table.add_column("bits", justify="right", no_wrap=True)
    for ask in asks:
        table.add_row(Text(", ".join(ask.cards)), f"{ask.bits:.3f}")
    console.print(table)
