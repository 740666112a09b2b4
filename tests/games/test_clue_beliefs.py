"""Whole games of Clue: at every moment every seat's belief is what brute force makes of its notes.

The brute force (`clue_worlds`) is told what everybody hears and what each seat sees, and spells out
all deals; it knows neither facts nor ledgers.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import factorial, prod
from typing import Any

import numpy as np
import pytest

import games
from beliefs import Holding, HoldingMatrix, Ledger
from compiled import PLAY, below, bind, rows
from determinize import Watch
from games.clue.log import suggestion_log
from games.clue.parameters import Accusing
from games.clue.record import ACCUSE, SHOW, SHOW_ONE, SIDE, SUGGEST
from tests.determinize.random_games import world_of
from tests.games.clue_worlds import Notes, mask, probabilities

CLUE = games.load("clue")
MOST_WORLDS = 100_000
FILE = ("suspect", "weapon", "room")
sensible = bind(CLUE.rules.sensible, CLUE, compiled=False)


def numbers(slots: tuple[str | None, ...]) -> list[int]:
    return [CLUE.face(name) for name in slots if name is not None]


def first_notes(state: games.State) -> Notes:
    seats = range(state.seats)
    views = [state.view(p) for p in seats]
    own = [numbers(views[p].slots(f"hand {p}")) for p in seats]
    sizes = [*map(len, own), len(views[0].slots("side"))]
    seen: list[set[tuple[int, int]]] = [set() for _ in seats]
    looked: list[dict[int, int]] = [{} for _ in seats]
    return Notes(sizes, numbers(views[0].slots("table")), own, seen=seen, looked=looked)


def note(notes: Notes, before: Any, code: int, after: games.State) -> None:
    """Enter what was heard and seen of an option that was just played."""
    me = int(before.mover)
    if SHOW <= code < SHOW_ONE:
        notes.seen[int(before.asker)].add((me, code - SHOW))
    elif SIDE <= code < SHOW:
        card = CLUE.face(str(after.view(me).slots("side")[code - SIDE]))
        notes.seen[me].add((notes.seats, card))
        notes.looked[me][code - SIDE] = card
    elif SUGGEST <= code < ACCUSE:
        log = suggestion_log(after.view(0).state)
        number = int(log.triples[-1])
        notes.suggestion(cards_of(number), int(log.suggester[-1]), int(log.shower[-1]))
    elif code >= ACCUSE:
        file = mask(CLUE.face(str(after.view(me).slots(zone)[0])) for zone in FILE)
        if file == cards_of(code - ACCUSE):
            notes.file = dict.fromkeys(range(notes.seats), file)
        else:
            notes.wrong.append(cards_of(code - ACCUSE))
            notes.file[me] = file
            if after.rules.accusing != Accusing.FREE:
                notes.had_seen_none(me, cards_of(code - ACCUSE))


def cards_of(number: int) -> int:
    person, rest = divmod(number, 54)
    return mask([person, 6 + rest // 9, 12 + rest % 9])


def noted_game(
    players: int, seed: int, guesses: int = 40, **rules: Any
) -> Iterator[tuple[Watch, Notes]]:
    """A random game and what was heard and seen of it, before each decision and at the end.

    Half of the decisions are sensible ones; one accusation in so many (``guesses``) is a guess.
    """
    watch = Watch(CLUE.new(players=players, seed=seed, **rules))
    state = watch.state
    notes = first_notes(state)
    row = rows(seed + 500)[PLAY]
    out = np.empty(CLUE.option_codes, np.int64)
    while not state.over:
        yield watch, notes
        codes = list(state.codes)
        wild = below(row, guesses) == 0 if state.decision == "accuse" else below(row, 2) == 0
        if not wild:
            codes = out[: sensible(state.record_array[0], out)].tolist()
        code = codes[below(row, len(codes))]
        before = state.record_array.copy().view(CLUE.dtype)[0]
        watch.play(code)
        note(notes, before, code, state)
    yield watch, notes


def compare(ledger: Ledger, notes: Notes, seat: int) -> None:
    """Hold a seat's belief against brute force: the count, every probability, every certainty."""
    worlds = notes.worlds(seat)
    likely = probabilities(worlds)
    column = {f"hand {p}": p for p in range(notes.seats)} | {"side": notes.seats}
    column |= dict.fromkeys(FILE, notes.seats + 1)

    def chance(card: int, zone: str) -> Fraction:
        if card in notes.table or zone not in column:
            return Fraction(card in notes.table and zone == "table")
        if zone in FILE and not CLUE.allows(CLUE.zones.names.index(zone), card):
            return Fraction(0)
        return likely[card][column[zone]]

    # Slots laid aside: brute force takes them together, the ledger parts them at those looked at.
    known = ledger.knowledge()
    asides = [n for place, n in zip(known.places, known.capacities, strict=True) if is_aside(place)]
    if notes.slots_tell(seat):
        # Facts speak of all slots together: the belief may be wider than the truth, never narrower.
        assert ledger.count >= len(worlds)
        for zone, card in product(CLUE.zones.names, range(21)):
            spots = [k for k, spot in enumerate(ledger.spots) if spot.zone == zone]
            believed = ledger.expected(exact=True)[card, spots].sum()
            assert believed > 0 or chance(card, zone) == 0, (zone, CLUE.faces[card])
        return
    assert ledger.count == len(worlds) * factorial(sum(asides)) // prod(map(factorial, asides))

    expected = ledger.expected(exact=True)
    for zone in CLUE.zones.names:
        spots = [k for k, spot in enumerate(ledger.spots) if spot.zone == zone]
        for card, believed in enumerate(expected[:, spots].sum(axis=1)):
            assert believed == chance(card, zone), (zone, CLUE.faces[card])

    pad = HoldingMatrix(known).complete()
    for face, place in product(known.faces, known.places):
        sure = {Fraction(0): Holding.LACKED, Fraction(1): Holding.HELD}
        if is_aside(place) and len(asides) > 1:
            sure.pop(Fraction(1))  # somewhere aside, but not known where
        zone = "side" if is_aside(place) else str(place)
        truth = sure.get(chance(CLUE.face(str(face)), zone), Holding.UNKNOWN)
        assert pad[face, place] == truth, (face, place)


