"""Positions of Clue with published counts of worlds and exact probabilities.

They were counted by brute force apart from this project. Seats are numbered clockwise, seat 0 is
the one whose knowledge is asked for; a case file is one of the triples that can be in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import pytest

import games
from beliefs import Ledger, holds
from determinize import Watch, tell
from games.clue.cards import FACES, triple
from games.clue.record import HAND, Say
from games.kit.events import Announced, Event, Shown
from tests.games.clue_worlds import Notes, mask, probabilities

CLUE = games.load("clue")
CODES = "Sc Mu Wh Gr Pe Pl Ro Le Kn Wr Ca Pi Ha Lo Di Ki Ba Co Bi Li St".split()  # noqa: SIM905
"""Short names of the cards, in the order of their numbers."""
FILE = ("suspect", "weapon", "room")
DEALS = {2: [7, 7], 3: [6, 6, 6], 4: [5, 5, 4, 4], 5: [4, 4, 4, 3, 3], 6: [3] * 6}
MINE = "Sc Mu Ro Le Ha Lo"
"""The hand of seat 0 where three play."""


def numbers(codes: str) -> list[int]:
    return [CODES.index(code) for code in codes.split()]


@dataclass(frozen=True)
class Suggests:
    """Clockwise from the suggester all pass until one shows (nobody, if ``shower`` is None)."""

    who: int
    what: str
    shower: int | None = None
    seen: str | None = None
    """The card, where it was shown to seat 0."""

    def events(self, seats: int) -> Iterable[Event]:
        person, weapon, room = numbers(self.what)
        number = triple(person, weapon - 6, room - 12)
        for k in range(1, seats):
            p = (self.who + k) % seats
            if p == self.shower:
                yield Announced(Say.SHOWS, p, number, self.who)
                if self.seen:
                    yield Shown(CODES.index(self.seen), HAND + p, -1, 1, True)
                return
            yield Announced(Say.PASSES, p, number, self.who)

    def enter(self, notes: Notes) -> None:
        shower = -1 if self.shower is None else self.shower
        notes.suggestion(mask(numbers(self.what)), self.who, shower)
        if self.seen:
            notes.seen[0].add((shower, CODES.index(self.seen)))


@dataclass(frozen=True)
class Passes:
    """One seat says that it holds none of three cards; of the others nothing is told."""

    who: int
    what: str

    def events(self, seats: int) -> Iterable[Event]:
        person, weapon, room = numbers(self.what)
        yield Announced(Say.PASSES, self.who, triple(person, weapon - 6, room - 12), 0)

    def enter(self, notes: Notes) -> None:
        notes.passes.append((self.who, mask(numbers(self.what))))


@dataclass(frozen=True)
class Accuses:
    """A wrong accusation."""

    who: int
    what: str

    def events(self, seats: int) -> Iterable[Event]:
        person, weapon, room = numbers(self.what)
        yield Announced(Say.ACCUSES, self.who, triple(person, weapon - 6, room - 12), 0)

    def enter(self, notes: Notes) -> None:
        notes.wrong.append(mask(numbers(self.what)))


Heard = Suggests | Passes | Accuses


class Known:
    """What seat 0 believes after a story."""

    def __init__(
        self, story: Sequence[Heard] = (), hand: str = MINE, players: int = 3, side: int = 0
    ) -> None:
        self.ledger = beginning(hand, players, side)
        for heard in story:
            for event in heard.events(players):
                tell(self.ledger, CLUE, 0, event)
        self.count = self.ledger.count
        self.belief = self.ledger.belief()
        files, _ = self.belief.contents(FILE)
        self.files = len(files)
        if self.count <= 110_000:
            self.compare_with_brute_force(story, hand, players, side)

    @property
    def size(self) -> tuple[int | float, int]:
        """How many worlds, and how many case files."""
        return self.count, self.files

    def chances(self, zone: str, codes: str) -> set[Fraction]:
        """The probabilities of cards to be in a zone: one, if they are alike."""
        return {self.chance(zone, code) for code in codes.split()}

    def chance(self, zone: str, code: str) -> Fraction:
        spots = [k for k, spot in enumerate(self.ledger.spots) if spot.zone == zone]
        return sum(self.ledger.expected(exact=True)[CODES.index(code), spots], Fraction(0))

    def file(self, codes: str) -> set[Fraction]:
        """The probabilities of cards to be in the case file."""
        return {sum(self.chance(zone, code) for zone in FILE) for code in codes.split()}

    def best(self) -> Fraction:
        """The probability of the likeliest case file."""
        files, shares = self.belief.contents(FILE)
        faces = self.ledger.knowledge().faces
        there = [
            holds(zone, faces[int(card)])
            for zone, card in zip(FILE, files[shares.argmax()].argmax(axis=0), strict=True)
        ]
        found = self.belief.probability(*there, exact=True)
        assert isinstance(found, Fraction)
        return found

    def compare_with_brute_force(
        self, story: Sequence[Heard], hand: str, players: int, side: int
    ) -> None:
        """The brute force of the tests of whole games gives the published counts too."""
        sizes = [len(numbers(hand)), *hands_of_others(hand, players, side), side]
        own = [numbers(hand), *([] for _ in range(players - 1))]
        notes = Notes(sizes, [], own, seen=[set() for _ in range(players)])
        for heard in story:
            heard.enter(notes)
        worlds = notes.worlds(0)
        assert len(worlds) == self.count
        likely = probabilities(worlds)
        for card, code in enumerate(CODES):
            assert likely[card][-1] == sum(self.chance(zone, code) for zone in FILE)


def hands_of_others(hand: str, players: int, side: int) -> list[int]:
    return [9] if players == 2 and not side else DEALS[players][1:]


def beginning(hand: str, players: int, side: int) -> Ledger:
    """What seat 0 knows when the cards have been dealt."""
    sizes = {f"hand {p + 1}": n for p, n in enumerate(hands_of_others(hand, players, side))}
    state = CLUE.arrange(
        {"hand 0": [FACES[card] for card in numbers(hand)]},
        sizes={"suspect": 1, "weapon": 1, "room": 1, "side": side, **sizes},
        players=players,
        preset="rooms_only",
        parameters={"two_player": "side4" if side else "plain"},
        mover=0,
        decision="start",
        token=[-1] * 6,
        winner=-1,
    )
    return Watch(state).ledger(0)


def without(story: Sequence[Heard], i: int) -> list[Heard]:
    return [heard for k, heard in enumerate(story) if k != i]


def of(*fractions: str | int) -> set[Fraction]:
    return set(map(Fraction, fractions))


# --------------------------------------------------------------------------------- C0: the deal


@pytest.mark.parametrize(
    ("players", "side", "hand", "size", "person", "weapon", "room"),
    [
        (2, 0, "Sc Mu Wh Ro Le Kn Ha Lo Di", (54, 54), 3, 3, 6),
        (2, 4, "Sc Mu Ro Le Ha Lo Di", (31_680, 96), 4, 4, 6),
        (3, 0, MINE, (103_488, 112), 4, 4, 7),
        (4, 0, "Sc Mu Ro Le Ha", (11_531_520, 128), 4, 4, 8),
        (5, 0, "Sc Mu Ro Ha", (672_672_000, 160), 4, 5, 8),
        (6, 0, "Sc Ro Ha", (33_633_600_000, 200), 5, 5, 8),
    ],
)
def test_a_deal(
    players: int,
    side: int,
    hand: str,
    size: tuple[int, int],
    person: int,
    weapon: int,
    room: int,
) -> None:
    known = Known(hand=hand, players=players, side=side)
    assert known.size == size
    own = numbers(hand)
    for kind, n in ((range(6), person), (range(6, 12), weapon), (range(12, 21), room)):
        for card in kind:
            assert known.file(CODES[card]) == of(0 if card in own else Fraction(1, n))
    assert known.ledger.arrangements == size[0] * (24 if side else 1)


# ------------------------------------------------------------------------- C1 to C5: what follows


def test_a_card_shown_to_me() -> None:
    known = Known([Suggests(0, "Wh Kn Di", shower=2, seen="Di")])
    assert known.size == (14_868, 96)
    assert known.file("Wh Kn") == of("26/59")
    assert known.file("Gr Pe Pl Wr Ca Pi") == of("11/59")
    assert known.file("Di") == {0}
    assert known.file("Ki Ba Co Bi Li St") == of("1/6")
    assert known.chance("hand 2", "Wh") == Fraction(33, 59)


def test_nobody_can_show_what_i_suggested() -> None:
    known = Known([Suggests(0, "Wh Ro Di")])  # the rope is mine
    assert known.size == (3_696, 4)
    assert known.file("Wh Di") == {1}
    assert known.file("Kn Wr Ca Pi") == of("1/4")


def test_nobody_can_show_what_another_suggested() -> None:
    known = Known([Suggests(1, "Wh Kn Di")])
    assert known.size == (20_454, 112)
    assert known.file("Wh Kn") == of("211/487")
    assert known.file("Gr Pe Pl Wr Ca Pi") == of("92/487")
    assert known.file("Di") == of("133/487")
    assert known.file("Ki Ba Co Bi Li St") == of("59/487")


def test_a_card_shown_to_another() -> None:
    known = Known([Suggests(1, "Wh Kn Di", shower=2)])
    assert known.size == (83_034, 111)
    assert known.file("Wh Kn") == of("135/659")
    assert known.file("Gr Pe Pl Wr Ca Pi") == of("524/1977")
    assert known.file("Di") == of("73/659")
    assert known.file("Ki Ba Co Bi Li St") == of("293/1977")
    assert known.chances("hand 2", "Wh Kn") == of("308/659")
    assert known.chance("hand 2", "Di") == Fraction(352, 659)
    assert known.chance("hand 1", "Wh") == Fraction(216, 659)


def test_three_suggestions_that_place_a_card() -> None:
    story = [
        Suggests(2, "Wh Kn Di", shower=1),
        Suggests(0, "Wh Pi St", shower=2, seen="Pi"),
        Suggests(2, "Gr Kn Ki"),
    ]
    sizes = [Known(story[:n]).size for n in (1, 2, 3)]
    assert sizes == [(83_034, 111), (8_666, 80), (852, 72)]
    known = Known(story)
    assert known.file("Wh Gr") == of("82/213")
    assert known.file("Pe Pl") == of("49/426")
    assert known.file("Kn") == of("131/213")
    assert known.file("Wr Ca") == of("41/213")
    assert known.file("Pi Di") == {0}
    assert known.file("Ki St") == of("131/426")
    assert known.file("Ba Co Bi Li") == of("41/426")
    assert known.chance("hand 1", "Di") == 1
    assert known.chances("hand 2", "Wh Gr") == of("131/213")
    assert known.chance("hand 1", "Pe") == Fraction(269, 426)


# ---------------------------------------------------------------------- C6 to C8: solved, and why


FOUR = [
    Suggests(1, "Pe Pi Ki"),
    Suggests(1, "Mu Le Li", shower=0),
    Suggests(2, "Gr Pi Di"),
    Suggests(2, "Pe Ca Li"),
]


def test_four_suggestions_that_solve_the_case_and_are_all_needed() -> None:
    sizes = [Known(FOUR[:n]).size for n in (1, 2, 3, 4)]
    assert sizes == [(20_454, 112), (9_786, 112), (1_890, 28), (56, 1)]
    assert Known(FOUR).file("Pe Pi Li") == {1}
    fewer = [Known(without(FOUR, i)) for i in range(4)]
    assert [known.size for known in fewer] == [(588, 16), (224, 7), (714, 4), (1_890, 28)]
    best = [known.best() for known in fewer]
    assert best == [Fraction(1, 7), Fraction(1, 4), Fraction(6, 17), Fraction(1, 15)]


def shown(*what: str) -> list[Suggests]:
    return [Suggests(1, each, shower=2) for each in what]


FULL = [
    *shown("Pe Ro Co", "Sc Wr Lo", "Pl Ro Bi", "Sc Ro St"),
    Suggests(2, "Gr Pi Di"),
    *shown("Sc Kn Ba", "Sc Le Ki"),
]
"""Less my own cards the shows are Pe Co, Wr, Pl Bi, St, Kn Ba, Ki: they fill the hand of seat 2."""


def test_a_hand_that_its_shows_fill() -> None:
    sizes = [Known(FULL[:n]).size for n in range(1, 8)]
    assert sizes == [
        (68_040, 108),
        (23_814, 81),
        (13_314, 78),
        (3_972, 66),
        (359, 40),
        (100, 11),
        (8, 1),
    ]
    assert Known(FULL).file("Gr Pi Di") == {1}
    fewer = [Known(without(FULL, i)).size for i in range(7)]
    two, one, silent = (52, 10), (100, 11), (194, 50)
    assert fewer == [two, one, two, one, silent, two, one]
    assert Known(without(FULL, 4)).best() == Fraction(4, 97)


OVERLAP = [
    *shown("Mu Kn Ha"),
    Suggests(2, "Pl Ca Li"),
    *shown("Gr Le Di", "Mu Wr Bi", "Wh Ca Ha", "Pl Ca Li", "Pe Ro Ki", "Sc Pi Lo"),
]


def test_a_hand_that_its_shows_fill_although_they_overlap() -> None:
    known = Known(OVERLAP)
    assert known.size == (4, 1)
    assert known.file("Pl Wr Li") == {1}
    assert known.chances("hand 2", "Kn Bi Ca Pi") == {1}
    assert known.chance("hand 1", "Wh") == 1
    assert known.chances("hand 2", "Gr Di Pe Ki") == of("1/2")
    fewer = [Known(without(OVERLAP, i)) for i in range(8)]
    assert [each.size for each in fewer] == [
        (188, 27),
        (58, 22),
        (53, 17),
        (76, 18),
        (56, 10),
        (12, 2),
        (53, 17),
        (188, 27),
    ]
    assert fewer[5].best() == Fraction(2, 3)


# -------------------------------------------------------------- C9, C10: four and six at the table


def test_a_wrong_accusation() -> None:
    story = [Suggests(1, "Wh Kn Di"), Accuses(2, "Wh Kn Di"), Passes(1, "Wh Ca Di")]
    one, two, three = (Known(story[:n], "Sc Mu Ro Le Ha", players=4) for n in (1, 2, 3))
    assert one.size == (1_328_040, 128)
    assert one.file("Wh Kn") == of("539/1054")
    assert one.file("Gr Pe Pl Wr Ca Pi") == of("515/3162")
    assert one.file("Di") == of("319/1054")
    assert one.file("Lo Ki Ba Co Bi Li St") == of("105/1054")
    assert two.size == (1_237_950, 127)
    assert two.file("Wh Kn") == of("187/393")
    assert two.file("Di") == of("33/131")
    assert two.file("Gr Pe Pl Wr Ca Pi") == of("206/1179")
    assert two.file("Lo Ki Ba Co Bi Li St") == of("14/131")
    assert two.chance("hand 1", "Wh") == Fraction(206, 393)
    assert two.chance("hand 1", "Di") == Fraction(98, 131)
    assert three.size == (80_850, 3)
    assert three.file("Wh Di") == {1}
    assert three.chance("hand 1", "Kn") == 1
    assert (three.file("Ca"), three.file("Wr Pi")) == (of("3/7"), of("2/7"))


SIX = [
    Suggests(4, "Pl Pi Co", shower=5),
    Suggests(4, "Mu Kn Bi", shower=5),
    Suggests(4, "Gr Le Li", shower=5),
    Suggests(5, "Pe Ca Ba"),
]


def test_a_hand_that_its_shows_fill_with_six_players() -> None:
    known = Known(SIX, "Sc Ro Ha", players=6)
    assert known.size == (9_979_200, 1)
    assert known.file("Pe Ca Ba") == {1}
    for i in range(3):
        fewer = Known(without(SIX, i), "Sc Ro Ha", players=6)
        assert fewer.size == (79_833_600, 16)
        assert fewer.best() == Fraction(11, 24)
    silent = Known(without(SIX, 3), "Sc Ro Ha", players=6)
    assert silent.size == (1_065_556_800, 197)
    assert silent.best() == Fraction(9, 961)
