"""What a player at Love Letter can know, by brute force: every deal replayed, and kept if it fits.

This knows the rules of a turn as they stand in the book and no belief. A world says which card lies
where; a decision takes it to the worlds that may follow, each with its number of ways, and with
what the observer sees on the way. The worlds that show what was truly seen are kept.

All cards are told apart: a face that is played from a hand with two copies of it may be either.
What a Chancellor returns unseen may be any of the cards in the hand, in any order.

Every card of a world may be dealt at once, so that nothing is left but to replay; or a card is
dealt when it first matters (``None`` until then), any of those not dealt yet: so a whole deck can
be followed. Both must come to the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from math import gcd
from typing import Any, NamedTuple

SPY, GUARD, PRIEST, BARON, HANDMAID, PRINCE, CHANCELLOR, KING, COUNTESS, PRINCESS = range(10)
RANKS = range(10)

Cards = tuple[int | None, ...]


class World(NamedTuple):
    """Where the cards lie, the deck from its bottom. ``rest``: copies of faces not dealt yet."""

    deck: Cards
    aside: Cards
    hands: tuple[Cards, ...]
    back: Cards
    rest: tuple[int, ...]


class Move(NamedTuple):
    """A decision as everybody sees it: ``code`` is None where the option is the mover's secret.

    ``place`` is the question, ``played`` the card that it is about, ``target`` whom a Guard was
    played on, ``targets`` how many players the card that is played could be played on.
    """

    place: str
    mover: int
    code: int | None
    played: int
    target: int
    targets: Callable[[int], int]


Way = tuple[World, int, tuple[Any, ...]]
"""A world that may follow, in how many ways, and what the observer sees."""


def dealt(world: World, all_at_once: bool) -> dict[World, int]:
    """The worlds of a new deal, whose ``None`` may be any card that is left, the hands dealt."""
    worlds = {world: 1}
    for p in range(len(world.hands)) if all_at_once else ():
        worlds = spread(worlds, lambda each, p=p: uncovered(each, p))  # type: ignore[misc]
    if all_at_once:
        for depth in range(len(world.deck)):
            worlds = spread(worlds, lambda each, d=depth: filled(each, "deck", d))  # type: ignore[misc]
        worlds = spread(worlds, lambda each: filled(each, "aside", 0))
    return worlds


def spread(
    worlds: Mapping[World, int], step: Callable[[World], Iterable[tuple[World, int]]]
) -> dict[World, int]:
    after: dict[World, int] = defaultdict(int)
    for world, weight in worlds.items():
        for new, ways in step(world):
            after[new] += weight * ways
    return dict(after)


def one_of(rest: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """A card that is not dealt yet: its face, the others, how many copies it may be."""
    for face, n in enumerate(rest):
        if n:
            yield face, (*rest[:face], n - 1, *rest[face + 1 :]), n


def filled(world: World, zone: str, at: int) -> Iterator[tuple[World, int]]:
    """The worlds in which one card of the deck or aside is dealt."""
    content: Cards = getattr(world, zone)
    if at >= len(content) or content[at] is not None:
        yield world, 1
        return
    for face, rest, n in one_of(world.rest):
        yield world._replace(**{zone: (*content[:at], face, *content[at + 1 :])}, rest=rest), n


def uncovered(world: World, p: int) -> Iterator[tuple[World, int]]:
    """The worlds in which a hand is dealt."""
    hand = world.hands[p]
    if None not in hand:
        yield world, 1
        return
    at = hand.index(None)
    for face, rest, n in one_of(world.rest):
        held = (*hand[:at], face, *hand[at + 1 :])
        for new, ways in uncovered(with_hand(world._replace(rest=rest), p, held), p):
            yield new, n * ways


def with_hand(world: World, p: int, hand: Cards) -> World:
    held = tuple(sorted(hand, key=lambda face: -1 if face is None else face))
    return world._replace(hands=(*world.hands[:p], held, *world.hands[p + 1 :]))


def without(hand: Cards, face: int) -> Cards:
    at = hand.index(face)
    return hand[:at] + hand[at + 1 :]


# ---------------------------------------------------------------------------------- a decision


def ways(world: World, move: Move, me: int) -> Iterator[Way]:
    """The worlds that may follow on a decision, by the rules of a turn."""
    for known, n in uncovered(world, move.mover):
        for after, more, seen in of_decision(known, move, me):
            yield after, n * more, seen


def of_decision(world: World, move: Move, me: int) -> Iterator[Way]:
    p, code = move.mover, move.code
    match move.place:
        case "play":
            yield from of_play(world, move, me)
        case "target":
            yield from of_target(world, move, me)
        case "guess":
            t = move.target
            for new, n in uncovered(world, t):
                if new.hands[t] == (code,):
                    yield from turn_ends(with_hand(new, t, ()), p, me, n, ("out", code))
                else:
                    yield from turn_ends(new, p, me, n, ("no",))
        case "chancellor keep":
            hand = world.hands[p]
            for at, kept in enumerate(hand):
                if code is None or (kept == code and at == hand.index(code)):
                    back = hand[:at] + hand[at + 1 :]
                    new = with_hand(world, p, (kept,))
                    if len(back) == 2:
                        yield new._replace(back=back), 1, ()
                    else:
                        yield from turn_ends(new._replace(deck=(*back, *new.deck)), p, me, 1, ())
        case "chancellor order":
            for upper, lowest in permutations(world.back):
                if code is None or lowest == code:
                    deck = (lowest, upper, *world.deck)
                    yield from turn_ends(world._replace(deck=deck, back=()), p, me, 1, ())


def of_play(world: World, move: Move, me: int) -> Iterator[Way]:
    """A card is played, whichever copy; beside a King or Prince it must be the Countess."""
    p, face = move.mover, move.code
    assert face is not None
    copies = world.hands[p].count(face)
    kept = without(world.hands[p], face) if copies else ()
    if not copies or (face in (KING, PRINCE) and COUNTESS in kept):
        return
    world = with_hand(world, p, kept)
    if face == PRINCESS:
        yield from turn_ends(with_hand(world, p, ()), p, me, copies, ("out", *kept))
    elif face in (GUARD, PRIEST, BARON, PRINCE, KING) and move.targets(face):
        yield world, copies, ()
    elif face == CHANCELLOR and world.deck:
        for once, n, first in drawn(world, p, me, "deck"):
            twice = drawn(once, p, me, "deck") if once.deck else [(once, 1, ())]
            for new, more, second in twice:
                yield new, copies * n * more, (*first, *second)
    else:
        yield from turn_ends(world, p, me, copies, ())


def of_target(world: World, move: Move, me: int) -> Iterator[Way]:
    """What a card does to the player it is played on; no hand is uncovered without need."""
    p, face = move.mover, move.played
    assert move.code is not None
    t = move.code
    if face == GUARD:
        yield world, 1, ()
        return
    for both, n in uncovered(world, t):
        mine, other = both.hands[p], both.hands[t]
        if face == PRIEST:
            yield from turn_ends(both, p, me, n, other if me == p else ())
        elif face == KING:
            new = with_hand(with_hand(both, p, other), t, mine)
            yield from turn_ends(new, p, me, n, (mine, other) if me in (p, t) else ())
        elif face == BARON:
            seen: tuple[Any, ...] = (mine, other) if me in (p, t) else ()
            loser = -1 if mine == other else p if mine < other else t  # type: ignore[operator]
            if loser >= 0:
                seen = (*seen, "out", loser, both.hands[loser])
                both = with_hand(both, loser, ())
            yield from turn_ends(both, p, me, n, seen)
        else:
            new = with_hand(both, t, ())
            if other == (PRINCESS,):
                yield from turn_ends(new, p, me, n, ("laid down", other))
                continue
            for after, more, card in drawn(new, t, me, "deck" if new.deck else "aside"):
                yield from turn_ends(after, p, me, n * more, ("laid down", other, *card))


def drawn(world: World, p: int, me: int, zone: str) -> Iterator[Way]:
    """A player draws the top card of the deck, or the one aside, and sees it.

    A card drawn unseen stays undealt.
    """
    content: Cards = getattr(world, zone)
    hand = world.hands[p]
    for new, n in filled(world, zone, len(content) - 1) if p == me else [(world, 1)]:
        *left, card = getattr(new, zone)
        new = with_hand(new._replace(**{zone: tuple(left)}), p, (*hand, card))
        yield new, n, (card,) if p == me else ()


def turn_ends(world: World, p: int, me: int, n: int, seen: tuple[Any, ...]) -> Iterator[Way]:
    """The next player who is in draws a card; a round that is over ends what there is to know."""
    seats = len(world.hands)
    still_in = [q for q in range(seats) if world.hands[q]]
    if len(still_in) == 1 or not world.deck:
        yield world, n, (*seen, "over")
        return
    following = next(q % seats for q in range(p + 1, p + seats) if world.hands[q % seats])
    for new, more, card in drawn(world, following, me, "deck"):
        yield new, n * more, (*seen, *card)


# ------------------------------------------------------------------------------- what is known


def kept(
    worlds: Mapping[World, int], move: Move, me: int, seen: tuple[Any, ...]
) -> dict[World, int]:
    """The worlds after a decision that show the observer what was truly seen."""
    after: dict[World, int] = defaultdict(int)
    for world, weight in worlds.items():
        for new, n, shown in ways(world, move, me):
            if shown == seen:
                after[new] += weight * n
    common = gcd(*after.values())
    return {world: weight // common for world, weight in after.items()}


def parts(world: World) -> dict[str, Cards]:
    """The hidden zones of a world, by name."""
    named = {"deck": world.deck, "removed": world.aside}
    for p, hand in enumerate(world.hands):
        named |= {f"hand {p}": hand, f"returning {p}": world.back if len(hand) == 1 else ()}
    return named


Spot = tuple[str, int, int]
"""A zone, the first depth, how many cards from there on."""


def means(worlds: Mapping[World, int], spots: Iterable[Spot]) -> dict[Spot, dict[int, Fraction]]:
    """For each spot how many copies of each face are to be expected."""
    dealt_there: dict[Spot, list[int]] = {spot: [0] * len(RANKS) for spot in spots}
    undealt: dict[Spot, dict[tuple[int, ...], int]] = {
        spot: defaultdict(int) for spot in dealt_there
    }
    for world, weight in worlds.items():
        content = parts(world)
        for spot, counts in dealt_there.items():
            zone, start, size = spot
            for face in content[zone][start : start + size]:
                if face is None:
                    undealt[spot][world.rest] += weight
                else:
                    counts[face] += weight
    total = sum(worlds.values())
    found = {}
    for spot, counts in dealt_there.items():
        sums = [Fraction(n) for n in counts]
        for rest, weight in undealt[spot].items():
            for face, left in enumerate(rest):
                sums[face] += Fraction(weight * left, sum(rest))
        found[spot] = {face: n / total for face, n in enumerate(sums) if n}
    return found


def together(
    worlds: Mapping[World, int], spots: Iterable[Spot]
) -> dict[tuple[tuple[int, ...], ...], Fraction]:
    """How likely all spots hold these copies of each face; of worlds that are dealt throughout."""
    found: dict[tuple[tuple[int, ...], ...], int] = defaultdict(int)
    places = list(spots)
    for world, weight in worlds.items():
        content = parts(world)
        cards = (content[zone][start : start + size] for zone, start, size in places)
        found[tuple(tuple(map(held.count, RANKS)) for held in cards)] += weight
    total = sum(worlds.values())
    return {contents: Fraction(weight, total) for contents, weight in found.items()}
