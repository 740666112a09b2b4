"""From a fault to an example that can be acted on: few moves, few cards, and what was read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from arena.auditing import blame
from arena.auditing.asking import Answer, in_words
from arena.auditing.candidates import Candidate
from arena.auditing.drawing import course, earlier
from arena.auditing.examine import Found, examine
from arena.auditing.reading import Reads
from arena.auditing.sitting import Sitting
from arena.auditing.tables import Place, Table
from arena.auditing.verdict import Fault, PlayerExample
from arena.auditing.worlds import TRUTH, World

MOST_PLACES = 60
"""In so many other positions, at most, a smaller example is looked for."""
OTHER_GAMES = 20
"""In so many games they are looked for, beside the game itself."""


def smaller(candidate: Candidate, table: Table, found: Found, worlds: int, seed: int) -> Found:
    """The same kind of fault after fewer moves, where it is found.

    Earlier decisions of the same game are tried first, then those of other games.
    """
    for place in islice(_earlier_places(table, found.place, seed), MOST_PLACES):
        if len(place.moves) < len(found.place.moves):
            for one in examine(candidate, table, place, worlds, seed).found:
                if one.kind == found.kind:
                    found = one
                    break
    return found


def _earlier_places(table: Table, place: Place, seed: int) -> Iterator[Place]:
    yield from islice(earlier(table, place), MOST_PLACES // 2)
    games = []
    for number in range(OTHER_GAMES):
        end, choices = course(table, seed, number)
        games += [Place(end.seed, end.moves[:moves]) for moves in choices]
    yield from sorted(games, key=lambda one: len(one.moves))


def explained(candidate: Candidate, table: Table, found: Found) -> tuple[str, PlayerExample]:
    """A fault in one sentence, and the example that shows it."""
    sitting = Sitting(candidate, table, found.place)
    game, truth = table.game, sitting.matches.truth
    world, other = _blamed(sitting, found)
    differs, phrase = blame.in_words(game, truth, world)
    view = sitting.information().state
    example = PlayerExample(
        seed=found.place.seed,
        moves=found.place.moves,
        words=said(table, found.place),
        seat=sitting.seat,
        decision_true=in_words(game, view, found.true, other),
        decision_other=in_words(game, view, other, found.true),
        differs=differs,
        read=_read(sitting, found),
    )
    return f"{Fault[found.kind].value}; {_what_shows_it(found, phrase)}", example


def _blamed(sitting: Sitting, found: Found) -> tuple[World, Answer]:
    """The world that differs least, and the answer in it."""
    if found.world == TRUTH or found.kind == Fault.LEAK.name:
        return found.world, found.other
    best = found.world, found.other

    def differs(world: World) -> bool:
        nonlocal best
        answer = sitting.ask(world, others=found.others, anew=True)
        if answer is None or answer == found.true:
            return False
        best = world, answer
        return True

    blame.smallest(sitting.matches.game, sitting.matches.truth, found.world, differs)
    return best


def _read(sitting: Sitting, found: Found) -> tuple[str, ...]:
    """What the player reads of the match, if it decides the same while that is noted."""
    if found.kind == Fault.LEAK.name:
        return tuple(found.detail.split(", "))
    reads = Reads()
    answer = sitting.ask(others=found.others, anew=True, reads=reads)
    return tuple(reads) if answer == found.true else ()


def _what_shows_it(found: Found, phrase: str) -> str:
    if found.kind == Fault.LEAK.name:
        return f"it differs at {found.detail}"
    if found.other.fault is not None and found.world == TRUTH:
        return found.other.error
    asked = "asked before for each seat's latest decision, " if found.others else ""
    if phrase:
        return f"{asked}it decides otherwise when {phrase}"
    return f"it decides otherwise when {asked or found.detail}".rstrip(", ")


def said(table: Table, place: Place) -> tuple[str, ...]:
    """The moves that lead to a place, as people say them."""
    state = table.new(place.seed)
    words = []
    for code in place.moves:
        words.append(f"seat {state.mover}: {table.game.words.option(state.record_array[0], code)}")
        state.play(code)
    return tuple(words)
