"""Search: trees are as in the paper, known moves are found, nothing depends on how it is run."""

from __future__ import annotations

import json
import math
from dataclasses import astuple, dataclass, field
from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, permutation, rows
from determinize import InformationSet, Watch
from games.kit.seam import clock, legal, play, share
from players import Decision, UnknownPlayer, make
from players.search.ismcts import search
from players.search.playout import play_out, rewards
from players.search.settings import NO_END, settings
from players.search.tree import ITERATIONS, NODES, NONE, new_counts, new_tree
from tests.players.plainly import plainly

GAME = games.load("schnapsen")
POND = games.load("template")
NINES = [face for face in GAME.faces if face.startswith("9")]
EXPLORATION = 0.7


def endgame(*, closed: bool, **fields: Any) -> Watch:
    """Two cards each: the ace takes the trick and 66 with it, the jack loses everything.

    ``closed``: seat 1's cards are two of four that seat 0 has not seen; else they are known.
    """
    hidden = ["10C", "KD", "QD", "JD"]
    rest = [face for face in GAME.faces if face not in ("AH", "JC", *hidden, *NINES)]
    cards = {"hand 0": ["AH", "JC"], "out": NINES}
    if closed:
        rest.remove("JS")
        cards |= {"won 0": rest[:8], "won 1": rest[8:], "trump": ["JS"]}
        fields |= {"closer": 1, "closing_points": [0, 30], "closing_tricks": [0, 3]}
        sizes = {"hand 1": 2, "talon": 2}
    else:
        cards |= {"hand 1": ["10C", "KD"], "won 0": [*rest[:8], "QD"], "won 1": [*rest[8:], "JD"]}
        sizes = {}
    fields = {"trump": 3, "points": [60, 50], "tricks": [4, 3], **fields}
    return Watch(GAME.arrange(cards, sizes=sizes, mover=0, decision="lead", **fields))


def opening(seed: int = 3, game: games.Game = GAME, moves: int = 0) -> InformationSet:
    """What the mover knows after so many random moves."""
    watch = Watch(game.new(seed=seed))
    row = rows(seed, 7)[0]
    while moves or len(watch.state.codes) < 2:
        watch.play(watch.state.codes[below(row, len(watch.state.codes))])
        moves = max(0, moves - 1)
    return watch.information(watch.state.mover)


SEARCHERS = ["ismcts(iterations=300)", "pimc(worlds=7, iterations=300)", "rdeep(samples=20)"]

# ------------------------------------------------------------------------------- known best moves


@pytest.mark.parametrize("spec", SEARCHERS)
@pytest.mark.parametrize("closed", [False, True])
def test_the_winning_card_is_led(spec: str, closed: bool) -> None:
    watch = endgame(closed=closed, score=[0, 0])
    info = watch.information(0)
    assert info.count == (6 if closed else 1)
    for seed in range(10):
        chosen = make(spec, GAME).decide(info, rows(seed)).option
        assert GAME.faces[chosen] == "AH"


@pytest.mark.parametrize("spec", SEARCHERS[:2])
@pytest.mark.parametrize("score", [[6, 0], [0, 6], [6, 6], [5, 5]])
@pytest.mark.parametrize("parameters", [{}, {"match_target": 1}])
def test_the_deal_is_won_whatever_the_score(
    spec: str, score: list[int], parameters: dict[str, Any]
) -> None:
    """Winning the match is worth more than leading in it, and losing it less than trailing."""
    match = {} if parameters else {"score": score}
    info = endgame(closed=False, parameters=parameters, **match).information(0)
    decision = make(spec, GAME).decide(info, rows(1))
    best, other = decision.considered
    assert GAME.faces[decision.option] == "AH"
    assert best.value > other.value


def test_results_are_measured_by_what_the_rules_can_bring() -> None:
    """0 is the worst that can happen, 1 the best: 3 game points in a deal, 1 for a match."""
    kernel = bind(rewards, GAME)
    out = np.zeros(2)
    for parameters, score, points, expected in (
        ({}, [7, 6], 1, 1.0),
        ({"match_target": 1}, [3, 0], 3, 1.0),
        ({"match_target": 1}, [1, 0], 1, 2 / 3),
    ):
        state = endgame(closed=False, parameters=parameters).state.copy()
        s: Any = state.record_array[0]
        s.mover, s.deal_winner, s.deal_points, s.score[:] = -1, 0, points, score
        kernel(s, out)
        assert out == pytest.approx([expected, 1 - expected])


