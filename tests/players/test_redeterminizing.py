"""Re-determinizing search: opponents decide by what they know, and not by the searcher's cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import games
from compiled import bind, rows
from determinize import InformationSet, Watch
from games.kit.events import ALL, Deduction
from players import Decision, make
from players.search.imagined import hand_codes, prune_below, zobrist
from players.search.redeterminizing import _hands, search_redeterminizing
from players.search.reuse import new_trees
from players.search.settings import settings
from players.search.tree import NODES
from tests.players.test_observers import nodes_of
from tests.players.test_search import GAME, POND, as_nodes
from tests.players.test_search_tree import descents, grown, visited

KUHN, LEDUC = games.load("kuhn"), games.load("leduc")

# ------------------------------------------------------------------- what opponents cannot know


def kuhn(mine: str, theirs: str, known: bool, facts: Sequence[Deduction] = ()) -> InformationSet:
    """The first to bet; ``known``: the opponent's card has been seen."""
    seen = {theirs: [0]} if known else {}
    cards = {"hand 0": [mine], "hand 1": [theirs], "out": ["10", "A"]}
    state = KUHN.arrange(
        cards, sizes={"deck": 1}, mover=0, decision="open", known=seen, facts=facts
    )
    return Watch(state).information(0)


def leduc_bluff() -> InformationSet:
    """Two jacks, a king on the board; seat 0 has seen the other jack, and may bet."""
    cards = {"hand 0": ["J"], "hand 1": ["J"], "board": ["K"], "out": ["10", "10", "A", "A"]}
    state = LEDUC.arrange(
        cards, sizes={"deck": 3}, second=1, mover=0, decision="open", added=[2, 2, 0, 0],
        known={"J": [0]},
    )  # fmt: skip
    return Watch(state).information(0)


def chips(decision: Decision, info: InformationSet, most: float) -> dict[str, float]:
    """What each option is expected to win."""
    said = info.game.words.option
    return {said(info.state, one.option): (2 * one.value - 1) * most for one in decision.considered}


@pytest.mark.parametrize("seed", range(3))
def test_a_king_that_the_opponent_cannot_see_is_paid(seed: int) -> None:
    """Who holds J folds; who holds Q has to call, since the bettor may hold J: 1/2 * 2 + 1/2 * 1.

    ISMCTS takes it that the queen folds as well: to its opponent the bet is a king's, always.
    """
    for known, worth in ((True, 2.0), (False, 1.5)):
        info = kuhn("K", "Q", known)
        for name in ("ismcts", "mo-ismcts"):
            won = chips(make(f"{name}(iterations=2000)", KUHN).decide(info, rows(seed)), info, 2)
            assert won["bet"] == pytest.approx(1.0, abs=0.06)
        decision = make("ris-mcts(iterations=2000)", KUHN).decide(info, rows(seed))
        assert KUHN.words.option(info.state, decision.option) == "bet"
        assert chips(decision, info, 2)["bet"] == pytest.approx(worth, abs=0.08)


@pytest.mark.parametrize(("audience", "worth"), [(ALL, 1.0), (0b01, 2.0)])
def test_an_opponent_knows_what_everybody_knows(audience: int, worth: float) -> None:
    """That the bettor has no jack: if all know it the queen folds, if only the bettor, it calls."""
    lacks = Deduction((KUHN.hand_of(0),), {KUHN.face("J"): 1}, 0, 0, "no jack", audience)
    for seed in range(3):
        info = kuhn("K", "Q", True, [lacks])
        decision = make("ris-mcts(iterations=2000)", KUHN).decide(info, rows(seed))
        assert chips(decision, info, 2)["bet"] == pytest.approx(worth, abs=0.08)


def test_with_few_nodes_opponents_do_not_reply_by_chance() -> None:
    """The king against a queen that knows: with room for four nodes a bet looked worth 1.5."""
    info = kuhn("K", "Q", True)
    for seed in range(3):
        decision = make("ris-mcts(iterations=2000, nodes=1)", KUHN).decide(info, rows(seed))
        assert chips(decision, info, 2)["bet"] == pytest.approx(2.0, abs=0.08)


@pytest.mark.parametrize("seed", range(3))
def test_a_bluff_is_worthless_against_who_knows_and_wins_against_who_does_not(seed: int) -> None:
    """J against J, K on the board: who does not know what bets has three cards of four against it.

    By the rules the fold wins 3 chips; ISMCTS sees the call that a jack would make against a jack,
    and the pot shared.
    """
    info = leduc_bluff()
    for name in ("ismcts", "mo-ismcts"):
        won = chips(make(f"{name}(iterations=2000)", LEDUC).decide(info, rows(seed)), info, 13)
        assert won["bet"] == pytest.approx(0.0, abs=0.2)
    decision = make("ris-mcts(iterations=2000)", LEDUC).decide(info, rows(seed))
    assert LEDUC.words.option(info.state, decision.option) == "bet"
    assert chips(decision, info, 13)["bet"] == pytest.approx(3.0, abs=0.7)


