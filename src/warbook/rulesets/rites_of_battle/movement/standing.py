"""Standing up, and taking and leaving cover."""

from __future__ import annotations

from collections.abc import Callable

from ....core.action import Requirement, requirement, some
from ..checks import economy, squares
from ..checks.requirements import able, has_maneuver, prone
from ..events.fighters import Stance, StanceTaken
from ..printed.catalogue import action
from ..records import Model, Play


def take_stance(stance: Stance) -> Callable[[Play, Model], None]:
    """The rule of a maneuver that only changes how a fighter stands."""

    def rule(play: Play, actor: Model) -> None:
        economy.make_maneuver(play, actor)
        play.happen(StanceTaken(actor.id, stance))

    return rule


near_cover: Requirement[Model] = some(
    "There must be cover in its square or next to it.",
    lambda actor: squares.covers(actor.play, actor.id),
    condition="There must be cover in its square or next to it (cover-from).",
)


@requirement("It must be in cover.")
def in_cover(actor: Model) -> bool:
    return actor.record.covered


@requirement("It must not be in cover yet.")
def out_of_cover(actor: Model) -> bool:
    return not actor.record.covered


STAND = action("stand", (able, has_maneuver, prone), take_stance("standing"), ours=(able,))
TAKE_COVER = action("take-cover", (able, has_maneuver, out_of_cover, near_cover), take_stance("covered"), ours=(able,))
LEAVE_COVER = action("leave-cover", (able, has_maneuver, in_cover), take_stance("uncovered"), ours=(able,))
