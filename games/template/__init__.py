"""Little Pond, a complete small game: the folder to copy when you add one.

========== =====================================================================================
rules.py   the rules, in the order in which one would tell them, and what the game is made of
facts.py   what follows from the statements made at the table
words.py   what people read and type
========== =====================================================================================

>>> state = GAME.new(players=2, seed=1)
>>> [option.words for option in state.options()]
['ask for eel', 'lay two eel', 'look']
"""

from games.game import Game
from games.template import rules, words
from games.template.facts import deductions

GAME = Game(
    name="template",
    title="Little Pond",
    players=(2, rules.MOST_SEATS),
    faces=rules.FACES,
    copies=rules.COPIES,
    zones=rules.ZONES,
    fields=rules.FIELDS,
    presets=rules.PRESETS,
    decisions=rules.Decision,
    option_codes=rules.OPTIONS,
    best_return=1.0,
    rules=rules,
    words=words,
    deductions=deductions,
    categories=("example",),
    mechanics=("asking", "set-collection", "looking"),
)

__all__ = ["GAME"]
