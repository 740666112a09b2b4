"""Matches, comparisons and measurements: players meet on the same deals, and figures are honest.

- :func:`play_match`, :func:`moves`: one match; players get what their seat may know.
- :func:`compare`: paired matches with the seats changed, and an interval on the difference.
- :func:`predict`: how well hidden hands are predicted, against baselines.
- :func:`audit_player`: whether a player decides on what its seat knows, and on nothing else.
- :func:`exploitability`, :func:`best_response`: how much a policy can be beaten by, in small games;
  :func:`average_policy`: the policy that a player plays there.
"""

from arena.audit import PlayerAudit, audit_player
from arena.compare import Comparison, Difference, Standing, compare
from arena.deals import Deal, NotEnumerable, deals
from arena.exploitability import best_response, expected_returns, exploitability
from arena.growth import game_tree
from arena.match import IllegalDecision, MatchResult, Move, moves, play_match
from arena.policies import Policy, average_policy, uniform
from arena.prediction import Prediction, predict
from arena.scores import RoundScore
from arena.tree import GameTree, Known

__all__ = [
    "Comparison",
    "Deal",
    "Difference",
    "GameTree",
    "IllegalDecision",
    "Known",
    "MatchResult",
    "Move",
    "NotEnumerable",
    "PlayerAudit",
    "Policy",
    "Prediction",
    "RoundScore",
    "Standing",
    "audit_player",
    "average_policy",
    "best_response",
    "compare",
    "deals",
    "expected_returns",
    "exploitability",
    "game_tree",
    "moves",
    "play_match",
    "predict",
    "uniform",
]
