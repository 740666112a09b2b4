"""Selection rules: each is its paper's, and UCB1 is what it was."""

from __future__ import annotations

import json
import math
from dataclasses import astuple, dataclass, field
from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows, uniform
from games.kit.seam import OPTION_CODES
from players import UnknownPlayer, make
from players.search.ismcts import search
from players.search.rules import ASKED, RULES, TEMPERATURE
from players.search.selection import select
from players.search.settings import settings
from players.search.tree import NODE, NODES, NONE, add_child, new_counts, new_tree
from tests.players.plainly import plainly
from tests.players.positions import GAME as GRID
from tests.players.positions import plain
from tests.players.test_planners import opening, options_of, standing

KUHN = games.load("kuhn")
EXPLORATION = 0.7

# ------------------------------------------------------------------------------- the table of rules


def test_ucb1_fills_nothing_and_keeps_nothing() -> None:
    """So what is compiled for it is what is compiled without rules."""
    rule = RULES["ucb1"]
    assert rule.node == NODE
    assert bind(search, GRID, **rule.parts) is bind(search, GRID)


@pytest.mark.parametrize("name", ["ismcts", "mcts"])
def test_an_unknown_rule_is_refused_with_those_that_are_there(name: str) -> None:
    with pytest.raises(UnknownPlayer, match=f"select cannot be 'ucb9': one of {', '.join(RULES)}"):
        make(f"{name}(select=ucb9)", GRID)


# ------------------------------------------------------------------------------ trees against twins


@dataclass
class Node:
    """A node that keeps every result, and the further numbers of rules in a table."""

    mover: int = NONE
    availability: int = 0
    results: list[float] = field(default_factory=list)
    further: dict[str, float] = field(default_factory=dict)
    children: dict[int, Node] = field(default_factory=dict)

    @property
    def visits(self) -> int:
        return len(self.results)

    @property
    def mean(self) -> float:
        return added(self.results) / self.visits


def added(numbers: list[float]) -> float:
    """Their sum, one after the other, as a search adds them up."""
    total = 0.0
    for number in numbers:
        total += number
    return total


class Rule:
    """UCB1, and what the other rules have of their own."""

    def new(self, s: Any, code: int, options: list[int], rng: Any) -> dict[str, float]:
        """What a new node keeps: after its option was played in ``s`` this is done there."""
        play(s, code, rng)
        return {}

    def bound(self, node: Node, among: list[Node]) -> float:
        explored = math.sqrt(1 / node.visits) * math.sqrt(math.log(node.availability))
        return node.mean + EXPLORATION * explored

    def choose(self, node: Node, options: list[int], row: Any) -> int:
        """The option with the greatest bound, of equal ones each with the same chance."""
        among = [node.children[code] for code in options]
        bounds = [self.bound(child, among) for child in among]
        best = [code for code, one in zip(options, bounds, strict=True) if one == max(bounds)]
        return best[below(row, len(best)) if len(best) > 1 else 0]

    def learn(self, node: Node, result: float) -> None:
        node.results.append(result)


class Tuned(Rule):
    """Auer, Cesa-Bianchi, Fischer 2002, section 4."""

    def bound(self, node: Node, among: list[Node]) -> float:
        n = node.visits
        ln_t = math.log(node.availability)
        squares = added([one * one for one in node.results])
        v = squares / n - node.mean * node.mean + math.sqrt(2 * (ln_t / n))
        return node.mean + EXPLORATION * math.sqrt(ln_t / n * min(0.25, v))


class Puct(Rule):
    """Silver and others 2017, the prior a softmax of heuristic values."""

    def new(self, s: Any, code: int, options: list[int], rng: Any) -> dict[str, float]:
        mover = int(s.mover)
        play(s, code, rng)
        return {"prior": math.exp(standing(GRID, s, mover) / TEMPERATURE)}

    def bound(self, node: Node, among: list[Node]) -> float:
        prior = node.further["prior"] / added([one.further["prior"] for one in among])
        u = EXPLORATION * prior * math.sqrt(node.availability) / (1 + node.visits)
        return node.mean + u


