"""Psychic powers: pips and points, each power with what further points buy, the warp, and the other reading."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, covers, dice_of, effects, scene, weapon
from tests.rites_of_battle.test_harm import suffers
from warbook.core.play import Play
from warbook.core.state import Posture
from warbook.core.structs import replace
from warbook.mechanics.narrative import Powered
from warbook.rulesets.rites_of_battle import RULESET
from warbook.rulesets.rites_of_battle.actions import talents
from warbook.rulesets.rites_of_battle.attacks import force, powers
from warbook.rulesets.rites_of_battle.events.checks import Bought, CheckAmended, HitLanded
from warbook.rulesets.rites_of_battle.events.fighters import Injured, Wounded
from warbook.rulesets.rites_of_battle.printed import catalogue
from warbook.rulesets.rites_of_battle.records import Model
from warbook.testing import Scene, Script, if_asked

NOTHING = if_asked(powers.NOTHING)
KEEP = if_asked("keep")
SKILLS = {"discipline": 3, "leadership": 2, "melee": 3, "athletics": 1}
GOOD = ["-", "S", "S", "-", "-", "-"]  # Discipline with Willpower 4 against two dice: two net successes
FOUR = ["LL", "LL", "K"]


def psyker(column: float, row: float, *known: str, **more: Any) -> Any:
    """A psyker of rating 3, Willpower 4, Intelligence 3, Discipline 3, who knows these powers."""
    of = {"powers": known, "psy": 3, "skills": SKILLS, **more.pop("of", {})}
    return armed(column, row, *more.pop("arms", ()), profile="seer-warden", of=of, **more)


def uses(game: Any, who: int, power: str, faces: list[str], **words: Any) -> None:
    """A sentence in which nothing is spent and no dark pip used unless it is said."""
    rolls = {"power": [faces], **words.pop("dice", {})}
    said = {"spend": KEEP, "theirs": KEEP, "points": NOTHING, "dark": if_asked(0), **words}
    game.does(who, "psyker-power", power=power, passing=True, dice=rolls, **said)


# ---- pips ------------------------------------------------------------------------------------------------------------


@covers("psyker-power", "numbers")
@pytest.mark.parametrize(
    ("rolled", "strain", "choices"),
    [
        (Powered(0, 0, 0, 0, 2, 3, 0), 0, [0, 1, 2, 3]),
        (Powered(0, 0, 0, 0, 2, 3, 1), 0, [0, 1, 2, 3]),
        (Powered(0, 0, 0, 0, 0, 4, 2), 0, [0, 2, 4]),
        (Powered(0, 0, 0, 0, 2, 3, 0), 15, [0, 1]),
    ],
)
def test_dark_pips_are_used_all_or_none_of_a_die_each_for_a_strain(
    rolled: Powered, strain: int, choices: list[int]
) -> None:
    game, red, _ = scene([psyker(5, 5, strain=strain)], [at(5, 9)])
    asked: list[list[int]] = []

    def answer(question: Any) -> int:
        asked.append(list(question.listed()))
        return choices[-1]

    play = Play(game.state, game.ruleset, game.world, [], Script(choices={"dark": answer}))
    drawn = force.points_of(play, Model(play, red), rolled)
    assert asked == [choices]
    assert drawn == (rolled.light + choices[-1], choices[-1])
    assert game.record(red).strain == strain + choices[-1]


@covers("psyker-power", "works")
def test_smite_is_willpower_and_net_successes_and_three_for_a_point() -> None:
    game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "levy", count=4)])
    uses(game, red, "smite", [*GOOD, *FOUR], target=blue, points=["harder", "harder"])
    assert game.record(blue).wounds == 4 + 2 + 2 * 3 - 3


def test_smite_reaches_further_for_a_point_and_no_further_without() -> None:
    for pips, wounds in ((["LL", "L", "K"], 3), (["LL", "K", "K"], 0)):
        game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 14, "levy", count=4)])
        uses(game, red, "smite", [*GOOD, *pips], target=blue)
        assert game.record(blue).wounds == wounds


def test_smite_in_a_fight_opens_the_psyker_to_a_blow_as_a_shot_does() -> None:
    for reading, boost in ((True, 1), (False, 0)):
        options = {"smite-is-an-attack": reading}
        game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 6, "brute", count=3)], options=options)
        uses(game, red, "smite", ["-"] * 6 + FOUR, target=blue)
        assert dice_of(game, blue, red).get("boost", 0) == boost


def test_smite_is_critical_for_four_advantages() -> None:
    game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "renegade", name="Vorn")])
    dice = ["AA", "SA", "SA", "S", "-", "-"]
    uses(
        game,
        red,
        "smite",
        [*dice, *FOUR],
        target=blue,
        points=["harder", "harder"],
        spend=["critical 0"],
        dice={"injury": [1]},
    )
    assert game.happened(Injured) and game.record(blue).wounds == 4 + 3 + 6 - 8 + 1  # and a nick


def test_a_power_needs_its_points_and_its_success() -> None:
    for dice in ([*GOOD, "K", "K", "K"], ["-", "-", "-", "-", "-", "-", *FOUR]):
        game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "levy")])
        uses(game, red, "smite", dice, target=blue)
        assert game.record(blue).wounds == 0


def test_haemorrhage_knows_no_soak_and_may_heal_the_psyker() -> None:
    game, red, blue = scene([psyker(5, 5, "haemorrhage", wounds=8)], [at(5, 6, "renegade")])
    dice = ["-", "S", "S", "-", "-", "-", "-", "-", *FOUR]  # against Resilience 0 with Toughness 4
    uses(game, red, "haemorrhage", dice, target=blue, points=["again", "heal", NOTHING])
    assert game.record(blue).wounds == 6 and game.record(red).wounds == 2


def test_what_is_hurled_is_as_hard_as_it_is_large() -> None:
    for size, damage in ((0, 5), (2, 20)):
        game, red, blue = scene([psyker(5, 5, "hurl")], [at(5, 9, "levy", count=6)])
        purple = ["-"] * size
        uses(game, red, "hurl", ["-", "S", "S", "-", *purple, *FOUR], target=blue, size=size)
        assert game.record(blue).wounds == damage + 2 - 3
    game, red, blue = scene([psyker(5, 5, "hurl")], [at(5, 9, "brood-tyrant")])
    uses(
        game, red, "hurl", ["-", "S", "S", "-", "-", "-", "L", "L", "K"], target=blue, size=2
    )  # three points are wanted
    assert game.record(blue).wounds == 0


def test_the_crushed_are_held_to_the_end_of_the_psykers_next_turn_and_pay_when_they_act() -> None:
    game, red, blues = scene([psyker(5, 5, "crush")], [at(5, 9, "renegade"), at(7, 9, "renegade")])
    dice = ["-", "S", "S", "-", "-", "-", "-", "-", *FOUR]  # against Strength 4
    uses(game, red, "crush", dice, target=[blues[0], blues[1]], points=["another", "pain"])  # four points
    game2, red2, blue2 = scene([psyker(5, 5, "crush")], [at(5, 9, "renegade")])
    uses(game2, red2, "crush", dice, target=blue2, points=["pain", NOTHING])
    assert all("immobilized" in effects(game, who) for who in blues)
    assert {e.until for e in game.state.effects if e.name == "immobilized"} == {f"turn-{red}-1"}
    assert effects(game2, blue2) == {"immobilized": 1, "tormented": 3}
    game2.does(blue2, "combat-check", at=red2, **{"with": (0, "single", -1)}, check=["-"] * 4)
    assert game2.record(blue2).wounds == 3


@pytest.mark.parametrize(("pips", "held"), [(["L", "LL", "K"], 1), (["LL", "LL", "K"], 2)])
def test_one_more_is_crushed_within_the_range_that_is_paid_for(pips: list[str], held: int) -> None:
    near, far = at(5, 9, "renegade"), at(7, 14, "renegade")
    game, red, blues = scene([psyker(5, 5, "crush")], [near, far])
    dice = ["-", "S", "S", "-", "-", "-", "-", "-", *pips]
    whom = [blues[0]] if held == 1 else [blues[1], blues[0]]  # who is far off takes a point, and then both may be held
    uses(game, red, "crush", dice, target=whom, points=["another", NOTHING])
    assert [who for who in blues if "immobilized" in effects(game, who)] == sorted(whom)


def test_compelling_hurts_or_makes_harmless() -> None:
    dice = ["-", "S", "S", "-", "-", "-", "-", "L", "K", "K"]  # against Discipline 2 with Willpower 3
    game, red, blue = scene([psyker(5, 5, "compel")], [at(5, 9, "renegade")])
    uses(game, red, "compel", dice, target=blue, compel="two strain")
    assert game.record(blue).wounds == 2
    game, red, blue = scene([psyker(5, 5, "compel")], [at(5, 9, "renegade")])
    uses(game, red, "compel", dice, target=blue, compel="belief")
    (effect,) = game.state.effects
    assert (effect.name, effect.until) == ("bewitched", f"turn-{blue}-4")
    assert game.why_not(blue, "combat-check")


def test_regeneration_needs_no_skill_and_heals_intelligence() -> None:
    game, reds, _ = scene([psyker(5, 5, "regeneration"), at(5, 6, wounds=9)], [at(5, 20)])
    uses(game, reds[0], "regeneration", ["L", "K", "K"], target=reds[1])
    assert game.record(reds[1]).wounds == 9 - 3


def test_battle_meditation_gives_a_success_to_as_many_as_fellowship() -> None:
    game, reds, _ = scene([psyker(5, 5, "inspire"), at(6, 6), at(7, 6), at(8, 6)], [at(5, 20)])
    uses(game, reds[0], "inspire", ["S", "S", "-", "-", "L", "K", "K"], share=[reds[1], reds[3]])
    assert [effects(game, who) for who in reds[1:]] == [{"augmented": 1}, {}, {"augmented": 1}]


def test_augury_shares_two_boost_dice() -> None:
    game, reds, _ = scene([psyker(5, 5, "augury"), at(6, 6)], [at(5, 20)])
    uses(game, reds[0], "augury", ["L", "K", "K"], share=[reds[0], reds[1]])
    assert [effects(game, who) for who in reds] == [{"next-boost": 1}, {"next-boost": 1}]


def test_quickening_goes_with_a_check_of_the_body_and_with_a_leap() -> None:
    knife = weapon("combat-knife", critical=9)
    game, red, blue = scene([psyker(5, 5, "quickening", arms=(knife,))], [at(5, 6, "levy", count=4)])
    assert dice_of(game, red, blue, force=3)["force"] == 3
    strike = {"with": (0, "single", -1), "check": ["-", "S", "-", "-", "-", "-", "LL", "K", "K"]}
    game.does(red, "combat-check", at=blue, **strike, dark=0, quickening=2, spend=KEEP)
    assert game.record(blue).wounds == 4 + 1 + 1 + 2 - 3
    game, red, _ = scene([psyker(5, 5, "quickening")], [at(5, 20, "levy")])
    game.does(red, "use-talent", talent="leap", leap=["L", "K", "K"], dark=0, path=lambda q: q.candidates(1)[0])
    assert game.at(red)[:2] != (5.5, 5.5)
    assert "quickening" not in powers.known(Model(game.play, red))


@pytest.mark.parametrize(("is_move", "moves_on"), [(True, True), (True, False), (False, False)])
def test_whoever_is_engaged_has_to_withdraw_before_a_leap_where_that_is_a_move(is_move: bool, moves_on: bool) -> None:
    options = {"leap-is-a-move": is_move, "move-after-withdraw": moves_on}
    game, red, _ = scene([psyker(5, 5, "quickening")], [at(5, 6, "levy")], options=options)
    assert ("leap" in talents.usable(Model(game.play, red))) is not is_move
    acting = game.activation(red)
    acting.does("withdraw", to=(5, 4, 0))
    assert ("leap" in talents.usable(Model(game.play, red))) is (moves_on or not is_move)


def test_nobody_leaps_with_its_mount() -> None:
    hog = '[[marker]]\nkind = "mount"\nid = "hog"\nat = [5.5, 6.5, 0]\nparams = { is = "wild-hog" }\n'
    game, red, _ = scene([psyker(5, 5, "quickening")], [at(5, 20, "levy")], hog)
    assert "leap" in talents.usable(Model(game.play, red))
    game.given(red, rides=2)
    assert "leap" not in talents.usable(Model(game.play, red))


@pytest.mark.parametrize(("reading", "over"), [("way", False), ("any", True)])
def test_a_leap_follows_a_way_or_lands_on_any_square_at_short_range(reading: str, over: bool) -> None:
    wall = "[[wall]]\npoints = [[0, 7], [48, 7]]\nheight = 3\n"
    game, red, _ = scene([psyker(5, 5, "quickening")], [at(5, 20, "levy")], wall, options={"leap-goes": reading})
    question = game.asks(red, "use-talent", talent="leap", leap=["L", "K", "K"], dark=0)
    reached = question.listed() if over else question.reached()
    assert (5, 4, 0) in reached and ((5, 9, 0) in reached) is over
    if over:
        assert (5, 12, 0) not in reached  # seven squares away
        game.does(red, "use-talent", talent="leap", leap=["L", "K", "K"], dark=0, to=(5, 9, 0))
        assert game.at(red)[:2] == (5.5, 9.5)


def test_what_waits_for_the_next_check_serves_in_a_contest() -> None:
    game, red, blue = scene([psyker(5, 5, "compel")], [at(5, 9, "renegade")], options={"opposed": "A"})
    affected(game, blue, "next-boost")
    dice = {"contest": ["-", "S", "S", "S"]}
    uses(game, red, "compel", ["-", "S", "S", "-", "L", "K", "K"], target=blue, dice=dice)
    assert effects(game, blue) == {} and game.record(blue).wounds == 0


@pytest.mark.parametrize(("again", "bolts"), [(True, 2), (False, 1)])
@pytest.mark.parametrize("attack", [True, False])
def test_smite_that_overpowers_comes_once_more_for_its_pips_alone_or_not(again: bool, bolts: int, attack: bool) -> None:
    options = {"overpowering-powers": again, "smite-is-an-attack": attack}
    game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "renegade")], options=options)
    faces = [["-", "T", "SS", "SS", "-", "-", "LL", "K", "K"], ["-", "S", "S", "S", "-", "-", "L", "KK", "K"]]
    uses(
        game, red, "smite", [], target=blue, dice={"power": faces[:bolts], "injury": [76], "warp": if_asked([1])},
        spend=["critical 0 !"], dark=[0, 1][:bolts],
    )  # fmt: skip
    assert "overpowered" in game.record(blue).injuries
    assert len(game.happened(HitLanded)) == bolts
    assert game.record(red).strain == bolts - 1  # the dark pip of the second, and nothing for coming again


def test_a_power_without_force_dice_that_overpowers_comes_again_as_it_was_bought_and_for_no_strain() -> None:
    options = {"overpowering-powers": True, "psy": "genesys"}
    game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "renegade")], options=options)
    faces = [["-", "T", "SS", "SS", "-", "-"], ["-", "S", "S", "S", "-", "-"]]
    uses(
        game, red, "smite", [], target=blue, added=["deadly", powers.NOTHING], spend=["critical 0 !"],
        dice={"power": faces, "injury": [66]},  # vicious 1
    )  # fmt: skip
    assert "overpowered" in game.record(blue).injuries
    assert len(game.happened(HitLanded)) == 2 and game.record(red).strain == 2


def test_whoever_falls_as_it_begins_to_act_does_not_finish() -> None:
    game, red, blue = scene([psyker(5, 5, "smite", strain=16, injuries=("at-the-brink",))], [at(5, 9, "renegade")])
    game.does(red, "psyker-power", power="smite", target=blue)
    assert game.record(red).state == "incapacitated" and game.record(blue).wounds == 0


# ---- force weapons and domes -----------------------------------------------------------------------------------------


def test_a_force_weapon_gives_two_damage_and_a_pierce_for_each_point() -> None:
    game, red, blue = scene([at(5, 5, "seer-warden")], [at(5, 6, "renegade")])
    strike = {"with": (0, "single", -1), "check": ["-", "S", "S", "S", "-", "-", "LL", "K", "K"]}
    game.does(red, "combat-check", at=blue, **strike, dark=1, dice={"warp": [1]}, spend=KEEP)
    assert game.record(blue).wounds == (4 + 4 + 3 + 3 * 2) - (8 - 3 - 3)
    assert game.record(red).strain == 1


@covers("force-dome", "works")
@covers("force-dome", "numbers")
def test_a_dome_answers_every_hit_on_the_psyker_and_those_beside() -> None:
    game, reds, blue = scene([psyker(5, 5, "force-dome"), at(6, 5)], [at(5, 14, "renegade")])
    shot = {"with": (0, "single", -1), "check": ["SS", "S", "S", "-", "-"]}
    dome = {"dome": ["-", "S", "-", "-", "-", "-", "LL", "K", "K"], "dark": 0}
    for wounds in (9 + 4 - 5 - 6, 2 * (9 + 4 - 5 - 6)):
        game.does(blue, "combat-check", at=reds[1], force_dome=reds[0], **shot, **dome)
        assert game.record(reds[1]).wounds == wounds
    weak = ["-", "S", "-", "-", "-", "-", "L", "K", "K"]
    game.does(blue, "combat-check", at=reds[0], force_dome=reds[0], **shot, dome=weak, dark=0)
    assert game.record(reds[0]).wounds == 9 + 4 - 6  # a point too few


@covers("force-dome", "refused")
def test_a_dome_covers_nobody_two_squares_away() -> None:
    game, reds, blue = scene([psyker(5, 5, "force-dome"), at(7, 5)], [at(5, 14, "renegade")])
    shot = {"with": (0, "single", -1), "check": ["SS", "S", "S", "-", "-"]}
    game.does(blue, "combat-check", at=reds[1], **shot)
    assert game.record(reds[1]).wounds == 9 + 4 - 6


# ---- the warp --------------------------------------------------------------------------------------------------------


def test_the_chart_has_its_rows_where_they_are_printed() -> None:
    lows = [row.low for row in catalogue.warp_chart().values()]
    assert lows == [1, 26, 46, 61, 76, 91, 106, 126, 146]


@pytest.mark.parametrize(
    ("rolled", "strain", "wounds", "on"),
    [
        (45, 0, 0, {}), (46, 0, 0, {"disoriented": 1}), (66, 3, 0, {}), (81, 0, 0, {"staggered": 1}), (96, 0, 5, {}),
    ],
)  # fmt: skip
def test_what_the_warp_does_to_the_psyker(rolled: int, strain: int, wounds: int, on: dict[str, int]) -> None:
    game, reds, blue = scene([psyker(5, 5), at(6, 7)], [at(5, 7, "levy")])
    suffers(game, lambda play: force.face_warp(play, Model(play, reds[0]), 1), warp=[rolled])  # 10 less 30
    assert (game.record(reds[0]).strain, game.record(reds[0]).wounds) == (strain, wounds)
    assert effects(game, reds[0]) == on
    assert game.record(blue).wounds == game.record(reds[1]).strain == int(rolled == 81)


@pytest.mark.parametrize(("reading", "strain"), [(False, 0), (True, 1)])
def test_a_backlash_strains_everybody_near_the_psyker_and_perhaps_the_psyker(reading: bool, strain: int) -> None:
    options = {"backlash-strains-psyker": reading}
    game, reds, _ = scene([psyker(5, 5), at(6, 7), at(5, 8)], [at(5, 20)], options=options)
    suffers(game, lambda play: force.face_warp(play, Model(play, reds[0]), 1), warp=[81])
    assert [game.record(who).strain for who in reds] == [strain, 1, 0]
    assert effects(game, reds[0]) == {"staggered": 1}


def _eight_pips(play: Any, who: int) -> None:
    force.face_warp(play, Model(play, who), 8)


def test_the_worst_of_the_warp() -> None:
    for bonus, dark in ((11, "rupture"), (26, "torn"), (66, "gone")):
        game, reds, _ = scene([psyker(5, 5, of={"skills": {}}), at(6, 6)], [at(5, 15)])
        dice = {"injury": [1]} if dark == "torn" else {}
        suffers(game, _eight_pips, reds[0], warp=[bonus], **dice)
        assert game.record(reds[0]).state == ("dead" if dark == "gone" else "up")
        assert game.record(reds[0]).prone is game.record(reds[1]).prone is (dark == "rupture")
        assert game.record(reds[0]).injuries == (("sudden-jolt",) if dark == "torn" else ())  # 1 and 20, less durable


@pytest.mark.parametrize(("reading", "times"), [("per-member", 3), ("once", 1)])
def test_a_rupture_is_a_blast_to_a_group(reading: str, times: int) -> None:
    levies = at(5, 6, "levy", count=3)
    game, red, blue = scene([psyker(5, 5, of={"skills": {}})], [levies], options={"blast-group": reading})
    suffers(game, _eight_pips, red, warp=[11])
    assert game.record(blue).wounds == times * (8 - 3) and game.record(blue).prone


@pytest.mark.parametrize(("stops", "wounds"), [(True, 0), (False, 5)])
def test_a_rupture_is_a_blast_at_walls(stops: bool, wounds: int) -> None:
    wall = "[[wall]]\npoints = [[6, 0], [6, 12]]\nheight = 3\n"
    friends, options = [at(6, 5, "levy"), at(4, 5, "levy")], {"blast-stops-at-walls": stops}
    game, reds, _ = scene([psyker(5, 5, of={"skills": {}}), *friends], [at(5, 15)], wall, options=options)
    suffers(game, _eight_pips, reds[0], warp=[11])
    assert [game.record(who).wounds for who in reds[1:]] == [wounds, 5]


@pytest.mark.parametrize("after", [True, False])
def test_the_warp_answers_after_the_check_or_at_once(after: bool) -> None:
    options = {"chart-after-check": after}
    game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "levy")], options=options)
    uses(game, red, "smite", [*GOOD, "L", "K", "K"], target=blue, dark=1, dice={"warp": [96]})
    kinds = [type(e) for e in game.events if isinstance(e, CheckAmended | Wounded)]
    who = [e.who for e in game.events if isinstance(e, Wounded)]
    assert kinds[0] is CheckAmended
    assert who == ([blue, red] if after else [red, blue])


# ---- the other reading -----------------------------------------------------------------------------------------------


def test_without_force_dice_a_power_is_a_check_and_two_strain() -> None:
    options = {"psy": "genesys"}
    game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "levy", count=4)], options=options)
    game.does(
        red, "psyker-power", power="smite", target=blue, added=["empowered", powers.NOTHING],
        dice={"power": ["-", "S", "S", "-", "-", "-", "-"]}, passing=True,
    )  # fmt: skip
    assert game.record(blue).wounds == 2 * 4 + 2 - 3 and game.record(red).strain == 2


@pytest.mark.parametrize(
    ("added", "faces", "bought", "found"),
    [
        ("fiery", ["AA"], "burn 1", {"burning": 4}),
        ("icy", ["AA"], "ensnare 1", {"ensnared": 1}),
        ("heavy", ["AA"], "disorient 1", {"disoriented": 1}),
    ],
)
def test_what_is_added_to_a_bolt_is_bought_as_of_any_weapon(
    added: str, faces: list[str], bought: str, found: dict[str, int]
) -> None:
    game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "renegade")], options={"psy": "genesys"})
    game.does(
        red, "psyker-power", power="smite", target=blue, added=[added, powers.NOTHING], spend=[bought, KEEP],
        dice={"power": ["S", "S", *faces, "-", "-", "-"]}, passing=True,
    )  # fmt: skip
    assert effects(game, blue) == found


def test_a_bolt_injures_for_a_triumph_alone_unless_it_is_deadly() -> None:
    for added, offered in (([], False), (["deadly"], True)):
        game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "levy", count=3)], options={"psy": "genesys"})
        faces = ["SS", "SS", "AA", "AA", "-", *["-"] * len(added)]
        spend: list[Any] = ["critical 0", KEEP] if offered else [KEEP]
        game.does(
            red, "psyker-power", power="smite", target=blue, added=[*added, powers.NOTHING], spend=spend,
            dice={"power": faces}, passing=True,
        )  # fmt: skip
        assert ("critical 0" in [bought.what for bought in game.happened(Bought)]) is offered


def test_lightning_strikes_again_and_a_blast_takes_those_beside() -> None:
    game, red, (one, two) = scene(
        [psyker(5, 5, "smite")], [at(5, 9, "renegade"), at(6, 9, "levy")], options={"psy": "genesys"}
    )
    game.does(
        red, "psyker-power", power="smite", target=one, added=["spreading", "lightning", powers.NOTHING],
        spend=["auto 1", "blast", KEEP], dice={"power": ["SS", "SS", "AA", "AA", "-", "-", "-"]}, passing=True,
    )  # fmt: skip
    assert len(game.happened(HitLanded)) == 2
    assert game.record(two).wounds == 1 + 4 - 3  # a rank at least, and the net successes


def test_curses_and_healing_reach_further_for_difficulty_dice() -> None:
    genesys = {"psy": "genesys"}
    game, red, blue = scene([psyker(5, 5, "crush")], [at(5, 9, "renegade")], options=genesys)
    crush = {"power": "crush", "target": blue, "added": "paralysed", "passing": True}
    game.does(red, "psyker-power", **crush, dice={"power": ["S", "S", "S", "S", *["-"] * 5]})
    assert effects(game, blue) == {"immobilized": 1, "staggered": 1}
    hurt = at(6, 5, wounds=9, strain=3, injuries=("minor-nick",))
    game, (red, other), _ = scene([psyker(5, 5, "regeneration", wounds=9), hurt], [at(5, 30)], options=genesys)
    game.does(
        red, "psyker-power", power="regeneration", target=[other, red], added=["another", "mend", powers.NOTHING],
        dice={"power": ["SS", "S", "A", "S", "-", "-", "-", "-"]}, passing=True, spend=KEEP,
    )  # fmt: skip
    assert (game.record(other).wounds, game.record(other).strain, game.record(other).injuries) == (5, 2, ())
    assert game.record(red).wounds == 5


def test_a_despair_wakes_the_warp_by_the_other_reading() -> None:
    game, red, blue = scene([psyker(5, 5, "regeneration")], [at(5, 9, "levy")], options={"psy": "genesys"})
    game.given(red, wounds=9)
    affected(game, red, "next-upgrade")
    game.does(red, "psyker-power", power="regeneration", target=red, added=powers.NOTHING, theirs=KEEP,
              dice={"power": ["S", "SS", "-", "-", "D"], "warp": [96]})  # fmt: skip
    assert game.record(red).wounds == 9 - 2 + 5


def test_by_the_other_reading_healing_is_net_and_a_critical_injury_takes_a_triumph() -> None:
    options = {"psy": "genesys"}
    game, reds, _ = scene([psyker(5, 5, "regeneration"), at(5, 6, wounds=9, strain=5)], [at(5, 20)], options=options)
    dice = {"power": ["SA", "S", "AA", "-", "-"]}
    heal = {"power": "regeneration", "target": reds[1], "added": powers.NOTHING}
    game.does(reds[0], "psyker-power", **heal, spend=["boost 1", KEEP], dice=dice)
    assert (game.record(reds[1]).wounds, game.record(reds[1]).strain) == (9 - 2, 5 - 1)
    game, red, blue = scene([psyker(5, 5, "smite")], [at(5, 9, "levy", count=4)], options=options)
    for faces, offered in ((["AA", "SA", "AA", "-"], False), (["AA", "T", "AA", "-"], True)):
        dice = {"power": [*faces, "-"]}
        question = game.asks(red, "psyker-power", power="smite", target=blue, added=powers.NOTHING, dice=dice)
        assert any(code.startswith("critical") for code in question.listed()) is offered


@covers("psyker-power", "refused")
def test_only_psykers_use_powers_and_only_on_those_in_reach() -> None:
    game, reds, _ = scene([at(5, 5), psyker(8, 5, "smite")], [at(5, 40)])
    assert "It must be a psyker." in game.why_not(reds[0], "psyker-power")
    assert "It must have a power that it can use on somebody now." in game.why_not(reds[1], "psyker-power")


def test_a_visitor_is_led_by_whoever_did_not_call_it() -> None:
    game = Scene.battle(RULESET, "the-warlord", options={"gm": "engine"})
    for seat in (0, 1):
        play = Play(game.state.copy(), game.ruleset, game.world, [])
        caller = game.world.sides[seat][0]
        fighter = play.state.records[caller]
        play.state.put(replace(fighter, state="up", at=replace(fighter.at, x=5500, y=5500, posture=int(Posture.UP))))
        play.state.derived = None
        force.let_in(play, caller)
        visitor = play.state.records[game.world.visitor]
        assert (visitor.state, visitor.owner) == ("up", 1 - seat)
        assert max(abs(visitor.at.x - 5500), abs(visitor.at.y - 5500)) == 1000


def test_a_visitor_comes_on_this_side_of_a_wall() -> None:
    game = Scene.battle(RULESET, "the-warlord", options={"gm": "engine"})
    play = Play(game.state.copy(), game.ruleset, game.world, [])
    caller, friend, *_ = game.world.sides[0]
    for who, x in ((caller, 8500), (friend, 9500)):  # the wall is north of both
        fighter = play.state.records[who]
        play.state.put(replace(fighter, state="up", at=replace(fighter.at, x=x, y=13500, posture=int(Posture.UP))))
    play.state.derived = None
    force.let_in(play, caller)
    assert play.state.records[game.world.visitor].at.y < 14000


@pytest.mark.parametrize("after", [True, False])
def test_dark_pips_that_help_to_climb_wake_the_warp(after: bool) -> None:
    low = "[[obstacle]]\nrect = [4, 6, 3, 1]\nheight = 1\n"
    climber = psyker(5, 5, "quickening", of={"psy": 1})
    game, red, _ = scene([climber], [at(5, 20)], low, options={"chart-after-check": after})
    rolls = {"check": ["-", "-", "-", "-", "-", "-", "KK"], "dice": {"warp": [61]}}  # 20 more, and 30 less: drained
    game.does(red, "skill-check", job="climb 5,7,0", dark=2, quickening=2, **rolls, spend=KEEP, theirs=KEEP)
    assert game.at(red)[:2] == (5.5, 7.5) and game.record(red).strain == 2 + 3
