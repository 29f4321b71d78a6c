"""Ground that harms whoever lies in it when a round ends, under the classic rules: sludge, flooded passages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import COLD, end_round, fighter, marker, piece, rolled_keys, roof, run_rule, scene
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.rounds import Activated
from warbook.rulesets.necromunda.harm import conditions, soaking

FAR = fighter(40, 40)


def pool(kind: str, red: Any, board: str = "") -> Any:
    """A fighter beside or in a pool of four inches by four."""
    lies = piece("area", rect=[12, 10, 4, 4], kind="pool") + marker(kind, 14, 12)
    return scene(red=[red], blue=[FAR], board=board + lies, ruleset=RULESET)[:2]


def test_who_is_in_sludge_is_less_tough() -> None:
    for x, toughness in ((14, 2), (11.6, 2), (11.4, 3)):
        game, red = pool("toxic-sludge", fighter(x, 12))
        assert game.model(red).toughness == toughness
    game, red = pool("toxic-sludge", fighter(14, 12, z=6), roof(6))
    assert game.model(red).toughness == 3, "a walkway leads over it"


@pytest.mark.parametrize(("status", "face", "after"), [
    ("pinned", 1, "out-of-action"), ("pinned", 2, "pinned"), ("seriously-injured", 1, "out-of-action"),
    ("standing", 0, "standing"),
])  # fmt: skip
def test_sludge_takes_who_lies_in_it_when_the_round_ends(status: str, face: int, after: str) -> None:
    game, red = pool("toxic-sludge", fighter(14, 12, status=status))
    dice = ((face,) if face else ()) + (COLD if after == "out-of-action" else ())
    run_rule(game, conditions.lingering_effects, dice=dice)
    assert game.record(red).status.value == after
    game, red = pool("toxic-sludge", fighter(20, 12, status=status))
    run_rule(game, conditions.lingering_effects)


@pytest.mark.parametrize(("status", "face", "after"), [
    ("seriously-injured", 1, "out-of-action"), ("seriously-injured", 2, "seriously-injured"), ("pinned", 0, "pinned"),
])  # fmt: skip
def test_whoever_lies_injured_under_water_may_drown(status: str, face: int, after: str) -> None:
    game, red = pool("flooded-passage", fighter(14, 12, status=status))
    dice = ((face,) if face else ()) + (COLD if after == "out-of-action" else ())
    run_rule(game, soaking.drown, dice=dice)
    assert game.record(red).status.value == after and game.model(red).toughness == 3


def test_one_drowns_at_the_end_of_a_round() -> None:
    lies = piece("area", rect=[12, 10, 4, 4], kind="pool") + marker("flooded-passage", 14, 12)
    hurt, friends = fighter(14, 12, status="seriously-injured", wounds=0), [fighter(30 + n, 12) for n in (0, 2, 4)]
    game, (red, *_), _ = scene(red=[hurt, *friends], blue=[FAR], board=lies, ruleset=RULESET)
    end_round(
        game, bottle=False, dice=[1, 3, 1, *COLD, (1, 2)], activate=game.world.sides[1][0], action="end-activation"
    )
    assert rolled_keys(game)[:3] == ["bottle", "recovery", "drown"]
    assert game.record(red).status.value == "out-of-action"


def test_a_walkway_over_a_sewer_is_dry() -> None:
    channel = roof(6) + piece("area", rect=[12, 10, 4, 4], kind="sewage") + marker("sewer", 14, 12)
    game, red, _ = scene(red=[fighter(14, 12, z=6)], blue=[FAR], board=channel, ruleset=RULESET)
    run_rule(game, lambda play: play.happen(Activated(red, 2)))
    assert game.record(red).status.value == "standing"
