"""OpenSpiel's Kuhn and Leduc poker beside ours: the same deals, the same lines, what seats know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import games
from arena.tree import Known

pyspiel = pytest.importorskip("pyspiel")

FACES = ("10", "J", "Q", "K", "A")


def lowest(players: int) -> int:
    """The lowest face in play."""
    return 0 if players == 4 else 1


def name_of(game: games.Game, players: int) -> str:
    return f"{game.name}_poker(players={players})"


def beside(state: games.State) -> Any:
    """OpenSpiel's state at the start, dealt as ours is; cards to come are dealt by `go_on`."""
    theirs = pyspiel.load_game(name_of(state.game, state.seats)).new_initial_state()
    deal_on(theirs, state)
    return theirs


def deal_on(theirs: Any, ours: games.State) -> None:
    """Give OpenSpiel the cards that have been dealt on our side."""
    while theirs.is_chance_node():
        given = [one.action for one in theirs.full_history() if one.player < 0]
        s: Any = ours.record_array[0]
        zones = [f"hand {p}" for p in range(ours.seats)] + ["board"]
        number = ours.game.zones[zones[len(given)]]
        [card] = [c for c in range(len(s.zone)) if s.zone[c] == number]
        copies = ours.game.copies[0]
        rank = int(ours.game.face_of[card]) - lowest(ours.seats)
        free = [a for a in range(rank * copies, (rank + 1) * copies) if a not in given]
        theirs.apply_action(free[0])


def assert_alike(ours: games.State, theirs: Any) -> None:
    """The same seat has the same options; at the end the same returns."""
    assert ours.over == theirs.is_terminal()
    if ours.over:
        assert list(ours.returns) == pytest.approx(theirs.returns())
    else:
        assert ours.mover == theirs.current_player()
        assert list(ours.codes) == theirs.legal_actions()


def play_both(ours: games.State, theirs: Any, code: int) -> None:
    ours.play(code)
    theirs.apply_action(code)
    deal_on(theirs, ours)


def decisions(theirs: Any) -> Iterator[Any]:
    """Every state at which somebody decides, in the whole tree below."""
    if theirs.is_terminal():
        return
    if not theirs.is_chance_node():
        yield theirs
    for action in theirs.legal_actions():
        yield from decisions(theirs.child(action))


def known(theirs: Any, copies: int) -> Known:
    """What the mover knows in OpenSpiel's state, as our side says it: suits are not told apart."""
    seat, players = theirs.current_player(), theirs.num_players()
    given = [one.action for one in theirs.full_history() if one.player < 0]
    faces = [FACES[lowest(players) + card // copies] for card in given]
    cards = [(f"hand {seat}", (faces[seat],))]
    cards += [("board", (face,)) for face in faces[players:]]
    played = tuple((one.player, one.action) for one in theirs.full_history() if one.player >= 0)
    return Known(seat, tuple(cards), played)
