"""Environments of RLCard."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any

import numpy as np

from determinize.auditing.auditable import HISTORY, Place, World
from unseen.adapters.environments.copies import Copier, Copies, frozen


class RLCardCopies(Copies):
    """An environment of RLCard, and a copier.

    Args:
        make: makes the environment: ``functools.partial(rlcard.make, "leduc-holdem")``.
        copier: ``(env, player, rng) -> env``, on trial; players are RLCard's numbers.
        world: where all cards lie in an environment, hidden or not; by default
            :func:`cards_of`, for the games that it knows.
        name, promise, ordered, optional: as for :class:`PettingZooCopies`; by default order
            counts in the deck.

    Raises:
        ValueError: something is not of the kind it should be, with what would be right.

    >>> from copy import deepcopy
    >>> from functools import partial
    >>> import rlcard
    >>> def keeps_everything(env, player, rng):
    ...     return deepcopy(env)
    >>> target = RLCardCopies(partial(rlcard.make, "leduc-holdem"), keeps_everything)
    >>> state = target.new(7)
    >>> target.name, target.mover(state), len(target.options(state))
    ('rlcard:leduc-holdem:keeps_everything', 1, 3)
    """

    kind = "RLCard"
    methods = ("reset", "step", "get_state", "get_player_id", "is_over", "seed")

    def __init__(
        self,
        make: Callable[[], Any],
        copier: Copier,
        *,
        world: Callable[[Any], World] | None = None,
        name: str | None = None,
        promise: str = HISTORY,
        ordered: Collection[Place] = ("deck",),
        **optional: Any,
    ) -> None:
        super().__init__(
            make,
            copier,
            world or cards_of,
            name=name,
            promise=promise,
            ordered=ordered,
            optional=optional,
        )
        if world is None:
            cards_of(self.new(0))

    def mover(self, state: Any) -> int:
        """The player to move; -1 when the game is over."""
        return -1 if state.is_over() else int(state.get_player_id())

    def options(self, state: Any) -> Sequence[int]:
        """The numbers of the legal actions."""
        return [int(action) for action in self._legal(state)]

    def observe(self, state: Any, seat: int) -> Hashable:
        """What RLCard shows a player, and who is to move."""
        return frozen([state.get_state(seat), self.mover(state)])

    def copy(self, state: Any, seat: int, rng: np.random.Generator) -> Any:
        """An environment by the copier on trial."""
        return self.copier(state, seat, rng)

    def say(self, state: Any, option: int) -> str:
        """An option in RLCard's own words, and whose it is."""
        player = state.get_player_id()
        shown = state.get_state(player)
        words = dict(zip(self._legal(state), shown.get("raw_legal_actions", ()), strict=False))
        return f"player {player}: {words.get(option, option)}"

    def _legal(self, env: Any) -> Sequence[Any]:
        return list(env.get_state(env.get_player_id())["legal_actions"])

    def _title(self, env: Any) -> str:
        return str(getattr(env, "name", type(env).__name__))

    def _begin(self, env: Any, seed: int) -> None:
        env.seed(seed)
        env.reset()

    def _step(self, env: Any, option: Any) -> None:
        env.step(option)


KNOWN = ("leduc-holdem", "limit-holdem", "no-limit-holdem", "uno")
"""Games of RLCard whose perfect information and deck together are all cards."""


def cards_of(env: Any) -> World:
    """Where all cards of a game of RLCard lie: hands, what lies open, and the deck.

    Raises:
        ValueError: another game than :data:`KNOWN`.
    """
    if getattr(env, "name", None) not in KNOWN:
        raise ValueError(
            f"{getattr(env, 'name', env)!r} does not tell where all its cards lie, as"
            f" {', '.join(KNOWN)} do: give a function world="
        )
    told = env.get_perfect_information()
    open_cards = told.get("public_card") or told.get("played_cards") or []
    return {
        **{f"hand {n}": _faces(cards) for n, cards in enumerate(told["hand_cards"])},
        "table": _faces(open_cards),
        "deck": _faces(env.game.dealer.deck),
    }


def _faces(cards: Any) -> list[str]:
    """The cards of RLCard in words: one, or several, of any of its classes."""
    if isinstance(cards, str) or not isinstance(cards, Sequence):
        cards = [cards]
    return [_face(card) for card in cards]


def _face(card: Any) -> str:
    if isinstance(card, str):
        return card
    return str(card.get_index() if hasattr(card, "get_index") else getattr(card, "str", card))
