"""Exploding Kittens: two to five players, and whoever draws a kitten had better defuse it.

============= ==================================================================================
cards.py      titles, copies, and counts of titles in a zone
parameters.py the tunable rules, the presets ``official``, ``original2015`` and ``tag``
record.py     zones, decision places, option codes, statements, fields
options.py    what may be done at each decision place
sets.py       pairs, triples and five different titles, an option each
sensible.py   which of that is no waste
rules.py      the start, one move, and what others see of it
dealing.py    the deal
actions.py    cards played, Nopes, effects
turns.py      turn after turn, drawing, kittens, the end
results.py    who has won, and how well somebody stands
facts.py      what follows from what is said
words.py      what people read and type
verify.py     what no position can be
============= ==================================================================================

>>> state = GAME.new(players=3, seed=1)
>>> state.decision, state.options()[0].words
('turn', 'draw')
"""

from games.exploding_kittens import rules, words
from games.exploding_kittens.cards import COPIES, FACES
from games.exploding_kittens.facts import deductions
from games.exploding_kittens.parameters import PRESETS
from games.exploding_kittens.record import FIELDS, MOST_SEATS, OPTIONS, POOLS, ZONES, Decision
from games.game import Game

GAME = Game(
    name="exploding-kittens",
    title="Exploding Kittens",
    players=(2, MOST_SEATS),
    faces=FACES,
    copies=COPIES,
    pools=POOLS,
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
    mechanics=("hand-management", "player-elimination", "push-your-luck", "set-collection"),
)
"""What ``games.load("exploding-kittens")`` returns."""

__all__ = ["GAME"]
