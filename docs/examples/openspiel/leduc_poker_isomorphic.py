"""Leduc poker without suits: the opponent never holds the rank that the player holds.

Two cards of each of three ranks. Player 0 holds rank 1: of the five cards left one has rank 1, so
the opponent holds it with probability 1/5. OpenSpiel's own chance node says so; copies never do.
"""

import random
from collections import Counter

import pyspiel

random.seed(1)
game = pyspiel.load_game("leduc_poker(suit_isomorphism=true)")
state = game.new_initial_state()
state.apply_action(1)  # player 0's card
exact = dict(state.chance_outcomes())
state.apply_action(2)  # player 1's card

copies = Counter()
for _ in range(10_000):
    copy = state.resample_from_infostate(0, random.random)
    assert copy.information_state_string(0) == state.information_state_string(0)
    copies[copy.history()[1]] += 1
for rank, probability in exact.items():
    print(f"rank {rank}: exact {probability:.3f}, copies {copies[rank] / 10_000:.3f}")
