"""The platform's assumptions under audit: what is found, and that nothing else would be.

What is found is shown again in plain code of the platform (docs/examples/schnapsen_copies.py).
"""

from __future__ import annotations

import importlib.util
import math
import random
import re
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from determinize.audit import audit
from determinize.auditing.auditable import Auditable, NotTested, canonical
from determinize.auditing.evidence import Position
from determinize.auditing.positions import at, random_position

platform = pytest.importorskip("schnapsen.game")
copies = pytest.importorskip("unseen.adapters.schnapsen_copies")
moments = pytest.importorskip("unseen.adapters.schnapsen_moments")

TARGET = copies.PlatformCopies()
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "schnapsen_copies.py"


def positions(n: int, first: int = 0) -> list[tuple[Position, Any]]:
    found = [random_position(TARGET, seed) for seed in range(first, first + n)]
    return [(position, at(TARGET, position)) for position in found]


def unseen_by(state: Any, seat: int) -> list[str]:
    """What the seat cannot know: nothing, once the talon is empty."""
    seen = moments.faces(state.perspective(seat).seen_cards(state.leader_move))
    deck = copies._deck(moments.course(state)[0][0])
    return [] if state.state.talon.is_empty() else [face for face in deck if face not in seen]


def with_others(state: Any, anew: dict[str, str]) -> Any:
    """The same moves after another deal."""
    steps = moments.course(state)
    options = [option for _, options in steps for option in options]
    return copies._again([anew.get(face, face) for face in copies._deck(steps[0][0])], options)


class RightCopies(copies.PlatformCopies):  # type: ignore[misc, name-defined]
    """A right copier: unseen cards are exchanged in the deck, and all moves replayed."""

    name = "right"

    def copy(self, state: Any, seat: int, rng: np.random.Generator) -> Any:
        unseen = unseen_by(state, seat)
        return with_others(state, dict(zip(unseen, map(str, rng.permutation(unseen)), strict=True)))


def without_a_known_card(state: Any, seat: int) -> Any | None:
    """A guess in which a card that the other has shown and still holds is on top of the talon."""
    guess = TARGET.copy(state, seat, np.random.default_rng(1))
    known = list(guess.perspective(seat).get_known_cards_of_opponent_hand())
    talon = guess.state.talon
    if talon.is_empty() or not known:
        return None
    hand = guess.state.follower.hand if seat == guess.leader else guess.state.leader.hand
    hand.remove(known[0])
    hand.add(talon._cards[0])
    talon._cards[0] = known[0]
    return guess


# --- the game ---


class Choosing(platform.Bot):  # type: ignore[misc, name-defined]
    def __init__(self, chance: random.Random, played: list[str]) -> None:
        super().__init__()
        self.chance, self.played = chance, played

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        move = self.chance.choice(sorted(perspective.valid_moves(), key=moments.word))
        self.played.append(moments.word(move))
        return move


def test_games_are_those_of_the_platform() -> None:
    for seed in range(60):
        played: list[str] = []
        bots = [Choosing(random.Random(f"{seed} {n}"), played) for n in range(2)]
        winner, _, score = platform.SchnapsenGamePlayEngine().play_game(*bots, random.Random(seed))
        state = TARGET.new(seed)
        for option in played:
            assert TARGET.mover(state) >= 0
            state = TARGET.play(state, option)
        assert TARGET.mover(state) == -1
        assert list(TARGET.options(state)) == []
        assert state.leader == bots.index(winner)
        assert state.state.leader.score == score
        with pytest.raises(ValueError, match="not legal here: the game is over"):
            TARGET.play(state, "AH")


def test_moments_are_never_changed() -> None:
    for _, state in positions(30):
        before = repr(state)
        for option in TARGET.options(state):
            TARGET.play(state, option)
        for seed in range(3):
            guess = TARGET.copy(state, state.mover, np.random.default_rng(seed))
            assert list(TARGET.options(guess)) == list(TARGET.options(state))
            for option in TARGET.options(guess):
                TARGET.play(guess, option)
        assert repr(state) == before


# --- what the checks ask ---


def test_the_truth_and_its_twin_are_possible() -> None:
    twins = 0
    for position, state in positions(40):
        seat = position.seat
        assert TARGET.contradiction(state, seat, state) is None
        assert TARGET.impossible(state, seat, state) is None
        try:
            twin = TARGET.twin(state, seat, np.random.default_rng(1))
        except NotTested:
            assert state.state.talon.is_empty()
            continue
        twins += 1
        assert TARGET.observe(twin, seat) == TARGET.observe(state, seat)
        assert TARGET.observe(twin, 1 - seat) != TARGET.observe(state, 1 - seat)
        assert TARGET.world(twin) != TARGET.world(state)
        assert TARGET.contradiction(state, seat, twin) is None
        assert TARGET.impossible(state, seat, twin) is None
    assert twins > 20


