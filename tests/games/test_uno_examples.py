"""What is known at the Uno table: worked examples of the rulebook, and each kind of event.

All figures are exact, for the measure in which every deal of the unseen cards is as likely. Seat 0
is "me". Positions are arranged, and whatever a seat has to learn is played.
"""

from __future__ import annotations

from fractions import Fraction as F
from math import comb

import pytest

from games import Deduction
from games.uno.facts import deductions
from games.uno.record import Say
from tests.games.scenes import Scene
from tests.games.uno_scenes import (
    UNO,
    WILDS,
    added,
    beside,
    goes_on,
    less,
    number_of,
    of,
    scene,
    spread,
    without,
)

PRESETS = list(UNO.presets)
PLAIN = ["Red 1", "Red 9", "Blue 5", "Green 5", "Yellow 0", "Blue Skip", "Green Reverse"]
"""Seven cards without a wild."""
MUST = {"voluntary_draw": False}


# ------------------------------------------------------------------------- the worked examples


@pytest.mark.parametrize("preset", PRESETS)
def test_example_1_does_the_opponent_hold_a_wild(preset: str):
    start = scene(PLAIN, 7, preset=preset)
    assert start.chance(0, "hand 1", WILDS) == F(27450783, 60634700)
    assert start.chance(0, "hand 1", WILDS, 0, 0) == F(33183917, 60634700)


EXAMPLE_2 = ["Red 1", "Red 9", "Blue 5", "Green 5", "Yellow 0", "Blue Skip", "Wild"]
CANNOT = ["Blue Skip", "Green 1", "Blue 2", "Yellow 3", "Green 4", "Blue 6", "Yellow 7"]
"""Nothing of it goes on Red 5."""


def test_example_2_unseen_playable_cards():
    unseen = less(EXAMPLE_2, ["Red 5"])
    assert unseen.total() == 100
    assert number_of(unseen, of("Red")) == 22
    assert number_of(unseen, goes_on("Red", "5")) == 33
    assert scene(EXAMPLE_2, 7, preset="tag").lies(0, "deck", -1, *of("Red")) == F(11, 50)


def test_example_2_a_player_who_must_draw_holds_nothing_that_goes_on_the_pile():
    # In this preset drawing, and what becomes of the card, are one move: the fact alone first.
    facts = deductions(Say.NOTHING_PLAYABLE, 1, 0, 5)
    before = scene(EXAMPLE_2, CANNOT, preset="tag", facts=facts, mover=1)
    assert before.chance(0, "hand 1", goes_on("Red", "5"), 0, 0) == 1
    assert before.lies(0, "deck", -1, *of("Red")) == F(22, 93)
    assert before.expected(0, "hand 1")["Blue Skip"] == 7 * F(1, 67)


def test_example_2_the_same_by_play_where_the_drawn_card_may_be_kept():
    drawn = scene(EXAMPLE_2, CANNOT, preset="tag", rules={"drawn_card": "choice"}, mover=1)
    drawn.plays("draw")
    assert drawn.chance(0, "hand 1", goes_on("Red", "5"), 0, 0) == 1
    assert drawn.chance(0, "drawn 1", of("Red")) == F(22, 93)
    assert drawn.lies(0, "deck", -1, *of("Red")) == F(22, 93)
    drawn.plays("keep")  # which tells nothing
    assert drawn.lies(0, "deck", -1, *of("Red")) == F(22, 93)
    assert drawn.expected(0, "hand 1")["Blue Skip"] == F(7, 67) + F(60, 67) / 93


def test_example_2_a_card_kept_in_tag_goes_on_the_pile_as_little():
    kept = scene(EXAMPLE_2, CANNOT, deck=["Green 8"], preset="tag", mover=1).plays("draw")
    assert kept.information(0).view.mover == 0
    assert kept.chance(0, "hand 1", goes_on("Red", "5"), 0, 0) == 1
    assert kept.lies(0, "deck", -1, *of("Red")) == F(11, 46)
    assert kept.expected(0, "hand 1")["Blue Skip"] == 8 * F(1, 67)


EXAMPLE_3 = ["Red Draw Two", "Red 4", "Red 2", "Blue 1", "Green 1", "Yellow 1", "Blue 8"]
NO_RED = Deduction((UNO.zones["hand 1"],), {UNO.face(f): 1 for f in of("Red")}, 0, 0, "no red")


