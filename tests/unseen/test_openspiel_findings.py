"""What the audit found in OpenSpiel 2.0.2, reproduced in plain OpenSpiel code.

The examples of ``docs/examples/openspiel`` run, and say what ``docs/openspiel.md`` says. Other
versions may have other faults, or none: there the tests are skipped.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "openspiel"
PAGE = Path(__file__).parents[2] / "docs" / "openspiel.md"
VERSION = "2.0.2"

SAYS = {
    "bargaining_prob_end.py": ["failed: 378 copies after 2 to 9 chance nodes"],
    "bridge_dummy.py": [
        "dummy: 103 of 150 copies after 40 cards impossible",
        "other seats: 0 of 450 copies after 40 cards impossible",
    ],
    "bridge_dummy_again.py": [
        "50 copies for North, copied for the dummy: fine",
        "ended by SIGSEGV",
    ],
    "colored_trails_proposal.py": ["copies with the true proposal: 1000 of 1000; expected 5.9"],
    "euchre_discard.py": ["copies with the true discard: 3000 of 3000; expected 167"],
    "euchre_kitty.py": ["copies with the true kitty: 2000 of 2000; expected 2.5"],
    "gin_rummy.py": [
        "layoff: 11 of 11 copies for the knocker hold the defender's true hand",
        "before: 125 of 125 copies have the true history; serialized and read again, 125 are the "
        "true state",
    ],
    "hearts_passing.py": [
        "copies with the true three cards: 200 of 200; expected 0.02",
        "copies in which hands have other sizes than in the true state: 193",
    ],
    "leduc_poker_isomorphic.py": ["rank 1: exact 0.200, copies 0.000"],
    "oh_hell_deck.py": [
        "deals possible: 30, probabilities 0.0333 to 0.0333",
        "deals in 3000 copies: 2, shares 0.498 to 0.502",
    ],
    "trick_taking_voids.py": [
        "hearts: 755 of 2080 copies impossible; of 40 true games 0",
        "euchre: 119 of 868 copies impossible; of 40 true games 0",
        "oh_hell: 0 of 1182 copies impossible; of 40 true games 0",
        "oh_hell(players=4): 99 of 1236 copies impossible; of 40 true games 0",
        "bridge(use_double_dummy_result=false): 0 of 2489 copies impossible; of 40 true games 0",
    ],
    "universal_poker_three.py": ["ended by SIGSEGV"],
}


def test_every_example_is_tested() -> None:
    """No example is left out, and none imports anything of ours."""
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SAYS)
    allowed = {"pyspiel", "random", "collections", "math", "subprocess", "sys", "signal"}
    for path in EXAMPLES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [str(node.module)]
            assert set(names) <= allowed, path.name


def test_the_page_tells_each() -> None:
    """The page names every example, and quotes what it prints."""
    page = " ".join(PAGE.read_text().split())
    for name, lines in SAYS.items():
        assert f"examples/openspiel/{name}" in page
        for line in lines:
            assert line in page, name


@pytest.mark.skipif(version("open-spiel") != VERSION, reason=f"found in OpenSpiel {VERSION}")
@pytest.mark.parametrize("name", sorted(SAYS))
def test_the_example_says_so(name: str) -> None:
    """The example prints what the page quotes."""
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, check=True
    )
    said = " ".join(ran.stdout.split())
    for line in SAYS[name]:
        assert line in said
