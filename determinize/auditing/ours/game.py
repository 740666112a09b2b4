"""The library's own games as targets of an audit, with either of our copiers or anybody's.

Nothing here knows the rules of any one game; of all it is assumed that a parameter
``match_target``, where there is one, makes single deals when it is 1. Positions are those of such
deals, by random play among the options that the game calls sensible, :data:`MOST_MOVES` decisions
at most (:meth:`OurGame.played` says so to people). What a seat sees is its masked view; what it has
learned is the ledger that a watch keeps for it; where a copy can have come from is found by playing
the true moves from another deal (:mod:`determinize.auditing.ours.routes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from compiled import rows
from determinize.auditing.auditable import HISTORY, PROMISES, TABLE, NotTested, Posterior, World
from determinize.auditing.ours.bound import bound
from determinize.auditing.ours.counts import lots_hidden_from, posterior_of, table_ledger
from determinize.auditing.ours.routes import NoRoute, route_to
from determinize.auditing.ours.seen import Seen
from determinize.auditing.ours.truths import Truth, fresh_state
from determinize.auditing.ours.twins import twin_of
from determinize.information import InformationSet
from determinize.redeal import redeal
from games.game import Game
from games.kit.seam import sensible
from games.state import State

Copier: TypeAlias = Callable[[State, int, np.random.Generator], State]
"""Anybody's copier: the true state, a seat and a generator to a state that the seat may have."""

DEAL, REDEAL = "deal", "redeal"
MOST_MOVES = 80
"""Games are stopped after so many decisions: random play can be long."""
SINGLE = "match_target"
"""The parameter that is set to 1 for single deals, in games that have it."""