def test_example_3_a_card_that_old_slots_cannot_hold_came_from_the_new_ones():
    old = ["Blue 2", "Green 3", "Yellow 4"]
    known = scene(EXAMPLE_3, old, deck=["Red 7", "Blue 3"], preset="tag", facts=[NO_RED]).plays(
        "Red Draw Two", "Red 4", "Red 7"
    )
    # Hidden now: the three old cards, without red; one new card; the deck.
    unseen = less(EXAMPLE_3, ["Red 5", "Red 7"])
    reds, total = number_of(unseen, of("Red")), unseen.total()
    assert known.chance(0, "hand 1", of("Red"), 2) == 0
    assert known.chance(0, "hand 1", of("Red")) == F(reds, total - 3)
    old_slots = spread(without(unseen, of("Red")), 3)
    assert known.expected(0, "hand 1") == added(old_slots, spread(beside(unseen, old_slots), 1))


def test_example_3_with_old_slots_that_were_seen_to_go_on_nothing():
    """Two cards and one drawn do not go on Red 5; two more are drawn, and Red 7 is played."""
    known = scene(
        EXAMPLE_3,
        ["Blue 2", "Green 3"],
        deck=["Yellow 4", "Red 7", "Blue 3"],
        preset="tag",
        mover=1,
    ).plays("draw", "Red Draw Two", "Red 4", "Red 7")
    playable = goes_on("Red", "5")
    unseen = less(EXAMPLE_3, ["Red 5", "Red 7"])
    assert known.chance(0, "hand 1", playable, 2) == 0
    chance = F(number_of(unseen, playable), unseen.total() - 3)
    assert known.chance(0, "hand 1", playable) == chance


EXAMPLE_4 = ["Red 1", "Red 8", "Blue 2", "Blue 9", "Yellow 7", "Yellow Skip", "Green 5"]


@pytest.mark.parametrize(
    ("rules", "moves", "wild", "green"),
    [
        ({"wd4": "enforced"}, (), F(838509, 2026553), F(22, 89)),
        ({}, ("accept",), F(41142971, 124158255), F(22, 95)),
    ],
)
def test_example_4_a_wild_draw_four_that_is_lawful_for_certain_or_not(
    rules: dict[str, str], moves: tuple[str, ...], wild: F, green: F
):
    opponent = ["Wild Draw Four", "Red 3", "Blue 4", "Yellow 5", "Red 6", "Blue 7", "Yellow 8"]
    drawn = ["Green 0", "Red 2", "Wild", "Yellow 4"]
    table = scene(EXAMPLE_4, opponent, top="Green 3", deck=drawn, rules=rules, mover=1)
    table.plays("Wild Draw Four", "name blue", *moves)
    assert sorted(table.information(0).view.known("hand 0")) == sorted([*EXAMPLE_4, *drawn])
    assert less(EXAMPLE_4, drawn, ["Green 3", "Wild Draw Four"]).total() == 95
    assert table.chance(0, "hand 1", WILDS) == wild
    assert table.lies(0, "deck", -1, *of("Green")) == green
    assert (table.chance(0, "hand 1", of("Green")) == 0) == bool(rules)


MINE = ["Green 2", "Blue 3", "Yellow 4"]
B, C = ["Wild", "Red 7", "Blue Skip"], ["Red 7", "Green 0"]


def test_example_5_the_deck_is_used_up_with_three_players():
    table = scene(MINE, B, C, top="Red 5", deck=["Yellow 3"], rest="discard")
    table.plays("draw", "keep")  # the last card of the deck
    assert table.chance(0, "hand 1", "Wild") == F(3, 5)
    assert table.chance(0, "hand 2", "Red 7", 2) == F(1, 10)
    held = {"Wild": 1, "Red 7": 2, "Blue Skip": 1, "Green 0": 1}
    assert table.expected(0, "hand 1") == spread(held, 3)

    table.plays("draw")  # the pile but its top card is the new deck
    content = less(MINE, B, C, ["Red 5", "Yellow 3"])
    assert table.expected(0, "hand 1") == spread(held, 3)
    assert table.chance(0, "hand 2", "Red 7", 2) == F(1, 10)
    assert table.expected(0, "drawn 1") == spread(content, 1)
    table.plays("keep")
    assert table.expected(0, "hand 1") == added(spread(held, 3), spread(content, 1))
    assert table.expected(0, "hand 2") == spread(held, 2)
    assert "Red 7" not in content
    assert table.chance(0, "hand 1", "Red 7", 2) == F(3, 10)
    assert table.expected(0, "deck") == spread(content, content.total() - 1)


