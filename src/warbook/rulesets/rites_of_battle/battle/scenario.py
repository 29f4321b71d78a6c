"""What a scenario is about: when it is over, who has won, and why."""

from __future__ import annotations

from ....mechanics import grid
from ....space.grid.cells import Cell
from ..checks import squares
from ..events.fighters import Became
from ..events.turns import HeldRound, Over
from ..printed.scenario import Scenario
from ..records import ADVERSARIES, NOBODY, SQUAD, Fighter, Model, Play, Thing
from ..records.position import able_of, fighters, things


def has_able(play: Play, seat: int) -> bool:
    """Whether a side has somebody on the board who can act."""
    for f in fighters(play):  # a plain loop: it is asked between any two things that happen
        if f.owner == seat and f.able:
            return True
    return False


def to_come(play: Play, seat: int) -> bool:
    """Whether a side has somebody who is still to come."""
    sides = play.world.sides
    return any(play.state.records[who].state == "waiting" for who in sides[seat])


def points(play: Play) -> tuple[int, int]:
    """How many of the other side each has put out, where this is what the battle is about."""
    if play.world.scenario.about != "rout":
        return 0, 0
    lost = [sum(not f.able and f.state != "waiting" and f.state != "away" for f in side(play, seat)) for seat in (0, 1)]
    return lost[1], lost[0]


def progress(play: Play) -> str:
    """How far the squad is with what the battle is about."""
    about, now = play.world.scenario, play.state.turn
    match about.about:
        case "hold":
            return f"{now.held_rounds} of {about.needed} rounds held"
        case "machine":
            return f"{now.escaped} of {about.needed} got out" if worked(play, about) else "the machine stands still"
        case "nemesis":
            return f"{play.world.names[nemesis(play, about)]} is at large"
        case _:
            return ""


def side(play: Play, seat: int) -> list[Fighter]:
    """The records of a side's fighters."""
    return [play.state.records[who] for who in play.world.sides[seat]]


def finish(play: Play, winner: int, why: str) -> bool:
    """The battle is over."""
    play.happen(Over(winner, points(play), why))
    return True


def judge(play: Play) -> bool:
    """Between two things that happen: whether the battle is over."""
    about = play.world.scenario
    if not about.rounds:
        return False
    if about.about == "nemesis" and play.state.records[nemesis(play, about)].state in ("incapacitated", "dead"):
        return finish(play, SQUAD, f"{play.world.names[nemesis(play, about)]} is taken")
    if about.about == "machine" and play.state.turn.escaped >= about.needed > 0:
        return finish(play, SQUAD, "the machine is worked, and enough have got out")
    for seat in (SQUAD, ADVERSARIES):
        if not has_able(play, seat) and not to_come(play, seat):
            if about.about == "rout" and not has_able(play, 1 - seat) and not to_come(play, 1 - seat):
                return by_points(play, "nobody is left to act")
            return finish(play, 1 - seat, f"{play.world.forces[seat]} have nobody left to act")
    return False


def by_points(play: Play, why: str) -> bool:
    """The battle is over, and whoever has put more out has won it."""
    mine, theirs = points(play)
    return finish(play, NOBODY if mine == theirs else int(theirs > mine), why)


def judge_round(play: Play) -> bool:
    """At the end of a round: whether the battle is over."""
    about, number = play.world.scenario, play.state.turn.round
    if about.about == "hold" and holds(play, about):
        play.happen(HeldRound(play.state.turn.held_rounds + 1))
        if play.state.turn.held_rounds >= about.needed:
            return finish(play, SQUAD, f"{play.world.forces[SQUAD]} have held their ground")
    if number < about.rounds or not about.rounds:
        return False
    match about.about:
        case "hold":
            return finish(play, ADVERSARIES, "the ground was not held long enough")
        case "machine":
            return finish(play, ADVERSARIES, "time has run out")
        case "nemesis":
            return finish(play, ADVERSARIES, f"{play.world.names[nemesis(play, about)]} has got away")
        case _:
            return by_points(play, "night falls")


def holds(play: Play, about: Scenario) -> bool:
    """Whether the squad, and nobody of the adversaries, is in the zone that is fought for."""
    inside = {seat: any(in_zone(play, who, about.goal) for who in able_of(play, seat)) for seat in (SQUAD, ADVERSARIES)}
    return inside[SQUAD] and not inside[ADVERSARIES]


def in_zone(play: Play, who: int, name: str) -> bool:
    """Whether somebody stands in a zone."""
    zone = grid.zone_cells(play, name)
    return any(cell[:2] in zone for cell in squares.taken_by(play, who))


def nemesis(play: Play, about: Scenario) -> int:
    """The one who is to be taken."""
    return next(n for n, kit in enumerate(play.world.kits) if kit.member == about.nemesis and n in play.world.sides[1])


def worked(play: Play, about: Scenario) -> bool:
    """Whether the machine has been worked."""
    return any(each.state == "worked" for each in machines(play, about))


def machines(play: Play, about: Scenario) -> list[Thing]:
    """The machine that the battle is about, if it is about one."""
    marker = about.task.marker if about.task is not None else None
    return [each for each in things(play) if marker and play.world.tasks.get(each.id, {}).get("id") == marker]


def ground(play: Play, about: Scenario) -> tuple[Cell, ...]:
    """The squares of the zone that is fought for."""
    return tuple((*tile, 0) for tile in grid.zone_cells(play, about.goal))


def leave_if_out(play: Play, actor: Model) -> None:
    """Whoever of the squad ends its turn in the way out, once the machine is worked, has got out."""
    about = play.world.scenario
    if about.about != "machine" or actor.owner != SQUAD or not actor.record.able:
        return
    if worked(play, about) and in_zone(play, actor.id, about.goal):
        play.happen(Became(actor.id, "away"))
