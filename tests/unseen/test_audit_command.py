"""``unseen audit``: what it reports to people and machines, and what it says to nonsense."""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from rich.console import Console
from typer.testing import CliRunner

import games
from arena.audit import WORLDS, Fault, PlayerAudit, PlayerExample
from determinize.audit import Audit, BrokenGame, Check, Example
from determinize.auditing.evidence import CHECKS
from unseen import targets
from unseen.app import app
from unseen.auditing import calls
from unseen.auditing.reproduction import of_check, of_decision
from unseen.auditing.tables import STYLES, show_audit

RUNNER = CliRunner()
ROOT = Path(__file__).parents[2]
UNSEEN = [sys.executable, "-c", "from unseen.cli import main; main()"]

TOY = (
    (ROOT / "docs" / "examples" / "two_cards.py").read_text()
    + '''

import copy
from dataclasses import replace


def right(state, seat, rng):
    state = copy.deepcopy(state)
    hidden = state["hands"][1 - seat] + state["deck"]
    rng.shuffle(hidden)
    size = len(state["hands"][1 - seat])
    state["hands"][1 - seat], state["deck"] = hidden[:size], hidden[size:]
    return state


def doubling(state, seat, rng):
    """Deals the deck from all cards that the seat does not hold, the other hand's included."""
    state = right(state, seat, rng)
    rest = [card for card in "AKQJT9" if card not in state["hands"][seat] + state["table"]]
    state["deck"] = [rest[0], rest[0]]
    return state


def dying(state, seat, rng):
    import os
    os._exit(3)


def noisy(state, seat, rng):
    print("a copy is made")
    return right(state, seat, rng)


good = lambda: replace(target, copy=right)
bad = lambda: replace(target, copy=doubling)
loud = lambda: [print("hello"), replace(target, copy=noisy)][1]
dead = lambda: replace(target, copy=dying)
'''
)

PROBABILITY = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
TEXT = {"type": ["string", "null"]}
EXAMPLE = {
    "type": "object",
    "required": ["seed", "moves", "words", "seat", "copy_seed", "copy", "truth", "python"],
    "properties": {
        "seed": {"type": "integer"},
        "moves": {"type": "array"},
        "words": {"type": "array", "items": {"type": "string"}},
        "seat": {"type": "integer"},
        "copy_seed": {"type": ["integer", "null"]},
        "copy": {"type": "string"},
        "truth": {"type": "string"},
        "python": {"type": "string"},
    },
    "additionalProperties": False,
}
CHECK = {
    "type": "object",
    "required": ["name", "outcome", "p_value", "positions", "copies", "example", "kind", "says"],
    "properties": {
        "name": {"enum": list(CHECKS)},
        "outcome": {"enum": ["passed", "failed", "crashed", "not tested"]},
        "p_value": PROBABILITY,
        "positions": {"type": "integer", "minimum": 0},
        "copies": {"type": "integer", "minimum": 0},
        "example": {"anyOf": [{"type": "null"}, EXAMPLE]},
        "kind": TEXT,
        "says": TEXT,
    },
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "required": ["command", "versions", "seed", "parameters", "passed", "required", "target",
                 "promise", "reference", "error_rate", "positions", "copies", "checks"],
    "properties": {
        "command": {"const": "audit"},
        "versions": {"type": "object"},
        "seed": {"type": "integer"},
        "parameters": {
            "type": "object",
            "required": ["target", "positions", "copies", "seats", "preset", "set", "error_rate",
                         "promise", "reference", "policy", "played"],
            "additionalProperties": True,
        },
        "passed": {"type": "boolean"},
        "required": {"type": "array", "items": {"enum": list(CHECKS)}},
        "target": {"type": "string"},
        "promise": {"enum": ["table", "history"]},
        "reference": TEXT,
        "error_rate": {"type": "number"},
        "positions": {"type": "integer"},
        "copies": {"type": "integer"},
        "checks": {"type": "array", "items": CHECK, "minItems": 7, "maxItems": 7},
    },
    "additionalProperties": False,
}  # fmt: skip


