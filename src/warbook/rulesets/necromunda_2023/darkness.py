"""Darkness: how far one sees, who is hidden, and what reveals.

In the dark every fighter is hidden unless something gives it away; a hidden fighter may be shot at or charged only
from as near as the darkness lets one see.
"""

from __future__ import annotations

from ...core.dice import D6
from ...core.length import INCH
from . import printed
from .events import ConditionGained, DarknessFell
from .model import Cloud, Fighter, Model, Play, things, within

#: How far one sees, by the die that is rolled when a battle begins in the dark.
REACH = (3, 6, 6, 12, 12, 24)


def fall_of_night(play: Play) -> None:
    """At the start of a battle in the dark: a die says how far one sees."""
    face: int = play.roll(D6, "darkness", "How far does one see?")
    play.happen(DarknessFell(REACH[face - 1] * INCH))


def hides(play: Play, viewer: int, target: int) -> bool:
    """Whether darkness keeps a fighter from making out another."""
    reach = play.state.turn.dark
    if not reach or shown(play, target):
        return False
    fighter: Fighter = play.state.records[viewer]
    return not within(fighter.at, play.state.records[target].at, reach + keen_eyes(play, viewer))


def shown(play: Play, who: int) -> bool:
    """Whether something gives a fighter away: it burns, carries a light, stands in one, or has been revealed."""
    fighter: Fighter = play.state.records[who]
    if "revealed" in fighter.conditions or "blaze" in fighter.conditions or in_a_flare(play, fighter):
        return True
    return any(piece.revealed for piece in play.world.kits[who].gear)


def in_a_flare(play: Play, fighter: Fighter) -> bool:
    """Whether it stands, if only in part, in the light of a flare."""
    return any(c.kind == "flare" and c.there and within(fighter.at, c.at, c.size) for c in things(play, Cloud))


def keen_eyes(play: Play, who: int) -> int:
    """How much further it sees in the dark, in thousandths."""
    gear, kit = printed.wargear(), play.world.kits[who]
    worn = (*kit.wargear, *(item for fitted in kit.accessories for item in fitted))
    return max((gear[item].sight_in_dark for item in worn if item in gear), default=0)


def reveal(play: Play, model: Model) -> None:
    """It has given itself away until the round ends."""
    if play.state.turn.dark and not model.suffers("revealed"):
        play.happen(ConditionGained(model.id, "revealed"))
