"""Tic-Tac-Toe: three in a row, or K in a row on a grid of N by N; nothing is hidden.

=========== ====================================================================================
rules.py    the rules, parameters and presets, and how a position stands
lines.py    the lines that win, as masks of cells
words.py    what people read and type; a grid as text
verify.py   what no position can be
facts.py    what statements tell: there are none
=========== ====================================================================================

>>> state = GAME.new()
>>> for cell in ("b2", "a1", "c1"):
...     _ = state.play(cell)
>>> print(state.view(1))
    a b c
 1  O . X
 2  . X .
 3  . . .
X is seat 0, O is seat 1 (you)
Your decision: cell
"""

from games.game import Game
from games.kit.zones import Zones
from games.tic_tac_toe import rules, words
from games.tic_tac_toe.facts import deductions
from games.tic_tac_toe.words import marks

GAME = Game(
    name="tic-tac-toe",
    title="Tic-Tac-Toe",
    players=(2, 2),
    faces=(),
    zones=Zones(),
    fields=rules.FIELDS,
    presets=rules.PRESETS,
    decisions=rules.Decision,
    option_codes=rules.CELLS,
    best_return=1.0,
    rules=rules,
    words=words,
    deductions=deductions,
    categories=("abstract", "perfect-information", "reference"),
    mechanics=("pattern-building",),
)
"""What ``games.load("tic-tac-toe")`` returns."""

__all__ = ["GAME", "marks"]
