"""The course of a game, step by step: replayed, and as one seat is told of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from unseen.adapters.openspiel.engine import SIMULTANEOUS

Step: TypeAlias = tuple[int, tuple[int, ...]]
"""Who moved, and the action; where all move at once, -2 and one action for each seat."""
View: TypeAlias = tuple[str, str, tuple[int, ...]]
"""Information state, observation, legal actions on the seat's move."""

PUBLIC_MOVES = frozenset(
    {
        "bargaining",
        "blackjack",
        "bridge",
        "gin_rummy",
        "kuhn_poker",
        "leduc_poker",
        "oh_hell",
        "universal_poker",
    }
)
"""Games in which every player sees every player's move, so that none need be looked for."""


class CannotReplay(Exception):
    """A history that the rules do not allow, with the step and the reason."""


@dataclass(frozen=True)
class Eyes:
    """What a seat is told of a state: the strings that the game provides, in its own words.

    Attributes:
        information: whether the game provides an information state (perfect recall).
        observation: whether it provides an observation.
    """

    information: bool
    observation: bool

    def view(self, state: Any, seat: int) -> View:
        """The strings, and the legal actions where the seat moves."""
        legal: tuple[int, ...] = ()
        if not state.is_terminal() and not state.is_chance_node():
            mover = state.current_player()
            if mover in (seat, SIMULTANEOUS):
                legal = tuple(state.legal_actions(seat))
        return (
            state.information_state_string(seat) if self.information else "",
            state.observation_string(seat) if self.observation else "",
            legal,
        )


def steps(state: Any) -> list[Step]:
    """A state's own history in steps: joint moves are one step."""
    game = state.get_game()
    n = game.num_players()
    told = state.full_history()
    if str(game.get_type().dynamics).rpartition(".")[2] != "SIMULTANEOUS":
        return [(one.player, (one.action,)) for one in told]
    found: list[Step] = []
    at = 0
    while at < len(told):
        if told[at].player < 0:
            found.append((told[at].player, (told[at].action,)))
            at += 1
        else:
            joint = told[at : at + n]
            found.append((SIMULTANEOUS, tuple(one.action for one in joint)))
            at += n
    return found


def apply(state: Any, step: Step) -> None:
    """Make a step in a state, in place."""
    player, actions = step
    if player == SIMULTANEOUS:
        state.apply_actions(list(actions))
    else:
        state.apply_action(actions[0])


def replayed(state: Any) -> list[Any]:
    """The states that a state's own history leads through, every step checked against the rules.

    The last one has the whole history; the first is the game's initial state.

    Raises:
        CannotReplay: a step is made by another than whose turn it is, is not legal, or has no
            chance; or the last state is not the one whose history it is.
    """
    now = state.get_game().new_initial_state()
    through = [now.clone()]
    for index, step in enumerate(steps(state)):
        _check(now, step, index)
        apply(now, step)
        through.append(now.clone())
    if str(now) != str(state):
        raise CannotReplay("its history leads to another state than the copy")
    return through


def _check(state: Any, step: Step, index: int) -> None:
    player, actions = step
    if state.is_terminal():
        raise CannotReplay(f"step {index} comes after the end of the game")
    mover = state.current_player()
    if mover != player:
        raise CannotReplay(f"step {index} is made by player {player}; it is player {mover}'s turn")
    if state.is_chance_node():
        likely = {outcome for outcome, p in state.chance_outcomes() if p > 0}
        if actions[0] not in likely:
            raise CannotReplay(
                f"step {index}: chance cannot give {_word(state, player, actions[0])}"
            )
        return
    seats = range(len(actions)) if player == SIMULTANEOUS else (player,)
    for seat, action in zip(seats, actions, strict=True):
        legal = state.legal_actions(seat)
        if action not in legal and legal:
            can = ", ".join(_word(state, seat, a) for a in legal[:6])
            raise CannotReplay(
                f"step {index}: {_word(state, seat, action)} is not legal for player {seat}, who "
                f"could choose of {can}{' …' if len(legal) > 6 else ''}"
            )


def _word(state: Any, player: int, action: int) -> str:
    """An action in words; by its number where the game has no words for it."""
    try:
        return str(state.action_to_string(player, action))
    except Exception:  # the engine's: an action that it does not know
        return f"action {action}"


def alike(state: Any, step: Step, seat: int, eyes: Eyes) -> list[int]:
    """The mover's legal actions that the seat cannot tell from the one that was chosen."""
    player, (action,) = step
    if player == seat or state.get_game().get_type().short_name in PUBLIC_MOVES:
        return [action]
    told = eyes.view(state.child(action), seat)
    return [
        other
        for other in state.legal_actions()
        if other == action or eyes.view(state.child(other), seat) == told
    ]


def log_likelihood(through: Sequence[Any], path: Sequence[Step], seat: int, eyes: Eyes) -> float:
    """How likely the choices of all others are in a history, as far as the seat can tell.

    The logarithm of the product, over the choices of others, of the number of actions that the seat
    cannot tell from the chosen one, over the number of legal ones: the chance of what the seat saw
    of the choice, were all choices made uniformly at random. A choice that it saw counts 1 / legal,
    a choice of which it saw nothing counts 1.
    """
    total = 0.0
    for state, step in zip(through, path, strict=False):
        player, actions = step
        if player == SIMULTANEOUS:
            for other in range(len(actions)):
                if other != seat:
                    total -= math.log(max(len(state.legal_actions(other)), 1))
        elif player >= 0 and player != seat:
            alternatives = len(alike(state, step, seat, eyes))
            total += math.log(alternatives / len(state.legal_actions()))
    return total
