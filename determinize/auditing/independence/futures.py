"""Whether a copy meets the same chances as the true game.

A search that thinks with copies which draw what the true game will draw plans for the very next
card from the deck that is shuffled later, or the very roll of the dice. Chances still to come are
hidden from everybody, so this is a leak, although no card that lies somewhere now is told by it.
The swap test cannot see it where the twin has the same generator as the truth.

A generator that is kept and never drawn from again (it dealt the cards, and rests) is another
matter: in principle the deal can be worked out from its state, but nothing that thinks by playing
meets it. Many right copiers clone it with the rest, and are not accused. One whose state depends on
hidden cards in another way is found by the swap test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from determinize.auditing.channels.paths import common
from determinize.auditing.channels.walk import Token, Walk
from determinize.auditing.evidence import INDEPENDENT, Evidence
from determinize.auditing.finding import found
from determinize.auditing.independence.playing_on import played_on
from determinize.auditing.kinds import Kind
from determinize.auditing.sample import Sample

LOOKED_AT = 4
"""Copies in all of which a generator is found again before it counts."""
PLAYED = 3
"""Random games to the end, in one of which a generator that matters is drawn from."""


def generators_of(walk: Walk) -> dict[str, Token]:
    """Path to state of the random generators in a state."""
    return {path: walk.tokens[path] for path in walk.generators}


def drawn_from(sample: Sample) -> tuple[Mapping[str, Token], frozenset[str]]:
    """The true state's generators, and the paths of those from which play still draws."""
    generators = generators_of(Walk(sample.truth, known=common(sample.target)))
    drawn = _drawn(sample, sample.fresh) if generators else set()
    return generators, frozenset(drawn & set(generators))


def same_chances(
    sample: Sample, evidence: Evidence, mine: Mapping[str, Token], drawn: frozenset[str]
) -> None:
    """Finds copies with a generator in the state of one from which the true game will draw.

    Where all copies are the truth, that is what is wrong with them, and the swap test says so.

    Args:
        mine, drawn: what :func:`drawn_from` gives.
    """
    wanted = {mine[path] for path in drawn}
    copies = sample.copies[:LOOKED_AT]
    if not wanted or set(sample.worlds) == {sample.canonical(sample.truth)}:
        return
    truth = Walk(sample.truth, known=common(sample.target))
    always: set[str] | None = None
    for one in copies:
        walk = Walk(one.state, known=common(sample.target))
        alike = {
            path
            for path, state in generators_of(walk).items()
            if state in wanted and not _one_object(walk, truth, path)
        }
        always = alike if always is None else always & alike
    for path in sorted(_drawn_by_copy(sample, copies[0].seed, always or set()))[:1]:
        copy = f"{path.strip('.')} will draw what the true game draws: it is in the same state"
        hidden = "chances still to come are hidden"
        found(evidence, INDEPENDENT, Kind.GENERATOR_LEAK, copies[0].seed, copy, hidden)


def _drawn_by_copy(sample: Sample, seed: int, paths: set[str]) -> set[str]:
    """Those of a copy's generators from which playing it on draws."""
    if not paths:
        return paths
    try:
        return paths & _drawn(sample, lambda: sample.copied(sample.fresh(), seed, INDEPENDENT))
    except Exception:  # a copy that cannot be played: aliasing has said so
        return set()


def _drawn(sample: Sample, make: Callable[[], Any]) -> set[str]:
    """The paths of generators from which playing on draws."""
    known, drawn = common(sample.target), set()
    for number in range(PLAYED):
        rng = np.random.default_rng([sample.position.seed, number, 11])
        state = make()
        before = generators_of(Walk(state, known=known))
        if not before:
            break
        after = generators_of(Walk(played_on(sample.target, state, rng), known=known))
        drawn |= {path for path, token in before.items() if after.get(path, token) != token}
    return drawn


def _one_object(walk: Walk, truth: Walk, path: str) -> bool:
    """Whether the generator is the true state's own: what playing changes (aliasing) shows it."""
    return any(at == path and me in truth.objects for me, (at, _) in walk.objects.items())
