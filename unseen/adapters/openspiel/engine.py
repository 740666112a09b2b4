"""OpenSpiel games by their text, and states of theirs with a dice cup of their own.

OpenSpiel writes every error to standard error before it raises it; here it is kept quiet, and told
in the exception alone.
"""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        "OpenSpiel is not installed: pip install 'unseen[openspiel]' (the package open-spiel)"
    ) from error

CHANCE, SIMULTANEOUS = -1, -2


class GameError(ValueError):
    """A text that names no game that can be audited, with what would be right."""


@dataclass(frozen=True)
class Playing:
    """A state of a game of OpenSpiel, and what decides the chances that are still to come.

    Attributes:
        state: the engine's own state, at a decision or at the end.
        chances: a seed: the outcome of a chance node follows from it and from how deep the node is.
        pending: where all move at once, what the seats have chosen that were asked already.
    """

    state: Any
    chances: int
    pending: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        return str(self.state)

    def clone(self) -> Playing:
        """A faithful copy, with the same chances to come."""
        return Playing(self.state.clone(), self.chances, self.pending)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Nothing that the engine writes to standard error is seen."""
    with open(os.devnull, "w") as nowhere:
        kept = os.dup(2)
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def load(text: str) -> Any:
    """A game as OpenSpiel names it, parameters and all: ``leduc_poker(players=3)``.

    Raises:
        GameError: there is no such game, a parameter is wrong, or the game draws its own chances.

    >>> load("kuhn_poker(players=3)").num_players()
    3
    >>> load("kuhnpoker")
    Traceback (most recent call last):
    ...
    unseen.adapters.openspiel.engine.GameError: OpenSpiel has no game 'kuhnpoker'; did you mean
    'kuhn_poker'?
    """
    name = text.partition("(")[0].strip()
    if name.startswith("python_"):
        with quiet():
            import open_spiel.python.games  # noqa: F401  (importing registers them)
    types = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if name not in types:
        near = difflib.get_close_matches(name, types, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "pyspiel.registered_names() lists them"
        raise GameError(f"OpenSpiel has no game {name!r}; {hint}")
    try:
        with quiet():
            game = pyspiel.load_game(text)
    except Exception as error:  # the engine's, of whatever kind
        known = types[name].parameter_specification
        takes = ", ".join(sorted(known)) if known else "no parameters"
        raise GameError(f"{text}: {_first_line(error)}; {name} takes {takes}") from error
    kind = game.get_type()
    if kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        raise GameError(f"{text} is a mean field game: it has no seats that see a part of it")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise GameError(f"{text} draws its own chances: no seed makes a game of it again")
    return game


def is_perfect(game: Any) -> bool:
    """Whether the game calls itself one of perfect information."""
    return bool(game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION)


def refuse_without_copies(text: str, game: Any) -> None:
    """Try whether a game offers copies at all.

    Raises:
        GameError: it does not.
    """
    state = begun(game, 0).state
    if state.is_terminal():
        raise GameError(f"{text} has no decision")
    rng = np.random.default_rng(0)
    seat = max(state.current_player(), 0)
    try:
        with quiet():
            state.resample_from_infostate(seat, rng.random)
    except Exception as error:  # the engine's, of whatever kind
        if "not implemented" in str(error).lower():
            raise GameError(
                f"{text} offers no copies to audit: State.resample_from_infostate is not "
                "implemented for it"
            ) from error


def begun(game: Any, chances: int) -> Playing:
    """A new game, the chances before its first decision drawn."""
    state = game.new_initial_state()
    draw_chances(state, chances)
    return Playing(state, chances)


def draw_chances(state: Any, chances: int) -> None:
    """Apply chance outcomes to a state, in place, until it is at a decision or over."""
    while state.is_chance_node():
        rng = np.random.default_rng([chances, len(state.history())])
        outcomes = state.chance_outcomes()
        if not outcomes:
            raise RuntimeError(f"{state.get_game()}: chance has no outcome left in\n{state}")
        aims = np.cumsum([p for _, p in outcomes])
        place = int(np.searchsorted(aims, rng.random() * aims[-1], side="right"))
        state.apply_action(outcomes[min(place, len(outcomes) - 1)][0])


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
