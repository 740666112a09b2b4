"""Moves of cards: the events after which cards lie elsewhere, or in another order."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from beliefs.errors import KnowledgeError
from beliefs.facts import Face, whole
from beliefs.ledgers.branches import Branches
from beliefs.ledgers.gaps import lift_anywhere, slip, sources
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.parts import EMPTY, Impossible, Pile, Zone
from beliefs.ledgers.tidy import tidy
from beliefs.ledgers.zones import cut, find, joined, lay, lift, pour, put, total

ANYWHERE = "anywhere"
"""The depth of a card that may come from any depth, each as likely."""


class Moves(Branches):
    """The events that move cards."""

    def departs(
        self, zone: Zone, face: Face, *, chosen: bool = True, depth: int | None = None
    ) -> None:
        """A card seen to be `face` leaves the zone.

        chosen: by its owner, for its face (in an ordered zone from a depth that nobody saw, unless
        `depth` says it); else the next card of a deck or a card drawn at random. Without order the
        two are alike in the reference measure; in an ordered zone a card that is not chosen is the
        top one, and `depth` names another.
        """
        self._zone(zone)
        self._face(face)
        self._orderly(zone, depth)

        def step(lots: Lots) -> list[Lots] | None:
            lots.away[face] += 1
            after = self._depart(lots, zone, face, chosen, depth)
            return [one for one, _, _ in after] if len(after) > 1 else None

        said: dict[str, Any] = {"zone": zone, "face": face, "chosen": chosen, "depth": depth}
        self._happen("departs", step, said, vague=(zone,))

    def arrives(self, zone: Zone, face: Face, *, depth: int | None = None) -> None:
        """A card known to be `face`, that has left another zone, comes (on top, or at a depth)."""
        self._zone(zone)
        self._face(face)
        self._orderly(zone, depth)

        def step(lots: Lots) -> None:
            lay(lots, zone, self._known(lots, face), depth)

        said: dict[str, Any] = {"zone": zone, "face": face, "depth": depth}
        self._happen("arrives", step, said, tidied=depth is None)

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

        def step(lots: Lots) -> None:
            self._enough(lots, source, k)
            if source == target or not pour(lots, source, target, k, depth):
                for pile in lift(lots, source, k, depth):
                    lay(lots, target, pile, at)
                tidy(lots)

        said: dict[str, Any] = {"source": source, "target": target, "k": k}
        said |= {"depth": depth, "at": at}
        self._happen("passes", step, said, tidied=True)

    def inserts(
        self,
        source: Zone | None,
        target: Zone,
        face: Face | None = None,
        *,
        depth: int | None = None,
        within: tuple[int, int] | None = None,
        taken: int | str | None = None,
    ) -> None:
        """A card goes from one zone to a depth of another that is secret, unless `depth` says it.

        source: None for a card that has left its zone before. face: what the observer knows it to
        be, None if unknown. within: the lowest and the highest depth that it may have got, each
        depth as likely; else any. taken: the depth of an ordered source that it came from, or
        "anywhere", a secret one; else a known card from wherever it lay, an unseen one from the
        top. Positions that are known in the target part the depths: each gap between them is a
        history of its own (see `ledgers.gaps`), up to `most_branches` in all.

        >>> from beliefs import Ledger
        >>> ledger = Ledger({"A": 1, "B": 1, "C": 3}, {"deck": True, "hand": False})
        >>> ledger.reset(hidden={"deck": 3}, known={"deck": ["A"], "hand": ["B"]})
        >>> ledger.inserts("hand", "deck", "B")     # above A, or among the three below it
        >>> [str(weight) for weight, _ in ledger.histories()]
        ['4/5', '1/5']
        """
        self._zone(target, *(() if source is None else (source,)))
        self._orderly(target, depth)
        if face is None and source is None:
            raise KnowledgeError("inserts: a card of no zone and of unknown face: name one")
        if face is not None:
            self._face(face)
        if within is not None:
            within = self._depths(target, within, depth)
        if taken is not None:
            self._taken(source, taken)

        def step(lots: Lots) -> list[Lots]:
            after = []
            for one, card in self._lifted(lots, source, face, taken):
                if depth is not None:
                    lay(one, target, card, depth)
                    after.append(one)
                else:
                    low, high = within or (0, total(one.piles[target]))
                    after += slip(one, target, card, low, high)
            return after

        vague = [] if depth is not None else [target]
        if source is not None and not isinstance(taken, int) and (face is not None or taken):
            vague.append(source)
        said: dict[str, Any] = {"source": source, "target": target, "face": face, "depth": depth}
        said |= {"within": within, "taken": taken}
        self._happen("inserts", step, said, vague=vague)

    def shuffles(self, zone: Zone, start: int = 0, stop: int | None = None) -> None:
        """The order of a zone (of its depths start to stop - 1) becomes unknown."""
        self._zone(zone)
        self._orderly(zone, start or None)
        self._orderly(zone, stop)
        if stop is not None and start > stop:
            raise KnowledgeError(f"depths {start} to {stop - 1} of {zone!r}: start is above stop")

        def step(lots: Lots) -> None:
            if zone in lots.ordered:
                i = cut(lots, zone, start)
                j = len(lots.piles[zone]) if stop is None else cut(lots, zone, stop)
                piles = lots.piles[zone]
                if j > i:
                    lots.piles[zone] = (*piles[:i], joined(piles[i:j]), *piles[j:])

        self._happen("shuffles", step, {"zone": zone, "start": start, "stop": stop})

    def swaps(self, a: Zone, b: Zone) -> None:
        """Two zones change their whole contents."""
        self._zone(a, b)

        def step(lots: Lots) -> None:
            before = lots.piles.copy()
            for zone, piles in ((a, before[b]), (b, before[a])):
                if zone in lots.ordered:
                    lots.piles[zone] = tuple(pile for pile in piles if pile.size)
                else:
                    lots.piles[zone] = (joined(piles),)

        self._happen("swaps", step, {"a": a, "b": b})

    def mixes(self, zones: Zone | Collection[Zone], into: Zone) -> None:
        """The cards of the zones and of `into` are shuffled together, and lie in `into`."""
        names = self._zones_of(zones)
        self._zone(into)
        all_zones = dict.fromkeys([*names, into])

        def step(lots: Lots) -> None:
            pile = joined(pile for zone in all_zones for pile in lots.piles[zone])
            for zone in all_zones:
                lots.piles[zone] = () if zone in lots.ordered else (EMPTY,)
            lay(lots, into, pile, None)

        self._happen("mixes", step, {"zones": names, "into": into})

    # --- behind the events ---

    def _lifted(
        self, lots: Lots, source: Zone | None, face: Face | None, taken: int | str | None
    ) -> list[tuple[Lots, Pile]]:
        """A card on its way: the states that follow, each with the card."""
        if source is None:
            return [(lots, self._known(lots, face))]
        self._enough(lots, source, 1)
        depth = taken if isinstance(taken, int) else None
        if face is not None:
            left = self._depart(lots, source, face, True, depth)
            return [(one, EMPTY.with_card(face)) for one, _, _ in left]
        if taken == ANYWHERE:
            return lift_anywhere(lots, source)
        (card,) = lift(lots, source, 1, depth)
        return [(lots, card)]

    def _depart(
        self, lots: Lots, zone: Zone, face: Face, chosen: bool, depth: int | None
    ) -> list[tuple[Lots, int, int | None]]:
        """A card leaves: each state that follows, its pile, its depth if its slot is identified."""
        self._enough(lots, zone, 1)
        if zone not in lots.ordered:
            if not chosen:
                lots.scale(1, total(lots.piles[zone]))
            self._take(lots, zone, 0, face)
            return [(lots, 0, None)]
        if chosen and depth is None:
            able, slot = sources(lots, zone, face), None
        else:
            able = [find(lots, zone, depth)[0]]
            slot = total(lots.piles[zone]) - 1 if depth is None else depth
            lots.scale(1, lots.piles[zone][able[0]].size)
        after: list[tuple[Lots, int, int | None]] = []
        for i in able:
            one = lots.copy() if len(able) > 1 else lots
            piles = one.piles[zone]
            alone = total(piles[:i]) if piles[i].size == 1 else slot
            self._take(one, zone, i, face)
            after.append((one, i, alone))
        return after

    def _take(self, lots: Lots, zone: Zone, i: int, face: Face) -> None:
        pile = lots.piles[zone][i]
        rest = lots.depart(pile, face)
        if rest is None:
            able = ", ".join(map(repr, lots.faces_in(pile)))
            raise Impossible(
                f"{face!r} cannot be in {zone!r}: it can hold only {able or 'nothing'}"
            )
        put(lots, zone, i, rest)

    def _known(self, lots: Lots, face: Face) -> Pile:
        if lots.away[face] < 1:
            raise KnowledgeError(
                f"no copy of {face!r} is out of all zones: it must depart before it arrives"
            )
        lots.away[face] -= 1
        return EMPTY.with_card(face)

    def _depths(self, zone: Zone, within: tuple[int, int], depth: int | None) -> tuple[int, int]:
        try:
            low, high = within
        except (TypeError, ValueError):
            raise KnowledgeError(f"within is {within!r}: give the lowest and the highest") from None
        self._orderly(zone, low)
        self._orderly(zone, high)
        if depth is not None:
            raise KnowledgeError(f"depth {depth} says more than within {within!r}: give one")
        return low, high

    def _taken(self, source: Zone | None, taken: int | str) -> None:
        if source is None or not self.zones[source]:
            raise KnowledgeError(f"{source!r} has no order: leave out taken={taken!r}")
        if taken != ANYWHERE:
            whole(taken, f"taken (a depth, or {ANYWHERE!r})")
