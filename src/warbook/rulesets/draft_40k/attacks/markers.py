"""Markers and templates: where a blast comes down, whom a flame touches, and what that comes to for each unit."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.decision import Choose, Reasons
from ....core.dice import D6
from ....core.naming import Names
from ....core.structs import replace
from ....space import templates
from ....space.footprints import Footprint, footprint, overlap
from ....space.shapes import direction, stretched
from ..checks import sight
from ..checks.firing import is_blind
from ..checks.hitting import Needed
from ..checks.saving import cover_against
from ..checks.scattering import DEGREES, SCATTER, scattered
from ..checks.wounding import shot_wounds
from ..harm.rolls import AT_ONCE, wounds_of
from ..printed.catalogue import Mode, Weapon
from ..printed.tables import NEVER
from ..records.position import layout, model
from ..records.state import NOBODY, Burst, Mark, Trooper, Volley
from ..records.unit import Unit
from ..records.world import Play
from .volleys import burning, rends, weapon_of

CLOCK = tuple(range(90, -270, -30))
"""The directions in which a marker may be put beside another, in degrees: those of a clock, from its top."""
HOT = 1
"""What a weapon that gets hot must not show before it fires a marker."""
Point = tuple[int, int, int]


def fired(play: Play, shooter: Unit, target: Unit, volley: Volley, burst: Burst) -> list[Burst]:
    """What the markers of a burst come to: a burst for each unit that they touch."""
    weapon, mode = weapon_of(burst)
    if volley.flyer and not mode.has("skyfire"):
        play.note(target.id, "markers do not touch what flies")
        return [burst]
    burns, under, first = 0, list[tuple[int, Mark, Point]](), None
    for by in (by for by, shots in zip(burst.by, burst.shots, strict=True) for _ in range(shots)):
        if burning(shooter, mode) and play.roll(D6, "hot", "It gets hot on a 1", by) == HOT:
            burns += 1
            continue
        if first is None or not mode.has("barrage"):
            first = where_laid(play, shooter, target, by, weapon, mode)
            hole = first
        else:
            hole = beside_first(play, shooter, by, first, mode.blast)
        if hole is not None:
            under += touched_by(play, by, weapon, mode, *hole)
    units = list(dict.fromkeys([target.id, *(unit for unit, _, _ in under)]))
    found = [on_unit(play, shooter, Unit(play, unit), burst, [each[1:] for each in under if each[0] == unit])
             for unit in units]  # fmt: skip
    return [replace(each, burns=burns if not number else 0) for number, each in enumerate(found)]


def where_laid(
    play: Play, shooter: Unit, target: Unit, by: int, weapon: Weapon, mode: Mode
) -> tuple[Point, int] | None:
    """Where the middle of a marker comes down, or a flame is laid, and at whom it was aimed; None where it may not."""
    aim = pick_aim(play, shooter, target, by, weapon, mode)
    if aim is None:
        return None
    spot = model(play, aim).at.spot
    return (spot if weapon.template else came_down(play, shooter, target, by, mode, spot)), aim


def beside_first(play: Play, shooter: Unit, by: int, first: tuple[Point, int], diameter: int) -> tuple[Point, int]:
    """Where a further marker of a barrage comes down: next to the first one, in the direction that the die shows, or
    where it shows a hit as its player likes."""
    (x, y, z), aim = first
    if play.roll(SCATTER, "scatter", "Scatter"):
        names = {degree: f"{hour or 12} o'clock" for hour, degree in enumerate(CLOCK)}
        prompt = f"Where does the marker of {shooter.kit(by).name} touch the first one?"
        degree = shooter.pick(Choose("beside", prompt, lambda: CLOCK, named=names.__getitem__))
    else:
        degree = play.roll(DEGREES, "scatter.direction", "in this direction")
    dx, dy = stretched(*direction(degree), diameter)
    return on_the_floor(play, x + dx, y + dy, z), aim


def touched_by(play: Play, by: int, weapon: Weapon, mode: Mode, hole: Point, aim: int) -> list[tuple[int, Mark, Point]]:
    """Whom one marker or flame touches: the unit of each, how the middle lies to it, and where that is."""
    touched = under_flame(play, by, aim) if weapon.template else under_blast(play, hole, mode.blast)
    return [
        (record.unit, Mark(record.id, hole[0], hole[1], weapon.template or covers(hole, record)), hole)
        for record in touched
    ]


def pick_aim(play: Play, shooter: Unit, target: Unit, by: int, weapon: Weapon, mode: Mode) -> int | None:
    """Over whom is the marker put, or at whom is the flame laid?  It may touch none of its own side there."""
    seen = sight.aimed_at(play, by, shooter.id, target.id, blind=is_blind(mode))
    reached = [id for id in seen if sight.within(play, by, id, weapon.range)]

    def refuse(id: int) -> Reasons:
        touched = (
            under_flame(play, by, id) if weapon.template else under_blast(play, model(play, id).at.spot, mode.blast)
        )
        barred = any(each.owner == shooter.owner for each in touched)
        return ("It would touch its own side.",) if barred else ()

    able = [id for id in reached if not refuse(id)]
    if not able:
        play.note(by, "it finds no place for the marker")
        return None
    names = Names(play.world.names)
    prompt = f"Over whom does {shooter.kit(by).name} aim?"
    question = Choose("marker", prompt, lambda: reached, refuse=refuse, named=names)
    chosen: int = shooter.pick(question)
    return chosen


def came_down(play: Play, shooter: Unit, target: Unit, by: int, mode: Mode, aim: Point) -> Point:
    """Where a marker comes down: it scatters, by as much less as who sees the target shoots well."""
    seen = any(sight.views(play, shooter.id, target.id)[by])
    skill = shooter.kit(by).card.bs if seen else 0
    dx, dy = play.dice(scattered, skill)
    if (dx or dy) and mode.has("twin-linked"):
        dx, dy = play.dice(scattered, skill)
    return on_the_floor(play, aim[0] + dx, aim[1] + dy, aim[2])


def on_the_floor(play: Play, x: int, y: int, z: int) -> Point:
    """A point of the floor, or off the table."""
    board = play.world.board
    return (x, y, board.floor_below(x, y, z + templates.STEP) if board.contains(x, y) else 0)


def under_blast(play: Play, hole: Point, diameter: int) -> list[Trooper]:
    """The models that a round marker touches."""
    return living(play, templates.blast(layout(play), play.world.board, hole, diameter))


def under_flame(play: Play, by: int, aim: int) -> list[Trooper]:
    """The models that a flame touches which a model lays towards another."""
    own, at = model(play, by).at, model(play, aim).at
    towards = (at.x - own.x, at.y - own.y)
    return living(play, templates.flame(layout(play), play.world.board, by, towards))


def living(play: Play, ids: Sequence[int]) -> list[Trooper]:
    """Those of some bodies that are models still in the battle, and no flyers: these are above all markers."""
    aloft = play.world.flyers
    return [record for id in ids if id < play.world.count and id not in aloft and (record := model(play, id)).alive]


def covers(hole: Point, record: Trooper) -> bool:
    """Whether the middle of a marker lies on a model."""
    return overlap(footprint(record.at), Footprint((hole[:2],), 0))


def on_unit(play: Play, shooter: Unit, victim: Unit, burst: Burst, under: Sequence[tuple[Mark, Point]]) -> Burst:
    """What the markers of a burst come to for one unit: the wounds of those on foot, or the vehicles that are
    struck."""
    weapon, mode = weapon_of(burst)
    on = replace(burst, on=victim.id)
    if not under:
        return replace(on, on=NOBODY)
    if victim.crewed:
        return replace(on, marks=tuple(mark for mark, _ in under))
    wound = shot_wounds(victim, mode)
    if weapon.template and mode.has("twin-linked"):
        wound = Needed(wound.number, wound.number, wound.because)
    hits = sum(not play.world.kits[mark.victim].gun for mark, _ in under)
    wounds, sixes = play.dice(wounds_of, hits, AT_ONCE, wound, rends(mode), weapon.title)
    if weapon.template or wound.number >= NEVER:
        cover = 0
    elif mode.has("barrage"):
        cover = sight.cover_from(play, under[0][1], victim.id)
    else:
        cover = sight.cover(play, shooter.id, victim.id, burst.by)
    return replace(on, wounds=wounds, rends=sixes, cover=0 if weapon.template else cover_against(victim, cover))
