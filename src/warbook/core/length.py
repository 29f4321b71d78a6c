"""Lengths are integers, a thousand to the inch: geometry is exact and no float ever decides a rule."""

from __future__ import annotations

from math import isqrt

INCH = 1000


def inches(amount: float) -> int:
    """Whole thousandths for a printed number of inches: ``inches(2.5) == 2500``."""
    return round(amount * INCH)


def root_up(square: int) -> int:
    """The square root of a whole number, rounded up to a whole number: the length of a leg in thousandths."""
    root = isqrt(square)
    return root if root * root == square else root + 1


def written(length: int) -> str:
    """A length as a player writes it: ``written(2500) == '2.5"'``."""
    return f"{length / INCH:.3f}".rstrip("0").rstrip(".") + '"'


def about(length: int) -> str:
    """A length as the log says it, to the nearest tenth of an inch: ``about(2540) == '2.5"'``."""
    return f'{round(10 * length / INCH) / 10:g}"'


def spot(x: int, y: int, z: int = 0) -> str:
    """A place as the log says it: where, and how far up if it is not on the ground."""
    return f"({about(x)}, {about(y)})" + (f", {about(z)} up" if z else "")
