"""Slots are filled, chains are made anew, and what cannot be bound is refused by name."""

from __future__ import annotations

import os
from typing import Any

import pytest

from compiled import COMPILED, UnfilledSlot, bind, kernel, slot, slot_value

BONUS: Any = slot_value("BONUS", "what is added")


@slot
def reward(x: int) -> int:
    """What a card is worth."""
    return 0


@slot(optional=True)
def tax(x: int) -> int:
    """What is taken; by default a tenth."""
    return x // 10


def total(n: int) -> int:
    """Called by the template: filled as well."""
    gathered = 0
    for i in range(n):
        gathered += reward(i) - tax(reward(i)) + BONUS
    return gathered


def template(n: int) -> int:
    return 2 * total(n)


def square(x: int) -> int:
    return x * x


def none(x: int) -> int:
    return 0


class Toy:
    """Something with rules of its own."""

    def __init__(self, name: str, **parts: Any) -> None:
        self.name = name
        self.parts = parts


@pytest.mark.parametrize("compiled", [True, False])
def test_a_template_is_filled_by_each_game(compiled: bool) -> None:
    squares = Toy("squares", reward=square, BONUS=1)
    untaxed = Toy("untaxed", reward=square, BONUS=1, tax=none)
    rewards = [i * i for i in range(20)]
    assert bind(template, squares, compiled=compiled)(20) == 2 * sum(
        r - r // 10 + 1 for r in rewards
    )
    assert bind(template, untaxed, compiled=compiled)(20) == 2 * sum(r + 1 for r in rewards)


def test_single_parts_replace_the_games() -> None:
    toy = Toy("toy", reward=square, BONUS=1)
    assert bind(template, toy, compiled=False, reward=none, BONUS=5)(3) == 30


def test_the_same_binding_is_made_once() -> None:
    toy = Toy("toy", reward=square, BONUS=1)
    assert bind(template, toy) is bind(template, toy)
    assert bind(template, toy) is not bind(template, toy, compiled=False) or not COMPILED


def test_an_unfilled_slot_is_named_with_who_needs_it_and_who_lacks_it() -> None:
    with pytest.raises(UnfilledSlot, match="total needs reward, which toy lacks"):
        bind(template, Toy("toy", BONUS=1))
    with pytest.raises(UnfilledSlot, match="total needs BONUS, which toy lacks"):
        bind(template, Toy("toy", reward=square))


def test_a_slot_is_not_to_be_used_unbound() -> None:
    with pytest.raises(UnfilledSlot, match="reward is a slot: bind the template"):
        template(3)
    with pytest.raises(UnfilledSlot, match="BONUS is a slot"):
        BONUS[0]
    assert repr(reward) == "slot('reward')"
    assert reward.__doc__ == "What a card is worth."


def test_closures_are_refused() -> None:
    factor = 3

    def captured(x: int) -> int:
        return factor * x

    with pytest.raises(TypeError, match="captured is a closure: pass what it captures instead"):
        bind(captured, Toy("toy"))


def reaches_into_a_module(x: int) -> int:
    return len(os.sep) + x


def calls_what_is_not_there(x: int) -> int:
    return missing(x)  # type: ignore[name-defined,no-any-return]  # noqa: F821


def test_modules_are_refused() -> None:
    with pytest.raises(
        TypeError, match="reaches_into_a_module reaches into the module os: import the function"
    ):
        bind(reaches_into_a_module, Toy("toy"))


def test_names_that_are_not_there_are_named() -> None:
    with pytest.raises(NameError, match="calls_what_is_not_there uses missing, which is not defi"):
        bind(calls_what_is_not_there, Toy("toy"))


@kernel
def doubled(x: int) -> int:
    return 2 * x


@kernel
def doubled_and_one(x: int) -> int:
    return doubled(x) + 1


def calls_a_kernel(x: int) -> int:
    return doubled_and_one(x) + BONUS


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@pytest.mark.parametrize("compiled", [True, False])
def test_kernels_call_kernels_and_templates_call_kernels(compiled: bool) -> None:
    assert doubled_and_one(4) == 9
    assert bind(calls_a_kernel, Toy("toy", BONUS=1), compiled=compiled)(4) == 10


@pytest.mark.parametrize("compiled", [True, False])
def test_functions_may_call_themselves(compiled: bool) -> None:
    assert bind(fibonacci, Toy("toy"), compiled=compiled)(10) == 55


def test_plain_functions_stay_plain_beside_their_compiled_twins() -> None:
    bind(template, Toy("toy", reward=square, BONUS=1))(3)
    assert type(total) is type(template) is type(square)
    assert type(bind(template, Toy("toy", reward=square, BONUS=1), compiled=False)) is type(total)
