"""Driving: how the vehicles of a unit go, one after the other, and what the ground does to them.

They turn as often as they like, ahead and backwards; what flies passes over everything, the others stop at what is in
their way and an inch from enemies.  A squadron keeps together: each ends near one that has driven before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from ....core.decision import Choose, Reasons
from ....core.dice import D6
from ....core.length import INCH
from ....core.naming import Names
from ....core.state import Placement
from ....space.drives.decision import Drive
from ....space.drives.driving import driven
from ....space.drives.met import SOLID, DriveLegs, Driven, DriveRules, Met
from ....space.sight import gap
from ..checks import ground, rates
from ..checks.coherency import SQUADRON
from ..events.movement import MODE_WORDS, Consolidated, How, Moved, StoodStill, Went
from ..harm import penetration
from ..records.position import enemies, model, way_layout
from ..records.state import Mode
from ..records.unit import Unit
from ..records.world import Play
from .contacts import against_contact

BOGGED = 1
"""What a test in dangerous ground must not show."""
STRAIGHT: Reasons = ("It must turn once at most, and go straight on.",)
STRAYED = 'It must end within 4" of one of its squadron that has gone.'


def drive(play: Play, unit: Unit, mode: Mode) -> None:
    """Each vehicle of a unit goes as its player likes, in an order of its own."""
    left, gone, turned = list(unit.members), list[int](), False
    while left:
        id = unit.pick(
            Choose("vehicle", "Which vehicle goes next?", lambda: tuple(left), named=Names(play.world.names))
        )
        left.remove(id)
        question = way_question(play, unit, id, mode, gone)
        legs = unit.ask(question)
        if any(distance for distance, *_ in legs) and unit.record.mode != mode:
            play.happen(Moved(unit.id, mode, (), MODE_WORDS[mode]))
        turned = turned or bool(legs)
        go(play, unit, id, question, legs)
        gone.append(id)
    if not turned:
        play.happen(StoodStill(unit.id))
    elif not unit.record.has("moved") and unit.members:
        play.happen(Moved(unit.id, "stationary", (), "turns on the spot"))


def go(play: Play, unit: Unit, id: int, question: Drive, legs: DriveLegs) -> Driven:
    """A vehicle drives; one that fails a test in difficult ground is immobilised before it.  What came of it."""
    found = question.driven(legs)
    if not legs:
        return found
    first = danger(play, unit, id, found)
    bogged = first is not None and play.roll(D6, "dangerous", "Dangerous ground", id) == BOGGED
    if bogged and first is not None and not rates.flies(unit):
        found = short_of(play, id, question, legs, first)
    if found.end != model(play, id).at:
        play.happen(Went(id, found.end))
    if bogged:
        penetration.immobilise(play, unit, id)
    return found


def short_of(play: Play, id: int, question: Drive, legs: DriveLegs, met: Met) -> Driven:
    """What comes of a drive that ends where a vehicle comes to something."""
    stops = partial(is_stopped, play, over=False)
    return driven(question.board, question.layout, id, legs, question.rules, lambda each: each == met or stops(each))


def danger(play: Play, unit: Unit, id: int, found: Driven) -> Met | None:
    """The first difficult thing for which a vehicle that drives so has to test: what flies only where it starts or ends
    in one."""
    if rates.flies(unit):
        return Met("ground") if ground.difficult_under(play, id, found) else None
    return next((met for met in found.met if ground.is_difficult(play, met)), None)


def consolidate(play: Play, unit: Unit, distance: int, how: How, seat: int | None = None) -> None:
    """Each vehicle of a unit makes a consolidation move, as its player likes or that of another seat: over any ground,
    and into contact with no enemy."""
    gone: list[int] = []
    ends: list[tuple[int, Placement]] = []
    for id in unit.members:
        question = aside_question(play, unit, id, distance, gone)
        if gone and not question.candidates(1):
            question = aside_question(play, unit, id, distance, ())
        if not question.candidates(1):
            play.note(id, "it finds no way")
            continue
        end = question.end_of(play.ask(unit.owner if seat is None else seat, question))
        gone.append(id)
        if end != model(play, id).at:
            ends.append((id, end))
            play.happen(Went(id, end))
    if ends:
        play.happen(Consolidated(unit.id, tuple(ends), how))


def aside_question(play: Play, unit: Unit, id: int, distance: int, gone: Sequence[int]) -> Drive:
    """Where does a vehicle make its consolidation move?"""
    over = rates.flies(unit)
    foes = enemies(play, unit.owner)

    def refuse(found: Driven) -> Reasons:
        if strayed(play, found.end, gone):
            return (STRAYED,)
        return against_contact(play, found.end, foes)

    return Drive(
        "aside", f"Where does {unit.kit(id).name} go?", play.world.board, way_layout(play), id,
        DriveRules(distance, back=distance, gap=0, going=ground.closed()),
        stops=partial(is_stopped, play, over=over), refuse=refuse, name=play.world.names.__getitem__,
    )  # fmt: skip


# ---- the way ---------------------------------------------------------------------------------------------------------


def way_question(play: Play, unit: Unit, id: int, mode: Mode, gone: Sequence[int] = ()) -> Drive:
    """Where does a vehicle go?  Of a squadron near those who have gone; where it finds no way to them, anywhere."""
    question = drive_question(play, unit, id, mode, gone)
    return question if not gone or question.candidates(1) else drive_question(play, unit, id, mode)


def drive_question(play: Play, unit: Unit, id: int, mode: Mode, gone: Sequence[int] = ()) -> Drive:
    """Where does a vehicle go, near some of its squadron?"""
    over = rates.flies(unit)

    def refuse(found: Driven) -> Reasons:
        if strayed(play, found.end, gone):
            return (STRAYED,)
        return against_end(play, unit, id, found.end) if over else ()

    return Drive(
        "drive", f"Where does {unit.kit(id).name} go?", play.world.board, way_layout(play), id,
        drive_rules(play, unit, id, rates.distance(unit, mode)),
        stops=partial(is_stopped, play, over=over),
        bars=None if over or unhindered(play, mode) else partial(ground.is_difficult, play),
        yields=lambda met: met.what == "ground" and not ground.is_closed(play, met),
        refuse=refuse, goals=[model(play, other).at.spot for other in gone],
        leads=lambda: play.ruleset.leads(play, unit.id), name=play.world.names.__getitem__,
    )  # fmt: skip


def unhindered(play: Play, mode: Mode) -> bool:
    """Whether vehicles may go through difficult ground in a mode: surging only where the table lets them force it."""
    option = play.option
    by_dice = option["difficult-terrain"] == "dice"
    return by_dice or mode == "advance" or (mode == "surge" and option["forced-surge"])


def drive_rules(play: Play, unit: Unit, id: int, allowance: int) -> DriveRules:
    """What a vehicle may do: turn and go back as it likes, past no closed ground, an inch clear of enemies."""
    clear = () if rates.flies(unit) else clearances(play, id, enemies(play, unit.owner))
    return DriveRules(
        allowance, back=allowance, gap=0, going=ground.closed(), clear_of=clear, noticed=ground.difficult()
    )


def clearances(play: Play, id: int, others: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """How far a vehicle keeps clear of some others, by id: an inch, or as much as there is now."""
    at, flyers = model(play, id).at, play.world.flyers
    return tuple(
        (other, max(0, min(INCH, gap(at, model(play, other).at) - 1)))
        for other in others
        if other != id and other not in flyers
    )


def is_stopped(play: Play, met: Met, *, over: bool) -> bool:
    """Whether a vehicle stops short of something; what flies stops at the edge of the table alone."""
    if over:
        return met.what == "border"
    return ground.is_closed(play, met) if met.what == "ground" else met.what in SOLID


def against_end(play: Play, unit: Unit, id: int, end: Placement) -> Reasons:
    """Why a vehicle that has passed over others may not end somewhere: an enemy is too near, and nearer than it was."""
    at = model(play, id).at
    for other in (each for each in enemies(play, unit.owner) if each not in play.world.flyers):
        there = model(play, other).at
        if gap(end, there) < min(INCH, gap(at, there)):
            return (f"It would end within an inch of {play.world.names[other]}.",)
    return ()


def strayed(play: Play, end: Placement, gone: Sequence[int]) -> bool:
    """Whether a vehicle of a squadron is too far from all of it that have gone."""
    return bool(gone) and all(gap(end, model(play, other).at) > SQUADRON.gap for other in gone)
