"""Missions: what is fought over, when the battle ends, and who has won."""

from __future__ import annotations

from ....core.dice import D6
from ....mechanics.result import leading
from ..actions.claiming import contested
from ..events.turns import BattleEnded
from ..harm.characters import is_lost
from ..records.position import markers, squads
from ..records.world import Play

LAST = "the last turn is over."


def judge_round(play: Play) -> bool:
    """At the end of a game turn: whether the battle is over, by rounds, or since one side has nobody left."""
    if beaten(play):
        return True
    scenario, now = play.world.scenario, play.state.turn
    if scenario.rounds == 0 or now.round < scenario.rounds:
        return False
    beyond = now.round - scenario.rounds
    if beyond < len(scenario.goes_on):
        needed = scenario.goes_on[beyond]
        if play.roll(D6, "goes-on", f"Another turn, {needed}+") >= needed:
            return False
    end(play, LAST)
    return True


def beaten(play: Play) -> bool:
    """Whether the battle is over since a side has nobody left."""
    left = [any(squad.owner == seat and squad.members for squad in squads(play)) for seat in (0, 1)]
    if all(left):
        return False
    winner = -1 if not any(left) else int(left[1])
    play.happen(BattleEnded(winner, points(play), "a side has nobody left."))
    return True


def end(play: Play, why: str) -> None:
    """The battle is over: whoever has more points has won."""
    found = points(play)
    play.happen(BattleEnded(leading(found), found, why))


def points(play: Play) -> tuple[int, int]:
    """The points of both sides: for markers that they claim, or for units of the other side that are destroyed."""
    if play.world.scenario.mission == "annihilation":
        lost = [sum(squad.owner == seat and is_lost(squad) for squad in squads(play)) for seat in (0, 1)]
        return lost[1], lost[0]
    tell = play.option["contested-at-the-end"]
    claimed = [each for each in markers(play) if each.claimed >= 0]
    held = [each.claimed for each in claimed if not (tell and contested(play, each, each.claimed))]
    return held.count(0), held.count(1)
