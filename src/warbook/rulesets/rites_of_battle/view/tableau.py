"""A position as a table shows it: who stands where and how, whose turn it is, what the battle is about."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.tableau import Badge, Body, Counter, Group, Ring, Side, Tableau, Tone
from ....core.tableau import Thing as Shown
from ....space.grid.outlines import outlines
from ..battle import scenario as scenarios
from ..battle.turn import left_in_words
from ..checks import squares
from ..checks.requirements import maneuvers_left
from ..printed.catalogue import injuries
from ..records import NOBODY, SQUARE, Fighter, Model, Play, Thing
from ..records.effects import Condition
from ..records.position import fighters, things

CONDITIONS: dict[Condition, tuple[str, str]] = {
    "staggered": ("St", "staggered: no action"),
    "immobilized": ("Im", "immobilized: no maneuver"),
    "ensnared": ("En", "ensnared: no maneuver"),
    "disoriented": ("Ds", "disoriented: a setback die on its checks"),
    "burning": ("Fi", "on fire"),
    "shaken": ("Fe", "shaken by fear"),
}


def tableau(play: Play) -> Tableau:
    """The position of a battle."""
    now = play.state.turn
    return Tableau(
        heading=heading(play),
        sides=sides(play),
        bodies=tuple(body(play, number, f) for number, f in numbered(play)),
        things=tuple(shown(play, each) for each in things(play) if is_there(play, each)),
        actor=now.actor,
        round=now.round,
        doors=doors(play),
        zones=zones(play),
        groups=tuple(groups(play)),
        grid=play.world.grid,
    )


def heading(play: Play) -> str:
    """Where the battle stands, in a line."""
    now, names = play.state.turn, play.world.names
    match now.phase:
        case "over":
            return f"The battle is over: {now.why_over}."
        case "deploy":
            return "Both sides take their places."
        case "initiative":
            return "Initiative is rolled."
    progress = scenarios.progress(play)
    words = f"Round {now.round}{f', {progress}' if progress else ''}"
    if now.actor != NOBODY:
        words += f"; the turn of {names[now.actor]}: {left_in_words(Model(play, now.actor))}."
    return words


def sides(play: Play) -> tuple[Side, ...]:
    """Both sides, with their points."""
    points = scenarios.points(play)
    return tuple(Side(seat, force, points[seat]) for seat, force in enumerate(play.world.forces))


def numbered(play: Play) -> Iterator[tuple[int, Fighter]]:
    """Every fighter with its number in its side; the visitor only once it has come."""
    for seat in (0, 1):
        mine = [
            f for f in fighters(play) if f.owner == seat and not (f.id == play.world.visitor and f.state == "waiting")
        ]
        yield from enumerate(mine, 1)


# ---- fighters --------------------------------------------------------------------------------------------------------


def body(play: Play, number: int, f: Fighter) -> Body:
    """A fighter as it stands."""
    kit = play.world.kits[f.id]
    now = play.state.turn
    return Body(
        id=f.id,
        owner=f.owner,
        label=str(number),
        name=play.world.names[f.id],
        kind=kit.profile.title,
        at=f.at,
        words=tuple(words_for(play, f)),
        badges=tuple(badges(play, f)) if f.here else (),
        counters=counters(play, f) if f.id == now.actor else (),
        rings=(*members(play, f), *(bands(play, f) if f.id == now.actor else ())),
        stands="here" if f.here else "waiting" if f.state == "waiting" else "gone",
        ready=f.able and not f.acted and now.phase == "play",
        looks=False,
    )


def words_for(play: Play, f: Fighter) -> list[str]:
    """How a fighter is, in words."""
    model = Model(play, f.id)
    match f.state:
        case "waiting":
            return ["not on the board yet"]
        case "away":
            return ["got out"]
        case "dead":
            return ["dead"]
        case "incapacitated":
            words = ["incapacitated"]
        case _:
            words = ["prone" if f.prone else "standing"]
    if model.kit.count > 1:
        words.append(left_of_group(model))
    if f.wounds:
        words.append(f"{f.wounds} of {model.wound_threshold} wounds")
    if f.strain and model.kit.has_strain:
        words.append(f"{f.strain} of {model.strain_threshold} strain")
    words += ["in cover"] * f.covered + ["has had its turn"] * f.acted
    words += [text for name, (_, text) in CONDITIONS.items() if model.has(name)]
    words += [injuries()[each].title for each in f.injuries]
    if f.able and (foes := squares.engaged_with(play, f.id)):
        words.append(f"engaged with {', '.join(play.world.names[who] for who in foes)}")
    return words


def left_of_group(model: Model) -> str:
    """How many of a group are left, and on how many squares."""
    taken = len(squares.taken_by(model.play, model.id))
    return f"{model.alive} of {model.kit.count} left" + f", on {taken} squares" * (taken > 1)


def badges(play: Play, f: Fighter) -> Iterator[Badge]:
    """Small signs for what is wrong with a fighter."""
    ill: Tone = "ill"
    model = Model(play, f.id)
    if model.kit.count > 1:
        yield Badge(f"x{model.alive}", left_of_group(model))
    if f.wounds:
        yield Badge(f"-{f.wounds}" if f.wounds < 100 else "-", "wounds", ill)
    if f.state == "incapacitated":
        yield Badge("X", "incapacitated", ill)
    elif f.prone:
        yield Badge("Pr", "prone", ill)
    if f.covered:
        yield Badge("Co", "in cover", "good")
    if model.has("guarded"):
        yield Badge("Gu", "in a guarded stance", "good")
    for name, (sign, title) in CONDITIONS.items():
        if model.has(name):
            yield Badge(sign, title, ill)
    if f.injuries:
        yield Badge("!", f"critical injuries: {len(f.injuries)}", ill)


def counters(play: Play, f: Fighter) -> tuple[Counter, ...]:
    """What it has left in its turn."""
    now = play.state.turn
    left = maneuvers_left(Model(play, f.id))
    return Counter("action", int(now.action), 1), Counter("maneuvers", left, now.allowed)


def members(play: Play, f: Fighter) -> Iterator[Ring]:
    """The squares of the others of a group, each by itself: on the table a member stands in each."""
    for column, row, _ in squares.others_of(play, f.id):
        yield Ring(0, "a member of the group", tuple(play.world.grid.corners(column, row)))


def bands(play: Play, f: Fighter) -> Iterator[Ring]:
    """The range bands about whoever acts, or about all of its group, those that end on the board."""
    whole, taken = play.world.grid, squares.taken_by(play, f.id)
    for band, limit in squares.limits(play) if taken else ():
        within = {tile for cell in taken for tile in squares.within(play, cell, limit)}
        if band != "engaged" and len(within) < whole.columns * whole.rows:
            (_, rings), *_ = outlines(whole, [(*tile, 0) for tile in within]).items()
            yield Ring(limit * SQUARE, f"{band}, to {limit} squares", tuple(rings[0]))


def groups(play: Play) -> Iterator[Group]:
    """Who attacks whom, and who acts next."""
    check = play.state.turn.check
    if check is not None and check.target >= 0:
        yield Group("the target", (check.target, *check.others))
    now = play.state.turn
    following = tuple(s.who for s in now.order[now.place :] if play.state.records[s.who].able and s.who != now.actor)
    if following:
        yield Group("still to act, in this order", following, linked=False)


# ---- things ----------------------------------------------------------------------------------------------------------


def is_there(play: Play, thing: Thing) -> bool:
    """Whether a thing is on the board: it has not been taken, and does not wait for its rider."""
    return thing.state != "taken" and (thing.rider == NOBODY or play.state.records[thing.rider].here)


def shown(play: Play, thing: Thing) -> Shown:
    """What lies or stands about."""
    words: list[str] = [thing.state] if thing.state != "there" else []
    words += [f"{len(thing.workers)} actions done"] * bool(thing.workers)
    words += [f"{thing.wounds} wounds"] * bool(thing.wounds)
    if thing.rider != NOBODY:
        words.append(f"{play.world.names[thing.rider]} is on it")
    return Shown(thing.id, thing.kind, play.world.names[thing.id], thing.at.spot, words=tuple(words))


def doors(play: Play) -> dict[str, str]:
    """How each door stands, by its id on the board."""
    board = play.world.board
    return {board.doors[each.number].id: each.state for each in things(play) if each.kind == "door"}


def zones(play: Play) -> dict[str, int]:
    """The zones to show: both sides' while they deploy, and the one that is fought for."""
    about = play.world.scenario
    found = {about.goal: NOBODY} if about.goal else {}
    if play.state.turn.phase == "deploy":
        found |= {about.red.zone: 0, about.blue.zone: 1}
    return found
