"""Both orders of phases: charges in the movement phase, or in the assault phase after the shooting; and runs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.draft_40k.scenes import INCH, Field, field, row
from warbook.testing import model

BEFORE = {"phase-order": "base5e"}
RATES = {"movement-rates": "base5e", **BEFORE}


def facing(gear: str = "slug-pistol", phase: str = "assault", profile: str = "keeper", **unit: Any) -> Field:
    """A model five inches from another, and eight from a third."""
    return field(
        [model(10, 10, profile, name="us", gear=[gear], unit=unit)],
        [model(10, 16, "militia", name="them"), model(10, 19, "militia", name="others")],
        phase=phase, options=BEFORE,
    )  # fmt: skip


def charges(game: Field) -> bool:
    """Whether we may."""
    return "charge" in game.allowed(game.unit("us"))


def test_charges_belong_to_the_assault_phase_where_it_follows_the_shooting() -> None:
    assert charges(facing())
    assert not charges(facing(phase="move"))
    game = facing(mode="advance", done=["moved"])
    way: Any = game.asks(game.unit("us"), "charge", target=game.unit("them")).candidates(1)[0]
    game.does(game.unit("us"), "charge", target=game.unit("them"), charge=way)
    assert game.squad("us").locked == (game.unit("them"),)
    assert game.squad("us").mode == "advance", "as it has moved"
    assert "charge" not in game.allowed(game.unit("us"))


def test_in_the_order_of_the_draft_they_belong_to_the_movement_phase() -> None:
    for phase, may in (("move", True), ("assault", False)):
        game = field([model(10, 10, "keeper", name="us")], [model(10, 16, "militia", name="them")], phase=phase)
        assert charges(game) is may


@pytest.mark.parametrize(
    ("unit", "may"),
    [
        ({"done": ["shot", "fired-slow"]}, False),
        ({"done": ["shot"]}, True),
        ({"mode": "surge", "done": ["moved"]}, False),  # it has run
        ({"mode": "flat-out", "done": ["moved"]}, False),
        ({"done": ["regrouped"]}, False),
    ],
)
def test_who_may_not_charge_for_what_it_did_before(unit: dict[str, Any], may: bool) -> None:
    assert charges(facing(**unit)) is may


def test_the_relentless_charge_whatever_they_fired_and_the_fleet_after_a_run() -> None:
    assert charges(facing(profile="road-keeper", done=["shot", "fired-slow"]))
    assert charges(facing(profile="coast-hound", mode="surge", done=["moved"]))


@pytest.mark.parametrize("lets", [True, False])
def test_a_consolidation_move_lets_charge_where_the_table_has_it(lets: bool) -> None:
    game = field(
        [model(10, 10, "keeper", name="us", unit={"done": ["attached", "shot", "fired-slow"]})],
        [model(10, 16, "militia", name="them")],
        phase="assault", options={**BEFORE, "consolidation-lets-charge": lets},
    )  # fmt: skip
    assert charges(game) is lets


def test_who_has_shot_charges_nobody_else() -> None:
    game = facing("slug-pistol", "shoot")
    game.does(game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=[1])
    game.turns_to(phase="assault")
    question: Any = game.asks(game.unit("us"), "charge")
    assert question.legal(game.unit("others")) == ("It must be whom it has shot at in this turn.",)
    assert question.legal(game.unit("them")) == ()


@pytest.mark.parametrize(("gear", "slow"), [("slug-rifle", True), ("slug-pistol", False), ("paired-slug-gun", False)])
def test_which_weapons_are_slow(gear: str, slow: bool) -> None:
    game = facing(gear, "shoot")
    game.does(
        game.unit("us"), "shoot", passing=True, target=game.unit("them"), dice=[1] * 2 if gear != "slug-pistol" else [1]
    )
    assert game.squad("us").has("fired-slow") is slow


def test_nobody_charges_once_a_combat_has_been_fought() -> None:
    game = field(
        [model(10, 10, "keeper", name="us"), model(30, 10, "keeper", name="fighters", unit={"done": ["fought"]})],
        [model(10, 16, "militia", name="them")], phase="assault", options=BEFORE,
    )  # fmt: skip
    assert game.why_not(game.unit("us"), "charge") == ("It must be the phase of charges.",)


def test_those_on_foot_run_instead_of_shooting_by_the_moves_of_before() -> None:
    game = field(
        [model(10, 10, "keeper", name="us")], [model(10, 30, "militia", name="them")], phase="shoot", options=RATES
    )
    question: Any = game.asks(game.unit("us"), "surge", dice=[4])
    assert {rules.allowance for rules in question.rules.values()} == {4 * INCH}
    at = (10 * INCH, 14 * INCH, 0, 0)
    game.does(game.unit("us"), "surge", dice=[4], march=((at,),))
    assert game.squad("us").mode == "surge"
    assert "shoot" not in game.allowed(game.unit("us"))
    game.turns_to(phase="move")
    assert "surge" not in game.allowed(game.unit("us"))


@pytest.mark.parametrize("moves", [True, False])
def test_a_charge_that_nobody_can_make_becomes_a_move_where_the_table_has_it(moves: bool) -> None:
    wall = (
        "[[wall]]\npoints = [[0, 13], [48, 13]]\nheight = 1\n\n[[wall]]\npoints = [[0, 13.2], [48, 13.2]]\nheight = 1\n"
    )
    game = field(
        row(1, 10, 10, "militia", "us"), row(1, 10, 16, "militia", "them"), board=wall,
        options={"failed-charge-moves": moves},
    )  # fmt: skip
    script: Any = {"target": game.unit("them"), "mode": "advance"}
    if moves:
        assert game.asks(game.unit("us"), "charge", **script).key == "march"
    else:
        game.does(game.unit("us"), "charge", **script)
        assert game.squad("us").has("moved")
