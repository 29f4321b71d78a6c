"""The page that says what leads to what."""

from __future__ import annotations

import inspect
from typing import Any, get_type_hints

import pytest

from tests.gangfight.scenes import GONE, figure, leg, scene
from warbook.core.events import Moment
from warbook.rulesets.gangfight import RULESET
from warbook.rulesets.gangfight.attacks import fighting
from warbook.rulesets.gangfight.battle import turn
from warbook.rulesets.gangfight.consequences import FOLLOWS
from warbook.rulesets.gangfight.events import moments
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.moments import FreeStrikeDrawn
from warbook.rulesets.gangfight.events.movement import Left
from warbook.rulesets.gangfight.events.rounds import Ended
from warbook.rulesets.gangfight.events.scenario import Scored
from warbook.rulesets.gangfight.records.world import Play


def test_every_moment_is_on_the_page() -> None:
    named = {kind for _, kind in inspect.getmembers(moments, inspect.isclass) if kind.__module__ == moments.__name__}
    assert named and named <= set(FOLLOWS)
    assert all(issubclass(kind, Moment) or kind in RULESET.events for kind in FOLLOWS)


@pytest.mark.parametrize(
    ("kind", "rule"),
    [(kind, rule) for kind, rules in FOLLOWS.items() for rule in rules],
    ids=lambda each: each.__name__,
)
def test_a_consequence_takes_what_it_follows_from(kind: type[Any], rule: Any) -> None:
    takes = [taken for name, taken in get_type_hints(rule).items() if name != "return"]
    assert takes[1] is kind


def test_a_house_rule_takes_a_consequence_away() -> None:
    strikes = []
    for rules in (RULESET, RULESET.without(FreeStrikeDrawn, fighting.take_free_strike)):
        game, red, _ = scene(red=[figure(10, 10)], blue=[figure(10, 11.2)])
        game.ruleset = rules
        answers = {"dice": [1, 1, 1]} if rules is RULESET else {}
        game.does(red, "move", path=(leg(10, 7),), **answers)
        strikes.append(len(game.happened(Attacked)))
    assert strikes == [1, 0]


# ---- the order in which what follows is judged -----------------------------------------------------------------------


def judged(*kinds: type[Any], **more: Any) -> list[str]:
    """What happens between two actions after which several things have come to pass at once: events of these kinds, by
    their sentences.  Blue's messenger stands at its own edge and has gone there, in an Escort in which one civilian is
    out and another has just fallen."""
    game, *_ = scene(
        **{
            "red": [figure(10, 10, profile="human-hero", leader=True), figure(14, 10)],
            "blue": [figure(30, 30, profile="human-hero", leader=True), figure(30, 47.2), figure(34, 30)],
            "civilians": [figure(5, 5, profile="civilian", state="gone"), figure(7, 5, profile="civilian", **GONE)],
            "engagement": "escort",
            "seat": 1,
            "stage": "end-game",
            "complication": 10,
            "marks": (("messenger-1", 3), ("messenger-went-1", 1), ("out", 1), ("away", 1)),
            "end_game": 3,
            **more,
        }
    )
    play = Play(game.state, game.ruleset, game.world, [])
    assert turn.scenario_intervenes(play)
    return [e.sentence(game.world.names.__getitem__) for e in play.events if isinstance(e, kinds)]


FALLEN_LEADER = [figure(10, 10, profile="human-hero", leader=True, **GONE), figure(14, 10)]


def test_the_points_of_the_engagement_are_scored_before_the_end_game_ends_the_battle() -> None:
    sentences = judged(Scored, Ended, red=FALLEN_LEADER, marks=(("messenger-1", 4), ("out", 1)))
    assert ["out by the far edge" in sentences[0], "leader is dead" in sentences[1], len(sentences)] == [True, True, 3]


def test_orders_that_got_away_are_scored_before_the_end_game_ends_the_battle() -> None:
    sentences = judged(Scored, Ended, red=FALLEN_LEADER)
    assert ["orders got away" in sentences[0], "leader is dead" in sentences[1], len(sentences)] == [True, True, 3]


def test_civilians_leave_the_table_before_a_messenger_does() -> None:
    # Nothing but the order of these lines hangs on it: civilians are of no party, and no complication looks at them.
    civilians = [figure(40, 0.7, profile="civilian"), figure(44, 10, profile="civilian")]
    marks = (("messenger-1", 3), ("messenger-went-1", 1))
    assert judged(Left, civilians=civilians, marks=marks) == [
        "Civilian at 40, 0.7 leaves the table.",
        "Human Regular at 30, 47.2 leaves the table.",
    ]