@pytest.mark.parametrize("spec", SEARCHERS)
def test_it_is_the_movers_result_that_counts(spec: str) -> None:
    """The follower keeps the ten, which takes the jack and with it 66; the king would not."""
    watch = endgame(closed=False, points=[20, 55])
    watch.play("AH")
    info = watch.information(1)
    assert {GAME.faces[code] for code in info.options} == {"KD", "10C"}
    for seed in range(5):
        chosen = make(spec, GAME).decide(info, rows(seed)).option
        assert GAME.faces[chosen] == "KD"


# ------------------------------------------------------------------- the tree against a plain twin


@dataclass
class Node:
    """A node as the paper tells it."""

    mover: int = NONE
    visits: int = 0
    availability: int = 0
    reward: float = 0.0
    children: dict[int, Node] = field(default_factory=dict)


def by_the_paper(
    game: games.Game, worlds: Any, iterations: int, rng: Any, depth: int = NO_END
) -> Node:
    """SO-ISMCTS by Cowling, Powley and Whitehouse (2012), with the same random numbers.

    Written for reading: select while every compatible option has a child, expand one, simulate,
    and only then back-propagate visits, rewards, and the availability of compatible siblings.
    """
    root = Node()
    out = np.zeros(game.option_codes, np.int64)
    result = np.zeros(game.players[1])
    options_of, plays = bind(legal_codes, game), bind(play_code, game)
    for i in range(iterations):
        state = worlds[i % len(worlds) : i % len(worlds) + 1].copy()
        s = state[0]
        deal, node, visited, siblings = int(s.round), root, [root], []
        expanded = False
        while not expanded and s.mover >= 0 and s.round == deal:
            codes = [int(c) for c in out[: options_of(s, out)]]
            untried = [code for code in codes if code not in node.children]
            siblings.append([node.children[c] for c in codes if c in node.children])
            if untried:
                code = untried[below(rng[PLAY], len(untried))]
                node.children[code] = Node(mover=int(s.mover))
                siblings[-1].append(node.children[code])
                expanded = True
            else:
                code = select(node, codes, rng[PLAY])
            node = node.children[code]
            visited.append(node)
            plays(s, code, rng)
        bind(play_out, game)(s, deal, depth, out, rng)
        bind(rewards, game)(s, result)
        for one in visited:
            one.visits += 1
            one.reward += float(result[one.mover]) if one is not root else 0.0
        for group in siblings:
            for one in group:
                one.availability += 1
    return root


def select(node: Node, codes: list[int], row: Any) -> int:
    """The greatest bound; of equal ones each with the same chance. The latest child comes first."""
    bounds = {}
    for code in [code for code in reversed(node.children) if code in codes]:
        child = node.children[code]
        # In this iteration too the child is available: the count before it, and one.
        exploration = math.sqrt(1 / child.visits) * math.sqrt(math.log(child.availability + 1))
        bounds[code] = child.reward / child.visits + EXPLORATION * exploration
    best = [code for code, bound in bounds.items() if bound == max(bounds.values())]
    return best[below(row, len(best)) if len(best) > 1 else 0]


def legal_codes(s: Any, out: Any) -> int:
    return legal(s, out)


def play_code(s: Any, code: int, rng: Any) -> None:
    play(s, code, rng)


def as_nodes(tree: Any, at: int = 0) -> Node:
    """A searched tree in the twin's form."""
    node = Node(
        NONE if at == 0 else int(tree[at].mover),
        int(tree[at].visits),
        int(tree[at].availability),
        float(tree[at].reward),
    )
    child = int(tree[at].child)
    while child != NONE:
        node.children[int(tree[child].action)] = as_nodes(tree, child)
        child = int(tree[child].sibling)
    return node


@pytest.mark.parametrize(("game", "moves"), [(GAME, 0), (GAME, 5), (GAME, 11), (POND, 3)])
def test_the_tree_is_the_papers(game: games.Game, moves: int) -> None:
    iterations = 400
    for seed in (1, 2):
        info = opening(seed, game, moves)
        worlds = info.worlds(50, rows(seed))
        scratch = np.zeros(1, game.dtype)
        first = np.array(info.options)
        for depth in (0, 2):
            tree, counts, rng = new_tree(iterations + 1), new_counts(), rows(seed, 1)
            how = settings(EXPLORATION, depth)[0]
            for step in (1, 99, 300):  # however it is cut into steps
                bind(search, game)(tree, counts, worlds, scratch, first, how, step, rng)
            assert counts[ITERATIONS] == iterations
            assert counts[NODES] <= iterations + 1
            twin = by_the_paper(game, worlds, iterations, rows(seed, 1), depth or NO_END)
            assert as_nodes(tree) == twin


