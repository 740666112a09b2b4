"""Selection rules by name: which option an iteration tries, and what its node learns from it.

A rule fills slots of the search templates (:mod:`players.search.selection`, and ``back_up``), and
says which further numbers it keeps in a node. ``exploration`` is the constant of all of them but
EXP3. With every rule, options that were never tried come first, in random order.

Peter Auer, Nicolò Cesa-Bianchi, Paul Fischer: "Finite-time Analysis of the Multiarmed Bandit
Problem", Machine Learning 47, 2002 (UCB1, UCB1-tuned). David Silver and others: "Mastering the game
of Go without human knowledge", Nature 550, 2017 (the PUCT of AlphaGo Zero; its prior is a network,
here it is the game's heuristic or a play-out policy). Peter Auer, Nicolò Cesa-Bianchi, Yoav Freund,
Robert Schapire: "Gambling in a rigged casino", FOCS 1995 (EXP3), in trees as by Peter Cowling,
Edward Powley, Daniel Whitehouse: "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4 (2),
2012. Guillaume Chaslot and others: "Progressive strategies for Monte-Carlo tree search", New
Mathematics and Natural Computation 4 (3), 2008 (progressive bias).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from compiled import PLAY, uniform
from games.kit.seam import SEATS, play
from players.search.marks import was_met
from players.search.playout import choose, rewards
from players.search.selection import greatest, meet_children
from players.search.settings import check_choice
from players.search.tree import NONE, node_type

TEMPERATURE = 0.25
"""Of the prior that is made of heuristic values from 0 to 1: exp(value / temperature)."""
ASKED = 8
"""So many times a play-out policy is asked what it would do."""


@dataclass(frozen=True)
class Rule:
    """What a rule fills and keeps.

    Attributes:
        parts: slot to function, for :func:`compiled.bind`.
        fields: the further numbers in a node.
    """

    parts: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[str, ...] = ()

    @cached_property
    def node(self) -> np.dtype[Any]:
        """The record of its nodes."""
        return node_type(*self.fields)


# -------------------------------------------------------------------------------------- UCB1-tuned


def tuned(tree: Any, child: int, parent: int, exploration: float) -> float:
    """UCB1 with the results' own variance in place of the greatest there could be.

    The paper has no constant: with ``exploration=1`` this is its bound.
    """
    node = tree[child]
    visits = float(node.visits)
    mean = node.reward / visits
    spread = math.log(float(node.availability)) / visits
    variance = node.squares / visits - mean * mean + math.sqrt(2.0 * spread)
    return float(mean + exploration * math.sqrt(spread * min(0.25, max(0.0, variance))))


def back_up_squares(tree: Any, path: Any, length: int, result: Any) -> None:
    """Back-up that also adds up the squares of the results."""
    for k in range(length):
        node = tree[int(path[k])]
        won = float(result[int(node.mover)])
        if node.visits == 0:
            node.squares = 0.0
        node.visits += 1
        node.reward += won
        node.squares += won * won
    tree[0].visits += 1


# ------------------------------------------------------------------------------------ PUCT, priors


def by_prior(
    tree: Any,
    parent: int,
    options: Any,
    n: int,
    mover: int,
    counted: int,
    marks: Any,
    exploration: float,
    row: Any,
) -> tuple[int, int]:
    """PUCT: the greatest bound by priors, which count among the options of this world."""
    met = meet_children(tree, parent, options, n, mover, counted, marks)
    if met < n and counted > 0:
        return NONE, met
    node = tree[parent]
    node.priors = 0.0
    child = int(node.child)
    while child >= 0:
        if was_met(tree[child], mover, marks):
            node.priors += tree[child].prior
        child = int(tree[child].sibling)
    return greatest(tree, parent, mover, marks, exploration, row), met


def prior_bound(tree: Any, child: int, parent: int, exploration: float) -> float:
    """The mean, and a bonus in proportion to the prior."""
    node = tree[child]
    visits = float(node.visits)
    prior = node.prior / tree[parent].priors
    share = exploration * prior * math.sqrt(float(node.availability))
    return float(node.reward / visits + share / (1.0 + visits))


def enter_by_heuristic(
    tree: Any, node: int, grown: bool, s: Any, options: Any, n: int, rng: Any
) -> None:
    """Step into a node; the prior of a new one is how its position stands for who chose it."""
    play(s, int(tree[node].action), rng)
    if grown:
        tree[node].prior = math.exp(standing(s, int(tree[node].mover)) / TEMPERATURE)


def enter_by_policy(
    tree: Any, node: int, grown: bool, s: Any, options: Any, n: int, rng: Any
) -> None:
    """Step into a node; the prior of a new one is how often the play-out policy would do so.

    The policy is asked a few times; one further answer is shared by all options alike.
    """
    action = int(tree[node].action)
    if grown:
        chosen = 1.0 / n
        for _ in range(ASKED):
            if choose(s, options, n, rng[PLAY]) == action:
                chosen += 1.0
        tree[node].prior = chosen
    play(s, action, rng)


def standing(s: Any, me: int) -> float:
    """How a seat stands, from 0 to 1: its result where the game is over, else the heuristic."""
    result = np.empty(SEATS, np.float64)
    rewards(s, result)
    return float(result[me])


# -------------------------------------------------------------------------------- progressive bias


def biased(tree: Any, child: int, parent: int, exploration: float) -> float:
    """UCB1, and the heuristic value of the child's position with a weight that fades."""
    node = tree[child]
    visits = float(node.visits)
    explored = exploration * math.sqrt(math.log(float(node.availability)) / visits)
    return float(node.reward / visits + explored + node.bias / (visits + 1.0))


