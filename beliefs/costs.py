"""What a belief would cost, before it is computed.

A diagram is begun, and stopped after a tenth of a second at most. If it is not done by then, the
rest is guessed (`beliefs.graphs.guess`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import prod
from random import Random
from time import perf_counter
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from beliefs.chain import BLOCK, PARTICLES, RUNS
from beliefs.chains.course import lay_course
from beliefs.chains.deals import deal, most_particles
from beliefs.errors import KnowledgeError
from beliefs.graphs.growth import FAR, PROBE, Build, cost, grown, keep, limits_of
from beliefs.graphs.guess import guessed
from beliefs.graphs.shape import Shape, lay_out
from beliefs.knowledge import Knowledge
from beliefs.randomness import generator_row

T = TypeVar("T")
Method: TypeAlias = Literal["auto", "exact", "table", "diagram", "chain"]
METHODS: tuple[Method, ...] = ("auto", "exact", "table", "diagram", "chain")

PROBED = 12
"""Choices of cases of which the diagrams are begun for a forecast, at most."""
_UNITS = {"table": "rows", "diagram": "states", "chain": "particles"}


class Forecast(NamedTuple):
    """Which structure a belief would take, and what that would cost.

    nodes: states of the diagram, rows of the table, particles of the chain. seconds: on this
    machine. sure: counted, not guessed. exact: whether its answers are.

    >>> print(Forecast("diagram", 359_311, 33_554_432, 0.21, sure=False, exact=True))
    diagram: about 359,311 states, 32.0 MiB, 0.21 s
    """

    method: str
    nodes: float
    bytes: float
    seconds: float
    sure: bool
    exact: bool

    def __str__(self) -> str:
        about = "" if self.sure else "about "
        return (
            f"{self.method}: {about}{self.nodes:,.0f} {_UNITS[self.method]}, "
            f"{self.bytes / 2**20:,.1f} MiB, {self.seconds:,.2f} s"
            + ("" if self.exact else "; estimates, not exact")
        )


def forecast(
    knowledge: Knowledge,
    method: Method = "auto",
    *,
    seconds: float | None = None,
    memory: int | None = None,
) -> Forecast:
    """What `Belief(knowledge, method, seconds=…, memory=…)` would do, and cost.

    Within some factor of the truth where it has to guess; see `docs/beliefs.md` for how far off.

    >>> from beliefs import Knowledge, lacks
    >>> told = forecast(Knowledge(range(20), {"me": 5, "deck": 15}, [lacks("me", [1, 2])]))
    >>> told.method, told.nodes, told.sure
    ('diagram', 4, True)
    """
    if method not in METHODS:
        raise KnowledgeError(f"method is {method!r}: it can be {', '.join(map(repr, METHODS))}")
    limits = limits_of(memory, seconds)
    if method == "table" or (method in ("auto", "exact") and tiny(knowledge)):
        rows = candidates(knowledge)
        return Forecast("table", rows, 100.0 * rows, 5e-6 * rows * knowledge.size, False, True)
    if method == "chain":
        return _of_chain(knowledge)
    found = _of_diagrams(knowledge)
    too_large = found.bytes > FAR * limits.memory
    too_slow = seconds is not None and found.seconds > FAR * seconds
    return _of_chain(knowledge) if method == "auto" and (too_large or too_slow) else found


def candidates(knowledge: Knowledge) -> int:
    """In how many ways the cards could be dealt if each were alone."""
    found = 1
    for face, copies in zip(knowledge.faces, knowledge.copies, strict=True):
        barred = sum(knowledge.prior.get((face, place), 1) == 0 for place in knowledge.places)
        found *= max(1, len(knowledge.places) - barred) ** copies
    return found


def tiny(knowledge: Knowledge) -> bool:
    """Whether a table costs less than a diagram.

    A table costs a few microseconds for each card of each candidate; a diagram some hundreds for
    everything around its kernels, and seldom more: it never has more states than worlds.
    """
    return knowledge.size <= 8 and candidates(knowledge) * knowledge.size <= 8


def _of_diagrams(knowledge: Knowledge) -> Forecast:
    """One diagram, or one for each choice of cases: some are begun, of choices drawn at random."""
    parts, choices = [knowledge], 1
    if knowledge.alternatives:
        plain, rng = knowledge.with_facts(knowledge.facts), Random(0)
        cases = [((one.as_fact,),) if one.as_fact else one.cases for one in knowledge.alternatives]
        choices = prod(map(len, cases))
        every = product(*cases) if choices <= PROBED else _drawn(cases, rng)
        parts = [plain.given(*chain.from_iterable(choice)) for choice in every]
    begun = [_of_diagram(part) for part in parts]
    scale = choices / len(begun)
    nodes = scale * sum(part.nodes for part in begun)
    size = scale * sum(part.bytes for part in begun)
    seconds = scale * sum(part.seconds for part in begun)
    sure = choices == 1 and all(part.sure for part in begun)
    return Forecast("diagram", int(nodes) if sure else nodes, size, seconds, sure, True)


def _drawn(cases: Sequence[Sequence[T]], rng: Random) -> Iterator[tuple[T, ...]]:
    """Some choices of a case each."""
    for _ in range(PROBED):
        yield tuple(rng.choice(some) for some in cases)


def _of_diagram(knowledge: Knowledge) -> Forecast:
    grown(Shape((), (), (), (), 0))  # the time that compiling takes is not the diagram's
    started = perf_counter()
    build = Build(lay_out(knowledge).shape)
    while not build.done and build.nodes < PROBE:
        build.go_on(PROBE)
    spent = perf_counter() - started
    if build.done:
        found = build.grown()
        keep(found)
        size = cost(found.nodes, len(found.graph.child))
        return Forecast("diagram", found.nodes, size, 2 * spent, True, True)
    nodes = guessed(build.plan, build.automata, build.widths)
    seconds = 2 * spent * nodes / build.nodes
    arcs = nodes * build.arcs / build.nodes
    return Forecast("diagram", nodes, cost(int(nodes), int(arcs)), seconds, False, True)


def _of_chain(knowledge: Knowledge) -> Forecast:
    """From the time that one population takes (the second one: the first may be compiled)."""
    setting = lay_course(knowledge)
    if setting is None:  # it is plain that there is no world
        return Forecast("chain", 0, 0.0, 0.0, True, False)
    particles = min(BLOCK, most_particles(setting))
    row = generator_row(0)
    deal(setting, particles, row)
    started = perf_counter()
    deal(setting, particles, row)
    populations = RUNS * max(2, -(-PARTICLES // particles))
    size = populations * particles * (2.0 * knowledge.size + 16)
    seconds = populations * (perf_counter() - started)
    return Forecast("chain", populations * particles, size, seconds, False, False)
