"""Certain knowledge under the names of deduction games: so in all worlds, and only then."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

import games
from beliefs import Ledger
from compiled import below, rows
from determinize import InformationSet, Watch, holdings
from determinize.holdings import (
    card_held_by_player,
    card_location,
    card_not_held_by_player,
    seen_cards,
)
from games.clue.record import ACCUSE, SHOW, SHOW_ONE
from games.kit.events import Deduction
from tests.determinize.random_games import watched, world_of

SCHNAPSEN, POND, CLUE = (games.load(name) for name in ("schnapsen", "template", "clue"))
FEW = 400


def worlds_by_hand(information: InformationSet) -> list[NDArray[np.int64]] | None:
    """All contents int[faces, zones] that a seat cannot rule out; None if there are many.

    Whatever the seat's table leaves open is laid everywhere that there is room, and the ledger
    judges each whole world.
    """
    game, ledger = information.game, information.ledger
    spots = ledger.spots
    known = np.zeros((len(game.faces), len(spots)), np.int64)
    state, me = information.state, information.seat
    for c, face in enumerate(game.face_of):
        if int(state.seen[c]) >> me & 1:
            zone, depth = game.zones.names[int(state.zone[c])], int(state.depth[c])
            [k] = [
                k
                for k, spot in enumerate(spots)
                if spot.zone == zone and (depth < 0 or spot.start <= depth < spot.start + spot.size)
            ]
            known[face, k] += 1
    room = [spot.size - int(known[:, k].sum()) for k, spot in enumerate(spots)]
    left = [n - int(known[f].sum()) for f, n in enumerate(game.copies)]
    found = []
    for number, extra in enumerate(spread(left, room)):
        if number > FEW:
            return None
        world = known + extra
        if ledger.allows(world):
            by_zone = np.zeros((len(game.faces), len(game.zones)), np.int64)
            for k, spot in enumerate(spots):
                by_zone[:, game.zones.names.index(str(spot.zone))] += world[:, k]
            found.append(by_zone)
    return found


def spread(left: list[int], room: list[int]) -> Iterator[NDArray[np.int64]]:
    """Every way to lay ``left`` copies of each face where there is room."""
    matrix = np.zeros((len(left), len(room)), np.int64)

    def face(f: int, k: int, still: int) -> Iterator[NDArray[np.int64]]:
        if f == len(left):
            yield matrix
        elif k == len(room):
            if still == 0:
                yield from face(f + 1, 0, left[f + 1] if f + 1 < len(left) else 0)
        else:
            for n in range(min(still, room[k]) + 1):
                matrix[f, k] = n
                room[k] -= n
                yield from face(f, k + 1, still - n)
                room[k] += n
            matrix[f, k] = 0

    yield from face(0, 0, left[0])


@pytest.mark.parametrize(
    ("name", "players", "seeds", "least"),
    [("schnapsen", 2, 1, 15), ("template", 2, 8, 40), ("template", 4, 2, 12)],
)
def test_an_entry_is_certain_exactly_when_all_worlds_agree(
    name: str, players: int, seeds: int, least: int
) -> None:
    compared = certain = open_entries = 0
    for seed in range(seeds):
        for watch in watched(name, players=players, seed=seed):
            held, lacked = agreed(watch.information(len(watch.state.history) % players)) or (0, 0)
            compared += held > 0
            certain += held + lacked
            open_entries += bool(held) * players * len(watch.state.game.faces) - held - lacked
    assert compared > least
    assert certain > 100
    assert open_entries > 100


def agreed(information: InformationSet) -> tuple[int, int] | None:
    """See that all worlds agree on what is certain, and on nothing else.

    Returns how many entries are held and lacked; None where worlds are too many to be laid out.
    """
    worlds = worlds_by_hand(information)
    if worlds is None:
        return None
    game = information.game
    hands = [game.hand_of(each) for each in range(int(information.state.seats))]
    by_face = np.array(worlds)
    held = (by_face[:, :, hands] > 0).all(axis=0).T
    lacked = (by_face[:, :, hands] == 0).all(axis=0).T
    assert (card_held_by_player(information) == held).all()
    assert (card_not_held_by_player(information) == lacked).all()
    where = card_location(information)
    for f, face in enumerate(game.faces):
        [*zones] = {tuple(np.flatnonzero(world[f])) for world in worlds}
        one = len(zones) == 1 and len(zones[0]) == 1
        assert where[face] == (game.zones.names[zones[0][0]] if one else None)
    return int(held.sum()), int(lacked.sum())


@pytest.mark.parametrize("players", [3, 4, 6])
def test_what_each_seat_has_seen_in_clue(players: int) -> None:
    """Own cards and those shown to it, move by move; what is certain is so in the true deal."""
    state = CLUE.new(players=players, seed=players, preset="rooms_only")
    zone = state.record_array[0].zone.copy()
    hands = np.array([zone == CLUE.hand_of(seat) for seat in range(players)])
    seen = hands.copy()
    certain = shown = 0
    watch, row = Watch(state), rows(players, 1)[0]
    for number in range(120):
        codes = [code for code in state.codes if code < ACCUSE]  # who accuses sees the file
        code = codes[below(row, len(codes))]
        watch.play(code)
        if SHOW <= code < SHOW_ONE:
            seen[state.mover, code - SHOW] = True
            shown += 1
        for seat in range(players) if number % 7 == 0 else ():
            information = watch.information(seat)
            assert seen_cards(information).tolist() == seen[seat].tolist()
            held, lacked = card_held_by_player(information), card_not_held_by_player(information)
            assert (held <= hands).all()
            assert (held >= hands & seen[seat]).all()
            assert (lacked <= ~hands).all()
            certain += int((held & ~seen[seat]).sum())
    assert shown > 5
    assert certain > 0


def test_what_suggestions_make_certain_in_clue() -> None:
    """Six cards that seat 0 does not know; whoever passes or shows makes some of them certain."""
    first = second = compared = 0
    for seed in range(3):
        known = ["Scarlet", "White", "Rope", "Wrench", "Hall", "Ballroom", "Lounge", "Kitchen"]
        state = CLUE.arrange(
            {
                "suspect": ["Plum"],
                "weapon": ["Knife"],
                "room": ["Study"],
                "hand 0": ["Mustard", "Green", "Peacock", "Lead Pipe", "Candlestick", "Library"],
                "hand 1": [*known[:4], "Revolver", "Dining Room"],
                "hand 2": [*known[4:], "Conservatory", "Billiard Room"],
            },
            players=3,
            preset="rooms_only",
            known={face: [0] for face in known},
            mover=seed % 3,
            decision="start",
            token=[-1] * 6,
            suggested=-1,
            asker=-1,
            winner=-1,
        )
        watch, row = Watch(state), rows(seed, 6)[0]
        while not state.over and len(state.history) < 40:
            often = len(state.history) % 3 == 0
            if often and (told := agreed(watch.information(0))):
                compared += 1
                first, second = (told[0], second) if not state.history else (first, told[0])
            codes = tuple(code for code in state.codes if code < ACCUSE) or state.codes
            watch.play(codes[below(row, len(codes))])
    assert compared > 10
    assert second > first, "nothing was learnt"


@pytest.mark.parametrize(("name", "players"), [("schnapsen", 2), ("template", 3)])
def test_what_is_certain_is_true(name: str, players: int) -> None:
    for seed in range(2):
        for watch in watched(name, players=players, seed=seed):
            game = watch.state.game
            for seat in range(players):
                information = watch.information(seat)
                truth = world_of(watch.state.record_array[0], game, information.ledger)
                for each in range(players):
                    spots = information.ledger.spots
                    at = [k for k, spot in enumerate(spots) if spot.zone == f"hand {each}"]
                    inside = truth[:, at].sum(axis=1)
                    assert (inside[card_held_by_player(information)[each]] > 0).all()
                    assert (inside[card_not_held_by_player(information)[each]] == 0).all()


def test_own_cards_are_held_and_the_others_hand_is_open() -> None:
    information = Watch(SCHNAPSEN.new(seed=7)).information(1)
    own = [SCHNAPSEN.face(name) for name in information.view.known("hand 1")]
    held, lacked = card_held_by_player(information), card_not_held_by_player(information)
    assert held.dtype == lacked.dtype == np.bool_
    assert np.flatnonzero(held[1]).tolist() == sorted(own)
    assert (lacked[1] == ~held[1]).all()
    assert not held[0].any()
    assert lacked[0, own].all()


def test_counting_alone_makes_a_card_certain() -> None:
    """One copy left for one hidden slot: nobody showed it, and everybody knows."""
    state = POND.arrange(
        {
            "hand 0": ["eel"],
            "hand 1": ["pike", "sturgeon"],
            "pond": ["perch"],
            "laid 0": ["perch", "perch", "eel", "eel"],
            "laid 1": ["eel", "perch", "pike", "sturgeon"],
        },
        facts=[Deduction((POND.zones["pond"],), {0: 1}, 1, 1, "a perch is left in the pond")],
    )
    information = Watch(state).information(0)
    assert card_held_by_player(information)[1].tolist() == [False, False, True, True]
    assert card_location(information)["perch"] is None  # some lie open, one in the pond
    assert not card_location(information)["pike"]


def test_a_face_with_copies_is_held_if_one_is() -> None:
    """Of two pikes one at least is in the hand, but it is open which, and whether both are."""
    hand = POND.hand_of(1)
    state = POND.arrange(
        {"hand 0": ["perch"] * 2, "hand 1": ["pike"] * 2, "laid 0": ["eel"] * 4},
        sizes={"pond": 4},
        facts=[Deduction((hand,), {2: 1, 3: 2}, 2, 3, "worth two or three")],
    )
    information = Watch(state).information(0)
    held, lacked = card_held_by_player(information), card_not_held_by_player(information)
    assert held[1].tolist() == [False, False, False, False]
    assert lacked[1].tolist() == [False, True, False, False]
    told = Watch(state)
    told._ledgers[0].fact("hand 1", {"pike": 1}, 1, because="has one")
    assert card_held_by_player(told.information(0))[1].tolist() == [False, False, True, False]


def test_what_the_worlds_drawn_suggest_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one world drawn, all that it holds looks certain; nothing more may come of it."""
    doubtful = 0
    for watch in watched("template", players=3, seed=4):
        information = watch.information(0)
        held = card_held_by_player(information)
        with monkeypatch.context() as patch:
            patch.setattr(holdings, "WORLDS", 1)
            assert (card_held_by_player(information) == held).all()
            drawn = holdings._drawn(information.ledger, POND)[0]
        doubtful += int(drawn[:, POND.hand_of(0) :][:, :3].sum() - held.sum())
    assert doubtful > 20


