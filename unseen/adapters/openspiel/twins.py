"""Another true state that a seat cannot tell from this one, made without the copier."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from unseen.adapters.openspiel.engine import CHANCE
from unseen.adapters.openspiel.enumeration import Story
from unseen.adapters.openspiel.histories import Eyes, Step, apply

TRIES = 300
"""Deals that are tried before a twin is given up."""


def redealt(
    told: Story, eyes: Eyes, rng: np.random.Generator, other: Callable[[Any], bool]
) -> Any | None:
    """The true course played again from another deal of what chance kept from the seat.

    Outcomes of chance that the seat was not told are exchanged among each other and with those that
    never came; what the players did stays. Kept are outcomes that bear the number of a later
    action: a card that was played was in that player's hand. What the rules do not allow, or what
    tells the seat something else at any step, is thrown away. At first many are exchanged at once,
    then fewer and fewer.

    Args:
        other: whether a last state differs from the true one.
    """
    places = _hidden(told, eyes)
    if not places:
        return None
    later = {a for player, actions in told.path if player >= 0 for a in actions}
    places = [at for at in places if told.path[at][1][0] not in later]
    came = {actions[0] for player, actions in told.path if player == CHANCE}
    never = sorted(
        {a for at in places for a, _ in told.states[at].chance_outcomes()} - came - later
    )
    if not places:
        return None
    for attempt in range(TRIES):
        share = 1.0 if attempt < 20 else rng.random() ** 2
        chosen = [at for at in places if rng.random() < share]
        if len(chosen) < 2 - bool(never):
            chosen = [places[int(i)] for i in rng.permutation(len(places))[:2]]
        pool = [told.path[at][1][0] for at in chosen]
        pool += [a for a in never if rng.random() < share] or never[:1]
        drawn = [pool[int(i)] for i in rng.permutation(len(pool))]
        path = list(told.path)
        for at, outcome in zip(chosen, drawn, strict=False):
            path[at] = (CHANCE, (outcome,))
        if path != list(told.path):
            state = _played(told, path, eyes)
            if state is not None and other(state):
                return state
    return None


def _hidden(told: Story, eyes: Eyes) -> list[int]:
    """The steps at which chance did something that the seat was not told at once."""
    found = []
    for at, (player, actions) in enumerate(told.path):
        if player != CHANCE:
            continue
        state = told.states[at]
        others = [a for a, p in state.chance_outcomes() if p > 0 and a != actions[0]]
        if any(
            eyes.view(state.child(other), told.seat) == told.views[at + 1] for other in others[:4]
        ):
            found.append(at)
    return found


def _played(told: Story, path: Sequence[Step], eyes: Eyes) -> Any | None:
    """The last state of a course, if it is legal and tells the seat what it was told."""
    state = told.states[0].clone()
    for at, (player, actions) in enumerate(path):
        if state.is_terminal() or state.current_player() != player:
            return None
        if player >= -1 and actions[0] not in state.legal_actions():
            return None
        apply(state, (player, actions))
        if player != CHANCE and eyes.view(state, told.seat) != told.views[at + 1]:
            return None
    return state if eyes.view(state, told.seat) == told.views[-1] else None
