"""Scenarios and boards: what is shipped fits together, and what does not is refused."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from warbook.core.errors import BadData
from warbook.core.ruleset import FileKind
from warbook.rulesets import draft_40k
from warbook.rulesets.draft_40k.printed import units
from warbook.rulesets.draft_40k.printed.mustering import parse_roster
from warbook.rulesets.draft_40k.printed.roster import Roster, soldiers_of, total, vehicles_of
from warbook.rulesets.draft_40k.printed.scenario import parse_scenario
from warbook.rulesets.draft_40k.printed.shelf import SHELF
from warbook.space.board import Board
from warbook.space.boardfile import read_board

DATA = Path(draft_40k.__file__).parent / "data"
SHIPPED: list[tuple[FileKind, str]] = [
    (kind, id) for kind in ("scenario", "board", "roster") for id in SHELF.ids(kind)
]  # fmt: skip


def armies() -> list[Roster]:
    return [parse_roster(*SHELF.text("roster", id)) for id in SHELF.ids("roster")]


def board(id: str) -> Board:
    return read_board(*SHELF.text("board", id))


@pytest.mark.parametrize(("kind", "id"), SHIPPED)
def test_what_is_shipped_passes(kind: FileKind, id: str) -> None:
    assert SHELF.check(kind, *SHELF.text(kind, id))


def test_what_is_shipped() -> None:
    assert [len(SHELF.ids(kind)) for kind in ("scenario", "board", "roster")] == [3, 2, 6]
    assert sorted((board(id).width, board(id).depth) for id in SHELF.ids("board")) == [(48000, 48000), (72000, 48000)]
    scenarios = [parse_scenario(*SHELF.text("scenario", id)) for id in SHELF.ids("scenario")]
    assert {each.mission for each in scenarios} == {"seize-ground", "capture-and-control", "annihilation"}
    assert {each.deployment for each in scenarios} == {"pitched", "spearhead", "dawn"}
    named = {side.roster for each in scenarios for side in each.sides}
    assert named == set(SHELF.ids("roster"))


def test_four_armies_are_of_500_points_and_two_of_1000() -> None:
    costs = sorted(total(army) for army in armies())
    assert all(475 <= cost <= 500 for cost in costs[:4]) and all(975 <= cost <= 1000 for cost in costs[4:])
    assert len(costs) == 6
    assert {army.army for army in armies() if army.points == 500} == set(units.armies())


def test_between_them_the_armies_show_every_type() -> None:
    profiles = [model.profile for army in armies() for unit in army.units for model in soldiers_of(unit)]
    vehicles = [vehicle for army in armies() for unit in army.units for vehicle in vehicles_of(unit)]
    assert {kind for profile in profiles for kind in profile.types} == {
        "infantry", "jump", "jetpack", "bike", "jetbike", "beast", "cavalry", "monster", "artillery", "swarm",
    }  # fmt: skip
    assert {kind for vehicle in vehicles for kind in vehicle.types} == {
        "tank", "fast", "skimmer", "open-topped", "walker", "transport", "flyer", "gun",
    }  # fmt: skip
    assert any(profile.has("psyker") for profile in profiles) and any(
        profile.has("independent") for profile in profiles
    )
    arrivals = {unit.arrival for army in armies() for unit in army.units}
    assert arrivals == {"table", "reserve", "deep-strike", "outflank", "infiltrate"}
    flown = [army.points for army in armies() for unit in army.units for v in vehicles_of(unit) if v.is_a("flyer")]
    assert flown == [1000]


@pytest.mark.parametrize("id", SHELF.ids("board"))
def test_a_board_is_the_same_for_both_sides(id: str) -> None:
    found = board(id)

    def turned(ring: tuple[tuple[int, int], ...]) -> frozenset[tuple[int, int]]:
        return frozenset((found.width - x, found.depth - y) for x, y in ring)

    pieces = [
        *((area.kind, area.polygon) for area in found.areas),
        *(("wall", wall.points) for wall in found.walls),
        *(("block", block.polygon) for block in found.blocks),
        *(("obstacle", low.polygon) for low in found.obstacles),
    ]
    there = {(kind, frozenset(ring)) for kind, ring in pieces}
    assert {(kind, turned(ring)) for kind, ring in pieces} == there


@pytest.mark.parametrize("id", SHELF.ids("board"))
def test_no_ground_of_a_board_lies_under_another(id: str) -> None:
    def box(ring: tuple[tuple[int, int], ...]) -> tuple[int, int, int, int]:
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        return min(xs), min(ys), max(xs), max(ys)

    found = board(id)
    rings = [area.polygon for area in found.areas] + [block.polygon for block in found.blocks]
    for one, two in combinations(map(box, rings), 2):
        assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1], (one, two)


# ---- what is refused -------------------------------------------------------------------------------------------------


def changed(*changes: tuple[str, str], id: str = "five-fields") -> str:
    """A shipped scenario with some of its text changed."""
    text, _ = SHELF.text("scenario", id)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (changed(('"draft-40k"', '"gangfight"')), "ruleset: found 'gangfight'; wanted 'draft-40k'"),
        (changed(("seize-ground", "seize")), "mission: found 'seize'"),
        (changed(("pitched", "pitch")), "deployment: found 'pitch'"),
        (changed(('zone = "north"', 'zone = "south"')), "blue.zone: found 'south' twice; wanted two zones"),
        (changed(('edge = "north"', 'edge = "south"')), "blue.edge: found 'south' twice; wanted two edges"),
        (changed(('edge = "north"', 'edge = "top"')), "blue.edge: found 'top'"),
        (changed(('zone = "north"', 'zone = "norht"')), "blue.zone: found 'norht' (did you mean 'north'?)"),
        (changed((", [24, 36]]", "]")), "markers: found 4 of them; wanted 5 for seize-ground"),
        (changed(("seize-ground", "annihilation")), "markers: found 5 of them; wanted 0 for annihilation"),
        (changed(("[24, 36]]", "[24, 35]]")), "markers[5]: found a spot near that of markers[1]; wanted 12\" between"),
        (changed(("[24, 36]]", "[24, 37]]")), "markers[5]: found a spot 11\" from the edge of boards/old-mill.toml"),
        (changed(("old-mill", "new-mill")), "board: found 'new-mill' (did you mean 'old-mill'?)"),
        (changed(("lantern-500", "lantern-1000")), "points: found an army for 994 points; wanted one for at most 500"),
        (changed(("[red]", "rounds = 0\n[red]")), "rounds: found 0"),
        (changed(("[red]", "goes_on = [7]\n[red]")), "goes_on[1]: found 7"),
        (changed(("[red]", 'night = "long"\n[red]')), "night: found 'long'"),
        (changed(("[10, 10]", "[-1, 10]"), id="two-standards"), "markers[1]: found a spot -1\" from the edge"),
    ],
)  # fmt: skip
def test_a_scenario_that_does_not_fit_is_refused_with_its_reason(text: str, says: str) -> None:
    with pytest.raises(BadData) as caught:
        SHELF.check("scenario", text, "x.toml")
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("extra", "says"),
    [
        ('[[area]]\nrect = [1, 1, 2, 2]\nkind = "wodos"\n', "kind: found 'wodos' (did you mean 'woods'?)"),
        ('[[area]]\nrect = [1, 1, 2, 2]\nkind = "crest"\n', "kind: found 'crest'"),
        ('[[marker]]\nid = "a"\nkind = "crate"\nat = [1, 1, 0]\n', "marker[1]: found 'crate'; wanted no markers"),
    ],
)
def test_a_board_with_what_the_game_does_not_know_is_refused(extra: str, says: str) -> None:
    text, _ = SHELF.text("board", "old-mill")
    with pytest.raises(BadData) as caught:
        SHELF.check("board", text + "\n" + extra, "x.toml")
    assert says in str(caught.value)
    assert SHELF.check("board", text + '\n[[area]]\nrect = [1, 1, 2, 2]\nkind = "dangerous"\n', "x.toml")
