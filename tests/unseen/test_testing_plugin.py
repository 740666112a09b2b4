"""The pytest plugin: what a test of copies is told, and that nobody else notices it.

One run of pytest in a process of its own makes the tests of :data:`COPIES`; its results are read
from its JUnit file.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "testing.md"

CARDS = '''
"""Three cards: each of two players has one, the third lies in the deck."""

import os
import random

import numpy as np

from determinize.audit import Target


def new(seed):
    cards = random.Random(seed).sample("AKQ", 3)
    return {"hands": cards[:2], "deck": cards[2:], "mover": 0}


def fair(state, seat, rng):
    mine = state["hands"][seat]
    rest = [str(card) for card in rng.permutation([card for card in "AKQ" if card != mine])]
    hands = [rest[0], rest[0]]
    hands[seat] = mine
    return {"hands": hands, "deck": [rest[1]], "mover": state["mover"]}


def peeking(state, seat, rng):
    return {**state, "hands": list(state["hands"]), "deck": list(state["deck"])}


def fatal(state, seat, rng):
    os._exit(3)


def target(copier):
    return Target(
        "three cards",
        new=new,
        copy=copier,
        mover=lambda state: state["mover"],
        options=lambda state: ["bet", "pass"],
        play=lambda state, option: {**state, "mover": 1 if state["mover"] == 0 else -1},
        observe=lambda state, seat: (state["hands"][seat], state["mover"]),
        world=lambda state: {
            "hand 0": state["hands"][:1], "hand 1": state["hands"][1:], "deck": state["deck"]
        },
        optional={"likelihood": lambda state, seat: 0.0},
    )


def right():
    return target(fair)


def wrong():
    return target(peeking)


def crashing():
    return target(fatal)


class Right:
    """Made by its class."""

    def __new__(cls):
        return right()
'''

COPIES = """
import cards
import pytest

from unseen.errors import CallError

FEW = {"positions": 12, "copies": 20, "workers": 0}


def keeps(state, seat, rng):
    return state.copy()


def test_right(audit_copies):
    audit = audit_copies(cards.right(), **FEW)
    assert audit.passed
    assert audit.check("conserves").outcome == "passed"
    assert audit.positions == 12


def test_wrong(audit_copies):
    audit_copies(cards.wrong(), **FEW)


def test_wrong_made(audit_copies):
    audit_copies(cards.wrong, **FEW)


def test_wrong_of_ours(audit_copies):
    audit_copies(keeps, game="template", players=3, **FEW)


def test_wrong_by_name(audit_copies):
    audit_copies("cards:wrong", **FEW)


def test_crash(audit_copies):
    audit_copies(cards.crashing, positions=2, copies=10, workers=1)


def test_after_the_crash(audit_copies):
    assert audit_copies("cards:right", **FEW).passed


def test_class(audit_copies):
    assert audit_copies(cards.Right, **FEW).passed


def test_required(audit_copies):
    audit_copies(cards.right(), require=["conserves", "replayable"], **FEW)


def test_required_and_tested(audit_copies):
    audit_copies(cards.right(), require="conserves", **FEW)


def test_calls(audit_copies):
    with pytest.raises(ValueError, match="no check 'calibration' to require: did you mean calib"):
        audit_copies(cards.right(), require="calibration")
    with pytest.raises(ValueError, match="keeps.* takes arguments: a copier is audited with game="):
        audit_copies(keeps)
    with pytest.raises(ValueError, match="3 cannot be audited: give a name"):
        audit_copies(3)
    with pytest.raises(ValueError, match="players: only for a target by name"):
        audit_copies(cards.right(), players=2)
    with pytest.raises(ValueError, match="the number of copies of a position is at least"):
        audit_copies(cards.right(), copies=1)
    with pytest.raises(CallError, match="there is no target 'schnapsn': did you mean 'schnapsen'"):
        audit_copies("schnapsn")
    with pytest.raises(TypeError, match="position"):
        audit_copies(cards.right(), position=3)
"""

SIZES = """
import cards


