"""The one home of Numba policy: how plain functions become fast kernels.

Rules of games, searches and belief kernels are ordinary Python functions on NumPy records and
arrays. This room compiles them, keeps the machine code on disk under a name that changes whenever
anything it depends on changes, and hands out the random numbers that are the same compiled and
plain.

- :func:`kernel`: a function that belongs to no game, compiled as it stands.
- :func:`slot`, :func:`bind`: templates with named holes, filled by a game.
- :func:`inlined`: a small function whose code is to stand where it is called.
- :func:`rows`, :func:`below`, :func:`uniform`, :func:`permutation`, :func:`start_deal`: generator
  rows.
- :data:`COMPILED`: false under ``NUMBA_DISABLE_JIT=1``, when everything runs as plain Python.
"""

from compiled.binding import Bindable, bind, inlined, kernel
from compiled.cache import CACHE_FOLDER, cached_kernels, prune
from compiled.notice import compiling
from compiled.policy import COMPILED
from compiled.rng import DEAL, PLAY, below, permutation, rows, start_deal, uniform
from compiled.slots import UnfilledSlot, slot, slot_value

__all__ = [
    "CACHE_FOLDER",
    "COMPILED",
    "DEAL",
    "PLAY",
    "Bindable",
    "UnfilledSlot",
    "below",
    "bind",
    "cached_kernels",
    "compiling",
    "inlined",
    "kernel",
    "permutation",
    "prune",
    "rows",
    "slot",
    "slot_value",
    "start_deal",
    "uniform",
]
