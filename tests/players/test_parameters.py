"""Parameters are checked where a player is made, each by its name, however it is made.

Fields are found, not listed: a new player is covered by being installed. Text is read by
``players.make``, which has its own tests; here values of all kinds are given directly.
"""

from __future__ import annotations

from dataclasses import Field, fields, is_dataclass
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from players.registry import factory, names
from players.search.settings import KINDS

PLAYERS = [
    made
    for made in (factory(name) for cheats in (False, True) for name in names(cheats=cheats))
    if is_dataclass(made) and made.__module__.startswith("players.")
]
CASES = [
    pytest.param(made, field, id=f"{made.__name__}-{field.name}")
    for made in PLAYERS
    for field in fields(made)
]

NEITHER = [None, [1], [], (1,), {}, np.array([1, 1]), np.array(["a", "b"]), object()]
"""Of no kind at all."""
NO_NUMBER = ["5", "", "nan", 1j, np.True_, True, False, np.timedelta64(5, "s"), nan, inf, -inf, -1]
WRONG: dict[type, list[Any]] = {
    int: [*NO_NUMBER, 2.5, 2.0, np.float32(0.5), np.float64(2.0), np.int64(-1), 10**30],
    float: [*NO_NUMBER, np.float64(nan), np.float32(-1.0), 1e300, 10**30],
    bool: ["no", "", "true", 0, 1, 0.0, nan, np.int64(1)],
    str: [3, True, nan, b"ucb1", np.int64(1)],
}
"""What a parameter cannot be, by the kind of its default."""
LIKE: dict[type, list[Any]] = {
    int: [int, np.int32, np.int64, np.uint64, np.array],
    float: [float, np.float32, np.float64, lambda value: 1, lambda value: np.int64(1)],
    bool: [bool, np.bool_],
    str: [str, np.str_],
}
"""What makes a value of a kind from the default: of Python, and of NumPy."""


def test_players_with_every_kind_of_parameter_are_found() -> None:
    assert {made.__name__ for made in PLAYERS} >= {"ISMCTS", "MCTS", "OSLA", "RDeep", "Cheating"}
    kinds = {type(field.default) for made in PLAYERS for field in fields(made)}
    assert kinds == set(KINDS) == set(WRONG) == set(LIKE)


@pytest.mark.parametrize(("made", "field"), CASES)
def test_what_a_parameter_cannot_be_is_refused_by_its_name(made: Any, field: Field[Any]) -> None:
    kind: type = type(field.default)
    for wrong in [*NEITHER, *WRONG[kind]]:
        with pytest.raises(ValueError, match=f"^{field.name} cannot be ") as caught:
            made(**{field.name: wrong})
        said, right = str(caught.value).split(": ", 1)
        assert right
        if isinstance(wrong, str):
            assert repr(wrong) in said  # text is seen to be text


@pytest.mark.parametrize(("made", "field"), CASES)
def test_numbers_of_numpy_are_taken_and_kept_as_pythons(made: Any, field: Field[Any]) -> None:
    kind: type = type(field.default)
    for like in LIKE[kind]:
        given = like(field.default)
        player = made(**{field.name: given})
        kept = getattr(player, field.name)
        assert type(kept) is kind
        assert kept == given
        assert player == made(**{field.name: kept})
        assert player.name == made(**{field.name: kept}).name


@pytest.mark.parametrize(
    ("name", "given", "complaint"),
    [
        (
            "ismcts",
            {"iterations": 2.5},
            "iterations cannot be 2.5: a whole number from 1 to 10000000",
        ),
        ("pimc", {"workers": True}, "workers cannot be True: a whole number from 1 to 256"),
        ("pimc", {"worlds": "5"}, "worlds cannot be '5': a whole number from 1 to 100000"),
        (
            "so-pom",
            {"tree_depth": np.float32(0.5)},
            f"tree_depth cannot be {np.float32(0.5)!r}: a whole number from 1 to 10000, or 0 for no"
            " limit",
        ),
        ("flat", {"exploration": None}, "exploration cannot be None: a number from 0 to 1e+06"),
        (
            "osla",
            {"seconds": "1"},
            "seconds cannot be '1': a number up to 3600, or 0 for so many worlds",
        ),
        ("rhea", {"discount": [1]}, "discount cannot be [1]: a number above 0, up to 1"),
        ("ris-mcts", {"reuse": "no"}, "reuse cannot be 'no': True or False"),
        ("mcts", {"rollouts": None}, "rollouts cannot be None: True or False"),
        ("mcts", {"loop": [1]}, "loop cannot be [1]: open or closed"),
        ("cheating", {"evaluator": {}}, "evaluator cannot be {}: one of play-outs, uct, exact"),
        ("epimc", {"playout": 3}, "playout cannot be 3: a name such as 'random'"),
    ],
)
def test_a_refusal_says_what_would_be_right(
    name: str, given: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        factory(name)(**given)
    assert str(caught.value) == complaint


def test_what_is_played_in_play_outs_is_asked_of_the_game() -> None:
    """Which policies there are is known when a game is, not before."""
    assert factory("ismcts")(playout="well").playout == "well"