def run(*arguments: str) -> Any:
    """Run the command; its result has ``exit_code``, ``stdout`` and ``stderr``."""
    return RUNNER.invoke(app, ["audit", *arguments])


def strict(text: str) -> Any:
    """JSON without NaN or Infinity, as the schema has it."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} in JSON")

    data = json.loads(text, parse_constant=refuse)
    jsonschema.validate(data, SCHEMA, cls=jsonschema.Draft202012Validator)
    return data


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder with a target of the user's own."""
    (tmp_path / "toy.py").write_text(TOY)
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each])
    yield tmp_path
    sys.modules.pop("toy", None)


LOST = "lost or doubled cards: hands are dealt from pools that overlap or are incomplete"
SHOWN = Example(7, ("Q", "9"), ("Q", "9"), 0, 55, "A twice, K never", "A once, K once")
TOGETHER = Example(3, (), (), 1, None, "A lies in hand 0 in 97 of 120 copies", "it should in 40")


def made(*checks: Check, promise: str = "history") -> Audit:
    """A verdict with these checks, all others passed."""
    given = {check.name: check for check in checks}
    rest = [given.get(name, Check(name, "passed", None, 9600)) for name in CHECKS]
    return Audit("two cards each", promise, "an exact count", 0.001, 80, 9600, tuple(rest))


FAILING = made(
    Check("conserves", "failed", None, 9600, SHOWN, "LOST_CARDS", LOST),
    Check("consistent", "not tested", None, 0, says="the copier promises the table only"),
    Check("replayable", "not tested", None, 0, says="the copier promises the table only"),
    Check("reachable", "passed", 0.41234, 9600),
    Check("calibrated", "failed", 3.21e-12, 9600, TOGETHER, "PEEKING", "peeking: it depends"),
    promise="table",
)

GOLDEN = """\
two cards each, promising the table: 80 positions, 9,600 copies, seed 4

 check              outcome     p-value  positions  copies  what it means
 ──────────────────────────────────────────────────────────────────────────────
 conserves          failed       proved          -   9,600  lost or doubled
                                                            cards
 indistinguishable  passed            -          -   9,600  the seat sees no
                                                            difference
 independent        passed            -          -   9,600  no secret travels
                                                            along
 consistent         not tested        -          -       -  the copier promises
                                                            the table only
 replayable         not tested        -          -       -  the copier promises
                                                            the table only
 reachable          passed        0.412          -   9,600  no world is left
                                                            out
 calibrated         failed        3e-12          -   9,600  peeking

Calibrated against: an exact count. A right copier fails an audit with
probability 0.001 at most.

conserves failed: lost or doubled cards: hands are dealt from pools that overlap
or are incomplete
  game     seed 7, seat 0, after 2 moves
  moves    Q, 9
  copy     A twice, K never (seed 55)
  against  A once, K once

import numpy as np
from unseen import targets

target = targets.load('toy:bad')
state = target.new(7)
for move in ('Q', '9'):
    state = target.play(state, move)

copy = target.copy(state, 0, np.random.default_rng(55))
print("truth:", target.world(state), target.observe(state, 0))
print("copy:", target.world(copy), target.observe(copy, 0))

calibrated failed: peeking: it depends
  game     seed 3, seat 1, before any move
  copies   A lies in hand 0 in 97 of 120 copies
  against  it should in 40

from collections import Counter
import numpy as np
from determinize.auditing.auditable import cells
from unseen import targets

target = targets.load('toy:bad')
state = target.new(3)
found = Counter()
for seed in range(200):
    copy = target.copy(state, 1, np.random.default_rng(seed))
    lies = cells(target.world(copy), getattr(target, 'ordered', ()))
    found.update(lies.keys())

print("truth:", target.world(state))
print("copies:", found)

Failed: conserves, calibrated. Not tested: consistent, replayable.
"""


