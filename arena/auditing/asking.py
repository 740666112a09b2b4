"""Asking a player at a table, as a match does, and keeping what it answers.

The question is asked by the match loop itself (:func:`arena.match.ask`), with the true match alive
as it is while people play: on the stack of the caller, and among the objects of the process. There
is no other match about. So whatever a player could reach in a match, it can reach here. One that
says that it looks at the true state is given it, as in an experiment: it is found out as any other.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from arena.auditing.verdict import Fault
from arena.match import IllegalDecision, ask
from arena.seeds import player_rows
from determinize import Watch
from determinize.auditing import finding
from games.game import Game
from players import Considered, Player


@dataclass(frozen=True)
class Answer:
    """What a player answered.

    Attributes:
        option: the code of the option, None where there is none.
        considered: what it says that it weighed.
        more: what else the decision holds.
        generator: its generator rows after it has decided: how it has drawn from them.
        fault: the name of the :class:`Fault` that the answer is by itself, if it is one.
        error: that fault in words.
    """

    option: int | None
    considered: tuple[tuple[Any, ...], ...] = ()
    more: str = ""
    generator: bytes = b""
    fault: str | None = None
    error: str = field(default="", compare=False)


def answered(watch: Watch, player: Player, number: int, seed: int) -> Answer:
    """Ask a player for the mover's decision.

    Args:
        watch: the true match.
        number: how many moves were made.
        seed: of the player's generator.
    """
    seat = watch.state.mover
    rng = player_rows(seed, seat, number)
    before = _stands(watch)
    try:
        decision = ask(watch, player, number, rng, experiment=True).decision
        answer = Answer(int(getattr(decision, "option", -1)), *_thoughts(decision), rng.tobytes())
    except IllegalDecision as error:
        answer = Answer(None, fault=Fault.ILLEGAL.name, error=str(error))
    except Exception as error:  # the player's, whatever it is: a finding
        answer = Answer(None, fault=Fault.CRASH.name, error=finding.in_words(error))
    if before != _stands(watch):
        text = "the true state is another after the decision"
        return Answer(None, fault=Fault.TAMPERING.name, error=text)
    return answer


def _stands(watch: Watch) -> tuple[bytes, bytes, int]:
    """What a decision must leave as it is."""
    state = watch.state
    return state.record_array.tobytes(), state.chances.tobytes(), len(state.history)


def _thoughts(decision: Any) -> tuple[tuple[tuple[Any, ...], ...], str]:
    """What a decision holds beside the option, numbers as text: equal to the last bit, or not."""
    considered = tuple(
        (one.option, one.visits, repr(one.value), one.availability)
        if isinstance(one, Considered)
        else (repr(one),)
        for one in getattr(decision, "considered", ())
    )
    return considered, repr(getattr(decision, "worlds", None))


@contextmanager
def alone_in_the_process() -> Iterator[None]:
    """While a player decides, there is no other match.

    What lived before is kept from a search through the garbage collector's objects, since players
    that look for the true state there must find the present match, as they would where it is the
    only one. The generators of ``random`` and ``numpy.random`` are set back afterwards.
    """
    kept = random.getstate(), np.random.get_state()  # noqa: NPY002 - what players might use
    frozen = gc.get_freeze_count()
    if not frozen:
        gc.freeze()
    try:
        yield
    finally:
        if not frozen:
            gc.unfreeze()
        random.setstate(kept[0])
        np.random.set_state(kept[1])  # noqa: NPY002


def set_shared_generators(seed: int) -> None:
    """Set the generators that everybody in the process shares."""
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002


# ------------------------------------------------------------------------------------ in words


def in_words(game: Game, view: Any, answer: Answer, other: Answer) -> str:
    """An answer, said so that it differs from the other one."""
    if answer.fault is not None or answer.option is None:
        return answer.error
    words = str(game.words.option(view, answer.option))
    if answer.option != other.option or other.fault is not None:
        return words
    for mine, theirs in zip(answer.considered, other.considered, strict=False):
        if mine != theirs:
            return f"{words}, having weighed {_weighed(game, view, mine, theirs)}"
    if len(answer.considered) != len(other.considered):
        return f"{words}, having weighed {len(answer.considered)} options"
    if answer.more != other.more:
        return f"{words}, having looked at {answer.more} worlds"
    if answer.generator != other.generator:
        mark = np.frombuffer(answer.generator, np.int64)
        return f"{words}, its generator left at {int(mark[0]) % 10**6:06d}…"
    return words


def _weighed(game: Game, view: Any, one: tuple[Any, ...], another: tuple[Any, ...]) -> str:
    if len(one) == 1 or len(another) == 1:
        return str(one[0])
    option, visits, value, available = one
    brief, other = (f"{float(number[2]):.4g}" for number in (one, another))
    shown = brief if brief != other or value == another[2] else value
    words = game.words.option(view, option)
    return f"{words} at {shown} in {visits} visits (available {available} times)"
