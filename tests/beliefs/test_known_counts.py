"""Counts and chances known from elsewhere: closed forms, and games worked out by hand.

Bridge figures are counted here a second time by plain combinatorics, card by card, without this
library. Those of Clue and Love Letter come from listing all deals of worked examples: what one seat
saw, and what it may then believe.
"""

from collections import Counter
from copy import copy
from fractions import Fraction
from itertools import product
from math import comb, factorial

import numpy as np
import pytest

from beliefs import (
    Belief,
    Holding,
    HoldingMatrix,
    Knowledge,
    at_least,
    at_most,
    between,
    exactly,
    holds,
    lacks,
    likelihood,
    one_of,
    total,
)
from beliefs.targets import contents

SUITS, RANKS = "SHDC", "AKQJT98765432"
DECK = [suit + rank for suit in SUITS for rank in RANKS]
HIGH = {"A": 4, "K": 3, "Q": 2, "J": 1}
POINTS = {suit + rank: points for suit in SUITS for rank, points in HIGH.items()}


def suit(name):
    return [card for card in DECK if card[0] == name]


def test_the_deals_of_bridge():
    """52! / 13!^4 = 53 644 737 765 488 792 839 237 440 000."""
    deal = Belief(Knowledge(DECK, dict.fromkeys(["N", "E", "S", "W"], 13)))
    assert deal.count == factorial(52) // factorial(13) ** 4 == 53644737765488792839237440000


def hands_of_suits(allowed):
    """How many hands of 13 have each number of points: suits in turn, `allowed(suit, length)`.

    In each suit: choose honours, then as many of the nine others as the length needs.
    """
    found = Counter({(0, 0): 1})  # (cards, points) -> ways
    for name in SUITS:
        ways = Counter()
        for honours in product([0, 1], repeat=4):
            points = sum(p for p, here in zip(HIGH.values(), honours, strict=True) if here)
            for small in range(10):
                if allowed(name, sum(honours) + small):
                    ways[sum(honours) + small, points] += comb(9, small)
        more = Counter()
        for (n, p), many in found.items():
            for (k, q), some in ways.items():
                if n + k <= 13:
                    more[n + k, p + q] += many * some
        found = more
    return {p: many for (n, p), many in found.items() if n == 13}


@pytest.mark.parametrize(
    ("spades", "points"), [(k, h) for k in (0, 5, 7, 13) for h in (0, 10, 13, 17, 25, 37)]
)
def test_hands_with_so_many_spades_and_so_many_points(spades, points):
    known = hands_of_suits(lambda name, n: name != "S" or n == spades).get(points, 0)
    knowledge = Knowledge(DECK, {"hand": 13, "rest": 39})
    told = [exactly("hand", suit("S"), spades), total("hand", POINTS, points, points)]
    whole = Belief(knowledge)
    assert whole.probability(*told, exact=True) == Fraction(known, comb(52, 13))
    if known:
        assert Belief(knowledge.given(*told)).count == known


def test_balanced_hands_of_fifteen_to_seventeen_points():
    """No suit under two or over five, not two suits of two: the shapes 4333, 4432, 5332."""
    shapes = [s for s in product(range(2, 6), repeat=4) if sum(s) == 13 and s.count(2) < 2]
    known = 0
    for shape in shapes:
        lengths = dict(zip(SUITS, shape, strict=True))
        points = hands_of_suits(lambda name, n, lengths=lengths: n == lengths[name])
        known += sum(points[p] for p in (15, 16, 17))
    told = one_of(
        *(
            [exactly("hand", suit(name), n) for name, n in zip(SUITS, shape, strict=True)]
            for shape in shapes
        )
    )
    opening = Belief(
        Knowledge(DECK, {"hand": 13, "rest": 39}, [told, total("hand", POINTS, 15, 17)])
    )
    assert len(shapes) == 28
    assert opening.count == known