def shown(audit: Audit, *, width: int = 80, required: tuple[str, ...] = (), **options: Any) -> str:
    """What a terminal shows."""
    console = Console(width=width, file=io.StringIO(), **options)
    show_audit(console, audit, 4, partial(of_check, "toy:bad", {}), required=required)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().split("\n"))


# -------------------------------------------------------------------------------------- the table


def test_the_table_of_a_failing_copier() -> None:
    assert shown(FAILING) == GOLDEN


def test_what_is_not_tested_has_another_colour_than_what_passed() -> None:
    assert len(set(STYLES.values())) == 4
    text = shown(FAILING, force_terminal=True, color_system="standard")
    green, yellow, red = "\x1b[32m", "\x1b[33m", "\x1b[1;31m"
    assert f"{green}passed" in text
    assert f"{yellow}not tested" in text
    assert f"{red}failed" in text


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "audit_copies", lambda *_, **__: FAILING)
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        monkeypatch.setenv(name, value)
        monkeypatch.setenv("FORCE_COLOR", "") if name == "TERM" else None
        assert "\x1b[3" not in run("template").stdout


@pytest.mark.parametrize("width", [20, 40, 63, 64, 80, 200])
def test_names_and_outcomes_are_whole_on_every_terminal(width: int) -> None:
    text = shown(FAILING, width=width)
    assert "…" not in text.partition("Calibrated")[0]
    together = "".join(text.split())
    assert "consistentnottested" in together
    assert "thecopierpromisesthetable" in together
    if width >= 40:
        for check in FAILING.checks:
            assert re.search(rf"^ ?{check.name} +{check.outcome}", text, re.MULTILINE)


def test_the_last_line_of_a_partial_audit_is_no_clean_bill() -> None:
    some = made(Check("replayable", "not tested", None, 0, says="it keeps no history"))
    assert shown(made()).splitlines()[-1] == "Passed."
    last = shown(some).splitlines()[-1]
    assert last == "Nothing found wrong. Not tested: replayable."
    last = shown(some, required=("conserves", "replayable")).splitlines()[-1]
    assert last == "Not passed: required but not tested: replayable."
    last = " ".join(shown(FAILING, required=("replayable",)).splitlines()[-2:])
    assert last.strip() == (
        "Failed: conserves, calibrated. Required but not tested: replayable."
        " Not tested: consistent."
    )


def test_what_is_required_and_not_tested_does_not_pass(folder: Path) -> None:
    small = ["--positions", "2", "--copies", "10", "--workers", "1"]
    tested = run("toy:good", *small, "--require", "conserves", "--json", "-")
    assert tested.exit_code == 0
    assert strict(tested.stdout)["passed"]
    assert "Nothing found wrong. Not tested: " in " ".join(tested.stderr.split())
    files = ["--json", "out/x.json", "--junit", "out/x.xml"]
    result = run("toy:good", *small, "--require", "consistent, conserves", *files)
    assert result.exit_code == 1
    assert "Not passed: required but not tested: consistent." in result.stdout
    data = strict((folder / "out/x.json").read_text())
    assert (data["passed"], data["required"]) == (False, ["conserves", "consistent"])
    root = ElementTree.parse(folder / "out/x.xml").getroot()
    assert root.get("failures") == "1"
    [case] = [case for case in root.iter("testcase") if case.find("failure") is not None]
    assert case.get("name") == "consistent"
    assert run("toy:good", *small, "--require", "all").exit_code == 1


def test_a_report_says_which_games_were_played() -> None:
    small = ["--positions", "2", "--copies", "10", "--workers", "1", "--json", "-"]
    result = run("schnapsen:redeal", *small)
    said = "single deals (match_target=1), random play among sensible options, 80 decisions at most"
    assert strict(result.stdout)["parameters"]["played"] == said
    assert f"Games: {said}." in " ".join(result.stderr.split())
    result = run("schnapsen:redeal", *small, "--policy", "bully", "--set", "match_target=7")
    said = strict(result.stdout)["parameters"]["played"]
    assert said == "matches (match_target=7), played by bully, 80 decisions at most"


