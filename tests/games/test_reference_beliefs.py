"""Beliefs against exact Bayes in games small enough to list every deal.

At every information set of Kuhn poker (two and three players) and Leduc poker, for opponents who
are known to play by a policy: each deal is weighed by how likely that policy makes the choices that
were seen, and the ledger, told the same likelihoods, must give the same fractions. Without a policy
all deals that agree with what was seen are alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import pytest

import games
from arena.deals import Deal
from arena.growth import game_tree
from arena.policies import watch_at
from arena.tree import GameTree, Known, Place
from beliefs import Belief, Knowledge, Ledger, holds, likelihood
from compiled import rows
from determinize import InformationSet

TABLES = {"kuhn": 2, "kuhn of three": 3, "leduc": 2}

Likelihood: TypeAlias = Callable[[str, Known, int, tuple[int, ...]], Fraction]
"""How likely a choice is: by the face in hand, what else is known, the option, all options."""


def alike(face: str, known: Known, code: int, options: tuple[int, ...]) -> Fraction:
    """All options alike: a choice tells nothing."""
    return Fraction(1, len(options))


def leaning(face: str, known: Known, code: int, options: tuple[int, ...]) -> Fraction:
    """Every option with every card, high cards rather paying: other weights after every history."""
    rank = games.load("kuhn").faces.index(face)
    board = known.faces("board")

    def weight(option: int) -> int:
        paired = 3 if board == (face,) else 1
        return 1 + option * rank * paired + (rank + len(known.history)) % 3

    return Fraction(weight(code), sum(weight(option) for option in options))


def honest(face: str, known: Known, code: int, options: tuple[int, ...]) -> Fraction:
    """Pays with a king or an ace, never with another card: a choice rules hands out."""
    chosen = options[-1] if face in ("K", "A") else options[0]
    return Fraction(int(code == chosen))


POLICIES = {"alike": alike, "leaning": leaning, "honest": honest}


def tree_of(table: str) -> GameTree:
    return game_tree(games.load(table.split()[0]), players=TABLES[table])


def choices(tree: GameTree, place: Place) -> Iterator[tuple[int, Known, int, tuple[int, ...]]]:
    """The others' choices on the way to a place: seat, what is public, option, all options."""
    watch = watch_at(tree, tree.places.index(place))
    state = tree.deals[place.deal].state.copy()
    for nth, (seat, code) in enumerate(watch.state.history):
        view = state.view(place.known.seat)
        board = (("board", view.slots("board")),) if "board" in state.game.zones.names else ()
        if seat != place.known.seat:
            yield seat, Known(seat, board, place.known.history[:nth]), code, state.codes
        state.play(code)


def weighed(tree: GameTree, place: Place, policy: Likelihood | None) -> list[tuple[Deal, Fraction]]:
    """Every deal that agrees with what is seen, by how likely it is together with what was done."""
    own = dict(place.known.cards)
    board = own.pop("board", None)
    found = []
    made = list(choices(tree, place))
    for deal in tree.deals:
        if any(deal.cards[zone] != faces for zone, faces in own.items()):
            continue
        if board is not None and deal.cards["deck"][-1:] != board:
            continue
        weight = Fraction(deal.ways)
        for seat, public, code, options in made:
            if policy is not None:
                weight *= policy(deal.cards[f"hand {seat}"][0], public, code, options)
        found.append((deal, weight))
    return found


def told(tree: GameTree, place: Place, policy: Likelihood | None) -> Ledger:
    """What the seat's ledger knows of the cards, told how likely each card made each choice."""
    ledger = watch_at(tree, tree.places.index(place)).ledger(place.known.seat)
    faces = tree.game.faces
    for seat, public, code, options in choices(tree, place):
        if policy is not None:
            table = {
                number: policy(face, public, code, options) for number, face in enumerate(faces)
            }
            ledger.fact(f"hand {seat}", {f: n for n, f in enumerate(faces)}, table=table)
    return ledger


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("policy", [None, *POLICIES])
def test_at_every_information_set_the_belief_is_that_of_bayes(table: str, policy: str | None):
    tree = tree_of(table)
    model = None if policy is None else POLICIES[policy]
    never = 0
    for place in tree.places:
        deals = weighed(tree, place, model)
        total = sum(weight for _, weight in deals)
        if total == 0:
            never += 1
            continue
        ledger = told(tree, place, model)
        assert ledger.exact
        # How likely all that was seen is, with the card in hand.
        hand = f"hand {place.known.seat}"
        mine = sum(d.ways for d in tree.deals if d.cards[hand] == place.known.faces(hand))
        assert ledger.weight == total / mine
        expected = ledger.expected(exact=True)
        for column, spot in enumerate(ledger.spots):
            if spot.zone in ("board", "out"):
                continue
            for row, face in enumerate(ledger.faces):
                mean = sum(
                    weight * contents(deal, place, str(spot.zone)).count(str(face))
                    for deal, weight in deals
                )
                assert expected[row, column] == mean / total
    # Of policies that leave options out some information sets are never reached.
    assert (never > 0) == (policy == "honest")


