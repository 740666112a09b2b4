"""Environments: PettingZoo's own tests, and observations of what a seat knows and no more."""

from __future__ import annotations

import contextlib
import copy
import io
import random
import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.state_test import test_state_space as state_space_test

import games
from compiled import below, rows
from determinize import Watch
from determinize.holdings import card_held_by_player, card_not_held_by_player, seen_cards
from games.kit.fields import public
from games.relaid import relaid
from games.view import masked
from tests.games.toys import toy
from unseen.adapters.pettingzoo import Environment, env
from unseen.adapters.pettingzoo.observation import Observer


def seats(game: games.Game, preset: str) -> tuple[int, ...]:
    """The numbers of players that are tried: by the default preset all, by others two of them."""
    fit = game.seats_by(game.rules_of(preset))
    return fit if preset == game.preset else tuple(dict.fromkeys((fit[0], fit[-1])))


TABLES = [
    (name, players, preset)
    for name in games.names()
    for preset in games.load(name).presets
    for players in seats(games.load(name), preset)
]
"""Every game of the registry, every preset, the numbers of players that it is for."""

EXPECTED = "Observation space for each agent probably should be|Observation is not a NumPy array"
"""What `api_test` says of every observation that is a dictionary and not PettingZoo's own."""


def quietly(test: Any, *arguments: Any, **named: Any) -> None:
    """Run a test of PettingZoo, which prints; any warning but those expected is a failure."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", EXPECTED)
        test(*arguments, **named)


def steps(table: Environment, seed: int, *, most: int = 100_000) -> Iterator[str]:
    """Play at random to the end, handing out each agent before it acts."""
    row = rows(seed, 3)[0]
    for agent in table.agent_iter(most):
        yield agent
        if table.terminations[agent] or table.truncations[agent]:
            table.step(None)
        else:
            codes = np.flatnonzero(table.observe(agent)["action_mask"])
            table.step(codes[below(row, len(codes))])


def same(a: Any, b: Any) -> bool:
    """Whether two observations are the same, types and all."""
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def test_pettingzoo_can_time_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five seconds of games, one after another, as PettingZoo measures turns a second."""
    clock = time.time  # eight times as fast: two thirds of a second are enough to play in
    monkeypatch.setattr(time, "time", lambda: 8 * clock())
    performance_benchmark(env("clue", players=4))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players", "preset"), TABLES)
def test_pettingzoo_finds_no_fault(name: str, players: int, preset: str) -> None:
    def made(**settings: Any) -> Environment:
        return Environment(name, players=players, preset=preset, **settings)

    quietly(api_test, made(), num_cycles=30)
    quietly(seed_test, made, num_cycles=20)
    quietly(state_space_test, made())
    quietly(render_test, made)


