"""What positions are worth: what must be dearer than what, whatever the numbers."""

from __future__ import annotations

from typing import Any

from tests.draft_40k.scenes import Field, field, row
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.battle.setup import new_marker
from warbook.rulesets.draft_40k.bots import harm
from warbook.rulesets.draft_40k.bots.value import away, far_off, value
from warbook.rulesets.draft_40k.printed import catalogue
from warbook.rulesets.draft_40k.printed.units import profiles, vehicles
from warbook.testing import model


def worth(game: Field) -> float:
    """What a position is worth to red."""
    return value(game.play, 0)


def facing(count: int = 5, y: float = 40, **unit: Any) -> Field:
    """Five keepers and so many that are left of five militia before them."""
    watch = row(count, 10, y, "militia", "watch", unit={"size": 5, **unit})
    return field(row(5, 10, 10, "keeper", "keepers"), watch, phase="shoot")


def test_every_enemy_less_is_worth_something() -> None:
    assert worth(facing(3)) > worth(facing(4)) > worth(facing(5))


def test_whoever_breaks_is_worth_less_to_its_side() -> None:
    steady, held, broken = (worth(facing(morale=each)) for each in ("steady", "suppressed", "falling-back"))
    assert broken > held > steady


def test_who_can_shoot_from_where_they_stand_are_worth_more() -> None:
    assert worth(facing(y=22)) > worth(facing(y=44))


def test_a_vehicle_is_worth_less_the_more_of_it_is_lost() -> None:
    def tank(**state: Any) -> float:
        hull = [model(10, 25, "breakwater", name="tank", squad="tank", **state)]
        return worth(field(hull, row(1, 10, 44, "militia", "watch")))

    assert tank() > tank(lost=[0]) > tank(lost=[0], immobilised=True) > tank(wrecked=True)


def test_harm_goes_by_strength_armour_and_distance() -> None:
    weapons = catalogue.weapons()
    rifle, cannon = (weapons["laser-rifle"],), (weapons["laser-cannon"],)
    militia, keeper, tank = profiles()["militia"], profiles()["keeper"], vehicles()["breakwater"]
    near, far = dict(harm.shooting(keeper, rifle, militia))[12_000], dict(harm.shooting(keeper, rifle, militia))[24_000]
    assert near == 2 * far > 0
    assert far > dict(harm.shooting(keeper, rifle, keeper))[24_000]
    assert not harm.shooting(keeper, rifle, tank)
    assert harm.shooting(keeper, cannon, tank)
    assert harm.fighting(keeper, (), militia) > harm.fighting(militia, (), keeper)


def test_units_that_cannot_claim_are_wanted_where_the_enemy_claims_a_marker() -> None:
    def at(y: float, contested: bool) -> float:
        options = {"contested-at-the-end": contested}
        game = field([model(10, y, "abbot", name="abbot")], row(3, 40, 40, "militia", "watch"), options=options)
        game.state.records.append(replace(new_marker(len(game.state.records), (10_000, 40_000)), claimed=1))
        return worth(game)

    gain, plain = (at(30, contested) - at(20, contested) for contested in (True, False))
    assert gain > plain, "where their being there takes no point away it is only nearer to the enemy"


def test_far_from_a_marker_it_is_better_to_ride_and_near_it_to_get_out() -> None:
    marker = new_marker(0, (0, 0))
    far, near = (30_000, 0), (8_000, 0)
    assert far_off(far, marker) < away([far], marker)
    assert far_off(near, marker) > away([near], marker)
