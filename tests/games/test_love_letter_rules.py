"""Love Letter by the book: the deal, every card, the end of rounds and matches, four editions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import games
from compiled import bind
from games.love_letter.cards import COPIES, FACES
from games.love_letter.parameters import COUNTS, PRESETS, Rules
from games.love_letter.record import HAND, PILE

GAME = games.load("love-letter")


def position(
    hands: Sequence[Sequence[str]],
    *,
    deck: Sequence[str] | int = 4,
    removed: str | None = None,
    piles: dict[int, Sequence[str]] | None = None,
    preset: str = "classic",
    parameters: dict[str, Any] | None = None,
    **fields: Any,
) -> games.State:
    """Seat 0 to play in the first round, with hands from the left; the rest lies in the pile of the
    last seat, so that the deck has as many cards as are asked for."""
    seats = len(hands)
    rules = GAME.rules_of(preset, **(parameters or {}))
    left = Counter(dict(zip(FACES, rules.copies, strict=True)))
    out = [face for face, n in zip(FACES, COPIES, strict=True) for _ in range(n - left[face])]
    cards: dict[str, Any] = {f"hand {p}": list(hand) for p, hand in enumerate(hands)}
    cards |= {f"pile {p}": list(pile) for p, pile in (piles or {}).items()}
    if removed is not None:
        cards["removed"] = [removed]
    if not isinstance(deck, int):
        cards["deck"] = list(deck)
    for content in cards.values():
        left.subtract(content)
    rest = [face for face in FACES for _ in range(left[face])]
    assert min(left.values()) >= 0, left
    if removed is None:
        cards["removed"] = [rest.pop()]
    if isinstance(deck, int):
        cards["deck"] = [rest.pop(0) for _ in range(deck)]
    cards["faceup"] = rest
    given: dict[str, Any] = {
        "mover": 0,
        "decision": "play",
        "left": sum(1 << p for p, hand in enumerate(hands) if hand),
    }
    return GAME.arrange(
        {**cards, "out": out},
        players=seats,
        preset=preset,
        parameters=parameters,
        **{**given, **fields},
    )


def after(state: games.State, *options: str) -> games.State:
    for option in options:
        state.play(option)
    return state


def held(state: games.State, seat: int) -> list[str]:
    """A hand as its owner sees it."""
    return sorted(state.view(seat).known(f"hand {seat}"))


def pile(state: games.State, seat: int) -> tuple[str, ...]:
    return state.view(0).known(f"pile {seat}")


def said(state: games.State) -> list[str]:
    return [str(option) for option in state.options()]


def is_in(state: games.State, seat: int) -> bool:
    return bool(int(state.record_array[0].left) >> seat & 1)


# --- the deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "players", "deck"),
    [
        *(("classic", n, size) for n, size in ((2, 10), (3, 12), (4, 11))),
        *(("tag", n, size) for n, size in ((2, 10), (3, 12), (4, 11))),
        *(("zman2019_classic", n, size) for n, size in ((2, 10), (3, 12), (4, 11))),
        *(("zman2019", n, size) for n, size in ((2, 15), (3, 17), (4, 16), (5, 15), (6, 14))),
    ],
)
def test_the_deck_after_dealing(preset: str, players: int, deck: int) -> None:
    """The first player has drawn already when he is asked."""
    state = GAME.new(players=players, preset=preset, seed=5)
    view = state.view(state.mover)
    assert len(view.slots("deck")) == deck - 1
    assert len(view.slots("removed")) == 1
    assert len(view.slots("faceup")) == (3 if players == 2 else 0)
    for seat in range(players):
        assert len(view.slots(f"hand {seat}")) == 1 + (seat == state.mover)


@pytest.mark.parametrize(("preset", "cards"), [("classic", 16), ("zman2019", 21), ("tag", 16)])
def test_how_many_cards_are_played_with(preset: str, cards: int) -> None:
    assert sum(GAME.rules_of(preset).copies) == cards
    assert len(GAME.new(preset=preset).view(0).known("out")) == 21 - cards


def test_nobody_sees_the_deck_the_card_aside_or_another_hand() -> None:
    state = GAME.new(players=3, seed=2)
    for seat in range(3):
        view = state.view(seat)
        hidden = [f"hand {p}" for p in range(3) if p != seat]
        assert not any(view.known(zone) for zone in ("deck", "removed", *hidden))


@pytest.mark.parametrize(("preset", "most"), [("classic", 4), ("zman2019", 6), ("tag", 4)])
def test_for_how_many_players_an_edition_is(preset: str, most: int) -> None:
    assert GAME.seats_by(GAME.rules_of(preset)) == tuple(range(2, most + 1))
    if most < 6:
        with pytest.raises(ValueError, match=r"tokens5 is 0: by these rules .* not for 5 players"):
            GAME.new(players=5, preset=preset)


def test_the_first_player_is_any_seat() -> None:
    assert {GAME.new(players=3, seed=seed).mover for seed in range(30)} == {0, 1, 2}


# --- playing a card -------------------------------------------------------------------------------


def test_who_plays_chooses_among_two_cards() -> None:
    assert said(position([["Priest", "Guard"], ["Baron"]])) == ["play Guard", "play Priest"]
    assert said(position([["Guard", "Guard"], ["Baron"]])) == ["play Guard"]
    assert said(position([["Princess", "Guard"], ["Baron"]])) == ["play Guard", "play Princess"]


@pytest.mark.parametrize("beside", ["King", "Prince"])
def test_the_countess_must_be_played_beside_a_king_or_prince(beside: str) -> None:
    assert said(position([["Countess", beside], ["Guard"]])) == ["play Countess"]
    assert said(position([["Countess", "Princess"], ["Guard"]])) == [
        "play Countess",
        "play Princess",
    ]


def test_a_card_lies_on_the_pile_before_it_takes_effect() -> None:
    state = after(position([["Guard", "Prince"], ["Baron"]]), "play Guard")
    assert pile(state, 0) == ("Guard",)
    assert state.decision == "target"


def test_the_next_player_draws_and_plays() -> None:
    state = after(position([["Handmaid", "Priest"], ["Baron"]], deck=["Guard", "King"]), "Handmaid")
    assert (state.mover, state.decision) == (1, "play")
    assert held(state, 1) == ["Baron", "King"]


# --- Guard ----------------------------------------------------------------------------------------


def test_a_guard_that_hits_puts_out() -> None:
    state = after(position([["Guard", "Prince"], ["Baron"], ["King"]]), "Guard", "1", "Baron")
    assert not is_in(state, 1)
    assert pile(state, 1) == ("Baron",)
    assert state.mover == 2  # who is out has no turn


def test_a_guard_that_misses_does_nothing() -> None:
    state = after(position([["Guard", "Prince"], ["Baron"], ["King"]]), "Guard", "1", "King")
    assert is_in(state, 1)
    assert (state.mover, held(state, 1)[0]) == (1, "Baron")


@pytest.mark.parametrize(("preset", "n"), [("classic", 7), ("zman2019", 9), ("tag", 7)])
def test_a_guard_names_any_card_of_the_game_but_a_guard(preset: str, n: int) -> None:
    state = after(position([["Guard", "Prince"], ["Baron"]], preset=preset), "Guard", "player 1")
    assert state.decision == "guess"
    assert len(said(state)) == n
    assert "guess Guard" not in said(state)


# --- Priest, Baron --------------------------------------------------------------------------------


def test_a_priest_shows_the_hand_to_who_played_it_alone() -> None:
    state = after(position([["Priest", "Guard"], ["Baron"], ["King"]]), "Priest", "1")
    assert "Baron" in state.view(0).known("hand 1")
    assert state.view(2).known("hand 1") == ()


@pytest.mark.parametrize(
    ("mine", "theirs", "out"),
    [("Prince", "Guard", 1), ("Guard", "Prince", 0), ("Guard",) * 2 + (-1,)],
)
def test_a_baron_puts_out_who_has_the_lower_card(mine: str, theirs: str, out: int) -> None:
    state = after(position([["Baron", mine], [theirs], ["King"]]), "Baron", "1")
    assert [is_in(state, p) for p in range(3)] == [p != out for p in range(3)]
    if out < 0:
        assert state.view(0).known("hand 1")[:1] == (theirs,)
        assert mine in state.view(1).known("hand 0")
        assert state.view(2).known("hand 0") == ()


def test_the_baron_that_is_played_is_not_compared() -> None:
    """The hand is what is left: a Guard against a Priest, not a Baron."""
    state = after(position([["Baron", "Guard"], ["Priest"], ["King"]]), "Baron", "1")
    assert not is_in(state, 0)


# --- Handmaid -------------------------------------------------------------------------------------


def test_a_handmaid_protects_until_the_own_next_turn() -> None:
    state = position([["Handmaid", "Guard"], ["Priest"], ["Guard"]], deck=["Baron"] * 2 + ["Guard"])
    after(state, "Handmaid", "play Guard")
    assert said(state) == ["player 2"]
    after(state, "player 2", "King")
    assert state.mover == 2
    after(state, "play Guard")
    assert said(state) == ["player 1"]


def test_where_all_others_are_protected_a_card_has_no_effect() -> None:
    state = position([["Guard", "Priest"], ["Baron"], ["King"]], protected=0b110)
    after(state, "play Guard")
    assert (state.mover, state.decision) == (1, "play")


def test_a_prince_is_then_played_on_oneself() -> None:
    state = position([["Prince", "Priest"], ["Baron"], ["King"]], protected=0b110)
    after(state, "play Prince")
    assert said(state) == ["player 0"]


# --- Prince ---------------------------------------------------------------------------------------


def test_a_prince_makes_lay_down_the_hand_and_draw() -> None:
    state = position([["Prince", "Guard"], ["Baron"]], deck=["Guard", "King"])
    after(state, "Prince", "player 1")
    assert pile(state, 1) == ("Baron",)
    assert held(state, 1) == ["Guard", "King"]  # the King was drawn, then the Guard for the turn


def test_a_prince_may_be_played_on_oneself() -> None:
    state = position([["Prince", "Priest"], ["Baron"]], deck=["Guard", "King"])
    assert "player 0" in said(after(state, "play Prince"))
    after(state, "player 0")
    assert (held(state, 0), pile(state, 0)) == (["King"], ("Prince", "Priest"))


def test_a_princess_laid_down_puts_out_and_nothing_is_drawn() -> None:
    state = position([["Prince", "Guard"], ["Princess"], ["King"]], deck=["Guard", "Baron"])
    after(state, "Prince", "player 1")
    assert not is_in(state, 1)
    assert state.view(1).slots("hand 1") == ()
    assert pile(state, 1) == ("Princess",)


def test_with_no_deck_left_the_card_aside_is_drawn_and_is_there_no_more() -> None:
    """The last card was drawn for this turn; the round ends after it, and the King wins it."""
    state = position([["Prince", "Guard"], ["Baron"]], deck=[], removed="King")
    events = state.play("Prince") and state.play("player 1")
    moved = [event for event in events if getattr(event, "face", None) == FACES.index("King")]
    assert [GAME.zones.names[event.source] for event in moved[:1]] == ["removed"]
    assert state.record_array[0].tokens.tolist()[:2] == [0, 1]


# --- King, Countess, Princess ---------------------------------------------------------------------


def test_a_king_exchanges_hands_and_both_know_both() -> None:
    state = after(position([["King", "Guard"], ["Baron"], ["Prince"]]), "King", "1")
    assert held(state, 0) == ["Baron"]
    assert state.view(0).known("hand 1")[:1] == ("Guard",)
    assert state.view(1).known("hand 0") == ("Baron",)
    assert state.view(2).known("hand 0") == ()


def test_a_countess_does_nothing_and_shows_nothing() -> None:
    state = after(position([["Countess", "King"], ["Baron"], ["Prince"]]), "Countess")
    assert (state.mover, state.view(1).known("hand 0")) == (1, ())


def test_who_plays_the_princess_is_out() -> None:
    state = after(position([["Princess", "King"], ["Baron"], ["Prince"]]), "Princess")
    assert not is_in(state, 0)
    assert pile(state, 0) == ("Princess", "King")


# --- Chancellor and Spy ---------------------------------------------------------------------------

BOX = {"preset": "zman2019"}


def test_a_chancellor_keeps_one_of_three_and_puts_two_under_the_deck() -> None:
    state = position(
        [["Chancellor", "Guard"], ["Baron"]], deck=["Priest", "Guard", "King", "Prince"], **BOX
    )
    after(state, "play Chancellor")
    assert said(state) == ["keep Guard", "keep Prince", "keep King"]
    after(state, "keep Prince")
    assert said(state) == ["Guard lowest", "King lowest"]
    after(state, "King lowest")
    assert held(state, 0) == ["Prince"]
    # The other player has drawn the Guard from the top.
    assert state.view(0).slots("deck") == ("King", "Guard", None)
    assert state.view(1).slots("deck") == (None, None, None)


def test_of_two_alike_the_order_is_asked_as_well() -> None:
    """Whether it is asked would tell the others that they are alike."""
    deck = ["Priest", "Guard", "Guard", "Prince"]
    state = position([["Chancellor", "Guard"], ["Baron"]], deck=deck, **BOX)
    after(state, "play Chancellor", "keep Prince")
    assert said(state) == ["Guard lowest"]


def test_with_one_card_left_one_of_two_is_put_back() -> None:
    state = position([["Chancellor", "Guard"], ["Baron"]], deck=["King"], **BOX)
    after(state, "play Chancellor", "keep King")
    assert (state.mover, held(state, 0)) == (1, ["King"])
    assert held(state, 1) == ["Baron", "Guard"]


def test_with_no_card_left_nothing_happens() -> None:
    state = position([["Chancellor", "King"], ["Baron"]], deck=[], **BOX)
    after(state, "play Chancellor")
    assert state.record_array[0].tokens.tolist()[:2] == [1, 0]


def test_a_countess_need_not_be_kept_or_put_back() -> None:
    state = position(
        [["Chancellor", "Countess"], ["Baron"]], deck=["Guard", "King", "Prince"], **BOX
    )
    assert len(said(after(state, "play Chancellor"))) == 3


def test_others_see_that_a_chancellor_chooses_and_not_what() -> None:

    state = position([["Chancellor", "Guard"], ["Baron"]], deck=["Priest", "King", "Prince"], **BOX)
    after(state, "play Chancellor")
    visible = bind(GAME.rules.visible, GAME)
    seen = {int(visible(state.record_array[0], code, 1)) for code in state.codes}
    assert len(seen) == 1
    assert not seen & set(state.codes)
    assert [int(visible(state.record_array[0], code, 0)) for code in state.codes] == [*state.codes]


@pytest.mark.parametrize(
    ("piles", "tokens"),
    [
        ({0: ["Spy"]}, [2, 0, 0]),
        ({1: ["Spy"]}, [1, 1, 0]),
        ({1: ["Spy", "Spy"]}, [1, 1, 0]),
        ({0: ["Spy"], 1: ["Spy"]}, [1, 0, 0]),
        ({2: ["Spy"]}, [1, 0, 0]),
        ({1: ["Spy"], 2: ["Spy"]}, [1, 1, 0]),
    ],
)
def test_the_only_player_left_with_a_spy_out_gains_a_token(
    piles: dict[int, list[str]], tokens: list[int]
) -> None:
    """Player 2 is out: he neither gains nor stands in the way. Player 0 wins by the King."""
    state = position([["Handmaid", "King"], ["Baron"], []], deck=[], piles=piles, **BOX)
    after(state, "Handmaid")
    assert state.record_array[0].tokens.tolist()[:3] == tokens


# --- the end of a round ---------------------------------------------------------------------------


def ends(mine: str, theirs: str, piles: dict[int, list[str]], preset: str) -> list[int]:
    """Tokens of two players after a showdown; a Handmaid goes on the pile of the first."""
    state = position([["Handmaid", mine], [theirs]], deck=[], piles=piles, preset=preset)
    return after(state, "Handmaid").record_array[0].tokens.tolist()[:2]  # type: ignore[no-any-return]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_highest_card_wins_a_showdown(preset: str) -> None:
    assert ends("King", "Prince", {}, preset) == [1, 0]
    assert ends("Prince", "King", {}, preset) == [0, 1]


def test_a_tie_is_broken_by_the_values_on_the_piles_in_the_first_edition() -> None:
    assert ends("Prince", "Prince", {1: ["Guard"]}, "classic") == [1, 0]  # 4 against 1
    assert ends("Prince", "Prince", {1: ["Countess"]}, "classic") == [0, 1]  # 4 against 7
    assert ends("Prince", "Prince", {1: ["Handmaid"]}, "classic") == [1, 1]
    assert ends("Prince", "Prince", {0: ["Priest"], 1: ["King"]}, "classic") == [1, 1]  # 6 and 6


def test_in_the_later_edition_all_who_tie_win() -> None:
    assert ends("Prince", "Prince", {1: ["Guard"]}, "zman2019") == [1, 1]
    assert ends("Prince", "Prince", {1: ["Guard"]}, "zman2019_classic") == [1, 1]


def test_the_last_player_left_wins_at_once() -> None:
    state = after(position([["Guard", "Priest"], ["Baron"]]), "Guard", "1", "Baron")
    assert state.record_array[0].tokens.tolist()[:2] == [1, 0]
    assert int(state.record_array[0].round) == 1


def test_the_last_player_left_need_not_show_the_hand() -> None:
    state = position([["Guard", "Priest"], ["Baron"]], tokens=[6, 0, 0, 0, 0, 0])
    after(state, "Guard", "1", "Baron")
    assert state.over
    assert state.view(1).slots("hand 0") == (None,)


def test_all_who_are_left_show_their_hands_when_the_deck_is_used_up() -> None:
    hands = [["Handmaid", "Guard"], ["Baron"], []]
    state = after(position(hands, deck=[], tokens=[0, 4, 0, 0, 0, 0]), "Handmaid")
    assert state.over
    assert state.view(2).known("hand 0") + state.view(2).known("hand 1") == ("Guard", "Baron")


def test_a_round_ends_with_the_turn_in_which_a_prince_draws_the_last_card() -> None:
    state = position([["Prince", "Guard"], ["Baron"]], deck=["Princess"])
    after(state, "Prince", "player 1")
    assert state.record_array[0].tokens.tolist()[:2] == [0, 1]


def test_who_won_begins_the_next_round() -> None:
    state = after(position([["Guard", "Priest"], ["Baron"]]), "Guard", "1", "Baron")
    assert state.mover == 0
    state = position([["Handmaid", "Guard"], ["Baron"]], deck=[])
    assert after(state, "Handmaid").mover == 1


def test_a_new_round_deals_all_cards_anew() -> None:
    state = after(position([["Guard", "Priest"], ["Baron"]]), "Guard", "1", "Baron")
    s = state.record_array[0]
    assert (s.zone == HAND).sum() == 2
    assert not ((s.zone >= PILE) & (s.zone < PILE + 6)).any()
    assert (int(s.left), int(s.protected)) == (3, 0)


def test_several_winners_and_who_begins() -> None:
    """At random in most editions, in TAG's by the seats 1, 2, 0."""
    tied = {"deck": [], "piles": {1: ["Handmaid"]}}
    starters = {
        preset: {
            after(
                position([["Handmaid", "Prince"], ["Prince"]], preset=preset, seed=seed, **tied),
                "Handmaid",
            ).mover
            for seed in range(20)
        }
        for preset in ("classic", "tag")
    }
    assert starters == {"classic": {0, 1}, "tag": {1}}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_next_deal_is_the_same_whoever_won(preset: str) -> None:
    """One winner or two: matches that are compared on the same seed are dealt the same cards.

    Who begins has drawn the next one; so the hands are taken together.
    """

    def dealt(theirs: str, winners: int) -> list[tuple[int, int]]:
        given = {"deck": [], "piles": {1: ["Handmaid"]}, "preset": preset, "seed": 3}
        state = position([["Handmaid", "Prince"], [theirs]], **given)  # type: ignore[arg-type]
        s: Any = after(state, "Handmaid").record_array[0]
        assert (int(s.round), int(s.winners)) == (1, winners)
        zones = [HAND if HAND <= zone < PILE else int(zone) for zone in s.zone]
        return list(zip(zones, s.depth.tolist(), strict=True))

    assert dealt("Prince", 0b11) == dealt("King", 0b10) == dealt("Guard", 0b01)


