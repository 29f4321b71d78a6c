"""Missions: what is fought over, when the battle ends, and who has won."""

from __future__ import annotations

from ....core.dice import D6
from ....mechanics.result import leading
from ..actions.claiming import contested, near, scoring, steady
from ..events.markers import Claimed
from ..events.turns import BattleEnded
from ..harm.characters import is_lost
from ..records.position import markers, own, squads
from ..records.state import NOBODY, Marker
from ..records.unit import Unit
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
    """The battle is over: whoever has more points has won.  At some tables all who can claim do so once more."""
    if play.option["claims-at-the-end"]:
        claim_all(play)
    found = points(play)
    play.happen(BattleEnded(leading(found), found, why))


def points(play: Play) -> tuple[int, int]:
    """The points of both sides: for markers that they claim, or for units of the other side that are destroyed."""
    if play.world.scenario.mission == "annihilation":
        lost = [sum(squad.owner == seat and is_lost(squad) for squad in squads(play)) for seat in (0, 1)]
        return lost[1], lost[0]
    held = [marker.claimed for marker in markers(play) if counts(play, marker)]
    return held.count(0), held.count(1)


def counts(play: Play, marker: Marker) -> bool:
    """Whether a marker is worth a point: it is claimed, no enemy contests it, and where claims do not persist somebody
    stands by who could claim it."""
    if marker.claimed == NOBODY:
        return False
    if play.option["contested-at-the-end"] and contested(play, marker, marker.claimed):
        return False
    return play.option["claims-persist"] or bool(claimers(play, marker, marker.claimed))


def claimers(play: Play, marker: Marker, seat: int) -> list[Unit]:
    """The units of a side that stand by a marker and could claim it."""
    units = (Unit(play, each.id) for each in own(play, seat) if near(play, each, marker))
    return [unit for unit in units if scoring.holds(unit) is True and steady.holds(unit) is True]


def claim_all(play: Play) -> None:
    """Whoever can claims, for both sides."""
    for marker in markers(play):
        for seat in (0, 1):
            able = claimers(play, marker, seat) if marker.claimed != seat else []
            if able and not contested(play, marker, seat):
                play.happen(Claimed(able[0].id, marker.id, seat))
                break
