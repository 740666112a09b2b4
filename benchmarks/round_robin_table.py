"""The table of a round robin: shares of won games with intervals, and ratings.

Deals are the observations: a pair's share on a deal is the mean of its two seatings, a player's
that of all its opponents, on the same deals. Ratings are those of Bradley and Terry ("Rank analysis
of incomplete block designs I", Biometrika 39, 1952) on the scale of Elo, with a mean of 0: 400 more
is a chance of winning of 10 to 1. They are fitted by minorization-maximization (David Hunter: "MM
algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004), with one drawn
game more for each pair, so that who lost every game has a rating; intervals are by bootstrap over
deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from arena.statistics import mean_interval

MOST_POINTS = 3.0
"""Game points of a deal at most."""
RESAMPLED = 500
"""Draws of the bootstrap."""
STEPS = 300
"""Of the fit: the last ones move no rating by a hundredth."""


def summary(lines: Sequence[dict[str, Any]], deals: int) -> dict[str, Any]:
    """What a file of results says of the deals that all pairs have played.

    Args:
        lines: of the file; the first one holds the settings.
        deals: no more than these are counted.

    Returns:
        ``settings``, ``machine``, ``deals``, ``load`` (the least and the greatest average),
        ``processor`` (the part of a processor that a worker had), ``players`` (best first) and
        ``pairs``, each with its intervals at 95 %.
    """
    names = [name for name, _ in lines[0]["settings"]["players"]]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    blocks: dict[int, dict[tuple[str, str], dict[str, Any]]] = {}
    for line in lines[1:]:
        blocks.setdefault(line["first"], {})[line["pair"][0], line["pair"][1]] = line
    whole = [
        blocks[first]
        for first in sorted(blocks)
        if first < deals and len(blocks[first]) == len(pairs)
    ]
    if not whole:
        raise ValueError("no deal was played by all pairs yet")
    used = [line for block in whole for line in block.values()]
    number = {name: i for i, name in enumerate(names)}
    count = sum(len(block[pairs[0]]["shares"]) for block in whole)
    won = np.full((count, len(names), len(names)), 0.5)
    found = []
    for a, b in pairs:
        share = [x for block in whole for x in block[a, b]["shares"]]
        points = [x for block in whole for x in block[a, b]["points"]]
        won[:, number[a], number[b]] = share
        won[:, number[b], number[a]] = 1 - np.array(share)
        found.append({"a": a, "b": b, **_share(share), "points": _points(points)})
    return {
        "settings": lines[0]["settings"],
        "machine": lines[0]["machine"],
        "deals": count,
        "load": [min(line["load"] for line in used), max(line["load"] for line in used)],
        "processor": sum(x["processor"] for x in used) / sum(x["wall"] for x in used),
        "players": _players(lines[0]["settings"]["players"], won, used, found),
        "pairs": found,
    }


def _share(values: Sequence[float]) -> dict[str, float | None]:
    """The mean share with its interval: of a difference from -1 to 1, put between 0 and 1."""
    mean, low, high = mean_interval([2 * value - 1 for value in values], reach=1.0)
    return {
        "share": (1 + mean) / 2,
        "low": None if low is None else (1 + low) / 2,
        "high": None if high is None else (1 + high) / 2,
    }


def _points(values: Sequence[float]) -> dict[str, float | None]:
    return mean_interval(values, reach=MOST_POINTS)._asdict()


def _players(
    entered: Sequence[tuple[str, str]],
    won: NDArray[np.float64],
    used: Sequence[dict[str, Any]],
    pairs: Sequence[dict[str, Any]],
) -> list[dict[str, Any]]:
    others = len(entered) - 1
    elo = ratings(won.mean(axis=0)[None], games=2 * len(won))[0]
    draws = np.random.default_rng(0).integers(len(won), size=(RESAMPLED, len(won)))
    tried = ratings(np.array([won[draw].mean(axis=0) for draw in draws]), games=2 * len(won))
    low, high = np.quantile(tried, [0.025, 0.975], axis=0)
    found = []
    for i, (name, spec) in enumerate(entered):
        field = (won[:, i].sum(axis=1) - 0.5) / others
        mine = [line["spent"][line["pair"].index(name)] for line in used if name in line["pair"]]
        asked = max(1, sum(one["asked"] for one in mine))
        points = sum(
            one["points"]["mean"] * (1 if one["a"] == name else -1)
            for one in pairs
            if name in (one["a"], one["b"])
        )
        found.append(
            {
                "player": name,
                "spec": spec,
                **_share(field.tolist()),
                "points": points / others,
                "elo": float(elo[i]),
                "elo_low": float(low[i]),
                "elo_high": float(high[i]),
                "tried": sum(one["tried"] for one in mine) / asked,
                "worlds": sum(one["worlds"] for one in mine) / asked,
                "milliseconds": 1000 * sum(one["seconds"] for one in mine) / asked,
            }
        )
    return sorted(found, key=lambda one: -one["elo"])


def ratings(won: NDArray[np.float64], games: int) -> NDArray[np.float64]:
    """Ratings from pairs' shares, many tables at once: float64[tables, players].

    Args:
        won: float64[tables, players, players], the share of the first against the second.
        games: how many each pair played.

    >>> table = np.array([[[0.5, 10 / 11], [1 / 11, 0.5]]])
    >>> [round(float(x)) for x in ratings(table, games=1_000_000)[0]]
    [200, -200]
    """
    players = won.shape[1]
    apart = ~np.eye(players, dtype=bool)
    wins = np.where(apart, won * games + 0.5, 0.0).sum(axis=2)
    strength = np.ones(won.shape[:2])
    for _ in range(STEPS):
        both = strength[:, :, None] + strength[:, None, :]
        strength = wins / np.where(apart, (games + 1) / both, 0.0).sum(axis=2)
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
    return np.asarray(400 * np.log10(strength), np.float64)


# ------------------------------------------------------------------------------------------- shown

# What exact worlds were tried is no number of iterations: their worlds tell.
COLUMNS = (
    "player", "share of won games", "points a game", "rating", "ms", "tried", "worlds"
)  # fmt: skip


def as_table(data: dict[str, Any]) -> Table:
    """The rows for a terminal."""
    table = Table(caption=caption(data))
    for column in COLUMNS:
        table.add_column(column, justify="left" if column == "player" else "right")
    for row in _rows(data):
        table.add_row(*row)
    return table


def as_markdown(data: dict[str, Any]) -> str:
    """The rows, then all pairs, for a page."""
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---|" + "---:|" * (len(COLUMNS) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in _rows(data)]
    names = [one["player"] for one in data["players"]]
    held = {(one["a"], one["b"]): one["share"] for one in data["pairs"]}
    held |= {(b, a): 1 - share for (a, b), share in held.items()}
    lines += ["", "| % | " + " | ".join(str(i + 1) for i in range(len(names))) + " |"]
    lines += ["|---|" + "---:|" * len(names)]
    for i, a in enumerate(names):
        row = ["" if a == b else f"{100 * held[a, b]:.0f}" for b in names]
        lines.append(f"| {i + 1} {a} | " + " | ".join(row) + " |")
    return "\n".join([*lines, "", caption(data)])


def caption(data: dict[str, Any]) -> str:
    """What was played, and on how busy a machine."""
    settings = data["settings"]
    each = (
        f"{settings['amount']} iterations"
        if settings["by"] == "iterations"
        else f"{1000 * settings['amount']:g} ms"
    )
    low, high = data["load"]
    return (
        f"{each} a decision; {data['deals']} deals of every pair in both seatings, seed"
        f" {settings['seed']}; intervals at 95 %, over deals. {data['machine']}; load average"
        f" {low:.1f} to {high:.1f}; a worker had {100 * data['processor']:.0f} % of a processor."
    )


def _rows(data: dict[str, Any]) -> list[list[str]]:
    return [
        [
            one["player"],
            f"{100 * one['share']:.1f} % [{_percent(one['low'])}, {_percent(one['high'])}]",
            f"{one['points']:+.2f}",
            f"{one['elo']:+.0f} [{one['elo_low']:+.0f}, {one['elo_high']:+.0f}]",
            f"{one['milliseconds']:.1f}",
            f"{one['tried']:.0f}" if one["tried"] and "exact" not in one["spec"] else "",
            f"{one['worlds']:.0f}" if one["worlds"] else "",
        ]
        for one in data["players"]
    ]


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"
