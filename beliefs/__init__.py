"""What can be true about hidden cards, and how likely it is. Knows no game.

>>> from beliefs import Knowledge, lacks
>>> k = Knowledge({"Guard": 2, "Priest": 1}, {"hand": 1, "deck": 2}, [lacks("hand", "Priest")])
"""

from beliefs.builders import (
    at_least,
    at_most,
    between,
    exactly,
    holds,
    lacks,
    likelihood,
    total,
)
from beliefs.errors import Contradiction, KnowledgeError
from beliefs.facts import Fact
from beliefs.knowledge import Knowledge

__all__ = [
    "Contradiction",
    "Fact",
    "Knowledge",
    "KnowledgeError",
    "at_least",
    "at_most",
    "between",
    "exactly",
    "holds",
    "lacks",
    "likelihood",
    "total",
]
