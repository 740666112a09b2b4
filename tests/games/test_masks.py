"""Sets as bit masks, against Python's own sets."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiled import kernel
from games.kit.masks import how_many, lowest, seat_after, write_options, zeros
from tests.games.toys import table, toy

SETS = st.sets(st.integers(0, 62))


@kernel
def described(mask: int, code: int, out: np.ndarray, row: np.ndarray, n: int) -> tuple[int, ...]:
    """What the kit says of a mask, and of the zeros of a row."""
    least = lowest(mask) if mask != 0 else -1
    return least, how_many(mask), write_options(mask, code, out, 1), zeros(row, n)


plain = getattr(described, "__wrapped_kernel__", described)


@settings(deadline=None)
@given(SETS, st.integers(0, 900), st.lists(st.integers(-2, 2), max_size=10))
def test_a_mask_says_what_the_set_says(numbers: set[int], code: int, row: list[int]) -> None:
    mask = sum(1 << n for n in numbers)
    places = np.array(row, np.int64)
    zero = sum(1 << place for place, value in enumerate(row) if value == 0)
    for describe in (described, plain):
        out = np.full(65, 7, np.int64)
        right = (min(numbers, default=-1), len(numbers), 1 + len(numbers), zero)
        assert tuple(describe(mask, code, out, places, len(row))) == right
        assert out[: right[2]].tolist() == [7, *(code + n for n in sorted(numbers))]


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("seats", range(1, 6))
def test_the_seat_after_is_the_first_in_play_on_the_way_round(seats: int, step: int) -> None:
    s = SimpleNamespace(seats=seats)
    for playing in range(1 << seats):
        for p in range(seats):
            way = [(p + step * k) % seats for k in range(1, seats + 1)]
            right = next((q for q in way if playing >> q & 1), p)
            assert seat_after(s, p, playing, step) == right


def test_the_seat_after_is_the_same_compiled() -> None:
    s = table(toy())[0]
    after = kernel(seat_after)
    for playing in range(8):
        for p in range(3):
            for step in (1, -1):
                assert after(s, p, playing, step) == seat_after(s, p, playing, step)
