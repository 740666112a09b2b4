"""OSLA, RHEA, flat Monte Carlo and MCTS: plain twins and known moves."""

from __future__ import annotations

import json
import math
from dataclasses import astuple
from typing import Any

import numpy as np
import pytest

import games
from arena import audit_player
from compiled import PLAY, below, bind, rows
from determinize import InformationSet, Watch
from players import UnknownPlayer, make
from players.search.flat import try_options
from players.search.ismcts import search
from players.search.mcts import MCTS, search_positions
from players.search.rdeep import in_turn
from players.search.rhea import evolve
from players.search.settings import NO_END, settings
from players.search.tree import NODES, new_counts, new_tree
from players.search.worlds import drawn
from tests.players.own_time import tried
from tests.players.plainly import plainly
from tests.players.positions import GAME as GRID
from tests.players.positions import Seen, plain, undecided

KUHN = games.load("kuhn")
POND = games.load("template")
PASS, BET = 0, 1


def opening(game: games.Game, seed: int = 3, moves: int = 0) -> InformationSet:
    """What the mover knows after so many random moves."""
    watch = Watch(game.new(seed=seed))
    row = rows(seed, 7)[PLAY]
    while moves or len(watch.state.codes) < 2:
        watch.play(watch.state.codes[below(row, len(watch.state.codes))])
        moves = max(0, moves - 1)
    return watch.information(watch.state.mover)


def dealt(hand: str, *moves: int) -> InformationSet:
    """Kuhn poker: what the mover knows who holds a card, after these moves."""
    for seed in range(100):
        watch = Watch(KUHN.new(seed=seed))
        for code in moves:
            watch.play(code)
        seat = watch.state.mover
        mine = watch.state.record_array[0].zone == KUHN.hand_of(seat)
        if KUHN.faces[int(KUHN.face_of[mine.argmax()])] == hand:
            return watch.information(seat)
    raise AssertionError(f"{hand} was never dealt")


# -------------------------------------------------------------------------------------------- osla


def test_osla_takes_what_stands_best_after_one_step() -> None:
    """In every twentieth position: one of the greatest values, and over the seeds each of them.

    One of up to nine that are alike is missed in 250 tries less than once in 10^12 times.
    """
    value, play = plain(GRID, "value"), plain(GRID, "play")
    player = make("osla(worlds=2)", GRID)
    several = 0
    for position in undecided()[::20]:
        after = {}
        for code in position.after:
            states = position.states.copy()
            play(states[0], code, rows(0))
            after[code] = value(states[0], position.mover)
        best = {code for code, one in after.items() if one == max(after.values())}
        decision = player.decide(Seen(position), rows(1))  # type: ignore[arg-type]
        assert decision.option in best
        found = {one.option: one.value for one in decision.considered}
        assert found == pytest.approx({code: 0.5 + 0.5 * one for code, one in after.items()})
        if len(best) > 1 and several < 5:
            several += 1
            decisions = [player.decide(Seen(position), rows(seed)) for seed in range(250)]  # type: ignore[arg-type]
            assert {one.option for one in decisions} == best
    assert several == 5


