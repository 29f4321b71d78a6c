"""Defence: how many setback dice an attack has for what protects its target.

What gives defence does not add up, the highest counts; what adds to defence is added to that.
"""

from __future__ import annotations

from ..printed.catalogue import Quality
from ..records import Model
from .pools import Attempt
from .squares import in_cover_from

COVER = 1


def defence(attempt: Attempt) -> int:
    """The setback dice of an attack for the defence of its target."""
    play, whom = attempt.play, attempt.foe
    if whom is None or whom.has("no-defence"):
        return 0
    found = melee_defence(whom) if attempt.melee else ranged_defence(whom, attempt.who.id)
    less = attempt.who.amount("next-precise")
    most = play.option["defense-cap"]
    return max(0, (min(found, most) if most else found) - less)


def melee_defence(whom: Model) -> int:
    """Its defence in melee: what it wears, its stance, its weapons."""
    taken = whom.amount("guarded") + whom.amount("more-melee-defence")
    return whom.kit.profile.defence[0] + taken + _of_weapons(whom, melee=True)


def ranged_defence(whom: Model, shooter: int) -> int:
    """Its defence against somebody's shots: the better of what it wears and cover, and what adds to that."""
    cover = COVER if in_cover_from(whom.play, whom.id, shooter) else 0
    worn = whom.kit.profile.defence[1]
    given = worn + cover if whom.play.option["cover-adds"] else max(worn, cover)
    return given + whom.amount("more-ranged-defence") + _of_weapons(whom, melee=False)


def _of_weapons(whom: Model, *, melee: bool) -> int:
    """What the weapons in its hands add, unless the profile has it already."""
    if whom.play.option["stat-block-is-whole"]:
        return 0
    quality: Quality = "defensive" if melee else "deflection"
    return sum(whom.weapon(slot).has(quality) for slot in whom.slots if whom.in_hand(slot))
