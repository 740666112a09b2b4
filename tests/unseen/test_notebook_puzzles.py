"""Notebooks whose worlds, chances and reasons were counted by brute force beforehand.

Ann is me, and sits in front of Bob, Cid, Dan… in the order of play.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from beliefs import Belief, TooLarge
from unseen.notebook import CASE_FILE, Casebook, Certain, LineError

THREE = "players Ann Bob Cid\nme Ann\n"
HAND = "hand Scarlet, Mustard, Rope, Lead Pipe, Hall, Lounge\n"
FOUR = "players Ann Bob Cid Dan\nme Ann\nhand Scarlet, Mustard, Rope, Lead Pipe, Hall\n"
SIX = "players Ann Bob Cid Dan Eve Fay\nme Ann\nhand Scarlet Rope Hall\n"


def chance(book: Casebook, card: str, place: str = CASE_FILE) -> Fraction:
    table = book.belief.probabilities(exact=True)
    card = book.card(card)
    return table[book.edition.cards.index(card), book.places.index(place)]


def counted(book: Casebook) -> tuple[int, int]:
    """Worlds and case files."""
    assert not book.errors
    return book.worlds, len(book.triples)


def grown(start: str, lines: list[str]) -> list[tuple[int, int]]:
    """Worlds and case files after each of these lines, and the last casebook."""
    book = Casebook.read(start)
    counts = []
    for line in lines:
        book = book.added(line)
        counts.append(counted(book))
    assert counted(Casebook.read(start + "\n".join(lines))) == counts[-1]
    return counts


@pytest.mark.parametrize(
    ("text", "worlds", "triples"),
    [
        (THREE + HAND, 103_488, 112),
        (FOUR, 11_531_520, 128),
        ("players Ann Bob Cid Dan Eve\nme Ann\nhand Scarlet Mustard Rope Hall\n", 672_672_000, 160),
        (SIX, 33_633_600_000, 200),
        (
            "players Ann Bob\nme Ann\nhand Scarlet, Mustard, White, Rope, Lead Pipe, Knife, Hall\n"
            "hand Lounge, Dining\n",
            54,
            54,
        ),
        (
            "players Ann Bob\nside 4\nme Ann\n"
            "hand Scarlet, Mustard, Rope, Lead Pipe, Hall, Lounge, Dining\n",
            31_680,
            96,
        ),
    ],
)
def test_worlds_at_the_start(text, worlds, triples):
    assert counted(Casebook.read(text)) == (worlds, triples)


def test_chances_at_the_start():
    book = Casebook.read(THREE + HAND)
    assert {chance(book, card) for card in ("White", "Plum", "Knife", "Revolver")} == {
        Fraction(1, 4)
    }
    assert {chance(book, room) for room in book.edition.rooms[2:]} == {Fraction(1, 7)}
    six = Casebook.read(SIX)
    assert chance(six, "White") == chance(six, "Knife") == Fraction(1, 5)
    assert chance(six, "Study") == Fraction(1, 8)


def test_a_card_is_shown_to_me():
    book = Casebook.read(THREE + HAND + "Ann: White Knife Dining -> Cid shows Dining\n")
    assert counted(book) == (14_868, 96)
    assert chance(book, "White") == chance(book, "Knife") == Fraction(26, 59)
    assert chance(book, "Plum") == chance(book, "Wrench") == Fraction(11, 59)
    assert chance(book, "Dining") == 0
    assert chance(book, "Study") == Fraction(1, 6)
    assert chance(book, "White", "Cid") == Fraction(33, 59)


def test_both_pass_on_a_card_of_mine():
    book = Casebook.read(THREE + HAND + "Ann: White Rope Dining -> nobody\n")
    assert counted(book) == (3_696, 4)
    assert chance(book, "White") == chance(book, "Dining") == 1
    assert chance(book, "Knife") == Fraction(1, 4)
    entries = {one for one in book.certain if one.holds and one.place == CASE_FILE}
    assert entries == {
        Certain("White", CASE_FILE, True),
        Certain("Dining Room", CASE_FILE, True),
    }
    # The others passed; that I do not hold White either takes my whole hand.
    assert book.reason("White", CASE_FILE) == (3, 4)


def test_all_pass_on_a_suggestion_of_another():
    book = Casebook.read(THREE + HAND + "Bob: White Knife Dining -> Cid passes, Ann passes\n")
    assert counted(book) == (20_454, 112)
    assert chance(book, "White") == chance(book, "Knife") == Fraction(211, 487)
    assert chance(book, "Green") == chance(book, "Wrench") == Fraction(92, 487)
    assert chance(book, "Dining") == Fraction(133, 487)
    assert chance(book, "Study") == Fraction(59, 487)


def test_a_card_is_shown_that_i_do_not_see():
    book = Casebook.read(THREE + HAND + "Bob: White Knife Dining -> Cid shows\n")
    assert counted(book) == (83_034, 111)
    assert chance(book, "White") == chance(book, "Knife") == Fraction(135, 659)
    assert chance(book, "Green") == chance(book, "Revolver") == Fraction(524, 1977)
    assert chance(book, "Dining") == Fraction(73, 659)
    assert chance(book, "Study") == Fraction(293, 1977)
    assert chance(book, "White", "Cid") == Fraction(308, 659)
    assert chance(book, "Dining", "Cid") == Fraction(352, 659)
    assert chance(book, "White", "Bob") == Fraction(216, 659)


def test_three_suggestions_force_a_card():
    lines = [
        "Cid: White Knife Dining -> Ann passes, Bob shows",
        "Ann: White Revolver Study -> Cid shows Revolver",
        "Cid: Green Knife Kitchen -> nobody",
    ]
    assert grown(THREE + HAND, lines) == [(83_034, 111), (8_666, 80), (852, 72)]
    book = Casebook.read(THREE + HAND + "\n".join(lines))
    assert book.holding("Dining Room", "Bob") is True
    assert book.reason("Dining Room", "Bob") == (4, 5, 6)
    assert not book.told(Certain("Dining Room", "Bob", True))
    assert chance(book, "White") == chance(book, "Green") == Fraction(82, 213)
    assert chance(book, "Plum") == Fraction(49, 426)
    assert chance(book, "Knife") == Fraction(131, 213)
    assert chance(book, "Wrench") == Fraction(41, 213)
    assert chance(book, "Kitchen") == chance(book, "Study") == Fraction(131, 426)
    assert chance(book, "Ballroom") == Fraction(41, 426)
    assert chance(book, "White", "Cid") == chance(book, "Green", "Cid") == Fraction(131, 213)
    assert chance(book, "Peacock", "Bob") == Fraction(269, 426)


FOUR_NEEDED = [
    "Bob: Peacock Revolver Kitchen -> nobody",
    "Bob: Mustard, Lead Pipe, Library -> Cid passes, I show",
    "Cid: Green Revolver Dining -> nobody",
    "Cid: Peacock Candlestick Library -> nobody",
]


def test_four_suggestions_that_are_all_needed():
    start = THREE + HAND
    counts = [(20_454, 112), (9_786, 112), (1_890, 28), (56, 1)]
    assert grown(start, FOUR_NEEDED) == counts
    book = Casebook.read(start + "\n".join(FOUR_NEEDED))
    assert book.triples[0].cards == ("Peacock", "Revolver", "Library")
    assert book.triples[0].probability == pytest.approx(1)
    left = [(588, 16), (224, 7), (714, 4), (1_890, 28)]
    best = [Fraction(1, 7), Fraction(1, 4), Fraction(6, 17), Fraction(1, 15)]
    for number, (counts_left, likeliest) in enumerate(zip(left, best, strict=True), 4):
        less = book.without(number)
        assert counted(less) == counts_left
        assert less.triples[0].probability == pytest.approx(float(likeliest))


FULL = [
    "Bob: Peacock Rope Conservatory -> Cid shows",
    "Bob: Scarlet Wrench Lounge -> Cid shows",
    "Bob: Plum Rope Billiard -> Cid shows",
    "Bob: Scarlet Rope Study -> Cid shows",
    "Cid: Green Revolver Dining -> nobody",
    "Bob: Scarlet Knife Ballroom -> Cid shows",
    "Bob: Scarlet, Lead Pipe, Kitchen -> Cid shows",
]


def test_a_hand_that_is_full_though_nothing_was_shown_to_me():
    counts = [
        (68_040, 108), (23_814, 81), (13_314, 78), (3_972, 66), (359, 40), (100, 11), (8, 1),
    ]  # fmt: skip
    assert grown(THREE + HAND, FULL) == counts
    book = Casebook.read(THREE + HAND + "\n".join(FULL))
    assert book.triples[0].cards == ("Green", "Revolver", "Dining Room")
    assert book.reason("Green", CASE_FILE) == (3, *range(4, 11))
    lines = [(52, 10), (100, 11), (52, 10), (100, 11), (194, 50), (52, 10), (100, 11)]
    for number, expected in enumerate(lines, 4):
        assert counted(book.without(number)) == expected


def test_a_full_hand_with_an_overlap():
    shows = [
        "Mustard Knife Hall", "Green, Lead Pipe, Dining", "Mustard Wrench Billiard",
        "White Candlestick Hall", "Plum Candlestick Library", "Peacock Rope Kitchen",
        "Scarlet Revolver Lounge",
    ]  # fmt: skip
    lines = [f"Bob: {three} -> Cid shows" for three in shows]
    lines.insert(1, "Cid: Plum Candlestick Library -> nobody")
    book = Casebook.read(THREE + HAND + "\n".join(lines))
    assert counted(book) == (4, 1)
    assert book.triples[0].cards == ("Plum", "Wrench", "Library")
    assert book.holding("Billiard Room", "Cid") is True
    assert book.holding("Green", "Cid") is None
    left = [(188, 27), (58, 22), (53, 17), (76, 18), (56, 10), (12, 2), (53, 17), (188, 27)]
    for number, expected in enumerate(left, 4):
        assert counted(book.without(number)) == expected
    assert book.without(9).triples[0].probability == pytest.approx(2 / 3)


def test_a_wrong_accusation_places_a_card():
    lines = [
        "Bob: White Knife Dining -> nobody",
        "Cid accuses White Knife Dining wrong",
        "Dan: White Candlestick Dining -> Ann passes, Bob passes",
    ]
    assert grown(FOUR, lines) == [(1_328_040, 128), (1_237_950, 127), (80_850, 3)]
    first, second, third = (Casebook.read(FOUR + "\n".join(lines[:n])) for n in (1, 2, 3))
    assert chance(first, "White") == chance(first, "Knife") == Fraction(539, 1054)
    assert chance(first, "Green") == Fraction(515, 3162)
    assert chance(first, "Dining") == Fraction(319, 1054)
    assert chance(first, "Study") == Fraction(105, 1054)
    assert chance(second, "White") == chance(second, "Knife") == Fraction(187, 393)
    assert chance(second, "Dining") == Fraction(33, 131)
    assert chance(second, "Green") == Fraction(206, 1179)
    assert chance(second, "Study") == Fraction(14, 131)
    assert chance(second, "White", "Bob") == Fraction(206, 393)
    assert chance(second, "Dining", "Bob") == Fraction(98, 131)
    assert third.holding("White", CASE_FILE) is third.holding("Dining Room", CASE_FILE) is True
    assert third.holding("Knife", "Bob") is True
    assert chance(third, "Candlestick") == Fraction(3, 7)
    assert chance(third, "Wrench") == chance(third, "Revolver") == Fraction(2, 7)
    assert third.reason("Knife", "Bob") == (4, 5, 6)


def test_a_full_hand_among_six():
    shows = ["Plum Revolver Conservatory", "Mustard Knife Billiard", "Green, Lead Pipe, Library"]
    # Fay shows to Eve, in front of whom nobody else is asked.
    lines = [f"Eve: {three} -> Fay shows" for three in shows]
    lines.append("Fay: Peacock Candlestick Ballroom -> nobody")
    book = Casebook.read(SIX + "\n".join(lines))
    assert counted(book) == (9_979_200, 1)
    assert book.triples[0].cards == ("Peacock", "Candlestick", "Ballroom")
    for number in (4, 5, 6):
        less = book.without(number)
        assert counted(less) == (79_833_600, 16)
        assert less.triples[0].probability == pytest.approx(11 / 24)
    less = book.without(7)
    assert counted(less) == (1_065_556_800, 197)
    assert less.triples[0].probability == pytest.approx(9 / 961)


def test_side_cards_that_were_looked_at_and_cards_on_the_table():
    start = (
        "players Ann Bob\nside 4\nme Ann\n"
        "hand Scarlet, Mustard, Rope, Lead Pipe, Hall, Lounge, Dining\n"
    )
    book = Casebook.read(start + "Ann: White Knife Study -> nobody\nlooked Knife\n")
    # White and Study lie in the file or at the side, one more side card at least is free.
    assert book.holding("Knife", "side") is True
    assert book.reason("Knife", "side") == (6,)
    less = book.without(6)
    assert less.holding("Knife", "side") is None
    table = Casebook.read("players Ann Bob Cid Dan\ntable Rope, Hall\n")
    # 5 weapons and 8 rooms are left: 6 * 5 * 8 files, 16 cards to four hands of four.
    assert counted(table) == (240 * 63_063_000, 240)
    assert table.holding("Rope", "table") is True
    assert table.reason("Rope", "table") == (2,)
    assert Certain("Rope", "Ann", False) not in table.certain


def test_what_is_certain_is_said_once():
    book = Casebook.read(THREE + HAND + "Ann: White Rope Dining -> nobody\n")
    said = set(book.certain)
    assert {(one.card, one.holds) for one in said if one.place == "Ann"} == {
        (card, True) for card in book.hand
    }
    assert {one for one in said if one.place == CASE_FILE} == {
        Certain("White", CASE_FILE, True), Certain("Dining Room", CASE_FILE, True),
    }  # fmt: skip
    assert {one for one in said if not one.holds} == set()
    before = Casebook.read(THREE + HAND)
    assert set(book.news(before)) == {one for one in said if one.place == CASE_FILE}
    reasons = book.reasons(seconds=60)
    assert list(reasons) == list(book.certain)
    assert all(lines == (3,) for one, lines in reasons.items() if one.place == "Ann")
    # Without time, only what a line says outright has its reason; but what was found is kept.
    again = Casebook.read(book.text()).reasons(seconds=0)
    assert [one for one, lines in again.items() if lines is None] == [
        Certain("White", CASE_FILE, True), Certain("Dining Room", CASE_FILE, True),
    ]  # fmt: skip
    assert book.reasons(seconds=0) == reasons


def test_what_if_and_how_likely():
    book = Casebook.read(THREE + HAND + "Bob: White Knife Dining -> Cid shows\n")
    then, likely = book.what_if("Cid has White")
    assert likely == pytest.approx(308 / 659)
    assert then.worlds == 83_034 * 308 // 659
    assert len(book.lines) == 4
    assert book.what_if("Cid lacks White, Knife, Dining").probability == 0
    assert book.what_if("Cid lacks White, Knife, Dining").casebook.conflict == (4, 5)


def test_questions_are_worth_most_where_least_is_known():
    book = Casebook.read(THREE + HAND + "Ann: White Rope Dining -> nobody\n")
    asks = book.questions(n=3)
    # Only the weapon is open: a suggestion with one of the four and two cards of mine tells most.
    assert all(ask.cards[1] in ("Knife", "Wrench", "Candlestick", "Revolver") for ask in asks)
    assert asks[0].bits == pytest.approx(0.811, abs=0.001)
    kitchen = book.questions(room="kitch", n=2)
    assert {ask.cards[2] for ask in kitchen} == {"Kitchen"}
    assert book.questions("bob", n=1)[0].bits > 0
    onlooker = Casebook.read("players Ann Bob Cid\n")
    with pytest.raises(ValueError, match="say who asks: Ann, Bob or Cid"):
        onlooker.questions()
    with pytest.raises(ValueError, match="Rope is no room"):
        book.questions(room="rope")


def test_what_is_too_large_is_estimated_or_said(monkeypatch):
    text = THREE + HAND + "Bob: White Knife Dining -> Cid shows\n"
    exact = {triple.cards: triple.probability for triple in Casebook.read(text).triples}

    def refused(*_, **__):
        raise TooLarge("the diagram needs more")

    monkeypatch.setattr(Belief, "contents", refused)
    estimates = {triple.cards: triple.probability for triple in Casebook.read(text).triples}
    # None of 111 is more than five standard errors off, save one time in 10,000.
    assert estimates.keys() == exact.keys()
    for cards, share in exact.items():
        assert abs(estimates[cards] - share) < 5 * (share / 50_000) ** 0.5
    monkeypatch.setattr("determinize.suggestions.ranked", refused)
    with pytest.raises(LineError, match="too much is open to tell what to ask"):
        Casebook.read(text).questions()