def test_sizes(audit_copies):
    said = audit_copies(cards.right(), copies=11, workers=0)
    usual = audit_copies(cards.right(), workers=0)
    assert [said.positions, said.copies, usual.copies] == {expected}
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Test to its failure, "" where it passed, of one run of pytest."""
    folder = tmp_path_factory.mktemp("copies")
    (folder / "cards.py").write_text(CARDS)
    (folder / "test_copies.py").write_text(COPIES)
    run = pytest_in(folder, "--junit-xml=told.xml")
    assert run.returncode == 1, run.stdout + run.stderr
    failures = {}
    for case in ElementTree.parse(folder / "told.xml").iter("testcase"):
        fault = case.find("failure")
        told = [] if fault is None else (fault.text or "").splitlines()
        shown = [line[1:].removeprefix(" " * 7) for line in told if line.startswith("E")]
        failures[case.get("name")] = "\n".join(shown)
        assert case.find("error") is None, case
    return failures


def pytest_in(folder, *arguments):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "name",
    ["right", "after_the_crash", "class", "required_and_tested", "calls"],
)
def test_what_is_right_passes(told, name):
    assert told[f"test_{name}"] == ""


@pytest.mark.parametrize("name", ["wrong", "wrong_made", "wrong_by_name", "wrong_of_ours"])
def test_a_failure_names_checks_kinds_and_a_smallest_example(told, name):
    message = told[f"test_{name}"]
    headline = message.splitlines()[0]
    assert "failed (peeking)" in headline
    assert "independent failed: peeking: the copy depends on cards" in message
    assert re.search(r"game +seed \d+, seat \d, before any move", message)
    assert "conserves" in message
    assert message.count("target = ") <= 2, "lines that several failures share are told once"


@pytest.mark.parametrize("name", ["wrong_made", "wrong_by_name", "wrong_of_ours"])
def test_the_lines_of_a_failure_lead_to_it_again(told, name, tmp_path):
    lines = told[f"test_{name}"].splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith(("from ", "import ")))
    ends = [i for i, line in enumerate(lines) if line.startswith("print(") and i > begin]
    end = next(i for i in ends if i + 1 == len(lines) or not lines[i + 1].startswith("print("))
    (tmp_path / "cards.py").write_text(CARDS)
    (tmp_path / "test_copies.py").write_text(COPIES)
    script = "\n".join(lines[begin : end + 1])
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, script + run.stderr
    assert run.stdout.startswith("truth:")


def test_a_target_that_only_the_test_can_make_is_named(told):
    assert "# target: three cards, as the test makes it" in told["test_wrong"]


def test_an_engine_that_ends_its_process_is_told_as_a_crash(told):
    headline = told["test_crash"].splitlines()[0]
    assert "crashed (a crash)" in headline


def test_what_is_required_must_have_been_tested(told):
    headline = told["test_required"].splitlines()[0]
    assert headline.startswith("Failed: three cards: replayable required, but not tested (")
    assert "conserves required" not in headline
    last = told["test_required"].splitlines()
    assert any("Not passed: required but not tested: replayable." in line for line in last)


def test_a_report_of_a_game_of_ours_says_what_was_played(told):
    assert "random play among sensible options, 80 decisions at most." in " ".join(
        told["test_wrong_of_ours"].split()
    )


@pytest.mark.parametrize(
    ("ini", "arguments", "expected"),
    [
        ("audit_positions = 3", [], "[3, 33, 360]"),
        ("audit_positions = 3\naudit_copies = 12\naudit_seed = 4", [], "[3, 33, 36]"),
        ("audit_copies = 12", ["--audit-positions=2", "--audit-copies=15"], "[2, 30, 30]"),
    ],
)
def test_the_command_line_goes_before_the_test_and_the_test_before_the_ini_file(
    tmp_path, ini, arguments, expected
):
    (tmp_path / "cards.py").write_text(CARDS)
    (tmp_path / "test_sizes.py").write_text(SIZES.replace("{expected}", expected))
    (tmp_path / "pytest.ini").write_text(f"[pytest]\n{ini}\n")
    run = pytest_in(tmp_path, *arguments)
    assert run.returncode == 0, run.stdout + run.stderr


def test_numbers_that_cannot_be_are_refused(tmp_path):
    (tmp_path / "test_nothing.py").write_text("def test_nothing(audit_copies): pass")
    run = pytest_in(tmp_path, "--audit-positions=many")
    assert "--audit-positions: 'many' is no whole number, 0 or more" in run.stderr
    (tmp_path / "pytest.ini").write_text("[pytest]\naudit_seed = -1\n")
    run = pytest_in(tmp_path)
    assert run.returncode != 0
    assert re.search(r"audit_seed in .*pytest\.ini: '-1' is no whole number", run.stdout)


def test_pytest_starts_without_anything_heavy(tmp_path):
    """Neither by the plugin itself nor by a test that asks for no audit."""
    (tmp_path / "test_light.py").write_text(
        "import sys\n"
        "def test_light(pytestconfig):\n"
        "    assert pytestconfig.pluginmanager.has_plugin('unseen')\n"
        "    heavy = {'numpy', 'numba', 'hypothesis', 'rich', 'games', 'beliefs', 'determinize'}\n"
        "    assert not heavy & set(sys.modules)\n"
    )
    run = pytest_in(tmp_path, "-p", "no:hypothesispytest", "-p", "no:xdist")
    assert run.returncode == 0, run.stdout + run.stderr


def test_copies_are_audited_without_hypothesis(tmp_path):
    (tmp_path / "conftest.py").write_text("import sys\nsys.modules['hypothesis'] = None\n")
    (tmp_path / "cards.py").write_text(CARDS)
    (tmp_path / "test_bare.py").write_text(
        "import cards, pytest\n"
        "def test_bare(audit_copies):\n"
        "    audit_copies(cards.right(), positions=2, copies=10, workers=0)\n"
        "    import unseen.testing\n"
        "    told = r\"pip install 'unseen\\[testing\\]'\"\n"
        "    with pytest.raises(ModuleNotFoundError, match=told):\n"
        "        unseen.testing.positions\n"
    )
    run = pytest_in(tmp_path, "-p", "no:hypothesispytest")
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_fixture_is_listed_with_what_it_does(tmp_path):
    run = pytest_in(tmp_path, "--fixtures")
    assert "audit_copies" in run.stdout
    assert "fails the test where they fail" in run.stdout


def test_the_tests_of_the_page_do_what_the_page_says(tmp_path):
    """Its blocks that begin with a file's name are those files."""
    blocks = re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert [name for name, _ in blocks] == ["high_card.py", "test_high_card.py", "test_moves.py"]
    for name, text in blocks:
        (tmp_path / name).write_text(text)
    run = pytest_in(tmp_path, "--audit-positions=20", "--audit-copies=30")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "1 failed, 3 passed" in run.stdout
    assert "high card: independent failed (peeking)" in run.stdout
