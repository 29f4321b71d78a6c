"""Vehicles and crews against the numbers that they were taken from."""

from __future__ import annotations

from pathlib import Path

import pytest

from warbook.core.errors import BadData
from warbook.core.length import INCH
from warbook.rulesets.necromunda.edition_classic import LIBRARY
from warbook.rulesets.necromunda.printed.library import Library
from warbook.space.footprints import HullSide

SIDES = (HullSide.FRONT, HullSide.LEFT, HullSide.RIGHT, HullSide.REAR)


@pytest.mark.parametrize(
    ("vehicle", "cost", "move", "sides", "hull_points", "handling", "save"),
    [
        ("dust-hare", 70, 8, (3, 3, 3, 3), 2, 5, 5),
        ("tarpaulin", 95, 7, (5, 4, 4, 4), 3, 7, 5),
        ("gravel-eater", 145, 5, (7, 7, 7, 6), 4, 8, 4),
        ("long-ledger", 230, 7, (9, 8, 8, 8), 6, 7, 3),
        ("iron-abbey", 390, 6, (9, 9, 9, 8), 7, 6, 3),
        ("wick-runner", 80, 9, (4, 3, 3, 3), 2, 4, 5),
        ("sledge", 100, 7, (5, 4, 4, 4), 3, 5, 5),
        ("gate-hound", 130, 7, (5, 5, 5, 4), 3, 5, 4),
        ("patchwork-light", 50, 7, (3, 3, 3, 3), 1, 6, 5),
        ("patchwork-medium", 130, 6, (5, 5, 5, 5), 3, 7, 4),
        ("patchwork-heavy", 175, 5, (7, 7, 7, 7), 4, 8, 4),
        ("patchwork-walker", 70, 5, (3, 3, 3, 3), 2, 4, 5),
    ],
)
def test_a_line_of_the_table_of_vehicles(
    vehicle: str, cost: int, move: int, sides: tuple[int, ...], hull_points: int, handling: int, save: int
) -> None:
    row = LIBRARY.vehicles[vehicle]
    assert (row.cost, row.move, row.hull_points, row.handling, row.save) == (
        cost,
        move * INCH,
        hull_points,
        handling,
        save,
    )
    assert tuple(row.toughness(side) for side in SIDES) == sides


def test_every_vehicle_and_every_crew_is_among_those_that_were_read() -> None:
    assert (len(LIBRARY.vehicles), len(LIBRARY.crews)) == (12, 8)
    assert LIBRARY.vehicles["sledge"].cite == "classic rules, vehicles"


def test_the_mounts_of_a_lorry_bear_where_they_are_said_to() -> None:
    hull, platform = LIBRARY.vehicles["gravel-eater"].mounts
    assert (hull.arcs, hull.operator, hull.raised) == (("front", "left"), "crew", False)
    assert (platform.arcs, platform.operator, platform.raised) == (("front", "right"), "passenger", True)
    assert LIBRARY.vehicles["gate-hound"].mounts[0].arcs == ("front", "left", "right", "rear")


def test_tracks_in_place_of_wheels_cost_an_inch_of_movement() -> None:
    built, made = LIBRARY.vehicles["patchwork-medium"], LIBRARY.vehicles["iron-abbey"]
    assert (built.move_by("wheeled"), built.move_by("tracked")) == (6 * INCH, 5 * INCH)
    assert made.move_by("tracked") == 6 * INCH, "there it is no choice"


def test_a_hull_is_as_large_as_its_row_says_and_carries() -> None:
    shape = LIBRARY.vehicles["gravel-eater"].shape
    assert (shape.length, shape.width, shape.carries) == (5 * INCH, 3 * INCH, True)


@pytest.mark.parametrize(
    ("crew", "line"),
    [
        ("back-road-racer", (20, 4, 8, 8, 5, 6)),
        ("carter", (40, 4, 7, 6, 6, 7)),
        ("sledge-driver", (25, 4, 8, 5, 9, 8)),
        ("wick-rider", (35, 4, 6, 6, 7, 7)),
        ("bell-swinger", (30, 4, 7, 7, 7, 7)),
        ("lamp-out", (35, 4, 7, 6, 7, 7)),
        ("bridge-ranger", (30, 4, 7, 7, 7, 7)),
        ("grease-monk", (40, 4, 7, 6, 6, 7)),
    ],
)
def test_a_line_of_the_table_of_crews(crew: str, line: tuple[int, ...]) -> None:
    row = LIBRARY.crews[crew]
    assert (row.cost, row.bs, row.ld, row.cl, row.wil, row.intelligence) == line


def test_a_crew_of_a_gang_that_there_is_not_is_refused(tmp_path: Path) -> None:
    text = (LIBRARY.path / "crews.toml").read_text("utf-8").replace('gang = "carillon"', 'gang = "carilon"')
    (tmp_path / "crews.toml").write_text(text, "utf-8")
    with pytest.raises(BadData, match=r"crews.toml.*bell-swinger.*carilon.*carillon"):
        _ = Library(tmp_path, "a book").crews
