"""Players by name: what is typed is read strictly, and one broken package spoils nothing."""

from __future__ import annotations

from dataclasses import dataclass
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
        ("ismcts(iteration=5)", "iterations, seconds"),
        ("ismcts(iterations=many)", "a whole number"),
        ("ismcts(iterations=0)", "1 to 10000000"),
        ("ismcts(iterations=-3)", "1 to 10000000"),
        ("ismcts(iterations=99999999999)", "1 to 10000000"),
        ("ismcts(exploration=1e300)", "0 to 1e\\+06"),
        ("ismcts(exploration=inf)", "0 to 1e\\+06"),
        ("pimc(worlds=99999999999)", "worlds cannot be 99999999999: 1 to 100000"),
        ("pimc(iterations=99999999999)", "iterations cannot be 99999999999: 1 to 10000000"),
        ("rdeep(samples=99999999999)", "samples cannot be 99999999999: 1 to 100000"),
        (f"rdeep(depth={10**23})", "1 to 10000"),
        ("ismcts(exploration=nan)", "exploration cannot be nan"),
        ("pimc(worlds=5, iterations=3)", "at least one for each world"),
        ("pimc(exploration=-1)", "exploration cannot be -1"),
        ("rdeep(samples=0)", "samples cannot be 0"),
        ("ismcts(5)", "key=value"),
        ("ismcts(iterations=5, iterations=6)", "ismcts is given iterations twice"),
        ("(iterations=5)", "names no player"),
        ("ismcts(iterations=5", "names no player"),
        ("", "names no player"),
    ],
)
def test_a_wrong_specification_says_what_is_right(spec, complaint):
    with pytest.raises(UnknownPlayer, match=complaint.replace("(", r"\(")):
        make(spec, GAME)


@dataclass(frozen=True)
class Guest:
    """A player of another package: parameters of every kind, one without a default."""

    book: str
    bold: bool = False
    depth: int = 3
    heat: float = 1.0
    label: str | None = None

    name = "guest"


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("guest", f"{__name__}:Guest", registry.GROUP)
    monkeypatch.setattr(registry, "_found", lambda: {"guest": point})


def test_parameters_are_read_as_the_kind_of_their_default(guest: None) -> None:
    made = make("guest(book=hoyle, bold=no, depth=5, heat=0.5, label=x)", GAME)
    assert made == Guest("hoyle", False, 5, 0.5, "x")
    assert make("guest(book=hoyle, bold=TRUE)", GAME) == Guest("hoyle", True)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("guest", "guest needs book: write guest(book=…)"),
        ("guest(book=hoyle, bold=perhaps)", "bold of guest cannot be 'perhaps': true or false"),
        ("guest(book=hoyle, heat=hot)", "heat of guest cannot be 'hot': a number"),
    ],
)
def test_parameters_of_a_guest_are_checked(guest: None, spec: str, complaint: str) -> None:
    with pytest.raises(UnknownPlayer) as raised:
        make(spec, GAME)
    assert str(raised.value) == complaint


def test_names_in_tables_tell_equal_players_apart():
    assert label(["a", "b", "a"]) == ["a#1", "b", "a#2"]


def test_commas_inside_brackets_do_not_split():
    assert split("a(x=1, y=2),b") == ["a(x=1, y=2)", "b"]
    with pytest.raises(UnknownPlayer):
        split("a,,b")
