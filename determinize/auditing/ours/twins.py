"""Twins: another true state that a seat cannot tell from this one, played from another deal.

Neither copier has a part in it. Hidden cards are exchanged where they lie now; where they can have
come from is searched (:mod:`determinize.auditing.ours.routes`); then that deal is dealt and played,
with a watch that tells every seat what it sees of it, and the seat's view is compared after each
move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compiled import rows
from determinize.auditing.auditable import NotTested
from determinize.auditing.ours.courses import Course
from determinize.auditing.ours.routes import NoRoute, Route, route_to
from determinize.watch import Watch
from games.kit.events import Event, Inserted, Looked, Moved, Opened, Shown, Shuffled
from games.kit.fields import TABLE
from games.state import State
from games.view import masked

TRIES = 30
"""Other worlds that are tried, each from the last one that was possible."""
EXCHANGES = (12, 6, 3, 2, 1, 1)
"""Exchanges of two hidden cards between one world and the next."""
MOST_STEPS = 60
"""Moves that are taken back for each of them, at most."""


def twin_of(state: State, course: Course, rng: np.random.Generator) -> Watch | None:
    """The watch of a twin, whose chances to come are others; None where none was found.

    It differs from the true state in as many cards as could be found, so that whatever a copy keeps
    of the truth is likely to be among them.

    Args:
        state: the true one.
        course: its present deal, as the seat saw it.
        rng: which twin, of all that there are.
    """
    cards = np.arange(len(course.face))
    found, most = None, 0
    for number in range(TRIES):
        changed = _exchanged(course, cards, rng, EXCHANGES[number % len(EXCHANGES)])
        different = int(np.count_nonzero(course.face[changed] != course.face))
        if different < max(most, 1):
            continue
        record = course.laid(len(course), changed)[0]
        try:
            route = route_to(course, record, rng, most_steps=MOST_STEPS)
        except (NoRoute, NotTested):
            continue
        if _moved(course, record):
            cards, found, most = changed, route, different
    watch = replayed(state, course, found) if found else None
    if watch is not None:
        _number_as_seen(course, watch.state.record_array)
        with_chances(watch, int(rng.integers(2**62)))
    return watch


def with_chances(watch: Watch, seed: int) -> None:
    """Let chance bring something else to a match from now on."""
    watch.state.seed = seed
    watch.state.chances[:] = rows(seed)


def dealt_instead(
    state: State, course: Course, cards: NDArray[np.int64], before: Watch | None = None
) -> Watch:
    """Lay other cards where a course's deal was just dealt, in place, and watch from there on.

    Args:
        cards: which card takes the place of each.
        before: the watch of the match before the deal; by default its events are told anew.
    """
    state.record_array[:] = course.laid(0, cards)
    state.events = list(dealt(course, cards))
    past = course.before if before is None else ()
    return Watch.told(state, [*past, *state.events], before=before)


def _exchanged(
    course: Course, cards: NDArray[np.int64], rng: np.random.Generator, times: int
) -> NDArray[np.int64]:
    """The cards on the tracks with some that the seat does not know now exchanged."""
    hidden = np.flatnonzero(course.hidden[-1])
    for _ in range(times if len(hidden) > 1 else 0):
        one, other = rng.choice(hidden, 2, replace=False)
        changed = cards.copy()
        changed[one], changed[other] = cards[other], cards[one]
        if course.fits(len(course), changed):
            cards = changed
    return cards


def _moved(course: Course, record: Any) -> bool:
    """Whether any face lies elsewhere than it truly does."""
    return _layout(course, record) != _layout(course, course.records[-1])


def _layout(course: Course, record: Any) -> list[tuple[int, int, int]]:
    lies = (record["zone"].tolist(), record["depth"].tolist(), course.face.tolist())
    return sorted(zip(*lies, strict=True))


def replayed(state: State, course: Course, route: Route) -> Watch | None:
    """A route played as plain Python, watched from its dealing; None where a view differs.

    Every seat's ledger then knows what that seat saw of it.
    """
    again = State.begin(course.game, state.seats, course.seed, course.rules)
    for _, code in course.history[: course.first]:
        again.play(code)
    watch = dealt_instead(again, course, route.cards)
    if not looks_right(course, 0, again):
        return None
    for number, code in enumerate(route.codes, 1):
        if code not in again.codes:
            return None
        watch.play(code)
        if not looks_right(course, number, again):
            return None
    return watch


def _number_as_seen(course: Course, records: NDArray[Any]) -> None:
    """Give the cards that the seat knows the numbers of their true copies, in place.

    Copies of a face are alike, and which of them is which is nobody's knowledge: were they numbered
    otherwise, copies of the two states would differ in what no seat can see.
    """
    record, true = records[0], course.records[-1]
    slots = [
        list(zip(*(one[name].tolist() for name in TABLE), strict=True)) for one in (record, true)
    ]
    known = np.flatnonzero(~course.hidden[-1]).tolist()
    for cards in course.game.cards_of.values():
        left = [slots[0][card] for card in cards]
        order = sorted(cards, key=lambda card: card not in known)
        for card in order:
            slot = _likest(slots[1][card], left) if card in known else left[0]
            left.remove(slot)
            for name, value in zip(TABLE, slot, strict=True):
                record[name][card] = value


def _likest(slot: tuple[int, ...], slots: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The slot that has most in common with one, its place first of all."""
    return max(slots, key=lambda one: [a == b for a, b in zip(one, slot, strict=True)])


