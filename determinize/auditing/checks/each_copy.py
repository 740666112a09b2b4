"""What two checks do alike: ask of each copy why it cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from determinize.auditing.auditable import NotTested
from determinize.auditing.evidence import Evidence
from determinize.auditing.sample import Sample


def impossible_copies(
    sample: Sample, evidence: Evidence, check: str, reason: Callable[[Any], str | None]
) -> Iterator[tuple[int, str]]:
    """The seeds of the copies that cannot be, and why; those that were looked at are counted.

    Args:
        reason: says of a copy why it cannot be, or None.

    Raises:
        NotTested: of no copy it could be told.
    """
    looked, unsaid = 0, "no copy could be made"
    for one in sample.copies:
        try:
            why = reason(one.state)
        except NotTested as unknown:
            unsaid = str(unknown)
            continue
        looked += 1
        if why is not None:
            yield one.seed, why
    if not looked:
        raise NotTested(unsaid)
    evidence.looked(check, looked)
