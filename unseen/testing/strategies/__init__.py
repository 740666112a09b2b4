"""Hypothesis strategies: positions of games, knowledge about hidden cards, worlds of a knowledge.

What they draw shrinks: a failing test ends with few moves, few cards, few facts.

>>> from hypothesis import find
>>> from unseen.testing.strategies import knowledges, positions
>>> find(positions("schnapsen"), lambda state: state.decision == "follow")
<Schnapsen, seed 0, move 1: seat 1 to follow>
>>> print(find(knowledges(), lambda knowledge: len(knowledge.facts) == 1))
1 card: card 0
places: place 0 1
- place 0 holds exactly 1 card 0
"""

try:
    import hypothesis as _hypothesis  # noqa: F401
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        "strategies are Hypothesis's: pip install 'unseen[testing]' (the package hypothesis)",
        name=_error.name,
    ) from None

from unseen.testing.strategies.hidden import knowledges, worlds
from unseen.testing.strategies.play import positions, watches
from unseen.testing.strategies.statements import alternatives, facts

__all__ = ["alternatives", "facts", "knowledges", "positions", "watches", "worlds"]
