"""What can be true about hidden cards, and how likely it is. Knows no game.

>>> from beliefs import Belief, Knowledge, lacks
>>> Belief(Knowledge({"Guard": 5, "Priest": 2}, {"hand": 1, "deck": 6}, [lacks("hand", "Priest")]))
<Belief: 5 worlds, exact, by diagram>
"""

from beliefs.alternatives import Alternatives, any_of, one_of
from beliefs.belief import Belief
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
from beliefs.cases import WorldCases
from beliefs.chain import WorldChain
from beliefs.costs import Forecast, forecast
from beliefs.diagram import WorldDiagram
from beliefs.errors import (
    Contradiction,
    KnowledgeError,
    NeedsAlternatives,
    NoWorldFound,
    PoorSample,
    TooLarge,
)
from beliefs.facts import Fact
from beliefs.groups import Groups
from beliefs.knowledge import Knowledge
from beliefs.ledger import Ledger
from beliefs.matrix import Holding, HoldingMatrix
from beliefs.questions import Question
from beliefs.reasons import Explanation
from beliefs.table import WorldTable

__all__ = [
    "Alternatives",
    "Belief",
    "Contradiction",
    "Explanation",
    "Fact",
    "Forecast",
    "Groups",
    "Holding",
    "HoldingMatrix",
    "Knowledge",
    "KnowledgeError",
    "Ledger",
    "NeedsAlternatives",
    "NoWorldFound",
    "PoorSample",
    "Question",
    "TooLarge",
    "WorldCases",
    "WorldChain",
    "WorldDiagram",
    "WorldTable",
    "any_of",
    "at_least",
    "at_most",
    "between",
    "exactly",
    "forecast",
    "holds",
    "lacks",
    "likelihood",
    "one_of",
    "total",
]
