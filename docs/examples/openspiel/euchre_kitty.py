"""Euchre: the three cards that nobody was dealt are the same in every copy.

At the first bid a player sees five cards and the upcard; which of the other 18 are the kitty nobody
knows. Copies shuffle only the 15 cards in the others' hands, so they tell the player's search what
the kitty is.
"""

import random
from math import comb

import pyspiel

random.seed(1)
game = pyspiel.load_game("euchre")


def kitty(state):
    """The cards that were not dealt: the first chance is the dealer, the next 21 are cards."""
    return frozenset(range(24)) - frozenset(state.history()[1:22])


same = 0
for _ in range(100):
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice([action for action, _ in state.chance_outcomes()]))
    copies = [
        state.resample_from_infostate(state.current_player(), random.random) for _ in range(20)
    ]
    same += sum(kitty(copy) == kitty(state) for copy in copies)
print(f"copies with the true kitty: {same} of 2000; expected {2000 / comb(18, 3):.1f}")

# The same, by exchange: a dealt card of another player and one of the kitty change places. The
# player to bid cannot tell; the copies can.
path = state.history()
mover = state.current_player()
other = next(i for i in range(1, 21) if (path[0] + i - 1) % 4 != mover)
swapped = list(path)
swapped[other] = min(kitty(state))
twin = game.new_initial_state()
for action in swapped:
    twin.apply_action(action)
assert twin.information_state_string(mover) == state.information_state_string(mover)
for name, one in (("true state", state), ("twin", twin)):
    kitties = {kitty(one.resample_from_infostate(mover, random.random)) for _ in range(1000)}
    print(f"{name}: kitties in 1000 copies: {sorted(map(sorted, kitties))}")