def test_pairs_of_hands_in_an_auction():
    """South 15-17 points and 2-5 of every suit, North 6-9 points and four hearts or more.

    Counted here once more, suit by suit: three of them in int64 (3^39 ways to put 39 cards into
    three places are fewer than 2^63), the last in Python's numbers.
    """

    def suits(name):
        found = Counter()  # (South's cards, North's, South's points, North's) -> ways
        for where in product(range(3), repeat=4):  # each honour: South, North, neither
            pairs = list(zip(HIGH.values(), where, strict=True))
            p, q = (sum(points for points, w in pairs if w == i) for i in (0, 1))
            for south, north in product(range(10), repeat=2):
                a, b = where.count(0) + south, where.count(1) + north
                if south + north <= 9 and 2 <= a <= 5 and (name != "H" or b >= 4):
                    found[a, b, p, q] += comb(9, south) * comb(9 - south, north)
        return found

    ways = np.zeros((14, 14, 18, 10), np.int64)
    ways[0, 0, 0, 0] = 1
    for name in "SHD":
        more = np.zeros_like(ways)
        for (a, b, p, q), some in suits(name).items():
            if q <= 9:
                more[a:, b:, p:, q:] += some * ways[: 14 - a, : 14 - b, : 18 - p, : 10 - q]
        ways = more
    known = 0
    for (a, b, p, q), some in suits("C").items():
        rest = ways[13 - a, 13 - b, max(0, 15 - p) : 18 - p, max(0, 6 - q) : max(0, 10 - q)]
        known += some * sum(map(int, rest.ravel()))

    facts = [total("South", POINTS, 15, 17), total("North", POINTS, 6, 9)]
    facts += [between("South", suit(name), 2, 5) for name in SUITS]
    facts += [at_least("North", suit("H"), 4)]
    auction = Belief(Knowledge(DECK, {"South": 13, "North": 13, "East-West": 26}, facts))
    assert auction.count == known == 52_971_165_758_043_957_240


def test_derangements():
    """Secret Santa: n people, nobody gets their own name."""
    for n, known in ((2, 1), (3, 2), (5, 44), (8, 14_833)):
        hands = {f"hand {i}": 1 for i in range(n)}
        told = [lacks(f"hand {i}", i) for i in range(n)]
        draw = Belief(Knowledge(range(n), hands, told))
        assert draw.count == known


# --- Clue -----------------------------------------------------------------------------------------

PEOPLE = ["Scarlet", "Mustard", "White", "Green", "Peacock", "Plum"]
WEAPONS = ["Rope", "Lead", "Knife", "Wrench", "Candlestick", "Pistol"]
ROOMS = ["Hall", "Lounge", "Dining", "Kitchen", "Ballroom", "Conservatory"]
ROOMS += ["Billiard", "Library", "Study"]
NAMES = {name[:2]: name for name in [*PEOPLE, *WEAPONS, *ROOMS]}


def cards(short):
    return [NAMES[name] for name in short.split()]


class Clue:
    """What seat 0 knows: own cards, the file's kinds, who passed and who showed."""

    def __init__(self, hand, sizes, **places):
        self.hidden = [card for card in NAMES.values() if card not in cards(hand)]
        self.places = {"file": 3, **dict(enumerate(sizes, 1)), **places}
        self.facts = [exactly("file", self.unseen(kind), 1) for kind in (PEOPLE, WEAPONS, ROOMS)]

    def unseen(self, some):
        return [card for card in some if card in self.hidden]

    def passes(self, seat, short):
        self.facts.append(lacks(seat, self.unseen(cards(short)), because=f"{seat} passed"))
        return self

    def shows(self, seat, short):
        self.facts.append(at_least(seat, self.unseen(cards(short)), 1, because=f"{seat} showed"))
        return self

    def shows_me(self, seat, short):
        self.facts.append(holds(seat, *cards(short)))
        return self

    @property
    def belief(self):
        return Belief(Knowledge(self.hidden, self.places, self.facts))

    @property
    def figures(self):
        """How many worlds there are, and how many files."""
        return self.belief.count, len(self.files)

    @property
    def files(self):
        """The probability of each file that can be."""
        return contents(self.belief.structure, ["file"])[1]

    def without(self, i):
        """The same seat without what was heard as number i."""
        other = copy(self)
        other.facts = self.facts[: 3 + i] + self.facts[4 + i :]
        return other


