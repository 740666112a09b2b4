"""All positions of an audit, each examined where it can do no harm.

With workers, an engine that ends its process, or hangs, is a finding in one position, and the
others are examined all the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from determinize.auditing.auditable import Auditable
from determinize.auditing.evidence import CHECKS, CONSERVES, Evidence, Finding, Position
from determinize.auditing.kinds import Kind
from determinize.auditing.workers import pool
from determinize.auditing.workers.machine import Progress
from determinize.auditing.workers.pool import LIMIT, spread
from determinize.auditing.workers.processes import Crash, Job, Work


def examined(
    make: Callable[[], Auditable],
    work: Work[Job, Evidence],
    draws: Sequence[Job],
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    limit: float = LIMIT,
) -> list[Evidence]:
    """The evidence of all draws, in their order, whatever the number of workers.

    What became of a process that died is in ``Evidence.crashed``, with a finding of the check that
    it was at. After :data:`pool.MOST_CRASHES` crashes in a row the remaining draws are left out,
    and the last evidence says so.

    Args:
        make: makes the target, once in each process.
        work: examines one draw: ``work(target, draw, told, placed)``, of a module's top level.
        draws: what it is called with.
        workers: processes at most; by default one a processor. With 0, or where ``make``, ``work``
            or a draw cannot be pickled, everything is done in this process.
        progress: told after each draw.
        limit: seconds that a step may take, before the process is taken to hang and ended; five
            times as many in a process's first draw, where things are imported and compiled.

    Raises:
        ValueError: ``workers`` is negative.
        WorkersFailed: no worker process can be started, or making the target ends it.
        Exception: whatever ``make`` or ``work`` raise.
    """
    found = spread(make, work, draws, workers=workers, progress=progress, limit=limit)
    evidence = [
        _evidence(each, draw) if isinstance(each, Crash) else each
        for each, draw in zip(found, draws, strict=False)
    ]
    left = len(draws) - len(evidence)
    if left:
        evidence[-1].crashed = (
            f"{evidence[-1].crashed}; after {pool.MOST_CRASHES} crashes in a row"
            f" {left} positions were not looked at"
        )
    return evidence


def _evidence(crash: Crash, draw: object) -> Evidence:
    """A crash as evidence of the position that it happened in."""
    trace = crash.trace
    position = trace.position or Position(seed=int(getattr(draw, "seed", -1)), seat=-1, moves=())
    if trace.placed:
        where = f"in {trace.check}" if trace.check else "before the first check"
        doing = f"{where}, at {trace.step}" if trace.step else where
    elif trace.position is not None:
        doing = f"while a game was played, at move {len(position.moves)}"
    else:
        doing = "before a game was begun"
    says = f"{crash.how}, {doing}" + (f"; it wrote: {crash.last}" if crash.last else "")
    seed = re.search(r"seed (\d+)", trace.step)
    check = trace.check if trace.check in CHECKS else CONSERVES
    return Evidence(
        position,
        findings=[
            Finding(check, Kind.CRASH.name, int(seed[1]) if seed else None, says, "no crash")
        ],
        crashed=says,
        crashed_in=check,
        words=trace.words,
    )
