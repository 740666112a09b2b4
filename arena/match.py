"""The match loop: players decide on information sets, the true state stays with the loop.

A player is handed what its seat may know (:class:`determinize.InformationSet`) and generator rows
of its own, and answers with one of its options. A seat with one option is answered for without
being asked. What a decision asks to be remembered comes back to that seat's player at its next one,
with the moves since as the seat saw them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.seeds import player_rows
from compiled import bind
from determinize import InformationSet, TrueInformation, Watch
from games.game import Game
from games.kit.seam import seen_by
from players import Decision, Player
from players.player import Remembered, cheats, refuse_cheats


class IllegalDecision(RuntimeError):
    """A player answered with something that is none of its options."""


@dataclass(frozen=True)
class Move:
    """One move of a match, about to be made.

    Attributes:
        number: how many moves were made before it.
        seat: whose it is.
        option: the code of the option.
        decision: the player's answer, or None where there was one option and nobody was asked.
        seconds: how long the player took.
    """

    number: int
    seat: int
    option: int
    decision: Decision | None
    seconds: float


@dataclass(frozen=True)
class MatchResult:
    """How a match ended.

    Attributes:
        seed: the seed of its deals and of its players' chances.
        returns: each seat's result, as the game counts it.
        asked: how many decisions each seat was asked for.
        seconds: how long each seat's player took for them, all together.
        moves: the moves in order: (seat, option code).
    """

    seed: int
    returns: tuple[float, ...]
    asked: tuple[int, ...]
    seconds: tuple[float, ...]
    moves: tuple[tuple[int, int], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        best = max(self.returns)
        return tuple(seat for seat, result in enumerate(self.returns) if result == best)


def moves(
    watch: Watch, players: Sequence[Player], *, seed: int, experiment: bool = False
) -> Iterator[Move]:
    """Play a match to its end, handing out each move just before it is made.

    While a move is in the caller's hands ``watch`` still stands where the move was decided, so the
    caller can look at the position, at what each seat knew, and at the words of the option.

    Args:
        watch: a match that has begun.
        players: one for each seat.
        seed: for the players' chances.
        experiment: whether players may sit here that look at the true state.

    Raises:
        ValueError: the number of players is not the number of seats.
        ExperimentOnly: a player looks at the true state, and this is no experiment.
        IllegalDecision: a player answered with no option of its own.
    """
    state = watch.state
    if len(players) != state.seats:
        raise ValueError(f"{state.seats} seats need {state.seats} players, not {len(players)}")
    for player in players:
        check_honest(player, experiment=experiment)
    number = 0
    kept: dict[int, Remembered] = {}
    while not state.over:
        seat = state.mover
        codes = state.codes
        if len(codes) == 1:
            move = Move(number, seat, codes[0], None, 0.0)
        else:
            rng = player_rows(seed, seat, number)
            before = kept.pop(seat, None)
            move = ask(watch, players[seat], number, rng, before, experiment=experiment)
            if move.decision is not None and move.decision.memory is not None:
                kept[seat] = Remembered(move.decision.memory, ())
        yield move
        for one, held in kept.items():
            seen = (move.seat, _seen(watch, move.option, one))
            kept[one] = Remembered(held.memory, (*held.moves, seen))
        watch.play(move.option)
        number += 1


def _seen(watch: Watch, option: int, seat: int) -> int:
    """What a seat sees of an option that is about to be played."""
    shown = bind(seen_by, watch.state.game, compiled=False)
    return int(shown(watch.state.record_array[0], option, seat))


def ask(
    watch: Watch,
    player: Player,
    number: int,
    rng: NDArray[np.int64],
    remembered: Remembered | None = None,
    *,
    experiment: bool = False,
) -> Move:
    """Ask a player for the mover's decision, and see that the answer is one of its options.

    Args:
        watch: the match so far; the player gets what the mover may know of it.
        player: who decides.
        number: how many moves were made before.
        rng: the generator rows that it may use, int64[3, 4].
        remembered: what its last decision asked for, and the moves since.
        experiment: whether it may look at the true state, if it is a player that does.

    Raises:
        IllegalDecision: the answer is no option.
        ExperimentOnly: the player looks at the true state, and this is no experiment.

    >>> import games
    >>> from players.chance import Random
    >>> watch = Watch(games.load("schnapsen").new(seed=7))
    >>> move = ask(watch, Random(), 0, player_rows(7, watch.state.mover, 0))
    >>> move.option in watch.state.codes, len(watch.state.history)
    (True, 0)
    """
    seat = watch.state.mover
    information = given(watch, seat, player, experiment=experiment)
    began = time.perf_counter()
    decide_on = getattr(player, "decide_on", None)
    if remembered is None or decide_on is None:
        decision = player.decide(information, rng)
    else:
        decision = decide_on(information, rng, remembered)
    seconds = time.perf_counter() - began
    code = getattr(decision, "option", None)
    if isinstance(code, bool) or code not in watch.state.codes:
        words = ", ".join(map(str, watch.state.options()))
        raise IllegalDecision(
            f"{player.name} in seat {seat} answered {code!r} at move {number}, which is none of its"
            f" options: {words}"
        )
    assert code is not None
    return Move(number, seat, int(code), decision, seconds)


def given(watch: Watch, seat: int, player: Player, *, experiment: bool = False) -> InformationSet:
    """What a player is handed: what its seat may know; if it cheats, in an experiment, the truth.

    Raises:
        ExperimentOnly: it looks at the true state, and this is no experiment.
    """
    check_honest(player, experiment=experiment)
    return TrueInformation.of(watch, seat) if cheats(player) else watch.information(seat)


def check_honest(player: Player, *, experiment: bool) -> None:
    """See that a player that looks at the true state sits in an experiment.

    Raises:
        ExperimentOnly: it does not.
    """
    if not experiment:
        refuse_cheats(player.name, player)


def play_match(
    game: Game,
    players: Sequence[Player],
    *,
    seed: int = 0,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    experiment: bool = False,
) -> MatchResult:
    """Play one match.

    Args:
        game: what is played.
        players: one for each seat.
        seed: of the deals and of the players' chances; the same seed gives the same match.
        preset, parameters: which rules (see :meth:`games.Game.new`).
        experiment: whether players may sit here that look at the true state.

    Raises:
        ValueError: what cannot be, with what would be right.
        ExperimentOnly: a player looks at the true state, and this is no experiment.
        IllegalDecision: a player answered with no option of its own.

    >>> import games, players
    >>> game = games.load("schnapsen")
    >>> pair = [players.make(name, game) for name in ("random", "random")]
    >>> result = play_match(game, pair, seed=3, parameters={"match_target": 1})
    >>> sum(result.returns)
    0.0
    """
    state = game.new(players=len(players), seed=seed, preset=preset, **(parameters or {}))
    watch = Watch(state)
    asked = [0] * state.seats
    seconds = [0.0] * state.seats
    for move in moves(watch, players, seed=seed, experiment=experiment):
        if move.decision is not None:
            asked[move.seat] += 1
            seconds[move.seat] += move.seconds
    return MatchResult(seed, state.returns, tuple(asked), tuple(seconds), tuple(state.history))
