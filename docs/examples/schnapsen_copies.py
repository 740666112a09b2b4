"""What the platform's guesses tell, in plain code of the package ``schnapsen`` (0.0.5).

    pip install schnapsen
    python schnapsen_copies.py

Random games are played. At every decision of the first phase a guess is made, and the cards that
the other player truly holds, hidden from the one who guesses, are read off the guess alone.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from schnapsen.game import (
    Bot,
    FollowerPerspective,
    GamePhase,
    GameState,
    LeaderPerspective,
    SchnapsenGamePlayEngine,
)

ENGINE = SchnapsenGamePlayEngine()


def hand_before(state: GameState, i_lead: bool) -> set[Any]:
    """The other player's hand before the last trick, as the history of a state has it."""
    he_led = state.previous.leader_remained_leader != i_lead
    before = state.previous.state
    return set((before.leader if he_led else before.follower).hand)


def hand_now(state: GameState, i_lead: bool) -> set[Any]:
    """The other player's cards now, from the history of a state and nothing else."""
    hand = hand_before(state, i_lead)
    he_led = state.previous.leader_remained_leader != i_lead
    trick, talon = state.previous.trick, list(state.previous.state.talon)
    if trick.is_trump_exchange():
        return hand - {trick.exchange.jack} | {trick.trump_card} if he_led else hand
    lead = trick.leader_move
    if lead.is_marriage():
        lead = lead.underlying_regular_move()
    played = lead.card if he_led else trick.follower_move.card
    return hand - {played} | {talon[1 if i_lead else 0]}  # the winner leads now, and drew first


class Guessing(Bot):
    """Plays at random; looks at a guess before each move."""

    def __init__(self, chance: Random, found: Counter[str]) -> None:
        super().__init__()
        self.chance, self.found = chance, found

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        """A random move."""
        if perspective.get_phase() is GamePhase.ONE:
            look(perspective, leader_move, self.chance, self.found)
        return self.chance.choice(perspective.valid_moves())


def look(perspective: Any, leader_move: Any, chance: Random, found: Counter[str]) -> None:
    """Count what one guess tells."""
    found["guesses"] += 1
    guess = perspective.make_assumption(leader_move=leader_move, rand=chance)
    if guess.previous is None:
        found["in the first trick: no history yet"] += 1
        return
    i_lead = perspective.am_i_leader()
    # To compare with: the true state, which no bot may ask for.
    true = perspective._PlayerPerspective__game_state
    true_hand = set((true.follower if i_lead else true.leader).hand)
    guessed_hand = set((guess.follower if i_lead else guess.leader).hand)

    found["his true hand is read off the guess"] += hand_now(guess, i_lead) == true_hand
    found["the guess shares the true history"] += guess.previous is true.previous
    found["printing it prints his true earlier hand"] += all(
        repr(card) in repr(guess.previous) for card in hand_before(true, i_lead)
    )
    # What a bot that plays for him in the guess is shown, by the documented interface.
    his_lead = None if i_lead else LeaderPerspective(guess, ENGINE)
    his = his_lead or FollowerPerspective(guess, ENGINE, None)
    shown, _ = his.get_game_history()[-2]
    earlier = set(shown.get_hand())
    found["his bot there is shown his true earlier hand"] += earlier == hand_before(true, i_lead)
    found["its history leads to the hand that it gives him"] += (
        hand_now(guess, i_lead) == guessed_hand
    )
    found["  of these, guesses of his true hand"] += guessed_hand == true_hand


def main(games: int = 200, seed: int = 1) -> Counter[str]:
    """Play, and count."""
    found: Counter[str] = Counter()
    chance = Random(seed)
    for _ in range(games):
        ENGINE.play_game(Guessing(chance, found), Guessing(chance, found), chance)
    return found


if __name__ == "__main__":
    for what, n in main().items():
        print(f"{n:6} {what}")
