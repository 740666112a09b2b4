"""The options without blunders: what random players and play-outs consider."""

from __future__ import annotations

from typing import Any

from games.virus.bodies import state_of
from games.virus.cards import COLOURS, CONTAGION, MEDICAL_ERROR, MEDICINE, VIRUS
from games.virus.options import face_played, legal, picked_colour, picked_player
from games.virus.record import DISCARD, DONE, PLAYER, TARGET, Decision
from games.virus.results import WORTH, worth_of


def sensible(s: Any, out: Any) -> int:
    """The options but for those that are foolish whatever the others hold, if any are left then.

    Foolish are: to discard where an organ or a medicine can be played; to exchange the own body for
    one that is no better, or an own organ for a worse one; to keep a virus that can move on.
    """
    n = legal(s, out)
    if n < 2:
        return n
    me = int(s.mover)
    if s.decision == Decision.ACTION:
        return sensible_actions(s, me, n, out)
    if s.decision == Decision.PLAYER and face_played(s) == MEDICAL_ERROR:
        return better_bodies(s, me, n, out)
    if s.decision == Decision.SPREAD and out[0] == DONE:
        for i in range(1, n):
            out[i - 1] = out[i]
        return n - 1
    if s.decision == Decision.SECOND_ORGAN:
        return good_exchanges(s, me, n, out)
    return n


def sensible_actions(s: Any, me: int, n: int, out: Any) -> int:
    """No Medical Error for a body that is no better, and no discarding before organ or medicine."""
    kept = 0
    builds = False
    for i in range(n):
        code = int(out[i])
        builds = builds or code < VIRUS or MEDICINE <= code < CONTAGION
        foolish = code == DISCARD and builds
        if code == MEDICAL_ERROR:
            foolish = not has_better_body(s, me)
        if not foolish:
            out[kept] = code
            kept += 1
    return kept


def has_better_body(s: Any, me: int) -> bool:
    """Whether anybody's body is better than the mover's."""
    own = worth_of(int(s.bodies[me]))
    found = False
    for p in range(int(s.seats)):
        found = found or worth_of(int(s.bodies[p])) > own
    return found


def better_bodies(s: Any, me: int, n: int, out: Any) -> int:
    """Players whose bodies are better than the mover's; all, if there is none."""
    own = worth_of(int(s.bodies[me]))
    if not has_better_body(s, me):
        return n
    kept = 0
    for i in range(n):
        if worth_of(int(s.bodies[int(out[i]) - PLAYER])) > own:
            out[kept] = out[i]
            kept += 1
    return kept


def good_exchanges(s: Any, me: int, n: int, out: Any) -> int:
    """Exchanges that leave the mover no worse an organ; all, if there is none."""
    first = WORTH[state_of(int(s.bodies[picked_player(s)]), picked_colour(s))]
    kept = 0
    for i in range(n):
        p, colour = divmod(int(out[i]) - TARGET, COLOURS)
        second = WORTH[state_of(int(s.bodies[p]), colour)]
        gain = 0.0
        if p == me:
            gain = first - second
        elif picked_player(s) == me:
            gain = second - first
        if gain >= 0.0:
            out[kept] = out[i]
            kept += 1
    return kept if kept else n
