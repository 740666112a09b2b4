"""Schnapsen for people: names of cards, how options are said and read, how a position looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from games.schnapsen.cards import CARDS, JACK, SUITS, card_of, rank_of, suit_of
from games.schnapsen.record import CLAIM, CLOSE, EXCHANGE, MARRIAGE, PLAY_ON, TRUMP
from games.typed import quoted, typed_words
from games.view import View

RANK_NAMES = ("A", "10", "K", "Q", "J", "9")
SUIT_LETTERS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")

FACES = tuple(RANK_NAMES[rank_of(c)] + SUIT_LETTERS[suit_of(c)] for c in range(CARDS))
"""The name of each card: rank, then suit."""


def card(face: int) -> str:
    """The name of a card.

    >>> card(13), card(16)
    ('QH', '10S')
    """
    return FACES[face]


# -------------------------------------------------------------------------------------- options


def option(state: Any, code: int) -> str:
    """How an option is said."""
    if code < CARDS:
        return f"play {card(code)}"
    if code == EXCHANGE:
        trump = int(state.trump)
        [indicator] = [card(c) for c in range(CARDS) if state.zone[c] == TRUMP]
        return f"exchange {card(card_of(trump, JACK))} for {indicator}"
    if code == CLOSE:
        return "close the talon"
    if code < CLAIM:
        suit = code - MARRIAGE
        return f"declare {40 if suit == state.trump else 20} in {SUIT_NAMES[suit]}"
    return "claim 66" if code == CLAIM else "play on"


_SYMBOLS = str.maketrans(
    {"♣": " C ", "♧": " C ", "♦": " D ", "♢": " D ", "♥": " H ", "♡": " H ", "♠": " S ", "♤": " S "}
    | {"\N{VARIATION SELECTOR-15}": None, "\N{VARIATION SELECTOR-16}": None}
)
_RANKS = {
    **dict.fromkeys(("a", "ace"), 0),
    **dict.fromkeys(("10", "t", "ten"), 1),
    **dict.fromkeys(("k", "king"), 2),
    **dict.fromkeys(("q", "queen"), 3),
    **dict.fromkeys(("j", "jack", "knave"), 4),
    **dict.fromkeys(("9", "nine"), 5),
}
_SUITS = {
    **dict.fromkeys(("c", "club", "clubs"), 0),
    **dict.fromkeys(("d", "diamond", "diamonds"), 1),
    **dict.fromkeys(("h", "heart", "hearts"), 2),
    **dict.fromkeys(("s", "spade", "spades"), 3),
}
_RANK, _SUIT = "|".join(_RANKS), "|".join(_SUITS)
_ARTICLE = "(?:(?:the|my|an?) )?"
_CARD = (
    f"{_ARTICLE}(?:(?:10|[atkqj9])[cdhs]|[cdhs](?:10|[atkqj9])"
    f"|(?:{_RANK}) (?:of )?(?:{_SUIT})|(?:{_SUIT}) (?:{_RANK}))"
)
_PLAY = re.compile(f"(?:(?:play|lead|answer)(?: with)? )?({_CARD})")
_EXCHANGE = re.compile(f"(?:exchange|swap)(?: ({_CARD}))?(?: for ({_CARD}))?")
_CLOSE = re.compile(r"(?:close|shut)(?: (?:the )?talon)?")
_DECLARE = re.compile(
    rf"(?:declare|marry|meld|(?:(?:declare|meld) )?{_ARTICLE}(?:(20|40)|marriage))"
    rf"(?: (?:(?:in|of) )?(?:the )?({_SUIT}))?"
)
_CLAIM = re.compile("claim(?: 66)?|66")
_PLAY_ON = re.compile("(?:play|go) on|continue|decline|pass")
_HALF = re.compile(f"(?:(?:play|lead|answer)(?: with)? )?{_ARTICLE}(?:({_RANK})|({_SUIT}))")
_ONE_CARD = re.compile(f"({_RANK}) ?(?:of )?({_SUIT})|({_SUIT}) ?({_RANK})")


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed: ``QH``, ``q♥``, ``queen of hearts``, ``20 in spades``, …

    A card is named in full, with nothing beside it: a rank or a suit alone is no card, also where
    only one would fit. What is declared may be left out where there is only one marriage.

    Args:
        state: the record, for how options are said.
        text: what was typed.
        options: the codes that may be meant.

    Raises:
        ValueError: it is none of them, or could be several; with those that there are.
    """
    typed = " ".join(typed_words(text.translate(_SYMBOLS)))
    words = {code: option(state, code) for code in options}
    for code, said in words.items():
        if said.lower() == typed:
            return code
    meant = _meant(state, typed)
    every = ", ".join(words.values())
    if meant is None:
        half = _HALF.fullmatch(typed)
        if half is None:
            raise ValueError(f"{quoted(text)} is no card or action: {every}")
        rank, suit = _RANKS.get(half[1] or ""), _SUITS.get(half[2] or "")
        fit = [c for c in options if c < CARDS and (rank_of(c) == rank or suit_of(c) == suit)]
        cards = f"name it in full, {' or '.join(map(card, fit))}" if fit else every
        raise ValueError(f"{quoted(text)} is only half of a card's name: {cards}")
    found = [code for code in options if code in meant]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ValueError(f"{quoted(text)} is not possible now: {every}")
    raise ValueError(f"{quoted(text)} could be {' or '.join(words[code] for code in found)}")


