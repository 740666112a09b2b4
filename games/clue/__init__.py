"""Clue (Cluedo): deduction for two to six, on the classic board or with rooms alone.

=================== ============================================================================
``rules.py``        turns, walking, suggestions, accusations, in the order of a rule book
``dealing.py``      how a game begins
``options.py``      what may be done at each decision place; ``moving.py`` where to
``sensible.py``     what random players and play-outs consider
``parameters.py``   where tables differ, and presets
``cards.py``        people, weapons, rooms, and triples of them as numbers
``grid.py``         what is where on the board, from ``clue.json``; ``board.py`` how far, and walks
``record.py``       zones, decision places, option codes, the fields of a state
``facts.py``        what follows from what is said at the table
``log.py``          every suggestion in order; ``features.py`` what learners read of it
``knowledge.py``    what a seat can tell at a glance, and what others have seen
``words.py``        what people read and type; ``picture.py`` how a position looks
``verify.py``       what no position can be
=================== ============================================================================
"""

from games.clue import rules, words
from games.clue.cards import FACES, PEOPLE, ROOMS, WEAPONS
from games.clue.facts import deductions
from games.clue.parameters import PRESETS
from games.clue.record import FIELDS, MOST_SEATS, OPTIONS, ZONES, Decision
from games.game import Game

GAME = Game(
    name="clue",
    title="Clue",
    players=(2, MOST_SEATS),
    faces=FACES,
    pools={"suspects": PEOPLE, "weapons": WEAPONS, "rooms": ROOMS},
    zones=ZONES,
    fields=FIELDS,
    presets=PRESETS,
    decisions=Decision,
    option_codes=OPTIONS,
    best_return=1.0,
    rules=rules,
    words=words,
    deductions=deductions,
    categories=("deduction", "board-game"),
    mechanics=("deduction", "roll-and-move", "player-elimination"),
)
"""What ``games.load("clue")`` returns."""
