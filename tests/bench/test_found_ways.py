"""What a slow search finds in seeded positions is found by a charge."""

from __future__ import annotations

from random import Random

import pytest

from bench import found_ways


@pytest.mark.parametrize("family", found_ways.FAMILIES)
def test_whatever_a_slow_search_finds_is_found_by_a_charge(family: str) -> None:
    assert [miss for seed in range(10) for miss in found_ways.misses(family, seed)] == []


@pytest.mark.parametrize("family", found_ways.FAMILIES)
def test_there_are_ways_to_find_in_these_positions(family: str) -> None:
    positions = [found_ways.FAMILIES[family](Random(f"{family} {seed}"), seed) for seed in range(10)]
    assert sum(found_ways.looked_for(at) is not None for at in positions) >= 5


@pytest.mark.parametrize(
    ("family", "seed"), [("friends", 110), ("friends", 1353), ("openings", 1611), ("gaps", 177)], ids=str
)
def test_what_was_missed_once_is_found(family: str, seed: int) -> None:
    """A place that is free a hair further off, one in a nook, posts beside which a long way round leads as well, and a
    leap that begins between two points of an edge."""
    assert found_ways.misses(family, seed) == []
