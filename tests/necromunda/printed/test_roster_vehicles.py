"""Vehicles of a roster: what is read, and what is refused with its reason."""

from __future__ import annotations

import pytest

from warbook.core.errors import BadData
from warbook.rulesets.necromunda import edition_2023
from warbook.rulesets.necromunda.edition_classic import LIBRARY, SHELF, parse_roster

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
