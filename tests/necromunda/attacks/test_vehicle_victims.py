"""What the traits of weapons do to vehicles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import COLD, add_vehicle, fighter, rolled_keys, run_rule, scene
from warbook.core.events import Rolled
from warbook.core.structs import replace
from warbook.rulesets.necromunda.attacks import vehicle_victims
from warbook.rulesets.necromunda.checks.sides import side_towards
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.events.vehicles import VehicleDamaged
from warbook.rulesets.necromunda.harm.strikes import Hit
from warbook.rulesets.necromunda.printed.arms import Trait, WeaponProfile
from warbook.rulesets.necromunda.records.vehicles import Driver

BODY, CREW = 1, 4  # faces of a Location die
GLANCING, PENETRATING = 1, 4  # and of a Damage die


def profile(weapon: str, *traits: str, **changes: Any) -> WeaponProfile:
    """The first profile of a weapon, with more traits."""
    printed = LIBRARY.weapons[weapon].profiles[0]
    return replace(printed.with_traits(*(Trait(trait) for trait in traits)) if traits else printed, **changes)


def hit_by(
    shot: WeaponProfile,
    *dice: int,
    hits: int = 1,
    at: tuple[int, int] = (20, 30),
    ready: bool = False,
    pick: Any = (),
    **how: Any,
) -> tuple[Any, Any]:
    """A lorry (5/4/4, 3 hull points, Handling 7+, save 5+) that looks north is hit from a point; its record then."""
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(20, 30)], ruleset=RULESET)
    who = add_vehicle(game, 0, 20, 20, profile="tarpaulin", ready=ready)
    origin = (at[0] * 1000, at[1] * 1000, 0)

    def rule(play: Any) -> None:
        driver = Driver(play, who)
        hit = Hit(shot, by=1, origin=origin, **how)
        vehicle_victims.resolve_hits(play, driver, hit, side_towards(driver, *origin[:2]), hits)

    run_rule(game, rule, dice=dice, **({"pick": pick} if pick else {}))
    return game, game.record(who)


def damages(game: Any) -> list[tuple[str, str]]:
    return [(e.location, e.result) for e in game.events if isinstance(e, VehicleDamaged)]


LASGUN = profile("lasgun")


def test_a_shot_is_harder_on_the_softer_side() -> None:
    game, _ = hit_by(LASGUN, 3, at=(20, 10))
    assert [e.why for e in game.events if isinstance(e, Rolled)] == ["To wound, 5+"]
    game, _ = hit_by(profile("lasgun", strength=4), 4, 1, CREW, PENETRATING, at=(20, 10))
    assert damages(game) == [("crew", "penetrating")]


@pytest.mark.parametrize("trait", ["web", "toxin", "fear", "rad-phage", "gunk", "drag", "flare", "knockback"])
def test_what_troubles_fighters_alone_does_nothing(trait: str) -> None:
    harmless = trait in ("web", "toxin", "fear")
    game, _ = hit_by(profile("lasgun", trait), *(() if harmless else (1,)))
    assert damages(game) == [] and len(rolled_keys(game)) == (not harmless)


def test_gas_wounds_the_driver_through_the_rear_and_nothing_saves() -> None:
    gas = profile("lasgun", "gas", strength=None, damage=None)
    assert hit_by(gas, 4, 6, 3, hits=3)[1].flesh == 2
    assert hit_by(gas, 3)[1].flesh == 0


def test_gravity_is_a_hit_to_the_body_that_may_be_saved() -> None:
    grav = profile("grav-gun", damage=1)
    assert damages(hit_by(grav, 5, 4, GLANCING, 6, 6)[0]) == [("body", "glancing")]
    assert damages(hit_by(grav, 5, 6)[0]) == []
    assert damages(hit_by(grav, 4)[0]) == []


def test_a_flash_blinds_the_crew_that_fails_to_handle_it() -> None:
    flash = profile("lasgun", "flash", strength=None, damage=None)
    _, lorry = hit_by(flash, 3, 3, ready=True)
    assert lorry.conditions == ("blind",) and not lorry.ready
    game, lorry = hit_by(flash, 3, 3)
    assert [(e.name, e.until) for e in game.state.effects] == [("dazzled", "readying")]
    assert hit_by(flash, 4, 3)[1].conditions == ()


def test_concussion_seismic_and_blaze_follow_the_damage() -> None:
    game, _ = hit_by(profile("lasgun", "concussion"), 1)
    assert [(e.name, e.amount) for e in game.state.effects] == [("handling", 2)]
    game, _ = hit_by(profile("lasgun", "seismic"), 1, 3, 3, 4, 4)
    assert rolled_keys(game) == ["wound", "control", "control.die", "control.side"]
    assert hit_by(profile("lasgun", "blaze"), 1, 4)[1].conditions == ("blaze",)
    assert hit_by(profile("lasgun", "blaze"), 1, 3)[1].conditions == ()


def test_a_wreck_does_not_burn() -> None:
    deadly = profile("lasgun", "blaze", strength=10, damage=1)
    game, lorry = hit_by(deadly, 2, 1, 6, 6, 6, 6, 2, 1, 6, 6, 3, *COLD, hits=2)
    assert lorry.wrecked and lorry.conditions == ()


@pytest.mark.parametrize(("close", "faces"), [(True, (1, 4)), (False, (1,))])
def test_melta_rolls_a_damage_die_more_up_close(close: bool, faces: tuple[int, ...]) -> None:
    pick = "crew-penetrating" if close else ()
    game, _ = hit_by(
        profile("lasgun", "melta", strength=5), 4, 1, CREW, *faces, *(6, 6) * (not close), close=close, pick=pick
    )
    (damage,) = [e for e in game.events if isinstance(e, Rolled) and e.key == "damage"]
    assert len(damage.faces or ()) == len(faces)


@pytest.mark.parametrize(("dice", "mad"), [((1, 2), ("insane",)), ((6, 6), ())])
def test_a_curse_maddens_the_crew_that_fails_its_test(dice: tuple[int, int], mad: tuple[str, ...]) -> None:
    assert hit_by(profile("lasgun", "cursed"), 1, *dice)[1].conditions == mad
