"""Games with hidden information, as rules on records, and the seam through which people use them.

>>> import games
>>> state = games.load("schnapsen").new(seed=1)
>>> state.play(state.options()[0])
[...]

This room knows no belief and no player: it says what happened and who saw it.
"""

from games.check import check
from games.game import Game
from games.kit.events import Alternatives, Deduction
from games.kit.zones import Zone, Zones
from games.record import Record
from games.registry import UnknownGame, load, names
from games.state import IllegalOption, Option, State
from games.view import View

__all__ = [
    "Alternatives",
    "Deduction",
    "Game",
    "IllegalOption",
    "Option",
    "Record",
    "State",
    "UnknownGame",
    "View",
    "Zone",
    "Zones",
    "check",
    "load",
    "names",
]
