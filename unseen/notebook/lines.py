"""Lines of a notebook: what a person types, one event a line, and what it means.

| typed                                          | means                                        |
|------------------------------------------------|----------------------------------------------|
| ``players Ann Bob Cid``                        | who plays, clockwise, in the order of dealing |
| ``me Ann`` · ``hand Knife Hall Peacock``       | whose notebook it is, and her cards          |
| ``Bob: Scarlet Rope Study -> Cid shows``       | all between Bob and Cid have passed          |
| ``Bob asks Scarlet, Rope, Study, nobody shows``| all the others have passed                   |
| ``Cid accuses Scarlet Rope Study wrong``       | not all three are in the case file           |
| ``Bob has Rope`` · ``Bob lacks Rope, Knife``   | somebody saw it                              |

Lenient in spelling and case (`unseen.notebook.names`), strict in meaning (`unseen.notebook.setup`).
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from unseen.notebook import settings
from unseen.notebook.editions import CLASSIC
from unseen.notebook.errors import WHO_PLAYS, LineError, shown
from unseen.notebook.outcomes import answer
from unseen.notebook.sayings import (
    SIDE,
    TABLE,
    Accusation,
    Hand,
    Has,
    MeIs,
    Saying,
    Suggestion,
    Three,
)
from unseen.notebook.seen import place_at, seen, several_or_place, subjects
from unseen.notebook.settings import Typed, behind, player_at
from unseen.notebook.setup import Setup
from unseen.notebook.tokens import (
    ARROW,
    COLON,
    WORD,
    key,
    tokens,
    without_comment,
    without_number,
)
from unseen.notebook.vocabulary import (
    ACCUSES,
    ALL,
    CAN,
    DENIES,
    DOES,
    HAS,
    IS,
    IT,
    LACKS,
    MINE,
    MY,
    NO,
    NOBODY,
    PASSES,
    RIGHT,
    SETTINGS,
    SHOWS,
    SUGGESTS,
    WRONG,
)

MOST_LETTERS = 1000
"""Letters of a line, its comment not counted, at most."""
REST = re.compile(r"\s*[^\s:=]+\s*[:=]?\s*(.*)", re.DOTALL)


def said(text: str, setup: Setup) -> Saying | None:
    """What a line says, among these cards and players; None of a comment or a blank line.

    Raises LineError where it says nothing that can be understood.

    >>> from unseen.notebook.sayings import PlayersAre
    >>> table = Setup().after(PlayersAre(("Ann", "Bob", "Cid")), 1)
    >>> print(said("bob: prof plum, lead-pipe, study -> ann shows", table))
    Bob: Plum, Lead Pipe, Study -> Ann shows
    >>> print(said("Bob asks Plum Ropee Study -> nobody", table))
    Traceback (most recent call last):
    ...
    unseen.notebook.errors.LineError: 'Ropee' is no card: did you mean Rope?
    """
    plain = without_number(without_comment(text))
    if not plain.strip("\ufeff"):
        return None
    if len(plain) > MOST_LETTERS:
        raise LineError(f"a line of {len(plain):,} letters: {MOST_LETTERS} are the most")
    rest = REST.fullmatch(plain)
    first = _first(plain)
    if rest and first == "edition":
        return settings.edition(rest[1].strip().strip("\"'"), setup)
    if rest and SETTINGS.get(first) == "players":
        return settings.players(rest[1])
    typed = tokens(plain)
    if not typed:
        raise LineError(f"{shown(plain)} says nothing")
    if first in SETTINGS and not _is_seen(typed):
        return settings.setting(SETTINGS[first], behind(typed, 1), setup)
    if first == MY:
        return _mine(typed, setup)
    if first in MINE and (player := _named_alone(typed, setup)):
        return MeIs(player)
    return _event(typed, setup)


def _first(plain: str) -> str:
    """The key of the first word of a line."""
    found = re.match(r"[\W_]*([^\W_]+)", plain)
    words = tokens(found[1]) if found else []
    return words[0].key if words else ""


def _is_seen(typed: Typed) -> bool:
    """Whether it is said what lies somewhere, as of a player: ``side has Rope``."""
    second = typed[1].key if len(typed) > 1 else ""
    return typed[0].key in (SIDE, TABLE) and second in HAS | LACKS | DOES


def _mine(typed: Typed, setup: Setup) -> Saying:
    if len(typed) > 1 and typed[1].key in {"hand", "cards"}:
        i = 2 + (len(typed) > 2 and typed[2].key in IS)
        return settings.setting("hand", behind(typed, i), setup)
    raise LineError("my what? Write my hand as in: hand Knife Hall Peacock")


def _named_alone(typed: Typed, setup: Setup) -> str | None:
    """The player in ``me Ann`` or ``I am Ann``; None where it is an event of mine."""
    rest = behind(typed, 1)
    if rest and rest[0].key in IS:
        rest = rest[1:]
    if not setup.players:
        raise LineError(WHO_PLAYS)
    found = setup.names.at(rest, 0) if rest and rest[0].kind == WORD else None
    if found and found.size == len(rest):
        return found.name
    if setup.me is None:
        if rest and rest[0].key in HAS | LACKS | DOES | SUGGESTS | ACCUSES | {"and"}:
            raise LineError(f"say who {shown(typed[0].text)} is first: me {setup.players[0]}")
        raise setup.names.unknown(rest, 0) if rest else LineError("me who? Write: me Ann")
    return None


def _event(typed: Typed, setup: Setup) -> Saying:
    if typed[0].key == "the" and len(typed) > 1:
        typed = typed[1:]
    named = _begins_with_player(typed, setup)
    if said_of := subjects(typed, setup) if named or several_or_place(typed, setup) else None:
        found = seen(said_of, typed, setup)
        mine = typed[0].key in MINE and isinstance(found, Has) and setup.takes(found.cards)
        return Hand(found.cards) if mine else found
    tells = typed[0].key in NOBODY | SHOWS | PASSES | ALL | NO | CAN
    if typed[0].kind == ARROW or (tells and not (named and len(typed[0].key) == 1)):
        raise _no_suggestion(setup)
    if not named and typed[0].kind != WORD:
        raise LineError(f"{shown(typed[0].text)} is no name: begin with a player's name")
    if beside := place_at(typed, 0, setup):
        raise LineError(f"{beside[0]} does nothing: write what it has or lacks")
    if not named:
        raise _unknown_beginning(typed, setup)
    player, size = player_at(typed, 0, setup)
    verb = typed[size].key if len(typed) > size else ""
    rest = typed[size + 1 :]
    if verb in RIGHT | WRONG and rest and rest[0].key in ACCUSES:  # "Cid wrongly accuses"
        return _accusation(player, [*behind(rest, 1), typed[size]], setup)
    if verb in ACCUSES:
        return _accusation(player, behind(rest, 0), setup)
    if verb in SHOWS | PASSES | CAN or len(typed) == size:
        raise _no_suggestion(setup)
    suggests = len(typed) > size and typed[size].kind in (COLON, ARROW)
    return _suggestion(
        player, behind(rest, 0) if suggests or verb in SUGGESTS else typed[size:], setup
    )


def _begins_with_player(typed: Typed, setup: Setup) -> bool:
    """Whether a player is named first. LineError where it could be several."""
    if typed[0].key in MINE:
        return True
    return typed[0].kind == WORD and setup.names.at(typed, 0) is not None


def _no_suggestion(setup: Setup) -> LineError:
    """The error for what can only be an answer, or is nothing at all."""
    if not setup.players:
        return LineError(WHO_PLAYS)
    first, second = setup.players[:2]
    three = " ".join(kind[0] for kind in setup.edition.kinds)
    return LineError(f"say what was suggested, and by whom: {first}: {three} -> {second} shows")


def _unknown_beginning(typed: Typed, setup: Setup) -> LineError:
    near = get_close_matches(typed[0].key, [*SETTINGS, *MINE], n=1, cutoff=0.7)
    if near:
        return LineError(f"{shown(typed[0].text)} begins no line: did you mean {near[0]}?")
    if not setup.players:
        return LineError(WHO_PLAYS)
    if setup.edition.names.stands(typed, 0):
        return _no_suggestion(setup)
    return setup.names.unknown(typed, 0)


def _accusation(accuser: str, typed: Typed, setup: Setup) -> Accusation:
    """The cards, and at the end whether that was right."""
    end = len(typed)
    wrong = right = negated = False
    last = RIGHT | WRONG | IS | DENIES | IT
    while end and (typed[end - 1].kind != WORD or typed[end - 1].key in last):
        word = typed[end - 1].key
        right |= word in RIGHT
        wrong |= word in WRONG
        negated |= word in DENIES
        end -= 1
    cards = _triple(typed[:end], setup)
    if right == wrong or (negated and wrong):
        raise LineError("say at the end whether the accusation is right or wrong")
    return Accusation(accuser, cards, right and not negated)


def _suggestion(suggester: str, typed: Typed, setup: Setup) -> Suggestion:
    """Three cards, and behind an arrow (or a player's name) what came of it."""
    end = next((i for i, token in enumerate(typed) if token.kind == ARROW), None)
    if end is None:
        end = next((i for i in range(len(typed)) if _answers(typed, i, setup)), len(typed))
    try:
        cards = _triple(typed[:end], setup)
    except LineError as error:
        raise _cut_short(error, typed, end, setup) from None
    asked = setup.asked(suggester)
    if not any(token.kind == WORD for token in typed[end:]):
        shows = f"-> {asked[0]} shows"
        raise LineError(f"say what came of it: {shows}, {shows} {cards[1]}, or -> nobody")
    return Suggestion(suggester, cards, *answer(typed[end:], suggester, cards, setup))


def _answers(typed: Typed, i: int, setup: Setup) -> bool:
    """Whether word `i`, or a colon, begins what came of it, where no arrow says so."""
    if typed[i].kind != WORD:
        return typed[i].kind == COLON
    word, following = typed[i].key, typed[i + 1].key if i + 1 < len(typed) else ""
    if word in NOBODY | ALL | SHOWS | MINE | HAS | NO | PASSES - {"p"} or word in {"card", "one"}:
        return True
    if word == "a" and following in {"card", "one"}:
        return True
    if setup.edition.names.stands(typed, i + (word == "a")):
        return False
    return setup.names.stands(typed, i)


def _cut_short(error: LineError, typed: Typed, end: int, setup: Setup) -> LineError:
    """The error for no three cards before word `end`; perhaps what stands there is a card too."""
    word = typed[end] if end < len(typed) else None
    if word is None or word.kind != WORD or not setup.names.stands(typed, end):
        return error
    card = next((card for card in setup.edition.cards if key(card).startswith(word.key)), None)
    if card is None:
        return error
    return LineError(f"{shown(word.text)} is a player, and begins {card} too: write {card}")


def _triple(typed: Typed, setup: Setup) -> Three:
    named = setup.edition.names.listed(typed)
    if len(set(named)) < len(named):
        twice = next(card for card in named if named.count(card) > 1)
        raise LineError(f"{twice} is named twice: name one suspect, one weapon and one room")
    return setup.edition.triple(named)


FORMS = (
    ("players Ann Bob Cid", "who plays, clockwise, beginning with the first who is dealt to"),
    ("me Ann", "whose notebook it is; leave it out to look on"),
    ("hand Knife Hall Peacock", "my cards; several lines will do"),
    ("Bob: Scarlet Rope Study -> Cid shows", "those between Bob and Cid passed, Cid showed a card"),
    ("Ann: Scarlet Rope Study -> Cid shows Rope", "the card was seen"),
    ("Bob: Scarlet Rope Study -> nobody", "all the others passed"),
    ("Bob: Scarlet Rope Study -> Cid passes", "and it is not known what came next"),
    ("Bob: Scarlet Rope Study -> Cid no, Ann yes", "can't, doesn't, x: passes; can, does: shows"),
    ("Cid accuses Scarlet Rope Study wrong", "or right"),
    ("Bob has Rope, Knife", "seen by accident; also of the case file"),
    ("Bob lacks Rope, Knife", "the same of what is not there"),
    ("Bob and Cid lack Rope", "or nobody has Rope: none of the players"),
    ("edition pier.toml", f"other cards than the {CLASSIC.name} ones; the first line"),
    ("cards Ann 6 Bob 5 Cid 7", "sizes of hands, where the first do not have one card more"),
    ("table Rope Study", "cards that lie open for all"),
    ("side 4", "cards face down beside the hands, for two players"),
    ("looked Rope", "a side card that I looked at"),
    ("# anything", "a comment"),
)
"""All lines that can be typed, and what they say."""
