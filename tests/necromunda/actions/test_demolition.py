"""Demolition: grenades that are set against scenery by hand."""

from __future__ import annotations

from typing import Any

from tests.necromunda.scenes import covers, fighter, gate, marker, scene
from warbook.core.events import Rolled
from warbook.rulesets.necromunda.edition_2023 import LIBRARY
from warbook.rulesets.necromunda.events.gear import ProfileSpent
from warbook.rulesets.necromunda.events.things import CasketOpened, DoorChanged, Wrecked

DOOR = gate()
CASKET = marker("casket", 10, 11)
TRUCK = marker("vehicle", 10, 11.8, toughness=4, wounds=2)
ON, OFF = 4, 3  # an Ammo test of krak grenades passed, and failed


def sapper(x: float = 10, y: float = 9, weapon: str = "krak-grenades", **changes: Any) -> Any:
    return fighter(x, y, weapons=[weapon], **changes)


@covers("set-charge", "works")
@covers("set-charge", "numbers")
def test_a_grenade_set_by_hand_hits_a_door_without_fail_and_is_tested_for() -> None:
    game, red, _ = scene(red=[sapper()], blue=[fighter(40, 40)], board=DOOR)
    game.does(red, "set-charge", dice=[3, ON])  # Strength 6 against Toughness 5, Damage 2
    assert game.state.records[2].wounds == 2 and game.state.turn.left == 1
    assert [e.key for e in game.happened(Rolled)] == ["wound", "ammo"]
    game.does(red, "set-charge", dice=[2, OFF])
    assert game.state.records[2].wounds == 2
    assert game.happened(ProfileSpent) == [ProfileSpent(red, 0, 0)]
    assert game.why_not(red, "set-charge") == (
        "It must have such a grenade left, and a door, a casket or a vehicle within an inch.",
    )


@covers("set-charge", "works")
def test_it_blows_doors_caskets_and_vehicles_to_pieces() -> None:
    game, red, _ = scene(red=[sapper(weapon="melta-bombs")], blue=[fighter(40, 40)], board=DOOR)
    game.given(2, wounds=3)
    game.does(red, "set-charge", dice=[3, 6])
    assert [e.to for e in game.happened(DoorChanged)] == ["gone"]
    game, red, _ = scene(red=[sapper(y=10)], blue=[fighter(40, 40)], board=CASKET)
    game.does(red, "set-charge", dice=[6, 2, 1, ON])
    assert game.happened(CasketOpened)
    game, red, _ = scene(red=[sapper(y=9.9)], blue=[fighter(40, 40)], board=TRUCK)
    game.does(red, "set-charge", dice=[3, ON])
    assert game.happened(Wrecked)


@covers("set-charge", "refused")
def test_it_takes_such_a_grenade_and_something_at_hand_and_both_eyes() -> None:
    nothing = "It must have such a grenade left, and a door, a casket or a vehicle within an inch."
    refused = {
        "other grenades": (sapper(weapon="frag-grenades"), "It must have grenades for demolition."),
        "none left": (sapper(gone=((0, 0),)), nothing),
        "far off": (sapper(y=8), nothing),
        "blind": (sapper(conditions=("blind",)), "It is blind until its next activation."),
    }
    for who, why in refused.values():
        game, red, _ = scene(red=[who], blue=[fighter(40, 40)], board=DOOR)
        assert why in game.why_not(red, "set-charge")


def test_who_has_several_kinds_and_several_things_at_hand_chooses() -> None:
    both = fighter(10, 9, weapons=["krak-grenades", "melta-bombs"])
    crate = marker("casket", 11, 9)
    game, red, _ = scene(red=[both], blue=[fighter(40, 40)], board=DOOR + crate)
    game.does(red, "set-charge", thing="the gate", weapon="Melta bombs", dice=[3, 6])
    assert game.state.records[2].wounds == 1


def test_the_trait_says_where_to_look() -> None:
    assert "Set Charge" in LIBRARY.traits["demolition"].summary