def test_no_other_command_imports_an_audit() -> None:
    names = "'determinize.audit', 'unseen.auditing.calls', 'unseen.targets'"
    code = f"import sys, unseen.app; print([name for name in ({names}) if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_help_names_the_sizes_that_are_used() -> None:
    said = " ".join(run("--help").stdout.split())
    assert f"Positions of random games: {calls.POSITIONS}, or {calls.PLAYERS_POSITIONS} of" in said
    assert f"Copies of each position: {calls.COPIES}; or worlds that a player" in said
    assert f"meets: {WORLDS}." in said
    assert f"that a right one fails: {calls.ERROR_RATE}." in said
    assert f"calibrated against: {', '.join(calls.REFERENCES)}." in said


def test_nothing_tested_is_not_called_passed() -> None:
    none = [Check(name, "not tested", None, 0, says="why not") for name in CHECKS]
    text = shown(made(*none))
    assert "Nothing was tested." in text
    assert "Passed" not in text
    assert not made(*none).passed


def test_what_a_check_left_out_stands_under_the_table() -> None:
    partly = "in 3 of 9 positions cards together were not tested"
    text = shown(made(Check("calibrated", "passed", 1.0, 10, says=partly, positions=9)))
    assert "as due *" in text
    assert f"* calibrated: {partly}." in " ".join(text.split())


def test_an_engines_words_do_not_command_the_terminal() -> None:
    nasty = Example(1, ("\x1b[2J",), ("\x1b[2J[red]",), 0, 1, "a\x1b]0;title\x07", "[bold]b[/]")
    text = shown(made(Check("conserves", "failed", None, 10, nasty, "LOST_CARDS", LOST)))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "\\x1b[2J[red]" in text
    assert "[bold]b[/]" in text


def test_hundreds_of_moves_are_shortened_in_words_and_whole_in_python() -> None:
    moves = tuple(range(300))
    long = Example(1, moves, tuple(f"play {n}" for n in moves), 0, 1, "a", "b")
    text = shown(made(Check("conserves", "failed", None, 10, long, "LOST_CARDS", LOST)))
    assert "… 288 more …" in text
    assert "play 150" not in text
    assert "for move in (\n    0, 1, 2," in text
    assert " 150," in text


# ------------------------------------------------------------------------------ real audits, small


def test_a_game_of_ours_passes(tmp_path: Path) -> None:
    files = tmp_path / "x.json", tmp_path / "x.xml"
    small = ["--positions", "6", "--copies", "20", "--seed", "3", "--workers", "1"]
    result = run("template:redeal", *small, "--json", str(files[0]), "--junit", str(files[1]))
    assert result.exit_code == 0, result.stderr
    data = strict(files[0].read_text())
    assert data["passed"]
    assert (data["target"], data["promise"], data["seed"]) == ("template:redeal", "table", 3)
    assert (data["positions"], data["copies"], data["error_rate"]) == (6, 120, 0.001)
    assert data["parameters"]["seats"] == 2
    assert data["parameters"]["preset"] == "standard"
    assert [check["name"] for check in data["checks"]] == list(CHECKS)
    outcomes = {check["name"]: check["outcome"] for check in data["checks"]}
    assert outcomes["conserves"] == "passed"
    assert outcomes["consistent"] == "not tested"
    [suite] = ElementTree.parse(files[1]).getroot()
    assert [case.get("name") for case in suite.iter("testcase")] == list(CHECKS)
    skipped = [one.get("name") for one in suite if one.find("skipped") is not None]
    assert skipped == [name for name in CHECKS if outcomes[name] == "not tested"]
    assert "Nothing found wrong. Not tested: " in " ".join(result.stdout.split())
    assert "promises the table" in " ".join(result.stdout.split())
    assert sorted(tmp_path.iterdir()) == sorted(files)


