"""Oh hell: the cards that nobody was dealt are the same in every copy.

Eight cards, one for each of three players and a trump; at the first bid a player sees two of them,
and the two others hold any of the six that are left: 30 deals, all equally likely. That is counted
here with OpenSpiel's own chance nodes. Copies know only two of them.
"""

import random
from collections import Counter

import pyspiel

random.seed(1)
game = pyspiel.load_game("oh_hell(players=3,num_suits=2,num_cards_per_suit=4,num_tricks_fixed=1)")


def begun(state, weight=1.0):
    """All games before the first bid, each with its probability."""
    if not state.is_chance_node():
        yield state, weight
        return
    for action, probability in state.chance_outcomes():
        yield from begun(state.child(action), weight * probability)


games = list(begun(game.new_initial_state()))
state = random.choice(games)[0]
seat = state.current_player()
exact = Counter()
for other, weight in games:
    if other.information_state_string(seat) == state.information_state_string(seat):
        exact[tuple(other.history())] += weight
total = sum(exact.values())

copies = Counter()
for _ in range(3000):
    copies[tuple(state.resample_from_infostate(seat, random.random).history())] += 1
print(
    f"deals possible: {len(exact)}, probabilities {min(exact.values()) / total:.4f} to "
    f"{max(exact.values()) / total:.4f}"
)
print(
    f"deals in 3000 copies: {len(copies)}, shares {min(copies.values()) / 3000:.3f} to "
    f"{max(copies.values()) / 3000:.3f}"
)