@pytest.mark.parametrize(("name", "apart"), [("osla", False), ("rdeep", True)])
def test_where_time_counts_options_are_tried_in_step_after_step_of_worlds(
    name: str, apart: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each option once in every world that was drawn; with ``rdeep`` each in worlds of its own.

    Kuhn poker after a bet: whoever calls, or folds, ends the game, and the heuristic is not asked.
    """
    met: dict[int, list[Any]] = {PASS: [], BET: []}

    def noted(info: InformationSet, n: int, rng: Any) -> Any:
        worlds = drawn(info, n, rng)
        half = len(worlds) // 2 if apart else 0
        met[PASS] += [world.copy() for world in worlds[: half or n]]
        met[BET] += [world.copy() for world in worlds[half:]]
        return worlds

    monkeypatch.setattr(f"players.search.{name}.drawn", noted)
    info = dealt("Q", BET)
    decision = make(f"{name}(seconds=0.002)", KUHN).decide(info, rows(1))
    assert info.options == (PASS, BET)
    for one in decision.considered:
        results = [result(world, one.option, info.seat) for world in met[one.option]]
        assert one.visits == len(results) >= 1
        assert one.value == pytest.approx(sum(results) / len(results))
    assert decision.worlds == sum(one.visits for one in decision.considered) / (2 - apart)


def test_osla_wins_at_once_if_it_can() -> None:
    winning = [one for one in undecided() if wins_now(one)]
    assert len(winning) > 1000
    assert not wrong_now(make("osla(worlds=1)", GRID), winning[::7])


def wins_now(position: Any) -> set[int]:
    """The options that make a line."""
    play = plain(GRID, "play")
    found = set()
    for code in position.after:
        states = position.states.copy()
        play(states[0], code, rows(0))
        if states[0].winner == position.mover + 1:
            found.add(code)
    return found


def wrong_now(player: Any, among: Any) -> list[Any]:
    """The positions in which a player does not win, though it could."""
    return [one for one in among if player.decide(Seen(one), rows(1)).option not in wins_now(one)]


# -------------------------------------------------------------------------------------------- flat


def test_flat_finds_what_options_are_worth_against_play_at_random() -> None:
    """Kuhn poker, the king to open. Betting: half fold (+1), half call (+2), so 1.5 in chips.

    Checking: half check (+1); half bet, and then the king folds (-1) or calls (+2) by chance: in
    all 0.75. Results lie within 2 chips, 20 000 play-outs in all: a mean of 10 000 is off by 0.03
    (as a result from 0 to 1) less than once in 10^10 times.
    """
    info = dealt("K")
    for spec in ("flat(iterations=20000)", "flat(iterations=20000, workers=2)"):
        decision = make(spec, KUHN).decide(info, rows(4))
        found = {one.option: one.value for one in decision.considered}
        assert found[BET] == pytest.approx(0.5 + 0.5 * 1.5 / 2, abs=0.03)
        assert found[PASS] == pytest.approx(0.5 + 0.5 * 0.75 / 2, abs=0.03)
        assert [one.visits for one in decision.considered] == [10000, 10000]
        assert decision.option == BET


@pytest.mark.parametrize("n", [1, 7, 100])
def test_equal_shares_are_equal(n: int) -> None:
    decision = make(f"flat(iterations={n})", GRID).decide(opening(GRID), rows(1))
    visits = [one.visits for one in decision.considered]
    assert sum(visits) == n
    assert max(visits) - min(visits) <= 1


def test_the_bound_gives_good_options_more_play_outs() -> None:
    info = dealt("K", BET)
    equal = make("flat(iterations=400)", KUHN).decide(info, rows(1))
    bandit = make("flat(iterations=400, select=ucb1)", KUHN).decide(info, rows(1))
    assert equal.option == bandit.option == BET
    assert bandit.considered[0].visits > 300 > equal.considered[0].visits
    assert bandit.considered[0].visits + bandit.considered[1].visits == 400


def test_options_meet_the_same_worlds() -> None:
    """Each option is tried in every world, and in the same ones: paired, not by turns."""
    info = dealt("Q", BET)  # folding loses the ante; calling wins or loses two by the other's card
    worlds = info.worlds(10, rows(2))
    for apart, option_worlds in ((0, [range(5), range(5)]), (5, [range(5), range(5, 10)])):
        visits, totals = np.zeros(2, np.int64), np.zeros(2)
        fills = {"next_option": in_turn} if apart else {}
        bind(try_options, KUHN, **fills)(
            worlds,
            apart,
            np.zeros(1, KUHN.dtype),
            info.seat,
            NO_END,
            0.0,
            np.array([PASS, BET]),
            visits,
            totals,
            10,
            rows(1),
        )
        assert visits.tolist() == [5, 5]
        called = [result(world, BET, info.seat) for world in worlds[list(option_worlds[1])]]
        folded = [result(world, PASS, info.seat) for world in worlds[list(option_worlds[0])]]
        assert totals.tolist() == pytest.approx([sum(folded), sum(called)])


def result(world: Any, code: int, seat: int) -> float:
    """A seat's result, from 0 to 1, after the last decision of a game of Kuhn poker."""
    out = np.zeros(KUHN.players[1])
    states = np.array([world])
    states = states.view(KUHN.dtype)
    plain(KUHN, "play")(states[0], code, rows(1))
    assert states[0].mover < 0
    plain(KUHN, "returns")(states[0], out)
    return float(0.5 + 0.5 * out[seat] / KUHN.rules.greatest_return(states[0]))


# -------------------------------------------------------------------------------------------- rhea


def evolved(
    game: games.Game, worlds: Any, first: list[int], length: int, evaluations: int, rng: Any
) -> tuple[list[int], list[float], dict[int, list[float]]]:
    """RHEA as its page tells it, with the same random numbers: genes, worths, all it found."""
    best: list[int] = []
    worths, played = [-math.inf], 0
    found: dict[int, list[float]] = {code: [] for code in first}
    for i in range(evaluations):
        at = (i + 1) // 2 % len(worlds)
        states, again = worlds[at : at + 1].copy(), i % 2 == 1
        child, came, kept = best.copy() or [0] * length, 0, 0
        if best:
            kept = length if again else below(rng[PLAY], played)
        positions = []
        for gene, option in in_positions(game, states[0], child, first, kept, rng):
            if option is not None:
                child[gene], came = option, gene + 1
            positions.append(standing(game, states[0], int(worlds[0].mover)))
        total = factors = 0.0
        factor = 1.0
        for one in positions:
            total += factor * one
            factors += factor
            factor *= 0.9
        found[child[0]].append(total / factors)
        if again:  # genes that are no options there are not taken over
            worths.append(total / factors)
        elif total / factors >= added(worths) / len(worths):
            best, worths, played = child, [total / factors], came
    return best, worths, found


def added(numbers: list[float]) -> float:
    """Their sum, one after the other, as a search adds them up."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def in_positions(
    game: games.Game, s: Any, genes: list[int], first: list[int], kept: int, rng: Any
) -> Any:
    """Play a sequence: after each gene its number and the option played, None when it was over."""
    play = plain(game, "play")
    me, deal = int(s.mover), int(s.round)
    for gene in range(len(genes)):
        chosen = None
        while chosen is None and s.mover >= 0 and s.round == deal:
            options = first if gene == 0 else options_of(game, s)
            if s.mover == me and (gene == 0 or len(options) > 1):
                chosen = genes[gene]
                if gene >= kept or chosen not in options:
                    chosen = options[below(rng[PLAY], len(options))]
                play(s, chosen, rng)
            else:
                play(s, options[below(rng[PLAY], len(options))], rng)
        yield gene, chosen


def options_of(game: games.Game, s: Any) -> list[int]:
    """All options: neither game has so many that some are not weighed, or foolish ones."""
    out = np.zeros(game.option_codes, np.int64)
    return [int(code) for code in out[: plain(game, "legal")(s, out)]]


def standing(game: games.Game, s: Any, seat: int) -> float:
    """A seat's result, or the heuristic, from 0 to 1."""
    out = np.zeros(game.players[1])
    if s.mover >= 0:
        return float(0.5 + 0.5 * plain(game, "value")(s, seat))
    plain(game, "returns")(s, out)
    greatest = getattr(game.rules, "greatest_return", lambda s: game.best_return)
    return float(0.5 + 0.5 * out[seat] / greatest(s))


@pytest.mark.parametrize(
    ("game", "moves", "length"), [(GRID, 0, 10), (GRID, 4, 3), (KUHN, 0, 10), (KUHN, 1, 1)]
)
def test_rhea_is_as_its_page_tells(game: games.Game, moves: int, length: int) -> None:
    for seed in (1, 2, 3):
        info = opening(game, seed, moves)
        worlds, first = info.worlds(20, rows(seed)), list(info.options)
        best, worth, counts = np.zeros(length, np.int64), np.zeros(2), np.zeros(2, np.int64)
        visits, totals = np.zeros(len(first), np.int64), np.zeros(len(first))
        rng = rows(seed, 1)
        for step in (1, 60, 39):  # however it is cut into steps
            bind(evolve, game)(
                best,
                worth,
                counts,
                worlds,
                np.zeros(1, game.dtype),
                np.array(first),
                0.9,
                visits,
                totals,
                step,
                rng,
            )
        twin, worths, found = evolved(game, worlds, first, length, 100, rows(seed, 1))
        assert best.tolist() == twin
        assert worth.tolist() == [added(worths), len(worths)]
        assert visits.tolist() == [len(found[code]) for code in first]
        assert totals.tolist() == pytest.approx([sum(found[code]) for code in first])


def test_the_best_sequence_and_its_children_meet_all_worlds() -> None:
    """Also when there are so few, or an even number, that worlds come again."""
    info = dealt("Q", BET)
    worlds = info.worlds(20, rows(1))
    other = KUHN.hand_of(1 - info.seat)
    _, distinct = np.unique((worlds["zone"] == other).argmax(axis=1), return_index=True)
    worlds = worlds[distinct]
    assert len(worlds) == 2
    best, scratch = np.zeros(3, np.int64), np.zeros(1, KUHN.dtype)
    worth, totals = np.zeros(2), np.zeros(2)
    counts, visits = np.zeros(2, np.int64), np.zeros(2, np.int64)
    met: list[int] = []
    for _ in range(9):
        bind(evolve, KUHN)(
            best, worth, counts, worlds, scratch, np.array([PASS, BET]), 0.9,
            visits, totals, 1, rows(1),
        )  # fmt: skip
        met.append(int((scratch[0]["zone"] == other).argmax()))
    assert len(set(met[::2])) == len(set(met[1::2])) == 2
    assert met[1::2] == met[2::2]  # a child where the best was just evaluated


def test_rhea_wins_at_once_and_the_sooner_the_better() -> None:
    """A win now is worth 1 whatever the length: no sequence that wins later reaches that."""
    winning = [one for one in undecided() if wins_now(one)]
    for spec in ("rhea(iterations=300)", "rhea(iterations=300, length=3, discount=0.5)"):
        player = make(spec, GRID)
        assert not wrong_now(player, winning[::29])
        one = player.decide(Seen(winning[0]), rows(1)).considered[0]  # type: ignore[arg-type]
        assert one.option in wins_now(winning[0])
        assert one.value == 1.0


@pytest.mark.parametrize("workers", [1, 3])
def test_rhea_tells_what_it_evaluated(workers: int) -> None:
    info = opening(GRID)
    decision = make(f"rhea(iterations=50, workers={workers})", GRID).decide(info, rows(1))
    assert sum(one.visits for one in decision.considered) == 50
    assert decision.option == decision.considered[0].option
    line = decision.considered[0].line  # own options that came to be played; a forced one is none
    assert 1 <= len(line) <= 3
    assert len({decision.option, *line}) == 1 + len(line)


# -------------------------------------------------------------------------------------------- mcts


def grown(template: Any, game: Any, world: Any, first: Any, nodes: int = 2000) -> Any:
    """A tree of 1500 iterations."""
    tree, counts = new_tree(nodes), new_counts()
    how, scratch = settings(0.7)[0], np.zeros(1, world.dtype)
    if template is search:
        bind(search, game)(tree, counts, world, scratch, first, how, 1500, rows(5))
    else:
        positions = np.zeros(nodes, world.dtype)
        positions[:1] = world
        kernel = bind(search_positions, game)
        kernel(tree, positions, counts, scratch, first, how, 1500, rows(5))
    return tree[: int(counts[NODES])]


@pytest.mark.parametrize("game", [GRID, KUHN])
@pytest.mark.parametrize("nodes", [2000, 100])
def test_without_chance_open_and_closed_loop_build_one_tree(game: games.Game, nodes: int) -> None:
    """Node by node, also when the tree has been full and was pruned."""
    for seed in (1, 2):
        info = opening(game, seed)
        world, first = info.worlds(1, rows(seed)), np.array(info.options)
        trees = [grown(one, game, world, first, nodes) for one in (search, search_positions)]
        assert trees[0].tobytes() == trees[1].tobytes()
        assert trees[0][0].visits == 1500


LOT = np.dtype(
    (
        np.record,
        [(name, np.int64) for name in ("mover", "round", "seats", "decision", "won", "drawn")],
    )
)
"""One player: 1 wins 0.2 for certain; 0 draws a lot, which wins or loses 1 when it is shown."""


class Lottery:
    """The functions of that game."""

    name = "lottery"

    def __init__(self) -> None:
        self.parts = {
            "legal": lot_legal,
            "play": lot_play,
            "returns": lot_returns,
            "value": lot_value,
            "OPTION_CODES": 2,
            "SEATS": 1,
            "BEST_RETURN": 1.0,
        }


def lot_legal(s: Any, out: Any) -> int:
    out[0], out[1] = 0, 1
    return 2 - int(s.drawn)


def lot_play(s: Any, action: int, rng: Any) -> None:
    if s.drawn or action == 1:
        s.mover = -1
    else:
        s.drawn, s.won = 1, below(rng[PLAY], 2)


def lot_returns(s: Any, out: Any) -> None:
    out[0] = 2.0 * s.won - 1.0 if s.drawn else 0.2


def lot_value(s: Any, me: int) -> float:
    return 0.0


def test_an_open_loop_averages_over_chance_and_a_closed_one_believes_its_draw() -> None:
    world = np.zeros(1, LOT)
    world["seats"] = 1
    first = np.array([0, 1])
    lots = [
        next(node for node in grown(template, Lottery(), world, first)[1:3] if node.action == 0)
        for template in (search, search_positions)
    ]
    assert lots[0].visits > 100
    # 6 deviations of a half by the root of the visits: error rate 2e-9
    assert lots[0].reward / lots[0].visits == pytest.approx(0.5, abs=3 / math.sqrt(lots[0].visits))
    assert lots[1].reward / lots[1].visits in (0.0, 1.0)


def test_without_rollouts_a_new_node_is_worth_its_heuristic_value() -> None:
    info = opening(GRID)
    for loop in ("open", "closed"):
        player = make(f"mcts(iterations=1, rollouts=no, loop={loop})", GRID)
        [one] = player.decide(info, rows(1)).considered
        states = info.worlds(1, rows(1))
        plain(GRID, "play")(states[0], one.option, rows(1))
        assert one.value == 0.5 + 0.5 * plain(GRID, "value")(states[0], info.seat)


def test_the_papers_settings() -> None:
    tag, lotr = MCTS.tag(), MCTS.lotr(playout="bully")
    assert (tag.loop, tag.rollouts, lotr.loop, lotr.rollouts) == ("closed", False, "open", True)
    assert (lotr.iterations, lotr.exploration) == (40, math.sqrt(2))
    for player in (tag, MCTS.lotr()):
        decision = player.decide(opening(GRID), rows(1))
        assert sum(one.visits for one in decision.considered) == player.iterations


# -------------------------------------------------------------------------------- known best moves


@pytest.mark.parametrize("spec", ["flat", "flat(select=ucb1)", "rhea", "mcts", "mcts(loop=closed)"])
def test_the_king_calls_and_the_jack_folds(spec: str) -> None:
    """Kuhn poker after a bet: what is right whatever the other holds, in whatever world."""
    for hand, right in (("K", BET), ("J", PASS)):
        for seed in range(5):
            assert make(spec, KUHN).decide(dealt(hand, BET), rows(seed)).option == right


# -------------------------------------------------------------------------------------- bad values


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("osla(worlds=0)", "worlds cannot be 0: 1 to 100000"),
        ("osla(seconds=-1)", "seconds cannot be -1.0: up to 3600, or 0 for so many worlds"),
        ("rdeep(seconds=nan)", "seconds cannot be nan: up to 3600, or 0 for so many samples"),
        ("rhea(length=0)", "length cannot be 0: 1 to 1000"),
        ("rhea(discount=0)", "discount cannot be 0.0: above 0, up to 1"),
        ("rhea(discount=nan)", "discount cannot be nan"),
        ("rhea(playout=well)", "playout cannot be 'well': for Tic-Tac-Toe one of random"),
        ("flat(select=best)", "select cannot be 'best': one of equal, ucb1"),
        ("flat(depth=-1)", "depth cannot be -1"),
        ("mcts(loop=round)", "loop cannot be 'round': open or closed"),
        ("mcts(depth=5, rollouts=no)", "depth cannot be 5 without rollouts: 0"),
        ("mcts(nodes=0)", "nodes cannot be 0"),
        ("mcts(select=ucb)", "select cannot be 'ucb': one of ucb1, ucb1-tuned"),
        ("mcts(iterations=2, workers=3)", "at least one for each worker"),
    ],
)
def test_what_cannot_be_is_refused(spec: str, complaint: str) -> None:
    with pytest.raises(UnknownPlayer, match=complaint):
        make(spec, GRID)