class PuctPlayout(Puct):
    """The prior is how often the play-out policy, here chance, would choose an option."""

    def new(self, s: Any, code: int, options: list[int], rng: Any) -> dict[str, float]:
        answers = [options[below(rng[PLAY], len(options))] for _ in range(ASKED)]
        play(s, code, rng)
        return {"prior": added([1 / len(options), *[1.0] * answers.count(code)])}


class Bias(Rule):
    """Chaslot and others 2008, section 3."""

    def new(self, s: Any, code: int, options: list[int], rng: Any) -> dict[str, float]:
        mover = int(s.mover)
        play(s, code, rng)
        return {"bias": standing(GRID, s, mover)}

    def bound(self, node: Node, among: list[Node]) -> float:
        return super().bound(node, among) + node.further["bias"] / (node.visits + 1)


class Exp3(Rule):
    """Auer, Cesa-Bianchi, Freund, Schapire 1995, with the rate of Cowling and others 2012."""

    def new(self, s: Any, code: int, options: list[int], rng: Any) -> dict[str, float]:
        play(s, code, rng)
        return {"chance": 1.0, "score": 0.0}

    def choose(self, node: Node, options: list[int], row: Any) -> int:
        chances = exp3([node.children[code].further["score"] for code in options], node.visits)
        if len(options) == 1:
            k = 0
        else:
            u, k = uniform(row), 0
            while k + 1 < len(options) and u >= chances[k]:
                u -= chances[k]
                k += 1
        node.children[options[k]].further["chance"] = chances[k]
        return options[k]

    def learn(self, node: Node, result: float) -> None:
        super().learn(node, result)
        if node.mover != NONE:
            node.further["score"] += result / node.further["chance"]


def exp3(scores: list[float], trials: int) -> list[float]:
    """The chances of arms."""
    k = len(scores)
    gamma = min(1.0, math.sqrt(k * math.log(k) / ((math.e - 1) * trials)))
    weights = [math.exp(gamma / k * (score - max(scores))) for score in scores]
    return [(1 - gamma) * (weight / added(weights)) + gamma / k for weight in weights]


TWINS: dict[str, Rule] = {
    "ucb1": Rule(),
    "ucb1-tuned": Tuned(),
    "puct": Puct(),
    "puct-playout": PuctPlayout(),
    "progressive-bias": Bias(),
    "exp3": Exp3(),
}


def play(s: Any, code: int, rng: Any) -> None:
    plain(GRID, "play")(s, code, rng)


def by_the_papers(rule: Rule, world: Any, iterations: int, rng: Any) -> Node:
    """A search of a grid with a rule, written for reading, with the same random numbers."""
    root = Node()
    for _ in range(iterations):
        s = world.copy()[0]
        node, path, grown = root, [root], False
        while not grown and s.mover >= 0:
            options = options_of(GRID, s)
            for code in options:
                if code in node.children:
                    node.children[code].availability += 1
            untried = [code for code in options if code not in node.children]
            if untried:
                code = untried[below(rng[PLAY], len(untried))]
                child = Node(mover=int(s.mover), availability=1)
                child.further = rule.new(s, code, options, rng)
                node.children[code] = child
                grown = True
            else:  # the latest child comes first
                latest = [code for code in reversed(node.children) if code in options]
                code = rule.choose(node, latest, rng[PLAY])
                play(s, code, rng)
            node = node.children[code]
            path.append(node)
        while s.mover >= 0:
            options = options_of(GRID, s)
            play(s, options[below(rng[PLAY], len(options))], rng)
        for one in path:
            rule.learn(one, standing(GRID, s, max(0, one.mover)))
    return root


