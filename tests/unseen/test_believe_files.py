"""``unseen believe``: the published form of knowledge files, and what is refused."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

from tests.unseen.believing import DOCS, EXAMPLES, SMALL, example, run


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


@pytest.mark.parametrize(
    "arguments",
    [
        ("clue.json", "--worth"),
        ("santa.toml", "--worlds", "22:24"),
        ("bridge.toml", "--method", "chain"),
    ],
)
def test_the_other_outputs_on_the_page_are_what_is_shown(arguments: tuple[str, ...]) -> None:
    """The page leaves out the matrix, and what else is between; the rest is there in this order."""
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    call = f"$ unseen believe docs/examples/{' '.join(arguments)}\n"
    told = page.partition(call)[2].partition("```")[0]
    shown = " ".join(run(example(arguments[0]), *arguments[1:]).stdout.split())
    pieces = [" ".join(piece.split()) for piece in told.split("…")]
    assert any(pieces)
    for piece in pieces:
        assert piece in shown
