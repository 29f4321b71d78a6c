"""Further scenes that were written from the rules alone: the dice and what comes of them were laid down beforehand."""

from __future__ import annotations

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, effects, scene, weapon
from tests.rites_of_battle.test_by_the_book import AUTO, KEEP, SINGLE
from tests.rites_of_battle.test_harm import suffers
from tests.rites_of_battle.test_places import LOW
from tests.rites_of_battle.test_tasks import PUMP
from warbook.rulesets.rites_of_battle.battle import turn
from warbook.rulesets.rites_of_battle.harm import injuries, wounds

# ---- critical injuries -----------------------------------------------------------------------------------------------


def test_a_vicious_weapon_makes_the_injury_of_a_fall_worse_and_the_one_that_is_bought() -> None:
    game, red, blue = scene([at(5, 5, "brute-boss")], [at(5, 6, wounds=14)])
    blow = ["SA", "AA", "S", "S", "S", "-", "-"]  # 5 and 4 and 4 net less 8 are five wounds, of two that it can bear
    game.does(
        red, "combat-check", at=blue, **SINGLE, check=blow, spend=["critical 0"], theirs=KEEP, passing=True,
        injury=[21, 21],
    )  # fmt: skip
    # 21, ten for the cleaver, ten less: 21; then ten more for the one that is carried
    assert game.record(blue).injuries == ("off-balance", "stunned")


@pytest.mark.parametrize(
    ("lethal", "vicious", "bursts", "injury"),
    [(2, 0, False, "discouraging-wound"), (0, 1, True, "distracted"), (0, 0, True, "slowed-down")],
)
def test_lethal_blows_count_for_a_fall_and_a_blast_is_as_vicious_as_its_weapon(
    lethal: int, vicious: int, bursts: bool, injury: str
) -> None:
    gun = weapon("acid-gun", critical=9, qualities={"blast": 9, "vicious": vicious})
    mine = armed(5, 5, gun, of={"talents": {"lethal-blows": lethal}})
    game, red, blues = scene([mine], [at(5, 9, "brood-warrior"), at(6, 9, wounds=16)])
    spend = ["blast", KEEP] if bursts else KEEP
    shot = {"check": ["SA", "SA", "-", "-"], "spend": spend, "theirs": KEEP, "injury": [19]}
    game.does(red, "combat-check", at=blues[0 if bursts else 1], **SINGLE, **shot)
    assert game.record(blues[1]).injuries == (injury,)  # 19 less ten, and ten for each rank


def test_whoever_has_lost_a_leg_climbs_nothing_and_does_no_work_for_legs() -> None:
    for board, job in ((LOW, "climb 5,7,0"), (PUMP.replace("tech-use", "athletics"), "task 2")):
        game, red, _ = scene([at(5, 5)], [at(20, 40)], board)
        assert job in game.asks(red, "skill-check").options()
        affected(game, red, "lost-leg")
        assert "skill-check" not in game.allowed(red)


def test_an_arm_that_is_lost_drops_what_it_held_and_draws_nothing_beside_the_other() -> None:
    game, red, _ = scene([armed(5, 5, weapon("bolt-pistol"), weapon("combat-knife"))], [at(5, 14, "levy")])
    suffers(game, injuries.inflict, red, 1, 20, injury=[95])
    assert effects(game, red) == {"lost-arm": 1} and game.record(red).held == (0,)
    game.does(red, "manage-gear", gear="pick 1")
    assert game.record(red).held == (1,)


# ---- fear, blasts and falls ------------------------------------------------------------------------------------------


def test_a_despair_before_something_dreaded_staggers_for_the_turn_that_begins() -> None:
    foe = armed(5, 14, profile="red-fiend", of={"talents": {"frightening": 2, "dreaded": 1}})
    for before, turns in ((False, 1), (True, 2)):
        game, red, _ = scene([at(5, 5, "levy", count=3)], [foe])
        if before:
            affected(game, red, "staggered", "turn-0-1")
        suffers(game, turn.begin_turn, red, fear=["SA", "A", "-", "D"])
        lost = []
        for _ in range(3):
            lost.append("exchange-for-maneuver" not in game.allowed())
            game.goes_on(action=["end-turn"] * 2)
        assert lost == [n < turns for n in range(3)]


def test_nobody_is_knocked_down_who_lies_there() -> None:
    for prone in (False, True):
        game, red, blue = scene(
            [armed(5, 5, weapon("power-fist"), profile="storm-warden")], [at(5, 6, "levy", count=3, prone=prone)]
        )
        blow = ["-"] * prone + ["A", "A", "SS", "AA", "A", "-", "-", "-"]
        question = game.asks(red, "combat-check", at=blue, **SINGLE, frenzied=0, check=blow)
        assert (f"knockdown {blue}" in question.options()) is not prone


