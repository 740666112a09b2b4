"""Positions to look at: random games, stopped at a random decision.

A position is a seed and the options played, so it can be made again anywhere, as often as needed:
every check starts from a state that nothing has touched.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

import numpy as np

from determinize.auditing.asked import BrokenGame as BrokenGame
from determinize.auditing.asked import asked
from determinize.auditing.auditable import Auditable, ability
from determinize.auditing.evidence import Position

Policy: TypeAlias = Callable[[Auditable, Any, np.random.Generator], Hashable]
"""How somebody plays: the target, a true state and a generator to one of the mover's options."""

MOST_MOVES = 1000
"""Games are followed no longer than this."""
MOST_TRIES = 100
"""Games that may end before the decision looked for, before the search is given up."""


def at(target: Auditable, position: Position) -> Any:
    """The true state of a position, made anew."""
    target = asked(target)
    state = target.new(position.seed)
    for move in position.moves:
        state = target.play(state, move)
    return state


def served(target: Auditable, state: Any) -> list[int]:
    """The seats that the copier serves in a state: by default the one to move."""
    target = asked(target)
    observers = ability(target, "observers")
    return [int(seat) for seat in observers(state)] if observers else [target.mover(state)]


def random_position(
    target: Auditable,
    seed: int,
    *,
    policy: Policy | None = None,
    most_moves: int = MOST_MOVES,
) -> Position:
    """A decision of a random game, and one of the seats that are copied for there.

    How deep in the game it lies is drawn first, from the length of another game, and the seat from
    those that are ever copied for there: were they drawn from the game itself, whose length and
    seats hidden cards may decide, positions would tell of them.

    Args:
        seed: of the game, of its play, and of how deep the decision lies.
        policy: how all seats play; by default uniformly at random.
        most_moves: games are followed no longer than this.

    Raises:
        BrokenGame: games have no decision, or the mover has no option.
    """
    target = asked(target)
    rng = np.random.default_rng([seed, 1])
    for _ in range(MOST_TRIES):
        other = _played(target, rng, policy, most_moves)
        if other.depth == 0:
            raise BrokenGame(f"{target.name}: a new game has no decision")
        seats = _ever_served(target, other)
        game = _played(target, rng, policy, int(rng.integers(other.depth)))
        state = at(target, game)
        if target.mover(state) < 0:
            continue  # over before it was as deep
        seat = seats[int(rng.integers(len(seats)))] if seats else target.mover(state)
        if seat in served(target, state):
            return _seen_by(target, game, seat)
    raise BrokenGame(
        f"{target.name}: of {MOST_TRIES} random games none came to a decision as late as"
        " in another, with a seat that is copied for"
    )


def _ever_served(target: Auditable, game: Position) -> list[int]:
    """The seats that are copied for at some decision of a game; none where it is the mover's."""
    if ability(target, "observers") is None:
        return []  # that it is to move, the seat itself knows
    state = target.new(game.seed)
    seats = set(served(target, state))
    for move in game.moves[:-1]:
        state = target.play(state, move)
        seats.update(served(target, state))
    return sorted(seats)


def _played(
    target: Auditable, rng: np.random.Generator, policy: Policy | None, most_moves: int
) -> Position:
    """A new game, played on for so many moves or until it is over; seen by nobody."""
    seed = int(rng.integers(2**31))
    state = target.new(seed)
    moves: list[Hashable] = []
    while len(moves) < most_moves and (mover := target.mover(state)) >= 0:
        options = list(target.options(state))
        if not options:
            raise BrokenGame(
                f"{target.name}: seat {mover} has no option after {len(moves)} moves (seed {seed})"
            )
        move = policy(target, state, rng) if policy else options[int(rng.integers(len(options)))]
        moves.append(move)
        state = target.play(state, move)
    return Position(seed=seed, seat=-1, moves=tuple(moves))


def _seen_by(target: Auditable, game: Position, seat: int) -> Position:
    """A game as a position of one seat, with the numbers of options that the others had."""
    state = target.new(game.seed)
    choices: list[int] = []
    for move in game.moves:
        if target.mover(state) != seat:
            choices.append(len(target.options(state)))
        state = target.play(state, move)
    return Position(seed=game.seed, seat=seat, moves=game.moves, choices=tuple(choices))


def said(target: Auditable, position: Position) -> tuple[str, ...]:
    """The moves that lead to a position, as people say them."""
    target = asked(target)
    say = ability(target, "say")
    state = target.new(position.seed)
    words = []
    for move in position.moves:
        words.append(str(say(state, move)) if say else str(move))
        state = target.play(state, move)
    return tuple(words)
