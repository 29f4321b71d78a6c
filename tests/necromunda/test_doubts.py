"""Rulings that stood in doubt, settled one by one: each sentence says which way."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.necromunda.scenes import COLD, SAFE, TOUCH, covers, fighter, leg, marker, rolled_keys, scene, wall, way
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.core.state import Effect
from warbook.rulesets.necromunda.checks import aiming, guns
from warbook.rulesets.necromunda.events.attacks import Struck
from warbook.rulesets.necromunda.events.movement import Moved
from warbook.rulesets.necromunda.events.things import ThingGone
from warbook.rulesets.necromunda.printed import Trait
from warbook.rulesets.necromunda.records.fighters import Status

DUD = 1


# ---- dragged along ---------------------------------------------------------------------------------------------------


def harpooned(*blue: Any, **around: Any) -> Any:
    return scene(red=[fighter(10, 10, weapons=["harpoon-launcher"], skills=["marksman"])], blue=blue, **around)


def test_whoever_is_dragged_past_a_trap_springs_it() -> None:
    game, red, blue = harpooned(fighter(10, 15, wounds=2), board=marker("booby-trap", 12.8, 12.6))
    # hit, firepower, wound, Drag 3+, dragged 2", the trap
    game.does(red, "shoot", at=blue, dice=[3, SAFE, 6, 3, 2, DUD])
    assert game.happened(ThingGone) == [ThingGone(2)]


def test_whoever_is_pushed_ahead_of_one_who_is_dragged_springs_a_trap_as_well() -> None:
    pushed = fighter(10.5, 14, status=Status.PINNED)
    game, red, (blue, ahead) = harpooned(fighter(10, 16, wounds=2), pushed, board=marker("booby-trap", 13.3, 12.5))
    # the second is in the way of the first; the harpoon flies on and misses it
    game.does(red, "shoot", at=blue, dice=[3, SAFE, 6, 3, 3, DUD])
    assert game.record(blue).at.y == 13 * INCH > game.record(ahead).at.y
    assert game.happened(ThingGone) == [ThingGone(3)]


def test_a_trap_that_takes_out_the_one_who_is_dragged_ends_the_dragging() -> None:
    game, red, (blue, ahead) = harpooned(
        fighter(10, 17, wounds=1), fighter(10.5, 14, status=Status.PINNED), board=marker("booby-trap", 12.8, 14.6)
    )
    # the trap goes off: no knockback, a wound, out of action; the other one gets away with it
    game.does(red, "shoot", at=blue, dice=[4, SAFE, 1, 3, 3, 4, 1, 6, 6, 1, 1, 6, 6, *COLD], order=(blue, ahead))
    assert not game.model(blue).on_table and game.record(ahead).at.y == 14 * INCH


# ---- the vision arc in close combat ----------------------------------------------------------------------------------


def test_whoever_is_partly_in_the_vision_arc_is_fought_without_turning_as_it_would_be_shot() -> None:
    # base to base, 60 degrees off the front: its middle is outside the arc, some of its base is not
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife", "lasgun"])], blue=[fighter(10.852, 10.492, weapons=[])]
    )
    game.does(red, "fight", dice=[3], react=None)  # Weapon Skill 4+ misses, and was not asked to turn
    assert rolled_keys(game) == ["fight.hit"]


# ---- knockback in close combat ---------------------------------------------------------------------------------------


def test_a_blocked_knockback_in_close_combat_drives_the_victim_as_far_as_it_goes_and_hits_harder() -> None:
    walled = wall(4, 12.0, 16, 12.0)
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["spud-jacker"])], blue=[fighter(10, 10 + TOUCH, stats={"w": 3})], board=walled
    )
    assert game.record(blue).wounds == 3
    game.does(red, "fight", dice=[5, 6], follow=True, react=None)
    assert game.record(blue).wounds == 1 and game.record(blue).at.y > (11 + TOUCH / 2) * INCH
    assert game.gap(red, blue) <= 10


def test_nobody_follows_an_enemy_that_could_not_be_moved_at_all() -> None:
    walled = wall(4, 11.476, 16, 11.476)
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["spud-jacker"])], blue=[fighter(10, 10 + TOUCH, stats={"w": 3})], board=walled
    )
    game.does(red, "fight", dice=[5, 6], react=None)
    assert game.record(blue).wounds == 1


# ---- the edge of the table -------------------------------------------------------------------------------------------


def test_the_edge_of_the_table_stops_who_is_knocked_back_in_close_combat_and_hurts_nobody() -> None:
    game, red, blue = scene(
        red=[fighter(10, 47.4 - TOUCH, weapons=["spud-jacker"])], blue=[fighter(10, 47.4, stats={"w": 3})]
    )
    game.does(red, "fight", dice=[5, 6], follow=False)
    assert game.record(blue).wounds == 2 and 47.5 * INCH < game.record(blue).at.y < 47.51 * INCH


def test_nor_who_is_knocked_back_there_by_a_shot() -> None:
    game, red, blue = scene(
        red=[fighter(10, 41, weapons=["shotgun"])], blue=[fighter(10, 47.4, stats={"w": 3}, wounds=3)]
    )
    game.does(red, "shoot", at=blue, weapon="Shotgun, solid", dice=[6, SAFE, 6])
    assert game.record(blue).wounds == 1 and 47.5 * INCH < game.record(blue).at.y < 47.51 * INCH


def test_nor_who_is_hurled_against_it() -> None:
    game, red, blue = scene(red=[fighter(10, 46.4, skills=["hurl"])], blue=[fighter(10, 46.4 + TOUCH, stats={"w": 2})])
    game.does(red, "hurl", direction=(0, 1), dice=[3, 3])
    assert game.record(blue).wounds == 2 and game.record(blue).status is Status.PINNED


# ---- bare hands ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weapon", "asked"), [("fighting-knife", False), ("maul", True), ("two-handed-axe", True)])
def test_whoever_has_nothing_better_in_every_way_may_fight_with_bare_hands(weapon: str, asked: bool) -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=[weapon])], blue=[fighter(10, 10 + TOUCH)])
    if asked:
        assert game.asks(red, "fight").candidates(9) == [((0, 0),), ()]
        game.does(red, "fight", weapons=(), dice=[2], react=None)
    else:
        game.does(red, "fight", dice=[2], react=None)
    assert rolled_keys(game) == ["fight.hit"]


# ---- dodging poison --------------------------------------------------------------------------------------------------


def test_a_dart_that_beats_the_toughness_may_still_be_dodged() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["needle-rifle"])], blue=[fighter(10, 16, skills=["dodge"], wounds=1)]
    )
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 6, 6])  # hit, firepower, toxin, dodge
    assert rolled_keys(game) == ["hit", "firepower", "toxin", "dodge"]
    assert game.record(blue).status is Status.PINNED


# ---- armour and AP ---------------------------------------------------------------------------------------------------


def test_a_blunt_weapon_gives_nobody_a_save_who_wears_nothing() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["maul"])], blue=[fighter(10, 10 + TOUCH, stats={"w": 3})])
    game.does(red, "fight", weapons=((0, 0),), dice=[6, 6], react=None)  # to hit, to wound, and no save
    assert game.record(blue).wounds == 1


# ---- the end of a charge ---------------------------------------------------------------------------------------------


def charging(weapon: str, y: float = 17, **blue: Any) -> Any:
    return scene(red=[fighter(10, 10, weapons=[weapon])], blue=[fighter(10, y, **blue)])


@pytest.mark.parametrize(("how", "gap"), [(0, 0), (1000, 1), (2000, 2), (3000, 3)])
def test_a_charger_with_a_long_weapon_stops_as_far_off_as_it_likes_within_its_reach(how: int, gap: int) -> None:
    game, red, blue = charging("whip")
    question = game.asks(red, "charge", target=blue, dice=[3])
    more: dict[str, Any] = {"facing": (0, 1)} if how else {"react": None, "weapons": ((0, 0),)}
    assert question.key == "charge.reach" and question.candidates(9) == [0, 1000, 2000, 3000]
    game.does(red, "charge", target=blue, reach=how, dice=[3, 1, 1], passing=True, **more)
    assert abs(game.gap(red, blue) - gap * INCH) <= 10


def test_whoever_has_charged_within_reach_of_its_long_weapon_must_fight() -> None:
    game, red, blue = charging("whip")
    game.does(red, "charge", target=blue, reach=3000, facing=(0, 1), dice=[3, 1, 1])
    assert rolled_keys(game) == ["charge.distance", "fight.hit"]


def test_a_charge_at_an_enemy_out_of_sight_costs_one_for_all_its_dice_at_that_enemy_and_no_other() -> None:
    walled = wall(8, 13, 10.4, 13)
    game, red, (unseen, seen) = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"], stats={"a": 2})],
        blue=[fighter(9.0, 15), fighter(14, 20)],
        board=walled,
    )
    game.does(red, "charge", target=unseen, dice=[3, 4, 4, 4], react=None, passing=True)
    struck = game.happened(Struck)
    assert [(s.whom, s.dice, dict(s.because)) for s in struck] == [(unseen, 3, {"charged out of sight": -1})]


def test_a_charge_past_an_enemy_in_reach_ends_in_no_coup_de_grace() -> None:
    game, red, (up, down) = scene(
        red=[fighter(10, 10, weapons=["whip"])],
        blue=[fighter(10, 17), fighter(11.404, 16.42, status=Status.SERIOUS, wounds=0)],
    )
    game.does(red, "charge", target=up, reach=1000, facing=(0, 1), dice=[3, 1, 1], passing=True)
    assert rolled_keys(game) == ["charge.distance", "fight.hit"]


# ---- fine weapons and parries ----------------------------------------------------------------------------------------


def test_a_fine_weapon_is_swung_again_before_anything_is_parried() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"], stats={"a": 2})],
        blue=[fighter(10, 10 + TOUCH, weapons=["sword"], stats={"w": 3})],
    )
    kits = list(game.world.kits)
    knife = kits[red].weapons[0]
    fine = replace(knife, profiles=tuple(p.with_traits(Trait("master-crafted", 0)) for p in knife.profiles))
    kits[red] = replace(kits[red], weapons=(fine,))
    game.world = replace(game.world, kits=tuple(kits))
    # a hit and a miss, the miss again (a hit), then the first hit is parried (a miss): one wound roll
    game.does(red, "fight", dice=[1, 4, 5, 2, 6], again=True, parry="Fighting knife", react=None)
    assert rolled_keys(game) == ["fight.hit", "fight.hit", "fight.hit", "wound"]
    assert game.record(blue).wounds == 2


# ---- shooting --------------------------------------------------------------------------------------------------------


def test_a_telescopic_sight_puts_the_short_accuracy_in_the_place_of_a_better_long_one() -> None:
    for sight, number in (((), 2), (("telescopic-sight",), 3)):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=["long-las"], accessories={"long-las": sight})], blue=[fighter(10, 38)]
        )
        game.state.effects = (Effect("aim", red, "activation", 1),)
        gun = guns.gun(game.model(red), (0, 0))
        assert aiming.hit_number(aiming.Shot(game.model(red), blue, gun, "long")).number == number


def test_a_burst_knocks_back_everybody_whose_strength_its_hit_roll_reaches() -> None:
    game, red, (target, weak, strong) = scene(
        red=[fighter(10, 10, weapons=["autocannon"])],
        blue=[
            fighter(10, 20, stats={"s": 4}),
            fighter(12, 20, stats={"s": 4}),
            fighter(8, 20, stats={"s": 6}),
        ],
    )
    game.does(red, "shoot", at=target, dice=[5, 6, 1, 1, 1], allocation=(1, 1, 1))  # hit on a 5, three holes, no wound
    assert [game.record(who).at.y > 20 * INCH for who in (target, weak, strong)] == [True, True, False]


@pytest.mark.parametrize(("far", "status"), [(15.5, Status.OUT), (19, Status.SERIOUS)])
def test_a_stray_melta_shot_burns_as_deep_as_the_range_to_its_target_lets_it(far: float, status: Status) -> None:
    game, red, (target, beside) = scene(
        red=[fighter(10, 10, weapons=["meltagun"], skills=["marksman"])],
        blue=[fighter(10, far), fighter(10.9, 11.4, stats={"w": 3}, wounds=3)],
    )
    # a miss that hits the other, 3 Damage, and an injury die that shows a serious injury
    game.does(red, "shoot", at=target, dice=[1, SAFE, 3, 2, 3, *(COLD if status is Status.OUT else ())])
    assert game.record(beside).status is status


# ---- blindness -------------------------------------------------------------------------------------------------------


def test_whoever_is_blinded_in_its_own_activation_attacks_nobody_until_the_next() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"], conditions=("blind",))], blue=[fighter(10, 10 + TOUCH)]
    )
    assert game.why_not(red, "fight") == ("It is blind until its next activation.",)


def test_whoever_is_blinded_as_it_charges_ends_in_contact_and_strikes_nobody() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"], conditions=("blind",))], blue=[fighter(10, 15)]
    )
    game.does(red, "charge", target=blue, dice=[3])
    assert game.gap(red, blue) <= 10 and rolled_keys(game) == ["charge.distance"]


@covers("headbutt", "refused")
@covers("hurl", "refused")
@pytest.mark.parametrize("action", ["headbutt", "hurl"])
def test_the_blind_neither_butt_nor_hurl(action: str) -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, skills=["headbutt", "hurl"], conditions=("blind",))], blue=[fighter(10, 10 + TOUCH)]
    )
    assert game.why_not(red, action) == ("It is blind until its next activation.",)


def test_a_charge_in_blindness_ends_in_no_throw_and_no_headbutt_either() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, skills=["headbutt", "hurl"], conditions=("blind",))],
        blue=[fighter(10, 15)],
        house_rules=["headbutt-in-charge"],
    )
    game.does(red, "charge", target=blue, dice=[3])
    assert game.gap(red, blue) <= 10 and rolled_keys(game) == ["charge.distance"]


# ---- an interrupt and what comes of it -------------------------------------------------------------------------------


def test_nerve_is_tested_for_a_shot_on_overwatch_before_the_action_it_interrupts() -> None:
    watch: dict[str, Any] = {"skills": ["overwatch"], "weapons": ["lasgun"]}
    game, (red, bystander, friend), blue = scene(
        red=[fighter(10, 10), fighter(10.9, 14, wounds=1), fighter(13, 14)], blue=[fighter(10, 20, **watch)]
    )
    # the watcher misses (1), strays (3), wounds, seriously; the friend holds its nerve, and only then does one move
    game.does(red, "move", overwatch=blue, dice=[1, SAFE, 3, 6, 3, 6, 6], path=way(leg(10, 11)))
    order = [type(e).__name__ for e in game.happened(object) if isinstance(e, (Rolled, Moved))]
    assert rolled_keys(game)[-1] == "nerve" and order[-1] == "Moved"
    assert game.record(red).at.y == 11 * INCH


# ---- whose turn it is ------------------------------------------------------------------------------------------------


def test_an_order_of_one_who_is_possessed_gives_neither_side_a_turn_more() -> None:
    game, (boss, spare), (foe, other) = scene(
        red=[fighter(10, 10, skills=["overseer"], conditions=("insane",)), fighter(40, 10)],
        blue=[fighter(10, 13), fighter(40, 40)],
    )
    game.goes_on(activate=boss, dice=[4])
    assert game.record(boss).owner == 1
    game.goes_on(action=["order", "end-activation"], target=foe, dice=[6, 6])
    assert game.record(boss).owner == 0 and game.state.turn.actor == -1
    assert game.state.turn.seat == 1  # red has had its turn
