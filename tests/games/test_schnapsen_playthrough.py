"""One deal of Schnapsen on paper: what each seat sees, may do, is told and believes.

The deal is the digest's transcript S8. A change of rules shows as a difference of the text. To
write it anew: ``python tests/games/test_schnapsen_playthrough.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import games
from determinize import Watch
from games.kit.events import Announced

GAME = games.load("schnapsen")
PAPER = Path(__file__).parent / "playthroughs" / "schnapsen.txt"
MOVES = ["exchange", "20 in spades", "QS", "JD", "KS", "KH", "AC", "QH", "close", "AH", "JC",
         "20", "claim"]  # fmt: skip


def start() -> Watch:
    return Watch(
        GAME.arrange(
            {
                "hand 0": ["JH", "KS", "QS", "AH", "10D"],
                "hand 1": ["KH", "AC", "JD", "10C", "QD"],
                "talon": ["10S", "AD", "KD", "JC", "KC", "QC", "AS", "JS", "10H"],
                "trump": ["QH"],
                "out": ["9C", "9D", "9H", "9S"],
            },
            trump=2,
            parameters={"match_target": 1},
        )
    )


def belief(watch: Watch, seat: int) -> str:
    """What a seat holds possible of the other hand, in words."""
    info = watch.information(seat)
    odds = info.expected(GAME.hand_of(1 - seat))
    groups: dict[str, list[str]] = {}
    for face, p in zip(GAME.faces, odds, strict=True):
        groups.setdefault(f"{p:.3f}", []).append(face)
    said = [f"{', '.join(groups['1.000'])} for sure"] if "1.000" in groups else []
    said += [
        f"{p} each of {' '.join(faces)}"
        for p, faces in sorted(groups.items(), reverse=True)
        if p not in ("1.000", "0.000")
    ]
    hands = "1 hand" if info.count == 1 else f"{info.count} hands"
    return f"{hands}: {'; '.join(said)}"


def told(watch: Watch) -> Iterator[str]:
    """The facts that the latest move gave everybody."""
    for event in watch.state.events:
        if isinstance(event, Announced):
            for fact in GAME.deductions(event.what, event.who, event.a, event.b):
                yield f"fact: {fact.because}"


def transcript() -> Iterator[str]:
    watch = start()
    for move in [*MOVES, None]:
        state = watch.state
        if state.over:
            yield str(state.view(0))
            yield f"results {state.returns}"
            return
        yield str(state.view(state.mover))
        for seat in (0, 1):
            yield f"seat {seat} believes {belief(watch, seat)}"
        yield f"options: {', '.join(option.words for option in state.options())}"
        assert move is not None
        chosen = state.code_of(move)
        words = GAME.words.option(state.record_array[0], chosen)
        yield f"--> seat {state.mover}: {words}\n"
        watch.play(chosen)
        yield from told(watch)


def text() -> str:
    return "\n".join(line.rstrip() for line in transcript()) + "\n"


def test_the_deal_on_paper_is_the_deal_that_is_played():
    expected = PAPER.read_text(encoding="utf-8")
    assert text() == expected, indent(text(), "    ")


if __name__ == "__main__":
    PAPER.write_text(text(), encoding="utf-8")
