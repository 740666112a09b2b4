"""What Virus! tells for certain, and the chances that follow: counted by hand, as exact fractions.

In all positions what is not named for a seat was dealt to it, as far as it can know.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from types import SimpleNamespace

import games
from games.virus.dealing import copies_in_play
from tests.games.scenes import Scene

GAME = games.load("virus")
MINE = ["red organ", "blue virus", "multicolour medicine"]
ORGANS = [face for face in GAME.faces if face.endswith("organ")]


def discarded(*kept: str) -> list[str]:
    """All cards of the game but these, as a pile."""
    left = Counter(dict(zip(GAME.faces, GAME.copies, strict=True)))
    left.subtract(Counter(kept))
    return [face for face in GAME.faces for _ in range(left[face])]


def test_at_the_start_every_unseen_card_is_as_likely() -> None:
    """Two players, own hand known: 65 unseen cards, three of them with the other."""
    scene = Scene(GAME, {"hand 0": MINE}, sizes={"deck": 62, "hand 1": 3}, players=2)
    assert scene.chance(0, "hand 1", "latex glove") == Fraction(3, 65)
    organs = scene.chance(0, "hand 1", ORGANS)
    assert organs == 1 - Fraction(comb(45, 3), comb(65, 3)) == Fraction(983, 1456)


def test_with_no_deck_left_the_only_other_hand_is_known() -> None:
    """Two players, 68 cards less the pile and the own hand: three are left, all with the other."""
    theirs = ["yellow virus", "transplant", "green organ"]
    cards = {"hand 0": MINE, "discard": discarded(*MINE, *theirs)}
    scene = Scene(GAME, cards, sizes={"hand 1": 3}, players=2)
    assert scene.expected(0, "hand 1") == dict.fromkeys(theirs, Fraction(1))


OPEN = [
    "latex glove",
    "organ thief",
    "red virus",
    "red virus",
    "blue organ",
    "multicolour medicine",
]
"""What seat 0 cannot account for: three of them with each of the other two."""
OWN = ["green virus", "green virus", "yellow medicine"]


FEW = {
    **dict.fromkeys(("organs", "viruses", "medicines", "multi_medicines"), 2),
    **dict.fromkeys(("multi_organs", "multi_viruses", "contagions", "transplants"), 0),
    "medical_errors": 0,
}
"""Thirty cards: six unaccounted for, three in hand, an organ laid, and a pile of twenty."""


def used_up(oldest: list[str], **parameters: object) -> Scene:
    """Three players, no deck, seat 1 to move; seat 0 has a red organ, which a red virus infects.

    ``oldest`` are the first cards of the pile.
    """
    rules = SimpleNamespace(rules=GAME.rules_of(**parameters))
    missing = [GAME.copies[n] - copies_in_play(rules, n) for n in range(len(GAME.faces))]
    out = [face for face, n in zip(GAME.faces, missing, strict=True) for _ in range(n)]
    cards = {
        "hand 0": OWN,
        "hand 1": ["red virus"],
        "discard": [*oldest, *discarded(*OPEN, *OWN, "red organ", *oldest, *out)],
        "organ red 0": ["red organ"],
        "out": out,
    }
    sizes = {"hand 1": 3, "hand 2": 3}
    return Scene(GAME, cards, sizes=sizes, players=3, mover=1, parameters=parameters)


def test_with_no_deck_left_the_other_hands_share_what_is_missing() -> None:
    scene = used_up(["green organ"])
    assert scene.chance(0, "hand 1", "latex glove") == Fraction(1, 2)
    assert scene.chance(0, "hand 1", "red virus", 2) == Fraction(4, 20) == Fraction(1, 5)


def infects(scene: Scene) -> Scene:
    """Seat 1 plays a red virus on seat 0's organ, and fills the hand up."""
    scene.plays("play red virus")
    while scene.watch.state.mover == 1:
        scene.plays(scene.watch.state.codes[0])
    return scene


def test_after_a_flip_the_new_card_is_known_and_the_old_two_keep_their_chances() -> None:
    """The oldest card of the pile, a green organ, is the one that seat 1 draws."""
    scene = infects(used_up(["green organ"]))
    for seat in (0, 2):
        assert scene.chance(seat, "hand 1", "green organ", 1, 1) == 1
    assert scene.chance(0, "hand 1", "latex glove") == Fraction(2, 5)
    assert scene.chance(0, "hand 2", "latex glove") == Fraction(3, 5)


def test_after_a_shuffle_the_new_card_is_any_of_the_pile() -> None:
    """As before, of a pile of twenty with two thieves; the third one is old, or seat 2 has it."""
    scene = infects(used_up([], recycle="shuffle", **FEW))
    assert len(scene.information(0).view.slots("deck")) == 19
    old, new = Fraction(2, 5), Fraction(1, 10)
    assert scene.expected(0, "hand 1")["organ thief"] == old + new
    assert scene.chance(0, "hand 1", "latex glove") == old
    assert scene.chance(0, "hand 2", "latex glove") == Fraction(3, 5)


def test_after_a_glove_all_unseen_cards_lie_in_the_deck() -> None:
    """Three players: the next cards of seats 1 and 2 come from a deck whose content is known."""
    error, deck = GAME.faces.index("medical error"), GAME.zones["deck"]

    def fits(state: games.State) -> bool:
        there = state.record_array[0].zone[GAME.face_of == error]
        return (
            state.mover == 0
            and "latex glove" in state.view(0).known("hand 0")
            and int(there[0]) == deck
        )

    scene = Scene.dealt(GAME, fits, players=3).plays("play latex glove")
    assert scene.watch.state.mover == 1
    n = len(scene.information(0).view.slots("deck"))
    assert sum(scene.expected(0, "deck").values()) == n
    next_three = [scene.lies(0, "deck", -1 - k, "medical error") for k in range(3)]
    assert next_three == [Fraction(1, n)] * 3  # so seat 1, who draws three, gets it with 3/n
