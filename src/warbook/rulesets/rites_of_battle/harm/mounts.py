"""Mounts that are struck: what they take, and how a rider falls with one."""

from __future__ import annotations

from collections.abc import Iterable

from ....mechanics.narrative import Roll
from ..checks import pools
from ..checks.pools import Attempt
from ..events.fighters import Rode, ThingUsed, points
from ..printed.catalogue import mounts
from ..records import NOBODY, Check, Model, Play
from ..records.position import thing
from . import conditions

KEEPING_ITS_FEET = 2


def targets(play: Play, who: Iterable[int]) -> list[int]:
    """What these ride that can be struck, where the table plays it."""
    ridden = (play.state.records[each].rides for each in who) if play.option["mounts-are-struck"] else ()
    return [id for id in ridden if id != NOBODY and mounts()[thing(play, id).profile].wounds]


def wound(play: Play, id: int, taken: int, by: int) -> None:
    """A mount is hurt; with more wounds than it can bear it falls."""
    mount = thing(play, id)
    if not taken or mount.state != "there":
        return
    falls = mount.wounds + taken > mounts()[mount.profile].wounds
    play.happen(ThingUsed(by, id, f"does {points(taken, 'wound')} to", "there", wounds=taken))
    if falls:
        play.happen(ThingUsed(by, id, "brings down", "taken"))
    if falls and mount.rider != NOBODY:
        _throw_off(play, Model(play, mount.rider))


def _throw_off(play: Play, rider: Model) -> None:
    """Whoever was on it is prone, unless Coordination keeps it on its feet, or as the table plays it."""
    play.happen(Rode(rider.id))
    falls = play.option["riders-fall"]
    if falls == "always" or (falls == "check" and not _keeps_its_feet(play, rider)):
        conditions.knock_down(play, rider.id)


def _keeps_its_feet(play: Play, rider: Model) -> bool:
    attempt = Attempt(play, rider, "coordination", KEEPING_ITS_FEET, Check("fall", rider.id))
    rolled: Roll = pools.throw(attempt, "mount.fall", "Coordination")
    return rolled.success > 0
