"""Colored trails: copies for player 1 hold the proposal that player 0 made in secret.

Whatever player 0 proposed, player 1 is told the same; so in copies every legal proposal of player 0
must come up. Each copy has the true one, out of hundreds.
"""

import random

import pyspiel

random.seed(1)
game = pyspiel.load_game("colored_trails")
state = game.new_initial_state()
state.apply_action(2)  # a board
proposals = state.legal_actions()
told = {state.child(action).information_state_string(1) for action in proposals}
print(f"{len(proposals)} legal proposals; what player 1 is told of them: {len(told)} text")

kept = 0
for action in random.sample(proposals, 50):
    proposed = state.child(action)
    copies = [proposed.resample_from_infostate(1, random.random) for _ in range(20)]
    kept += sum(copy.history()[1] == action for copy in copies)
print(f"copies with the true proposal: {kept} of 1000; expected {1000 / len(proposals):.1f}")
