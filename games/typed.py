"""What people type at a table, taken apart so that nothing is guessed."""

from __future__ import annotations

import unicodedata


def typed_words(text: str) -> list[str]:
    """The words of a text, in small letters.

    Raises:
        ValueError: it holds control characters, which nobody types.

    >>> typed_words(" Play  QH ")
    ['play', 'qh']
    >>> typed_words("QH\\x00")
    Traceback (most recent call last):
        ...
    ValueError: 'QH\\x00' holds control characters: type an option in plain letters
    """
    if any(unicodedata.category(letter).startswith("C") for letter in text):
        raise ValueError(
            f"{quoted(text)} holds control characters: type an option in plain letters"
        )
    # Only plain letters are made small: some others would become plain ones.
    return [word.lower() if word.isascii() else word for word in text.split()]


def quoted(text: str) -> str:
    """A text as an answer repeats it: in quotes, no longer than a line.

    >>> quoted("KC" * 100)
    "'KCKCKCKCKCKCKCKCKCKCKCKCKCKCKCKCKCKCKCKC…'"
    """
    return repr(text if len(text) <= 40 else text[:40] + "…")
