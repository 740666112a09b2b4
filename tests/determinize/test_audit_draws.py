"""Positions of an audit, thinning, and the smallest examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from determinize.audit import BrokenGame, Target, audit
from determinize.auditing.auditable import Auditable, canonical
from determinize.auditing.draws import Draw, chance_to_stay, draws, look
from determinize.auditing.evidence import CALIBRATED, REACHABLE, Position
from determinize.auditing.positions import at, random_position, said
from determinize.auditing.sample import AUTO, COUNT, TRUTHS, Settings
from determinize.auditing.verdict import FAILED, NOT_TESTED, PASSED
from tests.determinize.audit_bugs import ignores_announcements, keeps_a_card, loses_a_card
from tests.determinize.audit_toys import ORDERED, Toy, right


def test_a_position_is_found_again() -> None:
    toy = Toy()
    for seed in range(40):
        position = random_position(toy, seed)
        assert position == random_position(toy, seed)
        state = at(toy, position)
        assert toy.mover(state) >= 0
        assert toy.world(state) == toy.world(at(toy, position))
        assert len(said(toy, position)) == position.depth == len(position.moves)


def test_positions_are_of_all_depths_and_seats() -> None:
    toy = Toy()
    found = [random_position(toy, seed) for seed in range(300)]
    assert {position.seat for position in found} == {0, 1, 2}
    deepest = max(position.depth for position in found)
    assert deepest >= 4
    assert {position.depth for position in found} == set(range(deepest + 1))


def test_choices_are_those_of_the_others() -> None:
    toy = Toy()
    for seed in range(60):
        position = random_position(toy, seed)
        state = toy.new(position.seed)
        counted = []
        for move in position.moves:
            if toy.mover(state) != position.seat:
                counted.append(len(toy.options(state)))
            state = toy.play(state, move)
        assert position.choices == tuple(counted)


def lengths(truth: str) -> int:
    return 1 if truth == "short" else 8


def secret_length() -> Target:
    """One seat watches; what is hidden decides how long the game lasts, and nothing else."""

    def new(seed: int) -> dict[str, int | str]:
        truth = "short" if np.random.default_rng(seed).random() < 0.5 else "long"
        return {"truth": truth, "moves": 0}

    return Target(
        "length",
        new=new,
        mover=lambda s: 0 if s["moves"] < lengths(s["truth"]) else -1,
        options=lambda s: ["on"],
        play=lambda s, option: {**s, "moves": s["moves"] + 1},
        observe=lambda s, seat: s["moves"],
        copy=lambda s, seat, rng: {**s, "truth": ["short", "long"][int(rng.integers(2))]},
        world=lambda s: {"box": [s["truth"]]},
    )


def test_positions_do_not_tell_how_long_their_game_will_be() -> None:
    """At the first decision both truths are equally likely, whatever the length of their games.

    Drawn from each game's own length, first decisions would be of short games in 8 of 9 cases. Of
    600 draws some 340 are at the start (fair share 1/2 each): beyond 5 standard deviations a right
    program comes once in a million.
    """
    target = secret_length()
    starts = [p for p in (random_position(target, seed) for seed in range(600)) if p.depth == 0]
    n = len(starts)
    assert n > 200
    short = sum(target.new(p.seed)["truth"] == "short" for p in starts)
    assert abs(short - n / 2) < 5 * np.sqrt(n) / 2


def test_games_without_decisions_are_no_games() -> None:
    target = secret_length()
    target.mover = lambda s: -1
    with pytest.raises(BrokenGame, match="length: a new game has no decision"):
        random_position(target, 1)
    target = secret_length()
    target.options = lambda s: []
    with pytest.raises(BrokenGame, match=r"seat 0 has no option after 0 moves \(seed \d+\)"):
        random_position(target, 1)


def test_chance_to_stay() -> None:
    assert chance_to_stay((), (3,)) == 1
    assert chance_to_stay((2, 3, 1), (4, 3)) == pytest.approx(1 / 2 * 1 * 1 / 4)
    assert chance_to_stay((5,), (4,)) == 1


def choosy() -> Target:
    """Seat 0 hides one of two cards and chooses: with A it has three options, with B one.

    Seat 1 sees what was chosen. Of games in which "x" was chosen, the truth is A with probability
    1/4; every consistent world counted alike, it is 1/2.
    """

    def new(seed: int) -> dict[str, str]:
        return {"card": "AB"[int(np.random.default_rng(seed).integers(2))], "said": ""}

    def options(s: dict[str, str]) -> list[str]:
        if s["said"]:
            return ["end"]
        return ["x", "y", "z"] if s["card"] == "A" else ["x"]

    return Target(
        "choosy",
        new=new,
        mover=lambda s: -1 if s["said"].endswith("end") else 1 if s["said"] else 0,
        options=options,
        play=lambda s, option: {**s, "said": s["said"] + option},
        observe=lambda s, seat: (s["said"], s["card"] if seat == 0 else ""),
        copy=consistent_copy,
        world=lambda s: {"hand": [s["card"]]},
        optional={"observers": lambda s: [1] if s["said"] else []},
    )


def consistent_copy(s: dict[str, str], seat: int, rng: np.random.Generator) -> dict[str, str]:
    if s["said"] and s["said"][0] in "yz":
        return {**s, "card": "A"}
    return {**s, "card": "AB"[int(rng.integers(2))]}


def test_thinning_makes_truths_uniform_over_the_consistent_worlds() -> None:
    """After "x" the truths of games that were kept are A and B alike; of all games, 1 to 3.

    Some 800 games after "x" are kept; a right program is beyond 5 standard deviations once in a
    million runs, and without thinning the share is 1/4, far more than 5 away.
    """
    target, settings = choosy(), Settings(10, "history", AUTO)
    kept = draws(choosy, 1400, 7, settings, workers=0)
    assert {draw.settings.bounds for draw in kept} == {(3,)}
    every = [random_position(target, seed) for seed in range(1400)]
    shares = {}
    for name, positions in {"kept": [draw.position for draw in kept], "all": every}.items():
        states = [at(target, position) for position in positions if position]
        cards = Counter(state["card"] for state in states if state["said"] == "x")
        n = cards.total()
        shares[name] = (cards["A"] / n - 1 / 2) / (0.5 / np.sqrt(n))
        assert n > 200
    assert abs(shares["kept"]) < 5
    assert shares["all"] < -5


def rarely_choosy() -> Target:
    """One of forty cards gives its holder eight options, which hardly any pilot game meets."""

    def new(seed: int) -> dict[str, Any]:
        card = int(np.random.default_rng(seed).integers(40))
        return {"card": str(card), "said": ""}

    return replace(
        choosy(),
        name="rarely choosy",
        new=new,
        options=lambda s: (
            ["end"] if s["said"] else ["x", *"abcdefg"][: 8 if s["card"] == "0" else 1]
        ),
    )


def test_bounds_that_prove_too_low_are_raised_and_all_is_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("determinize.auditing.draws.PILOT", 2)
    for seed in range(3):
        kept = draws(rarely_choosy, 150, seed, Settings(10, "history", AUTO), workers=0)
        assert {draw.settings.bounds for draw in kept} == {(8,)}


def forced() -> Target:
    """Seat 1 is asked only if it holds the ace; otherwise the engine answers for it."""

    def new(seed: int) -> dict[str, Any]:
        deck = [str(c) for c in np.random.default_rng(seed).permutation(list("AKQ"))]
        return {"mine": deck[0], "yours": deck[1], "said": "", "over": False}

    def play(s: dict[str, Any], option: str) -> dict[str, Any]:
        said = s["said"] + option
        if said == "go" and s["yours"] != "A":
            said += "x"
        return {**s, "said": said, "over": said.endswith("end")}

    return Target(
        "forced",
        new=new,
        mover=lambda s: -1 if s["over"] else 1 if s["said"] == "go" else 0,
        options=lambda s: ["go"] if not s["said"] else ["x", "y"] if s["said"] == "go" else ["end"],
        play=play,
        observe=lambda s, seat: (s["mine"], s["said"]) if seat == 0 else (s["yours"], s["said"]),
        copy=lambda s, seat, rng: s,
        world=lambda s: {"mine": [s["mine"]], "yours": [s["yours"]]},
    )


def test_where_only_some_are_asked_truths_are_not_thinned() -> None:
    """The weights of games with different numbers of decisions cannot be compared."""
    found = draws(forced, 20, 3, Settings(10, "history", AUTO), workers=0)
    assert {draw.settings.bounds for draw in found} == {()}
    verdict = audit(forced(), positions=10, copies=10, workers=0)
    assert verdict.check("calibrated").outcome == NOT_TESTED
    assert "the others decide more or less often" in str(verdict.check("calibrated").says)


def test_which_seat_is_looked_at_tells_nothing() -> None:
    """Seat 1 is copied for only if it holds the ace; seat 0's positions must not tell that.

    Drawn from the seats that are served, seat 0 would be looked at half as often where seat 1 has
    the ace: 1/3 of its positions instead of 1/2. Of some 450 positions a right program is beyond 5
    standard deviations once in a million.
    """

    def new(seed: int) -> dict[str, Any]:
        return {"yours": "AK"[int(np.random.default_rng(seed).integers(2))], "mover": 0}

    target = Target(
        "served",
        new=new,
        mover=lambda s: s["mover"],
        options=lambda s: ["on"],
        play=lambda s, option: {**s, "mover": -1},
        observe=lambda s, seat: s["yours"] if seat == 1 else "",
        copy=lambda s, seat, rng: s,
        world=lambda s: {"yours": [s["yours"]]},
        optional={"observers": lambda s: [0, 1] if s["yours"] == "A" else [0]},
    )
    positions = [random_position(target, seed) for seed in range(600)]
    cards = Counter(at(target, p)["yours"] for p in positions if p.seat == 0)
    n = cards.total()
    assert n > 300
    assert abs(cards["A"] - n / 2) < 5 * np.sqrt(n) / 2


def unspelled(toy: Toy) -> Toy:
    """The toy with counts that tell cells alone."""
    count = toy.posterior
    toy.posterior = lambda s, seat: replace(count(s, seat), worlds=None)  # type: ignore[method-assign]
    return toy


@pytest.mark.parametrize(
    ("settings", "without", "bounded"),
    [
        (Settings(20, "history", AUTO), (), False),
        (Settings(20, "history", COUNT), ("likelihood", "posterior"), False),
        (Settings(20, "history", AUTO), ("likelihood", "posterior"), True),
        (Settings(20, "history", AUTO), ("likelihood",), False),
        (Settings(20, "history", TRUTHS), ("likelihood",), True),
        (Settings(20, "history", TRUTHS), (), False),
        (Settings(20, "table", AUTO), ("likelihood", "posterior"), False),
        (
            Settings(20, "history", TRUTHS, lambda toy, s, rng: toy.options(s)[0]),
            ("likelihood", "posterior"),
            False,
        ),
    ],
)
def test_only_truths_without_a_likelihood_are_thinned(
    settings: Settings, without: tuple[str, ...], bounded: bool
) -> None:
    found = draws(partial(Toy, without=without), 2, 3, settings, workers=0)
    assert all(bool(draw.position) is bounded for draw in found)


def test_counts_that_spell_no_worlds_out_leave_what_is_joint_to_truths() -> None:
    make = partial(Toy, without=("likelihood",))
    found = draws(lambda: unspelled(make()), 2, 3, Settings(20, "history", AUTO), workers=0)
    assert all(draw.position for draw in found)


def test_where_no_game_is_kept_nothing_is_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("determinize.auditing.draws.chance_to_stay", lambda choices, bounds: 0.0)
    make = partial(Toy, without=("likelihood", "posterior"))
    found = draws(make, 8, 5, Settings(20, "history", TRUTHS), workers=0)
    chosen = [draw for draw in found if draw.position and draw.position.choices]
    assert chosen
    for draw in chosen:
        assert not draw.settings.bounds
        evidence = look(make(), draw)
        assert CALIBRATED in evidence.untested
        assert REACHABLE in evidence.untested
        assert not evidence.uniforms


def test_a_seat_that_is_not_served_brings_nothing_to_light() -> None:
    target = choosy()
    start = Position(seed=3, seat=1, moves=())
    evidence = look(target, Draw(3, Settings(20, "history"), start))
    assert not evidence.tested
    assert not evidence.copies


def test_the_smallest_example_is_the_earliest_of_its_game() -> None:
    """A copier that loses a card shows it before the first move."""
    verdict = audit(Toy(loses_a_card), positions=12, copies=20, workers=0)
    check = verdict.check("conserves")
    assert check.outcome == FAILED
    assert check.example is not None
    assert check.example.moves == ()


def test_the_true_states_of_earlier_moments_are_not_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    """They were chosen for what they may show, and nothing is known of what led there."""
    seen: list[Draw] = []

    def examined(make: Any, work: Any, asked: list[Draw], **rest: Any) -> list[Any]:
        seen.extend(asked)
        return [work(make(), draw) for draw in asked]

    monkeypatch.setattr("determinize.auditing.smallest.examined", examined)
    make = partial(Toy, ignores_announcements, without=("likelihood", "posterior"))
    audit(make, positions=25, copies=30, workers=0)
    assert seen
    for draw in seen:
        assert draw.settings.unranked
        assert not look(make(), draw).uniforms


def test_the_smallest_example_still_shows_the_failure() -> None:
    """What is ignored must have been announced: no example is earlier than that."""
    verdict = audit(Toy(ignores_announcements), positions=25, copies=30, workers=0)
    check = verdict.check("consistent")
    assert check.outcome == FAILED
    example = check.example
    assert example is not None
    toy = Toy(ignores_announcements)
    state = at(toy, Position(seed=example.seed, seat=example.seat, moves=example.moves))
    assert example.copy_seed is not None
    copy = toy.copy(state, example.seat, np.random.default_rng(example.copy_seed))
    assert toy.contradiction(state, example.seat, copy)
    assert canonical(toy.world(copy), ORDERED)


def test_the_same_seed_finds_the_same_whatever_the_number_of_workers() -> None:
    make = partial(Toy, keeps_a_card)
    here = audit(make, positions=6, copies=20, seed=4, workers=0)
    assert audit(make, positions=6, copies=20, seed=4, workers=2) == here
    assert audit(make, positions=6, copies=20, seed=5, workers=0) != here


def leaning(target: Auditable, state: Any, rng: np.random.Generator) -> Hashable:
    """A policy: with A "x" in one case of ten, with B always, for there is nothing else."""
    if state["card"] == "A" and not state["said"]:
        return "x" if rng.random() < 0.1 else "y"
    return target.options(state)[0]


def leaning_copy(s: dict[str, str], seat: int, rng: np.random.Generator) -> dict[str, str]:
    """After "x" the posterior under that policy is A with probability 1/11."""
    if s["said"] and s["said"][0] == "x":
        return {**s, "card": "A" if rng.random() < 1 / 11 else "B"}
    return consistent_copy(s, seat, rng)


def test_the_posterior_under_a_policy_on_request() -> None:
    """Who knows how the others play holds other worlds likely; each copier is right for its own.

    The audit's own error rate is one in a thousand; of 150 positions some 80 are after "x", where
    the wrong reference expects A in one of two copies instead of one of eleven.
    """
    knowing = replace(choosy(), copy=leaning_copy)
    audits = {
        (name, policy is not None): audit(
            target, positions=150, copies=20, workers=0, reference="truths", policy=policy
        )
        for name, target in {"alike": choosy(), "knowing": knowing}.items()
        for policy in (None, leaning)
    }
    outcomes = {key: one.check("calibrated").outcome for key, one in audits.items()}
    assert outcomes == {
        ("alike", False): PASSED,
        ("alike", True): FAILED,
        ("knowing", False): FAILED,
        ("knowing", True): PASSED,
    }
    assert "polic" in str(audits["knowing", True].reference)


def test_truths_are_no_reference_for_what_the_table_allows() -> None:
    """What keeps no more than the table is not compared with truths that a history led to."""
    make = partial(Toy, promise="table", without=("posterior",))
    verdict = audit(make, positions=6, copies=20, workers=0)
    check = verdict.check("calibrated")
    assert check.outcome == NOT_TESTED
    assert check.says == "true states follow the whole history, not the table alone"


def test_an_observation_that_can_change_is_refused() -> None:
    target = replace(choosy(), observe=lambda s, seat: [s["said"]])
    with pytest.raises(BrokenGame, match="choosy: observe gives a list that is not hashable"):
        audit(target, positions=2, copies=10, workers=0)


def test_an_order_that_the_seat_is_not_shown_is_no_secret() -> None:
    """The state keeps each hand as dealt, its seat sees it sorted; copies keep the own hand."""

    def new(seed: int) -> dict[str, Any]:
        deck = [str(c) for c in np.random.default_rng(seed).permutation(list("ABCD"))]
        return {"mine": deck[:2], "yours": deck[2:], "mover": 0}

    def copy(s: dict[str, Any], seat: int, rng: np.random.Generator) -> dict[str, Any]:
        yours = sorted(s["yours"])
        return {**s, "mine": list(s["mine"]), "yours": [yours[i] for i in rng.permutation(2)]}

    target = Target(
        "sorted",
        new=new,
        mover=lambda s: s["mover"],
        options=lambda s: ["on"],
        play=lambda s, option: {**s, "mover": -1},
        observe=lambda s, seat: (tuple(sorted(s["mine"])), s["mover"]),
        copy=copy,
        world=lambda s: {"mine": s["mine"], "yours": s["yours"]},
        ordered=("yours",),
    )
    verdict = audit(target, positions=40, copies=30, workers=0)
    assert verdict.check("independent").outcome == PASSED


def test_a_right_copier_is_not_accused_by_truths() -> None:
    """With thinning and without a count: wrong once in a thousand."""
    make = partial(Toy, right, without=("likelihood", "posterior"))
    verdict = audit(make, positions=40, copies=20, workers=0, reference="truths")
    assert verdict.passed
    assert verdict.check("calibrated").outcome != NOT_TESTED
    assert verdict.reference is not None


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"positions": 0}, "the number of positions is at least 1, not 0"),
        ({"positions": 2.5}, r"the number of positions is at least 1, not 2\.5"),
        ({"copies": 3}, "the number of copies of a position is at least 10, not 3"),
        ({"seed": -1}, "a seed is a whole number, not negative: -1"),
        ({"checks": []}, "an audit makes one check at least, of conserves, "),
        ({"checks": ["calibration"]}, "a check is one of conserves, .*, not 'calibration'"),
        ({"error_rate": 0.7}, r"the error rate lies between 0 and 0\.5, not 0\.7"),
        ({"error_rate": float("nan")}, "the error rate lies between 0 and 0.5, not nan"),
        ({"promise": "everything"}, "a promise is one of history, table|table, history"),
        ({"reference": "feeling"}, "a reference is one of auto, count, truths"),
        ({"workers": -1}, "the number of workers is at least 0, not -1"),
    ],
)
def test_a_wrong_call_is_refused(wrong: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        audit(Toy(), **wrong)  # type: ignore[arg-type]


def test_what_cannot_be_audited_is_refused() -> None:
    with pytest.raises(ValueError, match="3 cannot be audited: an Auditable, or a function"):
        audit(3)  # type: ignore[arg-type]


def test_a_class_is_taken_for_a_function_that_makes_a_target() -> None:
    assert audit(Toy, positions=2, copies=10, workers=0).target == "toy:right"
