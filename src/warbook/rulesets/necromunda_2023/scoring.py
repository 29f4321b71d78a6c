"""When a battle is over, and who has won it."""

from __future__ import annotations

from ...core.ruleset import Result
from .events import BattleEnded
from .model import Play, State, Status, fighters


def verdict(play: Play) -> BattleEnded | None:
    """At the end of a round: the battle is over when a side has nobody left who stands or could stand, or after the last
    round."""
    now, scenario = play.state.turn, play.world.scenario
    left = [sum(f.owner == seat and f.status in (Status.ACTIVE, Status.PINNED) for f in fighters(play)) for seat in (0, 1)]
    if 0 in left:
        gone = [play.world.gangs[seat] for seat in (0, 1) if not left[seat]]
        return BattleEnded(f"{' and '.join(gone)} can fight no more.", points(play))
    if now.round >= scenario.rounds:
        return BattleEnded(f"round {now.round} was the last.", points(play))
    return None


def points(play: Play) -> tuple[int, ...]:
    """The points of each side: what it has scored, and what the scenario counts at the end."""
    totals = list(play.state.turn.points)
    for f in fighters(play):
        if "casualties" in play.world.scenario.scoring and f.status is Status.OUT:
            totals[1 - f.owner] += VALUE.get(play.world.kits[f.id].profile.role, 1)
    return tuple(totals)


VALUE = {"leader": 3, "champion": 2, "specialist": 2, "brute": 2}


def result(state: State) -> Result | None:
    """How the battle ended, once it has."""
    now = state.turn
    if now.phase != "over":
        return None
    red, blue = now.points
    return Result(-1 if red == blue else int(blue > red), now.points, now.why_over)
