"""The disk cache: never stale, never in the way. Every test runs processes of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core.caching import FunctionCache

from compiled import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

ROOT = Path(__file__).parents[2]

REPORT = """
import errno, json, os, sys, warnings
import compiled.policy

def read_only(event, arguments):
    writes = event in ("os.mkdir", "os.rename", "os.remove") or (
        event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR)
    )
    if writes and str(arguments[0]).startswith(sys.argv[2]):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), arguments[0])

if sys.argv[2]:
    sys.addaudithook(read_only)
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
        self.read_only = False
        """As on a file system that is mounted so: even root cannot write to the cache."""
        self.environment: dict[str, str] = {}
        self.write(WORK, HELPER)

    def write(self, work: str = WORK, helper: str = HELPER) -> None:
        for name, text in (("work.py", work), ("helper.py", helper)):
            file = self.folder / name
            if not file.exists() or file.read_text() != text:
                file.write_text(text)

    def start(self, options: dict[str, Any] | None = None) -> subprocess.Popen[str]:
        places = os.pathsep.join([str(self.folder), str(ROOT)])
        refused = str(self.cache) if self.read_only else ""
        return subprocess.Popen(
            [sys.executable, "-B", "-c", REPORT, json.dumps(options or {}), refused],
            env={
                **os.environ,
                "PYTHONPATH": places,
                "UNSEEN_CACHE": str(self.cache),
                "HOME": str(self.folder / "home"),
                "XDG_CACHE_HOME": str(self.folder / "home" / "caches"),
                **self.environment,
            },
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

    def kept(self) -> set[Path]:
        """The folders that hold kernels, wherever they are."""
        return {file.parent.parent for file in self.folder.rglob("*.nb[ic]")}


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
    _refuses(shop)


def test_a_file_in_place_of_the_folder_costs_a_warning(shop: Workshop) -> None:
    shop.cache.write_text("in the way")
    _refuses(shop)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_that_cannot_be_written_costs_a_warning(shop: Workshop, is_there: bool) -> None:
    if is_there:
        shop.cache.mkdir()
    shop.read_only = True
    _refuses(shop)


def _refuses(shop: Workshop) -> None:
    """Two kernels are compiled and kept nowhere, neither beside the source nor among Numba's."""
    shop.write(work=WORK + "\nanswer(0.5)\n")
    for _ in range(2):
        found = shop.run()
        assert (found["result"], found["hits"], found["misses"]) == (101, 0, 2)
        assert len(found["warnings"]) == 1
        assert "set UNSEEN_CACHE to one that is" in found["warnings"][0]
        assert str(shop.cache) in found["warnings"][0]
        assert not shop.kept()


def test_what_lies_in_a_folder_that_can_only_be_read_is_used(shop: Workshop) -> None:
    assert shop.run() == FRESH
    shop.read_only = True
    assert shop.run() == KEPT
    shop.write(work=WORK + "\nanswer(0.5)\n")  # the source is another: nothing of it is kept
    assert shop.run()["misses"] == 2
    shop.write()
    assert shop.run() == KEPT
    assert shop.kept() == {shop.cache}


def test_damaged_files_that_cannot_be_replaced_cost_a_warning(shop: Workshop) -> None:
    shop.run()
    for file in shop.cache.rglob("*.nb[ic]"):
        file.write_bytes(b"\x80\x05garbage")
    shop.read_only = True
    found = shop.run()
    assert (found["result"], found["misses"], len(found["warnings"])) == (101, 1, 1)


@pytest.mark.parametrize(
    ("name", "value"),
    [("NUMBA_CACHE_DIR", "{}/numba"), ("NUMBA_CACHE_LOCATOR_CLASSES", "InTreeCacheLocator")],
)
def test_numbas_own_settings_move_nothing(shop: Workshop, name: str, value: str) -> None:
    shop.environment = {name: value.format(shop.folder)}
    assert shop.run() == FRESH
    assert shop.kept() == {shop.cache}


def test_files_are_where_numba_itself_would_put_them(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So nothing is compiled anew that an earlier version of this module has kept."""
    shop.run()
    file = shop.folder / "work.py"
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(shop.cache))
    scope: dict[str, Any] = {}
    exec(compile("\n" * 5 + "def answer(x): ...", str(file), "exec"), scope)  # @kernel's line
    theirs = FunctionCache(scope["answer"])
    (index,) = shop.cache.rglob("*.nbi")
    assert str(index.parent) == theirs.cache_path
    qualified = r"work\.answer\.kernel\.[0-9a-f]{12}"
    assert re.sub(qualified, "work.answer", index.stem) == theirs._impl.filename_base


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
