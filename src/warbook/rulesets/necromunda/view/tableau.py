"""A position as a table shows it: who stands where and how, what lies about, where the battle stands."""

from __future__ import annotations

from collections.abc import Iterator

from ....core import state
from ....core.effect import has_effect
from ....core.length import INCH, written
from ....core.state import Posture
from ....core.tableau import Badge, Body, Counter, Group, Patch, Ring, Side, Tableau, Thing, Tone
from ....core.text import list_in_words
from ..battle import activations, scoring
from ..checks import darkness, pieces
from ..records import (
    CLOUD_TITLES,
    Cache,
    Casket,
    Cloud,
    Condition,
    CrewedVehicle,
    Door,
    Driver,
    Fighter,
    Lift,
    Piece,
    Play,
    Rat,
    Status,
    Trap,
    Vehicle,
)
from ..records.position import broken, crawlers, crewed_vehicles, engaged_with, fighters, passengers, things

STATUS = {
    Status.STANDING: "standing",
    Status.PINNED: "pinned",
    Status.SERIOUS: "seriously injured",
    Status.OUT: "out of action",
}
CONDITIONS: dict[Condition, tuple[str, str, Tone]] = {
    "blaze": ("Bz", "on fire", "ill"),
    "blind": ("Bd", "blind", "ill"),
    "gunked": ("Gk", "gunked", "ill"),
    "insane": ("In", "insane", "ill"),
    "revealed": ("Rv", "revealed", "mark"),
    "webbed": ("Wb", "webbed", "ill"),
}
ACTIONS = 2  # of an activation
KEEP_CLEAR = Ring(INCH, "enemies end no move within an inch of it unless they charge or a wall stands between")


def tableau(play: Play) -> Tableau:
    """The position of a battle."""
    now = play.state.turn
    return Tableau(
        heading=heading(play),
        sides=sides(play),
        bodies=(
            *(body(play, number, f) for number, f in numbered(play)),
            *(vehicle_body(play, vehicle) for vehicle in crewed_vehicles(play.world, play.state)),
        ),
        things=tuple(told for record in play.state.records[play.world.first_thing :] if (told := thing(play, record))),
        actor=now.actor,
        round=now.round,
        doors=doors(play),
        zones=zones(play),
        patches=tuple(Patch(CLOUD_TITLES[c.kind], c.kind, c.at.spot, c.size) for c in things(play, Cloud) if c.there),
        groups=tuple(groups(play)),
        gone=broken(play.state),
    )


def heading(play: Play) -> str:
    """Where the battle stands, in a line."""
    now, names = play.state.turn, play.world.names
    if now.phase == "over":
        return f"The battle is over: {now.why_over}"
    if now.phase == "setup":
        return "The gangs take the field."
    words = f"Round {now.round}, {now.phase} phase"
    if now.actor >= 0:
        words += f"; {names[now.actor]} has {now.left} action{'s' * (now.left != 1)} left"
    return words + (f"; dark beyond {written(now.dark)}." if now.dark else ".")


def sides(play: Play) -> tuple[Side, ...]:
    """Both gangs, their points so far, and whether they have bottled out."""
    points = scoring.points(play)
    return tuple(Side(seat, gang, points[seat], tuple(fares(play, seat))) for seat, gang in enumerate(play.world.gangs))


def fares(play: Play, seat: int) -> Iterator[str]:
    """What is to be said of a gang besides its points."""
    now = play.state.turn
    if now.bottled[seat]:
        yield "bottled out"
    if now.priority == seat and now.phase not in ("setup", "over"):
        yield "has priority"


def numbered(play: Play) -> Iterator[tuple[int, Fighter]]:
    """Every fighter with its number in its side."""
    for side in play.world.sides:
        for number, who in enumerate(side, 1):
            yield number, play.state.record(Fighter, who)


# ---- fighters --------------------------------------------------------------------------------------------------------


def body(play: Play, number: int, f: Fighter) -> Body:
    """A fighter as it stands."""
    world, now = play.world, play.state.turn
    here = f.status is not Status.OUT
    return Body(
        id=f.id,
        owner=f.owner,
        label=str(number),
        name=world.names[f.id],
        kind=world.kits[f.id].profile.name,
        at=f.at,
        words=tuple(words_for(play, f)),
        badges=tuple(badges(play, f)) if here else (),
        counters=(Counter("actions left", now.left, ACTIONS),) if f.id == now.actor else (),
        rings=tuple(rings(play, f)) if here else (),
        stands="here" if here else "gone" if f.deployed else "waiting",
        ready=f.ready and here,
        on=ridden_by(play, f),
    )


