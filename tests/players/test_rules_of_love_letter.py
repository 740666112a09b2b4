"""The suitor plays as it is described, position by position, legally, and by what it sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import games
from compiled import PLAY, below, bind, rows
from determinize import Watch
from games.love_letter.cards import COPIES, COUNTESS, FACES, GUARD, PRINCE, PRINCESS
from players import make
from players.rules.by_policy import follow
from players.rules.love_letter import FITS, UNLIKELY, kept_beside, suitor
from tests.players.fairness import decided_alike

GAME = games.load("love-letter")
OUT = {"classic": ["Spy", "Spy", "Guard", "Chancellor", "Chancellor"], "zman2019": list[str]()}
LOW = "Guard Guard Guard Guard"
DECISIONS = {"target": 1, "guess": 2, "chancellor_keep": 3, "chancellor_order": 4}


def position(
    hand: str,
    gone: str = "",
    *,
    piles: Mapping[int, str] | None = None,
    players: int = 2,
    hands: Mapping[int, str] | None = None,
    seen: str = "",
    preset: str = "classic",
    decision: str = "play",
    returning: str = "",
    **fields: Any,
) -> Watch:
    """Seat 0 to move; ``gone``: cards that lie open; ``seen``: faces that it knows where they lie.

    All other cards lie in the deck, but one aside.
    """
    cards = {"hand 0": hand.split(), "faceup": gone.split(), "out": OUT[preset]}
    if returning:
        cards["returning 0"] = returning.split()
    for p, pile in (piles or {}).items():
        cards[f"pile {p}"] = pile.split()
    sizes = {"removed": 1}
    for p in range(1, players):
        if p in (hands or {}):
            cards[f"hand {p}"] = [(hands or {})[p]]
        elif int(fields.get("left", -1)) >> p & 1:
            sizes[f"hand {p}"] = 1
    sizes["deck"] = sum(COPIES) - sum(map(len, cards.values())) - sum(sizes.values())
    cards = {zone: faces for zone, faces in cards.items() if faces}
    return Watch(
        GAME.arrange(
            cards,
            sizes={zone: size for zone, size in sizes.items() if size},
            players=players,
            preset=preset,
            known={face: [0] for face in seen.split()},
            decision=decision,
            **{"mover": 0, "left": (1 << players) - 1, **fields},
        )
    )


def chosen(watch: Watch) -> set[str]:
    """What the suitor chooses over 40 seeds (one of two is missed: 1 in 10^12)."""
    made, info = make("suitor", GAME), watch.information(0)
    codes = {made.decide(info, rows(seed)).option for seed in range(40)}
    return {GAME.words.option(info.state, code) for code in codes}


def target(hand: str, played: str, gone: str = "", **more: Any) -> set[str]:
    """Whom a card is played on."""
    face = FACES.index(played)
    gone = f"{gone} {played}"
    return chosen(position(hand, gone, decision="target", played=face, **more))


def guess(hand: str, gone: str = "", **more: Any) -> set[str]:
    """What a Guard names to player 1."""
    fields = {"decision": "guess", "played": GUARD, "target": 1, **more}
    return {said.split()[-1] for said in chosen(position(hand, f"{gone} Guard", **fields))}


# --------------------------------------------------------------------------------- playing a card


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("Guard Princess", "Guard"),  # a Guard first, and the higher card is kept
        ("Guard Baron", "Guard"),
        ("Guard Prince", "Guard"),
        ("Guard Handmaid", "Guard"),
        ("Priest Countess", "Priest"),
        ("Priest Baron", "Priest"),  # a Baron is not for a low card
        ("Baron Countess", "Baron"),
        ("Baron Princess", "Baron"),
        ("Handmaid Countess", "Handmaid"),
        ("Handmaid King", "Handmaid"),
        ("Prince Princess", "Prince"),
        ("King Princess", "King"),
        ("Countess Princess", "Countess"),
        ("King Countess", "Countess"),  # it must be
    ],
)
def test_the_card_played(hand: str, expected: str) -> None:
    assert chosen(position(hand)) == {f"play {expected}"}


def test_a_guard_is_played_while_it_is_likely_enough_to_hit() -> None:
    """It is when the card is known; not when nothing but Guards can be hit."""
    known = {"hands": {1: "Priest"}, "seen": "Priest"}
    assert chosen(position("Guard Priest", **known)) == {"play Guard"}
    assert chosen(position("Guard Spy", preset="zman2019", **known)) == {"play Guard"}
    rest = "Priest Priest Baron Baron Handmaid Handmaid Prince Prince King Countess"
    alone = position("Guard Guard", rest, hands={1: "Guard"}, seen="Princess")
    assert chosen(alone) == {"play Guard"}


def test_a_baron_is_played_on_a_lower_card_that_is_known() -> None:
    lower = {"hands": {1: "Guard"}, "seen": "Guard"}
    higher = {"hands": {1: "Princess"}, "seen": "Princess"}
    assert chosen(position("Baron Priest", **lower)) == {"play Baron"}
    assert chosen(position("Baron Priest", **higher)) == {"play Priest"}
    assert chosen(position("Baron Countess", **higher)) == {"play Countess"}


def test_a_prince_is_played_on_a_princess_that_is_known() -> None:
    known = {"hands": {1: "Princess"}, "seen": "Princess"}
    assert chosen(position("Prince Handmaid", **known)) == {"play Prince"}
    assert chosen(position("Prince Handmaid")) == {"play Handmaid"}


def test_a_king_fetches_a_high_card_that_is_known_at_the_end() -> None:
    """Twelve low cards lie open, so that no other turn will come."""
    gone = f"{LOW} Guard Priest Baron Handmaid Handmaid Prince Prince"
    known = {"hands": {1: "Princess"}, "seen": "Princess"}
    assert chosen(position("King Baron", gone, **known)) == {"play King"}
    low = {"hands": {1: "Priest"}, "seen": "Priest"}
    assert chosen(position("King Baron", gone, **low)) == {"play Baron"}


def test_a_handmaid_protects_a_hand_that_was_seen() -> None:
    """The opponent's last card was a Priest: sooner a Handmaid than a card as good to play.

    Not if a Handmaid lay before the hand then.
    """
    for piles, expected in (
        ({1: "Guard"}, "Guard"),
        ({1: "Priest"}, "Handmaid"),
        ({1: "Priest", 0: "Guard Handmaid"}, "Guard"),
        ({1: "Priest Guard"}, "Guard"),
    ):
        assert chosen(position("Guard Handmaid", piles=piles)) == {f"play {expected}"}


def test_a_priest_looks_where_something_can_be_learned() -> None:
    """Sooner than a Baron is risked; not at a hand that is known, nor at a protected one."""
    assert chosen(position("Priest Baron")) == {"play Priest"}
    assert chosen(position("Priest Guard")) == {"play Priest"}
    assert chosen(position("Priest Guard", "Priest", left=3, protected=2)) == {"play Guard"}
    known = {"hands": {1: "Guard"}, "seen": "Guard"}
    assert chosen(position("Priest Guard", **known)) == {"play Guard"}


@pytest.mark.parametrize(("own", "expected"), [("", "Spy"), ("Spy", "Guard")])
def test_one_spy_is_played_for_the_token(own: str, expected: str) -> None:
    gone = "Priest Priest Baron Baron Handmaid Handmaid Prince Prince Chancellor Chancellor"
    there = position("Guard Spy", gone, preset="zman2019", piles={0: own} if own else {})
    assert chosen(there) == {f"play {expected}"}


# ---------------------------------------------------------------------------------------- targets


def test_a_prince_is_not_played_on_the_own_princess_and_not_on_a_good_card() -> None:
    assert target("Princess", "Prince") == {"player 1"}
    assert target("Princess", "Prince", players=3, protected=4) == {"player 1"}
    assert target("Countess", "Prince") == {"player 1"}
    assert target("Guard", "Prince", protected=2) == {"player 0"}


def test_a_prince_changes_a_bad_card_when_the_end_is_near() -> None:
    """The deck holds one card; what is unseen is higher, and the opponent's card is known."""
    gone = f"{LOW} Priest Priest Baron Baron Handmaid"
    low = {"hands": {1: "Handmaid"}, "seen": "Handmaid"}
    assert target("Guard", "Prince", gone, **low) == {"player 0"}
    high = {"hands": {1: "Princess"}, "seen": "Princess"}
    assert target("Guard", "Prince", gone, **high) == {"player 1"}


