"""A notebook with one wrong line is still consistent, or names a smallest set of lines in conflict.

A thousand games of three to six players, their notebooks written down, and one line of each
changed. What the notebook says of them is judged by beliefs that are built from nothing, and for
games of few cards by every deal there is.
"""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from tests.unseen.notebook_games import corrupted, played, possible, true, worlds, written
from unseen.notebook import CASE_FILE, CLASSIC, Casebook

GAMES = 1000
PARTS = 10
SMALL = (("Ash", "Birch", "Cedar"), ("Dirk", "Epee"), ("Forge", "Glade", "Harbour"))


def classic(seed):
    rng = random.Random(seed)
    players = 3 + seed % 4
    return rng, *played(rng, CLASSIC.kinds, players, rng.randrange(3, 5 * players))


def judge(game, events, numbers, book):
    """Whether lines are in conflict; that what is said of it is right."""
    if book.conflict is None:
        assert possible(game, events)
        assert book.worlds > 0
        assert book.suspects == ()
        return False
    said = dict(zip(numbers, events, strict=True))
    conflict = [said[number] for number in book.conflict]
    assert not possible(game, conflict)
    for number in book.conflict:
        assert possible(game, [said[n] for n in book.conflict if n != number])
    # A line outside the conflict mends nothing, since the conflict stays.
    mending = tuple(
        number
        for number in book.conflict
        if possible(game, [event for n, event in said.items() if n != number])
    )
    assert book.suspects == mending
    assert book.worlds == 0
    return True


@pytest.mark.parametrize("part", range(PARTS))
def test_a_wrong_line_leaves_worlds_or_is_in_a_smallest_conflict(part):
    conflicts = 0
    for seed in range(part, GAMES, PARTS):
        rng, game, me, events = classic(seed)
        book = Casebook.of(written(rng, game, me, events)[0])
        assert not book.errors
        held = [book.belief.knowledge.faces.index(card) for card in game.world]
        lies = [book.places.index(place) for place in game.world.values()]
        assert (book.probabilities[held, lies] > 0).all()
        changed, number = corrupted(rng, game, events)
        lines, numbers = written(rng, game, me, changed)
        book = Casebook.of(lines)
        assert not book.errors
        assert book.text() == "".join(f"{line}\n" for line in lines)
        if judge(game, changed, numbers, book):
            conflicts += 1
            # The truth agrees with all other lines, so the changed one mends it.
            assert numbers[number] in book.suspects
    assert conflicts > 20  # of a hundred; else the judge has little to do


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("edition")
    suspects, weapons, rooms = (list(kind) for kind in SMALL)
    (path / "small.toml").write_text(f"{suspects=}\n{weapons=}\n{rooms=}\n")
    return path


def test_games_of_few_cards_agree_with_every_deal(folder):
    conflicts = 0
    for seed in range(150):
        rng = random.Random(seed)
        game, me, events = played(rng, SMALL, 2 + seed % 2, rng.randrange(1, 8))
        if seed % 5:
            events, _ = corrupted(rng, game, events)
        lines, numbers = written(rng, game, me, events)
        numbers = [n + 1 for n in numbers]
        book = Casebook.of(["edition small.toml", *lines], folder)
        assert not book.errors
        deals = list(worlds(game))
        broken = np.array([[not true(game, event, deal) for event in events] for deal in deals])
        agree = [deal for deal, wrong in zip(deals, broken, strict=True) if not wrong.any()]
        assert book.worlds == len(agree)
        if agree:
            assert book.conflict is None
            expected = [
                [sum(deal[card] == place for deal in agree) / len(agree) for place in book.places]
                for card in book.edition.cards
            ]
            assert np.allclose(book.probabilities, expected, rtol=0, atol=1e-12)
            for card, row in zip(book.edition.cards, expected, strict=True):
                for place, share in zip(book.places, row, strict=True):
                    assert book.holding(card, place) is {0: False, 1: True}.get(share)
            files = {t.cards: t.probability for t in book.triples}
            for three, chance in files.items():
                here = [deal for deal in agree if all(deal[c] == CASE_FILE for c in three)]
                assert chance == pytest.approx(len(here) / len(agree))
            assert sum(files.values()) == pytest.approx(1)
            explained(book, deals, broken, numbers)
            continue
        conflicts += 1
        where = [numbers.index(number) for number in book.conflict]
        assert smallest(broken) == len(where)
        assert broken[:, where].any(axis=1).all()
        mending = [
            number
            for i, number in enumerate(numbers)
            if not np.delete(broken, i, axis=1).any(axis=1).all()
        ]
        assert list(book.suspects) == mending
    assert conflicts > 30


def explained(book, deals, broken, numbers):
    """Every certain entry has a smallest reason, by every deal there is."""
    for one in book.certain:
        other = np.array([(deal[one.card] == one.place) is not one.holds for deal in deals])
        reason = book.reason(one.card, one.place)
        against = broken[other]
        where = [numbers.index(number) for number in reason]
        assert against[:, where].any(axis=1).all()
        assert len(where) == smallest(against)


def smallest(broken):
    """The least number of lines such that every deal breaks one of them."""
    if not len(broken):
        return 0
    lines = range(broken.shape[1])
    return next(
        size
        for size in range(1, broken.shape[1] + 1)
        if any(broken[:, some].any(axis=1).all()
               for some in map(list, combinations(lines, size)))
    )  # fmt: skip
