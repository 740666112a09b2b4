"""Channels: all ways by which a secret can travel with a copy.

A state is walked through (``walk``, with ``looks`` for each type and ``values`` written in short),
and what is found is a table from path to value (``paths``).
"""

from determinize.auditing.channels.paths import channels

__all__ = ["channels"]
