"""Wounds are allocated by the player of the unit that suffers them: every model gets one before any gets a second.

As models that are alike make their saves together, only the groups matter: how many wounds of each kind go to each.
At some tables the nearest suffer first, one wound at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....core.decision import Allocate, Choose, Confirm, Reasons
from ....core.length import INCH
from ....core.naming import Names
from ..checks.pools import reaching
from ..checks.saving import Blow, Saves, saves_of
from ..checks.sight import gap, within
from ..printed.tables import NEVER
from ..records.position import squad
from ..records.state import NOBODY, Volley
from ..records.unit import Unit
from ..records.world import Play
from . import casualties
from .manifesting import kills_outright

LOOKS_OUT = 6 * INCH
FOR_CHARACTERS, FOR_LEADERS = 2, 4


def suffer(
    play: Play, unit: Unit, wounds: Sequence[tuple[Blow, int]], volley: Volley | None = None, among: Sequence[int] = ()
) -> int:
    """A unit suffers wounds, or some of its models do (`among`): they are allocated, saved, and spent on its models.
    How many were not saved."""
    wounds = [(blow, count) for blow, count in wounds if count]
    groups = unit.groups(soldiers(unit, among))
    if not wounds or not groups:
        return 0
    forced = dict[int, bool]()
    if play.option["allocation"] == "nearest" and (sources := sources_of(play, unit)):
        return suffer_nearest(play, unit, wounds, sources, volley, forced, among)
    shares = allocated(unit, groups, wounds, sum(count for _, count in wounds))
    shares = looked_out(unit, groups, shares)
    unsaved = 0
    for number, group in enumerate(groups):
        kinds = [(blow, share[number]) for (blow, _), share in zip(wounds, shares, strict=True) if share[number]]
        levels = saved_at_once(play, unit, group[0], kinds, volley, forced)
        unsaved += len(levels)
        casualties.spend(play, unit, group, levels)
    return unsaved


def saved_at_once(
    play: Play, unit: Unit, id: int, kinds: Sequence[tuple[Blow, int]], volley: Volley | None, forced: dict[int, bool]
) -> list[int]:
    """Saves against wounds of several kinds on models like this one: the level of instant death of each that is left.
    Nobody decides anything between them, unless a force weapon has wounded."""
    if any(blow.force != NOBODY for blow, _ in kinds):
        return [level for blow, count in kinds for level in saved(play, unit, id, blow, count, volley, forced)]
    rolled = tuple(
        (count, saves_of(unit, id, blow, volley), blow.death, 2 if blow.doubled else 1) for blow, count in kinds
    )
    left: tuple[tuple[int, int], ...] = play.dice(unsaved_levels, rolled) if rolled else ()
    return [level for level, count in left for _ in range(count)]


def unsaved_levels(play: Play, rolled: tuple[tuple[int, Saves, int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Dice rule: the saves against wounds of several kinds; how many are left of each level of instant death."""
    left = dict[int, int]()
    for count, saves, level, each in rolled:
        failed: int = play.dice(unsaved_wounds, count, saves)
        if failed:
            left[level] = left.get(level, 0) + each * failed
    return tuple(sorted(left.items(), reverse=True))


def saved(
    play: Play, unit: Unit, id: int, blow: Blow, count: int, volley: Volley | None, forced: dict[int, bool]
) -> list[int]:
    """Saves against so many wounds of a kind on models like this one: the level of instant death of each that is left.
    What came of the power of a force weapon is asked once (`forced`)."""
    failed = save(play, unit, id, blow, count, volley) if count else 0
    if failed and blow.force not in forced:
        forced[blow.force] = kills_outright(play, blow)
    level = casualties.SLAIN if failed and forced[blow.force] else blow.death
    return [level] * failed * (2 if blow.doubled else 1)


def soldiers(unit: Unit, among: Sequence[int] = ()) -> list[int]:
    """The models of a unit that have wounds, or some of them: all but the guns of artillery."""
    return [id for id in unit.members if not unit.kit(id).gun and (not among or id in among)]


