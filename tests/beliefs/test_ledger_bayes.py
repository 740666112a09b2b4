"""The ledger equals brute-force Bayes, as fractions, on random streams of every kind of event.

What is compared after each event (`ledger_streams.check`): the joint distribution of the contents
of all spots, the face at each depth of ordered zones, and the probability of all that was seen.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from beliefs import Fact, Ledger, NeedsAlternatives
from tests.beliefs.ledger_reference import Reference, ledger_weights
from tests.beliefs.ledger_streams import DEPTHS, KINDS, SECRETS, Stream, check, play
from tests.beliefs.test_ledger import LOVE_LETTER

STREAMS, PARTS = 2000, 10


def unchecked(stream):
    pass


def several(seed, length=8, at_least=2):
    """A stream that ends with histories side by side."""
    stream, _ = play(seed, length, unchecked, choices=DEPTHS)
    while len(stream.ledger._branches) < at_least or stream.ledger.size("deck") < 2:
        stream.step()
        if stream.kinds.total() > 60:
            stream.resets()
            stream.kinds.clear()
    check(stream)
    return stream


@pytest.mark.parametrize("part", range(PARTS))
def test_every_posterior_equals_brute_force_bayes(part, record_property):
    """2000 streams of 12 events in all, of every kind; what is kept stays small."""
    kinds, most = Counter(), (0, 0, 0)
    for seed in range(part * STREAMS // PARTS, (part + 1) * STREAMS // PARTS):
        stream, alive = play(seed, 12)
        kinds += stream.kinds
        most = tuple(map(max, most, alive))
    record_property("most lots, clauses and branches alive", most)
    print(f"most lots, clauses and branches alive: {most}")
    lots, clauses, branches = most
    assert lots <= 16
    assert clauses <= 14
    assert branches <= 500
    assert all(kinds[kind] >= 3 for kind in (*KINDS, *SECRETS, *DEPTHS)), kinds


def test_the_golden_example_equals_brute_force_bayes():
    """Love Letter: B, no Priest, draws and plays a Handmaid; its numbers are in test_ledger."""
    stream = Stream(0)
    zones = dict.fromkeys(["deck", "B", "discard"], False)
    stream.ledger, stream.twin = Ledger(LOVE_LETTER, zones), Reference(LOVE_LETTER, zones)
    ledger, twin = stream.ledger, stream.twin
    ledger.reset(hidden={"deck": 10, "B": 1})
    twin.worlds = {}
    for i, face in enumerate(LOVE_LETTER):
        rest = [f for j, f in enumerate(LOVE_LETTER) for _ in range(LOVE_LETTER[f] - (i == j))]
        twin.worlds[tuple(sorted(rest)), (face,), ()] = LOVE_LETTER[face]
    check(stream)
    no_priest = Fact("B", {"Priest": 1}, hi=0)
    ledger.fact("B", "Priest", hi=0)
    twin.fact(no_priest)
    check(stream)
    ledger.passes("deck", "B")
    twin.passes("deck", "B", 1)
    check(stream)
    ledger.departs("B", "Handmaid")
    twin.departs("B", "Handmaid")
    ledger.arrives("discard", "Handmaid")
    twin.arrives("discard", "Handmaid")
    check(stream)
    kept = dict(zip(ledger.faces, ledger.expected(exact=True)[:, 1], strict=True))
    assert kept == dict.fromkeys(LOVE_LETTER, Fraction(1, 9)) | {"Guard": Fraction(1, 3)}


@pytest.mark.parametrize("seed", range(1000, 1030))
def test_belief_and_samples_agree_with_brute_force(seed):
    stream = several(seed) if seed % 2 else play(seed)[0]
    ledger, joint = stream.ledger, stream.twin.joint(stream.ledger.spots)
    mean = sum(p * np.array(world, dtype=object).T for world, p in joint.items())
    assert (ledger.expected(exact=True) == mean).all()
    np.testing.assert_allclose(ledger.expected(), mean.astype(float), atol=1e-12)
    assert ledger.weight == stream.twin.total
    for world in ledger.sample(20, seed):
        assert tuple(tuple(int(n) for n in spot) for spot in world.T) in joint
        assert ledger.allows(world)


def test_samples_follow_the_joint_of_histories_side_by_side():
    """Chi-square of 4000 worlds in each of 20 streams; one false alarm in 1000 sets of seeds."""
    for seed in range(2000, 2020):
        stream = several(seed, at_least=3)
        joint = stream.twin.joint(stream.ledger.spots)
        drawn = Counter(
            tuple(tuple(int(n) for n in spot) for spot in world.T)
            for world in stream.ledger.sample(4000, seed)
        )
        worlds = [world for world, p in joint.items() if p >= Fraction(1, 500)]  # 8 expected
        rare = 1 - sum(joint[world] for world in worlds)
        observed = [drawn[world] for world in worlds] + [4000 - sum(drawn[w] for w in worlds)]
        wanted = [4000 * float(joint[world]) for world in worlds] + [4000 * float(rare)]
        if rare < Fraction(1, 500):
            assert abs(observed.pop() - wanted[-1]) < 40
            wanted.pop()
            wanted = list(np.array(wanted) * sum(observed) / sum(wanted))
        if len(wanted) > 1:
            assert stats.chisquare(observed, wanted).pvalue > 0.001 / 20


@pytest.mark.parametrize("seed", range(1030, 1050))
def test_allows_exactly_the_worlds_of_brute_force(seed):
    stream = several(seed) if seed % 2 else play(seed, 8)[0]
    ledger, joint = stream.ledger, stream.twin.joint(stream.ledger.spots)
    for world in joint:
        assert ledger.allows(np.array(world).T)
    for world in list(joint)[:5]:
        for a, b in combinations(range(len(world)), 2):
            swapped = list(world)
            swapped[a], swapped[b] = swapped[b], swapped[a]
            assert ledger.allows(np.array(swapped).T) == (tuple(swapped) in joint)


@pytest.mark.parametrize("seed", range(1050, 1065))
def test_history_saved_and_loaded_is_the_same(seed, tmp_path):
    stream = several(seed) if seed % 2 else play(seed)[0]
    ledger = stream.ledger
    ledger.save(tmp_path / "game.jsonl")
    loaded = Ledger.load(tmp_path / "game.jsonl")
    assert loaded.lines() == ledger.lines()
    assert loaded.events == ledger.events
    assert loaded.spots == ledger.spots
    assert ledger_weights(loaded) == ledger_weights(ledger)
    half = len(ledger.events) // 2
    again = ledger.after(half)
    for event in ledger.events[half:]:
        again.tell(event)
    assert ledger_weights(again) == ledger_weights(ledger)


def test_what_is_forgotten_is_said_and_rules_nothing_out():
    """With three histories at most: exact where it says so, else no possible world is lost."""
    inexact = 0

    def conservative(stream):
        nonlocal inexact
        ledger = stream.ledger
        assert len(ledger._branches) <= 3
        if ledger.exact:
            check(stream)
            return
        inexact += 1
        joint = stream.twin.joint(ledger.spots)
        assert joint.keys() <= ledger_weights(ledger).keys()
        for world in list(joint)[:3]:
            assert ledger.allows(np.array(world).T)

    for seed in range(100):
        stream, _ = play(seed, 12, conservative, choices=DEPTHS, most_branches=3, forget=True)
        loaded = Ledger.load(stream.ledger.lines())
        assert (loaded.exact, loaded.forget, loaded.most_branches) == (stream.ledger.exact, True, 3)
        stream.resets()
        assert stream.ledger.exact
    assert inexact > 100


def test_too_many_histories_are_refused_and_nothing_changes():
    refused = 0
    for seed in range(60):
        stream = Stream(seed, choices=DEPTHS, most_branches=3)
        error = None
        while error is None and stream.kinds.total() < 10:
            lines, before = stream.ledger.lines(), stream.ledger._branches
            try:
                stream.step()
            except NeedsAlternatives as raised:
                error = raised
        if error is not None:
            assert "histories would be side by side, 3 may be" in str(error)
            assert stream.ledger.lines() == lines
            assert stream.ledger._branches is before
            refused += 1
        check(stream)
    assert refused > 10
