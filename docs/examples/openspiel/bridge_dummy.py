"""Bridge: copies for the dummy's seat forget who did not follow suit; others do not forget it."""

import random

import pyspiel

random.seed(1)
game = pyspiel.load_game("bridge(use_double_dummy_result=false)")
PASS = 52


def illegal(state):
    """Whether a state's history has an action that its player could not choose."""
    now = game.new_initial_state()
    for one in state.full_history():
        if one.action not in now.legal_actions():
            return True
        now.apply_action(one.action)
    return False


copies = {"dummy": [], "other seats": []}
for _ in range(30):
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice([action for action, _ in state.chance_outcomes()]))
    state.apply_action(random.choice(range(PASS + 3, PASS + 38)))  # North bids, all others pass
    for _ in range(3):
        state.apply_action(PASS)
    for _ in range(40):
        state.apply_action(random.choice(state.legal_actions()))
    for seat in range(4):
        name = "dummy" if seat == 2 else "other seats"
        for _ in range(5):
            copies[name].append(illegal(state.resample_from_infostate(seat, random.random)))
for name, broken in copies.items():
    print(f"{name}: {sum(broken)} of {len(broken)} copies after 40 cards impossible")