def test_seen_cards_are_those_of_this_deal() -> None:
    watch = Watch(POND.new(players=2, seed=1))
    first = watch.information(0)
    mine = {POND.face(name) for name in first.view.known("hand 0")}
    assert set(np.flatnonzero(seen_cards(first)).tolist()) == mine
    seen = seen_cards(first)
    number = 0
    while not watch.state.over:
        number = int(watch.state.record_array[0]["round"])
        watch.play(watch.state.codes[-1])
        again = seen_cards(watch.information(0))
        if int(watch.state.record_array[0]["round"]) == number:
            assert (again | ~seen).all(), "a card seen stays seen until the next deal"
        else:
            fresh = watch.information(0).view.known("hand 0")
            assert set(np.flatnonzero(again).tolist()) == {POND.face(name) for name in fresh}
        seen = again
    assert number == 1


def test_a_look_counts_as_seen_for_who_looked_alone() -> None:
    state = POND.arrange(
        {"pond": ["eel", "pike", "sturgeon"], "hand 0": ["perch"], "hand 1": ["perch"]},
        sizes={"laid 0": 7},
    )
    watch = Watch(state)
    sturgeon = POND.face("sturgeon")
    before = [bool(seen_cards(watch.information(seat))[sturgeon]) for seat in range(2)]
    watch.play("look")
    after = [bool(seen_cards(watch.information(seat))[sturgeon]) for seat in range(2)]
    laid = "sturgeon" in state.view(0).known("laid 0")
    assert before == [laid, laid]
    assert after == [True, laid]


