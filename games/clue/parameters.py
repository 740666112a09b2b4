"""The tunable rules of Clue and their presets.

Editions and households differ in small things: whether one must suggest on entering a room, what
becomes of the token of somebody who accused wrongly, how a deal that does not come out even is
made. Each is one parameter here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from games.clue.record import MOST_TURNS
from games.kit.fields import check_rules


class Board(IntEnum):
    """What people move on."""

    CLASSIC = 0
    """The board of 1949: corridor squares, doors, two secret passages."""
    ROOMS_ONLY = 1
    """No board: each turn any room other than the present one."""


class Walking(IntEnum):
    """What is chosen after a roll."""

    SQUARES = 0
    """Where the walk ends: a room, or a square exactly as many steps away as were rolled."""
    ROOMS = 1
    """A room; the token walks as far as it gets on a shortest way there."""


class OnEntry(IntEnum):
    """Whether a suggestion must be made in a room just entered."""

    COMPULSORY = 0
    OPTIONAL = 1


class Accusing(IntEnum):
    """Which accusations are offered."""

    FREE = 0
    """All."""
    UNSEEN = 1
    """Those that name no card which the accuser has seen."""
    FIRST_OR_CERTAIN = 2
    """As ``UNSEEN``, and seats other than the first only when they have seen all 18 other cards."""


class EliminatedToken(IntEnum):
    """What becomes of the token of a player who has accused wrongly."""

    OFF_CORRIDOR = 0
    """It is taken off the board, unless it is in a room."""
    STAYS = 1
    """It stays where it is, and blocks the square."""


class LastPlayer(IntEnum):
    """What happens when one player alone can still win."""

    CONTINUES = 0
    """That player plays on."""
    WINS = 1
    """That player has won."""


class Leftover(IntEnum):
    """What becomes of cards that cannot be dealt evenly."""

    IN_HANDS = 0
    """The first hands have one more."""
    PUBLIC = 1
    """They are laid open on the table."""


class TwoPlayer(IntEnum):
    """How two people play; no matter with more."""

    SIDE4 = 0
    """Four cards are laid aside, face down in numbered slots."""
    SIDE5 = 1
    """Five are."""
    PLAIN = 2
    """All cards are dealt: whatever the other lacks is in the file."""


@dataclass(frozen=True)
class Rules:
    """One way of playing Clue; the defaults are the preset ``classic``.

    Raises:
        ValueError: a value, or values together, that no table can play with.

    >>> Rules(dice=2).board.name
    'CLASSIC'
    >>> Rules(dice=3)
    Traceback (most recent call last):
        ...
    ValueError: dice cannot be 3: 1 or 2
    """

    board: Board = Board.CLASSIC
    dice: int = 1
    """1, or 2 whose sum is walked."""
    walking: Walking = Walking.SQUARES
    passage_needs_no_roll: bool = True
    """Whether a secret passage is used instead of a roll; else it is one step of any roll."""
    suggestion_on_entry: OnEntry = OnEntry.COMPULSORY
    stay_after_summon: bool = True
    """Whether who was put into a room by another's suggestion may suggest there without moving."""
    blocked_may_suggest: bool = False
    """Whether who is in a room and cannot move may suggest there."""
    accuse_before_move: bool = False
    """Whether one may accuse at the start of the own turn too."""
    accuse_needs_suggestion: bool = False
    """Whether one may accuse only in a turn in which one has suggested."""
    accusing: Accusing = Accusing.FREE
    eliminated_token: EliminatedToken = EliminatedToken.OFF_CORRIDOR
    last_player: LastPlayer = LastPlayer.CONTINUES
    leftover: Leftover = Leftover.IN_HANDS
    two_player: TwoPlayer = TwoPlayer.SIDE4
    who_is_shown_public: bool = True
    """Always: everybody sees who shows a card to whom, and whose turn it is to show one."""
    max_turns: int = 300
    """Turns of all players together, 1 to 1000, after which nobody has won."""
    max_steps: int = 0
    """Decisions of all players together after which nobody has won; 0: as many as it takes."""

    def __post_init__(self) -> None:
        check_rules(self)
        _require(self.dice in (1, 2), "dice", self.dice, "1 or 2")
        _require(
            1 <= self.max_turns <= MOST_TURNS,
            "max_turns",
            self.max_turns,
            f"1 to {MOST_TURNS} turns, since all suggestions are kept",
        )
        _require(
            self.max_steps >= 0,
            "max_steps",
            self.max_steps,
            "0 for no limit, or 1 or more decisions",
        )
        _require(
            self.who_is_shown_public,
            "who_is_shown_public",
            self.who_is_shown_public,
            "true, since everybody sees whose decision it is to show a card",
        )
        _require(
            not (self.accuse_before_move and self.accuse_needs_suggestion),
            "accuse_before_move",
            self.accuse_before_move,
            "false where accuse_needs_suggestion is true: nobody has suggested before moving",
        )
        if self.board == Board.ROOMS_ONLY:
            without = "where board is rooms_only: nobody walks there"
            _require(self.dice == 1, "dice", self.dice, f"1 {without}")
            _require(
                self.walking == Walking.SQUARES,
                "walking",
                self.walking.name.lower(),
                f"squares {without}",
            )
            _require(
                self.passage_needs_no_roll,
                "passage_needs_no_roll",
                self.passage_needs_no_roll,
                f"true {without}",
            )


def _require(right: bool, name: str, value: object, what: str) -> None:
    """Refuse a parameter's value, saying what it may be."""
    if not right:
        raise ValueError(f"{name} cannot be {value}: {what}")


RL_ENV = Rules(
    walking=Walking.ROOMS,
    passage_needs_no_roll=False,
    stay_after_summon=False,
    blocked_may_suggest=True,
    accuse_needs_suggestion=True,
    accusing=Accusing.FIRST_OR_CERTAIN,
    eliminated_token=EliminatedToken.STAYS,
    max_turns=MOST_TURNS,
    max_steps=500,
)
"""The environment for reinforcement learning that this board was made for."""

PRESETS: dict[str, Rules] = {
    "classic": Rules(),
    "rooms_only": Rules(board=Board.ROOMS_ONLY),
    "rl_env": RL_ENV,
}
"""Preset name to its rules; ``classic`` is the default."""
