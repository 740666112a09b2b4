"""What a seat can tell at a glance, and what others are taken to have seen in a sampled world."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from compiled import bind, rows
from determinize import Watch
from games import State
from games.clue.cards import FACES
from games.clue.log import suggestion_log
from games.clue.record import HAND, NONE
from tests.games.clue_tables import GAME, A, B, C, arrange, in_room, play, words

VALUE = bind(GAME.rules.value, GAME)
SENSIBLE = bind(GAME.rules.sensible, GAME)
REMEMBER = bind(GAME.rules.remember, GAME)


def sensible(state: State) -> list[str]:
    out = np.empty(GAME.option_codes, np.int64)
    n = SENSIBLE(state.record_array[0], out)
    return [GAME.words.option(state.record_array[0], int(code)) for code in out[:n]]


def glance(state: State, seat: int) -> int:
    from games.clue.knowledge import solution_known_to

    return int(solution_known_to(state.record_array[0], seat))


SOLUTION = (5 * 6 + 5) * 9 + 8  # Plum, Revolver, Study


# ----------------------------------------------------------------------------------- at a glance


def test_the_file_is_known_when_all_other_cards_have_been_seen():
    known = {face: [0] for face in B + C}
    assert glance(arrange(A, B, C, known=known), 0) == SOLUTION
    del known["Library"]
    assert glance(arrange(A, B, C, known=known), 0) == NONE


def mask(*faces: str) -> int:
    return sum(1 << FACES.index(face) for face in faces)


def test_a_card_that_nobody_can_show_is_in_the_file():
    lacks = [0, mask("Plum", "Revolver", "Study"), mask("Plum", "Revolver", "Study"), 0, 0, 0]
    assert glance(arrange(A, B, C, lacks=lacks), 0) == SOLUTION
    assert glance(arrange(A, B, C, lacks=lacks), 1) == NONE  # to seat 1, seat 0 may hold them
    lacks[2] = mask("Plum", "Revolver")
    assert glance(arrange(A, B, C, lacks=lacks), 0) == NONE
    seen_hand = {face: [0] for face in C}  # all of seat 2's: so it lacks the Study as well
    assert glance(arrange(A, B, C, lacks=lacks, known=seen_hand), 0) == SOLUTION


def test_cards_laid_aside_may_be_those_that_the_other_lacks():
    one = [*A, "Dining Room"]
    other = ["White", "Green", "Knife", "Wrench", "Kitchen", "Ballroom", "Conservatory"]
    side = ["Peacock", "Candlestick", "Billiard Room", "Library"]
    lacks = [0, mask("Plum", "Revolver", "Study"), 0, 0, 0, 0]
    assert glance(arrange(one, other, side=side, lacks=lacks), 0) == NONE
    known = {face: [0] for face in side}
    assert glance(arrange(one, other, side=side, lacks=lacks, known=known), 0) == SOLUTION


def test_sensible_players_accuse_when_they_know_and_only_then():
    known = {face: [0] for face in B + C}
    certain = arrange(A, B, C, known=known, decision="accuse")
    assert sensible(certain) == ["accuse Plum Revolver Study"]
    assert sensible(arrange(A, B, C, decision="accuse")) == ["no accusation"]
    early = {"accuse_before_move": True}
    start = arrange(A, B, C, known=known, parameters=early)
    assert sensible(start) == ["accuse now"]
    play(start, "accuse now")
    assert sensible(start) == ["accuse Plum Revolver Study"]
    assert sensible(arrange(A, B, C, parameters=early)) == ["roll"]


def test_sensible_players_do_not_accuse_where_it_is_not_offered():
    """The file is known, from who could not show; but one card in another hand was not seen."""
    lacks = [mask("Plum", "Revolver", "Study"), 0, mask("Plum", "Revolver", "Study"), 0, 0, 0]
    known = {face: [1] for face in [*A, *C] if face != "Library"}
    certain = {"accusing": "first_or_certain"}
    state = arrange(
        A, B, C, lacks=lacks, known=known, decision="accuse", mover=1, parameters=certain
    )
    assert glance(state, 1) == SOLUTION
    assert sensible(state) == ["no accusation"]


def test_sensible_players_come_as_near_as_they_can_to_another_room():
    """From the Study, the only room not seen: the kind is solved, so that any other will do."""
    known = {face: [0] for face in (*B, *C) if face not in ("White", "Knife")}
    study = {"Scarlet": "Study"}
    for rolled, move in ((2, "go to 4,7"), (3, "go to 4,8"), (4, "go to Hall")):
        state = arrange(A, B, C, known=known, tokens=study, decision="move", rolled=rolled)
        assert len(words(state)) > 1
        assert sensible(state) == [move]


def test_sensible_players_enter_rooms_that_they_have_not_seen():
    def moves(start: Any, rolled: int, **more: Any) -> list[str]:
        state = arrange(A, B, C, tokens={"Scarlet": start}, decision="move", rolled=rolled, **more)
        return sensible(state)

    assert moves("Study", 4) == ["go to Hall"]  # any room rather than none
    assert moves("Dining Room", 4) == ["go to Lounge"]
    assert moves("Ballroom", 6) == ["go to Conservatory", "go to Billiard Room"]
    seen = {"known": {"Billiard Room": [0]}}
    assert moves("Ballroom", 6, **seen) == ["go to Conservatory"]
    assert moves((0, 16), 4) == ["go to 4,16"]  # towards the Dining Room, 10 from the start


def test_sensible_players_name_what_they_have_not_seen_while_it_is_open():
    state = in_room("Hall")
    assert len(sensible(state)) == 4 * 4
    assert "suggest Plum Revolver" in sensible(state)
    assert "suggest Scarlet Revolver" not in sensible(state)
    known = {face: [0] for face in ("White", "Green", "Peacock")}
    state = in_room("Hall", known=known)
    assert len(sensible(state)) == 6 * 4  # the person is known: any will do


def test_the_value_is_that_of_the_race():
    level = arrange(A, B, C)
    values = [VALUE(level.record_array[0], p) for p in range(3)]
    assert values[0] == values[1]
    assert sum(values) == pytest.approx(2 - 3)
    ahead = arrange(A, B, C, known={face: [0] for face in B})
    assert VALUE(ahead.record_array[0], 0) > 0 > VALUE(ahead.record_array[0], 1)
    out = arrange(A, B, C, out=[0, 1, 0, 0, 0, 0])
    assert VALUE(out.record_array[0], 1) == -1.0
    assert sum(VALUE(out.record_array[0], p) for p in (0, 2)) == pytest.approx(0)
    last = arrange(A, B, C, out=[0, 1, 1, 0, 0, 0])
    assert VALUE(last.record_array[0], 0) == 1.0


# -------------------------------------------------------------------------------- what others saw


def remembered(state: State, me: int, seed: int = 0) -> Any:
    """The true state as ``me`` would suppose the marks of others to be."""
    other = state.record_array.copy()
    REMEMBER(other[0], me, rows(seed)[0])
    return other[0]


def knows(s: Any, seat: int, face: str) -> bool:
    return bool(int(s.seen[FACES.index(face)]) >> seat & 1)


def test_i_remember_what_i_have_shown_to_whom():
    state = in_room()
    play(state, "suggest White Knife", "show Knife", "no accusation")
    s = remembered(state, 1)
    assert knows(s, 0, "Knife")
    assert not knows(s, 0, "White")
    assert not knows(s, 2, "Knife")


def test_an_onlooker_supposes_each_card_that_could_have_been_shown_alike():
    """3000 draws of one in three; with these seeds chi-square passes at 1 in 1000."""
    state = in_room("Kitchen")
    play(state, "suggest White Knife", "show Knife")
    counts = np.zeros(3, np.int64)
    for seed in range(3000):
        s = remembered(state, 2, seed)
        seen = [knows(s, 0, face) for face in ("White", "Knife", "Kitchen")]
        assert sum(seen) == 1
        counts += seen
    assert stats.chisquare(counts).pvalue > 0.001


def test_an_onlooker_remembers_a_card_that_must_have_been_shown():
    state = in_room()
    play(state, "suggest White Candlestick", "show White")
    s = remembered(state, 2)
    assert knows(s, 0, "White")
    assert not knows(s, 0, "Candlestick")


def test_what_a_suggester_accused_later_it_was_not_shown():
    """Where that would not have been offered; elsewhere people may accuse what they have seen."""
    for accusing, alone in (("unseen", True), ("free", False)):
        state = in_room("Kitchen", parameters={"accusing": accusing})
        play(state, "suggest White Knife", "show Knife", "accuse White Revolver Study")
        drawn = [remembered(state, 2, seed) for seed in range(40)]
        assert {knows(s, 0, "White") for s in drawn} == ({False} if alone else {False, True})
        assert {knows(s, 0, "Knife") for s in drawn} == {False, True}
        for s in drawn:
            for face in ("White", "Knife", "Kitchen"):
                shown_to = int(s.shown_to[1, FACES.index(face)])
                assert shown_to == (1 if knows(s, 0, face) else 0)


def test_everybody_remembers_who_has_seen_the_file_and_which_slots():
    state = arrange(A, B, C, decision="accuse")
    play(state, "accuse Plum Revolver Hall")
    s = remembered(state, 1)
    assert knows(s, 0, "Study")
    assert not knows(s, 2, "Study")
    one = [*A, "Dining Room"]
    other = ["White", "Green", "Knife", "Wrench", "Kitchen", "Ballroom", "Conservatory"]
    side = ["Peacock", "Candlestick", "Billiard Room", "Library"]
    tokens = {"Scarlet": "Hall"}
    state = arrange(one, other, side=side, tokens=tokens, decision="suggest")
    play(state, "suggest Peacock Candlestick", "look at card 2")
    s = remembered(state, 1)
    assert [knows(s, 0, face) for face in side] == [False, True, False, False]
    assert not knows(s, 1, "Candlestick")


def sampled_game(players: int, seed: int, preset: str) -> State:
    """A game of sensible options, somewhere in its middle."""
    state = GAME.new(players=players, seed=seed, preset=preset)
    rng = np.random.default_rng(seed)
    while not state.over and len(state.history) < 20 + 6 * seed % 40:
        out = np.empty(GAME.option_codes, np.int64)
        n = SENSIBLE(state.record_array[0], out)
        state.play(int(out[rng.integers(n)]))
    return state


@pytest.mark.parametrize("players", range(2, 7))
def test_marks_in_sampled_worlds_agree_with_the_log_and_with_what_i_know(players: int):
    """Each suggester has seen one card at least in the shower's hand for each card shown, and no
    card for which there is no occasion; what I know, and where cards lie, stays."""
    for seed in range(4):
        state = sampled_game(players, seed, "rooms_only")
        watch = Watch(GAME.new(players=players, seed=seed, preset="rooms_only"))
        for _, code in state.history:
            watch.play(code)
        for me in range(players):
            view = state.view(me).state
            for world in watch.information(me).worlds(3, rows(seed, me)):
                before = world.copy()
                REMEMBER(world, me, rows(seed, me)[0])
                assert (world.zone == before.zone).all()
                assert (world.seen >> me & 1 == view.seen >> me & 1).all()
                check_marks(world, me)
                again = world.copy()
                REMEMBER(again, me, rows(seed, me)[0])
                assert (again.seen == world.seen).all()  # drawn anew, alike


def check_marks(s: Any, me: int) -> None:
    """No mark without an occasion, and no occasion without a mark; the last may be yet to come."""
    log = suggestion_log(s)
    coming = GAME.decision_name(int(s.decision)) == "show"
    occasions: dict[tuple[int, int], set[int]] = {}
    for number, asker, shower in list(
        zip(log.triples.tolist(), log.suggester.tolist(), log.shower.tolist(), strict=True)
    )[: len(log) - coming]:
        if shower < 0:
            continue
        named = (number // 54, 6 + number // 9 % 6, 12 + number % 9)
        held = {card for card in named if s.zone[card] == HAND + shower}
        assert any(int(s.seen[card]) >> asker & 1 for card in held)
        occasions.setdefault((asker, shower), set()).update(held)
    for p in range(int(s.seats)):
        for q in range(int(s.seats)):
            for card in range(21):
                if p not in (q, me) and s.zone[card] == HAND + q and int(s.seen[card]) >> p & 1:
                    assert card in occasions.get((p, q), set())


def test_what_the_true_marks_are_is_among_what_others_suppose():
    """The true marks of a seat, in the true deal, come up among those that another one draws."""
    state = in_room("Kitchen")
    play(state, "suggest White Knife", "show Knife", "no accusation")
    truth = state.record_array[0].seen.tolist()
    drawn = [remembered(state, 2, seed).seen.tolist() for seed in range(40)]
    assert truth in drawn
