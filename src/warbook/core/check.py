"""Checks: a number to reach on the dice, and every reason it is what it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct


class Modifier(Struct, frozen=True):
    """Adds to the roll of a kind of check.  `amount` looks at the situation and answers 0 where the modifier has no
    say."""

    name: str
    amount: Callable[[Any], int]
    cite: str = ""


class Target(Struct, frozen=True):
    """A number to reach with its derivation: what it starts from, and each modifier of the roll that changed it.

    `number` may lie above or below what the dice can show; it is for the rule to say what that means.
    """

    number: int
    base: int
    name: str
    because: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        reasons = "".join(f", {amount:+d} {name}" for name, amount in self.because)
        return f"{self.number}+ ({self.name} {self.base}+{reasons})"


def target(name: str, base: int, modifiers: Sequence[Modifier], situation: Any) -> Target:
    """The number to roll once every modifier has had its say about the situation."""
    total = 0
    because: list[tuple[str, int]] = []
    for modifier in modifiers:
        amount = modifier.amount(situation)
        if amount:
            total += amount
            because.append((modifier.name, amount))
    return Target(base - total, base, name, tuple(because))
