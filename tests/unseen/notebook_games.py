"""True games, played in the most obvious way, as the lines of a notebook; and what lines mean.

Everything here is written without the notebook's own code: worlds are dictionaries from card to
place, an event is a tuple, and `true` says whether it can have happened in a world.

| event                              | what happened                                        |
|------------------------------------|------------------------------------------------------|
| ``("hand", me, cards)``            | cards of mine                                        |
| ``("ask", who, three, shower, card)`` | shower None: nobody; card None: not seen          |
| ``("accuse", who, three, right)``  | an accusation                                        |
| ``("has", who, card)`` ``("lacks", who, card)`` | seen by accident                        |
"""

from __future__ import annotations

from itertools import combinations

from beliefs import Knowledge, WorldDiagram, at_least, at_most, exactly, holds, lacks

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
FILE = "case file"


class Game:
    """A deal of the cards of some kinds to some players."""

    def __init__(self, rng, kinds, players):
        self.kinds, self.players = kinds, NAMES[:players]
        self.file = [rng.choice(kind) for kind in kinds]
        rest = [card for kind in kinds for card in kind if card not in self.file]
        rng.shuffle(rest)
        self.sizes = [len(rest[i::players]) for i in range(players)]
        self.world = dict.fromkeys(self.file, FILE)
        for i, player in enumerate(self.players):
            self.world |= dict.fromkeys(rest[i::players], player)

    def others(self, who):
        """Everybody else, in the order of asking."""
        i = self.players.index(who)
        return self.players[i + 1 :] + self.players[:i]

    def asks(self, rng, who, me):
        """A suggestion and what came of it, as `me` sees it."""
        three = tuple(rng.choice(kind) for kind in self.kinds)
        for other in self.others(who):
            held = [card for card in three if self.world[card] == other]
            if held:
                seen = me in (who, other)
                return ("ask", who, three, other, rng.choice(held) if seen else None)
        return ("ask", who, three, None, None)


def played(rng, kinds, players, suggestions):
    """A game and its notebook: (game, me, events); me is None for an onlooker."""
    game = Game(rng, kinds, players)
    me = rng.choice([*game.players, None])
    events = []
    if me is not None:
        hand = [card for card, place in game.world.items() if place == me]
        rng.shuffle(hand)
        cut = rng.randrange(len(hand)) if rng.random() < 0.3 else 0
        events += [("hand", me, tuple(part)) for part in (hand[:cut], hand[cut:]) if part]
    for i in range(suggestions):
        events.append(game.asks(rng, game.players[i % players], me))
        if rng.random() < 0.04:
            three = tuple(rng.choice(kind) for kind in kinds)
            right = all(game.world[card] == FILE for card in three)
            events.append(("accuse", game.players[i % players], three, right))
        if rng.random() < 0.04:
            card = rng.choice(list(game.world))
            who = rng.choice(game.players)
            events.append(("has" if game.world[card] == who else "lacks", who, card))
    return game, me, events


def corrupted(rng, game, events):
    """The events with one of them changed, and its number."""
    number = rng.randrange(len(events))
    kind, who, *rest = events[number]
    cards = list(game.world)
    if kind == "hand":
        hand = list(rest[0])
        others = [card for card in cards if game.world[card] != who]
        hand[rng.randrange(len(hand))] = rng.choice(others)
        new = (kind, who, tuple(hand))
    elif kind == "accuse":
        new = (kind, who, rest[0], not rest[1])
    elif kind in ("has", "lacks"):
        new = ("lacks" if kind == "has" else "has", who, rest[0])
    else:
        three, shower, card = rest
        instead = [other for other in game.others(who) if other != shower]
        change = rng.choice(["card", "shower", "nobody"])
        if change == "card":
            i = rng.randrange(3)
            other = rng.choice([c for c in game.kinds[i] if c != three[i]] or [three[i]])
            three = (*three[:i], other, *three[i + 1 :])
            card = other if card not in (None, *three) else card
        elif instead and (change == "shower" or shower is None):
            shower = rng.choice(instead)
        else:
            shower, card = None, None
        new = (kind, who, three, shower, card)
    return [*events[:number], new, *events[number + 1 :]], number


