"""The words that mean something in a notebook's lines, by what they mean; as keys, see `tokens`."""

from __future__ import annotations


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLERS = _set("a an about and at by for from in it of on the then to was were is with")
"""Words between names that say nothing."""
ARTICLES = _set("a an the his her their my")
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

SUGGESTS = _set(
    "suggests suggest suggested asks ask asked guesses guess guessed says say said suspects "
    "suspect suspected"
)
ACCUSES = _set("accuses accuse accused")
HAS = _set("has have had having holds hold held got owns")
LACKS = _set("lacks lack lacked hasnt havent hadnt")
NEVER = "never"
EITHER, NEITHER = "or", _set("neither nor")
NOT = _set("no not none never")
DOES = _set("does do did doesnt dont didnt")

NOBODY = _set("nobody noone none nothing")
PERSONS = _set("one body player")
"""With no before them, nobody."""
ALL = _set("all everybody everyone")
SHOWS = _set(
    "shows show showed shown disproves disprove disproved answers answer answered reveals reveal "
    "revealed refutes refute refuted"
)
PASSES = _set(
    "passes pass passed passing p cant cannot couldnt doesnt didnt dont hasnt havent hadnt lacks "
    "lack lacked"
)
YES = _set("yes yep yeah")
CAN = _set("can could does did do must") | YES
"""Behind a player, and not denied: shows."""
NO = _set("no nope x not never")
"""Behind a player: passes. Alone: nobody shows."""
OBJECTS = _set("card cards one something it any anything either these those three him her them us")
"""Words after a verb that add nothing to it."""
ABLE = _set("able else of help")
"""Further words that add nothing once it is said that somebody passes."""

JOINING = _set("and then but so while by is was from")
"""Words between those who pass and those who show."""

IT = _set("it that and but he she they")
RIGHT = _set("right rightly correct correctly true wins won win yes succeeds succeeded")
WRONG = _set(
    "wrong wrongly incorrect incorrectly false falsely loses lost lose out fails failed fail "
    "mistaken no nope x"
)
DENIES = _set("not never isnt wasnt doesnt didnt")
"""Words that turn round what an accusation is said to be."""

FILE = {"casefile": "case file", "envelope": "case file", "case": "case file", "file": "case file"}
COMMANDS = _set("undo save help quit exit why what whatif show page log strike ask")
"""What a person can say to the notebook itself."""

TELLING = frozenset().union(
    MINE, {MY}, SUGGESTS, ACCUSES, HAS, LACKS, NOT, NO, NEITHER, DOES, NOBODY, ALL, SHOWS, PASSES,
    CAN, RIGHT - {"rightly"}, WRONG, DENIES,
)  # fmt: skip
"""Words that say what happens: they can stand in no name, not even beside others."""
RESERVED = TELLING.union(
    SETTINGS, IS, OBJECTS, RIGHT, FILE, COMMANDS, FILLERS, {"classic", EITHER}
) - {"a"}  # fmt: skip
"""Words that are no name by themselves. (A player may be called A.)"""

ORDINARY = RESERVED.union(
    JOINING, IT, ABLE, ARTICLES,
    _set(
        "again all also am among are as be because been before being between both bill ball con "
        "did din during each ever every few go goes got he here how if into just kit last let may "
        "might more most much next now off once only onto other our out over own pea put ran red "
        "rev run said same sat saw scar see seen set shall she should since some still stud such "
        "than their there they this though thus under until up upon use very wait want we well "
        "went when where which who whose will would yet you your"
    ),
)  # fmt: skip
"""Words with a meaning of their own: they are no beginnings of names where people are spoken of."""
SHORTEST = 3
"""Letters of the beginning of a card's name, at least, where people are spoken of."""
