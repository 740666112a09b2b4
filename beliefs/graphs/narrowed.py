"""A diagram cut down by one more fact: the product of the diagram and the fact's automaton.

What was settled before is not computed again. It takes a fact that speaks of whole rows and whole
pools, as the others are all alike to the diagram.
"""

from __future__ import annotations

import numpy as np

from beliefs.errors import TooLarge
from beliefs.facts import Fact, exactly_as_given
from beliefs.graphs import exact
from beliefs.graphs.grown import Grown
from beliefs.graphs.growth import WORK, Clock, Limits, cost
from beliefs.graphs.kernels.automata import Automata
from beliefs.graphs.kernels.build import CROWDED, DONE, EMPTY, SHORT, Graph
from beliefs.graphs.kernels.restrict import Pairs, restrict
from beliefs.graphs.plan import (
    AMOUNT,
    BEFORE,
    CLOSES,
    CODES,
    LAYER,
    OPTION,
    POOL,
    REMAIN,
    ROW,
    SUM,
    TAKE,
    TOUCH,
    VERSION,
    WEIGHTED,
    Ints,
    Plan,
    tables_of,
)
from beliefs.graphs.shape import Layout
from beliefs.graphs.storage import NOTHING, cut, room_for, roomier
from beliefs.knowledge import Knowledge
from beliefs.sums import Sum, sum_of


def over_groups(knowledge: Knowledge, layout: Layout, fact: Fact) -> Sum | None:
    """The fact over rows and pools; None if it tells cards of a row, or places, apart."""
    extra = sum_of(knowledge, fact)
    weights = np.array(extra.weights, np.int64)
    of_row = np.zeros(len(layout.shape.copies), np.int64)
    of_row[layout.row_of] = weights
    inside = np.isin(np.arange(len(layout.pool_of)), list(extra.places))
    of_pool = np.zeros(len(layout.shape.pools), bool)
    of_pool[layout.pool_of] = inside
    if (of_row[layout.row_of] != weights).any() or (of_pool[layout.pool_of] != inside).any():
        return None
    pools = frozenset(np.flatnonzero(of_pool).tolist())
    return Sum(tuple(of_row.tolist()), pools, extra.table, extra.start)


def narrowed(grown: Grown, extra: Sum, limits: Limits) -> Grown | None:
    """The part in which one more sum over rows and pools holds; None if it must grow anew.

    So it must where the part would need more memory than there may be: growing anew may find an
    order of cards that suits the facts better. Raises TooLarge beyond the limit of time.
    """
    plan = _extra(grown.plan, extra)
    if plan is None:
        weight = extra.table[extra.start] if extra.start < len(extra.table) else 0
        untouched = grown.untouched * exactly_as_given(weight)
        graph = grown.graph if weight else NOTHING
        return Grown(grown.shape, grown.plan, grown.tables, untouched, grown.automata, graph)
    product = np.ones(len(grown.plan.layers), np.int64)
    for t, _, _, n in exact.closing(grown.plan, grown.automata):
        product[grown.plan.touches[t, LAYER]] *= n
    if int(product.max()) * len(extra.table) > CODES:
        return None
    found = _part(grown, plan, product, limits)
    if found is None:
        return None
    automata, graph = found
    old = grown.automata
    merged, order = _both(grown.plan, plan, len(old.least))
    both = Automata(
        np.concatenate([old.number, automata.number]),
        np.concatenate([old.least, automata.least]),
        np.concatenate([old.classes, automata.classes])[order],
        old.field,
    )
    tables = [*grown.tables, extra.table]
    return Grown(grown.shape, merged, tables, grown.untouched, both, graph)


def _part(grown: Grown, plan: Plan, product: Ints, limits: Limits) -> tuple[Automata, Graph] | None:
    """The automaton of the sum of `plan`, and the part of the graph in which it holds."""
    old, automata, at = grown.graph, Automata.empty(plan), np.zeros(6, np.int64)
    weighs = len(old.factor) > 0 or bool(plan.sums[0, WEIGHTED])
    graph = room_for(len(plan.layers) - 1, weighs=weighs)
    most = 2 * int(np.diff(plan.layers[:, OPTION]).max(initial=0))
    pairs = Pairs(np.empty((2, len(graph.remain)), np.int32), np.empty(0, np.int32), product)
    clock = Clock(limits)
    while True:
        restrict(plan, automata, old, graph, pairs, at, WORK)
        _, _, nodes, arcs, slots, status = at.tolist()
        if status in (DONE, EMPTY):
            return automata, cut(graph, nodes, arcs) if status == DONE else NOTHING
        if max(cost(nodes, arcs), 4 * slots) > limits.memory:
            return None
        if clock.over:
            raise TooLarge(
                f"the part of the diagram in which a further fact holds needs more than "
                f"{limits.seconds} seconds: {nodes:,} states so far"
            )
        if status == CROWDED:
            pairs = pairs._replace(slots=np.full(slots, -1, np.int32))
        elif status == SHORT:
            graph = roomier(graph, nodes, arcs, most)
            wider = np.empty((2, len(graph.remain)), np.int32)
            wider[:, :nodes] = pairs.of[:, :nodes]
            pairs = pairs._replace(of=wider)


def _extra(plan: Plan, extra: Sum) -> Plan | None:
    """One more sum over rows and pools, as a plan of the same layers; None if it touches none."""
    layers = plan.layers.copy()
    layers[:, AMOUNT] = layers[:, OPTION]
    pool, take = plan.options[:, POOL], plan.options[:, TAKE]
    counts = np.isin(pool, list(extra.places))
    weights = np.array(extra.weights, np.int64)
    rows = np.repeat(layers[:-1, ROW], np.diff(layers[:, OPTION]))
    amount = np.where(counts, weights[rows] * take, 0)
    touched = np.flatnonzero(np.logical_or.reduceat(amount != 0, layers[:-1, OPTION]))
    if not len(touched):
        return None
    layers[:, TOUCH] = np.searchsorted(touched, np.arange(len(layers)))
    layers[:, REMAIN] = -1
    n, width = len(touched), len(extra.table)
    touches = np.zeros((n, 5), np.int64)
    touches[:, LAYER], touches[:, VERSION] = touched, np.arange(n) * width
    touches[:, BEFORE], touches[-1, CLOSES] = np.arange(n) - 1, 1
    sums, codes = tables_of([extra])
    return Plan(layers, plan.options, touches, amount, sums, codes)


def _both(plan: Plan, extra: Plan, versions: int) -> tuple[Plan, Ints]:
    """Both plans as one, for weighing alone, and the order of their touches, `plan`'s first.

    versions: the number of classes of `plan`, behind which those of `extra` come.
    """
    further = extra.touches.copy()
    further[:, SUM], further[:, VERSION] = len(plan.sums), further[:, VERSION] + versions
    touches = np.concatenate([plan.touches, further])
    order = np.argsort(touches[:, LAYER], kind="stable")
    layers = plan.layers.copy()
    layers[:, TOUCH] = np.searchsorted(touches[order, LAYER], np.arange(len(layers)))
    sums = np.concatenate([plan.sums, extra.sums])
    return plan._replace(layers=layers, touches=touches[order], sums=sums), order
