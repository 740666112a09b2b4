"""OpenSpiel's copies under audit: ``State.resample_from_infostate`` of any game that offers it.

>>> from unseen.adapters.openspiel import OpenSpielGame
>>> game = OpenSpielGame("kuhn_poker(players=3)")
>>> state = game.new(7)
>>> game.say(state, game.options(state)[0])
'Pass'
"""

from unseen.adapters.openspiel.game import OpenSpielGame

__all__ = ["OpenSpielGame"]
