"""Matches, comparisons and measurements: players meet on the same deals, and figures are honest.

- :func:`play_match`, :func:`moves`: one match; players get what their seat may know.
- :func:`compare`: paired matches with the seats changed, and an interval on the difference.
- :func:`predict`: how well hidden hands are predicted, against baselines.
"""

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
    "Prediction",
    "RoundScore",
    "Standing",
    "compare",
    "moves",
    "play_match",
    "predict",
]
