"""What an audit is pointed at: every form that can be typed, and what is said of every other."""

from __future__ import annotations

import importlib.util
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from determinize.auditing.auditable import Auditable
from unseen.errors import CallError
from unseen.targets import FUNCTIONS, load, maker

GOOD = '''
"""A target of three cards."""
import helper_beside_it
from determinize.auditing.auditable import Target

def make():
    return Target(
        "three cards", new=lambda seed: seed, mover=lambda s: -1, options=lambda s: [],
        play=lambda s, o: s, observe=lambda s, seat: 0, copy=lambda s, seat, rng: s,
        world=lambda s: {},
    )

class Own:
    name = "own"
    def new(self, seed): ...
    def mover(self, state): ...
    def options(self, state): ...
    def play(self, state, option): ...
    def observe(self, state, seat): ...
    def copy(self, state, seat, rng): ...
    def world(self, state): ...

class Half:
    name = "half"
    def new(self, seed): ...
    def mover(self, state): ...

class Table:
    made = make()

target = make()
number = 7
answers = {"a": 1}

def copier(state, seat, rng):
    return state

def fails():
    raise RuntimeError("no licence")
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "my_target.py").write_text(GOOD)
    (tmp_path / "helper_beside_it.py").write_text("")
    (tmp_path / "needs.py").write_text("\nimport a_module_that_is_missing\n")
    (tmp_path / "raises.py").write_text("\n\n1 / 0\n")
    (tmp_path / "typo.py").write_text("def f(:\n")
    (tmp_path / "notes.txt").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith(("unseen_target", "my_target", "needs", "raises", "typo", "helper_b")):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("schnapsen", "schnapsen:deal"),
        ("schnapsen:deal", "schnapsen:deal"),
        (" Clue:redeal ", "clue:redeal"),
    ],
)
def test_games_of_ours(text: str, name: str) -> None:
    target = load(text)
    assert isinstance(target, Auditable)
    assert target.name == name
    assert pickle.loads(pickle.dumps(maker(text)))().name == name


def test_the_table_of_a_game_of_ours() -> None:
    target = maker("clue:redeal", players=5, preset="rooms_only")()
    assert len(list(target.observers(target.new(1)))) == 5  # type: ignore[attr-defined]
    for table, says in [
        ({"players": 1}, "Clue|clue|players"),
        ({"preset": "nonsense"}, "nonsense"),
        ({"parameters": {"nonsense": 3}}, "nonsense"),
    ]:
        with pytest.raises(CallError, match=says):
            load("clue", **table)  # type: ignore[arg-type]


def test_the_platform() -> None:
    pytest.importorskip("schnapsen")
    assert load("schnapsen-platform").name == "schnapsen-platform"


def test_openspiel() -> None:
    pytest.importorskip("pyspiel")
    assert load("openspiel:kuhn_poker(players=3)").name == "openspiel:kuhn_poker(players=3)"
    with pytest.raises(CallError, match=r"no game 'kuhn_pocker'.*'kuhn_poker'"):
        load("openspiel:kuhn_pocker")
    with pytest.raises(CallError) as told:
        load("openspiel:kuhn_poker", players=3)
    assert str(told.value) == (
        "openspiel:kuhn_poker takes no number of seats; write openspiel:kuhn_poker(players=3)"
    )


@pytest.mark.parametrize(
    "text",
    [
        "my_target:target",
        "my_target:make",
        "my_target:Own",
        "my_target:Table.made",
        "my_target.py:target",
        "./my_target.py:make",
        "{folder}/my_target.py:Own",
    ],
)
def test_your_own(folder: Path, text: str) -> None:
    target = maker(text.format(folder=folder))()
    assert isinstance(target, Auditable)
    assert target.name in ("three cards", "own")


def test_a_file_is_run_once(folder: Path) -> None:
    assert load("my_target.py:target") is load(f"{folder}/my_target.py:target")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("schnapsn", "there is no target 'schnapsn': did you mean 'schnapsen'?"),
        ("clue:shuffle", "clue:shuffle: there is no copier 'shuffle': deal or redeal"),
        ("clue:", "clue:: there is no copier '': deal or redeal"),
        ("clu:deal", "clu:deal: there is no module 'clu'; did you mean the game 'clue'?"),
        ("my_target.sub:x", "my_target.sub:x: there is no module 'my_target.sub'"),
        ("no.such:x", "no.such:x: there is no module 'no'"),
        ("a b:c", "there is no target 'a b:c': "),
        ("my.module", "my.module: which target in it? Write my.module:NAME"),
        ("my_target.py", "my_target.py: which target in it? Write my_target.py:NAME"),
        ("my_target:", "my_target:: which target in it? Write my_target:NAME"),
        ("other.py:x", "other.py:x: there is no file other.py"),
        ("./notes.txt:x", "./notes.txt:x: ./notes.txt is no file of Python: its name ends with"),
        ("my_target:targt", "my_target:targt: my_target has no 'targt'; did you mean 'target'?"),
        ("my_target.py:targt", "my_target.py:targt: my_target.py has no 'targt'; did you mean"),
        ("./my_target.py:x", "./my_target.py:x: ./my_target.py has no 'x'"),
        ("my_target:Table.x", "my_target:Table.x: Table has no 'x'"),
        (
            "my_target:Half",
            "my_target:Half makes a Half, which is no target: it lacks options, play, observe,"
            " copy, world",
        ),
        (
            "my_target:answers",
            "my_target:answers is a dict, which is no target: it lacks name, new, mover,"
            " options, play, observe, world",
        ),
        (
            "my_target:number",
            "my_target:number is an int, which is no target: it lacks name, new, mover,"
            " options, play, observe, copy, world",
        ),
        (
            "my_target:copier",
            "my_target:copier wants state, seat, rng: a target, or a function or class that makes"
            " one without arguments, is needed",
        ),
        (
            "my_target:fails",
            "my_target:fails cannot be made: RuntimeError: no licence (my_target.py, line 39)",
        ),
        (
            "needs:x",
            "needs:x: needs cannot be imported: ModuleNotFoundError: No module named"
            " 'a_module_that_is_missing' (needs.py, line 2)",
        ),
        (
            "raises.py:x",
            "raises.py:x: raises.py cannot be imported: ZeroDivisionError: division by zero"
            " (raises.py, line 3)",
        ),
        ("raises:x", "raises:x: raises cannot be imported: ZeroDivisionError: division by zero"),
        ("typo:x", "typo:x: typo cannot be imported: SyntaxError: "),
    ],
)
def test_what_is_wrong_is_named(folder: Path, text: str, says: str) -> None:
    with pytest.raises(CallError) as told:
        load(text)
    assert str(told.value).startswith(says)


def test_other_targets_have_no_table(folder: Path) -> None:
    with pytest.raises(CallError, match=r"takes no preset and no rules$"):
        load("my_target:target", preset="standard", parameters={"deck": 24})
    with pytest.raises(CallError, match=r"schnapsen-platform takes no number of seats$"):
        load("schnapsen-platform", players=2)


@pytest.mark.parametrize(
    ("missing", "text", "extra"),
    [("schnapsen", "schnapsen-platform", "unseen[platform]")],
)
def test_what_is_not_installed_is_named(missing: str, text: str, extra: str) -> None:
    if importlib.util.find_spec(missing) is None:
        pytest.skip("it is not installed here anyway")
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from unseen.targets import load\nfrom unseen.errors import CallError\n"
        f"try: load({text!r})\nexcept CallError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert extra in done.stdout


def test_the_functions_are_those_of_the_protocol() -> None:
    for left_out in (None, *FUNCTIONS):
        names = [name for name in FUNCTIONS if name != left_out]
        made = type("Made", (), {name: lambda *_: None for name in names})()
        assert isinstance(made, Auditable) == (left_out is None)


@pytest.mark.parametrize(
    ("made", "says"),
    [
        ("os.abort()", "dies.py:make: making the target ends its process: it was ended by SIGABRT"),
        ("Target('t', *[lambda *_: None] * 7)", "t: new gives None; what would be right: a state"),
    ],
)
def test_an_engine_that_dies_or_fails_is_one_line(folder: Path, made: str, says: str) -> None:
    lines = ["import os", "from determinize.auditing.auditable import Target"]
    (folder / "dies.py").write_text("\n".join([*lines, f"def make():\n    return {made}\n"]))
    command = [sys.executable, "-c", "from unseen.cli import main; main()", "audit"]
    done = subprocess.run([*command, "dies.py:make"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(f"unseen: {says}")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
