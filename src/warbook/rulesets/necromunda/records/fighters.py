"""What can change about a fighter."""

from __future__ import annotations

from enum import Enum
from typing import Literal, TypeAlias

from ....core.state import Body, Placement, Posture
from ....core.structs import replace

STANDING_HEIGHT = 1250  # of a silhouette, where the books name none
PRONE_HEIGHT = 400


Condition: TypeAlias = Literal["blaze", "blind", "gunked", "insane", "revealed", "webbed"]


class Status(Enum):
    """How a fighter fares.  Engaged is not among them: it is asked, never stored."""

    STANDING = "standing"
    PINNED = "pinned"
    SERIOUS = "seriously-injured"
    OUT = "out-of-action"


POSTURE = {
    Status.STANDING: Posture.UP,
    Status.PINNED: Posture.DOWN,
    Status.SERIOUS: Posture.HELPLESS,
    Status.OUT: Posture.AWAY,
}


def placement_in_status(at: Placement, status: Status) -> Placement:
    """The same place, in the posture and height of a status."""
    height = STANDING_HEIGHT if status is Status.STANDING else PRONE_HEIGHT
    return replace(at, posture=int(POSTURE[status]), height=height)


class Fighter(Body, frozen=True, kw_only=True):
    """What can change about one fighter.

    `wounds` are those left, `flesh` the flesh wounds taken.  `out` holds the slots of weapons that are out of ammo,
    `jammed` those that are so for the battle, `gone` spent profiles as (slot, profile).  `conditions` are
    sorted.  `moved` is how far it went in its last activation, in thousandths."""

    status: Status = Status.STANDING
    wounds: int = 1
    flesh: int = 0
    ready: bool = False
    broken: bool = False
    out: tuple[int, ...] = ()
    jammed: tuple[int, ...] = ()
    gone: tuple[tuple[int, int], ...] = ()
    used: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    rinse: int = 0
    black_eel: int = 0
    moved: int = 0
    experience: int = 0
    credits: int = 0
    injuries: tuple[str, ...] = ()
    fled: bool = False
    deployed: bool = True

    def suffers(self, condition: Condition) -> bool:
        """Whether a condition is on it."""
        return condition in self.conditions
