"""Looking at one position: copies are made, and each check says what it finds."""

from __future__ import annotations

from collections.abc import Callable

from determinize.auditing.asked import BrokenGame
from determinize.auditing.auditable import Auditable, NotTested
from determinize.auditing.checks.calibrated import calibrated
from determinize.auditing.checks.conserves import conserves
from determinize.auditing.checks.consistent import consistent
from determinize.auditing.checks.independent import independent
from determinize.auditing.checks.indistinguishable import indistinguishable
from determinize.auditing.checks.reachable import reachable
from determinize.auditing.checks.replayable import replayable
from determinize.auditing.evidence import CHECKS, CONSERVES, Evidence, Finding, Position
from determinize.auditing.finding import in_words
from determinize.auditing.kinds import Kind
from determinize.auditing.positions import said
from determinize.auditing.sample import Copied, Sample, Settings, Told

NOT_ASKED = "it was not asked for"

Examiner = Callable[[Sample, Evidence], None]

EXAMINERS: dict[str, Examiner] = {
    check.__name__: check
    for check in (
        conserves,
        indistinguishable,
        independent,
        consistent,
        replayable,
        reachable,
        calibrated,
    )
}
"""Each check by its name: what it finds in a sample, it adds to the evidence."""


def examine(
    target: Auditable, position: Position, settings: Settings, told: Told = lambda *_: None
) -> Evidence:
    """Everything that the copies of one position bring to light.

    Args:
        told: told before each copy is made, so that a crash can be placed.
    """
    sample = Sample(target, position, settings, told)
    evidence = Evidence(position, words=said(target, position))
    _make_copies(sample, evidence)
    for name in CHECKS:
        if name not in settings.checks:
            evidence.untested[name] = NOT_ASKED
            continue
        told(name, "")
        try:
            EXAMINERS[name](sample, evidence)
        except NotTested as reason:
            evidence.untested.setdefault(name, str(reason))
        except BrokenGame:
            raise
        except Exception as error:  # the engine's, whatever it is: a finding
            evidence.findings.append(
                Finding(name, Kind.CRASH.name, None, in_words(error), "no exception")
            )
    return evidence


def _make_copies(sample: Sample, evidence: Evidence) -> None:
    for seed in sample.seeds(sample.settings.copies):
        try:
            state = sample.copied(sample.truth, seed, CONSERVES)
        except NotTested:
            raise
        except Exception as error:  # the engine's, whatever it is: a finding
            words = in_words(error)
        else:
            if state is not None:
                sample.copies.append(Copied(seed, state))
                continue
            words = "the copier returned None"
        sample.failed[seed] = words
        evidence.findings.append(Finding(CONSERVES, Kind.CRASH.name, seed, words, "a copy"))
        if len(sample.failed) >= 3:
            break
    evidence.copies = len(sample.copies)
