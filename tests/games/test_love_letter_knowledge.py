"""What each card of Love Letter lets whom know, and until when: one test for each way."""

from __future__ import annotations

from fractions import Fraction as F

from tests.games.love_letter_tables import table
from tests.games.scenes import Scene

# --------------------------------------------------------------------------------------- a Priest


def looked(draws: str) -> Scene:
    """A has seen B's Handmaid by a Priest, and keeps a Guard; B draws what is said."""
    scene = table("Priest Guard", "Handmaid", "Guard", top=f"{draws} Guard Guard")
    return scene.plays("play Priest", "player 1")


def test_a_look_outlives_the_owners_draw_and_an_unrelated_play() -> None:
    scene = looked("Countess")
    assert scene.chance(0, "hand 1", "Handmaid", 1) == 1
    scene.plays("play Countess")
    assert scene.expected(0, "hand 1") == {"Handmaid": 1}
    # C, who has not seen the card, knows nothing but that it is unseen.
    assert scene.expected(2, "hand 1")["Handmaid"] == F(2, 12)


def test_a_look_is_over_when_the_card_is_played() -> None:
    """Of a Handmaid that was seen and one that was drawn there are two ways to play one."""
    for draws in ("Baron", "Handmaid"):
        scene = looked(draws).plays("play Handmaid")
        assert scene.expected(0, "hand 1") == {
            "Guard": F(4, 14),
            **dict.fromkeys(["Baron", "Prince", "Handmaid"], F(2, 14)),
            **dict.fromkeys(["Priest", "King", "Countess", "Princess"], F(1, 14)),
        }


def test_the_owner_and_everybody_else_know_no_more_by_a_look() -> None:
    scene = looked("Countess")
    assert scene.expected(1, "hand 0", back=2)["Guard"] == F(5, 14)
    assert scene.expected(2, "hand 1", back=1)["Guard"] == F(4, 14)


# ---------------------------------------------------------------------------------------- a Baron


def test_by_a_baron_the_two_know_each_others_card() -> None:
    scene = table("Baron Prince", "Priest", "Handmaid", top="Guard Guard")
    scene.plays("play Baron", "player 1")
    assert scene.expected(1, "hand 0") == {"Prince": 1}
    assert scene.watch.state.view(2).known("pile 1") == ("Priest",)


def test_who_loses_by_his_own_baron_leaves_the_other_a_higher_card() -> None:
    scene = table("Baron Priest", "King", "Guard", top="Guard")
    scene.plays("play Baron", "player 1")
    assert scene.watch.state.view(2).known("pile 0") == ("Baron", "Priest")
    assert scene.expected(0, "hand 1", back=1) == {"King": 1}
    higher = {"Handmaid": F(2, 8), "Prince": F(2, 8), "Baron": F(1, 8)}
    ones = dict.fromkeys(["King", "Countess", "Princess"], F(1, 8))
    assert scene.expected(2, "hand 1", back=1) == higher | ones


def test_a_tie_binds_both_hands_until_one_changes() -> None:
    """C has seen the tie of A and B; B draws a Countess and plays it: it is still bound."""
    scene = table("Baron Guard", "Guard", "Handmaid", top="Countess Priest")
    scene.plays("play Baron", "player 1")
    both = ["hand 0", "hand 1"]
    for seat in (0, 1):
        assert scene.chance(seat, both, "Guard", 2) == 1
    scene.plays("play Countess")
    # Unseen by C, before its own draw: Guard 5, Priest 2, Baron 1, Handmaid 1, Prince 2, …
    assert scene.chance(2, both, "Guard", 2, back=2) == F(20, 24)
    assert scene.chance(2, both, "Guard", 1, 1, back=2) == 0
    # C has drawn a Priest: two ways fewer.
    assert scene.chance(2, both, "Guard", 2) == F(20, 22)


def test_a_tie_binds_no_more_once_the_card_was_played() -> None:
    scene = table("Baron Guard", "Guard", "Handmaid", top="Countess Priest")
    scene.plays("play Baron", "player 1", "play Guard", "player 0", "guess Priest")
    # That a Guard was played makes it likelier still that Guards were compared.
    both = ["hand 0", "hand 1"]
    assert 0 < scene.chance(2, both, "Guard", 1, 1, back=2) < 1
    assert scene.expected(0, "hand 1") != {"Guard": 1}
    assert scene.expected(1, "hand 0") == {"Guard": 1}


