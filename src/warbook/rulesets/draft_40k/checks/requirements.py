"""What actions require of a unit, besides what the tables of permissions say."""

from __future__ import annotations

from ....core.action import Requirement, requirement
from ..events.turns import PHASES
from ..records.state import Phase
from ..records.unit import Unit


def in_phase(*phases: Phase) -> Requirement[Unit]:
    """The requirement of an action that belongs to these phases."""
    words = " or the ".join(PHASES[phase].lower() for phase in phases)

    @requirement(f"It must be the {words}.")
    def now(unit: Unit) -> bool:
        return unit.play.state.turn.phase in phases

    return now


@requirement("It must be on the table.")
def on_table(unit: Unit) -> bool:
    return unit.record.where == "table"


@requirement("It must not have moved in this phase.")
def not_moved(unit: Unit) -> bool:
    return not unit.record.has("moved", "charged", "disembarked", "fell-back", "regrouped")
