"""How large a diagram will be that has been begun.

The number of states of a layer is some power of its bound, the product of the classes of its open
sums. That power rises from layer to layer, in all diagrams that were looked at up to about a half,
and then stays.
"""

from __future__ import annotations

from math import log2

import numpy as np
import numpy.typing as npt

from beliefs.graphs.kernels.automata import Automata
from beliefs.graphs.plan import Plan

RECENT, STEEPEST, LEVEL = 5, 0.03, 0.5
"""The layers from which the rise of the power is taken; the most of it a layer; where it ends."""


def guessed(plan: Plan, automata: Automata, widths: npt.NDArray[np.int64]) -> float:
    """The number of states of a whole diagram of which the first layers have these widths."""
    bounds = _bounds(plan, automata)
    last = len(widths) - 1
    shares = np.log2(np.maximum(widths, 2)) / np.maximum(bounds[: last + 1], 1.0)
    steps = np.diff(shares[-RECENT:])
    step = float(np.clip(steps.mean(), 0.0, STEEPEST)) if len(steps) else 0.0
    ahead = np.arange(1, len(bounds) - last)
    share = np.minimum(max(LEVEL, shares[-1]), shares[-1] + step * ahead)
    return float(widths.sum() + np.exp2(np.minimum(1000.0, share * bounds[last + 1 :])).sum())


def _bounds(plan: Plan, automata: Automata) -> npt.NDArray[np.float64]:
    """log2 of the product of the classes of the sums that are open before each layer, and after
    the last one."""
    bits = np.zeros(len(plan.layers) + 1)
    for t, (_, layer, _, before, closes) in enumerate(plan.touches.tolist()):
        if before >= 0:
            bits[layer + 1 :] -= log2(max(1, int(automata.classes[before])))
        if not closes:
            bits[layer + 1 :] += log2(max(1, int(automata.classes[t])))
    return bits