def test_the_count_is_that_of_all_deals_with_the_same_history() -> None:
    """By brute force: unseen cards in any order in the deck, and the moves replayed."""
    compared = 0
    for position, state in positions(120):
        seat, unseen = position.seat, unseen_by(state, position.seat)
        posterior = TARGET.posterior(state, seat)
        hidden = max(0, len(state.state.talon) - 1)
        assert posterior.count == math.perm(len(unseen), hidden)
        if not 2 <= len(unseen) <= 6:
            continue
        worlds: Counter[Any] = Counter()
        for order in permutations(unseen):
            other = with_others(state, dict(zip(unseen, order, strict=True)))
            assert TARGET.observe(other, seat) == TARGET.observe(state, seat)
            worlds[canonical(TARGET.world(other), TARGET.ordered)] += 1
        total = worlds.total()
        assert posterior.worlds == pytest.approx({w: n / total for w, n in worlds.items()})
        compared += 1
        if compared == 3:
            return
    raise AssertionError("too few positions with few unseen cards")


def test_a_broken_fact_is_told() -> None:
    rng = np.random.default_rng(1)
    told: Counter[str] = Counter()
    for seed in range(40):
        state = TARGET.new(seed)
        while TARGET.mover(state) >= 0:
            seat = TARGET.mover(state)
            if (guess := without_a_known_card(state, seat)) is not None:
                fact = TARGET.contradiction(state, seat, guess)
                assert fact is not None
                told[fact.partition(" in ")[2]] += 1
            state = TARGET.play(state, str(rng.choice(TARGET.options(state))))
    assert told.total() > 5
    assert set(told) <= {"hand 0", "hand 1", "talon", "trick"}


def test_what_only_the_mover_is_shown() -> None:
    state = TARGET.new(1)
    with pytest.raises(NotTested, match="to the seat that is to move only"):
        TARGET.posterior(state, 1)


def test_it_follows_the_protocol() -> None:
    assert isinstance(TARGET, Auditable)
    world = {"hand 0": ["AH", "10H", "KH"], "hand 1": ["QH", "JH"]}
    assert {name: of(world) for name, of in TARGET.features.items()} == {
        "points in hand 0": 25.0,
        "points in hand 1": 5.0,
    }


# --- the audit ---


def test_what_the_audit_finds() -> None:
    told = audit(TARGET, positions=14, copies=30, seed=1, workers=0)
    outcomes = {check.name: (check.outcome, check.kind) for check in told.checks}
    assert outcomes == {
        "conserves": ("passed", None),
        "indistinguishable": ("passed", None),
        "independent": ("failed", "HISTORY_LEAK"),
        "consistent": ("passed", None),
        "replayable": ("failed", "IMPOSSIBLE_HISTORY"),
        "reachable": ("passed", None),
        "calibrated": ("passed", None),
    }
    example = told.check("replayable").example
    assert example is not None
    assert "its history leads to" in example.copy
    assert "previous" in told.check("independent").example.copy  # type: ignore[union-attr]


def test_a_right_copier_passes() -> None:
    told = audit(RightCopies(), positions=14, copies=30, seed=1, workers=0)
    assert {check.outcome for check in told.checks} == {"passed"}


def example() -> Any:
    spec = importlib.util.spec_from_file_location("schnapsen_copies_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_shows_it_in_plain_code() -> None:
    assert "unseen" not in EXAMPLE.read_text().split('"""')[2]
    found = example().main(games=20, seed=3)
    later = found["guesses"] - found["in the first trick: no history yet"]
    assert later > 100
    for what in (
        "his true hand is read off the guess",
        "the guess shares the true history",
        "printing it prints his true earlier hand",
        "his bot there is shown his true earlier hand",
    ):
        assert found[what] == later, what
    right = found["  of these, guesses of his true hand"]
    assert found["its history leads to the hand that it gives him"] == right < later / 4


def test_the_page_tells_what_the_example_counts() -> None:
    page = (EXAMPLE.parents[1] / "audit_platform.md").read_text()
    [table] = re.findall(r"\| \| guesses \|\n\|---\|---\|\n((?:\|.*\n)+)", page)
    told = [int(line.rstrip("|\n ").rpartition("|")[2]) for line in table.splitlines()]
    found = example().main()
    first, late = list(found.values())[:2]
    assert told == [first - late, *list(found.values())[2:]]
