"""Love Letter: two to six players, one hidden card each, and somebody is out in every other turn.

============= ==================================================================================
cards.py      faces in the order of their ranks, copies
parameters.py the tunable rules, the presets of four editions
record.py     zones, decision places, option codes, statements, fields
options.py    what may be done at each decision place
rules.py      a turn: the card played and what it does
rounds.py     the deal, turn after turn, the end of a round
scoring.py    who wins rounds and matches
facts.py      what follows from what is said and seen
words.py      what people read and type
verify.py     what no position can be
============= ==================================================================================

>>> state = GAME.new(players=3, seed=1)
>>> [option.words for option in state.options()]
['play Guard', 'play Baron']
"""

from games.game import Game
from games.love_letter import rules, words
from games.love_letter.cards import COPIES, FACES
from games.love_letter.facts import deductions
from games.love_letter.parameters import PRESETS
from games.love_letter.record import FIELDS, MOST_SEATS, OPTIONS, ZONES, Decision

GAME = Game(
    name="love-letter",
    title="Love Letter",
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
    categories=("card-game", "deduction"),
    mechanics=("elimination", "hand-management", "looking", "swapping"),
)
"""What ``games.load("love-letter")`` returns."""

__all__ = ["GAME"]
