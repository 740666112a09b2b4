"""Figures: hits by round, and the reliability diagram. Needs matplotlib (extra ``plots``).

The reliability diagram (Murphy and Winkler 1977): of all cards that were given about the same
probability of being in a hand, what share is really there? On the diagonal a forecast is
calibrated; below it, it claims too much.
"""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.prediction import Prediction
from arena.statistics import rate_interval
from unseen.errors import CallError
from unseen.files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".png", ".svg", ".pdf")

COLOURS = {"belief": "#0b6e4f", "uniform": "#8d99ae", "mantis": "#c8553d"}
MARKERS = {"belief": "o", "uniform": "s", "mantis": "^"}


def check(file: str) -> None:
    """See that such a figure can be drawn at all.

    Raises:
        CallError: another kind of file, or no matplotlib.
    """
    if Path(file).suffix.lower() not in KINDS:
        raise CallError(f"{file} is no kind of figure: {', '.join(KINDS)}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise CallError("figures need matplotlib: pip install 'unseen[plots]'") from None


def draw(file: str, result: Prediction, title: str) -> None:
    """Draw a prediction's figure to a file, whole or not at all.

    Raises:
        CallError: the file cannot be written.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 5), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title, fontsize=11)
    left, right = figure.subplots(1, 2)
    _hits_by_round(left, result)
    _reliability(right, result)
    kind = Path(file).suffix.lower().removeprefix(".")
    content = io.BytesIO()
    dateless: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind, {})
    figure.savefig(content, format=kind, dpi=150, metadata=dateless)
    write_whole(Path(file), content.getvalue())


def _hits_by_round(axes: Axes, result: Prediction) -> None:
    """What was hit, as points with intervals; what the belief expected, as a line."""
    step = 0.12
    names = list(result.scores)
    for k, name in enumerate(names):
        rows = result.scores[name].rounds()
        errors = [_half(result, name, row.round) for row in rows]
        axes.errorbar(
            [row.round + (k - (len(names) - 1) / 2) * step for row in rows],
            [row.hits for row in rows],
            yerr=errors,
            fmt=MARKERS.get(name, "D"),
            color=COLOURS.get(name),
            markersize=5,
            capsize=2,
            linewidth=1,
            label=name,
        )
    axes.plot(
        [row.round for row in result.rounds],
        [row.expected_hits for row in result.rounds],
        color=COLOURS["belief"],
        linewidth=1.2,
        alpha=0.7,
        label="expected by the belief",
    )
    axes.set(
        title="Cards hit by the most probable", xlabel="round", ylabel="cards", ylim=(-0.2, None)
    )
    axes.set_xticks([row.round for row in result.rounds])
    _tidy(axes)


def _half(result: Prediction, name: str, number: int) -> float:
    hits = result.scores[name].hits(number)
    return 0.0 if hits.low is None else hits.mean - hits.low


def _reliability(axes: Axes, result: Prediction) -> None:
    """The share really in the hand against the probability given; points as large as many cards."""
    axes.plot([0, 1], [0, 1], color="#444444", linewidth=0.8, linestyle=":")
    for name, scores in result.scores.items():
        bins = scores.reliability()
        used = bins[bins[:, 0] > 0]
        given, share = used[:, 1] / used[:, 0], used[:, 2] / used[:, 0]
        low, high = zip(
            *(rate_interval(s, int(n)) for s, n in zip(share, used[:, 0], strict=True)), strict=True
        )
        axes.errorbar(
            given,
            share,
            yerr=[
                [max(0.0, s - x) for s, x in zip(share, low, strict=True)],
                [max(0.0, x - s) for s, x in zip(share, high, strict=True)],
            ],
            fmt="none",
            ecolor=COLOURS.get(name),
            elinewidth=0.8,
            alpha=0.7,
        )
        axes.scatter(
            given,
            share,
            s=[10 + 8 * math.log1p(n) for n in used[:, 0]],
            marker=MARKERS.get(name, "D"),
            facecolors=COLOURS.get(name) if name == "belief" else "none",
            edgecolors=COLOURS.get(name),
            linewidths=1.4,
            label=name,
            zorder=2 if name == "belief" else 3,
        )
    axes.set(
        title="Reliability",
        xlabel="probability given to a hidden card",
        ylabel="share really in the hand",
        xlim=(-0.03, 1.03),
        ylim=(-0.03, 1.03),
    )
    axes.set_aspect("equal")
    _tidy(axes)


def _tidy(axes: Axes) -> None:
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=9)