# --- the end of a match ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "players", "target"),
    [
        *(("classic", n, t) for n, t in ((2, 7), (3, 5), (4, 4))),
        *(("zman2019", n, t) for n, t in ((2, 6), (3, 5), (4, 4), (5, 3), (6, 3))),
        *(("zman2019_classic", n, t) for n, t in ((2, 6), (3, 5), (4, 4))),
        *(("tag", n, t) for n, t in ((2, 7), (3, 5), (4, 4))),
    ],
)
def test_so_many_tokens_win(preset: str, players: int, target: int) -> None:
    for tokens in (target - 2, target - 1):
        hands = [["Guard", "Priest"], ["Baron"], *([[]] * (players - 2))]
        state = position(hands, preset=preset, tokens=[tokens, *[0] * 5])
        after(state, "Guard", "1", "Baron")
        assert state.over == (tokens == target - 1)
    assert state.returns == (1.0, *[-1.0] * (players - 1))


def test_who_reach_the_target_together_win_together() -> None:
    hands, given = [["Handmaid", "Prince"], ["Prince"]], {"deck": [], "piles": {1: ["Handmaid"]}}
    state = after(position(hands, tokens=[6, 6, 0, 0, 0, 0], **given), "Handmaid")  # type: ignore[arg-type]
    assert state.returns == (0.0, 0.0)


