"""The figure of how costs grow: what is measured is what is drawn, and where curves cross."""

from __future__ import annotations

import json
from dataclasses import replace
from math import log

import pytest

from beliefs import WorldDiagram
from beliefs.graphs.growth import MEMORY
from benchmarks import scaling
from benchmarks.scaling import Point, Sweep, crossing, measured, median_of, random_knowledge

POINT = Point(10, 1.0, 100.0, 1e6, 2.0, 120.0, 2e6, 0.5, 0.02, 0.03)


@pytest.mark.parametrize("seed", range(20))
def test_random_knowledge_has_a_world_and_the_size_that_is_asked_for(seed: int) -> None:
    knowledge = random_knowledge(15, 4, 6, seed)
    assert (knowledge.size, len(knowledge.places), len(knowledge.facts)) == (15, 4, 6)
    assert WorldDiagram(knowledge).possible


def test_a_point_says_what_the_diagram_and_the_chain_say() -> None:
    knowledge = random_knowledge(15, 3, 5, seed=3)
    point = measured(15, knowledge)
    diagram = WorldDiagram(knowledge)
    assert point.states == point.foreseen_states == diagram.nodes
    assert point.bytes is not None
    assert point.bytes > diagram.bytes
    assert point.seconds is not None
    assert point.chain_error is not None
    assert point.chain_off is not None
    # 45 probabilities: one beyond six standard errors in a million seeds.
    assert 0 < point.chain_off < 6 * point.chain_error + 1e-3


def test_a_diagram_that_is_given_up_leaves_its_forecast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling, "SECONDS", 0.0)
    monkeypatch.setattr(scaling, "HOPELESS", float("inf"))
    point = measured(33, random_knowledge(36, 3, 10, seed=1))
    assert (point.seconds, point.states, point.bytes, point.chain_off) == (None,) * 4
    assert point.foreseen_states > 100_000
    assert point.chain_seconds is not None


def test_the_chain_costs_what_its_error_asks_for() -> None:
    assert POINT.chain_cost == pytest.approx(0.5 * 4)
    assert replace(POINT, chain_error=None).chain_cost is None


def test_medians_count_what_is_missing_as_more() -> None:
    points = [POINT, replace(POINT, seconds=None), replace(POINT, seconds=3.0)]
    assert median_of(points).seconds == 3.0
    assert median_of([points[1], points[1], POINT]).seconds is None


def test_curves_cross_where_the_first_stays_above() -> None:
    assert crossing([(1, 1, 10), (10, 100, 10)]) == pytest.approx(10**0.5)
    assert crossing([(1, 2, 1), (2, 1, 2), (4, 4, 2)]) == pytest.approx(8**0.5)
    assert crossing([(1, 2, 1), (2, 2, 1)]) == 1
    assert crossing([(1, 1, 2)]) is None
    assert crossing([]) is None


def test_the_figure_is_drawn_with_whatever_is_there() -> None:
    pytest.importorskip("matplotlib")
    from benchmarks.scaling_figure import drawn

    large = replace(
        POINT, at=20.0, seconds=None, states=None, bytes=None, chain_off=None,
        foreseen_seconds=50.0, foreseen_bytes=3.0 * MEMORY,
    )  # fmt: skip
    sweeps = [
        Sweep(family, axis, "all else", (POINT, large))
        for family, axis in (("random", "cards"), ("random", "places"), ("Clue", "facts"))
    ]
    # From half of the chain's two seconds to 25 times as many, while cards are doubled.
    assert sweeps[0].takes_over == pytest.approx(10 * 2 ** (log(2) / log(2 * 25)))
    assert sweeps[0].too_large is not None
    assert 10 < sweeps[0].too_large < 20
    assert drawn(sweeps).startswith(b"\x89PNG")


def test_the_page_says_what_was_measured_last() -> None:
    """After a new run: docs/beliefs.md, "When it is too large", has its figures in a sentence."""
    data = json.loads(scaling.TARGET.with_suffix(".json").read_text())
    at = {
        sweep["axis"]: f"{sweep['takes_over']:.0f} {sweep['axis']}"
        for sweep in data["sweeps"]
        if sweep["family"] == "random"
    }
    page = (scaling.TARGET.parents[1] / "beliefs.md").read_text(encoding="utf-8")
    assert f"from {at['cards']}, {at['places']}, {at['facts']} on" in page
    assert f"2 GiB from {data['sweeps'][0]['too_large']:.0f} cards on" in page
    clue = [sweep for sweep in data["sweeps"] if sweep["family"] == "Clue"]
    assert all(sweep["takes_over"] is None for sweep in clue)
