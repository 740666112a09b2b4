"""A player that searches the true state: the measure of what not knowing costs, and nothing else.

It looks at all cards, so its results are those of no player that could sit at a table. Beside the
same search over worlds of a belief they tell what information is worth. It takes the opponents to
see all cards as well, as :mod:`players.search.pimc` does in each of its worlds; of two equals that
know everything, that is right.

The only way from the truth to it is a match that says that it is an experiment
(:func:`arena.match.given`); asked with anything else it refuses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from determinize import InformationSet, TrueInformation
from games.game import Game
from players.player import Decision, refuse_cheats
from players.search.budget import Budget
from players.search.pimc import PIMC
from players.search.policies import RANDOM
from players.search.settings import named, settle_kinds


@dataclass(frozen=True)
class Cheating(Budget):
    """Search of the true state. Looks at all cards: for experiments only.

    It searches one state, on one thread: ``workers`` is 1.

    Attributes:
        exploration: the constant of UCB1, for results from 0 to 1.
        depth: how many rounds a play-out lasts; 0: until the deal is over.
        evaluator: how the true state is searched: ``uct``, ``exact`` (alpha-beta, for two) or
            ``play-outs``.
        limit: after so many nodes ``exact`` gives up, and grows a UCT tree.
        nodes: how many nodes that tree has at most, or that of ``uct``; when it is full, the least
            visited half is given up.
        playout: what is played in play-outs (:mod:`players.search.policies`).
    """

    cheats: ClassVar[bool] = True
    reads: ClassVar[str] = "the true state"

    exploration: float = 0.7
    depth: int = 0
    evaluator: str = "uct"
    limit: int = 100_000
    nodes: int = 1_000_000
    playout: str = RANDOM

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.workers != 1:
            raise ValueError(
                f"workers cannot be {self.workers}: the true state is searched on one thread: 1"
            )
        self._search()
        settle_kinds(self)

    @property
    def name(self) -> str:
        """``cheating``, with what differs from the defaults."""
        return named("cheating", self)

    def check_game(self, game: Game) -> None:
        """Refuse a game that alpha-beta cannot solve, where it is to, or without the policy."""
        self._search().check_game(game)

    def check_seats(self, game: Game, seats: int) -> None:
        """Refuse to solve states of so many seats."""
        self._search().check_seats(game, seats)

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        """Search the true state, and choose the best option.

        Raises:
            ExperimentOnly: the true state was not handed over.
        """
        if not isinstance(info, TrueInformation):
            refuse_cheats(self.name, self)
        return self._search().decide(info, rng)

    def _search(self) -> PIMC:
        """Perfect information Monte Carlo in one world, which is the true one."""
        return PIMC(worlds=1, **vars(self))