def chances(belief, place):
    """Short name -> exact probability that the card lies in the place."""
    at = belief.knowledge.places.index(place)
    shares = belief.probabilities(exact=True)[:, at]
    return {card[:2]: share for card, share in zip(belief.knowledge.faces, shares, strict=True)}


def check(belief, place, **known):
    """The probabilities of cards by short name; names joined by _ share one."""
    found = chances(belief, place)
    for names, share in known.items():
        for name in names.split("_"):
            assert found[name] == Fraction(share), name


MINE = "Sc Mu Ro Le Ha Lo"


@pytest.mark.parametrize(
    ("hand", "sizes", "worlds", "files"),
    [
        (MINE, [6, 6], 4 * 4 * 7 * comb(12, 6), 112),
        ("Sc Mu Ro Le Ha", [5, 4, 4], 11_531_520, 128),
        ("Sc Mu Ro Ha", [4, 4, 3, 3], 672_672_000, 160),
        ("Sc Ro Ha", [3, 3, 3, 3, 3], 33_633_600_000, 200),
        ("Sc Mu Wh Ro Le Kn Ha Lo Di", [9], 54, 54),
    ],
)
def test_clue_before_anything_is_said(hand, sizes, worlds, files):
    seat = Clue(hand, sizes)
    belief = seat.belief
    assert belief.count == worlds
    kinds = [[name[:2] for name in seat.unseen(kind)] for kind in (PEOPLE, WEAPONS, ROOMS)]
    assert len(kinds[0]) * len(kinds[1]) * len(kinds[2]) == files
    check(belief, "file", **{"_".join(kind): Fraction(1, len(kind)) for kind in kinds})


def test_clue_for_two_with_cards_aside():
    """Seven cards each and four face down aside, which lie in an order."""
    seat = Clue("Sc Mu Ro Le Ha Lo Di", [7], side=4)
    assert seat.figures == (31_680, 96)
    aside = Belief(Knowledge(seat.hidden, seat.places, seat.facts, ordered=["side"]))
    assert aside.arrangements == 760_320


def test_clue_one_passes_and_one_shows_me():
    seat = Clue(MINE, [6, 6]).passes(1, "Wh Kn Di").shows_me(2, "Di")
    assert seat.figures == (14_868, 96)
    check(seat.belief, "file", Wh_Kn="26/59", Gr_Pe_Pl_Wr_Ca_Pi="11/59", Di=0, Ki_St_Li="1/6")
    check(seat.belief, 2, Wh="33/59")


def test_clue_all_pass_a_suggestion_with_a_card_of_mine():
    seat = Clue(MINE, [6, 6]).passes(1, "Wh Ro Di").passes(2, "Wh Ro Di")
    assert seat.figures == (3_696, 4)
    check(seat.belief, "file", Wh_Di=1, Kn_Wr_Ca_Pi="1/4")


def test_clue_what_a_pass_says_of_the_file():
    """211/487 and not 1/4: files weigh as many deals as they leave."""
    seat = Clue(MINE, [6, 6]).passes(2, "Wh Kn Di")
    assert seat.figures == (20_454, 112)
    check(seat.belief, "file", Wh_Kn="211/487", Gr_Pe_Pl_Wr_Ca_Pi="92/487")
    check(seat.belief, "file", Di="133/487", Ki_Ba_Co_Bi_Li_St="59/487")


def test_clue_what_a_card_shown_to_another_says():
    seat = Clue(MINE, [6, 6]).shows(2, "Wh Kn Di")
    assert seat.figures == (83_034, 111)
    check(seat.belief, "file", Wh_Kn="135/659", Gr_Pe_Pl_Wr_Ca_Pi="524/1977")
    check(seat.belief, "file", Di="73/659", Ki_Ba_Co_Bi_Li_St="293/1977")
    check(seat.belief, 2, Wh="308/659", Di="352/659")
    check(seat.belief, 1, Wh="216/659")


