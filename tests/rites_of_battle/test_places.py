"""What a place does to those in it: ledges and low walls, soft and dangerous ground, darkness, gravity, thin air."""

from __future__ import annotations

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, scene, somewhere, weapon
from tests.rites_of_battle.test_harm import suffers
from tests.rites_of_battle.test_powers import psyker, uses
from warbook.core.structs import replace
from warbook.rulesets.rites_of_battle.actions import tasks
from warbook.rulesets.rites_of_battle.checks import squares
from warbook.rulesets.rites_of_battle.events.fighters import Walked
from warbook.rulesets.rites_of_battle.harm import hazards
from warbook.rulesets.rites_of_battle.movement import climbing
from warbook.rulesets.rites_of_battle.records import Model
from warbook.testing import leg, way

LOW = "[[obstacle]]\nrect = [4, 6, 3, 1]\nheight = 1\n"
LEDGE = "[[block]]\nrect = [4, 6, 3, 3]\nheight = {}\n"
BARE = {"armour": "none", "talents": {}}


# ---- climbing --------------------------------------------------------------------------------------------------------


def test_climbing_over_something_low_is_an_action_and_a_check_of_athletics() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 20)], LOW)
    assert set(climbing.climbs(Model(game.play, red))) == {(5, 7, 0), (3, 7, 0), (7, 7, 0)}
    game.does(red, "skill-check", job="climb 5,7,0", check=["S", "S", "-", "-", "F", "-"])
    assert game.at(red)[:2] == (5.5, 7.5) and not game.state.turn.action


def test_whoever_cannot_climb_it_stays_and_may_fall() -> None:
    for bought, strain in (("keep", 0), ("slip", 2)):  # three threats; five feet
        game, red, _ = scene([at(5, 5)], [at(5, 20)], LOW)
        fall = {"fall": ["-"] * 6} if strain else {}
        game.does(red, "skill-check", job="climb 5,7,0", check=["-"] * 4 + ["HH", "H"], dice=fall, theirs=bought)
        assert game.at(red)[:2] == (5.5, 5.5) and not game.happened(Walked)
        assert game.record(red).strain == strain


def test_a_ledge_of_two_squares_can_be_climbed_and_no_higher_one() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 20)], LEDGE.format(2))
    game.does(red, "skill-check", job="climb 5,6,2000", check=["S", "S", "-", "-", "-", "-"])
    assert game.at(red) == (5.5, 6.5, 2)
    assert (5, 5, 0) in climbing.climbs(Model(game.play, red))  # and down again
    game, red, _ = scene([at(5, 5)], [at(5, 20)], LEDGE.format(3))
    assert climbing.climbs(Model(game.play, red)) == ()


def test_the_prone_climb_nothing_nor_over_a_wall_nor_onto_somebody() -> None:
    game, red, _ = scene([at(5, 5, prone=True)], [at(5, 20)], LOW)
    assert climbing.climbs(Model(game.play, red)) == ()
    wall = "[[wall]]\npoints = [[0, 6.5], [20, 6.5]]\nheight = 3\n"
    game, red, _ = scene([at(5, 5)], [at(5, 20)], LOW + wall)
    assert climbing.climbs(Model(game.play, red)) == ()
    game, red, _ = scene([at(5, 5)], [at(5, 7)], LOW)
    assert (5, 7, 0) not in climbing.climbs(Model(game.play, red))


def test_nobody_climbs_out_of_a_fight_or_while_it_is_held() -> None:
    game, red, blue = scene([at(5, 5)], [at(4, 5)], LOW)
    assert climbing.climbs(Model(game.play, red)) == ()
    game.place(blue, 5.5, 20.5)
    assert climbing.climbs(Model(game.play, red))
    affected(game, red, "ensnared")
    assert climbing.climbs(Model(game.play, red)) == ()


# ---- ground ----------------------------------------------------------------------------------------------------------


def test_dangerous_ground_does_its_damage_in_each_turn_and_soak_counts() -> None:
    acid = '[[area]]\nkind = "dangerous"\nrect = [4, 4, 4, 4]\n'
    game, reds, _ = scene([at(5, 5), at(9, 9)], [at(5, 20)], acid)
    somewhere(game, hazard=10)
    for who, wounds in zip(reds, (2, 0), strict=True):
        suffers(game, hazards.burn, who)
        assert game.record(who).wounds == wounds


