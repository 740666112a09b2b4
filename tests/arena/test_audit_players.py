"""The audit of players finds every cheat of the museum, by the right name, and no honest player.

Whether a difference counts is no matter of statistics: a player either decides the same in two
worlds or not, and everything here follows from seeds. Only players that cannot be repeated can go
unnoticed, or be called by another name, by chance; in one position of two options that takes eight
equal tosses of a coin.
"""

from __future__ import annotations

import gc
import math
import pickle
import random
import sys
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

import games
from arena import audit
from arena.audit import Fault, PlayerAudit, audit_player
from arena.auditing import examine
from arena.auditing.asking import Answer, answered
from arena.auditing.blame import CHANCE
from arena.auditing.drawing import places
from arena.auditing.tables import Table
from arena.auditing.worlds import TRUTH
from determinize import InformationSet, Watch
from players import Considered, Decision, make
from tests.museum.players import (
    PIECES,
    Climber,
    Gambler,
    Piece,
    by_number,
)
from tests.players.brief import brief_players

GAME = games.load("schnapsen")
POND = games.load("template")
CLUE = games.load("clue")
DEAL = {"match_target": 1}


def audited(player: Any, *, positions: int = 2, worlds: int = 6, seed: int = 1) -> PlayerAudit:
    return audit_player(
        GAME, player, positions=positions, worlds=worlds, seed=seed, parameters=DEAL
    )


# -------------------------------------------------------------------------------- honest players


@pytest.mark.parametrize("game", [GAME, POND, CLUE], ids=lambda game: game.name)
def test_all_registered_players_pass(game: games.Game) -> None:
    for name in brief_players(game, iterations=20, worlds=3):
        found = audit_player(
            game,
            name,
            positions=2,
            worlds=4,
            seats=None if game is GAME else 3,
            parameters=DEAL if game is GAME else None,
            workers=1,
        )
        assert found.passed, f"{name}: {found.says}"
        assert (found.kind, found.says, found.example) == (None, None, None)
        assert found.positions == 2
        assert found.worlds > found.positions


@dataclass
class Unsure:
    """Honest; a value that is no number is equal to itself all the same."""

    name: str = "unsure"

    def decide(self, info: InformationSet, rng: Any) -> Decision:
        return Decision(info.options[0], (Considered(info.options[0], 0, math.nan, 1),))


def test_what_is_no_number_is_compared_as_text() -> None:
    assert audited(Unsure()).passed


# ------------------------------------------------------------------------------------ the museum


@cache
def of_piece(name: str) -> PlayerAudit:
    return audited(next(piece.player for piece in PIECES if piece.name == name))


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_every_piece_is_found_and_named(piece: Piece) -> None:
    found = of_piece(piece.name)
    assert not found.passed
    assert found.kind == piece.fault.name, found.says
    assert found.says
    assert found.says.startswith(piece.fault.value)
    assert found.example is not None


def test_an_example_can_be_seen_again() -> None:
    """Its seed and moves lead to the decision that the report tells."""
    found = of_piece("climber")
    example = found.example
    assert example is not None
    watch = Watch(GAME.new(seed=example.seed, **DEAL))
    for code in example.moves:
        watch.play(code)
    assert watch.state.mover == example.seat
    answer = answered(watch, Climber(), len(example.moves), example.seed)
    assert GAME.words.option(watch.state.record_array[0], answer.option) == example.decision_true
    assert example.decision_other != example.decision_true
    assert len(example.words) == len(example.moves)


def test_the_smallest_difference_is_named() -> None:
    """Who looks at the bottom card alone is found to depend on it, and on nothing else."""
    found = of_piece("bottom card")
    assert found.example is not None
    assert len(found.example.differs) == 2
    assert sum("talon[0]" in line for line in found.example.differs) == 2
    assert found.says is not None
    assert "change places" in found.says
    assert "talon[0]" in found.says


def test_the_example_has_the_fewest_moves() -> None:
    """Who peeks late is found where it begins to."""
    found = of_piece("late")
    assert found.example is not None
    assert len(found.example.moves) in (5, 6)


