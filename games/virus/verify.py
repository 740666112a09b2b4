"""What cannot be in a position of Virus!: for positions that people arrange."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from compiled import bind
from games.virus.bodies import ACCEPTS, BITS, FREE, VACCINATED, WEIGHT
from games.virus.cards import (
    COLOUR_NAMES,
    COLOURS,
    CONTAGION,
    COPIES,
    FACE_OF_CARD,
    FACES,
    FIRST_CARD,
    LATEX_GLOVE,
    MEDICAL_ERROR,
    MEDICINE,
    ORGAN_THIEF,
    TRANSPLANT,
    VIRUS,
)
from games.virus.dealing import copies_in_play
from games.virus.options import legal
from games.virus.record import (
    HAND,
    MOST_SEATS,
    NONE,
    OPTIONS,
    OUT,
    PLAYED,
    ZONES,
    Decision,
    organ_zone,
)
from games.virus.results import winner_of

CARD_OF = {
    Decision.TARGET: (*range(VIRUS, CONTAGION), CONTAGION, ORGAN_THIEF),
    Decision.PLAYER: (LATEX_GLOVE, MEDICAL_ERROR),
    Decision.SPREAD: (CONTAGION,),
    Decision.FIRST_ORGAN: (TRANSPLANT,),
    Decision.SECOND_ORGAN: (TRANSPLANT,),
}
"""The cards that are being played at a decision place; none at the others."""


def verify(s: Any) -> list[str]:
    """Everything about a position that no game comes to, in words; none: it may be played."""
    return _wrong_fields(s) or _wrong_cards(s) or _wrong_bodies(s) or _wrong_place(s)


def _wrong_fields(s: Any) -> list[str]:
    """Fields whose values mean nothing."""
    seats, most = int(s.seats), int(s.rules.max_rounds) * int(s.seats)
    fields = (
        ("round", 0, "there is one deal, 0"),
        ("turns", most, f"0 to {most}, {s.rules.max_rounds} for each of {seats} players"),
        ("picked", seats * COLOURS, "0 for none, or 1 + 5 * seat + colour of an organ"),
        ("least", len(FACES) - 1, "a face, or a colour, 0 for the first"),
        ("count", COLOURS, "how many cards were discarded, or viruses moved, in this action"),
    )
    return [
        f"{name} cannot be {s[name]}: {right}"
        for name, greatest, right in fields
        if not 0 <= s[name] <= greatest
    ]


def _wrong_cards(s: Any) -> list[str]:
    """Cards that are not in the game, or are and lie out; hands that are too large."""
    zone = s.zone.tolist()
    wrong = []
    for face, name in enumerate(FACES):
        cards = range(int(FIRST_CARD[face]), int(FIRST_CARD[face + 1]))
        out = sum(zone[c] == OUT for c in cards)
        right = COPIES[face] - copies_in_play(s, face)
        if out != right:
            wrong.append(f"out cannot hold {out} of {name}: {right}, as the parameters say")
    most = int(s.rules.hand)
    for p in range(int(s.seats)):
        played = zone.count(PLAYED) if p == s.mover else 0
        if zone.count(HAND + p) + played > most:
            held = zone.count(HAND + p)
            beside = " beside the card played" if played else ""
            wrong.append(f"hand {p} cannot hold {held} cards{beside}: {most - played} at most")
    return wrong


def _wrong_bodies(s: Any) -> list[str]:
    """Stacks that no sequence of cards comes to, and bodies that are not what lies there."""
    wrong = []
    for p in range(MOST_SEATS):
        body = 0
        for colour in range(COLOURS):
            stack = _stack(s, p, colour)
            wrong += _wrong_stack(s, p, colour, stack)
            body += sum(int(WEIGHT[face]) for face in stack) << BITS * colour
        if not wrong and int(s.bodies[p]) != body:
            wrong.append(f"bodies cannot be {int(s.bodies[p])} for seat {p}: {body}, by the cards")
    return wrong


def _stack(s: Any, p: int, colour: int) -> list[int]:
    """The faces of an organ and what lies on it, the organ first."""
    here = np.flatnonzero(s.zone == organ_zone(p, colour)).tolist()
    return [int(FACE_OF_CARD[c]) for c in sorted(here, key=lambda c: int(s.depth[c]))]


def _wrong_stack(s: Any, p: int, colour: int, stack: list[int]) -> list[str]:
    name = ZONES.names[organ_zone(p, colour)]
    if not stack:
        return []
    if stack[0] != colour:
        at_bottom = FACES[stack[0]]
        return [f"{name} cannot have {at_bottom} at the bottom: {COLOUR_NAMES[colour]} organ"]
    state = FREE
    for face in stack[1:]:
        fits = VIRUS <= face < CONTAGION
        fits = fits and int(ACCEPTS[int(s.rules.colours), colour, state]) >> face - VIRUS & 1 == 1
        stays = state == FREE or (face >= MEDICINE and state >= VACCINATED)
        if not (fits and stays):
            cards = ", ".join(FACES[f] for f in stack)
            return [
                f"{name} cannot hold {cards}: an organ, and on it a virus, or up to two medicines,"
                " that fit"
            ]
        state += int(WEIGHT[face])
    return []


def _wrong_place(s: Any) -> list[str]:
    """A decision place that the position does not lead to."""
    from games.virus import GAME

    zone, me = s.zone.tolist(), int(s.mover)
    over = winner_of(s) != NONE or s.turns == s.rules.max_rounds * s.seats
    if (me == NONE) != bool(over):
        right = "-1, somebody has won or the turns are over" if over else "a seat, nobody has won"
        return [f"mover cannot be {me}: {right}"]
    if me == NONE:
        return []
    place = Decision(int(s.decision))
    said = place.name.lower().replace("_", " ")
    played = [int(FACE_OF_CARD[c]) for c, where in enumerate(zone) if where == PLAYED]
    wanted = CARD_OF.get(place, ())
    if len(played) != bool(wanted) or any(face not in wanted for face in played):
        there = ", ".join(FACES[face] for face in played) or "no card"
        right = f"one of {', '.join(FACES[face] for face in wanted)}" if wanted else "none"
        return [f"decision cannot be {said!r} with {there} in played: {right}"]
    if place == Decision.REDRAW and HAND + me in zone:
        return [f"decision cannot be {said!r} with cards in hand {me}: 'action'"]
    if place == Decision.ACTION and HAND + me not in zone:
        return [f"decision cannot be {said!r} with an empty hand {me}: 'redraw'"]
    if wrong := _wrong_choice(s, place, Counter(played)):
        return wrong
    if bind(legal, GAME, compiled=False)(s, np.zeros(OPTIONS, np.int64)) == 0:
        return [f"decision cannot be {said!r}: seat {me} could choose nothing"]
    return []


def _wrong_choice(s: Any, place: Decision, played: Counter[int]) -> list[str]:
    """What has been chosen in this action where nothing has, or the reverse."""
    said = place.name.lower().replace("_", " ")
    picks = place == Decision.SECOND_ORGAN or (place == Decision.TARGET and played[CONTAGION] > 0)
    if (s.picked > 0) != picks:
        right = "1 + 5 * seat + colour of the organ chosen first" if picks else "0, none is chosen"
        return [f"picked cannot be {s.picked} at {said!r}: {right}"]
    if picks:
        p, colour = divmod(int(s.picked) - 1, COLOURS)
        if not _stack(s, p, colour):
            return [f"picked cannot be {s.picked}: player {p} has no {COLOUR_NAMES[colour]} organ"]
    several = place in (Decision.DISCARD, Decision.SPREAD) or (picks and played[CONTAGION] > 0)
    if (s.count > 0 or s.least > 0) and not several:
        return [f"count and least cannot be {s.count} and {s.least} at {said!r}: 0"]
    if s.least > 0 and s.count == 0:
        return [f"least cannot be {s.least} with count 0: 0, nothing has been chosen yet"]
    return []
