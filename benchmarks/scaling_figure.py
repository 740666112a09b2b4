"""The figure of `benchmarks.scaling`: cost against cards, places and facts. Needs matplotlib.

``python -m benchmarks.scaling_figure`` draws it anew from the numbers that are there.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, NullFormatter

from beliefs.graphs.growth import MEMORY
from benchmarks.scaling import ERROR, TARGET, Point, Sweep
from unseen.files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

AXES = ("cards", "places", "facts")
COLOURS = {"random": "#0b6e4f", "Clue": "#2f5d9b", "chain": "#c8553d", "other": "#8d99ae"}
MARKERS = {"random": "o", "Clue": "s"}


def drawn(sweeps: Sequence[Sweep]) -> bytes:
    """The figure as PNG: a row each for seconds, states, memory and the chain's errors."""
    figure = Figure(figsize=(11, 11), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.subplots(4, len(AXES), sharex="col", sharey="row")
    for column, axis in enumerate(AXES):
        here = [sweep for sweep in sweeps if sweep.axis == axis]
        for axes, name in zip(grid[:, column], ("seconds", "states", "bytes"), strict=False):
            for sweep in here:
                _cost(axes, sweep, name)
        for sweep in here:
            _chain(grid[0, column], grid[3, column], sweep)
            if sweep.too_large is not None:
                _mark(grid[2, column], sweep.too_large, f"from {sweep.too_large:.0f} {axis}")
        grid[2, column].axhline(MEMORY, color="#444444", linewidth=0.8, linestyle=":")
        grid[3, column].axhline(100 * ERROR, color="#444444", linewidth=0.8, linestyle=":")
        grid[0, column].set_title(
            "\n".join(f"{sweep.family}: {sweep.rest}" for sweep in here), fontsize=9
        )
        grid[3, column].set_xlabel(axis)
    for axes, label in zip(
        grid[:, 0],
        ("seconds of one core", "states", "memory, at most at a time", "error of the chain, %"),
        strict=True,
    ):
        axes.set_ylabel(label)
    for axes in grid.flat:
        _tidy(axes)
    grid[2, 0].yaxis.set_major_formatter(FuncFormatter(_bytes))
    grid[2, 0].set_yticks([2**power for power in (11, 16, 21, 26, 31)])
    grid[3, 0].yaxis.set_major_formatter(FuncFormatter(_plain))
    grid[3, 0].yaxis.set_minor_formatter(NullFormatter())
    grid[3, 0].set_yticks([0.1, 0.2, 0.5, 1, 2, 5, 10])
    for column, axis in enumerate(AXES):
        sizes = {p.at for sweep in sweeps if sweep.axis == axis for p in sweep.points}
        grid[3, column].set_xticks(_apart(sorted(sizes)))
    figure.legend(
        handles=_handles(), frameon=False, fontsize=9, loc="outside upper center", ncols=5
    )
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110, facecolor="white")
    return content.getvalue()


def _cost(axes: Axes, sweep: Sweep, name: str) -> None:
    """The diagram's cost as it is, and as it was foreseen."""
    colour, marker = COLOURS[sweep.family], MARKERS[sweep.family]
    style: dict[str, Any] = {"color": colour, "marker": marker, "markersize": 4}
    _line(axes, sweep.points, name, linewidth=1.3, **style)
    style["markerfacecolor"] = "none"
    _line(axes, sweep.points, f"foreseen_{name}", linewidth=0.8, linestyle="--", **style)


def _chain(seconds: Axes, errors: Axes, sweep: Sweep) -> None:
    """What the chain costs for the stated error; the errors that it states, and has."""
    style: dict[str, Any] = {"color": COLOURS["chain"], "marker": MARKERS[sweep.family]}
    style["markersize"] = 4
    _line(seconds, sweep.points, "chain_cost", linewidth=1.3, **style)
    _line(errors, sweep.points, "chain_error", scale=100, linewidth=1.3, **style)
    style |= {"markerfacecolor": "none", "linestyle": "none"}
    _line(errors, sweep.points, "chain_off", scale=100, **style)
    axis = sweep.axis
    if sweep.family == "random" and sweep.takes_over is not None:
        _mark(seconds, sweep.takes_over, f"from {sweep.takes_over:.0f} {axis}")


def _mark(axes: Axes, at: float, text: str) -> None:
    axes.axvline(at, color=COLOURS["other"], linewidth=0.8, zorder=0)
    axes.annotate(
        text,
        (at, 0.04),
        xycoords=("data", "axes fraction"),
        xytext=(-4, 0),
        textcoords="offset points",
        ha="right",
        fontsize=8,
    ).set_in_layout(False)


def _line(axes: Axes, points: Sequence[Point], name: str, scale: float = 1.0, **style: Any) -> None:
    found = [(p.at, value) for p in points if (value := getattr(p, name)) is not None]
    axes.plot([at for at, _ in found], [scale * value for _, value in found], **style)


def _apart(sizes: Sequence[float]) -> list[float]:
    """Those of the sizes that leave room for their labels on a logarithmic axis."""
    kept = list(sizes[:1])
    for size in sizes[1:]:
        if math.log(size / kept[-1]) >= 0.07 * math.log(sizes[-1] / sizes[0]):
            kept.append(size)
    return kept


def _plain(value: float, _: object) -> str:
    return f"{value:g}"


def _bytes(value: float, _: object) -> str:
    for unit, size in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if value >= size:
            return f"{value / size:.0f} {unit}"
    return f"{value:.0f} B"


def _handles() -> list[Line2D]:
    def line(label: str, colour: str, **style: Any) -> Line2D:
        return Line2D([], [], color=COLOURS[colour], markersize=4, label=label, **style)

    return [
        line("diagram, random facts", "random", marker="o"),
        line("diagram, Clue", "Clue", marker="s"),
        line("its forecast", "other", marker="o", markerfacecolor="none", linestyle="--"),
        line(f"chain, to {100 * ERROR:.0f} %; its errors", "chain", marker="o"),
        line("the chain takes over", "other", linewidth=0.8),
    ]


def _tidy(axes: Axes) -> None:
    axes.set(xscale="log", yscale="log")
    axes.xaxis.set_major_formatter(FuncFormatter(_plain))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def main() -> None:
    """Draw the numbers that were measured last."""
    data = json.loads(TARGET.with_suffix(".json").read_text())
    sweeps = [
        Sweep(one["family"], one["axis"], one["rest"], tuple(Point(**p) for p in one["points"]))
        for one in data["sweeps"]
    ]
    write_whole(TARGET, drawn(sweeps))


if __name__ == "__main__":
    main()
