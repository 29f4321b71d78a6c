"""Smoke: once in a battle a vehicle hides itself in the enemy's next shooting phase."""

from __future__ import annotations

from ....core.action import Action, requirement
from ..checks.permissions import permitted
from ..checks.requirements import in_phase, on_table
from ..events.turns import DeedDone
from ..events.vehicles import SmokeWent
from ..printed.words import action
from ..records.state import Machine
from ..records.unit import Unit
from ..records.world import Play


@requirement("It must have smoke launchers.", fixed=True)
def launchers(unit: Unit) -> bool:
    return bool(unit.kits) and all(kit.vehicle is not None and kit.vehicle.smoke for kit in unit.kits)


@requirement("Its smoke launchers must not have been used.")
def unused(unit: Unit) -> bool:
    return all(isinstance(each, Machine) and each.smoke == "ready" for each in unit.models)


def pop_smoke(play: Play, unit: Unit) -> None:
    """It is in smoke up to the end of the enemy's next shooting phase, and does not shoot in this turn."""
    play.happen(DeedDone(unit.id, "smoke"))
    for id in unit.members:
        play.happen(SmokeWent(id, "on"))


def clear(play: Play, seat: int) -> None:
    """At the end of a shooting phase the smoke of the other side has gone."""
    for record in play.state.records[: play.world.count]:
        if isinstance(record, Machine) and record.smoke == "on" and record.owner != seat:
            play.happen(SmokeWent(record.id, "used"))


POP_SMOKE: Action[Unit] = action(
    "pop-smoke",
    (
        launchers,
        in_phase("move"),
        on_table,
        unused,
        permitted("residual", "Its state and its move must let it take a residual action."),
    ),
    pop_smoke,
)
