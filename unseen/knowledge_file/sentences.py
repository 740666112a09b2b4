"""Statements as people type them: ``Bob lacks rope, knife``.

The forms are those in which the library prints facts. Several, with ``;`` between, hold together.

| typed                                  | means                                             |
|----------------------------------------|---------------------------------------------------|
| ``Bob holds rope``                     | it lies there (of several, every one)             |
| ``Bob lacks rope, knife``              | none of them does                                 |
| ``Bob holds at least 1 of rope, knife``| so do ``at most``, ``exactly`` and ``1 to 2 of``  |
| ``Ann and Bob hold rope``              | one of them does: the places together             |
| ``South has 15 to 17 points``          | the sum of a table of ``values``                  |
| ``{ at_least = 1, of = "S*", in = "Bob" }`` | as in a file, in TOML or JSON               |
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pydantic import ConfigDict

from beliefs import Fact
from beliefs.errors import KnowledgeError
from unseen.errors import CallError
from unseen.knowledge_file.building import KnowledgeFile
from unseen.knowledge_file.names import places_named
from unseen.knowledge_file.reading import checked, parsed
from unseen.knowledge_file.schema import Facts, Strict

VERB = re.compile(r"\s+(?:together\s+)?(holds?|has|have|lacks?)\s+")
BOUND = re.compile(
    r"(?:(at least|at most|exactly)\s+(-?\d+)|(-?\d+)\s+to\s+(-?\d+)|(-?\d+))(?:\s+of)?\s+(.+)"
)


class _Typed(Strict):
    """Statements typed on the command line."""

    model_config = ConfigDict(title="statement")
    facts: Facts


def facts_of(text: str, file: KnowledgeFile, option: str) -> tuple[Fact, ...]:
    """The facts that are typed. CallError for what is none, or names what there is not."""
    try:
        entries = _entries(text, file)
    except ValueError as error:
        raise CallError(f"{option} {text!r}: {error}") from None
    if not entries:
        raise CallError(f"{option} {text!r} says nothing: write 'PLACE holds CARD'")
    typed = checked(_Typed, {"facts": entries}, f"{option} {text!r}")
    try:
        facts = file.facts(typed.facts)
        file.knowledge.given(*facts)
    except KnowledgeError as error:
        raise CallError(f"{option} {text!r}: {error}") from None
    return facts


def card_in_place(text: str, file: KnowledgeFile, option: str) -> tuple[str, str]:
    """The card and the place of ``rope in Bob``, or of ``Bob holds rope``."""
    pairs = [
        (card, place)
        for card, place in [
            *_splits(text, r"\s+in\s+"),
            *((card, place) for place, card in _splits(text, VERB.pattern)),
        ]
        if card in file.cards.copies and place in file.model.places
    ]
    if len(pairs) == 1:
        return pairs[0]
    for card, place in _splits(text, r"\s+in\s+"):
        try:
            file.cards.named([card])
            places_named([place], file.model.places)
        except KnowledgeError as error:
            raise CallError(f"{option} {text!r}: {error}") from None
    raise CallError(f"{option} {text!r} names no card and place: write 'CARD in PLACE'")


def _splits(text: str, pattern: str) -> Iterator[tuple[str, str]]:
    for found in re.finditer(pattern, text):
        yield text[: found.start()].strip(), text[found.end() :].strip()


def _entries(text: str, file: KnowledgeFile) -> Any:
    """The statements as a file would have them."""
    if text.lstrip()[:1] in ("{", "["):
        try:
            return parsed(f"typed = {text}", "toml")["typed"]
        except ValueError as error:
            try:
                return parsed(text, "json")
            except ValueError:
                raise error from None
    return [_sentence(part.strip(), file) for part in text.split(";") if part.strip()]


def _sentence(text: str, file: KnowledgeFile) -> dict[str, Any]:
    errors = []
    for found in VERB.finditer(text):
        try:
            places = _named_places(text[: found.start()], file)
        except KnowledgeError as error:
            errors.append(error)
        else:
            return {**_said(found[1], text[found.end() :].strip(), file), "in": places}
    raise errors[0] if errors else KnowledgeError("no statement: write 'PLACE holds CARD'")


def _named_places(text: str, file: KnowledgeFile) -> list[str]:
    known = file.model.places
    text = text.strip()
    if text in known:
        return [text]
    named = [part for part in re.split(r"\s*,\s*|\s+and\s+", text) if part]
    places_named(named, known)
    return named


def _said(verb: str, rest: str, file: KnowledgeFile) -> dict[str, Any]:
    if verb.startswith("lack"):
        return {"lacks": _named_cards(rest, file)}
    found = None if _is_name(rest, file) else BOUND.fullmatch(rest)
    if found is None:
        return {"holds": _named_cards(rest, file)}
    word, number, lo, hi, alone, what = found.groups()
    if what in file.model.values and not _is_name(what, file):
        about: dict[str, Any] = {"weights": what}
    else:
        about = {"of": _named_cards(what, file)}
    if word:
        return {word.replace(" ", "_"): int(number), **about}
    if alone:
        return {"exactly": int(alone), **about}
    return {"between": [int(lo), int(hi)], **about}


def _is_name(text: str, file: KnowledgeFile) -> bool:
    return text in file.cards.copies or text in file.cards.groups


def _named_cards(text: str, file: KnowledgeFile) -> list[str]:
    if _is_name(text, file):
        return [text]
    return [part.strip() for part in text.split(",") if part.strip()]
