"""What follows when a vehicle is wrecked or explodes: for those who ride in it, and for those around it."""

from __future__ import annotations

from ....core.decision import Reasons
from ....core.dice import D6
from ....core.length import INCH
from ....core.state import Placement
from ....space.footprints import corners
from ....space.mustering import Muster
from ....space.shapes import contains
from ....space.sight import within
from ..checks import ground, hulls, transports
from ..checks.hitting import Needed
from ..checks.saving import Blow
from ..checks.scattering import scattered
from ..events.casualties import Removed
from ..events.movement import GotOut
from ..events.vehicles import Wrecked
from ..harm import allocation, morale, penetration
from ..harm.rolls import AT_ONCE, wounds_of
from ..printed.tables import to_wound
from ..records.position import here, model
from ..records.state import Figure
from ..records.unit import Unit
from ..records.world import Play
from .disembarking import out_question, places_about

CRASH, CRATER = 6, 5 * INCH // 2
"""The Strength of the hits of a flyer that falls, and how far from its middle."""
BLAST = 3
"""The Strength of the hits of a vehicle that explodes."""
INSIDE, OPEN = 4, 3
"""The Strength of those that its passengers take, and in an open one."""


def shed(play: Play, event: Wrecked) -> None:
    """What becomes of those in and around a vehicle that is no more; walkers and guns explode as well."""
    if event.gone:
        play.then(crash if transports.vehicle_of(play, event.who).is_a("flyer") else burst, event.who)
    if event.gone or transports.riders(play, event.who):
        play.then(leave, event.who, int(event.gone))


def burst(play: Play, hull: int) -> None:
    """Everybody within D6 inches of a vehicle that explodes is hit."""
    reach = INCH * play.roll(D6, "burst", "It explodes, this far in inches", hull)
    at = model(play, hull).at
    for squad in here(play):
        hits = sum(
            isinstance(model(play, id), Figure) and within(at, model(play, id).at, reach) for id in squad.members
        )
        if hits:
            hurt(play, Unit(play, squad.id), hits, BLAST)


def crash(play: Play, hull: int) -> None:
    """A flyer comes down, not quite where it was hit: everybody below is hit hard."""
    dx, dy = play.dice(scattered)
    at = model(play, hull).at
    spot = transports.at_point(at, at.x + dx, at.y + dy)
    for squad in here(play):
        unit = Unit(play, squad.id)
        under = [id for id in squad.members if within(spot, model(play, id).at, CRATER)]
        hits = sum(isinstance(model(play, id), Figure) for id in under)
        if hits:
            hurt(play, unit, hits, CRASH)
        for id in under if unit.crewed else ():
            side = hulls.side_towards(model(play, id).at, spot.x, spot.y)
            deep = play.dice(penetration.penetrate, CRASH, hulls.armour_of(unit, id, side))
            if deep:
                penetration.damage(play, unit, id, 1 - unit.owner, glancing=deep == 1, ap=0)


def hurt(play: Play, unit: Unit, hits: int, strength: int) -> None:
    """So many hits of a Strength on a unit, which pierce no armour; cover is none."""
    need = Needed(to_wound(strength, unit.characteristic("t"), play.option["always-wound-on-6"]))
    wounds, _ = play.dice(wounds_of, hits, AT_ONCE, need, False, "")
    allocation.suffer(play, unit, [(Blow(0), wounds)])


def leave(play: Play, hull: int, gone: int) -> None:
    """Those who ride in it get out at once, whoever survives the explosion: they are pinned unless they pass a test."""
    strength = OPEN if transports.vehicle_of(play, hull).is_a("open-topped") else INSIDE
    for squad in transports.riders(play, hull):
        unit = Unit(play, squad.id)
        if gone:
            hurt(play, unit, len(unit.members), strength)
        if unit.members:
            tumble_out(play, unit, hull, bool(gone))
            morale.pin(play, unit)


def tumble_out(play: Play, unit: Unit, hull: int, gone: bool) -> None:
    """They stand where the hull was, or get out as they can; whoever finds no room is lost."""
    while unit.members:
        for question in ways_out(play, unit, hull, gone):
            if question.candidates(1):
                answer = unit.ask(question)
                play.happen(GotOut(unit.id, tuple(question.placed(answer).items()), unit.record.mode))
                return
        play.happen(Removed(unit.id, unit.members[-1:]))


def ways_out(play: Play, unit: Unit, hull: int, gone: bool) -> list[Muster]:
    """Where they may stand, what comes first first."""
    anywhere = out_question(play, unit, hull, anywhere=True)
    if not gone:
        return [out_question(play, unit, hull), anywhere]
    ring = corners(model(play, hull).at)

    def inside(_: int, at: Placement) -> Reasons:
        if not contains(ring, at.x, at.y):
            return ("It must end where the vehicle was.",)
        return ground.against_standing(play, at)

    return [places_about(play, unit, hull, inside), anywhere]
