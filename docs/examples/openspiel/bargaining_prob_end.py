"""Bargaining that may end by chance: once chance has let it go on, no copy can be made.

To make a copy the history is played again, and *every* chance node in it is given the number of the
newly drawn instance, also the one that says whether the talks go on.
"""

import random

import pyspiel

random.seed(1)
game = pyspiel.load_game("bargaining(prob_end=0.1)")
made, failed = [], []
for _ in range(100):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
            continue
        chances = sum(one.player == pyspiel.PlayerId.CHANCE for one in state.full_history())
        try:
            state.resample_from_infostate(state.current_player(), random.random)
            made.append(chances)
        except pyspiel.SpielError:
            failed.append(chances)
        state.apply_action(random.choice(state.legal_actions()))
for name, chances in (("made", made), ("failed", failed)):
    print(f"{name}: {len(chances)} copies after {min(chances)} to {max(chances)} chance nodes")
