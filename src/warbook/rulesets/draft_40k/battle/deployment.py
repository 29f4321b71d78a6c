"""Deployment: whoever has the first turn sets up the whole army first, then the other; what rides begins aboard, what
is to come later waits in reserve."""

from __future__ import annotations

from ....core.dice import D6
from ....core.length import INCH
from ....mechanics.scenario import SEATS
from ....space.mustering import Muster
from ..checks import ground
from ..checks.coherency import coherency_of
from ..events.characters import Joined
from ..events.movement import Deployed, WentAboard, Withheld
from ..events.turns import FirstPlayerChosen
from ..records.position import layout, squads
from ..records.state import NOBODY, Squad
from ..records.unit import Unit
from ..records.world import Play

STOLEN = 6
"""What the second player needs to have the first turn after all."""


def deploy(play: Play) -> bool:
    """The next thing that happens before the battle begins.  Whether there was any."""
    if play.state.turn.number == 0 and play.state.turn.first == NOBODY:
        roll_off(play)
        return True
    waiting = to_place(play)
    if waiting:
        set_up(play, Unit(play, waiting[0]))
        return True
    return False


def roll_off(play: Play) -> None:
    """Both roll until one has more: that player sets up first and has the first turn, unless the scenario says who.
    Characters who begin with a unit are a part of it."""
    first = play.world.scenario.first
    seat = SEATS.index(first) if first else NOBODY
    while seat == NOBODY:
        red, blue = (play.roll(D6, "first", f"First turn, {army}") for army in play.world.armies)
        seat = NOBODY if red == blue else int(blue > red)
    play.happen(FirstPlayerChosen(seat))
    for squad in squads(play):
        if (host := play.world.card(squad.id).joins) != NOBODY:
            play.happen(Joined(squad.id, host))


def steal(play: Play) -> None:
    """Before the battle begins, the second player has the first turn after all on a 6."""
    second = 1 - play.state.turn.first
    if not play.world.scenario.first and play.roll(D6, "steal", "To steal the first turn, 6") == STOLEN:
        play.happen(FirstPlayerChosen(second))


def to_place(play: Play) -> list[int]:
    """The units that are still to be set up, in the order in which that is done: whoever is first all of its army,
    infiltrators last; what rides follows what it is with."""
    first = play.state.turn.first

    def order(squad: Squad) -> tuple[bool, bool, bool, int]:
        card = play.world.card(squad.id)
        return card.row.arrival == "infiltrate", squad.owner != first, card.rides != NOBODY, squad.id

    waiting = [squad for squad in squads(play) if squad.where == "reserve" and not squad.has("arrived")]
    return [squad.id for squad in sorted(waiting, key=order)]


def set_up(play: Play, unit: Unit) -> None:
    """A unit takes its place in its zone, aboard, or in reserve."""
    card = unit.card
    if card.rides != NOBODY:
        play.happen(WentAboard(unit.id, card.rides))
    elif card.row.arrival in ("reserve", "deep-strike", "outflank"):
        play.happen(Withheld(unit.id))
    else:
        question = place_question(play, unit)
        answer = unit.ask(question)
        play.happen(Deployed(unit.id, tuple(question.placed(answer).items())))


def place_question(play: Play, unit: Unit) -> Muster:
    """Where does a unit start?  In the zone of its side, off impassable ground; vehicles look at the middle first."""
    board, name = play.world.board, play.world.scenario.sides[unit.owner].zone
    zones = tuple(zone.polygon for zone in board.zones if zone.name == name)
    return Muster(
        "deploy",
        f"Where does {unit.name} start?",
        board,
        layout(play),
        unit.members,
        zones=zones,
        inside=lambda _, at: ground.against_standing(play, at),
        coherency=coherency_of(unit),
        keep_clear=INCH,
        facing=unit.crewed,
        worth_facing=((board.width // 2, board.depth // 2),),
        name=play.world.names.__getitem__,
    )
