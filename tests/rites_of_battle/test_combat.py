"""Combat checks: the pool, the damage, and what is bought."""

from __future__ import annotations

from tests.rites_of_battle.scenes import at, covers, scene
from warbook.rulesets.rites_of_battle.events.fighters import Became, Wounded


@covers("combat-check", "works")
def test_net_successes_are_added_to_the_damage_and_soak_less_pierce_is_taken_off() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade", name="Vorn")])
    # three proficiency dice against two difficulty dice, one of them upgraded by the target's experience
    shot = {"with": (0, "single", -1), "check": ["SS", "S", "A", "F", "blank"]}
    game.does(red, "combat-check", at=blue, **shot)
    assert game.happened(Wounded) == [Wounded(blue, 9 + 2 - (8 - 2), red)]


@covers("combat-check", "refused")
def test_nobody_attacks_beyond_a_wall() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 9)], "[[wall]]\nline = [3, 8, 9, 8]\nheight = 3\n")
    assert "It must have a weapon in its hands that it can use on an enemy now." in game.why_not(red, "combat-check")
    assert not game.happened(Became)
