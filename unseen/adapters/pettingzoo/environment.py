"""The environment: PettingZoo's interface over a game in play."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import games
from games.game import Game
from games.kit.fields import plain_number
from games.record import Record
from games.state import IllegalOption, blank
from unseen.adapters.pettingzoo.checked import one_of, rules_of_reset, seed_of_reset, steps_at_most
from unseen.adapters.pettingzoo.observation import KNOWLEDGE, Observer, whole_state
from unseen.adapters.pettingzoo.played import Played, Watched

try:
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError(
        "PettingZoo is not installed: pip install 'unseen[rl]' (the package pettingzoo)"
    ) from error

RENDER_MODES = ("human", "ansi")


class Environment(AECEnv):  # type: ignore[misc]
    """A game of the registry in PettingZoo's AEC form: agents ``player_0``… decide in turn.

    An observation is ``{"observation": {name: array}, "action_mask": int8[option codes]}``: what
    the agent's seat may know (:mod:`unseen.adapters.pettingzoo.observation`), and which options it
    has; none where it is not its decision. Rewards are the game's returns when it is over, 0
    before. ``infos`` of the agent to move name its decision place.

    Args:
        game: its name, as ``unseen games`` lists it, or the game.
        players: how many agents; by default the least that the game allows.
        preset: which rules; by default the game's first preset.
        knowledge: ``table``, what lies before the seat's eyes; ``matrix``, with it the structures
            of :mod:`determinize.holdings`, exactly what is certain by all that the seat has seen;
            ``belief``, with it exact probabilities of where every card lies.
        flat: whether ``observation`` is one row of numbers, float64, instead of named arrays;
            :attr:`parts` says where in it each array lies.
        render_mode: ``human`` prints the position after every step, ``ansi`` returns it as text.
        view_of: the agent whose view is rendered; by default the agent that is to move.
        skip_forced: whether an agent with one option is passed over and the option taken for it.
            Not so by default: who is asked is public, and whoever watches the agents' order would
            learn from a missing step that the agent had no choice. For training, where agents see
            observations alone, it saves steps.
        words: whether ``infos`` of the agent to move also say its options in words.
        truncate_after: after so many steps the game is broken off; by default never.
        parameters: single rules that differ from the preset.

    Raises:
        ValueError: there is no such game, or it cannot be played so, with what would be right.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        players: int | None = None,
        preset: str | None = None,
        knowledge: str = "table",
        flat: bool = False,
        render_mode: str | None = None,
        view_of: str | None = None,
        skip_forced: bool = False,
        words: bool = False,
        truncate_after: int | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else games.load(game)
        self._rules = self.game.rules_of(preset, **parameters)
        seats = int(blank(self.game, players, self._rules)[0].seats)
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        one_of("knowledge", knowledge, KNOWLEDGE)
        one_of("render_mode", render_mode, (None, *RENDER_MODES))
        one_of("view_of", view_of, (None, *self.possible_agents))
        self.render_mode, self.view_of = render_mode, view_of
        self.skip_forced, self.words = skip_forced, words
        self.truncate_after = steps_at_most(truncate_after)
        self._knowledge = knowledge
        self._decisions = {
            int(place): self.game.decision_name(place) for place in self.game.decisions
        }
        self._observer = Observer(self.game, seats, knowledge, flat=flat)
        self.parts = self._observer.parts
        self.metadata = {
            "name": f"{self.game.name.replace('-', '_')}_v0",
            "is_parallelizable": False,
            "render_modes": list(RENDER_MODES),
        }
        codes = self.game.option_codes
        self.action_spaces = {agent: spaces.Discrete(codes) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self._observer.space,
                    "action_mask": spaces.Box(0, 1, (codes,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        row = whole_state(blank(self.game, players, self._rules))
        self.state_space = spaces.Box(-np.inf, np.inf, row.shape, row.dtype.type)
        self.agents: list[str] = []
        self._seeds = np.random.default_rng()
        self._played: Played | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The option codes of the game; always the same object."""
        return self.action_spaces[agent]

    @property
    def played(self) -> Played:
        """The game in play, with its true state: for the trainer, never for agents.

        Raises:
            RuntimeError: there is none yet.
        """
        if self._played is None:
            raise RuntimeError("no game has begun: call reset()")
        return self._played

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: the game's own seed, as in ``games.load(name).new(seed=…)``: the same seed gives
                the same game, and the same series of games from resets without a seed after it.
                Without one the next of that series is played; the first is drawn by chance.
            options: for this game alone, ``preset`` and ``parameters`` (a table from name to
                value, with the environment's own where no preset is named). The number of
                players is the environment's and stays.

        Raises:
            ValueError: a seed that is none, an unknown option, or rules that cannot be. The game
                in play goes on.
        """
        rules = self._rules if not options else rules_of_reset(self.game, self._rules, options)
        number = int(self._seeds.integers(1 << 63)) if seed is None else seed_of_reset(seed)
        kind = Played if self._knowledge == "table" else Watched
        self._played = kind(self.game, len(self.possible_agents), rules, number)
        if seed is not None:
            self._seeds = np.random.default_rng(number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._steps = 0
        self._last_mover = 0
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play an option of the agent to move; when the game is over, None for each agent.

        Raises:
            ValueError: it is none of the options (:class:`games.state.IllegalOption`), or an
                action where None is due; nothing has changed.
            RuntimeError: no game has begun, or all agents are done.
        """
        played = self.played
        if not self.agents:
            raise RuntimeError("the game is over and all agents are done: call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        code = self._option(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        self._steps += 1
        played.play(code)
        self._go_on()

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """What the agent to move sees, its reward since it last moved, and whether it is done.

        Raises:
            RuntimeError: no game has begun.
        """
        self.played  # noqa: B018 - says what is to be done where no game has begun
        found: tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]
        found = super().last(observe)
        return found

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, and its options, if it is its decision.

        Raises:
            ValueError: there is no such agent.
        """
        played = self.played
        if agent not in self.action_spaces:
            raise ValueError(f"there is no agent {agent!r}: {', '.join(self.possible_agents)}")
        seat = self.possible_agents.index(agent)
        information = None if self._knowledge == "table" else played.information(seat)
        seen = self._observer.observe(played.states, seat, information)
        mask = np.zeros(self.game.option_codes, np.int8)
        if seat == played.mover and not self._broken_off():
            mask[played.codes] = 1
        return {"observation": seen, "action_mask": mask}

    def state(self) -> NDArray[Any]:
        """Everything that is true, hidden or not: for a critic that is trained centrally."""
        return whole_state(self.played.states)

    def record(self) -> Record:
        """The game so far, to be saved, replayed and continued; it tells all that is hidden."""
        return self.played.record()

    def render(self) -> str | None:
        """The position as the agent to move sees it, or ``view_of``: printed, or returned.

        Raises:
            RuntimeError: no game has begun.
        """
        played = self.played
        if self.render_mode is None:
            warnings.warn(
                "nothing to render: make the environment with a render_mode", stacklevel=2
            )
            return None
        if self.view_of is None:
            seat = self._last_mover
        else:
            seat = self.possible_agents.index(self.view_of)
        text = str(played.view(seat))
        if self.render_mode == "ansi":
            return text
        print(f"{self.possible_agents[seat]}:\n{text}\n")
        return None

    def close(self) -> None:
        """Nothing is kept that has to be given back."""

    def _go_on(self) -> None:
        """After a move: whose decision it is, or what everybody gets."""
        played = self.played
        while self.skip_forced and len(played.codes) == 1:
            played.play(int(played.codes[0]))
        if played.mover < 0:
            self.rewards = dict(zip(self.agents, played.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        elif self._broken_off():
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._last_mover = played.mover
            self.agent_selection = self.possible_agents[played.mover]
            self.infos[self.agent_selection] = self._info()
        if self.render_mode == "human":
            self.render()

    def _broken_off(self) -> bool:
        return self.truncate_after is not None and self._steps >= self.truncate_after

    def _info(self) -> dict[str, Any]:
        played = self.played
        info: dict[str, Any] = {"decision": self._decisions[int(played.states["decision"][0])]}
        if self.words:
            state = played.states[0]
            codes = played.codes.tolist()
            info["options"] = {code: self.game.words.option(state, code) for code in codes}
        return info

    def _option(self, action: Any) -> int:
        """The code of an action, if it is one of the options."""
        code = plain_number(action)
        codes: list[int] = self.played.codes.tolist()
        if code is None or code not in codes:
            state = self.played.states[0]
            options = ", ".join(f"{c} ({self.game.words.option(state, c)})" for c in codes)
            raise IllegalOption(f"{action!r} is no option of {self.agent_selection}: {options}")
        return code
