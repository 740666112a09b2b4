"""What statements tell: nothing for certain.

Any bid may be made with any roll, and so may a call: that is the game. What bids make likely
depends on who makes them, and is told to a belief as a likelihood (``docs/games/liars-dice.md``).
Once somebody is called a liar both dice are seen, which needs no fact.
"""

from __future__ import annotations

from games.kit.events import Deduction


def deductions(what: int, who: int, a: int, b: int) -> list[Deduction]:
    """Nothing follows from a bid or a call (see ``rules.Say``).

    >>> from games.liars_dice.rules import Say
    >>> deductions(Say.BIDS, 0, 11, 0)
    []
    """
    return []
