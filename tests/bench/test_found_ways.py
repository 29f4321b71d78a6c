"""What a slow search finds in seeded positions is found by a charge."""

from __future__ import annotations

from random import Random

import pytest

from bench import found_ways

MANY = {"friends": 10, "pockets": 10, "openings": 10, "gaps": 10, "springs": 4}
MISSED = {
    "friends": (110, 853, 1314, 1320, 1353, 2962),
    "pockets": (17, 142, 219, 354, 477, 943),
    "openings": (535, 1259, 1611, 1955, 2397, 2727),
    "gaps": (
        177, 421, 450, 1044, 1231, 1288, 1307, 1763, 2073, 2315, 2342, 2371, 2450, 2530, 2684, 2750, 2900, 2912, 3045,
    ),
}  # fmt: skip


@pytest.mark.parametrize("family", found_ways.FAMILIES)
def test_whatever_a_slow_search_finds_is_found_by_a_charge(family: str) -> None:
    assert [miss for seed in range(MANY[family]) for miss in found_ways.misses(family, seed)] == []


@pytest.mark.parametrize("family", found_ways.FAMILIES)
def test_there_are_ways_to_find_in_these_positions(family: str) -> None:
    positions = [found_ways.FAMILIES[family](Random(f"{family} {seed}"), seed) for seed in range(MANY[family])]
    assert sum(found_ways.looked_for(at) is not None for at in positions) >= MANY[family] // 2


@pytest.mark.parametrize(
    ("family", "seed"), [(family, seed) for family, seeds in MISSED.items() for seed in seeds], ids=str
)
def test_what_was_missed_once_is_found(family: str, seed: int) -> None:
    """Among others a place that is free a hair further off, one that is free less far off than that and nowhere else
    (pockets), one in a nook, posts beside which a long way round leads as well, a leap that begins between two points
    of an edge, a bend about a narrow corner that is no longer than need be, and a place of contact that is the nearest
    for who comes off an edge (gaps 3045)."""
    assert found_ways.misses(family, seed) == []
