"""What can be typed to a notebook beside the events of the game."""

from __future__ import annotations

from typing import NamedTuple

from unseen.notebook.tokens import without_comment

COMMANDS = {
    "show": ("show", "the whole page"),
    "log": ("log", "all lines, with their numbers"),
    "why": ("why CARD [NAME]", "why that is certain, or how likely it is; of one place or of all"),
    "ask": (
        "ask [NAME] [ROOM]",
        "the ten questions that tell most, in any room or in one; of mine, or of somebody else's",
    ),
    "what if": ("what if LINE", "what would follow from a line; nothing changes"),
    "undo": ("undo", "take the last change back"),
    "strike": ("strike N", "take line N out; the numbers of the others stay"),
    "save": ("save [FILE]", "where the lines are kept; with a name, keep them there from now on"),
    "help": ("help", "this list"),
    "quit": ("quit", "leave"),
}
"""Command -> its form, and what it does."""
ALSO = {"whatif": "what if", "exit": "quit", "q": "quit", "?": "help", "page": "show"}
ALONE = {"show", "log", "undo", "help", "quit"}
"""Commands after which nothing stands."""


class Command(NamedTuple):
    """A command, and what stands behind it."""

    name: str
    rest: str


def command_of(text: str) -> Command | None:
    """The command that a line is, whatever its case; None where it is none.

    >>> command_of("Strike 7"), command_of("WHAT IF Ann: Plum Rope Hall -> nobody").name
    (Command(name='strike', rest='7'), 'what if')
    >>> print(command_of("Bob: Plum Rope Hall -> nobody"))
    None
    """
    words = text.split()
    for size in (2, 1):
        name = " ".join(words[:size]).lower()
        name = ALSO.get(name, name)
        if name in COMMANDS and len(words) >= size:
            return Command(name, without_comment(" ".join(words[size:])))
    return None
