"""A few worlds for a search, where all of them are too many to be counted in time.

As `beliefs.WorldChain` draws them, from populations dealt one after another and taken in or not;
but from as few particles as there is need of, and with no estimate of anything. A player who weighs
his options in some worlds has no use for more.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from beliefs.chains.course import Setting, lay_course
from beliefs.chains.deals import deal, mean_of, most_particles, spread
from beliefs.chains.kernels.moves import shuffle, stir
from beliefs.errors import KnowledgeError, NoWorldFound
from beliefs.knowledge import Knowledge
from beliefs.randomness import Randomness, empty_worlds, generator_row
from compiled import rows, uniform

PARTICLES = 256
"""Particles of a population; so many worlds, or fewer, come from one."""
TRIES = 16
"""Populations that may die out before none is found."""
WEIGHED = 2
"""Populations from which the weight of all worlds is estimated: to a quarter or so."""


class FewWorlds:
    """Draws worlds of a knowledge, nearly with their probabilities; none is inconsistent.

    >>> from beliefs import Knowledge, lacks
    >>> knowledge = Knowledge(range(40), {"Ann": 5, "Bob": 5, "deck": 30}, [lacks("Ann", [1, 2])])
    >>> FewWorlds(knowledge).sample(20, 1).shape
    (20, 40)
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    @cached_property
    def _setting(self) -> Setting:
        setting = lay_course(self.knowledge)
        if setting is None:
            raise KnowledgeError("there is no world; Belief(knowledge) names the facts in conflict")
        return setting

    @cached_property
    def log2_weight(self) -> float:
        """log2 of the weight of all worlds, roughly; -inf where none was found.

        By a generator row of its own, so that nobody else's draws depend on the asking.
        """
        try:
            setting = self._setting
        except KnowledgeError:
            return float("-inf")
        row, size = rows(0)[0], min(PARTICLES, most_particles(setting))
        found = [deal(setting, size, row).total for _ in range(WEIGHED)]
        for _ in range(TRIES if max(found) == -np.inf else 0):
            found.append(deal(setting, size, row).total)
        return mean_of(np.array(found))

    def sample(self, n: int, rng: Randomness) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """`n` worlds: place numbers [n, cards].

        Raises KnowledgeError where it is plain that there is none, NoWorldFound where none comes
        through.
        """
        out = empty_worlds(n, self.knowledge.size, len(self.knowledge.places))
        row, setting = generator_row(rng), self._setting
        tries = 0 if self.knowledge.alternatives else self.knowledge.size
        size = min(PARTICLES, most_particles(setting))
        here = None
        for begin in range(0, n, size):
            fresh = deal(setting, size, row)
            for _ in range(TRIES if here is None else 0):
                if fresh.total > -np.inf:
                    break
                fresh = deal(setting, size, row)
            if here is None or uniform(row) < 2.0 ** min(0.0, fresh.total - here.total):
                here = fresh
            if here.total == -np.inf:
                raise NoWorldFound(
                    f"none of {(TRIES + 1) * size} particles fulfils all"
                    f" {len(self.knowledge.statements)} facts: that does not say that there is no"
                    " world; ask a Belief"
                )
            chosen = spread(here.weight, size, uniform(row))
            shuffle(chosen, row)
            end = min(begin + size, n)
            some = here.world[chosen[: end - begin]]
            stir(setting.course, setting.card, some, tries, row, out[begin:end])
        return out
