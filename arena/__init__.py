"""Matches, comparisons and measurements: players meet on the same deals, and figures are honest.

- :func:`play_match`, :func:`moves`: one match; players get what their seat may know.
- :func:`compare`: paired matches with the seats changed, and an interval on the difference.
- :func:`predict`: how well hidden hands are predicted, against baselines.
- :func:`audit_player`: whether a player decides on what its seat knows, and on nothing else.
"""

from arena.audit import PlayerAudit, audit_player
from arena.compare import Comparison, Difference, Standing, compare
from arena.match import IllegalDecision, MatchResult, Move, moves, play_match
from arena.prediction import Prediction, predict
from arena.scores import RoundScore

__all__ = [
    "Comparison",
    "Difference",
    "IllegalDecision",
    "MatchResult",
    "Move",
    "PlayerAudit",
    "Prediction",
    "RoundScore",
    "Standing",
    "audit_player",
    "compare",
    "moves",
    "play_match",
    "predict",
]
