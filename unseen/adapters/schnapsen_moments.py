"""The platform's games step by step: its own engine, with the decisions handed in.

The package ``schnapsen`` plays whole tricks and asks its bots for each move. Here the bots are
silent and a requester answers for them, so that a game can be stopped at any decision; everything
else is done by the platform's functions. Options are words: ``QH``, ``marriage H``, ``exchange``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

# The adapter above has told what to install, if the platform is not.
from schnapsen.deck import OrderedCardCollection
from schnapsen.game import (
    Bot,
    BotState,
    FollowerPerspective,
    GamePhase,
    GamePlayEngine,
    GameState,
    LeaderPerspective,
    MoveRequester,
    SchnapsenGamePlayEngine,
)

from games.schnapsen.words import FACES
from unseen.adapters.schnapsen import _CARDS, _NUMBERS

ENGINE = SchnapsenGamePlayEngine()
EXCHANGE = "exchange"


class Nobody(Bot):  # type: ignore[misc]
    """The bot of a seat whose decisions are handed in."""

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        """Never asked."""
        raise AssertionError("decisions are handed in")

    def __repr__(self) -> str:
        return "Nobody()"


class _Chosen(MoveRequester):  # type: ignore[misc]
    """Answers for every bot with one move."""

    def __init__(self, move: Any) -> None:
        self.move = move

    def get_move(self, bot: Any, perspective: Any, leader_move: Any) -> Any:
        return self.move


@dataclass(frozen=True, eq=False)
class Moment:
    """A decision in a game of the platform: a true state, or a copy of one.

    Attributes:
        state: the platform's ``GameState`` before the trick.
        leader_move: the lead that is to be answered, or None where the lead is to be made.
        leader: the leader's seat; seat 0 led the first trick.
    """

    state: Any
    leader_move: Any
    leader: int

    @property
    def moves(self) -> dict[str, Any]:
        """What the mover may play: in words, and as the platform has it."""
        if self.mover < 0:
            return {}
        return {word(move): move for move in self.perspective(self.mover).valid_moves()}

    @property
    def mover(self) -> int:
        """The seat that has to decide; -1 when the game is over."""
        if self.leader_move is not None:
            return 1 - self.leader
        over = ENGINE.trick_scorer.declare_winner(self.state) is not None
        return -1 if over else self.leader

    def perspective(self, seat: int) -> Any:
        """What the platform shows a seat."""
        if seat == self.leader:
            return LeaderPerspective(self.state, ENGINE)
        return FollowerPerspective(self.state, ENGINE, self.leader_move)

    def hand(self, seat: int) -> list[str]:
        """A seat's cards; a lead that is not answered yet is among them."""
        holder = self.state.leader if seat == self.leader else self.state.follower
        return faces(holder.hand)

    def world(self) -> dict[str, list[str]]:
        """Where all cards lie; the talon from its top to the trump card."""
        won = {self.leader: self.state.leader, 1 - self.leader: self.state.follower}
        return {
            "hand 0": self.hand(0),
            "hand 1": self.hand(1),
            "talon": faces(self.state.talon),
            "won 0": faces(won[0].won_cards),
            "won 1": faces(won[1].won_cards),
        }


def faces(cards: Iterable[Any]) -> list[str]:
    """Cards of the platform in words."""
    return [FACES[_NUMBERS[card]] for card in cards]


def word(move: Any) -> str:
    """A move of the platform in words."""
    if move.is_trump_exchange():
        return EXCHANGE
    if move.is_marriage():
        return f"marriage {faces(move.cards)[0][-1]}"
    [face] = faces(move.cards)
    return face


def shuffled(rng: Any) -> list[str]:
    """The platform's deck as it shuffles it."""
    deck = ENGINE.deck_generator.get_initial_deck()
    return faces(ENGINE.deck_generator.shuffle_deck(deck, rng))


def dealt(deck: Iterable[str]) -> Moment:
    """A new game from a deck, as the platform deals it."""
    cards = OrderedCardCollection([_CARDS[FACES.index(face)] for face in deck])
    one, two, talon = ENGINE.hand_generator.generateHands(cards)
    state = GameState(BotState(Nobody(), one), BotState(Nobody(), two), talon, None)
    return Moment(state, None, 0)


def played(moment: Moment, option: str) -> Moment:
    """The moment after an option; the one given stays as it is.

    Raises:
        ValueError: the option is not legal, with those that are.
    """
    moves = moment.moves
    if option not in moves:
        raise ValueError(f"{option} is not legal here: {', '.join(moves) or 'the game is over'}")
    move = moves[option]
    state = moment.state
    if moment.leader_move is None and not move.is_trump_exchange():
        return Moment(state, move, moment.leader)
    if not isinstance(state.leader.implementation, Nobody):  # a copy's bots answer nothing
        state = state.copy_with_other_bots(Nobody(), Nobody())
    lead = move if moment.leader_move is None else moment.leader_move
    after = ENGINE.trick_implementer.play_trick_with_fixed_leader_move(_engine(move), state, lead)
    stays = after.previous.leader_remained_leader
    return Moment(after, None, moment.leader if stays else 1 - moment.leader)


def _engine(move: Any) -> Any:
    return GamePlayEngine(
        ENGINE.deck_generator,
        ENGINE.hand_generator,
        ENGINE.trick_implementer,
        _Chosen(move),
        ENGINE.move_validator,
        ENGINE.trick_scorer,
    )


def course(moment: Moment) -> list[tuple[Moment, list[str]]]:
    """A moment's own history: each earlier one with what was played there; the moment is last."""
    found: list[tuple[Moment, list[str]]] = []
    leader, previous = moment.leader, moment.state.previous
    while previous is not None:
        leader = leader if previous.leader_remained_leader else 1 - leader
        found.append((Moment(previous.state, None, leader), _words(previous.trick)))
        previous = previous.state.previous
    lead = [] if moment.leader_move is None else [word(moment.leader_move)]
    return [*found[::-1], (Moment(moment.state, None, moment.leader), lead)]


def _words(trick: Any) -> list[str]:
    if trick.is_trump_exchange():
        return [EXCHANGE]
    return [word(trick.leader_move), word(trick.follower_move)]


def told(moment: Moment, seat: int) -> tuple[Any, ...]:
    """Everything that the platform tells a seat, now and of each earlier trick."""
    view = moment.perspective(seat)
    lead = None if moment.leader_move is None else word(moment.leader_move)
    mine = tuple(sorted(moment.moves)) if moment.mover == seat else ()
    seen = tuple(sorted(faces(view.seen_cards(moment.leader_move))))
    history = tuple(
        (_shown(earlier), None if trick is None else tuple(_words(trick)))
        for earlier, trick in view.get_game_history()
    )
    return lead, mine, seen, history


def _shown(view: Any) -> tuple[Any, ...]:
    trump = view.get_trump_card()
    second = view.get_phase() is GamePhase.TWO
    return (
        view.am_i_leader(),
        _set(view.get_hand()),
        view.get_trump_suit().name,
        None if trump is None else faces([trump])[0],
        view.get_talon_size(),
        repr(view.get_my_score()),
        repr(view.get_opponent_score()),
        _set(view.get_won_cards()),
        _set(view.get_opponent_won_cards()),
        _set(view.get_known_cards_of_opponent_hand()),
        _set(view.get_opponent_hand_in_phase_two()) if second else None,
    )


def _set(cards: Iterable[Any]) -> tuple[str, ...]:
    """Cards without their order, which the platform says is not significant."""
    return tuple(sorted(faces(cards)))


def text(value: object) -> str:
    """What printing a value shows, without the addresses of objects."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))
