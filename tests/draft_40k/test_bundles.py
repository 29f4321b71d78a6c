"""What is done in the preparation and the consolidation phase, and smoke."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, covers, field, row
from warbook.core.state import Placement, Posture
from warbook.core.structs import replace
from warbook.rulesets.draft_40k.battle.missions import points
from warbook.rulesets.draft_40k.checks.hulls import cover_of_hull
from warbook.rulesets.draft_40k.records.state import Marker
from warbook.rulesets.draft_40k.records.unit import Unit
from warbook.testing import model


@covers("abandon", "works")
@covers("abandon", "numbers")
@covers("abandon", "refused")
def test_of_five_with_two_wounds_three_wounded_leave_two_behind() -> None:
    """T13: wounds left 2, 1, 1, 2, 1, and the second goes on."""
    left = [2, 1, 1, 2, 1]
    mob = [
        model(10 + 2 * n, 10, "bosun", squad="mob", name=f"mob {n + 1}", wounds=wounds) for n, wounds in enumerate(left)
    ]
    game = field(mob, row(3, 10, 40, "militia", "others"), phase="consolidate")
    unit = game.unit("mob")
    members = game.squad("mob").members
    game.does(unit, "abandon", stays=members[1])
    assert [game.state.records[id].wounds for id in game.squad("mob").members] == [2, 1, 2]
    assert game.squad("mob").strength == 3, "they count in no test of morale"
    assert game.why_not(unit, "abandon") == (
        "More than one of its models must be wounded, independent characters not counted.",
        "It must not have left anybody behind in this turn.",
    )


def test_it_has_to_be_done_before_the_phase_is_over() -> None:
    mob = [model(10 + 2 * n, 10, "bosun", squad="mob", name=f"mob {n + 1}", wounds=1) for n in range(2)]
    game = field(mob, row(3, 10, 40, "militia", "others"), phase="consolidate")
    assert game.why_not(game.unit("mob"), "leave-it") == ("It must leave all but one wounded behind.",)


def with_marker(unit: dict[str, Any], foe: float = 40, y: float = 13, **more: Any) -> Field:
    """A marker two inches beside the watch, from base to edge."""
    game = field(
        row(3, 10, 10, "militia", "watch", unit=unit), row(3, 10, foe, "militia", "others"), phase="prepare", **more
    )
    at = Placement(10 * INCH, int(y * INCH), radius=500, height=1, posture=Posture.AWAY)
    game.state.records.append(Marker(id=len(game.state.records), owner=-1, profile="marker", at=at))
    game.world = replace(game.world, names={**game.world.names, len(game.state.records) - 1: "the marker"})
    return game


@covers("claim", "works")
@covers("claim", "refused")
def test_a_unit_of_the_line_claims_a_marker_until_the_other_side_does() -> None:
    game = with_marker({})
    game.does(game.unit("watch"), "claim")
    marker = game.state.records[-1]
    assert marker.claimed == 0
    assert game.why_not(game.unit("watch"), "claim") == (
        "It must not have claimed one in this turn.",
        'It must be within 3" of a marker that its side does not claim, with no enemy as near.',
    )


def test_a_unit_claims_one_marker_in_a_turn() -> None:
    game = with_marker({})
    at = game.state.records[-1].at
    game.state.records.append(Marker(id=len(game.state.records), owner=-1, profile="marker", at=at))
    game.world = replace(game.world, names={**game.world.names, len(game.state.records) - 1: "another"})
    watch, first = game.unit("watch"), len(game.state.records) - 2
    game.does(watch, "claim", marker=first)
    assert game.why_not(watch, "claim") == ("It must not have claimed one in this turn.",)


@pytest.mark.parametrize(("unit", "foe"), [({"morale": "suppressed"}, 40), ({"morale": "falling-back"}, 40), ({}, 15)])
def test_neither_the_shaken_claim_nor_anybody_beside_an_enemy(unit: dict[str, Any], foe: float) -> None:
    game = with_marker(unit, foe)
    assert "claim" not in game.allowed(game.unit("watch"))


@covers("claim", "numbers")
@pytest.mark.parametrize(("y", "foe", "may"), [(14, 40, True), (14.1, 40, False), (13, 17, False), (13, 17.1, True)])
def test_how_near_one_is_to_claim_and_how_near_an_enemy_may_be(y: float, foe: float, may: bool) -> None:
    game = with_marker({}, foe, y)
    assert ("claim" in game.allowed(game.unit("watch"))) is may


def test_a_claimed_marker_beside_an_enemy_is_worth_nothing_at_the_end() -> None:
    for foe, expected in ((40, (1, 0)), (15, (0, 0))):
        game = with_marker({}, foe)
        game.state.records[-1] = replace(game.state.records[-1], claimed=0)
        game.world = replace(game.world, scenario=replace(game.world.scenario, mission="seize-ground"))
        assert points(game.play) == expected


@covers("pop-smoke", "works")
@covers("pop-smoke", "numbers")
@covers("pop-smoke", "refused")
def test_smoke_is_popped_once_after_an_advance_and_not_after_a_surge() -> None:
    """T24."""

    def tank(**unit: Any) -> Field:
        return field(
            [model(10, 10, "breakwater", name="tank", squad="tank", unit=unit)],
            row(3, 10, 40, "militia", "others"),
        )

    game = tank(mode="advance", done=["moved"])
    game.does(game.unit("tank"), "pop-smoke")
    assert game.machine("tank").smoke == "on"
    (hull,) = game.squad("tank").members
    shooter = game.squad("others").members[0]
    assert cover_of_hull(game.play, Unit(game.play, game.unit("tank")), hull, shooter) == 4, "4+ in smoke"
    assert game.why_not(game.unit("tank"), "pop-smoke") == ("Its smoke launchers must not have been used.",)
    surged = tank(mode="surge", done=["moved"])
    assert surged.why_not(surged.unit("tank"), "pop-smoke") == ("It must not have surged in this turn.",)


@covers("jet-pack-move", "works")
@covers("jet-pack-move", "numbers")
@covers("jet-pack-move", "refused")
def test_jet_packs_move_six_inches_on_unless_they_ran_as_fast_as_they_could() -> None:
    frames = [model(10 + 2 * n, 10, "battle-frame", squad="frames", name=f"frame {n + 1}") for n in range(2)]
    game = field(frames, row(3, 10, 40, "militia", "others"), phase="consolidate")
    question: Any = game.asks(game.unit("frames"), "jet-pack-move")
    assert {rules.allowance for rules in question.rules.values()} == {6 * INCH}
    game.does(game.unit("frames"), "jet-pack-move", consolidate=question.following(0, ((10 * INCH, 16 * INCH, 0, 0),)))
    assert [game.state.records[id].at.y for id in game.squad("frames").members] == [16 * INCH] * 2
    assert game.why_not(game.unit("frames"), "jet-pack-move") == ("It must not have made such a move in this phase.",)
    assert game.why_not(game.unit("others"), "jet-pack-move") == ("All of it must have jet packs.",)


@covers("consolidation-move", "works")
@covers("consolidation-move", "numbers")
@covers("consolidation-move", "refused")
def test_who_is_scattered_may_close_up_by_three_inches() -> None:
    apart = [model(10 + 4 * n, 10, "militia", squad="watch", name=f"watch {n + 1}") for n in range(2)]
    game = field(apart, row(3, 10, 40, "militia", "others"), phase="consolidate")
    question: Any = game.asks(game.unit("watch"), "consolidation-move")
    assert {rules.allowance for rules in question.rules.values()} == {3 * INCH}
    game.does(game.unit("watch"), "consolidation-move", consolidate=((), ((12_600, 10_000, 0, 0),)))
    assert [game.state.records[id].at.x for id in game.squad("watch").members] == [10_000, 12_600]
    together = field(row(2, 10, 10, "militia", "watch"), row(3, 10, 40, "militia", "others"), phase="consolidate")
    assert together.why_not(together.unit("watch"), "consolidation-move") == (
        "A rule must grant it a move: it glides on, or is scattered.",
    )


def test_who_touches_an_enemy_already_may_stay_where_it_is() -> None:
    """Such as a unit beside a vehicle, which locks nobody."""
    frames = [model(10, 10, "battle-frame", name="frame", squad="frames")]
    game = field(frames, [model(12.05, 10, "breakwater", name="tank")], phase="consolidate")
    question: Any = game.asks(game.unit("frames"), "jet-pack-move")
    assert question.legal(question.stay) == ()
