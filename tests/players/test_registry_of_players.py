"""Players by name: what is typed is read strictly, and one broken package spoils nothing."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

import games
import players.registry as registry
from players import UnknownPlayer, label, make, names, split

GAME = games.load("schnapsen")


def test_a_broken_package_is_named_and_the_rest_stay(monkeypatch):
    found = {
        "broken": EntryPoint("broken", "no_such_module:Player", registry.GROUP),
        **registry._found(),
    }
    monkeypatch.setattr(registry, "_found", lambda: found)
    with pytest.warns(UserWarning, match=r"broken \(no_such_module:Player\) cannot be loaded"):
        listed = names(GAME)
    assert "broken" not in listed
    assert "ismcts" in listed


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("ismtcs", "did you mean ismcts"),
        ("ismcts(iteration=5)", "iterations, exploration"),
        ("ismcts(iterations=many)", "a whole number"),
        ("ismcts(iterations=0)", "at least 1"),
        ("ismcts(iterations=-3)", "at least 1"),
        ("ismcts(exploration=nan)", "exploration cannot be nan"),
        ("pimc(worlds=5, iterations=3)", "at least one for each world"),
        ("pimc(exploration=-1)", "exploration cannot be -1"),
        ("rdeep(samples=0)", "samples cannot be 0"),
        ("ismcts(5)", "key=value"),
        ("(iterations=5)", "names no player"),
        ("ismcts(iterations=5", "names no player"),
        ("", "names no player"),
    ],
)
def test_a_wrong_specification_says_what_is_right(spec, complaint):
    with pytest.raises(UnknownPlayer, match=complaint.replace("(", r"\(")):
        make(spec, GAME)


def test_names_in_tables_tell_equal_players_apart():
    assert label(["a", "b", "a"]) == ["a#1", "b", "a#2"]


def test_commas_inside_brackets_do_not_split():
    assert split("a(x=1, y=2),b") == ["a(x=1, y=2)", "b"]
    with pytest.raises(UnknownPlayer):
        split("a,,b")
