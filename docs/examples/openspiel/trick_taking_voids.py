"""Who did not follow suit has no card of it: copies that forget it have an impossible history.

Random games; at every decision one copy for the player to move, whose history is then played again
with every action checked against ``legal_actions``. In the true games none is ever illegal. Hearts
is played without passing cards.
"""

import random
import sys

import pyspiel


def illegal(state):
    """Whether a state's history has an action that its player could not choose."""
    now = state.get_game().new_initial_state()
    for one in state.full_history():
        if one.action not in now.legal_actions():
            return True
        now.apply_action(one.action)
    return False


for name in sys.argv[1:] or [
    "hearts",
    "euchre",
    "oh_hell",
    "oh_hell(players=4)",
    "bridge(use_double_dummy_result=false)",
]:
    random.seed(1)
    game = pyspiel.load_game(name)
    copies = broken = true_broken = 0
    for _ in range(40):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = [action for action, _ in state.chance_outcomes()]
                first = name == "hearts" and not state.history()
                state.apply_action(0 if first else random.choice(outcomes))
                continue
            copies += 1
            seat = state.current_player()
            broken += illegal(state.resample_from_infostate(seat, random.random))
            state.apply_action(random.choice(state.legal_actions()))
        true_broken += illegal(state)
    print(f"{name}: {broken} of {copies} copies impossible; of 40 true games {true_broken}")
