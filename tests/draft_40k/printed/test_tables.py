"""The tables to hit, to wound and to save, cell by cell."""

from __future__ import annotations

import pytest

from warbook.rulesets.draft_40k.printed import catalogue
from warbook.rulesets.draft_40k.printed.tables import (
    NEVER,
    better_cover,
    cover_of,
    deadliness,
    pierces,
    to_hit,
    to_hit_in_combat,
    to_wound,
)

SHOTS = {
    1: (6, NEVER), 2: (5, NEVER), 3: (4, NEVER), 4: (3, NEVER), 5: (2, NEVER),
    6: (2, 6), 7: (2, 5), 8: (2, 4), 9: (2, 3), 10: (2, 2),
}  # fmt: skip
# A row for each attacker from 1 to 10, a cell for each defender.
BLOWS = """
4 4 5 5 5 5 5 5 5 5
3 4 4 4 5 5 5 5 5 5
3 3 4 4 4 4 5 5 5 5
3 3 3 4 4 4 4 4 5 5
3 3 3 3 4 4 4 4 4 4
3 3 3 3 3 4 4 4 4 4
3 3 3 3 3 3 4 4 4 4
3 3 3 3 3 3 3 4 4 4
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""
# A row for each Strength, a cell for each Toughness; N cannot.
WOUNDS = """
4 5 6 6 N N N N N N
3 4 5 6 6 N N N N N
2 3 4 5 6 6 N N N N
2 2 3 4 5 6 6 N N N
2 2 2 3 4 5 6 6 N N
2 2 2 2 3 4 5 6 6 N
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""


def cells(text: str) -> list[tuple[int, int, int]]:
    """Row, column and number of each cell of a table."""
    rows = [line.split() for line in text.split("\n") if line]
    return [
        (row, column, NEVER if cell == "N" else int(cell))
        for row, line in enumerate(rows, 1)
        for column, cell in enumerate(line, 1)
    ]


@pytest.mark.parametrize(("bs", "needs"), SHOTS.items())
def test_what_a_shot_needs(bs: int, needs: tuple[int, int]) -> None:
    assert to_hit(bs) == needs


def test_nobody_without_ballistic_skill_hits() -> None:
    assert to_hit(0) == (NEVER, NEVER)


def test_what_a_blow_needs() -> None:
    assert len(cells(BLOWS)) == 100
    assert [(a, d, to_hit_in_combat(a, d)) for a, d, _ in cells(BLOWS)] == cells(BLOWS)


def test_nobody_without_weapon_skill_avoids_a_blow() -> None:
    assert [to_hit_in_combat(ws, 0, table) for ws in (0, 1, 10) for table in ("5e", "leak")] == [1] * 6


@pytest.mark.parametrize(
    ("attacker", "defender", "needs"),
    [(8, 4, 2), (2, 1, 2), (7, 4, 3), (5, 4, 3), (4, 4, 4), (4, 5, 4), (4, 7, 4), (4, 8, 5), (3, 8, 5), (3, 9, 6),
     (1, 3, 6), (1, 2, 5)],
)  # fmt: skip
def test_what_a_blow_needs_by_the_later_table(attacker: int, defender: int, needs: int) -> None:
    assert to_hit_in_combat(attacker, defender, "leak") == needs


def test_what_a_hit_needs_to_wound() -> None:
    assert len(cells(WOUNDS)) == 100
    assert [(s, t, to_wound(s, t)) for s, t, _ in cells(WOUNDS)] == cells(WOUNDS)


def test_a_six_may_always_wound() -> None:
    assert [(s, t, to_wound(s, t, True)) for s, t, _ in cells(WOUNDS)] == [
        (s, t, 6 if needs == NEVER else needs) for s, t, needs in cells(WOUNDS)
    ]


@pytest.mark.parametrize(
    ("ap", "save", "does"), [(5, 4, False), (4, 4, True), (3, 4, True), (0, 6, False), (2, 2, True), (3, 2, False)]
)
def test_a_shot_pierces_saves_from_its_ap_on(ap: int, save: int, does: bool) -> None:
    assert pierces(ap, save) is does


@pytest.mark.parametrize(
    ("strength", "toughness", "old", "graded"),
    [(8, 4, 3, 1), (7, 4, 0, 0), (9, 5, 0, 1), (10, 5, 3, 2), (9, 4, 3, 2), (10, 4, 3, 3), (6, 3, 3, 0), (10, 8, 0, 0)],
)
def test_how_deadly_a_wound_is(strength: int, toughness: int, old: int, graded: int) -> None:
    assert deadliness(strength, toughness) == old
    assert deadliness(strength, toughness, "graded") == graded


@pytest.mark.parametrize(
    ("save", "by", "better"), [(0, 1, 6), (0, 2, 5), (0, 0, 0), (5, 1, 4), (4, 1, 3), (2, 1, 2), (3, 2, 2)]
)
def test_cover_is_bettered_as_far_as_a_two(save: int, by: int, better: int) -> None:
    assert better_cover(save, by) == better


@pytest.mark.parametrize(
    ("save", "kinds"),
    [
        (6, ("wire", "mesh")),
        (5, ("grass", "crops", "bushes", "hedge", "fence")),
        (4, ("models", "trench", "sandbags", "woods", "crater", "ruins", "wall", "wreck", "crest")),
        (3, ("fortification",)),
        (0, ("road", "marsh", "bog", "water", "difficult", "dangerous", "impassable")),
    ],
)
def test_what_cover_each_kind_gives(save: int, kinds: tuple[str, ...]) -> None:
    assert {kind for kind in catalogue.grounds() if cover_of(kind) == save} == set(kinds)