def test_example_6_the_deck_is_used_up_with_two_players():
    table = scene(MINE, B, top="Red 5", deck=["Yellow 3"], rest="discard").plays("draw", "keep")
    assert table.expected(0, "hand 1") == dict.fromkeys(B, F(1))
    table.plays("draw")
    content = less(MINE, B, ["Red 5", "Yellow 3"])
    assert table.expected(0, "hand 1") == dict.fromkeys(B, F(1))
    assert table.expected(0, "drawn 1") == spread(content, 1)
    table.plays("keep")
    assert table.expected(0, "hand 1") == added(dict.fromkeys(B, F(1)), spread(content, 1))
    assert table.expected(1, "hand 0") == dict.fromkeys([*MINE, "Yellow 3"], F(1))


GUILTY = ["Blue 2", "Red 9", "Red Skip", "Wild"]
INNOCENT = ["Green 2", "Red 9", "Red Skip", "Wild"]


def challenged(hand: list[str]) -> Scene:
    """Seat 0 plays a Wild Draw Four on blue, holding this hand beside; seat 1 challenges."""
    table = scene(
        [*hand, "Wild Draw Four"], ["Red 1", "Red 3"], ["Green 1", "Green 3"], top="Blue 5"
    )
    return table.plays("Wild Draw Four", "name red", "challenge")


def counts_of_blue(unseen: int, blue: int, slots: int) -> list[F]:
    """How likely each number of blue cards is in some slots."""
    ways = [comb(blue, k) * comb(unseen - blue, slots - k) for k in range(slots + 1)]
    return [F(n, comb(unseen, slots)) for n in ways]


def test_example_7_a_guilty_hand_is_known_to_the_challenger():
    table = challenged(GUILTY)
    seen = less(["Blue 5", "Wild Draw Four", "Red 1", "Red 3"], GUILTY)
    assert table.expected(1, "hand 0") == added(dict.fromkeys(GUILTY, F(1)), spread(seen, 4))
    for face in GUILTY:
        assert table.chance(1, "hand 0", face) == 1
    assert table.information(1).view.mover == 1


def test_example_7_a_third_party_learns_that_old_slots_hold_the_colour():
    table = challenged(GUILTY)
    unseen = less(["Blue 5", "Wild Draw Four", "Green 1", "Green 3"])
    total, blue = unseen.total(), number_of(unseen, of("Blue"))
    assert (total, blue) == (104, 24)
    first = counts_of_blue(total, blue, 4)
    some = 1 - first[0]
    # One to four in the four old slots, any number in the four new ones: one to eight together.
    for k in range(9):
        ways = sum(
            (
                first[i] / some * counts_of_blue(total - 4, blue - i, 4)[k - i]
                for i in range(1, 5)
                if 0 <= k - i <= 4
            ),
            F(0),
        )
        assert table.chance(2, "hand 0", of("Blue"), k, k) == ways
    assert table.chance(2, "hand 0", of("Blue"), 1, 8) == 1


# ------------------------------------------------------------------- challenge and Wild Draw Four


def test_an_innocent_hand_is_known_to_the_challenger_and_lacks_the_colour_for_all():
    table = challenged(INNOCENT)
    assert table.expected(1, "hand 0") == dict.fromkeys(INNOCENT, F(1))
    assert table.chance(2, "hand 0", of("Blue"), 0, 0) == 1
    unseen = less(["Blue 5", "Wild Draw Four", "Green 1", "Green 3"])
    others = {face: n for face, n in unseen.items() if face not in of("Blue")}
    assert table.expected(2, "hand 0") == spread(others, 4)
    # Of the six cards that the challenger draws, nobody else learns anything.
    rest = {f: n - spread(others, 4).get(f, 0) for f, n in unseen.items()}
    assert table.expected(2, "hand 1") == {f: n * F(8, 100) for f, n in rest.items()}
    assert table.information(2).view.mover == 2


