"""Characters and leaders when models fall: who goes on alone, who falls with a unit, who leads what is left."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.decision import Choose
from ....core.naming import Names
from ..events.casualties import Destroyed, Removed
from ..events.characters import CharacterLeft, LeaderNamed
from ..events.morale import Locked
from ..records.position import squads
from ..records.state import NOBODY, Squad
from ..records.unit import Unit
from ..records.world import Play


def attached(play: Play, host: int) -> Iterator[Squad]:
    """The characters who have joined a unit, as the units that they were."""
    return (each for each in squads(play) if each.joined == host)


def close_ranks(play: Play, event: Removed) -> None:
    """A character who has fallen is lost; where characters alone are left they go on by themselves; and whoever was
    bought to lead a unit leads it, once no character does any more."""
    host = Unit(play, event.who)
    for own in list(attached(play, host.id)):
        if play.world.card(own.id).models[0] not in host.members:
            play.happen(Destroyed(own.id))
    if host.members and not host.ordinary and host.characters != play.world.card(host.id).models:
        for own in list(attached(play, host.id)):
            leave(play, host, own.id)
    elif host.members and not host.led:
        printed = next((id for id in host.ordinary if host.kit(id).leader), NOBODY)
        if printed != NOBODY:
            play.happen(LeaderNamed(host.id, printed))


def leave(play: Play, host: Unit, own: int) -> None:
    """A character is a unit by itself again, and fights on whom it fought."""
    (id,) = play.world.card(own).models
    rest = [each for each in host.members if each != id]
    leader = host.leader if host.leader != id else next((each for each in rest if host.kit(each).character), NOBODY)
    if leader == NOBODY:
        leader = next((each for each in rest if host.kit(each).leader), NOBODY)
    if leader == NOBODY and rest and not any(host.kit(each).leader for each in host.card.models):
        leader = rest[0]
    fought = host.record.locked
    play.happen(CharacterLeft(own, host.id, (id,), leader))
    for foe in fought:
        play.happen(Locked(own, foe))


def fall_with(play: Play, event: Destroyed) -> None:
    """Whoever has joined a unit is lost with it."""
    for own in list(attached(play, event.who)):
        play.happen(Destroyed(own.id))


def name_leaders(play: Play, seat: int) -> None:
    """At the start of a preparation phase a player names a new leader for each unit that has lost its own."""
    if not play.option["leader-replaced"]:
        return
    for each in squads(play):
        unit = Unit(play, each.id)
        if each.owner == seat and each.members and not unit.led and not unit.crewed:
            firsts = [group[0] for group in unit.groups()]
            question = Choose(
                "leader", f"Who leads {unit.name}?", lambda firsts=firsts: firsts, named=Names(play.world.names)
            )
            play.happen(LeaderNamed(each.id, unit.pick(question)))


def is_lost(unit: Squad) -> bool:
    """Whether a unit is destroyed; one that has joined another is not."""
    return unit.where == "gone" and unit.joined == NOBODY
