"""Deployment: who is put down next, and where."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.length import INCH
from ....core.naming import Preview
from ....mechanics.deployment import Start
from ....mechanics.scenario import SEATS
from ....space.shapes import middle_of_box
from ..checks import darkness, targets
from ..events.rounds import Deployed, PhaseBegan
from ..events.vehicles import LeftBehind, VehicleDeployed
from ..records import Fighter, Play, State, World
from ..records.position import board_now, crawlers, crewed_vehicles, layout, namer, passengers
from . import zones


def deploy(play: Play) -> None:
    """Where it is dark, first how far one sees; then the next fighter or vehicle is put down; at last the first round
    begins."""
    if play.world.scenario.dark and not play.state.turn.dark:
        darkness.fall_of_night(play)
        return
    seat = next_to_deploy(play.world, play.state)
    if seat < 0:
        play.happen(PhaseBegan("priority"))
        return
    who = waiting_to_deploy(play.world, play.state, seat)[0]
    put_down(play, who, partial(play.ask, seat))


def put_down(play: Play, who: int, choose: Callable[[Start], tuple[int, ...]]) -> None:
    """A model is put down where somebody chooses, with its facing; a vehicle stays behind where there is no room for
    its hull."""
    if not play.world.is_crewed(who):
        x, y, z, fx, fy = choose(start_choice(play, who))
        play.happen(Deployed(who, x, y, z, fx, fy))
        return
    start = start_of(play, who, whole=play.option["hulls-start-whole"])
    if start.has_room():
        play.happen(VehicleDeployed(who, *choose(start)))
    else:
        play.happen(LeftBehind(who))


def next_to_deploy(world: World, state: State) -> int:
    """The seat that puts down a model now: the one that the scenario sends first as long as it has any, else the one
    with more of them waiting (red, where that is equal); -1 when all are on the table."""
    left = [len(waiting_to_deploy(world, state, seat)) for seat in (0, 1)]
    if not any(left):
        return -1
    scenario = world.scenario
    if scenario.first and left[SEATS.index(scenario.first)]:
        return SEATS.index(scenario.first)
    return int(left[1] > left[0])


def waiting_to_deploy(world: World, state: State, seat: int) -> list[int]:
    """The models of a side that are still to be put down, in the order of its roster: vehicles first, which need the
    most room."""
    vehicles = [v.id for v in crewed_vehicles(world, state) if v.owner == seat and not v.deployed]
    return vehicles + away(state, world, starting_crew(world, seat))


def starting_crew(world: World, seat: int) -> tuple[int, ...]:
    """The fighters of a side who start the battle."""
    return world.sides[seat][: world.scenario.sides[seat].crew or None]


def reserve(world: World, state: State, seat: int) -> list[int]:
    """The reinforcements of a side who have not arrived yet."""
    crew = world.scenario.sides[seat].crew
    return away(state, world, world.sides[seat][crew:]) if crew else []


def away(state: State, world: World, those: tuple[int, ...]) -> list[int]:
    """Who of some fighters was never on the table."""
    fighters, inside = state.records_as(Fighter), {*passengers(world, state), *crawlers(state)}
    return [who for who in those if not fighters[who].deployed and who not in inside]


def reinforce(play: Play, seat: int) -> None:
    """The next of a side's reinforcements arrives in its zone, an inch from enemies, if there is room."""
    arrive(play, reserve(play.world, play.state, seat)[0])


def arrive(play: Play, who: int) -> None:
    """A fighter comes to the table in the zone of its side, an inch from enemies, if there is room."""
    start = start_of(play, who, apart=INCH)
    if start.has_room():
        play.happen(Deployed(who, *play.ask(play.state.records[who].owner, start)))


def start_choice(play: Play, who: int) -> Start:
    """Where a fighter may start, and what it would see there."""
    at = play.state.records[who].at
    notes = Preview(notes=lambda to: targets.outlook_in_words(play, who, at.moved_to(to)))
    return start_of(play, who).previewed(notes)


def start_of(play: Play, who: int, whole: bool = False, apart: int = 0) -> Start:
    """Where a model may start: in a zone of its side (with the `whole` of it, or its middle), as far from enemies as
    the scenario wants, and at least so far `apart`."""
    world, seat = play.world, play.state.records[who].owner
    return Start(
        "deploy",
        f"Where does {world.names[who]} start?",
        board_now(play),
        layout(play),
        who,
        zones=zones.zones_of(world, seat),
        keep_clear=max(world.scenario.keep_apart, apart),
        worth_facing=[middle_of_box(zone) for zone in zones.zones_of(world, 1 - seat)],
        name=namer(play),
        whole=whole,
    )