@pytest.mark.parametrize("played", ["Guard", "Priest", "Baron", "King"])
def test_of_targets_as_good_the_one_with_most_tokens(played: str) -> None:
    hand = "Princess" if played == "Baron" else "Priest"
    for best in (1, 2, 3):
        tokens = [3, 1, 1, 1, 0, 0]
        tokens[best] = 2
        assert target(hand, played, players=4, tokens=tokens) == {f"player {best}"}
    anybody = {f"player {p}" for p in (1, 2, 3)}
    assert target(hand, played, players=4) == anybody


@pytest.mark.parametrize(
    ("played", "hand", "card"),
    [
        ("Guard", "Handmaid", "Priest"),
        ("Baron", "Handmaid", "Priest"),
        ("Prince", "Handmaid", "Princess"),
        ("King", "Handmaid", "Princess"),
    ],
)
def test_who_is_known_to_hold_what_can_be_struck_is(played: str, hand: str, card: str) -> None:
    """Whatever the others have won."""
    for seat in (1, 2):
        tokens = [0, 2, 2, 2, 0, 0]
        tokens[seat] = 0
        known = {"hands": {seat: card}, "seen": card, "tokens": tokens}
        assert target(hand, played, players=4, **known) == {f"player {seat}"}


def test_a_priest_looks_at_a_hand_that_is_not_known() -> None:
    known = {"hands": {1: "Princess"}, "seen": "Princess", "tokens": [0, 3, 0, 0, 0, 0]}
    assert target("Guard", "Priest", players=3, **known) == {"player 2"}


