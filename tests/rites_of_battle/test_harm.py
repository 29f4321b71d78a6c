"""Wounds, strain, death, and the tiers: who falls, who dies, and how groups lose their members."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.rites_of_battle.scenes import armed, at, covers, dice_of, scene, weapon
from warbook.core.events import Event
from warbook.core.play import Play
from warbook.rulesets.rites_of_battle.events.fighters import Injured
from warbook.rulesets.rites_of_battle.harm import wounds
from warbook.rulesets.rites_of_battle.records import Model
from warbook.testing import Script

NICK = {"injury": [1]}


def suffers(game: Any, rule: Callable[..., object], *args: Any, **dice: list[Any]) -> list[Event]:
    """Runs a rule of harm with these dice."""
    play = Play(game.state, game.ruleset, game.world, [], Script(dice=dice))
    rule(play, *args)
    return list(play.events)


@pytest.mark.parametrize(("taken", "state"), [(16, "up"), (17, "incapacitated"), (25, "incapacitated"), (26, "dead")])
def test_a_hero_falls_beyond_its_threshold_with_an_injury_and_dies_at_ten_more(taken: int, state: str) -> None:
    game, red, _ = scene([at(1, 1)], [at(1, 9)])
    suffers(game, wounds.wound, red, taken, **(NICK if 16 < taken < 26 else {}))
    assert game.record(red).state == state
    assert game.record(red).injuries == (("minor-nick",) if 16 < taken < 26 else ())


def test_without_a_margin_nobody_dies_at_once() -> None:
    game, red, _ = scene([at(1, 1)], [at(1, 9)], options={"death-margin": 0})
    suffers(game, wounds.wound, red, 60, **NICK)
    assert game.record(red).state == "incapacitated"


def test_further_wounds_on_the_fallen_bring_no_injury_until_the_margin_kills() -> None:
    game, red, _ = scene([at(1, 1)], [at(1, 9)])
    suffers(game, wounds.wound, red, 17, **NICK)
    assert not [e for e in suffers(game, wounds.wound, red, 5) if isinstance(e, Injured)]
    suffers(game, wounds.wound, red, 4)
    assert game.record(red).state == "dead"


def test_strain_beyond_the_threshold_only_knocks_out_and_healing_wakes() -> None:
    game, red, _ = scene([at(1, 1)], [at(1, 9)])
    suffers(game, wounds.strain, red, 15)
    assert game.record(red).state == "up"
    suffers(game, wounds.strain, red, 30)
    assert game.record(red).state == "incapacitated" and not game.record(red).injuries
    suffers(game, wounds.heal, red, 0, 30)
    assert game.record(red).state == "up" and game.record(red).strain == 15
    suffers(game, wounds.heal, red, 9, 99)
    assert (game.record(red).wounds, game.record(red).strain) == (0, 0)


def test_rivals_and_minions_take_strain_as_wounds_and_die_of_them() -> None:
    game, _, blues = scene([at(1, 1)], [at(1, 9, "renegade"), at(3, 9, "levy")])
    for who, most in zip(blues, (18, 5), strict=True):
        suffers(game, wounds.strain, who, most)
        assert game.record(who).state == "up" and game.record(who).wounds == most
        suffers(game, wounds.strain, who, 1)
        assert game.record(who).state == "dead"
    assert Model(game.play, blues[0]).kit.profile.strain == 0


@covers("combat-check", "numbers")
@pytest.mark.parametrize(("taken", "left"), [(7, 5), (8, 4), (14, 4), (15, 3), (35, 1), (36, 0)])
def test_a_group_loses_a_member_when_its_share_is_exceeded(taken: int, left: int) -> None:
    game, _, blue = scene([at(1, 1)], [at(1, 9, "brute", count=5)])
    suffers(game, wounds.wound, blue, taken)
    assert Model(game.play, blue).alive == left
    assert game.record(blue).state == ("up" if left else "dead")
    if left:
        assert Model(game.play, blue).ranks("melee") == left - 1


def test_a_critical_injury_takes_exactly_one_more_of_a_group() -> None:
    game, red, blue = scene([at(1, 1)], [at(1, 9, "brute", count=5)])
    shot = {"with": (0, "single", -1), "spend": ["critical 0 !", "keep"]}
    game.does(red, "combat-check", at=blue, **shot, check=["T", "S", "AA", "-", "-"])
    assert game.record(blue).wounds == 15  # 9 + 2 less 4 - 2 are nine wounds, which fell one; fifteen fell two
    assert Model(game.play, blue).alive == 3


def test_healing_brings_nobody_of_a_group_back() -> None:
    game, _, blue = scene([at(1, 1)], [at(1, 9, "brute", count=5, wounds=18)])
    suffers(game, wounds.heal, blue, 9)
    assert (game.record(blue).wounds, Model(game.play, blue).alive) == (2 * 7 + 1, 3)


def test_only_minions_take_no_strain_of_their_own_will() -> None:
    game, red, blues = scene([at(1, 1, strain=14)], [at(1, 9, "levy"), at(3, 9, "renegade", wounds=16)])
    assert Model(game.play, red).may_strain(1) and not Model(game.play, red).may_strain(2)
    assert not Model(game.play, blues[0]).may_strain(1)
    assert Model(game.play, blues[1]).may_strain(2) and not Model(game.play, blues[1]).may_strain(3)
    game, red, _ = scene([at(1, 1, strain=15)], [at(1, 9)], options={"voluntary-strain-over-threshold": True})
    assert Model(game.play, red).may_strain(2)


def test_experience_upgrades_the_difficulty() -> None:
    game, red, blues = scene([at(1, 1)], [at(1, 9, "brute-warlord"), at(3, 9, "brood-tyrant")])
    assert dice_of(game, red, blues[0]) == {"proficiency": 3, "challenge": 2}
    assert dice_of(game, red, blues[1]) == {"proficiency": 3, "challenge": 2, "difficulty": 1, "setback": 1}


def test_stun_is_strain_and_so_is_ion_to_machines() -> None:
    ion = weapon("boltgun", qualities={"ion": 1})
    game, red, blue = scene([armed(1, 1, ion)], [armed(1, 9, of={"talents": {"machine": 1}})])
    shot = {"with": (0, "single", -1), "check": ["S", "S", "S", "-", "-"]}
    game.does(red, "combat-check", at=blue, **shot)
    assert (game.record(blue).wounds, game.record(blue).strain) == (0, 9 + 3 - 8)
    game, red, blue = scene([armed(1, 1)], [at(1, 2)])
    hands = {"with": (7, "stun", -1), "check": ["S", "S", "S", "S", "-", "-"]}
    game.does(red, "combat-check", at=blue, **hands)
    assert (game.record(blue).wounds, game.record(blue).strain) == (0, 0)  # 4 and 4 net are stopped by soak
