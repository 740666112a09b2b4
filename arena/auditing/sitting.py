"""A player at one position, asked as often as needed: in any world, alone or after others."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from arena.auditing.asking import Answer, alone_in_the_process, answered, set_shared_generators
from arena.auditing.candidates import Candidate
from arena.auditing.reading import Reads
from arena.auditing.tables import Matches, Place, Table
from arena.auditing.verdict import Fault
from arena.auditing.worlds import TRUTH, World
from determinize import InformationSet, Watch
from determinize.auditing.ours.twins import with_chances
from players import Player

REPEATS = 8
"""A difference counts where each of the two answers was given so many times, and no other.

A player that tosses a coin is taken for one that does not with probability 2 ** -7, and two worlds
for different with 2 ** -8 more, in one position."""


class Sitting:
    """One position of a table with the player to be audited.

    Attributes:
        seat: who decides.
        decisions: how often the player was asked.
    """

    def __init__(self, candidate: Candidate, table: Table, place: Place) -> None:
        self.place = place
        self.matches = Matches(table, place)
        self.seat = self.matches.seat
        self.decisions = 0
        self._seated = candidate.seated()

    def ask(
        self,
        world: World = TRUTH,
        *,
        others: bool = False,
        anew: bool = False,
        pin: int = 0,
        reads: Reads | None = None,
    ) -> Answer | None:
        """What the player answers in a world; None where no match leads to it.

        Args:
            others: whether it has been asked before for the latest decision of every seat since the
                deal, as a player is that sits in several seats of a match.
            anew: whether it is as it was before it was ever asked.
            pin: where generators that anybody may use stand.
            reads: notes what it reads of the match.
        """
        match = self.matches.behind(world)
        if match is None:
            return None
        with alone_in_the_process():
            watch = (match.early if others else match.late).copy()
            if reads is not None:
                reads.follow(watch)
            player = self._seated.at(watch.state, anew=anew)
            if others and (wrong := self._ask_before(watch, player, match.codes)) is not None:
                return wrong
            if world.chances is not None:
                with_chances(watch, world.chances)
            self.decisions += 1
            set_shared_generators(pin)
            answer = answered(watch, player, len(self.place.moves), self.place.seed)
        if reads is not None:
            reads.said_by(player)
        return answer

    def _ask_before(self, watch: Watch, player: Player, codes: Sequence[int]) -> Answer | None:
        """Play on to the place, and ask the player on the way, whatever it answers.

        Returns:
            its answer where it has changed the match, so that this cannot go on.
        """
        for number, code in enumerate(codes, len(self.place.moves) - len(codes)):
            if number in self.matches.decided and len(watch.state.codes) > 1:
                self.decisions += 1
                answer = answered(watch, player, number, self.place.seed)
                if answer.fault == Fault.TAMPERING.name:
                    return answer
            watch.play(code)
        return None

    def answers(
        self, world: World = TRUTH, *, others: bool = False, pins: bool = False
    ) -> list[Answer]:
        """What the player answers several times, each time as if it had never been asked before.

        Args:
            pins: whether generators that anybody may use stand elsewhere each time.
        """
        given: list[Answer] = []
        ballast: list[InformationSet] = []
        for time in range(REPEATS):
            answer = self.ask(world, others=others, anew=True, pin=time if pins else 0)
            if answer is not None:
                given.append(answer)
            # The next time, what is made for the question lies elsewhere in memory.
            ballast.append(self.information())
        return given

    def information(self) -> InformationSet:
        """What the player's seat knows, sharing nothing with what the player is given."""
        known = self.matches.true.late.information(self.seat)
        return InformationSet(known.view, deepcopy(known.ledger), deepcopy(known.excluded))
