"""JUnit XML: what stands in it, and that Jenkins' schema for it holds, whatever the texts."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from determinize.auditing.verdict import CRASHED, FAILED, NOT_TESTED, OUTCOMES, PASSED
from unseen.auditing.junit import Case, document

CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase"},
    "properties": {"property"},
    "property": set(),
    "testcase": {"failure", "error", "skipped"},
    "failure": set(),
    "error": set(),
    "skipped": set(),
}
"""What may stand in what: the part of Jenkins' junit-10.xsd that is written."""
COUNTS = {"tests", "failures", "errors"}
REQUIRED = {
    "testsuite": {"name", *COUNTS},
    "testcase": {"name"},
    "property": {"name", "value"},
}
ALLOWED = {
    "testsuites": {"name", *COUNTS},
    "testsuite": {"name", "skipped", *COUNTS},
    "testcase": {"name", "classname"},
    "property": {"name", "value"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": {"type", "message"},
}


def held_to_the_schema(element: ElementTree.Element) -> None:
    name = element.tag
    assert set(element.attrib) <= ALLOWED.get(name, set()), name
    assert set(element.attrib) >= REQUIRED.get(name, set()), name
    for count in COUNTS & set(element.attrib):
        assert element.attrib[count].isdigit()
    for child in element:
        assert child.tag in CHILDREN[name], f"{child.tag} in {name}"
        held_to_the_schema(child)
    if name not in ("failure", "error", "skipped"):
        assert not (element.text or "").strip(), f"text in {name}"


CASES = [
    Case("conserves", PASSED),
    Case("calibrated", FAILED, "a biased shuffle", "BIASED", "\nQH lies in hand 1\n"),
    Case("reachable", CRASHED, "a crash", "CRASH", "ended by SIGSEGV"),
    Case("replayable", NOT_TESTED, "the copier promises the table only"),
]


def test_each_outcome_is_what_continuous_integration_takes_it_for() -> None:
    root = ElementTree.fromstring(document("clue:redeal", CASES, {"seed": 3, "copies": 120}))
    held_to_the_schema(root)
    [suite] = root
    assert suite.attrib == {
        "name": "clue:redeal", "tests": "4", "failures": "1", "errors": "1", "skipped": "1",
    }  # fmt: skip
    told = {one.get("name"): one.get("value") for one in suite.iter("property")}
    assert told == {"seed": "3", "copies": "120"}
    passed, failed, crashed, skipped = suite.iter("testcase")
    assert {case.get("classname") for case in suite.iter("testcase")} == {"clue:redeal"}
    assert (passed.get("name"), list(passed)) == ("conserves", [])
    assert failed[0].tag == "failure"
    assert failed[0].attrib == {"type": "BIASED", "message": "a biased shuffle"}
    assert failed[0].text == "\nQH lies in hand 1\n"
    assert (crashed[0].tag, crashed[0].text) == ("error", "ended by SIGSEGV")
    assert skipped[0].tag == "skipped"
    assert skipped[0].attrib == {"message": "the copier promises the table only"}


def test_the_same_cases_give_the_same_bytes() -> None:
    assert document("a", CASES, {"seed": 1}) == document("a", CASES, {"seed": 1})


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a < b & c > \"d\" 'e'", "a < b & c > \"d\" 'e'"),
        ("]]> <![CDATA[", "]]> <![CDATA["),
        ("\x1b[31mred\x00\x07", "\\x1b[31mred\\x00\\x07"),
        ("half a pair: \ud83c", "half a pair: \\ud83c"),
        ("♥ 🂱", "♥ 🂱"),
        ("\ufffe", "\\ufffe"),
    ],
)
def test_what_xml_cannot_hold_is_written_as_in_python(text: str, read: str) -> None:
    case = Case(text, FAILED, text, text, text)
    root = ElementTree.fromstring(document(text, [case], {text: text}))
    [fault] = root.iter("failure")
    [pair] = root.iter("property")
    assert root[0].get("name") == read
    assert [fault.get("message"), fault.get("type"), fault.text] == [read] * 3
    assert [pair.get("name"), pair.get("value")] == [read] * 2


ANY = st.text(st.characters(), max_size=20)


@given(ANY, st.builds(Case, ANY, st.sampled_from(OUTCOMES), ANY, ANY, ANY))
def test_any_text_at_all(suite: str, case: Case) -> None:
    raw = document(suite, [case], {suite: case.text})
    root = ElementTree.fromstring(raw)
    held_to_the_schema(root)
    assert not re.search(b"[\x00-\x08\x0b-\x1f]", raw)
    [testcase] = root.iter("testcase")
    assert len(testcase) == (case.outcome != PASSED)