def agree(tree: Any, at: int, node: Node) -> None:
    """A searched tree and a twin's are the same, further numbers and all."""
    assert int(tree[at].visits) == node.visits
    if at:
        assert float(tree[at].reward) == added(node.results)
        assert int(tree[at].availability) == node.availability
        for name, number in node.further.items():
            assert float(tree[at][name]) == number
    found, child = 0, int(tree[at].child)
    while child != NONE:
        found += 1
        agree(tree, child, node.children[int(tree[child].action)])
        child = int(tree[child].sibling)
    assert found == len(node.children)


def searched(name: str, world: Any, first: Any, nodes: int, iterations: int, rng: Any) -> Any:
    """A tree by a rule."""
    tree, counts = new_tree(nodes, RULES[name].node), new_counts()
    kernel = bind(search, GRID, **RULES[name].parts)
    how, scratch = settings(EXPLORATION)[0], np.zeros(1, GRID.dtype)
    kernel(tree, counts, world, scratch, first, how, iterations, rng)
    return tree[: int(counts[NODES])]


@pytest.mark.parametrize("name", RULES)
def test_the_tree_is_the_papers(name: str) -> None:
    assert set(TWINS) == set(RULES)
    for seed, moves in ((1, 0), (2, 3), (3, 5)):
        info = opening(GRID, seed, moves)
        world, first = info.worlds(1, rows(seed)), np.array(info.options)
        tree = searched(name, world, first, 301, 300, rows(seed))
        agree(tree, 0, by_the_papers(TWINS[name], world, 300, rows(seed)))


@pytest.mark.parametrize("name", RULES)
def test_numbers_of_a_node_are_its_own_after_pruning(name: str) -> None:
    """No node takes over what another has left behind where it now lies."""
    info = opening(GRID)
    world, first = info.worlds(1, rows(1)), np.array(info.options)
    tree = searched(name, world, first, 60, 3000, rows(2))
    for node in tree[1:]:
        assert 0 <= node.reward <= node.visits
        if name == "ucb1-tuned":
            assert node.reward**2 / node.visits - 1e-9 <= node.squares <= node.reward + 1e-9
        if "puct" in name:
            assert 0 < node.prior <= max(math.exp(1 / TEMPERATURE), ASKED + 1)
        if name == "progressive-bias":
            assert 0 <= node.bias <= 1
        if name == "exp3":
            assert node.score >= node.reward - 1e-9
            assert 0 < node.chance <= 1


# ------------------------------------------------------------------------------ what rules are like


def family(name: str, *numbers: dict[str, float]) -> Any:
    """A root with children of these numbers."""
    tree = new_tree(len(numbers) + 1, RULES[name].node)
    for k, one in enumerate(numbers):
        add_child(tree, 0, k + 1, k, 0)
        for key, number in one.items():
            tree[k + 1][key] = number
    tree[0]["visits"] = sum(int(one["visits"]) for one in numbers)
    return tree


def select_in(name: str, tree: Any, row: Any) -> int:
    """Which child a rule selects among all."""
    chosen = bind(bare_select, GRID, **RULES[name].parts)
    return int(chosen(tree, np.arange(len(tree) - 1), EXPLORATION, row))


def bare_select(tree: Any, options: Any, exploration: float, row: Any) -> int:
    marks = np.zeros(OPTION_CODES + 1, np.int64)
    best, _ = select(tree, 0, options, len(options), 0, 0, marks, exploration, row)
    return best


def test_the_tuned_bound_trusts_results_that_do_not_vary() -> None:
    """Two options of one mean: the one whose results are all alike is explored less."""
    some = {"visits": 10_000, "availability": 20_000, "reward": 5000.0}
    tree = family("ucb1-tuned", some | {"squares": 2500.0}, some | {"squares": 5000.0})
    assert {select_in("ucb1-tuned", tree, rows(seed)[PLAY]) for seed in range(5)} == {2}
    same = family("ucb1", some, some)
    assert {select_in("ucb1", same, rows(seed)[PLAY]) for seed in range(20)} == {1, 2}


