"""Virus!: four healthy organs win, and everybody has viruses for the organs of the others.

============== =================================================================================
rules.py       the turn, in the order in which one would tell it
dealing.py     the cards played with, the deal, drawing, the discard pile that becomes the deck
options.py     what may be done at each decision place
playable.py    which of the faces in hand can be played
transplants.py which organs can be exchanged for which
effects.py     what cards do to bodies and hands
bodies.py      the states of organs as numbers, and which card can be played on which
results.py     who has won, and how a position stands
sensible.py    the options without blunders
parameters.py  the tunable rules and their presets
record.py      zones, decision places, option codes, fields
cards.py       the cards as numbers
facts.py       what follows from statements
verify.py      what cannot be in an arranged position
words.py       what people read and type
============== =================================================================================

>>> state = GAME.new(players=3, seed=1)
>>> [option.words for option in state.options()]
['play latex glove', 'discard']
"""

from games.game import Game
from games.virus import rules, words
from games.virus.cards import COPIES, FACES
from games.virus.facts import deductions
from games.virus.parameters import PRESETS
from games.virus.record import FIELDS, MOST_SEATS, OPTIONS, ZONES, Decision

GAME = Game(
    name="virus",
    title="Virus!",
    players=(2, MOST_SEATS),
    faces=FACES,
    copies=COPIES,
    zones=ZONES,
    fields=FIELDS,
    presets=PRESETS,
    decisions=Decision,
    option_codes=OPTIONS,
    best_return=1.0,
    rules=rules,
    words=words,
    deductions=deductions,
    categories=("card-game",),
    mechanics=("hand-management", "set-collection", "take-that"),
)
"""What ``games.load("virus")`` returns."""

__all__ = ["GAME"]
