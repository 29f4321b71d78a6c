"""Who is engaged: over a corner, or only side by side."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, effects, scene, weapon
from warbook.rulesets.rites_of_battle.actions import gear, tasks
from warbook.rulesets.rites_of_battle.attacks import combat
from warbook.rulesets.rites_of_battle.attacks.weapons import Use
from warbook.rulesets.rites_of_battle.checks import squares
from warbook.rulesets.rites_of_battle.movement import moving
from warbook.rulesets.rites_of_battle.records import Model
from warbook.testing import if_asked, leg, way

ACROSS = [("corners", True), ("sides", False)]
KEEP = if_asked("keep")
FIRST = {"with": (0, "single", -1)}


def fight(across: str, red: list[Any], blue: list[Any]) -> Any:
    return scene(red, blue, options={"engaged-across": across})


@pytest.mark.parametrize("across", ["corners", "sides"])
def test_side_by_side_is_engaged_everywhere_and_two_squares_off_nowhere(across: str) -> None:
    for column, row, engaged in ((5, 6, True), (6, 5, True), (5, 7, False), (7, 7, False)):
        game, red, blue = fight(across, [at(5, 5)], [at(column, row)])
        assert (squares.engaged_with(game.play, red) == [blue]) is engaged


@pytest.mark.parametrize(("across", "engaged"), ACROSS)
def test_blows_over_a_corner(across: str, engaged: bool) -> None:
    game, red, blue = fight(across, [armed(5, 5, weapon("combat-knife"))], [at(6, 6)])
    assert ("combat-check" in game.activation(red).allowed()) is engaged
    game, red, (near, far) = fight(across, [armed(5, 5, weapon("combat-knife"))], [at(5, 6), at(6, 6)])
    refused = game.asks(red, "combat-check", **FIRST).legal(far)
    assert refused == (() if engaged else ("It must stand next to it, not over a corner.",))
    assert game.asks(red, "combat-check", **FIRST).legal(near) == ()


@pytest.mark.parametrize(("across", "engaged"), ACROSS)
def test_guns_over_a_corner(across: str, engaged: bool) -> None:
    game, red, blue = fight(across, [armed(5, 5, weapon("bolt-pistol"))], [at(6, 6)])
    assert dice_of(game, red, blue)["difficulty"] == 1 + engaged
    game.does(red, "combat-check", at=blue, **FIRST, check=["-"] * (4 + engaged))
    assert ("shot-while-engaged" in effects(game, red)) is engaged
    game, red, _ = fight(across, [armed(5, 5, weapon("heavy-bolter", qualities={}))], [at(6, 6)])
    refused = combat.use_refused(Model(game.play, red), Use(0))
    assert refused == (("It must not be engaged with an enemy to use a heavy weapon.",) if engaged else ())


@pytest.mark.parametrize(("across", "engaged"), ACROSS)
def test_a_friend_over_a_corner_is_in_the_way_of_a_shot_and_may_be_hit(across: str, engaged: bool) -> None:
    game, (red, friend), blue = fight(across, [at(1, 1), at(2, 8)], [at(1, 9, "levy")])
    assert dice_of(game, red, blue).get("challenge", 0) == int(engaged)
    assert squares.in_the_way(game.play, red, blue) == ([friend] if engaged else [])
    last = "D" if engaged else "-"
    game.does(red, "combat-check", at=blue, **FIRST, spend=KEEP, theirs=KEEP, check=["SS", "SS", "AA", "H", last])
    assert (game.record(friend).wounds > 0) is engaged and (game.record(blue).wounds > 0) is not engaged


@pytest.mark.parametrize(("across", "engaged"), ACROSS)
def test_going_past_a_corner_and_out_of_a_fight(across: str, engaged: bool) -> None:
    game, red, _ = fight(across, [at(5, 5)], [at(6, 6, "brute")])
    now = game.activation(red)
    assert ("withdraw" in now.allowed()) is engaged and ("move" in now.allowed()) is not engaged
    # past the corners of an enemy, or no further than the first of them
    game, red, _ = fight(across, [at(5, 4)], [at(6, 6, "brute")])
    asked = game.activation(red).asks("move")
    assert (asked.legal(way(leg(5.5, 5.5), leg(4.5, 6.5))) == ()) is not engaged
    # out of a fight by a step to a corner, where that is enough
    game, red, _ = fight(across, [at(5, 5)], [at(5, 6, "brute")])
    ways = {cell[:2] for cell in moving.ways_out(Model(game.play, red))}
    assert ((4, 5) in ways) is not engaged and {(4, 4), (5, 4), (6, 4)} <= ways


@pytest.mark.parametrize("cuts", [True, False])
def test_whether_a_diagonal_step_cuts_a_corner(cuts: bool) -> None:
    barred = '[[area]]\nkind = "impassable"\nrect = [6, 5, 1, 1]\n'
    game, red, _ = scene([at(5, 5)], [at(5, 20)], barred, options={"corner-cutting": cuts})
    field = squares.field_of(game.play, red)
    assert ((6, 6, 0) in {step.to for step in field.ground.steps(field.start)}) is cuts


@pytest.mark.parametrize("ends", [True, False])
def test_whether_a_move_ends_next_to_an_enemy(ends: bool) -> None:
    game, red, _ = scene([at(5, 4)], [at(6, 6, "brute")], options={"contact-ends-moves": ends})
    asked = game.activation(red).asks("move")
    assert (asked.legal(way(leg(5.5, 6.5), leg(5.5, 8.5))) == ()) is not ends
    assert asked.legal(way(leg(5.5, 5.5))) == ()


@pytest.mark.parametrize(("across", "engaged"), ACROSS)
def test_medicine_over_a_corner(across: str, engaged: bool) -> None:
    healer, hurt = at(5, 5, "surgeon-warden", gear=("stimpack",)), at(6, 6, wounds=5)
    game, (red, friend), _ = fight(across, [healer, hurt], [at(5, 20)])
    assert gear.patients(Model(game.play, red)) == ([friend] if engaged else [])
    tended = [job.code for job in tasks.jobs(Model(game.play, red)) if job.skill == "medicae"]
    assert bool(tended) is engaged


@pytest.mark.parametrize("across", ["corners", "sides"])
def test_a_blast_has_a_radius_of_its_own(across: str) -> None:
    burst = armed(5, 5, weapon(qualities={"blast": 3}, critical=9))
    game, red, blues = fight(across, [burst], [at(5, 14, "levy"), at(6, 15, "levy")])
    game.does(red, "combat-check", at=blues[0], **FIRST, spend=["blast", KEEP], check=["SA", "A", "-", "-", "-"])
    assert game.record(blues[1]).wounds == 3 + 1 - 3


@pytest.mark.parametrize("fought", [True, False])
def test_a_friend_who_fights_somebody_staggered_is_in_the_way(fought: bool) -> None:
    """Who is staggered fights nobody, but is fought: only of the fallen do tables think otherwise."""
    game, (red, friend), blue = scene([at(1, 1), at(1, 8)], [at(1, 9)], options={"fallen-are-fought": fought})
    affected(game, blue, "staggered")
    assert squares.in_the_way(game.play, red, blue) == [friend]
    assert dice_of(game, red, blue)["challenge"] == 1


def test_who_is_next_to_nobody_but_the_staggered_shoots_as_freely_as_anybody() -> None:
    arms = weapon("bolt-pistol"), weapon("heavy-bolter", qualities={})
    game, red, blue = scene([armed(5, 5, *arms)], [at(5, 6)])
    affected(game, blue, "staggered")
    assert dice_of(game, red, blue)["difficulty"] == 1
    assert combat.use_refused(Model(game.play, red), Use(1)) == ()
    assert squares.engaged_with(game.play, blue) == [red] and "withdraw" in game.allowed(blue)
    game.does(red, "combat-check", at=blue, **FIRST, check=["-"] * 4)
    assert "shot-while-engaged" not in effects(game, red)


@pytest.mark.parametrize("engages", [True, False])
def test_whether_the_bewitched_hold_anybody_in_a_fight(engages: bool) -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 6, "renegade")], options={"bewitched-engage": engages})
    affected(game, blue, "bewitched")
    assert squares.is_engaged(game.play, red) is engages
    assert squares.is_engaged(game.play, blue)  # whom a foe may still strike