def ridden_by(play: Play, f: Fighter) -> int:
    """The vehicle that a fighter stands on, -1 for none."""
    if f.at.z == 0 or f.at.posture == Posture.AWAY:
        return -1
    carriers = (v.id for v in crewed_vehicles(play.world, play.state) if f.id in Driver(play, v.id).aboard)
    return next(carriers, -1)


def words_for(play: Play, f: Fighter) -> list[str]:
    """How a fighter is, in words."""
    if f.id in crawlers(play.state):
        return ["in the crawlways"]
    if pieces.hides_in_hatch(play, f.id):
        return ["hides in a hatch", *["ready"] * f.ready]
    if not f.deployed:
        cage = passengers(play.world, play.state).get(f.id)
        return ["not yet on the table"] if cage is None else [f"in {play.world.names[cage]}", *["ready"] * f.ready]
    words = ["fled" if f.fled else STATUS[f.status]]
    if f.status is Status.OUT:
        return words
    wounds = play.world.kits[f.id].profile.w
    words += ["ready"] * f.ready + ["broken"] * f.broken
    words += ["engaged"] * bool(engaged_with(play, f.id))
    words += [f"{f.wounds} of {wounds} wounds"] * (f.wounds != wounds)
    words += [f"flesh wounds {f.flesh}"] * (f.flesh > 0)
    words += [f"no ammo: {name}" for name in _dry(play, f)]
    words += f.conditions
    words += ["hidden"] * _hidden(play, f)
    words += ["covered by a hatch"] * has_effect(play.state, f.id, "sheltered")
    if (carrier := ridden_by(play, f)) >= 0:
        words.append(f"on {play.world.names[carrier]}")
    return words + [f"{written(f.at.z)} up"] * (f.at.z > 0)


def _dry(play: Play, f: Fighter) -> list[str]:
    if not f.out and not f.jammed:
        return []
    weapons = play.world.kits[f.id].weapons
    return [weapons[slot].name.lower() for slot in sorted({*f.out, *f.jammed}) if slot < len(weapons)]


def _hidden(play: Play, f: Fighter) -> bool:
    return bool(play.state.turn.dark) and not darkness.given_away(play, f.id)


def badges(play: Play, f: Fighter) -> Iterator[Badge]:
    """Small signs for what ails a fighter, and for what it is about."""
    lost = play.world.kits[f.id].profile.w - f.wounds
    if f.broken:
        yield Badge("!!", "broken", "ill")
    if lost > 0:
        yield Badge(f"-{lost}", "wounds lost", "ill")
    if f.flesh:
        yield Badge(f"F{f.flesh}", "flesh wounds", "ill")
    if f.out or f.jammed:
        yield Badge("A0", "out of ammo", "held")
    for condition in f.conditions:
        yield Badge(*CONDITIONS[condition])
    if engaged_with(play, f.id):
        yield Badge("En", "engaged", "mark")


def rings(play: Play, f: Fighter) -> Iterator[Ring]:
    """How near others may come to a fighter, and from how near they may be activated with it."""
    if f.status is Status.STANDING:
        yield KEEP_CLEAR
    if f.ready and play.world.kits[f.id].profile.group:
        yield Ring(activations.GROUP_REACH, "ready friends this near may be activated with it")


def groups(play: Play) -> Iterator[Group]:
    """Who is activated together."""
    now = play.state.turn
    if now.group:
        yield Group("activated together", (*([now.actor] if now.actor >= 0 else ()), *now.group))
    beasts: dict[int, list[int]] = {}
    for f in fighters(play):
        owner = play.world.kits[f.id].owner
        if owner >= 0 and f.status is not Status.OUT:
            beasts.setdefault(owner, [owner]).append(f.id)
    for pack in beasts.values():
        yield Group("an owner and its beasts", tuple(pack))


# ---- vehicles --------------------------------------------------------------------------------------------------------


def vehicle_body(play: Play, v: CrewedVehicle) -> Body:
    """A crewed vehicle as it stands."""
    now, lost = play.state.turn, Driver(play, v.id).profile.hull_points - v.hull_points
    here = v.at.posture != Posture.AWAY
    return Body(
        id=v.id,
        owner=v.owner,
        label=f"V{v.id - play.world.count + 1}",
        name=play.world.names[v.id],
        kind=Driver(play, v.id).profile.name,
        at=v.at,
        words=tuple(vehicle_words(play, v)),
        badges=tuple(vehicle_badges(v, lost)) if here else (),
        counters=(Counter("actions left", now.left, ACTIONS),) if v.id == now.actor else (),
        stands="here" if here else "gone" if v.deployed else "waiting",
        ready=v.ready and here,
    )


