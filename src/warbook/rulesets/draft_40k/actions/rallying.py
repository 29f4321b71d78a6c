"""Rally: a unit that is falling back, or suppressed, pulls itself together."""

from __future__ import annotations

from ....core.action import Action, requirement
from ....core.length import INCH
from ..checks import sight
from ..checks.coherency import is_scattered
from ..checks.requirements import in_phase, on_table
from ..events.morale import MoraleChanged
from ..events.movement import PaceCounted
from ..events.turns import DeedDone
from ..harm.morale import rallies
from ..movement import consolidating
from ..printed.words import action
from ..records.position import foes
from ..records.state import Deed
from ..records.unit import Unit
from ..records.world import Play

FEARED = 6 * INCH
"""Nobody who falls back rallies with an enemy within this."""
REGROUPS = 3 * INCH


@requirement("It must be falling back or suppressed.")
def shaken(unit: Unit) -> bool:
    return unit.record.morale != "steady"


def try_of(unit: Unit) -> Deed:
    """What a try to rally counts as: where a unit has two in a turn, one belongs to each phase that lists rallying."""
    late = unit.play.option["rally-tries"] > 1 and unit.play.state.turn.phase == "consolidate"
    return "rallied-late" if late else "rallied"


@requirement("It must not have tried to rally in this turn.")
def not_tried(unit: Unit) -> bool:
    return not unit.record.has(try_of(unit))


@requirement(
    "It must be able to rally.",
    condition="It must be no vehicle.  If it is falling back, half of its models must be left, with a leader, "
    "together, and no enemy near.",
)
def can_gather(unit: Unit) -> bool | str:
    """What those who fall back need; the suppressed need nothing but a Leadership."""
    play = unit.play
    if unit.crewed:
        return "It must have a Leadership to rally by."
    if not unit.falling_back:
        return True
    if 2 * len(unit.members) < unit.record.size and not (unit.has("steadfast") or unit.characters == unit.members):
        return "It must have half of its models left to rally."
    if play.option["rally-needs-leader"] and not unit.led:
        return "It must have a leader to rally."
    if any(sight.nearest(play, unit.id, foe.id) <= FEARED for foe in foes(play, unit.owner) if foe.members):
        return 'It must have no enemy within 6" to rally.'
    if is_scattered(unit):
        return "It must keep together to rally."
    return True


def rally(play: Play, unit: Unit) -> None:
    """By a test of Leadership it is steady again; whoever was falling back may then move three inches,
    and counts as having advanced, though it fires as if it had not."""
    play.happen(DeedDone(unit.id, try_of(unit)))
    fell_back = unit.falling_back
    if not rallies(play, unit):
        play.note(unit.id, "it does not rally")
        return
    play.happen(MoraleChanged(unit.id, "steady"))
    if fell_back and not unit.has("steadfast"):
        play.happen(DeedDone(unit.id, "regrouped"))
        play.happen(PaceCounted(unit.id, "advance"))
        consolidating.consolidate(play, unit, REGROUPS, "closes up")


RALLY: Action[Unit] = action(
    "rally",
    (shaken, in_phase("prepare", "consolidate"), on_table, not_tried, can_gather),
    rally,
    ours=(not_tried,),
)
