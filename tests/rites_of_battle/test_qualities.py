"""Item qualities, each with its cost and effect, and the conditions that they bring."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, covers, dice_of, effects, scene, weapon
from tests.rites_of_battle.test_harm import suffers
from warbook.rulesets.rites_of_battle.attacks import hits, offers, weapons
from warbook.rulesets.rites_of_battle.attacks.weapons import Use
from warbook.rulesets.rites_of_battle.battle import turn
from warbook.rulesets.rites_of_battle.events.checks import AttackDeclared, HitLanded
from warbook.rulesets.rites_of_battle.events.fighters import Wounded
from warbook.rulesets.rites_of_battle.harm import conditions
from warbook.rulesets.rites_of_battle.printed import catalogue
from warbook.rulesets.rites_of_battle.records import Check, Model, Wear
from warbook.testing import if_asked

KEEP = if_asked("keep")
SHOT = {"with": (0, "single", -1)}
HIT = ["SA", "SA", "SA", "-", "-"]  # three net successes, three advantages
MISS = ["AA", "AA", "AA", "-", "-"]


def gun(**qualities: int) -> Any:
    """A boltgun with these qualities alone, which nobody affords a critical injury with."""
    return weapon(qualities={name.replace("_", "-"): n for name, n in qualities.items()}, critical=9)


def fires(arm: Any, spend: Any, faces: list[str] = HIT, foe: Any = None, **more: Any) -> tuple[Any, int, int]:
    """A shot with a weapon at a rival who has no more than soak, nine squares away."""
    game, red, blue = scene([armed(5, 5, arm)], [foe or armed(5, 14)], **more.pop("scene", {}))
    given = {"spend": spend} if spend else {}
    game.does(red, "combat-check", at=blue, **SHOT, **given, check=faces, passing=True, **more)
    return game, red, blue


@covers("combat-check", "numbers")
@pytest.mark.parametrize(
    ("quality", "kind", "more"),
    [
        ("accurate", "boost", 2),
        ("inaccurate", "setback", 2),
        ("cumbersome", "difficulty", 2),
        ("unwieldy", "difficulty", 2),
    ],
)
def test_what_changes_the_pool(quality: str, kind: str, more: int) -> None:
    number = {"accurate": 2, "inaccurate": 2, "cumbersome": 4 + 1 + 2, "unwieldy": 3 + 2}[quality]
    game, red, blue = scene([armed(5, 5, gun(**{quality: number}))], [armed(5, 14)])
    assert dice_of(game, red, blue).get(kind, 0) == more + (2 if kind == "difficulty" else 0)


@pytest.mark.parametrize(
    ("qualities", "wounds"),
    [({}, 4), ({"pierce": 3}, 7), ({"breach": 1}, 12), ({"superior": 1}, 5), ({"inferior": 1}, 4)],
)
def test_what_goes_through_soak(qualities: dict[str, int], wounds: int) -> None:
    game, _, blue = fires(gun(**qualities), "keep")
    assert game.record(blue).wounds == wounds


def test_breach_ignores_ten_points_of_soak() -> None:
    game, _, blue = fires(gun(breach=1), KEEP, foe=armed(5, 14, of={"soak": 15}))
    assert game.record(blue).wounds == 12 - (15 - 10)


def test_superior_work_gives_an_advantage_and_inferior_a_threat() -> None:
    for quality, found in (("superior", 4), ("inferior", 2)):
        game, red, blue = scene([armed(5, 5, gun(**{quality: 1}))], [armed(5, 14)])
        question = game.asks(red, "combat-check", at=blue, **SHOT, check=HIT)
        assert f"{found} advantages to spend" in question.prompt


def test_reinforced_armour_knows_no_pierce_and_reinforced_weapons_no_sunder(monkeypatch: pytest.MonkeyPatch) -> None:
    game, red, blue = scene([armed(5, 5, gun(sunder=1))], [armed(5, 14, gun(reinforced=1))])
    options = game.asks(red, "combat-check", at=blue, **SHOT, check=HIT).listed()
    assert not [code for code in options if code.startswith("sunder")]
    plate = catalogue.armour()["power"]
    monkeypatch.setitem(catalogue.armour(), "power", type(plate)(**{**_fields(plate), "reinforced": True}))
    game, red, blue = scene([armed(5, 5)], [armed(5, 14)])
    assert hits.soak_against(game.play, blue, gun(pierce=5, breach=1)) == 8


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def test_sunder_costs_one_for_each_step_up_to_destruction() -> None:
    game, _, blue = fires(gun(sunder=1), ["sunder 1 0"] * 3)
    assert game.record(blue).wear(0).damage == 3
    game, _, blue = fires(gun(sunder=1), ["sunder 1 0", KEEP], foe=armed(5, 14, worn=(Wear(0, damage=3),)))
    assert game.record(blue).wear(0).damage == 4


def test_linked_weapons_hit_again_as_often_as_they_are_linked() -> None:
    five = ["SA", "AA", "AA", "-", "-"]
    game, _, _ = fires(gun(linked=1, pierce=7), ["linked", KEEP], five, injury=[1])
    assert [event.wounds for event in game.happened(Wounded)] == [9, 9]


def test_auto_fire_hits_again_for_every_two_advantages() -> None:
    game, red, blue = scene([armed(5, 5, gun(auto_fire=1, pierce=8))], [at(5, 14, "brute-warlord")])
    six = ["SA", "AA", "AA", "-", "-", "-"]
    game.does(
        red, "combat-check", at=blue, **{"with": (0, "auto", -1)}, spend=[f"auto {blue}", f"auto {blue}", KEEP],
        check=six,
    )  # fmt: skip
    assert [event.wounds for event in game.happened(Wounded)] == [10, 10, 10]


def test_two_weapons_hit_twice_each_with_its_own_damage() -> None:
    knife, pistol = weapon("combat-knife", critical=9), weapon("bolt-pistol", critical=9)
    game, red, blue = scene(
        [armed(5, 5, knife, pistol, of={"line": (3, 4, 3, 2, 3, 3, 2)})], [at(5, 6, "levy", count=5)]
    )
    assert dice_of(game, red, blue, mode="two", second=1) == {"ability": 1, "proficiency": 2, "difficulty": 4}
    game.does(
        red, "combat-check", at=blue, **{"with": (0, "two", 1)}, spend=["second"],
        check=["A", "SA", "SS", *["-"] * 4],
    )  # fmt: skip
    assert [event.wounds for event in game.happened(Wounded)] == [1 + 3 + 3 - 3, 8 + 3 - (3 - 1)]


PAIRED: tuple[tuple[str, dict[str, int], list[str], str], ...] = (
    ("stun", {"stun": 4}, ["second", "stun 1 1"], "strain"),
    ("disorient", {"disorient": 1}, ["second", "disorient 1 1"], "disoriented"),
    ("knockdown", {"knockdown": 1}, ["second", "knockdown 1 1"], "prone"),
    ("linked", {"linked": 1}, ["second", "linked 1"], "hits"),
    ("sunder", {"sunder": 1}, ["second", "sunder 1 0"], "damage"),
    ("blast", {"blast": 6}, ["second", "blast 1"], "wounds"),
)


@pytest.mark.parametrize(("quality", "qualities", "bought", "what"), PAIRED, ids=[row[0] for row in PAIRED])
def test_each_of_two_weapons_has_its_own_qualities(
    quality: str, qualities: dict[str, int], bought: list[str], what: str
) -> None:
    knife, pistol = weapon("combat-knife", critical=9), weapon("bolt-pistol", critical=9, qualities=qualities)
    game, red, blues = scene([armed(5, 5, knife, pistol)], [at(5, 6, "renegade"), at(6, 6, "levy")])
    use = {"with": (0, "two", 1)}
    first = game.asks(red, "combat-check", at=blues[0], **use, check=["SA", "SA", "AA", *["-"] * 4])
    assert not first.legal("second") and not {*bought[1:]} & {*first.options()}  # its own hit has not landed
    game.does(red, "combat-check", at=blues[0], **use, spend=[*bought, KEEP], check=["SA", "SA", "AA", *["-"] * 4])
    foe = game.record(blues[0])
    found = {
        "strain": foe.wounds == 8 + 2 - 8 + 4, "prone": foe.prone, "damage": foe.wear(0).damage == 1,
        "disoriented": "disoriented" in effects(game, blues[0]), "hits": len(game.happened(HitLanded)) == 3,
        "wounds": game.record(blues[1]).wounds > 0,
    }  # fmt: skip
    assert found[what]


def test_what_befalls_a_weapon_befalls_either_of_two() -> None:
    pistol, hot = weapon("bolt-pistol"), weapon("plasma-pistol")
    game, red, blue = scene([armed(5, 5, pistol, hot)], [at(5, 7, "renegade")])
    use, misses = {"with": (0, "two", 1)}, {"check": ["-"] * 4 + ["D"]}
    question = game.asks(red, "combat-check", at=blue, **use, **misses)
    codes = {"empty 0 !", "empty 1 !", "damaged 0 !", "damaged 1 !", "overheat 1 !"}
    assert codes <= {*question.options()} and "overheat 0 !" not in question.options()


def test_a_blast_catches_everybody_next_to_the_target_friend_and_foe() -> None:
    foes = [at(5, 14, "levy"), at(6, 14, "levy"), at(9, 14, "levy")]
    game, reds, blues = scene([armed(5, 5, gun(blast=4)), at(4, 13, "renegade")], foes)
    shot = {"check": ["SA", "SA", "A", "-", "-"]}
    game.does(reds[0], "combat-check", at=blues[0], **SHOT, spend=["blast", KEEP], **shot)
    assert game.record(blues[0]).state == "dead"
    assert game.record(blues[1]).wounds == 4 + 2 - 3
    assert game.record(blues[2]).wounds == game.record(reds[1]).wounds == 0  # too far; soaked


def test_a_blast_after_a_miss_costs_three_and_strikes_the_target_too() -> None:
    game, reds, blues = scene([armed(5, 5, gun(blast=5))], [at(5, 14, "levy"), at(6, 14, "levy")])
    game.does(reds, "combat-check", at=blues[0], **SHOT, spend=["blast", KEEP], check=MISS)
    assert [game.record(who).wounds for who in blues] == [2, 2]


@pytest.mark.parametrize(("mode", "quality"), [("stun", "stun_setting"), ("single", "stun_damage"), ("single", "ion")])
def test_the_blast_of_what_stuns_is_strain_too(mode: str, quality: str) -> None:
    for faces, spent, strain in (
        (["SA", "A", "-", "-", "-"], ["blast", KEEP], (2, 3)),
        (MISS, ["blast", KEEP], (2, 2)),
    ):
        foes = [armed(5 + n, 14, of={"talents": {"machine": 1}}) for n in (0, 1)]
        game, red, blues = scene([armed(5, 5, gun(blast=10, **{quality: 1}))], foes)
        game.does(red, "combat-check", at=blues[0], **{"with": (0, mode, -1)}, spend=spent, check=faces)
        assert [(game.record(who).wounds, game.record(who).strain) for who in blues] == [(0, n) for n in strain]


@pytest.mark.parametrize(("reading", "after_hit", "after_miss"), [("per-member", 8 + 3 * 4, 4 * 2), ("once", 8 + 4, 2)])
def test_a_blast_in_a_group_counts_for_each_member_or_once(reading: str, after_hit: int, after_miss: int) -> None:
    for faces, wounds in ((["SA", "SA", "A", "-", "-"], after_hit), (MISS, after_miss)):
        levies = at(5, 14, "levy", count=4)
        game, red, blue = scene([armed(5, 5, gun(blast=5))], [levies], options={"blast-group": reading})
        game.does(red, "combat-check", at=blue, **SHOT, spend=["blast", KEEP], check=faces)
        assert game.record(blue).wounds == wounds


@pytest.mark.parametrize(
    ("quality", "found"),
    [
        ("disorient", {"disoriented": 1}),
        ("concussive", {"staggered": 1}),
        ("ensnare", {"ensnared": 1}),
        ("burn", {"burning": 9}),
    ],
)
def test_afflictions_last_so_many_rounds_and_add_up(quality: str, found: dict[str, int]) -> None:
    game, red, blue = fires(gun(**{quality: 2}), [f"{quality} 1", KEEP])
    assert effects(game, blue) == found
    (effect,) = game.state.effects
    assert effect.until == f"turn-{blue}-2"
    if quality != "burn":
        suffers(game, conditions.suffer, blue, next(iter(found)), 1)
        (effect,) = game.state.effects
        assert effect.until == f"turn-{blue}-3"
    del red


def test_fire_burns_at_the_start_of_each_turn_and_soak_counts_each_time() -> None:
    game, _, blue = fires(gun(burn=2, pierce=9), ["burn 1", KEEP])
    before = game.record(blue).wounds
    suffers(game, turn.begin_turn, blue)
    assert game.record(blue).wounds == before + 9 - 8


@covers("skill-check", "works")
def test_the_ensnared_and_the_burning_free_themselves() -> None:
    for name, faces in (("ensnared", ["-", "-", "SS", "SS", "-", "-", "-"]), ("burning", ["S", "S", "S", "-", "-"])):
        game, red, _ = scene([at(5, 5)], [at(5, 14)])
        affected(game, red, name, "turn-0-3", 0)
        game.does(red, "skill-check", job=f"free {name}", check=faces)
        assert effects(game, red) == {}


def test_stun_is_strain_without_soak_and_knockdown_costs_more_against_the_large() -> None:
    game, _, blue = fires(gun(stun=3, inaccurate=0), ["stun 1", KEEP])
    assert game.record(blue).strain == 3
    game, _, blue = fires(gun(knockdown=1), ["knockdown 1", KEEP])
    assert game.record(blue).prone
    large = armed(5, 14, of={"silhouette": 3})
    game, red, blue = scene([armed(5, 5, gun(knockdown=1))], [large])
    options = game.asks(red, "combat-check", at=blue, **SHOT, check=["SA", "SA", "SA", "-"]).listed()
    assert "knockdown 1" not in options  # four advantages


def test_a_guided_shot_comes_round_at_the_end_of_the_round() -> None:
    game, red, blue = scene([armed(5, 5, gun(guided=3, pierce=8))], [armed(5, 14)])
    game.does(red, "combat-check", at=blue, **SHOT, spend=["guided", KEEP], check=MISS)
    assert game.state.turn.guided == ((red, blue, 0),)
    game.goes_on(action=["end-turn", "end-turn"], check=["S", "S", "-", "-", "-"])
    assert len(game.happened(AttackDeclared)) == 1
    assert game.record(blue).wounds == 9 + 2 and not game.state.turn.guided


@pytest.mark.parametrize(("comes", "sold"), [("until-it-hits", True), ("once", False)])
def test_whether_a_shot_that_came_round_in_vain_comes_round_again(comes: str, sold: bool) -> None:
    game, red, blue = scene([armed(5, 5, gun(guided=3))], [armed(5, 14)], options={"guided-comes": comes})
    for guided, offered in ((0, True), (3, sold)):
        check = Check("attack", red, blue, 0, guided=guided, advantage=3, rolled=True)
        codes = [offer.code for offer in offers.own_offers(game.play, check)]
        assert ("guided" in codes) is offered


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("quality", ["prepare", "slow-firing"])
def test_whether_a_weapon_that_has_to_wait_strikes_the_overpowered_at_once(quality: Any, at_once: bool) -> None:
    cannon = weapon(qualities={quality: 1})
    theirs = [at(5, 14, "brute-warlord")]
    game, red, blue = scene([armed(5, 5, cannon)], theirs, options={"overpowering-is-at-once": at_once})
    game.given(red, worn=(Wear(0, ready=1),))
    first, second = ["T", "SS", "SS", "-", "-"], ["S", "S", "S", "-", "-"]
    dice = {"check": [first, second][: 1 + at_once], "injury": [96]}
    game.does(red, "combat-check", at=blue, **SHOT, spend=["critical 0 !"], dice=dice)
    assert "overpowered" in game.record(blue).injuries
    assert len(game.happened(AttackDeclared)) == 1 + at_once


def test_weapons_that_must_be_prepared_loaded_or_rested() -> None:
    game, red, blue = scene([armed(5, 5, gun(prepare=1), gun(limited_ammo=1), gun(slow_firing=1))], [armed(5, 14)])
    me = Model(game.play, red)
    assert weapons.why_not_now(me, Use(0)) == ("It must be prepared first.",)
    game.given(red, held=(0,))
    game.does(red, "manage-gear", gear="ready 0")
    assert weapons.why_not_now(Model(game.play, red), Use(0)) == ()
    game.given(red, held=(1,))
    shot = {"with": (1, "single", -1), "check": ["-"] * 5}
    game.does(red, "combat-check", at=blue, **shot)
    assert weapons.why_not_now(Model(game.play, red), Use(1)) == ("It must be loaded first.",)
    game.does(red, "manage-gear", gear="load 1")
    assert weapons.why_not_now(Model(game.play, red), Use(1)) == ()
    for round_, why in (
        (1, ("It cannot be used again so soon.",)),
        (2, ("It cannot be used again so soon.",)),
        (3, ()),
    ):
        game.given(red, worn=(Wear(2, last=1),))
        game.state.turn = type(game.state.turn)(**{**_fields(game.state.turn), "round": round_})
        assert weapons.why_not_now(Model(game.play, red), Use(2)) == why


def test_a_launcher_is_in_the_hands_at_first_and_a_grenade_is_not() -> None:
    for arms, held in (("missile-launcher-krak", (0,)), ("krak-grenade", ())):
        game, red, _ = scene([at(5, 5, "siege-warden", weapons=[arms])], [at(5, 14)])
        assert game.record(red).held == held


def test_a_boltgun_takes_one_hand_in_power_armour_and_a_storm_bolter_does_not() -> None:
    for arm, hands in (("boltgun", 1), ("storm-bolter", 2)):
        game, reds, _ = scene([at(5, 5, weapons=[arm]), at(7, 5, "levy", weapons=[arm])], [at(5, 14)])
        assert [Model(game.play, who).hands_for(0) for who in reds] == [hands, 2]


def test_a_shield_takes_a_hand() -> None:
    arms = (weapon("lasgun"), weapon("combat-knife"), weapon("bolt-pistol"))
    bearers = [armed(5 + n, 5, *arms, of={"armour": armour}) for n, armour in enumerate(("carapace", "storm-shield"))]
    game, (plain, shielded), _ = scene(bearers, [at(5, 14)])
    assert [game.record(who).held for who in (plain, shielded)] == [(0,), (1,)]
    assert weapons.why_not_now(Model(game.play, plain), Use(0)) == ()
    assert weapons.why_not_now(Model(game.play, shielded), Use(0)) == ("It needs two hands.",)
    for who, held in ((plain, (1, 2)), (shielded, (2,))):
        game.given(who, held=(1,))
        game.does(who, "manage-gear", gear="draw 2")
        assert game.record(who).held == held


def test_a_grenade_leaves_the_hand_that_throws_it() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 9, "levy", count=3)])
    now = game.activation(red)
    now.does("incidental", incidental="draw 3")
    assert game.record(red).held == (1, 3)
    now.does("combat-check", at=blue, **{"with": (3, "single", -1)}, check=["-"] * 4)
    assert game.record(red).held == (1,)
    assert "draw 3" not in now.asks("manage-gear").options()


def test_an_overheated_weapon_wounds_its_user_without_soak() -> None:
    for soaked, wounds in ((False, 10), (True, 2)):
        game, red, blue = scene(
            [armed(5, 5, gun(overheats=10))], [armed(5, 14)], options={"overheating-is-soaked": soaked}
        )
        game.does(red, "combat-check", at=blue, **SHOT, theirs=["overheat 0", KEEP], check=["-", "-", "-", "HH", "HH"])
        assert game.record(red).wounds == wounds


# ---- conditions ------------------------------------------------------------------------------------------------------


def test_the_staggered_cannot_even_give_their_action_away_and_the_immobilized_buy_nothing() -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 14)])
    affected(game, red, "staggered", "turn-0-2")
    assert game.why_not(red, "exchange-for-maneuver") and game.why_not(red, "combat-check")
    for name in ("immobilized", "ensnared"):
        game, red, _ = scene([at(5, 5)], [at(5, 14)])
        affected(game, red, name, "turn-0-2")
        assert (
            game.why_not(red, "move")
            and game.why_not(red, "extra-maneuver")
            and game.why_not(red, "exchange-for-maneuver")
        )


def test_the_disoriented_have_a_setback_die_on_all_checks() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")])
    affected(game, red, "disoriented", "turn-0-2")
    assert dice_of(game, red, blue)["setback"] == 1
