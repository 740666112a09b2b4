"""``unseen believe``: the examples of its page, by other arithmetic."""

from __future__ import annotations

import itertools
import json
import tomllib
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.unseen.believing import answer, chance, example, probability


def test_the_bridge_deals_are_those_counted_suit_by_suit() -> None:
    """Lengths and points of South and North, one suit after the other; no belief structure."""
    points = {"A": 4, "K": 3, "Q": 2, "J": 1}
    pairs: Any = {}
    for kind in ("hearts", "hearts, king in South", "other"):
        suit: Counter[tuple[int, int, int, int]] = Counter()
        for honours in itertools.product("NSE", repeat=4):
            if "king" in kind and honours[1] != "S":
                continue
            held = {
                who: [points[h] for h, w in zip("AKQJ", honours, strict=True) if w == who]
                for who in "NS"
            }
            for south, north in itertools.product(range(10), repeat=2):
                lengths = len(held["S"]) + south, len(held["N"]) + north
                if south + north <= 9 and 2 <= lengths[0] <= 5:
                    if kind != "other" and lengths[1] < 4:
                        continue
                    ways = comb(9, south) * comb(9 - south, north)
                    suit[lengths[0], sum(held["S"]), lengths[1], sum(held["N"])] += ways
        pairs[kind] = suit

    def both(one: Any, other: Any) -> Counter[tuple[int, int, int, int]]:
        sums: Counter[tuple[int, int, int, int]] = Counter()
        for (a, b, c, d), n in one.items():
            for (e, f, g, h), m in other.items():
                if a + e <= 13 and b + f <= 17 and c + g <= 13 and d + h <= 9:
                    sums[a + e, b + f, c + g, d + h] += n * m
        return sums

    minors = both(pairs["other"], pairs["other"])
    by_length: Any = {}
    for (a, b, c, d), n in minors.items():
        by_length.setdefault((a, c), []).append((b, d, n))

    def deals(hearts: str) -> int:
        return sum(
            n * m
            for (a, b, c, d), n in both(pairs["other"], pairs[hearts]).items()
            for f, h, m in by_length.get((13 - a, 13 - c), ())
            if 15 <= b + f <= 17 and 6 <= d + h <= 9
        )

    data = answer(example("bridge.toml"), "--exact")
    assert data["worlds"] == deals("hearts") == 52_971_165_758_043_957_240
    expected = Fraction(deals("hearts, king in South"), deals("hearts"))
    assert chance(data, "HK", "South") == expected
    assert probability(data, "South has the heart king") == expected


def test_the_secret_santas_are_the_permutations_that_are_left() -> None:
    names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"]
    pairs = {("Ann", "Ben"), ("Cleo", "Dan")}
    left = [
        dict(zip(names, drawn, strict=True))
        for drawn in itertools.permutations(names)
        if drawn[0] == "Eve"
        and all(a != b for a, b in zip(names, drawn, strict=True))
        and not any(
            {a, b} == set(pair) for pair in pairs for a, b in zip(names, drawn, strict=True)
        )
    ]
    data = answer(example("santa.toml"), "--exact", "--certain")
    assert data["worlds"] == len(left) == 24
    for place, card in itertools.product(names, names):
        expected = Fraction(sum(world[place] == card for world in left), len(left))
        assert chance(data, card, place) == expected
    asked = sum(world["Ben"] == "Finn" for world in left)
    assert probability(data, "Ben gives to Finn") == Fraction(asked, len(left))
    deduced = [
        (one["place"], one["card"], one["holds"]) for one in data["certain"] if not one["told"]
    ]
    assert deduced == [("Ann", "Eve", True)]


def test_the_skat_position_agrees_with_binomials_and_with_enumeration() -> None:
    groups = tomllib.loads(Path(example("skat.toml")).read_text())["groups"]
    cards = {card: suit for suit, named in groups.items() for card in named}
    weights: Counter[tuple[bool, bool]] = Counter()
    for skat in itertools.combinations(set(cards) - {"HJ"}, 2):
        rest = set(cards) - set(skat)
        sure = [c for c in rest if cards[c] == "trumps"]
        open_ = [c for c in rest if cards[c] in ("spades", "diamonds")]
        for more in itertools.combinations(open_, 7 - len(sure)):
            partner = rest - set(sure) - set(more)
            assert len(partner) == 7
            weights["DT" in partner, len(sure) == 4] += 1
    data = answer(example("skat.toml"), "--exact")
    closed = sum(
        comb(3, a) * comb(4, h) * comb(8, 2 - a - h) * comb(6 + a + h, 3 + a)
        for a in range(3)
        for h in range(3 - a)
    )
    assert data["worlds"] == weights.total() == closed == 3864
    each = {key: n * (Fraction(1) if key[0] else Fraction(1, 10)) for key, n in weights.items()}
    whole = sum(each.values())
    assert data["weight"] == pytest.approx(float(whole))
    ten = sum(w for (partner, _), w in each.items() if partner)
    trumps = sum(w for (_, all_four), w in each.items() if all_four)
    assert probability(data, "partner has the ten of diamonds") == Fraction(ten, whole)
    assert probability(data, "the declarer has all four trumps") == Fraction(trumps, whole)


def test_the_notebook_agrees_with_every_deal_tried() -> None:
    groups = json.loads(Path(example("clue.json")).read_text())["groups"]
    cards = {card for named in groups.values() for card in named}
    worlds = 0
    counts: Counter[tuple[str, str]] = Counter()
    with_rope = rooms = 0
    for file in itertools.product(*groups.values()):
        for bob in itertools.combinations(sorted(cards - set(file)), 6):
            hands = {"case file": set(file), "Bob": set(bob), "Cleo": cards - set(file) - set(bob)}
            cleo = hands["Cleo"]
            if (
                {"Plum", "rope", "study"} & hands["Bob"]
                or "study" not in cleo
                or {"Mustard", "candlestick"} & cleo
                or not {"White", "rope", "kitchen"} & cleo
                or not {"Scarlett", "candlestick", "library"} & hands["Bob"]
            ):
                continue
            worlds += 1
            counts.update((card, place) for place, held in hands.items() for card in held)
            with_rope += {"Plum", "rope"} <= hands["case file"]
            rooms += len(set(groups["rooms"]) & hands["Bob"]) >= 3
    data = answer(example("clue.json"), "--exact")
    assert data["worlds"] == worlds
    for card, place in itertools.product(cards, data["places"]):
        assert chance(data, card, place) == Fraction(counts[card, place], worlds)
    assert probability(data, "Plum did it with the rope") == Fraction(with_rope, worlds)
    assert probability(data, "Bob has three rooms or more") == Fraction(rooms, worlds)
