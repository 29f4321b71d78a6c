"""Upgrades of vehicles: what they add to the card, to tests and to drives."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.movement.test_driving import on_the_road
from tests.necromunda.printed.test_roster_vehicles import LORRY, gang
from warbook.core.errors import BadData
from warbook.core.length import INCH
from warbook.rulesets.necromunda import edition_2023
from warbook.rulesets.necromunda.checks.characteristics import Steering, number_needed
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET, SHELF, parse_roster
from warbook.rulesets.necromunda.printed.vehicles import upgraded
from warbook.rulesets.necromunda.records.vehicles import Driver

ALL = tuple(LIBRARY.upgrades)


def lorry(*upgrades: str, **changes: Any) -> tuple[Any, Driver]:
    """A scene with a lorry (M 7, T 5/4/4, HP 3, Hnd 7+) into which these are built."""
    game, who = on_the_road(upgrades=upgrades, **changes)
    return game, Driver(game.play, who)


@pytest.mark.parametrize(
    ("upgrades", "card"),
    [
        ((), (7, 5, 4, 4, 3, 7)),
        (("nitro-burner",), (8, 5, 4, 4, 3, 7)),
        (("extra-armour",), (7, 6, 5, 5, 3, 7)),
        (("reinforced-armour",), (7, 5, 4, 4, 4, 7)),
        (("all-wheel-steering",), (7, 5, 4, 4, 3, 6)),
        (("all-wheel-steering", "tyre-claws"), (7, 5, 4, 4, 3, 5)),
        (("easy-turnover", "powered-steering", "transport-bed"), (7, 5, 4, 4, 3, 7)),
    ],
)
def test_an_upgrade_is_added_to_what_is_on_the_card(upgrades: tuple[str, ...], card: tuple[int, ...]) -> None:
    game, driver = lorry(*upgrades)
    now = driver.profile
    assert (driver.move // INCH, now.front, now.side, now.rear, now.hull_points, now.handling) == card
    assert driver.record.hull_points == now.hull_points, "it begins whole"
    assert RULESET.card is not None
    sections = {section.title: section.entries for section in RULESET.card(game.play, driver.id).sections}
    assert [entry.name for entry in sections.get("Upgrades", ())] == [LIBRARY.upgrades[each].name for each in upgrades]


def test_a_cage_is_built_in_and_the_larger_of_two_counts() -> None:
    for upgrades, room in (((), (0, 0)), (("transport-cage", "fire-point"), (3, 1)), (ALL, (6, 1))):
        profile = lorry(*upgrades)[1].profile
        assert (profile.cage, profile.fire_points) == room


def test_no_characteristic_gets_better_than_the_best() -> None:
    every = list(LIBRARY.upgrades.values())
    for profile in LIBRARY.vehicles.values():
        best = upgraded(profile, every * 9)
        assert (best.front, best.side, best.rear) == (10, 10, 10)
        assert (best.move, best.hull_points, best.handling) == (12 * INCH, 8, 3)


def test_powered_steering_turns_once_more_in_a_move_and_only_in_a_move() -> None:
    game, driver = lorry("powered-steering")
    assert game.asks(driver.id, "vehicle-move").rules.turns == 2
    assert lorry()[0].asks(driver.id, "vehicle-move").rules.turns == 1


@pytest.mark.parametrize(("test", "number"), [("jump-start", 5), ("restart", 5), ("control", 7)])
def test_an_engine_that_turns_over_easily_is_started_more_easily(test: str, number: int) -> None:
    _, driver = lorry("easy-turnover", stalled=True)  # its hull is sound, which helps too
    found = number_needed("handling", 7, Steering(driver, test))
    assert found.number == number
    assert ("easy turnover" in str(found)) is (test != "control")


@pytest.mark.parametrize(
    ("listed", "says"),
    [
        ('["nitro-burnr"]', "did you mean 'nitro-burner'"),
        ('["tyre-claws", "tyre-claws"]', "wanted each of them once"),
        ('"tyre-claws"', "wanted a list"),
    ],
)
def test_upgrades_that_are_wrong_give_one_clear_message(listed: str, says: str) -> None:
    with pytest.raises(BadData, match="vehicles") as fault:
        parse_roster(gang(LORRY + f"upgrades = {listed}\n"), "gang.toml")
    assert says in str(fault.value)


def test_the_ready_gangs_show_every_upgrade() -> None:
    rosters = [parse_roster(*SHELF.text("roster", id)) for id in SHELF.ids("roster")]
    assert {each for roster in rosters for v in roster.vehicles for each in v.upgrades} == set(LIBRARY.upgrades)


def test_an_edition_without_vehicles_has_no_upgrades() -> None:
    assert not edition_2023.LIBRARY.upgrades
