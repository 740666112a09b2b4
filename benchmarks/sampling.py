"""Worlds drawn: at Clue against UniGen, bridge deals against the dealer of `endplay`.

UniGen draws almost uniformly from the models of clauses; that it counts them first is not timed.
endplay shuffles until a deal fits. Ours are drawn exactly, none is rejected, and building the
belief is timed with them in bridge, where that comes first each time. All are checked to be worlds
(of ours the first of each run), and no check is timed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from beliefs import Belief, Knowledge
from benchmarks import positions
from benchmarks.timing import Figure, Side, anew, compare
from compiled import rows

WORLDS = 200_000
"""Worlds of ours in one timed run."""
FROM_UNIGEN = 10
"""Worlds that a sampler of UniGen is asked for: of 20 or 100 it draws fewer a second."""
SEATS = ("North", "East", "South", "West")
CHECKED = 100
"""Worlds of ours that are checked after each run."""


def drawn(knowledge: Knowledge, unit: str, *, build: bool) -> Side:
    """Worlds of ours on one thread, from a belief built anew or built before."""
    row = rows(1)[0]
    belief = Belief(knowledge)
    faces, places = np.array(knowledge.faces)[knowledge.face_of], np.array(knowledge.places)
    found: list[Any] = []

    def work() -> int:
        found[:] = [(anew(knowledge) if build else belief).sample(WORLDS, row)]
        return len(found[0])

    def after() -> None:
        for world in found[0][:CHECKED]:
            fits(knowledge, list(zip(faces.tolist(), places[world].tolist(), strict=True)))

    return Side("unseen, 1 thread", unit, work, after)


def unigen(knowledge: Knowledge) -> Side:
    """UniGen on the clauses of a knowledge; that its samplers are made is not timed."""
    from pyunigen import Sampler

    from benchmarks.cnf import clauses

    problem = clauses(knowledge)
    variables = list(problem.variable.values())
    seeds = iter(range(1, 1_000))

    def sampler() -> Any:
        """A new one, as each can be asked once."""
        new = Sampler(seed=next(seeds))
        for clause in problem.clauses:
            new.add_clause(clause)
        return new

    cells, hashes, _ = sampler().sample(num=1, sampling_set=variables)
    ready, found = [sampler()], []

    def work() -> int:
        _, _, found[:] = ready.pop().sample(
            num=FROM_UNIGEN, sampling_set=variables, cell_hash_count=(cells, hashes)
        )
        return len(found)

    def after() -> None:
        ready.append(sampler())
        for sample in found:
            true = set(sample)
            fits(knowledge, [pair for pair, n in problem.variable.items() if n in true])

    return Side(f"pyunigen, almost uniform, {FROM_UNIGEN} a sampler", "worlds", work, after)


def fits(knowledge: Knowledge, world: list[tuple[Any, Any]]) -> None:
    """Raise where a world (pairs of card and place) breaks what is known."""
    held = Counter(place for _, place in world)
    if held != dict(zip(knowledge.places, knowledge.capacities, strict=True)):
        raise AssertionError(f"the places hold {dict(held)}")
    for fact in knowledge.facts:
        if not fact.weight(
            sum(fact.weights.get(c, 0) for c, place in world if place in fact.places)
        ):
            raise AssertionError(f"{fact} is broken by {world}")


def endplay(
    knowledge: Knowledge, n: int, fit: Callable[[Any], bool], south: str | None = None
) -> Side:
    """endplay's dealer, with a condition as a function of the deal (faster than as text)."""
    from endplay.dealer import generate_deals
    from endplay.types import Deal, Hand

    predeal = Deal()
    if south is not None:
        predeal.south = Hand(south)
    seeds = iter(range(1_000))

    deals: list[Any] = []

    def work() -> int:
        deals[:] = generate_deals(
            fit, predeal=predeal, produce=n, seed=next(seeds), max_attempts=-1
        )
        return len(deals)

    def after() -> None:
        for deal in deals:
            world = [
                (c.suit.name[0].upper() + c.rank.abbr, place)
                for place, (_, hand) in zip(SEATS, deal, strict=True)
                for c in hand
            ]
            fits(knowledge, [pair for pair in world if pair[0] in knowledge.faces])

    return Side("endplay, rejection", "deals", work, after)


def bridge_figures() -> list[Figure]:
    """A void opposite a known hand, a balanced hand with 15 to 17 points, and a rare shape."""
    from endplay.evaluate import hcp, is_balanced

    held = positions.BRIDGE_HAND
    south = ".".join("".join(c[1] for c in held if c[0] == suit) for suit in positions.SUITS)
    void = positions.bridge_void()
    strong = positions.bridge_balanced()
    rare = positions.bridge_two_suits()

    def no_spade(deal: Any) -> bool:
        return not len(deal.north.spades)

    def notrump(deal: Any) -> bool:
        return 15 <= hcp(deal.south) <= 17 and is_balanced(deal.south)

    def two_suits(deal: Any) -> bool:
        return len(deal.south.spades) == 7 and len(deal.south.hearts) == 5

    return [
        compare(f"deals, {what}", drawn(knowledge, "deals", build=True), peer)
        for what, knowledge, peer in (
            ("void opposite a known hand", void, endplay(void, 40, no_spade, south)),
            ("15-17 balanced", strong, endplay(strong, 40, notrump)),
            ("seven spades and five hearts", rare, endplay(rare, 1, two_suits)),
        )
    ]


def unigen_figures() -> list[Figure]:
    """Worlds of two Clue positions; UniGen needs minutes for those with millions."""
    clue = positions.clue_positions()
    return [
        compare(
            f"worlds sampled, {what}", drawn(clue[what], "worlds", build=False), unigen(clue[what])
        )
        for what in ("Clue A, 1 suggestions", "Clue A, 6 suggestions")
    ]
