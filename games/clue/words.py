"""Clue for people: how options are said and read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from games.clue.cards import ALIASES, FACES, FIRST_ROOM, FIRST_WEAPON, ROOMS, parts, triple_of_cards
from games.clue.features import features as features
from games.clue.grid import FIRST_SQUARE, PASSAGE, coordinates, node_at
from games.clue.picture import position as position
from games.clue.record import (
    ACCUSE,
    ACCUSE_NOW,
    MOVE,
    NO_ACCUSATION,
    NO_SUGGESTION,
    ROLL,
    SHOW,
    SHOW_ONE,
    SIDE,
    SIDE_SLOTS,
    STAND,
    STAY,
    SUGGEST,
    USE_PASSAGE,
)
from games.typed import quoted, typed_words

PLAIN = {
    ROLL: "roll",
    STAY: "stay",
    STAND: "stand still",
    ACCUSE_NOW: "accuse now",
    NO_SUGGESTION: "no suggestion",
    NO_ACCUSATION: "no accusation",
    SHOW_ONE: "show a card",
}
"""How options are said that need nothing named."""


def card(face: int) -> str:
    """The name of a card.

    >>> card(20)
    'Study'
    """
    return FACES[face]


def node_name(node: int) -> str:
    """A room's name, or row and column of a square, counted from 0 at the top left.

    >>> node_name(3), node_name(10)
    ('Kitchen', '0,16')
    """
    if node < FIRST_SQUARE:
        return ROOMS[node]
    row, column = coordinates(node)
    return f"{row},{column}"


def option(state: Any, code: int) -> str:
    """How an option is said.

    >>> option(None, SHOW), option(None, SUGGEST + 35), option(None, ACCUSE + 270)
    ('show Scarlet', 'suggest Plum Revolver', 'accuse Plum Rope Hall')
    """
    if code in PLAIN:
        return PLAIN[code]
    if code == USE_PASSAGE:
        return f"passage to {ROOMS[_end_of_passage(state)]}"
    if code < SHOW:
        return f"look at card {code - SIDE + 1}"
    if code < SHOW_ONE:
        return f"show {card(code - SHOW)}"
    if code < SUGGEST:
        return f"go to {node_name(code - MOVE)}"
    if code < ACCUSE:
        person, weapon, _ = parts((code - SUGGEST) * len(ROOMS))
        return f"suggest {card(person)} {card(weapon)}"
    return " ".join(["accuse", *(card(face) for face in parts(code - ACCUSE))])


def _end_of_passage(state: Any) -> int:
    """The room at the other end of the mover's passage, or -1."""
    node = int(state.token[int(state.mover)])
    return int(PASSAGE[node]) if 0 <= node < FIRST_SQUARE else -1


# ------------------------------------------------------------------------------------ what is typed

