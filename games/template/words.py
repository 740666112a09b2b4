"""Little Pond in words: cards, options, positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from games.template.rules import ASK, FACES, LAY, LOOK, SEAT, SINK, TAKE
from games.typed import quoted, typed_words
from games.view import View


def card(face: int) -> str:
    """The name of a face.

    >>> card(3)
    'sturgeon'
    """
    return FACES[face]


def option(state: Any, code: int) -> str:
    """How an option is said.

    >>> option(None, LAY + 1), option(None, SEAT + 2)
    ('lay two eel', 'player 2')
    """
    if code < LAY:
        return f"ask for {card(code - ASK)}"
    if code < LOOK:
        return f"lay two {card(code - LAY)}"
    if code == LOOK:
        return "look"
    if code < TAKE:
        return f"player {code - SEAT}"
    return {TAKE: "take", SINK: "sink"}[code]


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed: its words; those in the middle may be left out.

    Raises:
        ValueError: it is none of the options, with what would be right.

    >>> parse(None, "Ask EEL", [ASK + 1, LAY + 1]) == ASK + 1
    True
    """
    typed = typed_words(text)
    said = {code: option(state, code) for code in options}
    for code, words in said.items():
        if _stands_for(typed, words.split()):
            return code
    raise ValueError(f"{quoted(text)} is no option: {', '.join(said.values())}")


def _stands_for(typed: list[str], words: list[str]) -> bool:
    """Whether the words typed are these, in order, with the first and the last of them."""
    rest = iter(words)
    return typed[:1] + typed[-1:] == [words[0], words[-1]] and all(one in rest for one in typed)


def position(view: View) -> str:
    """A position as a seat sees it."""
    s = view.state
    pond = view.slots("pond")
    lines = [f"deal {int(s.round) + 1} of {int(s.rules.rounds)}, pond {_slots(reversed(pond))}"]
    for p in range(int(s.seats)):
        you = " (you)" if p == view.seat else ""
        hand = _slots(view.slots(f"hand {p}"))
        laid = ", ".join(f"{n} {face}" for face, n in Counter(view.known(f"laid {p}")).items())
        lines.append(f"player {p}{you}: {int(s.points[p])} points, hand {hand}, laid {laid or '-'}")
    if s.asked >= 0:
        lines.append(f"player {view.mover} asks for {card(int(s.asked))}")
    return "\n".join(lines)


def _slots(faces: Iterable[str | None]) -> str:
    """Cards as somebody sees them; unknown ones are ``?``, in an ordered zone the top first."""
    return " ".join(face or "?" for face in faces) or "-"
