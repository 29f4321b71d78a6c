"""Wounds are allocated by the player of the unit that suffers them: every model gets one before any gets a second.

As models that are alike make their saves together, only the groups matter: how many wounds of each kind go to each.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....core.decision import Allocate, Reasons
from ..checks.pools import reaching
from ..checks.saving import Blow, Saves, saves_of
from ..printed.tables import NEVER
from ..records.state import Volley
from ..records.unit import Unit
from ..records.world import Play
from . import casualties
from .manifesting import kills_outright


def suffer(play: Play, unit: Unit, wounds: Sequence[tuple[Blow, int]], volley: Volley | None = None) -> int:
    """A unit suffers wounds: they are allocated, saved, and spent on its models.  How many were not saved."""
    wounds = [(blow, count) for blow, count in wounds if count]
    groups = unit.groups([id for id in unit.members if not unit.kit(id).gun])
    total = sum(count for _, count in wounds)
    if not total or not groups:
        return 0
    shares = allocated(unit, groups, wounds, total)
    unsaved, forced = 0, dict[int, bool]()
    for number, group in enumerate(groups):
        levels: list[int] = []
        for (blow, _), share in zip(wounds, shares, strict=True):
            if share[number]:
                failed = save(play, unit, group[0], blow, share[number], volley)
                if failed and blow.force not in forced:
                    forced[blow.force] = kills_outright(play, blow)
                level = casualties.SLAIN if failed and forced[blow.force] else blow.death
                levels += [level] * failed * (2 if blow.doubled else 1)
        unsaved += len(levels)
        casualties.spend(play, unit, group, levels)
    return unsaved


def suffer_among(play: Play, unit: Unit, among: Sequence[int], blow: Blow, count: int) -> None:
    """Certain models of a unit suffer wounds, as many each as can be: nobody else of it is asked."""
    left = count
    groups = unit.groups([id for id in unit.members if id in among])
    for number, group in enumerate(groups):
        share = left if number == len(groups) - 1 else min(left, len(group))
        if share:
            casualties.spend(play, unit, group, [blow.death] * save(play, unit, group[0], blow, share, None))
            left -= share


def allocated(
    unit: Unit, groups: Sequence[tuple[int, ...]], wounds: Sequence[tuple[Blow, int]], total: int
) -> list[tuple[int, ...]]:
    """For each kind of wound how many of it go to each group: every model gets n before any gets n + 1."""
    members = sum(map(len, groups))
    whole, odd = divmod(total, members)
    least = [whole * len(group) for group in groups]
    most = [whole * len(group) + min(odd, len(group)) for group in groups]
    found: list[tuple[int, ...]] = []
    for number, (blow, count) in enumerate(wounds):
        after = sum(later for _, later in wounds[number + 1 :])
        share = share_of(unit, groups, blow, count, tuple(least), tuple(most), after)
        least = [max(0, low - each) for low, each in zip(least, share, strict=True)]
        most = [high - each for high, each in zip(most, share, strict=True)]
        found.append(share)
    return found


def shared(unit: Unit, hits: int, ap: int = 0) -> list[tuple[int, int]]:
    """Which vehicles of a unit take so many hits, and how many of them: each takes one before any takes another."""
    members = unit.members
    if not hits or not members:
        return []
    (shares,) = allocated(unit, [(id,) for id in members], [(Blow(ap), hits)], hits)
    return [(id, count) for id, count in zip(members, shares, strict=True) if count]


def share_of(
    unit: Unit,
    groups: Sequence[tuple[int, ...]],
    blow: Blow,
    count: int,
    least: tuple[int, ...],
    most: tuple[int, ...],
    after: int,
) -> tuple[int, ...]:
    """How many wounds of one kind go to each group; what is `after` has to bring each up to its `least`."""
    if len(groups) == 1:
        return (count,)

    def refuse(split: tuple[int, ...]) -> Reasons:
        lacking = sum(max(0, low - each) for low, each in zip(least, split, strict=True))
        return ("Every model has to get a wound before any gets another.",) if lacking > after else ()

    named = dict(zip(groups, (unit.kit(group[0]).name for group in groups), strict=True))
    question = Allocate(
        "wounds",
        f"Who of {unit.name} suffers {count} wound{'s' * (count != 1)}{f' of AP {blow.ap}' * bool(blow.ap)}?",
        count,
        groups,
        most=most,
        refuse=refuse,
        named=named.__getitem__,
    )
    return unit.pick(question)


# ---- saves -----------------------------------------------------------------------------------------------------------


def save(play: Play, unit: Unit, id: int, blow: Blow, count: int, volley: Volley | None) -> int:
    """How many of so many wounds the saves of models like this one do not stop."""
    saves = saves_of(unit, id, blow, volley)
    unsaved: int = play.dice(unsaved_wounds, count, saves)
    return unsaved


def unsaved_wounds(play: Play, count: int, saves: Saves) -> int:
    """Dice rule: the saves against so many wounds, one kind after the other; then Feel No Pain."""
    left = count
    for number in saves.numbers:
        if left:
            left -= play.roll(reaching(left, number), "save", f"Save, {number}+", because=saves.because)
    if left and saves.painless < NEVER:
        left -= play.roll(reaching(left, saves.painless), "pain", f"Feel no pain, {saves.painless}+")
    return left
