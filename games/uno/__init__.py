"""Uno: two to ten players, and the first to have no card left wins the round.

============= ==================================================================================
cards.py      faces, copies, and masks of what goes on what
parameters.py the tunable rules, the presets ``official`` and ``tag``
record.py     zones, decision places, option codes, statements, fields
options.py    what may be done at each decision place
rules.py      a move: cards and their effects, challenge, calls
drawing.py    drawing, reshuffling, what becomes of a card drawn in a turn
seats.py      whose turn comes after whose
rounds.py     the deal, the first card, turn after turn, the end of a round
scoring.py    what rounds and games are worth
facts.py      what follows from what is said and shown
words.py      what people read and type
verify.py     what no position can be
============= ==================================================================================

>>> state = GAME.new(players=3, seed=1)
>>> state.decision
'turn'
"""

from games.game import Game
from games.uno import rules, words
from games.uno.cards import COPIES, FACES
from games.uno.facts import deductions
from games.uno.parameters import PRESETS
from games.uno.record import FIELDS, MOST_SEATS, OPTIONS, ZONES, Decision

GAME = Game(
    name="uno",
    title="Uno",
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
    mechanics=("hand-management", "shedding", "take-that"),
)
"""What ``games.load("uno")`` returns."""

__all__ = ["GAME"]
