"""Rulings that were found wrong in a third hunt: what nobody thinks of until two rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import GONE, HIT, MISS, OGRE, UNSAVED, attacks_made, figure, leg, points_scored, scene, spot
from warbook.core.length import INCH
from warbook.rulesets.gangfight.events.attacks import Attacked, Lobbed
from warbook.rulesets.gangfight.events.figures import Fell
from warbook.rulesets.gangfight.events.rounds import Ended

SPEAR: dict[str, Any] = {"weapons": ["spear"]}
HEAVY: dict[str, Any] = {"profile": "ogre-regular", "stats": {"abilities": {"throwing-weight": 0}}}


def offered(game: Any, who: int, action: str, **answers: Any) -> list[tuple[str, int]]:
    """What the window of an action offers."""
    return [(pair[0].removeprefix("interrupt-"), pair[1]) for pair in game.asks(who, action, **answers).options()[:-1]]


# ---- spears ----------------------------------------------------------------------------------------------------------


def test_whom_a_spear_can_strike_is_in_close_combat_with_its_bearer() -> None:
    game, red, blue = scene(red=[figure(10, 10, **SPEAR)], blue=[figure(10, 12.9, ap=1)])
    assert game.model(red).engaged and game.model(blue).engaged
    assert ("fight", blue) in offered(game, red, "fight", at=blue)
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


# ---- how far it is up and down ---------------------------------------------------------------------------------------


def below(height: float, **red: Any) -> Any:
    """One at the foot of a ledge, and another above it at its edge, their bases an inch apart in plan."""
    ledge = f"[[platform]]\nrect = [5, 11.5, 10, 10]\nz = {height}\n"
    return scene(red=[figure(10, 10, **red)], blue=[figure(10, 12.05, height)], board=ledge)


@pytest.mark.parametrize(
    ("height", "red", "gap"),
    [
        (1, {}, 950),
        (1.5, {}, 950),
        (2, {}, 1074),
        (2, {"down": True, "ap": 1}, 1776),
        (3, OGRE, 1119),
    ],
)
def test_it_is_as_far_as_from_the_top_of_the_lower_to_the_foot_of_the_higher(
    height: float, red: dict[str, Any], gap: int
) -> None:
    game, red_, blue = below(height, **red)
    assert game.gap(red_, blue) == game.gap(blue, red_) == gap


def test_who_stands_a_step_higher_is_in_close_combat_and_in_base_contact() -> None:
    game, red, blue = below(1.5)
    assert game.model(red).engaged
    game.does(red, "fight", at=blue, close=False, dice=MISS)
    assert attacks_made(game) == [(red, blue)]
    game, red, blue = below(2)
    assert not game.model(red).engaged


def test_a_way_is_within_reach_where_the_bodies_are() -> None:
    game, red, blue = below(1.5)
    game.does(red, "move", path=(leg(10, 6),), dice=MISS)
    assert attacks_made(game) == [(blue, red)]
    game, red, blue = below(2)
    game.does(red, "move", path=(leg(10, 6),))
    assert attacks_made(game) == []


def test_a_charge_at_one_on_a_step_runs_into_base_contact_with_it() -> None:
    ledge = "[[platform]]\nrect = [5, 14.5, 10, 10]\nz = 1.5\n"
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 15.05, 1.5)], board=ledge)
    game.does(red, "charge", at=blue, dice=[*[2] * 4, *MISS])
    assert game.gap(red, blue) <= 50 and game.record(red).at.z == 0


# ---- counter-charges are charges -------------------------------------------------------------------------------------


def test_who_throws_its_weight_into_charges_does_so_when_it_runs_to_meet_one() -> None:
    game, red, ogre = scene(red=[figure(10, 10)], blue=[figure(10, 24, ap=1, **HEAVY)])
    game.does(red, "charge", at=ogre, interrupt_counter_charge=ogre, dice=[*[1] * 4, *[2] * 5, *HIT, *[1] * 2])
    assert [e.damage.number for e in game.happened(Attacked)] == [7]
    assert game.record(red).down


def test_it_does_not_where_the_charger_has_come_home_and_it_need_not_run() -> None:
    game, red, ogre = scene(red=[figure(10, 10)], blue=[figure(10, 17, ap=1, **HEAVY)])
    game.does(red, "charge", at=ogre, interrupt_counter_charge=ogre, dice=[*[2] * 4, *MISS, *MISS])
    assert [(e.who, e.damage.number) for e in game.happened(Attacked)] == [(red, 4), (ogre, 6)]


def test_bull_true_shoots_at_who_counter_charges_it() -> None:
    game, red, blue = scene(
        red=[figure(10, 10, perks=["bull-true"], weapons=["shortbow"])], blue=[figure(10, 22, ap=1)]
    )
    game.does(red, "charge", at=blue, interrupt_counter_charge=blue, dice=[*[1] * 4, *[2] * 4, *[1] * 4, *MISS])
    assert [(e.who, e.whom, e.close) for e in game.happened(Attacked)] == [(red, blue, False), (blue, red, True)]


# ---- whom a charm keeps on the table ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "down", "ap"), [("power-attack", True, 2), ("finesse-attack", False, 1), ("fight", False, 2)]
)
def test_who_is_spared_by_a_charm_bears_what_else_the_blow_does(action: str, down: bool, ap: int) -> None:
    game, red, blue = scene(
        red=[figure(10, 10, stats={"att": 4})], blue=[figure(10, 11.1, ap=2, wounds=1, charm="charm-of-aegis")]
    )
    game.does(red, action, at=blue, passing=True, dice=[*HIT, *[1] * (action != "power-attack"), *UNSAVED])
    assert (game.record(blue).wounds, game.record(blue).down, game.record(blue).ap) == (1, down, ap)


def test_who_is_spared_by_a_charm_flies_when_it_is_slammed() -> None:
    game, red, blue = scene(
        red=[figure(10, 10, **OGRE)], blue=[figure(10, 12, wounds=1, charm="charm-of-survival", **OGRE)]
    )
    game.does(red, "slam", at=blue, follow=False, dice=[3, 3, 1, *UNSAVED, 3, 1, 1, 1, 1])
    assert (game.record(blue).wounds, game.record(blue).at.y, game.record(blue).down) == (1, 14 * INCH, True)


# ---- who is trampled -------------------------------------------------------------------------------------------------

RUNAWAY: dict[str, Any] = {"profile": "ogre-regular", "stats": {"abilities": {}, "mov": 8, "arm": 0}}


def test_who_is_trampled_has_no_counter_strike_for_that_is_a_free_strike() -> None:
    game, red, _ = scene(red=[figure(10, 10, **RUNAWAY)], blue=[figure(10, 14.5, perks=["counter-strike"])])
    game.does(red, "trample", spot=spot(10, 17), dice=[4, 4, 1])
    assert attacks_made(game) == []


def test_who_stands_by_has() -> None:
    game, red, blues = scene(
        red=[figure(10, 10, **RUNAWAY)], blue=[figure(10, 14.5), figure(12.2, 17, perks=["counter-strike"])]
    )
    game.does(red, "trample", spot=spot(10, 17), dice=[*MISS, 4, 4, 1])
    assert attacks_made(game) == [(blues[1], red)]


def test_who_falls_to_a_counter_strike_tramples_nobody() -> None:
    game, reds, blues = scene(
        red=[figure(10, 10, **RUNAWAY, wounds=1), figure(40, 5)],
        blue=[figure(10, 14.5), figure(12.2, 17, perks=["counter-strike"])],
    )
    game.does(reds[0], "trample", spot=spot(10, 17), dice=HIT)
    assert game.record(reds[0]).out and game.record(blues[0]).wounds == 3


# ---- luck ------------------------------------------------------------------------------------------------------------

LUCKY: dict[str, Any] = {"charm": "luck-charm"}


def test_luck_may_be_called_on_in_a_charge() -> None:
    game, red, _ = scene(red=[figure(10, 10, **LUCKY)], blue=[figure(10, 30)])
    game.does(red, "charge", at=1, luck=True, dice=[1, 1, 2, 2, 2, 1])
    assert game.record(red).at.y == 17 * INCH


def test_luck_may_be_called_on_in_a_dodge() -> None:
    game, red, blue = scene(red=[figure(10, 5, weapons=["grenade"])], blue=[figure(10, 11, ap=1, **LUCKY)])
    game.does(red, "fire", target=blue, interrupt_dodge=blue, luck=True, dice=[4, 1, 1, 1, 1, 1, 1, 2, 2, 2])
    assert game.record(blue).wounds == 3


def test_luck_may_be_called_on_in_a_climb() -> None:
    block = "[[block]]\nrect = [10, 10, 8, 8]\nheight = 4\n"
    game, red, _ = scene(red=[figure(14.5, 9.42, **LUCKY)], blue=[figure(44, 44)], board=block)
    up = next(way for way in game.asks(red, "jump-climb").options() if way[0] == "climb")
    game.does(red, "jump-climb", way=up, luck=True, dice=[1, 4, 4, 4, 4])
    assert game.record(red).at.z == 4 * INCH


def test_luck_may_be_called_on_against_fear() -> None:
    game, red, ogre = scene(red=[figure(10, 10, **LUCKY)], blue=[figure(10, 30, profile="ogre-regular")])
    game.does(red, "charge", at=ogre, luck=True, dice=[1, 1, 2, 3, 1, *[1] * 4])
    assert game.record(red).braved == (ogre,)


def test_luck_may_be_called_on_when_a_hero_falls() -> None:
    game, red, blues = scene(
        red=[figure(10, 10)],
        blue=[
            figure(10, 11.1, profile="human-hero", wounds=1, stats={"arm": 0, "defence": 4}),
            figure(13, 14, **LUCKY),
        ],
    )
    game.does(red, "fight", at=blues[0], luck=True, dice=[*HIT, 1, 1, 2, 3, 3])
    assert game.record(blues[1]).shaken == 2


def test_luck_may_be_called_on_by_who_keeps_its_feet_steps_aside_or_tries_a_lock() -> None:
    game, red, blue = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 12, **LUCKY)])
    game.does(red, "trample", spot=spot(10, 14.5), luck=True, dice=[1, 1, 1, 4, 4, 1])
    assert game.record(blue).wounds == 3
    game, red, blue = scene(red=[figure(20, 20)], blue=[figure(20, 21.5, perks=["sidestep"], **LUCKY)])
    game.does(red, "fight", at=blue, close=False, luck=[False, True], dice=[*MISS, *MISS, 4, 1, 1], path=(leg(20, 24),))
    assert game.record(blue).at.y == 24 * INCH
    chest = '[[marker]]\nid = "m"\nkind = "chest"\nat = [10, 10.8, 0]\nparams = { lock = 4 }\n'
    game, red, _ = scene(red=[figure(10, 10, **LUCKY)], blue=[figure(44, 44)], board=chest)
    game.does(red, "interact", use=(2, "unlock"), luck=True, dice=[*MISS, 4, 1, 1])
    assert game.state.records[2].state == "open"


def test_luck_may_be_called_on_by_who_draws_mana() -> None:
    game, mage, _ = scene(red=[figure(20, 20, perks=["mage"], **LUCKY)], blue=[figure(40, 40)])
    game.does(mage, "draw-mana", luck=True, dice=[1, 1, 4, 4, 4])
    assert game.record(mage).mana == 3


def test_luck_may_be_called_on_by_who_is_trampled() -> None:
    game, red, blue = scene(red=[figure(10, 10, **OGRE)], blue=[figure(10, 12, **LUCKY)])
    game.does(red, "trample", spot=spot(10, 14.5), luck=[False, True], dice=[4, 1, 1, *UNSAVED, 6, 1, 1, 1])
    assert game.record(blue).wounds == 3


def test_luck_may_be_called_on_by_who_falls() -> None:
    ledge = "[[platform]]\nrect = [5, 5, 10, 9]\nz = 4\n"
    game, red, _ = scene(red=[figure(10, 13.5, 4, **LUCKY)], blue=[figure(44, 44)], board=ledge)
    game.does(red, "jump-climb", way=lambda asked: next(w for w in asked.options() if w[0] == "drop"), luck=True,
              dice=[*UNSAVED, 4, 4, 1])  # fmt: skip
    assert game.record(red).wounds == 3 and game.record(red).down


def test_luck_may_be_called_on_by_whom_a_friend_has_hit() -> None:
    game, reds, blue = scene(red=[figure(10, 10, weapons=["rifle"]), figure(11.1, 18, **LUCKY)], blue=[figure(10, 18)])
    game.does(reds[0], "fire", at=blue, luck=True, dice=[1, 2, 2, 2, *UNSAVED, 5, 1, 1])
    assert game.record(reds[1]).wounds == 3


# ---- what is dodged --------------------------------------------------------------------------------------------------


def test_a_dodge_helps_against_what_it_answers_and_not_against_a_friend_who_throws_back() -> None:
    game, red, blues = scene(
        red=[figure(10, 10, weapons=["grenade"])],
        blue=[figure(10, 12.5, ap=1), figure(10, 13.7, ap=1, weapons=["grenade"])],
    )
    mine, theirs = [5, 1, 1, 1], [5, 1, 1, 1]
    game.does(
        red, "fire", target=blues[1], Declared=[("interrupt-dodge", blues[0]), ("interrupt-fire", blues[1])],
        dice=[*mine, 2, 2, 1, *UNSAVED, *theirs, *UNSAVED, *UNSAVED],
    )  # fmt: skip
    assert [game.record(who).wounds for who in (red, *blues)] == [2, 2, 2]


def test_who_clings_to_a_face_is_easier_to_hit_with_an_area_too() -> None:
    face = "[[block]]\nrect = [26, 10, 8, 8]\nheight = 4\n"
    game, red, blue = scene(
        red=[figure(30, 3, weapons=["grenade"])], blue=[figure(30, 9.42, 1, face=(30000, 10060, 4000))], board=face
    )
    game.does(red, "fire", target=blue, dice=[3, 3, 2, 2, *UNSAVED])
    assert [e.number.number for e in game.happened(Lobbed)] == [3]
    assert game.record(blue).wounds == 1


# ---- the last one of a side ------------------------------------------------------------------------------------------


def last_leader(**turn: Any) -> Any:
    """A scene in which the last of blue, its leader, is about to be struck down."""
    hero: dict[str, Any] = {"profile": "human-hero", "leader": True}
    weak: dict[str, Any] = {"wounds": 1, "stats": {"arm": 0, "defence": 4}}
    return scene(
        red=[figure(10, 10, **hero)],
        blue=[figure(10, 11.1, **hero, **weak), *(figure(30 + 2 * n, 40, **GONE) for n in range(2))],
        civilians=[figure(40, 40, profile="civilian")],
        **turn,
    )


@pytest.mark.parametrize(
    ("turn", "points"),
    [
        ({"stage": "end-game", "end_game": 1}, [(0, 2), (0, 2)]),
        ({"stage": "end-game", "end_game": 3}, [(0, 2), (0, 2)]),
        ({"stage": "end-game", "end_game": 5}, [(0, 2)]),
        ({"stage": "scored", "end_game": 1}, [(0, 2)]),
        ({"engagement": "battleground"}, [(0, 1), (0, 2)]),
        ({"engagement": "escort"}, [(0, 1), (0, 2)]),
    ],
)
def test_the_blow_that_wipes_out_a_side_earns_what_else_it_earns(
    turn: dict[str, Any], points: list[tuple[int, int]]
) -> None:
    game, red, blues, _ = last_leader(**turn)
    game.does(red, "fight", at=blues[0], dice=[4, 1, 1, 1])
    game.goes_on()
    assert points_scored(game) == points
    assert len(game.happened(Ended)) == 1 and game.state.turn.winner == 0


# ---- one arrow, one shot ---------------------------------------------------------------------------------------------

BULL: dict[str, Any] = {"perks": ["bull-true"], "weapons": ["longbow"]}
LOST = "Human Regular at 10, 16: its weapon has been emptied since, and its shot is lost."
EMPTY = "Human Regular at 10, 16: it has nothing ready to shoot with."


def shots(game: Any) -> list[tuple[int, int]]:
    """Who has shot at whom, in order."""
    return [(e.who, e.whom) for e in game.happened(Attacked) if not e.close]


def test_a_bow_that_bull_true_has_emptied_does_not_fire_what_was_pledged() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16, ap=1, **BULL)])
    game.does(red, "charge", at=blue, interrupt_fire=blue, dice=[*[2] * 4, *[1] * 4, *MISS])
    assert shots(game) == [(blue, red)] and game.record(blue).ap == 0
    assert LOST in game.log() and EMPTY not in game.log()


def test_what_was_pledged_is_fired_where_another_weapon_has_met_the_charger_or_none_must_be_loaded() -> None:
    answers: dict[str, Any]
    for weapons, answers in ((["longbow", "revolver"], {"weapon": [0, 1]}), (["revolver"], {})):
        game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16, ap=1, **{**BULL, "weapons": weapons})])
        game.does(red, "charge", at=blue, interrupt_fire=blue, **answers, dice=[*[2] * 4, *[1] * 4, *MISS, *[1] * 4])
        assert shots(game) == [(blue, red), (blue, red)]
        assert LOST not in game.log()


def test_bull_true_shoots_one_arrow_at_a_band() -> None:
    game, reds, blue = scene(red=[figure(9, 10), figure(11, 10)], blue=[figure(10, 16, **BULL)])
    game.does(reds[0], "with-me", way="charge", target=[blue, blue], next=reds[0],
              dice=[*[2] * 8, *[1] * 4, *MISS, *MISS])  # fmt: skip
    assert shots(game) == [(blue, reds[0])]
    assert EMPTY in game.log()


# ---- one free strike -------------------------------------------------------------------------------------------------

COUNTER: dict[str, Any] = {"perks": ["counter-strike"]}
RIPOSTE: dict[str, Any] = {"perks": ["agile-riposte"]}
EITHER: dict[str, Any] = {"perks": ["counter-strike", "agile-riposte"]}


def test_who_strikes_at_one_that_will_leave_it_again_has_no_counter_strike() -> None:
    game, red, blues = scene(red=[figure(10, 10)], blue=[figure(10, 19), figure(12, 13.5, **COUNTER)])
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
    game, reds, blue = scene(red=[figure(9, 10), figure(11, 10)], blue=[figure(10, 14, **COUNTER)])
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
    game, red, blues = scene(red=[figure(10, 10, **RUNAWAY)], blue=[figure(10, 14.5), figure(12.5, 13, **COUNTER)])
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


# ---- who is spared has not been incapacitated ------------------------------------------------------------------------

FRAIL: dict[str, Any] = {"wounds": 1, "stats": {"arm": 0}}
SPARED: dict[str, Any] = {"charm": "charm-of-aegis", **FRAIL}
ENDURES: dict[str, Any] = {"charm": "charm-of-survival", **FRAIL}


@pytest.mark.parametrize(("charm", "dice"), [(SPARED, []), (ENDURES, [3, 1, 1])])
def test_who_is_spared_from_a_counter_strike_goes_on_with_its_charge(charm: dict[str, Any], dice: list[int]) -> None:
    game, red, blue = scene(red=[figure(10, 10, **charm)], blue=[figure(10, 16, **COUNTER)])
    game.does(red, "charge", at=blue, dice=[*[2] * 4, 5, 1, 1, *dice, *MISS])
    assert attacks_made(game) == [(blue, red), (red, blue)]
    assert game.record(red).wounds == 1 and game.record(red).standing


def test_who_falls_for_all_its_charm_does_not() -> None:
    game, (red, _), blue = scene(red=[figure(10, 10, **ENDURES), figure(40, 5)], blue=[figure(10, 16, **COUNTER)])
    game.does(red, "charge", at=blue, dice=[*[2] * 4, 5, 1, 1, *UNSAVED])
    assert attacks_made(game) == [(blue, red)] and game.record(red).out


def test_who_is_spared_from_bull_true_strikes() -> None:
    game, red, blue = scene(red=[figure(10, 10, **SPARED)], blue=[figure(10, 16, **BULL)])
    game.does(red, "charge", at=blue, dice=[*[2] * 4, *HIT, 1, *MISS])
    assert attacks_made(game) == [(blue, red), (red, blue)]


def test_who_is_spared_tramples_on() -> None:
    ogre = {**RUNAWAY, "charm": "charm-of-aegis", "wounds": 1}
    game, red, blues = scene(red=[figure(10, 10, **ogre)], blue=[figure(10, 14.5), figure(12.2, 17, **COUNTER)])
    game.does(red, "trample", spot=spot(10, 17), dice=[*HIT, 4, 4, 1])
    assert attacks_made(game) == [(blues[1], red)] and game.record(blues[0]).wounds == 3


def test_who_is_spared_as_it_leaves_is_struck_at_by_the_others_too() -> None:
    game, (red, _), blues = scene(
        red=[figure(10, 10, **SPARED), figure(40, 5)], blue=[figure(12, 10), figure(8, 10), figure(40, 40)]
    )
    game.does(red, "move", path=(leg(10, 7),), dice=[*HIT, *HIT])
    assert attacks_made(game) == [(blues[0], red), (blues[1], red)]
    assert game.happened(Fell) == [Fell(red, blues[1])], "it is the second who made it fall"


def test_who_is_spared_is_met_by_the_next_counter_strike() -> None:
    game, red, blues = scene(
        red=[figure(10, 10, **SPARED)], blue=[figure(8.5, 15, **COUNTER), figure(11.5, 15, **COUNTER)]
    )
    game.does(red, "move", path=(leg(10, 13.6),), dice=[5, 1, 1, *MISS])
    assert attacks_made(game) == [(blues[0], red), (blues[1], red)]


def test_who_is_spared_climbs_on() -> None:
    block = "[[block]]\nrect = [10, 10, 8, 8]\nheight = 4\n"
    game, red, _ = scene(red=[figure(14.5, 9.42, **SPARED)], blue=[figure(14.5, 7.5)], board=block)
    up = next(way for way in game.asks(red, "jump-climb").options() if way[0] == "climb")
    game.does(red, "jump-climb", way=up, dice=[*HIT, 4, 4, 4, 4])
    assert game.record(red).at.z == 4 * INCH


def test_who_is_spared_in_a_fall_lies_there() -> None:
    ledge = "[[platform]]\nrect = [5, 5, 10, 9]\nz = 4\n"
    game, red, _ = scene(red=[figure(10, 13.5, 4, **SPARED)], blue=[figure(44, 44)], board=ledge)
    game.does(red, "jump-climb", way=lambda asked: next(w for w in asked.options() if w[0] == "drop"))
    assert game.record(red).wounds == 1 and game.record(red).down


def test_who_is_spared_fires_what_it_has_pledged() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 16, ap=1, weapons=["revolver"], **SPARED)])
    game.does(red, "charge", at=blue, interrupt_fire=blue, dice=[*[2] * 4, *HIT, *[1] * 4])
    assert shots(game) == [(blue, red)]


def test_who_is_spared_runs_on_in_its_counter_charge() -> None:
    game, red, blue = scene(red=[figure(10, 10, **COUNTER)], blue=[figure(10, 22, ap=1, **SPARED)])
    game.does(red, "charge", at=blue, interrupt_counter_charge=blue, dice=[*[1] * 4, *[2] * 4, 5, 1, 1, *MISS])
    assert attacks_made(game) == [(red, blue), (blue, red)]


def test_who_is_spared_in_its_flight_and_caught_is_struck() -> None:
    game, reds, blue = scene(red=[figure(10, 10), figure(11.5, 14.8)], blue=[figure(10, 14, ap=1, **SPARED)])
    game.does(reds[0], "charge", at=blue, interrupt_flee=blue, dice=[*[2] * 4, *HIT, *MISS])
    assert attacks_made(game) == [(reds[1], blue), (reds[0], blue)]


def test_a_pledged_blow_is_struck_at_an_attacker_who_is_spared_and_a_band_strikes_at_one_who_is() -> None:
    game, red, blue = scene(red=[figure(10, 10, **SPARED)], blue=[figure(10, 11.1, ap=1, **RIPOSTE)])
    game.does(red, "fight", at=blue, interrupt_fight=blue, dice=[*MISS, *HIT, *MISS])
    assert attacks_made(game) == [(red, blue), (blue, red), (blue, red)]
    game, reds, blues = scene(red=[figure(9, 10), figure(11, 10)], blue=[figure(10, 16, **SPARED), figure(40, 40)])
    game.does(reds[0], "with-me", way="charge", target=[blues[0]] * 2, next=reds[0],
              dice=[*[2] * 8, *HIT, *HIT])  # fmt: skip
    assert game.happened(Fell) == [Fell(blues[0], reds[1])]