def test_a_bare_ledger_needs_its_game_and_has_a_row_for_every_seat() -> None:
    information = Watch(POND.new(players=2, seed=1)).information(0)
    ledger = information.ledger
    held = card_held_by_player(ledger, POND)
    assert held.shape == (POND.players[1], len(POND.faces))
    assert (held[:2] == card_held_by_player(information)).all()
    assert card_not_held_by_player(ledger, POND)[2:].all(), "who does not play holds nothing"
    assert card_location(ledger, POND) == card_location(information)
    assert (seen_cards(ledger, POND) == seen_cards(information)).all()
    with pytest.raises(ValueError, match="a ledger does not say its game"):
        card_location(ledger)
    with pytest.raises(ValueError, match="other cards or zones than Schnapsen"):
        card_location(ledger, SCHNAPSEN)
    with pytest.raises(ValueError, match="knows of Little Pond, not of Schnapsen"):
        card_location(information, SCHNAPSEN)


def test_by_searches_alone_the_same_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for beliefs too wide to be counted."""
    estimated = 0
    for seed in range(2):
        for watch in watched("schnapsen", players=2, seed=seed):
            if len(watch.state.history) % 4:
                continue
            information = watch.information(watch.state.mover)
            exact = card_held_by_player(information), card_not_held_by_player(information)
            with monkeypatch.context() as patch:
                patch.setattr(holdings, "_is_estimate", lambda ledger: True)
                rough = card_held_by_player(information), card_not_held_by_player(information)
            for whole, part in zip(exact, rough, strict=True):
                assert (whole == part).all()
                estimated += int(part.sum())
    assert estimated > 100


def test_with_fractions_the_same_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where there are too many worlds for floats."""
    for watch in watched("template", players=3, seed=5):
        for seat in range(3):
            information = watch.information(seat)
            by_floats = card_location(information), card_not_held_by_player(information)
            with monkeypatch.context() as patch:
                patch.setattr(holdings, "MANY", 1)
                where, lacked = card_location(information), card_not_held_by_player(information)
            assert where == by_floats[0]
            assert (lacked == by_floats[1]).all()


def test_asking_changes_nobodys_chances() -> None:
    information = Watch(POND.new(players=3, seed=2)).information(0)
    ledger: Ledger = information.ledger
    before = ledger.sample(5, 9).tolist(), ledger.lines()
    card_held_by_player(information)
    card_location(information)
    assert (ledger.sample(5, 9).tolist(), ledger.lines()) == before
