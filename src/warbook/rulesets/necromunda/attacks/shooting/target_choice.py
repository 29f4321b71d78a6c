"""At whom a fighter shoots: target priority, drink, and what people are told of a target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .....core.decision import Choose
from .....core.dice import Pool
from .....core.naming import UNSEEN, Preview
from .....core.state import Body, Placement
from .....space.movement import Point
from .....space.sight import gap
from ...checks import aiming, drink, ductway_ends
from ...checks.aiming import POINT, Shot, hit_number
from ...checks.characteristics import passes_cool
from ...checks.guns import Gun, gun_name
from ...checks.reach import at_hand
from ...checks.targets import hidden_of, muzzle, range_band, targets, things_seen
from ...events.movement import Faced
from ...printed.arms import ShootingAction
from ...records import Actor, Driver, Fighter, Model, Play, Status
from ...records.position import crewed_vehicles, fighters, namer, near_by
from ..blasts import under_marker
from . import blast_spots, bystanders


def choose_target(
    play: Play, shooter: Actor, guns: tuple[Gun, ...], action: ShootingAction, points: bool = False
) -> int:
    """Whom a weapon, or a pair, is aimed at.  Anyone but the closest takes a cool head, and whoever has drunk of the
    eel may hit somebody else altogether.  `points`: a place on the table will do as well."""
    gun = guns[0]
    if points and not targets(shooter, gun, action) and not things_seen(shooter, gun, action):
        return POINT
    whom = play.ask(shooter.owner, target_choice(shooter, guns, action, points))
    if whom != POINT:
        whom = prioritise(play, shooter, gun, whom, action)
    return sway_by_drink(play, shooter, whom) if 0 <= whom < play.world.first_thing else whom


def target_choice(shooter: Actor, guns: tuple[Gun, ...], action: ShootingAction, points: bool = False) -> Choose[int]:
    """At whom, or at what?  Things and places are for those who mean them: a player at random leaves them alone."""
    play = shooter.play
    gun = guns[0]
    there = things_seen(shooter, gun, action)
    question: Choose[int] = Choose(
        "target",
        "Shoot at whom?",
        lambda: [*targets(shooter, gun, action), *there, *((POINT,) if points else ())],
        idle=(*there, POINT),
        named=namer(play, {POINT: "a point on the table"}),
    )
    return question.previewed(_preview(shooter, guns, action))


def _preview(shooter: Actor, guns: tuple[Gun, ...], action: ShootingAction) -> Preview:
    """What a shot at each target takes; of a blast also whom it would cover."""
    gun = guns[0]
    marker = blast_spots.marker_preview_on(shooter, gun) if gun.has("blast") else UNSEEN
    return marker._replace(
        notes=lambda whom: expectation(shooter, guns, whom, action),
        cautions=lambda whom: (*_of_each(shooter, guns, whom, action), *friends_drink_may_hit(shooter, whom)),
        actor=shooter.id,
        weapon=" and ".join(gun_name(shooter, each) for each in guns),
    )


def _of_each(shooter: Actor, guns: tuple[Gun, ...], whom: int, action: ShootingAction) -> tuple[str, ...]:
    """What should be known of each of the weapons; of a pair that differs, with its name."""
    said = [risks(shooter, gun, whom, action) for gun in guns]
    if all(each == said[0] for each in said):
        return said[0]
    return tuple(f"{gun_name(shooter, gun)}: {each}" for gun, risky in zip(guns, said, strict=True) for each in risky)


def expectation(shooter: Actor, guns: tuple[Gun, ...], whom: int, action: ShootingAction) -> list[str]:
    """The number that each shot takes and every reason for it, and what it takes to pass over others."""
    if whom == POINT or not shooter.play.option["premeasure"]:
        return []
    pair = len(guns) > 1
    shots = [aiming.take_aim(shooter, gun, whom, action, paired=pair) for gun in guns]
    told = [
        f"{gun_name(shooter, shot.gun)}: {_what_it_takes(shot)}" if pair else _what_it_takes(shot) for shot in shots
    ]
    if whom < shooter.play.world.first_thing and any(shot.band != "beyond" for shot in shots):
        told.append(priority(shooter, guns[0], whom, action))
    return told


def _what_it_takes(shot: Shot) -> str:
    """What a shot takes, in words."""
    if shot.band == "beyond":
        return "it is out of range"
    needed = hit_number(shot)
    return f"hits on {needed}" if needed.number else "hits automatically"


def risks(shooter: Actor, gun: Gun, whom: int, action: ShootingAction) -> tuple[str, ...]:
    """What should be known before a weapon is aimed at somebody or something: that it is out of range, or which friends
    it may hit.  A table that measures nothing beforehand says nothing."""
    play = shooter.play
    if whom == POINT or not play.option["premeasure"] or gun.profile.range == "template":
        return ()
    shot = aiming.take_aim(shooter, gun, whom, action)
    if gun.has("blast"):
        touched = blast_spots.marker_preview_on(shooter, gun).touched
        covered = touched(whom) if touched is not None else ()
        short = ("out of range",) if shot.band == "beyond" and whom not in covered else ()
        return (*short, *blast_spots.endangered(shooter, "covers", covered))
    if shot.band == "beyond":
        return ("out of range",)
    aside = action != "fire-through-ductway" and hit_number(shot).number > 0  # what is hit by itself is not missed
    onward = bystanders.in_line_beyond(shot) if gun.has("impale") and whom < play.world.count else ()
    return (
        *blast_spots.endangered(shooter, "a miss may hit", bystanders.bystanders(play, shot) if aside else ()),
        *blast_spots.endangered(shooter, "may fly on and hit", onward),
    )


def priority(shooter: Actor, gun: Gun, whom: int, action: ShootingAction) -> str:
    """What target priority asks of one who would shoot at this enemy, in words."""
    names = [shooter.play.world.names[who] for who in closer_and_easier(shooter, gun, whom, action)]
    return f"takes a Cool test: {' and '.join(names)} closer and no harder to hit" if names else "needs no test"


def prioritise(play: Play, shooter: Actor, gun: Gun, whom: int, action: ShootingAction) -> int:
    """Whoever passes over a closer target must pass a Cool test, or shoot at one that needs none."""
    if not closer_and_easier(shooter, gun, whom, action):
        return whom
    if passes_cool(shooter, "priority"):
        return whom
    obvious = [who for who in rivals(shooter, gun, action) if not passed_over(shooter, gun, who, action)]
    return choose_closest(play, shooter, gun, action, obvious)


def choose_closest(play: Play, shooter: Actor, gun: Gun, action: ShootingAction, closest: list[int]) -> int:
    """Whom it shoots at when it has kept its head less well than it thought; it turns to whoever is behind it."""
    choice: Choose[int] = Choose("closest", "It falters: whom of the closest?", lambda: closest, named=namer(play))
    whom = play.pick(shooter.owner, choice)
    if isinstance(shooter, Model) and whom not in targets(shooter, gun, action):
        at, to = shooter.at, play.state.records[whom].at
        play.happen(Faced(shooter.id, to.x - at.x, to.y - at.y))
    return whom


def rivals(shooter: Actor, gun: Gun, action: ShootingAction) -> dict[int, int]:
    """Those among whom the closest is looked for: the enemies it may aim at, at some tables those behind its back as
    well; each with the number of its hidden parts."""
    return targets(shooter, gun, "blind-fire" if shooter.play.world.edition.closest_all_round else action)


def aims_at_point(play: Play, shooter: Actor, gun: Gun, hole: Point, action: ShootingAction) -> int:
    """A place is not bound by target priority; in some editions, and at some tables, it is, unless the marker lies on
    the closest: then whoever fails a Cool test aims at one of those."""
    if not play.world.edition.templates_by_priority or shooter.has("marksman"):
        return POINT
    place = Placement(*hole, radius=0)
    distance = gap(muzzle(shooter, gun), place)
    number = hit_number(Shot(shooter, POINT, gun, range_band(gun, muzzle(shooter, gun), place), 0, action)).number
    among = rivals(shooter, gun, action)
    closer = [
        who
        for who in closest_of(shooter, gun, among)
        if gap(muzzle(shooter, gun), play.state.records[who].at) < distance
        and aiming.difficulty(shooter, gun, who, among[who], action) <= number
    ]
    under = under_marker(play, hole, gun.profile.value("blast")) if closer else ()
    if not closer or any(who in under for who in closer) or passes_cool(shooter, "priority"):
        return POINT
    return choose_closest(play, shooter, gun, action, closer)


def closest_of(shooter: Actor, gun: Gun, among: Iterable[int]) -> list[int]:
    """The closest of some enemies, apart from those who may be left out; several if they are as close."""
    records, at = shooter.play.state.records, muzzle(shooter, gun)
    found = [who for who in among if not lies_injured(records[who])]
    least = min((gap(at, records[who].at) for who in found), default=0)
    return [who for who in found if gap(at, records[who].at) == least]


def lies_injured(record: Body) -> bool:
    """Whether it is a fighter that is seriously injured: such may be left out."""
    return isinstance(record, Fighter) and record.status is Status.SERIOUS


def closer_and_easier(shooter: Actor, gun: Gun, whom: int, action: ShootingAction) -> list[int]:
    """The closer targets that call for a test of nerve before this one is shot at; marksmen need none."""
    return [] if shooter.has("marksman") else passed_over(shooter, gun, whom, action)


def passed_over(shooter: Actor, gun: Gun, whom: int, action: ShootingAction) -> list[int]:
    """The closer targets that may not be left out for this one: those that are neither seriously injured nor harder to
    hit."""
    records, at = shooter.play.state.records, muzzle(shooter, gun)
    eligible = rivals(shooter, gun, action)
    distance = gap(at, records[whom].at)
    closer = [
        who
        for who in eligible
        if who != whom and not lies_injured(records[who]) and gap(at, records[who].at) < distance
    ]
    if not closer:
        return closer
    hidden = eligible[whom] if whom in eligible else hidden_of(shooter, gun, whom, action)
    number = aiming.difficulty(shooter, gun, whom, hidden, action)
    return [who for who in closer if aiming.difficulty(shooter, gun, who, eligible[who], action) <= number]


def sway_by_drink(play: Play, shooter: Actor, whom: int, ends: Sequence[Point] = ()) -> int:
    """Enough of the eel, and the shot goes to anyone near the target; through a ductway to anyone near it who is by one
    of its far `ends`."""
    near = _near_enough(shooter, whom, ends)
    if len(near) == 1:
        return whom
    drawn: int = play.roll(Pool(1, len(near)), "sway", "Whom it aims at in truth")
    return near[drawn - 1]


def sway_through_ductway(play: Play, shooter: Model, whom: int) -> int:
    """The same of a shot through a ductway, at tables where drink matters there."""
    swayed = 0 <= whom < play.world.first_thing and play.option["drink-sways-through-ductways"]
    return sway_by_drink(play, shooter, whom, ductway_ends.ductway_exits(shooter)) if swayed else whom


def friends_drink_may_hit_beyond(shooter: Model, whom: int) -> tuple[str, ...]:
    """The friends whom drink may lead a shot through a ductway to."""
    if not shooter.play.option["drink-sways-through-ductways"]:
        return ()
    return friends_drink_may_hit(shooter, whom, ductway_ends.ductway_exits(shooter))


def _near_enough(shooter: Actor, whom: int, ends: Sequence[Point] = ()) -> list[int]:
    """Those whom a shot at an enemy may go to for drink, itself among them; where there are `ends`, only those by one
    of them."""
    play = shooter.play
    reach = max((row.stray for row in drink.drinks_felt(shooter)), default=0)
    if not reach:
        return [whom]
    at, records = play.state.records[whom].at, play.state.records
    hulls = [v.id for v in crewed_vehicles(play.world, play.state) if Driver(play, v.id).on_table]
    return [
        who
        for who in (*(f.id for f in fighters(play) if f.status is not Status.OUT), *hulls)
        if who != shooter.id and (who == whom or near_by(play, records[who].at, at, reach))
        if not ends or (who < play.world.count and any(at_hand(Model(play, who), end) for end in ends))
    ]


def friends_drink_may_hit(shooter: Actor, whom: int, ends: Sequence[Point] = ()) -> tuple[str, ...]:
    """The friends whom drink may lead a shot to."""
    if not 0 <= whom < shooter.play.world.first_thing or not shooter.play.option["premeasure"]:
        return ()
    return blast_spots.endangered(shooter, "drink may turn it on", _near_enough(shooter, whom, ends))
