"""The worked examples of Love Letter's beliefs, as exact fractions.

Every deal of the unseen cards that agrees with what was seen is as likely. A turn ends with the
next player's draw: where an example speaks of the moment before it, the question goes back by one
event, or by two for who draws.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from tests.games.love_letter_tables import LOVE_LETTER, table
from tests.games.scenes import Scene


def alike(share: F, *faces: str) -> dict[str, F]:
    return dict.fromkeys(faces, share)


# 1. Two players at the start: Guard, Handmaid and Baron lie open, A holds Priest and Prince.


@pytest.mark.parametrize("removed", ["Princess", "Guard", "Countess"])
def test_at_the_start_every_unseen_card_is_as_likely_everywhere(removed: str) -> None:
    """Arranged at A's first decision, with one card or another laid aside in truth."""
    scene = table("Priest Prince", "Guard", faceup="Guard Handmaid Baron", removed=removed)
    ones = ["Priest", "Baron", "Handmaid", "Prince", "King", "Countess", "Princess"]
    for zone in ("hand 1", "removed"):
        assert scene.expected(0, zone) == {"Guard": F(4, 11), **alike(F(1, 11), *ones)}
    assert scene.lies(0, "deck", -1, "Princess") == F(1, 11)


def test_at_the_start_of_a_dealt_game_it_is_the_same() -> None:
    """Dealt, of the first seed where A holds Priest and Prince and those three lie open."""

    def fits(state: object) -> bool:
        view = state.view(state.mover)  # type: ignore[attr-defined]
        mine = sorted(view.known(f"hand {view.mover}"))
        return mine == ["Priest", "Prince"] and "Princess" not in view.known("faceup")

    scene = Scene.dealt(LOVE_LETTER, fits, players=2)
    me = scene.watch.state.mover
    for zone in ("removed", f"hand {1 - me}"):
        assert scene.expected(me, zone)["Princess"] == F(1, 11)


# 2. A Guard that missed: the same cards lie open, A held Guard and Prince and named the Countess.


def test_after_a_miss_the_named_card_is_in_the_deck_or_aside() -> None:
    """Arranged; B holds a Priest. Asked before B draws: one event back."""
    scene = table("Guard Prince", "Priest", faceup="Guard Handmaid Baron", top="Baron")
    scene.plays("play Guard", "player 1", "guess Countess")
    ones = ["Baron", "Handmaid", "Prince", "King", "Princess"]
    assert scene.expected(0, "hand 1", back=1) == {
        "Guard": F(3, 10),
        "Priest": F(1, 5),
        **alike(F(1, 10), *ones),
    }
    for back in (0, 1):
        assert scene.expected(0, "removed", back=back) == {
            "Countess": F(1, 10),
            "Guard": F(27, 100),
            "Priest": F(9, 50),
            **alike(F(9, 100), *ones),
        }


# 3. Of three players A and B compare equal hands by A's Baron, at the first turn; C has a Handmaid.


def test_a_tie_tells_onlookers_what_the_two_can_hold() -> None:
    """Arranged; both hold Guards. Asked before B draws."""
    scene = table("Baron Guard", "Guard", "Handmaid", top="Priest")
    scene.plays("play Baron", "player 1")
    both = ["hand 0", "hand 1"]
    likely = {"Guard": F(5, 6), "Priest": F(1, 12), "Prince": F(1, 12)}
    for face, share in likely.items():
        assert scene.chance(2, both, face, 2, back=1) == share
    assert scene.expected(2, "hand 0", back=1) == likely
    assert scene.expected(2, "hand 1", back=1) == likely


# 4. A's Baron puts B out, who lays down a Priest; C has a Handmaid.


def test_who_won_by_a_baron_holds_a_higher_card() -> None:
    """Arranged; A keeps a Prince. Asked before C draws: two events back, C sees the card."""
    scene = table("Baron Prince", "Priest", "Handmaid", top="Guard")
    scene.plays("play Baron", "player 1")
    ones = ["Baron", "Handmaid", "King", "Countess", "Princess"]
    assert scene.expected(2, "hand 0", back=2) == {"Prince": F(2, 7), **alike(F(1, 7), *ones)}


# 5. C, who keeps a Baron, has seen B's Princess by a Priest; A plays a King on B.


def test_a_look_goes_with_the_hand_that_a_king_exchanges() -> None:
    """Arranged at C's turn, who is seat 2; A keeps a Guard. Asked before B draws."""
    scene = table("Guard", "Princess", "Priest Baron", top="King Guard", mover=2)
    scene.plays("play Priest", "player 1", "play King", "player 1")
    assert scene.expected(2, "hand 0", back=1) == {"Princess": 1}
    assert scene.expected(2, "hand 1", back=1) == {
        "Guard": F(5, 11),
        **alike(F(2, 11), "Handmaid", "Prince"),
        **alike(F(1, 11), "Priest", "Baron"),
    }
    for seat in (0, 1):
        assert scene.chance(seat, "hand 0", "Princess", 1) == 1
        assert scene.chance(seat, "hand 1", "Guard", 1) == 1


