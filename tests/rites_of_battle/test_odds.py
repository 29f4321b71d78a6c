"""The odds of an attack: what is left out of them does not bear on them, and playouts fall where they say."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.rites_of_battle.odds_by_chance import slow_odds
from tests.rites_of_battle.scenes import affected, armed, at, dice_of, scene, weapon
from warbook.core.answers import Chosen, Pending
from warbook.core.play import Play
from warbook.core.step import run_step
from warbook.core.structs import replace
from warbook.mechanics.narrative import Dice, pool_of
from warbook.odds import odds, prospects, report
from warbook.odds.dice_rules import TooLong
from warbook.odds.exact import Exact
from warbook.odds.policy import Policy
from warbook.rulesets.rites_of_battle import RULESET
from warbook.rulesets.rites_of_battle.bots.outcomes import OUTCOMES
from warbook.rulesets.rites_of_battle.bots.stakes import Stakes
from warbook.testing import Placed

GOALS = {outcome.id: outcome for outcome in OUTCOMES if outcome.of == "target"}
LIVES = ("wounds", "strain", "injuries", "count")


def plain(column: float, row: float, *weapons: Any, profile: str, line: int, **of: Any) -> Placed:
    """Somebody without skills and with so few dice that every way to spend their symbols can be tried."""
    words = {name: of.pop(name) for name in LIVES if name in of}
    return armed(column, row, *weapons, profile=profile, of={"line": (line,) * 7, "skills": {}, **of}, **words)


def everything(
    game: Any, red: int, blue: int, use: Any, goal: str, defender: Any, limit: int = 50_000, **more: Any
) -> Fraction:
    """The odds of an attack with nothing left out: every face, every purchase, every answer of both sides."""

    def all_of(play: Any, question: Any) -> Any:
        if question.key == "spend.theirs" and limit < 50_000:
            return ("keep",)
        return question.options() if question.key in ("spend", "spend.theirs", "power.dark") else None

    said = {"action": "combat-check", "with": use, "target": blue, **more}
    policy = Policy(0, said, defender=defender, bearing=all_of)
    holds = GOALS[goal].holds
    tree = Exact(game.play.ruleset, game.play.world, policy, lambda now: holds(now, blue), lasting=True, limit=limit)
    assert RULESET.poised is not None
    return tree.chance(RULESET.poised(game.play, red))


SINGLE, AUTO = (0, "single", -1), (0, "auto", -1)
SCENES: dict[str, tuple[Placed, Placed, Any]] = {
    "auto-fire at one that is nearly down": (
        plain(5, 5, weapon("boltgun", damage=6), profile="levy", line=3), at(5, 9, "brute-boss", wounds=10), AUTO,
    ),
    "a heavy blade at one that parries": (
        plain(5, 5, weapon("power-axe"), profile="levy", line=2),
        plain(5, 6, profile="brute-boss", line=2, wounds=9, talents={"parry": 1}, tier="minion"), SINGLE,
    ),
    "one that dodges": (
        plain(5, 5, weapon("laspistol"), profile="levy", line=2),
        plain(5, 9, profile="cultist", line=2, talents={"dodge": 2}, tier="hero", strain=9), SINGLE,
    ),
    "two claws at a group of minions": (
        plain(5, 5, weapon("lightning-claws"), profile="levy", line=2), at(5, 6, "brute", count=2, wounds=6), SINGLE,
    ),
    "a blast amid minions": (
        plain(5, 5, weapon("flamer"), profile="levy", line=2), at(5, 9, "leaper", count=3, wounds=4), SINGLE,
    ),
    "a hero at the end of its strength": (
        plain(5, 5, weapon("boltgun", damage=3), profile="levy", line=2),
        plain(5, 9, profile="line-warden", line=2, strain=15, soak=3), SINGLE,
    ),
    "under a dome of force": (
        plain(5, 5, weapon("laspistol", critical=9), profile="levy", line=1),
        plain(5, 9, profile="seer-warden", line=1, wounds=15, soak=2, psy=1), SINGLE,
    ),
}  # fmt: skip


DEAR = ("injured", "incapacitated")  # under a dome: half a minute with nothing left out


@pytest.mark.parametrize(
    ("name", "goal"), [(n, g) for n in SCENES for g in GOALS if g not in DEAR or n != "under a dome of force"]
)
def test_what_is_left_out_of_the_odds_of_an_attack_does_not_bear_on_them(name: str, goal: str) -> None:
    mine, theirs, use = SCENES[name]
    game, red, blue = scene([mine], [theirs])
    for defender in ("none", "best"):
        found = odds(game.play, red, "combat-check", {"with": use, "target": blue}, goal, defender=defender)
        wanted = everything(game, red, blue, use, goal, defender)
        assert (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted), (name, goal, defender)


@pytest.mark.parametrize("margin", [10, 0])
@pytest.mark.parametrize(("vicious", "linked", "carried", "hurt"), [(2, 0, 4, 15), (0, 0, 6, 14), (4, 1, 2, 12)])
def test_odds_know_that_the_injury_of_a_fall_may_kill(
    vicious: int, linked: int, carried: int, hurt: int, margin: int
) -> None:
    blade = weapon("power-axe", damage=2, critical=9, qualities={"vicious": vicious, "linked": linked})
    theirs = plain(
        5, 6, profile="line-warden", line=2, soak=3, talents={}, wounds=hurt, injuries=("stinger",) * carried
    )  # fmt: skip
    game, red, blue = scene(
        [plain(5, 5, blade, profile="levy", line=2)], [theirs], options={"death-margin": margin}
    )  # fmt: skip
    found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, "dead", defender="none")
    wanted = everything(game, red, blue, SINGLE, "dead", "none")
    assert wanted and (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted)


@pytest.mark.parametrize(("carried", "hurt", "margin"), [(4, 6, 20), (4, 6, 0), (4, 9, 20), (4, 11, 0)])
def test_odds_know_that_whoever_bleeds_suffers_more_injuries_the_further_it_falls(
    carried: int, hurt: int, margin: int
) -> None:
    blade = weapon("combat-knife", critical=9, damage=9)
    theirs = armed(
        5, 6, profile="levy", of={**END, "tier": "hero", "strain": 99, "soak": 1, "wounds": 8}, wounds=hurt,
        injuries=("bleeding-out", *("stinger",) * carried),
    )  # fmt: skip
    game, red, blue = scene([small(5, 5, blade, dice=1)], [theirs], options={"death-margin": margin})
    assert as_the_slow_way_finds(game, red, blue, SINGLE, "dead")


@pytest.mark.parametrize("faces", [1, 2])
def test_odds_know_that_the_injury_of_a_fall_may_leave_less_to_stop_the_next_hit(faces: int) -> None:
    claws, of = weapon("lightning-claws", damage=3), {**END, "line": (2,) * 7, "soak": 2, "wounds": 12}
    theirs = armed(5, 6, profile="brute", of={**of, "tier": "hero", "strain": 10}, wounds=9, strain=9)
    table = {"thresholds-retroactive": True, "toughness-faces": faces}
    game, red, blue = scene([plain(5, 5, claws, profile="brute-boss", line=2)], [theirs], options=table)
    found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, "dead", defender="none")
    wanted = everything(game, red, blue, SINGLE, "dead", "none", limit=49_999)
    assert wanted and (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted)


@pytest.mark.parametrize(("wounds", "strain"), [(0, 12), (12, 0)])
def test_odds_know_that_an_injury_may_fell_by_what_it_takes_off_a_threshold(wounds: int, strain: int) -> None:
    saw = weapon("chainsword", critical=1, qualities={"vicious": 4}, damage=2)
    of = {**END, "tier": "hero", "soak": 5, "wounds": 14, "strain": 12}
    theirs = armed(5, 6, profile="levy", of=of, wounds=wounds, strain=strain, injuries=("stinger",) * 2)
    game, red, blue = scene([small(5, 5, saw)], [theirs], options={"thresholds-retroactive": True})
    assert as_the_slow_way_finds(game, red, blue, SINGLE, "incapacitated")


@pytest.mark.parametrize("use", [(0, "two", 1), (1, "two", 0), (2, "auto", -1)])
@pytest.mark.parametrize("goal", GOALS)
def test_odds_know_what_further_hits_do_when_a_shot_goes_astray(goal: str, use: Any) -> None:
    guns = weapon("bolt-pistol", damage=5), weapon("autogun", hands=0)
    mine = plain(5, 5, weapon("combat-knife"), *guns, profile="levy", line=2)
    hurt = 0 if goal == "wounded" else 12
    game, (red, _), blue = scene([mine, at(6, 7)], [plain(5, 6, profile="brute-boss", line=2, wounds=hurt, soak=3)])
    for defender in ("none", "best"):
        found = odds(game.play, red, "combat-check", {"with": use, "target": blue}, goal, defender=defender)
        wanted = everything(game, red, blue, use, goal, defender, limit=40_000)
        assert (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted)


def as_the_slow_way_finds(game: Any, red: int, blue: int, use: Any, goal: str, defender: Any = "none") -> bool:
    """Whether the odds of an attack that may succeed are those with nothing left out."""
    said = {"with": use, "target": blue}
    found, wanted = (
        odds(game.play, red, "combat-check", said, goal, defender=defender),
        slow_odds(game, red, said, goal, defender),
    )
    assert wanted > 0
    return found.exact and Fraction(found.numerator, found.denominator) == wanted


def small(column: float, row: float, *weapons: Any, dice: int = 2, **of: Any) -> Placed:
    """Somebody without skills or talents, a hero with so many dice."""
    of = {"line": (dice,) * 7, "skills": {}, "tier": "hero", "strain": 9, **of}
    return armed(column, row, *weapons, profile="levy", of=of)


def test_odds_sell_the_hit_with_the_second_of_two_weapons_once() -> None:
    knives = (weapon("combat-knife", damage=3, critical=9),) * 2
    game, red, blue = scene([small(5, 5, *knives)], [armed(5, 6, of={**END, "tier": "hero", "strain": 9}, wounds=12)])
    affected(game, red, "next-boost", amount=3)
    assert as_the_slow_way_finds(game, red, blue, (0, "two", 1), "incapacitated")


@pytest.mark.parametrize("first", [{"qualities": {"stun-damage": 1}}, {"damage": 0}, {}], ids=str)
def test_odds_of_a_wound_buy_a_hit_that_wounds_beside_one_that_does_not(first: Any) -> None:
    weak, strong = weapon("combat-knife", critical=2, **first), weapon("combat-knife", damage=4)
    game, red, blue = scene([small(5, 5, weak, strong)], [small(5, 6, soak=4 * ("damage" in first))])
    assert as_the_slow_way_finds(game, red, blue, (0, "two", 1), "wounded")


@pytest.mark.parametrize("use", [AUTO, (0, "two", 1)])
def test_odds_buy_further_hits_that_strain_where_one_wound_would_do(use: Any) -> None:
    whip = weapon("combat-knife", critical=9, damage=3, qualities={"auto-fire": 1, "stun-damage": 1})
    blue = armed(5, 6, profile="levy", of={**END, "tier": "hero", "strain": 6}, wounds=20)
    game, red, blue = scene([small(5, 5, whip, whip)], [blue])
    assert as_the_slow_way_finds(game, red, blue, use, "incapacitated")


def test_odds_buy_one_injury_so_often_that_it_kills_though_hits_strain() -> None:
    whip = weapon("combat-knife", critical=1, damage=0, qualities={"stun-damage": 1, "vicious": 2})
    game, red, blue = scene([small(5, 5, whip)], [small(5, 6, strain=15, soak=1)])
    affected(game, red, "next-boost", amount=2)
    assert as_the_slow_way_finds(game, red, blue, SINGLE, "incapacitated")


def test_odds_buy_injuries_for_advantages_that_take_no_dice() -> None:
    axe = weapon("combat-knife", critical=2, damage=4, qualities={"superior": 4, "vicious": 1})
    theirs = armed(
        5, 6, profile="levy", of={**END, "tier": "hero", "strain": 99, "wounds": 8}, injuries=("stinger",) * 5
    )  # fmt: skip
    game, red, blue = scene([small(5, 5, axe, dice=1)], [theirs])
    assert as_the_slow_way_finds(game, red, blue, SINGLE, "dead")


def test_odds_know_what_is_left_of_a_further_hit_that_is_turned_aside() -> None:
    claws = weapon("combat-knife", damage=8, critical=9, qualities={"linked": 1})
    of = {**END, "tier": "hero", "strain": 20, "talents": {"parry": 2}, "wounds": 14}
    game, red, blue = scene([small(5, 5, claws)], [armed(5, 6, profile="levy", of=of)])
    affected(game, red, "next-boost", amount=2)
    assert as_the_slow_way_finds(game, red, blue, SINGLE, "incapacitated", "best")


@pytest.mark.parametrize("linked", [1, 2])
@pytest.mark.parametrize(("carried", "hurt", "damage"), [(0, 21, 4), (1, 21, 2), (0, 20, 5), (0, 25, 3), (1, 17, 6)])
def test_odds_pay_for_the_one_injury_that_may_kill_whoever_falls_at_once(
    carried: int, hurt: int, damage: int, linked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    claws = weapon("lightning-claws", critical=1, damage=damage, qualities={"linked": linked, "pierce": 4})
    theirs = at(5, 6, "warden-captain", wounds=hurt, injuries=("stinger",) * carried)
    game, red, blue = scene([armed(5, 5, claws, profile="storm-warden")], [theirs])
    said = {"with": SINGLE, "target": blue}
    found = odds(game.play, red, "combat-check", said, "dead", defender="best")
    monkeypatch.setattr(Stakes, "_dies_of_one_injury", lambda at, need: False)
    monkeypatch.setattr(Stakes, "only_makes_worse", False)
    monkeypatch.setattr(Stakes, "_hits_to_come", 9)
    monkeypatch.setattr(report, "COMPARED", 50_000)
    wanted = odds(game.play, red, "combat-check", said, "dead", defender="best", limit=50_000)
    assert found.exact and found.probability and found.runs <= wanted.runs
    assert (found.numerator, found.denominator, found.policy) == (wanted.numerator, wanted.denominator, wanted.policy)


@pytest.mark.parametrize(
    ("arm", "mine", "hurt", "more"),
    [
        ("lightning-claws", "storm-warden", 21, 220),
        ("lightning-claws", "storm-warden", 17, 160),
        ("flamer", "levy", 0, 60),
    ],
)
def test_odds_of_a_death_take_few_runs(arm: str, mine: str, hurt: int, more: int) -> None:
    away = 6 if arm == "lightning-claws" else 9
    game, red, blue = scene([armed(5, 5, weapon(arm), profile=mine)], [at(5, away, "warden-captain", wounds=hurt)])
    affected(game, red, "next-boost", amount=3)
    found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, "dead", defender="best")
    assert found.exact and found.runs < more


@pytest.mark.parametrize(("damage", "soak"), [(0, 7), (2, 8)])
def test_odds_know_that_the_warp_may_weaken_whoever_strikes_before_the_blow_lands(damage: int, soak: int) -> None:
    of = {"line": (2,) * 7, "skills": {}, "psy": 1, "tier": "hero", "strain": 9}
    axe = weapon("force-axe", damage=damage, critical=9, qualities={"force": 1})
    table = {"chart-after-check": False, "chart-by-pips": 20, "dark-pips": "any"}
    mine, theirs = armed(5, 5, axe, profile="levy", of=of), small(5, 6, dice=1, soak=soak)
    game, red, blue = scene([mine], [theirs], options=table)
    assert as_the_slow_way_finds(game, red, blue, SINGLE, "wounded")


def test_odds_do_not_make_an_injury_worse_that_may_strain_enough() -> None:
    axe = weapon("combat-knife", critical=1, damage=9, qualities={"superior": 8})
    theirs = armed(5, 6, profile="levy", of={**END, "tier": "hero", "strain": 9, "wounds": 30}, strain=9)
    game, red, blue = scene([small(5, 5, axe, dice=1)], [theirs])
    assert as_the_slow_way_finds(game, red, blue, SINGLE, "incapacitated")


def psyker(**blade: Any) -> Placed:
    """Somebody with a force weapon and one Force die, whose dark pips it can bear."""
    of = {"line": (1,) * 7, "skills": {}, "psy": 1, "tier": "hero", "strain": 9}
    return armed(5, 5, weapon("force-axe", **blade), profile="levy", of=of)


END: Any = {"line": (1,) * 7, "skills": {}, "soak": 3, "wounds": 20}


NEAR_THE_WARP: dict[str, tuple[Placed, Any]] = {
    "strained": (armed(5, 6, profile="brute", of={**END, "tier": "hero", "strain": 8}, strain=8), {}),
    "whom a rupture may fell": (armed(5, 6, profile="brute", of={**END, "tier": "hero", "soak": 1}, wounds=8), {}),
    "who has more wounds than it can bear": (
        armed(5, 6, profile="brute", of={**END, "tier": "hero", "wounds": 9}, wounds=12, strain=2), {},
    ),
    "two minions": (armed(5, 6, profile="brute", of={**END, "wounds": 5}, count=2, wounds=4), {}),
    "a rival": (armed(5, 6, profile="brute", of={**END, "tier": "rival"}, wounds=19), {}),
    "a rival, and the chart at once": (
        armed(5, 6, profile="brute", of={**END, "tier": "rival"}, wounds=19), {"chart-after-check": False},
    ),
    "a rival, and a wilder warp": (
        armed(5, 6, profile="brute", of={**END, "tier": "rival"}, wounds=12), {"chart-by-pips": 20, "dark-pips": "any"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NEAR_THE_WARP)
def test_odds_know_what_the_warp_does_to_the_target_of_a_psyker(name: str) -> None:
    theirs, options = NEAR_THE_WARP[name]
    mine = psyker(damage=0, qualities={"force": 1, "vicious": 1})
    game, red, blue = scene([mine], [theirs], options=options)
    told = 0
    for goal in GOALS:
        found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, goal, defender="none")
        wanted = everything(game, red, blue, SINGLE, goal, "none", limit=49_999)
        assert (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted), goal
        told += 0 < wanted < 1
    assert told >= 3


def group(**of: Any) -> dict[str, Any]:
    """What each of two minions is, whom a rupture hurts but does not fell."""
    return {**END, "wounds": 13, "soak": 0, "tier": "minion", **of}


DOMES: Any = {"psy": 1, "powers": ("force-dome",)}
BESIDE = armed(6, 6, profile="levy", of={**END, **DOMES, "tier": "hero", "strain": 9, "skills": {"discipline": 2}})
TOO_MANY: dict[str, tuple[Any, Any, Any, Any, Any]] = {
    "an injury": ({"damage": 6, "critical": 1}, SINGLE, [{}], "none", {}),
    "a hit": ({"damage": 6, "critical": 9}, SINGLE, [{}], "none", {}),
    "a hit of the second weapon": ({"damage": 4, "critical": 3}, (0, "two", 1), [{}], "none", {}),
    "what a dome lessens": ({"damage": 8, "critical": 9}, SINGLE, [DOMES], "best", {}),
    "what dark pips for a dome bring that are more than it takes": (  # strain that fells one more of them
        {"damage": 0, "critical": 9, "line": 1}, SINGLE, [{"wounds": 9, "soak": 3, "hurt": 6}, BESIDE], "best",
        {"chart-by-pips": 10},
    ),
    "a hit that circumstances hinder": (
        {"damage": 0, "critical": 9, "line": 1}, SINGLE, [{"wounds": 11, "soak": 1, "hurt": 9}], "best",
        {"gm": "adversary"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TOO_MANY)
def test_odds_know_that_the_warp_harms_more_of_a_group_of_whom_fewer_have_fallen(name: str) -> None:
    """Wounds that fell one of two spare it the rupture, so that it may be better to do fewer, or to buy nothing."""
    arm, use, (of, *beside), defender, options = TOO_MANY[name]
    arm, of = dict(arm), dict(of)
    line, hurt = arm.pop("line", 2), of.pop("hurt", 0)
    mine = armed(
        5, 5, weapon("force-axe", **{"qualities": {"force": 1}, "hands": 1, **arm}), weapon("power-fist", **arm),
        profile="levy", of={"line": (line,) * 7, "skills": {}, "psy": 1, "tier": "hero", "strain": 9},
    )  # fmt: skip
    theirs = [armed(5, 6, profile="levy", of=group(**of), count=2, wounds=hurt), *beside]
    game, red, blues = scene([mine], theirs, options={"gm": "engine", "chart-by-pips": 20, **options})
    blue = blues[0] if beside else blues
    said: dict[str, Any] = {"with": use, "target": blue}
    found = odds(game.play, red, "combat-check", said, "incapacitated", defender=defender)
    wanted = slow_odds(game, red, said, "incapacitated", defender)
    assert (found.exact, Fraction(found.numerator, found.denominator), 0 < wanted < 1) == (True, wanted, True)


def test_odds_know_how_far_off_the_warp_strains_others() -> None:
    mine = psyker(damage=0, range="short", skill="ballistics", qualities={"force": 1})
    for row, felt in ((7, True), (8, False)):
        theirs = armed(5, row, profile="brute", of={**END, "tier": "hero", "strain": 8}, strain=8)
        game, red, blue = scene([mine], [theirs])
        found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, "incapacitated", defender="none")
        wanted = everything(game, red, blue, SINGLE, "incapacitated", "none", limit=49_999)
        assert (found.exact, Fraction(found.numerator, found.denominator), wanted > 0) == (True, wanted, felt)


@pytest.mark.parametrize(("defender", "merges"), [("best", True), ("all", False)])
def test_readings_are_told_apart_where_the_other_side_may_harm_itself(
    defender: Any, merges: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[dict[str, Any]] = []

    def noted(*args: Any, **words: Any) -> Exact:
        given.append(words)
        return Exact(*args, **words)

    monkeypatch.setattr(report, "Exact", noted)
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")])
    odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, "hit", defender=defender)
    parts = ("pare", "alike", "rising")
    assert given and all(bool(words[part]) is merges for words in given for part in parts)


def by_chance(seed: int) -> tuple[list[Placed], list[Placed], Any]:
    """An attack of few dice on somebody whose lives, reactions and neighbours fall out by chance."""
    rng = Random(seed)
    dome, lives = seed % 2 == 0, rng.randint(6, 14)
    gun = weapon(
        "autogun" if dome else rng.choice(("autogun", "power-axe")), damage=rng.randint(2, 7),
        critical=rng.randint(2, 5), qualities={"auto-fire": 1, "pierce": rng.randint(0, 2), "vicious": seed % 6},
    )  # fmt: skip
    red = plain(5, 5, gun, profile="levy", line=1 + (seed % 3 == 0))
    of = {"soak": rng.randint(1, 4), "tier": "hero", "strain": rng.randint(6, 12)}
    if not dome:
        of = {**of, "tier": rng.choice(("hero", "rival")), "talents": {"parry": 1, "dodge": rng.randint(0, 2)}}
    hurt = {"wounds": rng.randint(0, lives), "strain": rng.randint(0, 6) if of["tier"] == "hero" else 0}
    target = armed(
        5, 6, profile="seer-warden" if dome and seed % 4 else "levy",
        of={"line": (rng.choice((1, 2)),) * 7, "skills": {}, "psy": 1, "wounds": lives, **of}, **hurt,
    )  # fmt: skip
    beside = [plain(6, 6, profile="seer-warden", line=1, psy=1)] if dome and not seed % 4 else []
    return [red], [target, *beside], (0, "single" if gun.melee else rng.choice(("single", "auto")), -1)


@pytest.mark.parametrize("seed", range(12))
def test_odds_of_attacks_by_chance_are_to_the_last_bit_those_of_the_slow_way(seed: int) -> None:
    mine, theirs, use = by_chance(seed)
    game, red, blues = scene(mine, theirs)
    blue, compared = blues[0] if len(theirs) > 1 else blues, 0
    for goal in GOALS:
        for defender in ("none", "best"):
            found = odds(game.play, red, "combat-check", {"with": use, "target": blue}, goal, defender=defender)
            try:
                wanted = everything(game, red, blue, use, goal, defender, limit=2_500)
            except TooLong:
                continue
            compared += 1
            assert (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted), (goal, defender)
    assert compared >= 2


def arm_by_chance(rng: Random) -> Any:
    """A blade or a pistol that may stun, burst, or be fired twice."""
    dice: dict[str, float] = {"vicious": 0.3, "stun-damage": 0.3, "stun": 0.2, "linked": 0.2, "blast": 0.2}
    qualities = {name: 3 for name, chance in dice.items() if rng.random() < chance} | {"auto-fire": 1}
    like, more = rng.choice((("combat-knife", 0), ("bolt-pistol", 2)))
    return weapon(like, damage=rng.randint(2, 6) + more, critical=rng.randint(1, 5), qualities=qualities)


@pytest.mark.parametrize("seed", range(24))
def test_odds_of_two_weapons_and_of_stunning_are_to_the_last_bit_those_of_the_slow_way(seed: int) -> None:
    rng = Random(seed)
    red: Any = plain(5, 5, arm_by_chance(rng), arm_by_chance(rng), profile="levy", line=2 if seed % 4 == 0 else 1)
    use = rng.choice(((0, "two", 1), (0, "two", 1), SINGLE, AUTO))
    of: dict[str, Any]
    of = {"soak": rng.randint(1, 5), "tier": rng.choice(("hero", "hero", "rival")), "strain": rng.randint(6, 12)}
    of |= {"talents": {rng.choice(("parry", "reflect")): rng.randint(0, 1)}, "wounds": rng.randint(5, 14)}
    of |= {"line": (rng.choice((1, 2)),) * 7, "skills": {}}
    hurt = {"wounds": rng.randint(0, of["wounds"]), "strain": rng.randint(0, 6) if of["tier"] == "hero" else 0}
    game, (red, *_), blue = scene([red, at(6, 7 if seed % 3 else 20)], [armed(5, 6, profile="levy", of=of, **hurt)])
    compared = 0
    for goal in GOALS:
        for defender in ("none", "best"):
            try:
                wanted = everything(game, red, blue, use, goal, defender, limit=2_500)
            except TooLong:
                continue
            found = odds(game.play, red, "combat-check", {"with": use, "target": blue}, goal, defender=defender)
            compared += 1
            assert (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted), (goal, defender)
    assert compared >= 2


def aimed(red: Placed, blue: Placed, *friends: Placed, aims: int = 2) -> Any:
    """A scene in whose middle somebody has aimed, and may choose a part of its target."""
    game, me, foe = scene([red, *friends], [blue], options={"aim-at-parts": True, "aim-melee": True})
    me = me[0] if friends else me
    game.activation(me)
    game.state.turn = replace(game.state.turn, aims=aims)
    return game, me, foe


PARTS = ("leg", "arm", "item 0")
BACKLASH = "a seer's axe, whose dark pips may strain what it strikes at"
AT_PARTS: dict[str, tuple[Placed, Placed]] = {
    "a pistol at one that dodges": (
        plain(5, 5, weapon("laspistol"), profile="levy", line=2),
        plain(5, 9, weapon("boltgun"), profile="cultist", line=2, talents={"dodge": 2}, tier="hero", strain=9),
    ),
    "a linked gun at one that is nearly down": (
        plain(5, 5, weapon("boltgun", damage=6, critical=2, qualities={"linked": 2}), profile="levy", line=2),
        at(5, 9, "brute-boss", wounds=10),
    ),
    "a heavy blade at one that parries": (
        plain(5, 5, weapon("power-axe", qualities={"vicious": 4}), profile="levy", line=2),
        plain(
            5, 6, weapon("combat-knife"), profile="brute-boss", line=2, wounds=9, talents={"parry": 1}, tier="hero",
            strain=2,
        ),
    ),
    "flames": (
        plain(5, 5, weapon("flamer", damage=9), profile="levy", line=2),
        plain(5, 9, weapon("boltgun"), profile="line-warden", line=2, wounds=12, strain=15),
    ),
    "one that stuns": (
        plain(5, 5, weapon("laspistol", qualities={"stun": 4}), profile="levy", line=2),
        plain(5, 9, weapon("boltgun"), profile="line-warden", line=2, strain=13),
    ),
    BACKLASH: (
        plain(5, 5, weapon("force-axe", damage=0), profile="levy", line=1, psy=1),
        plain(5, 6, weapon("combat-knife"), profile="levy", line=1, wounds=9, tier="hero", strain=9),
    ),
    "under a dome": (
        plain(5, 5, weapon("laspistol", critical=9, damage=9), profile="levy", line=1),
        plain(5, 9, weapon("boltgun"), profile="seer-warden", line=1, wounds=15, soak=2, psy=1),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("name", "part"), [(n, p) for n in AT_PARTS for p in PARTS if n != BACKLASH or p == "item 0"])
def test_what_is_left_out_of_the_odds_of_an_attack_at_a_part_does_not_bear_on_them(name: str, part: str) -> None:
    game, red, blue = aimed(*AT_PARTS[name])
    compared = 0
    for goal in GOALS:
        for defender in ("none", "best"):
            try:
                wanted = everything(game, red, blue, SINGLE, goal, defender, limit=20_000, part=part)
            except TooLong:
                continue
            compared += 1
            said = {"with": SINGLE, "target": blue, "part": part}
            found = odds(game.play, red, "combat-check", said, goal, defender=defender)
            assert (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted), (goal, defender)
    assert compared >= 4


@pytest.mark.parametrize("qualities", [{"blast": 9}, {"linked": 1}, {}], ids=str)
def test_odds_know_what_a_shot_at_an_item_does_that_goes_astray(qualities: Any) -> None:
    gun = weapon("laspistol", damage=9, critical=3, qualities=qualities)
    mine, theirs = plain(5, 5, gun, profile="levy", line=1), plain(5, 9, weapon("boltgun"), profile="cultist", line=2)
    game, red, blue = aimed(mine, theirs, at(6, 9))
    affected(game, red, "next-upgrade")
    affected(game, red, "next-boost", amount=1)
    said, compared = {"with": SINGLE, "target": blue, "part": "item 0"}, 0
    for goal in GOALS:
        wanted = everything(game, red, blue, SINGLE, goal, "best", limit=40_000, part="item 0")
        found = odds(game.play, red, "combat-check", said, goal, defender="best")
        assert (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted), goal
        compared += wanted > 0
    assert compared >= (3 if "blast" in qualities else 1)


@pytest.mark.parametrize("part", PARTS)
def test_the_odds_of_ten_dice_at_a_part_take_few_runs_of_the_rules(part: str) -> None:
    game, red, blue = aimed(at(5, 5), at(5, 14, "renegade"), aims=1)
    affected(game, red, "next-boost", amount=3)
    for goal in GOALS:
        said = {"with": SINGLE, "target": blue, "part": part}
        found = odds(game.play, red, "combat-check", said, goal, defender="best")
        assert found.exact and found.runs < 60, (goal, found.runs)


TEN_DICE: dict[str, tuple[Placed, Placed, Any]] = {
    "auto-fire at a group": (at(5, 5), at(5, 14, "brute", count=5), AUTO),
    "a blade at a captain": (at(5, 5, "storm-warden"), at(5, 6, "warden-captain"), SINGLE),
    "a fist at a warlord": (
        armed(5, 5, weapon("power-fist"), profile="storm-warden"), at(5, 6, "brute-warlord"), SINGLE,
    ),
    "a seer's axe at a warlord": (at(5, 5, "seer-warden"), at(5, 6, "brute-warlord"), SINGLE),
}  # fmt: skip


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("name", TEN_DICE)
def test_playouts_fall_where_exact_odds_say(name: str, goal: str) -> None:
    mine, theirs, use = TEN_DICE[name]
    game, red, blue = scene([mine], [theirs])
    affected(game, red, "next-boost", amount=2)
    said = {"with": use, "target": blue}
    exact = odds(game.play, red, "combat-check", said, goal, choices="likely")
    guess = odds(game.play, red, "combat-check", said, goal, choices="likely", limit=0, playouts=400)
    assert exact.exact and not guess.exact and exact.policy == guess.policy
    p = exact.probability
    assert abs(guess.probability - p) <= 5 * (p * (1 - p) / 400) ** 0.5 + (5 / 400 if 0 < p < 1 else 0)


def test_the_odds_of_ten_dice_take_few_runs_of_the_rules() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    affected(game, red, "next-boost", amount=3)
    affected(game, red, "next-setback", amount=2)
    for goal in GOALS:
        found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, goal, defender="best")
        assert found.exact and found.runs < 60, (goal, found.runs)
        assert "the best choice where it bears on this" in found.policy


def test_where_comparing_what_symbols_buy_takes_too_long_the_answer_says_so() -> None:
    claws = armed(5, 5, weapon("lightning-claws"), profile="storm-warden")
    game, red, blue = scene([claws], [at(5, 6, wounds=10)])
    said = {"with": SINGLE, "target": blue}
    best = odds(game.play, red, "combat-check", said, "incapacitated")
    cheap = odds(game.play, red, "combat-check", said, "incapacitated", choices="likely")
    assert best.runs > cheap.runs and best.probability >= cheap.probability > 0
    short = odds(game.play, red, "combat-check", said, "incapacitated", limit=best.runs - 1)
    assert short.exact and short.policy == cheap.policy and "the likeliest choice" in short.policy
    assert "the best choice" in best.policy


@pytest.mark.parametrize(("most", "dice"), [(0, 0), (1, 1), (2, 2)])
def test_the_worst_that_a_game_master_can_rule_is_as_many_setback_dice_as_the_table_allows(
    most: int, dice: int
) -> None:
    options = {"gm": "adversary", "circumstance-dice": most}
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")], options=options)
    affected(game, red, "next-boost")
    asked = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, "hit", defender="best")
    game, red, blue = scene([at(5, 5)], [at(5, 14, "levy")])
    affected(game, red, "next-boost")
    for _ in range(dice):
        affected(game, red, "next-setback")
    same = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, "hit", defender="best")
    assert (asked.numerator, asked.denominator) == (same.numerator, same.denominator)


def test_somebody_who_is_down_is_down() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, wounds=3)])
    assert odds(game.play, red, "combat-check", {"target": blue}, "wounded").probability == 1


def test_what_is_shown_of_an_attack_before_it_is_made_is_exact_and_says_the_same_as_odds() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    affected(game, red, "next-boost", amount=3)
    affected(game, red, "next-setback", amount=2)
    assert RULESET.poised is not None
    start = RULESET.poised(game.play, red)
    play = Play(start.copy(), RULESET, game.world, [Chosen("action", "combat-check"), Chosen("attack.with", AUTO)])
    play.start = start
    with pytest.raises(Pending) as asked:
        run_step(play)
    told = prospects(play, asked.value.decisions[0], blue, seconds=60.0)
    assert {each.outcome for each in told.found} == {"incapacitated", "dead", "wounded", "injured", "hit"}
    for each in told.found:
        wanted = odds(game.play, red, "combat-check", {"with": AUTO, "target": blue}, each.outcome)
        assert each.exact and each.probability == wanted.probability
    assert "the best choice where it bears on this" in told.policy


@pytest.mark.parametrize(("defender", "said"), [("none", True), ("best", True), ("all", False)])
def test_the_odds_say_that_the_other_side_is_taken_to_spend_no_threats(defender: Any, said: bool) -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, "hit", defender=defender)
    words = ", but it spends no threats and no despairs, and uses dark pips only where they close a dome"
    assert found.policy.endswith(f"other side: {defender}" + words * said)


@pytest.mark.parametrize(("goal", "said"), [("wounded", False), ("incapacitated", True), ("dead", True)])
def test_the_odds_say_that_no_injury_is_bought_only_to_weaken_the_target(goal: str, said: bool) -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")])
    found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, goal)
    words = "choice where it bears on this, but it buys no injury only so that the target is weaker against a further"
    assert (words in found.policy) is said


def test_only_threats_and_despairs_strain_whoever_attacks() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade"), at(7, 14, "renegade")])
    target = blue[0]
    found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": target}, "actor-strained", defender="best")
    total, ways = pool_of(Dice(**dice_of(game, red, target))).ways()
    assert found.exact and found.runs < 20
    assert Fraction(found.numerator, found.denominator) == Fraction(
        sum(n for value, n in ways if value.advantage < 0 or value.despair), total
    )


def test_threats_that_nobody_is_asked_about_strain_whoever_attacks_if_nothing_else_is_bought_for_them() -> None:
    game, red, blue = scene([at(5, 5)], [at(5, 14, "renegade")], options={"threats-by": "gm"})
    found = odds(game.play, red, "combat-check", {"with": SINGLE, "target": blue}, "actor-strained", defender="best")
    total, ways = pool_of(Dice(**dice_of(game, red, blue))).ways()
    left = [(max(0, -value.advantage), value.despair, n) for value, n in ways]
    strained = [n for threats, despairs, n in left if _is_strained(threats, despairs)]
    assert found.exact and found.runs < 60
    assert Fraction(found.numerator, found.denominator) == Fraction(sum(strained), total)


def _is_strained(threats: int, despairs: int) -> bool:
    """Whether anything is left after falling prone, one maneuver, and a setback die."""
    for price in (3, 2, 2):
        if threats >= price:
            threats -= price
        elif despairs:
            despairs -= 1
    return threats > 0 or despairs > 0
