"""Moments: points of the battle that change nothing themselves, at which rules of other chapters are due.

`consequences.py` lists what each of them leads to.
"""

from __future__ import annotations

from ....core.events import Moment
from ....space.drives.met import Driven, Met


class BroughtDown(Moment, frozen=True, gc=False):
    """A fighter has just been seriously injured, or (`out`) gone out of action, with as many lasting `injuries` as
    results took it out.  `by` is who did it, or -1; `free` says that it was a coup de grace that cost no action,
    `melee` that it was done in close combat."""

    who: int
    by: int
    out: bool = False
    injuries: int = 0
    free: bool = False
    melee: bool = False


class WentDown(Moment, frozen=True, gc=False):
    """A fighter that stood has gone down where it was."""

    who: int


class ActionDone(Moment, frozen=True, gc=False):
    """A fighter has done what it declared, to its end or as far as it got."""

    who: int


class ActivationEnds(Moment, frozen=True, gc=False):
    """The activation of a fighter is about to end; what lasts for the activation is still on it."""

    who: int


class VehicleActionDone(Moment, frozen=True, gc=False):
    """A crewed vehicle has done what it declared, to its end or as far as it got."""

    who: int


class VehicleActivationEnds(Moment, frozen=True, gc=False):
    """The activation of a crewed vehicle is about to end; what lasts for the activation is still on it."""

    who: int


class DroveInto(Moment, frozen=True, gc=False):
    """A vehicle has met something on a drive, where it is known by now how far it got."""

    who: int
    met: Met


class DriveEnded(Moment, frozen=True, gc=False):
    """A vehicle has driven; its `stretches` are the parts of its way."""

    who: int
    stretches: tuple[Driven, ...]


class DrivesOff(Moment, frozen=True, gc=False):
    """A vehicle is about to drive away from these enemies, who stand beside it."""

    who: int
    beside: tuple[int, ...]


class ControlLost(Moment, frozen=True, gc=False):
    """A vehicle is out of control: it turns to face along (fx, fy), and goes on so far ahead."""

    who: int
    fx: int
    fy: int
    distance: int


class RolledOver(Moment, frozen=True, gc=False):
    """A vehicle that was mobile rolls over, and in a moment will be a wreck."""

    who: int


class VehicleLost(Moment, frozen=True, gc=False):
    """A vehicle has just been wrecked, which was `mobile` until then; `abandoned` says that its crew has only left it.
    `by` is who did it, or -1; `engine` says that it was hit there."""

    who: int
    by: int
    mobile: bool
    abandoned: bool = False
    engine: bool = False


class NerveFailed(Moment, frozen=True, gc=False):
    """The nerve of a fighter has failed, so that it must run at once."""

    who: int


class FieldDischarged(Moment, frozen=True, gc=False):
    """A force field has stopped a hit of so much Strength."""

    who: int
    field: str
    strength: int


class Swallowed(Moment, frozen=True, gc=False):
    """A fighter has fallen into a pit."""

    who: int


class TrapTriggered(Moment, frozen=True, gc=False):
    """Something has come too near to a trap, or shaken it."""

    trap: int


class HazardMet(Moment, frozen=True, gc=False):
    """A fighter comes on its way into a sewer or a fire, or between two generators: a `hazard` of that kind."""

    who: int
    hazard: str


class TestFailed(Moment, frozen=True, gc=False):
    """A fighter has failed a Willpower test or a Cool test."""

    who: int


class RatHit(Moment, frozen=True, gc=False):
    """A bomb delivery rat, or a creature of a badzone, has been hit, with so much Strength."""

    rat: int
    strength: int = 0


class PieceHit(Moment, frozen=True, gc=False):
    """A piece of terrain that may blow up has been hit, with so much Strength."""

    piece: int
    strength: int


class Overgrown(Moment, frozen=True, gc=False):
    """A seriously injured fighter has not recovered where creeping leaf grows."""

    who: int


class ChargeEnds(Moment, frozen=True, gc=False):
    """A charge has come to its end; `unseen` are the enemies that the charger did not see when it declared it."""

    charger: int
    unseen: tuple[int, ...]


class RiddenPast(Moment, frozen=True, gc=False):
    """A rider goes past the enemy that it means to strike at."""

    rider: int
    victim: int


class CasketBroken(Moment, frozen=True, gc=False):
    """Damage has broken a loot casket open; `by` is who did it, or -1."""

    casket: int
    by: int


class CasketLooted(Moment, frozen=True, gc=False):
    """A fighter has opened a loot casket by its own hands."""

    casket: int
    opener: int


class TreasureFound(Moment, frozen=True, gc=False):
    """A casket with treasure is open, and a die says what is in it; -1 opens it from afar."""

    casket: int
    opener: int
    roll: int


class PriorityRolled(Moment, frozen=True, gc=False):
    """A round has begun, and everybody is ready: it is this side's priority."""

    seat: int


class RoundEnding(Moment, frozen=True, gc=False):
    """The end phase has come to what is left to do when checks, flight, recovery and rallying are over."""


class Recovering(Moment, frozen=True, gc=False):
    """In the end phase a side's fighters that are seriously injured are about to recover, and so may others be."""

    seat: int


class BottledByChoice(Moment, frozen=True, gc=False):
    """A gang has bottled out although it did not have to."""

    seat: int