_NAMES = {
    spelled: FACES.index(face)
    for name, face in (*((face, face) for face in FACES), *ALIASES.items())
    for spelled in (name.lower(), name.lower().replace(" ", ""))
}
_LONGEST = max(len(name.split()) for name in _NAMES)
_FILLERS = {"i", "the", "a", "an", "my", "with", "in", "to", "at", "of", "and", "towards", "toward"}
_FILLERS |= {"use", "take", "secret"}
_SAID = {
    **dict.fromkeys(("roll", "roll dice", "roll die", "dice"), (ROLL,)),
    **dict.fromkeys(("stay", "stay here"), (STAY,)),
    **dict.fromkeys(("stand", "stand still", "blocked", "wait"), (STAND,)),
    **dict.fromkeys(("accuse now", "accuse"), (ACCUSE_NOW,)),
    **dict.fromkeys(("no suggestion", "suggest nothing"), (NO_SUGGESTION,)),
    **dict.fromkeys(("no accusation", "accuse nobody"), (NO_ACCUSATION,)),
    **dict.fromkeys(("no", "pass", "nothing"), (NO_SUGGESTION, NO_ACCUSATION)),
    **dict.fromkeys(("passage",), (USE_PASSAGE,)),
}
_VERBS = {
    "passage": "passage",
    "stay": "stay",
    "look": "look",
    "show": "show",
    "go": "go",
    "move": "go",
    "walk": "go",
    "enter": "go",
    "suggest": "suggest",
    "accuse": "accuse",
}


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed: ``go to hall``, ``suggest Plum, lead-pipe``, ``show dagger``.

    Names may have hyphens or other editions' words; small words may be left out, and so may the
    verb, except in an accusation.

    Args:
        state: the record, for where the mover is.
        text: what was typed.
        options: the codes that may be meant.

    Raises:
        ValueError: it is none of them, with what would be right.
    """
    words = [
        word
        for typed in typed_words(text)
        for word in re.split(r"[\s,.;:_()’'\"-]+", typed)
        if word and word not in _FILLERS
    ]
    meant = _meant(state, words)
    found = [code for code in meant or () if code in options]
    if len(found) == 1:
        return found[0]
    if meant is None:
        raise ValueError(f"{quoted(text)} is no card or action: {_all(state, options)}")
    raise ValueError(f"{quoted(text)} is not possible now: {_all(state, options)}")


def _all(state: Any, options: Sequence[int]) -> str:
    """The options in words; of many the first."""
    said = [option(state, code) for code in options[:8]]
    more = f", … ({len(options)} in all)" if len(options) > len(said) else ""
    return ", ".join(said) + more


def _meant(state: Any, words: list[str]) -> Iterable[int] | None:
    """The codes that words stand for; None: they are no card or action."""
    if (known := _SAID.get(" ".join(words))) is not None:
        return known
    if not words:
        return None
    verb = _VERBS.get(words[0], "")
    rest = words[1:] if verb else words
    if verb in ("", "go", "look") and all(map(_is_number, rest)):
        return _numbered(verb, [int(word) for word in rest])
    if verb == "look" and rest[0] in ("card", "slot", "side"):
        return _numbered(verb, [int(word) for word in rest[1:] if _is_number(word)])
    faces = _faces(rest)
    if not faces:
        return None
    return _of_cards(state, verb, faces)


def _is_number(word: str) -> bool:
    return re.fullmatch("[0-9]{1,2}", word) is not None


def _numbered(verb: str, numbers: list[int]) -> list[int] | None:
    """A square by row and column, a slot by its number."""
    if verb != "look" and len(numbers) == 2:
        node = node_at(*numbers)
        return [MOVE + node] if node >= 0 else []
    if verb != "go" and len(numbers) == 1:
        return [SIDE + numbers[0] - 1] if 1 <= numbers[0] <= SIDE_SLOTS else []
    return None


def _faces(words: list[str]) -> list[int] | None:
    """The cards that words name one after the other; None where anything else stands between."""
    faces: list[int] = []
    while words:
        for n in range(_LONGEST, 0, -1):
            face = _NAMES.get(" ".join(words[:n])) if n <= len(words) else None
            if face is not None:
                faces.append(face)
                words = words[n:]
                break
        else:
            return None
    return faces


def _of_cards(state: Any, verb: str, faces: list[int]) -> list[int] | None:
    """The options that name these cards, with or without a verb."""
    if len(faces) == 1:
        [face] = faces
        room = face - FIRST_ROOM
        meant = {
            "show": [SHOW + face],
            "go": [MOVE + room],
            "passage": [USE_PASSAGE] if room == _end_of_passage(state) else [],
            "stay": [STAY] if room == state.token[int(state.mover)] else [],
            "": [SHOW + face] + ([MOVE + room] if room >= 0 else []),
        }
        return None if room < 0 and verb in ("go", "passage", "stay") else meant.get(verb)
    kinds = [[face for face in faces if low <= face < high] for low, high in _SPANS]
    if verb not in ("", "suggest", "accuse") or any(len(kind) > 1 for kind in kinds):
        return None
    people, weapons, rooms = kinds
    if not (people and weapons):
        return None
    if verb == "accuse":
        return [ACCUSE + triple_of_cards(people[0], weapons[0], rooms[0])] if rooms else None
    if rooms and rooms[0] - FIRST_ROOM != state.token[int(state.mover)]:
        return []
    return [SUGGEST + triple_of_cards(people[0], weapons[0], FIRST_ROOM) // len(ROOMS)]


_SPANS = ((0, FIRST_WEAPON), (FIRST_WEAPON, FIRST_ROOM), (FIRST_ROOM, len(FACES)))
