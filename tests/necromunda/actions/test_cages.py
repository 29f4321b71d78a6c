"""Cages of vehicles: getting in and out, shooting out of them, and being inside a wreck."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import add_vehicle, fighter, rolled_keys, run_rule, scene, set_phase, spot, wall
from warbook.core.length import INCH
from warbook.core.structs import replace
from warbook.rulesets.necromunda.attacks.shooting import weapon_choice
from warbook.rulesets.necromunda.battle import scoring, turn
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.events.cages import Embarked, GotOff, LeantOut
from warbook.rulesets.necromunda.harm import wrecks
from warbook.rulesets.necromunda.records import Driver
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.view import vehicle_card
from warbook.rulesets.necromunda.view.tableau import tableau
from warbook.testing import drive

NORTH = (0, 1)
ABBEY = "iron-abbey"  # seven inches long, with a cage for six and five fire points
BEHIND = 5.5  # y just behind it


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    """Marks a test of an entry of the classic catalogue."""
    return pytest.mark.covers(RULESET.id, entry, aspect)


def behind(y: float = BEHIND, x: float = 20, *, profile: str = ABBEY, foe: Any = (46, 46), **around: Any) -> Any:
    """A fighter behind a vehicle that looks north from (20, 10), and an enemy somewhere."""
    kit = around.pop("kit", {"weapons": ("autogun",)})
    game, who, other = scene(red=[fighter(x, y, **kit)], blue=[fighter(*foe)], ruleset=RULESET, **around)
    return game, who, add_vehicle(game, 0, 20, 10, profile=profile), other


def inside(**around: Any) -> Any:
    """The same once it is in the cage, and in its activation."""
    game, who, abbey, other = behind(**around)
    game.does(who, "embark")
    return game, who, abbey, other


# ---- in and out ------------------------------------------------------------------------------------------------------


@covers("embark", "works")
def test_one_gets_into_a_cage_and_is_off_the_table() -> None:
    game, who, abbey, _ = behind()
    game.does(who, "embark")
    assert game.happened(Embarked) and game.record(abbey).embarked == (who,)
    assert not game.model(who).on_table and game.model(who).embarked == abbey
    assert scoring.fighters_left(game.play) == (1, 1) and scoring.casualties(game.play) == (0, 0)


def test_the_log_names_the_vehicle_whose_cage_it_is() -> None:
    game, who, abbey, _ = inside()
    names = game.world.names
    assert f"{names[who]} gets into {names[abbey]}." in str(game.log())
    game.does(who, "disembark", disembark=spot(20, 5.5))
    assert f"{names[who]} is out of {names[abbey]}." in str(game.log())


def test_a_table_names_who_is_in_a_cage() -> None:
    game, who, abbey, _ = inside()
    names, bodies = game.world.names, {body.id: body for body in tableau(game.play).bodies}
    assert bodies[abbey].words[-1] == f"{names[who]} in its cage"
    assert [(badge.sign, badge.title) for badge in bodies[abbey].badges] == [("C1", "fighters in its cage")]
    assert bodies[who].words[0] == f"in {names[abbey]}" and bodies[who].on == -1
    (cage,) = [section for section in vehicle_card.card(game.play, abbey).sections if section.title == "Cage"]
    assert names[who] in [entry.name for entry in cage.entries]


@covers("embark", "refused")
@pytest.mark.parametrize(
    ("scene_of", "said"),
    [
        ({"y": 4.9}, "It must be within an inch of the way into a cage of its side with room in it."),
        ({"y": 10, "x": 23}, "It must be within an inch of the way into a cage of its side with room in it."),
        ({"profile": "sledge"}, "There must be a vehicle with a cage."),
        ({"kit": {"broken": True}}, "It must be on its feet, not engaged, not broken and out of any cage."),
        ({"kit": {"status": Status.PINNED}}, "It must be on its feet, not engaged, not broken and out of any cage."),
    ],
)
def test_who_cannot_get_in(scene_of: dict[str, Any], said: str) -> None:
    game, who, _, _ = behind(**scene_of)
    assert said in game.why_not(who, "embark")


@covers("embark", "numbers")
@pytest.mark.parametrize(("behind_only", "open"), [(True, False), (False, True)])
def test_where_a_cage_opens(behind_only: bool, open: bool) -> None:
    game, who, _, _ = behind(10, 23, options={"cages-open-behind": behind_only})
    assert (game.why_not(who, "embark") == ()) == open


@covers("embark", "numbers")
def test_a_cage_holds_no_more_than_it_holds() -> None:
    game, who, abbey, _ = behind()
    game.state.put(replace(game.record(abbey), embarked=(7, 8, 9, 10, 11, 12)))
    assert game.why_not(who, "embark")


@covers("disembark", "works")
def test_one_gets_out_behind_it_wherever_it_has_gone() -> None:
    game, who, abbey, _ = inside()
    game.does(abbey, "vehicle-move", drive=drive((6, NORTH)))
    game.does(who, "disembark", disembark=spot(20, 11.5))
    assert game.happened(GotOff) and game.at(who) == (20, 11.5, 0) and game.model(who).standing
    assert game.record(abbey).embarked == () and game.record(who).deployed


@covers("disembark", "refused")
def test_who_is_in_no_cage_cannot_get_out_of_one() -> None:
    game, who, _, _ = behind()
    assert game.why_not(who, "disembark")[0] == "It must be in the cage of a vehicle."


@covers("disembark", "numbers")
def test_one_gets_out_within_an_inch_of_the_door_and_an_inch_from_enemies() -> None:
    game, who, _, _ = inside(foe=(20, 3.5))
    question = game.asks(who, "disembark")
    assert not question.legal((20_000, 5_900, 0, 0, 1))
    assert question.legal((20_000, 5_100, 0, 0, 1))  # near an enemy
    assert question.legal((22_000, 5_900, 0, 0, 1))  # far from the door


def test_whoever_is_in_a_cage_is_made_ready_and_does_little() -> None:
    game, who, _, _ = inside()
    set_phase(game, "priority")
    run_rule(game, turn.make_ready)
    assert game.record(who).ready
    game.activation(who)
    assert set(game.offered(who).options()) == {"disembark", "fire-point", "end-activation"}


# ---- fire points -----------------------------------------------------------------------------------------------------


@covers("fire-point", "works")
def test_one_shoots_out_of_a_cage_and_is_inside_again() -> None:
    game, who, abbey, foe = inside(foe=(26, 10))
    game.does(who, "fire-point", target=foe, dice=[6, 3, 1])
    assert game.happened(LeantOut)[0].x > 22 * INCH and [hit.who for hit in game.happened(WasHit)] == [foe]
    assert not game.model(who).on_table and game.record(abbey).embarked == (who,)
    assert game.record(abbey).fired_from == ((1, who),)


@covers("fire-point", "refused")
@pytest.mark.parametrize(
    ("foe", "weapon", "used", "said"),
    [
        ((26, 46), "autogun", (), "something to aim it at"),
        ((26, 10), "heavy-stubber", (), "not unwieldy"),
        ((26, 10), "autogun", ((1, 7), (1, 8), (1, 9), (1, 10), (1, 11)), "A fire point must be free"),
    ],
)
def test_who_cannot_shoot_out(foe: Any, weapon: str, used: Any, said: str) -> None:
    game, who, abbey, _ = inside(foe=foe, kit={"weapons": (weapon,)}, board=wall(0, 40, 48, 40))
    game.state.put(replace(game.record(abbey), fired_from=used))
    assert said in " ".join(game.why_not(who, "fire-point"))


@covers("fire-point", "numbers")
def test_points_that_were_used_in_another_round_are_free_again() -> None:
    game, who, abbey, _ = inside(foe=(26, 10))
    used = tuple((0, user) for user in range(7, 12))
    game.state.put(replace(game.record(abbey), fired_from=used))
    assert game.why_not(who, "fire-point") == ()


@covers("fire-point", "numbers")
def test_aiming_does_not_help_at_a_fire_point() -> None:
    game, who, _, _ = inside(foe=(26, 10))
    assert "fire-point" not in game.world.edition.aim_helps and game.why_not(who, "aim")
    assert weapon_choice.weapons_thought_of(game.model(who), "fire-point") == [(0, 0)]


@covers("reload-at-fire-point", "works")
@covers("reload-at-fire-point", "numbers")
@pytest.mark.parametrize(("face", "loaded"), [(6, True), (1, False)])
def test_one_reloads_at_a_fire_point(face: int, loaded: bool) -> None:
    game, who, abbey, _ = inside(kit={"weapons": ("autogun",), "out": (0,)})
    game.does(who, "reload-at-fire-point", dice=[face])
    assert (game.record(who).out == ()) == loaded and game.record(abbey).fired_from == ((1, who),)


@covers("reload-at-fire-point", "refused")
def test_nothing_is_reloaded_that_is_not_empty() -> None:
    game, who, _, _ = inside()
    assert game.why_not(who, "reload-at-fire-point")[0] == "It must have a weapon that is out of ammo."


# ---- wrecks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("abandoned", [False, True])
def test_whoever_is_inside_a_wreck_lands_prone_beside_it_and_is_hit(abandoned: bool) -> None:
    game, who, abbey, _ = inside(options={"lasting-injuries": False})
    rule = wrecks.abandon if abandoned else wrecks.wreck
    run_rule(
        game, lambda play: rule(play, Driver(play, abbey)), dice=() if abandoned else (1, 6, 6), rider=[spot(23, 10)]
    )
    assert game.at(who) == (23, 10, 0) and game.record(abbey).embarked == ()
    assert game.record(who).status is (Status.STANDING if abandoned else Status.PINNED)
    assert ("wound" in rolled_keys(game)) == (not abandoned)


def test_every_reason_is_told_to_a_fighter_who_is_in_no_cage() -> None:
    game, who, *_ = behind()
    for name in ("disembark", "fire-point"):
        requires = game.ruleset.action[name].requires
        assert any(r.against(game.model(who)) == "It must be in the cage of a vehicle." for r in requires)
