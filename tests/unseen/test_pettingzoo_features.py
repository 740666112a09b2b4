"""What games give learners beside their fields: made from what the agent observes, and right."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import games
from compiled import below, rows
from games.clue.cards import FACES, parts
from games.clue.record import ACCUSE, ACCUSE_NOW, SHOW, SHOW_ONE, SIDE, SIDE_SLOTS, Say
from games.kit.events import Announced
from tests.games.toys import Words, toy
from unseen.adapters.pettingzoo import env
from unseen.adapters.pettingzoo.observation import Observer


class Notes:
    """What people at a table of Clue would note, from what is said and done."""

    def __init__(self) -> None:
        self.suggestions: set[tuple[int, int]] = set()
        self.disproved: set[tuple[int, int]] = set()
        self.passed: set[tuple[int, int]] = set()
        self.looked: set[tuple[int, int]] = set()
        self.shown: set[tuple[int, int, int]] = set()
        self.asker = -1

    def hear(self, mover: int, code: int, events: list[Any]) -> None:
        if SIDE <= code < SIDE + SIDE_SLOTS:
            self.looked.add((mover, code - SIDE))
        if SHOW <= code < SHOW_ONE:
            self.shown.add((mover, code - SHOW, self.asker))
        for event in events:
            if not isinstance(event, Announced):
                continue
            if event.what == Say.SUGGESTS:
                self.suggestions.add((event.who, event.a))
                self.asker = event.who
            elif event.what == Say.PASSES:
                self.passed |= {(event.who, card) for card in parts(event.a)}
            elif event.what == Say.SHOWS:
                self.disproved.add((event.who, event.a))


def ones(array: Any) -> set[tuple[int, ...]]:
    """Where the ones are; nothing else but zeros is there."""
    assert array.dtype == np.int8
    assert set(np.unique(array)) <= {0, 1}
    return {tuple(map(int, place)) for place in zip(*array.nonzero(), strict=True)}


@pytest.mark.parametrize("players", range(2, 7))
def test_clue_tells_learners_what_was_said_at_the_table(players: int) -> None:
    heard: dict[str, int] = {}
    for seed in range(3):
        table = env("clue", players=players, preset="rooms_only")
        table.reset(seed=seed)
        twin = games.load("clue").new(players=players, seed=seed, preset="rooms_only")
        row, notes = rows(seed, 8)[0], Notes()
        for _ in range(150):
            # Nobody accuses: the game is to go on.
            codes = [c for c in table.played.codes.tolist() if c != ACCUSE_NOW and c < ACCUSE]
            code, mover = codes[below(row, len(codes))], twin.mover
            notes.hear(mover, code, twin.play(code))
            table.step(code)
            for seat, agent in enumerate(table.possible_agents):
                seen = table.observe(agent)["observation"]
                assert ones(seen["suggestions"]) == notes.suggestions
                # Who is about to show has said so already, but no card is shown yet.
                assert ones(seen["disproved"]) == notes.disproved
                assert ones(seen["has_passed"]) == notes.passed
                assert ones(seen["has_looked"]) == notes.looked
                own = {(card, to) for who, card, to in notes.shown if who == seat}
                assert ones(seen["has_shown"]) == own
                asked = twin.decision in ("show", "side look")
                answered = set(parts(int(twin.record_array["suggested"][0]))) if asked else set()
                assert ones(seen["suggested_cards"]) == {(card,) for card in answered}
        for name in ("suggestions", "disproved", "passed", "looked", "shown"):
            heard[name] = heard.get(name, 0) + len(getattr(notes, name))
    assert heard.pop("looked") > 0 or players > 2
    assert min(heard.values()) > 10


def test_clue_tells_learners_what_was_accused_wrongly() -> None:
    table = env("clue", players=3, preset="rooms_only")
    table.reset(seed=2)
    accused = 0
    for agent in table.agent_iter():
        if table.terminations[agent]:
            break
        codes = [c for c in table.played.codes.tolist() if c >= ACCUSE]
        code = codes[-1] if codes else int(table.played.codes[0])
        seat = table.possible_agents.index(agent)
        table.step(code)
        if codes and not any(table.terminations.values()):
            for each in table.possible_agents:
                said = ones(table.observe(each)["observation"]["has_accused"])
                cards = {card for who, card in said if who == seat}
                assert cards == set(parts(code - ACCUSE))
            accused += 1
    assert accused > 0


def test_arrays_have_a_row_for_every_seat_and_every_triple_or_card() -> None:
    observer = Observer(games.load("clue"), 3, "table")
    shapes = {name: observer.space[name].shape for name in ("suggestions", "disproved")}  # type: ignore[index]
    assert shapes == {"suggestions": (6, 324), "disproved": (6, 324)}
    assert observer.space["has_passed"].shape == (6, len(FACES))  # type: ignore[index]
    box = observer.space["suggestions"]  # type: ignore[index]
    assert (box.low.min(), box.high.max()) == (0, 1)


def a_toy(features: Any) -> Any:
    words: Any = Words()
    words.features = features
    return toy(words=words)


def test_a_game_is_given_the_observation_and_nothing_else() -> None:
    """Neither the state nor what is another seat's is within its reach."""
    given: list[dict[str, Any]] = []

    def features(seen: dict[str, Any]) -> dict[str, Any]:
        given.append(dict(seen))
        return {"bids_high": seen["bid"] > 4, "half": seen["points"] / 2}

    game = a_toy(features)
    states = np.zeros(1, game.dtype)
    states["seats"] = 3
    states["bid"][0], states["points"][0], states["fate"] = [4, 5, 6], [1, 2, 3], 9
    observer = Observer(game, 3, "table")
    given.clear()
    seen: Any = observer.observe(states, 1, None)
    plain: Any = Observer(toy(), 3, "table").observe(states, 1, None)
    assert sorted(given[0]) == sorted(plain)
    assert all((given[0][name] == plain[name]).all() for name in plain)
    assert (seen["bids_high"].tolist(), seen["bids_high"].dtype) == ([1], np.int8)
    assert seen["half"].tolist() == [0.5, 1.0, 1.5]
    assert observer.space.contains(seen)
    row: Any = Observer(game, 3, "table", flat=True).observe(states, 1, None)
    assert row[observer.parts["half"]].tolist() == [0.5, 1.0, 1.5]


def test_rules_may_give_features_as_well_as_words() -> None:
    rules = SimpleNamespace(features=lambda seen: {"more": seen["points"] + 1})
    observer = Observer(toy(rules=rules), 2, "table")
    assert "more" in observer.parts


@pytest.mark.parametrize("name", ["points", "known_cards", "rules"])
def test_a_feature_cannot_have_the_name_of_an_array(name: str) -> None:
    game = a_toy(lambda seen: {name: seen["points"]})
    with pytest.raises(ValueError, match=f"Toy has a feature named '{name}', which observations"):
        Observer(game, 2, "table")
