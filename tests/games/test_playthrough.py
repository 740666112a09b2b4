"""Each game has a file with one game as everybody saw it; a change of rules shows as its diff.

Write the files anew with ``python -m tests.games.test_playthrough``, and read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import games
from compiled import below, bind, rows
from determinize import InformationSet, Watch
from games.kit.events import (
    ALL,
    Announced,
    Conclusion,
    Event,
    Inserted,
    Looked,
    Moved,
    Opened,
    Shown,
    Shuffled,
    Swapped,
)

FOLDER = Path(__file__).parents[1] / "playthroughs"

CHOSEN: dict[str, dict[str, object]] = {
    "template": {"seed": 13, "preset": "short"},
    "clue": {"seed": 20, "players": 3},
    "exploding-kittens": {"seed": 132, "players": 3, "hand": 3},
    "kuhn": {"seed": 10, "players": 3},
    "leduc": {"seed": 1},
    "love-letter": {"seed": 23, "players": 3, "preset": "zman2019", "tokens3": 1},
    "schnapsen": {"seed": 4, "preset": "standard", "match_target": 1},
    "uno": {"seed": 67, "players": 3, "target": 1, "hand": 4},
    "virus": {"seed": 952},
}
"""Games whose file is of a shorter or livelier game than seed 0 of the default preset."""

VIEWS_EVERY = {"clue": 42, "exploding-kittens": 12, "kuhn": 3, "leduc": 3, "virus": 9}
"""What the seats see is written before every so many decisions; by default before every fourth."""

SENSIBLE = {"clue"}
"""Games whose file is of sensible options, since random ones would end them at once."""

MOST_OPTIONS = 12
"""Of more options than this the first ones are written."""


def playthrough(name: str) -> str:
    """One random game in words."""
    game = games.load(name)
    given = CHOSEN.get(name, {})
    state = game.new(**given)  # type: ignore[arg-type]
    row = rows(state.seed, 1)[0]
    watch = Watch(state)
    lines = [f"{game.title}, {', '.join(f'{key} {value}' for key, value in given.items())}", ""]
    lines += told(game, state.events, state.seats)
    while not state.over:
        number = len(state.history)
        lines += ["", f"## {number}: player {state.mover} to {state.decision}"]
        if number % VIEWS_EVERY.get(name, 4) == 0:
            for seat in range(state.seats):
                lines += ["", *seen(watch.information(seat))]
            lines.append("")
        options = state.options()
        more = f", … ({len(options)} in all)" if len(options) > MOST_OPTIONS else ""
        lines.append("options: " + ", ".join(map(str, options[:MOST_OPTIONS])) + more)
        if name in SENSIBLE:
            options = sensible_of(state)
        option = options[below(row, len(options))]
        lines.append(f"> {option}")
        watch.play(option)
        lines += told(game, state.events, state.seats)
    results = ", ".join(f"player {seat} {x:g}" for seat, x in enumerate(state.returns))
    return "\n".join([*lines, "", f"Result: {results}", ""])


def sensible_of(state: games.State) -> list[games.Option]:
    """Those of the options that the game calls sensible."""
    out = np.empty(state.game.option_codes, np.int64)
    codes = out[
        : bind(state.game.parts["sensible"], state.game)(state.record_array[0], out)
    ].tolist()
    return [option for option in state.options() if option.code in codes]


def seen(information: InformationSet) -> Iterator[str]:
    """What a seat sees and believes."""
    game, view = information.game, information.view
    yield f"player {information.seat} sees:"
    yield from (f"  {line}" for line in str(view).splitlines())
    yield f"  and believes, of {information.count} worlds:" if game.hides else "  and that is all"
    expected = information.ledger.expected(exact=True)
    spots = [spot.zone for spot in information.ledger.spots]
    for seat in range(int(view.state.seats)) if game.has_hands else ():
        zone = game.zones.names[game.hand_of(seat)]
        if seat == information.seat or zone not in spots:
            continue
        column = expected[:, spots.index(zone)]
        likely = sorted(range(len(column)), key=lambda face: (-column[face], face))
        words = [f"{game.faces[f]} {float(column[f]):.2f}" for f in likely[:8] if column[f]]
        yield f"  {zone}: {', '.join(words) or 'empty'}"


def told(game: games.Game, events: list[Event], seats: int) -> Iterator[str]:
    """What happened, and what follows from it."""
    for event in events:
        if isinstance(event, Announced):
            for fact in game.deductions(event.what, event.who, event.a, event.b):
                yield f"- {concluded(game, fact, seats)}"
        else:
            yield f"- {happened(game, event, seats)}"


def happened(game: games.Game, event: Event, seats: int) -> str:
    """A move of cards in words."""
    zones, faces = game.zones.names, game.faces
    match event:
        case Opened(zone):
            return f"all cards face down in {zones[zone]}"
        case Shuffled(zone):
            return f"{zones[zone]} is shuffled"
        case Moved(face, source, _, target, _, eyes, knew):
            way = f"{zones[source]} to {zones[target]}"
            return f"{faces[face]}: {way}, {those(eyes | knew, seats)} see it"
        case Inserted(face, source, target, _, eyes):
            way = f"{zones[source]} into {zones[target]}"
            return f"{faces[face]}: {way}, {those(eyes, seats)} see where"
        case Shown(face, zone, _, eyes):
            return f"{faces[face]} in {zones[zone]} is shown to {those(eyes, seats)}"
        case Looked(zone, eyes, content):
            cards = ", ".join(faces[face] for face in content)
            return f"{those(eyes, seats)} look at {zones[zone]}: {cards}"
        case Swapped(a, b):
            return f"{zones[a]} and {zones[b]} are exchanged"
    raise AssertionError(event)


def concluded(game: games.Game, fact: Conclusion, seats: int) -> str:
    """A deduction in words."""
    who = "" if fact.audience == ALL else f", as {those(fact.audience, seats)} may conclude"
    if isinstance(fact, games.Alternatives):
        cases = (" and ".join(content(game, one) for one in case) for case in fact.cases)
        return f"so {'; or '.join(cases)}: {fact.because}{who}"
    return f"so {content(game, fact)}: {fact.because}{who}"


def content(game: games.Game, fact: games.Deduction) -> str:
    """What a deduction says of some zones."""
    where = " and ".join(game.zones.names[zone] for zone in fact.zones)
    cards = [
        f"{weight} for {game.faces[face]}" if weight != 1 else game.faces[face]
        for face, weight in fact.weights.items()
    ]
    return f"{where} has {fact.lo} to {fact.hi} of {', '.join(cards)}"


def those(eyes: int, seats: int) -> str:
    """Some of the seats."""
    some = [str(seat) for seat in range(seats) if eyes >> seat & 1]
    return "all" if len(some) == seats else " and ".join(some) or "nobody"


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


@pytest.mark.parametrize("name", games.names())
def test_the_game_goes_as_written(name: str) -> None:
    assert file_of(name).is_file(), "write it: python -m tests.games.test_playthrough"
    assert playthrough(name).splitlines() == file_of(name).read_text("utf-8").splitlines()


def test_no_file_is_left_of_a_game_that_is_gone() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(games.names())


if __name__ == "__main__":
    for each in games.names():
        file_of(each).write_text(playthrough(each), "utf-8")