@pytest.mark.parametrize("settings", [
    {"knowledge": "matrix"}, {"knowledge": "belief"}, {"flat": True}, {"skip_forced": True},
    {"truncate_after": 7}, {"words": True}, {"flat": True, "knowledge": "belief"},
])  # fmt: skip
@pytest.mark.parametrize("name", games.names())
def test_no_fault_however_it_is_set(name: str, settings: dict[str, Any]) -> None:
    players = seats(games.load(name), games.load(name).preset)[-1]
    cycles = min(12, 40 // players) if "knowledge" in settings else 12  # beliefs of many are dear
    quietly(api_test, env(name, players=players, **settings), num_cycles=cycles)
    quietly(seed_test, lambda: env(name, players=players, **settings), num_cycles=cycles)


@pytest.mark.parametrize(
    ("name", "players", "preset", "knowledge"),
    [(*table, "table") for table in TABLES]
    + [(*table, "belief") for table in TABLES if table[2] == games.load(table[0]).preset],
)
def test_an_observation_depends_on_nothing_hidden(
    name: str, players: int, preset: str, knowledge: str
) -> None:
    """The same from the true state, from the seat's view, and from any other state like it.

    At each move three seats are asked in turn, so that it is the mover and bystanders alike.
    """
    game = games.load(name)
    chances, most = rows(5)[0], {"table": 40, "belief": 10}[knowledge]
    watch = Watch(game.new(players=players, seed=11, preset=preset))
    observer = Observer(game, players, knowledge)
    moves = hidden = 0
    while not watch.state.over and moves < most:
        for seat in sorted({(moves + i) % players for i in range(3)}):
            information = None if knowledge == "table" else watch.information(seat)
            states = watch.state.record_array
            seen = observer.observe(states, seat, information)
            assert observer.space.contains(seen)
            view = masked(game, states, seat)
            twin = relaid(game, states, seat, chances)
            assert same(seen, observer.observe(view, seat, information))
            assert same(seen, observer.observe(twin, seat, information))
            hidden += not np.array_equal(twin["zone"], states["zone"])
            if information is not None:
                dealt = information.worlds(1, rows(3, moves))
                assert same(seen, observer.observe(dealt, seat, information))
        codes = watch.state.codes
        watch.play(codes[below(chances, len(codes))])
        moves += 1
    assert (hidden > 0) == game.hides, "something was hidden, where anything can be"


def test_an_observation_tells_what_the_seat_sees() -> None:
    """The template: one card looked at on top of the pond, hands and cards laid open."""
    state = games.load("template").arrange(
        {"pond": ["eel", "pike", "sturgeon"], "hand 0": ["perch"], "hand 1": ["pike"]},
        sizes={"laid 0": 7},
    )
    state.play("look")
    seen, other = (Observer(state.game, 2, "table").observe(state.record_array, seat, None)
                   for seat in range(2))  # fmt: skip
    zones = state.game.zones
    assert seen["cards_at_depths"].tolist() == [[-1, -1, 3] + [-2] * 9]
    assert other["cards_at_depths"].tolist() == [[-1, -1, -1] + [-2] * 9]
    assert seen["zone_sizes"][[zones["pond"], zones["hand"], zones["hand"] + 1]].tolist() == [
        3,
        1,
        1,
    ]
    assert seen["known_cards"][zones["hand"]].tolist() == [1, 0, 0, 0]
    assert not other["known_cards"][zones["hand"]].any()
    assert other["known_cards"][zones["hand"] + 1].tolist() == [0, 0, 1, 0]
    assert seen["known_cards"][zones["laid"]].sum() == 7
    assert (seen["own_seat"].item(), other["own_seat"].item()) == (0, 1)
    assert seen["rules"].tolist() == [2, 2, 1]
    assert seen["decision"].item() == state.game.decisions["LOOKED"]


def test_private_rows_go_to_their_seats_and_secrets_to_nobody() -> None:
    game = toy()
    states = np.zeros(1, game.dtype)
    states["seats"] = 3
    states["bid"][0] = [4, 5, 6]
    states["fate"] = 9
    for seat in range(3):
        seen = Observer(game, 3, "table").observe(states, seat, None)
        assert seen["bid"].tolist() == [4 + seat]
        assert "fate" not in seen


def test_a_field_cannot_have_the_name_of_an_array() -> None:
    with pytest.raises(ValueError, match="Toy has a field named 'own_seat'"):
        Observer(toy(fields=(public("own_seat"),)), 2, "table")


def test_knowledge_is_that_of_the_seats_ledger() -> None:
    game = games.load("template")
    table = env("template", players=3, knowledge="belief")
    table.reset(seed=4)
    watch = Watch(game.new(players=3, seed=4))
    compared = 0
    for _ in steps(table, 1):
        for _, code in table.record().moves[len(watch.state.history) :]:
            watch.play(code)
        for seat, each in enumerate(table.possible_agents):
            seen, information = table.observe(each)["observation"], watch.information(seat)
            assert (seen["card_held_by_player"] == card_held_by_player(information)).all()
            assert (seen["card_not_held_by_player"] == card_not_held_by_player(information)).all()
            assert (seen["seen_cards"] == seen_cards(information)).all()
            for zone in range(len(game.zones)):
                assert seen["probabilities"][:, zone] == pytest.approx(information.expected(zone))
        compared += 1
    assert watch.state.over
    assert compared > 10


@pytest.mark.parametrize(("name", "players", "preset"), TABLES)
def test_quick_and_watched_games_are_the_same_to_the_last_bit(
    name: str, players: int, preset: str
) -> None:
    quick = env(name, players=players, preset=preset)
    watched = env(name, players=players, preset=preset, knowledge="matrix")
    for table in (quick, watched):
        table.reset(seed=21)
    row = rows(2)[0]
    for _ in range(150):
        assert quick.agent_selection == watched.agent_selection
        assert quick.played.states.tobytes() == watched.played.states.tobytes()
        assert quick.rewards == watched.rewards
        assert quick.infos == watched.infos
        codes = quick.played.codes
        assert codes.tolist() == watched.played.codes.tolist()
        if not len(codes):
            assert all(quick.terminations.values())
            break
        code = codes[below(row, len(codes))]
        quick.step(code)
        watched.step(code)
    assert quick.record() == watched.record()
    played_again = quick.record().replay()
    assert played_again.record_array.tobytes() == quick.played.states.tobytes()


def test_named_arrays_and_flat_ones_say_the_same() -> None:
    named, flat = env("template", players=3), env("template", players=3, flat=True)
    for table in (named, flat):
        table.reset(seed=2)
    for agent in named.possible_agents:
        row = flat.observe(agent)["observation"]
        arrays = named.observe(agent)["observation"]
        assert sorted(flat.parts) == sorted(arrays)
        assert sum(array.size for array in arrays.values()) == row.size
        for name, array in arrays.items():
            assert (row[flat.parts[name]] == array.ravel()).all()


# ------------------------------------------------------------------------------ the course of play


def test_rewards_are_the_returns_at_the_end_and_nothing_before() -> None:
    table = env("schnapsen", match_target=1)
    for seed in range(5):
        table.reset(seed=seed)
        told: dict[str, float] = {}
        for agent in steps(table, seed):
            _, reward, termination, truncation, _ = table.last()
            assert not truncation
            if termination:
                told[agent] = reward
            else:
                assert reward == 0
        assert tuple(told.values()) == table.record().replay().returns
        assert table.agents == []


def test_only_the_agent_to_move_has_options() -> None:
    table = env("template", players=4)
    table.reset(seed=3)
    for agent in steps(table, 3):
        for each in table.possible_agents:
            mask = table.observe(each)["action_mask"]
            if each == agent and not table.terminations.get(each, True):
                assert np.flatnonzero(mask).tolist() == table.played.codes.tolist()
            else:
                assert not mask.any()


def test_the_same_seed_is_the_same_game_and_the_same_series() -> None:
    first, second = env("template", players=3), env("template", players=3)
    shown = []
    for table in (first, second):
        table.reset(seed=8)
        series = [table.played.states.tobytes()]
        for _ in range(3):
            table.reset()
            series.append(table.played.states.tobytes())
        shown.append(series)
    assert shown[0] == shown[1]
    assert len(set(shown[0])) == 4, "without a seed successive games differ"
    start = games.load("template").new(players=3, seed=8)
    assert shown[0][0] == start.record_array.tobytes(), "the seed is the game's own"
    fresh = [env("template", players=3) for _ in range(2)]
    for table in fresh:
        table.reset()
    assert fresh[0].played.seed != fresh[1].played.seed


def test_an_action_that_is_no_option_changes_nothing() -> None:
    table = env("template", players=2)
    table.reset(seed=1)
    before = table.played.states.tobytes(), table.agent_selection, table.observe("player_0")
    wrong = [c for c in range(15) if not before[2]["action_mask"][c]]
    for action in (wrong[0], -1, 15, None, 2.0, "look", np.float64("nan"), True):
        with pytest.raises(ValueError, match=r"is no option of player_0: \d+ \(ask for"):
            table.step(action)
    assert table.played.states.tobytes() == before[0]
    assert table.agent_selection == before[1]
    assert same(table.observe("player_0"), before[2])
    table.step(np.int32(np.flatnonzero(before[2]["action_mask"])[0]))


def test_an_illegal_action_can_end_the_game_instead() -> None:
    table = env("template", players=3, illegal_reward=-2)
    table.reset(seed=1)
    agent = table.agent_selection
    wrong = int(np.flatnonzero(table.observe(agent)["action_mask"] == 0)[0])
    with contextlib.redirect_stdout(io.StringIO()):
        table.step(wrong)
    assert table.rewards == {"player_0": -2.0, "player_1": 0, "player_2": 0}
    for _ in range(3):
        table.step(None)
    assert table.agents == []


def test_steps_out_of_turn_are_refused() -> None:
    table = env("template", players=2)
    for early in (
        lambda: table.step(0),
        lambda: table.observe("player_0"),
        table.last,
        table.state,
        table.render,
        table.record,
    ):
        with pytest.raises(RuntimeError, match=r"no game has begun: call reset\(\)"):
            early()
    table.reset(seed=1)
    with pytest.raises(ValueError, match="there is no agent 'player_2': player_0, player_1"):
        table.observe("player_2")
    for agent in steps(table, 1):
        if table.terminations[agent]:
            with pytest.raises(ValueError, match="only valid action is None"):
                table.step(0)
    with pytest.raises(RuntimeError, match="all agents are done"):
        table.step(None)


def test_forced_steps_can_be_passed_over() -> None:
    """The same decisions with a choice, in the same order, and the same end."""
    every, chosen = env("template", players=2), env("template", players=2, skip_forced=True)
    for seed in range(5):
        for table in (every, chosen):
            table.reset(seed=seed)
        random.seed(seed)
        while not any(every.terminations.values()):
            codes = every.played.codes.tolist()
            if len(codes) > 1:
                assert chosen.agent_selection == every.agent_selection
                assert chosen.played.states.tobytes() == every.played.states.tobytes()
                code = random.choice(codes)
                chosen.step(code)
            else:
                [code] = codes
            every.step(code)
        assert chosen.rewards == every.rewards
        assert chosen.record() == every.record()


def test_a_game_can_be_broken_off() -> None:
    table = env("schnapsen", truncate_after=5)
    table.reset(seed=1)
    played = 0
    for agent in steps(table, 1):
        done = played == 5
        assert table.truncations == dict.fromkeys(table.agents, done)
        assert not any(table.terminations.values())
        assert not done or not table.observe(agent)["action_mask"].any()
        played += not done
    assert table.agents == []
    assert len(table.record().moves) == played == 5


def test_options_of_a_reset_hold_for_that_game() -> None:
    table = env("template", players=2, rounds=3)

    def rules() -> list[int]:
        return table.observe("player_0")["observation"]["rules"].tolist()

    table.reset(seed=1, options={"preset": "blind", "parameters": {"hand": 1}})
    assert rules() == [1, 2, 0]
    table.reset(seed=1, options={"parameters": {"hand": 1}, "options": 1})  # as PettingZoo's tests
    assert rules() == [1, 3, 1]
    table.reset(seed=1)
    assert rules() == [2, 3, 1]
    before = table.played.states.tobytes()
    for options, fault in [
        ({"preset": "none"}, "no preset 'none'"),
        ({"parameters": {"hands": 1}}, "no parameter 'hands'"),
        ({"parameters": {"hand": 7}}, "hand cannot be 7"),
        ({"parameters": 7}, "parameters cannot be 7: a table"),
        ({"hand": 1}, "options has 'hand': rules go under 'parameters'"),
        ({"presets": "blind"}, r"options has 'presets': did you mean preset\?"),
        ({"somebody": 1}, "options has 'somebody': one of preset, parameters"),
        ({"players": 3}, r"how many play is fixed .*, env\('template', players=3\)"),
    ]:
        with pytest.raises(ValueError, match=fault):
            table.reset(seed=2, options=options)
    for seed in (-1, 1.5, "7", True):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            table.reset(seed=seed)
    assert table.played.states.tobytes() == before, "the game in play goes on"


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"game": "snap"}, "no game 'snap'"),
        ({"players": 7}, "Little Pond is for 2 to 4 players, not 7"),
        ({"preset": "none"}, "no preset 'none'"),
        ({"hand": 9}, "hand cannot be 9"),
        ({"colour": 1}, "no parameter 'colour'"),
        ({"knowledge": "all"}, "knowledge cannot be 'all': one of table, matrix, belief"),
        ({"render_mode": "rgb_array"}, "render_mode cannot be 'rgb_array'"),
        ({"view_of": "player_2"}, "view_of cannot be 'player_2'"),
        ({"truncate_after": 0}, "truncate_after cannot be 0"),
    ],
)
def test_settings_that_cannot_be_are_named(settings: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        env(**{"game": "template", **settings})


def test_infos_name_the_decision_and_its_options_in_words() -> None:
    table = env("template", players=2, words=True)
    table.reset(seed=1)
    state = games.load("template").new(players=2, seed=1)
    told = {option.code: option.words for option in state.options()}
    assert table.infos == {"player_0": {"decision": "turn", "options": told}, "player_1": {}}


@pytest.mark.parametrize("knowledge", ["table", "belief"])
def test_a_copy_goes_its_own_way_and_meets_the_same_chances(knowledge: str) -> None:
    table = env("template", players=3, knowledge=knowledge)
    table.reset(seed=3)
    for _ in range(3):
        table.step(int(table.played.codes[-1]))
    twin, before = copy.deepcopy(table), table.played.states.tobytes()
    list(steps(twin, 5))
    assert twin.agents == []
    assert table.played.states.tobytes() == before
    list(steps(table, 5))
    assert table.record() == twin.record()
    for each in (table, twin):
        each.reset()
    assert same(table.observe("player_1"), twin.observe("player_1")), "the same series of games"


# ---------------------------------------------------------------------------------------- pictures


def test_the_mover_sees_its_own_view_and_no_other() -> None:
    table = env("template", players=2, render_mode="ansi")
    table.reset(seed=1)
    state = games.load("template").new(players=2, seed=1)
    assert table.render() == str(state.view(0))
    code = table.played.codes[0]
    table.step(code)
    state.play(code)
    assert table.render() == str(state.view(state.mover))
    own = env("template", players=2, render_mode="ansi", view_of="player_1")
    own.reset(seed=1)
    assert own.render() == str(games.load("template").new(players=2, seed=1).view(1))


def test_people_read_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    table = env("schnapsen", render_mode="human", match_target=1)
    table.reset(seed=1)
    assert capsys.readouterr().out.startswith("player_0:\nDeal 1")
    for agent in steps(table, 1):
        if not table.terminations[agent]:
            shown = capsys.readouterr().out
            assert shown == "" or shown.count("Trumps are") == 1
    assert table.render() is None
    assert "win" in capsys.readouterr().out
    silent = env("schnapsen")
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="nothing to render"):
        silent.render()


def test_the_whole_state_tells_hidden_cards_too() -> None:
    table = env("template", players=2)
    table.reset(seed=1)
    whole = table.state()
    assert table.state_space.contains(whole)
    other = relaid(table.game, table.played.states, 0, rows(9)[0])
    assert not np.array_equal(other["zone"], table.played.states["zone"])
    table.played.states[:] = other
    assert not np.array_equal(table.state(), whole)


def test_the_whole_state_tells_who_has_seen_which_card() -> None:
    table = env("template", players=2)
    table.reset(seed=1)
    whole = table.state()
    hidden = np.flatnonzero(table.played.states["seen"][0] == 0)[0]
    table.played.states["seen"][0, hidden] = 1
    assert not np.array_equal(table.state(), whole)


def test_spaces_hold_any_value_a_field_can_have() -> None:
    space = env("template").observation_space("player_0")
    assert isinstance(space, spaces.Dict)
    points = space["observation"]["points"]  # type: ignore[index]
    for extreme in (np.iinfo(np.int64).min, np.iinfo(np.int64).max):
        assert points.contains(np.full(4, extreme, np.int64))
    assert space.contains(space.sample())
