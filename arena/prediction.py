"""How well hands are predicted: single deals, and before each lead everybody predicts the others.

Before a new round's lead (a trick in Schnapsen; before anything else that the leader may do) every
seat, as an observer, forecasts every other seat's hand from what it knows: by its exact belief, and
by the baselines. The truth is looked at only to score what was said. In a game without leads the
moment is the first decision of each turn.

Players decide as in any match; whatever their choices give away, the belief does not use: it counts
every consistent world alike. So where play carries no information, hits and expected hits are equal
within noise, and where they differ, the difference is what choices give away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, fields
from typing import Any

import games
from arena.forecast import Forecaster, forecasters
from arena.lineups import check_series, lineups, seats_for
from arena.match import moves
from arena.scores import RoundScore, Scored, Scores, score
from arena.seeds import deal_seed, tie_generator
from arena.work import spread
from determinize import Watch
from determinize.auditing.workers.machine import Progress
from games.game import Game
from players import make

LEAD = "LEAD"
"""The decision place that opens a round, in games that have it."""

SINGLE = "match_target"
"""The parameter that is set to 1 for single deals, in games that have it."""


@dataclass(frozen=True, eq=False)
class Prediction:
    """The result of :func:`predict`: scores by kind of forecast, the belief's first."""

    games: int
    scores: Mapping[str, Scores]

    @property
    def rounds(self) -> tuple[RoundScore, ...]:
        """The belief's table."""
        return self.scores["belief"].rounds()

    @property
    def baselines(self) -> dict[str, tuple[RoundScore, ...]]:
        """The other tables, by name."""
        return {name: s.rounds() for name, s in self.scores.items() if name != "belief"}


@dataclass(frozen=True)
class _Deal:
    """What a worker is sent."""

    game: str
    specs: tuple[str, ...]
    seed: int
    preset: str | None
    parameters: tuple[tuple[str, Any], ...]


def predict(
    game: Game,
    specs: Sequence[str],
    *,
    games: int = 200,
    seed: int = 0,
    seats: int | None = None,
    preset: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Prediction:
    """Measure how well hands are predicted while players play.

    Args:
        game: what is played; workers load it by its name.
        specs: who plays, as typed; line-ups take turns from deal to deal.
        games: how many deals.
        seed: of everything, ties in predictions included.
        seats: by default the least that the game allows and that seats all.
        preset, parameters: which rules; always single deals.
        workers, executor, progress: see :func:`arena.work.spread`. Results do not depend on them.

    Raises:
        ValueError: an unknown player, a number of seats, a rule that cannot be, matches of
            more than one deal, a game without hands.
    """
    check_series(game, specs, games, seats=seats)
    if not game.has_hands:
        lacks = "has no hands" if game.hides else "hides nothing"
        raise ValueError(f"{game.title} {lacks}: there is nothing to predict")
    chosen = single_deals(game, parameters or {}, preset)
    places = seats_for(game, len(specs), seats)
    if places < 2:
        raise ValueError(f"{game.title} for {places} has no opponent whose hand could be predicted")
    game.new(players=places, seed=seed, preset=preset, **chosen)
    tables = lineups(len(specs), places)
    jobs = [
        _Deal(
            game.name,
            tuple(specs[name] for name in tables[number % len(tables)]),
            deal_seed(seed, number),
            preset,
            tuple(chosen.items()),
        )
        for number in range(games)
    ]
    results = spread(predict_deal, jobs, workers=workers, executor=executor, progress=progress)
    scores = {name: Scores() for name in forecasters(game)}
    for result in results:
        for name, scored in result.items():
            scores[name].add(scored)
    return Prediction(games, scores)


def single_deals(
    game: Game, parameters: Mapping[str, Any], preset: str | None = None
) -> dict[str, Any]:
    """The parameters, with a match of one deal where the game has such a parameter.

    Raises:
        ValueError: they ask for longer matches, or cannot be.
    """
    known = {field.name for field in fields(game.presets[game.preset])}
    if SINGLE not in known:
        return dict(parameters)
    if SINGLE in parameters and getattr(game.rules_of(preset, **parameters), SINGLE) != 1:
        raise ValueError(
            f"predictions are measured on single deals: {SINGLE} cannot be {parameters[SINGLE]}"
        )
    return {**parameters, SINGLE: 1}


def predict_deal(deal: _Deal) -> dict[str, list[tuple[int, Scored]]]:
    """Play one game and score all forecasts, each with its round; runs in a worker."""
    game = games.load(deal.game)
    people = [make(spec, game) for spec in deal.specs]
    state = game.new(
        players=len(people), seed=deal.seed, preset=deal.preset, **dict(deal.parameters)
    )
    watch = Watch(state)
    kinds = forecasters(game)
    scored: dict[str, list[tuple[int, Scored]]] = {name: [] for name in kinds}
    views: dict[tuple[str, int, int], Forecaster] = {}
    round_of_game = -1
    for number, round_of_deal in _rounds(watch, people, deal.seed):
        if round_of_deal == 1 or int(state.record_array[0].round) != round_of_game:
            round_of_game = int(state.record_array[0].round)
            views.clear()
        for observer in range(state.seats):
            information = watch.information(observer)
            for target in range(state.seats):
                if target == observer:
                    continue
                for name, new in kinds.items():
                    key = (name, observer, target)
                    if key not in views:
                        views[key] = new(information.view)
                    forecast = views[key](information, target)
                    ties = tie_generator(deal.seed, number, observer, target)
                    truth: Any = state.record_array[0]
                    result = score(forecast, game, truth, observer, target, ties)
                    scored[name].append((round_of_deal, result))
    return scored


def _rounds(watch: Watch, people: Sequence[Any], seed: int) -> Iterator[tuple[int, int]]:
    """Play a game; stop before each new round's lead: the move's number, the round of the deal."""
    state = watch.state
    place = state.game.decisions[LEAD] if LEAD in state.game.decisions.__members__ else None
    last: tuple[int, int] | None = None
    deal = -1
    number = 0
    for move in moves(watch, people, seed=seed):
        truth: Any = state.record_array[0]
        if int(truth.round) != deal:
            deal, number, last = int(truth.round), 0, None
        if place is None:
            here, opens = (move.seat, 0), last is None or last[0] != move.seat
        else:
            here = (move.seat, int(truth.decision))
            opens = here[1] == place and (last is None or last[1] != place)
        last = here
        if opens:
            number += 1
            yield move.number, number
