"""Talents: what each adds, costs, and when it may be used."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import armed, at, covers, dice_of, effects, scene, weapon
from warbook.core.play import Play
from warbook.rulesets.rites_of_battle.attacks import hits
from warbook.rulesets.rites_of_battle.battle.initiative import roll_for
from warbook.rulesets.rites_of_battle.checks import instinct
from warbook.rulesets.rites_of_battle.records import Model
from warbook.testing import Script, if_asked

SHOT = {"with": (0, "single", -1)}
KNIFE = weapon("combat-knife", critical=9)
KEEP = if_asked("keep")


def able(column: float, row: float, *arms: Any, **more: Any) -> Any:
    """Somebody with these talents and no others: `has`."""
    return armed(column, row, *arms, of={"talents": more.pop("has"), **more.pop("of", {})}, **more)


def damage(game: Any, who: int, whom: int, slot: int = 0) -> int:
    """What a hit does besides its net successes."""
    me = Model(game.play, who)
    return hits.damage_of(game.play, me, me.weapon(slot), whom)


@covers("use-talent", "numbers")
@pytest.mark.parametrize(
    ("talent", "away", "slot", "more"),
    [
        ("point-blank", 1, 0, 2), ("point-blank", 6, 0, 2), ("point-blank", 7, 0, 0), ("barrage", 7, 0, 2),
        ("barrage", 24, 0, 2), ("barrage", 6, 0, 0), ("barrage", 25, 0, 0), ("feral-strength", 1, 1, 2),
        ("feral-strength", 1, 0, 0),
    ],
)  # fmt: skip
def test_what_adds_to_damage(talent: str, away: int, slot: int, more: int) -> None:
    game, red, blue = scene([able(1, 1, weapon(), KNIFE, has={talent: 2})], [at(1, 1 + away)])
    assert damage(game, red, blue, slot) == (9 if slot == 0 else 1 + 4) + more


@pytest.mark.parametrize(("chosen", "more"), [("ballistics", (3, 0)), ("melee", (0, 2)), ("gunnery", (0, 0))])
def test_deadly_accuracy_is_for_the_skill_that_it_was_learnt_for(chosen: str, more: tuple[int, int]) -> None:
    learnt = {"accurate_with": chosen, "skills": {"ballistics": 3, "melee": 2, "gunnery": 1}}
    game, red, blue = scene([able(1, 1, weapon(), KNIFE, has={"deadly-accuracy": 1}, of=learnt)], [at(1, 9)])
    assert (damage(game, red, blue, 0) - 9, damage(game, red, blue, 1) - 1 - 4) == more


def test_quick_strikes_are_against_those_who_have_had_no_turn_yet() -> None:
    game, red, blue = scene([able(1, 1, has={"quick-strike": 2})], [at(1, 9, "levy")])
    assert dice_of(game, red, blue)["boost"] == 2
    game.given(blue, turns=1)
    assert "boost" not in dice_of(game, red, blue)


def test_durability_and_lethal_blows_change_the_roll_for_an_injury() -> None:
    game, red, blue = scene([able(1, 1, weapon(critical=1), has={"lethal-blows": 2})], [able(1, 9, has={"durable": 1})])
    game.does(
        red, "combat-check", at=blue, **SHOT, spend=["critical 0", KEEP], check=["SA", "SS", "-", "-", "-"], injury=[1]
    )
    assert game.record(blue).injuries == ("sudden-jolt",)  # 1 and 20 less 10


@covers("use-talent", "works")
@covers("use-talent", "refused")
@pytest.mark.parametrize(("talent", "slot"), [("side-step", 0), ("defensive-stance", 1)])
def test_a_step_aside_and_a_stance_upgrade_the_difficulty_until_the_next_turn(talent: str, slot: int) -> None:
    game, red, blue = scene([able(5, 5, has={talent: 2})], [able(5, 6, weapon(), KNIFE, has={})])
    game.does(red, "use-talent", talent=talent, strain=2)
    assert game.record(red).strain == 2 and effects(game, red) == {talent: 2}
    assert dice_of(game, blue, red, slot)["challenge"] == 2
    assert "challenge" not in dice_of(game, blue, red, 1 - slot)
    assert "It must know a talent that is used as a maneuver, and not have used it already." in game.why_not(
        red, "use-talent"
    )
    assert {e.until for e in game.state.effects} == {f"start-{red}"}


def test_aiming_by_nature_upgrades_and_precise_aim_takes_defence_away() -> None:
    foe = armed(5, 14, of={"defence": (0, 2)})
    game, red, blue = scene([able(5, 5, has={"true-aim": 1, "precise-aim": 2})], [foe])
    now = game.activation(red)
    now.does("use-talent", talent="precise-aim", strain=2)
    assert "setback" not in dice_of(game, red, blue)
    now.does("extra-maneuver")
    now.does("aim")
    assert dice_of(game, red, blue) == {"boost": 1, "ability": 1, "proficiency": 3, "difficulty": 2}


@pytest.mark.parametrize("talent", ["rain-of-death", "brace", "precise-aim"])
def test_an_aim_is_lost_by_a_talent_that_takes_a_maneuver(talent: str) -> None:
    game, red, _ = scene([able(5, 5, has={talent: 1})], [at(5, 14, "levy")])
    now = game.activation(red)
    now.does("aim")
    now.does("extra-maneuver")
    now.does("use-talent", talent=talent, strain=if_asked(1))
    assert game.state.turn.aims == 0


@pytest.mark.parametrize(
    ("ranks", "away", "dice"), [(1, 12, 2), (1, 13, 3 + 1), (1, 25, None), (2, 24, 3 + 1), (2, 25, 4 + 2)]
)
def test_a_sniper_reaches_a_band_further_for_each_rank_for_a_die_where_it_needs_it(
    ranks: int, away: int, dice: int | None
) -> None:
    has = {"sniper-shot": ranks}
    game, red, blue = scene([able(5, 5, weapon(range="medium"), has=has)], [at(5, 5 + away, "levy")])
    assert bool(game.why_not(red, "use-talent"))  # it always works
    assert bool(game.why_not(red, "combat-check")) is (dice is None)
    if dice is not None:
        assert dice_of(game, red, blue)["difficulty"] == dice
        game.does(red, "combat-check", at=blue, **SHOT, check=["-"] * (3 + dice))
        assert len(game.rolled("check")[0]) == 3 + dice


def test_frenzy_is_paid_with_strain_and_upgrades_melee() -> None:
    game, red, blue = scene([able(5, 5, KNIFE, has={"frenzied-attack": 1})], [at(5, 6, "levy")])
    game.does(red, "combat-check", at=blue, **SHOT, frenzied=1, check=["-"] * 6)
    assert game.record(red).strain == 1
    assert len(game.rolled("check")[0]) == 6  # four dice, three of them proficiency, and two of difficulty


def test_a_crippling_blow_makes_every_step_hurt() -> None:
    game, red, blue = scene([able(5, 5, KNIFE, has={"crippling-blow": 1})], [at(5, 6, "brute-boss")])
    game.does(red, "combat-check", at=blue, **SHOT, crippling=True, check=["S", "S", "S", "S", "-", "-", "-"])
    wounds = game.record(blue).wounds
    game.does(blue, "withdraw", to=lambda q: q.candidates(1)[0])
    assert game.record(blue).wounds == wounds + 1


PISTOL = weapon("bolt-pistol", critical=9)


@pytest.mark.parametrize(("arms", "spend", "crippled"), [
    ((KNIFE, PISTOL), ["keep"], True), ((PISTOL, KNIFE), ["keep"], False), ((PISTOL, KNIFE), ["second"], True),
])  # fmt: skip
def test_with_two_weapons_the_one_that_hits_cripples(arms: Any, spend: list[str], crippled: bool) -> None:
    has = {"crippling-blow": 1, "frenzied-attack": 1}
    game, red, blue = scene([able(5, 5, *arms, has=has)], [at(5, 6, "brute-boss")])
    use = {"with": (0, "two", 1)}
    hit = ["SA", "SA", "SS", *["-"] * 5]
    game.does(red, "combat-check", at=blue, **use, frenzied=1, crippling=True, check=hit, spend=spend)
    assert ("bound-by-pain" in effects(game, blue)) is crippled and game.record(red).strain == 1


def test_rain_of_death_takes_the_die_of_auto_fire_away_in_this_turn() -> None:
    game, red, blue = scene([able(5, 5, has={"rain-of-death": 1})], [at(5, 14, "levy")])
    assert dice_of(game, red, blue, mode="auto")["difficulty"] == 3
    game.does(red, "use-talent", talent="rain-of-death")
    assert dice_of(game, red, blue, mode="auto")["difficulty"] == 2


def test_a_spare_clip_keeps_the_weapon_loaded() -> None:
    game, red, blue = scene([able(5, 5, has={"spare-clip": 1})], [at(5, 14, "brute-boss")])
    question = game.asks(red, "combat-check", at=blue, **SHOT, check=["-", "-", "-", "-", "D"])
    assert question.key == "spend.theirs" and "empty 0 !" not in question.listed()


# ---- reactions -------------------------------------------------------------------------------------------------------


@covers("dodge", "works")
@covers("dodge", "numbers")
def test_a_dodge_upgrades_the_difficulty_for_strain_up_to_its_rank() -> None:
    game, red, blue = scene([at(5, 5)], [able(5, 14, has={"dodge": 2}, strain=13)])
    game.does(red, "combat-check", at=blue, **SHOT, dodge=blue, **{"dodge.strain": 2}, check=["-"] * 5)
    assert game.record(blue).strain == 15
    with pytest.raises(AssertionError):
        game.does(red, "combat-check", at=blue, **SHOT, dodge=blue, **{"dodge.strain": 1}, check=["-"] * 5)


@covers("dodge", "refused")
def test_whoever_can_take_no_strain_or_lies_there_cannot_dodge() -> None:
    for words in ({"strain": 15}, {"state": "incapacitated"}, {"injuries": ("winded",)}):
        game, red, blue = scene([at(5, 5)], [able(5, 14, has={"dodge": 2}, **words)])
        question = game.asks(red, "combat-check", at=blue, **SHOT, check=["-", "-", "AA", "-", "-"])
        assert question.key == "spend"


@covers("parry", "works")
@covers("parry", "numbers")
@covers("reflect", "works")
@covers("reflect", "numbers")
@pytest.mark.parametrize(("talent", "reaction", "column"), [("parry", "parry", 6), ("reflect", "reflect", 14)])
def test_a_hit_is_lessened_by_two_and_the_rank_for_three_strain(talent: str, reaction: str, column: int) -> None:
    game, red, blue = scene([able(5, 5, weapon(), KNIFE, has={})], [able(5, column, has={talent: 1})])
    slot, faces = (1, ["S", "S", "SS", "SS", "-", "-"]) if talent == "parry" else (0, ["SS", "SS", "SS", "-", "-"])
    base = (1 + 4) if talent == "parry" else 9
    game.does(red, "combat-check", at=blue, **{"with": (slot, "single", -1), reaction: blue}, check=faces)
    pierce = 0 if talent == "parry" else 2
    assert game.record(blue).wounds == max(0, base + 6 - 3 - (8 - pierce)) and game.record(blue).strain == 3


@covers("parry", "refused")
@covers("reflect", "refused")
def test_a_parry_is_no_answer_to_a_shot_nor_beyond_the_threshold() -> None:
    for talent, strain, knife in (("parry", 0, False), ("parry", 13, True), ("reflect", 0, True)):
        foe = able(5, 6, has={talent: 1}, strain=strain)
        game, red, blue = scene([able(5, 5, weapon(), KNIFE, has={})], [foe])
        dice = ["S", "S", "S", "S", "-", "-"] if knife else ["SS", "S", "S", "-", "-"]
        game.does(red, "combat-check", at=blue, **{"with": (int(knife), "single", -1)}, check=dice)
        assert game.record(blue).strain == strain


# ---- talents that are checks -----------------------------------------------------------------------------------------


def test_a_commander_gives_each_ally_a_maneuver_for_a_strain_of_its_own() -> None:
    leader = able(5, 5, has={"field-commander": 1}, of={"skills": {"leadership": 2}})
    game, reds, _ = scene([leader, at(6, 6), at(8, 8)], [at(5, 30)])
    game.does(
        reds[0], "skill-check", job="command 0", check=["S", "S", "-", "-"], command=[True, False],
        **{"out_of_turn_maneuver": reds[1], "out-of-turn": "drop-prone"},
    )  # fmt: skip
    assert [game.record(who).strain for who in reds] == [0, 1, 0]
    assert game.record(reds[1]).prone


def test_a_commander_says_which_of_its_allies_it_orders() -> None:
    leader = able(5, 5, has={"field-commander": 1}, of={"skills": {"leadership": 2}})  # Fellowship 2
    game, reds, _ = scene([leader, at(6, 6), at(8, 8), at(9, 9), at(11, 11)], [at(5, 30)])
    game.does(
        reds[0], "skill-check", job="command 0", check=["S", "S", "-", "-"], command=[False, True, True],
        **{"out_of_turn_maneuver": reds[2], "out-of-turn": "drop-prone"}, passing=True,
    )  # fmt: skip
    assert [game.record(who).strain for who in reds] == [0, 0, 1, 1, 0]


def test_rhetoric_and_surgery_heal() -> None:
    leader = able(5, 5, has={"inspiring-rhetoric": 1}, of={"skills": {"leadership": 2}})
    game, reds, _ = scene([leader, at(6, 6, strain=5), at(8, 8, strain=4)], [at(5, 30)])
    game.does(reds[0], "skill-check", job="inspire 0", check=["SA", "S", "-", "-"], spend="keep")
    assert [game.record(who).strain for who in reds[1:]] == [3, 3]
    doctor = able(5, 5, has={"surgeon": 2}, of={"skills": {"medicae": 3}, "gear": ("medical-kit",)})
    game, reds, _ = scene([doctor, at(5, 6, wounds=8)], [at(5, 30)])
    game.does(reds[0], "skill-check", job="tend 1", check=["S", "S", "-", "-"])
    assert game.record(reds[1]).wounds == 8 - 2 - 2


def test_a_rapid_reaction_turns_strain_into_successes() -> None:
    game, red, _ = scene([able(5, 5, has={"rapid-reaction": 2})], [at(5, 30)])
    script = Script(dice={"initiative": ["S", "-", "-"]}, choices={"rapid-reaction": 2})
    roll_for(Play(game.state, game.ruleset, game.world, [], script), red)
    assert game.state.turn.order[-1].success == 3 and game.record(red).strain == 2


def to(column: int, row: int) -> Any:
    """A way to a square."""
    return ((column * 1000 + 500, row * 1000 + 500, 0, 0),)


def test_the_instinctive_attack_or_flee_and_do_not_do_both() -> None:
    shot: dict[str, Any] = {"with": (0, "single", -1), "check": ["-"] * 4, "passing": True}
    game, red, blue = scene([at(5, 5, "skitterer")], [at(5, 8)])
    fleeing = game.activation(red)
    fleeing.does("move", path=((5500, 2500, 0, 0),))
    assert instinct.NO_ATTACK in fleeing.why_not("combat-check")
    game.place(red, 5.5, 5.5)
    game.given(red, round_used=())
    attacking = game.activation(red)
    attacking.does("combat-check", at=blue, **shot)
    move = attacking.asks("move")
    assert [move.legal(to(5, row)) for row in (2, 6)] == [(instinct.NO_FLIGHT,), ()]


@pytest.mark.parametrize(
    ("reading", "attacks", "back", "on"),
    [("attack", (), (instinct.NO_FLIGHT,), ()), ("flee", (instinct.NO_ATTACK,), (), (instinct.NO_ATTACK,))],
)
def test_instinct_may_be_one_thing_alone(reading: str, attacks: Any, back: Any, on: Any) -> None:
    game, red, blue = scene([at(5, 5, "skitterer")], [at(5, 8)], options={"instinct": reading})
    assert instinct.against_attack(Model(game.play, red), blue) == attacks
    move = game.asks(red, "move")
    assert (move.legal(to(5, 2)), move.legal(to(5, 6)), move.legal(to(8, 5))) == (back, on, ())


def test_whoever_has_nowhere_to_go_by_its_instinct_does_not_move() -> None:
    wall = "[[wall]]\npoints = [[5, 8], [5, 5], [6, 5], [6, 8]]\nheight = 3\n"
    game, red, blue = scene([at(5, 5, "skitterer")], [at(5, 8)], wall, options={"instinct": "flee"})
    assert "move" not in game.allowed(red)


def test_the_instinctive_attack_only_the_nearest_unless_they_are_led() -> None:
    skitterer = at(5, 5, "skitterer")
    game, reds, blues = scene([skitterer, at(17, 5, "brood-warrior")], [at(5, 8), at(5, 10)])
    use = {"with": (0, "single", -1)}
    assert not game.asks(reds[0], "combat-check", **use).legal(blues[1])
    game.place(reds[1], 18.5, 5.5)
    question = game.asks(reds[0], "combat-check", **use)
    assert question.legal(blues[1]) == ("Without a synapse near it, it attacks only whoever is nearest.",)
    assert not question.legal(blues[0])
