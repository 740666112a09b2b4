"""Copiers for three environments, right ones and wrong ones."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from compiled import bind, rows
from determinize.auditing.ours.game import world_of
from determinize.redeal import redeal


def keeps_the_truth(env: Any, player: Any, rng: np.random.Generator) -> Any:
    return copy.deepcopy(env)


# --- Leduc hold'em, of RLCard ---


def deals_anew(env: Any, player: int, rng: np.random.Generator) -> Any:
    other = copy.deepcopy(env)
    mix(other.game, player, rng)
    return other


def mix(game: Any, player: int, rng: np.random.Generator) -> None:
    """The cards that a player of Leduc hold'em cannot see, in any order."""
    hidden = [*game.dealer.deck, game.players[1 - player].hand]
    mixed = [hidden[number] for number in rng.permutation(len(hidden))]
    game.players[1 - player].hand = mixed.pop()
    game.dealer.deck = mixed


def forgets_the_other_hand(env: Any, player: int, rng: np.random.Generator) -> Any:
    """The other player's card is drawn from the deck, and his own is put under it."""
    other = copy.deepcopy(env)
    deck = other.game.dealer.deck
    rng.shuffle(deck)
    hand = other.game.players[1 - player].hand
    other.game.players[1 - player].hand = deck.pop()
    deck.insert(0, hand)
    return other


def loses_a_card(env: Any, player: int, rng: np.random.Generator) -> Any:
    other = deals_anew(env, player, rng)
    other.game.players[1 - player].hand = other.game.dealer.deck[0]
    return other


def shares_the_players(env: Any, player: int, rng: np.random.Generator) -> Any:
    """Hands and deck are new, but the bets are those of the true game."""
    other = deals_anew(env, player, rng)
    other.game.round.raised = env.game.round.raised
    return other


# --- the same, of PettingZoo ---


def table_of_pettingzoo() -> Any:
    """PettingZoo's Leduc hold'em without its drawing, which needs pygame."""
    from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase

    table = RLCardBase("leduc-holdem", 2, (36,))
    table.render_mode = None
    return table


def ranks_of_pettingzoo(table: Any) -> dict[str, list[str]]:
    """PettingZoo's agents see ranks alone, so two cards of a rank are one face."""
    from unseen.adapters.environments import cards_of

    return {place: [card[1] for card in cards] for place, cards in cards_of(table.env).items()}


def deals_below(table: Any, agent: str, rng: np.random.Generator) -> Any:
    """Deals anew in the game below; PettingZoo keeps what the last agent saw, his card included."""
    other = copy.deepcopy(table)
    game = other.env.game
    mix(game, table.possible_agents.index(agent), rng)
    cards = [*game.dealer.deck, *(player.hand for player in game.players)]
    cards += [game.public_card] if game.public_card else []
    for rank in "JQK":  # no agent sees a suit, so those that he holds may be others as well
        pair = [card for card in cards if card.rank == rank]
        for card, suit in zip(pair, rng.permutation(["S", "H"]), strict=True):
            card.suit = str(suit)
    return other


def deals_below_and_clears(table: Any, agent: str, rng: np.random.Generator) -> Any:
    other = deals_below(table, agent, rng)
    other._last_obs = None
    return other


# --- a game of ours as an environment of PettingZoo ---


def table_of_ours() -> Any:
    from unseen.adapters.pettingzoo import env

    return env("template", players=3)


def cards_of_ours(table: Any) -> dict[str, list[str]]:
    return world_of(table.game, table.played.states)


def redeals_and_keeps_the_seed(table: Any, agent: str, rng: np.random.Generator) -> Any:
    """Hidden cards anew, chances to come too; and which of the cards of a face is which."""
    other = copy.deepcopy(table)
    row = rows(int(rng.integers(2**62)))
    seat = table.possible_agents.index(agent)
    states = other.played.states
    bind(redeal, table.game)(states[0], seat, row[0])
    order = np.lexsort((rng.random(len(table.game.face_of)), table.game.face_of))
    by_face = np.argsort(table.game.face_of, kind="stable")
    for field in ("zone", "depth", "block", "seen", "lot"):
        states[field][0, by_face] = states[field][0, order]
    other.played._rng = row
    return other


def redeals_ours(table: Any, agent: str, rng: np.random.Generator) -> Any:
    other = redeals_and_keeps_the_seed(table, agent, rng)
    other.played.seed = int(rng.integers(2**62))
    other._seeds = np.random.default_rng(rng.integers(2**62))
    other.played._out[len(other.played.codes) :] = 0  # what others could choose before
    return other
