"""Euchre: copies for the other players hold the card that the dealer discarded face down."""

import random

import pyspiel

random.seed(1)
game = pyspiel.load_game("euchre")
PASS = 24
kept = 0
for _ in range(100):
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice([action for action, _ in state.chance_outcomes()]))
    state.apply_action(next(a for a in state.legal_actions() if a != PASS))  # order it up
    state.apply_action(random.choice(state.legal_actions()))  # the dealer's discard
    dealer, discard = state.full_history()[-1].player, state.history()[-1]
    for seat in range(4):
        if seat != dealer:
            copies = [state.resample_from_infostate(seat, random.random) for _ in range(10)]
            kept += sum(copy.history()[-1] == discard for copy in copies)
# A player sees five cards and the upcard; the discard is one of the other 18.
print(f"copies with the true discard: {kept} of 3000; expected {3000 / 18:.0f}")
