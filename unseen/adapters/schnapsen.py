"""Our players at the table of the PyPI package ``schnapsen``, the university course's platform.

The platform asks a bot for a move and shows it a *perspective*: its own hand, the trump card, the
tricks so far. A perspective also holds the whole hidden state, and its text form prints it. This
adapter reads nothing but what :class:`Perspective` lists, writes no perspective down, and gives the
player an information set like in any of our own games:

1. From the history it makes up one deal that could have led here: the cards we saw where we saw
   them, everything else anywhere it fits.
2. It plays that deal through our rules with a watch, whose ledger for our seat learns exactly what
   we have seen, and nothing of what was made up.

The player that led the first trick is seat 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any, Protocol

import games
from compiled import rows
from determinize import InformationSet, Watch
from games.schnapsen.cards import JACK, KING, QUEEN, card_of, rank_of, suit_of
from games.schnapsen.record import EXCHANGE, MARRIAGE
from games.schnapsen.words import FACES
from players.player import Player

try:
    from schnapsen.deck import Card, Rank, Suit
    from schnapsen.game import (
        Bot,
        Marriage,
        Move,
        RegularMove,
        SchnapsenGamePlayEngine,
        TrumpExchange,
    )
except ImportError as error:
    raise ImportError(
        "the platform is not installed: pip install 'unseen[platform]' (the package schnapsen)"
    ) from error

GAME = games.load("schnapsen")

_SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
_RANKS = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE)
_CARDS = tuple(Card.get_card(_RANKS[rank_of(c)], _SUITS[suit_of(c)]) for c in range(24))
_NUMBERS = {card: c for c, card in enumerate(_CARDS)}


class Perspective(Protocol):
    """All that is asked of the platform's ``PlayerPerspective``."""

    def am_i_leader(self) -> bool:
        """Whether it is our lead."""

    def get_hand(self) -> Iterable[Any]:
        """Our cards."""

    def get_trump_card(self) -> Any:
        """The card at the bottom of the talon, or None."""

    def get_talon_size(self) -> int:
        """How many cards are left to draw, the trump card included."""

    def get_game_history(self) -> Sequence[tuple[Any, Any]]:
        """Earlier perspectives of ours, each with the trick that followed it; the last is now."""

    def valid_moves(self) -> list[Any]:
        """What we may play."""


@dataclass
class _Deal:
    """What we saw of a deal, as card numbers."""

    me: int
    mine: set[int]
    """The hand we were dealt."""
    trump_card: int
    deck: int
    codes: list[int] = field(default_factory=list)
    """The decisions of both seats, as option codes."""
    draws: list[tuple[int, int | None]] = field(default_factory=list)
    """The face-down cards drawn, in order: (seat, the card if it was ours)."""
    needed: list[tuple[int, int]] = field(default_factory=list)
    """Cards the opponent must have had: (how many cards he had drawn by then, card)."""

    def needs(self, *cards: int) -> None:
        """The opponent held these cards just now."""
        known = {card for _, card in self.needed} | {self.trump_card}
        drawn = sum(1 for seat, _ in self.draws if seat != self.me)
        self.needed += [(drawn, card) for card in cards if card not in known]


def information(
    perspective: Perspective, leader_move: Any = None, **parameters: Any
) -> InformationSet:
    """Everything that the perspective's player may know, as an information set of our game.

    Args:
        perspective: what the platform shows.
        leader_move: the opponent's lead that is to be answered, if any.
        parameters: where the table differs from our preset ``vu_platform``.

    Raises:
        ValueError: the history does not reach back to the deal.
    """
    deal = _seen(perspective, leader_move)
    watch = Watch(_made_up(deal, parameters))
    for code in deal.codes:
        watch.play(code)
    return watch.information(deal.me)


def _seen(perspective: Perspective, leader_move: Any) -> _Deal:
    """Read the history of a deal."""
    history = perspective.get_game_history()
    start = history[0][0]
    hand = {_NUMBERS[card] for card in start.get_hand()}
    deck = start.get_talon_size() + 10
    if len(hand) != 5 or deck not in (20, 24):
        raise ValueError(
            f"the history begins with {len(hand)} cards in hand and {deck - 10} in the talon:"
            " it must reach back to the deal"
        )
    me = 0 if start.am_i_leader() else 1
    deal = _Deal(me, hand, _NUMBERS[start.get_trump_card()], deck)
    for (before, trick), (after, _) in pairwise(history):
        leader = me if before.am_i_leader() else 1 - me
        if trick.is_trump_exchange():
            _move(deal, leader, trick.exchange)
        else:
            _move(deal, leader, trick.leader_move)
            _move(deal, 1 - leader, trick.follower_move)
            _draw(deal, before, after)
    if leader_move is not None:
        _move(deal, 1 - me, leader_move)
    return deal


def _move(deal: _Deal, seat: int, move: Any) -> None:
    """A seat made a move; after a declaration the platform leads the king by itself."""
    codes = _codes(move)
    deal.codes += codes
    if seat != deal.me:
        deal.needs(*(_NUMBERS[card] for card in move.cards))


