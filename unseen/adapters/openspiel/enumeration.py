"""All courses of a game that a seat cannot tell from the true one, by walking through its tree.

A course is kept where every step tells the seat what the true one told it, from the first step on.
It weighs as much as chance makes it, times one over the number of alternatives for every choice of
another player of which the seat could not see which alternative was taken. That is the measure
that OpenSpiel promises for ``resample_from_infostate``: privates are drawn as chance draws them, a
hidden choice uniformly from the actions that fit what the player observed; a choice that was seen
says nothing about the cards of the player who made it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from determinize.auditing.auditable import NotTested
from unseen.adapters.openspiel.engine import SIMULTANEOUS
from unseen.adapters.openspiel.histories import Eyes, Step, View, alike, apply, steps

MOST_NODES = 30_000
"""Nodes of the tree that are looked at before the count is given up."""


@dataclass(frozen=True)
class Story:
    """The true course of a game as one seat is told of it.

    Attributes:
        path: the steps.
        views: what the seat was told before the first step and after each.
        states: the states themselves.
    """

    seat: int
    path: Sequence[Step]
    views: Sequence[View]
    states: Sequence[Any]


def story(state: Any, seat: int, eyes: Eyes) -> Story:
    """What a seat was told on the way to a state, without asking whether the way is legal."""
    now = state.get_game().new_initial_state()
    states = [now.clone()]
    path = steps(state)
    for step in path:
        apply(now, step)
        states.append(now.clone())
    return Story(seat, path, [eyes.view(each, seat) for each in states], states)


def courses(
    told: Story, eyes: Eyes, rng: np.random.Generator | None = None, most: int = MOST_NODES
) -> Iterator[tuple[Any, float]]:
    """The last states of all courses that the seat cannot tell from the true one, with weights.

    Args:
        rng: visits alternatives in random order.
        most: nodes to look at.

    Raises:
        NotTested: there are more nodes than that.
    """
    looked = 0
    todo = [(told.states[0], 0, 1.0)]
    while todo:
        state, at, weight = todo.pop()
        if at == len(told.path):
            yield state, weight
            continue
        found = []
        for child, factor in _continued(state, told, at, eyes):
            looked += 1
            if looked > most:
                raise NotTested(f"more than {most} nodes of the game tree lie under this position")
            if child is not None:
                found.append((child, at + 1, weight * factor))
        if rng is not None:
            found = [found[i] for i in rng.permutation(len(found))]
        todo += found


def too_many(told: Story, eyes: Eyes, most: int = MOST_NODES) -> bool:
    """Whether the tree under a position is surely larger than can be walked through.

    Alternatives are counted along the true course only: as many lie at the nodes beside it, but
    for the dead ends.
    """
    size = 1
    for at, (state, (player, _)) in enumerate(zip(told.states, told.path, strict=False)):
        if player < 0 and player != SIMULTANEOUS:
            size *= sum(child is not None for child, _ in _continued(state, told, at, eyes))
            if size > most:
                return True
    return False


def _continued(state: Any, told: Story, at: int, eyes: Eyes) -> Iterator[tuple[Any | None, float]]:
    """The children that tell the seat what the true step told it; None for each that does not."""
    player, actions = told.path[at]
    if state.is_terminal() or state.current_player() != player:
        return
    if state.is_chance_node():
        options = [(action, p) for action, p in state.chance_outcomes() if p > 0]
    elif player == SIMULTANEOUS:
        child = state.clone()
        apply(child, told.path[at])
        yield (child if eyes.view(child, told.seat) == told.views[at + 1] else None), 1.0
        return
    elif actions[0] in state.legal_actions():
        same = alike(state, told.path[at], told.seat, eyes)
        options = [(action, 1 / len(same)) for action in same]
    else:
        options = [(action, 1.0) for action in _otherwise(state, told, at, eyes)]
        options = [(action, 1 / len(options)) for action, _ in options]
    for action, factor in options:
        child = state.child(action)
        yield (child if eyes.view(child, told.seat) == told.views[at + 1] else None), factor


def _otherwise(state: Any, told: Story, at: int, eyes: Eyes) -> list[int]:
    """The legal actions that look like the true one, where that one cannot be chosen."""
    if told.path[at][0] == told.seat:
        return []
    return [
        action
        for action in state.legal_actions()
        if eyes.view(state.child(action), told.seat) == told.views[at + 1]
    ]
