"""The position as a table shows it: units with their models, what state they are in, markers."""

from __future__ import annotations

from typing import Literal

from ....core.state import Posture
from ....core.tableau import Badge, Body, Counter, Patch, Side, Tableau, Thing
from ....core.tableau import Unit as Drawn
from ....core.text import list_in_words
from ..events.turns import PHASES
from ..harm.characters import attached
from ..records.position import markers, model, remains, squads
from ..records.state import NOBODY, Figure, Machine, Marker, Squad
from ..records.world import Play

MODES = {
    "stationary": "has not moved",
    "advance": "has advanced",
    "surge": "has surged",
    "fleet": "has run as fast as it can",
    "flat-out": "has gone flat out",
}
MORALE = {
    "suppressed": Badge("S", "suppressed", "held"),
    "falling-back": Badge("F", "falling back", "ill"),
}


def tableau(play: Play) -> Tableau:
    """The position."""
    now, world = play.state.turn, play.world
    phase = f"{PHASES[now.phase].lower()} of {world.armies[now.seat]}"
    heading = f"Round {now.round}, {phase}" if now.round else "Deployment"
    bodies = tuple(body(play, id) for id in range(world.count))
    units = tuple(unit(play, squad) for squad in squads(play) if squad.members)
    sides = tuple(Side(seat, army, now.points[seat]) for seat, army in enumerate(world.armies))
    things = tuple(thing(play, marker) for marker in markers(play))
    patches = tuple(Patch("Crater", kind, corners=area.polygon) for kind, area in remains(play) if kind == "crater")
    return Tableau(
        heading, sides, bodies, things=things, round=now.round, actor=now.actor, units=units, patches=patches
    )


def body(play: Play, id: int) -> Body:
    """A model."""
    record, kit = model(play, id), play.world.kits[id]
    squad = play.state.record(Squad, record.unit)
    here = record.at.posture != Posture.AWAY
    to_come = record.alive and squad.where in ("reserve", "aboard")
    stands: Literal["here", "waiting", "gone"] = "here" if here else "waiting" if to_come else "gone"
    counters: tuple[Counter, ...] = ()
    words: list[str] = []
    if isinstance(record, Figure) and kit.profile is not None and kit.profile.w > 1:
        counters = (Counter("wounds", record.wounds, kit.profile.w, "held"),)
    if isinstance(record, Machine):
        words = machine_words(play, record)
        aboard = [each for each in squads(play) if each.where == "aboard" and each.aboard == id]
        riders = [play.world.card(each.id).name for each in aboard]
        words += [f"carries {list_in_words(riders)}"] * bool(riders)
    return Body(
        id, record.owner, label_of(kit.name), kit.name, kit.card.id, record.at, tuple(words), counters=counters,
        stands=stands, looks=kit.vehicle is not None, unit=record.unit, ready=squad.id == play.state.turn.actor,
    )  # fmt: skip


def machine_words(play: Play, machine: Machine) -> list[str]:
    """What has happened to a vehicle, in words."""
    number = play.state.turn.number
    words = ["stunned"] * (machine.stunned >= number) + ["shaken"] * (machine.shaken >= number)
    words += ["immobilised"] * machine.immobilised + [f"{len(machine.lost)} weapons lost"] * bool(machine.lost)
    return words + ["in smoke"] * (machine.smoke == "on")


def label_of(name: str) -> str:
    """The short sign of a model: its number in the unit, or the first letters of its name."""
    digits = "".join(letter for letter in name.split(" of ")[0] if letter.isdigit())
    return digits or name[:2]


def unit(play: Play, squad: Squad) -> Drawn:
    """A unit."""
    card = play.world.card(squad.id)
    words = [MODES[squad.mode]] if squad.has("moved") else []
    words += ["in reserve"] * (squad.where == "reserve")
    words += [f"aboard {play.world.names[squad.aboard]}"] if squad.where == "aboard" else []
    words += ["locked in combat"] * bool(squad.locked)
    badges = (MORALE[squad.morale],) if squad.morale in MORALE else ()
    most = squad.size + sum(1 for _ in attached(play, squad.id))
    return Drawn(
        squad.id, squad.owner, card.name, card.entry.title, squad.members, squad.leader, tuple(words), badges,
        (Counter("models", len(squad.members), most, "held"),), squad.id == play.state.turn.actor,
    )  # fmt: skip


def thing(play: Play, marker: Marker) -> Thing:
    """A mission marker."""
    words = (f"claimed by {play.world.armies[marker.claimed]}",) if marker.claimed != NOBODY else ()
    return Thing(marker.id, "marker", play.world.names[marker.id], marker.at.spot, marker.at.radius, words)
