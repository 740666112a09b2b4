"""Conformance: does a game keep what the seam promises? Anybody's game runs through it.

>>> import games
>>> print(games.check(games.load("schnapsen"), seeds=2))
schnapsen: 2 games, ... decisions: conforms
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from compiled import COMPILED, below, bind, rows
from games.game import SEAM, Game
from games.kit.events import Announced
from games.state import State
from games.view import masked


@dataclass
class Conformance:
    """What was looked at, and every promise that was found broken."""

    game: str
    games: int = 0
    decisions: int = 0
    broken: list[str] = field(default_factory=list)

    @property
    def conforms(self) -> bool:
        """Whether nothing was found broken."""
        return not self.broken

    def __str__(self) -> str:
        verdict = "conforms" if self.conforms else "; ".join(self.broken)
        return f"{self.game}: {self.games} games, {self.decisions} decisions: {verdict}"


def check(
    game: Game, *, seeds: int = 10, preset: str | None = None, most_decisions: int = 2000
) -> Conformance:
    """Play random games and hold every state of them against the promises of the seam.

    Checked: options before the end and none after; cards conserved, zones and depths consistent;
    copies independent; the same seed gives the same game; compiled equals plain, to the last bit;
    results finite and within the stated range; words for every option, and every option found by
    its words; views that show a seat no hidden face and do not depend on it; deductions true.

    Args:
        game: any game, of this package or another.
        seeds: how many games, for each number of players.
        preset: which rules; by default the game's first preset.
        most_decisions: a game longer than this is reported.
    """
    found = Conformance(game.name)
    missing = [name for name in SEAM if name not in game.parts]
    if missing:
        found.broken.append(f"rules.py lacks {', '.join(missing)}")
        return found
    for players in range(game.players[0], game.players[1] + 1):
        for seed in range(seeds):
            _one_game(game, players, seed, preset, most_decisions, found)
    return found


def _one_game(
    game: Game, players: int, seed: int, preset: str | None, most: int, found: Conformance
) -> None:
    def promise(kept: bool, what: str) -> None:
        if not kept and len(found.broken) < 20:
            found.broken.append(f"{what} ({players} players, seed {seed}, move {len(moves)})")

    moves: list[int] = []
    state = game.new(players=players, seed=seed, preset=preset)
    twin = _compiled_twin(state)
    chooser = rows(seed, 1)[0]
    found.games += 1
    while not state.over and len(moves) < most:
        found.decisions += 1
        options = state.options()
        promise(bool(options), "no options before the end")
        if not options:
            return
        _table(game, state, promise)
        _words(state, promise)
        _views(game, state, promise)
        choice = options[below(chooser, len(options))]
        before = state.record_array.tobytes()
        copy = state.copy()
        copy.play(choice)
        promise(state.record_array.tobytes() == before, "playing a copy changed the original")
        state.play(choice)
        promise(
            copy.record_array.tobytes() == state.record_array.tobytes(), "a copy plays otherwise"
        )
        twin.play(choice.code)
        same = twin.states.tobytes() == state.record_array.tobytes()
        promise(same, "compiled and plain play differ" if COMPILED else "the same seed differs")
        _deductions(game, state, promise)
        moves.append(choice.code)
    promise(state.over, f"a game of more than {most} decisions")
    if state.over:
        promise(not state.codes, "options after the end")
        results = state.returns
        promise(bool(np.all(np.isfinite(results))), f"results that are no numbers: {results}")
        limit = game.best_return
        promise(all(-limit <= x <= limit for x in results), f"results beyond ±{limit}: {results}")


class _compiled_twin:
    """The same game played on the bare record by compiled functions."""

    def __init__(self, state: State) -> None:
        from games.state import blank

        game = state.game
        self.states = blank(game, state.seats, state.rules)
        self.rng = rows(state.seed)
        bind(game.rules.setup, game)(self.states[0], self.rng)
        self._play: Any = bind(game.rules.play, game)

    def play(self, code: int) -> None:
        """Apply an option."""
        self._play(self.states[0], code, self.rng)


def _table(game: Game, state: State, promise: Any) -> None:
    s: Any = state.record_array[0]
    zones = s.zone.tolist()
    promise(all(0 <= z < len(game.zones) for z in zones), "a card outside every zone")
    for number, name in enumerate(game.zones.names):
        depths = sorted(int(s.depth[c]) for c in range(len(zones)) if zones[c] == number)
        ordered = bool(game.zones.ordered[number])
        wanted = list(range(len(depths))) if ordered else [-1] * len(depths)
        promise(depths == wanted, f"the depths in {name} are {depths}")


def _words(state: State, promise: Any) -> None:
    for option in state.options():
        promise(bool(option.words), f"no words for option {option.code}")
        promise(
            state.code_of(option.words) == option.code,
            f"{option.words!r} is read as another option",
        )


def _views(game: Game, state: State, promise: Any) -> None:
    """A view made of a view, or of a state with the hidden cards laid otherwise, is the same."""
    for seat in range(state.seats):
        view = masked(game, state.record_array, seat)
        again = masked(game, view, seat)
        promise(again.tobytes() == view.tobytes(), f"the view of seat {seat} is not canonical")
        known = {c for c in range(len(game.face_of)) if int(view[0].seen[c]) >> seat & 1}
        true: Any = state.record_array[0]
        counted = sum(int(true.seen[c]) >> seat & 1 for c in range(len(game.face_of)))
        promise(len(known) == counted, f"the view of seat {seat} knows {len(known)} of {counted}")
        promise(str(state.view(seat)) != "", "no words for the position")


def _deductions(game: Game, state: State, promise: Any) -> None:
    """Every announcement has facts that can be read (their truth is the watch's to test)."""
    for event in state.events:
        if isinstance(event, Announced):
            for fact in game.deductions(event.what, event.who, event.a, event.b):
                promise(fact.lo <= fact.hi, f"a deduction from {event} with lo > hi")
