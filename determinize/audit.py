"""The audit: can a game's hidden-information copies be trusted?

Search players think with copies of the true state in which everything that their seat cannot know
has been dealt anew. A copier that keeps a hidden card, forgets a look or favours some worlds makes
them cheats or fools, and nothing in a match shows it. :func:`audit` looks at the copies of many
random positions, and holds the copier to seven checks:

- *conserves*: no card is lost, doubled or changed;
- *indistinguishable*: the seat cannot tell the copy from the true state, nor a copy of the copy;
- *independent*: no secret travels with the copy, and nothing done to one touches the other;
- *consistent*: every fact that the seat has learned still holds;
- *replayable*: the copy's history can be played, move by move, under the rules;
- *reachable*: no world that can be true is left out;
- *calibrated*: every world is as likely as it should be.

The parts are in :mod:`determinize.auditing`: one position is examined (``examine``), and all the
evidence is judged together (``judge``).
"""

from __future__ import annotations

from determinize.auditing.auditable import (
    HISTORY,
    TABLE,
    Auditable,
    NotTested,
    Posterior,
    Target,
)
from determinize.auditing.kinds import Kind
from determinize.auditing.positions import BrokenGame
from determinize.auditing.verdict import Audit, Check, Example

__all__ = [
    "HISTORY",
    "TABLE",
    "Audit",
    "Auditable",
    "BrokenGame",
    "Check",
    "Example",
    "Kind",
    "NotTested",
    "Posterior",
    "Target",
]