# ------------------------------------------------------------------------ the same however it runs

SPECS = [
    "osla(worlds=3)",
    "rhea(iterations=20)",
    "flat(iterations=20)",
    "flat(iterations=20, select=ucb1, depth=2)",
    "mcts(iterations=30)",
    "mcts(iterations=30, loop=closed, depth=1)",
    "mcts(iterations=60, loop=closed, nodes=20, rollouts=no)",
]


def decisions() -> list[list[Any]]:
    """What all of them decide in some positions, in a form that can be compared."""
    found = []
    for game in (GRID, KUHN):
        for moves in (0, 1):
            info = opening(game, 4, moves)
            for spec in SPECS:
                made = make(spec, game).decide(info, rows(6))
                found.append([game.name, moves, spec, json.loads(json.dumps(astuple(made)))])
    return found


def test_compiled_and_plain_planners_decide_the_same() -> None:
    """To the last bit, visits, values and all."""
    assert plainly(decisions) == decisions()


@pytest.mark.parametrize("spec", [*SPECS, "rhea(iterations=20, workers=2)", "flat(workers=3)"])
def test_the_generator_rows_decide_everything(spec: str) -> None:
    info = opening(KUHN, 4)
    player = make(spec, KUHN)
    before = info.state.tobytes()
    assert player.decide(info, rows(6)) == player.decide(info, rows(6))
    assert info.state.tobytes() == before


@pytest.mark.parametrize("spec", SPECS)
def test_none_of_them_peeks(spec: str) -> None:
    assert audit_player(KUHN, make(spec, KUHN), positions=6, worlds=4).passed


@pytest.mark.parametrize(
    "spec", [f"{name}(seconds=0.05)" for name in ("osla", "rdeep", "rhea", "flat", "mcts")]
)
def test_they_think_as_long_as_they_are_told(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than the one evaluation that every search makes; how exactly is the budget's test."""
    assert tried(make(spec, GRID), opening(GRID), monkeypatch) > 100
