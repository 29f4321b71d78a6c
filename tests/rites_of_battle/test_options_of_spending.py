"""Points on which tables may differ: what symbols buy, tokens, qualities, fear, thin air and medicine."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, effects, scene, somewhere, weapon
from tests.rites_of_battle.test_harm import suffers
from warbook.core.play import Play
from warbook.mechanics.lasting import end_of_turn, reach_moment
from warbook.rulesets.rites_of_battle.attacks import hits
from warbook.rulesets.rites_of_battle.checks import pools
from warbook.rulesets.rites_of_battle.checks.pools import Attempt
from warbook.rulesets.rites_of_battle.events.checks import Bought
from warbook.rulesets.rites_of_battle.events.fighters import Healed
from warbook.rulesets.rites_of_battle.harm import conditions, hazards
from warbook.rulesets.rites_of_battle.records import Check, Model
from warbook.testing import Script, if_asked

SHOT = {"with": (0, "single", -1)}


# ---- tokens ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("last", "left"), [("turn", 0), ("battle", 1)])
def test_how_long_a_die_waits_for_a_check(last: str, left: int) -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options={"tokens-last": last})
    suffers(game, conditions.give_token, red, "next-boost")
    assert dice_of(game, red, blue)["boost"] == 1
    suffers(game, reach_moment, end_of_turn(game.state, red))
    assert dice_of(game, red, blue).get("boost", 0) == left


@pytest.mark.parametrize(("go", "rolled", "left"), [("any", 6, 0), ("chosen", 5, 1)])
def test_whether_dice_wait_for_any_check_or_for_one_that_is_chosen(go: str, rolled: int, left: int) -> None:
    table = {"tokens-go-to": go, "heroes-know-no-fear": False}
    game, red, blue = scene([at(5, 5)], [at(5, 14, "red-fiend")], options=table)
    affected(game, red, "next-boost")
    suffers(game, hazards.face_fears, red, fear=["-"] * rolled)
    assert effects(game, red).get("next-boost", 0) == left
    assert dice_of(game, red, blue).get("boost", 0) == left  # an attack is chosen


def test_a_precise_aim_waits_for_an_attack() -> None:
    game, red, blue = scene([at(5, 5)], [armed(5, 14, of={"defence": (1, 1)})])
    affected(game, red, "next-precise")
    affected(game, red, "next-boost")
    mastering = Attempt(game.play, Model(game.play, red), "survival", 0, Check("mount", red))
    suffers(game, lambda play: pools.throw(mastering._replace(play=play), "check", ""), check=["-"] * 4)
    assert effects(game, red) == {"next-precise": 1}
    assert "setback" not in dice_of(game, red, blue)
    game.does(red, "combat-check", at=blue, **SHOT, check=["-"] * 5)
    assert effects(game, red) == {}


@pytest.mark.parametrize("dice", [0, 1, 2, 3])
def test_what_three_threats_give_the_other_side_of_the_scene(dice: int) -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "brute")], options={"edge-dice": dice})
    threats = {"check": ["-", "-", "-", "HH", "H"]}
    if not dice:
        question = game.asks(red, "combat-check", at=blue, **SHOT, **threats)
        assert "prone" in question.options() and f"edge {blue}" not in question.options()
        return
    game.does(red, "combat-check", at=blue, **SHOT, **threats, theirs=f"edge {blue}")
    assert effects(game, blue) == {"next-boost": dice}


@pytest.mark.parametrize("harder", [True, False])
def test_whether_a_superior_weapon_hits_harder(harder: bool) -> None:
    fine = weapon(qualities={"superior": 1})
    game, red, blue = scene([armed(5, 5, fine)], [at(5, 14)], options={"superior-hits-harder": harder})
    assert hits.damage_of(game.play, Model(game.play, red), fine, blue) == fine.damage + harder


@pytest.mark.parametrize(
    ("state", "does"), [("staggered", "staggers"), ("immobilized", "holds"), ("disoriented", "disorients")]
)
def test_what_becomes_of_somebody_whom_a_hit_disables(state: str, does: str) -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14)], options={"disabled-are": state})
    bought = {"spend": ["disable foe", if_asked("keep")], "check": ["SA", "SA", "SA", "-", "-"]}
    game.does(red, "combat-check", at=blue, **SHOT, **bought)
    assert (effects(game, blue), game.record(blue).wounds) == ({state: 1}, 0)
    assert game.happened(Bought)[0].said.startswith(f"the hit {does} ")


ENGINE = {"gm": "engine", "threats-by": "gm"}


@pytest.mark.parametrize(
    ("faces", "bought"),
    [
        (["H"], ["strain"]), (["HH"], ["their-maneuver 2"]), (["HH", "H"], ["prone"]),
        (["HH", "HH"], ["prone", "strain"]), (["HH", "HH", "H"], ["prone", "their-maneuver 2"]),
        (["HH", "HH", "HH", "H"], ["prone", "their-maneuver 2", "hinder 0"]), (["D"], ["prone"]), ([], []),
    ],
)  # fmt: skip
def test_threats_of_the_squad_are_spent_by_themselves_where_no_game_master_is_asked(
    faces: list[str], bought: list[str]
) -> None:
    reds, blues = [at(5, 5), at(7, 5)], [at(5, 30, "brute-boss"), at(9, 14, "renegade")]
    game, (red, _), (far, near) = scene(reds, blues, options=ENGINE)
    affected(game, red, "next-difficulty", amount=2)
    if "D" in faces:
        affected(game, red, "next-upgrade")
    rolled = ["-"] * (3 + 2 + 2 - len(faces))
    said = {"out_of_turn_maneuver": far, "out-of-turn": "guarded-stance"} if "their-maneuver 2" in bought else {}
    game.does(red, "combat-check", at=near, **SHOT, **said, check=[*rolled, *faces])
    assert [event.what for event in game.happened(Bought)] == bought
    assert game.record(red).prone is ("prone" in bought) and game.record(red).strain == int("strain" in bought)


@pytest.mark.parametrize(
    ("table", "mine", "asked"),
    [
        (ENGINE, True, False), (ENGINE, False, True), ({"gm": "adversary"}, True, True),
        ({"gm": "engine", "threats-by": "other-side"}, True, True),
    ],
)  # fmt: skip
def test_who_spends_threats(table: dict[str, str], mine: bool, asked: bool) -> None:
    options = {"threats-by": "gm", "circumstance-dice": 0, **table}
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")], options=options)
    who, whom = (red, blue) if mine else (blue, red)
    dice = {"check": ["-", "-", "-", "-", "H"]}
    if asked:
        question = game.asks(who, "combat-check", at=whom, **SHOT, **dice)
        assert (question.key, question.player) == ("spend.theirs", 1 if mine else 0)
    else:
        game.does(who, "combat-check", at=whom, **SHOT, **dice)
        assert game.record(who).strain == 1


# ---- hazards and fear ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("times", "strain"), [(1, 3), (2, 0), (3, 0)])
def test_how_long_three_lungs_hold_a_breath(times: int, strain: int) -> None:
    lungs = armed(5, 5, of={"armour": "none", "talents": {"three-lungs": 1}})
    for turns, found in ((4 * times, 0), (4 * times + 1, 3), (5, strain)):
        game, red, _ = scene([lungs], [at(5, 20)], options={"lungs-last": times})
        somewhere(game, airless=True)
        game.given(red, turns=turns)
        suffers(game, hazards.hold_breath)
        assert game.record(red).strain == found


def afraid(**options: Any) -> Any:
    """Levies that have failed a test of fear, with a threat."""
    fiend = armed(5, 14, profile="red-fiend", of={"talents": {"frightening": 2}})
    game, red, _ = scene([at(5, 5, "levy", count=3)], [fiend], options=options)
    suffers(game, hazards.face_fears, red, fear=["A", "-", "HH", "FF"])
    return game


@pytest.mark.parametrize(("lasts", "until"), [("battle", "battle"), ("turn", "turn-0-1")])
def test_how_long_somebody_is_afraid(lasts: str, until: str) -> None:
    game = afraid(**{"fear-lasts": lasts})
    assert [(each.name, each.until) for each in game.state.effects] == [("shaken", until)]


@pytest.mark.parametrize("strains", [True, False])
def test_whether_fear_strains(strains: bool) -> None:
    assert afraid(**{"fear-strains": strains}).record(0).wounds == int(strains)


@pytest.mark.parametrize(
    ("how", "gm", "answers", "staggers"),
    [
        ("always", "adversary", {}, True), ("never", "adversary", {}, False), ("gm", "engine", {}, True),
        ("gm", "adversary", {"gm.fear": True}, True), ("gm", "adversary", {"gm.fear": False}, False),
    ],
)  # fmt: skip
def test_whether_a_despair_of_fear_staggers(how: str, gm: str, answers: dict[str, bool], staggers: bool) -> None:
    fiend = armed(5, 14, profile="red-fiend", of={"talents": {"frightening": 2, "dreaded": 1}})
    table = {"fear-staggers": how, "gm": gm, "circumstance-dice": 0}
    game, red, _ = scene([at(5, 5, "levy", count=3)], [fiend], options=table)
    script = Script(dice={"fear": ["-", "-", "-", "D"]}, choices=answers)
    hazards.face_fears(Play(game.state, game.ruleset, game.world, [], script), red)
    assert ("staggered" in effects(game, red)) is staggers


# ---- medicine --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gives", "dice", "healed"), [("both", 4, [3, 3]), ("boost", 4, [3]), ("stimpack", 3, [3, 3])])
def test_what_a_surgery_kit_does(gives: str, dice: int, healed: list[int]) -> None:
    reds = [at(5, 5, "surgeon-warden"), at(6, 5, wounds=6)]
    game, (mender, other), _ = scene(reds, [at(20, 40)], options={"surgery-kit-gives": gives})
    boost = ["-"] if gives != "stimpack" else []
    game.does(mender, "skill-check", job=f"tend {other}", check=[*boost, "SS", "-", "-", "-", "F"])
    assert [event.wounds for event in game.happened(Healed)] == healed


@pytest.mark.parametrize("heals", [0, 1, 2, 3])
def test_how_much_clotting_heals(heals: int) -> None:
    game, red, _ = scene([at(5, 5, wounds=5)], [at(20, 40)], options={"clotting-heals": heals})
    assert ("quick-clotting" in game.asks(red, "incidental").options()) is (heals > 0)
    if heals:
        game.does(red, "incidental", incidental="quick-clotting")
        assert game.record(red).wounds == 5 - heals
