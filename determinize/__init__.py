"""Worlds become game states: the one room that knows both beliefs and games.

- :class:`Watch` plays a match's real moves and keeps every seat's ledger.
- :class:`InformationSet` is what one seat knows, and all that a player is given.
- :class:`TrueInformation` adds the true state to that, for experiments only.
- :func:`deal_all` lays sampled worlds out as states; :func:`redeal` is the quick redistribution
  that keeps the table but not the history; :func:`redeal_masked` also keeps what everybody knows.
"""

from determinize.deal import deal_all
from determinize.information import InformationSet, MisfitWorld
from determinize.redeal import redeal
from determinize.redeal_mask import redeal_masked
from determinize.truth import TrueInformation
from determinize.watch import Watch, tell

__all__ = [
    "InformationSet",
    "MisfitWorld",
    "TrueInformation",
    "Watch",
    "deal_all",
    "redeal",
    "redeal_masked",
    "tell",
]
