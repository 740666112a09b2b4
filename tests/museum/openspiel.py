"""Broken copiers for Kuhn and Leduc poker as OpenSpiel plays them.

Each gives out a state of OpenSpiel that was played to from the start, and makes one mistake in
drawing the others' cards. Three of the mistakes are OpenSpiel's own in other games (version 2.0.2,
``docs/openspiel.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from determinize.audit import Auditable, Kind
from determinize.auditing.evidence import CALIBRATED, INDEPENDENT, REACHABLE
from tests.museum.pieces import Piece
from unseen.adapters.openspiel import OpenSpielGame
from unseen.adapters.openspiel.engine import CHANCE, Playing

Fault: TypeAlias = Callable[["Broken", Playing, int, np.random.Generator], Playing]


class Broken(OpenSpielGame):
    """A game of OpenSpiel with a copier that has a fault."""

    def __init__(self, text: str, fault: Fault) -> None:
        super().__init__(text)
        self.fault = fault

    def __reduce__(self) -> tuple[Any, ...]:
        return Broken, (self.text, self.fault)

    @property
    def name(self) -> str:
        """The game and the fault."""
        return f"{self.text}:{self.fault.__name__}"

    def copy(self, state: Playing, seat: int, rng: np.random.Generator) -> Playing:
        """A copy with the fault."""
        return self.fault(self, state, seat, rng)

    def dealt(self, state: Playing, hands: Sequence[int], rng: np.random.Generator) -> Playing:
        """The game of a state played again with other private cards, by seat."""
        again = self.game.new_initial_state()
        for at, one in enumerate(state.state.full_history()):
            again.apply_action(int(hands[at]) if at < len(hands) else one.action)
        return Playing(again, int(rng.integers(2**62)))

    def hands(self, state: Playing) -> list[int]:
        """The private cards, by seat."""
        return list(state.state.history()[: self.game.num_players()])

    def free(self, state: Playing, seat: int) -> list[int]:
        """The cards that the seat does not see."""
        pack = range(len(self.game.new_initial_state().chance_outcomes()))
        told = state.state.full_history()[self.game.num_players() :]
        public = {one.action for one in told if one.player == CHANCE}
        return [card for card in pack if card != self.hands(state)[seat] and card not in public]


def _with(mine: int, seat: int, others: Sequence[Any]) -> list[int]:
    """All hands, from those of the others in order."""
    return [*map(int, others[:seat]), mine, *map(int, others[seat:])]


def right(game: Broken, state: Playing, seat: int, rng: np.random.Generator) -> Playing:
    """The others' cards are drawn uniformly from those that the seat does not see."""
    drawn = rng.permutation(game.free(state, seat))[: game.game.num_players() - 1]
    return game.dealt(state, _with(game.hands(state)[seat], seat, list(drawn)), rng)


def keeps_an_opponents_card(
    game: Broken, state: Playing, seat: int, rng: np.random.Generator
) -> Playing:
    """The next player's card stays; the other players' are drawn."""
    hands = game.hands(state)
    after = (seat + 1) % len(hands)
    drawn = [c for c in rng.permutation(game.free(state, seat)) if c != hands[after]]
    return game.dealt(
        state,
        [hands[who] if who in (seat, after) else int(drawn.pop()) for who in range(len(hands))],
        rng,
    )


def never_deals_one_card(
    game: Broken, state: Playing, seat: int, rng: np.random.Generator
) -> Playing:
    """Nobody else gets the other card of the seat's own rank."""
    mine = game.hands(state)[seat]
    drawn = rng.permutation([card for card in game.free(state, seat) if card // 2 != mine // 2])
    return game.dealt(state, _with(mine, seat, list(drawn[: game.game.num_players() - 1])), rng)


def favours_one_card(game: Broken, state: Playing, seat: int, rng: np.random.Generator) -> Playing:
    """The lowest card of the pack is twice as likely to be dealt as any other."""
    free = np.array(game.free(state, seat))
    weights = np.where(free == 0, 2.0, 1.0)
    drawn = rng.choice(free, game.game.num_players() - 1, False, weights / weights.sum())
    return game.dealt(state, _with(game.hands(state)[seat], seat, list(drawn)), rng)


def often_cuts_only(game: Broken, state: Playing, seat: int, rng: np.random.Generator) -> Playing:
    """Every other time the unseen cards are cut, not shuffled: neighbours stay together.

    Each card is as likely as it should be, and every deal comes up.
    """
    free = game.free(state, seat)
    cut = rng.random() < 1 / 2
    mixed = np.roll(free, int(rng.integers(len(free)))) if cut else rng.permutation(free)
    drawn = list(mixed[: game.game.num_players() - 1])
    return game.dealt(state, _with(game.hands(state)[seat], seat, drawn), rng)


@dataclass(frozen=True)
class Remembering(Playing):
    """A state, and a history that is kept beside it."""

    past: tuple[int, ...] = ()


def keeps_the_true_history(
    game: Broken, state: Playing, seat: int, rng: np.random.Generator
) -> Playing:
    """The cards are drawn anew; the history that the copy shows is the true one."""
    copy = right(game, state, seat, rng)
    return Remembering(copy.state, copy.chances, past=tuple(state.state.history()))


def _piece(
    text: str, fault: Fault, check: str, kind: Kind, copies: int, why: str, positions: int = 20
) -> Piece:
    name = f"{text.partition('(')[0]}: {fault.__name__.replace('_', ' ')}"
    return Piece(name, partial(_made, text, fault), check, kind, copies, why, positions)


def _made(text: str, fault: Fault) -> Auditable:
    return Broken(text, fault)


PIECES: tuple[Piece, ...] = (
    _piece(
        "kuhn_poker(players=3)",
        keeps_an_opponents_card,
        INDEPENDENT,
        Kind.PEEKING,
        1200,
        "OpenSpiel's colored_trails: the first proposal, made in secret, is kept in every copy",
    ),
    _piece(
        "leduc_poker",
        never_deals_one_card,
        REACHABLE,
        Kind.MISSING_WORLD,
        2400,
        "OpenSpiel's leduc_poker(suit_isomorphism=true): an opponent never holds the own rank",
    ),
    _piece(
        "leduc_poker",
        favours_one_card,
        CALIBRATED,
        Kind.BIASED,
        2400,
        "a shuffle that picks by value",
    ),
    _piece(
        "kuhn_poker(players=3)",
        often_cuts_only,
        CALIBRATED,
        Kind.WRONG_WEIGHTS,
        2400,
        "a cut in the place of a shuffle",
    ),
    _piece(
        "leduc_poker",
        keeps_the_true_history,
        INDEPENDENT,
        Kind.HISTORY_LEAK,
        1200,
        "OpenSpiel's gin_rummy: hands are drawn anew, history() and serialize() stay the true ones",
    ),
)
"""The broken copiers."""

CORRECT: tuple[Callable[[], Auditable], ...] = (
    partial(_made, "kuhn_poker(players=3)", right),
    partial(_made, "leduc_poker", right),
    partial(OpenSpielGame, "kuhn_poker"),
    partial(OpenSpielGame, "leduc_poker(players=3)"),
)
"""Right copiers of the same games, ours and OpenSpiel's."""