def test_what_was_read_is_named() -> None:
    climber, tactician = of_piece("climber").example, of_piece("tactician").example
    assert climber is not None
    assert tactician is not None
    assert any(line.startswith("Watch.state (players.py") for line in climber.read)
    assert any(line.startswith("State.record_array (players.py") for line in climber.read)
    assert "opponent.trumps" in tactician.read


def test_chances_are_a_secret_too() -> None:
    example = of_piece("prophet").example
    assert example is not None
    assert [line.partition(":")[0] for line in example.differs] == [CHANCE]


def test_memory_of_another_seat_is_told_with_the_cards_that_it_passes_on() -> None:
    example = of_piece("gossip").example
    assert example is not None
    assert example.differs
    assert all("hand" in line for line in example.differs)


@dataclass
class ByPlayer:
    """Peeks in Clue, by who is in the file."""

    name: str = "by player"

    def decide(self, info: InformationSet, rng: Any) -> Decision:
        record: Any = sys._getframe(1).f_locals["watch"].state.record_array[0]
        file = [c for c, zone in enumerate(record.zone) if zone == info.game.zones["suspect"]]
        return by_number(info, sum(file))


def test_other_games_are_audited_alike() -> None:
    found = audit_player(CLUE, ByPlayer(), positions=2, worlds=4, seats=3)
    assert found.kind == Fault.PEEKING.name
    assert found.example is not None
    assert any("suspect" in line for line in found.example.differs)


# -------------------------------------------------------------------------------- the surroundings


def test_generators_and_the_collector_are_left_as_they_were() -> None:
    random.seed(5)
    before = random.getstate(), gc.get_freeze_count()
    audited(Gambler(), positions=1)
    assert (random.getstate(), gc.get_freeze_count()) == before


def test_a_leak_in_what_players_are_given_is_no_fault_of_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = Watch.information

    def leaking(watch: Watch, seat: int) -> InformationSet:
        information = plain(watch, seat)
        object.__setattr__(information.view, "source", watch.state)
        return information

    monkeypatch.setattr(Watch, "information", leaking)
    found = audited("random", positions=1)
    assert found.kind == Fault.LEAK.name
    assert found.example is not None
    assert found.example.read[0].startswith("information.view.source")


# ---------------------------------------------------------------------------------- the verdict


def test_who_cannot_be_repeated_is_not_said_to_peek() -> None:
    table = Table(GAME, parameters=DEAL)
    place = next(places(table, 1, 0))
    answer = Answer(1)
    kinds = (Fault.PEEKING, Fault.UNREPEATABLE, Fault.REMEMBERING)
    found = [examine.Found(one.name, place, TRUTH, False, answer, answer) for one in kinds]
    assert [one.kind for one in examine.trusted(found)] == ["UNREPEATABLE"]
    shared = replace(found[1], detail=examine.GLOBAL)
    assert examine.trusted([found[0], shared]) == [found[0], shared]


def test_without_anything_to_peek_at_nothing_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine, "worlds_of", lambda *_: ([], True))
    found = audited("bully", positions=1)
    assert (found.outcome, found.passed, found.positions) == ("not tested", False, 0)
    assert found.sees is None


def test_how_rare_a_peek_may_be() -> None:
    found = audited("bully", positions=2)
    assert found.sees == pytest.approx(1 - math.sqrt(0.05))
    assert replace(found, positions=60).sees == pytest.approx(0.0487, abs=1e-4)


def test_what_a_worker_is_sent_and_sends_back_is_plain_data() -> None:
    job = audit._Job("template", "random", 3, None, (), 4, 1, 0)
    sent = pickle.loads(pickle.dumps(job))
    assert pickle.loads(pickle.dumps(audit._examined(sent))) == audit._examined(job)


def test_calls_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="positions cannot be 0: at least 1"):
        audit_player(GAME, "random", positions=0)
    with pytest.raises(ValueError, match="worlds cannot be 1: at least 2"):
        audit_player(GAME, "random", worlds=1)
    with pytest.raises(ValueError, match="'nobody' is unknown"):
        audit_player(GAME, "nobody")
    with pytest.raises(ValueError, match="5"):
        audit_player(GAME, "random", seats=5)


def test_a_player_by_itself_and_by_name_is_the_same() -> None:
    assert audited("antibully") == audited(make("antibully", GAME))
