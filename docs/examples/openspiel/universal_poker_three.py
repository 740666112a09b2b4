"""Poker by three players: making a copy ends the interpreter (segmentation fault).

Run it as it is: it does the deed in a process of its own, and says how that process ended.
"""

import signal
import subprocess
import sys

CHILD = """
import random, pyspiel
random.seed(1)
game = pyspiel.load_game(
    "universal_poker(numPlayers=3,blind=100 100 100,stack=1200 1200 1200,firstPlayer=1 1)"
)
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(random.choice([action for action, _ in state.chance_outcomes()]))
print("asking for a copy", flush=True)
state.resample_from_infostate(0, random.random)
print("made a copy")
"""

ended = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, check=False)
print(ended.stdout.strip())
code = ended.returncode
print("ended by", signal.Signals(-code).name if code < 0 else f"exit status {code}")
