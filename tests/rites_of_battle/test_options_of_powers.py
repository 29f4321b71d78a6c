"""Points on which tables may differ: the warp and powers, injuries, mounts, and groups in the order."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rites_of_battle.odds_by_chance import slow_odds
from tests.rites_of_battle.scenes import armed, at, effects, scene, weapon
from tests.rites_of_battle.test_harm import suffers
from tests.rites_of_battle.test_odds import SINGLE, everything, plain
from tests.rites_of_battle.test_powers import psyker, uses
from tests.rites_of_battle.test_tasks import HOG, ridden
from warbook.core.play import Play
from warbook.mechanics.lasting import end_of_turn, reach_moment
from warbook.mechanics.narrative import Powered
from warbook.odds import odds
from warbook.rulesets.rites_of_battle.attacks import force
from warbook.rulesets.rites_of_battle.battle import initiative
from warbook.rulesets.rites_of_battle.harm import conditions, injuries, wounds
from warbook.rulesets.rites_of_battle.records import Model, Score
from warbook.testing import Script, if_asked


def test_whoever_is_paralysed_by_a_power_and_stunned_besides_is_staggered_by_the_longer() -> None:
    game, red, blue = scene([psyker(5, 5, "crush")], [at(5, 9, "renegade")], options={"psy": "genesys"})
    crush = {"power": "crush", "target": blue, "added": "paralysed", "passing": True}
    game.does(red, "psyker-power", **crush, dice={"power": ["S", "S", "S", "S", *["-"] * 5]})
    suffers(game, conditions.suffer, blue, "staggered")
    game.goes_on(action=["end-turn"] * 2)  # its own turn is over, and the next of the psyker has begun
    assert game.state.turn.actor == red and "staggered" in effects(game, blue)
    game.goes_on(action=["end-turn"])
    assert "staggered" not in effects(game, blue)


@pytest.mark.parametrize("lasts", ["psyker", "each"])
def test_battle_meditation_ends_with_the_next_turn_of_the_psyker_or_of_each(lasts: str) -> None:
    sides = [psyker(5, 5, "inspire"), at(6, 6)], [at(5, 20)]
    game, (red, friend), _ = scene(*sides, options={"meditation-lasts": lasts})
    for _ in range(2):  # used again meanwhile it lasts longer, and is no more
        uses(game, red, "inspire", ["S", "S", "-", "-", "L", "K", "K"])
        assert effects(game, friend) == {"augmented": 1}
    suffers(game, reach_moment, end_of_turn(game.state, red))
    assert bool(effects(game, friend)) is (lasts == "each")


@pytest.mark.parametrize(("reading", "choices"), [("whole-dice", [0, 2, 4]), ("any", [0, 1, 2, 3, 4])])
def test_whether_both_dark_pips_of_a_die_are_used_or_none(reading: str, choices: list[int]) -> None:
    game, red, _ = scene([psyker(5, 5)], [at(5, 9)], options={"dark-pips": reading})
    asked: list[list[int]] = []

    def answer(question: Any) -> int:
        asked.append(list(question.listed()))
        return choices[-1]

    play = Play(game.state, game.ruleset, game.world, [], Script(choices={"dark": answer}))
    force.points_of(play, Model(play, red), Powered(0, 0, 0, 0, 0, 4, 2))
    assert asked == [choices]


@pytest.mark.parametrize(
    ("pips", "discipline", "daze"), [(10, 10, 36), (0, 10, 56), (5, 10, 46), (20, 10, 16), (10, 5, 21), (10, 0, 6)]
)
def test_what_dark_pips_and_discipline_do_to_the_roll_on_the_chart(pips: int, discipline: int, daze: int) -> None:
    table = {"chart-by-pips": pips, "chart-by-discipline": discipline}
    for rolled, on in ((daze - 1, {}), (daze, {"disoriented": 1})):  # from 26 on
        game, red, _ = scene([psyker(5, 5)], [at(5, 20)], options=table)
        suffers(game, lambda play, red=red: force.face_warp(play, Model(play, red), 2), warp=[rolled])
        assert effects(game, red) == on


@pytest.mark.parametrize("throws", [True, False])
def test_whether_a_beast_throws_whoever_fails_to_master_it(throws: bool) -> None:
    game, red, _ = scene([at(5, 5)], [at(20, 40)], HOG, options={"beasts-throw": throws})
    game.does(red, "mount", mount=2, check=["-", "-", "-", "HH", "H"])
    assert (game.record(red).rides, game.record(red).prone) == (-1, throws)


@pytest.mark.parametrize(
    ("falls", "faces", "prone"),
    [("check", ["S", "-", "-", "-"], False), ("check", ["-"] * 4, True), ("always", [], True), ("never", [], False)],
)
def test_whether_a_rider_falls_with_its_mount(falls: str, faces: list[str], prone: bool) -> None:
    game, red, blue, bike = ridden(options={"riders-fall": falls})
    game.given(bike, wounds=6)
    dice = {"mount.fall": faces} if faces else {}
    shot = {"with": (0, "single", -1), "check": ["S", "S", "SA", "-"]}
    game.does(red, "combat-check", at=bike, **shot, dice=dice, passing=True)
    assert (game.record(blue).rides, game.record(blue).prone) == (-1, prone)


@pytest.mark.parametrize(("together", "order"), [(True, [1, 2, 0]), (False, [1, 0, 2])])
def test_whether_those_who_roll_together_act_one_after_another(together: bool, order: list[int]) -> None:
    table = {"gm": "adversary", "enemy-initiative": "group", "groups-act-together": together}
    game, *_ = scene([at(5, 5)], [at(5, 30, "renegade"), at(7, 30, "renegade")], options=table)
    play = Play(game.state, game.ruleset, game.world, [], Script(choices={"initiative.level": (1, 0, 2)}))
    level = [Score(who, 1, 0) for who in range(3)]
    assert [score.who for score in initiative.ranked_level(play, level)] == order


@pytest.mark.parametrize("opposed", [True, False])
def test_whether_haemorrhage_takes_a_contest(opposed: bool) -> None:
    table = {"haemorrhage-is-opposed": opposed}
    game, red, blue = scene([psyker(5, 5, "haemorrhage")], [at(5, 6, "renegade")], options=table)
    failed = ["-", "-", "-", "-", "F", "-", "-", "-"] if opposed else []
    uses(game, red, "haemorrhage", [*failed, "L", "L", "L"], target=blue)
    assert game.record(blue).wounds == (0 if opposed else 3)


def test_haemorrhage_takes_a_check_in_any_case_where_there_are_no_force_dice() -> None:
    table = {"haemorrhage-is-opposed": False, "psy": "genesys"}
    game, red, blue = scene([psyker(5, 5, "haemorrhage")], [at(5, 6, "renegade")], options=table)
    uses(game, red, "haemorrhage", ["-"] * 5, target=blue, added=if_asked("nothing more"))
    assert game.record(blue).wounds == 0


@pytest.mark.parametrize("damage", [1, 2, 3])
@pytest.mark.parametrize("through", [0, 1])
def test_what_a_point_does_in_a_force_weapon(damage: int, through: int) -> None:
    seer = armed(
        5, 5, weapon("force-axe", damage=4, qualities={"force": 1}), of={"psy": 1, "line": (4,) * 7, "skills": {}}
    )
    table = {"force-damage": damage, "force-pierces": through}
    game, red, blue = scene([seer], [at(5, 6)], options=table)
    said = {"with": (0, "single", -1), "dark": if_asked(0)}
    game.does(red, "combat-check", at=blue, **said, check=["S", "-", "-", "-", "-", "-", "LL"])
    assert game.record(blue).wounds == (4 + 4 + 1 + 2 * damage) - (8 - 2 * through)  # two points


@pytest.mark.parametrize(
    ("quickens", "said", "wounds"),
    [
        (False, {}, 0),  # a miss
        (True, {"weapon": 2}, 0),
        (True, {"weapon": 1, "quickening": 1}, (4 + 4 + 1 + 2) - (8 - 1)),
        (True, {"weapon": 1, "quickening": 0}, 0),
        (True, {"weapon": 0, "quickening": 2}, (4 + 4 + 2) - 8),
    ],
)
def test_points_in_a_force_weapon_may_quicken_besides_or_not(quickens: bool, said: dict[str, int], wounds: int) -> None:
    of = {"psy": 1, "line": (4,) * 7, "skills": {}, "powers": ("quickening",)}
    seer = armed(5, 5, weapon("force-axe", damage=4, qualities={"force": 1}), of=of)
    game, red, blue = scene([seer], [at(5, 6)], options={"force-weapon-quickens": quickens})
    strike = {"with": (0, "single", -1), "dark": if_asked(0), **said, "spend": if_asked("keep")}
    game.does(red, "combat-check", at=blue, **strike, check=["-", "-", "-", "-", "-", "-", "LL"])
    assert game.record(blue).wounds == wounds


def test_only_who_knows_quickening_uses_points_in_a_force_weapon_for_the_check() -> None:
    seer = armed(5, 5, weapon("force-axe"), of={"psy": 1})
    game, red, blue = scene([seer], [at(5, 6)], options={"force-weapon-quickens": True})
    game.does(red, "combat-check", at=blue, **{"with": (0, "single", -1)}, check=["-"] * 6 + ["LL"])
    assert game.state.turn.check is None


@pytest.mark.parametrize("goal", ["hit", "injured", "incapacitated"])
def test_odds_know_that_points_in_a_force_weapon_may_quicken(goal: str) -> None:
    of = {"psy": 1, "line": (1,) * 7, "skills": {}, "powers": ("quickening",), "tier": "hero", "strain": 9}
    arm = weapon("force-axe", damage=2, critical=3, qualities={"force": 1, "linked": 1})
    foe = armed(5, 6, profile="levy", of={"line": (1,) * 7, "soak": 3, "wounds": 6, "tier": "rival"}, wounds=3)
    found = []
    for quickens in (False, True):
        game, red, blue = scene(
            [armed(5, 5, arm, profile="levy", of=of)], [foe], options={"force-weapon-quickens": quickens}
        )
        said: Any = {"with": SINGLE, "target": blue}
        asked = odds(game.play, red, "combat-check", said, goal, defender="best")
        assert asked.exact and Fraction(asked.numerator, asked.denominator) == slow_odds(game, red, said, goal, "best")
        found.append(asked.probability)
    assert 0 < found[0] < found[1] < 1


@pytest.mark.parametrize(("strains", "strain"), [(0, 0), (1, 1), (2, 2)])
def test_what_a_discouraging_wound_costs(strains: int, strain: int) -> None:
    game, red, _ = scene([at(5, 5)], [at(5, 20)], options={"discouraging-strains": strains})
    suffers(game, injuries.inflict, red, 1, 10, injury=[26])
    assert game.record(red).strain == strain


@pytest.mark.parametrize(("faces", "tough"), [(1, [3]), (2, [2, 3])])
def test_which_faces_are_toughness(faces: int, tough: list[int]) -> None:
    for face in (1, 2, 3, 4):
        game, red, _ = scene([at(5, 5)], [at(5, 20)], options={"toughness-faces": faces})
        suffers(game, injuries.inflict, red, 1, 20, injury=[96], characteristic=[face])
        lost = "agility" if face == 4 else "toughness" if face in tough else "strength"
        assert game.record(red).lost == ((lost, "horrific-injury"),)


RIVAL = {"tier": "rival", "wounds": 6, "talents": {}}


@pytest.mark.parametrize(("fall", "states"), [
    ("dead", ["up", "dead", "dead"]), ("incapacitated", ["up", "incapacitated", "dead"]),
])  # fmt: skip
def test_how_rivals_fall(fall: str, states: list[str]) -> None:
    for taken, state in zip((6, 7, 16), states, strict=True):
        game, red, _ = scene([armed(5, 5, of=RIVAL)], [at(5, 20)], options={"rivals-fall": fall})
        injury = {"injury": [21]} if state == "incapacitated" else {}
        suffers(game, wounds.wound, red, taken, **injury)
        assert (game.record(red).state, game.record(red).injuries) == (state, ("off-balance",) if injury else ())


@pytest.mark.parametrize("goal", ["incapacitated", "dead"])
@pytest.mark.parametrize("fall", ["dead", "incapacitated"])
def test_odds_know_how_rivals_fall(fall: str, goal: str) -> None:
    blade = plain(5, 5, weapon("power-axe", damage=9, critical=2), profile="levy", line=2)
    for wounded in (9, 14):  # of eighteen
        foe = plain(5, 6, weapon("combat-knife"), profile="brute-boss", line=2, wounds=wounded, talents={})
        game, red, blue = scene([blade], [foe], options={"rivals-fall": fall, "death-margin": 5})
        found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, goal, defender="none")
        wanted = everything(game, red, blue, SINGLE, goal, "none", limit=20_000)
        assert (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted)
        assert wanted > 0
