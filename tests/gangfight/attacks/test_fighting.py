"""Close combat: Fight!, Power and Finesse Attacks, what modifies them, and free strikes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import (
    COUNTER_STRIKE,
    MISS,
    OGRE,
    RIPOSTE,
    RUNAWAY_OGRE,
    UNSAVED,
    attacks_made,
    covers,
    figure,
    interrupts_offered,
    leg,
    scene,
    spot,
)
from warbook.core.answers import Pending
from warbook.core.length import INCH
from warbook.rulesets.gangfight.attacks import fighting
from warbook.rulesets.gangfight.attacks.fighting import Blow
from warbook.rulesets.gangfight.checks import defence
from warbook.rulesets.gangfight.events.attacks import Attacked, Missed
from warbook.rulesets.gangfight.events.figures import Fell, Wounded
from warbook.rulesets.gangfight.events.moments import Style
from warbook.rulesets.gangfight.events.movement import Moved
from warbook.rulesets.gangfight.movement import going
from warbook.rulesets.gangfight.records.state import Pledge


def duel(red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, far: float = 1.1, **more: Any) -> Any:
    """Two in base contact, or further apart."""
    return scene(red=[figure(10, 10, **(red or {}))], blue=[figure(10, 10 + far, **(blue or {}))], **more)


def reckoned(game: Any, who: int, whom: int, style: Style = "fight", band: int = 0) -> tuple[int, int, int]:
    """The dice to hit, the number for each, and the number for armour."""
    blow = Blow(game.play, game.model(who), game.model(whom), style, band)
    return fighting.pool(blow).number, fighting.number(blow).number, fighting.damage(blow).number


# ---- Fight! ----------------------------------------------------------------------------------------------------------


@covers("fight", "works")
def test_hits_wound_and_armour_cancels_them() -> None:
    game, red, blue = duel()
    game.does(red, "fight", at=blue, dice=[6, 4, 1, 5, 4, 2, 1])
    assert game.happened(Wounded) == [Wounded(blue, 2, red)]
    assert game.record(blue).wounds == 1
    assert game.record(red).ap == 2
    assert game.state.turn.deed is None


def test_a_miss_is_a_miss() -> None:
    game, red, blue = duel()
    game.does(red, "fight", at=blue, dice=[3, 2, 1])
    assert game.happened(Missed) == [Missed(red, blue)]
    assert game.happened(Wounded) == []


def test_who_has_no_wounds_left_is_taken_off() -> None:
    game, red, blue = duel(blue={"wounds": 1})
    game.does(red, "fight", at=blue, dice=[4, 1, 1, *UNSAVED])
    assert game.happened(Fell) == [Fell(blue, red)]
    assert game.record(blue).out and not game.record(blue).here
    assert game.record(blue).ap == 0


@covers("fight", "numbers")
@pytest.mark.parametrize(
    ("red", "blue", "style", "numbers"),
    [
        ({}, {}, "fight", (3, 4, 4)),
        ({"weapons": ["hand-weapon", "second-hand-weapon"]}, {}, "fight", (4, 4, 4)),
        ({"weapons": ["hand-weapon", "second-hand-weapon"]}, {}, "free", (3, 4, 4)),
        ({"weapons": ["great-weapon"]}, {}, "fight", (3, 4, 5)),
        ({"weapons": ["great-weapon"]}, {}, "slam", (3, 4, 4)),
        ({}, {"armour": ["shield"]}, "fight", (3, 5, 4)),
        ({}, {"armour": ["heavy"]}, "fight", (3, 3, 4)),
        ({}, {"down": True}, "fight", (3, 3, 4)),
        ({}, {"face": (0, 0, 4000)}, "fight", (3, 3, 4)),
        ({}, {"perks": ["artful-dodger"]}, "fight", (3, 4, 4)),
        ({}, {"perks": ["artful-dodger"]}, "free", (3, 5, 4)),
        ({"stats": {"iv": 5}}, {}, "counter", (5, 5, 4)),
        ({}, {}, "power", (2, 4, 5)),
        ({"stats": {"att": 1}}, {}, "power", (1, 4, 5)),
        ({}, {}, "finesse", (3, 3, 3)),
        ({}, {}, "weight", (3, 4, 5)),
        ({"charm": "talisman-of-armour-penetration"}, {"charm": "ring-of-defense"}, "fight", (3, 5, 5)),
    ],
)
def test_what_is_rolled(red: dict[str, Any], blue: dict[str, Any], style: Style, numbers: tuple[int, int, int]) -> None:
    game, who, whom = duel(red, blue)
    assert reckoned(game, who, whom, style) == numbers


def test_three_who_strike_together_roll_six_dice_and_armour_needs_seven() -> None:
    game, red, blue = duel()
    assert reckoned(game, red, blue, band=3) == (6, 4, 7)
    assert defence.to_save(game.play, game.model(blue), 7) == (2, 6, True)


def test_a_storm_takes_a_die_from_both() -> None:
    game, red, blue = duel(complication=3)
    assert reckoned(game, red, blue) == (2, 4, 4)
    assert reckoned(game, red, blue, "counter", 2) == (4, 5, 6)
    assert defence.to_save(game.play, game.model(blue), 4).dice == 2


def test_the_table_is_told_every_reason() -> None:
    game, red, blue = duel(blue={"down": True}, red={"weapons": ["great-weapon"]})
    game.does(red, "power-attack", at=blue, dice=[1, 1])
    assert game.log()[1] == (
        "Human Regular at 10, 10 strikes at Human Regular at 10, 11.1.  "
        "Dice: 2 (attacks 3, -1 a power attack); to hit: 3+ (defence 4+, +1 knocked over); "
        "armour: 6 (damage 4, +1 the weapon, +1 a power attack)."
    )


@covers("fight", "refused")
@pytest.mark.parametrize(
    ("red", "far", "reason"),
    [
        ({"down": True}, 1.1, "It is knocked over: it must stand up first."),
        ({}, 3.2, "It must see an enemy near enough that it dares to fight."),
        ({"cowed": (1,), "activation": "active"}, 1.1, "It must see an enemy near enough that it dares to fight."),
    ],
)
def test_who_cannot_fight_is_told_why(red: dict[str, Any], far: float, reason: str) -> None:
    game, who, _ = duel(red, far=far)
    for action in ("fight", "power-attack", "finesse-attack"):
        assert reason in game.why_not(who, action)


# ---- closing in ------------------------------------------------------------------------------------------------------


def test_who_cannot_strike_yet_moves_by_its_threat_range() -> None:
    game, red, blue = duel(far=2.6)
    game.does(red, "fight", at=blue, dice=MISS)
    assert [e.how for e in game.happened(Moved)] == ["closes in"]
    assert game.gap(red, blue) == 500
    assert len(game.happened(Attacked)) == 1


def test_closing_in_leaves_no_other_threat_range() -> None:
    game, red, blues = scene(red=[figure(10, 10)], blue=[figure(10, 12.9), figure(8.2, 9.4)])
    game.does(red, "fight", at=blues[0])
    assert game.gap(red, blues[1]) <= INCH
    assert game.happened(Attacked) == []


def test_a_spear_strikes_further_but_closes_in_no_further() -> None:
    game, red, blue = duel({"weapons": ["spear"]}, far=4)
    game.does(red, "fight", at=blue, dice=MISS)
    assert game.record(red).at.y == 11 * INCH
    assert len(game.happened(Attacked)) == 1


@pytest.mark.parametrize(("far", "blows"), [(2.05, 1), (2.6, 0)])
def test_where_the_table_asks_for_contact_nobody_is_struck_without(far: float, blows: int) -> None:
    game, red, blue = duel(far=far, options={"fight-requires-contact": True})
    game.does(red, "fight", at=blue, dice=MISS * blows)
    assert len(game.happened(Moved)) == 1
    assert len(game.happened(Attacked)) == blows


# ---- size ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "wounds"), [("web", 2), ("errata", 1)])
def test_a_large_figure_wounds_twice_with_a_hit_unless_the_errata_are_played(rule: str, wounds: int) -> None:
    game, red, blue = duel({"profile": "ogre-regular"}, far=1.55, options={"wounds-rule": rule})
    game.does(red, "fight", at=blue, dice=[4, 1, 1, *UNSAVED])
    assert game.happened(Wounded) == [Wounded(blue, wounds, red)]


@pytest.mark.parametrize(("rule", "dice"), [("web", [4, 1, 1, 5, 5]), ("errata", [4, 1, 1, 5, 5, 5])])
def test_under_the_errata_who_is_smaller_drops_no_dice(rule: str, dice: list[int]) -> None:
    ogre = {"profile": "ogre-regular", "weapons": ["great-weapon"]}
    game, red, blue = duel(ogre, far=1.55, options={"wounds-rule": rule})
    game.does(red, "fight", at=blue, dice=dice)
    assert len(game.happened(Attacked)) == 1


def test_a_huge_figure_under_the_errata_lets_nobody_smaller_drop_dice() -> None:
    sizes = ("giant", "ogre-regular", "human-regular")
    for by, may in (
        ("giant", [True, False, False]),
        ("ogre-regular", [True, True, False]),
        ("human-regular", [True] * 3),
    ):
        found = []
        for profile in sizes:
            game, red, blue = duel({"profile": by}, {"profile": profile}, far=6, options={"wounds-rule": "errata"})
            found.append(defence.to_save(game.play, game.model(blue), 7, game.model(red)).earns)
        assert found == may


def test_the_diminutive_count_as_small() -> None:
    game, red, blue = duel({"profile": "small-beast", "abilities": {"diminutive": 0}}, far=1.8)
    assert game.model(red).threat == INCH // 2
    game.does(red, "fight", at=blue, dice=MISS)
    assert len(game.happened(Moved)) == 1


# ---- Power and Finesse Attacks ---------------------------------------------------------------------------------------


@covers("power-attack", "works")
@covers("power-attack", "numbers")
def test_a_wound_of_a_power_attack_knocks_over() -> None:
    game, red, blue = duel()
    game.does(red, "power-attack", at=blue, dice=[4, 1, *UNSAVED])
    assert game.record(blue).down
    assert game.record(blue).wounds == 2
    assert game.record(red).ap == 2


def test_without_a_wound_it_does_not() -> None:
    game, red, blue = duel()
    game.does(red, "power-attack", at=blue, dice=[4, 1, 5, 1, 1])
    assert not game.record(blue).down


def test_nor_who_is_larger() -> None:
    game, red, blue = duel(blue={"profile": "ogre-regular", "stats": {"abilities": {}}}, far=1.55)
    game.does(red, "power-attack", at=blue, dice=[3, 3, 5, 1, 1])
    assert game.record(blue).wounds == 4
    assert not game.record(blue).down


@covers("power-attack", "refused")
@covers("finesse-attack", "refused")
def test_nobody_is_near_enough() -> None:
    game, red, _ = duel(far=8)
    for action in ("power-attack", "finesse-attack"):
        assert game.why_not(red, action) == ("It must see an enemy near enough that it dares to fight.",)


@covers("finesse-attack", "works")
@covers("finesse-attack", "numbers")
def test_a_wound_of_a_finesse_attack_costs_a_held_point() -> None:
    for held, left in ((2, 1), (0, 0)):
        game, red, blue = duel(blue={"ap": held})
        game.does(red, "finesse-attack", at=blue, dice=[3, 1, 1, 1, 1, 1], passing=True)
        assert (game.record(blue).ap, game.record(blue).wounds) == (left, 2)


def test_who_is_knocked_over_in_an_action_strikes_back_before_it_lies() -> None:
    game, red, blue = duel(blue={"ap": 1})
    game.does(red, "power-attack", at=blue, dice=[4, 1, *UNSAVED, 4, 1, 1, *UNSAVED], interrupt_fight=blue)
    assert game.record(red).wounds == 2
    assert game.record(blue).down


# ---- knocked over ----------------------------------------------------------------------------------------------------


@covers("stand-up", "refused")
def test_who_lies_can_only_stand_up() -> None:
    game, red, _ = duel({"down": True})
    assert game.allowed(red) == ["stand-up"]
    assert game.model(red).threat == 0
    game, red, _ = duel()
    assert game.why_not(red, "stand-up") == ("It must be knocked over.",)


def test_who_lies_and_stands_up_fights_in_the_same_activation() -> None:
    game, red, blue = duel({"down": True})
    game.does(red, "stand-up")
    game.does(red, "fight", at=blue, dice=MISS)
    assert game.record(red).ap == 1
    assert not game.record(red).down


# ---- free strikes ----------------------------------------------------------------------------------------------------


def struck_free(game: Any, who: int, by: list[int], dice: list[int]) -> bool:
    """Free strikes at somebody, with these dice; answers whether it still stands."""
    from warbook.testing.script import Script

    play, script = game.play, Script(dice)
    play.oracle = script
    left = going.free_strikes(play, who, tuple(by))
    script.finish()
    game.events = play.events
    return left


def test_each_enemy_strikes_once_and_who_falls_is_taken_off_at_once() -> None:
    game, red, blues = scene(red=[figure(10, 10, wounds=2)], blue=[figure(10, 11.1), figure(11.1, 10)])
    assert struck_free(game, red, blues, [4, 1, 1, *UNSAVED, *MISS])
    assert not struck_free(game, red, blues, [4, 1, 1, *UNSAVED])
    assert game.happened(Fell) == [Fell(red, blues[0])]


def test_after_a_fatal_strike_nobody_strikes_any_more() -> None:
    game, red, blues = scene(red=[figure(10, 10, wounds=1)], blue=[figure(10, 11.1), figure(11.1, 10)])
    assert not struck_free(game, red, blues, [4, 1, 1, *UNSAVED])
    assert [e.who for e in game.happened(Attacked)] == [blues[0]]


@pytest.mark.parametrize("blue", [{"down": True}, {"wounds": 0}])
def test_who_does_not_stand_strikes_nobody_for_nothing(blue: dict[str, Any]) -> None:
    game, red, other = duel(blue=blue)
    assert struck_free(game, red, [other], [])


def test_a_charm_that_spares_its_bearer_keeps_it_in_play() -> None:
    game, red, blue = duel({"wounds": 1, "charm": "charm-of-aegis"})
    assert struck_free(game, red, [blue], [4, 1, 1, *UNSAVED])
    assert game.record(red).wounds == 1


def test_large_figures_threaten_two_inches_or_on_another_page_three() -> None:
    for inches, refused in ((2, True), (3, False)):
        game, red, blue = duel({"profile": "ogre-regular"}, far=7, options={"large-threat": inches})
        assert game.model(red).threat == inches * INCH
        assert bool(game.why_not(red, "fight")) is refused


EITHER: dict[str, Any] = {"perks": ["counter-strike", "agile-riposte"]}


def test_who_strikes_at_one_that_will_leave_it_again_has_no_counter_strike() -> None:
    game, red, blues = scene(red=[figure(10, 10)], blue=[figure(10, 19), figure(12, 13.5, **COUNTER_STRIKE)])
    game.does(red, "charge", at=blues[0], dice=[*[5] * 4, *MISS, *MISS])
    assert attacks_made(game) == [(blues[1], red), (red, blues[0])]
    assert "Human Regular at 12, 13.5: it has had its free strike in this action." in game.log()


def test_who_has_countered_has_no_riposte() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16, **EITHER)])
    game.does(red, "charge", at=blue, attack=blue, dice=[*[2] * 4, *MISS, *MISS])
    assert attacks_made(game) == [(blue, red), (red, blue)]


def test_it_has_where_it_has_not_countered() -> None:
    game, red, blue = scene(red=[figure(10, 13.9)], blue=[figure(10, 16, **EITHER)])
    game.does(red, "fight", at=blue, close=False, dice=[*MISS, *MISS])
    assert attacks_made(game) == [(red, blue), (blue, red)]


def test_one_riposte_answers_a_band() -> None:
    game, reds, blue = scene(red=[figure(9, 10), figure(11, 10)], blue=[figure(10, 16, **RIPOSTE)])
    game.does(reds[0], "with-me", way="charge", target=[blue, blue], attack=[blue, blue], next=reds[0],
              dice=[*[2] * 8, *MISS, *MISS, *MISS])  # fmt: skip
    assert attacks_made(game) == [(reds[0], blue), (blue, reds[0]), (reds[1], blue)]


def test_one_counter_strike_meets_a_band() -> None:
    game, reds, blue = scene(red=[figure(9, 10), figure(11, 10)], blue=[figure(10, 14, **COUNTER_STRIKE)])
    game.does(reds[0], "with-me", way="move", path=[(leg(9, 12.5),), (leg(11, 12.5),)], passing=True,
              dice=MISS)  # fmt: skip
    assert attacks_made(game) == [(blue, reds[0])]


def test_who_runs_away_from_several_strikes_back_at_one_of_them() -> None:
    game, red, blues = scene(red=[figure(10, 10, **RIPOSTE)], blue=[figure(12, 10), figure(8, 10)])
    game.does(red, "move", path=(leg(10, 7),), dice=[*MISS, *MISS, *MISS])
    assert attacks_made(game) == [(blues[0], red), (red, blues[0]), (blues[1], red)]
    game, reds, blue = scene(
        red=[figure(10, 10), figure(8.5, 16.8), figure(11.5, 16.8)], blue=[figure(10, 16, ap=1, **RIPOSTE)]
    )
    game.does(reds[0], "charge", at=blue, interrupt_flee=blue, dice=[*[1] * 4, *MISS, *MISS, *MISS])
    assert attacks_made(game) == [(reds[1], blue), (blue, reds[1]), (reds[2], blue)]


def test_who_has_struck_at_a_trampler_as_it_left_does_not_counter_as_it_comes() -> None:
    game, red, blues = scene(
        red=[figure(10, 10, **RUNAWAY_OGRE)], blue=[figure(10, 14.5), figure(12.5, 13, **COUNTER_STRIKE)]
    )
    game.does(red, "trample", spot=spot(10, 17), dice=[*MISS, 4, 4, 1])
    assert attacks_made(game) == [(blues[1], red)]


def test_the_shot_of_bull_true_is_no_free_strike() -> None:
    game, red, blue = scene(
        red=[figure(10, 10)], blue=[figure(10, 16, perks=["bull-true", "counter-strike"], weapons=["longbow"])]
    )
    game.does(red, "charge", at=blue, dice=[*[2] * 4, *MISS, *[1] * 4, *MISS])
    assert [(e.who, e.close, e.free) for e in game.happened(Attacked)] == [
        (blue, True, True), (blue, False, False), (red, True, False),
    ]  # fmt: skip


def test_a_free_strike_that_is_spent_is_not_foretold() -> None:
    game, reds, blue = scene(red=[figure(9, 10), figure(11, 10)], blue=[figure(10, 11.5)])
    first = game.asks(reds[0], "with-me")
    free = f"draws a free strike from {game.world.names[blue]}"
    assert free in first.notes((leg(9, 7),))
    second = game.asks(reds[0], "with-me", path=(leg(9, 7),), dice=MISS)
    assert free not in second.notes((leg(11, 7),))


# ---- spears ----------------------------------------------------------------------------------------------------------


SPEAR: dict[str, Any] = {"weapons": ["spear"]}


def test_whom_a_spear_can_strike_is_in_close_combat_with_its_bearer() -> None:
    game, red, blue = scene(red=[figure(10, 10, **SPEAR)], blue=[figure(10, 12.9, ap=1)])
    assert game.model(red).engaged and game.model(blue).engaged
    assert ("fight", blue) in interrupts_offered(game, red, "fight", at=blue)
    game, red, blue = scene(red=[figure(10, 10, **SPEAR)], blue=[figure(10, 13.2)])
    assert not game.model(red).engaged and not game.model(blue).engaged
    game, red, blue = scene(red=[figure(10, 10, **SPEAR, down=True)], blue=[figure(10, 12.9)])
    assert not game.model(blue).engaged


def test_who_is_in_the_reach_of_a_spear_does_not_shoot() -> None:
    game, red, _ = scene(red=[figure(10, 10, weapons=["longbow"])], blue=[figure(10, 12.9, **SPEAR)])
    assert "It must not be in close combat." in game.why_not(red, "fire")


def test_a_spear_leads_those_who_bring_an_enemy_down() -> None:
    game, reds, blue = scene(red=[figure(10, 10, **SPEAR), figure(10, 13.8)], blue=[figure(10, 12.7)])
    game.does(reds[0], "bring-it-down", at=blue, dice=[1] * 5)
    assert attacks_made(game) == [(reds[0], blue)]


def test_a_counter_strike_is_a_free_strike_and_a_spear_reaches_further_for_it() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 14, **SPEAR, perks=["counter-strike"])])
    game.does(red, "move", path=(leg(10, 11.2),), dice=MISS)
    assert attacks_made(game) == [(blue, red)]
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 14, perks=["counter-strike"])])
    game.does(red, "move", path=(leg(10, 11.2),))
    assert attacks_made(game) == []


def test_nobody_strikes_back_at_one_that_has_fallen() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 11.2)])
    with pytest.raises(Pending, match="close in"):
        fighting.strike_back(game.play, Pledge(red, "fight", blue))
    game.given(blue, wounds=0)
    fighting.strike_back(game.play, Pledge(red, "fight", blue))
    assert not game.play.events


# ---- from how far off ------------------------------------------------------------------------------------------------


@covers("fight", "works")
def test_who_does_not_get_into_contact_simply_moves_its_threat_range() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 14)], options={"fight-from-afar": True})
    game.does(red, "fight", at=blue)
    assert (game.record(red).at.y, game.record(red).ap) == (11 * INCH, 2)
    assert attacks_made(game) == []


@covers("fight", "refused")
@pytest.mark.parametrize("action", ["fight", "power-attack", "finesse-attack"])
@pytest.mark.parametrize(("afar", "y", "offered"), [(False, 13.1, True), (False, 13.2, False), (True, 40, True)])
def test_a_fight_is_declared_within_twice_the_threat_range_or_at_whoever_is_in_sight(
    action: str, afar: bool, y: float, offered: bool
) -> None:
    game, red, _ = scene(red=[figure(10, 10)], blue=[figure(10, y)], options={"fight-from-afar": afar})
    assert (action in game.allowed(red)) is offered


@pytest.mark.parametrize(("afar", "offered"), [(False, False), (True, True)])
def test_a_slam_is_declared_from_as_far_as_a_fight(afar: bool, offered: bool) -> None:
    game, red, _ = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 20, **OGRE)], options={"fight-from-afar": afar})
    assert ("slam" in game.allowed(red)) is offered
