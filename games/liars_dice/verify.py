"""What cannot be in a position of Liar's dice: for positions that people arrange."""

from __future__ import annotations

from typing import Any

from games.liars_dice.rules import (
    AWAY,
    BAG,
    BIDS,
    CUP,
    NONE,
    SEATS,
    SIDES,
    ZONES,
    counts,
    dice_of,
    last_bid,
    rolled,
    side_of,
)


def verify(s: Any) -> list[str]:
    """Everything about a position that no game comes to, in words; none: it may be played."""
    zone = s.zone.tolist()
    wrong = [
        f"{ZONES.names[place + p]} cannot hold {zone.count(place + p)} cards: {right}"
        for place, right in ((CUP, 1), (AWAY, SIDES - 1))
        for p in range(SEATS)
        if zone.count(place + p) != right
    ]
    if held := zone.count(BAG):
        wrong.append(f"bag cannot hold {held} cards: all of them are drawn")
    if not 0 <= s.bids < 1 << BIDS:
        wrong.append(f"bids cannot be {int(s.bids)}: a mask of the {BIDS} bids")
    return wrong or _wrong_turn(s)


def _wrong_turn(s: Any) -> list[str]:
    """A mover or a winner to whom the bids do not lead."""
    made = int(s.bids).bit_count()
    turn = made % SEATS
    if s.mover != NONE:
        wrong = []
        if s.mover != turn:
            wrong.append(f"mover cannot be {int(s.mover)} after {made} bids: {turn}")
        if s.winner:
            wrong.append(f"winner cannot be {int(s.winner)} while the game goes on: 0")
        return wrong
    bid = last_bid(s)
    if bid == NONE:
        return ["mover cannot be -1 without a bid: there is nothing to call a lie"]
    dice = sum(counts(s, rolled(s, p), side_of(bid)) for p in range(SEATS))
    right = 1 + (1 - turn if dice >= dice_of(bid) else turn)
    if s.winner != right:
        return [f"winner cannot be {int(s.winner)} by these dice: {right}, 1 + the seat"]
    return []
