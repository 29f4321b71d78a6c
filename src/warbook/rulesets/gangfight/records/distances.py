"""Distances between figures: how far they are apart, how far they threaten and strike, and who is in close combat."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.length import INCH, root_up
from ....core.state import Placement
from ....mechanics.world import per_battle
from ....space.legs import rise_from
from .position import here, per_position
from .sight import is_seen
from .state import Figure
from .world import LARGE, Kit, Play

CONTACT = 50  # bases this near touch


def gap(a: Placement, b: Placement) -> int:
    """The distance between two bodies in thousandths, rounded up; 0 where they touch: from rim to rim in plan, and from
    the top of the lower to the foot of the higher."""
    dx, dy = a.x - b.x, a.y - b.y
    flat = max(root_up(dx * dx + dy * dy) - a.radius - b.radius, 0)
    rise = rise_from(a.z, a.height, b) if a.z != b.z else 0
    return root_up(flat * flat + rise * rise) if rise else flat


def no_further(a: Placement, b: Placement, reach: int) -> bool:
    """Whether two bodies are at most `reach` apart: the same as ``gap(a, b) <= reach``, mostly without a root."""
    dx, dy, far = a.x - b.x, a.y - b.y, a.radius + b.radius + reach
    if dx * dx + dy * dy > far * far:
        return False
    return a.z == b.z or not rise_from(a.z, a.height, b) or gap(a, b) <= reach


def touching(a: Placement, b: Placement) -> bool:
    """Base to base."""
    return no_further(a, b, CONTACT)


def nearest(play: Play, who: int, among: Sequence[int]) -> int:
    """The nearest of some figures."""
    at = play.state.records[who].at
    return min(among, key=lambda other: (gap(at, play.state.records[other].at), other))


def threat_range(play: Play, kit: Kit) -> int:
    """The threat range that goes with a size, in thousandths.  Two pages differ on that of Large figures."""
    return play.option["large-threat"] * INCH if kit.size.order == LARGE else kit.size.threat


def threat_of(play: Play, figure: Figure) -> int:
    """The threat range of a figure, in thousandths: of its size, and nothing unless it stands."""
    return threat_range(play, play.world.kits[figure.id]) if figure.standing else 0


def strike_of(play: Play, figure: Figure) -> int:
    """How far a figure strikes: its threat range and what its weapon adds."""
    return strike_range(play, play.world.kits[figure.id]) if figure.standing else 0


def strike_range(play: Play, kit: Kit) -> int:
    """How far a figure with this kit strikes when it stands."""
    return threat_range(play, kit) + kit.reach


def longest_strike(play: Play) -> int:
    """How far the farthest strike of anybody in the battle goes, on its feet or not."""
    return _longest_strike(play, play.option["large-threat"])


@per_battle
def _longest_strike(play: Play, _large: int) -> int:
    """The same, remembered by the option of the table on which it rests: `_large` is the threat range of Large
    figures."""
    return max((strike_range(play, kit) for kit in play.world.kits), default=0)


def engaged_with(play: Play, who: int) -> tuple[int, ...]:
    """The enemies with whom a figure is in close combat: either of the two, standing, is near enough to strike the
    other, and sees it."""
    about, records = _enemies_about(play, who), play.state.records
    if not about:
        return ()
    me = records[who]
    if not me.here or me.wounds <= 0:
        return ()
    stands = me.standing
    return tuple(
        [
            enemy
            for enemy, by_me, by_it in about
            if records[enemy].wounds > 0 and ((by_me and stands) or (by_it and records[enemy].standing))
        ]
    )


@per_position
def _enemies_about(play: Play, who: int) -> list[tuple[int, bool, bool]]:
    """The enemies so near a figure, and in sight, that one of the two could strike the other, were it standing: whether
    it could, and whether the enemy could.  Who stands, and who has fallen, is not to be seen from the places."""
    kits, farthest, found = play.world.kits, longest_strike(play), list[tuple[int, bool, bool]]()
    me = play.state.records[who]
    mine, at, owner, beyond = strike_range(play, kits[who]), me.at, me.owner, me.at.radius + farthest
    for f in here(play):
        other = f.at
        far = beyond + other.radius
        if f.owner == owner or not (-far <= other.x - at.x <= far and -far <= other.y - at.y <= far):
            continue  # most enemies are nowhere near
        by_me, by_it = no_further(at, other, mine), no_further(at, other, strike_range(play, kits[f.id]))
        if (by_me or by_it) and not touching(at, other):
            by_me, by_it = by_me and is_seen(play, who, f.id), by_it and is_seen(play, f.id, who)
        if by_me or by_it:
            found.append((f.id, by_me, by_it))
    return found
