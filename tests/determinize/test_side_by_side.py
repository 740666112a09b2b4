"""Histories side by side: cards at secret depths of a deck are watched, sampled and dealt."""

from __future__ import annotations

from typing import Any

import numpy as np

from beliefs import Ledger
from compiled import bind, rows
from determinize import InformationSet, tell
from determinize.watch import new_ledger
from games.kit import table as kit
from games.kit.events import Opened, Recorder
from games.view import View, masked
from tests.determinize.random_games import world_of
from tests.games.toys import ZONES, table, toy

SEATS, EVERYBODY = 3, 7
DECK, PILE, HAND = (ZONES[name] for name in ("deck", "pile", "hand"))
TOY = toy(name="side by side", copies={"A": 3, "B": 2, "C": 1, "D": 1})


class Table:
    """A true table on which kit moves are made, and the ledgers of its seats."""

    def __init__(self) -> None:
        self.states = table(TOY, SEATS)
        self.heard = Recorder()
        self.ledgers = [new_ledger(TOY) for _ in range(SEATS)]
        for seat, ledger in enumerate(self.ledgers):
            tell(ledger, TOY, seat, Opened(DECK))

    def play(self, move: str, *given: Any) -> None:
        bind(getattr(kit, move), TOY, compiled=False, happened=self.heard)(self.states[0], *given)
        for event in self.heard.take():
            for seat, ledger in enumerate(self.ledgers):
                tell(ledger, TOY, seat, event)

    def cards(self, zone: int) -> list[int]:
        zones, depths = self.states[0]["zone"], self.states[0]["depth"]
        here = [c for c in range(len(zones)) if zones[c] == zone]
        return sorted(here, key=lambda c: int(depths[c]))

    def information(self, seat: int) -> InformationSet:
        return InformationSet(View(TOY, seat, masked(TOY, self.states, seat)[0], ()), self.of(seat))

    def of(self, seat: int) -> Ledger:
        return self.ledgers[seat]


def shuffled(seed: int) -> Table:
    made = Table()
    made.play("shuffle", DECK, rows(seed)[0])
    return made


def random_move(at: Table, rng: np.random.Generator) -> None:
    """A draw, a peek, or a card that goes back to a depth of the deck, seen by some."""
    deck = at.cards(DECK)
    hands = [zone for zone in range(HAND, HAND + SEATS) if at.cards(zone)]
    eyes = int(rng.integers(8))
    kind = rng.integers(5)
    if kind < 2 and len(deck) > 2:
        at.play("draw", DECK, HAND + int(rng.integers(SEATS)), eyes)
    elif kind == 2:
        at.play("peek", int(rng.choice(deck)), eyes)
    else:
        # what its owner puts back, the owner sees; a card of the deck moves unseen or seen
        zone = int(rng.choice(hands)) if hands and rng.random() < 0.7 else DECK
        if zone != DECK:
            eyes |= 1 << (zone - HAND)
        card = int(rng.choice(at.cards(zone)))
        at.play("insert", card, DECK, int(rng.integers(len(deck) + (zone != DECK))), eyes)


def test_worlds_of_every_history_fit_the_table_and_the_ledger() -> None:
    several = 0
    for seed in range(25):
        at, rng = shuffled(seed), np.random.default_rng(seed)
        for _ in range(10):
            random_move(at, rng)
            for seat in range(SEATS):
                info = at.information(seat)
                several += len(info.ledger._branches) > 1
                assert info.ledger.allows(world_of(at.states[0], TOY, info.ledger))
                for state in info.worlds(4, rows(seed)):
                    assert info.ledger.allows(world_of(state, TOY, info.ledger))
    assert several > 80


def test_dealt_cards_lie_at_each_depth_as_often_as_the_ledger_says() -> None:
    """Frequencies in 6000 deals, fixed seed: six standard deviations of a share are 0.039."""
    at = shuffled(1)
    at.play("draw", DECK, HAND + 1, 2)
    at.play("peek", at.cards(DECK)[2], 1)
    at.play("peek", at.cards(DECK)[4], 1)
    at.play("insert", at.cards(HAND + 1)[0], DECK, 3, 2)
    info = at.information(0)
    assert len(info.ledger._branches) > 2
    n = 6000
    found = np.zeros((len(TOY.faces), 7))
    for state in info.worlds(n, rows(2)):
        for card, depth in enumerate(state["depth"]):
            found[TOY.face_of[card], depth] += state["zone"][card] == DECK
    wanted = np.zeros_like(found)
    mean = info.ledger.expected()
    for number, spot in enumerate(info.ledger.spots):
        if spot.zone == "deck" and spot.size:
            wanted[:, spot.start : spot.start + spot.size] = mean[:, [number]] / spot.size
    assert wanted.sum() == 7
    assert np.abs(found / n - wanted).max() < 0.039
