"""The notebook: what people at a real table write down, and what follows from it.

>>> from unseen.notebook import Casebook
>>> Casebook.of(["players Ann Bob Cid", "Bob: Plum, Rope, Study -> nobody"]).worlds
380732352
"""

from unseen.notebook.casebook import (
    CASE_FILE,
    SIDE,
    TABLE,
    Ask,
    Casebook,
    Certain,
    Line,
    Triple,
    WhatIf,
)
from unseen.notebook.editions import CLASSIC, Edition
from unseen.notebook.errors import LineError, NotReady
from unseen.notebook.lines import FORMS

__all__ = [
    "CASE_FILE",
    "CLASSIC",
    "FORMS",
    "SIDE",
    "TABLE",
    "Ask",
    "Casebook",
    "Certain",
    "Edition",
    "Line",
    "LineError",
    "NotReady",
    "Triple",
    "WhatIf",
]
