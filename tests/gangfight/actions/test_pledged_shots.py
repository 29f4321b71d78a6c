"""Whether the Fire! that was pledged is shot: scenes as an author elsewhere would write them."""

from __future__ import annotations

import pytest

from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.testing import Scene, model

HITS, SAVES_NOTHING, MISSES = [4, 4, 1], [1, 1, 1], [1, 1, 1]  # three dice each; two blows hit


@pytest.mark.parametrize(("wounds", "left", "shoots"), [(3, 1, True), (2, 0, False), (1, 0, False)])
def test_a_pledged_shot_is_lost_by_who_has_no_wound_left(wounds: int, left: int, shoots: bool) -> None:
    game, charger, shooter = Scene.of(
        "gangfight",
        red=[model(10, 10, "human-regular")],
        blue=[model(10, 16, "human-regular", weapons=["revolver"], ap=1, wounds=wounds)],
        sides=("south", "north"),
    )
    shot = [MISSES[0], *MISSES] if shoots else []  # a die more, so near
    game.does(
        charger,
        "charge",
        at=shooter,
        interrupt_fire=shooter,
        stop="into base contact",
        dice=[2, 2, 2, 2, *HITS, *SAVES_NOTHING, *shot],
    )
    assert [event.who for event in game.happened(Attacked)] == [charger, *[shooter] * shoots]
    lost = any("it has fallen, and its shot is lost" in line for line in game.log())
    assert lost is not shoots
    assert game.record(shooter).wounds == left
