"""Victory points, when a battle is over, and who has won it."""

from __future__ import annotations

from ....core.ruleset import Statistics
from ....mechanics import result
from ..events.moments import BetweenActions, RoundEnd
from ..events.rounds import Ended
from ..events.scenario import Scored
from ..records import NOBODY, Figure, Play, State, Thing, World
from ..records.position import supplies

# ---- points ----------------------------------------------------------------------------------------------------------


def score(play: Play, seat: int, points: int, why: str) -> None:
    """Victory points for a side."""
    play.happen(Scored(seat, play.world.parties[seat], points, why))


def is_over(play: Play) -> bool:
    """Whether the battle has ended."""
    return play.state.turn.phase == "over"


def points(play: Play) -> tuple[int, int]:
    """The points of each side if the battle ended now: those scored, those of the crates that it holds, and the prize
    for having wiped out the other.  Once it is over they stand."""
    now = play.state.turn
    red, blue = now.points
    if is_over(play):
        return red, blue
    extra = [*last_points(play)]
    return red + sum(n for seat, n, _ in extra if seat == 0), blue + sum(n for seat, n, _ in extra if seat == 1)


def last_points(play: Play) -> list[tuple[int, int, str]]:
    """What is counted when the battle is over: whose, how many, why."""
    counted = []
    if play.state.turn.engagement == "supply-drop":
        held = [holder(play, crate.id) for crate in supplies(play)]
        counted += [(seat, held.count(seat), "crates") for seat in (0, 1) if held.count(seat)]
    prize = play.option["wipe-out-points"]
    counted += [(1 - seat, prize, "the enemy is wiped out") for seat in (0, 1) if prize and wiped_out(play, seat)]
    return counted


def holder(play: Play, crate: int) -> int:
    """The side that holds a crate, or -1: the last to have claimed it, or at some tables only who carries it.  One that
    has left the table is nobody's."""
    thing = play.state.record(Thing, crate)
    if thing.state == "gone":
        return NOBODY
    if thing.carrier >= 0:
        return play.state.records[thing.carrier].owner
    return -1 if play.option["crates-must-be-carried"] else thing.claimed


def wiped_out(play: Play, seat: int) -> bool:
    """Whether nobody of a side is left, on the table or to come; civilians are not of the party."""
    side = play.world.sides[seat]
    return bool(side) and not any(alive(play.state.records[who]) for who in side)


def one_side_left(play: Play) -> bool:
    """Whether a side has nobody left, so that the battle is over."""
    return wiped_out(play, 0) or wiped_out(play, 1)


def alive(figure: Figure) -> bool:
    """On the table, or still to come."""
    return figure.state != "gone" and not figure.out


def living(play: Play, seat: int) -> list[int]:
    """Those of a side who are on the table, or still to come."""
    records = play.state.records
    return [who for who in play.world.sides[seat] if (f := records[who]).state != "gone" and not f.out]


def survivors(play: Play, seat: int) -> int:
    """What the figures that a side has left have cost."""
    return sum(play.world.kits[who].price for who in living(play, seat))


# ---- the end ---------------------------------------------------------------------------------------------------------


def end_if_wiped_out(play: Play, moment: BetweenActions) -> None:
    """The battle is over once a side has nobody left.  The blow that wipes it out earns whatever else it earns, but
    nothing is rolled any more."""
    if one_side_left(play) and not is_over(play):
        finish(play, "a side has nobody left")


def end_after_last_round(play: Play, moment: RoundEnd) -> None:
    """The last round ends the battle."""
    if not is_over(play) and moment.round >= last_round(play):
        finish(play, f"round {moment.round} was the last")


def last_round(play: Play) -> int:
    """The round after which the battle is over: the table's, or that of the scenario."""
    scenario = play.world.scenario
    chosen: int = play.option["rounds"]
    return chosen or (scenario.rounds if scenario is not None else ROUNDS)


ROUNDS = 8


def finish(play: Play, why: str) -> None:
    """The battle is over, and the last points are counted."""
    for seat, earned, reason in last_points(play):
        score(play, seat, earned, reason)
    winner, (red, blue) = leading(play), play.state.turn.points
    level = "; on level points the dearer survivors win" if winner != NOBODY and red == blue else ""
    play.happen(Ended(winner, why + level))


def leading(play: Play) -> int:
    """Who has more points; where they are level, whose survivors cost more; nobody if that is level too."""
    return result.leading(play.state.turn.points, (survivors(play, 0), survivors(play, 1)))


def statistics(world: World, state: State) -> Statistics:
    """What simulations count: figures of the parties that have fallen, not those that left the table.  The civilians
    of an Escort belong to neither party."""
    red, blue = (sum(state.records[who].out for who in world.sides[seat]) for seat in (0, 1))
    return Statistics(state.turn.round, (red, blue), state.turn.attacker)