# ---------------------------------------------------------------------------------------- guesses


def test_a_guard_names_the_card_that_is_known() -> None:
    for face in ("Priest", "King", "Princess"):
        assert guess("Handmaid", hands={1: face}, seen=face) == {face}


def test_a_guard_names_the_rank_of_which_most_cards_are_unseen() -> None:
    """Seen are the own card, piles and what a Priest was shown; never another Guard."""
    pairs = {"Priest", "Baron", "Handmaid", "Prince"}
    assert guess("King") == pairs
    assert guess("Prince") == pairs - {"Prince"}
    assert guess("Prince", "Priest") == pairs - {"Prince", "Priest"}
    assert guess("Prince", "Priest Baron") == {"Handmaid"}
    assert guess("Prince", "Priest Baron Handmaid Handmaid Countess King Princess") == {
        "Priest",
        "Baron",
        "Prince",
    }
    shown = {"hands": {1: "Baron", 2: "Handmaid"}, "seen": "Handmaid", "players": 3}
    assert guess("King", **shown) == pairs - {"Handmaid"}


@pytest.mark.parametrize(
    ("laid", "gone", "expected"),
    [
        ("Guard", "", {"Priest", "Baron", "Handmaid", "Prince"}),  # says little
        ("Handmaid", "", {"Prince"}),  # a higher card was kept
        ("Baron", "", {"Handmaid", "Prince"}),
        ("Countess", "", {"Prince"}),  # it had to be
        ("Countess", "Prince Prince", {"Princess"}),
        ("Prince", "King", {"Princess"}),  # no Countess beside it
    ],
)
def test_the_last_card_laid_down_tells_something(laid: str, gone: str, expected: set[str]) -> None:
    gone = f"{gone} Prince" if laid == "Prince" else gone
    assert guess("King" if "King" not in gone else "Guard", gone, piles={1: laid}) == expected


def test_a_countess_is_seldom_beside_a_prince_and_nothing_is_ruled_out() -> None:
    """A Prince on a pile may have been laid down for another's: then any card was drawn after."""
    assert kept_beside(PRINCE, COUNTESS) == UNLIKELY
    assert all(kept_beside(laid, face) > 0 for laid in range(-1, 10) for face in range(10))
    assert kept_beside(PRINCE, PRINCESS) == kept_beside(-1, COUNTESS) == FITS


