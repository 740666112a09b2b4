"""How kernels are compiled: one set of options for all of them.

``nogil`` lets search run on threads; ``error_model="numpy"`` makes division as cheap as the
hardware's. No ``fastmath``: a compiled run must equal a plain one to the last bit.
"""

from __future__ import annotations

import sys

import numba
import numpy as np

COMPILED: bool = not numba.config.DISABLE_JIT
"""Whether kernels are compiled in this process (``NUMBA_DISABLE_JIT=1`` turns it off)."""

OPTIONS = {"nogil": True, "error_model": "numpy"}

INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Further options of functions that only other kernels call: a third less time to compile."""

INLINED = {"forceinline": True}
"""Further options of functions that are marked :func:`compiled.inlined`."""

COUNTING = {"_nrt": True}
BORROWING = {"_nrt": False}
"""A further option of functions that only other kernels call: whether they count references to the
arrays that they are given (:mod:`compiled.borrowing`)."""

INNER_LEVEL = 1
"""How far such functions are optimised on their own; in full where they are inlined."""

VERSIONS = (
    f"python {sys.version_info.major}.{sys.version_info.minor}",
    f"numba {numba.__version__}",
    f"numpy {np.__version__}",
)
