"""Rules of selection in trees of what seats see: as in ISMCTS, wherever that sees the same."""

from __future__ import annotations

import json
import math
from dataclasses import astuple
from typing import Any

import numpy as np
import pytest

import games
from arena import average_policy, game_tree
from benchmarks.dominated import dominated, share_of
from compiled import binding, rows
from determinize import InformationSet
from players import UnknownPlayer, make
from players.search.budget import Budget
from players.search.imagined import HAND
from players.search.root import children
from players.search.rules import ASKED, RULES, TEMPERATURE
from players.search.tree import NODES
from tests.players.plainly import plainly
from tests.players.test_search import POND, opening
from tests.players.veiled import VEILED

KUHN = games.load("kuhn")
PLAYERS = ["so-pom", "mo-ismcts", "ris-mcts"]

# ------------------------------------------------------------------ where every move is seen by all


@pytest.mark.parametrize("name", PLAYERS[:2])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("told", ["iterations=40", "iterations=80, nodes=30, workers=2"])
def test_where_all_is_seen_a_rule_does_as_in_ismcts(
    name: str, rule: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Draw for draw: visits, values, availability, and what is left of the generator."""
    monkeypatch.setattr(binding, "COMPILED", False)
    for game, moves in ((POND, 9), (KUHN, 0)):
        info, used = opening(4, game, moves), [rows(6, 1), rows(6, 1)]
        mine = make(f"{name}({told}, select={rule})", game).decide(info, used[0])
        assert mine == make(f"ismcts({told}, select={rule})", game).decide(info, used[1])
        assert (used[0] == used[1]).all()


# ------------------------------------------------------------------------ the same however it runs


def decided(specs: list[str]) -> list[list[Any]]:
    """What is decided, in a form that can be compared; each is compiled for one of two games."""
    found = []
    for k, spec in enumerate(specs):
        game = (KUHN, VEILED)[k % 2]
        one = make(spec, game).decide(opening(4, game, 0), rows(6))
        found.append([spec, json.loads(json.dumps(astuple(one)[:4]))])
    return found


def single_and_multiple() -> list[list[Any]]:
    specs = [f"{name}(iterations=30, select={rule})" for name in PLAYERS[:2] for rule in RULES]
    return decided(specs)


def imagining() -> list[list[Any]]:
    specs = [f"ris-mcts(iterations=70, select={rule})" for rule in RULES]
    return decided(specs)


@pytest.mark.parametrize("decisions", [single_and_multiple, imagining])
def test_compiled_and_plain_rules_decide_the_same(decisions: Any) -> None:
    """To the last bit, visits, values and all; with all hands in one tree, and with hands apart."""
    assert plainly(decisions) == decisions()


# --------------------------------------------------------------------- what a rule notes of nodes


def grown(name: str, rule: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any, InformationSet]:
    """The trees of a search of Little Pond where moves are seen in part, and what was known."""
    info, found = opening(4, VEILED, 1), []
    spend = Budget.spend
    monkeypatch.setattr(binding, "COMPILED", False)
    monkeypatch.setattr(Budget, "spend", lambda *told: found.extend(spend(*told)) or found)
    spec = f"{name}(iterations=80, nodes=40, tree_depth=6, select={rule})"
    make(spec, VEILED).decide(info, rows(5))
    [[(trees, counts)]] = found
    return trees, counts[:, NODES], info


def chosen_by_its_own(trees: Any, seats: int) -> list[Any]:
    """The nodes of a player with a tree for each seat, or two, that are chosen by a rule."""
    found = []
    for i, tree in enumerate(trees):
        below = [(0, i < seats)]  # below the root of what others imagine, only under a hand
        while below:
            at, used = below.pop()
            for child in children(tree, at):
                hand = int(tree[child].mover) == HAND
                below.append((child, used or hand))
                if used and not hand and int(tree[child].mover) == i % seats:
                    found.append(tree[child])
    return found


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rule", list(RULES)[1:])
def test_nodes_that_are_chosen_among_have_what_the_rule_needs(
    name: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the tree of the seat that decides, pruned or not; elsewhere nothing is spoilt."""
    trees, used, info = grown(name, rule, monkeypatch)
    for tree, n in zip(trees, used, strict=True):
        for key in RULES[rule].fields:
            assert np.isfinite(tree[key][:n]).all()
    several = name != "so-pom"
    chosen = chosen_by_its_own(trees, 2) if several else list(trees[0][1 : used[0]])
    assert len(chosen) > 10
    for node in chosen:
        assert 0 <= node.reward <= node.visits <= node.availability
        if rule == "puct":
            assert 1 <= node.prior <= math.exp(1 / TEMPERATURE)
        if rule == "puct-playout":
            assert 0 < node.prior <= ASKED + 1
        if rule == "progressive-bias":
            assert 0 < node.bias < 1
        if rule == "exp3":
            assert 0 < node.chance <= 1
            assert node.reward - 1e-9 <= node.score
        if rule == "ucb1-tuned":
            assert node.reward**2 / node.visits - 1e-9 <= node.squares <= node.reward + 1e-9
    if name == "so-pom":  # options 0 to 3 of the other seat are still one edge
        others = {int(node.action) for node in chosen if node.mover != info.seat}
        assert others & set(range(4)) == {0}


# -------------------------------------------------------------------------------------- parameters


@pytest.mark.parametrize("name", PLAYERS)
def test_a_rule_is_named_and_an_unknown_one_refused(name: str) -> None:
    assert make(f"{name}(select=puct, reuse=yes)", KUHN).name == f"{name}(select=puct, reuse=True)"
    with pytest.raises(UnknownPlayer, match=f"select cannot be 'ucb9': one of {', '.join(RULES)}"):
        make(f"{name}(select=ucb9)", KUHN)


# ------------------------------------------------------------------------------ no dominated choice


@pytest.mark.parametrize("name", ["ismcts", *PLAYERS])
@pytest.mark.parametrize("rule", ["ucb1", "ucb1-tuned", "puct", "progressive-bias"])
def test_a_dominated_option_is_not_chosen_at_kuhn_poker(name: str, rule: str) -> None:
    """EXP3, and PUCT with a prior by chance, take one now and then, in ISMCTS too.

    100 choices: who took a dominated option once in 33 times would pass one time in 21.
    """
    bad = dominated(game_tree(KUHN))
    player = make(f"{name}(iterations=1000, select={rule})", KUHN)
    assert share_of(average_policy(KUHN, player, samples=20, seed=1), bad) == 0