def test_a_wrong_copier_of_the_users_own_fails_and_can_be_made_again(folder: Path) -> None:
    small = ["--positions", "6", "--copies", "20", "--workers", "1"]
    result = run("toy.py:bad", *small, "--json", "-", "--junit", "out/x.xml")
    assert result.exit_code == 1
    data = strict(result.stdout)
    assert not data["passed"]
    check = data["checks"][0]
    assert (check["name"], check["outcome"]) == ("conserves", "failed")
    assert check["kind"] == "LOST_CARDS"
    assert check["says"] == LOST
    assert check["example"]["python"] in result.stderr
    assert "Failed: conserves" in result.stderr
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(check["example"]["python"], "example", "exec"), {})
    [truth, copy] = said.getvalue().splitlines()
    found = {card: (truth.count(f"'{card}'"), copy.count(f"'{card}'")) for card in "AKQJT9"}
    for told in check["example"]["copy"].split(", "):  # "A twice", "K never"
        card, _, often = told.partition(" ")
        seen = found[card][1] - (found[card][0] - 1)  # own hand and table are shown twice
        assert seen == {"never": 0, "once": 1, "twice": 2, "3 times": 3}[often]
    [fault] = [
        case.find("failure")
        for case in ElementTree.parse(folder / "out/x.xml").iter("testcase")
        if case.get("name") == "conserves"
    ]
    assert fault is not None
    assert fault.get("message") == LOST
    assert check["example"]["python"] in str(fault.text)


def test_an_engine_that_ends_its_process_is_an_error(folder: Path) -> None:
    small = ["--positions", "2", "--copies", "10", "--workers", "1"]
    result = run("toy:dead", *small, "--junit", "-")
    assert result.exit_code == 1
    root = ElementTree.fromstring(result.stdout)
    assert root.get("errors") == "1"
    assert "crashed" in result.stderr


def test_what_an_engine_prints_is_not_in_the_result(folder: Path) -> None:
    result = run("toy:loud", "--positions", "1", "--copies", "10", "--workers", "1", "--json", "-")
    assert strict(result.stdout)["target"] == "two cards each"
    assert "hello" in result.stderr


def test_the_games_of_a_policy() -> None:
    small = ["--positions", "3", "--copies", "10", "--workers", "1", "--json", "-"]
    result = run("template", *small, "--policy", "random")
    assert result.exit_code == 0, result.stderr
    data = strict(result.stdout)
    assert data["parameters"]["policy"] == "random"
    assert "policy" in data["reference"]


# ------------------------------------------------------------------------------------- of a player


def test_a_player_that_does_not_peek() -> None:
    result = run("schnapsen", "--player", "bully", "--positions", "4", "--json", "-")
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    assert data["passed"] is True
    assert data["parameters"]["player"] == "bully"
    assert data["parameters"]["copies"] == WORLDS
    [check] = data["checks"]
    assert (check["name"], check["outcome"], check["example"]) == ("same decision", "passed", None)
    assert check["copies"] == data["copies"] > data["positions"] > 0
    assert "bully at schnapsen: " in result.stderr
    assert 0 < data["sees"] < 1


PEEKS = PlayerAudit(
    "bully", "schnapsen", "failed", 20, 240, 3, 400, "PEEKING", Fault.PEEKING.value,
    PlayerExample(7, (1, 2), ("play 10C", "play KC"), 1, "play AH", "play QH",
                  ("AH: hand 1, in truth talon[2]",), ("state.zone",)),
)  # fmt: skip


def test_a_player_that_peeks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "audit_player", lambda *_, **__: PEEKS)
    files = tmp_path / "x.json", tmp_path / "x.xml"
    arguments = ["--json", str(files[0]), "--junit", str(files[1])]
    result = run("schnapsen", "--player", "bully", *arguments)
    assert result.exit_code == 1
    for told in ("Failed: peeking", "in truth  play AH", "else      play QH", "state.zone"):
        assert told in result.stdout
    [check] = json.loads(files[0].read_text())["checks"]
    assert check["kind"] == "PEEKING"
    assert check["example"]["differs"] == ["AH: hand 1, in truth talon[2]"]
    assert check["example"]["python"] in result.stdout
    [suite] = ElementTree.parse(files[1]).getroot()
    assert (suite.get("name"), suite.get("failures")) == ("schnapsen: bully", "1")


