"""Beliefs in Liar's dice against Bayes by hand: without a policy, and under one that is known."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TypeAlias

import pytest

import games
from beliefs import Belief, likelihood
from compiled import rows
from determinize import InformationSet, Watch
from games.liars_dice.rules import LIAR, POOLS

GAME = games.load("liars-dice")

Chances: TypeAlias = dict[int, Fraction]
"""A face, 1 to 6, to how likely it is."""


def believed(information: InformationSet) -> Chances:
    """What a seat believes of the other's die, as the ledger has it."""
    other = 1 - information.seat
    spots = [spot.zone for spot in information.ledger.spots]
    column = information.ledger.expected(exact=True)[:, spots.index(f"cup {other}")]
    return {side: column[6 * other + side - 1] for side in range(1, 7)}


# --- without a policy -----------------------------------------------------------------------------


def test_without_a_policy_every_face_is_as_likely_until_the_call() -> None:
    chance = random.Random(1)
    for seed in range(30):
        watch = Watch(GAME.new(seed=seed))
        while not watch.state.over:
            for seat in range(2):
                information = watch.information(seat)
                assert information.count == 6
                assert believed(information) == dict.fromkeys(range(1, 7), Fraction(1, 6))
            watch.play(chance.choice(watch.state.codes))
        for seat in range(2):
            information = watch.information(seat)
            [face] = watch.state.view(1 - seat).known(f"cup {1 - seat}")
            assert information.count == 1
            assert believed(information)[int(face[0])] == 1


def test_worlds_have_all_faces_and_keep_the_own_die() -> None:
    watch = Watch(GAME.new(seed=4))
    watch.play("one five")
    information = watch.information(1)
    worlds = information.worlds(600, rows(2))
    names = GAME.zones.names
    lies = [[names[zone] for zone in world["zone"]] for world in worlds]
    own = GAME.face(watch.state.view(1).known("cup 1")[0])
    assert all(one[own] == "cup 1" for one in lies)
    counted = [sum(one[face] == "cup 0" for one in lies) for face in range(6)]
    # Each count is binomial, of mean 100 and deviation 9.1: five of them for a chance of 6e-7.
    assert all(abs(n - 100) < 46 for n in counted)


# --- under a policy that is known -----------------------------------------------------------------


def policy(side: int, bids: tuple[int, ...], options: tuple[int, ...]) -> dict[int, Fraction]:
    """How likely somebody who has rolled ``side`` chooses each option: bluffs, but not always.

    A bid weighs six if the own die counts for it, else one for one die and two thirds for two; a
    call weighs one for each die that the last bid needs beside the own.
    """
    weights: dict[int, Fraction] = {}
    for option in options:
        if option == LIAR:
            dice, face = divmod(bids[-1], 6)
            weights[option] = Fraction(dice + 1 - (side in (face + 1, 6))) + Fraction(1, 3)
        else:
            dice, face = divmod(option, 6)
            bluff = Fraction(1) if dice == 0 else Fraction(2, 3)
            weights[option] = Fraction(6) if side in (face + 1, 6) else bluff
    total = sum(weights.values())
    return {option: weight / total for option, weight in weights.items()}


def by_enumeration(mine: int, observer: int, played: list[tuple[int, int]]) -> Chances:
    """Bayes over both dice: every roll as likely, each choice as likely as the policy says.

    Args:
        mine: the observer's roll.
        observer: its seat.
        played: the choices so far, (seat, option).
    """
    joint: Chances = {}
    for other in range(1, 7):
        dice = (mine, other) if observer == 0 else (other, mine)
        chance = Fraction(1, 36)
        bids: tuple[int, ...] = ()
        for seat, option in played:
            rising = tuple(range(bids[-1] + 1 if bids else 0, 12))
            options = (*rising, LIAR) if bids else rising
            chance *= policy(dice[seat], bids, options)[option]
            bids += (option,)
        joint[other] = chance
    total = sum(joint.values())
    return {side: one / total for side, one in joint.items()}


def told(watch: Watch, observer: int) -> list[dict[int, Fraction]]:
    """How likely each choice of the other was, by what it has rolled: a table for each choice."""
    again = GAME.new(seed=watch.state.seed)
    tables = []
    bids: tuple[int, ...] = ()
    for seat, option in watch.state.history:
        if seat != observer:
            tables.append({side: policy(side, bids, again.codes)[option] for side in range(1, 7)})
        again.play(option)
        bids += (option,)
    return tables


def faces_of(seat: int) -> dict[str, int]:
    """The faces of a seat's die, each with what it shows: a sum that tells them apart."""
    return {face: int(face[0]) for face in POOLS[("die a", "die b")[seat]]}


def random_watches(n: int, moves: int) -> list[Watch]:
    """Games of random bids, broken off before anybody has called."""
    chance = random.Random(moves)
    found = []
    for seed in range(n):
        watch = Watch(GAME.new(seed=seed))
        for _ in range(moves):
            bids = [code for code in watch.state.codes if code != LIAR]
            if not bids:
                break
            watch.play(chance.choice(bids[: max(1, len(bids) // 2)]))
        found.append(watch)
    return found


@pytest.mark.parametrize("moves", [1, 2, 4])
def test_under_a_known_policy_a_belief_is_bayes_by_enumeration(moves: int) -> None:
    for watch in random_watches(20, moves):
        for observer in range(2):
            other = 1 - observer
            information = watch.information(observer)
            cup = f"cup {other}"
            statements = [
                likelihood(cup, faces_of(other), table, because=f"choice {n}")
                for n, table in enumerate(told(watch, observer))
            ]
            belief = Belief(information.ledger.knowledge().given(*statements))
            mine = int(watch.state.view(observer).known(f"cup {observer}")[0][0])
            right = by_enumeration(mine, observer, watch.state.history)
            column = belief.knowledge.places.index(cup)
            found = belief.probabilities(exact=True)[:, column]
            assert {side: found[side - 1] for side in range(1, 7)} == right
            # The same, told to the ledger as the game goes on.
            ledger = information.ledger
            for table in told(watch, observer):
                ledger.fact(cup, faces_of(other), table=table, because="a choice")
            assert believed(InformationSet(information.view, ledger)) == right


def test_a_policy_makes_a_difference() -> None:
    watch = Watch(GAME.new(seed=2))
    watch.play("one four")
    mine = int(watch.state.view(1).known("cup 1")[0][0])
    chances = by_enumeration(mine, 1, watch.state.history)
    assert chances[4] > Fraction(1, 6) > chances[1]
    assert sum(chances.values()) == 1


def test_what_the_observer_chose_itself_tells_it_nothing() -> None:
    watch = Watch(GAME.new(seed=3))
    watch.play("one four")
    assert told(watch, 0) == []
    mine = int(watch.state.view(0).known("cup 0")[0][0])
    assert by_enumeration(mine, 0, watch.state.history) == dict.fromkeys(
        range(1, 7), Fraction(1, 6)
    )
