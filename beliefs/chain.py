"""WorldChain: beliefs where a diagram would be too wide, by weighted samples and moves.

**Deal.** Particles deal the cards one by one. Each card goes to a place with a chance that looks
ahead: what the relaxed problem (independent cards, each fact and each capacity by itself) expects
of the rest (`chains.course`). A place is offered only if the cards to come can still fill all
capacities where they may be, which a flow kept for every particle decides; so no particle dies for
capacities and forbidden places, and few do for facts. Each is weighed by its world's weight over
the chance with which it was dealt, and drawn anew where weights grow uneven (`chains.deals`).

**Move.** Let a population be a particle set dealt from nothing, and Z its mean weight. A chain of
populations takes a fresh one in with probability min(1, Z'/Z), else it stays; a world is drawn from
the present one in proportion to the weights. By Metropolis and Hastings populations then appear in
proportion to Z times the chance of being dealt; and as the expectation of Z times the weighted mean
of anything is its total over all worlds, for any number of particles, drawn anew on the way or not,
the world drawn has exactly the wanted distribution (particle independent Metropolis-Hastings:
Andrieu, Doucet and Holenstein, "Particle Markov chain Monte Carlo methods", 2010, theorem 2). Then
it moves about: two cards change places, three go round, one changes between places without
capacity; each move is made with the Metropolis rule, which leaves that distribution as it is.

**Every consistent world can be reached**, although swaps alone can be stuck (three cards that may
each be in two of three places in a ring have two worlds, and no swap between them). Take any
consistent world and deal it card by card. At each step its place has positive chance: the cell is
used by a full placement, namely this world, so it keeps its chance of at least `LEAST`; the rest
of this world is a full placement of the cards to come, so the flow allows it; and it fulfils every
fact, so that no look-ahead, which is 0 only where nothing can fulfil the fact, is 0. So with
positive chance a fresh population is this world in every particle, and is taken in, from whatever
state, in one step: the chain is irreducible and aperiodic on all consistent worlds. And nothing
else is ever drawn: a particle that breaks a fact has weight 0. (To the precision of float64, in
which chances, and weights in moves, of less than 2**-300 of the largest are as good as 0.)

A sample starts from one of the populations that the chain was built with, drawn in proportion to
its Z: as many of them as there are are as good a start as a chain that has run for as long.

The answers are estimates: `exact` is False, `error` says how far off, and `PoorSample` warns.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from beliefs.alternatives import Statement
from beliefs.chains.course import Setting, lay_course
from beliefs.chains.deals import deal, most_particles, spread
from beliefs.chains.figures import Diagnostics, Estimate, Gathered
from beliefs.chains.kernels.moves import shuffle, stir
from beliefs.chains.problem import Floats
from beliefs.chains.told import factor_of
from beliefs.errors import KnowledgeError, NoWorldFound, PoorSample
from beliefs.facts import Fact, whole
from beliefs.knowledge import Knowledge
from beliefs.randomness import Randomness, empty_worlds, generator_row, pick
from compiled import rows, uniform

PARTICLES, RUNS = 4096, 4
"""Particles of each run, and runs, unless told otherwise."""
BLOCK = 512
"""Particles of one population."""
MOVES = 1
"""Moves of a drawn world, for each of its cards."""
POOR_SHARE = 0.1
"""Warn where the effective share of the particles is less."""
POOR_RATIO = 1.02
"""Warn where independent runs disagree by more."""
RARE, OFTEN = 0.25, 0.05
"""Ask a chain of its own where the relative error of a probability is more, unless it is more
than that."""


class WorldChain:
    """An estimate of the worlds of a knowledge, of any width.

    Parameters
    ----------
    knowledge: what is known. Alternatives weigh particles at the end only, and worlds that are
        drawn then make no moves: it is better to build a chain for each case.
    particles: of each run; more are more accurate. Rounded up to populations of 512.
    runs: independent runs, 2 or more, which are compared with each other.
    seed: same seed, same estimates.

    If capacities and forbidden places, or a fact with them, leave no world, `possible` is False,
    which is proof. Raises NoWorldFound where no particle comes through, which is none. Warns with
    PoorSample where estimates are poor.

    >>> from beliefs import Knowledge, lacks
    >>> red, black = [f"red {i}" for i in range(20)], [f"black {i}" for i in range(20)]
    >>> players = {f"player {i}": 5 for i in range(6)}
    >>> chain = WorldChain(Knowledge([*red, *black], {**players, "deck": 10},
    ...                              [lacks("player 0", red), lacks("player 1", black)]))
    >>> chain.exact, chain.probability(lacks("player 0", red))
    (False, 1.0)
    >>> bool(abs(chain.probabilities()[0, 1] - 5 / 20) < 0.01)
    True
    """

    exact = False

    def __init__(
        self, knowledge: Knowledge, *, particles: int = PARTICLES, runs: int = RUNS, seed: int = 0
    ) -> None:
        for name, value, least in (
            ("particles", particles, 1),
            ("runs", runs, 2),
            ("seed", seed, 0),
        ):
            if whole(value, name) < least:
                raise KnowledgeError(f"{name} is {value}: it must be {least} or more")
        self.knowledge = knowledge
        self._asked = {"particles": particles, "runs": runs, "seed": seed}
        self._setting = lay_course(knowledge)
        if self._setting is None:
            return
        self._size = min(BLOCK, most_particles(self._setting))
        each = max(2, -(-particles // self._size))
        sources = [rows(seed, run)[0] for run in range(runs)]
        populations = [deal(self._setting, self._size, row) for row in sources for _ in range(each)]
        self._gathered = Gathered(self._setting, populations, each)
        if not self._gathered.alive:
            raise NoWorldFound(
                f"none of {len(populations) * self._size} particles fulfils all "
                f"{len(knowledge.statements)} facts: that does not say that there is no world; "
                "take more particles, or a diagram"
            )
        self._warn()

    @property
    def possible(self) -> bool:
        """Whether there is any world; known for sure, whatever it is."""
        return self._setting is not None

    @property
    def log2_weight(self) -> float:
        """log2 of the total weight of all worlds, estimated."""
        return self._gathered.log2_weight if self.possible else -math.inf

    @property
    def log2_count(self) -> float:
        """log2 of the number of worlds (copies of a face told apart), estimated."""
        return self._gathered.log2_count if self.possible else -math.inf

    @property
    def count(self) -> float:
        """The number of worlds, estimated; infinite where float64 does not reach so far."""
        return float(2.0**self.log2_count) if self.log2_count < 1024 else math.inf

    @property
    def effective(self) -> float:
        """The effective share of the particles, before worlds are drawn from them."""
        return self.diagnostics.effective

    @property
    def diagnostics(self) -> Diagnostics:
        """How far the estimates can be trusted."""
        return self._found().diagnostics

    def probabilities(self, *, exact: bool = False) -> Floats:
        """Probability that a given copy of each face lies in each place: float64[faces, places].

        Estimated; copies, and faces of which the same is known, share what was seen of them.
        """
        if exact:
            raise KnowledgeError("a chain has no exact probabilities: ask a diagram")
        return np.array(self._found().cells.mean)

    def error(self, *facts: Statement) -> Any:
        """The standard error of `probabilities()` [faces, places], or of `probability(*facts)`.

        From how independent populations differ, so that it is itself known to some 15 % where there
        are 32 of them, as there are by default, and to 40 % where there are four. What no
        particle, or every one, has shown could still be otherwise: one part in the effective number
        of particles, at least, is stated there, unless capacities and forbidden places decide.
        """
        if not facts:
            return np.array(self._found().cells.error)
        return float(self._estimated(facts).error)

    def probability(self, *facts: Statement, exact: bool = False) -> float:
        """Probability that all the facts hold (the mean of their weights, for likelihoods).

        Where that is rarely the case, from the total weight of a chain with these facts.
        """
        if exact:
            raise KnowledgeError("a chain has no exact probability: ask a diagram")
        return float(self._estimated(facts).mean)

    def estimate(self, *facts: Statement) -> Estimate:
        """`probability(*facts)` and its standard error, as `.mean` and `.error`, in one go."""
        return self._estimated(facts)

    def given(self, *facts: Statement) -> WorldChain:
        """The chain of the worlds in which these facts hold too, with as many particles."""
        return WorldChain(self.knowledge.given(*facts), **self._asked)

    def entropy(self) -> float:
        """How much is open, in bits, estimated."""
        return self._found().entropy

    def sample(self, n: int, rng: Randomness) -> npt.NDArray[np.int8] | npt.NDArray[np.int16]:
        """`n` worlds, none inconsistent: place numbers [n, cards].

        Each 512 are drawn from a fresh population, taken in or not by the rule above. So are the
        first n % 512, in so many of 512 calls, by chance; in the others they are drawn from the
        populations that the chain was built with, so that small samples cost little. All of them
        then move about. A fresh population gives some worlds more than once, before their moves.
        """
        gathered, setting = self._found(), self._laid()
        out = empty_worlds(n, self.knowledge.size, len(self.knowledge.places))
        row = generator_row(rng)
        course, card = setting.course, setting.card
        tries = 0 if self.knowledge.alternatives else MOVES * self.knowledge.size
        rest = n % self._size
        if uniform(row) * self._size >= rest:
            chosen = np.zeros(rest, np.int64)
            pick(gathered.ends, False, row, chosen)
            stir(course, card, gathered.worlds[chosen], tries, row, out[:rest])
        else:
            rest -= self._size
        if n == rest:
            return out
        start = np.zeros(1, np.int64)
        pick(np.cumsum(np.exp2(gathered.totals - gathered.totals.max())), False, row, start)
        here = gathered.populations[int(start[0])]
        for begin in range(rest, n, self._size):
            fresh = deal(setting, self._size, row)
            if uniform(row) < 2.0 ** min(0.0, fresh.total - here.total):
                here = fresh
            chosen = spread(here.weight, self._size, uniform(row))
            shuffle(chosen, row)
            stir(
                course,
                card,
                here.world[chosen[max(0, -begin) :]],
                tries,
                row,
                out[max(0, begin) : begin + self._size],
            )
        return out

    def __repr__(self) -> str:
        if not self.possible:
            return "<WorldChain: no world>"
        return (
            f"<WorldChain: about 2**{self.log2_count:.1f} worlds, estimated, "
            f"{self.effective:.0%} effective>"
        )

    def _estimated(self, statements: Sequence[Statement]) -> Estimate:
        """The mean weight of the statements and its standard error."""
        gathered, setting = self._found(), self._laid()
        knowledge = self.knowledge.given(*statements)  # which checks their names
        face_of = self.knowledge.face_of[setting.card]
        factor = factor_of(statements, knowledge, face_of, gathered.worlds)
        living = factor[gathered.share > 0.0]
        if living.min() == living.max() != 0.0:
            return Estimate(float(living[0]), float(living[0]) * gathered.unseen)
        found = gathered.mean(factor)
        if 0.0 < found.error <= RARE * found.mean or found.mean > OFTEN * factor.max():
            return found
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", PoorSample)
                asked = {**self._asked, "seed": self._asked["seed"] + 1}
                other = WorldChain(self.knowledge.given(*statements), **asked)
        except NoWorldFound:
            return Estimate(found.mean, max(found.error, gathered.unseen))
        if not other.possible:
            return Estimate(0.0, 0.0)
        mean = 2.0 ** (other.log2_weight - self.log2_weight)
        if all(isinstance(one, Fact) and one.table is None for one in statements):
            mean = min(1.0, mean)
        return Estimate(mean, mean * math.hypot(gathered.off, other._gathered.off))

    def _warn(self) -> None:
        found = self.diagnostics
        if found.effective < POOR_SHARE or found.agreement > POOR_RATIO:
            warnings.warn(
                f"the chain is poor: {found.effective:.1%} of its particles are effective, "
                f"{found.dead:.0%} broke a fact, runs differ by {found.agreement:.3f} (1: not at "
                "all); take more particles, or a diagram",
                PoorSample,
                stacklevel=3,
            )

    def _found(self) -> Gathered:
        self._laid()
        return self._gathered

    def _laid(self) -> Setting:
        if self._setting is None:
            raise KnowledgeError("there is no world; Belief(knowledge) names the facts in conflict")
        return self._setting
