"""Morale: units that have lost many in a phase, that are pinned, that break, and the suppressed who recover."""

from __future__ import annotations

from ..checks.leadership import passes
from ..events.casualties import Destroyed
from ..events.morale import MoraleChanged
from ..records.position import squads
from ..records.state import Squad
from ..records.unit import Unit
from ..records.world import Play

TOO_MANY = 4
"""A test is made for the loss of one in so many."""


def lost_many(squad: Squad) -> bool:
    """Whether a unit has lost a quarter or more of those whom it had when the phase began."""
    lost = squad.strength - len(squad.members)
    return lost > 0 and TOO_MANY * lost >= squad.strength


def test_losses(play: Play) -> None:
    """At the end of a phase every unit that has lost many tests its morale, unless it fights or has broken already."""
    for squad in squads(play):
        concerned = squad.where == "table" and squad.members and not squad.locked and squad.morale != "falling-back"
        if concerned and lost_many(squad) and not Unit(play, squad.id).crewed:
            play.then(stand_losses, squad.id)


def stand_losses(play: Play, id: int) -> None:
    """A unit that has lost many holds, or breaks."""
    unit = Unit(play, id)
    if unit.members and not passes(play, unit, "losses"):
        break_unit(play, unit)


def break_unit(play: Play, unit: Unit) -> None:
    """A unit breaks, and is suppressed no more; it falls back at once (see `consequences`)."""
    play.happen(MoraleChanged(unit.id, "falling-back"))


def rallies(play: Play, unit: Unit) -> bool:
    """Whether a unit passes a test to rally; those who always rally and the fearless do without dice."""
    return bool(unit.has("steadfast")) or passes(play, unit, "rally")


def meet_charge(play: Play, unit: Unit) -> None:
    """A unit that is charged while it falls back rallies and fights, or is destroyed."""
    if not unit.falling_back:
        return
    if rallies(play, unit):
        play.happen(MoraleChanged(unit.id, "steady"))
    else:
        play.happen(Destroyed(unit.id))


def suppress(play: Play, unit: Unit) -> None:
    """A unit is suppressed; once it is, nothing is added."""
    if unit.record.morale == "steady":
        play.happen(MoraleChanged(unit.id, "suppressed", play.state.turn.number))


def pin(play: Play, unit: Unit) -> None:
    """A unit that a pinning weapon has wounded tests whether it is suppressed; neither vehicles nor monsters do, nor
    those who do not fear that."""
    if not unit.members or unit.crewed or (unit.is_a("monster") and not play.option["monsters-pinned"]):
        return
    if unit.record.morale == "steady" and not passes(play, unit, "pinning"):
        suppress(play, unit)


def recover(play: Play, seat: int) -> None:
    """Those units of a side are steady again that its turn found suppressed: when its consolidation phase ends, or at
    some tables when its turn begins."""
    number = play.state.turn.number
    for squad in squads(play):
        if squad.owner == seat and squad.morale == "suppressed" and 0 <= squad.since < number and squad.members:
            play.happen(MoraleChanged(squad.id, "steady"))