def is_aside(place: object) -> bool:
    return str(place).startswith("side")


def hold(players: int, seed: int, step: int, guesses: int = 40, **rules: Any) -> tuple[int, Notes]:
    """A game to its end; every ``step``-th moment is compared, and each that follows a guess of
    what the guesser cannot have seen. Returns how many beliefs were.

    At every moment the true world is one of every seat's. A seat that has neither heard nor seen
    anything since it was last held against something is not held against the same again.
    """
    compared = guessed = 0
    held: dict[tuple[int, str], object] = {}

    def anew(seat: int, what: str, news: object) -> bool:
        before, held[seat, what] = held.get((seat, what)), news
        return before != news

    for moment, (watch, notes) in enumerate(noted_game(players, seed, guesses, **rules)):
        record = watch.state.record_array[0]
        due = moment % step == 0 or watch.state.over or len(notes.unseen) > guessed
        guessed = len(notes.unseen)
        truth = record["zone"].tobytes(), record["depth"].tobytes()
        for seat in range(players):
            ledger = watch.ledger(seat)
            assert ledger.exact
            if anew(seat, "the truth", (truth, len(ledger.events))):
                assert ledger.allows(world_of(record, CLUE, ledger))
            if not due:
                continue
            known = (*notes.known_to(seat), len(ledger.events))
            if anew(seat, "notes", known) and ledger.count <= MOST_WORLDS:
                compare(ledger, notes, seat)
                compared += 1
    return compared, notes


@pytest.mark.parametrize(("players", "seed"), [(3, 4), (4, 4), (6, 4)])
def test_at_every_moment_of_a_game(players: int, seed: int) -> None:
    compared, notes = hold(players, seed, 1, preset="rooms_only")
    assert compared > 50
    assert notes.passes
    assert notes.shows


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_now_and_then_in_several_games(players: int) -> None:
    games_held = [hold(players, seed, 19, preset="rooms_only") for seed in (10, 11)]
    assert sum(compared for compared, _ in games_held) > 25
    assert any(notes.wrong for _, notes in games_held)


@pytest.mark.parametrize(("players", "preset"), [(3, "classic"), (5, "classic"), (6, "rl_env")])
def test_now_and_then_on_the_board(players: int, preset: str) -> None:
    compared, _ = hold(players, 3, 60, preset=preset)
    assert compared > 10


@pytest.mark.parametrize("two_player", ["side4", "side5", "plain"])
def test_two_players_look_at_cards_laid_aside(two_player: str) -> None:
    for seed in (1, 2):
        compared, notes = hold(2, seed, 4, preset="rooms_only", two_player=two_player)
        assert compared > 15
        assert any(place == 2 for place, _ in notes.seen[0] | notes.seen[1]) or not notes.sizes[2]


@pytest.mark.parametrize("players", [4, 5])
def test_cards_left_over_lie_open(players: int) -> None:
    compared, notes = hold(players, 1, 11, preset="rooms_only", leftover="public")
    assert len(notes.table) == 18 % players
    assert compared > 20


@pytest.mark.parametrize(
    ("players", "seeds", "rules"),
    [
        (2, (1, 2, 3, 4, 5, 6), {}),
        (2, (1, 2, 3), {"two_player": "plain"}),
        (3, (1, 2, 3), {}),
        (3, (1, 2, 3), {"accusing": "first_or_certain"}),
        (4, (1, 2), {}),
        (4, (1, 2, 3), {"accusing": "first_or_certain", "leftover": "public"}),
    ],
)
def test_who_could_accuse_only_what_it_had_not_seen_tells_so(
    players: int, seeds: tuple[int, ...], rules: dict[str, Any]
) -> None:
    """Players who guess: compared after each guess, and now and then."""
    rules = {"preset": "rooms_only", "accusing": "unseen", **rules}
    games_held = [hold(players, seed, 7, 8, **rules) for seed in seeds]
    assert sum(compared for compared, _ in games_held) > 10
    assert sum(len(notes.unseen) for _, notes in games_held) > 1
    assert any(
        p == asker for _, notes in games_held for p, _ in notes.unseen for asker, *_ in notes.asked
    )


def test_in_the_environment_the_first_seat_tells_what_it_had_not_seen() -> None:
    compared, notes = hold(3, 2, 40, 8, preset="rl_env")
    assert compared > 10
    assert notes.unseen