def test_what_an_opponent_finds_is_the_same_whatever_the_searcher_holds() -> None:
    """A queen that is bet at: folding loses 1; calling wins 2 against J, loses 2 against K.

    So it stands in its tree if the searcher has bet the jack, and if it has bet the king.
    """
    for mine in ("J", "K"):
        info = kuhn(mine, "Q", True)
        worlds, codes = info.worlds(1000, rows(1)), zobrist(len(KUHN.zones), len(KUHN.faces))
        hands, apart = _hands(info, worlds, codes)
        assert apart.all()
        trees, counts = new_trees(4, 5000)
        bind(search_redeterminizing, KUHN)(
            trees, counts, worlds, np.zeros(2, KUHN.dtype), np.array([1]), settings(0.7)[0], 4000,
            rows(2), hands, np.zeros((len(KUHN.zones), len(KUHN.faces)), np.bool_), codes, apart,
        )  # fmt: skip
        [hand] = nodes_of(trees[1]).children.values()
        [bet] = hand.children.values()
        values = {code: (node.reward / node.visits - 0.5) * 4 for (code, _), node in
                  bet.children.items()}  # fmt: skip
        assert values[0] == pytest.approx(-1.0)
        assert values[1] == pytest.approx(0.0, abs=0.12)  # 4000 of +-2: 3.8 deviations


def test_statistics_are_kept_apart_for_hands_if_they_are_few() -> None:
    for game, n, expected in ((KUHN, 1000, 2), (LEDUC, 1000, 3), (LEDUC, 64, 1), (GAME, 1000, 1)):
        info = Watch(game.new(seed=1)).information(0)
        codes = zobrist(len(game.zones), len(game.faces))
        hands, apart = _hands(info, info.worlds(n, rows(1)), codes)
        assert len(np.unique(hands[:, 1])) == expected
        assert apart.all() == (expected > 1)


def test_codes_of_hands_tell_hands_apart_and_nothing_else() -> None:
    """Leduc: by faces, not by copies; the order of the deck and others' cards do not matter."""
    info = Watch(LEDUC.new(seed=1)).information(0)
    worlds, codes = info.worlds(300, rows(1)), zobrist(len(LEDUC.zones), len(LEDUC.faces))
    out = np.zeros((300, 2), np.int64)
    bind(hand_codes, LEDUC, compiled=False)(worlds, codes, out)
    held: dict[int, set[int]] = {}
    for world, code in zip(worlds, out[:, 1].tolist(), strict=True):
        [card] = np.flatnonzero(world["zone"] == LEDUC.hand_of(1))
        held.setdefault(code, set()).add(int(LEDUC.face_of[card]))
    assert all(len(faces) == 1 for faces in held.values())
    assert len(held) == len(set.union(*held.values())) == 3
    assert len(set(out[:, 0].tolist())) == 1


# ------------------------------------------------------------------------------------- memory


@hypothesis_settings(deadline=None)
@given(descents, st.lists(st.integers(0, 30), max_size=60))
def test_what_is_pruned_goes_with_all_below_it(below: list[list[int]], more: list[int]) -> None:
    """Also where children are visited more often than their parents."""
    tree, nodes = grown(below)
    for at, visits in enumerate(more[: nodes - 1], 1):
        tree[at].visits += visits
    before = visited(tree)
    left = prune_below(tree, nodes, np.empty(nodes, np.int64))
    after = visited(tree)
    assert len(after) == left
    assert after.items() <= before.items()
    assert {path for path in before if len(path) <= 1} <= set(after)
    root_children = sum(len(path) == 1 for path in before)
    assert left <= max(nodes // 2, 1) + root_children + 1
    for path in before.keys() - after.keys():
        deeper = [other for other in after if other[: len(path)] == path]
        assert not deeper
    gone = [before[p][0] for p in before.keys() - after.keys() if p[:-1] in after]
    deep = [seen[0] for path, seen in after.items() if len(path) > 1]
    assert not gone or not deep or max(gone) < min(deep)


@pytest.mark.parametrize(("game", "players"), [(POND, 3), (LEDUC, 2)])
@pytest.mark.parametrize("room", [40, 150])
def test_a_search_goes_on_when_its_trees_are_full(
    game: games.Game, players: int, room: int
) -> None:
    """The root's numbers add up as ever, and no tree has more nodes than there is room for."""
    info = Watch(game.new(seed=5, players=players)).information(0)
    worlds, codes = info.worlds(300, rows(4)), zobrist(len(game.zones), len(game.faces))
    hands, apart = _hands(info, worlds, codes)
    trees, counts = new_trees(2 * players, room)
    rng, fullest, lost = rows(5), 0, 0
    for step in range(1, 61):
        bind(search_redeterminizing, game)(
            trees, counts, worlds, np.zeros(2, game.dtype), np.array(info.options),
            settings(0.7)[0], 10, rng, hands,
            np.zeros((len(game.zones), len(game.faces)), np.bool_), codes, apart,
        )  # fmt: skip
        fullest = max(fullest, int(counts[:, NODES].max()))
        root = as_nodes(trees[0])
        assert root.visits == 10 * step
        found = sum(child.visits for child in root.children.values())
        lost = 10 * step - found
        for node in root.children.values():
            assert 0.0 <= node.reward <= node.visits <= node.availability
    assert fullest == room
    assert lost <= (0 if room > 100 else 300)  # descents that found no room at the root