def test_a_hand_that_was_seen_is_known_until_its_cards_are_played():
    table = challenged(GUILTY).plays("Red 3", "draw", "keep", "Red 9")
    assert table.chance(1, "hand 0", ["Blue 2", "Red Skip", "Wild"], 3) == 1
    # The third party saw a red card go: blue is still there, in one of the old slots.
    assert table.chance(2, "hand 0", of("Blue")) == 1


def test_a_blue_card_played_may_have_been_the_one_that_was_there():
    table = challenged(GUILTY).plays("Red 3", "draw", "keep", "Wild", "name blue")
    assert table.chance(2, "hand 0", of("Blue")) == 1
    table.plays("draw", "keep", "draw", "keep", "Blue 2")
    assert 0 < table.chance(2, "hand 0", of("Blue")) < 1
    assert table.chance(1, "hand 0", ["Red 9", "Red Skip"], 2) == 1


def test_an_unchallenged_wild_draw_four_proves_nothing():
    bluff = ["Blue 1", "Wild Draw Four"]
    table = scene(["Red 1", "Red 2"], bluff, ["Green 1"], top="Blue 5", mover=1)
    table.plays("Wild Draw Four", "name red", "accept")
    for seat, mine in ((0, ["Red 1", "Red 2"]), (2, table.information(2).view.known("hand 2"))):
        unseen = less(mine, ["Blue 5", "Wild Draw Four"])
        assert table.expected(seat, "hand 1") == spread(unseen, 1)


def test_an_enforced_wild_draw_four_tells_everybody_that_the_colour_is_lacking():
    hand = ["Green 1", "Green 3", "Wild Draw Four"]
    table = scene(["Red 1", "Red 2"], hand, 4, top="Blue 5", mover=1, rules={"wd4": "enforced"})
    table.plays("Wild Draw Four", "name red")
    for seat in (0, 2):
        assert table.chance(seat, "hand 1", of("Blue"), 0, 0) == 1
        assert table.chance(seat, "hand 1", WILDS) > 0


# --------------------------------------------------------------------------- drawing and keeping


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_makes_sizes_known_and_the_own_hand(preset: str):
    table = scene(PLAIN, 7, 7, preset=preset)
    unseen = less(PLAIN, ["Red 5"])
    assert table.expected(0, "hand 0") == dict.fromkeys(PLAIN, F(1))
    for zone, size in (("hand 1", 7), ("hand 2", 7), ("deck", 86)):
        assert table.expected(0, zone) == spread(unseen, size)


def test_in_the_official_game_drawing_and_keeping_prove_nothing():
    table = scene(PLAIN, 7, mover=1).plays("draw")
    unseen = less(PLAIN, ["Red 5"])
    assert table.expected(0, "hand 1") == spread(unseen, 7)
    assert table.expected(0, "drawn 1") == spread(unseen, 1)
    table.plays("keep")
    assert table.expected(0, "hand 1") == spread(unseen, 8)


def test_a_kept_card_looks_the_same_whether_it_could_be_played_or_not():
    lines = []
    for card in ("Red 9", "Green 8", "Wild"):
        table = scene(PLAIN, CANNOT, ["Green 1"], deck=[card], mover=1).plays("draw", "keep")
        known = [table.information(seat) for seat in (0, 2)]
        lines.append([(one.ledger.lines(), one.view.state.tobytes()) for one in known])
    assert lines[0] == lines[1] == lines[2]


@pytest.mark.parametrize(
    ("preset", "rules", "new"),
    [("official", MUST, True), ("tag", {"drawn_card": "choice"}, True), ("tag", {}, False)],
)
def test_who_must_draw_shows_everybody_that_nothing_goes_on_the_pile(
    preset: str, rules: dict[str, str], new: bool
):
    table = scene(
        PLAIN, CANNOT, ["Green 9", "Wild"], deck=["Green 8"], preset=preset, rules=rules, mover=1
    ).plays("draw", *["keep"] * new)
    playable = goes_on("Red", "5")
    for seat, mine in ((0, PLAIN), (2, ["Green 9", "Wild"])):
        unseen = less(mine, ["Red 5"])
        old = spread(without(unseen, playable), 7)
        drawn = beside(unseen, old)
        if not new:  # it was kept because it goes on the pile as little
            old, drawn = spread(without(unseen, playable), 8), {}
        assert table.expected(seat, "hand 1") == added(old, spread(drawn, int(new)))


