"""Leduc poker in words: options, positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.leduc.rules import CALL, FOLD, RAISE, Decision, is_in, paid
from games.leduc.verify import verify as verify
from games.typed import quoted, typed_words
from games.view import View


def option(state: Any, code: int) -> str:
    """How an option is said: ``fold``, ``check`` or ``call``, ``bet`` or ``raise``."""
    if code == FOLD:
        return "fold"
    if code == CALL:
        return "call" if state.decision == Decision.ANSWER else "check"
    return "raise" if state.raises > 0 else "bet"


_MEANT = {"fold": FOLD, "check": CALL, "call": CALL, "pass": CALL, "bet": RAISE, "raise": RAISE}


def parse(state: Any, text: str, options: Sequence[int]) -> int:
    """The option that somebody typed; where there is nothing to call, ``call`` is ``check``.

    Raises:
        ValueError: it is none of the options, with what would be right.
    """
    typed = " ".join(typed_words(text))
    said = {option(state, code): code for code in options}
    code = said.get(typed, _MEANT.get(typed))
    # With a bet to answer, to check or to pass would be to pay nothing: that is not an option.
    unpaid = state.decision == Decision.ANSWER and typed in ("check", "pass")
    if code is None or code not in said.values() or unpaid:
        raise ValueError(f"{quoted(text)} is no option: {', '.join(said)}")
    return code


def position(view: View) -> str:
    """A position as a seat sees it."""
    s = view.state
    pot = sum(paid(s, p) for p in range(int(s.seats)))
    board = " ".join(view.known("board")) or "-"
    out = " ".join(view.known("out")) or "-"
    lines = [f"round {int(s.second) + 1}, board {board}, pot {pot}, out {out}"]
    for p in range(int(s.seats)):
        you = " (you)" if p == view.seat else ""
        hand = " ".join(face or "?" for face in view.slots(f"hand {p}"))
        did = "" if is_in(s, p) else ", folded"
        lines.append(f"player {p}{you}: {hand}, {paid(s, p)} in the pot{did}")
    return "\n".join(lines)
