"""Points on which tables may differ, as far as combat goes: each is read somewhere, and does what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, effects, scene, somewhere, weapon
from tests.rites_of_battle.test_harm import suffers
from tests.rites_of_battle.test_powers import psyker
from tests.rites_of_battle.test_tasks import PUMP
from warbook.core.events import Rolled
from warbook.core.play import Play
from warbook.core.structs import replace
from warbook.mechanics.lasting import end_of_turn, reach_moment
from warbook.rulesets.rites_of_battle import RULESET
from warbook.rulesets.rites_of_battle.battle import deployment, initiative
from warbook.rulesets.rites_of_battle.events.fighters import CharacteristicLost, InjuryHealed
from warbook.rulesets.rites_of_battle.harm import hazards, wounds
from warbook.rulesets.rites_of_battle.movement import moving
from warbook.rulesets.rites_of_battle.printed import catalogue
from warbook.rulesets.rites_of_battle.records import Model
from warbook.testing import Scene, if_asked

SHOT = {"with": (0, "single", -1)}


def test_other_ranges_are_five_squares_a_die() -> None:
    for away, dice in ((5, 1), (6, 2), (10, 2), (11, 3), (20, 4)):
        game, red, blue = scene(
            [armed(1, 1, weapon(range="extreme"))], [at(1, 1 + away, "levy")], options={"range-profile": "weston5"}
        )
        assert dice_of(game, red, blue)["difficulty"] == dice


@pytest.mark.parametrize("attack", [True, False])
def test_smite_is_an_attack_from_afar_or_a_check_alone(attack: bool) -> None:
    wary = {"talents": {"adversary": 1, "dodge": 1}, "defence": (0, 1), "tier": "hero", "strain": 12}
    target = armed(5, 9, of=wary, prone=True)
    seer = psyker(5, 5, "smite", arms=(weapon("bolt-pistol"),))
    game, (red, _), blue = scene([seer, at(5, 10)], [target], options={"smite-is-an-attack": attack})
    affected(game, red, "guarded")
    acting = game.activation(red)
    acting.does("aim")
    # an upgrade for experience, one for the friend who fights its target, one for a dodge: two of two, and one more
    faces = ["-"] * (3 + 4 + 3 + 3 if attack else 4 + 2 + 3)
    said = {"power": "smite", "target": blue, "spend": if_asked("keep"), "theirs": if_asked("keep"), "passing": True}
    said |= {"dodge": blue} if attack else {}
    acting.does("psyker-power", dice={"power": [[*faces[:-3], "K", "K", "K"]]}, dark=if_asked(0), **said)
    names = [name for name, *_ in game.happened(Rolled)[-1].signs]
    count = {name: names.count(name) for name in ("boost", "setback", "difficulty", "challenge")}
    assert count == (
        {"boost": 0, "setback": 3, "difficulty": 1, "challenge": 2}
        if attack
        else {"boost": 0, "setback": 0, "difficulty": 2, "challenge": 0}
    )


@pytest.mark.parametrize("table", [False, True])
def test_reactions_may_or_may_not_go_beyond_the_threshold(table: bool) -> None:
    knife = weapon("combat-knife", critical=9)
    parries = armed(5, 6, of={"talents": {"parry": 1}}, strain=15)
    game, red, blue = scene([armed(5, 5, knife)], [parries], options={"reaction-strain-is-voluntary": not table})
    reaction = {"parry": blue} if table else {}
    game.does(red, "combat-check", at=blue, **SHOT, **reaction, check=["S", "S", "S", "S", "-", "-"])
    assert (game.record(blue).state == "incapacitated") is table
    game, red, blue = scene(
        [at(5, 5)],
        [armed(5, 14, of={"talents": {"dodge": 1}}, strain=15)],
        options={"reaction-strain-is-voluntary": not table},
    )
    game.does(red, "combat-check", at=blue, **SHOT, **({"dodge": blue} if table else {}), check=["-"] * (5 + table))
    assert game.record(blue).strain == 15 + table


def test_the_shielded_fear_nothing_where_the_table_says_so() -> None:
    for known, dice in ((True, {}), (False, {"fear": ["-", "-", "-", "-", "H"]})):
        game, red, _ = scene([at(5, 5)], [at(5, 9, "red-fiend")], options={"heroes-know-no-fear": known})
        suffers(game, hazards.face_fears, red, **dice)
        assert effects(game, red) == ({} if known else {"shaken": 1})
        assert game.record(red).strain == (0 if known else 1)


def test_the_warded_halve_what_no_power_is_in() -> None:
    for halved, taken in ((False, 9 + 3 - 6), (True, 3)):
        fiend = armed(5, 14, of={"talents": {"warded": 1}})
        game, red, blue = scene([at(5, 5)], [fiend], options={"fiends-halve-wounds": halved})
        game.does(red, "combat-check", at=blue, **SHOT, check=["S", "S", "S", "-", "-"])
        assert game.record(blue).wounds == taken


def test_thresholds_may_follow_a_characteristic() -> None:
    for follows, found in ((False, 16), (True, 15)):
        game, red, _ = scene([at(5, 5)], [at(5, 14)], options={"thresholds-retroactive": follows})
        game.given(red, lost=(("toughness", "gruesome-injury"),))
        assert Model(game.play, red).wound_threshold == found and Model(game.play, red).soak == 7


@pytest.mark.parametrize("follows", [True, False])
@pytest.mark.parametrize(
    ("lost", "of", "state"),
    [
        ("toughness", {"wounds": 16}, "incapacitated"),
        ("toughness", {"wounds": 15}, "up"),
        ("willpower", {"strain": 15}, "incapacitated"),
        ("willpower", {"strain": 14}, "up"),
        ("agility", {"wounds": 16, "strain": 15}, "up"),
    ],
)
def test_whoever_can_bear_less_falls_at_once(follows: bool, lost: Any, of: Any, state: str) -> None:
    hurt = at(5, 5, injuries=("horrific-injury",), **of)
    game, red, _ = scene([hurt], [at(5, 14)], options={"thresholds-retroactive": follows})
    assert (Model(game.play, red).wound_threshold, Model(game.play, red).strain_threshold) == (16, 15)
    dice = {"injury": [1]} if follows and lost == "toughness" and state != "up" else {}
    suffers(game, lambda play: play.happen(CharacteristicLost(red, lost, "horrific-injury")), **dice)
    assert game.record(red).state == (state if follows else "up")
    if follows and state != "up":
        suffers(game, lambda play: play.happen(InjuryHealed(red, "horrific-injury")))
        assert game.record(red).state == "up"


def test_falls_cost_a_strain_for_two_feet() -> None:
    for reading, strain in (("floor", 4), ("ceiling", 5)):
        game, red, _ = scene([at(5, 5)], [at(5, 14)], options={"round-falls": reading})
        suffers(game, hazards.fall, red, 9, fall=["-", "-", "-", "-", "F", "F"])
        assert game.record(red).strain == strain
    # Athletics, whose dice are better than those of Coordination, takes fifteen feet off
    suffers(game, hazards.fall, red, 19, fall=["S", "-", "-", "-", "-", "-"])
    assert game.record(red).strain == 5 + 2


def test_soft_ground_halves_a_fall() -> None:
    soft = '[[area]]\nkind = "soft"\nrect = [4, 4, 4, 4]\n'
    game, red, _ = scene([at(5, 5)], [at(5, 14)], soft)
    suffers(game, hazards.fall, red, 8, fall=["-"] * 6)
    assert game.record(red).strain == 2


def test_bands_may_be_those_of_the_scenario() -> None:
    for profile, dice in (("custom", 3), ("maneuver6", 2)):
        game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options={"range-profile": profile})
        somewhere(game, bands=(1, 4, 8, 12, 16))
        assert dice_of(game, red, blue)["difficulty"] == dice


def test_strain_for_want_of_air_stays() -> None:
    game, red, _ = scene([armed(5, 5, of={"armour": "none", "talents": {}})], [at(5, 14)])
    suffers(game, wounds.strain, red, 2)
    affected(game, red, "breathless", amount=3)
    suffers(game, wounds.strain, red, 3)
    suffers(game, wounds.heal, red, 0, 9)
    assert game.record(red).strain == 3


def test_strain_for_want_of_air_stays_where_strain_is_wounds() -> None:
    for profile, count, healed in (("brute-boss", 1, 3), ("levy", 2, 6)):  # six wounds and more have felled one of two
        game, _, blue = scene([at(5, 5)], [at(5, 14, profile, count=count)])
        game.given(blue, wounds=4)
        affected(game, blue, "breathless", amount=3)
        suffers(game, wounds.strain, blue, 3)
        suffers(game, wounds.heal, blue, 9)
        assert game.record(blue).wounds == healed


# ---- what the page leaves open ---------------------------------------------------------------------------------------


def test_every_option_is_read_by_a_rule() -> None:
    package = Path(catalogue.__file__).parents[1]
    code = "".join(path.read_text("utf-8") for path in package.rglob("*.py") if path.parent.name != "printed")
    assert [option.name for option in RULESET.options if f'option["{option.name}"]' not in code] == []


def test_every_option_has_a_scene_in_which_it_makes_a_difference() -> None:
    scenes = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [option.name for option in RULESET.options if f'"{option.name}": ' not in scenes] == []


@pytest.mark.parametrize(("signed", "ranked"), [(True, -1), (False, 0)])
def test_a_net_failure_on_initiative_counts_below_none(signed: bool, ranked: int) -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 14)], options={"signed-initiative": signed})
    affected(game, red, "next-setback")
    suffers(game, initiative.roll_for, red, initiative=["-", "-", "-", "F"])
    assert game.state.turn.order[-1].success == ranked


@pytest.mark.parametrize(("by", "dice"), [("perception", 3), ("willpower", 4)])
def test_vigilance_by_perception_or_by_willpower(by: str, dice: int) -> None:
    game, red, _ = scene([at(5, 5, "seer-warden")], [at(5, 14)], options={"vigilance-by": by})
    suffers(game, initiative.roll_for, red, initiative=["-"] * dice)


@pytest.mark.parametrize(("first", "owner"), [("squad", 0), ("adversaries", 1)])
def test_which_side_takes_its_places_first(first: str, owner: int) -> None:
    game = Scene.battle(RULESET, "hold-the-breach", options={"gm": "engine", "first-placed": first})
    play = Play(game.state, game.ruleset, game.world, [])
    assert play.state.records[deployment.waiting(play)[0]].owner == owner


@pytest.mark.parametrize("moves", [True, False])
def test_whether_a_move_may_follow_a_withdrawal(moves: bool) -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 6)], options={"move-after-withdraw": moves})
    acting = game.activation(red)
    acting.does("withdraw", to=(5, 4, 0))
    acting.does("extra-maneuver")
    assert ("move" in acting.allowed()) is moves


def test_climbing_may_be_a_maneuver() -> None:
    low = "[[obstacle]]\nrect = [4, 6, 3, 1]\nheight = 1\n"
    game, red, _ = scene([at(5, 5)], [at(5, 20)], low, options={"climbing-takes": "maneuver"})
    game.activation(red)
    game.state.turn = replace(game.state.turn, action=False)
    game.acting.does("skill-check", job="climb 5,7,0", check=["S", "S", "-", "-", "-", "-"])
    assert game.at(red)[:2] == (5.5, 7.5) and game.state.turn.done == 1


@pytest.mark.parametrize("takes", ["maneuver", "action"])
def test_mastering_a_beast_may_take_the_action_besides(takes: str) -> None:
    hog = '[[marker]]\nkind = "mount"\nid = "hog"\nat = [5.5, 6.5, 0]\nparams = { is = "wild-hog" }\n'
    game, red, _ = scene([at(5, 5)], [at(20, 40)], hog, options={"mounting-takes": takes})
    game.does(red, "mount", mount=2, check=["S", "S", "SS", "-", "F"])
    assert game.state.turn.action is (takes == "maneuver") and game.state.turn.done == 1


@pytest.mark.parametrize(("adds", "dice"), [(False, 1), (True, 2)])
def test_cover_may_add_to_what_is_worn(adds: bool, dice: int) -> None:
    low = "[[obstacle]]\nrect = [5, 12, 1, 1]\nheight = 1\n"
    covered = armed(5, 13, of={"defence": (1, 1)}, covered=True)
    game, red, blue = scene([at(5, 5)], [covered], low, options={"cover-adds": adds})
    assert dice_of(game, red, blue)["setback"] == dice


@pytest.mark.parametrize(("lasts", "until"), [("end-of-turn", "turn-0-2"), ("start-of-turn", "start-0")])
def test_how_long_a_guarded_stance_lasts(lasts: str, until: str) -> None:
    game, red, _ = scene([at(5, 5, turns=1)], [at(5, 14)], options={"stance-lasts": lasts})
    game.does(red, "guarded-stance")
    assert [each.until for each in game.state.effects] == [until]


@pytest.mark.parametrize("easily", [True, False])
def test_the_prone_may_be_struck_as_others_are(easily: bool) -> None:
    game, red, blue = scene(
        [armed(5, 5, weapon("combat-knife"))], [at(5, 6, prone=True)], options={"prone-is-struck-easily": easily}
    )
    assert dice_of(game, red, blue).get("boost", 0) == int(easily)


def test_a_fall_may_be_wounds() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 14)], options={"falls-are": "wounds"})
    suffers(game, hazards.fall, red, 8, fall=["-"] * 6)
    assert (game.record(red).strain, game.record(red).wounds) == (0, 4)


@pytest.mark.parametrize("jumps", [True, False])
def test_a_jump_pack_may_be_of_no_use(jumps: bool) -> None:
    game, red, _ = scene([at(5, 5, "storm-warden")], [at(20, 40)], options={"jumps-over-terrain": jumps})
    assert game.asks(red, "move").key == ("move.how" if jumps else "move.path")


@pytest.mark.parametrize("melee", [True, False])
def test_an_aim_may_help_in_melee(melee: bool) -> None:
    knife = armed(5, 5, weapon("combat-knife"))
    game, red, blue = scene([knife], [at(5, 6, "levy")], options={"aim-melee": melee})
    assert ("aim" in game.allowed(red)) is melee
    if melee:
        game.does(red, "aim")
        assert dice_of(game, red, blue)["boost"] == 1


@pytest.mark.parametrize("scope", ["next-check", "long-task"])
def test_an_assist_may_help_with_the_next_check_of_an_ally(scope: str) -> None:
    game, reds, _ = scene([at(5, 5), at(6, 5)], [at(20, 40)], options={"assist-scope": scope})
    assert ("assist" in game.allowed(reds[1])) is (scope == "next-check")
    if scope == "next-check":
        game.does(reds[1], "assist", assist=reds[0])
        assert effects(game, reds[0]) == {"next-boost": 1}


@pytest.mark.parametrize(("helpers", "repeats", "again", "other"), [(1, True, True, False), (2, False, False, True)])
def test_how_many_helpers_a_task_has_and_how_often(helpers: int, repeats: bool, again: bool, other: bool) -> None:
    table = {"task-helpers": helpers, "helpers-repeat": repeats}
    game, reds, _ = scene([at(5, 5), at(6, 5), at(4, 5)], [at(20, 40)], PUMP, options=table)
    game.does(reds[0], "skill-check", job="task 4")
    game.does(reds[1], "assist", assist=4)
    game.given(reds[1], round_used=())
    assert ["assist" in game.allowed(who) for who in reds[1:]] == [again, other]


@pytest.mark.parametrize("ends", [True, False])
def test_cover_may_last_as_long_as_there_is_some(ends: bool) -> None:
    barrel = '[[marker]]\nkind = "cover"\nid = "barrel"\nat = [5.5, 6.5, 0]\n'
    game, red, _ = scene([at(5, 5, covered=True)], [at(20, 40)], barrel, options={"cover-ends-on-move": ends})
    game.does(red, "move", path=((4500, 5500, 0, 0),))
    assert game.record(red).covered is not ends
    game.does(red, "move", path=((2500, 5500, 0, 0),))
    assert not game.record(red).covered


@pytest.mark.parametrize(("less", "dice"), [(True, 4), (False, 3)])
def test_whoever_is_in_cover_may_see_as_well_as_others(less: bool, dice: int) -> None:
    game, red, _ = scene([at(5, 5, covered=True)], [at(5, 14)], options={"covered-see-less": less})
    suffers(game, initiative.roll_for, red, initiative=["-"] * dice)


@pytest.mark.parametrize("badly", [True, False])
def test_the_prone_may_strike_as_others_do(badly: bool) -> None:
    lying = armed(5, 5, weapon("combat-knife"), prone=True)
    game, red, blue = scene([lying], [at(5, 6, "levy")], options={"prone-strikes-badly": badly})
    assert dice_of(game, red, blue).get("setback", 0) == int(badly)


@pytest.mark.parametrize(("radius", "wounds"), [(1, 0), (2, 1)])
def test_how_far_a_blast_reaches(radius: int, wounds: int) -> None:
    burst = armed(5, 5, weapon(qualities={"blast": 3}, critical=9))
    levies = [at(5, 14, "levy"), at(7, 14, "levy")]
    game, red, blues = scene([burst], levies, options={"blast-radius": radius})
    keep = if_asked("keep")
    game.does(red, "combat-check", at=blues[0], **SHOT, spend=["blast", keep], check=["SA", "A", "-", "-", "-"])
    assert game.record(blues[1]).wounds == wounds


@pytest.mark.parametrize(("stops", "wounds"), [(True, 0), (False, 4)])
def test_whether_a_wall_keeps_a_blast_off(stops: bool, wounds: int) -> None:
    wall = "[[wall]]\npoints = [[6, 12], [6, 18]]\nheight = 3\n"
    levies = [at(5, 14, "levy"), at(6, 14, "levy"), at(4, 14, "levy")]
    options = {"blast-stops-at-walls": stops}
    game, red, blues = scene([armed(5, 5, weapon("acid-gun", critical=9))], levies, wall, options=options)
    keep = if_asked("keep")
    game.does(red, "combat-check", at=blues[0], **SHOT, spend=["blast", keep], check=["SA", "SA", "-", "-", "-"])
    assert [game.record(blue).wounds for blue in blues[1:]] == [wounds, 4]


@pytest.mark.parametrize(("reading", "fewer"), [("one", False), ("all", True)])
def test_a_withdrawal_may_have_to_lead_out_of_contact_with_all(reading: str, fewer: bool) -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 6), at(4, 5)], options={"withdraw-from": reading})
    ways = {*moving.ways_out(Model(game.play, red))}
    assert (6, 4, 0) in ways  # out of contact with both
    assert ((4, 4, 0) not in ways) is fewer  # still next to the second


@pytest.mark.parametrize(("feet", "strain"), [(5, 2), (10, 5)])
def test_how_many_feet_a_square_has(feet: Any, strain: int) -> None:
    low = "[[obstacle]]\nrect = [4, 6, 3, 1]\nheight = 1\n"
    game, red, _ = scene([at(5, 5)], [at(5, 20)], low, options={"square-feet": feet})
    slips = {"check": ["-"] * 4 + ["HH", "H"], "dice": {"fall": ["-"] * 6}, "theirs": "slip"}
    game.does(red, "skill-check", job="climb 5,7,0", **slips)
    assert game.record(red).strain == strain


@pytest.mark.parametrize(("repeats", "upgrades"), [(True, 4), (False, 2)])
def test_a_second_true_aim_may_upgrade_the_check_again(repeats: bool, upgrades: int) -> None:
    marksman = armed(5, 5, of={"talents": {"true-aim": 2}, "line": (3, 3, 7, 3, 3, 3, 3), "skills": {}})
    game, red, blue = scene([marksman], [at(5, 14, "levy")], options={"true-aim-repeats": repeats})
    now = game.activation(red)
    now.does("aim")
    assert dice_of(game, red, blue) == {"boost": 1, "ability": 5, "proficiency": 2, "difficulty": 2}
    now.does("extra-maneuver")
    now.does("aim")  # two boost dice in either case
    assert dice_of(game, red, blue) == {"boost": 2, "ability": 7 - upgrades, "proficiency": upgrades, "difficulty": 2}


@pytest.mark.parametrize(("opens", "newcomer", "second"), [("first", 1, 0), ("each", 0, 1)])
def test_a_shot_in_a_fight_opens_to_the_first_blow_or_to_one_of_each(opens: str, newcomer: int, second: int) -> None:
    fight = [at(5, 6, "brute", count=3), at(6, 5, "brute", count=3), at(20, 20, "brute", count=3)]
    game, red, blues = scene([at(5, 5)], fight, options={"shot-opens-to": opens})
    game.does(red, "combat-check", at=blues[0], **{"with": (1, "single", -1)}, check=["-"] * 5)
    game.place(blues[2], 4.5, 5.5)
    assert [dice_of(game, blue, red).get("boost", 0) for blue in blues] == [1, 1, newcomer]
    game.does(blues[0], "combat-check", at=red, **SHOT, check=["-"] * 7)
    assert [dice_of(game, blue, red).get("boost", 0) for blue in blues] == [0, second, 0]
    game.does(red, "combat-check", at=blues[1], **{"with": (1, "single", -1)}, check=["-"] * 5)
    assert [dice_of(game, blue, red).get("boost", 0) for blue in blues] == [1, 1, 1]


@pytest.mark.parametrize(("lasts", "boost"), [("turn", 0), ("until-struck", 1)])
def test_a_shot_in_a_fight_opens_to_the_end_of_a_turn_or_until_a_blow(lasts: str, boost: int) -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 6, "brute", count=3)], options={"shot-opens-for": lasts})
    game.does(red, "combat-check", at=blue, **{"with": (1, "single", -1)}, check=["-"] * 5)
    assert dice_of(game, blue, red)["boost"] == 1
    suffers(game, reach_moment, end_of_turn(game.state, red))
    assert dice_of(game, blue, red).get("boost", 0) == boost
    game.does(blue, "combat-check", at=red, **SHOT, check=["-"] * (6 + boost))
    assert "boost" not in dice_of(game, blue, red)
