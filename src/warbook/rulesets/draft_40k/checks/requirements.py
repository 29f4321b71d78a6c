"""What actions require of a unit, besides what the tables of permissions say."""

from __future__ import annotations

from ....core.action import Requirement, requirement
from ....core.reaction import Respondent
from ..events.turns import PHASES
from ..records.position import squads
from ..records.state import Phase
from ..records.unit import Unit
from ..records.world import Play


def in_phase(*phases: Phase) -> Requirement[Unit]:
    """The requirement of an action that belongs to these phases."""
    words = " or the ".join(PHASES[phase].lower() for phase in phases)

    @requirement(f"It must be the {words}.")
    def now(unit: Unit) -> bool:
        return unit.play.state.turn.phase in phases

    return now


def unit_of(asked: Respondent) -> Unit:
    """The unit that might react."""
    return Unit(asked.play, asked.who)


def charges_follow_shots(play: Play) -> bool:
    """Whether this table has the assault, and charges in it, after the shooting."""
    return play.option["phase-order"] == "base5e"


@requirement(
    "It must be the phase of charges.",
    condition="It must be the movement phase, or, where the assault follows the shooting, the assault phase, before "
    "any combat is fought.",
)
def time_to_charge(unit: Unit) -> bool:
    play = unit.play
    if not charges_follow_shots(play):
        return play.state.turn.phase == "move"
    return play.state.turn.phase == "assault" and not any(each.has("fought") for each in squads(play))


@requirement("It must be on the table.")
def on_table(unit: Unit) -> bool:
    return unit.record.where == "table"


@requirement("It must not have moved in this phase.")
def not_moved(unit: Unit) -> bool:
    return not unit.record.has("moved", "charged", "disembarked", "sallied", "bailed", "fell-back", "regrouped")


@requirement(
    "It must not have moved in this phase.",
    condition="It must not have moved in this phase, nor got out of a vehicle that had, unless that lets it charge; "
    "where charges follow shots, it must not have run without Fleet, nor fired what is slow.",
)
def free_to_charge(unit: Unit) -> bool | str:
    record, play = unit.record, unit.play
    if not charges_follow_shots(play):
        return not record.has("moved", "charged", "disembarked", "bailed", "fell-back", "regrouped")
    if record.has("charged", "fell-back", "regrouped", "disembarked", "bailed"):
        return "It must not have charged, fallen back or got out in this turn."
    if record.has("moved") and record.mode == "surge" and not unit.has("fleet"):
        return "It must not have run in this turn."
    steady = unit.has("relentless") or unit.has("slow-and-purposeful")
    lets = play.option["consolidation-lets-charge"] and record.has("consolidated", "attached")
    return not record.has("fired-slow") or bool(steady or lets) or "It must not have fired rapid fire or heavy weapons."
