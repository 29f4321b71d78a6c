"""Service hatches, under the classic rules: crawlways between them, and hiding in one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import fighter, marker, next_question, rolled_keys, run_rule, scene, spot, way
from warbook.core.effect import has_effect
from warbook.core.structs import replace
from warbook.rulesets.necromunda.attacks import blasts
from warbook.rulesets.necromunda.attacks.shooting import bystanders
from warbook.rulesets.necromunda.battle import crawlways, deployment, ending, scoring
from warbook.rulesets.necromunda.checks import aiming, guns, targets
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.moments import RoundEnding
from warbook.rulesets.necromunda.harm.strikes import Hit
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.view.tableau import tableau
from warbook.testing import leg

FAR = fighter(40, 40)
WEST, EAST = marker("hatch", 10, 12, "west"), marker("hatch", 30, 12, "east")
PASSED, FAILED = (6, 6), (1, 2)


def crawling(board: str = WEST + EAST, *others: Any) -> Any:
    """Somebody who moves to a hatch in the west and crawls in."""
    game, red, _ = scene(red=[fighter(10, 9), *others], blue=[FAR], board=board, ruleset=RULESET)
    who = red if isinstance(red, int) else red[0]
    game.does(who, "move", path=way(leg(10, 10.6)), crawlway=True)
    return game, who


def end_of(game: Any, round: int, *dice: int, **answers: Any) -> None:
    game.state.turn = game.state.turn.__class__(**{**_fields(game.state.turn), "round": round})
    run_rule(game, lambda play: play.reach(RoundEnding()), dice=dice, **answers)


def _fields(turn: Any) -> dict[str, Any]:
    return {name: getattr(turn, name) for name in turn.__struct_fields__}


def test_whoever_ends_a_move_by_a_hatch_may_crawl_in() -> None:
    game, red = crawling()
    record = game.record(red)
    assert record.status.value == "out-of-action" and not record.deployed and game.state.turn.actor == -1
    assert tableau(game.play).bodies[red].words == ("in the crawlways",)
    assert scoring.models_left(game.play)[0] == 1 and not deployment.away(game.state, game.world, (red,))


@pytest.mark.parametrize("board", [WEST, marker("hatch", 10, 12.8, "west") + EAST])
def test_it_takes_two_hatches_and_one_at_hand(board: str) -> None:
    game, red, _ = scene(red=[fighter(10, 9)], blue=[FAR], board=board, ruleset=RULESET)
    at_hand = {"hide": False} if board == WEST else {}
    game.does(red, "move", path=way(leg(10, 10.6)), **at_hand)
    assert game.record(red).deployed


def test_one_may_stay_outside() -> None:
    game, red, _ = scene(red=[fighter(10, 9)], blue=[FAR], board=WEST + EAST, ruleset=RULESET)
    game.does(red, "move", path=way(leg(10, 10.6)), crawlway=False, hide=False)
    assert game.record(red).deployed and game.state.turn.left == 1


def test_it_comes_out_of_another_hatch_a_round_later() -> None:
    game, red = crawling()
    end_of(game, 1)
    assert not game.record(red).deployed
    end_of(game, 2, *PASSED, surface=spot(30, 13.2))
    assert game.at(red) == (30, 13.2, 0) and game.record(red).status.value == "standing"
    assert rolled_keys(game) == ["crawlway"]
    end_of(game, 3)
    assert game.at(red) == (30, 13.2, 0)


def test_if_it_is_lost_the_other_side_says_where_or_leaves_it_in_there() -> None:
    game, red = crawling()
    end_of(game, 2, *FAILED, lost=True)
    assert not game.record(red).deployed
    end_of(game, 3, *FAILED, lost=False, surface=spot(30, 13.2))
    assert game.at(red) == (30, 13.2, 0)


def test_of_several_hatches_one_is_chosen_and_never_the_same_again() -> None:
    north = marker("hatch", 10, 30, "north")
    game, red = crawling(WEST + EAST + north)
    hatches = list(crawlways.ways_out(game.model(red)))
    assert [game.world.names[who] for who in hatches] == ["the east hatch", "the north hatch"]
    end_of(game, 2, *PASSED, hatch=hatches[1], surface=spot(10, 31))
    assert game.at(red) == (10, 31, 0)


def test_it_comes_out_an_inch_from_enemies() -> None:
    game, red = crawling()
    place = crawlways.ways_out(game.model(red))[3]
    assert place.legal(spot(30, 13.2)) == ()
    assert place.legal(spot(30, 13.6))
    game, red, _ = scene(red=[fighter(10, 9)], blue=[fighter(30, 14.5)], board=WEST + EAST, ruleset=RULESET)
    game.does(red, "move", path=way(leg(10, 10.6)), crawlway=True)
    assert crawlways.ways_out(game.model(red))[3].legal(spot(30, 13.2))


def test_whoever_is_in_a_crawlway_leaves_with_its_gang() -> None:
    game, red = crawling(WEST + EAST, fighter(20, 9))
    game.state.turn = game.state.turn.__class__(**{**_fields(game.state.turn), "bottled": (True, False)})
    run_rule(game, ending.voluntary_flight, 0, flight=True)
    assert game.record(red).fled and game.record(red).deployed and not scoring.models_left(game.play)[0]


def test_who_is_asked_first_is_asked_by_its_own_side() -> None:
    game, red, _ = scene(red=[fighter(10, 9)], blue=[FAR], board=WEST + EAST, ruleset=RULESET)
    question = next_question(game, activate=red, action="move", path=way(leg(10, 10.6)))
    assert question.key == "crawlway"


# ---- hiding ----------------------------------------------------------------------------------------------------------


def hidden(*others: Any, **around: Any) -> Any:
    """Somebody who has hidden in the only hatch of a board; the enemies are to act."""
    game, red, blue = scene(red=[fighter(10, 9)], blue=[*others] or [FAR], board=WEST, ruleset=RULESET, **around)
    game.does(red, "move", path=way(leg(10, 10.6)), hide=True)
    return game, red, blue


def test_whoever_ends_a_move_by_a_hatch_may_hide_in_it_and_does_nothing_until_it_comes_out() -> None:
    game, red, _ = hidden()
    assert game.record(red).status is Status.PINNED and game.state.turn.actor == -1
    assert tableau(game.play).bodies[red].words == ("hides in a hatch",)
    game.given(red, ready=True)
    assert not game.allowed(red)
    assert "It hides in a service hatch, and does nothing." in game.why_not(red, "stand-up")
    end_of(game, 1, emerge=False)
    assert game.record(red).status is Status.PINNED
    end_of(game, 2, emerge=True, facing=(0, 1))
    assert game.record(red).status is Status.STANDING and "move" in game.allowed(red)
    end_of(game, 3)


def test_one_may_stay_outside_a_hatch_that_leads_nowhere() -> None:
    game, red, _ = scene(red=[fighter(10, 9)], blue=[FAR], board=WEST, ruleset=RULESET)
    game.does(red, "move", path=way(leg(10, 10.6)), hide=False)
    assert game.record(red).status is Status.STANDING and game.state.turn.left == 1


@pytest.mark.parametrize(("y", "seen"), [(14.583, True), (14.586, False)])
def test_it_is_shot_at_from_three_inches_and_not_from_further(y: float, seen: bool) -> None:
    game, red, blue = hidden(fighter(10, y, weapons=("lasgun",), facing=(0, -1)))
    shooter = game.model(blue)
    gun = guns.gun(shooter, (0, 0))
    assert (red in targets.targets(shooter, gun)) is seen
    assert targets.in_hiding(shooter, gun, red, 0, 0) == ("" if seen else "It hides in a service hatch.")
    assert blasts.caught_beneath(game.play, lambda: [red], Hit(gun.profile, by=blue, way="blast")).caught == (
        (blasts.Caught(red),) if seen else ()
    )
    assert not blasts.caught_beneath(game.play, lambda: [red], Hit(gun.profile, way="blast")).caught


def test_a_shot_that_goes_astray_does_not_hit_it() -> None:
    game, red, (shooter, _) = hidden(fighter(10, 16, weapons=("lasgun",), facing=(0, -1)), fighter(40, 40))
    shot = aiming.Shot(game.model(shooter), red, guns.gun(game.model(shooter), (0, 0)), "long")
    near = replace(shot, target=game.state.records[-1].id)
    assert red not in bystanders.bystanders(game.play, near)


def test_an_enemy_may_walk_into_contact_with_it_which_brings_it_to_its_feet() -> None:
    game, red, blue = hidden(fighter(10, 14, weapons=("fighting-knife",), facing=(0, -1)))
    game.does(blue, "move", path=way(leg(10, 11.584), face=(0, -1)))
    assert game.record(red).status is Status.STANDING and game.model(red).engaged
    assert not has_effect(game.state, red, "tucked-away") and "fight" in game.allowed(blue)


def test_it_keeps_an_inch_from_it_or_goes_all_the_way() -> None:
    game, _, blue = hidden(fighter(10, 14, facing=(0, -1)))
    question = next_question(game, activate=blue, group=-1, action="move")
    assert question.legal(way(leg(10, 12.6), face=(0, -1))) == ()
    assert question.legal(way(leg(10, 12), face=(0, -1))) == (
        "It must end in contact with an enemy or an inch from all of them.",
    )


def test_a_charge_brings_it_to_its_feet_as_well() -> None:
    game, red, blue = hidden(fighter(10, 15, weapons=("fighting-knife",), facing=(0, -1)))
    game.does(blue, "charge", target=red, dice=[1, 2, 2], react=None)
    assert game.record(red).status is Status.STANDING and not has_effect(game.state, red, "tucked-away")


def test_whoever_breaks_in_a_hatch_runs_out_of_it() -> None:
    game, red, _ = hidden()
    game.given(red, ready=True, broken=True)
    assert set(game.allowed(red)) == {"running-for-cover"}
