"""What the statements of Leduc poker tell about hidden cards: nothing.

Nobody says anything about a hand before it is shown. Each option can be made with every card,
so no card is ruled out by it; what it makes *likelier* depends on how people play, and is told to a
belief as a likelihood (``docs/games/leduc.md`` has an example).
"""

from __future__ import annotations

from games.kit.events import Deduction


def deductions(what: int, who: int, a: int, b: int) -> list[Deduction]:
    """No fact follows from any statement.

    >>> deductions(0, 0, 0, 0)
    []
    """
    return []
