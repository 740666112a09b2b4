"""The no-peeking proof: what a player decides does not depend on what its seat cannot know.

Every registered player in every registered game, whoever has installed them: at random positions
the hidden part of the true state is replaced by another world that the mover holds possible, copies
of a face are numbered anew, and what chance will bring is another. The decision must be the same to
the last bit: option, visits, values, lines, and what was drawn from the generator. A player that
looks at the true state fails. In Schnapsen some of the other worlds are tables of their own, dealt
otherwise and played by the same moves, which owe nothing to the determinizer.

Rules and search run as plain Python here: they are the same to the last bit compiled, as their own
tests show, and nothing has to be compiled for a hundred pairs of player and game. The audit of
players asks the same of players that are fetched from anywhere, with honest matches behind every
world (tests/arena/test_audit_players.py).
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import games
from arena.auditing.drawing import places
from arena.auditing.tables import Table
from arena.auditing.worlds import layout as laid_out
from arena.match import ask
from arena.seeds import player_rows
from compiled import below, binding, rows
from determinize import Watch
from determinize.auditing.ours.twins import with_chances
from games.kit.fields import TABLE
from players import Decision, make, names
from players.player import Remembered
from tests.games.deals import layout, table
from tests.players.brief import brief_players

GAME = games.load("schnapsen")
POSITIONS, WORLDS = 3, 2
SEARCH = {"iterations": 12, "depth": 2, "nodes": 64, "length": 4, "limit": 20}
SLOW = {"clue": {"iterations": 5, "depth": 1, "length": 2, "samples": 1, "worlds": 2}}
"""Games whose rules take long as plain Python."""
VARIANTS = (
    "pimc(worlds=3, iterations=12, evaluator=play-outs, combine=vote)",
    "pimc(worlds=3, iterations=12, evaluator=exact, limit=20)",
    "ismcts(iterations=12, reuse=true, select=exp3)",
    "ismcts(iterations=12, workers=3, playout=bully)",
    "mcts(iterations=12, loop=closed)",
    "ismcts(iterations=12, draw=table)",
    "pimc(worlds=3, iterations=12, draw=table)",
)
"""Settings that take players other ways."""


def brief_pairs(*, cheats: bool) -> list[tuple[str, str]]:
    """Games and players of theirs."""
    return [
        (name, spec)
        for name in games.names()
        if games.load(name).hides or not cheats
        for spec in brief_players(
            games.load(name), cheats=cheats, **{**SEARCH, **SLOW.get(name, {})}
        )
    ]


PAIRS = [*brief_pairs(cheats=False), *(("schnapsen", spec) for spec in VARIANTS)]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "COMPILED", False)


@dataclass(frozen=True)
class Position:
    """A decision, and the same with the hidden part replaced."""

    number: int
    watch: Watch
    twins: tuple[Watch, ...]


def replaced(watch: Watch, seed: int) -> Watch:
    """The match with everything replaced that the mover cannot know."""
    game, seat, row = watch.state.game, watch.state.mover, rows(seed, 1)[0]
    record = watch.information(seat).worlds(1, rows(seed))
    for copies in game.cards_of.values():
        for i in range(len(copies) - 1, 0, -1):
            one, other = copies[i], copies[below(row, i + 1)]
            for field in TABLE:
                values = record[field][0]
                values[one], values[other] = int(values[other]), int(values[one])
    twin = watch.copy()
    twin.state.record_array[:] = record
    with_chances(twin, seed + 1)
    return twin


@cache
def positions(name: str) -> tuple[Position, ...]:
    """Decisions of random games, and of sensible ones, with several options and several worlds."""
    game = games.load(name)
    found: list[Position] = []
    for number in range(40):
        least, most = game.players
        chosen = Table(game, least if number % 2 else min(3, most))
        for place in list(places(chosen, 9, number))[:2]:
            watch = Watch(chosen.new(place.seed))
            for code in place.moves:
                watch.play(code)
            if game.hides and watch.information(watch.state.mover).count < 2:
                continue
            twins = tuple(replaced(watch, 100 * number + k) for k in range(WORLDS))
            found.append(Position(len(place.moves), watch, twins))
            break
        if len(found) == POSITIONS:
            break
    if name == GAME.name:
        found += tables()[::12]
    return tuple(found)


def other_truth(
    cards: dict[str, list[int]], leader: int, codes: Sequence[int], watch: Watch, row: Any
) -> dict[str, list[int]] | None:
    """The same deal with everything dealt anew that the mover has not seen; None if impossible."""
    seat = watch.state.mover
    truth: Any = watch.state.record_array[0]
    hidden = [c for c in range(len(truth.zone)) if not int(truth.seen[c]) >> seat & 1]
    shuffled = list(hidden)
    for i in range(len(shuffled) - 1, 0, -1):
        j = below(row, i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    turned = dict(zip(hidden, shuffled, strict=True))
    anew = {zone: [turned.get(c, c) for c in content] for zone, content in cards.items()}
    try:
        other = table(anew, leader, codes)
    except ValueError:  # an answer under the strict rules that these cards would not allow
        return None
    differs = layout(other) != layout(watch)
    return anew if differs and other.state.mover == seat else None


@dataclass(frozen=True)
class Deals:
    """Two deals that a seat cannot tell apart after the same moves; both with who leads."""

    leader: int
    codes: tuple[int, ...]
    true: dict[str, list[int]]
    other: dict[str, list[int]]


@cache
def deals() -> tuple[Deals, ...]:
    """Such pairs of deals, at decisions of random play."""
    found = []
    for seed in range(12):
        row = rows(seed, 3)[0]
        start = Watch(GAME.new(seed=seed, match_target=1))
        cards, leader = layout(start), start.state.mover
        watch, codes = table(cards, leader, []), []
        while not watch.state.over and len(codes) < 12:
            if len(watch.state.codes) > 1 and len(codes) in (0, 3, 6, 7, 8, 9):
                other = other_truth(cards, leader, codes, watch, row)
                if other is not None:
                    found.append(Deals(leader, tuple(codes), cards, other))
            options = watch.state.codes
            codes.append(options[below(row, len(options))])
            watch.play(int(codes[-1]))
    return tuple(found)


@cache
def tables() -> tuple[Position, ...]:
    """Decisions at two tables each that the mover cannot tell apart, played from other deals."""
    found = []
    for one in deals():
        true, other = (table(cards, one.leader, one.codes) for cards in (one.true, one.other))
        found.append(Position(len(one.codes), true, (other,)))
    return tuple(found)


def told(decision: Decision | None, rng: Any) -> tuple[str, bytes, bytes]:
    """All that a player says of a decision, what it remembers, and its generator rows after it.

    Nobody who refuses to decide, or is not asked, has shown anything.
    """
    assert decision is not None
    assert decision.considered or decision.option >= 0
    said = repr(replace(decision, memory=None))
    return said, pickle.dumps(decision.memory), rng.tobytes()


def decided(spec: str, position: Position, watch: Watch) -> tuple[str, bytes, bytes]:
    """What is told of a decision by a player that remembers nothing."""
    rng = player_rows(3, watch.state.mover, position.number)
    player = make(spec, watch.state.game)
    move = ask(watch, player, position.number, rng, experiment=True)
    return told(move.decision, rng)


def remembering(spec: str, cards: dict[str, list[int]], one: Deals, seat: int) -> list[Decision]:
    """All decisions of a seat on its way through a deal, each with the memory of the last."""
    player: Any = make(spec, GAME)
    watch = table(cards, one.leader, [])
    found: list[Decision] = []
    remembered, since = Remembered(None, ()), list[tuple[int, int]]()
    for number, code in enumerate((*one.codes, -1)):
        if watch.state.mover == seat and len(watch.state.codes) > 1:
            remembered = Remembered(found[-1].memory if found else None, tuple(since))
            rng = player_rows(3, seat, number)
            found.append(player.decide_on(watch.information(seat), rng, remembered))
            since = []
        since.append((watch.state.mover, code))
        if code >= 0:
            watch.play(code)
    return found


@pytest.mark.parametrize("name", games.names())
def test_positions_look_the_same_to_the_mover_and_differ(name: str) -> None:
    found = positions(name)
    assert len(found) >= POSITIONS
    game = games.load(name)
    differ = 0
    for position in found:
        seat = position.watch.state.mover
        known = position.watch.information(seat)
        for twin in position.twins:
            same = twin.information(seat)
            assert same.state.tobytes() == known.state.tobytes()
            assert same.options == known.options == twin.state.codes
            assert same.ledger.lines() == known.ledger.lines()
            assert np.array_equal(same.ledger.expected(), known.ledger.expected())
            assert np.array_equal(same.excluded, known.excluded)
            differ += laid_out(game, twin.state.record_array) != laid_out(
                game, position.watch.state.record_array
            )
    assert differ >= POSITIONS if game.hides else differ == 0


def test_so_do_two_tables_that_were_dealt_otherwise() -> None:
    """In most of them the opponent's hand differs, in some after several tricks or a closing."""
    found = tables()
    assert len(found) > 25
    hands = strict = 0
    for position in found:
        one, [other] = position.watch, position.twins
        seat = one.state.mover
        mine, theirs = one.information(seat), other.information(seat)
        assert mine.state.tobytes() == theirs.state.tobytes()
        assert mine.options == theirs.options
        assert mine.count == theirs.count
        assert np.array_equal(mine.ledger.expected(), theirs.ledger.expected())
        hand = f"hand {1 - seat}"
        hands += layout(one)[hand] != layout(other)[hand]
        s: Any = one.state.record_array[0]
        strict += int(s.closer) > 0
    assert hands > len(found) * 0.7
    assert strict > 3