@pytest.mark.parametrize(("kind", "far"), [("dangerous", 6), ("soft", 6), ("difficult", 3)])
def test_difficult_ground_alone_takes_twice_the_squares(kind: str, far: int) -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], f'[[area]]\nkind = "{kind}"\nrect = [0, 0, 20, 20]\n')
    question = game.asks(red, "move")
    assert question.legal(way(leg(5.5, 5.5 + far))) == () and question.legal(way(leg(5.5, 6.5 + far)))


def test_fire_is_put_out_more_easily_on_soft_ground() -> None:
    for kind, difficulty in (("soft", 1), ("difficult", 2)):
        game, red, _ = scene([at(5, 5)], [at(5, 20)], f'[[area]]\nkind = "{kind}"\nrect = [4, 4, 4, 4]\n')
        affected(game, red, "burning")
        assert {job.code: job.difficulty for job in tasks.jobs(Model(game.play, red))} == {"free burning": difficulty}


# ---- darkness, gravity, air ------------------------------------------------------------------------------------------


def test_relief_from_the_surroundings_takes_no_help_away() -> None:
    game, red, blue = scene([armed(5, 5, weapon("combat-knife"))], [at(5, 6, "levy")])
    somewhere(game, gravity=-1)
    affected(game, red, "no-environment")
    assert dice_of(game, red, blue)["boost"] == 1


def test_darkness_hides_what_is_shot_at() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 12, "levy")])
    somewhere(game, concealment=2)
    assert dice_of(game, red, blue)["setback"] == 2
    affected(game, red, "no-environment")
    assert "setback" not in dice_of(game, red, blue)


@pytest.mark.parametrize(("attack", "setback"), [(True, 2), (False, 0)])
def test_darkness_hides_from_a_bolt_of_the_mind_where_that_is_an_attack(attack: bool, setback: int) -> None:
    options = {"smite-is-an-attack": attack}
    game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "levy", count=4)], options=options)
    somewhere(game, concealment=2)
    uses(game, red, "smite", ["-"] * (4 + setback + 2) + ["K", "K", "K"], target=blue)


@pytest.mark.parametrize(("gravity", "dice"), [(2, {"setback": 2}), (-1, {"boost": 1}), (0, {})])
def test_gravity_weighs_on_whoever_strikes(gravity: int, dice: dict[str, int]) -> None:
    game, red, blue = scene([armed(5, 5, weapon("combat-knife"))], [at(5, 6, "levy")])
    somewhere(game, gravity=gravity)
    assert {kind: n for kind, n in dice_of(game, red, blue).items() if kind in ("setback", "boost")} == dice


def test_without_air_breath_lasts_as_many_rounds_as_toughness() -> None:
    game, reds, _ = scene([armed(5, 5, of=BARE), at(6, 6)], [at(5, 20)])
    somewhere(game, airless=True)
    for turns, strain in ((4, 0), (5, 3), (6, 6)):
        game.given(reds[0], turns=turns)
        suffers(game, hazards.hold_breath)
        assert game.record(reds[0]).strain == strain
    assert game.record(reds[1]).strain == 0  # sealed


@pytest.mark.parametrize("hide", [True, False])
def test_whether_large_bodies_hide_what_is_behind_them(hide: bool) -> None:
    for silhouette, hidden in ((2, hide), (1, False)):
        reds = [at(5, 5), armed(5, 9, of={"silhouette": silhouette})]
        game, (red, _), blue = scene(reds, [at(5, 14)], options={"large-bodies-hide": hide})
        assert squares.sees(game.play, red, blue) is not hidden


@pytest.mark.parametrize(("north", "seen"), [(15, True), (14, False)])
def test_the_large_are_seen_by_the_middle_of_their_squares(north: int, seen: bool) -> None:
    wall = f"[[wall]]\npoints = [[8, {north}], [8, 22]]\nheight = 5\n"  # east of it, and the shooter is south-east
    game, red, blue = scene([at(20, 10)], [at(6, 14, "brood-tyrant")], wall)
    game.place(blue, 7, 15)
    assert squares.sees(game.play, red, blue) is squares.sees(game.play, blue, red) is seen


def test_a_newcomer_holds_its_breath_from_when_it_comes() -> None:
    game, reds, _ = scene([armed(5, 5, of=BARE, turns=6), armed(6, 6, of=BARE, turns=1)], [at(5, 20)])
    somewhere(game, airless=True)
    game.state.turn = replace(game.state.turn, round=6)
    suffers(game, hazards.hold_breath)
    assert [game.record(who).strain for who in reds] == [3, 0]
