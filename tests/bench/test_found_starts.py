"""What a slow search finds in seeded positions is found by the lists that look for it."""

from __future__ import annotations

import pytest

from bench import found_starts


@pytest.mark.parametrize("first", range(0, 100, 20))
@pytest.mark.parametrize("kind", found_starts.KINDS)
def test_whatever_a_slow_search_finds_is_listed(kind: str, first: int) -> None:
    assert [miss for number in range(first, first + 20) for miss in found_starts.KINDS[kind](number)] == []


def test_there_is_something_to_find_in_these_positions() -> None:
    tramples = [found_starts.trample_scene(number) for number in range(20)]
    assert sum(bool(found_starts.searched_trample(*scene)) for scene in tramples) > 10
    starts = [found_starts.climb_scene(number) for number in range(20)]
    found = [way.kind for scene in starts for way in found_starts.searched_ways(*scene, found_starts.TRIES)]
    assert {*found} == {"climb", "jump", "drop"}
