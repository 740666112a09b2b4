"""Exact counts for games of many cards, whose trees are too large to be walked through.

What a seat cannot know of a deal is where its unseen cards lie: in which hand of a known size, in
the dealer's discard, or among the cards that nobody got. Every such arrangement comes about in
equally many ways, so all are equally likely, but for those that make somebody's play illegal: who
did not follow suit has no card of it. Which cards a player can no longer have, the engine says:
each unseen card is put into that player's hand in the place of another, the game is played again,
and every play must still be legal. (In gin rummy nothing depends on unseen cards before somebody
knocks.) The arrangements left are counted by :class:`beliefs.Belief`.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import Any

from beliefs import Belief, Knowledge, lacks
from determinize.auditing.auditable import Cell, NotTested, Posterior, canonical
from unseen.adapters.openspiel.cards import Places
from unseen.adapters.openspiel.engine import CHANCE
from unseen.adapters.openspiel.enumeration import Story
from unseen.adapters.openspiel.histories import Step, apply

FIRST_CARD = {"bridge": 0, "euchre": 1, "hearts": 1, "oh_hell": 2}
"""The trick-taking games, and the step at which the first card is dealt."""
GIN = "gin_rummy"
HAND = "hand "
SEATS = ("N", "E", "S", "W")
MOST_WORLDS = 2000
"""Worlds that are listed one by one."""


def posterior(told: Story, world: Places) -> Posterior:
    """The exact posterior of a seat, counted over the places of its unseen cards.

    Args:
        world: where all cards truly lie: only its sizes and what the seat knows are used.

    Raises:
        NotTested: the true course itself is not legal, so that nothing can be learned from it.
    """
    name = told.states[0].get_game().get_type().short_name
    known = known_in_gin(told, world) if name == GIN else known_cards(told, world, name)
    unseen = [face for place in world for face in world[place] if face not in known[place]]
    sizes = {place: len(world[place]) - len(known[place]) for place in world}
    sizes = {place: n for place, n in sizes.items() if n}
    if not unseen:
        return _certain(known)
    barred = {} if name == GIN else impossible_cards(told, world, known, unseen, FIRST_CARD[name])
    facts = [lacks(place, faces) for place, faces in barred.items() if faces]
    belief = Belief(Knowledge(unseen, sizes.items(), facts))
    chances: dict[Cell, tuple[float, ...]] = {
        (face, place): (0.0, 1.0) for place, faces in known.items() for face in faces
    }
    table = belief.probabilities()
    for i, face in enumerate(belief.knowledge.faces):
        for j, place in enumerate(belief.knowledge.places):
            if table[i, j] > 0:
                chances[str(face), str(place)] = (1.0 - float(table[i, j]), float(table[i, j]))
    worlds: dict[Hashable, float] | None = None
    if belief.count <= MOST_WORLDS:
        worlds = {}
        for found, share in belief.worlds():
            laid = {place: [*known[place], *map(str, found.get(place, ()))] for place in known}
            worlds[canonical(laid)] = float(share)
    return Posterior(
        "the places of the unseen cards, all arrangements alike that make every play legal",
        belief.count,
        chances,
        worlds,
    )


def known_cards(told: Story, world: Places, name: str) -> dict[str, set[str]]:
    """Which cards of each place the seat knows: its own, the open ones, and what rules tell."""
    own = HAND + (str(told.seat) if name == "oh_hell" else SEATS[told.seat])
    open_places = {own, "played", "trump", "upcard"}
    known = {place: set(faces) if place in open_places else set() for place, faces in world.items()}
    end = told.states[-1]
    if name == "bridge":
        found = re.search(r"^Dummy is (\w)", end.information_state_string(told.seat), re.MULTILINE)
        if found:
            known[HAND + found.group(1)] = set(world[HAND + found.group(1)])
    if name == "euchre":
        _known_in_euchre(told, world, known)
    if name == "hearts":
        _known_in_hearts(told, world, known)
    return known


def known_in_gin(told: Story, world: Places) -> dict[str, set[str]]:
    """Which cards a seat knows in gin rummy before anybody has knocked.

    The piles lie open, and so does a card that the opponent took from the upcard, until it is
    discarded again. Nothing that a player does before a knock depends on the cards that nobody saw.

    Raises:
        NotTested: somebody has knocked, which not every hand can.
    """
    if any(told.states[-1].to_dict()["knocked"]):
        raise NotTested("somebody has knocked, which not every hand can")
    open_places = {HAND + str(told.seat), "upcard", "discard pile", "laid off"}
    known = {place: set(faces) if place in open_places else set() for place, faces in world.items()}
    taken: set[str] = set()
    for state, (player, (action,)) in zip(told.states, told.path, strict=False):
        if player in (0, 1) and player != told.seat:
            now = state.to_dict()
            word = state.action_to_string(player, action).rpartition(" ")[2]
            taken |= {now["upcard"]} if word == "upcard" else set()
            taken -= {word}
    opponents = HAND + str(1 - told.seat)
    known[opponents] = taken & set(world[opponents])
    return known


def _known_in_euchre(told: Story, world: Places, known: dict[str, set[str]]) -> None:
    """The upcard lies in the dealer's hand once it was ordered up; the dealer knows the discard."""
    up = re.search(r"^Upcard: (\S+)", str(told.states[-1]), re.MULTILINE)
    for place, faces in world.items():
        if up and up.group(1) in faces:
            known[place].add(up.group(1))
    dealer = told.path[0][1][0]
    if dealer == told.seat:
        known["discard"] = set(world["discard"])


