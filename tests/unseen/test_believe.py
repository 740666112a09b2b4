"""``unseen believe``: the examples by other arithmetic, what it reports, what it refuses."""

from __future__ import annotations

import itertools
import json
import re
import tomllib
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from beliefs import WorldDiagram
from unseen.app import app
from unseen.commands import believe as believe_command

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = sorted(path for path in (DOCS / "examples").iterdir())
RUNNER = CliRunner()
HEAD = {"command", "versions", "seed", "parameters"}
FIELDS = {
    "worlds", "arrangements", "weight", "entropy", "structure", "cards", "places", "probabilities",
    "fractions", "asked", "explained", "certain", "samples", "questions", "conflict",
}  # fmt: skip


def run(*arguments: str, typed: str | bytes = "") -> Any:
    return RUNNER.invoke(app, ["believe", *arguments], input=typed)


def answer(*arguments: str, typed: str | bytes = "") -> Any:
    """The JSON object that a call writes; strict."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} in JSON")

    result = run(*arguments, "--json", "-", typed=typed)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout, parse_constant=refuse)


def example(name: str) -> str:
    return str(DOCS / "examples" / name)


def chance(data: Any, card: str, place: str) -> Fraction:
    return Fraction(*data["fractions"][card][place])


def probability(data: Any, name: str) -> Fraction:
    return next(Fraction(*row["fraction"]) for row in data["asked"] if row["name"] == name)


# ------------------------------------------------------------------------------------ the examples


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


# ------------------------------------------------------------------------------------- the schema


def test_the_published_schema_is_the_one_that_is_checked() -> None:
    result = run("--schema")
    assert result.exit_code == 0
    assert result.stdout == (DOCS / "knowledge.schema.json").read_text(encoding="utf-8")
    jsonschema.Draft202012Validator.check_schema(json.loads(result.stdout))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_fits_the_published_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    schema = json.loads((DOCS / "knowledge.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, schema, cls=jsonschema.Draft202012Validator)


def test_the_page_shows_the_example_and_what_it_gives() -> None:
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    assert Path(example("skat.toml")).read_text(encoding="utf-8") in page
    shown = run(example("skat.toml"), "--certain").stdout
    by = r", by \w+"  # which structure it is may change

    def squeezed(text: str) -> str:
        return re.sub(by, "", " ".join(text.split()))

    assert squeezed(shown) in squeezed(page)


SMALL = """
cards = ["A", "B", "C"]
places = { me = 1, you = 2 }
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('facts = [{ holds = "A", in = "yuo" }]', "facts[0].in: no place 'yuo'; did you mean"),
        ('facts = [{ holds = "a", in = "me" }]', "facts[0].holds: no card 'a'"),
        ('facts = [{ holds = "A", inn = "me" }]', "facts[0].inn: there is no 'inn' here"),
        ('facts = [{ holds = "A" }]', 'facts[0]: it does not say where: add in = "Bob"'),
        ('facts = [{ holds = "A", in = "me", in_each = "you" }]', "it says where twice"),
        ('facts = [{ in = "me" }]', "facts[0]: in says none of holds, lacks"),
        ('facts = [{ holds = "A", lacks = "B", in = "me" }]', "holds and lacks in one statement"),
        ('facts = [{ at_least = 1.5, of = "A", in = "me" }]', "facts[0].at_least: 1.5 is no whole"),
        ('facts = [{ at_least = 1, in = "me" }]', "it does not say which cards"),
        ('facts = [{ between = [2, 1], of = "A", in = "me" }]', "2 to 1 is an empty range"),
        ('facts = [{ between = 2, of = "A", in = "me" }]', "facts[0].between: 2 is no range"),
        ('facts = [{ total = 3, weights = "p", in = "me" }]', "facts[0].weights: no table of"),
        ('facts = [{ total = 3, weights = {A = "x"}, in = "me" }]', "'x' for 'A' is no whole"),
        ('facts = [{ likelihood = { x = 1 }, of = "A", in = "me" }]', "'x' is no sum"),
        ('facts = [{ likelihood = { "0" = -1 }, of = "A", in = "me" }]', "-1 is no weight"),
        ('facts = [{ any_of = [{ any_of = [] }] }]', "any_of cannot stand here"),
        ('facts = [{ any_of = [[{ holds = "A", in = 3 }]] }]', "facts[0].any_of[0][0].in: 3 is no"),
        ('facts = [{ one_of = [[]], weights = [1, 2] }]', "2 weights for 1 cases"),
        ('facts = [{ one_of = [[], []], weights = [0, 0] }]', "no case is possible"),
        ('facts = "none"', "facts is 'none': write a list"),
        ('groups = { A = ["B*"] }', "groups.A: 'B*' is a pattern"),
        ('groups = { x = ["y"], y = ["x"] }', "names itself"),
        ('groups = { x = ["D*"] }', "no card fits 'D*'"),
        ('weights = { A = { me = "one" } }', "weights.A.me: 'one' is no weight"),
        ('weights = { A = { me = 2 }, "*" = { me = 1 } }', "weights: 'A' in 'me' has two weights"),
        ('allowed = { A = "nobody" }', "allowed: no place 'nobody'"),
        ('ordered = "nobody"', "ordered: no place 'nobody'"),
        ('target = "nobody"', "target: no place 'nobody'"),
        ('ask = { x = { holds = "D", in = "me" } }', 'ask."x".holds: no card'),
        ('fact = []', "fact: there is no 'fact' here; did you mean 'facts'?"),
        ('title = 3', "title is 3: write text"),
        ("places = 1", "is no TOML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    result = run("-", typed=f"{SMALL}{text}\n")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("unseen: standard input")
    assert said in result.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "standard input is empty"),
        ('{"cards": ["A"]}', "places is missing"),
        ('{"cards": ["A"], "cards": ["B"], "places": {}}', "the key 'cards' is given twice"),
        ('{"cards": ["A"], "places": {"x": NaN}}', "NaN is no number"),
        ('{"cards": ["A"], "places": {"x": 1e99999}}', "beyond what can be computed with"),
        ('{"cards": ["A"], "places": {"x": -1}}', "places.x: -1 is no number of cards"),
        ('{"cards": ["A"], "places": {"x": 2}}', "the places hold 2 cards (x 2), but 1 are hidden"),
        ('{"cards": {"A": 0}, "places": {"x": 1}}', "0 copies of 'A'"),
        ('{"cards": 3, "places": {"x": 1}}', "cards: 3 is no name"),
        ('{"cards": [', "is no JSON"),
        ("[1, 2]", "is no TOML"),
        (b"\xff\xfe", "no text in UTF-8"),
    ],
)
def test_what_is_no_knowledge_is_refused(text: str | bytes, said: str) -> None:
    result = run("-", typed=text)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a knowledge file"),
        (("nowhere.toml",), "nowhere.toml cannot be read: no such file"),
        ((example("clue.json"), "--format", "yaml"), "toml or json"),
        ((example("clue.json"), "--format", "toml"), "is no TOML"),
        ((example("clue.json"), "--method", "guess"), "--method is 'guess'"),
        ((example("clue.json"), "--sample", "-1"), "--sample cannot be -1"),
        ((example("clue.json"), "--given", "Bob rope"), "no statement"),
        ((example("clue.json"), "--given", "Bobb holds rope"), "'Bobb'; did you mean 'Bob'?"),
        ((example("clue.json"), "--probability", "Bob holds ropes"), "no card 'ropes'"),
        ((example("clue.json"), "--probability", "{ holds = 3, in = 'Bob' }"), "[0].holds: 3"),
        ((example("clue.json"), "--explain", "rope of Bob"), "write 'CARD in PLACE'"),
        ((example("clue.json"), "--explain", "rope in Bobb"), "did you mean 'Bob'?"),
        ((example("skat.toml"), "--worth"), "has none"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_refused(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2, result.stderr
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


# --------------------------------------------------------------------------------- what it reports


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
    assert re.search(r"hand: (2 Guard|Guard, King|King, Guard); deck", shown)


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


@pytest.mark.skipif(not hasattr(WorldDiagram, "contents"), reason="contents of places: not yet")
def test_questions_may_be_about_the_case_file() -> None:
    rows = answer(example("clue.json"), "--worth")["questions"]
    bits = [row["bits"] for row in rows]
    assert bits == sorted(bits, reverse=True)
    assert len(bits) == 3
    assert all(0 < b <= 1 for b in bits)
    assert all(sum(row["answers"].values()) == pytest.approx(1) for row in rows)


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
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(believe_command, "Belief", interrupted)
    result = run(example("santa.toml"))
    assert result.exit_code == 130
    assert result.stderr == "unseen: interrupted\n"


# ------------------------------------------------------------------------------------ great inputs


def test_a_count_of_thousands_of_digits_is_a_number() -> None:
    """5 000 cards, each in one of ten places: 10 ** 5000 worlds."""
    places = ", ".join(f'p{i} = "any"' for i in range(10))
    text = f"cards = {{ x = 5000 }}\nplaces = {{ {places} }}\n"
    result = run("-", "--json", "-", typed=text)
    assert result.exit_code == 0, result.stderr
    assert f'"worlds": 1{"0" * 5000},' in result.stdout
    assert "about 1.000 × 10^5000 worlds" in run("-", typed=text).stdout


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
