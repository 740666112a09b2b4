"""Positions of games in mid-play, and the watches that say what each seat knows there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from compiled import bind
from determinize import Watch
from games import Game, State, load
from games.state import blank
from players.chance import sensible_options

SEEDS = st.integers(0, 2**32 - 1)
RARELY = 16
"""In rash play, options that are not sensible are drawn once in so many decisions, about."""


def positions(
    game: Game | str,
    *,
    players: int | None = None,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    most_moves: int = 60,
    over: bool = False,
) -> SearchStrategy[State]:
    """States of a game in mid-play, reached by options of its movers from a dealt start.

    Every legal option can be drawn. Options that the game does not call sensible come in half of
    the positions only, and rarely there: accusations on a guess would end every game of Clue within
    its first rounds. Shrinks to few moves, the first options, a small seed, few players. A failing
    test names the moves.

    Args:
        game: a game, or the name of an installed one.
        players: the number of seats; None draws any number that the rules are for.
        preset: which rules; None takes the game's first preset.
        parameters: single parameters that differ from the preset.
        most_moves: so many moves have been made, at most.
        over: whether games that are over are drawn too; else somebody has to decide.

    Raises:
        UnknownGame: no installed package has a game of that name.
        ValueError: a game, players, rules or a number of moves that cannot be.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=20)
    ... @given(positions("template"))
    ... def nobody_sees_more_than_a_view(state):
    ...     view = state.view(state.mover)
    ...     assert set(view.options) == set(state.codes)
    >>> nobody_sees_more_than_a_view()
    """
    played = load(game) if isinstance(game, str) else game
    if not isinstance(played, Game):
        raise ValueError(f"game is {game!r}: give a games.Game, or the name of one")
    if not isinstance(parameters, Mapping | None):
        raise ValueError(f"parameters cannot be {parameters!r}: a table from name to value")
    if type(most_moves) is not int or most_moves < 0:
        raise ValueError(f"most_moves is {most_moves!r}: give a whole number, 0 or more")
    rules = played.rules_of(preset, **(parameters or {}))
    numbers = played.seats_by(rules)
    if players is not None:
        blank(played, players, rules)  # which refuses numbers that cannot be
        numbers = (players,)

    def begun() -> SearchStrategy[State]:
        """Compiles the rules before anything is drawn: drawing is timed, and this takes seconds."""
        _options(State.begin(played, numbers[0], 0, rules))
        return _positions(played, st.sampled_from(numbers), rules, most_moves, over)

    return st.deferred(begun)


def watches(
    game: Game | str,
    *,
    players: int | None = None,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    most_moves: int = 60,
    over: bool = False,
) -> SearchStrategy[Watch]:
    """The same positions, watched: ``watch.information(seat)`` is all that a seat may know.

    Takes and raises what :func:`positions` does.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=20)
    ... @given(watches("schnapsen"))
    ... def the_true_world_is_believed_possible(watch):
    ...     assert watch.information(watch.state.mover).count >= 1
    >>> the_true_world_is_believed_possible()
    """
    drawn = positions(
        game,
        players=players,
        preset=preset,
        parameters=parameters,
        most_moves=most_moves,
        over=over,
    )
    return drawn.map(_watched)


@st.composite
def _positions(
    draw: DrawFn,
    game: Game,
    seats: SearchStrategy[int],
    rules: Any,
    most_moves: int,
    over: bool,
) -> State:
    state = State.begin(game, draw(seats), draw(SEEDS), rules)
    rash = draw(st.booleans())
    for _ in range(draw(st.integers(0, most_moves))):
        if state.over:
            break
        after = state.copy()
        wise, others = _options(state)
        tempted = rash and others and draw(st.integers(1, RARELY)) == RARELY
        codes = others if tempted else wise
        after.play(codes[draw(st.integers(0, len(codes) - 1))])
        if after.over and not over:
            break
        state = after
    note(_Course(state))
    return state


def _options(state: State) -> tuple[list[int], list[int]]:
    """The mover's sensible options, and all others."""
    out = np.empty(state.game.option_codes, np.int64)
    n = bind(sensible_options, state.game)(state.record_array[0], out)
    wise = [int(code) for code in out[:n]]
    return wise, [code for code in state.codes if code not in wise]


def _watched(state: State) -> Watch:
    watch = Watch(State.begin(state.game, state.seats, state.seed, state.rules))
    for _, code in state.history:
        watch.play(code)
    return watch


class _Course:
    """How a position was reached, in words, put together when somebody reads it."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __repr__(self) -> str:
        """``template, 2 players, seed 0, [1, 0]: seat 0 draw, seat 1 pass``."""
        to = self.state
        again = State.begin(to.game, to.seats, to.seed, to.rules)
        told = []
        for seat, code in to.history:
            told.append(f"seat {seat} {to.game.words.option(again.record_array[0], code)}")
            again.play(code)
        codes = [code for _, code in to.history]
        begun = f"{to.game.name}, {to.seats} players, seed {to.seed}, {to.rules}"
        return f"{begun}, options {codes}: {', '.join(told) or 'nothing played'}"
