"""How a finding is written into the evidence: in short, and not the same again and again."""

from __future__ import annotations

from typing import Any

from determinize.auditing.evidence import Evidence, Finding
from determinize.auditing.kinds import Kind

LONGEST = 400
"""Letters of what a copy, or the truth, says."""
ENOUGH = 5
"""Findings of one kind in one position; more of them tell nothing new."""


def found(
    evidence: Evidence, check: str, kind: Kind, seed: int | None, copy: Any, truth: Any
) -> None:
    """Add what one copy proves: the check, the kind of bug, what the copy and the truth say.

    >>> from determinize.auditing.evidence import Position
    >>> evidence = Evidence(Position(seed=1, seat=0, moves=()))
    >>> for seed in range(9):
    ...     found(evidence, "conserves", Kind.LOST_CARDS, seed, "no ace", "one ace")
    >>> len(evidence.findings), evidence.findings[0].copy
    (5, 'no ace')
    """
    alike = sum(one.check == check and one.kind == kind.name for one in evidence.findings)
    if alike < ENOUGH:
        evidence.findings.append(Finding(check, kind.name, seed, cut(copy), cut(truth)))


def in_words(error: BaseException) -> str:
    """An exception as a report says it."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def cut(value: Any, longest: int = LONGEST) -> str:
    """A value as text, of which no more is shown than so many letters.

    >>> cut("a long story", 6)
    'a long…'
    """
    text = str(value)
    return text if len(text) <= longest else f"{text[:longest]}…"
