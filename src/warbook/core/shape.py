"""The shapes of bodies that are not round: what a `Placement` says of them.

A body without a shape stands on a round base.  All lengths are thousandths of an inch; `length` lies along the way that
the body faces, `width` across it.  `warbook.space.footprints` has the geometry.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from .length import root_up

LONGEST = 48_000
Size: TypeAlias = Annotated[int, Meta(ge=2, le=LONGEST)]


class Oval(Struct, frozen=True, gc=False, tag="oval"):
    """A long base: two half discs as wide as the base, joined by straight sides.  It is at least as long as wide."""

    length: Size
    width: Size

    @property
    def radius(self) -> int:
        """That of the disc around its middle that holds it, roundings included: the `radius` of its placements."""
        return (self.length + 1) // 2 + 1


class Hull(Struct, frozen=True, gc=False, tag="hull", omit_defaults=True):
    """A rectangle, turned about its middle, such as a vehicle's.  Where it `carries`, other bodies can climb on it and
    stand on its top."""

    length: Size
    width: Size
    carries: bool = False

    @property
    def radius(self) -> int:
        """That of the disc around its middle that holds it, roundings included: the `radius` of its placements."""
        return root_up(-(-(self.length**2 + self.width**2) // 4)) + 1


Shape: TypeAlias = Oval | Hull
