"""What odds leave out of an action: the answer is the same to the last digit, and where something still bears on a
figure nothing is left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.gangfight.scenes import figure, scene
from warbook.core.play import Play
from warbook.core.ruleset import Ruleset
from warbook.core.state import State, Waiting
from warbook.core.structs import replace as changed
from warbook.odds import Odds, odds
from warbook.odds.exact import LIMIT as LIMIT_OF_ODDS
from warbook.odds.policy import Defender
from warbook.rulesets.gangfight.bots.bearing import may_be_asked_late, pared_for_stance, pared_for_wounds
from warbook.rulesets.gangfight.bots.outcomes import OUTCOMES
from warbook.rulesets.gangfight.records.position import under_way
from warbook.rulesets.gangfight.records.state import WINDS, Deed, Due, Pledge

GUN, BLADE, SWORD = ["shotgun"], ["hand-weapon"], ["great-weapon"]
EVERYBODY = {"interrupt-targeted-only": False}
LIMIT = 60_000


def both(game: Any, who: int, action: str, at: int, outcome: str, defender: Defender, **more: Any) -> tuple[Odds, Odds]:
    """The odds as they are told, and those of the same position of which nothing is left out."""
    play = game.play
    everything = replace(play.ruleset, outcomes=tuple(changed(o, pare=None) for o in OUTCOMES))

    def told(rules: Ruleset) -> Odds:
        again = Play(play.state, rules, play.world, [])
        return odds(again, who, action, {"target": at}, outcome, defender=defender, limit=LIMIT, **more)

    return told(play.ruleset), told(everything)


def same(one: Odds, other: Odds) -> bool:
    """Exact both, and equal but for what was cut."""
    assert one.exact
    assert other.exact
    return abs(one.probability - other.probability) <= 1e-12


def three(*, red: Any = None, target: Any = None, friend: Any = None, **more: Any) -> Any:
    """A charger, its target with a point to spend, and a friend of that one who has a gun and a point."""
    return scene(
        red=[red or figure(24, 21, weapons=BLADE)],
        blue=[target or figure(24, 28, weapons=BLADE, ap=1), friend or figure(27, 28, weapons=GUN, ap=1)],
        **{"options": EVERYBODY, **more},
    )


@pytest.mark.parametrize("outcome", [outcome.id for outcome in OUTCOMES])
@pytest.mark.parametrize("defender", ["all", "best"])
def test_the_odds_of_a_charge_are_those_of_all_that_follows(outcome: str, defender: Defender) -> None:
    game, red, (target, _) = three()
    assert same(*both(game, red, "charge", target, outcome, defender))


def test_blows_that_are_struck_back_are_left_out_where_they_cannot_reach_whom_it_is_about() -> None:
    game, red, (target, _) = three()
    told, whole = both(game, red, "charge", target, "incapacitated", "best")
    assert 4 * told.runs < whole.runs
    assert same(told, whole)


HAZARDS: dict[str, dict[str, Any]] = {
    "a riposte": {"red": figure(24, 21, weapons=BLADE, perks=["agile-riposte"])},
    "a charm": {"target": figure(24, 28, weapons=BLADE, ap=1, charm="charm-of-survival")},
    "a blow that knocks over": {"red": figure(24, 21, weapons=SWORD, abilities={"throwing-weight": 0})},
    "the winds": {"complication": WINDS, "target": figure(24, 28, weapons=GUN, ap=1)},
    "shots measured as they are fired": {"options": {**EVERYBODY, "fire-measured-when-declared": False}},
    "a friend who steps aside": {"friend": figure(25.2, 29, weapons=GUN, ap=1, perks=["sidestep"])},
}


@pytest.mark.parametrize("hazard", HAZARDS)
@pytest.mark.parametrize("outcome", ["incapacitated", "wounded", "knocked-over"])
def test_what_may_yet_touch_whom_it_is_about_is_not_left_out(hazard: str, outcome: str) -> None:
    game, red, (target, friend) = three(**HAZARDS[hazard])
    for about in (target, friend):
        assert same(*both(game, red, "charge", target, outcome, "all", about=about))


def shot_into_a_fight(gun: str = "shotgun", *, measured: bool = True, **more: Any) -> Any:
    """Red fights one who has no points, and whose friend may shoot; a friend of red looks on."""
    return scene(
        red=[figure(24, 24, weapons=BLADE), figure(23, 22.5, weapons=BLADE, ap=0)],
        blue=[figure(24, 25.1, weapons=BLADE, ap=0), figure(24, 32, weapons=[gun], ap=1)],
        options={**EVERYBODY, "fire-measured-when-declared": measured},
        **more,
    )


@pytest.mark.parametrize("measured", [True, False])
def test_a_shot_that_may_stray_is_not_left_out(measured: bool) -> None:
    """It is fired into the fight; a natural 1 hits the one who was attacked, who stood it so far."""
    game, (red, _), (target, _) = shot_into_a_fight(measured=measured)
    none, _ = both(game, red, "fight", target, "wounded", "none")
    told, whole = both(game, red, "fight", target, "wounded", "all")
    assert same(told, whole)
    assert told.probability > none.probability


def test_a_shot_in_the_winds_is_not_left_out_for_its_shooter() -> None:
    game, (red, _), (target, shooter) = shot_into_a_fight(complication=WINDS)
    told, whole = both(game, red, "fight", target, "wounded", "all", about=shooter)
    assert same(told, whole)
    assert told.probability > 0


def test_an_area_of_effect_is_not_left_out_for_who_stands_near() -> None:
    game, (red, bystander), (target, _) = shot_into_a_fight("grenade")
    told, whole = both(game, red, "fight", target, "wounded", "all", about=bystander)
    assert same(told, whole)
    assert told.probability > 0


def declared(*pledges: Pledge, due: tuple[Due, ...] = (), waiting: str = "runs") -> Any:
    """A charge that was declared, with so much pledged against it."""
    game, red, (target, friend) = three()
    deed = Deed("charge", "charge", red, ((red, target),), pledges=pledges, due=due)
    agenda = (Waiting(waiting), Waiting("aftermath"))
    state = State(game.state.records, changed(game.state.turn, deed=deed), agenda)
    return Play(state, game.play.ruleset, game.play.world, []), red, target, friend


def left(play: Any, who: int) -> list[str]:
    """What is pledged in what is left of a position."""
    deed = pared_for_wounds(play, who).turn.deed
    return [pledge.kind for pledge in deed.pledges] if deed is not None else []


def test_a_bulwark_is_left_out_only_for_those_whom_it_does_not_concern() -> None:
    play, red, target, _ = declared(Pledge(1, "bulwark", 0), Pledge(2, "fire", 0, slot=0))
    assert left(play, target) == ["bulwark"]
    assert pared_for_wounds(play, red) is play.state
    play, red, target, _ = declared(Pledge(1, "bulwark", 0), Pledge(2, "bulwark", 0))
    assert pared_for_wounds(play, red) is play.state
    play, red, target, _ = declared(Pledge(2, "bulwark", 0))
    assert left(play, target) == []


def test_a_push_may_concern_anybody() -> None:
    for due, bears in ((Due("push", 2, 0), True), (Due("knock", 2, 0), False), (Due("knock", 1, 0), True)):
        play, _, target, _ = declared(due=(due,), waiting="answers")
        assert (pared_for_stance(play, target) is play.state) == bears


@pytest.mark.parametrize("may_stop", [False, True])
def test_three_who_may_interrupt_are_weighed_exactly_within_the_limit(may_stop: bool) -> None:
    """Where the charger may stop short of them there is one more choice in every course."""
    game, red, (target, *_) = scene(
        red=[figure(24, 21, weapons=BLADE)],
        blue=[
            figure(24, 28, weapons=BLADE, ap=1),
            figure(27, 28, weapons=GUN, ap=1),
            figure(21, 28, weapons=GUN, ap=1),
        ],
        options={**EVERYBODY, "charge-may-stop": may_stop},
    )
    told = odds(game.play, red, "charge", {"target": target}, "incapacitated", defender="best")
    assert told.exact
    assert told.cut < 1e-12
    assert may_stop or told.runs < LIMIT_OF_ODDS / 2


@pytest.mark.parametrize("weapon", ["hand-weapon", "spear"])
def test_who_is_charged_declares_nothing_late_that_could_harm_it(weapon: str) -> None:
    """Whoever is in reach is in close combat, and shoots at nobody."""
    play, target = scene_of_a_turn(weapon)
    assert not may_be_asked_late(play, target)
    assert may_be_asked_late(play, under_way(play).leader)


def scene_of_a_turn(weapon: str) -> tuple[Any, int]:
    """A charge that was declared by somebody with this weapon, before somebody who has declared nothing."""
    game, red, (target, _) = three(red=figure(24, 21, weapons=[weapon]))
    deed = Deed("charge", "charge", red, ((red, target),))
    state = State(game.state.records, changed(game.state.turn, deed=deed))
    return Play(state, game.play.ruleset, game.play.world, []), target
