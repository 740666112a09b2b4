"""Everything that decides: players of chance, of rules, of search, and people."""

from players.player import Considered, Decision, ExperimentOnly, Player
from players.registry import UnknownPlayer, label, make, names, split

__all__ = [
    "Considered",
    "Decision",
    "ExperimentOnly",
    "Player",
    "UnknownPlayer",
    "label",
    "make",
    "names",
    "split",
]