def test_symbols_tell_where_they_match_and_not_where_they_do_not():
    """On a Red Skip: in the official game no Skip of any colour is held, in tag one may be."""
    hand, unseen = ["Green 1", "Blue 2"], less(PLAIN, ["Red Skip"])
    official = scene(PLAIN, hand, top="Red Skip", rules=MUST, mover=1).plays("draw")
    fits = [f for f in UNO.faces if f in of("Red") + WILDS or f.endswith("Skip")]
    assert official.expected(0, "hand 1") == spread(without(unseen, fits), 2)
    tag = scene(PLAIN, hand, top="Red Skip", deck=["Green 8"], preset="tag", mover=1).plays("draw")
    assert tag.expected(0, "hand 1") == spread(without(unseen, of("Red") + WILDS), 3)
    assert "Green Skip" in tag.expected(0, "hand 1")


@pytest.mark.parametrize("rules", [MUST, {**MUST, "draw_until_playable": True}])
def test_a_card_drawn_and_played_at_once_leaves_the_hand_as_it_was(rules: dict[str, bool]):
    table = scene(PLAIN, CANNOT, deck=["Red 8"], rules=rules, mover=1).plays("draw", "Red 8")
    playable = goes_on("Red", "5")
    unseen = less(PLAIN, ["Red 5", "Red 8"])
    assert table.expected(0, "hand 1") == spread(without(unseen, playable), 7)


def test_who_draws_until_a_card_fits_keeps_cards_that_do_not():
    rules = {"draw_until_playable": True}
    table = scene(
        PLAIN, CANNOT, ["Green 9"], deck=["Green 8", "Blue 8", "Red 8"], rules=rules, mover=1
    )
    table.plays("draw")
    playable = goes_on("Red", "5")
    for seat, mine in ((0, PLAIN), (2, ["Green 9"])):
        unseen = less(mine, ["Red 5"])
        fitting = {face: n for face, n in unseen.items() if face in playable}
        # Two cards that do not fit, one that does, and seven of which nothing is known.
        three = added(spread(without(unseen, playable), 2), spread(fitting, 1))
        seven = spread(beside(unseen, three), 7)
        assert table.expected(seat, "drawn 1") == spread(fitting, 1)
        assert table.expected(seat, "hand 1") == added(spread(without(unseen, playable), 2), seven)


def test_facts_of_old_slots_survive_draws_skips_and_the_reshuffle():
    playable = goes_on("Red", "5")
    old = ["Blue 2", "Green 3"]
    table = scene(
        ["Red Draw Two", "Red Skip", "Red 4", "Blue 1"],
        old,
        top=["Red 9", "Red 6", "Red 5"],
        deck=["Yellow 4", "Blue 9"],
        rest="discard",
        preset="tag",
        mover=1,
    )
    table.plays("draw")  # Yellow 4, one card left
    assert table.chance(0, "hand 1", playable, 0, 0) == 1
    table.plays("Red Draw Two")  # the second card comes from the reshuffled pile
    # All is known: the opponent's three cards by elimination when the deck is empty.
    for face in (*old, "Yellow 4", "Blue 9"):
        assert table.chance(0, "hand 1", face) == 1
    table.plays("Red Skip")
    for face in (*old, "Yellow 4", "Blue 9"):
        assert table.chance(0, "hand 1", face) == 1
    assert sum(table.expected(0, "hand 1").values()) == 5


