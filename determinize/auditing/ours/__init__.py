"""The library's own games as targets of an audit: :class:`OurGame`.

``truths`` holds a true state with what its seats know; ``counts`` and ``spelled`` count what a seat
may hold possible; ``courses``, ``routes`` and ``twins`` play deals again; ``reasons`` names facts.
"""

from determinize.auditing.ours.game import OurGame

__all__ = ["OurGame"]
