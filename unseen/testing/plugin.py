"""The pytest plugin: the fixture ``audit_copies``.

pytest loads this in every run of whoever has installed the package, so nothing is imported before
a test asks for an audit.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from determinize.audit import Audit

SIZES = {
    "positions": "how many positions of random games each audit looks at",
    "copies": "how many copies of each position",
    "seed": "the seed of audits",
}
"""Each option of an audit that the command line and the ini file set, and what it says."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--audit-positions``, ``--audit-copies``, ``--audit-seed``, and the same in an ini file."""
    group = parser.getgroup("unseen", "audits of hidden-information copies")
    for name, says in SIZES.items():
        group.addoption(
            f"--audit-{name}",
            type=_number,
            metavar="N",
            help=f"{says}, whatever the test says.",
        )
        parser.addini(f"audit_{name}", f"{says}, where the test says nothing.")


@pytest.fixture
def audit_copies(request: pytest.FixtureRequest) -> Callable[..., Audit]:
    """Audits the copies of a game, and fails the test where they fail (unseen).

    Called with a target: text as ``unseen audit`` takes it, an ``Auditable``, a function that makes
    one, or a copier ``(state, seat, rng) -> state`` together with ``game=``. Returns the
    ``Audit``. Options: ``require`` (checks that must have been tested), ``players``, ``preset``,
    ``parameters``, and those of ``determinize.audit.audit``. See docs/testing.md.
    """
    config = request.config
    said = {name: config.getoption(f"audit_{name}") for name in SIZES}
    asked = {name: number for name, number in said.items() if number is not None}
    usual = {name: _of_ini(config, name) for name in SIZES if config.getini(f"audit_{name}")}

    def audited(target: Any, **options: Any) -> Audit:
        __tracebackhide__ = True
        from unseen.testing.audits import failure

        audit, wrong = failure(target, {**usual, **options, **asked})
        if wrong:
            pytest.fail(wrong)
        return audit

    return audited


def _number(text: str) -> int:
    """A whole number, not negative."""
    if not text.strip().isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number, 0 or more")
    return int(text)


def _of_ini(config: pytest.Config, name: str) -> int:
    text = str(config.getini(f"audit_{name}"))
    try:
        return _number(text)
    except argparse.ArgumentTypeError as error:
        raise pytest.UsageError(f"audit_{name} in {config.inipath}: {error}") from None
