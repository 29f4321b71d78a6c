"""Shots at those who charge, where the table plays them: the unit that is charged may fire at once, in haste."""

from __future__ import annotations

from ....core.decision import Confirm
from ..checks import firing
from ..checks.permissions import verdict
from ..events.assault import ChargeDeclared
from ..events.attacks import ShotAt
from ..records.state import Burst
from ..records.unit import Unit
from ..records.world import Play
from . import flight, shooting, volleys


def meet_with_fire(play: Play, event: ChargeDeclared) -> None:
    """Who is charged, fights nobody and may shoot fires snap shots at those who come."""
    if not play.option["overwatch-vs-charge"]:
        return
    unit, target = Unit(play, event.whom), Unit(play, event.who)
    if unit.record.locked or verdict(unit, "shoot")[0] == "n":
        return
    if not any(firing.choices(unit, id, target.id) for id in unit.members):
        return
    if not unit.ask(Confirm("overwatch", f"Does {unit.name} fire at those who charge it?")):
        return
    if not shooting.spots(play, unit, target):
        play.note(unit.id, "it does not make out its target")
        return
    bursts = tuple(burst for burst in shooting.aimed(play, unit, target) if fit(burst))
    if bursts:
        shooting.spend(play, unit, bursts)
        play.then(shooting.roll_volley)
        play.happen(ShotAt(unit.id, target.id, bursts, flight.flies(target), hasty=True))


def fit(burst: Burst) -> bool:
    """Whether something may be fired in haste: neither markers and templates nor ordnance."""
    return not firing.needs_aim(*volleys.weapon_of(burst))
