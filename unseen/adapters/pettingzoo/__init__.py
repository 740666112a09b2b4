"""Every game as an environment of PettingZoo, in its form for agents who move one at a time (AEC).

>>> from unseen.adapters.pettingzoo import env
>>> table = env("template", players=3)
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     observation, reward, termination, truncation, info = table.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = table.action_space(agent).sample(observation["action_mask"])
...     table.step(action)
>>> table.agents
[]

An agent sees what its seat may know and nothing else; `docs/environments.md` says what that is.
"""

from __future__ import annotations

from typing import Any

from games.game import Game
from unseen.adapters.pettingzoo.environment import Environment

__all__ = ["Environment", "env"]


def env(game: str | Game, *, illegal_reward: float | None = None, **settings: Any) -> Any:
    """A game as an environment for agents.

    Args:
        game: its name, as ``unseen games`` lists it, or the game.
        illegal_reward: what an agent gets for an action that is none of its options, after which
            the game is over for all; by default such an action is refused and changes nothing.
        settings: everything that :class:`Environment` takes: ``players=4``, ``preset="short"``,
            ``knowledge="belief"``, a rule by its name.

    Raises:
        ValueError: there is no such game, or it cannot be played so, with what would be right.

    >>> table = env("template", players=3, rounds=1)
    >>> table.reset(seed=7)
    >>> table.agent_selection, int(table.observe("player_0")["action_mask"].sum())
    ('player_0', 3)
    """
    made = Environment(game, **settings)
    if illegal_reward is None:
        return made
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

    return TerminateIllegalWrapper(made, illegal_reward)
