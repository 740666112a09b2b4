"""A person at a terminal: every answer gets a clear reply, and only options are played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import games
from compiled import rows
from determinize import InformationSet, Watch
from players.person import Left, Person, _worlds, likely_cards

GAME = games.load("schnapsen")


@pytest.fixture
def information() -> InformationSet:
    watch = Watch(GAME.new(seed=3))
    return watch.information(watch.state.mover)


class Table:
    """Types prepared lines, and keeps what is said."""

    def __init__(self, *typed: str) -> None:
        self._typed: Iterator[str] = iter(typed)
        self.said: list[str] = []

    def ask(self, prompt: str) -> str:
        try:
            return next(self._typed)
        except StopIteration:
            raise EOFError from None

    def decide(self, information: InformationSet) -> int:
        person = Person(ask=self.ask, say=self.said.append)
        return person.decide(information, rows(0)).option


def test_names_and_numbers_of_options_are_understood(information: InformationSet) -> None:
    for number, code in enumerate(information.options, 1):
        words = GAME.words.option(information.state, code)
        assert Table(str(number)).decide(information) == code
        assert Table(words).decide(information) == code
        assert Table(f"  {words.upper()} ").decide(information) == code


@pytest.mark.parametrize(
    "nonsense", ["foo", "", "undo", "0", "99", "-1", "1.5", "help", "\x00", "[bold]", "é" * 300]
)
def test_nonsense_gets_an_answer_and_is_not_played(
    information: InformationSet, nonsense: str
) -> None:
    table = Table(nonsense, "1")
    assert table.decide(information) == information.options[0]
    assert len(table.said) == 2
    assert table.said[1]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("\x1b[A", "'\\x1b[A' holds keys that are no text"),
        ("1\x1b[D", "holds keys that are no text"),
        ("QH\x00", "holds keys that are no text"),
        ("\udcff\udcfe", "'\\udcff\\udcfe' holds keys that are no text"),
        ("QH?", "'QH?' has a ? among words"),
        ("? 1", "'? 1' has a ? among words"),
        (",", "',' names nothing"),
        (". -", "'. -' names nothing"),
        ("x" * 5000, f"'{'x' * 59}… is too long"),
    ],
)
def test_a_line_that_names_nothing_is_refused_and_shown_shortened(
    information: InformationSet, typed: str, said: str
) -> None:
    table = Table(typed, "1")
    assert table.decide(information) == information.options[0]
    assert said in table.said[1]
    assert "type an option or its number" in table.said[1]
    assert table.said[1].isprintable()
    assert len(table.said[1]) < 200


def test_a_card_that_is_not_held_is_refused_with_what_there_is(
    information: InformationSet,
) -> None:
    held = set(information.view.known(f"hand {information.seat}"))
    other = next(face for face in GAME.faces if face not in held)
    table = Table(other, "1")
    table.decide(information)
    assert other in table.said[1]
    assert "play " in table.said[1]


@pytest.mark.parametrize("question", ["?", " ? ", "? ?", "???"])
def test_a_question_mark_shows_the_belief(information: InformationSet, question: str) -> None:
    table = Table(question, "1")
    table.decide(information)
    assert "2002 worlds" in table.said[1]
    assert "36%" in table.said[1]
    assert likely_cards(information) == table.said[1]


@pytest.mark.parametrize("last", ["quit", "Resign", "exit", "q", " Q "])
def test_a_person_can_leave(information: InformationSet, last: str) -> None:
    with pytest.raises(Left):
        Table(last).decide(information)


def test_the_end_of_the_input_is_leaving(information: InformationSet) -> None:
    with pytest.raises(Left):
        Table("foo").decide(information)


def test_one_world_is_one_world() -> None:
    assert _worlds(1) == "1 world is possible"
    assert _worlds(2) == "2 worlds are possible"