@pytest.mark.parametrize("name", ["ucb1", "puct"])
def test_some_child_is_chosen_however_low_results_are(name: str) -> None:
    """A game whose heuristic leaves its range is searched badly, but not beside its tree."""
    low = {"visits": 10, "availability": 20, "reward": -500.0, "average": -50.0}
    tree = family(name, *[low | ({"prior": 1.0} if name == "puct" else {})] * 3)
    assert {select_in(name, tree, rows(seed)[PLAY]) for seed in range(30)} == {1, 2, 3}


def test_a_prior_counts_among_the_options_that_are_there() -> None:
    """Of equal results the greater prior leads, and half the prior gets half the visits."""
    one = {"visits": 10, "availability": 30, "reward": 5.0}
    two = family("puct", one | {"prior": 1.0}, one | {"prior": 3.0})
    assert select_in("puct", two, rows(1)[PLAY]) == 2
    visits = [1, 1]
    for _ in range(3000):
        numbers = [
            {"visits": n, "availability": sum(visits), "reward": 0.5 * n, "prior": p}
            for n, p in zip(visits, (2.0, 1.0), strict=True)
        ]
        visits[select_in("puct", family("puct", *numbers), rows(1)[PLAY]) - 1] += 1
    assert visits[0] / visits[1] == pytest.approx(2.0, rel=0.01)


def test_a_bias_fades_with_visits() -> None:
    low, high = {"availability": 20, "bias": 0.1}, {"availability": 20, "bias": 0.9}
    few = family(
        "progressive-bias",
        low | {"visits": 5, "reward": 3.0},
        high | {"visits": 5, "reward": 2.5},
    )
    many = family(
        "progressive-bias",
        low | {"visits": 5000, "reward": 3000.0},
        high | {"visits": 5000, "reward": 2500.0},
    )
    assert select_in("progressive-bias", few, rows(1)[PLAY]) == 2
    assert select_in("progressive-bias", many, rows(1)[PLAY]) == 1


def test_exp3_keeps_every_option_alive_and_the_chances_are_those_of_the_paper() -> None:
    """40 000 draws: a frequency is off by 6 deviations, 0.015, once in 10^9 times."""
    scores, trials = [30.0, 10.0, 0.0, 25.0], 60
    numbers = [
        {"visits": 15, "availability": 60, "score": score, "chance": 1.0} for score in scores
    ]
    tree, row = family("exp3", *numbers), rows(3)[PLAY]
    chances = exp3(scores, trials)
    assert sum(chances) == pytest.approx(1.0)
    drawn = np.zeros(4)
    for _ in range(40_000):
        child = select_in("exp3", tree, row)
        assert tree[child]["chance"] == pytest.approx(chances[child - 1])
        drawn[child - 1] += 1
    assert drawn / 40_000 == pytest.approx(chances, abs=0.015)
    gamma = math.sqrt(4 * math.log(4) / ((math.e - 1) * trials))
    assert min(chances) > gamma / 4


def test_exp3_does_not_overflow() -> None:
    numbers = [{"visits": 10**6, "availability": 10**6, "score": s} for s in (1e9, 0.0)]
    tree = family("exp3", *numbers)
    assert {select_in("exp3", tree, rows(seed)[PLAY]) for seed in range(50)} == {1}


# ------------------------------------------------------------------------ the same however it runs

SPECS = [
    *(f"ismcts(iterations=40, select={name})" for name in RULES),
    "mcts(iterations=40, loop=closed, select=puct)",
    "mcts(iterations=60, loop=closed, nodes=20, select=exp3)",
]


def decisions() -> list[list[Any]]:
    """What is decided by all rules, in a form that can be compared."""
    found = []
    for game, specs in ((GRID, SPECS), (KUHN, [SPECS[1], SPECS[5]])):
        info = opening(game, 4)
        for spec in specs:
            made = make(spec, game).decide(info, rows(6))
            found.append([game.name, spec, json.loads(json.dumps(astuple(made)))])
    return found


def test_compiled_and_plain_rules_decide_the_same() -> None:
    """To the last bit, visits, values and all."""
    assert plainly(decisions) == decisions()
