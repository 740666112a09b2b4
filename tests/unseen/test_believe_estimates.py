"""``unseen believe``: limits, forecasts, estimates, and what is certain besides."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beliefs import Belief, Fact, Knowledge, WorldDiagram, total
from tests.beliefs.test_diagram import wide
from tests.unseen.believing import FIELDS, HEAD, SMALL, answer, example, run
from tests.unseen.test_command_line import LOADED
from unseen import certainty


def written(knowledge: Knowledge) -> str:
    """Knowledge as a file has it, in JSON."""

    def entry(fact: Fact) -> dict[str, Any]:
        told: dict[str, Any] = {"in": [str(place) for place in fact.places]}
        weights = {str(card): weight for card, weight in fact.weights.items()}
        if fact.hi is None:
            return {**told, "at_least": fact.lo, "weights": weights}
        return {**told, "total": [fact.lo, fact.hi], "weights": weights}

    return json.dumps(
        {
            "cards": dict(zip(map(str, knowledge.faces), knowledge.copies, strict=True)),
            "places": dict(zip(map(str, knowledge.places), knowledge.capacities, strict=True)),
            "facts": [entry(fact) for fact in knowledge.facts],
        }
    )


def complaints(stderr: str) -> list[str]:
    """Lines about the call; the first use of all tells of compiling too."""
    return [line for line in stderr.splitlines() if line.startswith("unseen: ")]


WIDE = written(wide(cards=33, facts=10))


# ----------------------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--seconds", "0"), "0 is no time: more than 0 seconds"),
        (("--seconds", "nan"), "nan is no time"),
        (("--seconds", "soon"), "'soon' is no number of seconds"),
        (("--memory", "0"), "--memory cannot be 0: 1 MiB or more"),
        (("--memory", "1.5"), "'1.5' is no whole number"),
        (("--exact", "--method", "chain"), "--exact needs exact answers"),
        (("--worlds", "0:3", "--method", "chain"), "--worlds needs exact answers"),
    ],
)
def test_limits_that_are_none_are_refused(arguments: tuple[str, ...], said: str) -> None:
    result = run("-", *arguments, typed=SMALL)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--method", "exact", "--memory", "1"), "the diagram needs more than 1 MiB"),
        (("--exact", "--memory", "1"), "the diagram needs more than 1 MiB"),
        (("--worlds", "0", "--seconds", "1e-9"), "the diagram needs more than 1e-09 seconds"),
        (("--method", "table", "--memory", "1"), "the table needs more than 1 MiB"),
        (("--method", "table", "--seconds", "0.1"), "the table needs more than 0.1 seconds"),
    ],
)
def test_beyond_its_limits_there_is_no_exact_answer(arguments: tuple[str, ...], said: str) -> None:
    result = run("-", *arguments, typed=WIDE)
    assert result.exit_code == 1
    assert result.stdout == ""
    [line] = complaints(result.stderr)
    assert said in line
    assert "method=" not in line


def test_beyond_its_limits_auto_estimates_and_says_so() -> None:
    data = answer("-", "--memory", "1", typed=WIDE)
    assert set(data) == HEAD | FIELDS
    assert (data["structure"]["method"], data["structure"]["exact"]) == ("chain", False)
    truth = WorldDiagram(wide(cards=33, facts=10))
    assert data["log2_worlds"] == pytest.approx(math.log2(truth.count), abs=0.2)
    assert data["worlds"] == pytest.approx(2 ** data["log2_worlds"])
    exact = truth.probabilities()
    for f, (card, row) in enumerate(data["probabilities"].items()):
        for p, place in enumerate(row):  # 99 of them: six standard errors, and a little
            assert abs(row[place] - exact[f, p]) <= 6 * data["errors"][card][place] + 1e-3


def test_a_forecast_computes_nothing_else() -> None:
    data = answer("-", "--forecast", "--certain", "--sample", "3", typed=WIDE)
    assert set(data) == HEAD | {"forecast"}
    told = data["forecast"]
    assert (told["method"], told["exact"]) == ("diagram", True)
    nodes = WorldDiagram(wide(cards=33, facts=10)).nodes
    assert nodes / 8 < told["nodes"] < nodes * 8
    over = answer("-", "--forecast", "--memory", "1", typed=WIDE)["forecast"]
    assert (over["method"], over["exact"]) == ("chain", False)
    shown = run(example("skat.toml"), "--forecast").stdout.splitlines()
    assert shown[-1].startswith("diagram: ")
    assert len(shown) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_long_build_can_be_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "wide.json"
    file.write_text(written(wide(cards=60, facts=40)), encoding="utf-8")
    call = [*LOADED, "believe", str(file), "--method", "exact"]
    process = subprocess.Popen(
        [*call, "--json", str(tmp_path / "out.json")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        process.stdout.readline()
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, said
    assert said.splitlines()[-1] == "unseen: interrupted"
    assert list(tmp_path.iterdir()) == [file]


# -------------------------------------------------------------------------------- estimates


def test_estimates_show_how_far_they_can_be_trusted() -> None:
    shown = run(example("bridge.toml"), "--method", "chain").stdout
    for told in ("(estimated, by chain)", "of the samples effective, R-hat 1.0", " ± 0.00",
                 "Standard errors are 0.00"):  # fmt: skip
        assert told in shown
    data = answer(example("bridge.toml"), "--method", "chain")
    diagnostics = data["structure"]["diagnostics"]
    assert diagnostics["effective"] > 0.3
    assert diagnostics["r_hat"] < 1.02
    assert not diagnostics["poor"]
    exact = answer(example("bridge.toml"))
    assert exact["structure"]["diagnostics"] is exact["errors"] is None
    for row, truth in zip(data["asked"], exact["asked"], strict=True):
        assert abs(row["probability"] - truth["probability"]) <= 6 * row["error"]
        assert "error" not in truth


def test_what_is_certain_does_not_depend_on_the_method() -> None:
    """No zero of an estimate is taken for certain, and nothing certain is missed."""
    for name in ("santa.toml", "skat.toml", "clue.json"):
        exact, chain = (
            answer(example(name), "--certain", "--method", method) for method in ("exact", "chain")
        )
        assert exact["complete"]
        assert chain["complete"]
        assert chain["certain"] == exact["certain"]


def test_what_no_sample_shows_is_still_open() -> None:
    """A in my hand has a chance of 2e-12: no particle has it there, but it can be."""
    text = SMALL + "weights = { A = { me = 1e-12 } }"
    for method in ("chain", "exact"):
        shown = run("-", "--method", method, "--certain", typed=text).stdout
        assert "held" not in shown
        assert "Nothing is certain" in shown
        assert "<.001" in shown


def test_floats_that_are_too_small_are_still_open() -> None:
    text = SMALL + "weights = { A = { me = 1e-300, you = 1e300 } }"
    shown = run("-", "--certain", typed=text).stdout
    assert "held" not in shown
    assert "Nothing is certain" in shown


def test_one_world_in_too_many_is_still_open() -> None:
    """Nothing weighs, yet A in x has a chance of 2**-1500: all other cards must lie there too."""
    cards = {"A": 1500, **dict.fromkeys(map(str, range(1500)), -1)}
    belief = Belief(Knowledge(list(cards), dict.fromkeys("xyz"), [total("x", cards, 0, 0)]))
    chances = belief.probabilities()
    assert chances[0, 0] == 0
    sure = certainty.certainty(belief, chances, fully=False)
    assert sure.complete
    assert [sure.holding(0, place) for place in range(3)] == [None, None, None]


def test_where_no_diagram_decides_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certainty, "MEMORY", 2**10)
    result = run("-", "--memory", "1", "--certain", typed=WIDE)
    assert "may be certain: it takes a diagram" in result.stdout
    assert not answer("-", "--memory", "1", typed=WIDE)["complete"]


def test_reasons_are_looked_for_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certainty, "MOST_REASONS", 0)
    sure = answer(example("skat.toml"), "--certain")["certain"]
    assert [one["because"] is None for one in sure] == [not one["told"] for one in sure]
    assert "declarer holds HJ, for reasons that were not looked for" in run(
        example("skat.toml"), "--certain"
    ).stdout.replace("\n", " ")


def totals(rng: np.random.Generator) -> str:
    """Two exact totals of large numbers in one hand: some 300 worlds in 155 million."""
    values = [{str(i): int(rng.integers(1, 200)) for i in range(30)} for _ in range(2)]
    hand = rng.permutation(30)[:15].tolist()
    return json.dumps(
        {
            "cards": [str(i) for i in range(30)],
            "places": {"x": 15, "y": 15},
            "facts": [
                {"total": sum(some[str(i)] for i in hand), "weights": some, "in": "x"}
                for some in values
            ],
        }
    )


def test_poor_estimates_are_announced_in_one_line() -> None:
    result = run("-", "--method", "chain", "--json", "-", typed=totals(np.random.default_rng(1)))
    assert result.exit_code == 0
    [line] = complaints(result.stderr)
    assert line.startswith("unseen: the chain is poor: ")
    assert line.endswith("try --method exact, with more --memory and --seconds")
    assert json.loads(result.stdout)["structure"]["diagnostics"]["poor"]


def test_where_no_world_is_found_there_is_no_answer() -> None:
    """A hand of one card that two facts claim: no proof for a chain, and none claimed."""
    text = (
        'cards = ["A", "B", "C", "D"]\nplaces = { x = 1, y = 3 }\nfacts = [\n'
        '{ at_least = 1, of = ["A", "B"], in = "x" }, { at_least = 1, of = ["C", "D"], in = "x" }]'
    )
    result = run("-", "--method", "chain", typed=text)
    assert result.exit_code == 1
    [line] = complaints(result.stderr)
    assert "that does not say that there is no world" in line
    assert "no world agrees with" in run("-", typed=text).stderr
