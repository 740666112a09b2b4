"""Leduc poker: six cards, two rounds of betting, one card for all. A reference game.

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
from games.leduc import rules, words
from games.leduc.facts import deductions

GAME = Game(
    name="leduc",
    title="Leduc poker",
    players=(2, rules.MOST_SEATS),
    faces=rules.FACES,
    copies=(2,) * len(rules.FACES),
    zones=rules.ZONES,
    fields=rules.FIELDS,
    presets=rules.PRESETS,
    decisions=rules.Decision,
    option_codes=rules.OPTIONS,
    best_return=float(rules.MOST_LOST * (rules.MOST_SEATS - 1)),
    rules=rules,
    words=words,
    deductions=deductions,
    categories=("card-game", "reference"),
    mechanics=("betting", "bluffing"),
)
"""What ``games.load("leduc")`` returns."""

__all__ = ["GAME"]
