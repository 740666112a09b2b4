"""Positions that the benchmarks of beliefs share: a `Knowledge` each, which every peer translates.

All but the bridge hands are made by dealing with a seed and letting things happen, so that what is
known is true of some deal.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations

from beliefs import Fact, Knowledge, at_least, exactly, holds, lacks, total

SUSPECTS = ("Scarlet", "Mustard", "White", "Green", "Peacock", "Plum")
WEAPONS = ("candlestick", "dagger", "lead piping", "revolver", "rope", "spanner")
ROOMS = (
    *("ballroom", "billiard room", "conservatory", "dining room", "hall"),
    *("kitchen", "library", "lounge", "study"),
)
KINDS = (SUSPECTS, WEAPONS, ROOMS)
CASE_FILE = "case file"

SUITS = "SHDC"
RANKS = "AKQJT98765432"
PACK = tuple(suit + rank for suit in SUITS for rank in RANKS)
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
BALANCED = tuple(
    shape
    for pattern in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))
    for shape in sorted(set(permutations(pattern)))
)
"""Numbers of spades, hearts, diamonds and clubs of a balanced hand."""

SCHNAPSEN = ("AC", "10C", "KC", "QC", "AD", "10D", "KD", "JD", "10H", "JH", "AS", "KS", "QS", "JS")
"""The fourteen cards that a player has not seen when nothing but the trump card is turned."""


def clue(
    suggestions: int, *, hands: int, seat: bool, seed: int, favourites: int | None = None
) -> Knowledge:
    """What is known of the 21 cards of Clue after so many random suggestions, made in turn.

    Parameters
    ----------
    hands: players; the 18 cards outside the case file are dealt to them one by one.
    seat: whether player 0 looks on: own cards are not hidden then, nor is the card that another
        player shows to a suggestion of one's own. Else the onlooker holds nothing.
    favourites: so many cards of each kind, drawn at random, are all that a player ever names.
        Default: any card. (Where any may be named, six players know all after thirty suggestions.)
    """
    rng = random.Random(seed)
    solution = [rng.choice(kind) for kind in KINDS]
    dealt = [card for kind in KINDS for card in kind if card not in solution]
    rng.shuffle(dealt)
    held = [set(dealt[player::hands]) for player in range(hands)]
    own = held[0] if seat else set()
    open_kinds = [[card for card in kind if card not in own] for kind in KINDS]
    facts = [exactly(CASE_FILE, kind, 1) for kind in open_kinds]
    named_by: list[Sequence[Sequence[str]]] = [KINDS] * hands
    if favourites is not None:
        named_by = [[rng.sample(kind, favourites) for kind in KINDS] for _ in range(hands)]
    for turn in range(suggestions):
        named = [rng.choice(kind) for kind in named_by[turn % hands]]
        facts += _answers(turn % hands, named, held, own, rng)
    places = {CASE_FILE: 3} | {
        f"player {player}": len(held[player]) for player in range(int(seat), hands)
    }
    return Knowledge([card for kind in open_kinds for card in kind], places, facts)


def _answers(
    suggester: int, named: Sequence[str], held: list[set[str]], own: set[str], rng: random.Random
) -> Iterator[Fact]:
    """What the answers to one suggestion say: some lack all three cards, the last one shows."""
    hidden = [card for card in named if card not in own]
    for step in range(1, len(held)):
        player = (suggester + step) % len(held)
        showable = [card for card in named if card in held[player]]
        onlooker = bool(own) and player == 0
        if not onlooker and not showable and hidden:
            yield lacks(f"player {player}", hidden)
        if showable:
            if own and suggester == 0:
                yield holds(f"player {player}", rng.choice(showable))
            elif not onlooker:
                yield at_least(f"player {player}", hidden, 1)
            return


def clue_positions() -> dict[str, Knowledge]:
    """A: a seat of three. B: an onlooker of three. C: a seat of six. By name, as in the table."""
    return {
        **{
            f"Clue A, {n} suggestions": clue(n, hands=3, seat=True, seed=10) for n in (1, 6, 10, 20)
        },
        **{f"Clue B, {n} suggestions": clue(n, hands=3, seat=False, seed=8) for n in (5, 12, 20)},
        **{f"Clue C, {n} suggestions": clue(n, hands=6, seat=True, seed=2) for n in (0, 8)},
    }


BRIDGE_HAND = ("SA", "SQ", "S8", "S6", "S3", "HK", "HT", "H4", "DA", "DJ", "D7", "CK", "C5")
"""South's cards where they are known: five spades, so that a void in spades opposite is rare."""


def bridge_void() -> Knowledge:
    """South's hand is known; North has no spade."""
    hidden = [card for card in PACK if card not in BRIDGE_HAND]
    spades = [card for card in hidden if card[0] == "S"]
    return Knowledge(hidden, dict.fromkeys(("North", "East", "West"), 13), [lacks("North", spades)])


def bridge_balanced() -> Knowledge:
    """South is balanced and has 15 to 17 points.

    The shapes are one fact: with weights 1, 14 and 196 a sum tells the numbers of spades, hearts
    and diamonds apart, and the table names the sums of the 28 balanced shapes.
    """
    radix = {"S": 1, "H": 14, "D": 196, "C": 0}
    shapes = {spades + 14 * hearts + 196 * diamonds: 1 for spades, hearts, diamonds, _ in BALANCED}
    return _bridge(
        total("South", {card: POINTS.get(card[1], 0) for card in PACK}, 15, 17),
        Fact({"South"}, {card: radix[card[0]] for card in PACK}, shapes),
    )


def bridge_two_suits() -> Knowledge:
    """South has seven spades and five hearts: one deal in 11 000."""
    return _bridge(
        exactly("South", [card for card in PACK if card[0] == "S"], 7),
        exactly("South", [card for card in PACK if card[0] == "H"], 5),
    )


def _bridge(*facts: Fact) -> Knowledge:
    return Knowledge(PACK, dict.fromkeys(("North", "East", "South", "West"), 13), facts)


def schnapsen(*facts: Fact) -> Knowledge:
    """The opponent's five cards among fourteen unseen ones: 2 002 hands where nothing is known."""
    return Knowledge(SCHNAPSEN, {"hand": 5, "talon": 9}, facts)
