"""Games by name."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import pickle
from importlib.metadata import EntryPoint

import pytest

import games
from games import registry


def test_games_are_found_by_name_category_and_mechanic() -> None:
    assert {"schnapsen", "template"} <= set(games.names())
    assert games.names(category="example") == ["template"]
    assert "schnapsen" in games.names(mechanic="trick-taking")
    assert "template" not in games.names(mechanic="trick-taking")
    assert games.names(category="no such thing") == []


@pytest.mark.parametrize("name", ["template", " Template ", "TEMPLATE"])
def test_a_name_is_read_as_people_type_it(name: str) -> None:
    assert games.load(name) is games.load("template")


def test_a_name_that_is_none_is_answered_with_the_nearest() -> None:
    with pytest.raises(games.UnknownGame, match=r"no game 'shnapsen': did you mean schnapsen\?"):
        games.load("shnapsen")
    with pytest.raises(games.UnknownGame, match="no game '': one of "):
        games.load("")


def test_underscores_and_hyphens_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"old-maid": EntryPoint("old-maid", "games.template:GAME", registry.GROUP)}
    monkeypatch.setattr(registry, "_found", lambda: found)
    assert games.load("old_maid") is games.load("old-maid")


@pytest.mark.parametrize("name", [None, 3, b"template", ["template"]])
def test_what_is_no_name_is_named(name: object) -> None:
    with pytest.raises(games.UnknownGame, match=r"a game is called by its name, not .*: one of "):
        games.load(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("word", ["trick-taking", "Trick taking", "TRICK_TAKING", " tricktaking"])
def test_categories_and_mechanics_are_read_as_people_type_them(word: str) -> None:
    assert "schnapsen" in games.names(mechanic=word)
    assert "schnapsen" in games.names(category="Card Game", mechanic=word)
    assert games.names(category=word) == []
    with pytest.raises(ValueError, match="a category or a mechanic is a word, not 3"):
        games.names(category=3)  # type: ignore[arg-type]


def test_an_entry_point_that_is_no_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"wrong": EntryPoint("wrong", "games.template:rules", registry.GROUP)}
    monkeypatch.setattr(registry, "_found", lambda: found)
    with pytest.raises(TypeError, match=r"entry point 'wrong' of unseen\.games is no games\.Game"):
        games.load("wrong")


@pytest.mark.parametrize("name", games.names())
def test_there_is_one_of_each_game_however_it_is_copied(name: str) -> None:
    game = games.load(name)
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.copy(game) is game
    assert copy.deepcopy(game) is game
    state = pickle.loads(pickle.dumps(game.new(seed=3)))
    assert state.game is game
    assert state.record_array.tobytes() == game.new(seed=3).record_array.tobytes()


def test_a_game_that_no_package_names_cannot_be_pickled() -> None:
    """Neither one of another name, nor another game of a registered name: it would change."""
    game = games.load("template")
    for other in (dataclasses.replace(game, name="pond"), dataclasses.replace(game, copies=())):
        with pytest.raises(pickle.PicklingError, match=r"no installed package names this game '"):
            pickle.dumps(other)
        assert copy.copy(other) is copy.deepcopy(other) is other


@pytest.mark.parametrize("name", games.names())
def test_rules_are_equal_where_every_value_is_and_only_there(name: str) -> None:
    game = games.load(name)
    for one, other in itertools.product(game.presets, repeat=2):
        alike = vars(game.rules_of(one)) == vars(game.rules_of(other))
        assert (game.rules_of(one) == game.rules_of(other)) == alike
        assert alike or one != other