def vehicle_badges(v: CrewedVehicle, lost: int) -> Iterator[Badge]:
    """Small signs for what a vehicle has lost, and for how many are in its cage."""
    if lost:
        yield Badge(f"-{lost}", "hull points lost", "ill")
    if v.embarked:
        yield Badge(f"C{len(v.embarked)}", "fighters in its cage", "held")


def vehicle_words(play: Play, v: CrewedVehicle) -> list[str]:
    """How a crewed vehicle is, in words."""
    if v.at.posture == Posture.AWAY:
        return ["wrecked" if v.wrecked else "stayed behind" if v.deployed else "not yet on the table"]
    driver, names = Driver(play, v.id), play.world.names
    kit, aboard = driver.kit, [names[who] for who in driver.aboard]
    words = [
        kit.locomotion,
        f"driven by a {kit.crew.name}",
        f"{v.hull_points} of {kit.profile.hull_points} hull points",
        *["a wreck"] * v.wrecked,
        *["stalled"] * (v.stalled and not v.wrecked),
        *["goes no further than its Movement"] * v.held_back,
        *[f"its driver has {v.flesh} flesh wound{'s' * (v.flesh > 1)}"] * (v.flesh > 0),
        *["its driver has blacked out"] * v.unconscious,
        *[f"{kit.weapons[slot].name} destroyed" for slot in v.destroyed],
        *v.conditions,
        *[f"carries {list_in_words(aboard)}"] * bool(aboard),
        *[f"{list_in_words([names[who] for who in v.embarked])} in its cage"] * bool(v.embarked),
    ]
    return words + [f"{written(v.at.z)} up"] * (v.at.z > 0)


# ---- things ----------------------------------------------------------------------------------------------------------


def thing(play: Play, record: state.Body) -> Thing | None:
    """What lies or stands about, as it is now; None for what is gone, and for clouds."""
    words: tuple[str, ...] = ()
    match record:
        case Casket(open=opened):
            kind, words = "open casket" if opened else "casket", ("open" if opened else "closed",)
        case Cache(there=True):
            kind = "ammo-cache"
        case Trap(there=True):
            kind, words = "booby-trap", (record.kind.replace("-", " "),)
        case Rat(there=True, bearer=-1):
            kind = record.kind
        case Rat(there=True):
            grenade = play.world.kits[record.bearer].weapons[record.slot].name
            kind, words = "bomb-rat", (f"with {grenade.lower()}",)
        case Piece(there=True):
            kind, words = record.profile, tuple(_piece(play, record))
        case Vehicle():
            kind, words = "vehicle", _vehicle(record)
        case Lift():
            kind = "lift"
            words = (f"its plate is {written(record.level)} up", *["switched off"] * pieces.is_off(play, record.id))
        case Door():
            kind, words = "door", ("vault, locked" if record.vault and record.state == "locked" else record.state,)
        case _:
            return None
    at = record.at
    radius = at.radius if at.posture != Posture.AWAY else 0
    return Thing(record.id, kind, play.world.names.get(record.id, kind), at.spot, radius, words)


def _piece(play: Play, piece: Piece) -> Iterator[str]:
    if pieces.is_off(play, piece.id):
        yield "switched off"
    if pieces.is_running(play, piece.id):
        yield "at work"
    if piece.tokens and piece.profile == "fuel-cache":
        yield "burns"
    elif piece.tokens and piece.profile in pieces.EXPLOSIVE:
        yield "has blown up"
    elif piece.tokens:
        yield f"{piece.tokens} token{'s' * (piece.tokens != 1)}"


def _vehicle(vehicle: Vehicle) -> tuple[str, ...]:
    words = ["wrecked"] if vehicle.wrecked else [f"{vehicle.wounds} hull points"]
    return (*words, *["its weapon is out of ammo"] * vehicle.out, *["its weapon is jammed"] * vehicle.jammed)


def doors(play: Play) -> dict[str, str]:
    """How each door stands, by its id on the board."""
    board = play.world.board
    return {
        board.doors[d.number].id: "vault" if d.vault and d.state == "locked" else d.state for d in things(play, Door)
    }


def zones(play: Play) -> dict[str, int]:
    """The zones that the scenario uses, each with the seat that starts there, -1 for one that is only to be reached."""
    scenario = play.world.scenario
    starts = {name: seat for seat, side in enumerate(scenario.sides) for name in side.zones}
    return {**dict.fromkeys(scenario.goal, -1), **starts}
