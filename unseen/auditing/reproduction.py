"""Lines of Python that lead to a failure again: paste them, and look for yourself.

A blank line ends each block, so that they can be pasted into an interactive Python as well.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from arena.audit import PlayerExample
from determinize.auditing.evidence import INDEPENDENT
from determinize.auditing.verdict import Check
from players import names

WIDTH = 88
SHOWN = 200
"""So many copies are looked at where a single one shows nothing."""
_RENDERED = ("text ", "repr ", "pickle ", "deepcopy ", "copy ", "channel ")


def of_check(target: str, options: Mapping[str, Any], check: Check) -> str:
    """The true state of a failed check's example and copies of it, made again.

    Args:
        target: as :func:`unseen.targets.load` reads it.
        options: what else ``load`` is called with.
        check: one with an example.

    >>> from determinize.auditing.verdict import Example
    >>> shown = Example(7, (1, 1), ("raise", "call"), 0, 5, "", "")
    >>> print(of_check("toys:Poker", {}, Check("conserves", "failed", None, 9, shown)))
    import numpy as np
    from unseen import targets
    <BLANKLINE>
    target = targets.load('toys:Poker')
    state = target.new(7)
    for move in (1, 1):
        state = target.play(state, move)
    <BLANKLINE>
    copy = target.copy(state, 0, np.random.default_rng(5))
    print("truth:", target.world(state), target.observe(state, 0))
    print("copy:", target.world(copy), target.observe(copy, 0))
    """
    example = check.example
    assert example is not None
    imports = ["import numpy as np", "from unseen import targets"]
    seat, seed = example.seat, example.copy_seed
    if seat < 0:  # while the game was played, before any seat was looked at
        looked_at = ["print(target.world(state))"]
    elif seed is not None:
        looked_at = [
            f"copy = target.copy(state, {seat}, np.random.default_rng({seed}))",
            f'print("truth:", target.world(state), target.observe(state, {seat}))',
            f'print("copy:", target.world(copy), target.observe(copy, {seat}))',
        ]
    else:  # a fault of many copies together
        wanted, found = _counted(channel_of(check))
        imports = ["from collections import Counter", imports[0], wanted, imports[1]]
        looked_at = [
            "found = Counter()",
            f"for seed in range({SHOWN}):",
            f"    copy = target.copy(state, {seat}, np.random.default_rng(seed))",
            *found,
            "",
            'print("truth:", target.world(state))',
            'print("copies:", found)',
        ]
    rest = "".join(f", {key}={value!r}" for key, value in options.items() if value)
    lines = [
        *imports,
        "",
        f"target = targets.load({target!r}{rest})",
        f"state = target.new({example.seed})",
        *_played(example.moves),
        *looked_at,
    ]
    return "\n".join(lines)


def channel_of(check: Check) -> str | None:
    """Where in the copies a secret stands that travels with them, if that is what a check found.

    >>> from determinize.auditing.verdict import Example
    >>> told = Example(1, (), (), 0, None, ".past[0].hand is K in 80 of 80 copies", "")
    >>> channel_of(Check("independent", "failed", 1e-9, 80, told))
    'past[0].hand'
    """
    if check.name != INDEPENDENT or check.example is None:
        return None
    path, _, rest = check.example.copy.partition(" is ")
    of_a_copy = any(sign in path for sign in "[.") or path.startswith(_RENDERED)
    return path.strip(" .") if rest and of_a_copy else None


def _counted(channel: str | None) -> tuple[str, list[str]]:
    """What to import, and lines that count over copies: a value, or where each card lies."""
    if channel is None:
        return "from determinize.auditing.auditable import cells", [
            "    lies = cells(target.world(copy), getattr(target, 'ordered', ()))",
            "    found.update(lies.keys())",
        ]
    return "from determinize.auditing.channels import channels", [
        "    for path, value in channels(copy, target=target).tokens.items():",
        f"        if path.strip(' .') == {channel!r}:",
        "            found[value] += 1",
    ]


def of_decision(game: str, player: str, table: Mapping[str, Any], example: PlayerExample) -> str:
    """A player's decision in the true state of an example, made again.

    Args:
        game, player: by their names.
        table: the number of players, the preset and the parameters.
    """
    rules = {key: value for key, value in table.items() if value and key != "parameters"}
    rules |= table.get("parameters") or {}
    rest = "".join(f", {key}={value!r}" for key, value in rules.items())
    name = player.partition("(")[0]
    honest = name not in names(cheats=True)
    seat = example.seat
    known = f"watch.information({seat})" if honest else f"TrueInformation.of(watch, {seat})"
    lines = [
        "import games",
        "import players",
        "from compiled import rows",
        f"from determinize import {'' if honest else 'TrueInformation, '}Watch",
        "",
        f"game = games.load({game!r})",
        f"watch = Watch(game.new(seed={example.seed}{rest}))",
        *_played(example.moves, "watch.play(move)"),
        f"player = players.make({player!r}, game)",
        f"decision = player.decide({known}, rows(1))",
        "print([str(one) for one in watch.state.options() if one.code == decision.option])",
    ]
    return "\n".join(lines)


def _played(moves: Sequence[Hashable], play: str = "state = target.play(state, move)") -> list[str]:
    """The lines that play moves; where a move cannot be written, it is found by how it is shown."""
    if not moves:
        return []
    if all(_can_be_written(move) for move in moves):
        written = _wrapped("for move in ", tuple(moves))
        return [*written, f"    {play}", ""]
    return [
        *_wrapped("for shown in ", tuple(repr(move) for move in moves)),
        "    found = next(one for one in target.options(state) if repr(one) == shown)",
        "    state = target.play(state, found)",
        "",
    ]


def _wrapped(begin: str, values: tuple[Any, ...]) -> list[str]:
    """A loop's head over values, in lines of a readable width."""
    whole = f"{begin}{values!r}:"
    if len(whole) <= WIDTH:
        return [whole]
    if all(isinstance(value, int) for value in values):
        inner = ", ".join(map(repr, values)) + ","
        lines = textwrap.wrap(inner, WIDTH - 4, initial_indent="    ", subsequent_indent="    ")
    else:
        lines = [f"    {value!r}," for value in values]
    return [f"{begin}(", *lines, "):"]


def _can_be_written(value: Hashable) -> bool:
    """Whether Python reads what it writes of a value, and reads the same."""
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False
