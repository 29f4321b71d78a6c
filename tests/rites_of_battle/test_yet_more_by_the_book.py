"""Scenes in corners, written from the rules alone before the code was read: groups on squares, who wakes when, injuries
beside whatever else hinders, what a hit brings, and long work."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, effects, piece, scene, somewhere, weapon
from tests.rites_of_battle.test_by_the_book import AUTO, KEEP, QUIET, SINGLE
from tests.rites_of_battle.test_groups import formed, tiles
from tests.rites_of_battle.test_harm import suffers
from tests.rites_of_battle.test_places import LOW
from tests.rites_of_battle.test_powers import psyker, uses
from tests.rites_of_battle.test_qualities import gun
from tests.rites_of_battle.test_talents import able
from tests.rites_of_battle.test_tasks import PUMP
from warbook.core.game import Game
from warbook.core.ruleset import Setup
from warbook.rulesets.rites_of_battle import RULESET
from warbook.rulesets.rites_of_battle.actions.tasks import jobs
from warbook.rulesets.rites_of_battle.attacks import force
from warbook.rulesets.rites_of_battle.battle import initiative
from warbook.rulesets.rites_of_battle.checks import pools, squares
from warbook.rulesets.rites_of_battle.checks.pools import Attempt
from warbook.rulesets.rites_of_battle.events.fighters import Wounded
from warbook.rulesets.rites_of_battle.harm import conditions, hazards, injuries, wounds
from warbook.rulesets.rites_of_battle.movement import climbing, moving
from warbook.rulesets.rites_of_battle.printed.shelf import SHELF
from warbook.rulesets.rites_of_battle.records import Check, Model
from warbook.testing import if_asked, leg, way

PISTOL = {"with": (1, "single", -1)}


def hard(game: Any, who: int, skill: Any, difficulty: int) -> int:
    """The difficulty and challenge dice of a check."""
    dice = pools.reckon(Attempt(game.play, Model(game.play, who), skill, difficulty, Check("check", who))).dice
    return dice.difficulty + dice.challenge


# ---- groups on squares -----------------------------------------------------------------------------------------------


def beside_a_member(*more: Any) -> Any:
    """Two brutes, and somebody who stands next to the second of them alone."""
    game, red, blue = formed([at(30, 30), *more], [at(5, 8, "brute", count=2)])
    first = red[0] if more else red
    assert tiles(game, blue) == [(5, 8), (6, 8)]
    game.place(first, 7.5, 7.5)
    return game, red, blue


def test_an_outlying_member_fights_and_is_fought_until_it_falls() -> None:
    game, red, blue = beside_a_member()
    assert dice_of(game, blue, red) == {"ability": 3, "proficiency": 1, "difficulty": 2}
    assert dice_of(game, red, blue, 1)["difficulty"] == 2  # a pistol in a fight
    assert "withdraw" in game.allowed(red) and "move" not in game.allowed(red)
    game.does(red, "combat-check", at=blue, **PISTOL, check=["SS", "SS", "SS", "-", "-"], **QUIET)
    assert game.record(blue).wounds == 8 + 6 - 3 and tiles(game, blue) == [(5, 8)]
    assert "move" in game.allowed(red) and "move" in game.allowed(blue)
    assert dice_of(game, red, blue)["difficulty"] == 1  # short range, and no fight


def test_a_shot_at_a_group_is_harder_where_a_friend_fights_one_of_its_members() -> None:
    game, (_, shooter), blue = beside_a_member(at(20, 1))
    assert dice_of(game, shooter, blue)["challenge"] == 1


def test_a_stray_shot_may_strike_the_group_whose_member_is_there() -> None:
    game, (red, levies), blue = formed([at(5, 1), at(9, 12, "levy", count=2)], [at(20, 30, "renegade")])
    game.place(blue, 11.5, 11.5)
    assert dice_of(game, red, blue)["challenge"] == 2
    game.does(red, "combat-check", at=blue, **SINGLE, check=["SS", "SS", "-", "-", "D"], theirs=["keep"])
    assert game.record(levies).wounds == 9 + 3 - 1 and game.record(blue).wounds == 0


def test_nobody_gets_off_leaps_climbs_or_withdraws_onto_a_member() -> None:
    game, (rider, levies), _ = formed([at(6, 5, mount="war-hog"), at(5, 6, "levy", count=2)], [at(30, 30)])
    beside = {cell[:2] for cell in game.asks(rider, "dismount").options()}
    assert tiles(game, levies) == [(5, 6), (6, 6)] and not beside & {(5, 6), (6, 6)}
    game, red, _ = formed([psyker(5, 5, "quickening")], [at(5, 9, "levy", count=2)], options={"leap-goes": "any"})
    landings = game.asks(red, "use-talent", talent="leap", leap=["L", "K", "K"], dark=0).listed()
    assert (7, 9, 0) in landings and not {(5, 9, 0), (6, 9, 0)} & {*landings}
    game, (red, _), _ = formed([at(5, 5), at(4, 7, "levy", count=2)], [at(30, 30)], board=LOW)
    assert (5, 7, 0) not in climbing.climbs(Model(game.play, red))
    game, (red, _), _ = formed([at(5, 5), at(4, 4, "levy", count=2)], [at(5, 6)])
    assert {cell[:2] for cell in moving.ways_out(Model(game.play, red))} == {(6, 4)}


def test_nothing_is_pushed_onto_a_member() -> None:
    barrel = piece("marker", id="barrel", kind="cover", at=[6.5, 6.5, 0])
    game, red, _ = formed([at(6, 5)], [at(5, 7, "brute", count=2)], board=barrel)
    to = game.asks(red, "interact", interact=2).options()
    assert (6, 7, 0) not in to and (7, 7, 0) in to


def test_everybody_is_placed_on_squares_of_its_own() -> None:
    options = {"gm": "engine", "groups-stand-on": "squares"}
    game = Game(RULESET, Setup("rites-of-battle", SHELF.content("hold-the-breach"), options), seed=1)
    while game.state.turn.phase == "deploy":
        decision = game.decision
        assert decision is not None
        places = decision.candidates(999)
        game.choose(places[len(places) // 2], decision.player)
    everybody = range(game.play.world.count)
    taken = [cell for who in everybody if game.state.records[who].here for cell in squares.taken_by(game.play, who)]
    assert len(taken) == len({*taken}) > 10


def test_a_backlash_reaches_a_member_and_strains_the_group_once() -> None:
    for column, wounds_ in ((8, 1), (9, 0)):
        game, red, blue = formed([psyker(30, 30)], [at(5, 8, "brute", count=2)])
        game.place(red, column + 0.5, 8.5)
        suffers(game, lambda play, who=red: force.face_warp(play, Model(play, who), 1), warp=[81])
        assert game.record(blue).wounds == wounds_


# ---- who wakes, and when ---------------------------------------------------------------------------------------------

FALLEN: dict[str, Any] = {"wounds": 17, "state": "incapacitated", "prone": True}


@pytest.mark.parametrize("before", [True, False])
def test_whoever_is_woken_acts_in_this_round_if_its_place_is_still_to_come(before: bool) -> None:
    pair = [at(5, 6, **FALLEN), at(5, 5, "surgeon-warden")]
    game, reds, blue = scene(pair if before else pair[::-1], [at(5, 30)])
    fallen, mender = reds if before else reds[::-1]
    game.does(mender, "manage-gear", gear=f"stimpack {fallen}")
    assert game.record(fallen).state == "up" and game.record(fallen).prone
    game.goes_on(action=["end-turn"])
    assert game.state.turn.actor == (blue if before else fallen)


def test_whoever_has_fallen_twice_over_is_woken_when_it_can_bear_both() -> None:
    game, (mender, other), _ = scene([at(5, 5, "surgeon-warden"), at(5, 6, strain=16, **FALLEN)], [at(5, 30)])
    game.does(mender, "manage-gear", gear=f"stimpack {other}")
    assert game.record(other).state == "incapacitated"
    suffers(game, wounds.heal, other, 0, 1)
    assert game.record(other).state == "up"


def test_the_turn_of_whoever_falls_in_it_is_over() -> None:
    game, (red, second), blue = scene([psyker(5, 5, "smite", strain=14), at(9, 9)], [at(5, 9, "renegade")])
    dice = {"warp": [70]}  # and ten for the pip, less thirty: three strain
    uses(game, red, "smite", ["-", "S", "S", "-", "-", "-", "K", "K", "L"], target=blue, dark=1, dice=dice)
    assert (game.record(red).strain, game.record(red).state) == (14 + 1 + 3, "incapacitated")
    game.goes_on()
    assert game.state.turn.actor == second


def test_an_overheated_gun_may_fell_who_fires_it() -> None:
    game, red, blue = scene([armed(5, 5, weapon("plasma-gun"), wounds=12)], [at(5, 9, "renegade")])
    shot = {"check": ["-", "-", "-", "D"], "theirs": ["overheat 0 !"], "injury": [1]}
    game.does(red, "combat-check", at=blue, **SINGLE, **shot)
    assert (game.record(red).state, game.record(red).injuries) == ("incapacitated", ("minor-nick",))
    game.goes_on()
    assert game.state.turn.actor == blue


def test_whoever_burns_to_death_as_it_begins_has_no_turn() -> None:
    game, _, blues = scene([at(5, 5)], [at(5, 30, "levy"), at(9, 30, "levy")])
    affected(game, blues[0], "burning", f"turn-{blues[0]}-3", 9)
    game.goes_on(action=["end-turn"])
    assert game.record(blues[0]).state == "dead" and game.state.turn.actor == blues[1]


# ---- injuries --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("injury", "fear", "vigilance"),
    [
        ("fearsome-wound", 6, 3), ("head-ringer", 5, 4), ("compromised", 6, 4), ("agonizing-wound", 5, 3),
        ("blinded", 5, 5), ("slightly-dazed", 6, 4), ("maimed", 5, 3),
    ],
)  # fmt: skip
def test_how_many_dice_injuries_leave_for_fear_and_for_initiative(injury: str, fear: int, vigilance: int) -> None:
    options = {"heroes-know-no-fear": False}
    game, red, _ = scene([at(5, 5, injuries=(injury,))], [at(5, 14, "red-fiend")], options=options)
    suffers(game, hazards.face_fears, red, fear=["-"] * fear)
    game, red, _ = scene([at(5, 5, injuries=(injury,))], [at(5, 30)])
    suffers(game, initiative.roll_for, red, initiative=["-"] * vigilance)


def test_the_winded_take_no_strain_for_anything() -> None:
    hurt: dict[str, Any] = {"injuries": ("winded",)}
    game, red, blue = scene([psyker(5, 5, "smite", **hurt)], [at(5, 9, "renegade")])
    question = game.asks(red, "psyker-power", power="smite", target=blue, dice={"power": [["-"] * 6 + ["K", "K", "L"]]})
    assert question.key != "power.dark"
    game, red, _ = scene([psyker(5, 5, "smite", **hurt)], [at(5, 9, "renegade")], options={"psy": "genesys"})
    assert game.why_not(red, "psyker-power")
    has = {"frenzied-attack": 2, "side-step": 1, "precise-aim": 1, "parry": 2, "rapid-reaction": 2}
    knife = weapon("combat-knife", critical=9)
    game, red, blue = scene([able(5, 5, knife, has=has, **hurt)], [at(5, 6, "brute", count=2)])
    assert "use-talent" not in game.allowed(red)
    game.does(red, "combat-check", at=blue, **SINGLE, check=["-"] * 6)
    game.does(blue, "combat-check", at=red, **SINGLE, check=["SS", "SS", "-", "-", "-", "-"], theirs=KEEP)
    suffers(game, initiative.roll_for, red, initiative=["-"] * 3)
    assert game.record(red).strain == 0


def test_scattered_senses_have_no_boost_dice_whatever_would_give_them() -> None:
    keen = armed(5, 5, gun(accurate=2), injuries=("scattered-senses",))
    game, red, blue = scene([keen], [at(5, 14, "levy")])
    affected(game, red, "next-boost", amount=2)
    game.does(red, "aim")
    assert "boost" not in dice_of(game, red, blue)


def test_an_agonizing_wound_is_felt_in_what_the_body_does() -> None:
    game, red, _ = scene([at(5, 5, injuries=("agonizing-wound",))], [at(5, 30)])
    body, mind = (
        ("athletics", "resilience", "stealth", "piloting"),
        ("medicae", "discipline", "vigilance", "leadership"),
    )
    assert [hard(game, red, skill, 2) for skill in (*body, *mind)] == [3] * 4 + [2] * 4


def test_the_blind_are_hindered_where_nothing_is_hard() -> None:
    game, red, _ = scene([at(5, 5, injuries=("blinded",))], [at(5, 30)])
    assert [hard(game, red, "leadership", level) for level in (0, 1, 2)] == [1, 2, 2]


def test_stunned_in_its_own_turn_somebody_loses_the_rest_of_it_and_the_next() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 30)])
    game.activation(red).does("drop-prone")
    suffers(game, injuries.inflict, red, injury=[41])
    assert "exchange-for-maneuver" not in game.allowed()
    for lost in (True, False):
        game.goes_on(action=["end-turn"] * 2)
        assert ("exchange-for-maneuver" not in game.allowed()) is lost


def test_no_characteristic_is_less_than_one() -> None:
    game, red, _ = scene([armed(5, 5, of={"line": (1,) * 7})], [at(5, 14)])
    suffers(game, injuries.inflict, red, 1, 125, injury=[11], characteristic=[5])
    assert game.record(red).injuries == ("gruesome-injury",)
    assert Model(game.play, red).characteristic("agility") == 1


def test_a_grave_injury_that_is_treated_neither_kills_nor_bleeds() -> None:
    hurt = at(6, 5, injuries=("the-end-is-nigh", "bleeding-out"))
    game, (mender, other), _ = scene([at(5, 5, "surgeon-warden"), hurt], [at(20, 40)])
    affected(game, other, "doomed", "round-2")
    own = {job.code: job.difficulty for job in jobs(Model(game.play, other))}
    assert own[f"treat-bleeding-out {other}"] == 4 + 2 + 1  # by itself, and without a kit
    for injury in ("bleeding-out", "the-end-is-nigh"):
        treat = {"job": f"treat-{injury} {other}", "check": ["-", "SS", "SS", "SS", *["-"] * 5], "spend": KEEP}
        game.does(mender, "skill-check", **treat, theirs=KEEP)
    game.goes_on(action=["end-turn"] * 6)
    assert (game.record(other).state, game.record(other).wounds, game.state.turn.round) == ("up", 0, 3)


# ---- what is bought and suffered -------------------------------------------------------------------------------------


def test_a_triumph_pays_for_a_blast_after_a_miss() -> None:
    game, red, blues = scene([armed(5, 5, gun(blast=5))], [at(5, 14, "levy"), at(6, 14, "levy")])
    miss = {"check": ["T", "-", "-", "FF", "-"], "spend": ["blast !", KEEP], "theirs": KEEP}
    game.does(red, "combat-check", at=blues[0], **SINGLE, **miss)
    assert [game.record(blue).wounds for blue in blues] == [2, 2]


def test_nothing_of_a_hit_is_sold_after_a_miss() -> None:
    arm = gun(linked=1, burn=2, knockdown=1, sunder=1, stun=3, concussive=1)
    game, red, blue = scene([armed(5, 5, arm)], [at(5, 14, "renegade")])
    question = game.asks(red, "combat-check", at=blue, **SINGLE, check=["T", "T", "AA", "FF", "FF"])
    words = {code.split()[0] for code in question.options()}
    sold = {"linked", "burn", "knockdown", "sunder", "stun", "concussive", "critical", "destroy"}
    assert not words & sold and "disarm" in words


def test_both_kinds_of_symbols_pay_for_one_injury() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "brute-warlord")])
    bought = {"check": ["T", "AA", "SA", "-", "-"], "spend": ["critical 0 !", "critical 0"], "injury": [50]}
    game.does(red, "combat-check", at=blue, **SINGLE, **bought)
    assert game.record(blue).injuries == ("stinger",)  # 50, ten for the second payment, twenty less for durability


def test_defence_that_counts_for_nothing_is_all_of_it() -> None:
    barrel = piece("marker", id="w", kind="cover", at=[5.5, 13.5, 0])
    reds = [at(5, 5), armed(6, 15, weapon("combat-knife"))]
    game, (red, knife), blue = scene(reds, [at(5, 14, "stalker", covered=True)], barrel)
    affected(game, blue, "guarded", f"turn-{blue}-2")
    assert [dice_of(game, who, blue)["setback"] for who in (red, knife)] == [1, 2]
    dice = ["AA", "A", *["-"] * (sum(dice_of(game, red, blue).values()) - 2)]
    game.does(red, "combat-check", at=blue, **SINGLE, check=dice, spend=["no-defence"])
    assert not any("setback" in dice_of(game, who, blue) for who in (red, knife))


def test_a_storm_bolter_links_and_bursts_at_once() -> None:
    game, red, blue = scene([armed(5, 5, weapon("storm-bolter", critical=9))], [at(5, 9, "brood-tyrant")])
    dice = ["SA", "AA", "AA", *["-"] * (sum(dice_of(game, red, blue, mode="auto").values()) - 3)]
    game.does(red, "combat-check", at=blue, **AUTO, check=dice, spend=["linked", f"auto {blue}", KEEP], theirs=KEEP)
    assert len(game.happened(Wounded)) == 3


def test_accuracy_counts_for_each_hit_of_a_burst() -> None:
    learnt = {"accurate_with": "ballistics", "skills": {"ballistics": 3}}
    marksman = able(5, 5, weapon(critical=9), has={"deadly-accuracy": 1}, of=learnt)
    game, red, blue = scene([marksman], [at(5, 9, "brute-warlord")])
    bought = {"check": ["SA", "A", "-", "-", "-"], "spend": [f"auto {blue}", KEEP]}
    game.does(red, "combat-check", at=blue, **AUTO, **bought)
    assert [event.wounds for event in game.happened(Wounded)] == [9 + 3 + 1 - 6] * 2


def test_experience_a_step_aside_and_a_dodge_add_up() -> None:
    foe = able(5, 14, has={"adversary": 1, "dodge": 1, "side-step": 2})
    game, red, blue = scene([at(5, 5)], [foe])
    affected(game, blue, "side-step", f"start-{blue}", 2)
    assert dice_of(game, red, blue) == {"proficiency": 3, "challenge": 2, "difficulty": 1}
    game.does(red, "combat-check", at=blue, **SINGLE, dodge=blue, check=["-"] * 6, **{"dodge.strain": if_asked(1)})
    assert game.record(blue).strain == 1


@pytest.mark.parametrize("condition", ["staggered", "immobilized", "disoriented"])
def test_a_parry_takes_neither_an_action_nor_a_maneuver(condition: str) -> None:
    knife = weapon("combat-knife", critical=9)
    game, red, blue = scene([armed(5, 5, knife)], [able(5, 6, knife, has={"parry": 1}, prone=True)])
    affected(game, blue, condition, f"turn-{blue}-2")
    blow = ["-", "SS", "SS", "S", "S", "-", "-"]
    game.does(red, "combat-check", at=blue, **SINGLE, parry=blue, check=blow)
    assert game.record(blue).strain == 3


def test_words_wake_whoever_fell_by_strain() -> None:
    leader = able(5, 5, has={"inspiring-rhetoric": 1}, of={"skills": {"leadership": 2}})
    game, reds, _ = scene([leader, at(6, 6, strain=16, state="incapacitated")], [at(5, 30)])
    game.does(reds[0], "skill-check", job="inspire 0", check=["S", "-", "-", "-"], spend=KEEP, theirs=KEEP)
    assert (game.record(reds[1]).strain, game.record(reds[1]).state) == (15, "up")


def test_a_brace_takes_dice_of_the_surroundings_away_and_no_others() -> None:
    game, red, blue = scene([able(5, 5, has={"brace": 1})], [at(5, 14, "levy")])
    somewhere(game, concealment=2)
    affected(game, red, "disoriented", "turn-0-2")
    assert dice_of(game, red, blue)["setback"] == 3
    game.does(red, "use-talent", talent="brace")
    assert dice_of(game, red, blue)["setback"] == 2
    somewhere(game, concealment=0)
    assert dice_of(game, red, blue)["setback"] == 1


# ---- from round to round ---------------------------------------------------------------------------------------------


def test_work_goes_on_without_whoever_has_fallen_and_helpers_of_all_rounds_count() -> None:
    game, (one, two, helper), _ = scene([at(5, 5), at(6, 6), at(4, 6)], [at(30, 40)], PUMP)
    game.does(one, "skill-check", job="task 4")
    game.goes_on(action=["end-turn", "skill-check", "end-turn"], job="task 4")
    assert game.state.turn.actor == helper
    game.goes_on(action=["assist", "end-turn", "end-turn"], assist=4)
    game.given(one, state="incapacitated")
    game.goes_on()
    assert game.state.turn.actor == two
    game.does(two, "skill-check", job="task 4", check=["-"] * (1 + 2 + 2))  # a boost die, Intelligence 2


def test_a_stance_ends_with_a_turn_that_is_passed_over() -> None:
    game, (red, other), _ = scene([at(5, 5), at(9, 9)], [at(5, 30)])
    game.does(red, "guarded-stance")
    game.goes_on(action=["end-turn"])
    game.given(red, state="incapacitated", strain=16)
    game.goes_on(action=["end-turn"] * 2)
    assert game.state.turn.actor == other and effects(game, red) == {}


def test_a_stance_that_is_taken_again_lasts_a_turn_longer() -> None:
    game, red, blue = scene([at(5, 5, "storm-warden")], [at(5, 6, "renegade", held=(1,))])
    game.does(red, "guarded-stance")
    game.goes_on(action=["end-turn", "end-turn", "guarded-stance", "end-turn", "end-turn"])
    assert game.state.turn.actor == red
    assert dice_of(game, blue, red, 1)["setback"] == dice_of(game, red, blue)["setback"] == 1
    game.goes_on(action=["end-turn"])
    assert "setback" not in dice_of(game, blue, red, 1)


def test_whoever_was_slowed_and_fell_is_last_once_it_is_woken() -> None:
    game, (slow, other), _ = scene([at(5, 5), at(7, 5)], [at(5, 30)])
    suffers(game, injuries.inflict, slow, injury=[16])
    game.given(slow, state="incapacitated", strain=16)
    game.goes_on(action=["end-turn"] * 2)
    assert (game.state.turn.round, game.state.turn.actor) == (2, other)
    suffers(game, wounds.heal, slow, 0, 1)
    game.goes_on(action=["end-turn"] * 2)
    assert (game.state.turn.round, game.state.turn.actor) == (2, slow)


def test_a_bike_withdraws_by_a_square_and_then_goes_on() -> None:
    game, red, _ = scene([at(5, 5, mount="raider-bike")], [at(5, 6, "brute")])
    now = game.activation(red)
    assert "move" not in now.allowed()
    now.does("withdraw", to=(5, 4, 0))
    now.does("extra-maneuver")
    now.does("move", path=way(leg(5.5, 0.5)))
    assert game.at(2)[:2] == (5.5, 0.5)


def test_two_fires_are_longer_and_as_hot_as_the_hotter() -> None:
    game, _, blue = scene([at(5, 5)], [at(5, 14, "brood-warrior")])
    for damage, rounds in ((9, 2), (12, 1)):
        suffers(game, conditions.burn, blue, damage, rounds)
    game.goes_on(action=["end-turn"])
    for turns in (1, 2, 3, 3):
        assert game.record(blue).wounds == turns * (12 - 8)
        game.goes_on(action=["end-turn"] * 2)
