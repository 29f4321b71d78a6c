"""What is granted in the consolidation phase: jet packs move on, and scattered units close up."""

from __future__ import annotations

from ....core.action import Action, requirement
from ....core.length import INCH
from ..checks.coherency import is_scattered
from ..checks.permissions import permitted
from ..checks.requirements import in_phase, on_table
from ..events.turns import DeedDone
from ..movement import consolidating
from ..printed.words import action
from ..records.unit import Unit
from ..records.world import Play

FAR, NEAR = 6 * INCH, 3 * INCH
FREE = permitted("consolidate", "Its state and its last move must let it consolidate.")


@requirement("It must not have made such a move in this phase.")
def not_moved_on(unit: Unit) -> bool:
    return not unit.record.has("consolidated")


@requirement("All of it must have jet packs.", fixed=True)
def jet_packs(unit: Unit) -> bool:
    return unit.is_a("jetpack")


@requirement("A rule must grant it a move: it glides on, or is scattered.")
def granted(unit: Unit) -> bool:
    return distance_of(unit) > 0


def distance_of(unit: Unit) -> int:
    """How far a unit may move on: as far as it glides, or three inches to come together again."""
    if glides := unit.has("glide"):
        return glides * INCH
    return NEAR if unit.play.option["coherency-move"] and is_scattered(unit) else 0


def jet_on(play: Play, unit: Unit) -> None:
    """Six inches more."""
    play.happen(DeedDone(unit.id, "consolidated"))
    consolidating.consolidate(play, unit, FAR, "jets on")


def move_on(play: Play, unit: Unit) -> None:
    """As far as it is granted."""
    distance = distance_of(unit)
    play.happen(DeedDone(unit.id, "consolidated"))
    consolidating.consolidate(play, unit, distance, "consolidates")


IN_PHASE = in_phase("consolidate")
JET_PACK_MOVE: Action[Unit] = action(
    "jet-pack-move", (jet_packs, IN_PHASE, on_table, not_moved_on, FREE), jet_on, ours=(not_moved_on,)
)
CONSOLIDATION_MOVE: Action[Unit] = action(
    "consolidation-move", (IN_PHASE, on_table, not_moved_on, FREE, granted), move_on, ours=(not_moved_on, granted)
)
