"""A position as a table shows it: who stands where and how, who may still interrupt, what the battle is about."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.length import written
from ....core.reaction import pairs
from ....core.tableau import Badge, Body, Counter, Group, Patch, Ring, Side, Tableau, Tone
from ....core.tableau import Thing as Shown
from ....space.shapes import rectangle
from ..actions.interrupts import REACTIONS
from ..battle import complications, endgame, engagements, rounds, scoring
from ..checks import edges
from ..events.deeds import Aimed, Declared
from ..printed import catalogue
from ..records import NEUTRAL, NOBODY, Figure, Model, Play, Row, Thing
from ..records.distances import strike_of, threat_of
from ..records.position import figures, things

MARKS: dict[str, tuple[str, str, Tone]] = {
    "bounty": ("$", "there is a bounty on it", "mark"),
    "messenger": ("M", "carries the orders", "mark"),
    "target": ("X", "the target of an assassination", "mark"),
}

COMES_DOWN: tuple[Row, ...] = ("area", "cast-area")  # the kinds of action that cover a disc around their spot


def tableau(play: Play) -> Tableau:
    """The position of a battle."""
    now = play.state.turn
    return Tableau(
        heading=heading(play),
        sides=sides(play),
        bodies=tuple(body(play, number, f) for number, f in with_numbers(play)),
        things=tuple(thing(play, t) for t in things(play) if t.state not in ("taken", "gone") or t.kind == "door"),
        actor=now.actor,
        round=now.round,
        doors=doors(play),
        zones=zones(play),
        patches=tuple(patches(play)),
        groups=tuple(groups(play)),
    )


def heading(play: Play) -> str:
    """Where the battle stands, in a line."""
    now, names = play.state.turn, play.world.names
    if now.phase == "over":
        return f"The battle is over: {now.why_over}."
    if now.phase in ("roles", "deploy"):
        return "The parties take the field."
    whose = "the neutrals" if now.seat == NEUTRAL else play.world.parties[now.seat]
    words = f"Round {now.round}, the turn of {whose}"
    if now.actor >= 0:
        words += f"; {names[now.actor]} has {play.state.records[now.actor].ap} AP left"
    return f"{words}. {stage(play)}".rstrip()


def stage(play: Play) -> str:
    """How far the scenario is along."""
    now = play.state.turn
    words = [engagements.TITLES[now.engagement]] if now.engagement else []
    if now.complication:
        words.append(complications.TITLES[now.complication])
    if now.end_game:
        words.append(endgame.TITLES[now.end_game])
    return f"{', then '.join(words)}." if words else ""


def sides(play: Play) -> tuple[Side, ...]:
    """The parties with their points so far and their roles, then the neutrals if any have come."""
    attacker, points = play.state.turn.attacker, scoring.points(play)
    told = [
        Side(seat, party, points[seat], ("attacking" if seat == attacker else "defending",) * (attacker >= 0))
        for seat, party in enumerate(play.world.parties)
    ]
    if any(True for _ in of_side(play, NEUTRAL)):
        told.append(Side(NEUTRAL, "Neutrals", words=("nobody's",)))
    return tuple(told)


def with_numbers(play: Play) -> Iterator[tuple[int, Figure]]:
    """Every figure with its number in its side."""
    for seat in (0, 1, NEUTRAL):
        yield from enumerate(of_side(play, seat), 1)


def of_side(play: Play, seat: int) -> Iterator[Figure]:
    """The figures of a side; of the neutrals those that have come."""
    return (f for f in figures(play) if f.owner == seat and not (seat == NEUTRAL and f.state == "waiting"))


# ---- figures ---------------------------------------------------------------------------------------------------------


def body(play: Play, number: int, f: Figure) -> Body:
    """A figure as it stands."""
    kit = play.world.kits[f.id]
    return Body(
        id=f.id,
        owner=f.owner,
        label=str(number),
        name=play.world.names[f.id],
        kind=kit.profile.title,
        at=f.at,
        words=tuple(words_for(play, f)),
        badges=tuple(badges(play, f)) if f.here else (),
        counters=counters(play, f) if f.here else (),
        rings=tuple(rings(play, f)) if f.standing else (),
        stands="here" if f.here else "waiting" if f.state == "waiting" and not f.out else "gone",
        ready=rounds.may_be_activated(play, f),
        looks=False,
    )


def words_for(play: Play, f: Figure) -> list[str]:
    """How a figure is, in words."""
    if f.state == "waiting":
        return ["not on the table yet"]
    if f.out:
        return ["incapacitated"]
    if f.state == "gone":
        return ["left the table"]
    kit = play.world.kits[f.id]
    words = ["knocked over" if f.down else "clinging to a face" if f.face else "standing"]
    words += [f"{f.ap} AP {'held' if f.activation == 'done' else 'to spend'}"] * (f.ap > 0)
    words += [f.activation] * (f.activation != "done" or f.owner == play.state.turn.seat)
    full = kit.en
    words += [f"{max(0, f.wounds)} of {full} wounds"] * (f.wounds != full)
    words += [f"to be loaded: {kit.weapons[slot].title.lower()}" for slot in f.unloaded]
    words += [f"{f.mana} mana"] * (f.mana > 0)
    words += [f"shaken, {f.shaken} AP next turn"] * (f.shaken >= 0)
    words += [f"carries {play.world.names[thing]}" for thing in f.carries]
    words += part(play, f)
    return words + [f"{written(f.at.z)} up"] * (f.at.z > 0)


def part(play: Play, f: Figure) -> list[str]:
    """What a figure has to do with the action under way: its place in a band, the interrupt that it has declared."""
    deed = play.state.turn.deed
    if deed is None:
        return []
    banded = len(deed.band) > 1 and f.id in deed.band
    words = ["leads the band" if f.id == deed.leader else "in the band"] * banded
    pledge = deed.pledged(f.id)
    return words + ([f"has declared {pledge.kind}"] if pledge is not None else [])


def counters(play: Play, f: Figure) -> tuple[Counter, ...]:
    """Its points: to be spent in its activation, or held for an interrupt; and its mana."""
    held = f.activation == "done"
    points = (
        Counter("action points held", f.ap, use="held")
        if held
        else Counter("action points to spend", f.ap, max(f.ap, Model(play, f.id).iv))
    )
    mana = (Counter("mana", f.mana),) if f.mana else ()
    return ((points,) if f.ap or not held else ()) + mana


def badges(play: Play, f: Figure) -> Iterator[Badge]:
    """Small signs for what is wrong with a figure, and for what it is doing."""
    kit = play.world.kits[f.id]
    lost = kit.en - f.wounds
    if lost > 0:
        yield Badge(f"-{lost}", "wounds lost", "ill")
    if f.down:
        yield Badge("KO", "knocked over", "ill")
    if f.shaken >= 0:
        yield Badge("Sh", "shaken", "ill")
    if f.unloaded:
        yield Badge("L", "to be loaded")
    if f.carries:
        yield Badge("C", "carries something")
    if f.face:
        yield Badge("^", "clings to a face")
    now = play.state.turn
    if now.marks and f.owner != NEUTRAL:
        for name, badge in MARKS.items():
            if f.id in (now.mark(f"{name}-0"), now.mark(f"{name}-1")):
                yield Badge(*badge)
    if now.deed is not None and now.deed.pledged(f.id) is not None:
        yield Badge("!", "has declared an interrupt", "held")


def rings(play: Play, f: Figure) -> Iterator[Ring]:
    """Its threat range, and how far it strikes where that is further."""
    threat, strike = threat_of(play, f), strike_of(play, f)
    yield Ring(threat, "threat range")
    if strike > threat:
        yield Ring(strike, "as far as its weapon strikes")


def groups(play: Play) -> Iterator[Group]:
    """The band that acts, the interrupts that were declared against it, and who may still interrupt."""
    now = play.state.turn
    deed = now.deed
    if deed is not None:
        if len(deed.band) > 1:
            yield Group("the band", deed.band)
        for kind in dict.fromkeys(pledge.kind for pledge in deed.pledges):
            name = play.ruleset.reactions[f"interrupt-{kind}"].name
            yield Group(f"declared: {name}", tuple(p.who for p in deed.pledges if p.kind == kind))
        if deed.targets:
            yield Group("at whom it is aimed", deed.targets)
    if now.phase == "play" and (able := interrupting(play)):
        yield Group("may still interrupt", able)


def interrupting(play: Play) -> tuple[int, ...]:
    """Who may still interrupt: between actions everybody who holds points; in an action those whom the last
    announcement asks; nobody once it is being carried out."""
    now = play.state.turn
    if now.deed is None:
        return tuple(f.id for seat in (0, 1) if seat != now.seat for f in rounds.holders(play, seat))
    made = next((event for event in reversed(play.events) if isinstance(event, Declared | Aimed)), None)
    if made is None:
        return ()
    return tuple(sorted({who for _, who in pairs(REACTIONS, play, made)}))


# ---- things and ground -----------------------------------------------------------------------------------------------


def thing(play: Play, thing: Thing) -> Shown:
    """What lies or stands about, as it is now."""
    names = play.world.names
    words = [f"locked, {thing.lock}+" if thing.state == "locked" and thing.lock else thing.state]
    words += ["heavy"] * thing.heavy
    if thing.carrier != NOBODY:
        words.append(f"carried by {names[thing.carrier]}")
    if thing.claimed in (0, 1):
        words.append(f"last held by {play.world.parties[thing.claimed]}")
    return Shown(thing.id, thing.kind, names[thing.id], thing.at.spot, words=tuple(words))


def doors(play: Play) -> dict[str, str]:
    """How each door stands, by its id on the board."""
    board = play.world.board
    return {board.doors[thing.number].id: thing.state for thing in things(play) if thing.kind == "door"}


def zones(play: Play) -> dict[str, int]:
    """The zones of the parties, each with its seat, once they are settled; -1 for nobody's."""
    scenario, now = play.world.scenario, play.state.turn
    if now.sides:
        return {name: seat for seat, name in enumerate(now.sides)}
    return dict.fromkeys(scenario.zones, -1) if scenario is not None else {}


def patches(play: Play) -> Iterator[Patch]:
    """The zone that is held in a Point Defense, and what the shot or spell under way is to cover."""
    now = play.state.turn
    along = now.mark("point")
    if along >= 0 and now.sides:
        x, y = edges.on_middle(play, along)
        half = engagements.POINT
        yield Patch("the zone to be held", "goal", corners=rectangle(x - half, y - half, 2 * half, 2 * half))
    deed = now.deed
    if deed is not None and deed.spot is not None and deed.row in COMES_DOWN:
        if deed.slot >= 0:
            weapon = play.world.kits[deed.leader].weapons[deed.slot]
            yield Patch(f"where the {weapon.title.lower()} comes down", "blast", deed.spot, weapon.area)
        else:
            area = max(catalogue.spells()[id].area for id in play.world.kits[deed.leader].spells)
            yield Patch("where the spell comes down", "blast", deed.spot, area)