def test_clue_three_suggestions_place_a_card():
    seat = Clue(MINE, [6, 6]).shows(1, "Wh Kn Di")
    assert seat.figures == (83_034, 111)
    seat.passes(1, "Wh Pi St").shows_me(2, "Pi")
    assert seat.figures == (8_666, 80)
    seat.passes(1, "Gr Kn Ki")
    assert seat.figures == (852, 72)
    check(seat.belief, "file", Wh_Gr="82/213", Pe_Pl="49/426", Kn="131/213", Wr_Ca="41/213", Pi=0)
    check(seat.belief, "file", Ki_St="131/426", Ba_Co_Bi_Li="41/426", Di=0)
    check(seat.belief, 1, Di=1, Pe="269/426")
    check(seat.belief, 2, Wh_Gr="131/213")
    why = seat.belief.explain("Dining", 1)
    assert [fact.because for fact in why.facts] == ["1 showed", "1 passed", "1 passed"]


def heard(seat, events):
    """Each event said in turn; the figures after each."""
    figures = []
    for event in events:
        event(seat)
        figures.append(seat.figures)
    return figures


def passes(who, short):
    return lambda seat: seat.passes(who, short)


def shows(who, short):
    return lambda seat: seat.shows(who, short)


def test_clue_four_passes_that_are_all_needed():
    seat = Clue(MINE, [6, 6])
    told = [(2, "Pe Pi Ki"), (2, "Mu Le Li"), (1, "Gr Pi Di"), (1, "Pe Ca Li")]
    known = [(20_454, 112), (9_786, 112), (1_890, 28), (56, 1)]
    assert heard(seat, [passes(*one) for one in told]) == known
    check(seat.belief, "file", Pe_Pi_Li=1)
    known = [(588, 16, 1 / 7), (224, 7, 1 / 4), (714, 4, 6 / 17), (1_890, 28, 1 / 15)]
    for i, (worlds, files, likeliest) in enumerate(known):
        less = seat.without(i)
        assert less.figures == (worlds, files)
        assert max(less.files) == pytest.approx(likeliest)


def test_clue_a_hand_full_of_what_was_shown():
    """Six shows about disjoint sets of unseen cards fill a hand of six: the rest is not there."""
    seat = Clue(MINE, [6, 6])
    told = ["Pe Ro Co", "Sc Wr Lo", "Pl Ro Bi", "Sc Ro St", "Sc Kn Ba", "Sc Le Ki"]
    events = [shows(2, short) for short in told]
    events.insert(4, passes(1, "Gr Pi Di"))
    known = [(68_040, 108), (23_814, 81), (13_314, 78), (3_972, 66), (359, 40), (100, 11), (8, 1)]
    assert heard(seat, events) == known
    check(seat.belief, "file", Gr_Pi_Di=1)
    for i in range(7):
        pair = i in (0, 2, 5)  # a show about two unseen cards
        expected = (194, 50) if i == 4 else (52, 10) if pair else (100, 11)
        assert seat.without(i).figures == expected
    assert max(seat.without(4).files) == pytest.approx(4 / 97)
    why = seat.belief.explain("Green", "file")
    assert len(why.facts) == 7, "every one of them"


def test_clue_a_full_hand_with_an_overlap():
    seat = Clue(MINE, [6, 6])
    told = ["Mu Kn Ha", "Gr Le Di", "Mu Wr Bi", "Wh Ca Ha", "Pl Ca Li", "Pe Ro Ki", "Sc Pi Lo"]
    for event in [*(shows(2, short) for short in told), passes(1, "Pl Ca Li")]:
        event(seat)
    assert seat.figures == (4, 1)
    check(seat.belief, "file", Pl_Wr_Li=1)
    check(seat.belief, 2, Ca_Bi=1, Gr_Di_Pe_Ki="1/2")
    order = [0, 7, 1, 2, 3, 4, 5, 6]  # the pass counted second
    known = [188, 58, 53, 76, 56, 12, 53, 188], [27, 22, 17, 18, 10, 2, 17, 27]
    assert [seat.without(i).figures for i in order] == list(zip(*known, strict=True))
    assert max(seat.without(4).files) == pytest.approx(2 / 3)


