"""Sectors: the text for round bases, which is written out, says what the text for all shapes says."""

from __future__ import annotations

from random import Random

from warbook.space.arcs import sector
from warbook.space.footprints import Footprint

CASES = 10_000


def test_a_round_base_is_judged_as_any_shape_is() -> None:
    rng, touched = Random(4), 0
    for _ in range(CASES):
        towards = rng.randint(-9, 9), rng.choice((-1, 1)) * rng.randint(1, 9)
        looks = sector(
            (rng.randint(-500, 500), rng.randint(-500, 500)), towards, rng.choice((90, 180, rng.randint(1, 360)))
        )
        x, y, radius = rng.randint(-4_000, 4_000), rng.randint(-4_000, 4_000), rng.choice((0, 492, 787))
        disc = Footprint(((x, y),), radius)
        touched += looks.touches(disc)
        assert looks.touches(disc) == looks._touches_any(disc), (looks, disc)
    assert CASES // 4 < touched < CASES * 3 // 4


def test_a_base_on_the_very_border_is_touched_by_both() -> None:
    """To the north, a quarter wide: its borders run along the diagonals, where whole thousandths can lie."""
    looks = sector((0, 0), (0, 1), 90)
    for x, radius in ((700, 0), (-700, 0), (700, 492)):
        disc = Footprint(((x, 700),), radius)
        assert looks.touches(disc) and looks._touches_any(disc)
    for side, touches in ((707, True), (708, False)):  # 500 away from the border, or a little more
        disc = Footprint(((2_000 + side, 2_000),), 500)
        assert looks.touches(disc) == looks._touches_any(disc) == touches
