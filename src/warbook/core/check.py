"""Checks: a number to reach on the dice, or how many of them there are, and every reason why."""

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
    """A number to reach, with its derivation: what it starts from, and each modifier of the roll that changed it.
    `number` may be lower or higher than the dice can show; each rule decides what that means."""

    number: int
    base: int
    name: str
    because: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return f"{self.number}+ ({', '.join(self.reasons)})"

    @property
    def reasons(self) -> tuple[str, ...]:
        """What it starts from, and everything that changed it, as people read it."""
        return (f"{self.name} {self.base}+", *signed(self.because))


class Tally(Struct, frozen=True):
    """A count with its derivation: what it starts from, and each modifier that was added to it.

    Dice in a pool are counted like that, or a number that grows with what is added.
    """

    number: int
    base: int
    name: str
    because: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return f"{self.number} ({', '.join(self.reasons)})"

    @property
    def reasons(self) -> tuple[str, ...]:
        """What it starts from, and everything that was added, as people read it."""
        return (f"{self.name} {self.base}", *signed(self.because))


def signed(because: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """What changed a number, as people read it."""
    return tuple(f"{amount:+d} {name}" for name, amount in because)


def target(name: str, base: int, modifiers: Sequence[Modifier], situation: Any) -> Target:
    """The number to roll after all modifiers have been applied to the situation."""
    because = _contributions(modifiers, situation)
    return Target(base - sum(amount for _, amount in because), base, name, because)


def tally(name: str, base: int, modifiers: Sequence[Modifier], situation: Any) -> Tally:
    """The count after all modifiers have been applied to the situation."""
    because = _contributions(modifiers, situation)
    return Tally(base + sum(amount for _, amount in because), base, name, because)


def _contributions(modifiers: Sequence[Modifier], situation: Any) -> tuple[tuple[str, int], ...]:
    """Each modifier's reason with its amount, without those that are 0."""
    because: list[tuple[str, int]] = []
    for modifier in modifiers:
        amount = modifier.amount(situation)
        if amount:
            because.append((modifier.name, amount))
    return tuple(because)
