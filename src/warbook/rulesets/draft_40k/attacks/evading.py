"""Evade: who skims, rides or flies, or is fast and no tank, gets out of the way of a tank."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.action import requirement
from ....core.dice import D6
from ....core.length import INCH
from ....core.reaction import Reaction, Respondent
from ....core.structs import replace
from ..checks.permissions import may
from ..checks.requirements import unit_of
from ..events.courses import CourseWent, Rammed, TankShocked
from ..movement import consolidating, driving
from ..records.position import course_of
from ..records.unit import Unit
from ..records.world import Kit, Play
from .tank_shock import answered, not_answered

FAR = 6 * INCH
NEEDED = 3
SPARES = {"exactly": (0,), "by-one": (-1,), "either": (-1, 0)}
"""With how much to spare a test is nearly failed."""


def approached(play: Play, event: TankShocked | Rammed) -> Iterable[int]:
    """The unit that a tank has come to."""
    return (event.whom,)


@requirement("All of it must skim, be fast and no tanks, ride bikes, or have jump or jet packs.")
def nimble(asked: Respondent) -> bool:
    unit = unit_of(asked)
    if not unit.crewed:
        return unit.is_a("jetbike", "bike", "jetpack", "jump")
    return all(evades(asked.play, kit) for kit in unit.kits)


def evades(play: Play, kit: Kit) -> bool:
    """Whether a vehicle is of a kind that evades."""
    vehicle = kit.vehicle
    if vehicle is None:
        return False
    tank, fast = vehicle.is_a("tank"), vehicle.is_a("fast")
    if vehicle.is_a("skimmer"):
        return not (tank and fast) or play.option["fast-skimmer-tanks-evade"]
    return fast and not tank


@requirement(
    "It must be able to react: not locked in combat, neither stunned nor immobilised.",
    condition="It must be able to react, and neither stunned nor immobilised unless the table lets those evade.",
)
def free_to_evade(asked: Respondent) -> bool:
    unit = unit_of(asked)
    if unit.crippled:
        return asked.play.option["immobile-evade"] and not unit.record.locked
    return bool(unit.members) and may(unit, "react")


@requirement(
    "It must have nearly failed its test.",
    condition="It must be rammed, or have nearly failed the test of a tank shock: passed it with nothing to spare.",
)
def nearly_failed(asked: Respondent) -> bool:
    if isinstance(asked.event, Rammed):
        return True
    return asked.event.spare in SPARES[asked.play.option["evade-margin"]]


def evade(play: Play, who: int, event: TankShocked | Rammed) -> None:
    """On a 3+ it moves up to six inches; a ram finds it only if it is still in the way."""
    answered(play, "evade")
    if play.roll(D6, "evade", f"To evade, {NEEDED}+", who) < NEEDED:
        return
    unit = Unit(play, who)
    if unit.on_foot:
        consolidating.consolidate(play, unit, FAR, "evades", may_stay=False)
    else:
        driving.consolidate(play, unit, FAR, "evades")
    play.happen(CourseWent(replace(course_of(play), evaded=True)))


EVADE = Reaction(
    "evade", "Evade",
    "Who skims, rides a bike, has jump or jet packs, or is fast and no tank moves six inches on a 3+, when it is "
    "rammed, or has nearly failed the test of a tank shock.",
    "reactions", approached, evade, cost="nothing", requires=(nimble, free_to_evade, nearly_failed, not_answered),
    ours=(free_to_evade, not_answered),
    options=(
        "reactions-per-trigger", "evade-margin", "fast-skimmer-tanks-evade", "immobile-evade", "fleet-bars-reactions",
        "falling-back-bars-reactions", "suppressed-react", "stunned-react", "consolidation-keeps-clear",
        "own-unit-passes",
    ),
)  # fmt: skip
