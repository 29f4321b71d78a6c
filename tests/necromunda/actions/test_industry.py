"""Service hatches, claws and hooks, under the classic rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    fighter,
    marker,
    next_question,
    piece,
    rolled_keys,
    roof,
    run_rule,
    scene,
    target_of,
    way,
)
from tests.necromunda.scenes import spot as place
from warbook.rulesets.necromunda.actions import claws
from warbook.rulesets.necromunda.attacks import blasts
from warbook.rulesets.necromunda.checks import guns, targets
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.harm.strikes import Hit
from warbook.rulesets.necromunda.records.effects import begin_effect
from warbook.testing import leg

FAR = fighter(40, 40)
PASSED, FAILED = 6, 1
HATCH = marker("hatch", 10, 11)


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    return pytest.mark.covers(RULESET.id, entry, aspect)


def hall(red: Any, blue: Any = FAR, **around: Any) -> Any:
    several = [*red] if isinstance(red, list) else [red]
    return scene(red=several, blue=[blue], ruleset=RULESET, **around)


# ---- hatches ---------------------------------------------------------------------------------------------------------


@covers("cover", "works")
@covers("cover", "numbers")
def test_behind_a_hatch_one_is_in_partial_cover_until_one_moves() -> None:
    shooter = fighter(10, 20, facing=(0, -1), weapons=["autogun"])
    game, red, blue = hall(fighter(10, 10), shooter, board=HATCH)
    assert ("cover", -1) not in target_of(game, blue, red).because
    game.does(red, "cover")
    assert game.state.turn.left == 1
    assert ("cover", -1) in target_of(game, blue, red).because
    game.does(red, "move", path=way(leg(10, 9)))
    assert ("cover", -1) not in target_of(game, blue, red).because
    game.does(red, "move", path=way(leg(10, 10)), hide=False)
    assert ("cover", -1) not in target_of(game, blue, red).because, "coming back is not enough"


@covers("cover", "works")
def test_who_lies_prone_in_that_cover_lies_low() -> None:
    shooter = fighter(10, 20, facing=(0, -1), weapons=["autogun"])
    game, red, blue = hall(fighter(10, 10, status="pinned"), shooter, board=HATCH)
    assert red in targets.targets(game.model(blue), guns.gun(game.model(blue), (0, 0)))
    run_rule(game, lambda play: begin_effect(play, "sheltered", red, "moved"))
    assert red not in targets.targets(game.model(blue), guns.gun(game.model(blue), (0, 0)))


@covers("cover", "numbers")
@pytest.mark.parametrize("hidden", [False, True])
def test_it_is_cover_from_blasts_too(hidden: bool) -> None:
    game, red, _ = hall(fighter(10, 10), board=HATCH)
    if hidden:
        run_rule(game, lambda play: begin_effect(play, "sheltered", red, "moved"))
    hit = Hit(LIBRARY.weapons["frag-grenades"].profiles[0], way="blast", origin=(10_000, 12_000, 0))
    found: list[int] = []
    run_rule(game, lambda play: found.extend(c.hidden for c in blasts.caught_beneath(play, lambda: [red], hit).caught))
    assert found == [int(hidden)]


@covers("cover", "refused")
def test_it_takes_a_hatch_at_hand() -> None:
    game, red, _ = hall(fighter(10, 10))
    assert game.why_not(red, "cover") == ("There must be a service hatch on the board.",)
    game, red, _ = hall(fighter(10, 8), board=HATCH)
    assert game.why_not(red, "cover") == ("It must be within an inch of a service hatch.",)
    game, red, _ = hall(fighter(10, 10), board=HATCH)
    game.does(red, "cover")
    assert game.why_not(red, "cover") == ("It must not have that cover already.",)


# ---- claws: climbing -------------------------------------------------------------------------------------------------


def claw(z: float = 6, **facts: Any) -> str:
    """A claw that hangs at the western edge of a roof."""
    hook = piece("marker", id="old", kind="claw", at=[10, 13, z])
    return roof(6, **facts) + hook


@covers("climb-claw", "works")
@covers("climb-claw", "numbers")
def test_one_climbs_along_a_claw_however_high() -> None:
    game, red, _ = hall(fighter(8, 13), board=claw())
    game.does(red, "climb-claw", landing=place(11, 13, 6))
    assert game.at(red) == (11, 13, 6) and game.state.turn.left == 1
    game.does(red, "climb-claw", landing=place(8, 13, 0))
    assert game.at(red) == (8, 13, 0)
    game, red, _ = hall(fighter(8, 13), board=claw(), options={"claw-climbs-whole-way": False})
    assert game.why_not(red, "climb-claw") == (
        'It must be within 3" of the line from a claw or hook to the ground, with another level to get to.',
    )


@covers("climb-claw", "refused")
def test_one_climbs_only_within_three_inches_of_the_line() -> None:
    game, red, _ = hall(fighter(8, 13), board=claw())
    question = next_question(game, activate=red, action="climb-claw")
    assert question.legal(place(13.45, 13, 6)) == ()
    assert question.legal(place(13.6, 13, 6)) == ('It must end on another level, within 3" of the line.',)
    assert question.legal(place(9, 11, 0)) == ('It must end on another level, within 3" of the line.',)
    for x, open_to in ((6.51, True), (6.49, False)):
        game, red, _ = hall(fighter(x, 13), board=claw())
        assert ("climb-claw" in game.allowed(red)) == open_to
    game, red, _ = hall(fighter(8, 13, stats={"mounted": True}), board=claw())
    assert game.why_not(red, "climb-claw") == ("It must be on foot: mounts do not climb.",)
    game, red, _ = hall(fighter(8, 13))
    assert game.why_not(red, "climb-claw") == ("There must be a claw or hook on the board.",)
    game, red, _ = hall(fighter(8, 13), board=claw())
    run_rule(game, lambda play: begin_effect(play, "switched-off", 2, "next-end-phase"))
    assert "climb-claw" not in game.allowed(red)


# ---- claws: coming down on somebody ----------------------------------------------------------------------------------


@covers("trigger-claw", "works")
@covers("trigger-claw", "numbers")
@pytest.mark.parametrize(("dice", "wounds"), [([PASSED], 2), ([FAILED, 2], 2), ([FAILED, 3], 1)])
def test_a_claw_hits_whoever_is_below_it_unless_it_jumps_aside(dice: list[int], wounds: int) -> None:
    game, red, blue = hall(fighter(11, 13, z=6), fighter(8, 13, wounds=2), board=claw())
    game.does(red, "trigger-claw", dice=dice)
    assert game.record(blue).wounds == wounds and game.record(blue).status.value == "standing"
    assert rolled_keys(game) == ["claw", "wound"][: len(dice)]


@covers("trigger-claw", "numbers")
def test_at_some_tables_a_claw_pins_as_well() -> None:
    game, red, blue = hall(fighter(11, 13, z=6), fighter(8, 13, wounds=2), board=claw(), options={"claws-pin": True})
    game.does(red, "trigger-claw", dice=[FAILED, 2])
    assert game.record(blue).status.value == "pinned"


@covers("trigger-claw", "refused")
def test_the_enemy_must_be_lower_and_by_the_line_and_the_claw_at_hand() -> None:
    reason = ('It must be within 3" of a claw or hook, with an enemy below within 3" of its line.',)
    for at, under in (
        ((11, 13, 6), (6.4, 13)),
        ((8, 13, 0), (9, 15)),
        ((14, 13, 6), (8, 13)),
        ((11, 13, 6), (11, 15, 6)),
    ):
        game, red, _ = hall(fighter(*at), fighter(*under), board=claw())
        assert game.why_not(red, "trigger-claw") == reason


# ---- hooks -----------------------------------------------------------------------------------------------------------


@covers("hook-cargo", "works")
@covers("hook-cargo", "numbers")
def test_a_hook_takes_the_injured_up_and_caskets_down() -> None:
    hurt = fighter(8, 13, status="seriously-injured", wounds=0)
    game, (red, friend), _ = hall([fighter(11, 13, z=6), hurt], board=claw())
    game.does(red, "hook-cargo", place=place(11, 14.5, 6)[:3])
    assert game.at(friend) == (11, 14.5, 6) and game.state.turn.left == 1
    chest = piece("marker", id="old", kind="casket", at=[11, 14.5, 6])
    game, red, _ = hall(fighter(11, 13, z=6), board=claw() + chest.replace('"old"', '"chest"'))
    game.does(red, "hook-cargo", place=place(8, 13, 0)[:3])
    assert game.at(3) == (8, 13, 0)


@covers("hook-cargo", "refused")
def test_a_hook_sets_its_cargo_down_on_another_level_within_three_inches() -> None:
    hurt = fighter(8, 13, status="seriously-injured", wounds=0)
    game, red, _ = hall([fighter(11, 13, z=6), hurt], board=claw())
    question = next_question(game, activate=red[0], group=-1, action="hook-cargo")
    assert question.legal(place(13.45, 14, 6)[:3]) == ('It must end on another level, within 3" of the claw or hook.',)
    assert question.legal(place(9, 14, 0)[:3]) == ('It must end on another level, within 3" of the claw or hook.',)
    assert question.legal(place(11, 13.5, 6)[:3]), "there is somebody"


@covers("hook-cargo", "refused")
def test_some_tables_lift_no_enemies_and_let_nothing_down() -> None:
    refused = (claws.something_to_lift.reason,)
    hurt = fighter(8, 13, status="seriously-injured", wounds=0)
    for lift in (True, False):
        game, red, _ = hall(fighter(11, 13, z=6), hurt, board=claw(), options={"hooks-lift-enemies": lift})
        assert game.why_not(red, "hook-cargo") == (() if lift else refused)
    above = fighter(11, 14.5, z=6, status="seriously-injured", wounds=0)
    for low in (True, False):
        options = {"hooks-reach-to-the-ground": low}
        game, red, _ = hall([fighter(11, 13, z=6), above], board=claw(), options=options)
        assert game.why_not(red[0], "hook-cargo") == (() if low else refused)
