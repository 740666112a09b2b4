"""The match loop: who is asked what, what players can reach, and that seeds decide everything."""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import games
from arena import IllegalDecision, moves, play_match
from arena.seeds import player_rows
from determinize import InformationSet, Watch
from games.state import State
from players import Decision, make

GAME = games.load("schnapsen")
POND = games.load("template")
DEAL = {"match_target": 1}


@dataclass
class Recorder:
    """Plays its first option, and keeps what it was given."""

    given: list[tuple[InformationSet, NDArray[np.int64]]] = field(default_factory=list)
    name: str = "recorder"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        self.given.append((info, rng.copy()))
        return Decision(info.options[0])


class Stubborn:
    """Always answers the same."""

    name = "stubborn(answer=99)"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        return self.answer


class Vandal:
    """Writes all over what it is given, after deciding like Random."""

    name = "vandal"

    def decide(self, info: InformationSet, rng: NDArray[np.int64]) -> Decision:
        decision = make("random", info.game).decide(info, rng)
        for name in ("zone", "seen", "depth", "mover", "round"):
            info.state[name] = 0
        info.ledger.reset(hidden={info.game.zones.names[0]: len(info.game.face_of)})
        rng[:] = 0
        return decision


def test_a_seat_with_one_option_is_not_asked() -> None:
    players = [Recorder(), Recorder()]
    result = play_match(GAME, players, seed=4, parameters=DEAL)
    asked = [len(player.given) for player in players]
    assert asked == list(result.asked)
    assert sum(asked) < len(result.moves)
    assert all(len(info.options) > 1 for player in players for info, _ in player.given)


def test_players_see_their_own_seat_and_draw_from_rows_of_their_own() -> None:
    players = [Recorder(), Recorder()]
    watch = Watch(GAME.new(seed=4, **DEAL))
    made = [m for m in moves(watch, players, seed=9) if m.decision is not None]
    for seat, player in enumerate(players):
        mine = [move for move in made if move.seat == seat]
        assert [info.seat for info, _ in player.given] == [seat] * len(mine)
        for (_, rng), move in zip(player.given, mine, strict=True):
            assert np.array_equal(rng, player_rows(9, seat, move.number))


def reachable(start: object) -> set[type]:
    """The types of everything that can be reached from an object, code and modules left out."""
    found: dict[int, object] = {}
    queue = [start]
    while queue:
        one = queue.pop()
        if id(one) in found or isinstance(one, (ModuleType, FunctionType, type)):
            continue
        found[id(one)] = one
        queue += gc.get_referents(one)
    return {type(one) for one in found.values()}


@pytest.mark.parametrize("game", [GAME, POND])
def test_the_true_state_cannot_be_reached_from_what_players_get(game: games.Game) -> None:
    players = [Recorder(), Recorder()]
    play_match(game, players, seed=4)
    for info, _ in players[0].given[::10]:
        kinds = reachable(info)
        assert InformationSet in kinds
        assert State not in kinds
        assert Watch not in kinds


@pytest.mark.parametrize("game", [GAME, POND])
def test_what_players_do_to_their_information_changes_nothing(game: games.Game) -> None:
    honest = play_match(game, [make("random", game)] * 2, seed=11)
    vandals = play_match(game, [Vandal(), Vandal()], seed=11)
    assert vandals.moves == honest.moves
    assert vandals.returns == honest.returns


@pytest.mark.parametrize("answer", [Decision(99), Decision(-1), Decision(True), None, 0])
def test_an_answer_that_is_no_option_is_an_error_that_names_the_player(answer: Any) -> None:
    with pytest.raises(IllegalDecision, match=r"stubborn\(answer=99\) in seat [01].*play "):
        play_match(GAME, [Stubborn(answer)] * 2, seed=1)


def test_seats_and_players_are_counted() -> None:
    with pytest.raises(ValueError, match="2 seats need 2 players, not 3"):
        next(moves(Watch(GAME.new(seed=1)), [Recorder()] * 3, seed=1))
    with pytest.raises(ValueError, match="for 2 players, not 1"):
        play_match(GAME, [Recorder()], seed=1)


def test_the_seed_decides_everything() -> None:
    pair = [make("random", GAME), make("rdeep(samples=2)", GAME)]
    first, again, other = (play_match(GAME, pair, seed=s, parameters=DEAL) for s in (5, 5, 6))
    assert (first.moves, first.returns) == (again.moves, again.returns)
    assert first.moves != other.moves


def test_a_move_is_handed_out_before_it_is_made() -> None:
    watch = Watch(GAME.new(seed=2, **DEAL))
    for move in moves(watch, [make("random", GAME)] * 2, seed=2):
        assert move.number == len(watch.state.history)
        assert move.seat == watch.state.mover
        assert move.option in watch.state.codes
    assert watch.state.over


def test_winners_are_those_in_first_place() -> None:
    result = play_match(GAME, [make("random", GAME)] * 2, seed=1, parameters=DEAL)
    assert result.winners == (int(np.argmax(result.returns)),)
    assert sum(result.returns) == 0
