"""Signals are heard, however the tests were started.

A shell that starts them in the background has them ignore interrupts, ``nohup`` what comes when a
terminal is closed; and whatever a test starts, to interrupt it, would ignore them as well.
"""

from __future__ import annotations

import signal

for _name, _usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    _number = getattr(signal, _name, None)  # there is no SIGHUP on Windows
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, _usual)
