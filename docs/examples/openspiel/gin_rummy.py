"""Gin rummy: what a copy keeps of the true game.

1. In the layoff phase the copy for the knocker is the true state: the defender's hand, which only
   the defender sees, is in it.
2. Before that, hands are drawn anew, but the copy's history stays that of the true game: it tells
   the true cards, and a state serialized and read again *is* the true state. That the history is
   not valid is said in a comment of OpenSpiel's source; that it holds the secret is not.
"""

import random

import pyspiel

random.seed(1)
game = pyspiel.load_game("gin_rummy")
KNOCK = 55
layoff = same = early = history = back = 0
while layoff < 10:
    state = game.new_initial_state()
    knocker = None
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice([a for a, _ in state.chance_outcomes()]))
            continue
        told = state.to_dict()
        if told["phase"] == "Layoff":
            layoff += 1
            copy = state.resample_from_infostate(knocker, random.random)
            same += copy.to_dict()["hands"] == told["hands"]
        elif knocker is None and random.random() < 0.05:
            seat = state.current_player()
            copy = state.resample_from_infostate(seat, random.random)
            early += 1
            history += copy.history() == state.history()
            again = game.deserialize_state(copy.serialize())
            back += again.to_dict()["hands"] == told["hands"] != copy.to_dict()["hands"]
        legal = state.legal_actions()
        if KNOCK in legal:
            knocker = state.current_player()
        state.apply_action(KNOCK if KNOCK in legal else random.choice(legal))
print(f"layoff: {same} of {layoff} copies for the knocker hold the defender's true hand")
print(
    f"before: {history} of {early} copies have the true history; serialized and read again, "
    f"{back} are the true state"
)
