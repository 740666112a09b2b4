"""The words of a line, and the marks between them.

Case, accents, full stops, quotes and hyphens inside a name say nothing; commas, slashes and dashes
with spaces around them part things; there are arrows and colons. From a `#` on, a line is a
comment.

| typed                 | words      | their keys   |
|-----------------------|------------|--------------|
| ``Prof. Plum``        | Prof, Plum | prof, plum   |
| ``lead-pipe``         | lead, pipe | lead, pipe   |
| ``Bob hasn't``        | Bob, hasn't| bob, hasnt   |
| ``Bob: … -> Cid``     | an arrow of its own, a colon too |
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from unseen.notebook.errors import LineError, shown

WORD, BREAK, ARROW, COLON = "word", "break", "arrow", "colon"
LETTERS = r"[^\W_][^\W_\u0300-\u036f]*(?:[\u0300-\u036f'’`]+[^\W_]+)*[\u0300-\u036f]*"
TOKEN = re.compile(
    rf"""
    (?P<arrow> [-–—=~]*>+ | [→⇒➔➜➡⟶⟹»] )
  | (?P<break> [,;/&+|] | (?<!\S)[-–—]+(?!\S) )
  | (?P<colon> [:=] )
  | (?P<word> {LETTERS} )
  | (?P<nothing> \s+ | [.!"'’‘“”`()\[\]_*\-–—\ufeff\u200b] )
    """,
    re.VERBOSE,
)
LISTED = re.compile(r"\s*\d{1,3}[.)]\s+(?=\S)")
COMMENT = re.compile(r"(?:^|(?<=\s))#.*", re.DOTALL)


class Token(NamedTuple):
    """A word (its `key` is what counts), or a mark."""

    kind: str
    text: str
    key: str


def key(text: str) -> str:
    """What counts of a name: its letters and digits, without case and accents.

    >>> key("Lead-Pipe"), key("Café Noir"), key("Prof. Plum")
    ('leadpipe', 'cafenoir', 'profplum')
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts.casefold() if letter.isalnum())


def without_comment(text: str) -> str:
    """A line up to its comment.

    >>> without_comment("Bob has Rope  # by the light of the window")
    'Bob has Rope'
    """
    return COMMENT.sub("", text).strip()


def without_number(text: str) -> str:
    """A line without the number that it has in a list.

    >>> without_number("3. Bob has Rope"), without_number("12) players Ann Bob")
    ('Bob has Rope', 'players Ann Bob')
    """
    return LISTED.sub("", text, count=1) if LISTED.match(text) else text


def owner(token: Token) -> str:
    """The key of who owns something: ``bob`` of ``Bob's``; else empty.

    >>> [owner(token) for token in tokens("Bob's Rope")]
    ['bob', '']
    """
    found = re.fullmatch(r"(.+)['’`]s", token.text, re.IGNORECASE)
    return key(found[1]) if found else ""


def tokens(text: str) -> list[Token]:
    """The words and marks of a line. LineError for a character that is neither.

    >>> [token.text for token in tokens("Bob: Prof. Plum, lead-pipe -> nobody")]
    ['Bob', ':', 'Prof', 'Plum', ',', 'lead', 'pipe', '->', 'nobody']
    """
    found = []
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise LineError(
                f"{shown(text[at])} in {shown(text)} says nothing here: write names, with spaces "
                "or commas between them"
            )
        at = match.end()
        kind = match.lastgroup or ""
        if kind == WORD and not key(match[0]):
            kind = "nothing"
        if kind != "nothing":
            found.append(Token(kind, match[0], key(match[0]) if kind == WORD else ""))
    return found


def name_words(text: str, most: int) -> list[Token]:
    """The words of a text that can be a name: words alone, `most` letters; none where it cannot.

    >>> len(name_words("Lead Pipe", 20)), name_words("Lead, Pipe", 20), name_words("Bob#2", 20)
    (2, [], [])
    """
    try:
        typed = tokens(text)
    except LineError:
        return []
    plain = text.isprintable() and len(text) <= most
    return typed if plain and all(token.kind == WORD for token in typed) else []


def words(text: str) -> list[str]:
    """The keys of the words of a name.

    >>> words("Lead-Pipe")
    ['lead', 'pipe']
    """
    return [token.key for token in tokens(text) if token.kind == WORD]
