"""Case files are the same, and as likely, whichever way they are found."""

from __future__ import annotations

import random

import pytest

from beliefs import Belief, TooLarge
from unseen.notebook import Casebook
from unseen.notebook import case_files as ways
from unseen.notebook.editions import CLASSIC

PLAYERS = ("Ann", "Bob", "Cid", "Dee")


def played(seed: int, lines: int) -> Casebook:
    """An onlooker's notebook of a game in which everybody asks at random."""
    rng = random.Random(seed)
    filed = [rng.choice(kind) for kind in CLASSIC.kinds]
    rest = [card for card in CLASSIC.cards if card not in filed]
    rng.shuffle(rest)
    written = [f"players {' '.join(PLAYERS)}"]
    for turn in range(lines):
        asker = turn % 4
        asked = [rng.choice(kind) for kind in CLASSIC.kinds]
        others = [(asker + i) % 4 for i in (1, 2, 3)]
        able = [PLAYERS[p] for p in others if {*asked} & {*rest[p::4]}]
        came = f"{able[0]} shows" if able else "nobody"
        written.append(f"{PLAYERS[asker]}: {', '.join(asked)} -> {came}")
    return Casebook.of(written)


@pytest.mark.parametrize(("seed", "lines"), [(1, 3), (1, 9), (2, 15), (3, 22), (4, 40)])
def test_each_way_finds_the_same(monkeypatch: pytest.MonkeyPatch, seed: int, lines: int) -> None:
    book = played(seed, lines)
    assert not book.errors
    belief = Belief(book.knowledge, "exact")
    kinds = book.edition.kinds
    found = []
    for larger, small, few in ((10**6, 10**9, 0), (0, 0, 10**9)):  # one diagram more; pair by pair
        monkeypatch.setattr(ways, "LARGER", larger)
        monkeypatch.setattr(ways, "SMALL", small)
        monkeypatch.setattr(ways, "FEW", few)
        monkeypatch.setattr(ways, "MANY", 10**9)
        found.append(ways.case_files(belief, kinds))
        assert sum(found[-1].values()) == pytest.approx(1, abs=1e-12)
    assert found[0].keys() == found[1].keys()
    assert [found[1][one] for one in found[0]] == pytest.approx([*found[0].values()], rel=1e-9)
    for monkeyed in found:  # and they add up to what each card has by itself
        place = book.places.index("case file")
        for c in range(len(book.edition.cards)):
            total = sum(share for which, share in monkeyed.items() if c in which)
            assert total == pytest.approx(book.probabilities[c, place], abs=1e-12)


def test_what_neither_way_can_afford_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    book = played(2, 12)
    exact = {tuple(sorted(book.edition.cards.index(c) for c in one.cards)): one.probability
             for one in book.triples}  # fmt: skip
    belief = Belief(book.knowledge, "exact", memory=2**20)
    for name in ("LARGER", "FEW", "MANY"):
        monkeypatch.setattr(ways, name, 0)
    structure = belief.structure
    monkeypatch.setattr(type(structure), "contents", _too_large)
    found = ways.case_files(belief, book.edition.kinds)
    # 50,000 worlds: five standard deviations, of some 300 shares, are exceeded once in 10,000 runs
    for one, share in exact.items():
        bound = 5 * (share * (1 - share) / ways.DRAWN) ** 0.5 + 1e-4
        assert abs(found.get(one, 0.0) - share) < bound


def _too_large(*arguments: object) -> None:
    raise TooLarge("for this test")


def test_a_reason_that_takes_longer_than_it_may_can_be_asked_for_again() -> None:
    book = played(3, 30)
    open_ended = next(one for one in book.certain if not book.told(one))
    with pytest.raises(TooLarge, match="no time is left"):
        book.reason(open_ended.card, open_ended.place, seconds=-1.0)
    assert book.reasons([open_ended], 0.0) == {open_ended: None}
    lines = book.reason(open_ended.card, open_ended.place)
    assert book.reasons([open_ended], 0.0) == {open_ended: lines}  # it is remembered
