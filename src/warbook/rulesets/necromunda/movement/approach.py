"""As far towards a place as a move goes, and whether it may get there."""

from __future__ import annotations

from ....core.state import Placement
from ....space import approach as towards
from ....space.movement import Route, Rules
from ....space.sight import within
from ..records import Model, Play
from ..records.position import board_now, layout, per_position


@per_position
def approach(play: Play, who: int, to: Placement, rules: Rules) -> Route:
    """As far towards a place as a move goes."""
    return towards.approach(board_now(play), layout(play), who, play.state.records[who].at, to, rules)


def may_come_near(mover: Model, to: Placement, distance: int) -> bool:
    """Whether a move of so many thousandths might end beside somebody; who leaps for nothing may get
    further, and is thought to come twice as far: nobody finds enough gaps for more."""
    return is_within_inches(mover.at, to, 2 * distance if mover.has("mighty-leap") else distance)


def is_within_inches(at: Placement, to: Placement, distance: int) -> bool:
    """Whether somebody is no further off than that in plan: to jump down and to step up takes nothing."""
    return within(at.moved_to((at.x, at.y, to.z)), to, distance)
