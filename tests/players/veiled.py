"""Little Pond with moves that others see only in part, for tests."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

import games

POND = games.load("template")


def visible(s: Any, action: int, me: int) -> int:
    """Others do not see which fish is asked for, nor what became of a look."""
    if s.mover == me:
        return action
    if action < 4:
        return 0
    return 13 if action == 14 else action


RULES = ModuleType("veiled")
vars(RULES).update({**vars(POND.rules), "visible": visible})
VEILED = replace(POND, name="veiled-pond", rules=RULES)
