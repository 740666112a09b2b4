"""What an environment is asked for, checked: settings, seeds, and the options of a reset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.game import Game
from games.kit.fields import changed_rules, plain_number
from games.state import checked_seed, nearest

OPTIONS = ("preset", "parameters")
"""What the options of a reset may say."""

MEANINGLESS = "options"
"""A key that PettingZoo's own tests hand in, to see that options are taken; it says nothing."""


def rules_of_reset(game: Game, rules: Any, options: Mapping[str, Any]) -> Any:
    """The rules of one game: those of the environment, or of a preset, some of them changed.

    Raises:
        ValueError: rules that cannot be, or a key that is none of ``OPTIONS``.
    """
    for key in options:
        if key in (*OPTIONS, MEANINGLESS):
            continue
        if key in (game.dtype["rules"].names or ()):
            raise ValueError(f"options has {key!r}: rules go under 'parameters'")
        if key in ("players", "seats"):
            raise ValueError(
                f"options has {key!r}: how many play is fixed when the environment is made,"
                f" env({game.name!r}, players={options[key]!r})"
            )
        raise ValueError(f"options has {key!r}: {nearest(str(key), list(OPTIONS))}")
    parameters = options.get("parameters") or {}
    if not isinstance(parameters, Mapping):
        raise ValueError(f"parameters cannot be {parameters!r}: a table from name to value")
    preset = options.get("preset")
    if preset is not None:
        return game.rules_of(preset, **parameters)
    return changed_rules(rules, parameters)


def seed_of_reset(seed: Any) -> int:
    """A seed as a plain number.

    Raises:
        ValueError: it is none.
    """
    number = plain_number(seed)
    return checked_seed(seed if number is None else number)


def steps_at_most(number: Any) -> int | None:
    """After how many steps a game is broken off, None for never.

    Raises:
        ValueError: no number of steps.
    """
    if number is None:
        return None
    steps = plain_number(number)
    if steps is None or steps < 1:
        raise ValueError(f"truncate_after cannot be {number!r}: at least 1 step")
    return steps


def one_of(name: str, value: Any, choices: tuple[Any, ...]) -> None:
    """See that a setting is one of its choices.

    Raises:
        ValueError: it is not.
    """
    if value not in choices:
        raise ValueError(f"{name} cannot be {value!r}: one of {', '.join(map(str, choices))}")
