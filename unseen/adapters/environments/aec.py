"""Environments of PettingZoo in which agents decide in turn (AEC)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from determinize.auditing.auditable import HISTORY, Place, World
from unseen.adapters.environments.copies import Copier, Copies, frozen


class PettingZooCopies(Copies):
    """An environment of PettingZoo in which agents decide in turn (AEC), and a copier.

    Args:
        make: makes the environment: of a module's top level, for worker processes.
        copier: ``(env, agent, rng) -> env``, on trial; agents are PettingZoo's names.
        world: where all cards lie in an environment, hidden or not.
        name: of the target; by default made from the environment's and the copier's.
        promise: what the copier is held to, ``history`` or ``table``.
        ordered: the places of ``world`` in which order counts.
        optional: further functions that :class:`determinize.auditing.auditable.Auditable` lists.

    Raises:
        ValueError: something is not of the kind it should be, with what would be right.

    >>> from copy import deepcopy
    >>> from unseen.adapters.pettingzoo import env
    >>> def table():
    ...     return env("template", players=3)
    >>> def keeps_everything(env, agent, rng):
    ...     return deepcopy(env)
    >>> target = PettingZooCopies(table, keeps_everything, world=lambda env: {})
    >>> state = target.new(7)
    >>> target.name, target.mover(state), len(target.options(state))
    ('pettingzoo:template_v0:keeps_everything', 0, 3)
    """

    kind = "PettingZoo"
    methods = ("reset", "step", "observe", "possible_agents")

    def __init__(
        self,
        make: Callable[[], Any],
        copier: Copier,
        *,
        world: Callable[[Any], World],
        name: str | None = None,
        promise: str = HISTORY,
        ordered: Collection[Place] = (),
        **optional: Any,
    ) -> None:
        super().__init__(
            make,
            copier,
            world,
            name=name,
            promise=promise,
            ordered=ordered,
            optional=optional,
        )

    def mover(self, state: Any) -> int:
        """The seat of the agent to move; -1 when all are done."""
        if not state.agents or all(map(_done(state), state.agents)):
            return -1
        return int(state.possible_agents.index(state.agent_selection))

    def options(self, state: Any) -> Sequence[int]:
        """What the agent's action mask allows, in its observation or its info; else all."""
        agent = state.agent_selection
        seen = state.observe(agent)
        mask = seen.get("action_mask") if isinstance(seen, Mapping) else None
        if mask is None:
            mask = state.infos.get(agent, {}).get("action_mask")
        if mask is None:
            return range(int(state.action_space(agent).n))
        return [int(action) for action in np.flatnonzero(mask)]

    def observe(self, state: Any, seat: int) -> Hashable:
        """The agent's observation, info and rewards, whose turn it is, and who is done."""
        agent = state.possible_agents[seat]
        return frozen(
            {
                "observation": state.observe(agent),
                "info": state.infos.get(agent),
                "reward": state.rewards.get(agent),
                "turn": state.agent_selection if state.agents else None,
                "done": [each for each in state.agents if _done(state)(each)],
            }
        )

    def copy(self, state: Any, seat: int, rng: np.random.Generator) -> Any:
        """An environment by the copier on trial."""
        return self.copier(state, state.possible_agents[seat], rng)

    def _title(self, env: Any) -> str:
        return str(getattr(env, "metadata", {}).get("name", type(env).__name__))

    def _begin(self, env: Any, seed: int) -> None:
        env.reset(seed=seed)
        self._pass_over(env)

    def _step(self, env: Any, option: Any) -> None:
        env.step(option)
        self._pass_over(env)

    def _pass_over(self, env: Any) -> None:
        """Agents that are done step once more, as PettingZoo has it, while others play on."""
        while self.mover(env) >= 0 and _done(env)(env.agent_selection):
            env.step(None)


def _done(env: Any) -> Callable[[Any], bool]:
    return lambda agent: bool(env.terminations.get(agent) or env.truncations.get(agent))
