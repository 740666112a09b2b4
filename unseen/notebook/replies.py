"""What a notebook replies: what a line changes, why something is certain, what a list holds."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from unseen.belief_tables import chance_told
from unseen.notebook import page, sentences
from unseen.notebook.casebook import Ask, Casebook, Certain
from unseen.notebook.commands import forms
from unseen.notebook.errors import WHO_PLAYS, LineError
from unseen.notebook.lines import FORMS
from unseen.options import counted

SECONDS = 5.0
"""How long reasons are looked for in a session, at most."""
ASKED = 10
"""Questions that are listed."""
BETWEEN = ("in", "at", "with", "of", "on", "the", "has", "is")
"""Words that may stand between a card and a place."""


def show(console: Console, book: Casebook, seconds: float = SECONDS) -> None:
    """The page, or what stands in its way."""
    for error in book.errors:
        page.say(console, f"{error}: left out")
    if not book.ready:
        page.say(console, _who_plays())
    elif book.conflict is not None:
        page.show_conflict(console, book)
    else:
        page.show_page(console, book, beyond(book, seconds))


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
    known = before if before.ready and before.conflict is None else None
    again = "No conflict any more: " if before.ready and known is None else ""
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


def _certain(console: Console, book: Casebook, entries: Sequence[Certain]) -> None:
    """What is certain now, at once; then why, which may take longer."""
    if not entries:
        return
    page.say(console, f"now certain: {sentences.facts_told(book, entries)}")
    told = sentences.certain_told(book, book.reasons(entries, SECONDS))
    if len(told) == 1:
        page.say(console, f"because of {sentences.because(told[0].because)}")
    else:
        for one in told:
            page.say(console, f"- {one}")
    page.quote(console, book, sentences.cited(told))


def _who_plays() -> str:
    return f"{WHO_PLAYS[0].upper()}{WHO_PLAYS[1:]}"


def log(console: Console, book: Casebook) -> None:
    """Every line; a ! stands before those that cannot be read, or contradict others."""
    wrong = set(book.conflict or ()) if book.ready else set()
    margin = len(str(len(book.lines)))
    for line in book.lines:
        mark = "!" if line.error or line.number in wrong else " "
        text = sentences.as_shown(line.text)
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
    """A card, then perhaps a place, with or without a word between."""
    words = text.rstrip("?").split()
    error = LineError("name a card, and a player if you like: why Rope Bob")
    for size in range(len(words), 0, -1):
        try:
            card = book.card(" ".join(words[:size]))
        except LineError as unknown:
            error = unknown
            continue
        rest = words[size:]
        while rest and rest[0].lower() in BETWEEN:
            rest = rest[1:]
        return card, _place(book, " ".join(rest)) if rest else None
    raise error


def _place(book: Casebook, text: str) -> str:
    for place in book.places[len(book.players) :]:
        if text.lower() in (place, *place.split()):
            return place
    return book.player(text)


def room_named(book: Casebook, text: str) -> str:
    """The room that is meant; LineError for another card, or none."""
    card = book.card(text)
    if card not in book.edition.rooms:
        raise LineError(f"{card} is no room: {sentences.listed(book.edition.rooms, 'or')}")
    return card


def asks(book: Casebook, room: str | None, seed: int) -> tuple[Ask, ...]:
    """The questions of mine that tell most, of a room or of all; an onlooker has none."""
    if book.me is None or len(book.triples) == 1:
        return ()
    return book.questions(room=room, n=ASKED, rng=seed)


def ask(console: Console, book: Casebook, room: str | None, seed: int) -> None:
    """The questions that tell most; LineError for what is no room."""
    room = None if room is None else room_named(book, room)
    page.show_questions(console, book, asks(book, room, seed), room)


def help_(console: Console) -> None:
    """What can be typed."""
    _forms(console, "what happens in the game", FORMS)
    _forms(console, "what you can ask for", forms())


def _forms(console: Console, title: str, listed: Sequence[tuple[str, str]]) -> None:
    page.say(console, title, "bold")
    table = Table(box=box.SIMPLE, show_header=False)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    for form, says in listed:
        table.add_row(Text(form), Text(says))
    console.print(table)
