"""Kuhn poker in words: options, positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kuhn.rules import BET, PASS, Decision, is_in, paid
from games.kuhn.verify import verify as verify
from games.typed import quoted, typed_words
from games.view import View

_SAID = {
    (Decision.OPEN, PASS): "check",
    (Decision.OPEN, BET): "bet",
    (Decision.ANSWER, PASS): "fold",
    (Decision.ANSWER, BET): "call",
}


def option(state: Any, code: int) -> str:
    """How an option is said: ``check``, ``bet``, ``fold``, ``call``."""
    return _SAID[Decision(int(state.decision)), code]


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed; ``pass`` stands for ``check`` and for ``fold``.

    Raises:
        ValueError: it is none of the options, with what would be right.
    """
    typed = " ".join(typed_words(text))
    said = {option(state, code): code for code in options}
    if typed in said:
        return said[typed]
    if typed == "pass" and PASS in options:
        return PASS
    raise ValueError(f"{quoted(text)} is no option: {', '.join(said)}")


def position(view: View) -> str:
    """A position as a seat sees it."""
    s = view.state
    pot = sum(paid(s, p) for p in range(int(s.seats)))
    lines = [f"pot {pot}, out {' '.join(view.known('out')) or '-'}"]
    for p in range(int(s.seats)):
        you = " (you)" if p == view.seat else ""
        hand = " ".join(face or "?" for face in view.slots(f"hand {p}"))
        did = "" if is_in(s, p) else ", folded"
        if p == s.bettor - 1:
            did = ", bet"
        elif s.added[p]:
            did = ", called"
        lines.append(f"player {p}{you}: {hand}, {paid(s, p)} in the pot{did}")
    return "\n".join(lines)
