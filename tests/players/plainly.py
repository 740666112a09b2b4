"""What a test module's function answers as plain Python, with nothing compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def plainly(function: Callable[[], Any]) -> Any:
    """Its answer in a process of its own; both can be written as JSON."""
    module, name = function.__module__, function.__name__
    code = f"import json, {module} as t; print(json.dumps(t.{name}()))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
