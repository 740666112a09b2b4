"""A game of OpenSpiel as something to be audited."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from determinize.auditing.auditable import Cell, NotTested, Posterior, World, canonical, cells
from unseen.adapters.openspiel import deals
from unseen.adapters.openspiel.cards import READERS, nothing_hidden, unreadable
from unseen.adapters.openspiel.deals import FIRST_CARD, GIN
from unseen.adapters.openspiel.engine import (
    SIMULTANEOUS,
    Playing,
    begun,
    draw_chances,
    is_perfect,
    load,
    refuse_without_copies,
)
from unseen.adapters.openspiel.enumeration import Story, courses, story, too_many
from unseen.adapters.openspiel.histories import (
    CannotReplay,
    Eyes,
    View,
    log_likelihood,
    replayed,
    steps,
)
from unseen.adapters.openspiel.twins import redealt

ALL, MOVER = "all", "mover"


class OpenSpielGame:
    """A game of OpenSpiel and its ``State.resample_from_infostate``.

    What that function promises (``spiel.h`` says so beside its declaration) is a new *history*: the
    privates of the others are drawn anew, uniformly at each chance node; what the player knows and
    what is public stays. So it is held to the whole history.

    A seat observes the game's information state where the game provides one (it is meant to have
    perfect recall) and its observation where it provides that, and its legal actions on its move.
    Where all move at once, seats are asked one after the other; a copy keeps the seat's own choice
    and draws those of others uniformly, since nobody has seen them.

    Args:
        text: the game as ``pyspiel.load_game`` takes it: ``kuhn_poker(players=3)``.
        seats: whose copies are looked at: ``all``, since OpenSpiel makes them for anybody, or
            ``mover``, for whom a search asks.

    Raises:
        GameError: there is no such game, a parameter is wrong, or it offers no copies.
        ValueError: ``seats`` is neither.

    >>> game = OpenSpielGame("kuhn_poker")
    >>> state = game.new(3)
    >>> dict(game.world(state))
    {'hand 0': ['0'], 'hand 1': ['1'], 'deck': ['2']}
    >>> copy = game.copy(state, 0, np.random.default_rng(1))
    >>> game.observe(copy, 0) == game.observe(state, 0)
    True
    >>> game.posterior(state, 0).cells["1", "hand 1"]
    (0.5, 0.5)
    """

    promise = "history"
    ordered: Sequence[str] = ()

    def __init__(self, text: str, seats: str = ALL) -> None:
        if seats not in (ALL, MOVER):
            raise ValueError(f"seats is {seats!r}: it can be {ALL!r} or {MOVER!r}")
        self.text, self.seats = text, seats
        self.game = load(text)
        kind = self.game.get_type()
        self.kind = str(kind.short_name)
        plain = nothing_hidden if is_perfect(self.game) else unreadable
        self._reader = READERS.get(kind.short_name, plain)
        if kind.short_name not in READERS:
            refuse_without_copies(text, self.game)
        self.eyes = Eyes(
            bool(kind.provides_information_state_string), bool(kind.provides_observation_string)
        )
        self._last: tuple[Any, Story] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return OpenSpielGame, (self.text, self.seats)

    @property
    def name(self) -> str:
        """``openspiel:`` and the game as it was typed."""
        return f"openspiel:{self.text}"

    def new(self, seed: int) -> Playing:
        """A new game before its first decision; the seed decides all chances of it."""
        return begun(self.game, seed)

    def mover(self, state: Playing) -> int:
        """The seat that has to decide; where all move at once, the first not asked yet; or -1."""
        mover = state.state.current_player()
        if mover != SIMULTANEOUS:
            return mover if mover >= 0 else -1
        asked = {seat for seat, _ in state.pending}
        able = (s for s in range(self.game.num_players()) if state.state.legal_actions(s))
        return next((seat for seat in able if seat not in asked), -1)

    def observers(self, state: Playing) -> Sequence[int]:
        """The seats whose copies are looked at."""
        return [self.mover(state)] if self.seats == MOVER else range(self.game.num_players())

    def options(self, state: Playing) -> Sequence[int]:
        """The mover's legal actions."""
        mover = self.mover(state)
        return [] if mover < 0 else list(state.state.legal_actions(mover))

    def play(self, state: Playing, option: int) -> Playing:
        """A new state after an action and the chances that follow.

        Raises:
            ValueError: the action is not legal here.
        """
        mover = self.mover(state)
        if option not in self.options(state):
            raise ValueError(
                f"{self.name}: action {option} is not legal for seat {mover}; legal are "
                f"{self.options(state)}"
            )
        after = state.state.clone()
        if after.is_simultaneous_node():
            pending = (*state.pending, (mover, option))
            if self.mover(Playing(after, 0, pending)) >= 0:
                return Playing(after, state.chances, pending)
            chosen = dict(pending)
            after.apply_actions([chosen.get(s, 0) for s in range(self.game.num_players())])
        else:
            after.apply_action(option)
        draw_chances(after, state.chances)
        return Playing(after, state.chances)

    def say(self, state: Playing, option: int) -> str:
        """An action in the game's words."""
        return str(state.state.action_to_string(self.mover(state), option))

    def observe(self, state: Playing, seat: int) -> Hashable:
        """What the seat is told, and what it has chosen where all move at once."""
        return self.eyes.view(state.state, seat), dict(state.pending).get(seat)

    def copy(self, state: Playing, seat: int, rng: np.random.Generator) -> Playing:
        """OpenSpiel's copy, with chances to come of its own."""
        chances = int(rng.integers(2**62))
        pending = tuple(
            (who, option if who == seat else int(rng.choice(state.state.legal_actions(who))))
            for who, option in state.pending
        )
        return Playing(state.state.resample_from_infostate(seat, rng.random), chances, pending)

    def clone(self, state: Playing) -> Playing:
        """The engine's own clone."""
        return state.clone()

    def world(self, state: Playing) -> World:
        """Where the cards lie; in a game of perfect information, its text.

        Raises:
            NotTested: the cards of this game cannot be read.
        """
        return self._reader(self.game, state.state)

    def channels(self, state: Playing) -> Mapping[str, Hashable]:
        """Text, serialization, history, and what each player is told."""
        engine = state.state
        found: dict[str, Hashable] = {
            "str": str(engine),
            "serialize": engine.serialize(),
            "history": tuple(engine.history()),
            "full_history": tuple((one.player, one.action) for one in engine.full_history()),
            "history_str": engine.history_str(),
        }
        for seat in range(self.game.num_players()):
            information, observation, _ = self.eyes.view(engine, seat)
            if self.eyes.information:
                found[f"information_state_string({seat})"] = information
            if self.eyes.observation:
                found[f"observation_string({seat})"] = observation
        return found

    def impossible(self, state: Playing, seat: int, copy: Playing) -> str | None:
        """Why the copy's history cannot be played from the start, or does not lead to the copy."""
        try:
            replayed(copy.state)
        except CannotReplay as reason:
            return str(reason)
        return None

    def contradiction(self, state: Playing, seat: int, copy: Playing) -> str | None:
        """The first step of the copy's history at which the seat is told something else."""
        true = self._story(state, seat)
        told = story(copy.state, seat, self.eyes)
        if len(told.path) != len(true.path):
            return f"{len(true.path)} steps were made; in the copy's history, {len(told.path)}"
        for at, (theirs, ours) in enumerate(zip(told.views, true.views, strict=True)):
            # in which order cards came while they were dealt is no fact of the game
            if theirs != ours and not true.states[at].is_chance_node():
                return f"after {at} steps player {seat} was told {_difference(ours, theirs)}"
        return None

    def likelihood(self, state: Playing, seat: int) -> float:
        """The log-likelihood of what the seat saw of others' choices, under uniform play.

        Raises:
            NotTested: the state's history does not lead to it, so it says nothing about it.
        """
        try:
            through = replayed(state.state)
        except CannotReplay as reason:
            raise NotTested(f"a state's history cannot be weighed: {reason}") from reason
        return log_likelihood(through, steps(state.state), seat, self.eyes)

    def posterior(self, state: Playing, seat: int) -> Posterior:
        """All courses of the game that the seat cannot tell from this one, walked through.

        In games of many cards, all places where the seat's unseen cards can lie.

        Raises:
            NotTested: there are too many.
        """
        if self.kind in FIRST_CARD or self.kind == GIN:
            return deals.posterior(self._story(state, seat), self._reader(self.game, state.state))
        weighed = self._worlds(state, seat)
        total = sum(weight for _, weight in weighed.values())
        chances: dict[Cell, list[float]] = {}
        for world, weight in weighed.values():
            for cell, n in cells(world).items():
                counts = chances.setdefault(cell, [])
                counts += [0.0] * (n + 1 - len(counts))
                counts[n] += weight / total
        for counts in chances.values():
            counts[0] = max(0.0, 1.0 - sum(counts[1:]))
        return Posterior(
            source="all courses of the game that the player cannot tell from the true one, "
            "weighed by chance",
            count=len(weighed),
            cells={cell: tuple(counts) for cell, counts in chances.items()},
            worlds={world: weight / total for world, (_, weight) in weighed.items()},
        )

    def twin(self, state: Playing, seat: int, rng: np.random.Generator) -> Playing | None:
        """Another state that the seat cannot tell from this one, with other hidden cards."""
        told = self._story(state, seat)
        truth = self._key(state.state)
        try:
            if too_many(told, self.eyes):
                raise NotTested("the tree is too large")
            others = (end for end, _ in courses(told, self.eyes, rng))
            found = next((end for end in others if self._key(end) != truth), None)
        except NotTested:
            found = redealt(told, self.eyes, rng, lambda end: self._key(end) != truth)
        return None if found is None else Playing(found, int(rng.integers(2**62)), state.pending)

    def _worlds(self, state: Playing, seat: int) -> dict[Hashable, tuple[World, float]]:
        told = self._story(state, seat)
        if too_many(told, self.eyes):
            raise NotTested("the game tree under this position is too large to be walked through")
        weighed: dict[Hashable, tuple[World, float]] = {}
        for end, weight in courses(told, self.eyes):
            world = self._reader(self.game, end)
            key = canonical(world)
            weighed[key] = (world, weighed.get(key, (world, 0.0))[1] + weight)
        return weighed

    def _key(self, engine: Any) -> Hashable:
        """What tells states of the engine's apart: the canonical world, or the text."""
        if self._reader is unreadable:
            return str(engine)
        return canonical(self._reader(self.game, engine))

    def _story(self, state: Playing, seat: int) -> Story:
        """The seat's story of a state; the last one is kept, since it is asked for every copy."""
        if self._last is None or self._last[0] is not state or self._last[1].seat != seat:
            self._last = state, story(state.state, seat, self.eyes)
        return self._last[1]


def _difference(ours: View, theirs: View) -> str:
    """What the first line is in which two views differ."""
    for mine, other in zip(_lines(ours), _lines(theirs), strict=False):
        if mine != other:
            return f"{mine!r}; by the copy's history, {other!r}"
    return "less than by the copy's history, or more"


def _lines(view: View) -> list[str]:
    return [line for part in view for line in str(part).splitlines()]
