"""The pool of a combat check: difficulty, what makes it harder or easier, defence, two weapons, contests."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, covers, dice_of, piece, scene, weapon
from warbook.rulesets.rites_of_battle.attacks import combat, hits
from warbook.rulesets.rites_of_battle.attacks.weapons import Use, reaches
from warbook.rulesets.rites_of_battle.checks import pools
from warbook.rulesets.rites_of_battle.checks.pools import Attempt
from warbook.rulesets.rites_of_battle.printed.catalogue import Weapon
from warbook.rulesets.rites_of_battle.records import Check, Model, Wear
from warbook.testing import if_asked

KNIFE, PISTOL = weapon("combat-knife"), weapon("bolt-pistol")


@covers("combat-check", "numbers")
@pytest.mark.parametrize(
    ("away", "dice"), [(1, 2), (2, 1), (6, 1), (7, 2), (12, 2), (13, 3), (24, 3), (25, 4), (36, 4)]
)
def test_difficulty_goes_by_the_band_and_a_gun_in_a_fight_is_a_die_harder(away: int, dice: int) -> None:
    game, red, blue = scene([armed(1, 1, weapon("boltgun", range="extreme"))], [at(1, 1 + away, "levy")])
    assert dice_of(game, red, blue)["difficulty"] == dice
    assert dice_of(game, red, blue)["proficiency"] == 3


def test_nobody_shoots_beyond_thirty_six_squares() -> None:
    sniper = {"talents": {"sniper-shot": 1}}
    game, red, blue = scene([armed(1, 1, weapon("boltgun", range="extreme"), of=sniper)], [at(1, 38, "levy")])
    me = Model(game.play, red)
    assert not reaches(game.play, me, me.weapon(0), blue)


def test_melee_has_two_difficulty_dice() -> None:
    game, red, blue = scene([armed(1, 1, KNIFE)], [at(1, 2, "levy")])
    assert dice_of(game, red, blue) == {"ability": 2, "proficiency": 2, "difficulty": 2}


@pytest.mark.parametrize(("gun", "dice"), [(PISTOL, 2), (weapon("lasgun"), 3)])
def test_a_gun_for_two_hands_is_harder_still_in_a_fight(gun: object, dice: int) -> None:
    game, red, blue = scene([armed(1, 1, gun)], [at(1, 2, "levy")])  # type: ignore[arg-type]
    assert dice_of(game, red, blue)["difficulty"] == dice


@covers("combat-check", "refused")
def test_a_heavy_weapon_is_refused_in_a_fight() -> None:
    game, red, _ = scene([armed(1, 1, weapon("slug-cannon"), of={"line": (5, 4, 3, 2, 3, 3, 2)})], [at(1, 2, "levy")])
    question = game.asks(red, "combat-check")
    assert "It must not be engaged with an enemy to use a heavy weapon." in question.legal(Use(0))


def test_who_has_shot_in_a_fight_is_open_to_the_next_blow_only() -> None:
    game, red, blue = scene([armed(1, 1, PISTOL)], [at(1, 2, "brute")])
    game.does(red, "combat-check", at=blue, **{"with": (0, "single", -1)}, check=["-", "-", "-", "-", "-"])
    assert dice_of(game, blue, red)["boost"] == 1
    game.does(blue, "combat-check", at=red, **{"with": (0, "single", -1)}, check=["-", "-", "-", "-", "-", "-", "-"])
    assert "boost" not in dice_of(game, blue, red)


def test_a_shot_into_a_fight_is_harder_and_goes_astray_with_a_despair() -> None:
    game, reds, blue = scene([at(1, 1), at(1, 8, name="Ulm")], [at(1, 9, "levy", name="Vorn")])
    red, friend = reds
    assert dice_of(game, red, blue) == {"proficiency": 3, "difficulty": 1, "challenge": 1}
    shot = {"with": (0, "single", -1), "spend": ["keep"], "theirs": ["keep"]}
    game.does(red, "combat-check", at=blue, **shot, check=["SS", "SS", "AA", "H", "D"])
    assert game.record(blue).wounds == 0
    assert game.record(friend).wounds == 9 + 3 - (8 - 2)  # the pierced soak of the friend


@pytest.mark.parametrize(
    ("said", "master", "of_the_squad", "of_the_others"),
    [
        ("gm", "adversary", 1, 1),
        ("gm", "engine", 1, 0),
        ("other-side", "adversary", 1, 0),
        ("other-side", "engine", 1, 0),
    ],
)
def test_who_says_whom_a_stray_shot_hits(said: str, master: str, of_the_squad: int, of_the_others: int) -> None:
    options = {"stray-shots-by": said, "gm": master, "circumstance-dice": 0}
    shot, roll = {"with": (0, "single", -1)}, ["SS", "SS", "AA", "-", "D"]
    for shooters, wanted in ((0, of_the_squad), (1, of_the_others)):
        shooting, shot_at = [at(1, 1), at(0, 8), at(2, 8)], [at(1, 9)]
        red, blue = (shot_at, shooting) if shooters else (shooting, shot_at)
        game, *_ = scene(red, blue, options=options)
        ids = game.world.sides
        question = game.asks(ids[shooters][0], "combat-check", at=ids[1 - shooters][0], **shot, check=roll)
        assert (question.key, question.options(), question.player) == ("attack.astray", [*ids[shooters][1:]], wanted)


@pytest.mark.parametrize("fought", [True, False])
def test_a_friend_beside_somebody_fallen_is_in_the_way_of_shots_or_not(fought: bool) -> None:
    options = {"fallen-are-fought": fought}
    game, reds, blue = scene([at(1, 1), at(1, 8)], [at(1, 9, wounds=19)], options=options)
    red, friend = reds
    assert dice_of(game, red, blue) == {"proficiency": 3, "difficulty": 1, "challenge": 1}
    game.given(blue, state="incapacitated")
    way = {"difficulty": 1, "challenge": 1} if fought else {"difficulty": 2}
    assert dice_of(game, red, blue) == {"proficiency": 3, **way}
    astray = hits.bystanders(game.play, Check("attack", red, blue, 0), blue, 0)
    assert astray == ([friend] if fought else [])


def test_prone_targets_are_hard_to_shoot_and_easy_to_strike() -> None:
    game, reds, blue = scene([at(1, 1), armed(1, 8, KNIFE)], [at(1, 9, "levy", prone=True)])
    assert dice_of(game, reds[0], blue)["setback"] == 1
    assert dice_of(game, reds[1], blue)["boost"] == 1
    game.given(reds[1], prone=True)
    assert dice_of(game, reds[1], blue)["setback"] == 1


def test_what_gives_defence_counts_by_the_highest_and_what_adds_is_added_up_to_the_cap() -> None:
    board = piece("marker", id="wall", kind="cover", at=[1.5, 7.5, 0])
    for cap, found in ((4, 4), (0, 5)):
        game, red, blue = scene(
            [at(1, 1)], [armed(1, 8, profile="stalker", of={"defence": (1, 3)}, covered=True)], board,
            options={"defense-cap": cap},
        )  # fmt: skip
        assert dice_of(game, red, blue)["setback"] == 3  # cover gives 1, and does not add to 3
        affected(game, blue, "more-ranged-defence", amount=2)
        assert dice_of(game, red, blue)["setback"] == found
        affected(game, red, "next-precise", amount=1)
        assert dice_of(game, red, blue)["setback"] == found - 1


def test_a_guarded_stance_adds_in_melee_and_hinders_its_bearer() -> None:
    game, red, blue = scene([armed(1, 1, KNIFE)], [at(1, 2, "brute-warlord")])
    affected(game, blue, "guarded")
    assert dice_of(game, red, blue)["setback"] == 2
    assert dice_of(game, blue, red)["setback"] == 2  # inaccurate, and the stance


def test_defensive_weapons_add_to_a_stat_block_only_where_the_table_plays_it() -> None:
    for whole, found in ((True, 1), (False, 2)):
        game, red, blue = scene(
            [armed(1, 1, KNIFE)], [at(1, 2, "brood-tyrant")], options={"stat-block-is-whole": whole}
        )
        assert dice_of(game, red, blue)["setback"] == found


@pytest.mark.parametrize(("arms", "ranks", "value", "dice"), [
    ((PISTOL, PISTOL), 3, 4, 2 + 1), ((PISTOL, KNIFE), 1, 2, 2 + 2), ((KNIFE, PISTOL), 1, 2, 2 + 2),
])  # fmt: skip
def test_two_weapons_use_the_lower_skill_and_characteristic_and_the_higher_difficulty(
    arms: tuple[Weapon, Weapon], ranks: int, value: int, dice: int
) -> None:
    lower = {"line": (2, 4, 4, 2, 3, 3, 2), "skills": {"ballistics": 3, "melee": 1}}
    game, red, blue = scene([armed(1, 1, *arms, of=lower)], [at(1, 2, "levy")])
    pool = dice_of(game, red, blue, second=1, mode="two")
    assert pool["proficiency"] == min(ranks, value) and pool["ability"] == abs(value - ranks)
    # a pistol in a fight is two dice, as a blade is; two weapons are one more, of two skills two
    assert pool["difficulty"] == dice


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("changes", "damage", "dice", "setback"), [
    ({"qualities": {"cumbersome": 7}}, 0, 1 + 2, 0), ({"qualities": {"unwieldy": 4}}, 0, 1 + 1, 0),
    ({}, 2, 1 + 1, 0), ({}, 1, 1, 1), ({"qualities": {"inaccurate": 2}}, 0, 1, 2),
])  # fmt: skip
def test_either_of_two_weapons_may_be_the_one_that_is_hard_to_use(
    first: int, changes: Any, damage: int, dice: int, setback: int
) -> None:
    arms = [PISTOL, weapon("bolt-pistol", **changes)]
    game, red, blue = scene([armed(1, 1, *arms[:: 1 - 2 * first])], [at(1, 5, "levy")])
    game.given(red, worn=(Wear(1 - first, damage=damage),))
    pool = dice_of(game, red, blue, second=1, mode="two")
    assert (pool["difficulty"], pool.get("setback", 0)) == (dice + 1, setback)


def test_dice_that_hang_on_a_weapon_count_for_each_of_two() -> None:
    arms = [weapon("bolt-pistol", qualities={name: 1}) for name in ("accurate", "superior")]
    game, red, blue = scene([armed(1, 1, *arms)], [at(1, 5, "levy")])
    attempt = combat.attempt_of(game.play, Check("attack", red, blue, 1, 0, "two"))
    assert pools.reckon(attempt).dice.boost == 1 and pools.reckon(attempt).advantage == 1


def test_a_blade_and_a_pistol_are_the_harder_of_the_two_whatever_makes_it_so() -> None:
    marker = piece("marker", id="w", kind="cover", at=[1.5, 2.5, 0])
    blue = armed(1, 2, of={"defence": (0, 2)}, covered=True)
    game, red, blue = scene([armed(1, 1, KNIFE, PISTOL)], [blue], marker)
    assert dice_of(game, red, blue, second=1, mode="two")["setback"] == 2
    game, (red, _), blue = scene([armed(1, 1, KNIFE, PISTOL), at(2, 3)], [at(1, 2, "levy")])
    pool = dice_of(game, red, blue, second=1, mode="two")
    assert (pool["difficulty"], pool["challenge"]) == (3, 1)  # a friend fights whom the pistol is fired at


def test_an_aim_goes_with_a_pistol_that_is_fired_beside_a_blade() -> None:
    game, red, _ = scene([armed(1, 1, KNIFE, PISTOL)], [at(1, 2, "levy")])
    now = game.activation(red)
    now.does("aim")
    assert dice_of(game, red, 1, second=1, mode="two")["boost"] == 1 and "boost" not in dice_of(game, red, 1)


def test_each_shot_of_two_may_go_astray_and_a_blow_does_not() -> None:
    shot = {"with": (1, "two", 0), "spend": ["second"], "theirs": ["keep"]}
    check = ["SS", "SS", "AA", "-", "-", "-", "D"]
    game, (red, friend), blue = scene([armed(1, 1, KNIFE, PISTOL), at(2, 3)], [at(1, 2, "levy", count=4)])
    game.does(red, "combat-check", at=blue, **shot, check=check)
    assert game.record(friend).wounds == 8 + 3 - (8 - 1) and game.record(blue).wounds == 4 + 1 + 3 - 3
    game, (red, friend), blue = scene([armed(1, 1, KNIFE, PISTOL), at(2, 3)], [at(1, 2, "levy", count=4)])
    game.does(
        red, "combat-check", at=blue, **shot | {"with": (0, "two", 1)}, check=["SS", "SS", "AA", "-", "-", "-", "D"]
    )
    assert game.record(friend).wounds == 8 + 3 - (8 - 1) and game.record(blue).wounds == 4 + 1 + 3 - 3


def test_the_blast_of_a_weapon_is_around_whom_that_weapon_has_hit() -> None:
    bomb = weapon("bolt-pistol", qualities={"blast": 12})
    arms, friends = armed(1, 1, PISTOL, bomb), [at(2, 3), at(0, 1)]
    game, (red, one, other), (blue, near) = scene([arms, *friends], [at(1, 2, "levy"), at(3, 4, "renegade")])
    shot = {"with": (0, "two", 1), "spend": ["second", "blast 1"], "theirs": ["keep"]}
    check = ["SA", "SA", "AA", "-", "-", "D"]
    game.does(red, "combat-check", at=blue, **shot, astray=[other, one], check=check)
    assert game.record(near).wounds == 12 + 1 - 8 and game.record(other).wounds == 8 + 1 - (8 - 1)


def test_a_linked_hit_strikes_whom_the_stray_shot_has_struck() -> None:
    gun = weapon(qualities={"linked": 1}, critical=9)
    game, (red, friend), blue = scene([armed(1, 1, gun), armed(1, 8, of={"wounds": 30})], [at(1, 9, "levy", count=4)])
    shot = {"with": (0, "single", -1), "spend": ["linked"], "theirs": ["keep"]}
    game.does(red, "combat-check", at=blue, **shot, check=["SS", "SS", "AA", "-", "D"])
    assert game.record(blue).wounds == 0 and game.record(friend).wounds == 2 * (9 + 3 - 8)


def test_size_counts_from_two_silhouettes_on() -> None:
    game, reds, blue = scene([at(1, 1), at(3, 1, "brood-tyrant")], [armed(1, 10, of={"silhouette": 3})])
    assert dice_of(game, reds[0], blue)["difficulty"] == 1
    assert "difficulty" in dice_of(game, reds[1], blue)
    game, red, blue = scene([armed(1, 1, of={"silhouette": 3})], [at(1, 10, "levy")])
    assert dice_of(game, red, blue)["difficulty"] == 3


def test_damaged_weapons_hinder_and_then_fail() -> None:
    game, red, blue = scene([at(1, 1)], [at(1, 10, "levy")])
    for steps, found in ((1, ("setback", 1)), (2, ("difficulty", 3))):
        game.given(red, worn=(Wear(0, damage=steps),))
        assert dice_of(game, red, blue)[found[0]] == found[1]
    game.given(red, worn=(Wear(0, damage=3),))
    assert "It is broken." in game.asks(red, "combat-check").legal(Use(0))


def test_auto_fire_goes_against_the_hardest_of_its_targets_which_is_hit_first() -> None:
    game, red, blues = scene([at(5, 1)], [at(4, 5, "levy"), at(6, 10, "brute-boss")])
    pool = dice_of(game, red, blues[0], mode="auto", others=(blues[1],))
    assert pool == {"proficiency": 3, "difficulty": 2, "challenge": 1}
    game.does(
        red, "combat-check", at=blues[0], also=[blues[1]],
        **{"with": (0, "auto", -1), "spend": [f"auto {blues[0]}"]}, check=["SS", "AA", "A", "-", "H", "-"],
    )  # fmt: skip
    assert game.record(blues[1]).wounds == 9 + 2 - 5
    assert game.record(blues[0]).wounds == 9 + 2 - 1


# ---- contests --------------------------------------------------------------------------------------------------------


@covers("psyker-power", "numbers")
def test_contests_are_against_dice_or_compared() -> None:
    for form, purple in (("B", {"difficulty": 1, "challenge": 2}), ("A", {})):
        game, red, blue = scene([at(1, 1, "seer-warden")], [at(1, 3, "renegade")], options={"opposed": form})
        attempt = Attempt(game.play, Model(game.play, red), "discipline", 0, Check("power", red, blue),
                          Model(game.play, blue), against="discipline")  # fmt: skip
        dice = pools.reckon(attempt).dice._asdict()
        assert {name: dice[name] for name in ("difficulty", "challenge") if dice[name]} == purple


def test_the_higher_result_wins_a_comparison_and_a_draw_is_the_defenders() -> None:
    game, red, blue = scene([at(1, 1, "seer-warden")], [at(1, 3, "renegade")], options={"opposed": "A"})
    dice = {"power": ["-", "SS", "-", "-", "L", "K", "K"], "contest": ["S", "S", "-"]}
    game.does(red, "psyker-power", power="compel", target=blue, dark=0, dice=dice)
    assert game.record(blue).wounds == 0
    dice = {"power": ["-", "SS", "SA", "-", "L", "K", "K"], "contest": ["S", "S", "-"]}
    game.does(red, "psyker-power", power="compel", target=blue, dark=0, compel="pain", dice=dice)
    assert game.record(blue).wounds == 2  # a rival's strain


@pytest.mark.parametrize(("ties", "wounds"), [("advantages", 2), ("defender", 0)])
def test_who_wins_a_comparison_that_is_level_in_successes(ties: str, wounds: int) -> None:
    options = {"opposed": "A", "contest-ties": ties}
    game, red, blue = scene([at(1, 1, "seer-warden")], [at(1, 3, "renegade")], options=options)
    dice = {"power": ["A", "SS", "-", "-", "L", "K", "K"], "contest": ["S", "S", "-"]}
    said = {"compel": "pain"} if wounds else {}
    game.does(red, "psyker-power", power="compel", target=blue, dark=0, dice=dice, spend=if_asked("keep"), **said)
    assert game.record(blue).wounds == wounds
