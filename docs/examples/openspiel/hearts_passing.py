"""Hearts: while cards are being passed, a copy has the very cards that its player will receive.

A player is told what was passed to it only when all have passed. Copies made before then already
hold the true cards, and since the deal has been drawn anew, their passer mostly did not have them:
hands end up with more or fewer than the thirteen cards less those passed.
"""

import random
from math import comb

import pyspiel

random.seed(1)
game = pyspiel.load_game("hearts")
copies = kept = wrong_size = 0
for _ in range(200):
    state = game.new_initial_state()
    state.apply_action(3)  # the direction: player 0 passes to player 3
    while state.is_chance_node():
        state.apply_action(random.choice([action for action, _ in state.chance_outcomes()]))
    while state.current_player() < 3:
        state.apply_action(random.choice(state.legal_actions()))
    # Player 3 has to choose now, and has not seen what player 0 passed.
    copy = state.resample_from_infostate(3, random.random)
    assert copy.information_state_string(3) == state.information_state_string(3)
    copies += 1
    kept += set(copy.history()[53:56]) == set(state.history()[53:56])
    sizes = [len(hand) for hand in copy.to_dict()["hands"]]
    wrong_size += sizes != [len(hand) for hand in state.to_dict()["hands"]]
# Player 0 passed any three of the 39 cards that player 3 was not dealt.
print(f"copies with the true three cards: {kept} of {copies}; expected {copies / comb(39, 3):.2f}")
print(f"copies in which hands have other sizes than in the true state: {wrong_size}")