def test_in_tags_game_play_goes_on_until_one_leads() -> None:
    hands, given = [["Handmaid", "Prince"], ["Prince"]], {"deck": [], "piles": {1: ["Handmaid"]}}
    state = position(hands, preset="tag", tokens=[6, 6, 0, 0, 0, 0], **given)  # type: ignore[arg-type]
    assert not after(state, "Handmaid").over
    state = position(hands, preset="tag", tokens=[7, 6, 0, 0, 0, 0], **given)  # type: ignore[arg-type]
    assert after(state, "Handmaid").returns == (1.0, -1.0)


# --- parameters and positions ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"guards": 0}, "guards cannot be 0: 1 to 6"),
        ({"kings": 2}, "kings cannot be 2: 0 to 1"),
        ({"faceup": 6}, "faceup cannot be 6: 0 to 5"),
        ({"tokens2": -1}, "tokens2 cannot be -1"),
        ({"tie": 0}, "tie cannot be 0: one of pile_sum, all"),
    ],
)
def test_parameters_that_cannot_be_are_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Rules(**changes)


def test_a_game_of_guards_alone_is_refused() -> None:
    """A Guard names another card of the game."""
    with pytest.raises(ValueError, match="guards cannot be all the cards"):
        Rules(**{**dict.fromkeys(COUNTS, 0), "guards": 6})