@pytest.mark.parametrize(("game", "moves"), [(GAME, 0), (GAME, 7), (POND, 0)])
def test_counts_in_the_tree_fit_one_another(game: games.Game, moves: int) -> None:
    iterations = 1000
    info = opening(5, game, moves)
    tree = new_tree(iterations + 1)
    worlds = info.worlds(iterations, rows(4))
    scratch = np.zeros(1, game.dtype)
    first = np.array(info.options)
    how = settings(EXPLORATION)[0]
    bind(search, game)(tree, new_counts(), worlds, scratch, first, how, iterations, rows(5))
    root = as_nodes(tree)
    assert root.visits == iterations == sum(child.visits for child in root.children.values())
    assert set(root.children) == set(info.options)
    seldom = 0
    queue = [root]
    for node in queue:
        for child in node.children.values():
            assert 1 <= child.visits <= child.availability <= node.visits
            assert 0.0 <= child.reward <= child.visits
            seldom += child.availability < node.visits / 2
            queue.append(child)
        assert sum(child.visits for child in node.children.values()) <= node.visits
    assert seldom  # options of others are there in some worlds only


def test_a_play_out_lasts_as_many_rounds_as_it_is_told() -> None:
    """Tricks in Schnapsen, where the deal is not over sooner; without a limit it is over."""
    out = np.zeros(GAME.option_codes, np.int64)
    clocks, plays_out = bind(bare_clock, GAME), bind(play_out, GAME)
    for depth in (1, 2, 3, NO_END):
        for s in opening(6).worlds(20, rows(2)):
            deal = int(s.round)
            plays_out(s, deal, depth, out, rows(3))
            over = s.mover < 0 or s.round != deal
            assert over if depth == NO_END else over or clocks(s, 0) == depth
            assert not over or depth > 2


@pytest.mark.parametrize("depth", ["-1", "10001"])
def test_a_depth_that_cannot_be_is_refused(depth: str) -> None:
    for name in ("ismcts", "pimc"):
        with pytest.raises(UnknownPlayer, match=f"depth cannot be {depth}: 1 to 10000, or 0"):
            make(f"{name}(depth={depth})", GAME)


def test_shallow_play_outs_find_the_winning_card_too() -> None:
    for spec in ("ismcts(iterations=300, depth=1)", "pimc(iterations=300, depth=1)"):
        chosen = make(spec, GAME).decide(endgame(closed=True).information(0), rows(1)).option
        assert GAME.faces[chosen] == "AH"


# -------------------------------------------------------------------------------- what is reported


@pytest.mark.parametrize("spec", ["ismcts(iterations=250)", "pimc(worlds=7, iterations=250)"])
@pytest.mark.parametrize(("game", "moves"), [(GAME, 0), (GAME, 6), (POND, 4)])
def test_visits_sum_to_iterations(spec: str, game: games.Game, moves: int) -> None:
    info = opening(8, game, moves)
    decision = make(spec, game).decide(info, rows(3))
    assert sum(one.visits for one in decision.considered) == 250
    assert decision.option == decision.considered[0].option
    assert {one.option for one in decision.considered} == set(info.options)
    visits = [one.visits for one in decision.considered]
    assert visits == sorted(visits, reverse=True)
    for one in decision.considered:
        assert one.visits <= one.availability <= 250
        assert 0.0 <= one.value <= 1.0


def test_pimc_adds_up_the_trees_of_its_worlds() -> None:
    info = opening(8)
    decision = make("pimc(worlds=3, iterations=100)", GAME).decide(info, rows(3))
    rng = rows(3)
    worlds = info.worlds(3, rng)
    total: dict[int, int] = dict.fromkeys(info.options, 0)
    for i, descents in enumerate((33, 33, 34)):
        root = by_the_paper(GAME, worlds[i : i + 1], descents, rng)
        for code, child in root.children.items():
            total[code] += child.visits
    assert {one.option: one.visits for one in decision.considered} == total
    assert decision.worlds == 3


@pytest.mark.parametrize("iterations", [1, 2])
def test_very_few_iterations_still_give_a_move(iterations: int) -> None:
    info = opening(8)
    decision = make(f"ismcts(iterations={iterations})", GAME).decide(info, rows(3))
    assert decision.option in info.options
    assert sum(one.visits for one in decision.considered) == iterations


# ------------------------------------------------------------------------------------------- rdeep


