"""Scenes of more than one turn, written from the rules alone: what lasts how long, and what comes of it later."""

from __future__ import annotations

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, effects, scene, weapon
from tests.rites_of_battle.test_by_the_book import AUTO, KEEP, SINGLE
from tests.rites_of_battle.test_harm import suffers
from warbook.core.play import Play
from warbook.core.structs import replace
from warbook.rulesets.rites_of_battle.actions.tasks import jobs
from warbook.rulesets.rites_of_battle.battle import initiative
from warbook.rulesets.rites_of_battle.checks import pools
from warbook.rulesets.rites_of_battle.checks.pools import Attempt
from warbook.rulesets.rites_of_battle.events.fighters import Wounded
from warbook.rulesets.rites_of_battle.events.turns import TurnBegan
from warbook.rulesets.rites_of_battle.harm import hazards, injuries
from warbook.rulesets.rites_of_battle.records import Check, Model, Score
from warbook.testing import Script, leg, way

# ---- what symbols buy, and for how long ------------------------------------------------------------------------------


def test_a_boost_for_the_next_ally_goes_to_the_first_of_the_next_round() -> None:
    game, reds, blue = scene([at(5, 5), at(7, 5), at(9, 5)], [at(5, 14, "renegade")])
    game.state.turn = replace(game.state.turn, place=2)
    game.does(reds[2], "combat-check", at=blue, **SINGLE, check=["A", "-", "-", "-", "-"], spend=["boost-next"])
    assert effects(game, reds[0]) == {"next-boost": 1}


def test_a_boost_that_is_not_used_lapses_with_the_next_turn() -> None:
    game, reds, blue = scene([at(5, 5), at(7, 5)], [at(5, 14, "renegade")])
    game.does(reds[0], "combat-check", at=blue, **SINGLE, check=["AA", "-", "-", "-", "-"], spend=["boost 1"])
    game.goes_on(action=["end-turn"])
    assert dice_of(game, reds[1], blue)["boost"] == 1
    game.goes_on(action=["end-turn"])
    assert effects(game, reds[1]) == {}


def test_defence_that_counts_for_nothing_does_so_for_everybody_and_this_round() -> None:
    game, reds, blue = scene([at(5, 5), at(7, 5)], [at(5, 14, "stalker")])
    shot = ["AA", "A", "-", "-", "-", "-"]
    game.does(reds[0], "combat-check", at=blue, **SINGLE, check=shot, spend=["no-defence"])
    assert "setback" not in dice_of(game, reds[1], blue)
    game.goes_on(action=["end-turn"] * 3)
    assert game.state.turn.round == 2 and dice_of(game, reds[1], blue)["setback"] == 1


def test_defence_that_is_bought_lasts_to_the_end_of_the_next_turn() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    shot = ["AA", "A", "-", "-", "-"]
    game.does(red, "combat-check", at=blue, **SINGLE, check=shot, spend=["defence ranged"])
    for turns, setback in ((0, 1), (2, 1), (1, 0)):
        if turns:
            game.goes_on(action=["end-turn"] * turns)
        assert dice_of(game, blue, red).get("setback", 0) == setback


def test_an_empty_weapon_is_filled_with_a_spare_load() -> None:
    game, red, blue = scene([at(5, 5, gear=("reload",))], [at(5, 14, "brute-boss")])
    game.does(red, "combat-check", at=blue, **SINGLE, check=["-", "-", "-", "-", "D"], theirs=["empty 0 !"])
    assert "combat-check" in game.allowed(red)  # with the pistol
    assert game.asks(red, "combat-check").legal((0, "single", -1)) == ("It is out of ammunition.",)
    game.does(red, "manage-gear", gear="load 0")
    assert game.asks(red, "combat-check").legal((0, "single", -1)) == ()
    assert game.record(red).gear == ()


# ---- hits and injuries -----------------------------------------------------------------------------------------------


def test_each_of_two_linked_hits_can_be_parried() -> None:
    claws = armed(5, 5, weapon("lightning-claws"), profile="storm-warden")
    game, red, blue = scene([claws], [at(5, 6, "warden-captain")])
    faces = ["S", "S", "SA", "SA", "S", "-", "-", "-", "-"]
    game.does(red, "combat-check", at=blue, **SINGLE, frenzied=0, check=faces, spend=["linked"], parry=[blue, blue])
    assert [event.wounds for event in game.happened(Wounded)] == [(5 + 3 + 5) - 5 - (10 - 3)] * 2
    assert game.record(blue).strain == 6


def test_each_hit_of_a_burst_may_have_its_own_injury() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 9, "brute-warlord")])
    faces = ["T", "AA", "SA", "-", "-"]
    game.does(
        red, "combat-check", at=blue, **AUTO, check=faces, spend=[f"auto {blue}", "critical 0 !", KEEP], injury=[50]
    )
    assert [event.wounds for event in game.happened(Wounded)] == [9 + 2 - 6] * 2
    assert game.record(blue).injuries == ("discouraging-wound",)  # 50, less twenty
    assert game.record(blue).strain == 2


