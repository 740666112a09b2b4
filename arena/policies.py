"""Policies: how likely each option is, by what a seat knows; and the policy that a player plays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from math import isfinite
from typing import Any, TypeAlias

from arena.deals import LIMIT
from arena.growth import game_tree
from arena.match import ask
from arena.tree import GameTree, Known
from compiled import rows
from determinize import Watch
from games import Game
from players import Player

Policy: TypeAlias = (
    Mapping[Known, Mapping[int, float]] | Callable[[Known, tuple[int, ...]], Mapping[int, float]]
)
"""How seats play: from what one knows, and its options, to the probability of each option.

A table, or a function of both. Options that are left out have the probability 0.
"""

Table: TypeAlias = dict[Known, dict[int, float]]
"""A policy spelled out: information set, option code, probability."""

_ASKED = 5
"""The purpose of the generator rows with which players are asked."""


def uniform(known: Known, options: tuple[int, ...]) -> dict[int, float]:
    """The policy of all options alike.

    >>> uniform(Known(0, (), ()), (0, 1))
    {0: 0.5, 1: 0.5}
    """
    return dict.fromkeys(options, 1 / len(options))


def average_policy(
    game: Game,
    player: Player,
    *,
    samples: int,
    seed: int = 0,
    players: int | None = None,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    limit: int = LIMIT,
) -> Table:
    """How often a player chooses each option, at every information set of a small game.

    The player is asked as in a match: it is handed the information set of a watched game in which
    the history was played, and each time generator rows of its own. Where there is one option
    nobody is asked.

    Args:
        game: the game; the deal must be all of its chance.
        player: who is asked, of ``players.make``.
        samples: how often at each information set.
        seed: of the player's chances.
        players, preset, parameters: as in :meth:`games.Game.new`.
        limit: how many nodes the tree may have.

    Raises:
        ValueError: there are no samples to take.
        NotEnumerable: the tree cannot be made.
        IllegalDecision: the player answered with no option of its own.

    >>> import games
    >>> from players import make
    >>> game = games.load("kuhn")
    >>> policy = average_policy(game, make("random", game), samples=20, seed=1)
    >>> len(policy), {round(sum(chances.values()), 9) for chances in policy.values()}
    (12, {1.0})
    """
    if samples < 1:
        raise ValueError(f"samples cannot be {samples}: 1 or more at each information set")
    tree = game_tree(game, players=players, preset=preset, parameters=parameters, limit=limit)
    policy: Table = {}
    for number, place in enumerate(tree.places):
        counts = dict.fromkeys(place.options, 0)
        if len(place.options) == 1:
            counts[place.options[0]] = samples
        else:
            watch = watch_at(tree, number)
            for nth in range(samples):
                rng = rows(seed, _ASKED, number, nth)
                counts[ask(watch, player, len(place.known.history), rng).option] += 1
        policy[place.known] = {code: n / samples for code, n in counts.items()}
    return policy


def watch_at(tree: GameTree, place: int) -> Watch:
    """A watched game that has come to an information set of the tree."""
    here = tree.places[place]
    watch = Watch(tree.deals[here.deal].state.copy())
    for code in here.played:
        watch.play(code)
    return watch


def probabilities(
    tree: GameTree, policy: Policy, seats: Collection[int]
) -> list[tuple[float, ...]]:
    """The probability of each option at each place; none at places of other seats.

    Raises:
        ValueError: the policy has nothing for a place, or no probabilities.
    """
    table: list[tuple[float, ...]] = []
    for place in tree.places:
        known, options = place.known, place.options
        if known.seat not in seats:
            table.append(())
            continue
        if callable(policy):
            said = policy(known, options)
        elif known in policy:
            said = policy[known]
        else:
            raise ValueError(f"the policy says nothing for {known}, with the options {options}")
        chances = tuple(float(said.get(code, 0.0)) for code in options)
        strange = [code for code in said if code not in options and said[code]]
        good = all(isfinite(p) and p >= 0 for p in chances) and abs(sum(chances) - 1) < 1e-6
        if strange or not good:
            raise ValueError(
                f"the policy for {known} is {dict(said)}: probabilities of the options {options}"
                " that add up to 1"
            )
        table.append(chances)
    return table