def _known_in_hearts(told: Story, world: Places, known: dict[str, set[str]]) -> None:
    """What the seat passed lies where it was passed to; who begins has the two of clubs."""
    end = told.states[-1].to_dict()
    mine = set(end["passed_cards"][told.seat])
    known["passed"] |= mine & set(world["passed"])
    for place, faces in world.items():
        if place.startswith(HAND) and end["phase"] == "Play":
            known[place] |= mine & set(faces)
            known[place] |= {"2C"} & set(faces)


def impossible_cards(
    told: Story,
    world: Places,
    known: Mapping[str, set[str]],
    unseen: list[str],
    first: int,
) -> dict[str, list[str]]:
    """For each hand the unseen cards that would have made one of its player's plays illegal."""
    numbers = _numbers(told, first)
    found: dict[str, list[str]] = {}
    for place, faces in world.items():
        hidden = sorted(set(faces) - known[place])
        if not place.startswith(HAND) or not hidden:
            continue
        player = int(place[-1]) if place[-1].isdigit() else SEATS.index(place[-1])
        held = numbers[hidden[0]]
        if not _legal(told, told.path, player):
            raise NotTested("the true course is not legal itself")
        found[place] = [
            face
            for face in unseen
            if face not in faces
            and not _legal(told, _exchanged(told.path, held, numbers[face], first), player)
        ]
    return found


def _numbers(told: Story, first: int) -> dict[str, int]:
    """The engine's number of each card."""
    state = told.states[first]
    return {state.action_to_string(CHANCE, a): a for a, _ in state.chance_outcomes()}


def _exchanged(path: Any, one: int, other: int, first: int) -> list[Step]:
    """The steps with two cards exchanged, from the first one dealt."""
    new = {one: other, other: one}
    return [
        (player, (new.get(actions[0], actions[0]),)) if at >= first else (player, actions)
        for at, (player, actions) in enumerate(path)
    ]


def _legal(told: Story, path: Any, player: int) -> bool:
    """Whether all that a player does in a course is legal; others are not asked."""
    state = told.states[0].clone()
    for step in path:
        if step[0] == player and step[1][0] not in state.legal_actions():
            return False
        apply(state, step)
    return True


def _certain(known: Mapping[str, set[str]]) -> Posterior:
    cells = {(face, place): (0.0, 1.0) for place, faces in known.items() for face in faces}
    return Posterior(
        "no card is unseen", 1, cells, {canonical({k: sorted(v) for k, v in known.items()}): 1.0}
    )
