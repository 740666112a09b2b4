"""A referee of Clue who knows the rule book but none of our code: names, sets, paths of his own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.clue.cards import KINDS, PEOPLE, ROOMS, WEAPONS
from games.clue.grid import SQUARES
from tests.games.clue_tables import GAME

CORRIDOR = set(SQUARES)
DOORS: dict[str, list[tuple[int, int]]] = {
    "Study": [(4, 6)],
    "Hall": [(4, 8), (7, 11), (7, 12)],
    "Lounge": [(6, 17)],
    "Library": [(8, 7), (11, 3)],
    "Billiard Room": [(11, 1), (15, 6)],
    "Dining Room": [(8, 17), (12, 15)],
    "Conservatory": [(19, 5)],
    "Ballroom": [(19, 7), (16, 9), (16, 14), (19, 16)],
    "Kitchen": [(17, 19)],
}
"""Digest section 2: the square outside each door."""
PASSAGES = {
    "Study": "Kitchen",
    "Kitchen": "Study",
    "Lounge": "Conservatory",
    "Conservatory": "Lounge",
}
STARTS = ((0, 16), (7, 23), (24, 14), (24, 9), (18, 0), (5, 0))
SAID = {
    code: GAME.words.option(None, code) for code in range(GAME.option_codes) if code != 1
}  # "passage to …" depends on where one is


def nearby(place: Any) -> Iterator[Any]:
    """Where one pip leads."""
    if isinstance(place, str):
        yield from DOORS[place]
        return
    row, column = place
    for square in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if square in CORRIDOR:
            yield square
    yield from (room for room, squares in DOORS.items() if place in squares)


def walks(path: tuple[Any, ...], pips: int, taken: set[Any]) -> Iterator[Any]:
    """The ends of all simple paths."""
    for place in nearby(path[-1]):
        if place in path or place in taken:
            continue
        if pips == 1 or isinstance(place, str):
            yield place
        else:
            yield from walks((*path, place), pips - 1, taken)


class Referee:
    """One game by the book, in plain words."""

    def __init__(self, zones: dict[str, list[str]], seats: int, rules: Any) -> None:
        self.zones, self.seats, self.rules = zones, seats, rules
        self.board = rules.board.name == "CLASSIC"
        self.at: list[Any] = list(STARTS) if self.board else [None] * 6
        self.file = [zones[name][0] for name in ("suspect", "weapon", "room")]
        self.seen = [set(zones[f"hand {p}"]) | set(zones["table"]) for p in range(seats)]
        self.slots = [set(range(len(zones["side"]))) for _ in range(seats)]
        self.carried, self.out = [False] * seats, [False] * seats
        self.turns = self.steps = 0
        self.over, self.winner = False, -1
        self.begin(0)

    def begin(self, seat: int) -> None:
        self.turn = self.who = seat
        self.place, self.early = "start", False

    def finish(self) -> None:
        self.turns += 1
        self.carried[self.turn] = False
        left = [p for p in self.order(self.turn) if not self.out[p]]
        if self.turns >= self.rules.max_turns or not left:
            self.over = True
        else:
            self.begin(left[0])

    def order(self, seat: int) -> list[int]:
        """Clockwise from the next seat, to this one."""
        return [(seat + k) % self.seats for k in range(1, self.seats + 1)]

    def taken(self) -> set[Any]:
        others = (place for person, place in enumerate(self.at) if person != self.turn)
        return {place for place in others if isinstance(place, tuple)}

    def certain(self) -> bool:
        return len(self.seen[self.who]) == 18

    def triples(self) -> list[str]:
        rule, seen = self.rules.accusing.name, self.seen[self.who]
        if rule == "FIRST_OR_CERTAIN" and self.who > 0 and not self.certain():
            return []
        fresh = [[face for face in kind if rule == "FREE" or face not in seen] for kind in KINDS]
        return [f"accuse {a} {b} {c}" for a in fresh[0] for b in fresh[1] for c in fresh[2]]

    def options(self, rolled: int) -> set[str]:
        """What the mover may do."""
        me, here = self.turn, self.at[self.turn]
        if self.place == "start":
            return self.starts(here)
        if self.place == "move":
            ends = set(walks((here,), rolled, self.taken()))
            goals: set[Any] = ends
            if self.rules.walking.name == "ROOMS":
                goals = {room for room in ROOMS if room != here}
                goals = {room for room in goals if nearest(ends, room, self.taken())}
            said = {f"go to {spelled(goal)}" for goal in goals} | self.by_passage(here)
            return said or {"stand still"}
        if self.place == "suggest":
            said = {f"suggest {a} {b}" for a in PEOPLE for b in WEAPONS}
            return said | ({"no suggestion"} if self.rules.suggestion_on_entry else set())
        if self.place == "show":
            return {f"show {face}" for face in self.named if face in self.hand(self.who)}
        if self.place == "side look":
            return {f"look at card {slot + 1}" for slot in self.slots[me]}
        return set(self.triples()) | (set() if self.early else {"no accusation"})

    def by_passage(self, here: Any) -> set[str]:
        if self.rules.passage_needs_no_roll or here not in PASSAGES:
            return set()
        return {f"go to {PASSAGES[here]}"}

    def starts(self, here: Any) -> set[str]:
        found = set()
        if self.board:
            ends = set(walks((here,), self.rules.dice, self.taken()))
            if self.rules.walking.name == "ROOMS":
                goals = (room for room in ROOMS if room != here)
                ends = {next((r for r in goals if nearest(ends, r, self.taken())), None)} - {None}
            if ends or self.by_passage(here):
                found.add("roll")
            if self.rules.passage_needs_no_roll and here in PASSAGES:
                found.add(f"passage to {PASSAGES[here]}")
            if not found:
                found.add("stand still")
        else:
            found |= {f"go to {room}" for room in ROOMS if room != here}
        if self.rules.stay_after_summon and self.carried[self.turn]:
            found.add("stay")
        if self.rules.accuse_before_move and self.triples():
            found.add("accuse now")
        return found

    def hand(self, seat: int) -> list[str]:
        return self.zones[f"hand {seat}"]

    def do(self, option: str, place_after: Any) -> None:
        self.steps += 1
        verb, _, rest = option.partition(" ")
        if option == "roll":
            self.place = "move"
        elif option == "accuse now":
            self.place, self.early = "accuse", True
        elif verb == "passage":
            self.enter(PASSAGES[self.at[self.turn]])
        elif verb == "go":
            self.enter(place_after)
        elif option == "stay":
            self.place = "suggest"
        elif option == "stand still":
            shut_in = isinstance(self.at[self.turn], str)
            if shut_in and self.rules.blocked_may_suggest:
                self.place = "suggest"
            else:
                self.ask(False)
        elif option == "no suggestion":
            self.ask(False)
        elif verb == "suggest":
            self.suggest(rest)
        elif verb == "show":
            self.seen[self.turn].add(rest)
            self.ask(True)
        elif verb == "look":
            slot = int(rest.split()[-1]) - 1
            self.slots[self.turn].remove(slot)
            self.seen[self.turn].add(self.zones["side"][slot])
            self.ask(True)
        elif option == "no accusation":
            self.finish()
        else:
            self.accuse(rest)
        if self.rules.max_steps and self.steps >= self.rules.max_steps:
            self.over = True

    def enter(self, place: Any) -> None:
        self.at[self.turn] = place
        if isinstance(place, str):
            self.place = "suggest"
        else:
            self.ask(False)

    def suggest(self, names: str) -> None:
        room = self.at[self.turn]
        person = next(face for face in PEOPLE if names.startswith(face))
        self.named = [person, names[len(person) + 1 :], room]
        token = PEOPLE.index(person)
        if self.at[token] != room:
            self.at[token] = room
            if token < self.seats and not self.out[token]:
                self.carried[token] = True
        for p in self.order(self.turn)[:-1]:
            if set(self.named) & set(self.hand(p)):
                self.who, self.place = p, "show"
                return
        if self.slots[self.turn]:
            self.place = "side look"
        else:
            self.ask(True)

    def ask(self, suggested: bool) -> None:
        self.who = self.turn
        if suggested or not self.rules.accuse_needs_suggestion:
            self.place = "accuse"
        else:
            self.finish()

    def accuse(self, names: str) -> None:
        if names == " ".join(self.file):
            self.over, self.winner = True, self.turn
            return
        self.out[self.turn] = True
        on_corridor = isinstance(self.at[self.turn], tuple)
        if on_corridor and self.rules.eliminated_token.name == "OFF_CORRIDOR":
            self.at[self.turn] = None
        left = [p for p in range(self.seats) if not self.out[p]]
        if len(left) == 1 and self.rules.last_player.name == "WINS":
            self.over, self.winner = True, left[0]
        else:
            self.finish()


def spelled(place: Any) -> str:
    return place if isinstance(place, str) else f"{place[0]},{place[1]}"


def told(referee: Referee, code: int) -> str:
    if code == 1:
        return f"passage to {PASSAGES[referee.at[referee.turn]]}"
    return SAID[code]


def landing(referee: Referee, option: str, rolled: int) -> Any:
    """Where a destination that was chosen leads to."""
    goal = option.removeprefix("go to ")
    if goal == option:
        return None
    here = referee.at[referee.turn]
    if referee.rules.walking.name == "ROOMS" and goal != PASSAGES.get(here):
        return nearest(set(walks((here,), rolled, referee.taken())), goal, referee.taken())
    return tuple(map(int, goal.split(","))) if "," in goal else goal


def nearest(ends: set[Any], goal: str, taken: set[Any]) -> Any:
    """The room, or of the squares the first with the shortest way on to it; None: there is none."""
    if goal in ends:
        return goal
    distance: dict[Any, int] = {goal: 0}
    queue: list[Any] = [goal]
    for place in queue:
        for other in nearby(place):
            if other not in distance and not isinstance(other, str) and other not in taken:
                distance[other] = distance[place] + 1
                queue.append(other)
    near = [place for place in ends if place in distance and not isinstance(place, str)]
    return min(near, key=lambda place: (distance[place], place), default=None)
