"""Targets that fail, or give what is no answer: the audit says so, and accuses nobody."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from determinize.audit import BrokenGame, audit
from determinize.auditing.auditable import Target
from determinize.auditing.channels.walk import Walk

State = dict[str, Any]


def new(seed: int) -> State:
    deck = random.Random(seed).sample("AKQJT9", 6)
    return {"hands": [deck[:2], deck[2:4]], "deck": deck[4:], "mover": 0, "n": 0}


def play(state: State, option: str) -> State:
    n = state["n"] + 1
    return {**state, "n": n, "mover": 1 - state["mover"] if n < 4 else -1}


def fair(state: State, seat: int, rng: np.random.Generator) -> State:
    hidden = [str(card) for card in rng.permutation(state["hands"][1 - seat] + state["deck"])]
    hands: list[Any] = [hidden[:2], hidden[:2]]
    hands[seat] = list(state["hands"][seat])
    return {**state, "hands": hands, "deck": hidden[2:]}


def world(state: State) -> dict[str, Any]:
    return {"hand 0": state["hands"][0], "hand 1": state["hands"][1], "deck": state["deck"]}


def observe(state: State, seat: int) -> Any:
    return tuple(state["hands"][seat]), state["mover"], state["n"]


def target(**changed: Any) -> Target:
    functions: dict[str, Any] = {
        "new": new,
        "mover": lambda state: state["mover"],
        "options": lambda state: ["a", "b"],
        "play": play,
        "observe": observe,
        "copy": fair,
        "world": world,
    }
    return Target("cards", **(functions | changed))


def optional(**functions: Any) -> dict[str, Any]:
    return {"optional": functions}


def audited(**changed: Any) -> Any:
    return audit(target(**changed), positions=4, copies=10, seed=1, workers=0)


def says(**changed: Any) -> str:
    """What the audit of a target ends with."""
    with pytest.raises(BrokenGame) as broken:
        audited(**changed)
    return str(broken.value)


def raises(*_: Any) -> Any:
    raise LookupError("no licence")


def test_a_right_target_passes() -> None:
    assert audited().passed


@pytest.mark.parametrize("name", ["new", "mover", "options", "play", "observe", "world"])
def test_what_a_function_raises_is_told_with_its_place(name: str) -> None:
    told = says(**{name: raises})
    assert told.startswith(f"cards: {name} raises LookupError: no licence (seed ")
    assert told.endswith((" moves)", " move)"))


@pytest.mark.parametrize("name", ["observers", "say", "posterior", "twin"])
def test_what_an_optional_function_raises(name: str) -> None:
    told = says(**optional(**{name: raises}))
    assert told.startswith(f"cards: {name} raises LookupError: no licence (seed ")


@pytest.mark.parametrize(
    ("name", "answer", "right"),
    [
        ("new", None, "a state"),
        ("mover", None, "the number of a seat, or -1 when the game is over"),
        ("mover", 0.0, "the number of a seat"),
        ("options", iter("ab"), "a list"),
        ("options", None, "a list"),
        ("options", [["a"]], "a list of values that are hashable"),
        ("play", None, "the state after the option, be it the same object"),
        ("world", None, "place to faces, both of them text"),
        ("world", ["A"], "place to faces, both of them text"),
        ("world", {"hand": [7]}, "place to faces, both of them text"),
        ("world", {7: ["A"]}, "place to faces, both of them text"),
        ("world", {"hand": iter("A")}, "place to faces, both of them text"),
    ],
)
def test_what_is_no_answer(name: str, answer: Any, right: str) -> None:
    told = says(**{name: lambda *_: answer})
    assert told.startswith(f"cards: {name} gives ")
    assert f"; what would be right: {right}" in told
    assert " (seed " in told


@pytest.mark.parametrize("name", ["channels", "likelihood"])
def test_optional_functions_that_fail_with_the_true_state(name: str) -> None:
    assert says(**optional(**{name: raises})).startswith(f"cards: {name} raises LookupError")


def test_features_that_fail_with_the_true_state() -> None:
    told = says(features={"strength": raises})
    assert told.startswith("cards: the feature 'strength' raises LookupError: no licence (seed ")


@pytest.mark.parametrize(
    ("name", "says_of_it"),
    [
        ("channels", "channels gives 3; what would be right: name to a rendering"),
        ("posterior", "posterior gives 3; what would be right: a Posterior, or None"),
        ("twin", "observe raises TypeError: 'int' object is not subscriptable"),
    ],
)
def test_optional_functions_that_give_no_answer(name: str, says_of_it: str) -> None:
    assert says_of_it in says(**optional(**{name: lambda *_: 3}))


@pytest.mark.parametrize("seats", [[-1], None, ["x"]])
def test_seats_that_cannot_be(seats: Any) -> None:
    told = says(**optional(observers=lambda state: seats))
    assert "observers gives" in told
    assert "what would be right: a list of the seats that are copied for, each 0 or more" in told


class Unequal:
    """Equal to itself only."""


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("observe", lambda state, seat: (float("nan"), *observe(state, seat))),
        ("observe", lambda state, seat: (Unequal(), *observe(state, seat))),
        ("options", lambda state: [random.random()]),
        ("world", lambda state: {"deck": random.sample("AKQJT9", 6)}),
    ],
)
def test_answers_that_differ_about_one_state(name: str, answer: Callable[..., Any]) -> None:
    ordered = ("deck",) if name == "world" else ()
    told = says(**{name: answer}, ordered=ordered)
    assert told.startswith(f"cards: {name}, asked twice about one state, gives ")
    assert "what would be right: " in told


def test_a_game_that_ignores_its_seed() -> None:
    others = itertools.count()
    told = says(new=lambda seed: new(next(others)))
    assert "the same seed and moves lead to two states, in which observe gives" in told
    assert "new and play draw every chance from the seed alone" in told


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "x", None])
def test_numbers_that_are_not_finite(value: Any) -> None:
    wrong = "; what would be right: a finite number"
    told = says(features={"strength": lambda world: value})
    assert told == f"cards: the feature 'strength' gives {value!r}{wrong}"
    told = says(**optional(likelihood=lambda state, seat: value))
    assert told == f"cards: likelihood gives {value!r}{wrong}"


def test_a_true_state_that_is_said_to_be_impossible() -> None:
    assert "likelihood gives -inf" in says(**optional(likelihood=lambda state, seat: -np.inf))


@pytest.mark.parametrize("name", ["contradiction", "impossible"])
def test_reasons_are_text_or_none(name: str) -> None:
    assert audited(**optional(**{name: lambda *_: None})).passed
    for value in (False, "", 0, True):
        told = says(**optional(**{name: lambda *_, value=value: value}))
        assert told == (
            f"cards: {name} gives {value!r}; what would be right: None where nothing is wrong with"
            " the copy, otherwise a text that says what is"
        )


def test_a_copier_that_returns_nothing() -> None:
    check = audited(copy=lambda *_: None).check("conserves")
    assert check.outcome == "crashed"
    assert check.example is not None
    assert check.example.copy == "the copier returned None"


def test_a_world_that_fails_on_copies_only_is_a_finding() -> None:
    def broken(state: State, seat: int, rng: np.random.Generator) -> State:
        return {"mover": 0} | {key: state[key] for key in ("hands", "n")}

    check = audited(copy=broken).check("conserves")
    assert check.outcome == "crashed"


@pytest.mark.parametrize(
    ("name", "value"),
    [("promise", "all"), ("ordered", "deck"), ("ordered", 3), ("features", [1])],
)
def test_what_a_target_says_of_itself(name: str, value: Any) -> None:
    one = target()
    setattr(one, name, value)
    with pytest.raises(BrokenGame, match=f"cards: {name} is .*; what would be right: "):
        audit(one, positions=4, copies=10, workers=0)


def test_functions_that_are_none() -> None:
    with pytest.raises(ValueError, match="no optional function 'posteriour': did you mean 'post"):
        target(**optional(posteriour=raises))
    with pytest.raises(ValueError, match="promise cannot be 'all': one of table, history"):
        target(promise="all")


def test_long_arrays_are_read_where_they_lie() -> None:
    one = np.arange(30_000).reshape(100, 300)
    other = one.copy()
    other[70, 5] = -1
    strided = np.repeat(one, 2, axis=1)[:, ::2]
    tokens = [Walk(array, at="a").tokens for array in (one, strided, other)]
    assert tokens[0] == tokens[1]
    assert [path for path in tokens[0] if tokens[0][path] != tokens[2][path]] == [
        "a",
        "a[part 22]",
    ]
