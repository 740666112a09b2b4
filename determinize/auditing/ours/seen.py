"""What a seat sees, as a value: equal where the seat cannot tell two states apart."""

from __future__ import annotations

from games.state import State
from games.view import View, masked


class Seen:
    """A seat's view of a state and its options there, compared to the last bit.

    >>> import games
    >>> state = games.load("template").new(seed=1)
    >>> Seen(state, 0) == Seen(state.copy(), 0), Seen(state, 0) == Seen(state, 1)
    (True, False)
    >>> print(Seen(state, 1))
    deal 1 of 2, pond ? ? ? ? ? ? ? ?
    player 0: 0 points, hand ? ?, laid -
    player 1 (you): 0 points, hand perch eel, laid -
    """

    def __init__(self, state: State, seat: int) -> None:
        hidden = masked(state.game, state.record_array, seat)
        options = state.codes if state.mover == seat else ()
        self.view = View(state.game, seat, hidden[0], options)
        self._key = seat, hidden.tobytes(), options

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        return str(self.view)

    __repr__ = __str__