def test_rdeep_looks_as_many_tricks_ahead_as_it_is_told() -> None:
    """The share of the points after the trick, and after the deal, whose points a match keeps."""
    watch = endgame(closed=False, points=[20, 30])
    watch.play("AH")
    decision = make("rdeep(depth=1, samples=3)", GAME).decide(watch.information(1), rows(1))
    found = {GAME.faces[one.option]: one.value for one in decision.considered}
    assert found == pytest.approx({"KD": 30 / 65, "10C": 30 / 71})
    assert [one.visits for one in decision.considered] == [3, 3]
    deeper = make("rdeep(depth=2, samples=3)", GAME).decide(watch.information(1), rows(1))
    found = {GAME.faces[one.option]: one.value for one in deeper.considered}
    assert found == pytest.approx({"KD": 42 / 77, "10C": 30 / 77})  # the ten takes the jack, or not


def test_rdeeps_ties_are_broken_at_random() -> None:
    """24 orders of four, 4 800 drawn: each 200 times, 6 deviations of 14 (error rate 5e-8)."""
    row = rows(1)[PLAY]
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(4800):
        order = tuple(permutation(4, row))
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 24
    assert max(abs(n - 200) for n in seen.values()) < 84


def bare_clock(s: Any, decisions: int) -> int:
    return clock(s, decisions)


def bare_share(s: Any, me: int) -> float:
    return share(s, me)


def test_clock_and_share_of_schnapsen_are_tricks_and_points() -> None:
    watch = Watch(GAME.new(seed=2, match_target=1))
    clocks, shares = bind(bare_clock, GAME), bind(bare_share, GAME)
    row = rows(2)[PLAY]
    assert shares(watch.state.record_array[0], 0) == 0.5
    cards = 0
    while not watch.state.over:
        s: Any = watch.state.record_array[0]
        assert clocks(s, 99) == cards // 2
        points = [int(p) for p in s.points]
        if sum(points):
            assert shares(s, 0) == points[0] / sum(points) == pytest.approx(1 - shares(s, 1))
        code = watch.state.codes[below(row, len(watch.state.codes))]
        cards += code < 24
        watch.play(code)
    assert cards > 5


def test_clock_and_share_by_default_are_decisions_and_the_value() -> None:
    watch = Watch(POND.new(seed=5, players=3))
    assert not hasattr(POND.rules, "clock")
    assert not hasattr(POND.rules, "share")
    clocks, shares = bind(bare_clock, POND), bind(bare_share, POND)
    row = rows(2)[PLAY]
    seen = set()
    while not watch.state.over:
        s: Any = watch.state.record_array[0]
        for seat in range(watch.state.seats):
            worth = float(POND.rules.value(s, seat))
            assert shares(s, seat) == pytest.approx(0.5 + 0.5 * worth)
            seen.add(worth)
        assert [clocks(s, n) for n in (0, 1, 7)] == [0, 1, 7]
        watch.play(watch.state.codes[below(row, len(watch.state.codes))])
    assert len(seen) > 2


# ------------------------------------------------------------------------ the same however it runs

SPECS = ["ismcts(iterations=25)", "pimc(worlds=3, iterations=20)", "rdeep(samples=2)", "random"]
SPECS_OF_SCHNAPSEN = [*SPECS, "bully", "antibully", "mantis+antibully"]


def decisions() -> list[list[Any]]:
    """What all players decide in some positions, in a form that can be compared."""
    found = []
    for game, specs in ((GAME, SPECS_OF_SCHNAPSEN), (POND, SPECS)):
        for moves in (0, 6):
            info = opening(4, game, moves)
            for spec in specs:
                made = make(spec, game).decide(info, rows(6))
                found.append([game.name, moves, spec, json.loads(json.dumps(astuple(made)))])
    return found


def test_compiled_and_plain_search_decide_the_same() -> None:
    """To the last bit, visits, values and all."""
    assert plainly(decisions) == decisions()


@pytest.mark.parametrize("spec", SPECS_OF_SCHNAPSEN)
def test_the_generator_rows_decide_everything(spec: str) -> None:
    info = opening(4)
    player = make(spec, GAME)
    before = info.state.tobytes()
    first, again = player.decide(info, rows(6)), player.decide(info, rows(6))
    assert first == again
    assert info.state.tobytes() == before
    assert isinstance(first, Decision)
    if spec in ("random", "ismcts(iterations=25)"):
        assert len({player.decide(info, rows(seed)).option for seed in range(20)}) > 1
