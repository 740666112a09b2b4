"""Kuhn poker: three cards, one chip to bet, and all of bluffing. A reference game.

========== =====================================================================================
rules.py   the rules, and what the game is made of
facts.py   what follows with certainty from what was said: nothing
verify.py  what cannot be in a position that somebody arranged
words.py   what people read and type
========== =====================================================================================

>>> state = GAME.new(seed=1)
>>> [option.words for option in state.options()]
['check', 'bet']
"""

from games.game import Game
from games.kuhn import rules, words
from games.kuhn.facts import deductions

GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    players=(2, rules.MOST_SEATS),
    faces=rules.FACES,
    zones=rules.ZONES,
    fields=rules.FIELDS,
    presets=rules.PRESETS,
    decisions=rules.Decision,
    option_codes=rules.OPTIONS,
    best_return=float((rules.MOST_SEATS - 1) * 2 * rules.MOST_CHIPS),
    rules=rules,
    words=words,
    deductions=deductions,
    categories=("card-game", "reference"),
    mechanics=("betting", "bluffing"),
)
"""What ``games.load("kuhn")`` returns."""

__all__ = ["GAME"]
