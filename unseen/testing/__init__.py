"""Tools for those who test games, copiers and beliefs of their own.

- :mod:`unseen.testing.strategies`: Hypothesis strategies for positions of games, knowledge about
  hidden cards, and the worlds of a knowledge.
- :mod:`unseen.testing.plugin`: the pytest fixture ``audit_copies``, there wherever this package is
  installed.

They need what ``pip install 'unseen[testing]'`` installs. The strategies can be imported from
here, and are loaded when they are asked for: pytest loads this package in every run.

>>> from unseen.testing import positions
>>> positions.__module__
'unseen.testing.strategies.play'
>>> import unseen.testing
>>> "watches" in dir(unseen.testing)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unseen.testing.strategies import (
        alternatives,
        facts,
        knowledges,
        positions,
        watches,
        worlds,
    )

__all__ = ["alternatives", "facts", "knowledges", "positions", "watches", "worlds"]


def __getattr__(name: str) -> Any:
    """A strategy, from :mod:`unseen.testing.strategies`."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from unseen.testing import strategies

    return getattr(strategies, name)


def __dir__() -> list[str]:
    """All that can be imported from here, the strategies too."""
    return sorted({*globals(), *__all__})