def _meant(state: Any, typed: str) -> list[int] | None:
    """The codes that a text in small letters stands for; None: it is no card or action."""
    if match := _PLAY.fullmatch(typed):
        return [_one_card(match[1])]
    if match := _EXCHANGE.fullmatch(typed):
        trump = int(state.trump)
        right = [card_of(trump, JACK), *(c for c in range(CARDS) if state.zone[c] == TRUMP)]
        named = [None if each is None else _one_card(each) for each in match.groups()]
        wrong = any(c not in (None, meant) for c, meant in zip(named, right, strict=False))
        return [] if wrong else [EXCHANGE]
    if _CLOSE.fullmatch(typed):
        return [CLOSE]
    if match := _DECLARE.fullmatch(typed):
        suits = range(SUITS) if match[2] is None else [_SUITS[match[2]]]
        worth = {"20": (20,), "40": (40,), None: (20, 40)}[match[1]]
        return [MARRIAGE + s for s in suits if (40 if s == state.trump else 20) in worth]
    if _CLAIM.fullmatch(typed):
        return [CLAIM]
    return [PLAY_ON] if _PLAY_ON.fullmatch(typed) else None


def _one_card(name: str) -> int:
    """The card of a name that ``_CARD`` has matched."""
    match = _ONE_CARD.fullmatch(name) or _ONE_CARD.fullmatch(name.partition(" ")[2])
    assert match is not None
    return card_of(_SUITS[match[2] or match[3]], _RANKS[match[1] or match[4]])


# ------------------------------------------------------------------------------------- positions


def position(view: View) -> str:
    """A position as a seat sees it, for a terminal."""
    s = view.state
    me, other = view.seat, 1 - view.seat
    lines = [
        f"Deal {int(s.round) + 1}, game points {int(s.score[me])} to {int(s.score[other])}",
        f"Trumps are {SUIT_NAMES[int(s.trump)]}; {_talon(view)}",
        f"  your hand   {_hand(view, me)}   {_count(s, me)}",
        f"  seat {other}      {_hand(view, other)}   {_count(s, other)}",
    ]
    table = view.known("trick")
    if table:
        lines.append(f"  table       {' '.join(table)}")
    if view.mover < 0:
        winner = int(s.deal_winner)
        whose = "You win" if winner == me else f"Seat {winner} wins"
        lines.append(f"{whose} {_game_points(int(s.deal_points))}")
    else:
        whose = "Your decision" if view.mover == me else f"Decision of seat {view.mover}"
        lines.append(f"{whose}: {view.decision}")
    return "\n".join(lines)


def _talon(view: View) -> str:
    """What lies in the talon, and who has closed it."""
    cards = view.slots("talon")
    indicator = view.known("trump")
    if not indicator:
        return "the talon is used up"
    closer = int(view.state.closer) - 1
    closed = ""
    if closer >= 0:
        closed = ", closed by you" if closer == view.seat else f", closed by seat {closer}"
    return f"the talon has {len(cards)} cards over {indicator[0]}{closed}"


def _hand(view: View, seat: int) -> str:
    """A hand in order of suits, trumps first; unseen cards as question marks."""
    trump = int(view.state.trump)
    slots = view.slots(f"hand {seat}")
    known = sorted(
        (FACES.index(name) for name in slots if name is not None),
        key=lambda c: (suit_of(c) != trump, suit_of(c), rank_of(c)),
    )
    return " ".join([card(c) for c in known] + ["?"] * (len(slots) - len(known)))


def _count(s: Any, seat: int) -> str:
    """Points and tricks of a seat."""
    tricks = int(s.tricks[seat])
    pending = f", {int(s.pending[seat])} waiting" if s.pending[seat] else ""
    return f"{int(s.points[seat])} points{pending}, {tricks} trick{'' if tricks == 1 else 's'}"


def _game_points(n: int) -> str:
    return f"{n} game point{'' if n == 1 else 's'}"
