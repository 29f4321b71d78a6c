"""Claim: a unit of the line takes a mission marker for its side."""

from __future__ import annotations

from ....core.action import Action, requirement
from ....core.decision import Choose
from ....core.length import INCH
from ....core.naming import Names
from ....space.sight import within
from ..checks.requirements import in_phase, on_table
from ..events.markers import Claimed
from ..events.turns import DeedDone
from ..printed.words import action
from ..records.position import foes, markers, models
from ..records.state import Marker, Squad
from ..records.unit import Unit
from ..records.world import Play

NEAR = 3 * INCH


@requirement("It must be a unit of the line, and neither vehicles nor a swarm.", fixed=True)
def scoring(unit: Unit) -> bool:
    return unit.card.entry.slot == "line" and not unit.crewed and not unit.has("swarm")


@requirement("It must be steady.")
def steady(unit: Unit) -> bool:
    return unit.record.morale == "steady"


@requirement('It must be within 3" of a marker that its side does not claim, with no enemy as near.')
def at_marker(unit: Unit) -> bool:
    return bool(open_to(unit))


@requirement("It must not have claimed one in this turn.")
def not_claimed(unit: Unit) -> bool:
    return not unit.record.has("claimed")


def open_to(unit: Unit) -> list[int]:
    """The markers that a unit may claim."""
    play = unit.play
    return [
        marker.id
        for marker in markers(play)
        if marker.claimed != unit.owner and near(play, unit.record, marker) and not contested(play, marker, unit.owner)
    ]


def near(play: Play, squad: Squad, marker: Marker) -> bool:
    """Whether somebody of a unit is near a marker."""
    return any(within(each.at, marker.at, NEAR) for each in models(play, squad))


def contested(play: Play, marker: Marker, seat: int) -> bool:
    """Whether an enemy of a side is near a marker who is not falling back."""
    return any(near(play, foe, marker) for foe in foes(play, seat) if foe.morale != "falling-back")


def claim(play: Play, unit: Unit) -> None:
    """The marker is its side's until the other claims it; a unit claims one in a turn."""
    question = Choose("marker", "Which marker?", lambda: open_to(unit), named=Names(play.world.names))
    marker = unit.pick(question)
    play.happen(DeedDone(unit.id, "claimed"))
    play.happen(Claimed(unit.id, marker, unit.owner))


CLAIM: Action[Unit] = action(
    "claim",
    (scoring, in_phase("prepare"), on_table, steady, not_claimed, at_marker),
    claim,
    ours=(scoring, steady, not_claimed, at_marker),
)
