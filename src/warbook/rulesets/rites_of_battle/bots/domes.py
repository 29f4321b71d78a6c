"""What a Force Dome, and what the warp does in answer to one, leave alike for the target of an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any

from ....core.bearings import IN_VAIN, SURE, InTwo, OfSums
from ....core.events import Rolled
from ....core.state import Effect
from ....core.structs import replace
from ....mechanics.narrative import Powered
from ..attacks import force
from ..attacks.reactions import DOME
from ..printed.catalogue import powers, warp_chart
from ..records import Play, State
from ..records.effects import BATTLE, Condition
from .attacked import NEVER
from .need import Need
from .stakes import Stakes

DAZING: tuple[Condition, ...] = ("disoriented", "staggered")


# ---- rolls -----------------------------------------------------------------------------------------------------------


def warp_alike(at: Stakes) -> Callable[[int], int]:
    """What stands for the results of the chart, for whoever has just closed a dome."""
    need = at.need(at.check.hits)
    return _warp_alike(*_of_warp(at, need, force.DRAINED), at.over(need))


@cache
def _warp_alike(strain: bool, goes_on: bool, wounds: bool, over: bool = False) -> Callable[[int], Any]:
    """Results of the chart that harm nobody are the first; so are those that only strain, or wound, unless `strain` or
    `wounds` tell, and what only dazes, unless the attack `goes_on` and another dome may be tried.  They are in vain
    where the attack is `over`."""
    rows = list(warp_chart())
    kept = {"dazed": goes_on, "drained": strain, "backlash": strain, "bleeding-mind": wounds, "rupture": wounds}
    harmless = {"visitor", *(row for row, tells in kept.items() if not tells)}
    return lambda row: row if row and rows[row] not in harmless else IN_VAIN if over else 0


def recoil_alike(row: int) -> int:
    """What stands for the results of the chart, for others than the psyker, once its attack is over."""
    return row if list(warp_chart())[row] in ("backlash", "rupture") else 0


def dome_alike(at: Stakes) -> Callable[[Any], Any]:
    """A dome does not close, or it takes all that is left of the hit, or a part of it, which may be of no use, unless
    there is another to lessen it further."""
    *others, last = at.check.hits
    need, cost, least = at.need(others), powers()[DOME].cost, at.least_lessened
    ranks, spare = min(m.ranks("discipline") for m in at.domes), at.soak_to_lose(need)
    left = max(-spare, at.beyond_soak(last))
    left_over = [left, *(max(-spare, left - n) for n in range(least, max(least, left + spare) + 1))]
    by_light = by_dark = left_over
    if at.last_answer:  # else what is left of this hit is not all that it does
        by_light, by_dark = (list(map(hit_alike(at, need, warp=warp), left_over)) for warp in (False, True))
    strain, rows = cost + force.DRAINED, _rows(at, ranks)
    after = {taken: need.with_hit(taken) for taken in (*left_over, *by_dark)}
    free = {taken: _harmless(rows, *_of_warp(at, after[taken], strain)) for taken in set(by_dark)}
    ends = {taken: at.over(after[taken]) for taken in set(left_over)}
    over = tuple(map(ends.__getitem__, left_over))
    done = sum(at.past_soak(others))
    sure = tuple(at.last_answer and at.sure(after[taken], done + max(0, taken)) for taken in left_over)
    successes = (tuple(map(each.index, each)) for each in (by_light, by_dark))
    return _domed(*successes, tuple(map(free.__getitem__, by_dark)), over, sure)


def _of_warp(at: Stakes, need: Need, strain: int) -> tuple[bool, bool, bool]:
    """Whether so much strain by the warp bears on the target of an attack that `need`s so much, what only dazes, and
    wounds."""
    felt = not at.unfelt(strain + at.strain_to_come(need))
    return felt, at.goes_on(need), not at.vain(need, max(at.by_warp))


def _rows(at: Stakes, ranks: int) -> tuple[tuple[int, ...], ...]:
    """The results of the chart that one dark pip, two and so on may have, as far as a dome takes any."""
    pools = (force.warp_pool(at.play, n, ranks) for n in range(1, powers()[DOME].cost + 1))
    return tuple(tuple(row for row, _ in pool.ways()[1]) for pool in pools)


@cache
def _harmless(rows: tuple[tuple[int, ...], ...], strain: bool, goes_on: bool, wounds: bool) -> int:
    """Of how many dark pips nothing can come that bears on the target."""
    standing = _warp_alike(strain, goes_on, wounds)
    return 0 if strain else sum(1 for _ in takewhile(lambda found: not any(map(standing, found)), rows))


def hit_alike(at: Stakes, need: Need, *, warp: bool) -> Callable[[int], int]:
    """What stands for all that a hit may do past soak and that bears alike on the target of an attack that `need`s so
    much and, with the `warp`, beside what comes of it at once."""
    if at.at_item and len(at.check.hits) == 1:
        return lambda taken: 0
    if at.goal == "wounded":
        return lambda taken: min(1, taken)
    if not at.plain:
        return lambda taken: taken
    symbols = at.symbols
    times = need.times(*symbols[1:])
    if need.wanted and times:
        return lambda taken: min(1, taken)
    short, sure = need.enough - need.taken, (at.enough - need.taken) * at.share if at.enough != NEVER else NEVER
    weaker = at.soak_to_lose(need) * (need.landed + 1 + need.bought(*symbols))
    if need.each * times or not at.by_sums:
        fresh = 0 if need.landed else need.wounds(need.least + at.check.success)
        least = short + fresh - need.more(*symbols) - max(at.by_warp) * warp
        few = least - weaker  # wounds that, and fewer, can come to nothing
        return lambda taken: sure if taken >= sure else 1 if taken > 0 and need.wounds(taken) < few else taken
    steps = _steps(at.sums(need, warp), weaker, short, at.share)
    least = int(need.wanted or not need._replace(landed=0).injuries_are_vain(*symbols))  # what an injury takes
    return lambda taken: next((n for n in steps if n <= taken), min(least, taken))


@lru_cache(maxsize=1 << 12)
def _steps(sums: frozenset[int], weaker: int, short: int, share: int) -> tuple[int, ...]:
    """What a hit may do past soak that tells, the most first: where so much is missing, one of these sums may be to
    come, and so much more for each point of soak that is lost."""
    coming = {each + more for each in sums for more in range(weaker + 1)}
    return tuple(sorted({(short - each - 1) * share + 1 for each in coming if short > each}, reverse=True))


def dark_pips_to_close(play: Play, options: Sequence[int]) -> Sequence[int]:
    """The fewest of the dark pips that may be used with which the dome that has just been rolled closes; none where no
    number of them does so, or where the light pips are enough."""
    rolled, cost = _dome_rolled(play), powers()[DOME].cost
    if rolled.success <= 0 or rolled.light >= cost:
        return ()
    return [n for n in options if rolled.light + n >= cost][:1]


def _dome_rolled(play: Play) -> Any:
    return next(each.value for each in reversed(play.events) if type(each) is Rolled and each.key == "dome")


def dome_is_better(at: Stakes) -> bool:
    """Whether a dome over the last hit that has just been rolled is better closed, whatever dark pips that takes: where
    their strain tells as little as what dazes, and the warp does no more wounds than the dome takes."""
    *others, last = at.check.hits
    if at.domes != [at.whom] or not at.by_sums or not at.kit.has_strain:
        return False
    left, less = at.beyond_soak(last), _dome_rolled(at.play).success + at.whom.characteristic("willpower")
    after = at.need(others).with_hit(left - less)
    felt, goes_on, _ = _of_warp(at, after, powers()[DOME].cost + force.DRAINED)
    rows = _rows(at, at.whom.ranks("discipline"))
    only_wounds = not goes_on and _harmless(rows, felt, goes_on, wounds=False) == len(rows)
    return only_wounds and max(at.by_warp) <= after.wounds(left) - after.wounds(left - less)


def _closed(value: Any) -> Any:
    """Readings of a dome by the successes with which it closes, and by the dark pips that this takes."""
    if not isinstance(value, Powered):
        return value._replace(success=max(0, value.success), advantage=0, triumph=0)
    cost = powers()[DOME].cost
    short = max(0, cost - value.light)
    dark = short if value.dark > 2 * value.doubles else short + short % 2  # both of a die, or none
    closed = value.success > 0 and short <= value.dark
    return Powered(value.success, 0, 0, 0, cost - dark, dark, dark // 2) if closed else Powered(0, 0, 0, 0, 0, 0, 0)


CLOSED = OfSums(("success", "light", "dark", "doubles"), _closed)


@cache
def _domed(
    by_light: tuple[int, ...],
    by_dark: tuple[int, ...],
    free: tuple[int, ...],
    over: tuple[bool, ...],
    sure: tuple[bool, ...],
) -> Callable[[Any], Any]:
    """Readings of a dome by how many successes stand for so many, without dark pips and with them, how many of them
    are then as good as light ones, whether the attack is then over, and whether it is sure to do what it is about."""

    def standing(value: Any) -> Any:
        success = min(len(by_dark) - 1, value.success)
        if not isinstance(value, Powered):
            return value._replace(success=by_dark[success])
        if by_dark[success] and value.dark > free[success]:
            return value._replace(success=by_dark[success])
        if over[success] or sure[success]:
            return IN_VAIN if over[success] else SURE
        light = by_light[success]
        return Powered(light, 0, 0, 0, powers()[DOME].cost if light else 0, 0, 0)

    return InTwo(CLOSED, standing)


def dome_rises(value: Any) -> tuple[Any, tuple[int, ...]]:
    """How the readings of `dome_alike` are ranked: by their successes, and light pips before dark ones, of which nobody
    knows whether more are worse."""
    if not isinstance(value, Powered):
        return None, (-value.success,)
    open_, dark = value.success <= 0, range(1, powers()[DOME].cost + 1)
    return None, (-value.success, *(int(open_ or value.dark == n) for n in dark))


def dome_rises_by_pips(value: Any) -> tuple[Any, tuple[int, ...]]:
    """The same where dark pips may be better than light ones: where what the warp does may spare a group more."""
    return (value.success > 0, getattr(value, "dark", 0)), (-value.success,)


# ---- between the parts -----------------------------------------------------------------------------------------------


def take_unfelt(at: Stakes, need: Need, state: State) -> None:
    """Takes from the target, and from those who may close domes over further hits, the strain, and the wounds of the
    warp, that they will never feel."""
    further, to_come = at.further(need), at.strain_to_come(need)
    for m in {at.whom, *at.domes}:
        old = fighter = m.record
        if fighter.strain and at.unstrained(m, to_come):
            fighter = replace(fighter, strain=0)
        if m != at.whom and m.kit.has_strain and 0 < fighter.wounds <= m.wound_threshold - force.RUPTURED * further:
            fighter = replace(fighter, wounds=0)
        if fighter is not old:
            state.put(fighter)
        if any(effect.on == m.id for effect in state.effects):
            state.effects = tuple(_left_of(state.effects, m.id, further))


def _left_of(effects: Sequence[Effect], psyker: int, further: int) -> Iterator[Effect]:
    """Effects without what the warp has done to a psyker that tries so many domes more."""
    dazed = False
    for effect in effects:
        if effect.on != psyker or effect.name not in DAZING:
            yield effect
        elif effect.name == DAZING[0] and further and not dazed:
            dazed = True
            yield replace(effect, until=BATTLE)


def take_spare_wounds(at: Stakes, need: Need, state: State) -> int:
    """Takes from the target the wounds that make no difference, whatever is to come.  Where wounds that it has count
    like those of a hit, takes the rest too and answers how many they were."""
    target = state.records[at.whom.id]
    if not target.wounds or need.each or not at.by_sums or at.goal == "wounded":
        return 0
    short = need.enough - need.taken
    spare = min((each - short for each in at.sums(need, warp=False) if each >= short), default=target.wounds)
    wounds = max(0, target.wounds - spare)
    state.put(replace(target, wounds=0 if at.to_fell else wounds))
    return wounds if at.to_fell else 0
