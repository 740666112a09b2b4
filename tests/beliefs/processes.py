"""What a script prints in a Python process of its own."""

import os
import subprocess
import sys


def output_of(script, **environment):
    """Its standard output; warnings at run time are errors."""
    return subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
