"""Where all cards lie in a state of OpenSpiel's card games, read from what the engine shows.

Each reader takes a game and a state, and gives a world: place to faces. Cards that the engine does
not show (a stock, a kitty) are the rest of the pack. The state itself is read, never its history,
since a copy's history may tell of another game. What is no card is told as cards too: of all the
values that something could have, the one that it has is drawn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from determinize.auditing.auditable import NotTested

Places: TypeAlias = dict[str, list[str]]
Reader: TypeAlias = Callable[[Any, Any], Places]

RANKS = "23456789TJQKA"
_DIRECTIONS = ("N", "E", "S", "W")
_MOST_CHIPS = 10
"""More chips than anybody has in colored_trails."""


def _rest(pack: Iterable[str], places: Places) -> list[str]:
    """The cards of a pack that lie in none of the places, in the pack's order."""
    shown = Counter(card for faces in places.values() for card in faces)
    rest = []
    for card in pack:
        if shown[card]:
            shown[card] -= 1
        else:
            rest.append(card)
    return rest


def kuhn_poker(game: Any, state: Any) -> Places:
    """One card for each player, one left over."""
    n = game.num_players()
    dealt = str(state).split()[:n]
    places: Places = {f"hand {seat}": [card] for seat, card in enumerate(dealt)}
    return {**places, "deck": _rest(map(str, range(n + 1)), places)}


