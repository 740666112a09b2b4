"""Sights and statements: the events after which cards lie where they lay, and more is known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from beliefs.errors import KnowledgeError
from beliefs.facts import Face, Fact, Number, finite
from beliefs.ledgers.lots import Lots
from beliefs.ledgers.moves import Moves
from beliefs.ledgers.parts import EMPTY, Clause, Zone
from beliefs.ledgers.zones import joined, lay, put

Said: TypeAlias = Fact | Mapping[str, Any]
"""A statement: a fact whose places are zones, or a mapping with the arguments of `fact`."""
Case: TypeAlias = list[Fact]

MOST_PIECES = 4096
"""Exclusive pieces into which overlapping cases are taken apart, at most."""


class Sights(Moves):
    """The events that tell something and move nothing."""

    def shows(
        self, zone: Zone, face: Face, *, chosen: bool = True, depth: int | None = None
    ) -> None:
        """A card is seen to be `face`, and stays.

        chosen: its owner shows it (of an ordered zone: from a depth that nobody saw); else a random
        card (of an ordered zone: the top one) is looked at. `depth` names the slot of an ordered
        zone: it stays identified.
        """
        self._zone(zone)
        self._face(face)
        self._orderly(zone, depth)

        def step(lots: Lots) -> list[Lots] | None:
            after = self._depart(lots, zone, face, chosen, depth)
            for one, i, slot in after:
                if slot is None:
                    put(one, zone, i, one.piles[zone][i].with_card(face))
                else:
                    lay(one, zone, EMPTY.with_card(face), slot)
            return [one for one, _, _ in after] if len(after) > 1 else None

        said: dict[str, Any] = {"zone": zone, "face": face, "chosen": chosen, "depth": depth}
        self._happen("shows", step, said, vague=(zone,))

    def reveals(self, zone: Zone, faces: Iterable[Face]) -> None:
        """Several different cards of a zone without order are seen together, and stay.

        A look at a whole hand names all of its cards, copies one by one.
        """
        faces = tuple(faces)
        self._zone(zone)
        self._face(*faces)
        if self.zones[zone]:
            raise KnowledgeError(f"{zone!r} is ordered: show its cards one by one, with depths")

        def step(lots: Lots) -> None:
            for face in faces:
                self._depart(lots, zone, face, True, None)
            for face in faces:
                lay(lots, zone, EMPTY.with_card(face), None)

        self._happen("reveals", step, {"zone": zone, "faces": faces})

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
        names, fact = self._checked(zones, weights, lo, hi, table, because)

        def step(lots: Lots) -> None:
            lots.clauses += (clause_of(lots, fact),)

        self._happen("fact", step, _spelled(names, fact))

    def either(
        self,
        cases: Sequence[Sequence[Said]],
        weights: Sequence[Number] | None = None,
        *,
        overlapping: bool = False,
    ) -> None:
        """One of these lists of statements holds now; they are alternatives.

        cases: lists of facts whose places are zones (or of mappings with the arguments of `fact`);
        an empty list says nothing. A world's weight is multiplied by the sum, over the cases that
        hold, of `weights` (1 each if left out): right for cases that exclude one another, and for
        histories, a weight being how likely each makes what was seen (a witness who is right nine
        times in ten: 9 and 1). overlapping: by 1 where any case holds.

        Each case is a history of its own until it makes no difference (up to `most_branches`;
        beyond, with `forget`, nothing is learnt from it).

        A Baron in Love Letter that ends in a tie, both hands hold the same:

        >>> from beliefs import Ledger, holds
        >>> ledger = Ledger({"Guard": 3, "Priest": 2, "King": 1},
        ...                 {"Ann": False, "Bob": False, "deck": True})
        >>> ledger.reset(hidden={"Ann": 1, "Bob": 1, "deck": 4})
        >>> ledger.either([[holds("Ann", face), holds("Bob", face)] for face in ledger.faces])
        >>> [str(p) for p in ledger.expected(exact=True)[:, 0]]
        ['3/4', '1/4', '0']
        """
        told = [[self._stated(said) for said in _listed(case)] for case in _listed(cases)]
        if not told:
            raise KnowledgeError("either: no case is given")
        plain = [[fact for _, fact in case] for case in told]
        shares = _shares(weights, len(told))
        if overlapping:
            if weights is not None:
                raise KnowledgeError("either: overlapping cases have no weights, as any may hold")
            plain = self._exclusive(plain)
            shares = [1] * len(plain)

        def step(lots: Lots) -> list[Lots]:
            after = []
            for case, share in zip(plain, shares, strict=True):
                if share:
                    one = lots.copy()
                    one.clauses += tuple(clause_of(lots, fact) for fact in case)
                    one.scale_by(share)
                    after.append(one)
            return after

        said: dict[str, Any] = {
            "cases": tuple(tuple(_spelled(*statement) for statement in case) for case in told),
            "weights": None if weights is None else tuple(shares),
            "overlapping": overlapping or None,
        }
        self._happen("either", step, said)

    # --- behind the events ---

    def _checked(
        self,
        zones: Zone | Collection[Zone],
        weights: Mapping[Face, int] | Face | Collection[Face],
        lo: int | None = None,
        hi: int | None = None,
        table: Mapping[int, Number] | None = None,
        because: str | None = None,
    ) -> tuple[tuple[Zone, ...], Fact]:
        """The names of the zones in their order, and the fact."""
        names = self._zones_of(zones)
        if not isinstance(weights, Mapping):
            weights = dict.fromkeys(self._faces_of(weights), 1)
        self._face(*weights)
        return names, Fact(names, weights, table, lo, hi, because)

    def _stated(self, said: Said) -> tuple[tuple[Zone, ...], Fact]:
        if isinstance(said, Fact):
            kept = (said.lo, said.hi, said.table, said.because)
            return self._checked(said.places, said.weights, *kept)
        if not isinstance(said, Mapping):
            raise KnowledgeError(f"{said!r} is no Fact; build one with holds(...), lacks(...)…")
        try:
            return self._checked(**said)
        except TypeError as error:
            raise KnowledgeError(f"{dict(said)!r} is no statement: {error}") from None

    def _exclusive(self, cases: list[Case]) -> list[Case]:
        """Overlapping cases taken apart: a world in which any holds is in exactly one piece."""
        apart: list[Case] = []
        for n, case in enumerate(cases):
            pieces = [case]
            for earlier in cases[:n]:
                pieces = [denial + piece for piece in pieces for denial in self._denials(earlier)]
                if len(pieces) + len(apart) > MOST_PIECES:
                    raise KnowledgeError(
                        f"either: {len(cases)} overlapping cases come apart into more than "
                        f"{MOST_PIECES} pieces; say fewer or shorter ones"
                    )
            apart += pieces
        return apart

    def _denials(self, case: Case) -> Iterator[Case]:
        """Exclusive ways in which a case can fail: its first facts hold, the next does not."""
        for k, fact in enumerate(case):
            parts = [fact.weights[face] * self.copies[face] for face in fact.weights]
            sums = range(sum(min(0, p) for p in parts), sum(max(0, p) for p in parts) + 1)
            if any(fact.weight(total) not in (0, 1) for total in sums):
                raise KnowledgeError(f"either: {fact}: overlapping cases hold or do not hold")
            if table := {total: 1 for total in sums if not fact.weight(total)}:
                yield [*case[:k], Fact(fact.places, fact.weights, table)]


def clause_of(lots: Lots, fact: Fact) -> Clause:
    """A fact about zones as a clause about the lots that are in them now."""
    pile = joined(pile for zone in lots.piles if zone in fact.places for pile in lots.piles[zone])
    known = sum(pile.offset(face) * weight for face, weight in fact.weights.items())
    clause = Clause(pile.lots, fact.weights, fact.lo, fact.hi, None, fact.because)
    if fact.table is not None:
        within = {total: fact.weight(total) for total in fact.table}
        clause = clause._replace(lo=None, hi=None, table=within)
    return clause.without(known)


def _spelled(names: tuple[Zone, ...], fact: Fact) -> dict[str, Any]:
    """A fact as the arguments of `Ledger.fact`."""
    said: dict[str, Any] = {"zones": names, "weights": fact.weights}
    said |= {"lo": fact.lo, "hi": fact.hi}
    said |= {"table": fact.table, "because": fact.because}
    return {key: value for key, value in said.items() if value is not None}


def _listed(some: Iterable[Any]) -> list[Any]:
    if isinstance(some, str | Mapping | Fact) or not isinstance(some, Iterable):
        raise KnowledgeError(f"either: {some!r} is no list: give cases, each a list of facts")
    return list(some)


def _shares(weights: Sequence[Number] | None, n: int) -> list[Number]:
    if weights is None:
        return [1] * n
    shares = [finite(w, f"the weight of case {i}") for i, w in enumerate(weights)]
    if len(shares) != n or not any(shares):
        raise KnowledgeError(f"either: weights {shares!r} for {n} cases: one each, not all 0")
    return shares
