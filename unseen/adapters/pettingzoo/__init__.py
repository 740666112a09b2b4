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

from unseen.adapters.pettingzoo.environment import Environment, env

__all__ = ["Environment", "env"]
