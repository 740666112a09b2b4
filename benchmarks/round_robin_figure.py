"""The figure of `benchmarks.round_robin`: who beats whom, and by how much. Needs matplotlib.

``python -m benchmarks.round_robin_figure ITERATIONS.json TIME.json --image FILE.png``: a column
for each table that ``python -m benchmarks.round_robin --json`` has written. Above, the share of
games that the player of a row won against that of a column, the best first; below, each player's
share against all others with its interval.
"""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from unseen.files import check_writable, write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOUR = "#2f5d9b"


def drawn(tables: Sequence[dict[str, Any]]) -> bytes:
    """The figure as PNG, a column for each table."""
    figure = Figure(figsize=(7.5 * len(tables), 11.5), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.subplots(2, len(tables), squeeze=False, height_ratios=(3, 2))
    for column, data in enumerate(tables):
        _heat(grid[0, column], data)
        _dots(grid[1, column], data)
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110, facecolor="white")
    return content.getvalue()


def shares(data: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The pairs' shares in the order of the players, NaN on the diagonal: float64[n, n]."""
    place = {one["player"]: i for i, one in enumerate(data["players"])}
    found = np.full((len(place), len(place)), np.nan)
    for pair in data["pairs"]:
        a, b = place[pair["a"]], place[pair["b"]]
        found[a, b], found[b, a] = pair["share"], 1 - pair["share"]
    return found


def title(data: dict[str, Any]) -> str:
    """What was equal."""
    settings = data["settings"]
    if settings["by"] == "iterations":
        return f"{settings['amount']} iterations a decision, {data['deals']} deals from both seats"
    return f"{1000 * settings['amount']:g} ms a decision, {data['deals']} deals from both seats"


def _heat(axes: Axes, data: dict[str, Any]) -> None:
    names = [one["player"] for one in data["players"]]
    found = shares(data)
    axes.imshow(found, cmap="RdBu", vmin=0, vmax=1)
    for i, row in enumerate(found):
        for j, share in enumerate(row):
            if i != j:
                light = "white" if abs(share - 0.5) > 0.3 else "black"
                axes.text(
                    j, i, f"{100 * share:.0f}", ha="center", va="center", fontsize=8, color=light
                )
    axes.set_xticks(range(len(names)), names, rotation=60, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(length=0, labelsize=9)
    axes.spines[:].set_visible(False)
    axes.set_title(f"{title(data)}\n% of games won by the row against the column", fontsize=10)


def _dots(axes: Axes, data: dict[str, Any]) -> None:
    best_first = data["players"]
    places = np.arange(len(best_first))
    mean = np.array([100 * one["share"] for one in best_first])
    ends = np.array([[100 * one[end] for one in best_first] for end in ("low", "high")])
    axes.errorbar(
        mean, places, xerr=np.abs(ends - mean), fmt="o", color=COLOUR, markersize=5, capsize=3
    )
    axes.axvline(50, color="#8d99ae", linewidth=0.8, zorder=0)
    axes.set_yticks(places, [one["player"] for one in best_first], fontsize=9)
    axes.set_xlim(0, 100)
    axes.invert_yaxis()
    axes.set_xlabel("% of games won against all others, 95 %")
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def main() -> None:
    """Draw tables that were measured."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.round_robin_figure", description="Who beats whom, as a figure."
    )
    parser.add_argument("tables", metavar="FILE", type=Path, nargs="+", help="one for each budget")
    parser.add_argument("--image", metavar="FILE", type=Path, required=True, help="PNG to write")
    call = parser.parse_args()
    check_writable(call.image)
    write_whole(call.image, drawn([json.loads(path.read_text()) for path in call.tables]))


if __name__ == "__main__":
    main()
