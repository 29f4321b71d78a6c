"""Close combat, retreats and the last blow: every choice, every number."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    COLD,
    KNIFE,
    TOUCH,
    armed,
    covers,
    duel,
    fighter,
    fighters_apart,
    leg,
    marker,
    numbers_of,
    piece,
    rolled_keys,
    run_rule,
    scene,
    to_hit,
    wall,
    way,
)
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.core.play import Play
from warbook.core.state import Effect
from warbook.core.structs import replace
from warbook.odds.dice_rules import enumerate_outcomes
from warbook.rulesets.necromunda.attacks.close_combat import (
    attacks,
    blows,
    coup_de_grace,
    exchange,
    fighting,
    grips,
    parrying,
    reaction_attacks,
)
from warbook.rulesets.necromunda.attacks.close_combat.blows import Aim, Blow, Bout, Flurry, Stance
from warbook.rulesets.necromunda.checks import directions
from warbook.rulesets.necromunda.edition_2023 import LIBRARY
from warbook.rulesets.necromunda.edition_classic import RULESET as CLASSIC
from warbook.rulesets.necromunda.events.attacks import Struck
from warbook.rulesets.necromunda.events.fighters import (
    FleshWounded,
    SeriouslyInjured,
    StoodUp,
    TakenOut,
    Wounded,
)
from warbook.rulesets.necromunda.events.gear import AmmoOut
from warbook.rulesets.necromunda.events.moments import RiddenPast
from warbook.rulesets.necromunda.events.movement import Faced, Moved
from warbook.rulesets.necromunda.events.things import ThingPlaced
from warbook.rulesets.necromunda.harm.dice import boiled_down
from warbook.rulesets.necromunda.harm.strikes import Harm, Mark, Strike
from warbook.rulesets.necromunda.printed import Trait
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model
from warbook.rulesets.necromunda.records.position import across_barricade, engaged_with
from warbook.testing import Script

STAY = ((0, 1),)  # a path that goes nowhere


def number(game: Any, attacker: int, victim: int, weapon: str = "fighting-knife", **stance: Any) -> int:
    """The number one needs to hit another."""
    profile = LIBRARY.weapons[weapon].profiles[0]
    return blows.hit_number(Bout(game.model(attacker), game.model(victim), profile, Stance(**stance))).number


def with_trait(weapon: str, *traits: str) -> Any:
    """A weapon of a kind that nobody sells: with more traits than printed."""
    made = LIBRARY.weapons[weapon]
    return replace(made, profiles=tuple(p.with_traits(*map(Trait, traits)) for p in made.profiles))


# ---- the fight -------------------------------------------------------------------------------------------------------


@covers("fight", "works")
def test_a_blow_that_hits_and_wounds_brings_an_enemy_down() -> None:
    game, red, blue = duel()
    game.does(red, "fight", dice=[4, 4, 3], after=None, path=STAY)
    assert game.record(blue).status is Status.SERIOUS
    assert [e.by for e in game.happened(SeriouslyInjured)] == [red]


@covers("fight", "refused")
def test_nobody_fights_thin_air() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(10, 12)])
    assert game.why_not(red, "fight") == (
        "It must be standing, with an enemy in base contact or in reach of a versatile weapon, or a vehicle beside it.",
    )


@covers("fight", "refused")
def test_a_broken_fighter_does_not_start_a_fight() -> None:
    game, red, _ = duel({"broken": True})
    assert game.why_not(red, "fight") == (
        "It must be standing, with an enemy in base contact or in reach of a versatile weapon, or a vehicle beside it.",
    )


@covers("fight", "numbers")
def test_weapon_skill_four_needs_a_four_and_a_natural_one_always_misses() -> None:
    game, red, blue = duel()
    assert number(game, red, blue) == 4
    game.does(red, "fight", dice=[3], react=None)
    assert not game.happened(Wounded)
    keen, red, blue = duel({"stats": {"ws": 2}, "skills": ("combat-master",)})
    keen.does(red, "fight", dice=[1], react=None)
    assert not keen.happened(Wounded)


@covers("fight", "numbers")
@pytest.mark.parametrize(
    ("weapons", "grip", "charging", "skills", "dice"),
    [
        (("fighting-knife",), ((0, 0),), False, (), 2),
        (("fighting-knife", "maul"), ((0, 0), (1, 0)), False, (), 3),
        (("fighting-knife", "maul"), ((1, 0),), False, (), 2),
        (("fighting-knife", "stub-gun"), ((0, 0), (1, 0)), True, (), 4),
        (("fighting-knife",), ((0, 0),), True, ("berserker",), 4),
        ((), (), True, (), 3),
    ],
)
def test_attack_dice(weapons: Any, grip: Any, charging: bool, skills: Any, dice: int) -> None:
    game, red, _ = duel({"weapons": weapons, "skills": skills, "stats": {"a": 2}})
    assert grips.attack_dice(game.model(red), grip, Stance(charging=charging)) == dice


def test_paired_weapons_count_as_two_and_double_the_attacks_of_a_charge_on_foot() -> None:
    for mounted, standing, charging in ((False, 3, 6), (True, 2, 3)):
        game, red, _ = duel({"stats": {"a": 2, "mounted": mounted}})
        armed(game, red, with_trait("fighting-knife", "paired"))
        dice = [grips.attack_dice(game.model(red), ((0, 0),), Stance(charging=c)) for c in (False, True)]
        assert dice == [standing, charging]


def test_dice_are_shared_evenly_and_the_odd_one_goes_where_its_player_likes() -> None:
    game, red, _ = duel({"weapons": ("fighting-knife", "maul"), "stats": {"a": 2}})
    game.does(red, "fight", weapons=((0, 0), (1, 0)), odd=(1, 0), dice=[1, 1, 1], react=None)
    assert to_hit(game, red) == [[1], [1, 1]]


def test_two_weapons_are_two_and_not_one_used_in_two_ways() -> None:
    game, red, blue = duel({"weapons": ("fighting-knife", "plasma-pistol")})
    offered = game.asks(red, "fight").candidates(9)
    knife, low, full = (0, 0), (1, 0), (1, 1)
    assert {grip for grip in offered if len(grip) == 2} == {(knife, low), (knife, full)}
    game, red, blue = duel({"weapons": ("plasma-pistol", "fighting-knife")})
    offered = game.asks(red, "fight").candidates(9)
    assert {grip for grip in offered if len(grip) == 2} == {((0, 0), (1, 0)), ((0, 1), (1, 0))}


def test_a_sidearm_has_one_die_and_fires_it() -> None:
    game, red, blue = duel({"weapons": ("fighting-knife", "stub-gun"), "stats": {"a": 3}})
    game.does(red, "fight", weapons=((0, 0), (1, 0)), dice=[2, 1, 1, 1, 4], react=None)  # stub gun, knife, Firepower
    assert to_hit(game, red) == [[2], [1, 1, 1]]
    assert "Firepower die" in {event.pool for event in game.happened(Rolled)}


def test_a_sidearm_that_fails_its_ammo_test_is_out_of_ammo() -> None:
    game, red, _ = duel({"weapons": ("stub-gun",)})
    game.does(red, "fight", weapons=((0, 0),), dice=[1, 1, 3], react=None)  # missed; the ammo symbol; 3 is less than 4+
    assert game.record(red).out == (0,)
    assert len(game.happened(AmmoOut)) == 1


def test_an_autopistol_hits_as_often_as_the_firepower_die_has_holes() -> None:
    game, red, blue = duel({"weapons": ("autopistol",)}, {"stats": {"w": 3}})
    game.does(red, "fight", weapons=((0, 0),), dice=[4, 6, 6, 6, 1], react=None)
    assert game.record(blue).wounds == 1


def test_bare_hands_strike_with_the_fighters_own_strength() -> None:
    game, red, blue = duel({"weapons": ()}, {"stats": {"w": 2}})
    game.does(red, "fight", dice=[4, 4], react=None)
    assert game.record(blue).wounds == 1


def test_an_unwieldy_weapon_takes_both_hands_unless_the_biceps_bulge() -> None:
    two = ("two-handed-axe", "fighting-knife")
    game, red, _ = duel({"weapons": two})
    assert ((0, 0), (1, 0)) not in grips.grips(game.model(red), [(0, 0), (1, 0)])
    game, red, _ = duel({"weapons": two, "skills": ("bulging-biceps",)})
    assert ((0, 0), (1, 0)) in grips.grips(game.model(red), [(0, 0), (1, 0)])


def test_a_rider_fights_with_one_weapon_and_nothing_unwieldy() -> None:
    game, red, blue = duel({"weapons": ("fighting-knife", "maul", "two-handed-axe"), "stats": {"mounted": True}})
    arms = grips.usable_arms(game.play, game.model(red), (blue,), Stance())
    assert grips.grips(game.model(red), arms) == [((0, 0),), ((1, 0),)]


def test_dice_may_be_split_between_enemies_in_the_vision_arc() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, weapons=KNIFE, stats={"a": 2})],
        blue=[fighter(9.31, 10.71, weapons=()), fighter(10.69, 10.71, weapons=())],
    )
    assert engaged_with(game.play, red) == tuple(blues)
    game.does(red, "fight", targets=(1, 1), dice=[1, 1], react=None)
    assert to_hit(game, red) == [[1], [1]]


@pytest.mark.parametrize(("weapon", "asked"), [("fighting-knife", False), ("maul", True), ("two-handed-axe", True)])
def test_whoever_has_nothing_better_in_every_way_may_fight_with_bare_hands(weapon: str, asked: bool) -> None:
    game, red, blue = scene(red=[fighter(10, 10, weapons=[weapon])], blue=[fighter(10, 10 + TOUCH)])
    if asked:
        assert game.asks(red, "fight").candidates(9) == [((0, 0),), ()]
        game.does(red, "fight", weapons=(), dice=[2], react=None)
    else:
        game.does(red, "fight", dice=[2], react=None)
    assert rolled_keys(game) == ["fight.hit"]


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


# ---- turning to face -------------------------------------------------------------------------------------------------


def test_a_fighter_that_sees_nobody_turns_and_is_worse_for_it() -> None:
    game, red, blue = duel({"facing": (0, -1)})
    game.does(red, "fight", dice=[4], react=None)
    assert not game.happened(Wounded)
    facing = game.happened(Faced)[0]
    assert facing.who == red and facing.fx == 0 and facing.fy > 0
    assert number(game, red, blue, turned=True) == 5


def test_it_may_rather_stay_as_it_is_and_strike_at_those_it_sees() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(10, 10 + TOUCH), fighter(10, 10 - TOUCH)]
    )
    question = game.asks(red, "fight")
    assert question.key == "fight.face"
    assert question.label(question.options()[0]) == "stay as it is"
    game.does(red, "fight", face="stay as it is", dice=[1], react=None)
    assert not game.happened(Faced)


def test_between_two_enemies_it_may_turn_to_both() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, facing=(0, -1), weapons=KNIFE, stats={"a": 2})],
        blue=[fighter(9.31, 10.71), fighter(10.69, 10.71)],
    )
    labels = [game.asks(red, "fight").label(way) for way in game.asks(red, "fight").options()]
    assert len(labels) == 3 and sum(" and " in label for label in labels) == 1


def test_whoever_is_partly_in_the_vision_arc_is_fought_without_turning_as_it_would_be_shot() -> None:
    # base to base, 60 degrees off the front: its middle is outside the arc, some of its base is not
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife", "lasgun"])], blue=[fighter(10.852, 10.492, weapons=[])]
    )
    game.does(red, "fight", dice=[3], react=None)  # Weapon Skill 4+ misses, and was not asked to turn
    assert rolled_keys(game) == ["fight.hit"]


def test_whoever_gets_up_before_a_charge_has_turned_to_it_and_is_not_stabbed_in_the_back() -> None:
    behind = {"facing": (0, 1), "stats": {"t": 4, "w": 2}}
    game, red, blue = fighters_apart(5, {}, {"status": Status.PINNED, **behind})
    game.does(red, "charge", target=blue, dice=[1, 1, 4, 4], react=None)  # S3 against T4 wounds on a 5
    assert game.happened(StoodUp) and not game.happened(Wounded)
    game, red, blue = fighters_apart(5, {}, behind)
    game.does(red, "charge", target=blue, dice=[1, 1, 4, 4], react=None)  # S4 from behind, on a 4
    assert game.happened(Wounded)


def test_whoever_lies_there_sees_nobody_and_is_stabbed_in_the_back_from_any_side() -> None:
    for status, wounds in ((Status.STANDING, 2), (Status.PINNED, 1)):
        game, red, blue = scene(
            red=[fighter(10, 10, weapons=KNIFE, stats={"mounted": True})],
            blue=[fighter(10.5, 13, weapons=KNIFE, status=status, stats={"w": 2, "t": 4})],
        )
        answer = {"react": False} if status is Status.STANDING else {}
        game.does(red, "move", ride_by=blue, path=((9000, 14800, 0, 0), (0, 1)), dice=[4, 4], **answer)
        assert game.record(blue).wounds == wounds  # S3 needs a 5 against T4, S4 a 4


@covers("fight", "numbers")
def test_turning_about_before_the_first_action_costs_an_engaged_fighter_as_much() -> None:
    game, red, blue = fighters_apart(0, {"facing": (0, -1)})
    game.state = game.poised(red)
    game.goes_on(action=["face-about", "fight"], facing=(0, 1), dice=[4], react=None)
    assert rolled_keys(game) == ["fight.hit"]


def test_turning_about_before_a_charge_or_a_blow_from_afar_costs_nothing() -> None:
    game, red, blue = fighters_apart(5, {"facing": (0, -1)}, {"stats": {"w": 2}})
    game.state = game.poised(red)
    game.goes_on(action=["face-about", "charge"], facing=(0, 1), target=blue, dice=[1, 4, 1, 4], react=None)
    assert game.happened(Wounded)
    game, red, blue = fighters_apart(1.5, {"facing": (0, -1), "weapons": ("polearm",)}, {"stats": {"w": 2}})
    game.state = game.poised(red)
    game.goes_on(action=["face-about", "fight"], facing=(0, 1), dice=[4, 4])
    assert game.happened(Wounded)


# ---- the hit roll ----------------------------------------------------------------------------------------------------


def test_friends_assist_and_enemies_interfere() -> None:
    game, reds, blues = scene(
        red=[fighter(10, 10), fighter(10, 10 + 2 * TOUCH)],
        blue=[fighter(10, 10 + TOUCH), fighter(10 - TOUCH, 10)],
    )
    assert number(game, reds[0], blues[0]) == 4  # one helps, one hinders
    assert number(game, reds[1], blues[0]) == 4  # its friend is held up by another enemy
    master, reds, blues = scene(
        red=[fighter(10, 10, skills=("combat-master",)), fighter(10, 10 + 2 * TOUCH)],
        blue=[fighter(10, 10 + TOUCH), fighter(10 - TOUCH, 10)],
    )
    assert number(master, reds[0], blues[0]) == 3  # no interference
    assert number(master, reds[1], blues[0]) == 3  # and always a help


def test_an_enemy_that_fights_somebody_else_too_does_not_interfere() -> None:
    game, reds, blues = scene(
        red=[fighter(10, 10), fighter(10 - 2 * TOUCH, 10)],
        blue=[fighter(10, 10 + TOUCH), fighter(10 - TOUCH, 10)],
    )
    assert number(game, reds[0], blues[0]) == 4


@pytest.mark.parametrize(
    ("weapon", "needed"), [("fighting-knife", 4), ("chainsword", 3), ("two-handed-axe", 5), ("stub-gun", 4)]
)
def test_accuracy_counts_for_blades_and_not_for_sidearms(weapon: str, needed: int) -> None:
    game, red, blue = duel()
    assert number(game, red, blue, weapon) == needed


@pytest.mark.parametrize(
    ("stance", "needed"),
    [({"turned": True}, 5), ({"entangled": True}, 6), ({"unseen": (1,)}, 5), ({"unseen": (7,)}, 4)],
)
def test_circumstances_change_the_hit_roll(stance: dict[str, Any], needed: int) -> None:
    game, red, blue = duel()
    assert number(game, red, blue, **stance) == needed


def test_the_broken_react_at_two_less() -> None:
    game, red, blue = duel(blue={"broken": True})
    assert number(game, blue, red, reaction=True) == 6


def test_a_holo_field_is_hard_to_make_out() -> None:
    game, red, blue = duel(blue={"armour": ("holo-field",)})
    assert number(game, red, blue) == 5


def test_enough_to_drink_spoils_the_aim_of_a_blade() -> None:
    sober, red, blue = duel({"rinse": 2})
    drunk, red, blue = duel({"rinse": 3})
    assert (number(sober, red, blue), number(drunk, red, blue)) == (4, 5)


# ---- traits of weapons -----------------------------------------------------------------------------------------------


def the_blow(game: Any, red: int, blue: int, face: int, *, arm: Any = (0, 0), **stance: Any) -> Blow | None:
    """What one face of the die comes to."""
    aim = Aim(arm, blue, 1, stance.pop("crushing", False))
    return blows.flurry(game.play, game.model(red), aim, Stance(**stance)).blow(face)


def test_an_ammo_cache_that_comes_out_of_a_casket_saves_a_sidearm_its_ammo_test() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["autopistol"])],
        blue=[fighter(10, 10.984)],
        board=marker("casket", 10.984, 10),
    )

    def ammo() -> int:
        return blows.flurry(game.play, game.model(red), Aim((0, 0), blue, 1), Stance()).ammo

    assert ammo() == LIBRARY.weapons["autopistol"].profiles[0].ammo
    ThingPlaced(game.world.count, "ammo-cache").apply(game.state)
    assert ammo() == 0


def test_whoever_fires_a_sidearm_beside_a_cache_may_ransack_it() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["stub-gun"])],
        blue=[fighter(10, 10 + TOUCH)],
        board=marker("ammo-cache", 11, 10),
    )
    # a miss; the ammo symbol; the test of 4+ is 2 easier: it passes with a 2
    game.does(red, "fight", weapons=((0, 0),), dice=[1, 1, 2], ransack=True, react=None)
    assert game.record(red).out == () and rolled_keys(game).count("ammo") == 1


def test_backstab_strikes_harder_from_outside_the_vision_arc() -> None:
    for facing, skills, strength in (
        ((0, -1), (), 3),
        ((0, 1), (), 4),
        ((0, 1), ("backstab",), 5),
        ((0, -1), ("backstab",), 3),
    ):
        game, red, blue = duel({"skills": skills}, {"facing": facing})
        hit = the_blow(game, red, blue, 6)
        assert hit is not None and hit.strike.strength == strength


def test_the_backstab_skill_lends_the_trait_to_a_maul() -> None:
    game, red, blue = duel({"weapons": ("maul",), "skills": ("backstab",)}, {"facing": (0, 1)})
    hit = the_blow(game, red, blue, 6)
    assert hit is not None and hit.strike.strength == 4


def test_a_shock_weapon_wounds_by_itself_on_a_natural_six() -> None:
    game, red, blue = duel({"weapons": ("shock-baton",)}, {"stats": {"w": 2}})
    game.does(red, "fight", dice=[6], react=None)
    assert game.record(blue).wounds == 1
    game, red, blue = duel({"weapons": ("shock-baton",)}, {"stats": {"w": 2}})
    game.does(red, "fight", dice=[5, 3], react=None)
    assert game.record(blue).wounds == 2


def test_a_power_weapon_goes_through_armour_on_a_natural_six() -> None:
    game, red, blue = duel({"weapons": ("power-hammer",)}, {"armour": ("light-carapace",)})
    five, six = the_blow(game, red, blue, 5), the_blow(game, red, blue, 6)
    assert five is not None and numbers_of(five.saves) == (5,) and five.strike.damage == 2
    assert six is not None and six.saves == () and six.strike.damage == 3


def test_a_field_still_saves_from_a_power_weapon() -> None:
    game, red, blue = duel({"weapons": ("power-hammer",)}, {"armour": ("light-carapace", "refractor-field")})
    six = the_blow(game, red, blue, 6)
    assert six is not None and six.saves == ()
    game.does(
        red, "fight", dice=[6, 3, 5, 6], save="refractor-field", react=None
    )  # wounded, saved, and the field holds
    assert game.record(blue).wounds == 1


def test_a_disarmed_enemy_reacts_with_bare_hands_until_the_round_ends() -> None:
    game, red, blue = duel({"weapons": ("axe",)}, {"stats": {"w": 2}})
    game.does(red, "fight", dice=[6, 1, 1], react=blue)
    assert Effect("disarmed", blue, "round") in game.state.effects
    assert grips.choose_grip(game.play, game.model(blue), (red,), Stance(reaction=True)) == ()
    assert grips.choose_grip(game.play, game.model(blue), (red,), Stance()) == ((0, 0),)


def test_skill_and_trait_together_disarm_on_a_five() -> None:
    for weapon, skills, fives in (("axe", (), False), ("maul", ("disarm",), False), ("axe", ("disarm",), True)):
        game, red, blue = duel({"weapons": (weapon,), "skills": skills})
        hits = [the_blow(game, red, blue, face) for face in (5, 6)]
        assert ["disarm" in hit.marks for hit in hits if hit] == [fives, weapon == "axe" or "disarm" in skills]


def test_an_entangled_enemy_reacts_at_two_less() -> None:
    game, red, blue = duel({"weapons": ("flail",)}, {"stats": {"w": 2}})
    game.does(red, "fight", dice=[6, 1, 5], react=blue)  # a natural 6 that does not wound; then a 5 where 6 is needed
    assert not game.happened(Wounded)
    assert to_hit(game, blue) == [[6], [5]]


@pytest.mark.parametrize(("weapon", "on_six"), [("flail", ("entangle",)), ("shock-stave", ())])
def test_nothing_but_a_natural_six_of_an_entangling_weapon_entangles(weapon: str, on_six: tuple[str, ...]) -> None:
    game, red, blue = duel({"weapons": (weapon,)})
    five, six = (the_blow(game, red, blue, face) for face in (5, 6))
    assert five and six and (five.marks, six.marks) == ((), on_six)


def test_toxin_beats_toughness_instead_of_wounding() -> None:
    game, red, blue = duel({"weapons": ("stiletto-knife",)}, {"stats": {"w": 3}})
    game.does(red, "fight", weapons=((0, 0),), dice=[4, 3, 3], after=None, path=STAY)
    assert game.record(blue).status is Status.SERIOUS and game.record(blue).wounds == 3


def test_rending_does_more_damage_on_a_natural_six_to_wound() -> None:
    game, red, blue = duel({"weapons": ("chainsword",)}, {"stats": {"w": 3}})
    game.does(red, "fight", dice=[3, 6], react=None)
    assert game.record(blue).wounds == 1


def test_pulverise_turns_a_flesh_wound_into_a_serious_injury() -> None:
    game, red, blue = duel({"weapons": ("heavy-rock-drill",)}, {"stats": {"w": 2}})
    game.does(red, "fight", dice=[4, 3, 1, 3], after=None, path=STAY)
    assert game.record(blue).status is Status.SERIOUS and game.record(blue).flesh == 0


def test_sever_takes_out_whoever_it_brings_to_nothing() -> None:
    game, red, blue = duel({"weapons": ("greatsword",)})
    game.does(red, "fight", dice=[4, 3, 1, *COLD], path=STAY)  # hit, wound, an injury die; then the lasting injury
    assert game.record(blue).status is Status.OUT


def test_melta_takes_out_whoever_it_brings_to_nothing() -> None:
    game, red, blue = duel({"weapons": ("inferno-pistol",)})
    game.does(
        red, "fight", weapons=((0, 0),), dice=[4, 4, 2, 1, 1, *COLD, *COLD], path=STAY
    )  # hit, Firepower, wound, two injury dice, and what each leads to
    assert game.record(blue).status is Status.OUT


def test_a_concussion_dulls_the_initiative_for_the_round() -> None:
    game, red, blue = duel({"weapons": ("heavy-club",)}, {"stats": {"w": 3}})
    game.does(red, "fight", dice=[4, 1], react=None)
    assert game.model(blue).initiative == 6


def test_knockback_breaks_contact_and_may_be_followed() -> None:
    for follow, apart in ((False, 1000), (True, 0)):
        game, red, blue = duel({"weapons": ("spud-jacker",)}, {"stats": {"w": 2}})
        reaction = {"react": None} if follow else {}
        game.does(red, "fight", dice=[4, 1], follow=follow, **reaction)
        assert abs(game.gap(red, blue) - apart) <= 10


def test_knockback_needs_a_hit_roll_of_the_victims_strength() -> None:
    game, red, blue = duel({"weapons": ("spud-jacker",)}, {"stats": {"s": 5}})
    hits = [the_blow(game, red, blue, face) for face in (4, 5, 6)]
    assert ["knockback" in hit.marks for hit in hits if hit] == [False, True, True]


def test_knockback_against_a_wall_does_more_damage() -> None:
    walled = wall(8, 11.476, 12, 11.476)
    game, red, blue = duel({"weapons": ("spud-jacker",)}, {"stats": {"w": 3}}, board=walled)
    game.does(red, "fight", dice=[4, 4], react=None)
    assert game.record(blue).wounds == 1
    assert not game.happened(Moved)


def test_a_versatile_weapon_strikes_from_afar_and_only_in_its_own_activation() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=("polearm",))], blue=[fighter(10, 12.5, weapons=KNIFE, stats={"w": 2})]
    )
    assert "fight" in game.allowed(red) and game.model(red).active
    assert grips.opponents(game.play, red) == ()  # not its activation yet
    game.does(red, "fight", dice=[5, 3])  # nobody reacts: the knife does not reach so far
    assert game.record(blue).wounds == 1


def test_each_weapon_that_reaches_some_enemy_may_be_taken_up() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, weapons=["whip", "fighting-knife"])],
        blue=[fighter(10, 10 + TOUCH), fighter(12, 12)],
    )
    offered = game.asks(red, "fight").candidates(9)
    assert ((1, 0),) in offered and ((0, 0), (1, 0)) in offered


def test_who_is_struck_from_afar_strikes_back_if_it_reaches_as_far() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=("polearm",))], blue=[fighter(10, 12.5, weapons=("shock-stave",), stats={"w": 2})]
    )
    game.does(red, "fight", dice=[1, 1], react=blue)
    assert to_hit(game, red) == [[1], [1]]


def test_a_weapon_that_reaches_nobody_in_the_vision_arc_is_not_taken_up() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, weapons=["whip", "fighting-knife"])],
        blue=[fighter(10, 10 - TOUCH), fighter(10, 12.5)],
    )
    question = game.asks(red, "fight", face="turn to Dipper at 10, 9.016")
    assert ((1, 0),) in question.candidates(9)
    game.does(red, "fight", face="stay as it is", dice=[1], react=None)  # with the whip, at the one ahead
    assert [struck.weapon for struck in game.happened(Struck)] == ["Whip"]


def test_a_versatile_weapon_does_not_reach_through_a_wall() -> None:
    walled = wall(8, 11.2, 12, 11.2)
    game, red, _ = scene(red=[fighter(10, 10, weapons=("polearm",))], blue=[fighter(10, 12.5)], board=walled)
    assert game.why_not(red, "fight") == (
        "It must be standing, with an enemy in base contact or in reach of a versatile weapon, or a vehicle beside it.",
    )


def test_a_greatsword_is_handier_at_reach_than_close() -> None:
    for y, needed in ((10 + TOUCH, 4), (11.8, 3)):
        game, red, blue = scene(red=[fighter(10, 10, weapons=("greatsword",))], blue=[fighter(10, y)])
        assert number(game, red, blue, "greatsword") == needed


def test_a_digital_weapon_adds_a_die_of_its_own() -> None:
    game, red, blue = duel({"weapons": ("fighting-knife", "digi-laser")})
    game.does(red, "fight", dice=[1, 1, 4], react=None)  # knife, digi laser, its Firepower
    assert to_hit(game, red) == [[1], [1]]


@pytest.mark.parametrize(
    ("stance", "disarmed", "dice"),
    [({}, True, 1), ({"reaction": True}, False, 1), ({"reaction": True}, True, 0), ({"passing": True}, False, 0)],
)
def test_a_digital_weapon_is_no_help_to_a_rider_nor_to_who_reacts_disarmed(
    stance: Any, disarmed: bool, dice: int
) -> None:
    game, red, blue = duel({"weapons": ("fighting-knife", "digi-laser")})
    game.state.effects = (Effect("disarmed", red, "round"),) if disarmed else ()
    assert len(grips.digital(game.play, game.model(red), (blue,), Stance(**stance))) == dice


def test_a_lance_strikes_harder_from_a_mount_that_charges() -> None:
    for mounted, charging, strength in ((True, True, 4), (True, False, 3), (False, True, 3)):
        game, red, blue = duel({"stats": {"mounted": mounted}})
        armed(game, red, with_trait("fighting-knife", "lance"))
        hit = the_blow(game, red, blue, 6, charging=charging)
        assert hit is not None and hit.strike.strength == strength


@pytest.mark.parametrize(("facing", "melts"), [((0, -1), False), ((0, 1), True)])
def test_a_ceramite_shield_takes_the_worst_of_melta_from_blows_in_sight(facing: tuple[int, int], melts: bool) -> None:
    game, red, blue = duel({}, {"armour": ("ceramite-shield",), "facing": facing})
    armed(game, red, with_trait("fighting-knife", "melta"))
    hit = the_blow(game, red, blue, 6)
    assert hit is not None and ("melta" in hit.strike.traits) is melts


def test_a_shield_helps_against_blows_from_the_front() -> None:
    for facing, save in (((0, -1), (4,)), ((0, 1), (6,))):
        game, red, blue = duel({}, {"armour": ("mesh", "assault-shield"), "facing": facing})
        hit = the_blow(game, red, blue, 5)
        assert hit is not None and numbers_of(hit.saves) == save


def test_a_master_crafted_weapon_may_try_once_more_in_a_battle() -> None:
    game, red, blue = duel({}, {"stats": {"w": 3}})
    armed(game, red, with_trait("fighting-knife", "master-crafted"))
    game.does(red, "fight", dice=[3, 4, 4], again=True, react=None)
    assert game.record(blue).wounds == 2
    game.does(red, "fight", dice=[3], react=None)


def test_an_unstable_sidearm_may_turn_on_its_bearer() -> None:
    game, red, blue = duel({"weapons": ("plasma-pistol",)})
    game.does(
        red, "fight", weapons=((0, 1),), dice=[1, 1, 3, 6, *COLD]
    )  # missed, the symbol, Unstable, Ammo, lasting injury
    assert game.record(red).status is Status.OUT


def test_a_power_weapon_shines_in_the_dark() -> None:
    for weapon, revealed in (("power-sword", True), ("sword", False)):
        game, red, _ = duel({"weapons": (weapon,)}, dark=3000)
        game.does(red, "fight", dice=[1], react=None)
        assert ("revealed" in game.record(red).conditions) is revealed


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


# ---- parrying, stepping aside, countering ----------------------------------------------------------------------------


def test_a_parried_hit_is_rolled_again() -> None:
    game, red, blue = duel({}, {"weapons": ("sword",)})
    game.does(red, "fight", dice=[4, 2], parry="Fighting knife", react=None)
    assert not game.happened(Wounded)


def test_a_parry_may_fail_and_be_declined() -> None:
    game, red, blue = duel({}, {"weapons": ("sword",), "stats": {"w": 2}})
    game.does(red, "fight", dice=[4, 5, 4], parry="Fighting knife", react=None)
    assert game.record(blue).wounds == 1
    game.does(red, "fight", dice=[4, 1], parry=None, react=None)


def test_a_fine_weapon_need_not_be_swung_again() -> None:
    game, red, blue = duel({}, {"stats": {"w": 2}})
    armed(game, red, with_trait("fighting-knife", "master-crafted"))
    game.does(red, "fight", dice=[1], again=False, react=None)
    assert not game.record(red).used


def test_hits_to_parry_are_told_by_the_faces_that_make_them() -> None:
    game, red, blue = duel({"weapons": ("axe",)}, {"weapons": ("sword",)})
    question = game.asks(red, "fight", dice=[4])
    assert [question.label(hit) for hit in question.candidates(9)] == ["Axe on 4 or 5", "none"]
    question = game.asks(red, "fight", dice=[6])
    assert [question.label(hit) for hit in question.candidates(9)] == ["Axe on 6", "none"]


def test_a_die_is_rolled_again_only_once() -> None:
    game, red, blue = duel({}, {"weapons": ("sword",), "stats": {"w": 2}})
    armed(game, red, with_trait("fighting-knife", "master-crafted"))
    game.does(red, "fight", dice=[1, 4, 4], again=True, react=None)  # the second roll hits and cannot be parried
    assert game.record(blue).wounds == 1
    game, red, blue = duel({}, {"weapons": ("sword", "sword"), "stats": {"w": 2}})
    game.does(
        red, "fight", dice=[4, 4, 4], parry="Fighting knife", react=None
    )  # two parries, and one hit to use them on
    assert game.record(blue).wounds == 1


@pytest.mark.parametrize(
    ("weapons", "skills", "count"),
    [
        ((), (), 0),
        (("sword",), (), 1),
        (("sword", "chainsword"), (), 2),
        (("sword", "sword", "sword"), (), 2),
        (("sword",), ("parry",), 2),
        ((), ("parry",), 1),
    ],
)
def test_how_often_one_parries(weapons: Any, skills: Any, count: int) -> None:
    game, red, blue = duel({}, {"weapons": weapons, "skills": skills})
    assert exchange.parry_count(game.model(blue)) == count


def test_only_a_power_weapon_parries_a_power_weapon_and_nothing_parries_a_flail() -> None:
    game, red, blue = duel({}, {"weapons": ("sword",)})
    fine, _, other = duel({}, {"weapons": ("power-sword",)})
    swung = LIBRARY.weapons
    assert not parrying.can_parry(game.model(blue), swung["power-axe"].profiles[0])
    assert parrying.can_parry(fine.model(other), swung["power-axe"].profiles[0])
    assert not parrying.can_parry(fine.model(other), swung["flail"].profiles[0])


def test_a_step_aside_avoids_a_hit_once_a_round_for_each_enemy() -> None:
    game, red, blue = duel({}, {"skills": ("step-aside",), "stats": {"w": 2}})
    game.does(red, "fight", dice=[4, 4], step_aside="Fighting knife", react=None)  # Initiative 4+
    assert not game.happened(Wounded)
    game.does(red, "fight", dice=[4, 4], react=None)
    assert game.record(blue).wounds == 1


def test_a_counter_attack_gains_a_die_for_every_miss() -> None:
    game, red, blue = duel({"stats": {"a": 3}}, {"skills": ("counter-attack",), "stats": {"w": 3}})
    game.does(red, "fight", dice=[1, 2, 6, 1, 1, 1, 1], react=blue)  # two misses and a hit that does not wound
    assert to_hit(game, blue)[1] == [1, 1, 1]


def test_iron_jaw_is_tougher_against_what_has_no_ap() -> None:
    for weapon, tougher in (("axe", 2), ("fighting-knife", 0), ("stub-gun", 0)):
        game, red, blue = duel({"weapons": (weapon,)}, {"skills": ("iron-jaw",)})
        hit = the_blow(game, red, blue, 6)
        assert hit is not None and hit.tougher == tougher


def test_an_iron_jaw_is_two_harder_to_wound_with_bare_hands_and_never_easier() -> None:
    game, red, blue = duel({"weapons": ()}, {"skills": ("iron-jaw",)})
    game.does(red, "fight", dice=[6, 4], react=None)  # S3 against T5 wounds on a 5
    assert not game.happened(Wounded)
    game.does(red, "fight", dice=[6, 5, 1], react=None)
    assert game.happened(FleshWounded) or game.happened(Wounded)


def test_a_bull_charges_harder_and_knocks_back() -> None:
    game, red, blue = duel({"skills": ("bull-charge",)})
    calm, wild = the_blow(game, red, blue, 4), the_blow(game, red, blue, 4, charging=True)
    assert calm is not None and (calm.strike.strength, calm.marks) == (3, ())
    assert wild is not None and (wild.strike.strength, wild.marks) == (4, ("knockback",))


def test_one_die_is_the_crushing_blow() -> None:
    game, red, blue = duel({"skills": ("crushing-blow",), "stats": {"a": 2}}, {"stats": {"w": 4}})
    game.does(red, "fight", dice=[4, 4, 3, 3], react=None)  # two hits: S4 wounds on a 3, S3 does not
    assert game.record(blue).wounds == 2


def test_the_player_says_which_weapon_crushes() -> None:
    game, red, _ = duel({"weapons": ("fighting-knife", "maul"), "skills": ("crushing-blow",)})
    aims = game.asks(red, "fight", weapons=((0, 0), (1, 0)))
    assert aims.key == "fight.crushing" and len(aims.options()) == 2


def test_every_die_but_the_crushing_one_strikes_as_it_does() -> None:
    game, red, blue = duel({"weapons": ("fighting-knife", "maul"), "skills": ("crushing-blow",)}, {"stats": {"w": 6}})
    game.does(red, "fight", weapons=((0, 0), (1, 0)), crushing=0, dice=[4, 4, 3, 3], react=None)
    assert game.record(blue).wounds == 4  # the knife of 4 against 3 wounds on a 3 and takes 2, the maul of 3 does not


def test_a_fine_weapon_is_swung_again_before_anything_is_parried() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, weapons=["fighting-knife"], stats={"a": 2})],
        blue=[fighter(10, 10 + TOUCH, weapons=["sword"], stats={"w": 3})],
    )
    armed(game, red, with_trait("fighting-knife", "master-crafted"))
    # a hit and a miss, the miss again (a hit), then the first hit is parried (a miss): one wound roll
    game.does(red, "fight", dice=[1, 4, 5, 2, 6], again=True, parry="Fighting knife", react=None)
    assert rolled_keys(game) == ["fight.hit", "fight.hit", "fight.hit", "wound"]
    assert game.record(blue).wounds == 2


# ---- reaction attacks ------------------------------------------------------------------------------------------------


def test_who_still_stands_strikes_back_without_the_bonus_of_a_charge() -> None:
    game, red, blue = duel({"stats": {"w": 2}}, {"stats": {"a": 2}})
    game.does(red, "fight", dice=[1, 4, 1, 4], react=blue)
    assert to_hit(game, red) == [[1], [4, 1]]
    assert game.record(red).wounds == 1


def test_a_reaction_provokes_no_reaction() -> None:
    game, red, blue = duel()
    game.does(red, "fight", dice=[1, 1], react=blue)
    assert len(to_hit(game, red)) == 2


def test_one_turns_to_an_enemy_or_midway_between_two_that_are_less_than_half_a_turn_apart() -> None:
    game, red, foes = scene(red=[fighter(10, 10)], blue=[fighter(10, 12), fighter(12, 10), fighter(10, 8)])
    places = [game.record(who).at for who in foes]
    meant = [those for _, those in directions.facings(game.record(red).at, places)]
    assert meant == [(0,), (1,), (2,), (0, 1), (1, 2)]


def test_who_reacts_turns_to_the_attacker_and_is_worse_for_it() -> None:
    game, red, blue = duel({}, {"facing": (0, 1)})
    game.does(red, "fight", dice=[1, 4], react=blue)
    assert not game.happened(Wounded)
    assert [event.who for event in game.happened(Faced)] == [blue]


@pytest.mark.parametrize(("facing", "dice"), [((0, 1), 1), ((0, -1), 0)])
def test_who_has_not_turned_strikes_at_nobody_behind_it(facing: tuple[int, int], dice: int) -> None:
    game, red, blue = duel({"facing": facing, "weapons": ("fighting-knife", "sword")})
    script = Script([], {"weapons": [((0, 0),)]} if dice else {})
    play: Any = Play(game.state.copy(), game.ruleset, game.world, [], script)
    assert len(attacks.swings(play, Model(play, red), (blue,), Stance())) == dice


def test_a_burning_enemy_does_not_strike_back() -> None:
    game, red, _ = duel({}, {"conditions": ("blaze",)})
    game.does(red, "fight", dice=[1])


def test_a_blind_enemy_strikes_back_on_a_natural_six_alone() -> None:
    game, red, blue = duel({}, {"conditions": ("blind",), "stats": {"ws": 2}})
    dice = blows.flurry(game.play, game.model(blue), Aim((0, 0), red, 1), Stance(reaction=True))
    assert [dice.blow(face) is not None for face in range(1, 7)] == [False] * 5 + [True]
    assert dice.because == (("blind", 0),)


def test_several_enemies_react_in_an_order_of_their_players_liking() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, weapons=KNIFE)],
        blue=[fighter(9.31, 10.71, weapons=KNIFE), fighter(10.69, 10.71, weapons=KNIFE)],
    )
    game.does(red, "fight", targets=(1, 0), dice=[1, 1, 1], react=[blues[1], blues[0]])
    assert len(to_hit(game, red)) == 3


def test_who_is_taken_down_by_one_reaction_is_spared_the_next() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10, weapons=KNIFE)],
        blue=[fighter(9.31, 10.71, weapons=KNIFE), fighter(10.69, 10.71, weapons=KNIFE)],
    )
    game.does(red, "fight", targets=(1, 0), dice=[1, 3, 4, 3], react=blues[0])  # an assist makes 3 enough
    assert game.record(red).status is Status.SERIOUS


# ---- after the fight -------------------------------------------------------------------------------------------------


def test_with_nobody_left_to_fight_one_consolidates_two_inches() -> None:
    for skills, reach in (((), 2), (("impetuous",), 4)):
        game, red, blue = duel({"skills": skills})
        path = ((10000 - reach * INCH, 10000, 0, 0), (0, 1))
        game.does(red, "fight", dice=[4, 4, 6, *COLD], path=path)
        assert game.record(red).at.x == 10000 - reach * INCH


def test_where_consolidating_may_end_in_contact_one_may_stay_near_somebody_else_all_the_same() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10, weapons=KNIFE)],
        blue=[fighter(10, 10 + TOUCH), fighter(11.3, 10)],
        options={"consolidation-keeps-clear": False},
    )
    question = game.asks(red, "fight", dice=[4, 4, 6, 6, 6, *COLD])  # the other keeps its nerve
    assert question.key == "consolidate.path" and question.legal(way()) == ()
    assert question.legal(way(leg(10, 9.7))) == ("It must end in contact with an enemy or an inch from all of them.",)


def test_a_fallen_enemy_may_be_finished_off_for_free() -> None:
    game, red, blue = duel()
    game.does(red, "fight", dice=[4, 4, 3, *COLD], after=blue)
    assert game.record(blue).status is Status.OUT


def test_its_friends_test_their_nerve_once_for_a_fighter_felled_and_finished_off() -> None:
    game, red, blues = scene(red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(10, 10 + TOUCH), fighter(10, 13)])
    game.does(red, "fight", dice=[4, 4, 3, 6, 6, *COLD], after=blues[0])  # one nerve test of two dice, a lasting injury
    keys = [event.key for event in game.happened(Rolled)]
    assert keys.count("nerve") == 1


@pytest.mark.parametrize("done", [(), (coup_de_grace.FREE_KILL,)])
def test_one_enemy_is_finished_off_for_free_in_an_activation(done: Any) -> None:
    game, red, blue = duel({}, {"status": Status.SERIOUS})
    game.state.turn = replace(game.state.turn, actor=red, done=done)
    answers: dict[str, Any] = {"path": STAY} if done else {"after": None, "path": STAY}
    run_rule(game, lambda play: fighting.after_fight(play, Model(play, red), (blue,)), **answers)


def test_while_an_enemy_still_stands_nobody_consolidates() -> None:
    game, red, blues = scene(red=[fighter(10, 10, weapons=KNIFE)], blue=[fighter(9.31, 10.71), fighter(10.69, 10.71)])
    game.does(
        red, "fight", targets=(1, 0), dice=[5, 4, 6, 6, 6, *COLD], react=None
    )  # one is out; the other keeps its nerve
    assert game.model(red).engaged


# ---- vehicles --------------------------------------------------------------------------------------------------------


def test_a_parked_vehicle_within_an_inch_may_be_struck_and_does_not_strike_back() -> None:
    game, red = beside_a_truck(3)
    truck = len(game.state.records) - 1
    assert blows.hit_number(Bout(game.model(red), Model(game.play, truck), fist())).number == 3  # 4+, and 1 easier
    game.does(red, "fight", dice=[3, 5])  # S3 against T5
    assert game.record(truck).wounds == 2


def test_a_vehicle_has_no_back_to_stab() -> None:
    game, red = beside_a_truck(3)
    truck = len(game.state.records) - 1
    bout = Bout(game.model(red), Model(game.play, truck), LIBRARY.weapons["power-fist"].profiles[0])
    assert blows.strength_bonus(bout) == 0


def test_a_sidearm_is_fired_at_a_vehicle_too_and_may_run_dry() -> None:
    game, red = beside_a_truck(3, weapons=["stub-gun"])
    game.does(red, "fight", weapons=((0, 0),), dice=[3, 1, 3, 5])  # a hit; the ammo symbol; 3 is less than 4+
    assert game.record(red).out == (0,) and game.state.records[-1].wounds == 2


def test_whoever_wrecks_a_vehicle_consolidates() -> None:
    game, red = beside_a_truck(1)
    game.does(red, "fight", dice=[3, 5], path=((10000, 8000, 0, 0), (0, 1)))
    assert game.record(len(game.state.records) - 1).wrecked
    assert game.record(red).at.y == 8000


def beside_a_truck(wounds: int, **red: Any) -> Any:
    """A fighter, with bare hands as a rule, half an inch from a parked vehicle."""
    board = marker("vehicle", 10, 12.2, wounds=wounds)
    probe, _, _ = scene(red=[fighter(10, 4)], blue=[fighter(40, 40)], board=board)
    size = probe.state.records[-1].at.radius / INCH
    game, red, _ = scene(red=[fighter(10, 12.2 - size - 0.5 - 0.492, **red)], blue=[fighter(40, 40)], board=board)
    return game, red


def fist() -> Any:
    return LIBRARY.weapons["unarmed"].profiles[0]


# ---- riding by -------------------------------------------------------------------------------------------------------


def test_a_rider_that_goes_by_strikes_once_and_is_struck_once() -> None:
    game, red, blue = scene(
        red=[fighter(10, 10, facing=(1, 0), weapons=KNIFE, stats={"a": 3, "w": 2, "mounted": True})],
        blue=[fighter(10, 11.5, weapons=KNIFE, stats={"a": 3, "w": 2})],
    )
    script = Script([4, 4, 4, 4], {"ride.react": True})
    play = Play(game.poised(red), game.ruleset, game.world, [], script)
    reaction_attacks.ride_by(play, RiddenPast(red, blue))
    script.finish()
    assert [play.state.records[who].wounds for who in (red, blue)] == [1, 1]
    rider = play.state.records[red].at
    assert rider.fx == 0 < rider.fy  # it turned to strike


# ---- barricades ------------------------------------------------------------------------------------------------------


def test_a_narrow_obstacle_does_not_keep_fighters_apart() -> None:
    barricade = "[[obstacle]]\nrect = [8, 10.5, 4, {deep}]\nheight = 1\n"
    for deep, engaged in ((0.5, True), (1.2, False)):
        far = 10.492 + deep
        low = barricade.format(deep=deep).replace("10.5", "10.492")
        game, red, blue = scene(red=[fighter(10, 10)], blue=[fighter(10, far + 0.492)], board=low)
        assert game.model(red).engaged is engaged
        assert game.model(blue).engaged is engaged


@pytest.mark.parametrize(("x", "y"), [(0, -1), (0, 1), (1, 0), (-1, 0)])
def test_a_charge_ends_at_a_barricade_right_opposite_the_enemy(x: int, y: int) -> None:
    rect = [16, 19.75, 8, 0.5] if y else [19.75, 16, 0.5, 8]
    game, red, blue = scene(
        red=[fighter(20 + 5 * x, 20 + 5 * y)],
        blue=[fighter(20 - 0.742 * x, 20 - 0.742 * y)],
        board=piece("obstacle", rect=rect, height=1),
    )
    game.does(red, "charge", target=blue, dice=[3, 1, 1], react=None)
    at = game.record(red).at
    assert engaged_with(game.play, red) == (blue,) and (at.x - 20000) * y == (at.y - 20000) * x == 0


def test_two_fighters_at_the_ends_of_a_long_barricade_are_not_engaged() -> None:
    low = "[[obstacle]]\nrect = [8, 10.492, 6, 0.5]\nheight = 1\n"
    game, red, blue = scene(red=[fighter(9, 10)], blue=[fighter(13, 11.484)], board=low)
    assert not across_barricade(game.play, game.record(red).at, game.record(blue).at)


# ---- coup de grace ---------------------------------------------------------------------------------------------------


def over_the_fallen(y: float, *, facing: tuple[int, int] = (0, 1), **around: Any) -> Any:
    """A fighter, and an enemy that lies there."""
    return scene(red=[fighter(10, 10, facing=facing)], blue=[fighter(10, y, status=Status.SERIOUS)], **around)


@covers("coup-de-grace", "works")
def test_a_coup_de_grace_takes_a_fallen_enemy_out() -> None:
    game, red, blue = over_the_fallen(11.5)
    game.does(red, "coup-de-grace", dice=[*COLD])
    assert [(e.who, e.by) for e in game.happened(TakenOut)] == [(blue, red)]


@covers("coup-de-grace", "numbers")
def test_it_reaches_an_inch() -> None:
    near, red, _ = over_the_fallen(10 + TOUCH + 1)
    assert "coup-de-grace" in near.allowed(red)
    far, red, _ = over_the_fallen(10 + TOUCH + 1.001)
    assert "coup-de-grace" not in far.allowed(red)


@covers("coup-de-grace", "refused")
def test_it_takes_an_enemy_in_sight() -> None:
    game, red, _ = over_the_fallen(11.5, facing=(0, -1))
    assert "vision arc" in game.why_not(red, "coup-de-grace")[0]


@covers("coup-de-grace", "refused")
def test_a_wall_is_in_the_way_unless_the_table_says_otherwise() -> None:
    walled = wall(8, 10.8, 12, 10.8)
    game, red, _ = over_the_fallen(11.5, board=walled)
    assert game.why_not(red, "coup-de-grace") == (
        "There must be a seriously injured enemy within an inch and in its vision arc, with no wall between.",
    )
    game, red, _ = over_the_fallen(11.5, board=walled, options={"coup-de-grace-needs-clear-way": False})
    assert "coup-de-grace" in game.allowed(red)


@covers("coup-de-grace", "refused")
def test_it_is_not_for_those_who_are_engaged() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10)], blue=[fighter(9.31, 10.71), fighter(10.69, 10.71, status=Status.SERIOUS)]
    )
    assert game.why_not(red, "coup-de-grace") == ("It must be standing and not engaged.",)


def test_a_loyal_beast_guards_its_owner() -> None:
    beast = fighter(12, 12, skills=("loyal-protector",), beast_of=1)
    game, red, blues = scene(red=[fighter(10, 10)], blue=[fighter(10, 11.5, status=Status.SERIOUS), beast])
    assert game.why_not(red, "coup-de-grace") == (
        "There must be a seriously injured enemy within an inch and in its vision arc, with no wall between.",
    )
    game.given(blues[1], status=Status.PINNED)
    assert "coup-de-grace" in game.allowed(red)


def test_nobody_finishes_off_those_of_unshakable_conviction() -> None:
    lying = fighter(10, 11.5, status=Status.SERIOUS, skills=("unshakable-conviction",))
    game, red, _ = scene(red=[fighter(10, 10)], blue=[lying], ruleset=CLASSIC)
    assert "coup-de-grace" not in game.allowed(red)


def test_it_may_be_repeated() -> None:
    game, red, blues = scene(
        red=[fighter(10, 10)],
        blue=[fighter(9.4, 11.2, status=Status.SERIOUS), fighter(10.6, 11.2, status=Status.SERIOUS)],
    )
    game.does(red, "coup-de-grace", target=blues[0], dice=[6, 6, *COLD])
    game.does(red, "coup-de-grace", dice=[*COLD])
    assert game.record(blues[1]).status is Status.OUT


# ---- the dice as one roll --------------------------------------------------------------------------------------------


def test_all_blows_at_one_enemy_are_one_roll_with_few_outcomes() -> None:
    knife = Blow(Strike(3, -1, 1))
    maul = Blow(Strike(4, 1, 2))
    dice = (
        Flurry(2, (-1, -1, -1, 0, 0, 0), (knife,), 4),
        Flurry(2, (-1, -1, -1, 0, 0, 0), (maul,), 4),
    )
    total, ways = enumerate_outcomes(exchange.upshot_of, (dice, ((0,), (0,)), (2, 2), Mark(3, 1), False))
    assert len(ways) <= 12 and sum(n for _, n in ways) == total


def test_what_makes_no_difference_is_left_out() -> None:
    mark = Mark(toughness=3, wounds=1)
    assert boiled_down(Harm(1, 2, 1, 1), mark) == Harm(out=1)
    assert boiled_down(Harm(1, 0, 3, 0), mark) == Harm(1, 2, 1, 0)
    assert boiled_down(Harm(1, 2, 2, 0), mark) == Harm(flesh=3)
    assert boiled_down(Harm(0, 1, 1, 0), replace(mark, serious=True)) == Harm(0, 2, 0, 0)


def test_flesh_wounds_that_leave_no_toughness_take_a_fighter_out() -> None:
    game, red, blue = duel(blue={"flesh": 2})
    game.does(red, "fight", dice=[4, 2, 1, *COLD], path=STAY)  # T1: S3 wounds on 2; a flesh wound is one too many
    assert game.record(blue).status is Status.OUT
    assert game.happened(FleshWounded)
