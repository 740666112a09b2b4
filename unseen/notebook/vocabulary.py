"""The words that mean something in a notebook's lines, by what they mean; as keys, see `tokens`."""

from __future__ import annotations


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLERS = _set("a an and at by in it of on the then to was were is with")
"""Words between names that say nothing."""
TITLES = _set(
    "miss mr mrs ms dr doctor prof professor col colonel capt captain rev reverend sir lady lord "
    "madame madam monsieur major sergeant"
)
"""What comes before the name of a suspect, and does not matter."""

SETTINGS = {
    "edition": "edition",
    "players": "players",
    "player": "players",
    "hand": "hand",
    "cards": "cards",
    "sizes": "cards",
    "table": "table",
    "side": "side",
    "looked": "looked",
    "look": "looked",
    "saw": "looked",
}
"""First words of lines that are no events -> the kind of line."""
MINE = _set("me i")
MY = "my"
IS = _set("am is was are")

SUGGESTS = _set("suggests suggest suggested asks ask asked guesses guess guessed says say said")
ACCUSES = _set("accuses accuse accused")
HAS = _set("has have had holds hold held got owns")
LACKS = _set("lacks lack lacked hasnt havent hadnt")
NOT = _set("no not none never")
DOES = _set("does do did doesnt dont didnt")

NOBODY = _set("nobody noone none nothing")
ALL = _set("all everybody everyone")
SHOWS = _set(
    "shows show showed shown disproves disprove disproved answers answer answered reveals reveal "
    "revealed"
)
PASSES = _set(
    "passes pass passed cant cannot couldnt doesnt didnt dont hasnt havent hadnt lacks lack lacked"
)
CAN = _set("can could does did do")
OBJECTS = _set("card cards one something it any anything either these those three him her them us")
"""Words after a verb that add nothing to it."""

JOINING = _set("and then but so while by is was")
"""Words between those who pass and those who show."""

IT = _set("it that and but he she they")
RIGHT = _set("right rightly correct correctly true wins won win")
WRONG = _set("wrong wrongly incorrect incorrectly false loses lost lose out")

FILE = {"casefile": "case file", "file": "case file", "envelope": "case file"}
COMMANDS = _set("undo save help quit exit why what whatif show page log strike ask")
"""What a person can say to the notebook itself."""

RESERVED = (
    frozenset().union(
        SETTINGS, MINE, {MY}, IS, SUGGESTS, ACCUSES, HAS, LACKS, NOT, DOES, NOBODY, ALL, SHOWS,
        PASSES, CAN, OBJECTS, RIGHT, WRONG, FILE, COMMANDS, FILLERS, {"case", "classic"},
    )
)  # fmt: skip
"""Words that are no player's name."""