# ------------------------------------------------------------------------ a King, a Prince: swaps


def test_who_plays_a_king_or_prince_keeps_no_countess() -> None:
    king = table("King Guard", "Guard", "Guard").plays("play King")
    prince = table("Prince Guard", "Guard", "Guard").plays("play Prince")
    for scene in (king, prince):
        assert scene.chance(1, "hand 0", "Countess", 1) == 0
        assert scene.chance(1, ["hand 2", "deck", "removed"], "Countess", 1) == 1


def test_what_all_know_of_a_hand_goes_with_it_by_a_king() -> None:
    """A's Guard has missed C's hand; then B exchanges hands with C by a King."""
    scene = table("Guard Prince", "Handmaid", "Baron", top="King Guard")
    scene.plays("play Guard", "player 2", "guess Priest", "play King", "player 2")
    assert scene.chance(0, "hand 1", "Priest", 1) == 0
    assert scene.chance(0, "hand 1", "Countess", 1) > 0
    assert scene.chance(0, "hand 2", "Priest", 1, back=1) > 0
    assert scene.chance(0, "hand 2", "Countess", 1, back=1) == 0


def test_who_played_the_countess_may_keep_any_card() -> None:
    scene = table("Countess King", "Guard", "Guard", top="Guard").plays("play Countess")
    assert scene.expected(1, "hand 0", back=2) == {
        "Guard": F(4, 14),
        **dict.fromkeys(["Priest", "Baron", "Handmaid", "Prince"], F(2, 14)),
        **dict.fromkeys(["King", "Princess"], F(1, 14)),
    }


def test_by_a_prince_all_knowledge_of_a_hand_is_gone() -> None:
    """A has seen B's Handmaid; C lets B lay it down: B's new card is any that is unseen."""
    scene = table("Priest Guard", "Handmaid", "Guard", top="Countess Prince King Guard")
    scene.plays("play Priest", "player 1", "play Countess", "play Prince", "player 1")
    assert scene.expected(1, "hand 1") == {"King": 1}
    believed = scene.expected(0, "hand 1")
    assert believed["King"] == F(1, 10)
    assert believed == scene.expected(0, "removed")


def test_who_knows_the_bottom_of_the_deck_knows_what_a_prince_gives() -> None:
    """A has returned a Baron, and a King below it; B plays a Prince on C, who then draws."""
    scene = table(
        "Chancellor Guard",
        "Prince",
        "Guard",
        top="Baron King Handmaid",
        deck=3,
        preset="zman2019",
        removed="Guard",
    )
    scene.plays("play Chancellor", "keep Guard", "King lowest", "play Prince", "player 2")
    assert scene.expected(0, "hand 2", back=1) == {"Baron": 1}
    assert scene.expected(0, "hand 2") == {"Baron": 1, "King": 1}
    assert scene.chance(1, "hand 2", "Baron", 1) < 1


def test_the_card_laid_aside_comes_into_a_hand_by_a_prince() -> None:
    """Two players, the last card of the deck drawn: B takes the card laid aside, and the match
    ends. Before the two hands are shown A does not know it, of two that are unseen."""
    parameters = {"faceup": 0}
    scene = table(
        "Prince Guard",
        "Baron",
        deck=0,
        removed="Princess",
        parameters=parameters,
        tokens=[6, 6, 0, 0, 0, 0],
    )
    assert scene.expected(0, "removed") == {"Baron": F(1, 2), "Princess": F(1, 2)}
    scene.plays("play Prince", "player 1")
    assert scene.expected(0, "hand 1", back=2) == {"Princess": 1}
    assert scene.ledger(0).size("removed") == 0


# ----------------------------------------------------------------------------------- a Chancellor


def consulted() -> Scene:
    """A has kept a Princess, and returned a Baron and a Guard below it; B draws a Chancellor."""
    scene = table(
        "Chancellor Princess",
        "Spy",
        "Handmaid",
        top="Baron Guard Chancellor Priest Priest Guard",
        deck=8,
        preset="zman2019",
        removed="Handmaid",
    )
    return scene.plays("play Chancellor", "keep Princess", "Guard lowest")


def test_the_cards_returned_lie_under_the_deck_for_who_returned_them() -> None:
    scene = consulted()
    assert scene.lies(0, "deck", 0, "Guard") == scene.lies(0, "deck", 1, "Baron") == 1
    for seat in (1, 2):
        assert scene.lies(seat, "deck", 0, "Guard") < 1


