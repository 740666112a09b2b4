"""The detective: its questions are the best ones, it goes where they are, it accuses when it pays.

What questions tell is held against the definition, spelled out over all worlds, and against the
exact reckoning of a belief. Strength is measured on fixed seeds.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from arena import compare, moves
from compiled import PLAY, rows
from determinize import InformationSet, Watch
from determinize.suggestions import question
from games.clue.board import DISTANCE
from games.clue.cards import FACES, N_ROOMS, PEOPLE, ROOMS, TRIPLES, WEAPONS, parts, triple
from games.clue.record import MOVE, ROLL, STAY, USE_PASSAGE
from players import UnknownPlayer, make
from players.rules.clue import shown
from players.rules.clue_plan import PATIENCE, Plan, turns
from players.rules.clue_questions import Outlook, outlook
from tests.games.clue_tables import GAME, A, B, C, arrange, in_room

FILE = ("suspect", "weapon", "room")
EVERYTHING = np.arange(TRIPLES)


def number(person: str, weapon: str, room: str) -> int:
    return triple(PEOPLE.index(person), WEAPONS.index(weapon), ROOMS.index(room))


def decided(info: InformationSet, spec: str = "detective", seed: int = 1) -> str:
    """What a player chooses, in words."""
    return GAME.words.option(info.state, make(spec, GAME).decide(info, rows(seed)).option)


def midway(worlds: range, *, players: int = 3, seed: int = 0) -> Iterator[InformationSet]:
    """What the mover knows, wherever in random games it is to suggest and so many worlds are left.

    On the board of rooms alone.
    """
    for k in range(seed, seed + 60):
        watch = Watch(GAME.new(players=players, seed=k, preset="rooms_only"))
        for move in moves(watch, [make("random", GAME)] * players, seed=k):
            if watch.state.decision == "suggest":
                info = watch.information(move.seat)
                if info.count in worlds:
                    yield info
                    break


# --------------------------------------------------------------------------- what questions tell


def spelled_out(info: InformationSet) -> Outlook:
    """All worlds of a seat, in place of a sample."""
    belief = info.ledger.belief()
    held, shares = belief.contents(belief.knowledge.places)
    assert np.allclose(shares, 1 / len(shares))
    where = {face: zone for zone in GAME.zones.names for face in info.ledger.certain(zone)}
    seats = int(info.state.seats)
    order = {f"hand {(info.seat + k) % seats}": k - 1 for k in range(1, seats)}
    answers = np.empty((len(FACES), len(held)), np.int8)
    files = np.empty(len(held), np.int64)
    for w, world in enumerate(held):
        for face, row in zip(belief.knowledge.faces, world, strict=True):
            where[face] = belief.knowledge.places[int(row.argmax())]
        answers[:, w] = [order.get(str(where[face]), seats - 1) for face in FACES]
        lies = {zone: face for face, zone in where.items()}
        files[w] = number(*(str(lies[zone]) for zone in FILE))
    return Outlook(answers, files, seats - 1, -1)


def bits(weights: Any) -> float:
    shares = np.array(list(weights)) / sum(weights)
    return -sum(p * math.log2(p) for p in shares)


def by_definition(look: Outlook, cards: tuple[int, ...], target: list[int]) -> tuple[float, float]:
    """H(target) less the entropy that is expected to be left after the answer; the bias too."""
    heard: dict[Any, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for w, truth in enumerate(target):
        asked = {card: int(look.answers[card, w]) for card in cards}
        first = min(asked.values())
        could = [card for card in cards if asked[card] == first]
        for answer in could if first < look.asked else ["nobody"]:
            heard[first, answer][truth] += 1 / (1 if first == look.asked else len(could))
    prior: dict[int, float] = defaultdict(float)
    for truth in target:
        prior[truth] += 1
    left = [sum(told.values()) / len(target) * bits(told.values()) for told in heard.values()]
    spare = sum(map(len, heard.values())) - len(heard) - len(prior) + 1
    told = bits(prior.values()) - sum(left)
    right = sum(max(told.values()) for told in heard.values()) / len(target)
    return told, spare / (2 * math.log(2) * len(target)), right


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_questions_tell_is_the_definition(players: int) -> None:
    """About the file, about everything, and for an accusation; over all worlds, not a sample."""
    compared = 0
    for info in midway(range(20, 400), players=players):
        look = spelled_out(info)
        told = look.worths(EVERYTHING)
        n = len(look.files)
        for asked in range(0, TRIPLES, 29):
            cards = parts(asked)
            about_file, bias, right = by_definition(look, cards, look.files.tolist())
            about_all, _, _ = by_definition(look, cards, list(range(n)))
            assert told[asked, 1] == pytest.approx(about_all, abs=1e-9)
            assert told[asked, 0] == pytest.approx(about_file - bias, abs=1e-9)
            assert told[asked, 2] == pytest.approx(right, abs=1e-9)
            compared += about_file > 0.1
        if compared > 20:
            break
    assert compared > 10


def test_what_a_sample_tells_is_nearly_exact() -> None:
    """Against the belief's own reckoning of the file; the best one of the sample among them."""
    checked = 0
    for info in midway(range(200, 20_000)):
        belief = info.ledger.belief()
        asked = [f"hand {(info.seat + k) % 3}" for k in (1, 2)]
        shown = {face for hand in asked for face in info.ledger.certain(hand)}
        target = [zone for zone in FILE if zone in belief.knowledge.places]
        told = outlook(info, 4000, rows(3)[PLAY]).worths(EVERYTHING)[:, 0]
        open_ = [ask for ask in EVERYTHING if not shown & {FACES[c] for c in parts(ask)}]
        for ask in [*open_[:: len(open_) // 3], max(open_, key=lambda ask: told[ask])]:
            cards = [FACES[c] for c in parts(ask)]
            named = question(cards, asked, hidden=set(belief.knowledge.faces))
            assert told[ask] == pytest.approx(belief.worth(named, of=target), abs=0.06)
            checked += 1
        if checked > 20:
            return
    pytest.fail("too few positions")


def test_certainty_is_told_from_high_probability() -> None:
    """1.0 is said of the likeliest triple only where no other can be."""
    likely = Outlook(np.zeros((21, 2000), np.int8), np.full(2000, 7), 2, -1)
    assert likely.likeliest == (7, 2000 / 2001)
    assert Outlook(likely.answers, likely.files, 2, 7).likeliest == (7, 1.0)


# ---------------------------------------------------------------------------------- where it goes


def plan(best: dict[str, float], where: str = "", **more: Any) -> tuple[Plan, Any]:
    """Seat 0's plan where the best questions in some rooms tell so much, in the others nothing."""
    tokens = {"Scarlet": where} if where else {}
    state = arrange(A, B, C, tokens=tokens, decision="start", **more)
    table = state.view(0).state
    worths = np.array([best.get(room, 0.0) for room in ROOMS])
    return Plan.of(worths, table, 0), table


def test_a_walk_takes_as_many_turns_as_the_dice_need() -> None:
    """Exactly, over all rolls of one die and of two; a long way takes its mean and 5/3 pips."""
    assert turns(1)[1:8].tolist() == pytest.approx(
        [1, 7 / 6, 49 / 36, 343 / 216, 2401 / 1296, 16807 / 7776, 1 + 70993 / 46656]
    )
    assert turns(2)[[1, 2, 3]].tolist() == pytest.approx([1, 1, 1 + 1 / 36])
    far = int(DISTANCE.max())
    assert turns(1)[far] == pytest.approx((far + 5 / 3) / 3.5, abs=0.01)


def test_the_passage_is_used_where_the_question_is_at_its_end() -> None:
    there, _ = plan({"Kitchen": 1.0}, "Study")
    assert there.worth(USE_PASSAGE) > there.worth(ROLL)
    near, _ = plan({"Hall": 1.0}, "Study")
    assert near.worth(ROLL) > near.worth(USE_PASSAGE)


def test_later_questions_count_less() -> None:
    """Without a board every room is a turn away: what is asked there is worth a fifth less."""
    one, _ = plan({"Hall": 1.0, "Study": 1.0}, "Lounge", preset="rooms_only")
    forever = 1 / (1 - PATIENCE)
    assert one.worth(MOVE + ROOMS.index("Hall")) == pytest.approx(forever, abs=0.01)
    assert one.worth(MOVE + ROOMS.index("Kitchen")) == pytest.approx(PATIENCE * forever, abs=0.01)


def test_it_walks_the_shortest_way_to_the_only_room_that_tells_something() -> None:
    """Whatever is rolled, the square chosen is the nearest of all to the lounge."""
    for rolled in range(1, 7):
        state = arrange(A, B, C, decision="move", rolled=rolled)
        table = state.view(0).state
        worths = np.array([1.0 if room == "Lounge" else 0.0 for room in ROOMS])
        going = Plan.of(worths, table, 0)
        chosen = max(state.codes, key=going.worth) - MOVE
        lounge = ROOMS.index("Lounge")
        nearest = min(
            0 if code - MOVE == lounge else int(DISTANCE[code - MOVE, lounge])
            for code in state.codes
            if code - MOVE >= N_ROOMS or code - MOVE == lounge
        )
        assert (0 if chosen == lounge else DISTANCE[chosen, lounge]) == nearest


def test_a_room_into_which_one_was_carried_may_be_the_best() -> None:
    """Whoever walked out of it could not come back in the same turn."""
    there, table = plan({"Study": 1.0, "Hall": 0.5}, "Study", summoned=[1, 0, 0, 0, 0, 0])
    assert int(table.token[0]) == ROOMS.index("Study")
    assert there.worth(STAY) > max(there.worth(ROLL), there.worth(USE_PASSAGE)) > 0


# ------------------------------------------------------------------------- what it shows, and when


def to_show(shown_to: dict[str, int]) -> str:
    """Seat 1 holds White, Knife and Dining Room, and is asked for them by seat 0."""
    marks = np.zeros((6, 21), np.int8)
    for face, seats in shown_to.items():
        marks[1, FACES.index(face)] = seats
    watch = Watch(in_room("Dining Room", shown_to=marks))
    watch.play("suggest White Knife")
    return GAME.words.option(watch.state.view(1).state, shown(watch.information(1)))


def test_it_shows_what_the_asker_has_seen_then_what_others_have_then_a_room() -> None:
    assert to_show({"Knife": 0b001, "White": 0b100}) == "show Knife"
    assert to_show({"White": 0b100}) == "show White"
    assert to_show({}) == "show Dining Room"
    assert to_show({"White": 0b101, "Knife": 0b001}) == "show White"  # the lowest card of several


def two_left(**more: Any) -> InformationSet:
    """Seat 0 has seen everything but the file and one card more: Plum or Peacock did it."""
    seen = {face: [0] for face in (*B, *C) if face != "Peacock"}
    state = arrange(A, B, C, tokens={"Scarlet": "Hall"}, decision="accuse", known=seen, **more)
    return Watch(state).information(0)


def test_it_accuses_when_a_triple_is_as_likely_as_the_threshold() -> None:
    info = two_left()
    assert info.count == 2
    for seed in range(5):
        assert decided(info, "detective(threshold=0.4)", seed).startswith("accuse P")
        assert decided(info, "detective(threshold=0.6)", seed) == "no accusation"
        assert decided(info, "detective(threshold=1)", seed) == "no accusation"


def test_certain_is_certain() -> None:
    seen = {face: [0] for face in (*B, *C)}
    state = arrange(A, B, C, tokens={"Scarlet": "Hall"}, decision="accuse", known=seen)
    info = Watch(state).information(0)
    assert decided(info, "detective(threshold=1)") == "accuse Plum Revolver Study"


def test_before_moving_it_accuses_too_where_that_is_allowed() -> None:
    parameters = {"accuse_before_move": True}
    seen = {face: [0] for face in (*B, *C)}
    state = arrange(
        A, B, C, tokens={"Scarlet": "Hall"}, decision="start", known=seen, parameters=parameters
    )
    watch = Watch(state)
    assert decided(watch.information(0)) == "accuse now"
    watch.play("accuse now")
    assert decided(watch.information(0)) == "accuse Plum Revolver Study"


@pytest.mark.parametrize("threshold", ["0", "1.5", "-1"])
def test_a_threshold_that_is_no_probability_is_refused(threshold: str) -> None:
    with pytest.raises(UnknownPlayer, match="threshold cannot be"):
        make(f"detective(threshold={threshold})", GAME)


# ---------------------------------------------------------------------------------- what it knows

PLAYERS = [
    "detective",
    "ismcts(iterations=30)",
    "pimc(worlds=3, iterations=12)",
    "rdeep(samples=1)",
]


def laid_out(cards: Any) -> dict[str, list[str]]:
    """Zone to the faces that lie in it, an ordered one from the bottom."""
    zones: dict[str, list[str]] = defaultdict(list)
    for card in sorted(range(len(FACES)), key=lambda c: int(cards.depth[c])):
        zones[GAME.zones.names[int(cards.zone[card])]].append(FACES[card])
    return zones


def replayed(zones: dict[str, list[str]], like: Watch, preset: str) -> Watch:
    """The same match from the start, had the cards lain so.

    What others show to one another may then have to be another card.
    """
    state = like.state
    start = GAME.new(players=state.seats, preset=preset).record_array[0]
    nobody = {"suggested": -1, "asker": -1, "winner": -1}
    rules = {"players": state.seats, "seed": state.seed, "preset": preset}
    watch = Watch(GAME.arrange(zones, **rules, token=start.token.tolist(), mover=0, **nobody))
    for _, code in state.history:
        watch.play(code if code in watch.state.codes else watch.state.codes[0])
    return watch


def pairs_of_tables(preset: str, players: int) -> Iterator[tuple[Watch, Watch]]:
    """Two tables each that the mover cannot tell apart, and that differ in the file."""
    for seed in range(6):
        watch = Watch(GAME.new(players=players, seed=seed, preset=preset))
        for move in moves(watch, [make("random", GAME)] * players, seed=seed):
            if move.number % 17 == seed and len(watch.state.codes) > 1 and move.number < 70:
                truth = laid_out(watch.state.record_array[0])
                world = watch.information(move.seat).worlds(1, rows(seed))[0]
                other = laid_out(world)
                if any(truth[zone] != other[zone] for zone in FILE):
                    yield tuple(replayed(each, watch, preset) for each in (truth, other))


@pytest.mark.parametrize(("preset", "players"), [("classic", 3), ("rooms_only", 2)])
def test_players_decide_the_same_whatever_is_true(preset: str, players: int) -> None:
    """Every place where somebody decides is met; a player that looked at the file is found out."""
    compared, peeked, places = 0, 0, set()
    for one, other in pairs_of_tables(preset, players):
        seat = one.state.mover
        assert other.state.mover == seat
        mine, theirs = one.information(seat), other.information(seat)
        assert mine.state.tobytes() == theirs.state.tobytes()
        for spec in PLAYERS if compared % 6 == 0 else PLAYERS[:1]:
            player = make(spec, GAME)
            decision = player.decide(mine, rows(compared))
            assert player.decide(theirs, rows(compared)) == decision
        compared += 1
        places.add(one.state.decision)
        files = [laid_out(each.state.record_array[0])["suspect"] for each in (one, other)]
        peeked += files[0] != files[1]
    assert compared > 15
    assert peeked > 5
    assert places >= {"start", "suggest", "show", "accuse"}


@pytest.mark.parametrize("preset", list(GAME.presets))
@pytest.mark.parametrize("players", range(2, 7))
def test_every_player_plays_every_preset_with_any_number_of_people(
    preset: str, players: int
) -> None:
    """The match loop raises where an answer is no option; the games are cut short."""
    specs = [*PLAYERS, "random", "detective(threshold=1)"]
    seats = [make(specs[k % len(specs)], GAME) for k in range(players, 2 * players)]
    watch = Watch(GAME.new(players=players, seed=players, preset=preset, max_turns=2 * players))
    for move in moves(watch, seats, seed=players):
        assert move.option in watch.state.codes
    assert watch.state.over


@pytest.mark.parametrize(
    "variant",
    [
        {"dice": 2, "leftover": "public"},
        {"accuse_before_move": True, "suggestion_on_entry": "optional"},
        {"blocked_may_suggest": True, "eliminated_token": "stays", "last_player": "wins"},
        {"accuse_needs_suggestion": True, "passage_needs_no_roll": False},
        {"accusing": "unseen", "walking": "rooms"},
    ],
)
def test_the_detective_solves_it_at_every_table(variant: dict[str, Any]) -> None:
    """Three of them, four people, who accuse when they are certain: somebody wins."""
    watch = Watch(GAME.new(players=4, seed=3, **variant))
    for move in moves(watch, [make("detective(threshold=1)", GAME)] * 4, seed=3):
        assert move.option in watch.state.codes
    assert max(watch.state.returns) == 1


def test_the_generator_rows_decide_everything() -> None:
    info = next(midway(range(100, 100_000)))
    player = make("detective", GAME)
    before = info.state.tobytes()
    assert player.decide(info, rows(6)) == player.decide(info, rows(6))
    assert info.state.tobytes() == before


# ---------------------------------------------------------------------------------- how good it is


def test_it_wins_against_players_of_chance() -> None:
    """24 games on 8 deals, two players of chance at the table.

    It wins 12 or more: at chance, a third, that happens in less than 6 cases of 100 000 where
    games are independent. (Its true share is above three quarters.)
    """
    result = compare(GAME, ["detective", "random", "random"], games=24, seed=5, preset="rooms_only")
    assert result.players[0].wins >= 16


def test_search_wins_against_players_of_chance() -> None:
    """72 games on 24 deals, two players of chance at the table.

    It wins 34 or more: at chance, a third, that happens in 1 case of 100 where games are
    independent. (Its true share is about a half.)
    """
    searching = ["ismcts(iterations=200, depth=9)", "random", "random"]
    result = compare(GAME, searching, games=72, seed=5, preset="rooms_only")
    assert result.players[0].wins >= 34


def test_certain_detectives_are_right_and_need_few_questions() -> None:
    """Alone among themselves, they accuse when certain: somebody wins, and nobody is ever wrong.

    A person needed 71 suggestions on the board, without listening to others; here nobody makes 20.
    """
    for preset in ("rooms_only", "classic"):
        for seed in range(3):
            watch = Watch(GAME.new(players=3, seed=seed, preset=preset))
            asked = [0, 0, 0]
            for move in moves(watch, [make("detective(threshold=1)", GAME)] * 3, seed=seed):
                asked[move.seat] += watch.state.decision == "suggest"
            s: Any = watch.state.record_array[0]
            assert sorted(watch.state.returns) == [-1, -1, 1]
            assert not s.out.any()
            assert max(asked) < 20