def _codes(move: Any) -> list[int]:
    """A move of the platform as option codes of ours."""
    if move.is_trump_exchange():
        return [EXCHANGE]
    if move.is_marriage():
        suit = _SUITS.index(move.suit)
        return [MARRIAGE + suit, card_of(suit, KING)]
    return [_NUMBERS[move.as_regular_move().card]]


def _draw(deal: _Deal, before: Any, after: Any) -> None:
    """After a trick of phase 1 its winner and then its loser drew; the last card lies open."""
    left = before.get_talon_size()
    if left == 0:
        return
    held = {_NUMBERS[card] for card in before.get_hand()}
    [card] = {_NUMBERS[card] for card in after.get_hand()} - held
    winner = deal.me if after.am_i_leader() else 1 - deal.me
    for seat in (winner, 1 - winner) if left > 2 else (winner,):
        deal.draws.append((seat, card if seat == deal.me else None))


def _made_up(deal: _Deal, parameters: dict[str, Any]) -> games.State:
    """A start that leads to what we saw; what we did not see is filled in as it comes."""
    ours = deal.mine | {card for _, card in deal.draws if card is not None}
    named = [card for _, card in deal.needed if card not in ours]
    known = ours | set(named) | {deal.trump_card}
    rest: Iterator[int] = iter([card for card in range(deal.deck) if card not in known])
    # The opponent's cards in the order in which he needed them fill his slots in the order in
    # which he got them; the rest is anybody's guess, and ours makes no difference.
    theirs: Iterator[int] = iter([*named, *rest])
    other_hand = [next(theirs) for _ in range(5)]
    talon = [next(theirs) if card is None else card for _, card in deal.draws]
    talon += theirs
    hands = [sorted(deal.mine), other_hand] if deal.me == 0 else [other_hand, sorted(deal.mine)]
    layout = {
        "hand 0": hands[0],
        "hand 1": hands[1],
        "talon": talon[::-1],
        "trump": [deal.trump_card],
        "out": range(deal.deck, 24),
    }
    return GAME.arrange(
        {zone: [FACES[card] for card in cards] for zone, cards in layout.items()},
        preset="vu_platform",
        parameters={"deck": deal.deck, **parameters},
        trump=suit_of(deal.trump_card),
        dealer=1,
    )


class PlatformBot(Bot):  # type: ignore[misc]
    """One of our players, as a bot of the platform.

    Args:
        player: who decides.
        seed: where its random numbers come from; the same seed plays the same games.
        parameters: where the table differs from our preset ``vu_platform``, for the platform's
            variants: ``ace_points=1``.

    >>> from schnapsen.bots import RandBot
    >>> from players import make
    >>> bot = PlatformBot(make("antibully", GAME), seed=1)
    >>> engine = SchnapsenGamePlayEngine()
    >>> winner, points, score = engine.play_game(bot, RandBot(Random(2)), Random(3))
    >>> points in (1, 2, 3)
    True
    """

    def __init__(self, player: Player, *, seed: int = 0, **parameters: Any) -> None:
        super().__init__(player.name)
        self._player = player
        self._seed = seed
        self._parameters = parameters
        self._decisions = 0

    def get_move(self, perspective: Perspective, leader_move: Move | None) -> Move:
        """The player's choice, for the platform to play."""
        info = information(perspective, leader_move, **self._parameters)
        rng = rows(self._seed, self._decisions)
        self._decisions += 1
        chosen = self._player.decide(info, rng).option
        return _as_move(chosen, int(info.state.trump))


def _as_move(code: int, trump: int) -> Move:
    """An option code of ours as a move of the platform."""
    if code == EXCHANGE:
        return TrumpExchange(_CARDS[card_of(trump, JACK)])
    if code >= MARRIAGE:
        suit = code - MARRIAGE
        return Marriage(_CARDS[card_of(suit, QUEEN)], _CARDS[card_of(suit, KING)])
    return RegularMove(_CARDS[code])


def against(
    player: Player, rival: Callable[[Random], Any], *, games: int, seed: int = 0
) -> list[int]:
    """Play a series on the platform's own engine, the first lead alternating.

    Args:
        player: one of ours.
        rival: makes the platform's bot from a random generator.
        games: how many.
        seed: of the deals, of the bot and of the player.

    Returns:
        for each game the game points won (1 to 3), negative where the rival won.

    Raises:
        ValueError: no game is to be played.
    """
    if games < 1:
        raise ValueError(f"the number of games is at least 1, not {games}")
    engine = SchnapsenGamePlayEngine()
    ours = PlatformBot(player, seed=seed)
    theirs = rival(Random(seed))
    results = []
    for number in range(games):
        pair = (ours, theirs) if number % 2 == 0 else (theirs, ours)
        winner, points, _ = engine.play_game(*pair, Random(f"{seed} {number}"))
        results.append(points if winner is ours else -points)
    return results