def written(rng, game, me, events):
    """The lines of a notebook that says this, and the number of the line of each event."""
    lines = [f"players {' '.join(game.players)}"]
    if me is not None:
        lines.append(f"me {me}")
    numbers = []
    for event in events:
        if rng.random() < 0.1:
            lines.append(rng.choice(["", "# a new round"]))
        lines.append(line_of(rng, game, event))
        numbers.append(len(lines))
    return lines, numbers


def line_of(rng, game, event):
    """An event in one of the forms that people write."""
    kind, who, *rest = event
    if kind == "hand":
        return f"hand {', '.join(rest[0])}"
    if kind == "accuse":
        return f"{who} accuses {', '.join(rest[0])} {'right' if rest[1] else 'wrong'}"
    if kind in ("has", "lacks"):
        return f"{who} {kind} {rest[0]}"
    three, shower, card = rest
    three = list(three)
    rng.shuffle(three)
    asks = rng.choice([f"{who}:", f"{who} asks", f"{who.lower()} suggests"])
    named = rng.choice([", ", " / "]).join(three)
    if rng.random() < 0.3:
        named = named.lower()
    if shower is None:
        return f"{asks} {named} -> {rng.choice(['nobody', 'no one', 'all pass'])}"
    shown = f" {card}" if card else ""
    if rng.random() < 0.2:
        before = game.others(who)[: game.others(who).index(shower)]
        return f"{asks} {named} -> {''.join(f'{p} passes, ' for p in before)}{shower} shows{shown}"
    return f"{asks} {named} {rng.choice(['->', '=>', '→'])} {shower} shows{shown}"


def true(game, event, world):
    """Whether this can have happened in a world (card -> place)."""
    kind, who, *rest = event
    if kind == "hand":
        return all(world[card] == who for card in rest[0])
    if kind == "accuse":
        return all(world[card] == FILE for card in rest[0]) == rest[1]
    if kind in ("has", "lacks"):
        return (world[rest[0]] == who) == (kind == "has")
    three, shower, card = rest
    for other in game.others(who):
        held = [one for one in three if world[one] == other]
        if other == shower:
            return card in held if card else bool(held)
        if held:
            return False
    return shower is None


def facts(game, event):
    """What an event says, for a belief that is built from nothing."""
    kind, who, *rest = event
    if kind == "hand":
        return [holds(who, card) for card in rest[0]]
    if kind == "accuse":
        three, right = rest
        return [holds(FILE, card) for card in three] if right else [at_most(FILE, three, 2)]
    if kind in ("has", "lacks"):
        return [holds(who, rest[0]) if kind == "has" else lacks(who, rest[0])]
    three, shower, card = rest
    others = game.others(who)
    said = [lacks(p, three) for p in others[: others.index(shower) if shower else len(others)]]
    if shower:
        said.append(holds(shower, card) if card else at_least(shower, three, 1))
    return said


def possible(game, events):
    """Whether some deal agrees with all of these events."""
    cards = [card for kind in game.kinds for card in kind]
    places = {FILE: len(game.kinds), **dict(zip(game.players, game.sizes, strict=True))}
    said = [exactly(FILE, kind, 1) for kind in game.kinds]
    said += [fact for event in events for fact in facts(game, event)]
    return WorldDiagram(Knowledge(cards, places, said)).possible


def worlds(game):
    """Every deal that can be, as dictionaries; for few cards."""
    cards = [card for kind in game.kinds for card in kind]

    def dealt(left, players):
        if not players:
            yield {}
            return
        (player, size), *others = players
        for hand in combinations(left, size):
            rest = [card for card in left if card not in hand]
            for world in dealt(rest, others):
                yield world | dict.fromkeys(hand, player)

    def filed(kinds):
        if not kinds:
            yield ()
            return
        for card in kinds[0]:
            for others in filed(kinds[1:]):
                yield (card, *others)

    for file in filed(game.kinds):
        left = [card for card in cards if card not in file]
        for world in dealt(left, list(zip(game.players, game.sizes, strict=True))):
            yield world | dict.fromkeys(file, FILE)
