"""The same worlds, with less to say: what is settled needs no statement any more.

Late in a game most statements have done their work: who showed one of three cards holds the only
one of them that he can hold. Where it is known which cards can lie where, such facts can be left
out, and the rest speak of fewer cards. A diagram then costs less, and so do all the diagrams that
are made from it to weigh questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from beliefs.facts import Face, Fact, unit_of
from beliefs.knowledge import Knowledge


def settled(knowledge: Knowledge, probabilities: npt.NDArray[Any]) -> Knowledge:
    """A knowledge of the same worlds, each as likely, with as few facts as are still open.

    What cannot be, by `probabilities` [faces, places] of a structure that is exact, is said by
    prior weights of 0; facts that then say the same of every world are left out (so weights of
    worlds may have lost a common factor), and one that only forbids is said once. Alternatives
    stay as they are.

    >>> from beliefs import Belief, at_least, lacks
    >>> told = [at_least("me", ["A", "K"], 1), lacks("me", "A"), at_least("you", ["A", "Q"], 1)]
    >>> known = Knowledge(list("AKQJT"), {"me": 1, "you": 2, "deck": 2}, told)
    >>> print(settled(known, Belief(known).probabilities()).statements)
    (Fact(places=frozenset({'you'}), weights={'A': 1, 'Q': 1}, table={1: 1, 2: 1}, \
lo=None, hi=None, because=None),)
    """
    can = probabilities != 0
    facts: dict[Fact, None] = {}
    likelihoods: list[Fact] = []
    for fact in knowledge.facts:
        rest = _rest(knowledge, fact, can)
        if rest is not None and {*(rest.table or {}).values()} == {1}:
            facts[rest] = None
        elif rest is not None:
            likelihoods.append(rest)
    never = {(knowledge.faces[f], knowledge.places[p]): 0 for f, p in np.argwhere(~can).tolist()}
    return Knowledge(
        dict(zip(knowledge.faces, knowledge.copies, strict=True)),
        dict(zip(knowledge.places, knowledge.capacities, strict=True)),
        [*facts, *likelihoods, *knowledge.alternatives],
        weights={**knowledge.prior, **never},
        ordered=knowledge.ordered,
    )


def _rest(knowledge: Knowledge, fact: Fact, can: npt.NDArray[np.bool_]) -> Fact | None:
    """What a fact says of the cards that may lie in its places or elsewhere; None if nothing."""
    inside = np.isin(np.arange(len(knowledge.places)), _numbers(knowledge.places, fact.places))
    settled_, open_ = 0, dict[Face, int]()
    least = most = 0
    for face, weight in fact.weights.items():
        f = knowledge.faces.index(face)
        if not can[f, inside].any():
            continue
        total = weight * knowledge.copies[f]
        if not can[f, ~inside].any():
            settled_ += total
            continue
        open_[face] = weight
        least, most = least + min(total, 0), most + max(total, 0)
    if not open_:
        return None
    sums = range(least, most + 1, unit_of(open_))
    table = {s: fact.weight(s + settled_) for s in sums}
    if len({*table.values()}) == 1:
        return None
    return Fact(fact.places, open_, {s: weight for s, weight in table.items() if weight})


def _numbers(names: Sequence[Any], some: Mapping[Any, Any] | frozenset[Any]) -> list[int]:
    return [names.index(name) for name in some]
