"""Deployment: who is put down next, and where."""

from __future__ import annotations

from ....core.naming import Preview
from ....mechanics.deployment import Start
from ....mechanics.scenario import SEATS
from ....space.shapes import middle_of_box
from ..checks import darkness, targets
from ..events.rounds import Deployed, PhaseBegan
from ..records import Fighter, Play, State, World
from ..records.position import layout, namer
from . import zones


def deploy(play: Play) -> None:
    """Where it is dark, first how far one sees; then the next fighter is put down; at last the first round begins."""
    if play.world.scenario.dark and not play.state.turn.dark:
        darkness.fall_of_night(play)
        return
    seat = next_to_deploy(play.world, play.state)
    if seat < 0:
        play.happen(PhaseBegan("priority"))
        return
    who = waiting_to_deploy(play.world, play.state, seat)[0]
    x, y, z, fx, fy = play.ask(seat, start_choice(play, who))
    play.happen(Deployed(who, x, y, z, fx, fy))


def next_to_deploy(world: World, state: State) -> int:
    """The seat that puts down a fighter now: the one that the scenario sends first as long as it has any, else the one
    with more of them waiting (red, where that is equal); -1 when all are on the table."""
    left = [len(waiting_to_deploy(world, state, seat)) for seat in (0, 1)]
    if not any(left):
        return -1
    scenario = world.scenario
    if scenario.first and left[SEATS.index(scenario.first)]:
        return SEATS.index(scenario.first)
    return int(left[1] > left[0])


def waiting_to_deploy(world: World, state: State, seat: int) -> list[int]:
    """The fighters of a side that are still to be put down, in the order of its roster."""
    fighters = state.records_as(Fighter)
    return [who for who in world.sides[seat] if not fighters[who].deployed]


def start_choice(play: Play, who: int) -> Start:
    """Where a fighter may start: in a zone of its side, as far from enemies as the scenario wants."""
    world, seat = play.world, play.state.records[who].owner
    question = Start(
        "deploy",
        f"Where does {world.names[who]} start?",
        world.board,
        layout(play),
        who,
        zones=zones.zones_of(world, seat),
        keep_clear=world.scenario.keep_apart,
        worth_facing=[middle_of_box(zone) for zone in zones.zones_of(world, 1 - seat)],
        name=namer(play),
    )
    at = play.state.records[who].at
    return question.previewed(Preview(notes=lambda to: targets.outlook_in_words(play, who, at.moved_to(to))))
