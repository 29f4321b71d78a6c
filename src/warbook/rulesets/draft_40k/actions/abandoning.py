"""Abandon: of the wounded of a unit all but one are left behind."""

from __future__ import annotations

from ....core.action import Action, requirement
from ....core.decision import Choose
from ....core.naming import Names
from ..checks.requirements import in_phase
from ..events.attacks import LossesDiscounted
from ..events.casualties import Removed
from ..events.turns import DeedDone
from ..printed.words import action
from ..records.position import squads
from ..records.state import Figure
from ..records.unit import Unit
from ..records.world import Play

ETERNAL = 3
"""The level of Eternal Warrior that nobody leaves behind."""


def wounded(unit: Unit) -> list[int]:
    """The models of a unit that have fewer wounds than at the start; independent characters are not asked."""
    found = []
    for each in unit.models:
        profile = unit.kit(each.id).profile
        hurt = isinstance(each, Figure) and profile is not None and each.wounds < profile.w
        if hurt and not unit.kit(each.id).character:
            found.append(each.id)
    return found


@requirement("More than one of its models must be wounded, independent characters not counted.")
def several_wounded(unit: Unit) -> bool:
    return len(wounded(unit)) > 1


@requirement("It must not have left anybody behind in this turn.")
def not_yet(unit: Unit) -> bool:
    return not unit.record.has("abandoned")


def must_abandon(unit: Unit) -> bool:
    """Whether a unit has to, before the phase is over."""
    return several_wounded.holds(unit) is True and not_yet.holds(unit) is True


def abandon(play: Play, unit: Unit) -> None:
    """Its player says who of them goes on; the others are taken away, and count in no test of morale."""
    hurt = wounded(unit)
    stays = unit.ask(Choose("stays", "Which of the wounded goes on?", lambda: hurt, named=Names(play.world.names)))
    spared = play.option["eternal-are-not-abandoned"]
    gone = [id for id in hurt if id != stays and not (spared and unit.kit(id).has("eternal-warrior") >= ETERNAL)]
    play.happen(DeedDone(unit.id, "abandoned"))
    if gone:
        play.happen(Removed(unit.id, tuple(gone)))
        play.happen(LossesDiscounted(unit.id, len(gone)))


def abandon_of(play: Play, seat: int) -> None:
    """All units of a side that have to leave wounded behind do."""
    for squad in squads(play):
        unit = Unit(play, squad.id)
        if squad.owner == seat and squad.members and must_abandon(unit):
            abandon(play, unit)


ABANDON: Action[Unit] = action("abandon", (in_phase("consolidate"), several_wounded, not_yet), abandon, ours=(not_yet,))
