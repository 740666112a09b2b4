"""The coefficient of a state: what the weights of all its worlds are multiplied by.

It is kept so that the weights of a state's worlds, added up and multiplied by it, are exactly the
probability of everything seen since the last reset (a card chosen for its face counting its
copies, a statement its weight). Under one state alone it would cancel. Under states side by side
(`ledgers.branches`) it says how likely each is; so every rule that changes all weights of a state
by one factor enters the factor here.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from beliefs.facts import Number, exactly_as_given

LONG = 1 << 256
"""Denominators beyond this are reduced."""


class Weighed:
    """Something with a positive coefficient `up` / `down`, as two whole numbers for speed.

    >>> one = Weighed()
    >>> one.up = one.down = 1
    >>> one.scale(3, 4)
    >>> one.scale_by(0.5)
    >>> one.coefficient
    Fraction(3, 8)
    """

    __slots__ = ("down", "up")

    up: int
    down: int

    @property
    def coefficient(self) -> Fraction:
        """The coefficient in lowest terms."""
        return Fraction(self.up, self.down)

    def scale(self, up: int, down: int = 1) -> None:
        """Multiply by up / down."""
        self.up *= up
        self.down *= down
        if self.down > LONG:
            common = gcd(self.up, self.down)
            self.up //= common
            self.down //= common

    def scale_by(self, factor: Number) -> None:
        """Multiply by a weight, exactly as it is given."""
        exact = exactly_as_given(factor)
        self.scale(exact.numerator, exact.denominator)
