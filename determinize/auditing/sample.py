"""One position under the lens: its true state and many copies, shared by all checks."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from determinize.auditing.asked import (
    asked,
    check_answers,
    check_attributes,
    check_optional,
    reason,
)
from determinize.auditing.auditable import (
    Auditable,
    Cell,
    NotTested,
    Posterior,
    ability,
    canonical,
    cells,
)
from determinize.auditing.evidence import CHECKS, Position
from determinize.auditing.positions import Policy, at

Told: TypeAlias = Callable[[str, str], None]
"""Told before the engine is asked for something: the check, and what is about to be done."""

AUTO, COUNT, TRUTHS = "auto", "count", "truths"
REFERENCES = (AUTO, COUNT, TRUTHS)


@dataclass(frozen=True)
class Settings:
    """What an audit looks at.

    Attributes:
        copies: how many copies of each position.
        promise: what the copier is held to, ``table`` or ``history``.
        reference: ``count`` (the target's posterior), ``truths`` (true states from play), or
            ``auto``: the count where there is one.
        policy: how the games are played, where truths are to follow an opponent policy; None plays
            uniformly at random, and weighs every world alike.
        bounds: the greatest number of options at each decision, for thinning; empty keeps all.
        unranked: why truths cannot be ranked unless they are weighted by their likelihood; empty
            where they can.
        checks: which of the seven are made.
    """

    copies: int
    promise: str
    reference: str = AUTO
    policy: Policy | None = None
    bounds: tuple[int, ...] = ()
    unranked: str = ""
    checks: tuple[str, ...] = CHECKS


@dataclass(frozen=True)
class Copied:
    """A copy, and the seed of the generator that it was made with."""

    seed: int
    state: Any


class Sample:
    """A position, its true state, and copies of it for the position's seat.

    Attributes:
        truth: the true state. Checks may read it; what changes states works on :meth:`fresh` ones.
        copies: made in order from ``truth``, each with a generator of its own seed.
        failed: the seeds of copies that could not be made, with the engine's words.
    """

    def __init__(
        self, target: Auditable, position: Position, settings: Settings, told: Told
    ) -> None:
        self.target = target
        self.position = position
        self.seat = position.seat
        self.settings = settings
        self.told = told
        check_attributes(target)
        self.ordered = tuple(getattr(target, "ordered", ()))
        self.truth = self.fresh()
        check_answers(target, position, self.truth, self.fresh(), self.ordered)
        check_optional(target, position, self.truth)
        self.rng = np.random.default_rng([position.seed, position.depth, position.seat, 2])
        self.copies: list[Copied] = []
        self.failed: dict[int, str] = {}

    def fresh(self) -> Any:
        """The true state, made anew."""
        return at(self.target, self.position)

    def seeds(self, n: int) -> list[int]:
        """The seeds of the first n copies: the same for every state of this position."""
        rng = np.random.default_rng([self.position.seed, self.position.depth, self.seat, 3])
        return [int(seed) for seed in rng.integers(2**31, size=n)]

    def copied(self, state: Any, seed: int, check: str, seat: int | None = None) -> Any:
        """A copy of a state with a generator of that seed; by default for the position's seat."""
        self.told(check, f"a copy with seed {seed}")
        return self.target.copy(
            state, self.seat if seat is None else seat, np.random.default_rng(seed)
        )

    def clone(self, state: Any) -> Any:
        """A faithful copy of a state, by the target's own means or ``copy.deepcopy``."""
        clone = ability(self.target, "clone")
        return clone(state) if clone else copy.deepcopy(state)

    def cells(self, state: Any) -> dict[Cell, int]:
        """How many copies of each face lie in each place of a state."""
        return cells(self.target.world(state), self.ordered)

    def canonical(self, state: Any) -> Hashable:
        """A state's world, equal for equal worlds."""
        return canonical(self.target.world(state), self.ordered)

    def contradiction(self, state: Any) -> str | None:
        """The fact of the seat's history that a state breaks, by a target that can tell."""
        found = ability(self.target, "contradiction")
        assert found is not None
        return reason(self.target, "contradiction", found(self.truth, self.seat, state))

    @cached_property
    def worlds(self) -> list[Hashable]:
        """The canonical world of each copy."""
        return [self.canonical(one.state) for one in self.copies]

    @cached_property
    def contents(self) -> list[dict[Cell, int]]:
        """The cells of each copy."""
        return [self.cells(one.state) for one in self.copies]

    @cached_property
    def posterior(self) -> Posterior | None:
        """The target's exact count here, if it gives one."""
        found = ability(asked(self.target, self.position), "posterior")
        if found is None:
            return None
        try:
            result: Posterior | None = found(self.truth, self.seat)
        except NotTested:
            return None
        return result

    @cached_property
    def twin(self) -> Any | None:
        """Another true state that the seat cannot tell from this one, if the target makes one."""
        found = ability(asked(self.target, self.position), "twin")
        if found is None:
            return None
        try:
            return found(self.fresh(), self.seat, self.rng)
        except NotTested:
            return None
