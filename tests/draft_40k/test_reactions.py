"""Reactions to being shot at."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row
from warbook.rulesets.draft_40k.checks.saving import cover_against
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import Unscripted, model

CANNON = ["laser-cannon"]
RIFLE = ((0, 0),)


def shot_at(blue: list[Any], gear: list[str] = CANNON, y: float = 10, **turn: Any) -> Field:
    """A keeper shoots at somebody."""
    return field(row(1, 10, y, "keeper", "keeper", gear=gear), blue, phase="shoot", **turn)


def react(game: Field, who: str, whom: str, reaction: str, **script: Any) -> None:
    """A unit shoots at another, which reacts."""
    target = game.unit(whom)
    answers: Any = {"ShotAt.after": (reaction, target), **script}
    game.does(game.unit(who), "shoot", target=target, **answers)


def offered(game: Field, target: str) -> list[str]:
    """Which reactions a unit has when it is shot at."""
    keeper, whom = game.unit("keeper"), game.unit(target)
    try:
        question = game.asks(keeper, "shoot", target=whom)
    except Unscripted:
        return []  # the dice are rolled at once
    options = [each for each in question.candidates(9) if each is not None] if question.kind == "window" else []
    return sorted(id for id, _ in options)


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        ("militia", ["going-to-ground", "return-fire"]),
        ("battle-frame", ["flying-high", "going-to-ground"]),
        ("beacon-leaper", ["flying-high", "going-to-ground"]),
        ("mirror-rider", ["flying-high", "going-to-ground"]),
        ("road-keeper", ["going-to-ground"]),
        ("mere-bull", ["brace"]),
        ("breakwater", ["brace"]),
        ("walking-tomb", ["brace"]),
        ("gull-skiff", []),
    ],
)
def test_who_may_answer_how(profile: str, expected: list[str]) -> None:
    """The table of 8.8, for units that have not moved: return fire only where there is a weapon for it in reach."""
    game = shot_at([model(10, 21, profile, name="them", squad="them")])
    assert [each for each in offered(game, "them") if each != "return-fire" or profile == "militia"] == expected


def test_going_to_ground_betters_cover_for_the_attack_that_it_answers() -> None:
    """T3: a 6+ in the open."""
    game = shot_at(row(3, 10, 40, "keeper", "them"))
    them = game.unit("them")
    react(game, "keeper", "them", "going-to-ground", dice=[4, 4, 6])
    assert len(game.squad("them").members) == 3
    assert (game.squad("them").morale, game.squad("them").since) == ("suppressed", 1)
    assert cover_against(Unit(game.play, them), 0) == 6
    assert cover_against(Unit(game.play, them), 4) == 3
    assert cover_against(Unit(game.play, them), 2) == 2


def test_going_to_ground_again_changes_nothing() -> None:
    """T12."""
    game = shot_at(row(3, 10, 40, "keeper", "them", unit={"morale": "suppressed", "since": 0}))
    react(game, "keeper", "them", "going-to-ground", dice=[1])
    assert (game.squad("them").morale, game.squad("them").since) == ("suppressed", 0)


def test_who_braces_ignores_one_lost_weapon_of_the_attack() -> None:
    """T5: the first is discarded, the second applies."""
    gunners = row(2, 10, 10, "keeper", "keeper", gear=CANNON)
    game = field(gunners, [model(10.8, 25, "breakwater", name="tank", squad="tank")], phase="shoot")
    react(game, "keeper", "tank", "brace", dice=[4, 6, 3, 4, 6, 3])
    assert game.machine("tank").lost == (0,)
    assert game.squad("tank").morale == "suppressed"


def test_who_flies_high_is_shot_at_by_snap_shots_and_then_pushed() -> None:
    game = shot_at(row(3, 10, 20, "beacon-leaper", "them"))
    them, keeper = game.unit("them"), game.unit("keeper")
    before = {game.state.records[id].at.spot for id in game.squad("them").members}
    flies: Any = {"ShotAt.after": ("flying-high", them)}
    question: Any = game.asks(keeper, "shoot", target=them, dice=[5], **flies)
    assert question.kind == "march"
    assert question.player == 0
    assert {rules.allowance for rules in question.rules.values()} == {6 * INCH}
    react(game, "keeper", "them", "flying-high", dice=[5], consolidate=question.candidates(3)[1])
    assert len(game.squad("them").members) == 3, "a 5 misses, which hits where nobody flies high"
    assert {game.state.records[id].at.spot for id in game.squad("them").members}.isdisjoint(before)
    assert game.squad("them").morale == "suppressed"


def test_return_fire_is_rolled_before_casualties_are_taken_away() -> None:
    """Two shoot with two shots each and wound both of the others, who hit back with one each before they fall."""
    game = field(row(2, 10, 10, "militia", "us"), row(2, 10, 20, "militia", "them"), phase="shoot")
    react(game, "us", "them", "return-fire", dice=[4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 4, 4, 4, 4])
    assert game.squad("them").where == "gone"
    assert game.squad("us").where == "gone"
    assert game.state.turn.volley is None


def test_what_return_fire_kills_breaks_nobody() -> None:
    game = field(row(4, 10, 10, "militia", "us"), row(4, 10, 20, "militia", "them"), phase="shoot")
    react(game, "us", "them", "return-fire", casualties=(0, 0, 0, 1), dice=[4, 1, 1, 1, 4, *[1] * 8, 4])
    assert (len(game.squad("us").members), game.squad("us").strength) == (3, 3)


def test_nobody_within_twelve_inches_no_return_fire() -> None:
    """T9."""
    game = shot_at(row(3, 10, 30, "militia", "them"))
    assert offered(game, "them") == ["going-to-ground"]


def test_one_reaction_to_a_trigger_unless_the_table_allows_more() -> None:
    them = row(3, 10, 20, "beacon-leaper", "them")
    game = shot_at(them)
    react(game, "keeper", "them", "going-to-ground", dice=[1])  # no second window is asked
    unlimited = {"reactions-per-trigger": "unlimited"}
    many = field(row(1, 10, 10, "keeper", "keeper", gear=CANNON), them, phase="shoot", options=unlimited)
    both = [("going-to-ground", many.unit("them")), ("flying-high", many.unit("them"))]
    answers: Any = {"ShotAt.after": both}
    question = many.asks(many.unit("keeper"), "shoot", target=many.unit("them"), dice=[1], **answers)
    assert question.kind == "march", "it has flown high as well"
