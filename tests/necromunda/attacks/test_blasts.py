"""Blasts and flames: where they are aimed, where they drift, whom they hit, and what hangs in the air."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.necromunda.scenes import (
    SAFE,
    TOO_LITTLE_COOL,
    TOUCH,
    covers,
    ductway,
    fighter,
    leg,
    low_wall,
    numbers_of,
    piece,
    rolled_keys,
    scene,
    wall,
    way,
)
from warbook.core.length import INCH, inches
from warbook.core.state import Placement, Posture
from warbook.core.structs import replace
from warbook.odds import odds
from warbook.odds.dice_rules import enumerate_outcomes
from warbook.rulesets.necromunda.attacks import hits
from warbook.rulesets.necromunda.attacks.shooting import blast_attacks
from warbook.rulesets.necromunda.checks import aiming, guns, targets
from warbook.rulesets.necromunda.checks.aiming import POINT, Shot
from warbook.rulesets.necromunda.checks.directions import DEGREES
from warbook.rulesets.necromunda.edition_2023 import LIBRARY
from warbook.rulesets.necromunda.events.attacks import BlastFell, CloudRose
from warbook.rulesets.necromunda.events.fighters import (
    ConditionGained,
    FleshWounded,
    Pinned,
    SeriouslyInjured,
    Wounded,
)
from warbook.rulesets.necromunda.events.movement import Moved
from warbook.rulesets.necromunda.events.things import ThingDamaged, ThingGone
from warbook.rulesets.necromunda.harm import injury
from warbook.rulesets.necromunda.harm.strikes import Hit, Strike
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.position import things
from warbook.rulesets.necromunda.records.things import Cloud
from warbook.rulesets.necromunda.view.tableau import tableau
from warbook.space.shapes import UNIT
from warbook.space.templates import Bearing

EAST = 360  # the face that stands for no turn at all
HIT_FACE, ARROW = 1, 6  # of the Scatter die
LOW_WALL = low_wall(4, 17, 16)
WALL = wall(0, 18, 48, 18, 4)
DUCT = wall(0, 14, 48, 14, 5) + ductway(14, 0.5)


def thrown(weapon: str, *foes: Any, board: str = "", **changes: Any) -> Any:
    """Somebody with a weapon, and some to use it on."""
    return scene(red=[fighter(10, 10, weapons=[weapon], **changes)], blue=list(foes), board=board)


# ---- blasts ----------------------------------------------------------------------------------------------------------


def test_a_blast_hits_everybody_even_partly_under_it() -> None:
    game, red, (a, b, c) = thrown("frag-grenades", fighter(10, 17), fighter(11.5, 17), fighter(13, 17))
    game.does(red, "shoot", at=a, dice=[6, 4, 1, 1, 1, 1], order=(b, a))
    assert [e.who for e in game.happened(Pinned)] == [b, a]
    assert game.happened(BlastFell)[0].size == 3 * INCH


def test_a_blast_aimed_at_a_door_hits_it_once() -> None:
    door = piece("door", id="gate", line=[8, 16, 12, 16], height=3, state="closed")
    game, red, _ = thrown("frag-grenades", fighter(40, 40), board=door)
    game.does(red, "shoot", at=2, dice=[4, 6])
    assert [e.wounds for e in game.happened(ThingDamaged)] == [1]


def test_a_blast_spares_nobody_and_friends_neither() -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 10, weapons=["frag-grenades"]), fighter(11.5, 17)], blue=[fighter(10, 17)]
    )
    game.does(red, "shoot", at=blue, dice=[6, 4, 1, 1, 1, 1], order=(blue, friend))
    assert {e.who for e in game.happened(Pinned)} == {blue, friend}


@pytest.mark.parametrize(("facing", "saves"), [((0, -1), True), ((0, 1), False)])
def test_a_shield_helps_against_a_blast_from_the_front_alone(facing: tuple[int, int], saves: bool) -> None:
    game, red, blue = thrown("frag-grenades", fighter(10, 17, armour=["assault-shield", "flak"], facing=facing))
    game.does(red, "shoot", target=POINT, point=(10000, 16000, 0), dice=[6, 4, 1, 6, 4, *[1] * (not saves)])
    assert bool(game.happened(SeriouslyInjured) or game.happened(FleshWounded)) is not saves


def test_a_wall_shields_from_a_blast() -> None:
    game, red, (near, behind) = thrown("frag-grenades", fighter(10, 17.2), fighter(10, 18.6), board=WALL)
    game.does(red, "shoot", at=near, dice=[6, 4, 1, 1])
    assert [e.who for e in game.happened(Pinned)] == [near]


def test_aiming_at_a_point_is_harder_unless_it_is_smoke() -> None:
    game, red, blue = thrown("frag-grenades", fighter(10, 17))
    shooter = game.model(red)
    frag = Shot(shooter, POINT, guns.gun(shooter, (0, 0)), "long")
    assert aiming.hit_number(frag).number == 6
    game, red, blue = thrown("smoke-grenades", fighter(10, 17))
    shooter = game.model(red)
    assert aiming.hit_number(Shot(shooter, POINT, guns.gun(shooter, (0, 0)), "long")).number == 4


def test_a_point_must_be_seen() -> None:
    game, red, blue = thrown("frag-grenades", fighter(10, 25), board=WALL)
    spot = game.asks(red, "shoot")
    assert spot.legal((10000, 15000, 0)) == ()
    assert spot.legal((10000, 20000, 0)) == ("It cannot be seen from there.",)
    assert spot.legal((10000, 5000, 0)) == ("It lies outside the vision arc.",)
    assert spot.legal((10000, 15000, 500)) == ("There is no floor at that height.",)
    assert spot.legal((10000, 90000, 0)) == ("It is not on the board.",)
    assert spot.candidates(3) and all(not spot.legal(point) for point in spot.candidates(3))


def test_a_blast_at_a_point_lands_there() -> None:
    game, red, blue = thrown("frag-grenades", fighter(10, 17))
    game.does(red, "shoot", target=POINT, point=(10000, 16000, 0), dice=[6, 4, 1, 1])
    assert (game.happened(BlastFell)[0].x, game.happened(BlastFell)[0].y) == (10000, 16000)


def test_beyond_long_range_the_marker_is_pulled_back_and_counts_as_a_point() -> None:
    game, red, blue = thrown("frag-grenades", fighter(10, 30))  # Strength 3: nine inches
    game.does(red, "shoot", at=blue, dice=[6, 4])
    landed = game.happened(BlastFell)[0]
    shooter = game.record(red).at
    assert landed.y == shooter.y + shooter.radius + 9 * INCH
    assert "To hit, 6+" in " ".join(game.log())


def test_a_miss_drifts_in_a_random_direction() -> None:
    game, red, blue = thrown("frag-grenades", fighter(10, 17))
    game.does(red, "shoot", at=blue, dice=[2, 4, ARROW, 3, EAST])
    landed = game.happened(BlastFell)[0]
    assert (landed.x, landed.y) == (13 * INCH, 17 * INCH) and not game.happened(Pinned)


def test_a_drifting_blast_stops_at_a_wall() -> None:
    game, red, blue = thrown("frag-grenades", fighter(10, 16), board=WALL)
    game.does(red, "shoot", at=blue, dice=[2, 4, ARROW, 6, 90])
    assert game.happened(BlastFell)[0].y < 18 * INCH


def test_a_misfire_is_a_dud_or_goes_off_in_hand() -> None:
    game, red, blue = thrown("frag-grenades", fighter(10, 17))
    game.does(red, "shoot", at=blue, dice=[2, 4, HIT_FACE, 1, 2])
    assert not game.happened(BlastFell)
    game, red, blue = thrown("frag-grenades", fighter(10, 17))
    game.does(red, "shoot", at=blue, dice=[2, 4, HIT_FACE, 1, 1, 1, 1])
    assert [e.who for e in game.happened(Pinned)] == [red]


def test_how_often_a_miss_misfires() -> None:
    total, ways = enumerate_outcomes(blast_attacks.roll_drift, (DEGREES,))
    odds = {went.misfire: Fraction(0) for went, _ in ways}
    for went, n in ways:
        odds[went.misfire] += Fraction(n, total)
    assert odds == {"": Fraction(17, 18), "dud": Fraction(5, 108), "in hand": Fraction(1, 108)}


def test_cover_from_the_hole_helps_to_save() -> None:
    game, red, blue = thrown("frag-grenades", fighter(10, 18.2, armour=["flak"], wounds=2), board=LOW_WALL)
    way = Hit(LIBRARY.weapons["frag-grenades"].profiles[0], way="blast", origin=(10000, 16000, 0), hidden=13)
    saves = injury.mark_of(game.model(blue), Strike(3, 0, 1), way.incoming).saves
    assert numbers_of(saves) == (3,)  # 5+ against blasts, +2


def test_whoever_dodges_a_blast_moves_first() -> None:
    game, red, blue = thrown("frag-grenades", fighter(10, 17, skills=["dodge"]))
    game.does(red, "shoot", at=blue, dice=[6, 4, 6], path=((12000, 17000, 0, 0), (0, -1)))
    assert not game.happened(Pinned) and game.record(blue).at.x == 12 * INCH
    game, red, blue = thrown("frag-grenades", fighter(10, 17, skills=["dodge"]))
    game.does(red, "shoot", at=blue, dice=[6, 4, 5, 1, 1])
    assert game.happened(Pinned)


def test_a_blast_throws_its_victims_outwards() -> None:
    game, red, blue = thrown("frag-grenades", fighter(11, 17))
    game.does(red, "shoot", target=POINT, point=(10000, 17000, 0), dice=[6, 4, 3, 1])
    assert game.happened(Moved) and game.record(blue).at.x == 12 * INCH


def test_whoever_stands_in_smoke_may_aim_a_blast_at_its_own_feet() -> None:
    game, red, _ = scene(red=[fighter(10, 10, weapons=["smoke-grenades"])], blue=[fighter(10, 16)])
    at = Placement(inches(10), inches(10), 0, radius=0, height=0, posture=Posture.AWAY)
    game.state.records.append(Cloud(id=2, owner=-1, profile="smoke", at=at, kind="smoke", size=3 * INCH))
    game.state.derived = None
    game.does(red, "shoot", dice=[6, 6])
    assert [(e.x, e.y) for e in game.happened(BlastFell)] == [(inches(10), inches(10))]


@pytest.mark.parametrize(("y", "needed"), [(19.984, 4), (19.985, 6)])
def test_a_throw_at_somebody_reaches_as_far_as_the_rim_of_its_base(y: float, needed: int) -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=["frag-grenades"])], blue=[fighter(10, y)])  # nine inches
    game.does(red, "shoot", at=blue, dice=[1, 4, 6, 6, 360])
    assert f"To hit, {needed}+" in " ".join(game.log())


# ---- what hangs in the air -------------------------------------------------------------------------------------------


def test_smoke_hurts_nobody_and_hides_what_is_behind_it() -> None:
    game, red, blue = thrown("smoke-grenades", fighter(10, 20))
    game.does(red, "shoot", target=POINT, point=(10000, 15000, 0), dice=[6, 4])
    assert [e.cloud.kind for e in game.happened(CloudRose)] == ["smoke"]
    shooter = game.model(red)
    assert not targets.seen_from(game.play, red)
    assert targets.seen_from(game.play, red, through_smoke=True)
    assert shooter.standing


def test_a_new_cloud_takes_the_number_of_one_that_has_gone() -> None:
    game, red, blue = thrown("smoke-grenades", fighter(10, 20))
    game.does(red, "shoot", target=POINT, point=(10000, 15000, 0), dice=[6, 4])
    cloud = things(game.play, Cloud)[0].id
    ThingGone(cloud).apply(game.state)
    game.does(red, "shoot", target=POINT, point=(10000, 16000, 0), dice=[6, 4])
    assert [c.id for c in things(game.play, Cloud)] == [cloud]


def test_a_flare_reveals_and_stays() -> None:
    game, red, blue = thrown("flare-grenades", fighter(10, 17))
    game.does(red, "shoot", at=blue, dice=[6, 4])
    assert [e.condition for e in game.happened(ConditionGained)] == ["revealed"]
    assert [e.cloud.kind for e in game.happened(CloudRose)] == ["flare"]


def test_whoever_walks_into_the_light_of_a_flare_is_seen() -> None:
    game, (red, friend), (near, far) = scene(
        red=[fighter(10, 10, weapons=["flare-grenades"]), fighter(12, 10, weapons=["lasgun"])],
        blue=[fighter(14, 25), fighter(4, 26)],
        dark=3 * INCH,
    )
    game.does(red, "shoot", point=(14000, 18000, 0), dice=[6, 4])
    watcher = game.model(friend)
    assert not targets.targets(watcher, guns.gun(watcher, (0, 0)))
    game.given(near, at=replace(game.record(near).at, y=20 * INCH))
    watcher = game.model(friend)
    assert list(targets.targets(watcher, guns.gun(watcher, (0, 0)))) == [near]


def test_graviton_crushes_the_weak_and_leaves_heavy_ground() -> None:
    game, red, blue = thrown("grav-gun", fighter(10, 17, wounds=3, armour=["light-carapace"]))
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 4])  # over Strength 3: two wounds, and no save
    assert [e.wounds for e in game.happened(Wounded)] == [2]
    assert [e.cloud.kind for e in game.happened(CloudRose)] == ["graviton"]
    assert game.model(blue).initiative == 6
    game, red, blue = thrown("grav-gun", fighter(10, 17, wounds=3))
    game.does(red, "shoot", at=blue, dice=[6, SAFE, 3])
    assert not game.happened(Wounded)


def test_a_graviton_field_is_difficult_ground_until_the_round_ends() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["grav-gun"])], blue=[fighter(10, 17, wounds=3), fighter(30, 30)]
    )
    across = way(leg(10, 20.9))
    assert not game.asks(blue[0], "move").legal(across)
    game.does(red, "shoot", at=blue[0], dice=[6, SAFE, 3])
    game.given(blue[0], status=Status.STANDING)
    assert game.asks(blue[0], "move").legal(across) == ('That takes 5.4" of movement, more than it has.',)
    assert not game.asks(blue[0], "move").legal(way(leg(10, 20.4)))  # 1.5" of it count double
    assert not game.asks(blue[1], "move").legal(way(leg(30, 34.9)))
    assert [patch.title for patch in tableau(game.play).patches] == ["a graviton field"]
    ThingGone(things(game.play, Cloud)[0].id).apply(game.state)
    assert not game.asks(blue[0], "move").legal(across)


def test_a_graviton_die_of_six_always_crushes_where_the_edition_says_so() -> None:
    total, ways = enumerate_outcomes(hits.graviton_crushes, (6, 1, True))
    assert {n: Fraction(w, total) for n, w in ways} == {0: Fraction(5, 6), 1: Fraction(1, 6)}
    _, ways = enumerate_outcomes(hits.graviton_crushes, (6, 1, False))
    assert [crushing for crushing, _ in ways] == [0]


# ---- what blasts and flames do ---------------------------------------------------------------------------------------


def test_gas_pins_nobody_and_asks_for_toughness_only() -> None:
    game, red, blue = thrown("choke-gas-grenades", fighter(10, 17, wounds=3))
    game.does(red, "shoot", at=blue, dice=[6, 5, 3, 3])
    assert not game.happened(Pinned) and game.happened(SeriouslyInjured) and game.record(blue).wounds == 3
    game, red, blue = thrown("choke-gas-grenades", fighter(10, 17, wargear=["respirator"]))
    game.does(red, "shoot", at=blue, dice=[6, 5, 4])  # Toughness 5 behind the respirator
    assert game.record(blue).status is Status.STANDING


def test_scare_gas_breaks_the_nerve() -> None:
    game, red, blue = thrown("scare-gas-grenades", fighter(10, 17))
    game.does(red, "shoot", at=blue, dice=[6, 6, 3, 4, 4, 1, 1])
    assert game.record(blue).broken  # Cool 7+ at -2: 8 is not enough
    game, red, blue = thrown("scare-gas-grenades", fighter(10, 17))
    game.does(red, "shoot", at=blue, dice=[6, 6, 3, 4, 5])
    assert not game.record(blue).broken
    game, red, blue = thrown("scare-gas-grenades", fighter(10, 17))
    game.does(red, "shoot", at=blue, dice=[6, 6, 2])  # below its Toughness: no test of nerve
    assert not game.record(blue).broken


def test_a_flash_blinds_whoever_fails_to_look_away() -> None:
    game, red, blue = thrown("photon-flash-grenades", fighter(10, 17))
    game.does(red, "shoot", at=blue, dice=[6, 5, 3])
    assert "blind" in game.record(blue).conditions and not game.record(blue).ready
    game, red, blue = thrown("photon-flash-grenades", fighter(10, 17, wargear=["photo-goggles"]))
    game.does(red, "shoot", at=blue, dice=[6, 5, 3])
    assert "blind" not in game.record(blue).conditions


def test_rad_grenades_sicken_on_four() -> None:
    game, red, blue = thrown("rad-grenades", fighter(10, 17))
    game.does(red, "shoot", at=blue, dice=[6, 4, 1, 4])
    assert game.happened(FleshWounded)
    game, red, blue = thrown("rad-grenades", fighter(10, 17, armour=["hazard-suit"]))
    game.does(red, "shoot", at=blue, dice=[6, 4, 1])
    assert not game.happened(FleshWounded)


def test_gunk_makes_fire_catch() -> None:
    game, red, blue = thrown("gunk-bombs", fighter(10, 15))
    game.does(red, "shoot", at=blue, dice=[6, 5, 1])
    assert "gunked" in game.record(blue).conditions
    game, red, blue = thrown("flamer", fighter(10, 14, conditions=("gunked",)))
    game.does(red, "shoot", bearing=(0, 1000), dice=[SAFE, 1, 2])
    assert game.record(blue).conditions == ("blaze",)


def test_plasma_grenades_may_blow_up_in_hand() -> None:
    game, red, blue = thrown("plasma-grenades", fighter(10, 17))
    game.does(red, "shoot", at=blue, dice=[6, 3, 4, 1, 1, 5])
    assert game.record(red).status is Status.OUT and game.record(blue).status is Status.PINNED


# ---- flames ----------------------------------------------------------------------------------------------------------


def test_a_flame_hits_everybody_under_it_without_a_roll() -> None:
    game, red, (a, b, c) = thrown("flamer", fighter(10, 14), fighter(10.8, 16), fighter(14, 16))
    game.does(red, "shoot", bearing=(0, 1000), dice=[SAFE, 1, 1, 1, 1], order=(a, b))
    assert "hit" not in rolled_keys(game) and {e.who for e in game.happened(Pinned)} == {a, b}


def test_a_flame_stays_within_the_arc() -> None:
    game, red, blue = thrown("flamer", fighter(10, 14))
    bearing = game.asks(red, "shoot")
    assert bearing.legal((0, 1)) == ()
    assert bearing.legal((1, 1)) == ("The flame would leave the vision arc.",)
    assert bearing.legal((0, -1)) and bearing.legal((0, 0))
    assert (0, 4000) in bearing.candidates(4)


def test_fire_catches_on_four_but_not_on_a_hazard_suit() -> None:
    game, red, blue = thrown("flamer", fighter(10, 14))
    game.does(red, "shoot", bearing=(0, 1000), dice=[SAFE, 1, 4])
    assert "blaze" in game.record(blue).conditions
    game, red, blue = thrown("flamer", fighter(10, 14, armour=["hazard-suit"]))
    game.does(red, "shoot", bearing=(0, 1000), dice=[SAFE, 1])
    assert game.record(blue).conditions == ()


def test_a_web_catches_whoever_it_would_wound() -> None:
    game, red, blue = thrown("web-gun", fighter(10, 14, armour=["light-carapace"]))
    game.does(red, "shoot", bearing=(0, 1000), dice=[SAFE, 3])
    assert game.record(blue).status is Status.SERIOUS and "webbed" in game.record(blue).conditions
    assert game.record(blue).wounds == 1


def test_a_flame_runs_out_of_fuel() -> None:
    game, red, blue = thrown("flamer", fighter(10, 30))
    game.does(red, "shoot", bearing=(0, 1000), dice=[1, 4])
    assert game.record(red).out == (0,)


def test_a_flame_may_go_the_way_that_a_fight_has_turned_its_bearer() -> None:
    at = Placement(inches(10), inches(10), 0, UNIT, 0, 500, 400, Posture.DOWN)
    bearing = Bearing("bearing", "In which direction?", at, True, [])
    assert bearing.sample(Random(1)) == (UNIT, 0)


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


def test_a_place_may_be_aimed_at_over_whoever_is_farther_away_or_harder_to_hit() -> None:
    sheltered = low_wall(8.4, 15, 11.6)
    near, far = fighter(10, 16.4, wargear=["cameleoline-cloak"]), fighter(10, 20)
    for foe, board, calm in ((near, sheltered, ()), (far, "", ()), (near, "", (6, 6))):
        game, red, _ = scene(
            red=[fighter(10, 10, weapons=["frag-grenades"], stats={"s": 4})],
            blue=[foe],
            board=board,
            house_rules=["templates-by-priority"],
        )
        game.does(red, "shoot", target=POINT, point=(14000, 18000, 0), dice=[*calm, 6, 4])
        assert game.happened(BlastFell)[0].x == 14000


def test_it_turns_to_the_closest_if_that_stands_on_the_rim_of_its_arc() -> None:
    game, red, (rim, far) = scene(
        red=[fighter(10, 10, weapons=["flamer"])],
        blue=[fighter(12.1, 12.0), fighter(10.9, 16)],
        house_rules=["closest-all-round", "templates-by-priority"],
    )
    game.does(red, "shoot", bearing=[(9, 60), (21, 20)], dice=[*TOO_LITTLE_COOL, SAFE, 1, 1])
    assert [e.who for e in game.happened(Pinned)] == [rim] and game.record(red).at.fx > 0


def test_a_flame_that_must_burn_the_closest_all_round_turns_to_it() -> None:
    game, red, (behind, _) = scene(
        red=[fighter(10, 10, weapons=["flamer"])],
        blue=[fighter(10, 7), fighter(10, 14)],
        house_rules=["closest-all-round", "templates-by-priority"],
    )
    game.does(red, "shoot", bearing=[(0, 1), (0, -1)], dice=[*TOO_LITTLE_COOL, SAFE, 1, 1])
    assert [e.who for e in game.happened(Pinned)] == [behind] and game.record(red).at.fy < 0 == game.record(red).at.fx


# ---- through ductways ------------------------------------------------------------------------------------------------


def test_a_flame_through_a_ductway_hits_everybody_near_its_end() -> None:
    game, red, (a, b, c) = scene(
        red=[fighter(10, 12.5, weapons=["flamer"])],
        blue=[fighter(10, 15.5), fighter(12, 15.5), fighter(15, 15.5)],
        board=DUCT,
    )
    game.does(red, "fire-through-ductway", dice=[SAFE, 1, 1, 1, 1], order=(a, b))
    assert {e.who for e in game.happened(Pinned)} == {a, b}


@covers("fire-through-ductway", "works")
def test_a_blast_through_a_ductway_drifts_if_it_misses() -> None:
    game, red, blue = scene(red=[fighter(10, 12.5, weapons=["frag-grenades"])], blue=[fighter(10, 15.5)], board=DUCT)
    game.does(red, "fire-through-ductway", at=blue, dice=[4, 4, ARROW, 4, EAST])
    assert game.happened(BlastFell)[0].x == 14 * INCH and not game.happened(Pinned)
    game, red, blue = scene(red=[fighter(10, 12.5, weapons=["frag-grenades"])], blue=[fighter(10, 15.5)], board=DUCT)
    game.does(red, "fire-through-ductway", target=POINT, point=(10500, 15000, 0), dice=[5, 4, 1, 1])
    assert game.happened(Pinned)
    spot = game.asks(red, "fire-through-ductway", target=POINT)
    assert spot.legal((12000, 15000, 0)) == ('It must be within 1" of the far end of the ductway.',)


@pytest.mark.parametrize("sways", [True, False])
def test_whoever_sees_double_may_hit_somebody_else_by_the_far_end_of_a_ductway(sways: bool) -> None:
    game, (red, friend, _), blue = scene(
        red=[fighter(10, 12.5, weapons=["lasgun"], black_eel=2), fighter(11.1, 15.2), fighter(10, 19)],
        blue=[fighter(9.6, 15.2)],
        board=DUCT,
        options={"drink-sways-through-ductways": sways},
    )
    told = (f"drink may turn it on {game.world.names[friend]}",) if sways else ()
    assert game.asks(red, "fire-through-ductway").cautions(blue) == told
    game.does(red, "fire-through-ductway", at=blue, dice=[*([1] if sways else []), 5, SAFE, 1])
    assert [e.who for e in game.happened(Pinned)] == [friend if sways else blue]


def test_a_blast_through_a_ductway_is_led_astray_by_drink_too() -> None:
    game, (red, friend), blue = scene(
        red=[fighter(10, 12.5, weapons=["frag-grenades"], black_eel=2), fighter(11.1, 15.2)],
        blue=[fighter(9.6, 15.2)],
        board=DUCT,
    )
    game.does(red, "fire-through-ductway", at=blue, dice=[1, 5, 4, 1, 1, 1, 1], order=(friend, blue))
    (fell,) = game.happened(BlastFell)
    assert (fell.x, fell.y) == (11100, 15200)


@pytest.mark.parametrize(("port", "needed"), [("false", 6), ("true", 4)])
def test_a_firing_port_shelters_from_flames(port: str, needed: int) -> None:
    game, red, blue = scene(
        red=[fighter(10, 12.5, weapons=["flamer"])],
        blue=[fighter(10, 15.5, armour=["flak"], wounds=2)],
        board=DUCT + f"firing_port = {port}\n",
    )
    game.does(red, "fire-through-ductway", dice=[SAFE, 6, 1, 1])
    assert f"Save, {needed}+" in " ".join(game.log())


def test_the_firing_port_of_one_ductway_shelters_nobody_from_flames_through_another() -> None:
    ported = piece("ductway", id="port", ends=[[30, 13.5, 0], [30, 14.5, 0]], firing_port=True)
    for needed, at in ((6, 10), (4, 30)):
        game, red, blue = scene(
            red=[fighter(at, 12.5, weapons=["flamer"])],
            blue=[fighter(at, 15.5, armour=["flak"], wounds=2)],
            board=DUCT + ported,
        )
        game.does(red, "fire-through-ductway", dice=[SAFE, 6, 1, 1])
        assert f"Save, {needed}+" in " ".join(game.log())


def test_whatever_hangs_in_the_air_has_a_name_in_the_log() -> None:
    game, red, blue = thrown("smoke-grenades", fighter(10, 20))
    game.does(red, "shoot", target=POINT, point=(10000, 15000, 0), dice=[6, 4])
    assert "Smoke hangs in the air." in game.log()
    cloud = things(game.play, Cloud)[0].id
    assert ThingGone(cloud).sentence(lambda who: game.ruleset.name_of(game.world, who)) == "The cloud is gone."


def test_a_mine_strikes_everybody_within_its_reach_and_melts_those_who_are_near() -> None:
    mine = piece("marker", id="mine", kind="booby-trap", at=[10, 14, 0], params={"kind": "thermal-mine"})
    game, red, (near, far, away) = scene(
        red=[fighter(10, 4, weapons=["lasgun"])],
        blue=[fighter(10, 16), fighter(10, 19, wounds=4), fighter(10, 23)],
        board=mine,
    )
    trap = 4
    calm, cold = (6, 6), (1, 5)  # a Cool test passed, a lasting injury that lasts no longer than the battle
    shot, melted, spared = (4, SAFE, 3), (2, 1, 1, 1), (2, 3)  # three flesh wounds but for the heat; no fire
    dice = [*shot, *melted, *spared, *calm, *3 * cold]
    game.does(red, "shoot", at=trap, dice=dice, order=(near, far))
    assert game.record(near).status is Status.OUT
    assert game.record(far).wounds == 1 and game.record(far).conditions == ()
    assert game.record(away).status is Status.STANDING


# ---- points on which tables differ -----------------------------------------------------------------------------------


def test_at_some_tables_a_blast_through_a_ductway_needs_a_target_and_does_not_drift() -> None:
    strict = {"blasts-through-ductways": False}
    red = [fighter(10, 12.5, weapons=["frag-grenades"])]
    game, bomber, blue = scene(red=red, blue=[fighter(10, 15.5)], board=DUCT, options=strict)
    game.does(bomber, "fire-through-ductway", dice=[4, 4])
    assert not game.happened(BlastFell)
    game, bomber, blue = scene(red=red, blue=[fighter(10, 25)], board=DUCT, options=strict)
    assert game.why_not(bomber, "fire-through-ductway") == ("There is nothing it may be aimed at.",)


def test_at_some_tables_unstable_grenades_are_safe_in_the_hand() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["plasma-grenades"])],
        blue=[fighter(10, 17)],
        options={"unstable-grenades": False},
    )
    game.does(red, "shoot", at=blue, dice=[6, 4, 1])
    assert "unstable" not in rolled_keys(game)


def test_the_odds_of_a_blast_that_drifts_are_exact() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["stun-grenades"])], blue=[fighter(10, 16), fighter(12, 18, weapons=["lasgun"])]
    )
    found = odds(game.play, red, "shoot", {"target": blue[0]}, "down")
    again = odds(game.play, red, "shoot", {"target": blue[0]}, "down", limit=1)
    assert found.exact and not again.exact
    assert again.low < found.probability < again.high
