"""Points that the printed rules leave open, in both editions: each is played as every table may settle it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    SERIOUS,
    duel,
    fighter,
    fighters_apart,
    low_wall,
    rolled_keys,
    run_rule,
    scene,
)
from warbook.rulesets.necromunda.attacks import blasts
from warbook.rulesets.necromunda.attacks.close_combat import parrying
from warbook.rulesets.necromunda.checks import targets
from warbook.rulesets.necromunda.edition_2023 import LIBRARY, RULESET
from warbook.rulesets.necromunda.edition_classic import RULESET as CLASSIC
from warbook.rulesets.necromunda.events.attacks import Struck
from warbook.rulesets.necromunda.harm import injury
from warbook.rulesets.necromunda.harm.strikes import Hit, Strike
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.model import Model

BOTH = pytest.mark.parametrize("rules", [RULESET, CLASSIC], ids=lambda rules: rules.id)
FAR = fighter(40, 40)


def as_it_comes(question: Any) -> Any:
    """The first answer to a question of order."""
    return question.candidates(1)[0]


@BOTH
@pytest.mark.parametrize(("strikes", "used"), [(True, "Sword"), (False, "Bare hands")])
def test_with_a_sword_one_strikes_or_only_parries(rules: Any, strikes: bool, used: str) -> None:
    armed = {"weapons": ("sword",)}
    game, red, blue = duel(armed, armed, options={"swords-strike": strikes}, ruleset=rules)
    game.does(red, "fight", dice=[2], react=None)
    assert [event.weapon for event in game.happened(Struck)] == [used]
    assert parrying.blades_with(game.model(blue), "parry") == [(0, 0)]


@BOTH
@pytest.mark.parametrize("found", [True, False])
def test_a_blast_hits_or_spares_whoever_lies_in_cover_from_its_enemy(rules: Any, found: bool) -> None:
    there = [fighter(10, 14, status=Status.PINNED), fighter(11.2, 14.2), fighter(12.4, 14, status=Status.PINNED)]
    options = {"blasts-find-the-hidden": found}
    low = low_wall(8, 13, 10.4)
    game, red, ids = scene(red=[fighter(10, 10)], blue=there, board=low, options=options, ruleset=rules)
    hidden, *others = ids
    assert [targets.lies_in_hiding(game.play, red, who) for who in ids] == [True, False, False]
    caught: list[int] = []
    answers: dict[str, Any] = {"blast.order": as_it_comes}

    def falls(play: Any, by: int) -> None:
        hit = Hit(LIBRARY.weapons["photon-flash-grenades"].profiles[0], by=by, way="blast")
        caught[:] = [each.who for each in blasts.blast_falls(play, hit, (11_200, 14_000, 0)).caught]

    for by, spared in ((red, not found), (-1, False)):  # what nobody has thrown finds everybody
        run_rule(game, falls, by, **answers)
        assert caught == (others if spared else ids)


@BOTH
@pytest.mark.parametrize(("each", "dice"), [(True, 3), (False, 1)])
def test_who_has_no_wounds_left_rolls_for_each_point_of_damage_or_once(rules: Any, each: bool, dice: int) -> None:
    options = {"each-point-injures": each}
    for wounds, rolled in ((0, dice), (2, 2)):
        game, red, _ = scene(red=[fighter(10, 10, wounds=wounds)], blue=[FAR], options=options, ruleset=rules)
        blow = Strike(strength=9, damage=3)
        dealt = (6, *[SERIOUS] * rolled)
        run_rule(game, lambda play, red=red, blow=blow: injury.strike(play, Model(play, red), blow, 1, -1), dice=dealt)
        assert rolled_keys(game).count("injury") == rolled


@BOTH
@pytest.mark.parametrize("needs", [True, False])
def test_who_is_attacked_from_afar_strikes_back_with_what_reaches_or_with_anything(rules: Any, needs: bool) -> None:
    options = {"answers-need-reach": needs}
    game, red, blue = fighters_apart(1.5, {"weapons": ("polearm",)}, options=options, ruleset=rules)
    game.does(red, "fight", dice=[2] if needs else [2, 2], **({} if needs else {"react": blue}))
    assert [event.who for event in game.happened(Struck)] == ([red] if needs else [red, blue])


@BOTH
@pytest.mark.parametrize("crawls", [True, False])
def test_who_burns_and_is_seriously_injured_may_crawl_or_does_nothing_more(rules: Any, crawls: bool) -> None:
    injured = fighter(24, 24, status=Status.SERIOUS, wounds=0, conditions=("blaze",))
    options = {"burning-injured-crawl": crawls}
    game, red, _ = scene(red=[injured], blue=[FAR], options=options, ruleset=rules)
    game.goes_on(activate=red, dice=[1, 2])
    assert "blaze" in game.record(red).conditions
    assert (game.state.turn.actor == red) is crawls
