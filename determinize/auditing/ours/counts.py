"""Exact counts of what a seat may hold possible, as the audit compares copies with them.

Where they are few, the worlds are spelled out one by one
(:mod:`determinize.auditing.ours.spelled`), and not by the structure from which a belief samples.
Where they are many, each cell has its exact probabilities: expected copies, or the share of the
ledger's weight that is left with so many.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any

from beliefs import KnowledgeError, Ledger
from determinize.auditing.auditable import Cell, Posterior, canonical
from determinize.auditing.ours.spelled import spelled_out
from determinize.watch import begin_arranged, new_ledger
from games.view import View

MOST_WORLDS = 1000
"""Worlds, orders of ordered zones told apart, that are listed one by one."""


def lots_hidden_from(view: View) -> int:
    """Of how many lots the cards are that a seat cannot know.

    With more than one the table tells more than a ledger without a history can say: how many cards
    of each lot lie where, though copies of one face may be of several.

    >>> import games
    >>> lots_hidden_from(games.load("uno").new(seed=1).view(0))
    1
    """
    hidden = view.state["seen"] >> view.seat & 1 == 0
    return len(set(view.state["lot"][hidden].tolist()))


def table_ledger(view: View) -> Ledger:
    """What the table alone tells a seat: its ledger, begun in this position without a history.

    Cards that it cannot know are of one lot (:func:`lots_hidden_from`).
    """
    ledger = new_ledger(view.game)
    begin_arranged(ledger, view, ())
    return ledger


def posterior_of(ledger: Ledger, what: str) -> Posterior | None:
    """A seat's exact posterior.

    Args:
        ledger: what the seat knows.
        what: of what this is the count: ``history`` or ``table``.

    Returns:
        the posterior; None where nothing is counted exactly.

    >>> ledger = Ledger({"A": 1, "K": 1, "Q": 1}, {"hand": False, "deck": True})
    >>> ledger.reset(hidden={"hand": 1, "deck": 2})
    >>> found = posterior_of(ledger, "table")
    >>> found.count, found.cells["A", "deck[1]"], len(found.worlds)
    (6, [0.6666666666666667, 0.3333333333333333], 6)
    """
    if not ledger.exact or isinstance(count := ledger.arrangements, float):
        return None
    worlds = listed(ledger) if count <= MOST_WORLDS else None
    how = "one by one" if worlds else "card by card"
    return Posterior(f"what the {what} allows, {how}", count, cells_of(ledger), worlds)


# ------------------------------------------------------------------------------------- cell by cell


def cells_of(ledger: Ledger) -> dict[Cell, list[float]]:
    """For each face and place the probabilities of 0, 1, 2... copies; what cannot be is left out.

    In an ordered zone a place is one position.
    """
    found: dict[Cell, list[float]] = {}
    mean = ledger.expected(exact=True)
    for number, face in enumerate(ledger.faces):
        for at, spot in enumerate(ledger.spots):
            if not mean[number, at]:
                continue
            if ledger.zones[spot.zone]:
                chance = float(mean[number, at] / spot.size)
                for depth in range(spot.start, spot.start + spot.size):
                    found[str(face), f"{spot.zone}[{depth}]"] = [1.0 - chance, chance]
            elif ledger.copies[face] == 1:
                chance = float(mean[number, at])
                found[str(face), str(spot.zone)] = [1.0 - chance, chance]
            else:
                found[str(face), str(spot.zone)] = copies_in(ledger, spot.zone, face)
    return found


def copies_in(ledger: Ledger, zone: Hashable, face: Hashable) -> list[float]:
    """The probabilities of 0, 1, 2... copies of a face in a zone.

    >>> ledger = Ledger({"Guard": 2, "King": 1}, {"hand": False, "deck": True})
    >>> ledger.reset(hidden={"hand": 2, "deck": 1})
    >>> [round(chance, 3) for chance in copies_in(ledger, "hand", "Guard")]
    [0.0, 0.667, 0.333]
    """
    total, shares = ledger.weight, []
    for n in range(ledger.copies[face] + 1):
        other = ledger.copy()
        try:
            other.fact(zone, {face: 1}, n, n)
            shares.append(float(other.weight / total))
        except KnowledgeError:
            shares.append(0.0)
    return shares


# ----------------------------------------------------------------------------------- world by world


def listed(ledger: Ledger) -> dict[Hashable, float] | None:
    """Every world with its probability, spelled out; None where that is not plain.

    It is plain where each place of the ledger's knowledge is one spot: no histories side by side,
    no cards that moved on unseen.
    """
    try:
        knowledge = ledger.knowledge()
    except KnowledgeError:
        return None
    mean = ledger.expected(exact=True)
    spot_of = [
        _spot_of(ledger, mean, place, n)
        for place, n in zip(knowledge.places, knowledge.capacities, strict=True)
    ]
    if None in spot_of or not all(isinstance(face, str) for face in knowledge.faces):
        return None
    names = {
        place: at for place, at in zip(knowledge.places, spot_of, strict=True) if at is not None
    }
    hidden = [0] * len(ledger.spots)
    for place, n in zip(knowledge.places, knowledge.capacities, strict=True):
        hidden[names[place]] += n or 0
    known = _known(ledger, mean, hidden)
    if known is None:
        return None
    found = spelled_out(knowledge)
    if found is None:
        return None
    ordered = [str(zone) for zone, order in ledger.zones.items() if order]
    at = [names[place] for place in knowledge.places]
    faces = [str(knowledge.faces[face]) for face in knowledge.face_of]
    shares: dict[Hashable, float] = {}
    for world, share in zip(found[0].tolist(), found[1].tolist(), strict=True):
        spots = [[*here] for here in known]
        for face, place in zip(faces, world, strict=True):
            spots[at[place]].append(face)
        laid = list(_orders(ledger, spots))
        for one in laid:
            key = canonical(one, ordered)
            shares[key] = shares.get(key, 0.0) + share / len(laid)
    return shares


def _spot_of(ledger: Ledger, mean: Any, place: Hashable, capacity: int | None) -> int | None:
    """The number of the spot that a place of the knowledge is named for; None where none is.

    A zone's plain name is that of the one part of it that has hidden cards.
    """
    named = [
        number
        for number, spot in enumerate(ledger.spots)
        if place == f"{spot.zone} {spot.start}:{spot.start + spot.size}"
    ]
    if not named:
        named = [number for number, spot in enumerate(ledger.spots) if spot.zone == place]
    if len(named) > 1:
        open_ones = (at for at in named if any(n.denominator > 1 for n in mean[:, at]))
        named = [at for at in open_ones if ledger.spots[at].size == capacity]
    return named[0] if len(named) == 1 and capacity is not None else None


def _known(ledger: Ledger, mean: Any, hidden: Sequence[int]) -> list[list[str]] | None:
    """The faces known in each spot beside its hidden cards; None where that is not plain."""
    known: list[list[str]] = []
    for number, spot in enumerate(ledger.spots):
        lies: Mapping[Hashable, int] = {}
        if not hidden[number]:
            lies = {face: int(mean[i, number]) for i, face in enumerate(ledger.faces)}
        elif not ledger.zones[spot.zone]:
            lies = ledger.certain(spot.zone)
        faces = [str(face) for face, n in lies.items() for _ in range(n)]
        if len(faces) + hidden[number] != spot.size:
            return None
        known.append(faces)
    return known


def _orders(ledger: Ledger, spots: list[list[str]]) -> Iterator[dict[str, list[str]]]:
    """Every order of the cards in ordered zones, each as likely, zone by zone."""
    ways = [
        list(permutations(faces)) if ledger.zones[spot.zone] else [tuple(faces)]
        for faces, spot in zip(spots, ledger.spots, strict=True)
    ]
    for chosen in product(*ways):
        world: dict[str, list[str]] = {str(zone): [] for zone in ledger.zones}
        for faces, spot in zip(chosen, ledger.spots, strict=True):
            world[str(spot.zone)] += faces
        yield world
