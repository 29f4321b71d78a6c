"""Spending symbols: every line of the table, its cost, its effect, and who spends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, covers, effects, piece, scene, somewhere, weapon
from warbook.core.reaction import Respondent
from warbook.core.structs import replace
from warbook.mechanics.spending import Cost
from warbook.rulesets.rites_of_battle.actions import out_of_turn
from warbook.rulesets.rites_of_battle.attacks import offers
from warbook.rulesets.rites_of_battle.events.checks import Bought
from warbook.rulesets.rites_of_battle.events.turns import Granted, ManeuverGained
from warbook.rulesets.rites_of_battle.records import Check, Hit, Model, Wear

NO, WEAK = "-", "AA"
SHOT = {"with": (0, "single", -1)}


def shot(*spend: str, hit: bool = True, weak: int = 6, triumphs: int = 0, **scene_words: Any) -> tuple[Any, int, int]:
    """A shot with so many advantages and triumphs, spent on these; two rivals stand about."""
    game, reds, blues = scene(
        [at(5, 5, strain=3), at(8, 5, name="Ulm")], [at(5, 14, "renegade"), at(9, 14, "brute-boss")], **scene_words
    )
    red, blue = reds[0], blues[0]
    faces = ["T" if n < triumphs else "AA" if 2 * (n - triumphs) < weak else "-" for n in range(3)]
    if hit and not triumphs:
        faces = ["SA", "SA", "A"] if weak == 3 else ["SA", "AA", "AA"]
    game.does(red, "combat-check", at=blue, **SHOT, spend=[*spend], check=[*faces, "-", "-"])
    return game, red, blue


def costs(game: Any, check: Check, theirs: bool = False) -> dict[str, Cost]:
    """What is offered for the symbols of a check, each with its cost."""
    found = (offers.their_offers if theirs else offers.own_offers)(game.play, check)
    return {offer.code: offer.cost for offer in found}


@covers("combat-check", "numbers")
def test_the_table_of_the_attacker_has_its_costs() -> None:
    game, reds, blue = scene([at(5, 5, strain=1), at(8, 5)], [at(5, 14, "renegade")], options={"gm": "adversary"})
    red, ally = reds
    game.state.turn = replace(game.state.turn, actor=red, action=False)
    check = Check("attack", red, blue, 0, rolled=True, success=2, hits=(Hit(blue, 0, 11),))
    assert costs(game, check) == {
        "recover": Cost(1), "boost-next": Cost(1), "critical 0": Cost(3), "maneuver": Cost(2),
        "setback": Cost(2), f"boost {red}": Cost(2), f"boost {ally}": Cost(2), "no-defence": Cost(3),
        "disable foe": Cost(3), "disable weapon 0": Cost(3), "disable weapon 1": Cost(3),
        "defence melee": Cost(3), "defence ranged": Cost(3), "disarm 0": Cost(3), "disarm 1": Cost(3),
        "upgrade-theirs": Cost(0, 1), f"upgrade {red}": Cost(0, 1), f"upgrade {ally}": Cost(0, 1),
        "destroy 0": Cost(0, 2), "destroy 1": Cost(0, 2),
    }  # fmt: skip


@covers("combat-check", "numbers")
def test_the_table_of_the_other_side_has_its_costs() -> None:
    game, reds, blue = scene([at(5, 5), at(8, 5)], [at(5, 14, "renegade")])
    red, ally = reds
    affected(game, red, "guarded")
    check = Check("attack", red, blue, 0, rolled=True)
    assert costs(game, check, theirs=True) == {
        "prone": Cost(3), "empty 0": Cost(0, 1), "damaged 0": Cost(0, 1), f"their-maneuver {blue}": Cost(2),
        "their-boost": Cost(2),
        f"hinder {red}": Cost(2), f"hinder {ally}": Cost(2), f"harder {red}": Cost(0, 1), f"harder {ally}": Cost(0, 1),
        "benefit stance": Cost(1), f"edge {blue}": Cost(3), "strain": Cost(1),
    }  # fmt: skip


def test_each_line_of_the_table_is_sold_once_but_for_those_that_may_be_repeated() -> None:
    game, reds, blue = scene([at(5, 5, strain=1), at(8, 5)], [at(5, 14, "renegade")], options={"gm": "adversary"})
    red, ally = reds
    spent = (f"boost {red}", "defence melee", f"upgrade {ally}", "recover", "critical 0", "disable foe")
    check = Check("attack", red, blue, 0, rolled=True, success=2, hits=(Hit(blue, 0, 11),) * 2, spent=spent)
    left = {code.partition(" ")[0] for code in costs(game, check)}
    assert {"recover", "critical", "boost-next", "setback"} <= left
    assert not {"boost", "defence", "upgrade", "disable"} & left
    theirs = {code.partition(" ")[0] for code in costs(game, replace(check, spent=(f"hinder {red}",)), theirs=True)}
    assert "hinder" not in theirs and {"harder", "strain", "edge"} <= theirs


@covers("combat-check", "works")
def test_a_triumph_pays_for_whatever_advantages_pay_for() -> None:
    game, red, _ = shot("recover !", "maneuver !", "keep", triumphs=3, weak=0)
    assert game.record(red).strain == 2
    assert game.happened(ManeuverGained)
    assert [event.triumph for event in game.happened(Bought)] == [1, 1]


@pytest.mark.parametrize(
    ("code", "weak", "who", "effect"),
    [
        ("boost-next", 1, 1, "next-boost"), ("boost 0", 2, 0, "next-boost"), ("setback", 2, 2, "next-setback"),
        ("no-defence", 3, 2, "no-defence"),
        ("defence melee", 3, 0, "more-melee-defence"), ("defence ranged", 3, 0, "more-ranged-defence"),
    ],
)  # fmt: skip
def test_advantages_give_dice_and_benefits(code: str, weak: int, who: int, effect: str) -> None:
    game, _, _ = shot(code, "keep", weak=5)
    assert effects(game, who) == {effect: 1}
    assert [event.advantage for event in game.happened(Bought)] == [weak]


@pytest.mark.parametrize(
    ("place", "sold"), [({}, False), ({"concealment": 1}, True), ({"gravity": 1}, True), ({"gravity": -1}, False)]
)
def test_relief_from_the_surroundings_is_sold_where_they_hinder(place: dict[str, int], sold: bool) -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    somewhere(game, **place)
    check = Check("attack", red, blue, 0, rolled=True, success=1, advantage=3)
    assert ("no-environment" in costs(game, check)) == sold


@pytest.mark.parametrize(
    ("code", "who", "effect"),
    [("upgrade-theirs", 2, "next-upgrade"), ("upgrade 1", 1, "next-ability-upgrade")],
)
def test_triumphs_give_upgrades(code: str, who: int, effect: str) -> None:
    game, _, _ = shot(f"{code} !", triumphs=1, weak=0)
    assert effects(game, who) == {effect: 1}


def test_disarming_and_disabling_and_destroying() -> None:
    game, _, blue = shot("disarm 0", "keep", weak=5)
    assert game.record(blue).held == (1,) and [slot for slot, _, _ in game.record(blue).dropped] == [0]
    game, _, blue = shot("disable weapon 0", "keep", weak=5)
    assert game.record(blue).wear(0).damage == 3 and game.record(blue).wounds == 0
    game, _, blue = shot("disable foe", "keep", weak=5)
    assert effects(game, blue) == {"staggered": 1} and game.record(blue).wounds == 0
    game, _, blue = shot("destroy 0 !", triumphs=2, weak=0)
    assert game.record(blue).wear(0).damage == 4 and game.record(blue).wounds == 9 + 2 - 6


def test_a_hit_that_disables_injures_nobody_and_destroys_nothing() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    for hits, spent, offered in (
        (1, (), {"critical 0", "destroy 0", "disable foe"}), (1, ("disable foe",), set()),
        (2, ("disable weapon 0",), {"critical 1", "destroy 0"}),
    ):  # fmt: skip
        check = Check("attack", red, blue, 0, rolled=True, success=2, hits=(Hit(blue, 0, 11),) * hits, spent=spent)
        assert {"critical 0", "critical 1", "destroy 0", "disable foe"} & set(costs(game, check)) == offered
    check = Check("attack", red, blue, 0, rolled=True, success=2, hits=(Hit(blue, 0, 11, criticals=1),))
    assert "disable foe" not in costs(game, check)  # an injury has been paid for


def test_what_is_damaged_already_is_disabled_and_not_destroyed() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade", worn=(Wear(0, damage=2),))])
    check = ["SA", "AA", "AA", "-", "-"]
    game.does(red, "combat-check", at=blue, **SHOT, spend=["disable weapon 0", "keep"], check=check)
    assert game.record(blue).wear(0).damage == 3


def test_a_critical_injury_costs_its_rating_and_ten_more_for_each_further_payment() -> None:
    game, reds, blues = scene([armed(5, 5, weapon(critical=2))], [at(5, 14, "renegade")])
    game.does(
        reds, "combat-check", at=blues, **SHOT, spend=["critical 0", "critical 0"], check=["SA", "AA", "A", "-", "-"],
        injury=[1],
    )  # fmt: skip
    assert game.record(blues).injuries == ("sudden-jolt",)  # 1 and 10


def test_without_damage_past_soak_there_is_no_critical_injury() -> None:
    game, red, blue = scene([armed(5, 5, weapon(damage=1))], [at(5, 14, "renegade")])
    check = Check("attack", red, blue, 0, rolled=True, success=1, hits=(Hit(blue, 0, 2),))
    assert "critical 0" not in costs(game, check) and "destroy 0" not in costs(game, check)


def theirs(*spend: str, faces: tuple[str, str] = ("HH", "HH"), **more: Any) -> tuple[Any, int, int]:
    """A shot with threats or despairs, which the other side spends on these."""
    options = more.pop("options", {})
    game, red, blue = scene(
        [at(5, 5, **more)], [at(5, 14, "brute-warlord")], piece("marker", id="w", kind="cover", at=[5.5, 6.5, 0]),
        options=options,
    )  # fmt: skip
    if "benefit stance" in spend:
        affected(game, red, "guarded")
    extra = ["-"] * ("benefit stance" in spend)
    given = {"theirs": [*spend]} if spend else {}
    game.does(red, "combat-check", at=blue, **SHOT, **given, passing=True, check=["-", "-", "-", *extra, *faces])
    return game, red, blue


def test_threats_cost_strain_benefits_and_feet() -> None:
    game, red, _ = theirs("strain", "strain", "strain", "strain")
    assert game.record(red).strain == 4
    assert theirs("prone", "keep")[0].record(0).prone
    game, red, _ = theirs("benefit cover", "keep", covered=True)
    assert not game.record(red).covered
    game, red, _ = theirs("benefit stance", "keep")
    assert effects(game, red) == {}
    game, red, _ = theirs("benefit stance", "keep", options={"stance-is-lost-whole": False})
    assert effects(game, red) == {"hesitant": 1}


@pytest.mark.parametrize(("worth", "lost"), [("action", False), ("incidental", True)])
def test_an_aim_can_be_lost_as_long_as_there_is_an_action_to_aim_for(worth: str, lost: bool) -> None:
    pump = f'[[marker]]\nkind = "terminal"\nid = "pump"\nat = [5.5, 6.5, 0]\nparams = {{ worth = "{worth}" }}\n'
    game, red, _ = scene([at(5, 5)], [at(20, 40)], pump)
    now = game.activation(red)
    now.does("aim")
    task = now.asks("skill-check", job="task 2", check=["-", "-", "HH", "-"])
    assert task.key == "spend.theirs" and ("benefit aim" in task.options()) is lost


@pytest.mark.parametrize(
    ("code", "faces", "who", "effect"),
    [
        ("hinder 0", ("HH", "-"), 0, {"next-setback": 1}), ("their-boost", ("HH", "-"), 1, {"next-boost": 1}),
        ("edge 1", ("HH", "H"), 1, {"next-boost": 2}), ("harder 0 !", ("D", "-"), 0, {"next-upgrade": 1}),
    ],
)  # fmt: skip
def test_threats_and_despairs_give_dice(code: str, faces: tuple[str, str], who: int, effect: dict[str, int]) -> None:
    assert effects(theirs(code, faces=faces)[0], who) == effect


def test_despairs_empty_and_damage_weapons() -> None:
    game, red, _ = theirs("empty 0 !", faces=("D", "-"))
    assert game.record(red).wear(0).empty
    game, red, _ = theirs("damaged 0 !", faces=("D", "-"))
    assert game.record(red).wear(0).damage == 1


@covers("out-of-turn-maneuver", "works")
def test_two_threats_give_an_enemy_a_maneuver_once_a_round() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "brute-warlord")])
    game.does(
        red, "combat-check", at=blue, **SHOT, theirs=[f"their-maneuver {blue}", "keep"],
        check=["-", "-", "-", "HH", "HH"],
        **{"out_of_turn_maneuver": blue, "out-of-turn": "drop-prone"},
    )  # fmt: skip
    assert game.record(blue).prone
    assert f"their-maneuver {blue}" not in costs(game, Check("attack", red, blue, 0, rolled=True), theirs=True)


def test_whom_something_is_for_is_said_with_its_price_and_not_asked_again() -> None:
    game, red, blues = scene([at(5, 5)], [at(5, 14, "renegade", name="Vorl"), at(9, 14, "levy", name="Levy Ten")])
    question = game.asks(red, "combat-check", at=blues[0], **SHOT, check=["-", "-", "-", "HH", "-"])
    said = {code: question.label(code) for code in question.options() if code.startswith("their-maneuver")}
    assert said == {
        f"their-maneuver {blues[0]}": "2 threats: Vorl makes a maneuver now",
        f"their-maneuver {blues[1]}": "2 threats: Levy Ten makes a maneuver now",
    }
    game.does(
        red, "combat-check", at=blues[0], **SHOT, theirs=f"their-maneuver {blues[1]}",
        check=["-", "-", "-", "HH", "-"], **{"out_of_turn_maneuver": blues[1], "out-of-turn": "drop-prone"},
    )  # fmt: skip
    assert [game.record(who).prone for who in blues] == [False, True]


def test_which_weapon_is_lost_is_the_choice_of_whoever_pays() -> None:
    game, _, blue = shot("disarm 1", "keep", weak=5)
    assert game.record(blue).held == (0,) and [slot for slot, _, _ in game.record(blue).dropped] == [1]
    game, _, blue = shot("disable weapon 1", "keep", weak=5)
    assert [game.record(blue).wear(slot).damage for slot in (0, 1)] == [0, 3]


@covers("out-of-turn-maneuver", "numbers")
@covers("out-of-turn-maneuver", "refused")
def test_how_many_out_of_turn_maneuvers_somebody_makes_in_a_round() -> None:
    for cap, made, offered in ((1, 0, True), (1, 1, False), (2, 1, True), (2, 2, False)):
        game, red, blue = scene([at(5, 5)], [at(5, 14, "brute-warlord")], options={"out-of-turn-cap": cap})
        game.given(blue, round_used=("out-of-turn",) * made)
        check = Check("attack", red, blue, 0, rolled=True)
        assert (f"their-maneuver {blue}" in costs(game, check, theirs=True)) is offered
    affected(game, blue, "immobilized")
    game.given(blue, round_used=())
    assert f"their-maneuver {blue}" not in costs(game, check, theirs=True)
    reaction = game.ruleset.reactions["out-of-turn-maneuver"]
    asked = Respondent(game.play, Granted((blue,)), blue)
    assert [why for each in reaction.requires if (why := each.against(asked))] == ["It must not be immobilized."]


def test_a_guarded_stance_out_of_turn_takes_the_place_of_the_one_before() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "brute-warlord")])
    affected(game, blue, "guarded", f"turn-{blue}-1")
    game.does(
        red, "combat-check", at=blue, **SHOT, theirs=[f"their-maneuver {blue}", "keep"],
        check=["-", "-", "-", "HH", "HH"],
        **{"out_of_turn_maneuver": blue, "out-of-turn": "guarded-stance"},
    )  # fmt: skip
    assert [(each.name, each.until) for each in game.state.effects] == [("guarded", f"turn-{blue}-1")]


STEPS = {"move", "drop-prone", "guarded-stance", "take-cover"}


@pytest.mark.parametrize(
    ("reading", "offered"), [("all", {*STEPS, "manage-gear", "interact", "use-talent"}), ("steps", STEPS)]
)
def test_out_of_turn_any_maneuver_may_be_made_but_an_aim_or_steps_alone(reading: str, offered: set[str]) -> None:
    barrel = piece("marker", id="w", kind="cover", at=[5.5, 15.5, 0])
    foe = armed(5, 14, weapon("boltgun"), weapon("chainsword"), held=(0,), of={"talents": {"side-step": 1}})
    game, red, blue = scene([at(5, 5)], [foe], barrel, options={"out-of-turn-maneuvers": reading})
    granted = {"theirs": f"their-maneuver {blue}", "out_of_turn_maneuver": blue}
    faces = ["-", "-", "-", "HH", "-"]
    question = game.asks(red, "combat-check", at=blue, **SHOT, **granted, check=faces)
    assert {*question.options()} == offered
    if reading == "all":
        more = {"out-of-turn": "manage-gear", "gear": "draw 1"}
        game.does(red, "combat-check", at=blue, **SHOT, **granted, **more, check=faces)
        assert game.record(blue).held == (0, 1) and game.record(blue).round_used == ("out-of-turn",)
        assert (game.state.turn.actor, game.state.turn.done) == (red, 0)  # it costs nobody's turn anything


def test_out_of_turn_nobody_takes_the_action_of_whoever_is_in_its_turn() -> None:
    hog = '[[marker]]\nkind = "mount"\nid = "hog"\nat = [5.5, 15.5, 0]\nparams = { is = "wild-hog" }\n'
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")], hog, options={"mounting-takes": "action"})
    game.activation(red)
    assert not {"mount", "aim"} & {*out_of_turn.kinds(Model(game.play, blue))}
    game.state.turn = replace(game.state.turn, actor=blue)
    assert {"mount", "aim"} <= {*out_of_turn.kinds(Model(game.play, blue))}


def test_threats_of_the_adversaries_are_the_squads_to_spend() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    question = game.asks(blue, "combat-check", at=red, **SHOT, check=["-", "-", "-", "HH", "-"])
    assert (question.key, question.player) == ("spend.theirs", 0)


def test_nothing_is_held_against_a_friend() -> None:
    game, reds, _ = scene([at(5, 5, "surgeon-warden"), at(6, 5, wounds=9)], [at(5, 14, "renegade")])
    check = Check("check", reds[0], reds[1], about="tend 1", rolled=True, success=1)
    assert not {"setback", "disarm 0", "no-defence", "upgrade-theirs"} & set(costs(game, check))
    assert "their-boost" not in costs(game, check, theirs=True)
