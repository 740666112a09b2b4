"""Schnapsen, the Austrian game for two: 66 points with five cards in hand.

Rules in ``rules.py`` (with ``options.py`` and ``results.py``), parameters and presets in
``parameters.py``, the table in ``record.py`` and ``cards.py``, what follows from an answer in
``facts.py``, how it is said in ``words.py``.
"""

from games.game import Game
from games.schnapsen import rules, words
from games.schnapsen.facts import deductions
from games.schnapsen.parameters import PRESETS
from games.schnapsen.record import FIELDS, OPTIONS, ZONES, Decision

GAME = Game(
    name="schnapsen",
    title="Schnapsen",
    players=(2, 2),
    faces=words.FACES,
    zones=ZONES,
    fields=FIELDS,
    presets=PRESETS,
    decisions=Decision,
    option_codes=OPTIONS,
    best_return=3.0,
    rules=rules,
    words=words,
    deductions=deductions,
    categories=("card-game",),
    mechanics=("trick-taking", "hand-management", "melding"),
)
"""What ``games.load("schnapsen")`` returns."""
