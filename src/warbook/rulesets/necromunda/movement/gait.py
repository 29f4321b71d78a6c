"""What a move may do: how far, over what, how near to enemies."""

from __future__ import annotations

from functools import lru_cache

from ....core.length import INCH
from ....space.movement import Rules
from ..harm.displacement import KEEP_CLEAR
from ..records import Model, Status
from ..records.fighters import PRONE_HEIGHT

HALF_INCH = 500
MIGHTY = 2 * INCH  # how much of a gap does not count for a mighty leap


def gait(mover: Model, allowance: int, contact_with: tuple[int, ...] = (), *, exempt: tuple[int, ...] = ()) -> Rules:
    """What a move of so many thousandths may do; of vehicles nobody keeps clear.  Every move of this game is judged by
    these rules; who lies prone goes on the ground and takes ladders and stairs, but neither climbs nor leaps nor
    jumps."""
    kit, world = mover.kit, mover.play.world
    return _gait(
        allowance,
        contact_with,
        (*exempt, *range(world.count, world.first_thing)) if world.vehicle_kits else exempt,
        1 if "clamber" in kit.skills else 2,
        MIGHTY if "mighty-leap" in kit.skills else 0,
        not kit.profile.mounted,
        mover.record.status is Status.STANDING,
        "lifter" in kit.wargear,
    )


@lru_cache(maxsize=4096)
def _gait(
    allowance: int,
    contact_with: tuple[int, ...],
    exempt: tuple[int, ...],
    climb_cost: int,
    free_leap: int,
    climbs: bool,
    upright: bool,
    lifted: bool,
) -> Rules:
    return Rules(
        allowance=allowance,
        keep_clear=KEEP_CLEAR,
        walls_between=PRONE_HEIGHT,
        exempt=exempt,
        contact_with=contact_with,
        climb_cost=climb_cost,
        leap_free=free_leap,
        may_climb=climbs and upright,
        may_leap=upright,
        may_jump=upright,
        ignore_terrain=lifted,
    )
