"""The registry: games by name, found through entry points.

Any installed package can add games: its ``pyproject.toml`` names them in the group
``unseen.games``, as ours does. No list here needs to be edited.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

from games.game import Game
from games.state import nearest

GROUP = "unseen.games"


class UnknownGame(ValueError):
    """No installed package has a game of that name."""


@lru_cache(maxsize=1)
def _found() -> dict[str, EntryPoint]:
    return installed(GROUP)


def installed(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name, in the order of their names."""
    return {point.name: point for point in sorted(entry_points(group=group))}


def usable(point: EntryPoint) -> bool:
    """Whether what an entry point names can be loaded; if not, a warning says why.

    One broken package must not keep all others from being listed.
    """
    try:
        point.load()
    except Exception as error:
        warnings.warn(
            f"{point.group}: {point.name} ({point.value}) cannot be loaded: {error!r}", stacklevel=2
        )
        return False
    return True


def names(*, category: str | None = None, mechanic: str | None = None) -> list[str]:
    """The names of all games, or of those of a category or with a mechanic.

    Capitals, spaces, hyphens and underscores make no difference: ``Trick taking``.

    Raises:
        ValueError: a category or mechanic that is no text.

    >>> "schnapsen" in names(mechanic="trick-taking")
    True
    """
    chosen = []
    for name, point in _found().items():
        if not usable(point):
            continue
        game = load(name)
        if _among(category, game.categories) and _among(mechanic, game.mechanics):
            chosen.append(name)
    return chosen


def _among(wanted: str | None, words: Iterable[str]) -> bool:
    """Whether a word is one of some, however it is spelled; None always is."""
    return wanted is None or spelled_plainly(wanted) in map(spelled_plainly, words)


def spelled_plainly(word: str) -> str:
    """A word without what makes no difference: capitals, spaces, hyphens, underscores."""
    if not isinstance(word, str):
        raise ValueError(f"a category or a mechanic is a word, not {word!r}")
    return re.sub(r"[\s_-]+", "", word).casefold()


def _every() -> str:
    return ", ".join(_found())


def load(name: str) -> Game:
    """A game by its name; hyphens and underscores are alike.

    Raises:
        UnknownGame: there is none of that name, with the nearest one that there is.

    >>> load("schnapsen").title
    'Schnapsen'
    """
    if not isinstance(name, str):
        raise UnknownGame(f"a game is called by its name, not {name!r}: one of {_every()}")
    wanted = name.strip().lower().replace("_", "-")
    if wanted not in _found():
        raise UnknownGame(f"there is no game {name!r}: {nearest(wanted, list(_found()))}")
    game = _found()[wanted].load()
    if not isinstance(game, Game):
        raise TypeError(f"the entry point {wanted!r} of {GROUP} is no games.Game: {game!r}")
    return game