def test_a_players_decision_can_be_made_again() -> None:
    game = games.load("schnapsen")
    state = game.new(seed=7, preset="vu_platform", match_target=1)
    for _ in range(3):
        state.play(state.codes[0])
    moves = tuple(code for _, code in state.history)
    example = PlayerExample(7, moves, ("",) * 3, state.mover, "", "")
    table = {"players": 2, "preset": "vu_platform", "parameters": {"match_target": 1}}
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(of_decision("schnapsen", "bully", table, example), {})
    assert said.getvalue().strip()[2:-2] in [str(option) for option in state.options()]


def test_nothing_tested_of_a_player_is_not_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    none = PlayerAudit("bully", "schnapsen", "not tested", 0, 0, 0, 0, says="nothing to choose")
    monkeypatch.setattr(calls, "audit_player", lambda *_, **__: none)
    result = run("schnapsen", "--player", "bully")
    assert result.exit_code == 1
    assert "Not tested: nothing to choose" in result.stdout


# ------------------------------------------------------------------------------------ wrong calls


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "Missing argument 'TARGET'"),
        ("whist", "there is no target 'whist'"),
        ("schnapsen:shuffle", "there is no copier 'shuffle': deal or redeal"),
        ("toy:best", "toy has no 'best'"),
        ("nowhere.py:x", "there is no file nowhere.py"),
        ("template --positions 0", "--positions cannot be 0: 1 to 1000000"),
        ("template --positions -3", "--positions cannot be -3"),
        ("template --copies 5", "--copies cannot be 5: 10 to"),
        ("template --copies x", "'x' is no whole number"),
        ("template --error-rate 0", "0 is no error rate"),
        ("template --error-rate 0.6", "0.6 is no error rate: more than 0, and 0.5 at most"),
        ("template --error-rate nan", "nan is no error rate"),
        ("template --error-rate few", "'few' is no number"),
        ("template --seed -1", "--seed cannot be -1: 0 or more"),
        ("template --workers 0", "--workers cannot be 0: 1 or more"),
        ("template --promise all", "--promise cannot be 'all': table or history"),
        ("template --require calibration", "--require: there is no check 'calibration' to require"),
        ("template --player random --require all", "--require is for copiers"),
        ("template --reference x", "--reference cannot be 'x': auto, count or truths"),
        ("template --json - --junit -", "standard output cannot hold both"),
        ("template --json x --junit ./x", "./x cannot hold both the JSON object and the JUnit"),
        ("template --junit nowhere/x", "there is no folder nowhere"),
        ("template --junit out", "out is a folder: name a file in it"),
        ("template --json nowhere/x", "there is no folder nowhere"),
        ("template --seats 9", "Little Pond is for"),
        ("template --preset club", "has no preset 'club'"),
        ("template --set deck", "--set 'deck' sets nothing"),
        ("template --policy buly", "the player 'buly' is unknown"),
        ("template --policy random,random", "--policy random,random names 2 players: name one"),
        ("template --policy random --reference count", "--reference count not"),
        ("template --player buly", "the player 'buly' is unknown"),
        ("template --player random,random", "names 2 players"),
        ("template --player random --copies 1", "--copies cannot be 1: 2 to"),
        ("template --player random --promise table", "--promise is for copiers"),
        ("template --player random --reference count", "--reference is for copiers"),
        ("template --player random --policy random", "--policy is for copiers"),
        ("template --player random --error-rate 0.1", "--error-rate is for copiers"),
        ("template:deal --player random", "not the copier of template:deal"),
        ("toy:good --player random", "--player is for games that `unseen games` lists, and toy:go"),
        ("toy:good --policy random", "--policy is for games"),
        ("toy:good --preset x", "--preset is for games"),
        ("toy:good --set a=b", "--set is for games"),
        ("toy:good --seats 3", "toy:good takes no number of seats"),
    ],
)
def test_a_wrong_call_is_one_line(arguments: str, said: str, folder: Path) -> None:
    before = sorted(path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    result = run(*arguments.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1, result.stderr
    assert result.stderr.startswith("unseen: ")
    assert said in result.stderr
    after = sorted(path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    assert after == before


def test_a_game_that_fails_itself_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise BrokenGame("toy: seat 0 has no option after 3 moves")

    monkeypatch.setattr(calls, "audit_copies", broken)
    result = run("template", "--json", str(tmp_path / "x.json"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "unseen: toy: seat 0 has no option after 3 moves\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("player", [[], ["--player", "random"]])
def test_an_interrupted_audit_is_one_line_and_writes_nothing(
    player: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, progress: Any, **__: Any) -> None:
        progress(1, 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(calls, "audit_copies", interrupted)
    monkeypatch.setattr(calls, "audit_player", interrupted)
    files = ["--json", str(tmp_path / "x.json"), "--junit", str(tmp_path / "x.xml")]
    result = run("template", *player, *files)
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.splitlines()[-1] == "unseen: interrupted"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "audit_copies", lambda *_, **__: FAILING)
    result = run("template", "--junit", "/dev/full")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("unseen: /dev/full cannot be written")


def anybody(group: int) -> bool:
    """Whether a process of that group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_long_audit_can_be_stopped(tmp_path: Path) -> None:
    """It ends at once, its processes with it, and leaves no file."""
    (tmp_path / "out").mkdir()
    (tmp_path / "scratch").mkdir()
    command = [*UNSEEN, "audit", "template", "--positions", "100000", "--workers", "2"]
    files = ["--json", str(tmp_path / "out/x.json"), "--junit", str(tmp_path / "out/x.xml")]
    process = subprocess.Popen(
        [*command, *files],
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path / "scratch")},
        text=True,
        start_new_session=True,
    )
    try:
        until = time.monotonic() + 60
        while not any((tmp_path / "scratch").iterdir()) and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130, said
    assert said.splitlines()[-1] == "unseen: interrupted"
    assert "Traceback" not in said
    assert list((tmp_path / "out").iterdir()) == []
    assert list((tmp_path / "scratch").iterdir()) == []
    while anybody(process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not anybody(process.pid)


def test_the_example_of_the_page_is_the_file_that_it_names() -> None:
    page, file = (ROOT / "docs" / name for name in ("audit.md", "examples/two_cards.py"))
    shown = [one.source for one in doctest.DocTestParser().get_examples(page.read_text())]
    there = [ast.unparse(one) for part in shown for one in ast.parse(part).body]
    for node in ast.parse(file.read_text()).body:
        for inner in ast.walk(node):  # the page leaves docstrings out
            if isinstance(inner, ast.FunctionDef):
                inner.body = inner.body[1:]
        if isinstance(node, (ast.FunctionDef, ast.Assign)):
            assert ast.unparse(node) in there


def test_the_example_of_the_page_fails_as_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    small = ["--positions", "20", "--copies", "40", "--workers", "1", "--json", "-"]
    result = run("docs/examples/two_cards.py:target", *small)
    assert result.exit_code == 1
    failed = [check for check in strict(result.stdout)["checks"] if check["outcome"] == "failed"]
    assert [(check["name"], check["kind"]) for check in failed] == [("independent", "PEEKING")]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(failed[0]["example"]["python"], {})
    [_, copies] = said.getvalue().splitlines()
    assert re.fullmatch(r"copies: Counter\(\{'[AKQJT9]': 200\}\)", copies)


def test_the_targets_that_the_help_names_are_there() -> None:
    for text in ("schnapsen", "clue:redeal", "template"):
        assert targets.load(text).name
