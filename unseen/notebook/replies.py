"""What a notebook replies: what a line changes, why something is certain, what a list holds."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from beliefs import Contradiction, TooLarge
from unseen.belief_tables import chance_told
from unseen.notebook import page, sentences
from unseen.notebook.casebook import Ask, Casebook, Certain
from unseen.notebook.commands import COMMANDS
from unseen.notebook.errors import WHO_PLAYS, LineError
from unseen.notebook.lines import FORMS
from unseen.notebook.meanings import meaning
from unseen.notebook.mending import read_now
from unseen.notebook.sayings import CASE_FILE
from unseen.notebook.vocabulary import FILE
from unseen.options import counted

SECONDS = 5.0
"""How long reasons are looked for, for the page in a session, at most."""
AT_ONCE = 0.04
"""How long reasons are looked for while somebody waits for the answer to a line, at most."""
TOO_LARGE = (
    "So much is open, of so many cards, that what follows would take too long to compute: more "
    "lines will help. No line is lost."
)
ASKED = 10
"""Questions that are listed."""
BETWEEN = ("in", "at", "with", "of", "on", "the", "has", "is", "does", "for", "about")
"""Words that may stand before a card, a place or a room, and between them."""


def show(console: Console, book: Casebook, seconds: float = SECONDS) -> None:
    """The page, or what stands in its way."""
    for error in book.errors:
        page.say(console, left_out(error))
    if not book.ready:
        page.say(console, _who_plays())
    elif book.conflict is not None:
        page.show_conflict(console, book)
    else:
        page.show_page(console, book, beyond(book, seconds))


def left_out(error: LineError) -> str:
    """That a line counts for nothing until it is mended.

    >>> left_out(LineError("'Rpe' is no card: did you mean Rope?", 2))
    "Line 2 is left out, as it cannot be read: 'Rpe' is no card: did you mean Rope?"
    """
    told = f"Line {error.number} is left out, as it cannot be read: {error.reason}"
    return told if told.endswith(("?", "!", ".")) else f"{told}."


def left_out_now(console: Console, before: Casebook, now: Casebook) -> None:
    """Say which lines can be read now and could not, and the other way round."""
    if told := read_now(before, now):
        page.say(console, f"{told[0].upper()}{told[1:]}.")
    known = {error.number for error in before.errors}
    for error in now.errors:
        if error.number not in known:
            page.say(console, left_out(error))


def beyond(book: Casebook, seconds: float) -> sentences.Reasons:
    """What is certain beyond what single lines say, with reasons."""
    return book.reasons([one for one in book.certain if not book.told(one)], seconds)


def news(console: Console, before: Casebook, now: Casebook) -> bool:
    """Say what is known now that was not known before; whether anything is left to ask."""
    if not now.ready:
        page.say(console, _who_plays())
        return False
    if now.conflict is not None:
        page.show_conflict(console, now)
        return False
    known, mended = _known(before)
    again = "No conflict any more: " if mended else ""
    page.say(console, again + page.worlds_told(now, known))
    if now.me is not None and now.missing:
        page.say(console, f"{counted(now.missing, 'card')} of your hand not written yet")
    for line in sentences.changes(known, now) if known is not None and known.missing == 0 else ():
        page.say(console, line)
    solved = len(now.triples) == 1
    if solved:
        page.say(console, page.accusation(now), "bold")
    fresh = now.certain if known is None else now.news(known)
    _certain(console, now, [one for one in fresh if not now.told(one)])
    return not solved


def _known(before: Casebook) -> tuple[Casebook | None, bool]:
    """The casebook, if something could be told from it; else whether lines were in conflict."""
    try:
        mended = before.ready and before.conflict is not None
        return (before if before.ready and before.worlds else None), mended
    except TooLarge:
        return None, False


def _certain(console: Console, book: Casebook, entries: Sequence[Certain]) -> None:
    """What is certain now, at once; then why, which may take longer."""
    if not entries:
        return
    page.say(console, f"now certain: {sentences.facts_told(book, entries)}")
    first = sorted(entries, key=lambda one: (one.place != CASE_FILE, not one.holds))
    found = book.reasons(first, AT_ONCE)
    known = {one: found[one] for one in entries if found[one] is not None}
    told = sentences.certain_told(book, known)
    if len(told) == 1 and len(known) == len(entries):
        page.say(console, f"because of {sentences.because(told[0].because)}")
    else:
        for one in told:
            page.say(console, f"- {one}")
    page.quote(console, book, sentences.cited(told))
    if left := [one.card for one in first if found[one] is None]:
        page.say(console, f"why {left[0]} tells more{' (or of another card)' * (len(left) > 1)}.")


def _who_plays() -> str:
    return f"{WHO_PLAYS[0].upper()}{WHO_PLAYS[1:]}"


def suppose(console: Console, book: Casebook, text: str) -> None:
    """What would follow from a line. Raises Contradiction while lines are in conflict."""
    if book.ready and book.conflict is not None:
        raise Contradiction(())
    supposed, chance = book.what_if(text)
    said = supposed.lines[-1].said
    if said is None:
        raise LineError("write the line behind it: what if Bob: Plum Rope Hall -> nobody")
    page.say(console, f"if {meaning(said, book.me, len(book.players))}", "bold")
    if supposed.lines[-1].facts:
        page.say(console, f"by what is known, that has probability {chance_told(chance)}")
    news(console, book, supposed)
    page.say(console, "Nothing has changed.")


def log(console: Console, book: Casebook) -> None:
    """Every line; a ! stands before those that cannot be read, or contradict others."""
    wrong = set(book.conflict or ()) if book.ready else set()
    margin = len(str(len(book.lines)))
    for line in book.lines:
        mark = "!" if line.error or line.number in wrong else " "
        text = sentences.as_shown(line.text)
        if line.error is not None:
            text += f"  (left out: {line.error.reason})"
        page.say(console, f"{mark}{line.number:>{margin}}  {text}".rstrip())
    if not book.lines:
        page.say(console, "No lines yet.")


def why(console: Console, book: Casebook, text: str) -> None:
    """Why it is certain where a card is, or how likely it is; LineError for what is no card."""
    card, only = _card_and_place(book, text)
    row = book.probabilities[book.edition.cards.index(card)].tolist()
    told = []
    for place, chance in zip(book.places, row, strict=True):
        if only not in (None, place):
            continue
        holds = book.holding(card, place)
        says = sentences.holding_told(place, holds is not False, [card], book.me)
        if holds is None:
            page.say(console, f"{says}: open, with probability {chance_told(chance)}")
        else:
            told.append(sentences.Told(says, book.reason(card, place)))
            page.say(console, str(told[-1]))
    page.quote(console, book, sentences.cited(told))


def _card_and_place(book: Casebook, text: str) -> tuple[str, str | None]:
    """A card and perhaps a place, in either order, with or without a word between."""
    words = _without_words_between(text.rstrip("? ").split())
    error = LineError("name a card, and a player if you like: why Rope Bob")
    for size in range(len(words), 0, -1):
        for some, rest in ((words[:size], words[size:]), (words[-size:], words[:-size])):
            try:
                card = book.card(" ".join(some))
            except LineError as unknown:
                if some == words[:size]:
                    error = unknown
                continue
            rest = _without_words_between(rest)
            try:
                return card, _place(book, " ".join(rest)) if rest else None
            except LineError as unknown:
                error = unknown
                if some == words[:size] and size == 1:
                    raise
    raise error


def _without_words_between(words: list[str]) -> list[str]:
    """Without such words before and behind."""
    while words and words[0].lower() in BETWEEN:
        words = words[1:]
    while words and words[-1].lower() in BETWEEN:
        words = words[:-1]
    return words


def _place(book: Casebook, text: str) -> str:
    named = FILE.get("".join(text.lower().split()), text.lower())
    if named in book.places[len(book.players) :]:
        return named
    return book.player(text)


def asks(book: Casebook, room: str | None, seed: int, asker: str | None = None) -> tuple[Ask, ...]:
    """The questions that tell most, of a room or of all: mine, or the asker's.

    An onlooker has none.
    """
    if (book.me is None and asker is None) or len(book.triples) == 1:
        return ()
    return book.questions(asker, room, n=ASKED, rng=seed)


def ask(console: Console, book: Casebook, text: str, room: str | None, seed: int) -> None:
    """The questions that tell most, of a room and of an asker if they are named.

    text: what was typed, `ask` taken off. room: which one is meant where none is named. Raises
    LineError for what is no room, and no player either.
    """
    words = _without_words_between(text.rstrip("? ").split())
    asker = None
    for size in range(len(words), 0, -1):
        try:
            asker = book.player(" ".join(words[:size]))
        except LineError:
            continue
        words = _without_words_between(words[size:])
        break
    if words:
        room = " ".join(words)
    where = None if room is None else book.room(room)
    page.show_questions(console, book, asks(book, where, seed, asker), where, asker)


def help_(console: Console) -> None:
    """What can be typed."""
    _forms(console, "what happens in the game", FORMS)
    _forms(console, "what you can ask for", list(COMMANDS.values()))


def _forms(console: Console, title: str, listed: Sequence[tuple[str, str]]) -> None:
    page.say(console, title, "bold")
    table = Table(box=box.SIMPLE, show_header=False)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    for form, says in listed:
        table.add_row(Text(form), Text(says))
    console.print(table)