def test_a_fire_burns_in_so_many_turns() -> None:
    game, red, blue = scene([armed(5, 5, weapon("flamer", damage=10))], [at(5, 9, "brute-warlord")])
    shot = ["SA", "SA", "SA", "-", "-"]
    game.does(red, "combat-check", at=blue, **SINGLE, check=shot, spend=[f"burn {blue}", KEEP])
    for turn in (1, 2, 3, 4):
        game.goes_on(action=["end-turn"] * 2)
        assert game.record(blue).wounds == (10 + 3 - 8) + (10 - 8) * min(turn, 3)


def test_slowed_down_is_last_in_the_next_round_once() -> None:
    game, reds, _ = scene([at(5, 5), at(7, 5)], [at(5, 30, "renegade")])
    suffers(game, injuries.inflict, reds[0], injury=[16])
    assert game.record(reds[0]).injuries == ("slowed-down",)  # 16 less 10
    game.goes_on(action=["end-turn"] * 8)
    assert [event.who for event in game.history if isinstance(event, TurnBegan)][:9] == [0, 1, 2, 1, 2, 0, 0, 1, 2]


def test_what_a_jolt_drops_is_picked_up_with_a_maneuver() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 30)])
    suffers(game, injuries.inflict, red, injury=[21])
    assert game.record(red).held == ()
    game.does(red, "manage-gear", gear="pick 0")
    assert game.record(red).held == (0,)


def test_what_is_drawn_for_two_hands_sends_the_rest_away() -> None:
    game, red, _ = scene([at(5, 5, "siege-warden")], [at(5, 30)])
    game.does(red, "manage-gear", gear="draw 1")
    assert game.record(red).held == (1,)


def test_a_rival_whose_end_is_nigh_dies_too() -> None:
    game, _, blue = scene([at(5, 5)], [at(5, 14, "renegade", injuries=("the-end-is-nigh",))])
    affected(game, blue, "doomed", "round-1")
    game.goes_on(action=["end-turn"] * 2)
    assert game.record(blue).state == "dead"


# ---- checks and economy ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("healer", "suffered", "own", "difficulty"),
    [
        ("surgeon-warden", 8, False, 1), ("surgeon-warden", 9, False, 2), ("surgeon-warden", 17, False, 3),
        ("line-warden", 8, False, 2), ("surgeon-warden", 8, True, 3), ("line-warden", 9, True, 5),
    ],
)  # fmt: skip
def test_how_hard_it_is_to_tend_wounds(healer: str, suffered: int, own: bool, difficulty: int) -> None:
    game, reds, _ = scene([at(5, 5, healer), at(5, 6)], [at(5, 30)])
    game.given(reds[0 if own else 1], wounds=suffered, state="up" if suffered < 17 else "incapacitated")
    found = {job.code: job.difficulty for job in jobs(Model(game.play, reds[0]))}
    assert found[f"tend {0 if own else 1}"] == difficulty


def test_levies_fear_a_fiend_and_wardens_do_not() -> None:
    game, reds, _ = scene([at(5, 5, "levy", count=3), at(9, 5)], [at(5, 14, "red-fiend")])
    suffers(game, hazards.face_fears, reds[0], fear=["A", "-", "HH", "FF"])  # Discipline 2, against two dice
    assert effects(game, reds[0]) == {"shaken": 1}
    assert game.record(reds[0]).wounds == 1  # a threat is strain, and strain is wounds
    suffers(game, hazards.face_fears, reds[1])
    assert effects(game, reds[1]) == {}


def test_a_stance_hinders_attacks_alone_and_a_daze_everything() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 30)])
    check = Attempt(game.play, Model(game.play, red), "tech-use", 2, Check("check", red))
    affected(game, red, "guarded")
    assert pools.reckon(check).dice.setback == 0
    affected(game, red, "disoriented")
    assert pools.reckon(check).dice.setback == 1


def test_whoever_is_in_cover_sees_less() -> None:
    game, red, _ = scene([at(5, 5, covered=True)], [at(5, 30)])
    for skill, setback in (("vigilance", 1), ("tech-use", 0)):
        check = Attempt(game.play, Model(game.play, red), skill, 0, Check("initiative", red))  # type: ignore[arg-type]
        assert pools.reckon(check).dice.setback == setback


def test_a_blade_and_a_pistol_at_once() -> None:
    game, red, blue = scene([at(5, 5, "storm-warden")], [at(5, 6, "brute-boss")])
    # Agility 3 and Ballistics 2; blade and pistol are two dice each in a fight; two more for two skills; an upgrade
    pool = {"ability": 1, "proficiency": 2, "difficulty": 3, "challenge": 1}
    assert dice_of(game, red, blue, mode="two", second=1) == pool


def test_minions_exchange_but_do_not_pay() -> None:
    game, _, blue = scene([at(5, 5)], [at(5, 14, "levy", count=5)])
    assert "extra-maneuver" not in game.allowed(blue) and "exchange-for-maneuver" in game.allowed(blue)