def test_facts_of_old_slots_survive_a_reshuffle_with_three_players():
    """Seat 1 holds nothing for Red 5; seats 1 and 2 share what is unseen when the deck is empty."""
    table = scene(
        ["Red Draw Two", "Red 4", "Blue 1"],
        ["Blue 2", "Green 3"],
        ["Red 8", "Yellow 6", "Green 4"],
        deck=["Yellow 4"],
        rest="discard",
        preset="tag",
        mover=1,
    )
    table.plays("draw")  # kept, the last card of the deck: three cards without a match
    playable = goes_on("Red", "5")
    hidden = {"Blue 2": 1, "Green 3": 1, "Yellow 4": 1, "Yellow 6": 1, "Green 4": 1}
    assert table.expected(0, "hand 1") == spread(hidden, 3)
    assert table.chance(0, "hand 2", "Red 8") == 1
    table.plays("Red 8", "Red Draw Two")  # from a reshuffled deck
    content = less(
        ["Red 4", "Blue 1", "Blue 2", "Green 3", "Yellow 6", "Green 4", "Yellow 4"],
        ["Red Draw Two"],
    )
    assert table.expected(0, "hand 1") == added(spread(hidden, 3), spread(content, 2))
    assert table.expected(0, "hand 2") == spread(hidden, 2)
    assert table.chance(0, "hand 1", playable, 0, 2) == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_a_new_round_begins_with_nothing_known(preset: str):
    """All hands were laid open for the count; then they are dealt anew."""
    for seed in range(4):
        hand = ["Green 9", "Red 4"]
        table = scene(hand, ["Red 8"], preset=preset, mover=1, seed=seed).plays("Red 8")
        view = table.information(0).view
        assert view.state.round == 1
        if view.known("discard")[0] in WILDS:
            continue
        unseen = less(view.known("hand 0"), view.known("discard"))
        held = table.expected(0, "hand 1")
        assert held == spread(unseen, len(view.slots("hand 1")))


# ------------------------------------------------------------------------- hands that change owner


SEVEN_ZERO = {"seven_zero": True}


def test_a_seven_swaps_hands_and_who_gave_knows_what():
    table = scene(
        ["Red 7", "Blue 1", "Wild"], ["Green 1", "Green 2", "Green 3"], 4, rules=SEVEN_ZERO
    )
    table.plays("Red 7", "swap with player 1")
    assert table.expected(0, "hand 1") == {"Blue 1": 1, "Wild": 1}
    assert table.expected(1, "hand 0") == dict.fromkeys(["Green 1", "Green 2", "Green 3"], F(1))
    unseen = less(table.information(2).view.known("hand 2"), ["Red 5", "Red 7"])
    assert table.expected(2, "hand 0") == spread(unseen, 3)
    assert table.expected(2, "hand 1") == spread(unseen, 2)


def test_what_others_know_of_a_hand_travels_with_it():
    """Seat 1 must draw on Red 5 and keeps; seat 2 swaps its hand for that of seat 1."""
    table = scene(
        ["Yellow 1", "Yellow 2"],
        ["Blue 1", "Green 2"],
        ["Red 7", "Yellow 4"],
        rules={**SEVEN_ZERO, **MUST},
        mover=1,
    )
    table.plays("draw", "keep", "Red 7", "swap with player 1")
    unseen = less(["Yellow 1", "Yellow 2", "Red 5", "Red 7"])
    old = spread(without(unseen, goes_on("Red", "5")), 2)
    one = spread(beside(unseen, old), 1)
    # Seat 1 holds seat 2's card now, of which nothing is known; seat 2 the two old cards, one new.
    assert table.expected(0, "hand 2") == added(old, one)
    assert table.expected(0, "hand 1") == one
    assert table.expected(1, "hand 2")["Blue 1"] == 1
    assert table.expected(2, "hand 1") == {"Yellow 4": 1}


@pytest.mark.parametrize("turned", [0, 1])
def test_a_zero_passes_hands_and_what_is_known_of_them(turned: int):
    hands = [["Red 0", "Blue 1", "Wild"], ["Green 1", "Green 2", "Green 3"], ["Red 1", "Red 2"]]
    table = scene(*hands, rules=SEVEN_ZERO, reversed=turned)
    table.plays("Red 0")
    left = [["Blue 1", "Wild"], *hands[1:]]
    step = -1 if turned else 1
    for giver in range(3):
        receiver, third = (giver + step) % 3, (giver - step) % 3
        known = dict.fromkeys(left[giver], F(1))
        assert table.expected(giver, f"hand {receiver}") == known
        assert table.expected(receiver, f"hand {receiver}") == known
        unseen = less(left[third], left[receiver], ["Red 5", "Red 0"])  # given, and held now
        assert table.expected(third, f"hand {receiver}") == spread(unseen, len(left[giver]))
