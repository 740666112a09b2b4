"""Bridge: a copy for the dummy, copied once more for another seat, ends the interpreter.

What the first copy has forgotten (``bridge_dummy.py``) leaves no deal that the second could draw.
Run it as it is: it does the deed in a process of its own, and says how that process ended.
"""

import signal
import subprocess
import sys

CHILD = """
import random, pyspiel
random.seed(1)
PASS = 52
game = pyspiel.load_game("bridge(use_double_dummy_result=false)")
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(random.choice([action for action, _ in state.chance_outcomes()]))
state.apply_action(random.choice(range(PASS + 3, PASS + 38)))  # North bids, all others pass
for _ in range(3):
    state.apply_action(PASS)
for _ in range(48):
    state.apply_action(random.choice(state.legal_actions()))
for _ in range(50):
    state.resample_from_infostate(0, random.random).resample_from_infostate(2, random.random)
print("50 copies for North, copied for the dummy: fine", flush=True)
for _ in range(50):
    state.resample_from_infostate(2, random.random).resample_from_infostate(0, random.random)
print("50 copies for the dummy, copied for North: fine", flush=True)
"""

ended = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, check=False)
print(ended.stdout.strip())
code = ended.returncode
print("ended by", signal.Signals(-code).name if code < 0 else f"exit status {code}")
