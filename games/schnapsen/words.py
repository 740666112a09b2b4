"""Schnapsen for people: names of cards, how options are said and read, how a position looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from games.schnapsen.cards import CARDS, JACK, card_of, rank_of, suit_of
from games.schnapsen.record import CLAIM, CLOSE, EXCHANGE, MARRIAGE, PLAY_ON, TRUMP
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
)
_RANKS = {
    **dict.fromkeys(("a", "ace", "aces"), 0),
    **dict.fromkeys(("10", "t", "ten", "tens"), 1),
    **dict.fromkeys(("k", "king", "kings"), 2),
    **dict.fromkeys(("q", "queen", "queens"), 3),
    **dict.fromkeys(("j", "jack", "jacks", "knave"), 4),
    **dict.fromkeys(("9", "nine", "nines"), 5),
}
_SUITS = {
    **dict.fromkeys(("c", "club", "clubs"), 0),
    **dict.fromkeys(("d", "diamond", "diamonds"), 1),
    **dict.fromkeys(("h", "heart", "hearts"), 2),
    **dict.fromkeys(("s", "spade", "spades"), 3),
}
_ACTIONS = {
    **dict.fromkeys(("exchange", "swap", "x"), EXCHANGE),
    **dict.fromkeys(("close", "shut"), CLOSE),
    **dict.fromkeys(("declare", "marriage", "marry", "meld", "20", "40"), MARRIAGE),
    **dict.fromkeys(("claim", "66"), CLAIM),
    **dict.fromkeys(("on", "continue", "decline", "pass", "no"), PLAY_ON),
}
_FILLERS = {"play", "lead", "answer", "the", "of", "in", "for", "a", "with", "talon", "my"}
_SHORT_CARD = re.compile(r"(10|[atkqj9])([cdhs])|([cdhs])(10|[atkqj9])")


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed: ``QH``, ``q♥``, ``queen of hearts``, ``20 in spades``, …

    A rank, a suit or a word is enough where only one option fits.

    Args:
        state: the record, for how options are said.
        text: what was typed.
        options: the codes that may be meant.

    Raises:
        ValueError: it is none of them, or could be several; with those that there are.
    """
    action, ranks, suits, unknown = _read(text)
    said = ", ".join(option(state, code) for code in options)
    if unknown:
        raise ValueError(f"{text!r} is no card or action: {said}")
    found = [code for code in options if _fits(code, action, ranks, suits)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ValueError(f"{text!r} is not possible now: {said}")
    several = " or ".join(option(state, code) for code in found)
    raise ValueError(f"{text!r} could be {several}")


def _read(text: str) -> tuple[int | None, set[int], set[int], bool]:
    """The action, ranks and suits that a text names, and whether it holds anything else."""
    action: int | None = None
    ranks: set[int] = set()
    suits: set[int] = set()
    words = re.findall(r"\w+", text.translate(_SYMBOLS).lower())
    # "a" is the ace where it stands for a card ("a of hearts"), and a mere article in "a ten".
    article = [i for i, w in enumerate(words[:-1]) if w == "a" and words[i + 1] in _RANKS]
    words = [word for i, word in enumerate(words) if i not in article]
    for word in words:
        short = _SHORT_CARD.fullmatch(word)
        if short:
            ranks.add(_RANKS[short[1] or short[4]])
            suits.add(_SUITS[short[2] or short[3]])
        elif word in _ACTIONS:
            action = _ACTIONS[word] if action is None else action
        elif word in _RANKS:
            ranks.add(_RANKS[word])
        elif word in _SUITS:
            suits.add(_SUITS[word])
        elif word not in _FILLERS:
            return None, ranks, suits, True
    return action, ranks, suits, action is None and not ranks and not suits


def _fits(code: int, action: int | None, ranks: set[int], suits: set[int]) -> bool:
    """Whether an option is one that these words may mean."""
    if action is None:
        return (
            code < CARDS
            and (not ranks or rank_of(code) in ranks)
            and (not suits or suit_of(code) in suits)
        )
    if action == MARRIAGE:
        return MARRIAGE <= code < CLAIM and (not suits or code - MARRIAGE in suits)
    return code == action


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
