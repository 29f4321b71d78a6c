"""Standing up, and taking and leaving cover."""

from __future__ import annotations

from ....core.action import Requirement, requirement, some
from ..checks import economy, squares
from ..checks.requirements import able, has_maneuver, prone
from ..events.fighters import StanceTaken
from ..printed.catalogue import action
from ..records import Model, Play


def stand(play: Play, actor: Model) -> None:
    """On its feet again."""
    economy.make_maneuver(play, actor)
    play.happen(StanceTaken(actor.id, "standing"))


def take_cover(play: Play, actor: Model) -> None:
    """Behind what is in its square or next to it: a ranged defence of 1."""
    economy.make_maneuver(play, actor)
    play.happen(StanceTaken(actor.id, "covered"))


def leave_cover(play: Play, actor: Model) -> None:
    """Out from behind it, where it stands."""
    economy.make_maneuver(play, actor)
    play.happen(StanceTaken(actor.id, "uncovered"))


near_cover: Requirement[Model] = some(
    "There must be cover in its square or next to it.", lambda actor: squares.covers(actor.play, actor.id)
)


@requirement("It must be in cover.")
def in_cover(actor: Model) -> bool:
    return actor.record.covered


@requirement("It must not be in cover yet.")
def out_of_cover(actor: Model) -> bool:
    return not actor.record.covered


STAND = action("stand", (able, has_maneuver, prone), stand, ours=(able,))
TAKE_COVER = action("take-cover", (able, has_maneuver, out_of_cover, near_cover), take_cover, ours=(able,))
LEAVE_COVER = action("leave-cover", (able, has_maneuver, in_cover), leave_cover, ours=(able,))
