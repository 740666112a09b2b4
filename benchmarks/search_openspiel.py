"""Search iterations a second beside OpenSpiel's bots in C++, in the games that both have.

Both sides search the first decision of the same deal on one thread, with as many iterations, one
random play-out in each (from where the tree ends; none where the game does), and the same constant
of UCB1 for the range of the game's results.

========== ====================================================================================
Kuhn       ``ISMCTSBot``: it samples a world in every iteration
Leduc      the same
Liar's     ``MCTSBot``, plain UCT in the true state: ``ISMCTSBot`` has no worlds to draw, since the
dice       game has no ``ResampleFromInfostate``, and Python can hand it none. Nothing is sampled,
           nor is an information state put into words: its iterations are cheaper than it could be
Tic-Tac-   ``MCTSBot``: ``ISMCTSBot`` refuses games of perfect information
Toe
========== ====================================================================================

Our side is ``ismcts`` in all four: once the search alone, worlds drawn beforehand, and once the
whole decision, whose fixed costs (worlds from an exact belief, the account of what was considered)
weigh more, the fewer the iterations; the bot is asked for a whole decision in both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.search_positions import EXPLORATION, SEED, Position, side
from benchmarks.timing import Figure, compare
from games.state import State

GAMES = {
    "kuhn": "kuhn_poker(players=2)",
    "leduc": "leduc_poker(players=2)",
    "liars-dice": "liars_dice(players=2,numdice=1,dice_sides=6)",
    "tic-tac-toe": "tic_tac_toe",
}
"""Our name of each game, and OpenSpiel's with its parameters."""

SAMPLED = ("kuhn", "leduc")
"""Where ``ISMCTSBot`` can draw its worlds."""

BUDGETS = (1_000, 10_000)
"""Iterations of a decision."""
MEMORY = 1024
"""Megabytes for ``MCTSBot``: more than it needs here."""


def dealt_as(state: State) -> Any:
    """OpenSpiel's state at the first decision of the same deal."""
    import pyspiel

    name = state.game.name
    theirs = pyspiel.load_game(GAMES[name]).new_initial_state()
    given: list[int] = []
    while theirs.is_chance_node():
        outcome = chance_outcome(state, len(given))
        given.append(outcome + 1 if outcome in given and name == "leduc" else outcome)
        theirs.apply_action(given[-1])
    return theirs


def chance_outcome(state: State, seat: int) -> int:
    """What chance brings a seat: the rank of its card (the lowest 0), in Leduc the first copy of
    it; or its roll less one."""
    zone = "cup" if state.game.name == "liars-dice" else "hand"
    number = state.game.zones[f"{zone} {seat}"]
    zones = state.record_array[0]["zone"]
    [card] = [c for c in range(len(zones)) if zones[c] == number]
    face = int(state.game.face_of[card])
    if state.game.name == "liars-dice":
        return face % 6
    rank = face - 1  # the ten is in play with four seats only
    return 2 * rank if state.game.name == "leduc" else rank


def bot(name: str, iterations: int) -> Any:
    """OpenSpiel's bot (C++) for a game."""
    import pyspiel

    game = pyspiel.load_game(GAMES[name])
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    exploration = EXPLORATION * (game.max_utility() - game.min_utility())
    if name not in SAMPLED:
        return pyspiel.MCTSBot(game, evaluator, exploration, iterations, MEMORY, False, SEED, False)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(SEED, evaluator, exploration, iterations, -1, final, False, False)


def steps(position: Position) -> Callable[[], int]:
    """A function that lets OpenSpiel's bot decide in a position."""
    theirs, player = dealt_as(position.watch.state), bot(position.name, position.iterations)

    def once() -> int:
        player.step(theirs)
        return position.iterations

    return once


def figures() -> list[Figure]:
    """The search alone, and whole decisions, in each game with each number of iterations."""
    found = []
    for name in GAMES:
        kind = "ISMCTSBot" if name in SAMPLED else "MCTSBot, the true state"
        for iterations in BUDGETS:
            position = Position(name, iterations)
            peer = side(f"OpenSpiel, {kind} (C++)", "iterations", steps(position))
            what = f"{position.game.title}, {iterations:,} iterations"
            spec = f"ismcts(iterations={iterations})"
            for ours, once in (
                ("unseen, the search alone", position.search()),
                ("unseen, whole decisions", position.decisions(spec, "iterations")),
            ):
                found.append(compare(what, side(ours, "iterations", once), peer))
    return found
