"""The odds of auto-fire at a target under a Force Dome: what is taken for alike does not bear on them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rites_of_battle.odds_by_chance import slow_odds
from tests.rites_of_battle.scenes import affected, armed, at, scene, weapon
from warbook.odds import Odds, exact, odds, report
from warbook.rulesets.rites_of_battle.bots import bearing, between_parts, choices, domes
from warbook.rulesets.rites_of_battle.bots.need import Need
from warbook.rulesets.rites_of_battle.bots.stakes import Stakes
from warbook.testing import Placed

AUTO = (0, "auto", -1)
SMALL: dict[str, Any] = {"line": (1,) * 7, "skills": {}}
TWO: dict[str, Any] = {"line": (2,) * 7, "skills": {}}
PSYKER: dict[str, Any] = {"psy": 1, "powers": ("force-dome",)}


def gunner(damage: int, critical: int = 4, **of: Any) -> Placed:
    gun = weapon("boltgun", damage=damage, critical=critical, qualities={"auto-fire": 1, "pierce": 1})
    return armed(5, 5, gun, profile="levy", of={**SMALL, **of})


def seer(column: float, **of: Any) -> Placed:
    lives = {name: of.pop(name) for name in ("wounds", "strain") if name in of}
    schooled = {**SMALL, "skills": {"discipline": 2}, "psy": 2, "soak": 4, "wounds": 10, "strain": 9, **of}
    return armed(column, 14, profile="seer-warden", of=schooled, **lives)


def warden(**of: Any) -> Placed:
    return armed(5, 14, profile="line-warden", of={"wounds": 8, "soak": 4, **of}, wounds=of.pop("hurt", 3))


SCENES: dict[str, tuple[Placed, list[Placed]]] = {
    "a seer": (gunner(6, critical=3), [seer(5, wounds=3, strain=2)]),
    "a seer whom the warp may tear": (gunner(5, line=(2,) * 7), [seer(5, wounds=4, skills={})]),
    "a seer without a scratch": (gunner(9, critical=3), [seer(5)]),
    "a seer who falls to two hits of three": (gunner(5, line=(2,) * 7), [seer(5, wounds=4)]),
    "a seer who turns hits aside too": (gunner(6), [seer(5, wounds=3, talents={"reflect": 1})]),
    "a seer who turns aside what a dome leaves": (
        gunner(5, critical=2, line=(2,) * 7),
        [seer(5, wounds=6, psy=1, soak=2, talents={"reflect": 1})],
    ),
    "two seers over one of them": (gunner(6), [seer(5, wounds=6), seer(6)]),
    "two seers over a Marine": (gunner(7), [warden(), seer(6), seer(4)]),
    "a rival, whom strain wounds, beside a seer": (gunner(8), [warden(tier="rival"), seer(6)]),
}


def asked(name: str, goal: str, **options: Any) -> Odds:
    shooter, targets = SCENES[name]
    game, red, blues = scene([shooter], targets, **options)
    blue = blues if len(targets) == 1 else blues[0]
    return odds(game.play, red, "combat-check", {"with": AUTO, "target": blue}, goal, defender="best", limit=100_000)


def nothing_alike(patch: pytest.MonkeyPatch) -> None:
    """Every hit, every result of the chart, every wound, all strain and all symbols are told apart, every reading is
    followed, nothing is sure beforehand, and not to try a dome, or not to close it, is compared too."""
    for module in (between_parts, domes):
        patch.setattr(module, "hit_alike", lambda at, need, warp: lambda taken: taken)
    patch.setattr(domes, "_of_warp", lambda at, need, strain: (True, True, True))
    patch.setattr(between_parts, "take_unfelt", lambda at, need, state: None)
    patch.setattr(between_parts, "take_spare_wounds", lambda at, need, state: 0)
    patch.setattr(Need, "settled", lambda need, success, advantage, triumph: (advantage, triumph))
    patch.setattr(Need, "further", lambda need, success, advantage, triumph: (advantage // 2 + triumph) * (success > 0))
    patch.setattr(Need, "injuries_are_vain", lambda need, success, advantage, triumph: False)
    patch.setattr(Stakes, "sure", lambda at, need, past: False)
    patch.setattr(Stakes, "all_domed", 0)
    patch.setattr(choices, "_must_close", lambda at: False)
    patch.setattr(choices, "DOME", "")
    patch.setattr(exact, "RANKED", 100_000)
    patch.setattr(report, "COMPARED", 100_000)


@pytest.mark.parametrize("goal", ["wounded", "injured", "incapacitated", "dead"])
@pytest.mark.parametrize("name", SCENES)
def test_what_is_taken_for_alike_under_a_dome_does_not_bear_on_the_odds(
    name: str, goal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = asked(name, goal)
    nothing_alike(monkeypatch)
    wanted = asked(name, goal)
    assert found.exact and wanted.exact and found.policy == wanted.policy
    assert Fraction(found.numerator, found.denominator) == Fraction(wanted.numerator, wanted.denominator)


@pytest.mark.parametrize("target", ["adversary", "squad"])
def test_the_worst_that_a_game_master_can_rule_is_a_die_for_its_side_in_the_attack_and_in_the_dome(target: str) -> None:
    attack, dome = ("next-setback", "next-boost") if target == "adversary" else ("next-boost", "next-setback")
    found = list[Fraction]()
    for table in ({"gm": "adversary"}, {"gm": "engine"}):
        sides = [gunner(6)], [seer(5)]
        game, *ids = scene(*(sides if target == "adversary" else sides[::-1]), options=table)
        shooter, whom = ids if target == "adversary" else ids[::-1]
        if table["gm"] == "engine":
            affected(game, shooter, attack)
            affected(game, whom, dome)
        said = {"with": (0, "single", -1), "target": whom}
        asked = odds(game.play, shooter, "combat-check", said, "wounded", defender="best")
        assert asked.exact and 0 < asked.probability < 1
        found.append(Fraction(asked.numerator, asked.denominator))
    assert found[0] == found[1]


def test_what_dazes_tells_where_a_second_weapon_injures_for_less(monkeypatch: pytest.MonkeyPatch) -> None:
    blades = weapon("combat-knife", critical=3, damage=5), weapon("combat-knife", critical=2, damage=2)
    of: dict[str, Any] = {**SMALL, "line": (2,) * 7, "tier": "hero", "strain": 9}
    mine = armed(5, 5, *blades, profile="levy", of=of)
    of |= {"soak": 2, "wounds": 20, "skills": {"discipline": 2}, "psy": 1, "powers": ("force-dome",)}
    theirs = armed(5, 6, profile="levy", of=of)
    game, red, blue = scene([mine], [theirs])
    affected(game, red, "next-boost", amount=2)
    said: Any = {"with": (0, "two", 1), "target": blue}
    found = odds(game.play, red, "combat-check", said, "injured", defender="best")
    nothing_alike(monkeypatch)
    wanted = odds(game.play, red, "combat-check", said, "injured", defender="best", limit=100_000)
    assert (found.exact, found.numerator, found.denominator) == (True, wanted.numerator, wanted.denominator)


def test_a_dome_may_take_several_hits_though_one_wound_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = armed(5, 5, weapon("autogun", damage=4, critical=9), profile="levy", of={"line": (3,) * 7, "skills": {}})
    game, red, blue = scene([mine], [armed(5, 7, profile="seer-warden", of={**SMALL, "soak": 2, "psy": 1})])
    said = {"with": AUTO, "target": blue}
    found = odds(game.play, red, "combat-check", said, "wounded", defender="best")
    monkeypatch.setattr(bearing, "_costs", lambda at, dice, *_: ((2,), 9))
    wanted = odds(game.play, red, "combat-check", said, "wounded", defender="best")
    assert (found.exact, found.numerator, found.denominator) == (True, wanted.numerator, wanted.denominator)


def test_odds_know_that_a_blast_spares_whom_the_warp_has_felled_in_answer_to_a_dome() -> None:
    """So a dome that takes dark pips may be better than one that closes without them."""
    mine = armed(5, 5, weapon("autogun", damage=6, critical=9, qualities={"blast": 6}), profile="levy", of=TWO)
    group = armed(5, 9, profile="levy", of={**SMALL, "wounds": 5, "soak": 1, "tier": "minion"}, count=3, wounds=5)
    friend = armed(
        6, 9, profile="levy", of={**SMALL, "skills": {"discipline": 2}, "tier": "hero", "strain": 9, **PSYKER}
    )
    game, red, (blue, _) = scene([mine], [group, friend], options={"gm": "engine"})
    said: dict[str, Any] = {"with": (0, "single", -1), "target": blue}
    found = odds(game.play, red, "combat-check", said, "dead", defender="best")
    wanted = slow_odds(game, red, said, "dead", "best")
    assert (found.exact, Fraction(found.numerator, found.denominator)) == (True, wanted)


@pytest.mark.parametrize(("goal", "most"), [("wounded", 230), ("injured", 170), ("incapacitated", 220), ("dead", 45)])
def test_odds_of_ten_dice_under_a_dome_take_few_runs(goal: str, most: int) -> None:
    shooter, seer_ = armed(5, 5, weapon("boltgun"), profile="line-warden"), at(5, 14, "seer-warden")
    game, red, blue = scene([shooter], [seer_])
    found = odds(game.play, red, "combat-check", {"with": AUTO, "target": blue}, goal, defender="best")
    assert found.exact and found.runs < most
