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
    Lacks,
    MeIs,
    Saying,
    Suggestion,
    Three,
)
from unseen.notebook.settings import Typed, behind, player_at
from unseen.notebook.setup import Setup
from unseen.notebook.tokens import ARROW, COLON, WORD, tokens, without_comment
from unseen.notebook.vocabulary import (
    ACCUSES,
    ALL,
    DOES,
    FILE,
    HAS,
    IS,
    IT,
    LACKS,
    MINE,
    MY,
    NOBODY,
    NOT,
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
    plain = without_comment(text)
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
    """Whether it is said of the side what lies there, as of a player: ``side has Rope``."""
    second = typed[1].key if len(typed) > 1 else ""
    return typed[0].key == SIDE and second in HAS | LACKS | DOES


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
        raise setup.names.unknown(rest, 0) if rest else LineError("me who? Write: me Ann")
    return None


def _event(typed: Typed, setup: Setup) -> Saying:
    if typed[0].key == "the" and len(typed) > 1:
        typed = typed[1:]
    beside = _beside(typed, setup)
    if typed[0].kind == ARROW or typed[0].key in NOBODY | SHOWS | PASSES:
        raise _no_suggestion(setup)
    if beside is None and typed[0].kind != WORD:
        raise LineError(f"{shown(typed[0].text)} is no name: begin with a player's name")
    if beside is None and setup.names.at(typed, 0) is None and typed[0].key not in MINE:
        raise _unknown_beginning(typed, setup)
    subject, size = beside or player_at(typed, 0, setup)
    verb = typed[size].key if len(typed) > size else ""
    rest = typed[size + 1 :]
    if verb in SHOWS | PASSES - LACKS - DOES or len(typed) == size:
        raise _no_suggestion(setup)
    if verb in ACCUSES:
        return _accusation(_refuse_place(subject, setup), behind(rest, 0), setup)
    if verb in HAS | LACKS | DOES:
        seen = _seen(subject, verb, rest, setup)
        mine = typed[0].key in MINE and isinstance(seen, Has) and setup.takes(seen.cards)
        return Hand(seen.cards) if mine else seen
    colon = len(typed) > size and typed[size].kind == COLON
    suggests = colon or verb in SUGGESTS
    return _suggestion(
        _refuse_place(subject, setup), behind(rest, 0) if suggests else typed[size:], setup
    )


def _no_suggestion(setup: Setup) -> LineError:
    """The error for what can only be an answer, or is nothing at all."""
    first, second = (*setup.players, "Ann", "Bob")[:2]
    three = " ".join(kind[0] for kind in setup.edition.kinds)
    return LineError(f"say what was suggested, and by whom: {first}: {three} -> {second} shows")


def _beside(typed: Typed, setup: Setup) -> tuple[str, int] | None:
    """A place that is nobody's hand, and in how many words it is named."""
    for size in (2, 1):
        name = "".join(token.key for token in typed[:size])
        place = FILE.get(name, name if name in (SIDE, TABLE) else None)
        if place in setup.places:
            return place, size
    return None


def _refuse_place(subject: str, setup: Setup) -> str:
    if subject not in setup.players:
        raise LineError(f"{subject} does nothing: write what it has or lacks")
    return subject


def _unknown_beginning(typed: Typed, setup: Setup) -> LineError:
    near = get_close_matches(typed[0].key, [*SETTINGS, *MINE], n=1, cutoff=0.7)
    if near:
        return LineError(f"{shown(typed[0].text)} begins no line: did you mean {near[0]}?")
    if not setup.players:
        return LineError(WHO_PLAYS)
    return setup.names.unknown(typed, 0)


def _seen(subject: str, verb: str, rest: Typed, setup: Setup) -> Has | Lacks:
    """``Bob has Rope``, ``Bob hasn't got Rope``, ``Bob does not have Rope``."""
    lacks = verb in LACKS or verb.endswith("nt")
    i = 0
    while i < len(rest) and rest[i].key in NOT | HAS | {"the"}:
        lacks |= rest[i].key in NOT
        i += 1
    if verb in DOES and not lacks:
        raise LineError(f"say what {subject} has or lacks, as in: {subject} has Rope")
    cards = tuple(setup.edition.names.listed(behind(rest, i)))
    if not cards:
        raise LineError(f"{subject} {'lacks' if lacks else 'has'} what? Name a card")
    return Lacks(subject, cards) if lacks else Has(subject, cards)


def _accusation(accuser: str, typed: Typed, setup: Setup) -> Accusation:
    """The cards, and at the end whether that was right."""
    end = len(typed)
    wrong = right = negated = False
    last = RIGHT | WRONG | IS | NOT | IT
    while end and (typed[end - 1].kind != WORD or typed[end - 1].key in last):
        word = typed[end - 1].key
        right |= word in RIGHT
        wrong |= word in WRONG
        negated |= word in NOT
        end -= 1
    cards = _triple(typed[:end], setup)
    if right == wrong or (negated and wrong):
        raise LineError("say at the end whether the accusation is right or wrong")
    return Accusation(accuser, cards, right and not negated)


def _suggestion(suggester: str, typed: Typed, setup: Setup) -> Suggestion:
    """Three cards, and behind an arrow (or a player's name) what came of it."""
    end = next((i for i, token in enumerate(typed) if token.kind == ARROW), None)
    if end is None:
        end = next((i for i, token in enumerate(typed) if token.kind == COLON), None)
    if end is None:
        end = next((i for i in range(len(typed)) if _answers(typed, i, setup)), len(typed))
    cards = _triple(typed[:end], setup)
    asked = setup.asked(suggester)
    if not any(token.kind == WORD for token in typed[end:]):
        shows = f"-> {asked[0]} shows"
        raise LineError(f"say what came of it: {shows}, {shows} {cards[1]}, or -> nobody")
    return Suggestion(suggester, cards, *answer(typed[end:], suggester, cards, setup))


def _answers(typed: Typed, i: int, setup: Setup) -> bool:
    """Whether word `i` begins what came of a suggestion, where no arrow says so."""
    if typed[i].kind != WORD:
        return False
    word, following = typed[i].key, typed[i + 1].key if i + 1 < len(typed) else ""
    if word in NOBODY | ALL | SHOWS | MINE or (word == "no" and following in {"one", "body"}):
        return True
    return setup.names.at(typed, i, whole=True) is not None


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
    ("Cid accuses Scarlet Rope Study wrong", "or right"),
    ("Bob has Rope, Knife", "seen by accident; also of the case file"),
    ("Bob lacks Rope, Knife", "the same of what is not there"),
    ("edition pier.toml", f"other cards than the {CLASSIC.name} ones; the first line"),
    ("cards Ann 6 Bob 5 Cid 7", "sizes of hands, where the first do not have one card more"),
    ("table Rope Study", "cards that lie open for all"),
    ("side 4", "cards face down beside the hands, for two players"),
    ("looked Rope", "a side card that I looked at"),
    ("# anything", "a comment"),
)
"""All lines that can be typed, and what they say."""
