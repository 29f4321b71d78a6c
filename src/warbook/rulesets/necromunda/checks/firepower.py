"""The Firepower dice and the Ammo test, as dice alone."""

from __future__ import annotations

from msgspec import Struct

from ....core.dice import D6, Pool, Reading
from ..records import Play

BURNT_OUT = 3  # an unstable weapon turns on its bearer on a die of at most this
#: Faces of the firepower die as (holes, ammo symbols).
FIREPOWER_FACES = ((1, 1), (1, 0), (1, 0), (2, 0), (2, 0), (3, 0))


def _firepower(so_far: tuple[int, int], face: int) -> tuple[int, int]:
    holes, symbols = FIREPOWER_FACES[face - 1]
    return so_far[0] + holes, so_far[1] + symbols


FIREPOWER_READING = Reading("firepower", (0, 0), _firepower)

FIREPOWER = tuple(Pool(n, 6, FIREPOWER_READING, f"{n} Firepower dice" if n > 1 else "Firepower die") for n in range(9))


class Tally(Struct, frozen=True):
    """What Ammo tests came to: how many failed, and whether a natural 6 was among the dice."""

    failed: int = 0
    six: bool = False


def ammo_tests(play: Play, number: int, count: int, again: bool) -> Tally:
    """Dice rule: so many Ammo tests on `number` or more; `again` says that failures are rolled once more."""
    failed, six = 0, False
    for _ in range(count):
        face: int = play.roll(D6, "ammo", f"Ammo test, {number}+")
        if face < number and again:
            face = play.roll(D6, "ammo.again", f"Ammo test again, {number}+")
        failed += face < number
        six = six or face == 6
    return Tally(failed, six)
