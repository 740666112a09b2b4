"""The no-peeking proof: what a player decides does not depend on what its seat cannot know.

Every registered player in every registered game, whoever has installed them, is asked for the same
decision twice. It must be the same to the last bit: option, visits, values, lines, memory, and what
was drawn from the generator. The other time is made in two ways, and each shows what the other
cannot:

- *Replaced*: the hidden part of the true state is another world that the mover holds possible,
  copies of a face are numbered anew, and what chance will bring is another. The ledger and the
  exclusions stay those of the true match. So no player looks at the state, of which everything
  hidden has changed; a truth that leaks through a ledger would go unnoticed.
- *Honest*: another match, dealt otherwise and played by moves that look the same to the mover, with
  a watch, ledgers and exclusions of its own. So nothing of the truth comes by way of what the watch
  tells, either: that the two ledgers are alike is asserted of matches that share nothing.

Rules and search run as plain Python here: they are the same to the last bit compiled, as their own
tests show, and nothing has to be compiled for a hundred pairs of player and game. The audit of
players asks the same of players that are fetched from anywhere, with honest matches behind every
world (tests/arena/test_audit_players.py).
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import eq
from typing import Any

import numpy as np
import pytest

import games
from arena.auditing.drawing import places
from arena.auditing.tables import Matches, Place, Table
from arena.auditing.worlds import World, worlds_of
from arena.auditing.worlds import layout as laid_out
from arena.match import ask
from arena.seeds import player_rows
from compiled import below, bind, binding, rows
from determinize import Watch
from determinize import watch as watching
from determinize.auditing.ours.twins import with_chances
from games.game import Game
from games.kit.events import Moved
from games.kit.fields import TABLE
from games.kit.seam import seen_by
from players import Decision, make, names
from players.player import Remembered
from tests.games.deals import layout, table
from tests.players.brief import brief_players
from tests.players.veiled import VEILED

GAME = games.load("schnapsen")
POSITIONS, WORLDS = 3, 2
SEARCH = {"iterations": 12, "depth": 2, "nodes": 64, "length": 4, "limit": 20}
HONEST = {"clue": 1, "schnapsen": 2}
"""Honest positions: in these games each takes long to find."""
SLOW = {"clue": {"iterations": 5, "depth": 1, "length": 2, "samples": 1, "worlds": 2}}
"""Games whose rules take long as plain Python."""
VARIANTS = (
    "pimc(worlds=3, iterations=12, evaluator=play-outs, combine=vote)",
    "pimc(worlds=3, iterations=12, evaluator=exact, limit=20)",
    "pimc(worlds=2, iterations=30, nodes=4, playout=bully)",
    "epimc(worlds=3, iterations=12, nodes=4, limit=2, playout=antibully)",
    "ismcts(iterations=12, reuse=true, select=exp3)",
    "ismcts(iterations=12, workers=3, playout=bully)",
    "mcts(iterations=12, loop=closed)",
    "ismcts(iterations=12, draw=table)",
    "pimc(worlds=3, iterations=12, draw=table)",
    "ismcts(iterations=12, select=puct)",
    "ismcts(iterations=12, select=puct-playout)",
    "ismcts(iterations=12, select=progressive-bias)",
    "ismcts(iterations=12, select=ucb1-tuned)",
    "so-pom(iterations=12, workers=2)",
    "mo-ismcts(iterations=12, workers=2)",
    "ris-mcts(iterations=12, workers=2)",
    "so-pom(iterations=12, reuse=true, select=puct-playout)",
    "mo-ismcts(iterations=12, reuse=true, select=exp3)",
    "ris-mcts(iterations=12, reuse=true, select=puct)",
    "ris-mcts(iterations=12, reuse=true, select=exp3)",
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


PAIRS = [
    *brief_pairs(cheats=False),
    *(("schnapsen", spec) for spec in VARIANTS),
    ("love-letter", "ismcts(iterations=12, playout=suitor, draw=reading)"),
]


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


SMALL = ("kuhn", "leduc")
"""Games with so few deals that matches which look the same to a seat come by themselves."""
DEALT = 60
"""Matches of these."""


def alike(game: Game, number: int) -> Position | None:
    """A decision in honest matches of a small game that look the same to the mover all the way.

    They share nothing: each has a seed, a state and a watch of its own; all are played by the same
    moves. None where a match was over, or none looks like the first.
    """
    row, codes, state = rows(number, 3)[0], list[int](), game.new(seed=number)
    while len(codes) < number % 4 and not state.over:
        codes.append(int(state.codes[below(row, len(state.codes))]))
        state.play(codes[-1])
    found: dict[Any, Watch] = {}
    true: list[bytes] = []
    for seed in (number, *range(100, 100 + DEALT)) if len(state.codes) > 1 else ():
        watch = Watch(game.new(seed=seed))
        seen = [watch.state.view(state.mover).state.tobytes()]
        for code in codes:
            if code in watch.state.codes:
                watch.play(code)
                seen.append(watch.state.view(state.mover).state.tobytes())
        true = true or seen
        if seen == true:
            found.setdefault(str(laid_out(game, watch.state.record_array)), watch)
    first, *others = found.values() or (None,)
    return Position(len(codes), first, tuple(others[:3])) if first and others else None


def behind(place: Place, chosen: Table, seed: int) -> Position | None:
    """A decision, and honest matches behind other worlds of its mover, found by the audit."""
    matches = Matches(chosen, place)
    true = matches.true.late
    worlds, _ = worlds_of(true.information(matches.seat), WORLDS, seed, matches.truth)
    found = [matches.behind(World(world)) for world in worlds]
    others = tuple(match.late for match in found if match)
    return Position(len(place.moves), true, others) if others else None


@cache
def honest(name: str) -> tuple[Position, ...]:
    """Decisions in matches that share nothing and look the same to the mover all the way."""
    game = games.load(name)
    if not game.hides:
        return ()
    found: list[Position | None] = []
    for number in range(40):
        if sum(one is not None for one in found) == HONEST.get(name, 4):
            break
        if name in SMALL:
            found.append(alike(game, number))
        else:
            chosen = Table(game, game.players[0])
            found += [behind(one, chosen, number) for one in list(places(chosen, 9, number))[:1]]
    several = [one for one in found if one is not None]
    return (*several, *tables()[::12]) if name == GAME.name else tuple(several)


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
    return said, pickle.dumps(numbers(decision.memory)), rng.tobytes()


def numbers(memory: Any) -> Any:
    """A memory with arrays of records as the numbers in them: what pads a record says nothing."""
    if isinstance(memory, tuple):
        return [numbers(one) for one in memory]
    return memory.tolist() if isinstance(memory, np.ndarray) else memory


def decided(spec: str, position: Position, watch: Watch) -> tuple[str, bytes, bytes]:
    """What is told of a decision by a player that remembers nothing."""
    rng = player_rows(3, watch.state.mover, position.number)
    player = make(spec, watch.state.game)
    move = ask(watch, player, position.number, rng, experiment=True)
    return told(move.decision, rng)


def remembering(spec: str, way: Way, start: Watch) -> list[Decision]:
    """All decisions of a seat on its way through a deal, each with the memory of the last."""
    watch, seat = start.copy(), way.seat
    seen_as = bind(seen_by, watch.state.game)
    player: Any = make(spec, watch.state.game)
    found: list[Decision] = []
    since: list[tuple[int, int]] = []
    for number, code in enumerate((*way.codes, -1)):
        if watch.state.mover == seat and len(watch.state.codes) > 1:
            remembered = Remembered(found[-1].memory if found else None, tuple(since))
            rng = player_rows(3, seat, number)
            found.append(player.decide_on(watch.information(seat), rng, remembered))
            since = []
        if code >= 0:
            seen = seen_as(watch.state.record_array[0], code, seat)
            since.append((watch.state.mover, int(seen)))
            watch.play(code)
    return found


@dataclass(frozen=True)
class Way:
    """Two matches at their beginning, dealt otherwise, and moves that lead through both.

    At every step they look the same to the seat, which is to move at the end.
    """

    true: Watch
    other: Watch
    codes: tuple[int, ...]
    seat: int


@cache
def long_deals() -> tuple[Way, ...]:
    """Such matches of Schnapsen."""
    found = []
    for one in [one for one in deals() if len(one.codes) >= 6][::6][:3]:
        true, other = (table(cards, one.leader, []) for cards in (one.true, one.other))
        seat = table(one.true, one.leader, one.codes).state.mover
        found.append(Way(true, other, one.codes, seat))
    return tuple(found)


@cache
def veiled_deals() -> tuple[Way, ...]:
    """Such matches of a game whose moves others see in part, found among many deals."""
    found = []
    for number in (0, 1, 3):
        start, row = Watch(VEILED.new(seed=number)), rows(number, 5)[0]
        watch, codes = start.copy(), list[int]()
        while len(codes) < 5 or len(watch.state.codes) < 2:
            codes.append(watch.state.codes[below(row, len(watch.state.codes))])
            watch.play(codes[-1])
        seat = watch.state.mover
        shown = list(sights(start, codes, seat))
        for seed in range(100, 400):
            other = Watch(VEILED.new(seed=seed))
            if not all(map(eq, shown, sights(other, codes, seat))):
                continue
            if laid_out(VEILED, other.state.record_array) == laid_out(
                VEILED, start.state.record_array
            ):
                continue
            found.append(Way(start, other, tuple(codes), seat))
            break
    return tuple(found)


def sights(start: Watch, codes: Sequence[int], seat: int) -> Iterator[bytes | None]:
    """What a seat sees before each of the moves and after the last; None: it cannot be made."""
    watch = start.copy()
    yield watch.state.view(seat).state.tobytes()
    for code in codes:
        if code not in watch.state.codes:
            yield None
            return
        watch.play(code)
        yield watch.state.view(seat).state.tobytes()


@pytest.mark.parametrize("name", games.names())
def test_positions_look_the_same_to_the_mover_and_differ(name: str) -> None:
    """The ledgers of replaced ones are the same by their making, those of honest ones are not."""
    game, differ = games.load(name), 0
    assert len(positions(name)) >= POSITIONS
    assert len(honest(name)) >= HONEST.get(name, 4) or not game.hides
    for position in (*positions(name), *honest(name)):
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
    for position in (*positions(name), *honest(name)):
        first = decided(spec, position, position.watch)
        for twin in position.twins:
            assert decided(spec, position, twin) == first
            compared += 1
    assert compared >= WORLDS * POSITIONS


@pytest.mark.parametrize(
    ("ways", "name"),
    [
        *((long_deals, name) for name in ("ismcts", "so-pom", "mo-ismcts", "ris-mcts")),
        *((veiled_deals, name) for name in ("so-pom", "mo-ismcts", "ris-mcts")),
    ],
)
def test_nothing_of_the_true_world_comes_with_a_memory(
    ways: Callable[[], tuple[Way, ...]], name: str
) -> None:
    """Whole deals of decisions that go on from one another, at tables that were dealt otherwise.

    Trees of the last decision are compared node by node, and what comes of them. In Schnapsen all
    moves are seen; in the veiled game ``ismcts`` goes on from nothing.
    """
    further, iterations = 0, 16
    assert len(ways()) >= 3
    for way in ways():
        spec = f"{name}(iterations={iterations}, reuse=yes)"
        true, other = (remembering(spec, way, start) for start in (way.true, way.other))
        compared = ([told(one, rows(0)) for one in each] for each in (true, other))
        assert next(compared) == next(compared)
        further += sum(sum(one.visits for one in made.considered) > iterations for made in true[1:])
    assert further >= len(ways()) / 2  # so often a tree was gone on from


def test_a_memory_that_differs_is_noticed() -> None:
    """The control: one number of one node of one tree, however deep it lies."""
    decision = make("mo-ismcts(iterations=20, workers=2, reuse=yes)", GAME).decide(
        table(deals()[0].true, deals()[0].leader, []).information(deals()[0].leader), rows(1)
    )
    memory = tuple(tuple(tree.copy() for tree in trees) for trees in decision.memory)
    alike, rng = replace(decision, memory=memory), rows(0)
    assert [len(trees) for trees in memory] == [2, 2]
    assert told(alike, rng) == told(decision, rng)
    for field in memory[1][1].dtype.names:
        memory[1][1][3][field] += 1
        assert told(alike, rng) != told(decision, rng)
        memory[1][1][3][field] -= 1
    assert told(alike, rng) == told(decision, rng)


@pytest.mark.parametrize(("name", "spec"), brief_pairs(cheats=True))
def test_a_player_that_looks_at_the_true_state_does(name: str, spec: str) -> None:
    """The control: it fails what all others pass, in every game that hides anything."""
    assert any(
        decided(spec, position, twin) != decided(spec, position, position.watch)
        for position in positions(name)
        for twin in position.twins
    )


def test_a_truth_in_the_ledger_is_noticed_in_honest_matches_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control of the other half: a watch that tells every seat the face of every card."""
    honestly = watching.tell

    def all_told(ledger: Any, game: Game, seat: int, event: Any) -> None:
        eyes = {"eyes": -1} if isinstance(event, Moved) else {}
        honestly(ledger, game, seat, replace(event, **eyes))

    monkeypatch.setattr(watching, "tell", all_told)
    spec, game = "ismcts(iterations=12)", games.load("kuhn")
    leaking = [one for one in (alike(game, number) for number in range(12)) if one]
    assert len(leaking) >= 4
    differ = [
        decided(spec, one, twin) != decided(spec, one, one.watch)
        for one in leaking
        for twin in one.twins
    ]
    assert any(differ)
    for one in leaking:
        present = one.watch.copy()
        present.state.record_array[:] = one.twins[0].state.record_array
        assert decided(spec, one, present) == decided(spec, one, one.watch)
