"""Rulings that a third look at the chapters found wanting: skills and house rules where they meet other rules."""

from __future__ import annotations

import pytest

from tests.necromunda.scenes import COLD, SAFE, TOO_LITTLE_COOL, TOUCH, fighter, leg, marker, rolled_keys, scene, way
from warbook.core.length import INCH
from warbook.rulesets.necromunda.events.attacks import Fired
from warbook.rulesets.necromunda.events.fighters import Pinned
from warbook.rulesets.necromunda.events.things import ThingDamaged
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.space.movement import Mode

# ---- close combat ----------------------------------------------------------------------------------------------------


def test_a_blow_that_pierces_from_behind_leaves_armour_a_worse_save() -> None:
    # the knife's AP of -1 becomes -2 from behind, and mesh saves no more
    for rules, rolled in ((), ["fight.hit", "wound", "save"]), (("backstab-pierces",), ["fight.hit", "wound"]):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=["fighting-knife"])],
            blue=[fighter(10, 10 + TOUCH, facing=(0, 1), armour=["mesh"], stats={"w": 2}, wounds=2)],
            house_rules=rules,
        )
        game.does(red, "fight", dice=[6, 6, 2][: len(rolled)], passing=True, react=None)
        assert rolled_keys(game) == rolled and game.record(blue).wounds == 1


def test_suspensors_carry_a_two_handed_weapon_in_one_hand() -> None:
    axe, knife = (0, 0), (1, 0)
    for fitted, pair in ((), False), (("suspensors",), True):
        game, red, _ = scene(
            red=[
                fighter(
                    10, 10, weapons=["two-handed-axe", "fighting-knife"], accessories={"two-handed-axe": list(fitted)}
                )
            ],
            blue=[fighter(10, 10 + TOUCH)],
        )
        assert ((axe, knife) in game.asks(red, "fight").candidates(9)) is pair


def test_a_charger_stops_short_only_as_far_off_as_it_gets() -> None:
    # at every distance from the one, the other is too near: only contact excuses that
    game, red, (target, _) = scene(red=[fighter(10, 10, weapons=["whip"])], blue=[fighter(10, 16), fighter(10.9, 13.4)])
    game.does(
        red, "charge", target=target, dice=[3, 1, 1], face=lambda d: d.candidates(1)[0], weapons=((0, 0),), react=None
    )
    assert game.gap(red, target) <= 10


def test_a_headbutt_in_place_of_the_fight_is_the_free_one_of_the_activation() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, skills=["headbutt"])],
        blue=[fighter(10, 15)],
        house_rules=["headbutt-in-charge"],
    )
    game.goes_on(activate=red, action="charge", target=1, ends="headbutt", dice=[3, 1, 2, 1])
    assert game.state.turn.actor == -1  # there is no other to be had


@pytest.mark.parametrize("pinned", [False, True])
def test_a_charge_ends_at_the_barricade_behind_which_its_target_is(pinned: bool) -> None:
    # a charge of 8" reaches the near side of the barricade, and would not get over it
    low = "[[obstacle]]\nrect = [2, 10.5, 16, 0.8]\nheight = 2\n"
    game, red, blue = scene(
        red=[fighter(10, 3, weapons=["fighting-knife"])],
        blue=[fighter(10, 11.792, status=Status.PINNED if pinned else Status.STANDING)],
        board=low,
    )
    game.does(red, "charge", target=blue, dice=[3, 1, 1], react=None)
    assert rolled_keys(game) == ["charge.distance", "fight.hit"]
    assert game.model(red).engaged and game.record(red).at.y <= 10008
    assert game.record(blue).status is Status.STANDING


# ---- shooting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "status", "worse"), [("shoot", Status.STANDING, -1), ("blind-fire", Status.PINNED, 0)]
)
def test_only_a_single_action_is_a_hurry(action: str, status: Status, worse: int) -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["mining-laser"], accessories={"mining-laser": ["suspensors"]}, status=status)],
        blue=[fighter(10, 20)],
        house_rules=["unwieldy-in-a-hurry"],
    )
    game.does(red, action, at=blue, dice=[1, SAFE])
    (fired,) = game.happened(Fired)
    assert dict(fired.because).get("unwieldy, and in a hurry", 0) == worse


# ---- flames ----------------------------------------------------------------------------------------------------------