# ---------------------------------------------------------------------------------- the Chancellor


@pytest.mark.parametrize(
    ("hand", "late", "expected"),
    [
        ("Guard Countess Princess", False, "Countess"),
        ("Guard Prince Princess", False, "Prince"),
        ("Guard Baron Princess", False, "Princess"),
        ("Guard Prince Princess", True, "Princess"),
        ("Spy Guard Priest", False, "Priest"),
    ],
)
def test_a_chancellor_keeps_what_is_high_and_safe(hand: str, late: bool, expected: str) -> None:
    """Late the highest: fifteen cards lie open, and no turn will come."""
    gone = "Spy Spy Guard Guard Guard Guard Priest Baron Baron Handmaid Handmaid Prince Chancellor"
    there = position(
        hand,
        f"{gone} King Priest" if late else "Chancellor",
        preset="zman2019",
        decision="chancellor_keep",
    )
    assert chosen(there) == {f"keep {expected}"}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("used", range(4))
def test_the_higher_card_comes_back(players: int, used: int) -> None:
    """The lower card lies at the very bottom unless the player would draw it."""
    spent = " ".join(["Priest", "Priest", "Baron", "Baron"][:used])
    there = position(
        "Guard",
        f"Chancellor {spent}",
        returning="Prince King",
        players=players,
        preset="zman2019",
        decision="chancellor_order",
    )
    deck = 21 - 1 - 2 - 1 - used - players  # less hand, returned, Chancellor, spent, aside, others
    assert (there.state.record_array[0].zone == 0).sum() == deck
    drawers = [(turn + 1) % players for turn in range(deck + 2)]
    lowest = "King" if drawers[-1] == 0 else "Prince"
    assert all(lowest in said for said in chosen(there))


# ------------------------------------------------------------------------------------ any position

TABLES = [(preset, players) for preset in GAME.presets for players in (2, 3, 4)] + [
    ("zman2019", 5),
    ("zman2019", 6),
]


def decisions(preset: str, players: int, number: int, most: int = 60) -> list[Watch]:
    """The positions of a match between suitors and random players, with a choice."""
    watch = Watch(GAME.new(players=players, seed=number, preset=preset))
    made, row, found = make("suitor", GAME), rows(number, 7)[PLAY], list[Watch]()
    while not watch.state.over and len(found) < most:
        codes = watch.state.codes
        code = codes[below(row, len(codes))]
        if len(codes) > 1:
            found.append(watch.copy())
            if watch.state.mover % 2 == 0:
                info = watch.information(watch.state.mover)
                code = made.decide(info, rows(number, len(found))).option
        assert code in codes
        watch.play(code)
    return found


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_it_decides_lawfully_by_what_it_sees_alike_compiled_and_plain(
    preset: str, players: int
) -> None:
    """In every position: in the mover's view, in the truth and in other worlds the same option."""
    assert decided_alike(GAME, suitor, decisions(preset, players, 1)[::4]) >= 12 * 3


@pytest.mark.parametrize(("preset", "least"), [("classic", 570), ("zman2019", 570)])
def test_rounds_for_two_are_won_more_often_than_by_chance(preset: str, least: int) -> None:
    """Of 1000 tokens; with 64 % too few come once in 10^5 times at most."""
    deal, plays = bind(GAME.rules.setup, GAME), bind(GAME.rules.play, GAME)
    decides, considers = bind(follow, GAME, policy=suitor), bind(GAME.rules.sensible, GAME)
    state: Any = GAME.new(players=2, preset=preset, tokens2=1000).record_array[0]
    out, rng = np.zeros(GAME.option_codes, np.int64), rows(1)
    deal(state, rng)
    while state.tokens.sum() < 1000:
        if state.mover == 0:
            code = decides(state, out, rng[PLAY])
        else:
            code = out[below(rng[PLAY], considers(state, out))]
        plays(state, int(code), rng)
    assert state.tokens[0] >= least
