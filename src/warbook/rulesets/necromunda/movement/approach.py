"""As far towards a place as a move goes."""

from __future__ import annotations

from ....core.state import Placement
from ....space import approach as towards
from ....space.movement import Route, Rules
from ..records import Play
from ..records.position import board_now, layout, per_position


@per_position
def approach(play: Play, who: int, to: Placement, rules: Rules) -> Route:
    """As far towards a place as a move goes."""
    return towards.approach(board_now(play), layout(play), who, play.state.records[who].at, to, rules)
