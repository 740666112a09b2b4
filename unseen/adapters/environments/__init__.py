"""Environments for agents as targets of an audit: PettingZoo's, RLCard's, and those like them.

Environments are made for learning and copy themselves for nobody; whoever searches in one writes a
copier. Here that copier is audited: ``(environment, agent, generator) -> environment``.

Nothing is imported from PettingZoo or RLCard: an environment that has the same methods will do.
"""

from unseen.adapters.environments.aec import PettingZooCopies
from unseen.adapters.environments.rlcard_style import RLCardCopies, cards_of

__all__ = ["PettingZooCopies", "RLCardCopies", "cards_of"]
