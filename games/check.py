"""Conformance: does a game keep what the seam promises? Anybody's game runs through it.

>>> import games
>>> print(games.check(games.load("template"), seeds=2))
template: 6 games, ... decisions: conforms
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from compiled import COMPILED, below, bind, rows
from games.game import SEAM, Game
from games.kit.events import (
    Announced,
    Conclusion,
    Deduction,
    Event,
    Inserted,
    Moved,
    Opened,
    Swapped,
)
from games.kit.fields import PRIVATE, PUBLIC
from games.relaid import relaid
from games.state import State, blank
from games.untold import untold
from games.view import masked

Promise: TypeAlias = Callable[[bool, str], None]


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
    game: Game,
    *,
    seeds: int = 10,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    most_decisions: int = 2000,
) -> Conformance:
    """Play random games and hold every state of them against the promises of the seam.

    Checked: options before the end and none after, depending on nothing that their player cannot
    know; cards conserved, zones, depths and pools consistent, and the events tell all that
    happened; copies independent; the same seed gives the same game; compiled equals plain, to the
    last bit; results finite and within the stated range; words for every option, and every option
    found by its words; what seats see of options (``visible``) told by option codes; views that
    depend on nothing hidden; deductions true when they are made.

    Args:
        game: any game, of this package or another.
        seeds: how many games, for each number of players that the rules are for.
        preset: which rules; by default the game's first preset.
        parameters: single parameters that differ from the preset, for a shorter game.
        most_decisions: a game longer than this is reported.
    """
    found = Conformance(game.name)
    missing = [name for name in SEAM if not hasattr(game.rules, name)]
    if missing:
        found.broken.append(f"rules.py lacks {', '.join(missing)}")
        return found
    unseen = [f.name for f in game.fields if f.audience != PUBLIC]
    if unseen and not hasattr(game.rules, "remember"):
        found.broken.append(
            f"rules.py gives no remember(s, me, row), which draws anew what other seats alone can"
            f" see: {', '.join(unseen)}"
        )
    for players in game.seats_by(game.rules_of(preset, **(parameters or {}))):
        for seed in range(seeds):
            _one_game(game, players, seed, preset, parameters or {}, most_decisions, found)
    return found


def _one_game(
    game: Game,
    players: int,
    seed: int,
    preset: str | None,
    parameters: Mapping[str, Any],
    most: int,
    found: Conformance,
) -> None:
    def promise(kept: bool, what: str) -> None:
        if not kept and len(found.broken) < 20:
            found.broken.append(f"{what} ({players} players, seed {seed}, move {moves})")

    moves = 0
    state = game.new(players=players, seed=seed, preset=preset, **parameters)
    twin = _Twin(state)
    contents = _Contents(game)
    chances = rows(seed, 1)[0]
    found.games += 1
    while not state.over and moves < most:
        found.decisions += 1
        promise(state.mover < state.seats, f"the mover is {state.mover}")
        if state.mover >= state.seats:
            return
        options = state.options()
        promise(bool(options), "no options before the end")
        if not options:
            return
        _table(game, state, promise)
        contents.follow(state.events, promise)
        contents.compare(state, promise)
        _options(game, state, promise)
        _seen_options(game, state, promise)
        _views(game, state, chances, promise)
        _values(game, state, promise)
        choice = options[below(chances, len(options))]
        copy = state.copy()
        before = state.record_array.tobytes()
        copy.play(choice)
        promise(state.record_array.tobytes() == before, "playing a copy changed the original")
        state.play(choice)
        after = state.record_array.tobytes()
        promise(copy.record_array.tobytes() == after, "a copy plays otherwise")
        twin.play(choice.code)
        differs = "compiled and plain play differ" if COMPILED else "the same seed differs"
        promise(twin.states.tobytes() == after, differs)
        moves += 1
    promise(state.over, f"a game of more than {most} decisions")
    if state.over:
        contents.follow(state.events, promise)
        promise(not _offered(game, "legal", state.record_array), "options after the end")
        _results(game, state, promise)


class _Twin:
    """The same game played on the bare record by compiled functions."""

    def __init__(self, state: State) -> None:
        game = state.game
        self.states = blank(game, state.seats, state.rules)
        self.rng = rows(state.seed)
        self._out = np.empty(game.option_codes, np.int64)
        begin, self._advance = untold(game)
        begin(self.states, self.rng, self._out)

    def play(self, code: int) -> None:
        """Apply an option."""
        self._advance(self.states, code, self.rng, self._out)


class _Contents:
    """Which faces lie where, by the events alone."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.zones: list[Counter[int]] = [Counter() for _ in game.zones.names]

    def follow(self, events: list[Event], promise: Promise) -> None:
        """Take part in what happened; what is announced must be true at that moment."""
        for event in events:
            match event:
                case Opened(zone):
                    self.zones = [Counter() for _ in self.game.zones.names]
                    self.zones[zone].update(self.game.face_of.tolist())
                case Moved(face, source, _, target) | Inserted(face, source, target):
                    self.zones[source][face] -= 1
                    self.zones[target][face] += 1
                case Swapped(a, b):
                    self.zones[a], self.zones[b] = self.zones[b], self.zones[a]
                case Announced(what, who, a, b):
                    for fact in self.game.deductions(what, who, a, b):
                        self._true(fact, promise)

    def _true(self, told: Conclusion, promise: Promise) -> None:
        if isinstance(told, Deduction):
            total = self._sum(told)
            promise(
                told.lo <= total <= told.hi,
                f"not true: {told.because} ({told.lo} to {told.hi}, but it is {total})",
            )
            return
        hold = sum(
            all(fact.lo <= self._sum(fact) <= fact.hi for fact in case) for case in told.cases
        )
        promise(
            hold == 1,
            f"not true: {told.because} (of {len(told.cases)} cases {hold} hold, not one)",
        )

    def _sum(self, fact: Deduction) -> int:
        return sum(
            weight * self.zones[zone][face]
            for zone in fact.zones
            for face, weight in fact.weights.items()
        )

    def compare(self, state: State, promise: Promise) -> None:
        """The events must have told where every card lies."""
        s: Any = state.record_array[0]
        for number, name in enumerate(self.game.zones.names):
            there = Counter(self.game.face_of[s.zone == number].tolist())
            promise(there == +self.zones[number], f"the events do not tell what lies in {name}")