def test_later_chancellors_put_their_cards_below() -> None:
    scene = consulted().plays("play Chancellor")
    scene.plays("keep Spy", "Priest lowest")
    assert scene.lies(0, "deck", 2, "Guard") == scene.lies(0, "deck", 3, "Baron") == 1
    assert scene.lies(0, "deck", 0, "Guard") < 1


def test_what_others_knew_of_the_hand_is_in_one_of_three_places() -> None:
    """C has seen A's Princess by a Priest; A draws and plays a Chancellor."""
    scene = table(
        "Princess",
        "Spy",
        "Priest Handmaid",
        top="Chancellor Guard Baron Guard",
        deck=9,
        preset="zman2019",
        removed="Handmaid",
        mover=2,
    )
    scene.plays("play Priest", "player 0", "play Chancellor", "keep Princess", "Guard lowest")
    # Whether it was kept is hidden: a card as likely as another, in a random order.
    for share in (
        scene.chance(2, "hand 0", "Princess", 1),
        scene.lies(2, "deck", 0, "Princess"),
        scene.lies(2, "deck", 1, "Princess"),
    ):
        assert share == F(1, 3)
    assert scene.chance(2, ["hand 1", "removed"], "Princess", 1) == 0
    # B, who knew nothing, finds all that is unseen as likely everywhere.
    assert scene.expected(1, "hand 0") == scene.expected(1, "removed")


def test_a_chancellor_who_draws_known_cards_ends_the_knowledge_of_their_place() -> None:
    """The deck is A's two cards and one above them; B draws that, and by a Chancellor the two."""
    scene = table(
        "Chancellor Princess",
        "Chancellor",
        "Handmaid",
        top="Baron Guard Spy",
        deck=3,
        preset="zman2019",
        removed="Handmaid",
    )
    scene.plays("play Chancellor", "keep Princess", "Guard lowest")
    scene.plays("play Chancellor", "keep Spy", "Guard lowest")
    # C has drawn one of the two that B returned, of Baron, Guard and B's old card.
    places = ["hand 1", "hand 2", "deck"]
    assert scene.chance(0, places, "Baron", 1) == 1
    assert scene.chance(0, "hand 1", "Baron", 1) == F(1, 3)
    assert scene.chance(0, "hand 2", "Baron", 1, back=1) == 0


# --------------------------------------------------------------------- misses, going out, the end


def test_a_miss_is_about_the_card_of_that_moment() -> None:
    """B draws: the card that was missed may be the new one, and once more as B plays another."""
    scene = table("Guard Prince", "Handmaid", "Guard", top="Countess Guard Guard")
    scene.plays("play Guard", "player 1", "guess Priest")
    assert scene.chance(2, "hand 1", "Priest", 1, back=1) == 0
    assert scene.chance(2, "hand 1", "Priest", 1) == F(2, 13)
    scene.plays("play Countess")
    # One of the two cards left, the new one only if the old one was the Countess.
    assert 0 < scene.chance(2, "hand 1", "Priest", 1) < F(2, 13)


def test_a_miss_outlives_the_turns_of_others() -> None:
    scene = table("Guard Prince", "Guard", "Handmaid", top="Countess Baron Guard Guard")
    scene.plays("play Guard", "player 2", "guess Priest", "play Countess")
    assert scene.chance(0, "hand 2", "Priest", 1, back=1) == 0
    assert scene.chance(1, "hand 2", "Priest", 1, back=1) == 0


def test_a_hit_lays_the_hand_open() -> None:
    scene = table("Guard Prince", "Handmaid", "Guard", top="Guard")
    scene.plays("play Guard", "player 1", "guess Handmaid")
    for seat in range(3):
        assert scene.watch.state.view(seat).known("pile 1") == ("Handmaid",)
        assert scene.ledger(seat).size("hand 1") == 0


def test_a_new_round_begins_with_nothing_known() -> None:
    """A has B's Princess by a Guard: alone, A wins the round and begins the next."""
    scene = table("Guard Prince", "Princess", faceup="Guard Guard Guard")
    scene.plays("play Guard", "player 1", "guess Princess")
    view = scene.watch.state.view(1)
    assert view.state.round == 1
    unseen = scene.expected(1, "hand 0", "removed", "deck")
    assert sum(unseen.values()) == 2 + 1 + 9
    assert scene.expected(1, "removed") == {face: n / 12 for face, n in unseen.items()}
