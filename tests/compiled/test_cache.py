"""The disk cache: never stale, never in the way. Every test runs processes of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from compiled import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

ROOT = Path(__file__).parents[2]

REPORT = """
import json, sys, warnings
import compiled.policy
compiled.policy.OPTIONS.update(json.loads(sys.argv[1]))
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    from work import answer
    result = answer(5)
print(json.dumps({
    "result": result,
    "hits": sum(answer.stats.cache_hits.values()),
    "misses": sum(answer.stats.cache_misses.values()),
    "warnings": [str(each.message) for each in said],
}))
"""

WORK = """
from compiled import kernel
from helper import helper
SHIFT = 1

@kernel
def answer(x):
    return 10 * helper(x) + SHIFT
"""

HELPER = """
FACTOR = 2

def helper(x):
    return FACTOR * x
"""


class Workshop:
    """A folder with a kernel and its helper, and a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.write(WORK, HELPER)

    def write(self, work: str = WORK, helper: str = HELPER) -> None:
        for name, text in (("work.py", work), ("helper.py", helper)):
            file = self.folder / name
            if not file.exists() or file.read_text() != text:
                file.write_text(text)

    def start(self, options: dict[str, Any] | None = None) -> subprocess.Popen[str]:
        places = os.pathsep.join([str(self.folder), str(ROOT)])
        return subprocess.Popen(
            [sys.executable, "-B", "-c", REPORT, json.dumps(options or {})],
            env={**os.environ, "PYTHONPATH": places, "UNSEEN_CACHE": str(self.cache)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, options: dict[str, Any] | None = None) -> dict[str, Any]:
        return self.report(self.start(options))

    def report(self, process: subprocess.Popen[str]) -> dict[str, Any]:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        return dict(json.loads(out))


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


FRESH = {"result": 101, "hits": 0, "misses": 1, "warnings": []}
KEPT = {"result": 101, "hits": 1, "misses": 0, "warnings": []}


def test_a_second_process_compiles_nothing_until_something_changes(shop: Workshop) -> None:
    assert shop.run() == FRESH
    assert shop.run() == KEPT
    shop.write(helper=HELPER.replace("FACTOR * x", "FACTOR * x + 1"))
    assert shop.run() == {**FRESH, "result": 111}  # an edit in another file
    shop.write(helper=HELPER.replace("FACTOR = 2", "FACTOR = 3"))
    assert shop.run() == {**FRESH, "result": 151}  # a constant in another file
    shop.write()
    assert shop.run() == KEPT  # as it was before: that code is still there
    assert shop.run({"boundscheck": True}) == FRESH  # another option
    assert shop.run() == KEPT
    shop.write(work=WORK.replace("SHIFT = 1", "SHIFT = 2"))
    assert shop.run() == {**FRESH, "result": 102}  # a constant of its own


def test_a_folder_that_cannot_be_made_costs_a_warning(shop: Workshop) -> None:
    (shop.folder / "file").write_text("in the way")
    shop.cache = shop.folder / "file" / "cache"
    found = shop.run()
    assert found["result"] == 101
    assert len(found["warnings"]) == 1
    assert "set UNSEEN_CACHE to one that is" in found["warnings"][0]
    assert str(shop.cache) in found["warnings"][0]


@pytest.mark.parametrize("content", [b"", b"\x80\x05garbage"])
def test_damaged_files_are_replaced(shop: Workshop, content: bytes) -> None:
    shop.run()
    files = [file for file in shop.cache.rglob("*") if file.is_file()]
    assert {file.suffix for file in files} == {".nbi", ".nbc"}
    for file in files:
        file.write_bytes(content)
    assert shop.run() == FRESH
    assert shop.run() == KEPT


def test_a_lost_data_file_is_written_again(shop: Workshop) -> None:
    shop.run()
    for file in shop.cache.rglob("*.nbc"):
        file.unlink()
    assert shop.run() == FRESH
    assert shop.run() == KEPT


def test_two_processes_may_start_at_once(shop: Workshop) -> None:
    both = [shop.start() for _ in range(2)]
    assert [shop.report(process)["result"] for process in both] == [101, 101]
    assert shop.run() == KEPT