def enter_with_bias(
    tree: Any, node: int, grown: bool, s: Any, options: Any, n: int, rng: Any
) -> None:
    """Step into a node; the bias of a new one is how its position stands for who chose it."""
    play(s, int(tree[node].action), rng)
    if grown:
        tree[node].bias = standing(s, int(tree[node].mover))


# --------------------------------------------------------------------------------------------- EXP3


def by_chance(
    tree: Any,
    parent: int,
    options: Any,
    n: int,
    mover: int,
    counted: int,
    marks: Any,
    exploration: float,
    row: Any,
) -> tuple[int, int]:
    """EXP3: a draw from the exponential weights of what was won, mixed with a draw at random.

    The share of the latter falls with the visits of the parent, as the paper has it for a known
    number of trials; so the search may stop at any time.
    """
    met = meet_children(tree, parent, options, n, mover, counted, marks)
    if met == 0 or (met < n and counted > 0):
        return NONE, met
    trials = max(1.0, float(tree[parent].visits))
    gamma = min(1.0, math.sqrt(met * math.log(float(met)) / ((math.e - 1.0) * trials)))
    eta = gamma / met
    top = -math.inf
    child = int(tree[parent].child)
    while child >= 0:
        if was_met(tree[child], mover, marks):
            top = max(top, float(tree[child].score))
        child = int(tree[child].sibling)
    total = 0.0
    child = int(tree[parent].child)
    while child >= 0:
        if was_met(tree[child], mover, marks):
            total += math.exp(eta * (tree[child].score - top))
        child = int(tree[child].sibling)
    left = uniform(row) if met > 1 else 0.0
    chosen = NONE
    share = 0.0
    child = int(tree[parent].child)
    while child >= 0:
        if was_met(tree[child], mover, marks) and (chosen == NONE or left >= 0.0):
            chosen = child
            weight = math.exp(eta * (tree[chosen].score - top)) / total
            share = (1.0 - gamma) * weight + gamma / met
            left -= share
        child = int(tree[child].sibling)
    tree[chosen].chance = share if met > 1 else 1.0
    return chosen, met


def back_up_by_chance(tree: Any, path: Any, length: int, result: Any) -> None:
    """Back-up that also adds results to the scores, each divided by the chance of its choice.

    A new node was chosen because it had never been tried: that was certain to happen once. What is
    only followed in the tree of another seat than chose it may have no chance; nobody asks for its
    score.
    """
    for k in range(length):
        node = tree[int(path[k])]
        won = float(result[int(node.mover)])
        if node.visits == 0:
            node.score = 0.0
            node.chance = 1.0
        node.visits += 1
        node.reward += won
        if node.chance > 0.0:
            node.score += won / node.chance
    tree[0].visits += 1


# ---------------------------------------------------------------------------------------- the table

PRIORS = {"select": by_prior, "bound": prior_bound}

RULES: Mapping[str, Rule] = {
    "ucb1": Rule(),
    "ucb1-tuned": Rule({"bound": tuned, "back_up": back_up_squares}, ("squares",)),
    "puct": Rule({**PRIORS, "enter": enter_by_heuristic}, ("prior", "priors")),
    "puct-playout": Rule({**PRIORS, "enter": enter_by_policy}, ("prior", "priors")),
    "progressive-bias": Rule({"bound": biased, "enter": enter_with_bias}, ("bias",)),
    "exp3": Rule({"select": by_chance, "back_up": back_up_by_chance}, ("score", "chance")),
}
"""The rules by the names that players take for ``select``."""


def check_rule(name: str) -> None:
    """Refuse a rule that is not there.

    >>> check_rule("ucb2")
    Traceback (most recent call last):
        ...
    ValueError: select cannot be 'ucb2': one of ucb1, ucb1-tuned, puct, puct-playout,
    progressive-bias, exp3
    """
    check_choice("select", name, RULES)