def test_clue_a_wrong_accusation():
    seat = Clue("Sc Mu Ro Le Ha", [5, 4, 4])
    seat.passes(2, "Wh Kn Di").passes(3, "Wh Kn Di")
    assert seat.figures == (1_328_040, 128)
    check(seat.belief, "file", Wh_Kn="539/1054", Gr_Pe_Pl_Wr_Ca_Pi="515/3162")
    check(seat.belief, "file", Di="319/1054", Lo_Ki_Ba_Co_Bi_Li_St="105/1054")
    seat.facts.append(at_most("file", cards("Wh Kn Di"), 2, because="accused wrongly"))
    assert seat.figures == (1_237_950, 127)
    check(seat.belief, "file", Wh_Kn="187/393", Gr_Pe_Pl_Wr_Ca_Pi="206/1179")
    check(seat.belief, "file", Di="33/131", Lo_Ki_Ba_Co_Bi_Li_St="14/131")
    check(seat.belief, 1, Wh="206/393", Di="98/131")
    seat.passes(1, "Wh Ca Di")
    assert seat.figures == (80_850, 3)
    check(seat.belief, "file", Wh_Di=1, Ca="3/7", Wr_Pi="2/7")
    check(seat.belief, 1, Kn=1)
    why = seat.belief.explain("Knife", 1)
    assert "accused wrongly" in [fact.because for fact in why.facts]
    matrix = HoldingMatrix(seat.belief.knowledge).complete()
    assert matrix["Knife", 1] is Holding.HELD


def test_clue_a_full_hand_among_six():
    """Three shows to others fill the hand of three; then that seat names what nobody has."""
    seat = Clue("Sc Ro Ha", [3, 3, 3, 3, 3])
    for short in ("Pl Pi Co", "Mu Kn Bi", "Gr Le Li"):
        seat.shows(5, short)
    for who in (1, 2, 3, 4):
        seat.passes(who, "Pe Ca Ba")
    assert seat.belief.count == 27 * factorial(12) // factorial(3) ** 4 == 9_979_200
    check(seat.belief, "file", Pe_Ca_Ba=1)
    less = seat.without(1)
    assert less.figures == (79_833_600, 16)
    assert max(less.files) == pytest.approx(11 / 24)
    less.facts = seat.facts[:6]  # the shows alone
    assert less.figures == (1_065_556_800, 197)
    assert max(less.files) == pytest.approx(9 / 961)


# --- Love Letter ----------------------------------------------------------------------------------

SINGLES = {"Baron": 1, "Handmaid": 1, "Prince": 1, "King": 1, "Countess": 1, "Princess": 1}


def likely(belief, place):
    """Card -> exact probability that the place holds it."""
    return {
        card: belief.probability(holds(place, card), exact=True) for card in belief.knowledge.faces
    }


def alike(shares):
    return {card: Fraction(share) for card, share in shares.items()}


def test_love_letter_before_anything_is_said():
    pool = {"Guard": 4, "Priest": 1, **SINGLES}
    belief = Belief(Knowledge(pool, {"B": 1, "removed": 1, "deck": 9}, ordered=["deck"]))
    for place in ("B", "removed"):
        known = {"Guard": "4/11", **dict.fromkeys(["Priest", *SINGLES], "1/11")}
        assert likely(belief, place) == alike(known)
    assert belief.arrangements == factorial(11)


def test_love_letter_a_guard_misses():
    pool = {"Guard": 3, "Priest": 2, **SINGLES}
    belief = Belief(Knowledge(pool, {"B": 1, "removed": 1, "deck": 9}, [lacks("B", "Countess")]))
    rest = [card for card in SINGLES if card != "Countess"]
    known = {"Guard": "3/10", "Priest": "1/5", **dict.fromkeys(rest, "1/10"), "Countess": 0}
    assert likely(belief, "B") == alike(known)
    known = {"Guard": "27/100", "Priest": "9/50", **dict.fromkeys(rest, "9/100")}
    assert likely(belief, "removed") == alike({**known, "Countess": "1/10"})


def test_love_letter_a_baron_ties():
    pool = {"Guard": 5, "Priest": 2, "Baron": 1, "Handmaid": 1, "Prince": 2}
    pool |= {"King": 1, "Countess": 1, "Princess": 1}
    tie = one_of(*([holds("A", card), holds("B", card)] for card in pool))
    belief = Belief(Knowledge(pool, {"A": 1, "B": 1, "removed": 1, "deck": 11}, [tie]))
    for place in ("A", "B"):
        found = {card: share for card, share in likely(belief, place).items() if share}
        assert found == alike({"Guard": "5/6", "Priest": "1/12", "Prince": "1/12"})