# 6. A miss, then a play: Guard, Baron and King lie open; A, who keeps a Prince, named the Priest.


def missed(draws: str) -> Scene:
    """Arranged; B holds a Prince and draws what is said."""
    scene = table("Guard Prince", "Prince", faceup="Guard Baron King", top=f"{draws} Guard")
    return scene.plays("play Guard", "player 1", "guess Priest")


def test_who_plays_the_card_that_was_missed_has_drawn_it() -> None:
    """Asked at once: B has yet to say on whom the Priest is played."""
    ones = ["Baron", "Prince", "Countess", "Princess"]
    assert missed("Priest").plays("play Priest").expected(0, "hand 1") == {
        "Guard": F(1, 3),
        "Handmaid": F(2, 9),
        **alike(F(1, 9), *ones),
    }


def test_who_plays_another_card_keeps_the_missed_one_less_likely() -> None:
    """Asked before A draws: two events back."""
    scene = missed("Handmaid").plays("play Handmaid")
    ones = ["Priest", "Baron", "Handmaid", "Prince", "Countess", "Princess"]
    assert scene.expected(0, "hand 1", back=2) == {"Guard": F(1, 3), **alike(F(1, 9), *ones)}


def test_without_the_miss_it_would_be_another_figure() -> None:
    """The same events without what was said."""
    told = missed("Handmaid").plays("play Handmaid").ledger(0, back=2)
    forgetful = told.after(0)
    for event in told.events:
        if event.kind != "fact":
            forgetful.tell(event)
    [hand] = [k for k, spot in enumerate(forgetful.spots) if spot.zone == "hand 1"]
    column = forgetful.expected(exact=True)[:, hand]
    believed = {str(face): p for face, p in zip(forgetful.faces, column, strict=True) if p}
    ones = ["Baron", "Handmaid", "Prince", "Countess", "Princess"]
    assert believed == {"Priest": F(1, 5), "Guard": F(3, 10), **alike(F(1, 10), *ones)}


# 7. The deck is used up and B has taken the card laid aside by A's Prince.


def test_who_sees_all_cards_but_one_knows_the_last() -> None:
    """Arranged with an empty deck, so that showdown follows: asked before the two hands are shown.

    Whoever wins has the tokens to end the match, so no deal follows.
    """
    fields = {"deck": 0, "removed": "King", "tokens": [6, 6, 0, 0, 0, 0]}
    scene = table("Prince Baron", "Handmaid", faceup="Guard Guard Guard", **fields)
    before = scene.expected(0, "hand 1")
    assert before == alike(F(1, 2), "Handmaid", "King")
    scene.plays("play Prince", "player 1")
    assert scene.watch.state.over
    assert scene.expected(0, "hand 1", back=2) == {"King": 1}
    assert scene.expected(0, "removed", back=2) == {}


# 8. Of three players A plays a Chancellor with six cards in the deck, and returns x, then y.


def test_who_knows_the_bottom_of_the_deck_knows_who_drew_it() -> None:
    """Arranged, 21 cards; x is a Baron, y a Guard at the very bottom. Nothing that is played on the
    way changes a hand: two Spies, a Guard that misses, the Countess, a Handmaid."""
    scene = table(
        "Chancellor Princess",
        "Spy",
        "Handmaid",
        top="Baron Guard Guard Guard Countess Spy",
        deck=6,
        preset="zman2019",
        removed="Handmaid",
    )
    scene.plays("play Chancellor", "keep Princess", "Guard lowest")
    assert scene.information(0).view.slots("deck")[:2] == ("Guard", "Baron")
    scene.plays("play Spy", "play Guard", "player 1", "guess Priest", "play Countess", "play Spy")
    # C has drawn the Baron, and may play it or keep it.
    assert scene.chance(0, "hand 2", "Baron", 1) == 1
    assert scene.expected(0, "deck") == {"Guard": 1}
    scene.plays("play Handmaid")
    assert scene.expected(0, "hand 2", back=2) == {"Baron": 1}


# 9. Six players at the start, 21 cards; A holds Guard and Spy.


def test_with_six_players_the_best_guess_is_a_card_of_two_copies() -> None:
    """Arranged at A's first decision."""
    others = ["Guard", "Priest", "Baron", "King", "Princess"]
    scene = table("Guard Spy", *others, preset="zman2019")
    twos = ["Priest", "Baron", "Handmaid", "Prince", "Chancellor"]
    ones = ["Spy", "King", "Countess", "Princess"]
    for p in range(1, 6):
        assert scene.expected(0, f"hand {p}") == {
            "Guard": F(5, 19),
            **alike(F(2, 19), *twos),
            **alike(F(1, 19), *ones),
        }
    scene.plays("play Guard", "player 1")
    guesses = {option.words.removeprefix("guess ") for option in scene.watch.state.options()}
    believed = scene.expected(0, "hand 1")
    assert max(believed[face] for face in guesses) == F(2, 19)
