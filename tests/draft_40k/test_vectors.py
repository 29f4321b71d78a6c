"""The numbered vectors of the rules sheet, where the tests of their chapters do not show all of them."""

from __future__ import annotations

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row
from tests.draft_40k.test_ramming import against, rams
from tests.draft_40k.test_reactions import CANNON, react, shot_at
from tests.draft_40k.test_reactions import offered as answers_of
from warbook.rulesets.draft_40k.battle import turn
from warbook.rulesets.draft_40k.checks import permissions
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model


def test_t3_who_went_to_ground_is_suppressed_up_to_the_end_of_its_next_turn() -> None:
    game = shot_at(row(3, 10, 40, "keeper", "them"))
    react(game, "keeper", "them", "going-to-ground", dice=[4, 4, 6])
    them = game.squad("them")
    assert (len(them.members), them.morale) == (3, "suppressed"), "a 6 saves in the open"
    game.runs(turn.begin_turn, 1)
    assert game.squad("them").morale == "suppressed"
    game.turns_to(phase="consolidate")
    game.runs(turn.go_on)
    assert game.squad("them").morale == "steady"


def test_t5_who_braced_advances_at_most_and_fires_snap_shots_in_its_next_turn() -> None:
    gunners = row(2, 10, 10, "keeper", "keeper", gear=CANNON)
    game = field(gunners, [model(10.8, 25, "breakwater", name="tank", squad="tank")], phase="shoot")
    react(game, "keeper", "tank", "brace", dice=[4, 6, 3, 4, 6, 3])
    assert game.machine("tank").lost == (0,), "the first of two weapons that were lost is not"
    game.runs(turn.begin_turn, 1)
    tank = Unit(game.play, game.unit("tank"))
    assert permissions.may(tank, "advance")
    assert not permissions.may(tank, "faster")
    assert permissions.verdict(tank, "shoot")[0] == "s"


def test_t7_a_tank_that_skims_may_brace_and_does_not_fly_high() -> None:
    answers = answers_of(shot_at([model(10, 31, "reed-barge", name="them", squad="them")]), "them")
    assert "brace" in answers
    assert not {"flying-high", "going-to-ground"} & set(answers)


@pytest.mark.parametrize(("away", "back"), [(14, False), (12.1, False), (12, True)])
def test_t9_nobody_fires_back_beyond_twelve_inches(away: float, back: bool) -> None:
    """Ten who stood still, ten who shoot at them from so far, base to base."""
    game = field(
        row(10, 10, 10, "tideling", "keeper", gear=["scrap-gun"]), row(10, 10, 11 + away, "survey-guard", "them"),
        phase="shoot",
    )  # fmt: skip
    assert ("return-fire" in answers_of(game, "them")) is back


def test_t20_a_ram_by_twelve_inches() -> None:
    """8 and a 3 are more than the 10 of the side; 4 and a 6 are less than the 13 of the front."""
    game = against(y=25.75)
    rams(game, [3, 6, 2], passing=True)
    assert game.machine("tank").at.y == pytest.approx(22 * INCH, abs=2)
    assert game.machine("them").lost == (0,)
    front = game.machine("tank")
    assert (front.lost, front.shaken, front.stunned, front.immobilised) == ((), -1, -1, False)


@pytest.mark.parametrize("any_speed", [True, False])
def test_t24_smoke_after_a_surge_where_the_table_has_it(any_speed: bool) -> None:
    surged = model(10, 10, "breakwater", name="tank", squad="tank", unit={"mode": "surge", "done": ["moved"]})
    game: Field = field([surged], row(3, 10, 40, "militia", "others"), options={"smoke-any-speed": any_speed})
    assert ("pop-smoke" in game.allowed(game.unit("tank"))) is any_speed
