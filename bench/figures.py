"""Figures: what was measured, what is wanted, and how both are printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct


class Figure(Struct, frozen=True):
    """One measured number.  `wanted` is the bound it is held to (None: nothing is asked of it), `better` the
    direction."""

    name: str
    value: float
    unit: str
    wanted: float | None = None
    better: Literal["more", "less"] = "less"

    @property
    def met(self) -> bool | None:
        """Whether the bound is kept; None where there is none."""
        if self.wanted is None:
            return None
        return self.value >= self.wanted if self.better == "more" else self.value <= self.wanted


class Skipped(Struct, frozen=True):
    """What could not be measured here, and why."""

    name: str
    why: str


def _short(value: float) -> str:
    """Three figures that say something, without powers of ten."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def table(figures: Iterable[Figure | Skipped]) -> str:
    """The figures as text, one a line, with the bound beside each that has one."""
    lines = []
    for figure in figures:
        if isinstance(figure, Skipped):
            lines.append(f"  {figure.name:<52} skipped: {figure.why}")
            continue
        bound = ""
        if figure.wanted is not None:
            sign, verdict = (">=" if figure.better == "more" else "<="), ("" if figure.met else "   NOT REACHED")
            bound = f"   (wanted {sign} {figure.wanted:,g}){verdict}"
        lines.append(f"  {figure.name:<52} {_short(figure.value):>10} {figure.unit}{bound}")
    return "\n".join(lines)
