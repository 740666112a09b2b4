"""Line-ups: who sits where, so that nobody gains from a seat.

On each deal every line-up is played. Names that fill the seats are rotated through them; with more
names than seats each set of names that fits meets on the same deal (two seats: everybody meets
everybody); fewer names than seats are repeated around the table. In a game for one, or one that is
won together, each name plays by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from games.game import Game
from players import make
from players.player import refuse_cheats

Lineup: TypeAlias = tuple[int, ...]
"""For each seat, whose player sits there: a position in the list of names."""


MOST_GAMES = 10_000_000
"""A series is no longer than this: more would neither fit in memory nor tell more."""


def check_series(
    game: Game,
    specs: Sequence[str],
    games: int,
    *,
    experiment: bool = False,
    seats: int | None = None,
) -> None:
    """See that so many games can be played, and by these players.

    Args:
        experiment: whether players may take part that look at the true state.
        seats: how many seats are asked for; by default as :func:`seats_for` has it.

    Raises:
        ValueError: the number of games or of seats, or a player that there is not, or not for so
            many seats.
        ExperimentOnly: a player looks at the true state, and this is no experiment.
    """
    if games < 1:
        raise ValueError(f"the number of games is at least 1, not {games}")
    if games > MOST_GAMES:
        raise ValueError(f"the number of games is at most {MOST_GAMES}, not {games}")
    if not specs:
        raise ValueError("nobody plays: name at least one player")
    places = seats_for(game, len(specs), seats)
    for spec in specs:
        player = make(spec, game, seats=places)
        if not experiment:
            refuse_cheats(spec, player)


def seats_for(game: Game, names: int, seats: int | None = None) -> int:
    """How many seats a match has: as asked, or the least the game allows that seats all names.

    Raises:
        ValueError: the game is not for so many players.
    """
    least, most = game.players
    if seats is None:
        return min(max(names, least), most)
    if not least <= seats <= most:
        span = str(least) if least == most else f"{least} to {most}"
        raise ValueError(f"{game.title} is for {span} players, not {seats}")
    return seats


def by_itself(game: Game) -> bool:
    """Whether each name plays by itself: a game for one, or one that is won together."""
    return game.players[1] == 1 or "cooperative" in game.categories


def lineups(names: int, seats: int, *, alone: bool = False) -> list[Lineup]:
    """The line-ups of one deal; in all of them together each name has each seat equally often.

    >>> lineups(2, 2)
    [(0, 1), (1, 0)]
    >>> lineups(3, 2)
    [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    >>> lineups(2, 3)
    [(0, 1, 0), (1, 0, 1)]
    >>> lineups(2, 4, alone=True)
    [(0, 0, 0, 0), (1, 1, 1, 1)]
    """
    if alone:
        return [(name,) * seats for name in range(names)]
    return [
        tuple(group[(first + seat) % len(group)] for seat in range(seats))
        for group in combinations(range(names), min(names, seats))
        for first in range(len(group))
    ]
