"""The ledger: one observer's knowledge of hidden cards through a whole game.

Fed with what the observer saw, in order, it keeps the exact posterior of the reference measure:
every deal of labelled cards equally likely, hidden random choices uniform, a card that leaves a
hand leaves from a slot drawn uniformly (so that with v copies of a face there, v cards could be
the one), everything that was seen then conditioned on. No histories are listed: the cards are
kept in lots (see `beliefs.lots` for the mathematics) and simplified exactly (`beliefs.tidy`).

Each event is a method. It either takes effect as a whole or raises and changes nothing:

- `Contradiction`: by what is known, it cannot have happened. Some contradictions need counting
  to be seen; they surface at the next `belief`.
- `KnowledgeError`: it makes no sense (unknown names, more cards than there are).
- `NeedsAlternatives`: it can be said only with histories side by side, which are not kept (a
  card at a secret depth between cards of known position).

>>> cards = {"Guard": 2, "Priest": 1, "King": 1}
>>> ledger = Ledger(cards, {"deck": True, "Ann": False, "Bob": False})
>>> ledger.reset(hidden={"deck": 2, "Ann": 1, "Bob": 1})
>>> ledger.fact("Bob", {"Priest": 1}, hi=0, because="not the Priest")
>>> ledger.passes("deck", "Bob")
>>> ledger.departs("Bob", "Guard")
>>> [str(p) for p in ledger.expected(exact=True)[:, 2]]  # Guard, Priest, King: what Bob kept
['2/5', '1/5', '2/5']
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from beliefs.contents import Contents
from beliefs.errors import KnowledgeError
from beliefs.events import Event, History
from beliefs.facts import Face, Fact, Number
from beliefs.lots import Lots
from beliefs.parts import EMPTY, Clause, Impossible, Pile, Zone
from beliefs.tidy import tidy
from beliefs.zones import cut, find, joined, lay, lift, pour, put, reset, slip, source_of, total


class Ledger(Contents, History):
    """One observer's knowledge, event by event.

    Parameters
    ----------
    faces: face -> number of copies in the whole game.
    zones: name -> is it ordered (positions can be told apart: a deck), or not (a hand)?

    At first no card is in any zone: begin with `reset`. `exact` is always true: nothing is ever
    forgotten or approximated.
    """

    exact = True

    def __init__(self, faces: Mapping[Face, int], zones: Mapping[Zone, bool]) -> None:
        self._declare(faces, zones)
        self._index = {face: i for i, face in enumerate(self.copies)}
        self._lots = Lots(self.copies, self.zones)
        self._events: list[Event] = []
        self._memo = {}

    # --- the table of events ---

    def reset(
        self,
        contents: Mapping[Zone, int | str] | None = None,
        *,
        hidden: Mapping[Zone, int] | None = None,
        known: Mapping[Zone, Mapping[Face, int] | Sequence[Face]] | None = None,
    ) -> None:
        """A new round: everything is dropped and dealt anew.

        hidden: zone -> number of cards of unknown face, dealt at random; `contents` says the same
        ("all" for every card that is not known). known: zone -> face -> copies that are seen there
        (in an ordered zone shuffled among its hidden ones), or their faces in order, on top.
        """
        sizes, seen = self._dealt(contents or {}, hidden or {}, known or {})
        lots = Lots(self.copies, self.zones)
        reset(lots, self.copies, sizes, seen)
        self._close(lots, "reset", hidden=sizes, known=seen)

    def departs(
        self, zone: Zone, face: Face, *, chosen: bool = True, depth: int | None = None
    ) -> None:
        """A card seen to be `face` leaves the zone.

        chosen: by its owner, for its face; else the next card of a deck or a card drawn at
        random. The two are alike in the reference measure; in an ordered zone a card that is not
        chosen is the top one, and `depth` names another.
        """
        self._zone(zone)
        self._face(face)
        lots = self._lots.copy()
        self._depart(lots, zone, face, chosen, depth)
        lots.away[face] += 1
        self._close(lots, "departs", zone=zone, face=face, chosen=chosen, depth=depth)

    def arrives(self, zone: Zone, face: Face, *, depth: int | None = None) -> None:
        """A card known to be `face`, that has left another zone, comes (on top, or at a depth)."""
        self._zone(zone)
        self._face(face)
        self._orderly(zone, depth)
        lots = self._lots.copy()
        lay(lots, zone, self._known(lots, face), depth)
        self._close(lots, "arrives", tidied=depth is None, zone=zone, face=face, depth=depth)

    def passes(
        self,
        source: Zone,
        target: Zone,
        k: int = 1,
        *,
        depth: int | None = None,
        at: int | None = None,
    ) -> None:
        """k cards of unknown face go from one zone to another.

        They come from the top of an ordered source one by one (or from `depth` upwards), from
        any other at random, chosen by its owner or not; they go on top of an ordered target, or
        to depth `at`.
        """
        self._zone(source, target)
        self._orderly(source, depth)
        self._orderly(target, at)
        lots = self._lots.copy()
        self._enough(lots, source, k)
        poured = source != target and pour(lots, source, target, k, depth)
        if not poured:
            for pile in lift(lots, source, k, depth):
                lay(lots, target, pile, at)
        said: dict[str, Any] = {
            "source": source,
            "target": target,
            "k": k,
            "depth": depth,
            "at": at,
        }
        self._close(lots, "passes", tidied=poured, **said)

    def shows(
        self, zone: Zone, face: Face, *, chosen: bool = True, depth: int | None = None
    ) -> None:
        """A card is seen to be `face`, and stays.

        chosen: its owner shows it; else a random card (of an ordered zone: the top one) is looked
        at. `depth` names the slot of an ordered zone: it stays identified.
        """
        self._zone(zone)
        self._face(face)
        lots = self._lots.copy()
        i, slot = self._depart(lots, zone, face, chosen, depth)
        if slot is None:
            put(lots, zone, i, lots.piles[zone][i].with_card(face))
        else:
            lay(lots, zone, EMPTY.with_card(face), slot)
        self._close(lots, "shows", zone=zone, face=face, chosen=chosen, depth=depth)

    def reveals(self, zone: Zone, faces: Iterable[Face]) -> None:
        """Several different cards of a zone without order are seen together, and stay.

        A look at a whole hand names all of its cards, copies one by one.
        """
        faces = tuple(faces)
        self._zone(zone)
        self._face(*faces)
        if self.zones[zone]:
            raise KnowledgeError(f"{zone!r} is ordered: show its cards one by one, with depths")
        lots = self._lots.copy()
        for face in faces:
            self._depart(lots, zone, face, True, None)
        for face in faces:
            lay(lots, zone, EMPTY.with_card(face), None)
        self._close(lots, "reveals", zone=zone, faces=faces)

    def fact(
        self,
        zones: Zone | Collection[Zone],
        weights: Mapping[Face, int] | Face | Collection[Face],
        lo: int | None = None,
        hi: int | None = None,
        table: Mapping[int, Number] | None = None,
        because: str | None = None,
    ) -> None:
        """A statement about what lies in the zones now (see `beliefs.Fact`).

        weights: face -> whole number, or a face, or faces, that count 1 each. Their sum over the
        cards in the zones lies from lo to hi (None: no bound), or `table` gives each sum a weight.
        """
        names = self._zones_of(zones)
        if not isinstance(weights, Mapping):
            weights = dict.fromkeys(self._faces_of(weights), 1)
        self._face(*weights)
        checked = Fact(names, weights, table, lo, hi, because)
        lots = self._lots.copy()
        pile = joined(pile for zone in names for pile in lots.piles[zone])
        known = sum(pile.offset(face) * weight for face, weight in checked.weights.items())
        clause = Clause(pile.lots, checked.weights, checked.lo, checked.hi, None, because)
        if checked.table is not None:
            within = {sum_: checked.weight(sum_) for sum_ in checked.table}
            clause = clause._replace(lo=None, hi=None, table=within)
        lots.clauses += (clause.without(known),)
        said: dict[str, Any] = {
            "lo": checked.lo,
            "hi": checked.hi,
            "table": checked.table,
            "because": because,
        }
        self._close(lots, "fact", zones=names, weights=checked.weights, **said)

    def shuffles(self, zone: Zone, start: int = 0, stop: int | None = None) -> None:
        """The order of a zone (of its depths start to stop - 1) becomes unknown."""
        self._zone(zone)
        self._orderly(zone, start or None)
        self._orderly(zone, stop)
        if stop is not None and start > stop:
            raise KnowledgeError(f"depths {start} to {stop - 1} of {zone!r}: start is above stop")
        lots = self._lots.copy()
        if zone in lots.ordered:
            i = cut(lots, zone, start)
            j = len(lots.piles[zone]) if stop is None else cut(lots, zone, stop)
            piles = lots.piles[zone]
            if j > i:
                lots.piles[zone] = (*piles[:i], joined(piles[i:j]), *piles[j:])
        self._close(lots, "shuffles", zone=zone, start=start, stop=stop)

    def swaps(self, a: Zone, b: Zone) -> None:
        """Two zones change their whole contents."""
        self._zone(a, b)
        lots = self._lots.copy()
        for zone, piles in ((a, self._lots.piles[b]), (b, self._lots.piles[a])):
            if zone in lots.ordered:
                lots.piles[zone] = tuple(pile for pile in piles if pile.size)
            else:
                lots.piles[zone] = (joined(piles),)
        self._close(lots, "swaps", a=a, b=b)

    def mixes(self, zones: Collection[Zone], into: Zone) -> None:
        """The cards of the zones and of `into` are shuffled together, and lie in `into`."""
        names = self._zones_of(zones)
        self._zone(into)
        lots = self._lots.copy()
        all_zones = dict.fromkeys([*names, into])
        pile = joined(pile for zone in all_zones for pile in lots.piles[zone])
        for zone in all_zones:
            lots.piles[zone] = () if zone in lots.ordered else (EMPTY,)
        lay(lots, into, pile, None)
        self._close(lots, "mixes", zones=names, into=into)

    def inserts(
        self,
        source: Zone | None,
        target: Zone,
        face: Face | None = None,
        *,
        depth: int | None = None,
    ) -> None:
        """A card goes from one zone to a depth of another that is secret, unless `depth` says it.

        face: what the observer knows it to be, None if unknown. source None: a card that has
        left its zone before. Where positions in the target are known, a secret depth raises
        NeedsAlternatives.
        """
        self._zone(target)
        self._orderly(target, depth)
        said: dict[str, Any] = {"source": source, "target": target, "face": face, "depth": depth}
        lots = self._lots.copy()
        if source is not None:
            self._zone(source)
            self._enough(lots, source, 1)
        if face is None:
            if source is None:
                raise KnowledgeError("inserts: a card of no zone and of unknown face: name one")
            (pile,) = lift(lots, source, 1, None)
        else:
            self._face(face)
            if source is not None:
                self._depart(lots, source, face, True, None)
                lots.away[face] += 1
            pile = self._known(lots, face)
        if depth is None:
            slip(lots, target, pile, str(Event("inserts", said)))
        else:
            lay(lots, target, pile, depth)
        self._close(lots, "inserts", **said)

    def copy(self) -> Ledger:
        """An independent ledger that knows the same."""
        other = Ledger.__new__(Ledger)
        other.copies, other.zones, other._index = self.copies, self.zones, self._index
        other._lots = self._lots
        other._events = self._events.copy()
        other._memo = self._memo  # shared until either goes on
        return other

    # --- behind the events ---

    def _close(self, lots: Lots, kind: str, tidied: bool = False, **said: Any) -> None:
        """The one place where an event takes effect."""
        event = Event(kind, {key: value for key, value in said.items() if value is not None})
        try:
            if not tidied:
                tidy(lots)
        except Impossible as error:
            raise Impossible(f"{event} cannot be: {error}") from None
        self._lots = lots
        self._events.append(event)
        self._memo = {}

    def _depart(
        self, lots: Lots, zone: Zone, face: Face, chosen: bool, depth: int | None
    ) -> tuple[int, int | None]:
        """A card leaves: the number of its pile, and its depth if its slot is identified."""
        self._orderly(zone, depth)
        self._enough(lots, zone, 1)
        i, slot = 0, None
        if zone in lots.ordered:
            if chosen and depth is None:
                i = source_of(lots, zone, face, f"{face!r} leaves {zone!r}")
            else:
                i, _ = find(lots, zone, depth)
                slot = total(lots.piles[zone]) - 1 if depth is None else depth
        pile = lots.piles[zone][i]
        if zone in lots.ordered and pile.size == 1:
            slot = total(lots.piles[zone][:i])
        rest = lots.depart(pile, face)
        if rest is None:
            able = ", ".join(map(repr, lots.faces_in(pile)))
            raise Impossible(
                f"{face!r} cannot be in {zone!r}: it can hold only {able or 'nothing'}"
            )
        put(lots, zone, i, rest)
        return i, slot

    def _known(self, lots: Lots, face: Face) -> Pile:
        if lots.away[face] < 1:
            raise KnowledgeError(
                f"no copy of {face!r} is out of all zones: it must depart before it arrives"
            )
        lots.away[face] -= 1
        return EMPTY.with_card(face)