def contents(deal: Deal, place: Place, zone: str) -> tuple[str, ...]:
    """What lies in a zone now: the board was drawn from the deck."""
    faces = deal.cards.get(zone, ())
    return faces[:-1] if zone == "deck" and place.known.faces("board") else faces


@pytest.mark.parametrize("policy", [None, *POLICIES])
def test_the_hands_of_two_opponents_together_are_those_of_bayes(policy: str | None):
    tree = tree_of("kuhn of three")
    model = None if policy is None else POLICIES[policy]
    for place in tree.places:
        others = [p for p in range(3) if p != place.known.seat]
        joint: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        for deal, weight in weighed(tree, place, model):
            joint[tuple(deal.cards[f"hand {p}"][0] for p in others)] += weight
        total = sum(joint.values())
        if total == 0:
            continue
        belief = told(tree, place, model).belief()
        for faces in product(tree.game.faces, repeat=2):
            hands = [holds(f"hand {p}", face) for p, face in zip(others, faces, strict=True)]
            if set(faces) <= set(belief.knowledge.faces):
                assert belief.probability(*hands, exact=True) == joint[faces] / total
            else:
                assert joint[faces] == 0


def test_prior_weights_and_likelihoods_say_the_same_of_a_hand_of_one_card():
    tree = tree_of("leduc")
    for place in tree.places[::29]:
        ledger = watch_at(tree, tree.places.index(place)).ledger(place.known.seat)
        hand, known = f"hand {1 - place.known.seat}", ledger.knowledge()
        weights: dict[tuple[object, object], Fraction] = defaultdict(lambda: Fraction(1))
        facts = []
        for _, public, code, options in choices(tree, place):
            table = {
                n: leaning(str(face), public, code, options) for n, face in enumerate(known.faces)
            }
            facts.append(likelihood(hand, {f: n for n, f in enumerate(known.faces)}, table))
            for n, face in enumerate(known.faces):
                weights[face, hand] *= table[n]
        places = dict(zip(known.places, known.capacities, strict=True))
        copies = dict(zip(known.faces, known.copies, strict=True))
        prior = Belief(Knowledge(copies, places, weights=dict(weights)))
        given = Belief(known.given(*facts)) if facts else Belief(known)
        ours = told(tree, place, leaning).belief()
        for face in known.faces:
            held = [b.probability(holds(hand, face), exact=True) for b in (prior, given, ours)]
            assert held[0] == held[1] == held[2]


def test_worlds_drawn_for_a_search_follow_the_likelihoods():
    tree = tree_of("leduc")
    cards = (("hand 0", ("Q",)), ("board", ("J",)))
    [place] = [p for p in tree.places if p.known.codes == (2, 2, 1) and p.known.cards == cards]
    watch = watch_at(tree, tree.places.index(place))
    information = InformationSet(watch.state.view(0), told(tree, place, leaning))
    worlds = information.worlds(4000, rows(5))
    game = tree.game
    deals = weighed(tree, place, leaning)
    total = sum(weight for _, weight in deals)
    for face in ("J", "Q", "K"):
        share = sum(weight for deal, weight in deals if deal.cards["hand 1"] == (face,)) / total
        held = [
            face in (game.faces[f] for f in game.face_of[world.zone == game.hand_of(1)])
            for world in worlds
        ]
        # Standard deviation at most 0.0079; 5 of them: one run in a million fails.
        assert abs(sum(held) / len(held) - float(share)) < 0.04