def looks_right(course: Course, moment: int, state: State) -> bool:
    """Whether the seat sees what it truly saw at a moment, to the last bit."""
    true = course.records[moment : moment + 1]
    views = [masked(course.game, one, course.seat) for one in (true, state.record_array)]
    return views[0].tobytes() == views[1].tobytes()


def dealt(course: Course, cards: NDArray[np.int64]) -> Iterator[Event]:
    """What happened at the dealing, had other cards lain on the tracks.

    Events name faces: which track a face was on is found by following the true cards through the
    events, back from where they lay at the end of the dealing.
    """
    faces = course.face
    record = course.records[0]
    lies: dict[int, tuple[int, int]] = {
        track: (int(record["zone"][track]), int(record["depth"][track]))
        for track in range(len(faces))
    }
    told: list[Event] = []
    for event in reversed(course.dealing):
        if isinstance(event, Shuffled):
            cards = _before_shuffle(lies, event.zone, faces, cards)
        if isinstance(event, Opened):
            told.append(event)
        else:
            told.append(_other(event, lies, faces, cards, record["seen"]))
        if isinstance(event, Opened):
            break
    start = len(course.dealing) - len(told)
    yield from course.dealing[:start]
    yield from reversed(told)


def _before_shuffle(
    lies: dict[int, tuple[int, int]], zone: int, faces: NDArray[np.int64], cards: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The cards on the tracks before a shuffle: there a track has its own face, if it can.

    A shuffle may have sent any card of the zone along any of its tracks. So a card that all saw
    before it, kittens that come into a deck after the hands are dealt, is seen as it was.
    """
    free = [track for track, at in lies.items() if at[0] == zone]
    left = [int(cards[track]) for track in free]
    cards = cards.copy()
    for track in list(free):
        own = next((card for card in left if faces[card] == faces[track]), None)
        if own is not None:
            cards[track] = own
            left.remove(own)
            free.remove(track)
    cards[free] = left
    return cards


def _other(
    event: Event,
    lies: dict[int, tuple[int, int]],
    faces: NDArray[np.int64],
    cards: NDArray[Any],
    seen: NDArray[np.int64],
) -> Event:
    """An event of the dealing with other faces; ``lies`` is set to before it."""
    match event:
        case Moved(face, source, source_depth, target, target_depth, eyes):
            # Of copies in a hand, one dealt open and one drawn: that which was seen by as many.
            alike = {track: at for track, at in lies.items() if seen[track] == eyes}
            fits = any(at[0] == target and faces[track] == face for track, at in alike.items())
            track = _track(alike if fits else lies, faces, face, target, target_depth)
            _take_back(lies, track, source, source_depth, target, target_depth)
            return replace(event, face=int(faces[cards[track]]))
        case Inserted(face, source, target, target_depth):
            track = _track(lies, faces, face, target, target_depth)
            _take_back(lies, track, source, event.source_depth, target, target_depth)
            return replace(event, face=int(faces[cards[track]]))
        case Shown(face, zone, depth):
            return replace(event, face=int(faces[cards[_track(lies, faces, face, zone, depth)]]))
        case Looked(zone):
            here = sorted((at[1], track) for track, at in lies.items() if at[0] == zone)
            return replace(event, faces=tuple(int(faces[cards[track]]) for _, track in here))
    return event


def _track(
    lies: dict[int, tuple[int, int]], faces: NDArray[np.int64], face: int, zone: int, depth: int
) -> int:
    """A track that has a face in a zone, at a depth if its order is still known."""
    here = [track for track, at in lies.items() if at[0] == zone and faces[track] == face]
    if not here:
        raise NotTested("what happened at the dealing cannot be followed")
    return next((track for track in here if lies[track][1] == depth), here[0])


def _take_back(
    lies: dict[int, tuple[int, int]],
    track: int,
    source: int,
    source_depth: int,
    target: int,
    target_depth: int,
) -> None:
    """A card goes back to where it came from; what lies above it moves up or down."""
    del lies[track]
    for other, (zone, depth) in lies.items():
        if zone == target and depth > target_depth >= 0:
            lies[other] = zone, depth - 1
    for other, (zone, depth) in lies.items():
        if zone == source and depth >= source_depth >= 0:
            lies[other] = zone, depth + 1
    lies[track] = source, source_depth
