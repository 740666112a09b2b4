"""Statements as people type them mean what the library prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs import Fact, at_least, at_most, between, exactly, holds, lacks, total
from unseen.errors import CallError
from unseen.knowledge_file import KnowledgeFile, load
from unseen.knowledge_file.sentences import card_in_place, facts_of

CARDS = ["lead pipe", "HA", "HK", "SA", "tomb in the yard"]
PLACES = ["Ann", "Bob", "case file", "he who holds all"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeFile:
    path: Path = tmp_path_factory.mktemp("typed") / "small.toml"
    places = ", ".join(f'"{place}" = "any"' for place in PLACES)
    path.write_text(
        f"cards = {CARDS}\nplaces = {{ {places} }}\n"
        'groups.hearts = ["H*"]\nvalues.points = { "?A" = 4, "?K" = 3 }\n'
    )
    return load(str(path))


POINTS = {"HA": 4, "SA": 4, "HK": 3}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Bob holds lead pipe", [holds("Bob", "lead pipe")]),
        ("Bob has HA, HK", [holds("Bob", "HA"), holds("Bob", "HK")]),
        ("Bob lacks hearts", [lacks("Bob", ["HA", "HK"])]),
        ("Ann and Bob lack SA", [lacks(["Ann", "Bob"], "SA")]),
        ("Ann, Bob and case file hold SA", [holds(["Ann", "Bob", "case file"], "SA")]),
        ("Ann and Bob together hold at most 1 of H*", [at_most(["Ann", "Bob"], ["HA", "HK"], 1)]),
        ("he who holds all holds exactly 1 hearts", [exactly(PLACES[3], ["HA", "HK"], 1)]),
        ("Bob holds tomb in the yard", [holds("Bob", "tomb in the yard")]),
        ("Bob holds 2 of hearts", [exactly("Bob", ["HA", "HK"], 2)]),
        ("Bob has 4 to 7 points", [total("Bob", POINTS, 4, 7)]),
        ("Bob has at least 4 points; Ann lacks HA", [total("Bob", POINTS, 4), lacks("Ann", "HA")]),
        ('{ between = [1, 2], of = "?A", in = "Bob" }', [between("Bob", ["HA", "SA"], 1, 2)]),
        ('{"lacks": "HA", "in": "Bob"}', [lacks("Bob", "HA")]),
        ('[{ lacks = "HA", in = "Bob" }, { holds = "SA", in = "Ann" }]',
         [lacks("Bob", "HA"), holds("Ann", "SA")]),
    ],
)  # fmt: skip
def test_sentences_mean_facts(file: KnowledgeFile, typed: str, meant: list[Fact]) -> None:
    assert list(facts_of(typed, file, "--given")) == meant


NAMED = st.lists(st.sampled_from(CARDS), min_size=1, unique=True)
WHERE = st.lists(st.sampled_from(PLACES), min_size=1, unique=True)


@given(
    places=WHERE,
    cards=NAMED,
    n=st.integers(1, 3),
    make=st.sampled_from([at_least, at_most, exactly]),
)
def test_what_the_library_prints_can_be_typed(
    file: KnowledgeFile, places: list[str], cards: list[str], n: int, make: object
) -> None:
    fact = make(places, cards, n)  # type: ignore[operator]
    for one in (fact, lacks(places, cards), between(places, cards, 1, 2)):
        assert facts_of(str(one), file, "--given") == (one,)


@pytest.mark.parametrize(
    ("typed", "pair"),
    [
        ("HA in Bob", ("HA", "Bob")),
        ("Bob holds HA", ("HA", "Bob")),
        ("tomb in the yard in case file", ("tomb in the yard", "case file")),
        ("he who holds all holds lead pipe", ("lead pipe", "he who holds all")),
    ],
)
def test_a_card_in_a_place(file: KnowledgeFile, typed: str, pair: tuple[str, str]) -> None:
    assert card_in_place(typed, file, "--explain") == pair


@pytest.mark.parametrize("typed", ["", ";", "Bob", "Bob holds", "Bob holds at least 1", "{", "[]x"])
def test_what_is_no_sentence_is_refused(file: KnowledgeFile, typed: str) -> None:
    with pytest.raises(CallError, match="--given"):
        facts_of(typed, file, "--given")
