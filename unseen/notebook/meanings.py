"""What a line is taken to mean, in a whole sentence: so that a slip of the pen is seen at once."""

from __future__ import annotations

from unseen.notebook.editions import KINDS
from unseen.notebook.errors import listed
from unseen.notebook.sayings import (
    CASE_FILE,
    SIDE,
    TABLE,
    Accusation,
    EditionIs,
    FaceDown,
    FaceUp,
    Hand,
    Has,
    Lacks,
    Looked,
    MeIs,
    PlayersAre,
    Saying,
    Sizes,
    Suggestion,
)
from unseen.notebook.sentences import holding_told
from unseen.options import counted


def meaning(said: Saying, me: str | None = None, players: int = 0) -> str:
    """The sentence; `me` is called you. players: how many play, to know whether all have passed.

    >>> asked = Suggestion("Bob", ("Plum", "Rope", "Hall"), ("Cid",), "Ann", "Rope")
    >>> meaning(asked, "Ann")
    'Bob suggests Plum, Rope, Hall: Cid passes, you show Rope'
    >>> meaning(Accusation("Ann", ("Plum", "Rope", "Hall"), False))
    'Ann accuses Plum, Rope, Hall: wrong, not all three are in the case file'
    >>> meaning(Lacks("Ann", ("Rope",), ("Bob",)), "Bob")
    'Ann and you do not hold Rope'
    """
    match said:
        case Suggestion():
            return _suggestion(said, me, players)
        case Accusation(accuser, cards, right):
            which = (
                "right, that is the case file"
                if right
                else "wrong, not all three are in the case file"
            )
            return f"{_does(accuser, me, 'accuses', 'accuse')} {', '.join(cards)}: {which}"
        case Has(place, cards):
            return holding_told(place, True, cards, me)
        case Lacks(_, cards):
            if len(said.places) == 1 or {*said.places} & {CASE_FILE, SIDE, TABLE}:
                return "; ".join(holding_told(place, False, cards, me) for place in said.places)
            who = listed("you" if name == me else name for name in said.places)
            return f"{who} do not hold {listed(cards, 'or')}"
        case Hand(cards):
            return f"you hold {listed(cards)}"
        case FaceUp(cards):
            return f"{listed(cards)} {'lies' if len(cards) == 1 else 'lie'} open for all"
        case FaceDown(number):
            return f"{counted(number, 'card')} face down beside the hands"
        case Looked(cards):
            return f"you have looked at {listed(cards)} among the side cards"
        case PlayersAre(names):
            return f"{listed(names)} play, in this order"
        case MeIs(player):
            return f"you are {player}"
        case Sizes(sizes):
            return listed(f"{player} holds {counted(n, 'card')}" for player, n in sizes)
        case EditionIs(_, edition):
            kinds = zip(KINDS, edition.kinds, strict=True)
            told = listed(counted(len(cards), kind) for kind, cards in kinds)
            return f"the cards of {edition.name}: {told}"
    return str(said)


def _suggestion(said: Suggestion, me: str | None, players: int) -> str:
    asks = f"{_does(said.suggester, me, 'suggests', 'suggest')} {', '.join(said.cards)}"
    came = []
    if said.passed:
        who = listed("you" if name == me else name for name in said.passed)
        alone = len(said.passed) == 1 and said.passed[0] != me
        came.append(f"{who} {'passes' if alone else 'pass'}")
    if said.shower:
        shows = _does(said.shower, me, "shows", "show")
        to = "you " if said.suggester == me and said.shown else ""
        came.append(f"{shows} {to}{said.shown or 'a card'}")
    elif len(said.passed) == players - 1:
        came.append("nobody shows")
    return f"{asks}: {', '.join(came)}"


def _does(who: str, me: str | None, does: str, do: str) -> str:
    return f"you {do}" if who == me else f"{who} {does}"