# ---- symbols, bursts and healing -------------------------------------------------------------------------------------


def test_the_ally_who_is_next_is_one_who_can_act() -> None:
    fallen = at(7, 5, wounds=17, state="incapacitated")
    game, reds, blue = scene([at(5, 5), fallen, at(9, 5)], [at(5, 14, "renegade")])
    shot = {"check": ["A", "-", "-", "-", "-"], "spend": ["boost-next"]}
    game.does(reds[0], "combat-check", at=blue, **SINGLE, **shot)
    assert effects(game, reds[1]) == {} and effects(game, reds[2]) == {"next-boost": 1}


def test_an_upgrade_and_a_setback_on_the_next_check_are_used_up_by_it_together() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    shot = {"check": ["T", "AA", "-", "-", "-"], "spend": ["upgrade-theirs !", "setback"]}
    game.does(red, "combat-check", at=blue, **SINGLE, **shot)
    assert dice_of(game, blue, red) == {"proficiency": 3, "difficulty": 1, "challenge": 1, "setback": 1}
    game.does(blue, "combat-check", at=red, **SINGLE, check=["-"] * 6)
    assert dice_of(game, blue, red) == {"proficiency": 3, "difficulty": 2}


def test_of_a_burst_into_a_fight_the_first_hit_alone_goes_astray() -> None:
    game, (red, friend), blues = scene([at(5, 5), at(6, 10)], [at(9, 9, "levy", count=3), at(5, 9, "levy", count=3)])
    game.does(
        red, "combat-check", at=blues[0], also=blues[1], **AUTO, check=["SS", "SS", "AA", "-", "D"],
        spend=[f"auto {blues[0]}"], theirs=KEEP,
    )  # fmt: skip
    assert game.record(friend).wounds == 9 + 3 - 6 and game.record(blues[1]).wounds == 0
    assert game.record(blues[0]).wounds == 9 + 3 - 1


def test_a_grenade_at_ones_own_feet_catches_whoever_throws_it_and_the_fallen() -> None:
    fallen = at(6, 6, wounds=18, state="incapacitated", prone=True)
    game, reds, blues = scene([at(5, 5, held=(3,)), fallen], [at(5, 6, "levy"), at(4, 7, "levy")])
    throw = {"with": (3, "single", -1), "check": ["SA", "SA", "S", "-", "-"], "spend": ["blast", KEEP]}
    game.does(reds[0], "combat-check", at=blues[0], **throw, theirs=KEEP)
    assert game.record(blues[1]).wounds == 6 + 3 - 3
    assert (game.record(reds[0]).wounds, game.record(reds[1]).wounds) == (1, 18 + 1)


def test_advantages_that_are_spent_on_something_else_heal_no_strain() -> None:
    for spend, strain in (([KEEP], 6 - 3), (["maneuver", KEEP], 6 - 1)):
        game, reds, _ = scene([at(5, 5, gear=("medical-kit",)), at(5, 6, wounds=8, strain=6)], [at(5, 30)])
        game.does(reds[0], "skill-check", job="tend 1", check=["AA", "SA", "-"], spend=spend, theirs=KEEP)
        assert (game.record(reds[1]).wounds, game.record(reds[1]).strain) == (8 - 1, strain)


def test_who_comes_round_and_falls_again_has_another_injury() -> None:
    game, red, _ = scene([at(5, 5, wounds=16)], [at(5, 30)])
    suffers(game, wounds.wound, red, 1, injury=[30])
    suffers(game, wounds.heal, red, 3)
    suffers(game, wounds.wound, red, 3, injury=[30])
    assert game.record(red).injuries == ("distracted", "discouraging-wound")  # 30 less ten, then 30


def test_stunned_twice_is_two_turns() -> None:
    game, _, blue = scene([at(5, 5)], [at(5, 30)])
    suffers(game, injuries.inflict, blue, injury=[41])
    suffers(game, injuries.inflict, blue, injury=[31])
    game.goes_on(action=["end-turn"])
    lost = []
    for _ in range(3):
        lost.append("exchange-for-maneuver" not in game.allowed())
        game.goes_on(action=["end-turn"] * 2)
    assert game.record(blue).injuries == ("stunned", "stunned") and lost == [True, True, False]


def test_an_aim_helps_to_throw_a_grenade() -> None:
    game, red, blue = scene([at(5, 5, held=(3,))], [at(5, 9, "levy", count=3)])
    game.does(red, "aim")
    assert dice_of(game, red, blue, 3) == {"boost": 1, "proficiency": 3, "difficulty": 1}