def test_a_triumph_of_initiative_is_a_maneuver_before_the_first_round() -> None:
    game, _, _ = scene([at(5, 5), at(7, 5)], [at(5, 30, "renegade")])
    order = (Score(0, 2, 0, 1), Score(1, 1, 0), Score(2, 3, 0))
    game.state.turn = replace(game.state.turn, phase="initiative", round=0, order=order)
    script = Script(choices={"out-of-turn-maneuver": 0, "out-of-turn": "guarded-stance"})
    play = Play(game.state, game.ruleset, game.world, [], script)
    initiative.settle(play)
    assert [score.who for score in play.state.turn.order] == [2, 0, 1]
    assert [(each.name, each.on) for each in play.state.effects] == [("guarded", 0)]


# ---- the economy of a turn -------------------------------------------------------------------------------------------


def test_an_action_given_first_leaves_two_maneuvers_and_nothing_else() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 30)])
    now = game.activation(red)
    now.does("exchange-for-maneuver")
    now.does("move", path=way(leg(5.5, 11.5)))
    now.does("move", path=way(leg(5.5, 17.5)))
    assert not {"move", "extra-maneuver", "aim", "combat-check"} & set(now.allowed())


def test_after_a_shot_a_move_and_a_paid_maneuver_there_is_nothing_left() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy", count=5)])
    now = game.activation(red)
    now.does("combat-check", at=blue, **SINGLE, check=["-"] * 5)
    now.does("move", path=way(leg(5.5, 6.5)))
    now.does("extra-maneuver")
    now.does("guarded-stance")
    assert not {"exchange-for-maneuver", "move", "combat-check"} & set(now.allowed())


@pytest.mark.parametrize(
    ("injury", "maneuvers", "refused"),
    [
        ("hamstrung", 0, ("move",)), ("temporarily-lame", 1, ("extra-maneuver",)), ("winded", 1, ("extra-maneuver",)),
        ("knocked-senseless", 1, ("combat-check", "exchange-for-maneuver")),
    ],
)  # fmt: skip
def test_what_injuries_leave_of_a_turn(injury: str, maneuvers: int, refused: tuple[str, ...]) -> None:
    game, reds, _ = scene([at(5, 5), at(8, 5, injuries=(injury,))], [at(5, 14)])
    game.goes_on(action=["end-turn"])
    assert (game.state.turn.actor, game.state.turn.allowed) == (reds[1], maneuvers)
    assert not set(refused) & set(game.allowed())


def test_the_distracted_lose_the_maneuver_of_one_turn() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 30)])
    game.goes_on(action=["end-turn"])
    suffers(game, injuries.inflict, red, injury=[26])
    for maneuvers in (0, 1):
        game.goes_on(action=["end-turn"] * (1 + maneuvers))
        assert (game.state.turn.actor, game.state.turn.allowed) == (red, maneuvers)


def test_at_the_brink_each_action_costs_a_strain() -> None:
    game, red, blue = scene([at(5, 5, injuries=("at-the-brink",))], [at(5, 14, "levy")])
    game.does(red, "combat-check", at=blue, **SINGLE, check=["-"] * 5)
    assert game.record(red).strain == 1


def test_a_stinger_waits_for_the_next_check_however_long() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy", count=5)])
    suffers(game, injuries.inflict, red, injury=[46])
    game.goes_on(action=["end-turn"] * 4)
    assert dice_of(game, red, blue)["difficulty"] == 3
    game.does(red, "combat-check", at=blue, **SINGLE, check=["-"] * 6)
    assert dice_of(game, red, blue)["difficulty"] == 2


def test_a_point_of_toughness_is_a_point_of_soak_and_one_of_strength_a_die() -> None:
    lost = (("toughness", "horrific-injury"), ("strength", "horrific-injury"))
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade", lost=lost)])
    game.does(red, "combat-check", at=blue, **SINGLE, check=["S", "S", "-", "-", "-"])
    assert game.record(blue).wounds == 9 + 2 - (7 - 2)
    game.place(blue, 5.5, 6.5)
    assert dice_of(game, blue, red, 1) == {"proficiency": 3, "difficulty": 2}  # Strength 3 with Melee 3


def test_whoever_shoots_in_a_fight_is_open_to_one_blow_whoever_strikes_it() -> None:
    game, red, blues = scene([at(5, 5)], [at(5, 6, "brute", count=3), at(6, 5, "brute", count=3)])
    game.does(red, "combat-check", at=blues[0], **{"with": (1, "single", -1)}, check=["-"] * 5)
    assert [dice_of(game, blue, red)["boost"] for blue in blues] == [1, 1]
    game.does(blues[0], "combat-check", at=red, **SINGLE, check=["-"] * 7)
    assert "boost" not in dice_of(game, blues[1], red)


def test_a_sword_of_power_ruins_a_gun_step_by_step() -> None:
    game, red, blue = scene([armed(5, 5, weapon("power-sword"), profile="storm-warden")], [at(5, 6, "renegade")])
    faces = ["A", "A", "SA", "S", "S", "-", "-"]
    game.does(red, "combat-check", at=blue, **SINGLE, frenzied=0, check=faces, spend=[f"sunder {blue} 0"] * 3)
    assert game.record(blue).wear(0).damage == 3
    assert "It is broken." in game.asks(blue, "combat-check").legal((0, "single", -1))
