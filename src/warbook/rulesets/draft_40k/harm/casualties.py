"""Casualties: wounds that no save has stopped, spent on the models of a group, and units that have nobody left."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.decision import Allocate
from ....core.naming import Names
from ..events.casualties import Destroyed, Removed, Wounded
from ..events.vehicles import Wrecked
from ..records.state import Figure
from ..records.unit import Unit
from ..records.world import Play

SLAIN = 3
"""The level of instant death that takes a model whatever its wounds."""


def spend(play: Play, unit: Unit, group: Sequence[int], unsaved: Sequence[int]) -> None:
    """Spends unsaved wounds on a group of identical models; each is the level of instant death of a wound.

    Eternal warriors ignore levels up to their own.  Whoever is slain outright is first one without a wound; then the
    wounds go to whoever is wounded already, so that no more than one of them is left wounded.
    """
    slays = play.option["level-three-slays"]
    unsaved = [level if level > unit.kit(group[0]).has("eternal-warrior") else 0 for level in unsaved]
    left = {id: wounds_of(play, id) for id in group}
    lost = dict.fromkeys(group, 0)
    full = {id for id in group if left[id] == full_wounds(unit, id)}
    fallen: list[int] = []
    outright = sum(slays and level >= SLAIN for level in unsaved)
    for _ in range(outright):
        victim = next((id for id in left if id in full), None) or next(iter(left), None)
        if victim is None:
            break
        fallen.append(victim)
        left.pop(victim)
    for level in sorted((level for level in unsaved if level < SLAIN or not slays), reverse=True):
        victim = next((id for id in left if id not in full or lost[id]), None) or next(iter(left), None)
        if victim is None:
            break
        points = min(1 + level, left[victim])
        lost[victim] += points
        left[victim] -= points
        if not left[victim]:
            fallen.append(victim)
            left.pop(victim)
    for id, points in lost.items():
        if points and id in left:
            play.happen(Wounded(id, points))
    take(play, unit, group, fallen)


def take(play: Play, unit: Unit, group: Sequence[int], fallen: Sequence[int]) -> None:
    """Takes casualties off the table: where the models of the group have one wound each, its player says which."""
    if not fallen:
        return
    single = all(full_wounds(unit, id) == 1 for id in group)
    chosen = pick(unit, group, len(fallen)) if single and len(fallen) < len(group) else tuple(fallen)
    play.happen(Removed(unit.id, chosen))


def pick(unit: Unit, group: Sequence[int], count: int) -> tuple[int, ...]:
    """Which of a group its player takes away."""
    names = Names(unit.play.world.names)
    question = Allocate(
        "casualties", f"Which {count} of {unit.name} fall?", count, group, most=(1,) * len(group), named=names
    )
    answer = unit.ask(question)
    return tuple(id for id, taken in zip(group, answer, strict=True) if taken)


def wounds_of(play: Play, id: int) -> int:
    """How many wounds a model has left."""
    return play.state.record(Figure, id).wounds


def full_wounds(unit: Unit, id: int) -> int:
    """How many it had at the start."""
    profile = unit.kit(id).profile
    assert profile is not None, "who has wounds has a profile"
    return profile.w


def destroy_if_empty(play: Play, event: Removed | Wrecked) -> None:
    """A unit of which nobody is left is destroyed, and so are guns without a crew."""
    id = event.unit if isinstance(event, Wrecked) else event.who
    unit = Unit(play, id)
    if unit.record.where != "gone" and len(unit.guns) == len(unit.members):
        play.happen(Destroyed(id))