def test_a_friend_in_contact_is_no_cover_against_a_flame() -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["flamer"]), fighter(10, 10 + TOUCH)],
        blue=[fighter(10, 13, armour=["mesh"])],
    )
    # the friend is hit as well; behind full cover the mesh would save on 4+
    game.does(red, "shoot", bearing=(0, 1), dice=[SAFE, 1, 1, 6, 5, 1, 1], order=(friend, blue), passing=True)
    assert rolled_keys(game) == ["firepower", "wound", "blaze", "wound", "save", "injury", "blaze"]


def test_a_blind_flame_obeys_priority_all_round() -> None:
    game, red, (behind, ahead) = scene(
        red=[fighter(10, 10, weapons=["flamer"], status=Status.PINNED)],
        blue=[fighter(10, 7.5), fighter(10, 14)],
        house_rules=["templates-by-priority"],
    )
    game.does(red, "blind-fire", bearing=[(0, 1), (0, -1)], dice=[*TOO_LITTLE_COOL, SAFE, 1, 1])
    assert [e.who for e in game.happened(Pinned)] == [behind]


def test_the_closest_whom_a_flame_can_reach_counts_not_one_whom_it_cannot() -> None:
    # the nearest stands on the rim of the vision arc, out of which the flame may not reach
    game, red, (_, near, far) = scene(
        red=[fighter(10, 10, weapons=["flamer"])],
        blue=[fighter(12.1, 12.0), fighter(8.6, 12.9), fighter(10.9, 16)],
        house_rules=["templates-by-priority"],
    )
    game.does(red, "shoot", bearing=[(9, 60), (-19, 98)], dice=[*TOO_LITTLE_COOL, SAFE, 1, 1])
    assert [e.who for e in game.happened(Pinned)] == [near]


def test_a_flame_that_must_burn_the_closest_all_round_turns_to_it() -> None:
    game, red, (behind, _) = scene(
        red=[fighter(10, 10, weapons=["flamer"])],
        blue=[fighter(10, 7), fighter(10, 14)],
        house_rules=["closest-all-round", "templates-by-priority"],
    )
    game.does(red, "shoot", bearing=[(0, 1), (0, -1)], dice=[*TOO_LITTLE_COOL, SAFE, 1, 1])
    assert [e.who for e in game.happened(Pinned)] == [behind] and game.record(red).at.fy < 0


@pytest.mark.parametrize(("face", "damage"), [(5, 2), (4, 0)])
def test_gravity_crushes_a_vehicle_that_it_outrolls(face: int, damage: int) -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, weapons=["grav-gun"])],
        blue=[fighter(40, 40)],
        board=marker("vehicle", 10, 16),
    )
    game.does(red, "shoot", target="the hauler vehicle", dice=[6, SAFE, face])
    assert [e.wounds for e in game.happened(ThingDamaged)] == [damage] * bool(damage)


# ---- moving ----------------------------------------------------------------------------------------------------------


def test_where_moves_close_in_a_rider_still_rides_by() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, profile="dray-rider", weapons=["fighting-knife"])],
        blue=[fighter(13, 11.7)],
        house_rules=["moves-close-in"],
    )
    game.does(red, "move", ride_by=blue, path=way(leg(16, 10)), dice=[1], react=False)
    assert rolled_keys(game) == ["fight.hit"] and game.record(red).at.x == 16 * INCH


def test_where_moves_close_in_a_high_climb_still_takes_two_moves() -> None:
    block = "[[block]]\nrect = [8, 12, 4, 4]\nheight = 4\n"
    game, red, blue = scene(red=[fighter(10, 11)], blue=[fighter(10, 8)], board=block, house_rules=["moves-close-in"])
    question = game.asks(red, "move")
    assert not question.legal(way(leg(10, 8 + TOUCH)))
    game.does(red, "move", path=way(leg(10, 11.5), leg(10, 12.5, 4, Mode.CLIMB)))
    assert game.record(red).at.z == 4 * INCH and game.state.turn.left == 0


# ---- beasts ----------------------------------------------------------------------------------------------------------


def test_a_beast_that_costs_its_owner_the_battle_acts_no_more() -> None:
    game, (owner, beast), _ = scene(
        red=[fighter(13.5, 13.5, wounds=1), fighter(10, 10, beast_of=0)],
        blue=[fighter(40, 40)],
        board=marker("booby-trap", 12, 13),
    )
    # the beast springs a trap, which takes out its owner, and goes with that
    game.does(beast, "move", path=way(leg(11, 11.5)), dice=[4, 1, 6, 6, *COLD], order=(owner, beast))
    assert game.record(beast).status is Status.OUT and game.state.turn.actor == -1