class OurGame:
    """A game of this library, or one that follows its seam, and a copier.

    Args:
        game: any game.
        copier: ``"deal"``: a world of the seat's belief laid out in its view; ``"redeal"``: what
            the seat cannot see permuted; or any function of a state, a seat and a generator.
        promise: what the copier is held to; by default the table for ``redeal``, else the history.
        players, preset, parameters: which table; matches of one deal where the game has matches.
        most_moves: games are stopped after so many decisions.

    Raises:
        ValueError: no such copier, promise, players, preset or parameter.

    >>> import games
    >>> target = OurGame(games.load("schnapsen"))
    >>> target.name, target.promise
    ('schnapsen:deal', 'history')
    >>> state = target.new(7)
    >>> copy = target.copy(state, 0, np.random.default_rng(1))
    >>> target.observe(copy, 0) == target.observe(state, 0)
    True
    >>> target.world(copy) == target.world(state)
    False
    """

    def __init__(
        self,
        game: Game,
        copier: str | Copier = DEAL,
        *,
        promise: str | None = None,
        players: int | None = None,
        preset: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        most_moves: int = MOST_MOVES,
    ) -> None:
        if not callable(copier) and copier not in (DEAL, REDEAL):
            raise ValueError(f"copier cannot be {copier!r}: 'deal', 'redeal' or a function")
        if promise is not None and promise not in PROMISES:
            raise ValueError(f"promise cannot be {promise!r}: one of {', '.join(PROMISES)}")
        self.game = game
        self.copier = copier
        self.promise = promise or (TABLE if copier == REDEAL else HISTORY)
        self.players = players
        self.preset = preset
        self.parameters = single_deals(game, parameters or {})
        self.most_moves = most_moves
        self.ordered = tuple(
            name
            for name, ordered in zip(game.zones.names, game.zones.ordered, strict=True)
            if ordered
        )
        self._rules = game.rules_of(preset, **self.parameters)
        self.new(0)

    @property
    def name(self) -> str:
        """The game and its copier, as typed: ``clue:redeal``."""
        copier = self.copier if isinstance(self.copier, str) else _name_of(self.copier)
        return f"{self.game.name}:{copier}"

    def played(self, by: str | None = None) -> str:
        """The games that positions are taken from, in words.

        Args:
            by: the player that plays them; None is random play.

        >>> import games
        >>> OurGame(games.load("schnapsen")).played()
        'single deals (match_target=1), random play among sensible options, 80 decisions at most'
        """
        target = self.parameters.get(SINGLE)
        kind = "whole games" if target is None else f"matches ({SINGLE}={target})"
        if target == 1:
            kind = f"single deals ({SINGLE}=1)"
        play = f"played by {by}" if by else "random play among sensible options"
        return f"{kind}, {play}, {self.most_moves} decisions at most"

    # --- the game ---

    def new(self, seed: int) -> Truth:
        """A new game, dealt."""
        return Truth.begin(self.game, self.players, seed, self._rules)

    def mover(self, state: Truth | State) -> int:
        """The seat that has to decide; -1 when the game is over, or long enough."""
        held = _state(state)
        return -1 if len(held.history) >= self.most_moves else held.mover

    def observers(self, state: Truth | State) -> range:
        """Every seat, whoever is to move."""
        return range(_state(state).seats)

    def options(self, state: Truth | State) -> Sequence[int]:
        """The codes that random players consider: those without blunders, where a game names them.

        Other options than these would end games of some kinds before anything has been learned.
        """
        held = _state(state)
        if held.over:
            return ()
        out = np.empty(self.game.option_codes, np.int64)
        n = bound(considered, self.game)(held.record_array, out)
        return tuple(int(code) for code in out[:n])

    def play(self, state: Truth | State, option: int) -> Truth | State:
        """The same state after one option of its mover."""
        if isinstance(state, Truth):
            state.play(option)
        else:
            state.play(option)
        return state

    def observe(self, state: Truth | State, seat: int) -> Seen:
        """A seat's view, to the last bit, and whether it has other options than before."""
        return Seen(_state(state), seat)

    def world(self, state: Truth | State) -> World:
        """The faces in every zone; in an ordered one the bottom one first."""
        return world_of(self.game, _state(state).record_array)

    def say(self, state: Truth | State, option: int) -> str:
        """An option as a report says it that knows everything: with the seat and the words."""
        held = _state(state)
        return f"seat {held.mover}: {self.game.words.option(held.record_array[0], option)}"

    def clone(self, state: Truth | State) -> Truth | State:
        """A faithful copy, which will meet the same chances."""
        return state.clone() if isinstance(state, Truth) else state.copy()

    # --- the copier ---

    def copy(self, state: Truth | State, seat: int, rng: np.random.Generator) -> State:
        """A copy for a seat, by the copier on trial.

        Raises:
            NotTested: a copy of a copy that was dealt for another seat: it has no history of its
                own from which that seat's belief could be made.
        """
        held = _state(state)
        if callable(self.copier):
            return self.copier(held, seat, rng)
        if self.copier == REDEAL:
            records = held.record_array.copy()
            bound(redeal, self.game)(records[0], seat, rows(_seed(rng))[0])
            return fresh_state(held, records, rng)
        information = self._information(state, seat)
        copy = fresh_state(held, information.worlds(1, rows(_seed(rng))), rng)
        _DEALT_FOR[copy] = information
        return copy

    def _information(self, state: Truth | State, seat: int) -> InformationSet:
        if isinstance(state, Truth):
            return state.information(seat)
        information = _DEALT_FOR.get(state)
        if information is None or information.seat != seat or state.history:
            raise NotTested("a copy has no history: another seat's belief cannot be made from it")
        return InformationSet(state.view(seat), information.ledger, information.excluded)

    # --- what the checks ask ---

    def posterior(self, state: Truth, seat: int) -> Posterior | None:
        """The exact count of what the copier promises to keep: the history, or the table."""
        if self.promise == TABLE:
            view = state.state.view(seat)
            if lots_hidden_from(view) > 1:
                return None
            ledger = table_ledger(view)
        else:
            ledger = state.information(seat).ledger
        return posterior_of(ledger, self.promise)

    def contradiction(self, state: Truth, seat: int, copy: State) -> str | None:
        """Which fact of the seat's history a copy's world breaks, in its own words."""
        return state.reasons(seat).broken_by(copy.record_array[0])

    def impossible(self, state: Truth, seat: int, copy: State) -> str | None:
        """Why no lawful course, seen as the true one was, ends with a copy's cards; or None.

        Raises:
            NotTested: none was found, but not all were tried.
        """
        course = state.course(seat)
        try:
            route_to(course, copy.record_array[0], np.random.default_rng(len(course)))
        except NoRoute as reason:
            return str(reason)
        return None

    def twin(self, state: Truth, seat: int, rng: np.random.Generator) -> Truth | None:
        """Another true state that looks the same to a seat, played from another deal."""
        watch = twin_of(state.state, state.course(seat), rng)
        return Truth(watch) if watch else None


def considered(states: Any, out: Any) -> int:
    """The options that random players consider in a state: how many, their codes in ``out``."""
    return sensible(states[0], out)


def single_deals(game: Game, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters, with matches of one deal where the game has such a parameter."""
    known = {field.name for field in fields(game.presets[game.preset])}
    return ({SINGLE: 1} if SINGLE in known else {}) | dict(parameters)


def world_of(game: Game, records: NDArray[Any]) -> dict[str, list[str]]:
    """The faces in every zone of a record; in an ordered zone the bottom one first."""
    zones, depths = records["zone"][0].tolist(), records["depth"][0].tolist()
    found: dict[str, list[str]] = {name: [] for name in game.zones.names}
    names = [*found, "nowhere"]
    for card in sorted(range(len(zones)), key=lambda card: depths[card]):
        zone = zones[card] if 0 <= zones[card] < len(found) else -1
        found.setdefault(names[zone], []).append(game.faces[game.face_of[card]])
    return found


def _state(state: Truth | State) -> State:
    return state.state if isinstance(state, Truth) else state


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**62))


def _name_of(copier: object) -> str:
    return getattr(copier, "__name__", type(copier).__name__)


_DEALT_FOR: WeakKeyDictionary[State, InformationSet] = WeakKeyDictionary()
"""Copies that were dealt, and what they were made from."""
