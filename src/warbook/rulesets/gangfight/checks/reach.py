"""Who can strike whom from where both stand, and who has had its free strike."""

from __future__ import annotations

from ..records import Play
from ..records.distances import no_further, strike_range
from ..records.position import foes
from . import lines


def can_strike(play: Play, who: int, whom: int) -> bool:
    """Whether an enemy is within a standing figure's reach, and in sight."""
    kit, me, other = play.world.kits[who], play.state.records[who], play.state.records[whom]
    near = me.standing and other.here and no_further(me.at, other.at, strike_range(play, kit))
    return near and lines.sees(play, who, whom)


def can_strike_yet(play: Play, who: int, whom: int) -> bool:
    """Whether a figure can make a blow that it owes: like `can_strike`, but a figure that has fallen strikes as if
    it stood."""
    kit, me, other = play.world.kits[who], play.state.records[who], play.state.records[whom]
    if me.wounds > 0:
        return can_strike(play, who, whom)
    return bool(me.here and not me.down and other.here and no_further(me.at, other.at, strike_range(play, kit)))


def threatening(play: Play, who: int) -> tuple[int, ...]:
    """The enemies who can strike a figure where it stands.  An action that takes its eyes off them provokes them."""
    return tuple(f.id for f in foes(play, play.state.records[who].owner) if can_strike(play, f.id, who))


def has_struck_free(play: Play, who: int) -> bool:
    """Whether a figure has made its free strike in the action under way: it has one, whoever provokes it."""
    deed = play.state.turn.deed
    return deed is not None and who in deed.free
