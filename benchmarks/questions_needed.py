"""How many suggestions detectives need in Clue: ``python -m benchmarks.questions_needed``.

Detectives that accuse only when they are certain play one another, so all suggestions serve to
solve the case. Seeds 0 to 29; the same every time.
"""

from __future__ import annotations

import statistics
from typing import NamedTuple

import games
import players
from arena import moves
from determinize import Watch
from games.clue.log import suggestion_log

GAMES = 30
PLAYER = "detective(threshold=1)"


class Solved(NamedTuple):
    """A game that was solved: suggestions of the winner's own, of all together, and turns."""

    own: int
    all: int
    turns: int


def solved(preset: str, seats: int, seed: int) -> Solved | None:
    """One game among detectives; None where nobody won it."""
    game = games.load("clue")
    watch = Watch(game.new(players=seats, seed=seed, preset=preset))
    for _ in moves(watch, [players.make(PLAYER, game)] * seats, seed=seed):
        pass
    end = watch.state.view(0).state
    log = suggestion_log(end)
    if int(end.winner) < 0:
        return None
    return Solved(int((log.suggester == int(end.winner)).sum()), len(log), int(end.turns))


def main() -> None:
    """A row for each board and number of players."""
    print("| | players | solved | the winner's own, mean (most) | all, mean (most) | turns |")
    print("|---|---|---|---|---|---|")
    for preset in ("rooms_only", "classic"):
        for seats in (3, 6):
            ends = [solved(preset, seats, seed) for seed in range(GAMES)]
            won = [one for one in ends if one is not None]
            own, every, turns = (
                (statistics.mean(column), max(column)) for column in zip(*won, strict=True)
            )
            print(
                f"| `{preset}` | {seats} | {len(won)} of {GAMES} | {own[0]:.1f} ({own[1]})"
                f" | {every[0]:.1f} ({every[1]}) | {turns[0]:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
