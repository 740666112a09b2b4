"""Positions to look at: random games, stopped at a random decision.

A position is a seed and the options played, so it can be made again anywhere, as often as needed:
every check starts from a state that nothing has touched.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias

import numpy as np

from determinize.auditing.auditable import Auditable, ability
from determinize.auditing.evidence import Position

Policy: TypeAlias = Callable[[Auditable, Any, np.random.Generator], Hashable]
"""How somebody plays: the target, a true state and a generator to one of the mover's options."""

MOST_MOVES = 1000
"""Games are followed no longer than this."""


class BrokenGame(RuntimeError):
    """The game itself, not the copier, fails: the audit cannot be made."""


def at(target: Auditable, position: Position) -> Any:
    """The true state of a position, made anew."""
    state = target.new(position.seed)
    for move in position.moves:
        state = target.play(state, move)
    return state


def random_position(
    target: Auditable,
    seed: int,
    *,
    policy: Policy | None = None,
    most_moves: int = MOST_MOVES,
    deepest: int | None = None,
) -> Position:
    """A decision of a random game, drawn uniformly, and one of the seats that are copied for there.

    Args:
        seed: of the game, of its play, and of the decision looked at.
        policy: how all seats play; by default uniformly at random.
        deepest: no decision after so many moves.

    Raises:
        BrokenGame: the game has no decision.
    """
    rng = np.random.default_rng([seed, 1])
    game = int(rng.integers(2**31))
    state = target.new(game)
    moves: list[Hashable] = []
    asked: list[tuple[int, int]] = []
    while (mover := target.mover(state)) >= 0 and len(moves) < most_moves:
        options = list(target.options(state))
        if not options:
            raise BrokenGame(f"{target.name}: seat {mover} has no option after {len(moves)} moves")
        asked.append((mover, len(options)))
        move = policy(target, state, rng) if policy else options[int(rng.integers(len(options)))]
        moves.append(move)
        if deepest is not None and len(moves) > deepest:
            break
        state = target.play(state, move)
    if not asked:
        raise BrokenGame(f"{target.name}: the game with seed {game} has no decision")
    depth = int(rng.integers(len(asked)))
    return _seen_by(target, rng, game, moves[:depth], asked[:depth])


def _seen_by(
    target: Auditable,
    rng: np.random.Generator,
    game: int,
    moves: Sequence[Hashable],
    asked: Sequence[tuple[int, int]],
) -> Position:
    bare = Position(seed=game, seat=-1, moves=tuple(moves))
    state = at(target, bare)
    observers = ability(target, "observers")
    seats = list(observers(state)) if observers else [target.mover(state)]
    seat = int(seats[int(rng.integers(len(seats)))])
    choices = tuple(n for mover, n in asked if mover != seat)
    return Position(seed=game, seat=seat, moves=tuple(moves), choices=choices)


def said(target: Auditable, position: Position) -> tuple[str, ...]:
    """The moves that lead to a position, as people say them."""
    say = ability(target, "say")
    state = target.new(position.seed)
    words = []
    for move in position.moves:
        words.append(str(say(state, move)) if say else str(move))
        state = target.play(state, move)
    return tuple(words)
