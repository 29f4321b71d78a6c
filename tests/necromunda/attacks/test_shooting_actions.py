"""Aim, Blind Fire, Fire Through Ductway, Run and Gun."""

from __future__ import annotations

from typing import Any

from tests.necromunda.scenes import SAFE, covers, ductway, fighter, number_to_hit, scene, target_of, wall
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.rulesets.necromunda.records.fighters import Status

# ---- Aim -------------------------------------------------------------------------------------------------------------


@covers("aim", "works")
def test_aim_helps_the_next_shot_of_the_activation() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["long-las"])], blue=[fighter(10, 20)])
    game.does(red, "aim")
    assert ("aim", 1) in target_of(game, red, blue).because


@covers("aim", "numbers")
def test_aim_adds_one_and_more_with_a_mono_sight_or_an_expert_eye() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["long-las"])], blue=[fighter(10, 20)])
    game.does(red, "aim")
    assert number_to_hit(game, red, blue) == 3
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["long-las"], accessories={"long-las": ["mono-sight"]})], blue=[fighter(10, 20)]
    )
    game.does(red, "aim")
    assert number_to_hit(game, red, blue) == 2
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["long-las"], skills=["ballistics-expert"])], blue=[fighter(10, 20)]
    )
    game.does(red, "aim", dice=[3, 4])  # Intelligence 7+
    assert number_to_hit(game, red, blue) == 2


@covers("aim", "refused")
def test_one_does_not_aim_while_engaged_or_without_a_gun() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["long-las"])], blue=[fighter(10, 10.984)])
    assert any("not engaged" in why for why in game.why_not(red, "aim"))
    game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, 20)])
    assert "It must have a weapon that it can aim." in game.why_not(red, "aim")


def test_aim_is_lost_with_the_activation() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["long-las"])], blue=[fighter(10, 20)])
    game.does(red, "aim")
    game.goes_on(action="end-activation")
    assert number_to_hit(game, red, blue) == 4


# ---- Blind Fire ------------------------------------------------------------------------------------------------------


@covers("blind-fire", "works")
def test_blind_fire_reaches_behind_its_back() -> None:
    game, red, blue = scene(
        red=[fighter(10, 20, weapons=["lasgun"], status=Status.PINNED)], blue=[fighter(10, 14, facing=(0, 1))]
    )
    game.does(red, "blind-fire", at=blue, dice=[5, SAFE, 1])
    assert game.record(blue).status is Status.PINNED


@covers("blind-fire", "numbers")
def test_blind_fire_is_at_minus_two() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], status=Status.PINNED)], blue=[fighter(10, 20)])
    assert number_to_hit(game, red, blue, action="blind-fire") == 5


@covers("blind-fire", "refused")
def test_only_the_pinned_fire_blindly() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 20)])
    assert any("pinned" in why for why in game.why_not(red, "blind-fire"))
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"], status=Status.SERIOUS)], blue=[fighter(10, 20)])
    assert game.why_not(red, "blind-fire") == ("It must be prone and pinned.",)


# ---- Fire Through Ductway --------------------------------------------------------------------------------------------


DUCT = wall(0, 14, 48, 14, 5) + ductway(14, 0.5)


@covers("fire-through-ductway", "works")
def test_a_shot_through_a_ductway() -> None:
    game, red, blue = scene(red=[fighter(10, 12.5, weapons=["lasgun"])], blue=[fighter(10, 15.5)], board=DUCT)
    game.does(red, "fire-through-ductway", at=blue, dice=[5, SAFE, 1])
    assert game.record(blue).status is Status.PINNED


@covers("fire-through-ductway", "numbers")
def test_it_hits_on_five_whatever_else_holds() -> None:
    red_one = fighter(10, 12.5, weapons=["lasgun"], stats={"bs": 2}, rinse=3)
    game, red, blue = scene(red=[red_one], blue=[fighter(10, 15.5)], board=DUCT)
    game.does(red, "fire-through-ductway", at=blue, dice=[4, SAFE])
    assert game.record(blue).status is Status.STANDING
    assert "To hit, 5+" in " ".join(game.log())


@covers("fire-through-ductway", "refused")
def test_one_must_be_at_a_ductway_with_somebody_at_its_other_end() -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["lasgun"])], blue=[fighter(10, 15.5)], board=DUCT)
    assert 'It must be within 1" of a ductway.' in game.why_not(red, "fire-through-ductway")
    game, red, blue = scene(red=[fighter(10, 12.5, weapons=["lasgun"])], blue=[fighter(10, 20)], board=DUCT)
    assert any("nothing it may be aimed at" in why for why in game.why_not(red, "fire-through-ductway"))


# ---- Run and Gun -----------------------------------------------------------------------------------------------------


THERE = ((10000, 18000, 0, 0), (0, 1))


def faces(game: Any, key: str) -> list[Any]:
    """The faces of every roll of one kind in the last sentence."""
    return [event.faces for event in game.happened(Rolled) if event.key == key]


@covers("run-and-gun", "works")
def test_run_twice_as_far_and_shoot() -> None:
    game, red, blue = scene(red=[fighter(10, 8, weapons=["lasgun"], skills=["hip-shooting"])], blue=[fighter(10, 25)])
    question = game.asks(red, "run-and-gun")
    assert not question.legal(((20000, 8000, 0, 0), (0, 1))) and question.legal(((20100, 8000, 0, 0), (0, 1)))
    game.does(red, "run-and-gun", path=THERE, at=blue, dice=[4, SAFE, 1])
    assert game.record(red).at.y == 18 * INCH and game.record(blue).status is Status.PINNED


@covers("run-and-gun", "numbers")
def test_it_shoots_at_one_less() -> None:
    game, red, blue = scene(red=[fighter(10, 8, weapons=["lasgun"], skills=["hip-shooting"])], blue=[fighter(10, 25)])
    assert number_to_hit(game, red, blue, action="run-and-gun") == 4


@covers("run-and-gun", "refused")
def test_it_takes_the_skill() -> None:
    game, red, blue = scene(red=[fighter(10, 8, weapons=["lasgun"])], blue=[fighter(10, 25)])
    assert "It must know how to shoot from the hip." in game.why_not(red, "run-and-gun")


def test_nothing_unwieldy_is_fired_on_the_run() -> None:
    game, red, blue = scene(
        red=[fighter(10, 8, weapons=["mining-laser"], skills=["hip-shooting"])], blue=[fighter(10, 25)]
    )
    game.does(red, "run-and-gun", path=THERE)
    assert not faces(game, "hit")