def test_a_deal_of_more_cards_than_there_are_is_refused() -> None:
    few = dict.fromkeys(("priests", "barons", "handmaids", "princes"), 0)
    with pytest.raises(ValueError, match=r"5 cards are too few for 2 players: .*: 7"):
        GAME.new(guards=2, **few)
    assert GAME.new(guards=4, **few).mover >= 0


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"left": 0}, "left cannot be 0"),
        ({"left": 0b10}, "mover cannot be 0: player 0 is out|hand 0 cannot hold 2"),
        ({"decision": "target"}, "hand 0 cannot hold 2 cards: 1, as player 0 is not to play"),
        ({"decision": "chancellor_order"}, "returning 0 cannot hold 0 cards: 2"),
        ({"protected": 9}, "protected cannot be 9"),
        ({"tokens": [-1, 0, 0, 0, 0, 0]}, "tokens cannot be"),
        ({"mover": 1}, "hand 0 cannot hold 2 cards: 1"),
        ({"left": 0b1}, "left cannot be 1: with one player left the round is over"),
        ({"protected": 0b1}, "protected cannot be 1: player 0, to move, is no longer"),
    ],
)
def test_a_position_that_no_deal_comes_to_is_refused(
    fields: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        position([["Guard", "Priest"], ["Baron"]], **fields)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"decision": "target", "played": 4}, "played cannot be 4 at 'target': 1 Guard"),
        ({"decision": "guess", "played": 2}, "played cannot be 2 at 'guess': 1 Guard"),
        ({"decision": "target", "played": 1, "protected": 0b110}, "nobody is left to choose"),
        ({"decision": "guess", "played": 1, "target": 0}, "target cannot be 0: another player"),
        (
            {"decision": "guess", "played": 1, "target": 1, "protected": 0b10},
            "target cannot be 1: another player who is in the round and not protected",
        ),
    ],
)
def test_a_question_that_no_play_leads_to_is_refused(
    fields: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        position([["Priest"], ["Baron"], ["King"]], **fields)


# --- for search -----------------------------------------------------------------------------------


def sensible(state: games.State) -> list[str]:

    out = np.empty(GAME.option_codes, np.int64)
    n = bind(GAME.rules.sensible, GAME)(state.record_array[0], out)
    return [GAME.words.option(state.record_array[0], int(code)) for code in out[:n]]


def test_nobody_sensible_gives_the_princess_up() -> None:
    state = position([["Princess", "Prince"], ["Guard"]])
    assert sensible(state) == ["play Prince"]
    assert sensible(after(state, "play Prince")) == ["player 1"]


def test_a_sensible_guard_names_no_card_that_is_seen_in_full() -> None:
    hands, piles = [["Guard", "King"], ["Baron"]], {1: ["Priest", "Priest"]}
    state = after(position(hands, piles=piles, deck=4), "Guard", "1")
    named = sensible(state)
    assert "guess King" not in named
    assert "guess Priest" not in named
    assert "guess Baron" in named


def test_the_value_of_a_position_rises_with_tokens_and_with_the_hand() -> None:

    value = bind(GAME.rules.value, GAME)

    def of(seat: int, *hands: list[str], **given: Any) -> float:
        return float(value(position([*hands], **given).record_array[0], seat))

    low, high = ["Guard", "Guard"], ["Princess", "Countess"]
    assert of(0, high, ["Baron"]) > of(0, low, ["Baron"])
    assert of(0, low, ["Baron"], tokens=[3, 0, 0, 0, 0, 0]) > of(0, low, ["Baron"])
    assert of(2, low, ["Baron"], []) < of(1, low, ["Baron"], [])


def test_where_a_round_has_just_been_dealt_the_value_says_who_won_the_one_before() -> None:
    value = bind(GAME.rules.value, GAME)
    state = position([["Handmaid", "Prince"], ["Princess"]], deck=[], piles={1: ["Guard"]})
    s = after(state, "Handmaid").record_array[0]
    assert (int(s.round), s.tokens.tolist()[:2]) == (1, [0, 1])
    assert [value(s, seat) for seat in (0, 1)] == [
        pytest.approx(0.5 * lead / 7 + 0.5 * won) for lead, won in ((-1, -1), (1, 1))
    ]