def test_every_player_is_asked() -> None:
    """Those for all games in each of them, the others in theirs."""
    asked = Counter(spec.partition("(")[0] for _, spec in brief_pairs(cheats=False))
    assert set(asked) == set(names())
    searching = {"osla", "rhea", "flat", "rdeep", "mcts", "pimc", "epimc", "ismcts"}
    for name in searching | {"so-pom", "mo-ismcts", "ris-mcts"}:
        assert asked[name] == len(games.names())


@pytest.mark.parametrize(("name", "spec"), PAIRS)
def test_no_player_decides_otherwise_in_another_world(name: str, spec: str) -> None:
    """In every position, in every world: whoever decides nothing anywhere has not passed."""
    compared = 0
    for position in positions(name):
        first = decided(spec, position, position.watch)
        for twin in position.twins:
            assert decided(spec, position, twin) == first
            compared += 1
    assert compared >= WORLDS * POSITIONS


def test_nothing_of_the_true_world_comes_with_a_memory() -> None:
    """Whole deals of decisions that go on from one another, at tables that were dealt otherwise.

    Trees of the last decision are compared node by node, and what comes of them.
    """
    spec, further = "ismcts(iterations=30, reuse=yes)", 0
    some = [one for one in deals() if len(one.codes) >= 6][::6]
    assert len(some) >= 3
    for one in some:
        seat = table(one.true, one.leader, one.codes).state.mover
        true, other = (remembering(spec, cards, one, seat) for cards in (one.true, one.other))
        assert pickle.dumps(true) == pickle.dumps(other)
        further += sum(sum(each.visits for each in made.considered) > 30 for made in true[1:])
    assert further >= len(some) / 2  # so often a tree was gone on from


@pytest.mark.parametrize(("name", "spec"), brief_pairs(cheats=True))
def test_a_player_that_looks_at_the_true_state_does(name: str, spec: str) -> None:
    """The control: it fails what all others pass, in every game that hides anything."""
    assert any(
        decided(spec, position, twin) != decided(spec, position, position.watch)
        for position in positions(name)
        for twin in position.twins
    )
