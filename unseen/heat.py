"""Heat maps of beliefs: how likely each card is in somebody's hand or elsewhere, for a terminal.

Colour helps where there is any; the figures are always there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from rich.console import Console, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from determinize import InformationSet
from games.kit.pools import ANY_FACE
from games.view import View
from unseen.options import counted

SET_ASIDE = "out"
"""Cards in a zone of this name are not played with, and not shown."""

WIDTH = 40
"""So many characters a map is wide: two of them lie side by side in a terminal of 80."""

_COLD, _HOT = (38, 50, 66), (214, 84, 38)


def heat_map(info: InformationSet, target: int, *, truth: Collection[int] = ()) -> Table:
    """A grid of faces with the percentage that each is in the hand of seat ``target``.

    Cards that the observer sees elsewhere have a dash. In a game where faces have several copies
    the figures are the expected numbers of copies, with one decimal: ``1.3``.

    Args:
        info: what the observer knows.
        target: whose hand.
        truth: faces that are really there, to be starred.
    """
    return zone_map(info, info.game.hand_of(target), truth=truth)


def zone_map(info: InformationSet, zone: int, *, truth: Collection[int] = ()) -> Table:
    """A grid of the faces that a zone can hold with the percentage that each lies there.

    Figures and dashes as in :func:`heat_map`.

    Args:
        info: what the observer knows.
        zone: the number of the zone.
        truth: faces that are really there, to be starred.
    """
    view = info.view
    expected = info.expected(zone)
    rows = face_rows(view, zone)
    width = max((len(view.game.faces[face]) for row in rows for face in row), default=0)
    elsewhere = _seen_elsewhere(view, zone)
    grid = Table.grid(padding=0)
    for row in rows:
        cells = Text()
        for face in row:
            star = "*" if face in truth else " "
            known = face in elsewhere and expected[face] == 0
            figure = "  -" if known else _figure(view, float(expected[face]))
            style = Style(dim=True) if known else _style(float(expected[face]))
            cells.append(f"{view.game.faces[face]:>{width}}{star}{figure}", style)
            cells.append(" ")
        grid.add_row(cells)
    return grid


def unit(view: View) -> str:
    """What the figures of a game's heat maps are: percent, or expected copies."""
    return "expected copies" if max(view.game.copies, default=0) > 1 else "percent"


def _figure(view: View, expected: float) -> str:
    return f"{expected:3.1f}" if max(view.game.copies) > 1 else f"{100 * expected:3.0f}"


def panel(console: Console, info: InformationSet) -> None:
    """What a seat can know of the others' hands and of other hidden cards (`hidden_zones`)."""
    game = info.game
    if not game.hides:
        console.print(Text(f"Nothing is hidden in {game.title}."))
        return
    worlds = counted(info.count, "possible world")
    console.print(f"{worlds}, in {unit(info.view)}:", highlight=False)
    for target in range(int(info.state.seats)) if game.has_hands else ():
        if target != info.seat:
            console.print(Text(f"{game.hand} of seat {target}"), heat_map(info, target))
    for zone in hidden_zones(info.view):
        console.print(Text(info.game.zones.names[zone]), zone_map(info, zone))


def hidden_zones(view: View) -> list[int]:
    """The zones beside the hands whose hidden cards say something that the hands do not.

    A zone with a pool of its own does (Clue's case file), and so does every one of several. A
    single one does not, such as a deck: whatever is in no hand lies there. Nor does one that shares
    its pool with a hand: of a die, what is not in the cup is turned away.

    >>> import games
    >>> clue, names = games.load("clue"), games.load("clue").zones.names
    >>> [names[zone] for zone in hidden_zones(clue.new(players=2, seed=1).view(0))]
    ['suspect', 'weapon', 'room', 'side']
    >>> hidden_zones(games.load("liars-dice").new().view(0))
    []
    """
    game = view.game
    hands = {game.hand_of(seat) for seat in range(game.players[1])} if game.has_hands else set()
    shared = {int(game.zone_pool[zone]) for zone in hands} - {ANY_FACE}
    state = view.state
    unknown = (state.seen >> view.seat) & 1 == 0
    others = sorted({int(zone) for zone in state.zone[unknown]} - hands)
    others = [zone for zone in others if int(game.zone_pool[zone]) not in shared]
    return others if len(others) > 1 else [z for z in others if game.zone_pool[z] != ANY_FACE]


def beside(console: Console, titled: Sequence[tuple[str, RenderableType]]) -> None:
    """Show two things in a row where there is room, else one below the other."""
    across = 2 if console.width >= 80 else 1
    for start in range(0, len(titled), across):
        grid = Table.grid(padding=(0, 1, 0, 0))
        group = titled[start : start + across]
        grid.add_row(*(Text(title, style="bold") for title, _ in group))
        grid.add_row(*(content for _, content in group))
        console.print(grid)


def face_rows(view: View, zone: int | None = None) -> list[list[int]]:
    """The faces in rows: a suit to a row where names end in one and it fits, else as many as fit.

    With ``zone``, those alone that it can hold.
    """
    names = view.game.faces
    aside = set(view.known(SET_ASIDE)) if SET_ASIDE in view.game.zones.names else set()
    faces = [
        face
        for face, name in enumerate(names)
        if name not in aside and (zone is None or view.game.allows(zone, face))
    ]
    if not faces:
        return []
    fit = max(1, WIDTH // (max(len(names[face]) for face in faces) + len("* 17 ")))
    by_suit = [list(row) for _, row in groupby(faces, key=lambda face: names[face][-1])]
    if len({len(row) for row in by_suit}) == 1 and 1 < len(by_suit[0]) <= fit:
        return by_suit
    alike = -(-len(faces) // -(-len(faces) // fit))  # as many rows, and none much shorter
    return [faces[start : start + alike] for start in range(0, len(faces), alike)]


def _seen_elsewhere(view: View, zone: int) -> set[int]:
    state = view.state
    away = state.zone != zone
    seen = (state.seen >> view.seat) & 1 == 1
    return {int(face) for face in view.game.face_of[away & seen]}


def _style(probability: float) -> Style:
    """From cold to hot; white on it can be read everywhere."""
    share = min(1.0, max(0.0, probability))
    red, green, blue = (
        round(cold + share * (hot - cold)) for cold, hot in zip(_COLD, _HOT, strict=True)
    )
    return Style(color="white", bgcolor=f"rgb({red},{green},{blue})", bold=share > 0.995)