def leduc_poker(game: Any, state: Any) -> Places:
    """One card for each player, a public one; where suits do not count, two cards of each rank."""
    n = game.num_players()
    found = re.search(r"^Cards \(public.*\): (.*)$", str(state), re.MULTILINE)
    public, *hands = found.group(1).split() if found else ["-10000"]
    places: Places = {f"hand {seat}": [card] for seat, card in enumerate(hands)}
    places["public"] = [public] if int(public) >= 0 else []
    copies = 2 if game.get_parameters()["suit_isomorphism"] else 1
    pack = [str(card) for card in range(2 * (n + 1) // copies) for _ in range(copies)]
    return {**places, "deck": _rest(pack, places)}


def bargaining(game: Any, state: Any) -> Places:
    """What each item is worth to each player: one value of the eleven that it could have."""
    places: Places = {
        f"values {seat}": [f"P{seat} {value}" for value in values.split(", ")]
        for seat, values in re.findall(r"^P(\d) vals: +(.*)$", str(state), re.MULTILINE)
    }
    items = ("Book", "Hat", "Basketball")
    pack = [f"P{seat} {item}: {value}" for seat in (0, 1) for item in items for value in range(11)]
    return {**places, "other values": _rest(pack, places)}


def blackjack(game: Any, state: Any) -> Places:
    """The player's cards and the dealer's, whose first one lies face down."""
    rows = re.findall(r"^(?:Player 0|Dealer): Cards:(.*)$", str(state), re.MULTILINE)
    mine, dealers = ([card for card in row.split() if card] for row in rows)
    places: Places = {"hand": mine, "dealer": dealers[1:], "hole": dealers[:1]}
    pack = [suit + rank for suit in "CDHS" for rank in RANKS]
    return {**places, "deck": _rest(pack, places)}


def bridge(game: Any, state: Any) -> Places:
    """Four hands, and the cards played."""
    rows = str(state).split("\n\nWest  North")[0].splitlines()
    start = next(i for i, row in enumerate(rows) if row.lstrip().startswith("♠"))
    north, sides, south = rows[start : start + 4], rows[start + 4 : start + 8], rows[start + 8 :]
    west = [row.split("  ")[0] for row in sides]
    east = [row[row.rindex(row.strip()[0], 1) :] for row in sides]
    hands = (north, east, south[:4], west)
    places: Places = {f"hand {_DIRECTIONS[i]}": _suited(hand) for i, hand in enumerate(hands)}
    pack = [suit + ("10" if rank == "T" else rank) for suit in "♠♥♦♣" for rank in RANKS]
    return {**places, "played": _rest(pack, places)}


def euchre(game: Any, state: Any) -> Places:
    """Four hands, the dealer's discard, the upcard, the cards played, and the kitty."""
    text = str(state)
    rows = text.splitlines()
    start = next(i for i, row in enumerate(rows) if row.lstrip().startswith("S "))
    north, sides, south = rows[start : start + 4], rows[start + 4 : start + 8], rows[start + 8 :]
    hands = (north, [row[16:] for row in sides], south[:4], [row[:8] for row in sides])
    places: Places = {f"hand {_DIRECTIONS[i]}": _suited(hand) for i, hand in enumerate(hands)}
    discard = re.search(r"^Dealer discard: (\S+)", text, re.MULTILINE)
    places["discard"] = [discard.group(1)] if discard else []
    places["played"] = _tricks(text)
    upcard = re.search(r"^Upcard: (\S+)", text, re.MULTILINE)
    up = upcard.group(1) if upcard else ""
    held = any(up in faces for faces in places.values())
    places["upcard"] = [up] if up and not held else []
    pack = [suit + rank for suit in "SHDC" for rank in "9TJQKA"]
    return {**places, "kitty": _rest(pack, places)}


def hearts(game: Any, state: Any) -> Places:
    """Four hands, the cards played, and, while they pass, the cards on their way."""
    told = state.to_dict()
    places: Places = {f"hand {_DIRECTIONS[i]}": list(hand) for i, hand in enumerate(told["hands"])}
    places["played"] = [card for trick in told["tricks"] for _, card in trick]
    pack = [rank + suit for suit in "SHDC" for rank in RANKS]
    return {**places, "passed": _rest(pack, places)}


def oh_hell(game: Any, state: Any) -> Places:
    """The hands, the cards played, the trump, and the cards that were not dealt."""
    text = str(state)
    places: Places = {}
    for seat, hand in re.findall(r"^Player: (\d+)\n((?:    .*\n)+)", text, re.MULTILINE):
        rows = [row.strip() for row in hand.splitlines()]
        places[f"hand {seat}"] = [row[0] + rank for row in rows for rank in row[2:].strip()]
    places["played"] = _tricks(text)
    trump = re.search(r"^Trump: (\S+)", text, re.MULTILINE)
    places["trump"] = [trump.group(1)] if trump else []
    settings = game.get_parameters()
    suits, ranks = settings["num_suits"], settings["num_cards_per_suit"]
    pack = [suit + rank for suit in "CDSH"[:suits] for rank in RANKS[:ranks]]
    return {**places, "deck": _rest(pack, places)}


def gin_rummy(game: Any, state: Any) -> Places:
    """Two hands, with the melds that lie open before them, the piles, and the stock."""
    told = state.to_dict()
    places: Places = {
        f"hand {seat}": [*hand, *(card for meld in told["layed_melds"][seat] for card in meld)]
        for seat, hand in enumerate(told["hands"])
    }
    places["upcard"] = [told["upcard"]] if told["upcard"] else []
    places["discard pile"] = list(told["discard_pile"])
    places["laid off"] = list(told["layoffs"])
    settings = game.get_parameters()
    ranks = ("A" + RANKS[:-1])[: settings["num_ranks"]]
    pack = [rank + suit for suit in "scdh"[: settings["num_suits"]] for rank in ranks]
    return {**places, "stock": _rest(pack, places)}


def universal_poker(game: Any, state: Any) -> Places:
    """The hole cards, the board, and the deck."""
    told = state.to_dict()
    places: Places = {
        f"hand {seat}": re.findall("..", hand) for seat, hand in enumerate(told["player_hands"])
    }
    places["board"] = re.findall("..", told["board_cards"])
    settings = game.get_parameters()
    ranks = RANKS[: int(settings["numRanks"])]
    pack = [rank + suit for suit in "cdhs"[: int(settings["numSuits"])] for rank in ranks]
    return {**places, "deck": _rest(pack, places)}


def colored_trails(game: Any, state: Any) -> Places:
    """How many chips of each colour everybody has, and gives and gets by the trades proposed."""
    text = str(state)
    colours = "ABCDEFGHIJ"[: game.get_parameters()["num_colors"]]
    places: Places = {}
    pack = []
    for seat, chips in re.findall(r"^P(\d) chips: (\S*)$", text, re.MULTILINE):
        places[f"chips {seat}"] = [f"P{seat} {colour}{chips.count(colour)}" for colour in colours]
        pack += [f"P{seat} {colour}{n}" for colour in colours for n in range(_MOST_CHIPS + 1)]
    for seat, trade in re.findall(r"^Proposal (\d): (.*)$", text, re.MULTILINE):
        gives, _, gets = trade.partition(" for ") if " for " in trade else ("", "", "")
        for side, chips in (("gives", gives), ("gets", gets)):
            places[f"proposal {seat} {side}"] = [
                f"P{seat} {side} {colour}{chips.count(colour)}" for colour in colours
            ]
            pack += [
                f"P{seat} {side} {colour}{n}" for colour in colours for n in range(_MOST_CHIPS + 1)
            ]
    return {**places, "other numbers": _rest(pack, places)}


READERS: dict[str, Reader] = {
    reader.__name__: reader
    for reader in (
        bargaining,
        blackjack,
        bridge,
        colored_trails,
        euchre,
        gin_rummy,
        hearts,
        kuhn_poker,
        leduc_poker,
        oh_hell,
        universal_poker,
    )
}
"""The games whose cards can be read."""


def nothing_hidden(game: Any, state: Any) -> Places:
    """A game of perfect information: its state is all there is."""
    return {"state": [str(state)]}


def unreadable(game: Any, state: Any) -> Places:
    """A game with hidden information of which no reader is known.

    Raises:
        NotTested: always.
    """
    name = game.get_type().short_name
    raise NotTested(f"where the cards of {name} lie is not known: there is no reader for it")


def _suited(rows: Iterable[str]) -> list[str]:
    """The cards of a hand written suit by suit: ``♠ Q 10``, ``S QJ9``."""
    cards = []
    for row in rows:
        row = row.strip()
        suit, ranks = row[0], row[1:].strip()
        for rank in ranks.split() if " " in ranks or ranks == "10" else ranks:
            cards.append(suit + rank)
    return cards


def _tricks(text: str) -> list[str]:
    """The cards below the head line of the tricks."""
    found = re.search(r"^Tricks:[ ]*\n.*\n((?: *(?:[CDHS][2-9TJQKA] +)+\n?)+)", text, re.MULTILINE)
    return re.findall(r"[CDHS][2-9TJQKA]", found.group(1)) if found else []
