"""``unseen believe``: what it reports."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.unseen.believing import FIELDS, HEAD, SMALL, answer, chance, example, run
from unseen.commands import believe as believe_command


def test_the_object_holds_all_that_was_asked(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    result = run(
        example("clue.json"), "--json", str(file), "--sample", "5", "--certain", "--exact",
        "--given", "Cleo lacks White, rope", "--explain", "kitchen in Cleo",
        "--explain", "library in Bob", "--probability", "Bob holds 1 to 2 of weapons",
    )  # fmt: skip
    assert result.exit_code == 0, result.stderr
    data = json.loads(file.read_text(encoding="utf-8"))
    assert set(data) == HEAD | FIELDS
    assert data["structure"]["exact"] is True
    kitchen, library = data["explained"]
    assert (kitchen["holds"], library["holds"]) == (True, None)
    assert [one["fact"] for one in kitchen["because"]] == ["facts[4]", "--given 1"]
    assert library["probability"] == pytest.approx(data["probabilities"]["library"]["Bob"])
    assert len(data["samples"]) == 5
    for world in data["samples"]:
        assert {place: len(cards) for place, cards in world.items()} == data["places"]
        assert "kitchen" in world["Cleo"]
        assert not {"White", "rope"} & set(world["Cleo"])
    for card, row in data["fractions"].items():
        assert sum(Fraction(*pair) for pair in row.values()) == 1
        for place, pair in row.items():
            assert data["probabilities"][card][place] == pytest.approx(pair[0] / pair[1])


def test_the_same_seed_draws_the_same_worlds() -> None:
    first, again, other = (
        answer(example("skat.toml"), "--sample", "3", "--seed", seed)["samples"] for seed in "112"
    )
    assert first == again != other


def test_ordered_places_have_their_cards_in_every_order() -> None:
    """Each of 6 orders in 600 worlds: fewer than 60 has a chance below 1e-5."""
    text = 'cards = ["A", "B", "C"]\nplaces = { deck = 3 }\nordered = "deck"\n'
    data = answer("-", "--sample", "600", typed=text)
    assert (data["worlds"], data["arrangements"]) == (1, 6)
    counts = Counter(tuple(world["deck"]) for world in data["samples"])
    assert len(counts) == 6
    assert min(counts.values()) >= 60


def test_copies_are_counted_and_shown_as_expected_numbers() -> None:
    text = "cards = { Guard = 3, King = 1 }\nplaces = { hand = 2, deck = 2 }\n"
    data = answer("-", typed=text)
    assert data["worlds"] == 6
    assert data["probabilities"]["Guard"]["hand"] == pytest.approx(0.5)
    shown = run("-", "--sample", "1", typed=text).stdout
    assert re.search(r"3 Guard +1\.500 +1\.500", shown)
    assert re.search(r"draw 1\. hand: (2 Guard|Guard, King|King, Guard); deck", shown)
    assert "world 0. hand: " in run("-", "--worlds", "0", typed=text).stdout


def test_a_copy_that_must_be_there_is_certain() -> None:
    """Two places of two: three Guards and a King leave a Guard in each."""
    text = "cards = { Guard = 3, King = 1 }\nplaces = { hand = 2, deck = 2 }\n"
    sure = answer("-", "--certain", typed=text)["certain"]
    assert [(one["card"], one["place"], one["holds"]) for one in sure] == [
        ("Guard", "hand", True),
        ("Guard", "deck", True),
    ]
    assert not sure[0]["because"]


def test_numbers_in_files_are_exact() -> None:
    text = """
    cards = ["A", "B"]
    places = { me = 1, you = 1 }
    weights = { A = { me = 0.1, you = "1/3" } }
    """
    data = answer("-", "--exact", typed=text)
    assert chance(data, "A", "me") == Fraction(1, 10) / (Fraction(1, 10) + Fraction(1, 3))


def test_alternatives_of_a_file_are_those_of_the_library() -> None:
    """Of three cards I hold one. A or B, each alike: 2 worlds. Nine to one for A: 9 + 1 + 1."""
    holds = [f'{{ holds = "{card}", in = "me" }}' for card in "AB"]
    either = answer("-", "--exact", typed=f"{SMALL}facts = [{{ any_of = [{', '.join(holds)}] }}]")
    assert either["worlds"] == 2
    assert chance(either, "A", "me") == Fraction(1, 2)
    text = f"{SMALL}facts = [{{ one_of = [{holds[0]}, []], weights = [8, 1] }}]"
    sure = answer("-", "--exact", typed=text)
    assert sure["worlds"] == 3
    assert chance(sure, "A", "me") == Fraction(9, 11)


def test_the_same_likelihood_seen_twice_counts_twice() -> None:
    fact = '{ likelihood = { "0" = 0.5, "1" = 1 }, of = "A", in = "me" }'
    data = answer("-", "--exact", typed=f"{SMALL}facts = [{fact}, {fact}]")
    assert chance(data, "A", "me") == Fraction(1) / (1 + 2 * Fraction(1, 4))


def test_each_says_the_same_of_every_one() -> None:
    text = SMALL + 'facts = [{ at_most = 0, of_each = ["A", "B"], in_each = ["me"] }]'
    data = answer("-", "--explain", "C in me", typed=text)
    assert data["worlds"] == 1
    assert [one["says"] for one in data["explained"][0]["because"]] == ["me lacks A", "me lacks B"]


def test_toml_and_json_say_the_same(tmp_path: Path) -> None:
    data = json.loads(Path(example("clue.json")).read_text(encoding="utf-8"))
    lines = [f"{key} = {_toml(value)}" for key, value in data.items()]
    (tmp_path / "clue.toml").write_text("\n".join(lines), encoding="utf-8-sig")
    one, other = answer(example("clue.json")), answer(str(tmp_path / "clue.toml"))
    for data in (one, other):
        del data["parameters"]
    assert one == other


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {_toml(item)}' for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def test_questions_are_ranked_by_what_they_tell() -> None:
    """Of three cards, one is mine: "is it A?" tells log2(3) - 2/3 bits, "which is it?" log2(3)."""
    text = (
        SMALL
        + """
    [questions."Is it A?"]
    yes = { holds = "A", in = "me" }
    no = { lacks = "A", in = "me" }
    [questions."Which is it?"]
    A = { holds = "A", in = "me" }
    B = { holds = "B", in = "me" }
    C = { holds = "C", in = "me" }
    """
    )
    rows = answer("-", "--worth", typed=text)["questions"]
    assert [row["question"] for row in rows] == ["Which is it?", "Is it A?"]
    assert [row["bits"] for row in rows] == pytest.approx([1.584963, 0.918296], abs=1e-6)
    assert rows[1]["answers"] == pytest.approx({"yes": 1 / 3, "no": 2 / 3})
    assert "Which is it?" in run("-", "--worth", typed=text).stdout


def test_questions_may_be_about_the_case_file() -> None:
    """By the distribution of case files, before and after each answer, deal by deal."""
    data = answer(example("clue.json"), "--worth", "--worlds", ":")
    assert data["target"]["places"] == ["case file"]

    def bits_open(worlds: list[dict[str, list[str]]]) -> float:
        counts = Counter(tuple(world["case file"]) for world in worlds)
        return sum(n * math.log2(len(worlds) / n) for n in counts.values()) / len(worlds)

    worlds = [one["world"] for one in data["numbered"]]
    assert data["target"]["entropy"] == pytest.approx(bits_open(worlds))
    ranked = []
    for name in json.loads(Path(example("clue.json")).read_text())["questions"]:
        who, _, cards = name.rstrip("?").partition(": ")
        shown = [one for one in worlds if set(one[who]) & set(cards.split(", "))]
        rest = [one for one in worlds if not set(one[who]) & set(cards.split(", "))]
        left = sum(len(some) * bits_open(some) for some in (shown, rest)) / len(worlds)
        ranked.append((bits_open(worlds) - left, name, len(shown) / len(worlds)))
    rows = data["questions"]
    expected = sorted(ranked, reverse=True)
    assert [row["question"] for row in rows] == [name for _, name, _ in expected]
    assert [row["bits"] for row in rows] == pytest.approx([bits for bits, _, _ in expected])
    for row, (_, _, share) in zip(rows, expected, strict=True):
        assert row["answers"] == pytest.approx({"shows one": share, "cannot": 1 - share})
    shown_text = run(example("clue.json"), "--worth").stdout
    assert "6.443 bits open in case file" in shown_text


def test_worlds_are_listed_by_number() -> None:
    """All are different, they join where lists do, and with weights they add up to 1."""
    every = answer(example("skat.toml"), "--worlds", ":")["numbered"]
    assert [one["number"] for one in every] == list(range(3864))
    assert len({json.dumps(one["world"]) for one in every}) == 3864
    assert sum(one["probability"] for one in every) == pytest.approx(1)
    assert answer(example("skat.toml"), "--worlds", "3860:")["numbered"] == every[3860:]
    assert answer(example("skat.toml"), "--worlds", "17")["numbered"] == every[17:18]
    shown = run("-", "--worlds", "1:3", typed=SMALL).stdout
    assert re.findall(r"(\d)\. me: (\w); you: (\w), (\w)", shown) == [
        ("1", "B", "A", "C"),
        ("2", "C", "A", "B"),
    ]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [("3864", "numbered 0 to 3863"), ("5:5", "no worlds 5 up to 5"), ("-1", "write START:STOP"),
     ("0:4000", "numbered 0 to 3863"), ("1:2:3", "write START:STOP")],
)  # fmt: skip
def test_worlds_that_there_are_not_are_refused(wanted: str, said: str) -> None:
    result = run(example("skat.toml"), f"--worlds={wanted}")
    assert result.exit_code == 2
    assert said in result.stderr
    result = run(example("bridge.toml"), "--worlds", "0:100001")
    assert "100,001 worlds are too many: 100,000 at most" in result.stderr


def test_a_contradiction_names_facts_none_of_which_can_be_left_out() -> None:
    arguments = (example("clue.json"), "--given", "Bob holds library", "--given", "Bob holds rope")
    result = run(*arguments)
    assert result.exit_code == 1
    assert result.stderr == (
        f"unseen: {example('clue.json')}: no world agrees with: Bob lacks Plum, rope, study "
        "(could not disprove mine) [facts[1]]; Bob holds rope [--given 2]\n"
    )
    result = run(*arguments, "--json", "-")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert set(data) == HEAD | {"worlds", "conflict"}
    assert data["worlds"] == 0
    assert [one["fact"] for one in data["conflict"]] == ["facts[1]", "--given 2"]


def test_cards_that_fit_nowhere_are_a_contradiction_too() -> None:
    result = run("-", typed=SMALL + 'allowed = { A = "me", B = "me" }')
    assert result.exit_code == 1
    assert "do not fit into the places" in result.stderr


def test_an_interrupt_leaves_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(believe_command, "Belief", interrupted)
    result = run(example("santa.toml"))
    assert result.exit_code == 130
    assert result.stderr == "unseen: interrupted\n"


def test_a_count_of_thousands_of_digits_is_a_number() -> None:
    """1 500 cards, each in one of a thousand places: 1000 ** 1500 worlds."""
    places = ", ".join(f'p{i} = "any"' for i in range(1000))
    result = run("-", "--json", "-", typed=f"cards = {{ x = 1500 }}\nplaces = {{ {places} }}\n")
    assert result.exit_code == 0, result.stderr
    assert f'"worlds": 1{"0" * 4500},' in result.stdout


def test_many_places_are_shown_in_several_tables() -> None:
    cards = ", ".join(f'"card {i}"' for i in range(30))
    places = ", ".join(f'"player {i}" = 1' for i in range(30))
    shown = run("-", typed=f"cards = [{cards}]\nplaces = {{ {places} }}\n").stdout
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.split()[:1] == ["card"] and "player" in line for line in lines) > 1
    assert all(f"player {i}" in shown for i in range(30))
    assert shown.count("0.033") == 30


def test_what_is_open_never_looks_certain() -> None:
    text = SMALL + "weights = { A = { me = 1e-20 }, B = { me = 1e-20 } }"
    shown = run("-", typed=text).stdout
    assert "held" not in shown
    assert "<.001" in shown
    assert ">.999" in shown