def suffer_among(play: Play, unit: Unit, among: Sequence[int], blow: Blow, count: int) -> int:
    """Certain models of a unit suffer wounds, as many each as can be: nobody else of it is asked.  How many were not
    saved."""
    left, unsaved = count, 0
    groups = unit.groups([id for id in unit.members if id in among])
    for number, group in enumerate(groups):
        share = left if number == len(groups) - 1 else min(left, len(group))
        if share:
            failed = save(play, unit, group[0], blow, share, None)
            casualties.spend(play, unit, group, [blow.death] * failed)
            left -= share
            unsaved += failed
    return unsaved


def suffer_directed(play: Play, unit: Unit, wounds: Sequence[tuple[Blow, int]], seat: int) -> int:
    """Wounds that a seat directs, one after the other, each at a model that is left.  How many were not saved."""
    unsaved = 0
    for blow in (blow for blow, count in wounds for _ in range(count)):
        left = soldiers(unit)
        if not left:
            break
        names = Names(play.world.names)
        question = Choose("directed", f"Whom of {unit.name} does it hit?", lambda left=left: left, named=names)
        unsaved += suffer_among(play, unit, (play.pick(seat, question),), blow, 1)
    return unsaved


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


# ---- the nearest first -----------------------------------------------------------------------------------------------


def sources_of(play: Play, unit: Unit) -> tuple[int, ...]:
    """The models from which it is measured who of a unit is the nearest: those who shoot at it, or whom it fights."""
    volley = play.state.turn.volley
    if volley is not None:
        return squad(play, volley.who if unit.id != volley.who else volley.target).members
    return tuple(id for foe in unit.record.locked for id in squad(play, foe).members)


def suffer_nearest(
    play: Play, unit: Unit, wounds: Sequence[tuple[Blow, int]], sources: Sequence[int], volley: Volley | None,
    forced: dict[int, bool], among: Sequence[int] = (),
) -> int:  # fmt: skip
    """Each wound goes to the nearest model that is left, which saves before the next is asked.  How many were not
    saved."""
    unsaved = 0
    for blow in (blow for blow, count in wounds for _ in range(count)):
        left = soldiers(unit, among)
        if not left:
            break
        id = min(left, key=lambda each: (min(gap(play, source, each) for source in sources), each))
        if friend := who_looks_out(unit, id, 1, left):
            id = friend[0]
        levels = saved(play, unit, id, blow, 1, volley, forced)
        unsaved += len(levels)
        casualties.spend(play, unit, (id,), levels)
    return unsaved


# ---- looking out -----------------------------------------------------------------------------------------------------


def looked_out(
    unit: Unit, groups: Sequence[tuple[int, ...]], shares: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """The shares of each kind of wound, after others have taken some of a character or of a leader."""
    found = [list(share) for share in shares]
    for number, group in enumerate(groups):
        for share in found:
            for friend in who_looks_out(unit, group[0], share[number], [id for each in groups for id in each]):
                at = next(other for other, models in enumerate(groups) if friend in models)
                share[number] -= 1
                share[at] += 1
    return [tuple(share) for share in found]


def who_looks_out(unit: Unit, id: int, count: int, among: Sequence[int]) -> list[int]:
    """Who takes wounds that go to a character or a leader, where the table has it: the nearest of some of its unit,
    within six inches, on a 2+ for an independent character, else on a 4+.  One of them for each wound."""
    play, kit = unit.play, unit.kit(id)
    if not count or not play.option["look-out-sir"] or not (kit.character or kit.leader):
        return []
    near = [each for each in among if each != id and within(play, id, each, LOOKS_OUT)]
    if not near or not unit.ask(Confirm("look-out", f"Do others take the wounds of {kit.name}?")):
        return []
    need = FOR_CHARACTERS if kit.character else FOR_LEADERS
    taken: int = play.roll(reaching(count, need), "look-out", f"Others take them, {need}+", id)
    return [min(near, key=lambda each: (gap(play, id, each), each))] * taken


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
