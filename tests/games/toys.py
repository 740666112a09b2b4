"""Toy games for the tests of the kit: zones, a record and no rules of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from games.game import Game
from games.kit.fields import Field, private, public, secret
from games.kit.zones import Zone, Zones


@dataclass(frozen=True)
class Nothing:
    """A parameter object with one parameter."""

    size: int = 1


class Place(IntEnum):
    """One decision place."""

    CHOOSE = 0


ZONES = Zones(
    Zone("deck", ordered=True),
    Zone("pile", ordered=True, open=True),
    Zone("box"),
    Zone("hand", each=3),
)
FIELDS = (public("points", shape=(3,)), private("bid", shape=(3,)), secret("fate"))


class Words:
    """Options are said by their codes."""

    def option(self, state: Any, code: int) -> str:
        return f"option {code}"

    def parse(self, state: Any, text: str, options: Any) -> int:
        for code in options:
            if text == self.option(state, code):
                return int(code)
        raise ValueError(f"{text!r} is no option")

    def position(self, view: Any) -> str:
        return f"seat {view.seat}"


def toy(
    *,
    name: str = "toy",
    copies: Mapping[str, int] | None = None,
    fields: tuple[Field, ...] = FIELDS,
    rules: ModuleType | SimpleNamespace | None = None,
    **changes: Any,
) -> Game:
    """A game for up to three seats with three A, two B and a C, and whatever is given."""
    faces = {"A": 3, "B": 2, "C": 1} if copies is None else copies
    given: dict[str, Any] = {
        "name": name,
        "title": name.capitalize(),
        "players": (2, 3),
        "faces": tuple(faces),
        "copies": tuple(faces.values()),
        "zones": ZONES,
        "fields": fields,
        "presets": {"standard": Nothing()},
        "decisions": Place,
        "option_codes": 4,
        "best_return": 1.0,
        "rules": SimpleNamespace() if rules is None else rules,
        "words": Words(),
        "deductions": lambda what, who, a, b: [],
    }
    return Game(**{**given, **changes})


def table(game: Game, seats: int = 3) -> Any:
    """An array of one record, its cards in a row in the first zone, as ``open_table`` lays them."""
    states = np.zeros(1, game.dtype)
    s: Any = states[0]
    s.seats = seats
    s.depth[:] = np.arange(len(game.face_of))
    return states


FILES = Zones(
    Zone("suspect", pool="suspects"),
    Zone("weapon", pool="weapons"),
    Zone("rest", ordered=True),
    Zone("hand", each=3),
)
POOLS = {"suspects": ("Plum", "Peacock", "Green"), "weapons": ("rope", "knife")}


def case_file(**changes: Any) -> Game:
    """A game with a case file, as in Clue: three suspects, two weapons and a card of no pool."""
    faces = ("Plum", "rope", "Peacock", "note", "knife", "Green")
    given = {"copies": dict.fromkeys(faces, 1), "zones": FILES, "pools": POOLS}
    return toy(**{"name": "case file", **given, **changes})


def case_file_of_copies() -> Game:
    """The same with two Plums and two ropes."""
    return case_file(
        copies={"Plum": 2, "rope": 2, "note": 1, "Green": 1},
        pools={"suspects": ("Plum", "Green"), "weapons": ("rope",)},
    )
