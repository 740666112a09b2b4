"""Liar's dice for two with one die each: bids about both dice, until one is called a liar.

=========== ====================================================================================
rules.py    the roll, bids, the call, and what the game is made of
facts.py    what statements tell: nothing for certain
words.py    what people read and type
verify.py   what no position can be
=========== ====================================================================================

A die is six cards, its faces; a roll is one of them, which lies in the seat's cup.

>>> state = GAME.new(seed=1)
>>> for bid in ("one two", "two twos"):
...     _ = state.play(bid)
>>> print(state.view(0))
Sixes are wild
  your die    5
  seat 1      ?
  bids        one two, two twos
Your decision: bid
"""

from games.game import Game
from games.liars_dice import rules, words
from games.liars_dice.facts import deductions

GAME = Game(
    name="liars-dice",
    title="Liar's dice",
    players=(2, rules.SEATS),
    faces=rules.FACES,
    pools=rules.POOLS,
    zones=rules.ZONES,
    fields=rules.FIELDS,
    presets=rules.PRESETS,
    decisions=rules.Decision,
    option_codes=rules.OPTIONS,
    best_return=1.0,
    rules=rules,
    words=words,
    deductions=deductions,
    hand="cup",
    categories=("dice-game", "reference"),
    mechanics=("bidding", "bluffing"),
)
"""What ``games.load("liars-dice")`` returns."""

__all__ = ["GAME"]
