"""JUnit XML: checks as test cases, in the form that continuous integration shows.

The form is that of Jenkins (``junit-10.xsd`` of its xUnit plugin), which other services read too. A
target is a suite, a check a case: *failed* is a failure, *crashed* an error, *not tested* skipped.
Nothing in the file depends on the clock.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from determinize.auditing.verdict import CRASHED, FAILED, NOT_TESTED

_ELEMENTS = {FAILED: "failure", CRASHED: "error", NOT_TESTED: "skipped"}
_NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Case:
    """One check.

    Attributes:
        name: of the check.
        outcome: one of :data:`determinize.auditing.verdict.OUTCOMES`.
        message: one line: what is wrong, or why it was not tested.
        kind: what kind of fault it is.
        text: all that is known about it.
    """

    name: str
    outcome: str
    message: str = ""
    kind: str = ""
    text: str = ""


def document(suite: str, cases: Sequence[Case], properties: Mapping[str, object]) -> bytes:
    r"""One suite of test cases as a JUnit XML document in UTF-8.

    Args:
        suite: what was looked at: the name of the suite and the class of its cases.
        properties: what it was looked at with.

    >>> case = Case("conserves", "failed", "lost cards", "LOST_CARDS", "4 < 5 & \x1b")
    >>> print(document("toy", [case], {"seed": 1}).decode())
    <?xml version='1.0' encoding='utf-8'?>
    <testsuites name="unseen audit" tests="1" failures="1" errors="0">
      <testsuite name="toy" tests="1" failures="1" errors="0" skipped="0">
        <properties>
          <property name="seed" value="1" />
        </properties>
        <testcase classname="toy" name="conserves">
          <failure type="LOST_CARDS" message="lost cards">4 &lt; 5 &amp; \x1b</failure>
        </testcase>
      </testsuite>
    </testsuites>
    <BLANKLINE>
    """
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(case.outcome == FAILED for case in cases)),
        "errors": str(sum(case.outcome == CRASHED for case in cases)),
    }
    root = ElementTree.Element("testsuites", {"name": "unseen audit", **counts})
    skipped = str(sum(case.outcome == NOT_TESTED for case in cases))
    name = _legal(suite)
    body = ElementTree.SubElement(root, "testsuite", {"name": name, **counts, "skipped": skipped})
    told = ElementTree.SubElement(body, "properties")
    for key, value in properties.items():
        pair = {"name": _legal(key), "value": _legal(str(value))}
        ElementTree.SubElement(told, "property", pair)
    for case in cases:
        _add(ElementTree.SubElement(body, "testcase", classname=name, name=_legal(case.name)), case)
    ElementTree.indent(root)
    raw: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return raw + b"\n"


def _add(element: ElementTree.Element, case: Case) -> None:
    """What became of a case that did not pass."""
    if case.outcome not in _ELEMENTS:
        return
    attributes = {"type": _legal(case.kind)} if case.kind else {}
    attributes["message"] = _legal(case.message)
    outcome = ElementTree.SubElement(element, _ELEMENTS[case.outcome], attributes)
    outcome.text = _legal(case.text) or None


def _legal(text: str) -> str:
    r"""Text without what XML cannot hold; control characters are written as in Python: ``\x1b``."""
    return _NOT_IN_XML.sub(lambda found: repr(found[0])[1:-1], text)
