"""Vehicles of a roster: what is read, and what is refused with its reason."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import add_vehicle, fighter, scene
from warbook.core.errors import BadData
from warbook.core.length import INCH
from warbook.core.shape import Hull
from warbook.rulesets.necromunda import edition_2023
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET, SHELF, parse_roster
from warbook.rulesets.necromunda.records import Driver
from warbook.rulesets.necromunda.records.position import crewed_vehicles
from warbook.rulesets.necromunda.view import vehicle_card

LORRY = """
[[vehicles]]
id = "old-grit"
name = "Old Grit"
profile = "gravel-eater"
crew = "carter"
weapons = ["heavy-stubber", "mounted-heavy-stubber"]
"""
BUGGY = """
[[vehicles]]
id = "rattle"
name = "Rattle"
profile = "patchwork-light"
crew = "wick-rider"
locomotion = "tracked"
"""


def gang(vehicles: str) -> str:
    """Tallow Street with these vehicles."""
    return SHELF.text("roster", "stand-off-red")[0] + vehicles


def test_the_vehicles_of_a_gang_are_read() -> None:
    lorry, buggy = parse_roster(gang(LORRY + BUGGY), "gang.toml").vehicles
    assert (lorry.profile, lorry.crew, lorry.weapons) == (
        "gravel-eater",
        "carter",
        ("heavy-stubber", "mounted-heavy-stubber"),
    )
    assert [each.moves_by(LIBRARY.vehicles[each.profile]) for each in (lorry, buggy)] == ["wheeled", "tracked"]


def test_what_a_gang_holds_is_said_with_its_vehicles() -> None:
    assert SHELF.check("roster", gang(LORRY), "gang.toml").endswith("of Tallow Street, 1 vehicle")
    assert SHELF.check("roster", gang(LORRY + BUGGY), "gang.toml").endswith(", 2 vehicles")


@pytest.mark.parametrize(
    ("was", "becomes", "where", "says"),
    [
        ('"gravel-eater"', '"gravel-eatr"', "vehicles[old-grit].profile", "did you mean 'gravel-eater'"),
        ('"carter"', '"carte"', "vehicles[old-grit].crew", "did you mean 'carter'"),
        ('"heavy-stubber"', '"heavy-stuber"', "vehicles[old-grit].weapons", "did you mean 'heavy-stubber'"),
        ('"gravel-eater"', '"sledge"', "vehicles[old-grit].profile", "'sledge', of 'quarry-kin' alone"),
        ('"carter"', '"bell-swinger"', "vehicles[old-grit].crew", "one that 'tallow-street' may field"),
        ('"mounted-heavy', '"boltgun", "mounted-heavy', "vehicles[old-grit].weapons", "3 weapons; wanted at most 2"),
        ('"heavy-stubber"', '"fighting-knife"', "vehicles[old-grit].weapons", "of the kind 'melee'"),
        ('"heavy-stubber"', '"mounted-heavy-stubber"', "vehicles[old-grit].weapons", "that the crew works"),
        ('id = "rattle"', 'id = "old-grit"', "vehicles", "old-grit"),
        ('crew = "carter"', 'crew = "carter"\nsidearms = ["lasgun"]', "vehicles[old-grit].sidearms", "pistols, and"),
        ('crew = "carter"', 'crew = "carter"\nsidearms = ["stub-gn"]', "vehicles[old-grit].sidearms", "stub-gun"),
        ('locomotion = "tracked"', "", "vehicles[rattle].locomotion", "no choice; wanted one of wheeled, tracked"),
        ('"tracked"', '"walker"', "vehicles[rattle].locomotion", "'walker'; wanted wheeled or tracked"),
        ('"tracked"', '"sail"', "vehicles", "'sail'"),
        ('crew = "carter"', "", "vehicles", "crew"),
    ],
)
def test_a_vehicle_that_is_wrong_gives_one_clear_message(was: str, becomes: str, where: str, says: str) -> None:
    with pytest.raises(BadData) as fault:
        parse_roster(gang((LORRY + BUGGY).replace(was, becomes, 1)), "gang.toml")
    assert where in fault.value.where and says in str(fault.value), str(fault.value)


def test_a_gang_has_six_vehicles_at_most() -> None:
    many = "".join(LORRY.replace("old-grit", f"grit-{number}") for number in range(7))
    with pytest.raises(BadData, match="vehicles: found 7 of them; wanted at most 6"):
        parse_roster(gang(many), "gang.toml")


def test_an_edition_without_vehicles_says_so() -> None:
    assert not edition_2023.LIBRARY.vehicles and not edition_2023.LIBRARY.crews
    text = edition_2023.SHELF.text("roster", "stand-off-red")[0] + LORRY
    with pytest.raises(BadData, match=r"vehicles\[old-grit\]: found a vehicle; wanted none: core 2023 has no vehicles"):
        edition_2023.parse_roster(text, "gang.toml")


def test_every_scenario_takes_a_gang_with_vehicles() -> None:
    for scenario in SHELF.ids("scenario"):
        assert SHELF.content(scenario, rosters={1: (gang(LORRY), "gang.toml")})


# ---- trailers --------------------------------------------------------------------------------------------------------

TRAIN = """
[[vehicles]]
id = "ledger"
name = "Ledger"
profile = "long-ledger"
crew = "carter"
trailers = 2
"""


def road_train(trailers: int = 2, upgrades: tuple[str, ...] = (), **options: bool) -> Driver:
    """A vehicle with trailers, on the table."""
    chosen = {f"trailers-{name.replace('_', '-')}": value for name, value in options.items()}
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(46, 46)], ruleset=RULESET, options=chosen)
    more: dict[str, Any] = {"trailers": trailers, "upgrades": upgrades}
    who = add_vehicle(game, 0, 20, 20, profile="long-ledger", **more)
    return Driver(game.play, who)


@pytest.mark.parametrize(("trailers", "points"), [(0, 6), (1, 11), (2, 16)])
def test_each_trailer_adds_its_hull_points(trailers: int, points: int) -> None:
    train = road_train(trailers)
    assert train.record.hull_points == train.profile.hull_points == points
    assert train.at.shape == Hull(7 * INCH, 3500, carries=True)


def test_its_card_counts_its_trailers() -> None:
    for trailers, said in ((0, None), (1, "1 trailer"), (2, "2 trailers")):
        train = road_train(trailers)
        names = [entry.name for part in vehicle_card.card(train.play, train.id).sections for entry in part.entries]
        assert [name for name in names if "trailer" in name] == [said] * bool(said)


def test_upgrades_are_added_before_trailers() -> None:
    assert road_train(1, ("reinforced-armour",)).record.hull_points == 12


@pytest.mark.parametrize(("beyond", "points"), [(True, 16), (False, 8)])
def test_whether_trailers_go_beyond_the_best_there_is_is_an_option(beyond: bool, points: int) -> None:
    assert road_train(exceed_limits=beyond).record.hull_points == points


@pytest.mark.parametrize(("room", "long"), [(False, 7), (True, 17)])
def test_whether_trailers_take_room_is_an_option(room: bool, long: int) -> None:
    assert road_train(take_room=room).at.shape == Hull(long * INCH, 3500, carries=True)


def test_a_battle_from_files_has_trailers_as_the_table_says() -> None:
    for chosen, points in ({}, 16), ({"trailers-exceed-limits": False}, 8):
        rules = RULESET.having(chosen)
        content = SHELF.content("classic-haul")
        content["rosters"][0]["text"] = gang(TRAIN)
        world, state = rules.table(rules, content)
        assert [v.hull_points for v in crewed_vehicles(world, state) if v.owner == 0] == [points]


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ("trailers = 2", "trailers = 3", "3; wanted at most 2"),
        ("trailers = 2", "trailers = -1", ">= 0"),
        ("long-ledger", "gravel-eater", "2; wanted at most 0"),
    ],
)
def test_no_vehicle_pulls_more_trailers_than_it_can(was: str, becomes: str, says: str) -> None:
    with pytest.raises(BadData, match=says):
        parse_roster(gang(TRAIN.replace(was, becomes)), "gang.toml")