def test_love_letter_a_baron_wins():
    pool = {"Guard": 5, "Priest": 1, "Baron": 1, "Handmaid": 1, "Prince": 2}
    pool |= {"King": 1, "Countess": 1, "Princess": 1}
    above = exactly("A", [card for card in pool if card not in ("Guard", "Priest")], 1)
    belief = Belief(Knowledge(pool, {"A": 1, "removed": 1, "deck": 11}, [above]))
    rest = dict.fromkeys(["Baron", "Handmaid", "King", "Countess", "Princess"], "1/7")
    assert likely(belief, "A") == alike({"Guard": 0, "Priest": 0, **rest, "Prince": "2/7"})


def test_love_letter_a_king_moves_what_was_seen():
    pool = {"Guard": 5, "Priest": 1, "Baron": 1, "Handmaid": 2, "Prince": 2, "Countess": 1}
    told = [holds("A", "Princess"), lacks("B", "Countess")]
    belief = Belief(
        Knowledge({**pool, "Princess": 1}, {"A": 1, "B": 1, "removed": 1, "deck": 10}, told)
    )
    known = {
        "Guard": "5/11",
        "Priest": "1/11",
        "Baron": "1/11",
        "Handmaid": "2/11",
        "Prince": "2/11",
    }
    assert likely(belief, "B") == alike({**known, "Countess": 0, "Princess": 0})
    assert likely(belief, "A")["Princess"] == 1


def test_love_letter_a_play_after_a_miss():
    """B's old card is no Priest; B draws a new one and plays one of the two."""
    pool = {"Guard": 3, "Priest": 2, "Baron": 1, "Handmaid": 2}
    pool |= {"Prince": 1, "Countess": 1, "Princess": 1}
    rest = ["Baron", "Prince", "Countess", "Princess"]

    kept = Belief(  # B plays a Priest: it must be the new card
        Knowledge({**pool, "Priest": 1}, {"old": 1, "others": 9}, [lacks("old", "Priest")])
    )
    known = {"Guard": "1/3", "Handmaid": "2/9", "Priest": 0, **dict.fromkeys(rest, "1/9")}
    assert likely(kept, "old") == alike(known)

    # B plays a Handmaid, either card alike: twice as likely with two of them.
    plays = likelihood(["old", "new"], {"Handmaid": 1}, {1: Fraction(1, 2), 2: 1})
    belief = Belief(
        Knowledge(pool, {"old": 1, "new": 1, "others": 9}, [lacks("old", "Priest"), plays])
    )
    both = likely(belief, ["old", "new"])
    known = {"Guard": "1/3", "Priest": "1/9", **dict.fromkeys(rest, "1/9")}
    assert {card: both[card] for card in known} == alike(known)
    second = belief.probability(exactly(["old", "new"], "Handmaid", 2), exact=True)
    assert second == Fraction(1, 9)
    forgets = Belief(Knowledge({**pool, "Handmaid": 1}, {"hand": 1, "others": 9}))
    known = {"Priest": "1/5", "Guard": "3/10", **dict.fromkeys([*rest, "Handmaid"], "1/10")}
    assert likely(forgets, "hand") == alike(known), "a tracker that forgets the old slot"


def test_love_letter_the_last_card_is_known_by_elimination():
    belief = Belief(Knowledge(["Princess"], {"B": 1}))
    assert likely(belief, "B") == {"Princess": 1}
    assert belief.explain("Princess", "B").facts == ()


def test_love_letter_of_six_players():
    pool = {"Guard": 5, "Spy": 1, "King": 1, "Countess": 1, "Princess": 1}
    pool |= dict.fromkeys(["Priest", "Baron", "Handmaid", "Prince", "Chancellor"], 2)
    hands = dict.fromkeys("BCDEF", 1)
    belief = Belief(Knowledge(pool, {**hands, "removed": 1, "deck": 13}))
    assert likely(belief, "B")["Princess"] == Fraction(1, 19)
    assert max(share for card, share in likely(belief, "B").items() if card != "Guard") == (
        Fraction(2, 19)
    )