def _table(game: Game, state: State, promise: Promise) -> None:
    s: Any = state.record_array[0]
    zones = s.zone.tolist()
    promise(all(0 <= z < len(game.zones) for z in zones), "a card outside every zone")
    for number, name in enumerate(game.zones.names):
        depths = sorted(int(s.depth[c]) for c in range(len(zones)) if zones[c] == number)
        ordered = bool(game.zones.ordered[number])
        wanted = list(range(len(depths))) if ordered else [-1] * len(depths)
        promise(depths == wanted, f"the depths in {name} are {depths}")
        here = [game.faces[f] for f in game.face_of[s.zone == number] if not game.allows(number, f)]
        promise(not here, f"cards that its pool forbids in {name}: {', '.join(here)}")
        promise(not depths or game.zones.owner[number] < state.seats, f"cards in {name}")


def _options(game: Game, state: State, promise: Promise) -> None:
    codes = state.codes
    promise(len(set(codes)) == len(codes), f"an option is given twice: {codes}")
    promise(
        all(0 <= code < game.option_codes for code in codes),
        f"option codes beyond 0 to {game.option_codes - 1}: {codes}",
    )
    plain = _offered(game, "legal", state.record_array, compiled=False)
    promise(plain == codes, "compiled and plain options differ")
    if hasattr(game.rules, "sensible"):
        sensible = _offered(game, "sensible", state.record_array)
        promise(bool(sensible), "no sensible option")
        promise(set(sensible) <= set(codes), f"sensible options that are none: {sensible}")
    for option in state.options():
        promise(bool(option.words), f"no words for option {option.code}")
        try:
            read = state.code_of(option.words)
        except ValueError as error:
            promise(False, f"{option.words!r} is not read as an option: {error}")
        else:
            promise(read == option.code, f"{option.words!r} is read as option {read}")


def _seen_options(game: Game, state: State, promise: Promise) -> None:
    """What stands for an option is an option code: trees and matches keep it like one."""
    if not hasattr(game.rules, "visible"):
        return
    visible: Any = bind(game.rules.visible, game)
    for code in state.codes:
        for seat in range(state.seats):
            seen = int(visible(state.record_array[0], code, seat))
            promise(
                0 <= seen < game.option_codes,
                f"{game.name}: visible shows seat {seat} option {code} as {seen}, which must be"
                f" an option code, 0 to {game.option_codes - 1}",
            )


def _offered(
    game: Game, slot: str, states: Any, *, compiled: bool | None = None
) -> tuple[int, ...]:
    out = np.empty(game.option_codes, np.int64)
    n = bind(getattr(game.rules, slot), game, compiled=compiled)(states[0], out)
    return tuple(int(code) for code in out[:n])


def _views(game: Game, state: State, row: Any, promise: Promise) -> None:
    """A view, and its options, do not change with what the seat cannot know."""
    for seat in range(state.seats):
        view = masked(game, state.record_array, seat)
        again = masked(game, view, seat)
        promise(again.tobytes() == view.tobytes(), f"the view of seat {seat} is not canonical")
        other = relaid(game, state.record_array, seat, row)
        promise(
            masked(game, other, seat).tobytes() == view.tobytes(),
            f"the view of seat {seat} depends on hidden cards",
        )
        if seat == state.mover:
            same = _offered(game, "legal", other) == state.codes
            promise(same, f"the options of seat {seat} depend on cards that it cannot know")
        _memory(game, state, seat, row, promise)
        promise(str(state.view(seat)) != "", "no words for the position")


def _memory(game: Game, state: State, me: int, row: Any, promise: Promise) -> None:
    """What other seats alone can see is drawn anew in a copy: nothing of the truth stays."""
    hidden = [one for one in game.fields if one.audience != PUBLIC]
    if not hidden or not hasattr(game.rules, "remember"):
        return
    true, without = state.record_array.copy(), state.record_array.copy()
    for one in hidden:
        own = without[one.name][0][me].copy() if one.audience == PRIVATE else None
        without[one.name] = 0
        if own is not None:
            without[one.name][0][me] = own
    for states in (true, without):
        bind(game.rules.remember, game)(states[0], me, row.copy())
    for one in hidden:
        same = true[one.name].tobytes() == without[one.name].tobytes()
        promise(same, f"remember keeps the true {one.name}, which seat {me} cannot see")


def _values(game: Game, state: State, promise: Promise) -> None:
    for seat in range(state.seats):
        worth = float(bind(game.rules.value, game)(state.record_array[0], seat))
        promise(-1.0 <= worth <= 1.0, f"the value of the position for seat {seat} is {worth}")


def _results(game: Game, state: State, promise: Promise) -> None:
    results = state.returns
    limit = game.best_return
    promise(bool(np.all(np.isfinite(results))), f"results that are no numbers: {results}")
    promise(all(-limit <= x <= limit for x in results), f"results beyond ±{limit}: {results}")
    out = np.zeros(game.players[1])
    bind(game.rules.returns, game, compiled=False)(state.record_array[0], out)
    promise(tuple(out[: state.seats].tolist()) == results, "compiled and plain results differ")
