"""Kinds of bugs: what a failed check usually means, in one sentence each."""

from __future__ import annotations

import enum


class Kind(enum.Enum):
    """What is usually wrong where a check fails."""

    LOST_CARDS = "lost or doubled cards: hands are dealt from pools that overlap or are incomplete"
    KNOWN_CARDS = "a shuffle of known cards: what the seat can see or has seen is dealt anew"
    FORGOTTEN_LOOK = "forgetting a look: a copy of the copy no longer knows what the seat had seen"
    CHANGED_TABLE = "a changed table: something that everybody sees differs in the copy"
    SIDE_EFFECT = "a side effect: making a copy changes the original"
    ALIASING = "aliasing: copy and original share an object, so what happens to one happens to both"
    PEEKING = "peeking: the copy depends on cards that the seat cannot know"
    HISTORY_LEAK = (
        "a history that carries the secret: the copy remembers the true course of the game"
    )
    GENERATOR_LEAK = (
        "a generator that carries the secret: the copy will draw what the true game draws"
    )
    CACHE_LEAK = (
        "a cached or written value that carries the secret: it was made from the true state"
    )
    IGNORED_FACT = "a fact ignored: the copy contradicts what the seat learned from the history"
    IMPOSSIBLE_HISTORY = "an impossible history: no course of the game leads to the copy"
    WRONG_POOL = "a wrong pool: some hidden cards are never mixed in with the others"
    MISSING_WORLD = "a world never produced: something that can be true is left out"
    BIASED = "a biased shuffle: single cards lie in some places too often"
    WRONG_WEIGHTS = "wrong weights: cards are right one by one, but not together"
    CRASH = "a crash: the engine ends or fails while a copy is made or used"
