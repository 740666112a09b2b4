"""Views: a state as one seat may know it.

The view of a seat is a record like the true one, in which everything that the seat cannot know has
been laid out anew in a *canonical* way: hidden cards sorted into the hidden slots, copies of a face
renumbered. It depends on nothing but what the seat knows, so two true states that the seat cannot
tell apart have the same view, bit by bit, and nothing that gets a view can peek.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from games.kit.fields import PRIVATE, SECRET, TABLE
from games.kit.marks import public_marks
from games.kit.pools import ANY_FACE

if TYPE_CHECKING:
    from games.game import Game


@dataclass(frozen=True)
class View:
    """What one seat sees.

    Attributes:
        game: the game.
        seat: whose view it is.
        state: a record of the game's type with everything hidden laid out canonically. A card is
            known to the seat where ``state.seen`` has its bit.
        options: the codes of its options where it is the seat's decision, else empty.
    """

    game: Game
    seat: int
    state: Any
    options: tuple[int, ...]

    @property
    def mover(self) -> int:
        """Whose decision it is; -1 when the game is over."""
        return int(self.state.mover)

    @property
    def decision(self) -> str:
        """The name of the decision place."""
        return self.game.decision_name(int(self.state.decision))

    def known(self, zone: str) -> tuple[str, ...]:
        """The faces of the cards in a zone that the seat knows; in an ordered zone bottom first."""
        return tuple(face for face in self.slots(zone) if face is not None)

    def slots(self, zone: str) -> tuple[str | None, ...]:
        """A zone's cards as the seat sees them: a face, or None for one it does not know."""
        number = self.game.zones[zone]
        where: list[int] = self.state["zone"].tolist()
        depth: list[int] = self.state["depth"].tolist()
        seen: list[int] = self.state["seen"].tolist()
        here = [c for c in range(len(where)) if where[c] == number]
        here.sort(key=lambda c: (depth[c], c))
        mine = 1 << self.seat
        return tuple(
            self.game.faces[self.game.face_of[c]] if seen[c] & mine else None for c in here
        )

    def __str__(self) -> str:
        return self.game.words.position(self)


def masked(game: Game, states: NDArray[Any], me: int) -> NDArray[Any]:
    """The record as seat ``me`` may know it: an array of one record, of the game's type."""
    view = states.copy()
    mine = 1 << me
    everybody = (1 << int(view["seats"][0])) - 1
    zone, depth, block, seen, lot = (view[name][0].tolist() for name in TABLE)
    cards = range(len(zone))
    face = game.face_of.tolist()
    owner = game.zones.owner.tolist()
    zone_pool, face_pool = game.zone_pool.tolist(), game.face_pool.tolist()

    public = [public_marks(seen[c], owner[zone[c]], me, everybody) for c in cards]

    known = sorted(
        (face[c], zone[c], depth[c], block[c], public[c], lot[c]) for c in cards if seen[c] & mine
    )
    hidden = [c for c in cards if not seen[c] & mine]
    shares: dict[tuple[int, int], int] = defaultdict(int)
    slots: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    pools: dict[int, int] = {}
    for c in hidden:
        shares[block[c], lot[c]] += 1
        slots[block[c]].append((zone[c], depth[c], public[c]))
        pools[block[c]] = zone_pool[zone[c]]  # a block lies in one zone
    faces: dict[int, list[int]] = defaultdict(list)
    for c in hidden:
        faces[lot[c]].append(face[c])
    for content in faces.values():
        content.sort()

    def lowest_left(number: int, pool: int) -> int:
        """The lowest face of a lot that is not laid yet and that a pool holds."""
        left = faces[number]
        fits = (i for i, one in enumerate(left) if pool in (ANY_FACE, face_pool[one]))
        # Where a game breaks its own pools (games.check tells), there is a view all the same.
        return left.pop(next(fits, 0))

    laid = []
    # Blocks of restricted zones choose before those that take any face.
    for here in sorted(slots, key=lambda here: (pools[here] == ANY_FACE, here)):
        group = sorted(
            (lowest_left(number, pools[here]), number)
            for (place, number), n in sorted(shares.items())
            if place == here
            for _ in range(n)
        )
        for (one, number), (where, at, marks) in zip(group, sorted(slots[here]), strict=True):
            laid.append((one, where, at, here, marks, number))
    # Copies of a face are numbered side by side: in the order of faces, those known come first.
    rows = sorted(known + sorted(laid), key=lambda row: row[0])
    for column, name in enumerate(TABLE, 1):
        view[name][0] = [row[column] for row in rows]
    for field in game.fields:
        if field.audience == SECRET:
            view[field.name] = 0
        elif field.audience == PRIVATE:
            content = view[field.name][0]
            own = content[me].copy()
            content[:] = 0
            content[me] = own
    return view
