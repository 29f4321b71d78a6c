"""What is left of an attack between two of its parts, where nothing is asked but what becomes of its target: positions
that differ only in what is of interest to others are one."""

from __future__ import annotations

from typing import Any

from ....core.structs import replace
from ..attacks import combat, spending
from ..records import Check, Play, State
from .attacked import Goal, attack_on
from .domes import hit_alike, take_spare_wounds, take_unfelt
from .need import Need
from .stakes import Stakes

BEFORE_THROW: dict[str, Any] = {
    "upgrades": 0, "ability_upgrades": 0, "difficulty": 0, "boosts": 0, "setbacks": 0,
}  # fmt: skip
"""What has made the pool of an attack, once it has been thrown."""
SOLD_ONCE = ("blast", "linked", "second", "stun")  # what bears on the target and is sold once, or so many times


def pared(goal: Goal, play: Play, about: int) -> State:
    """The position between two parts of an attack without what is only of interest to others than its target."""
    check, state = attack_on(play, about), play.state
    if check is None or not check.rolled:
        return state
    state = state.copy()
    waiting = [each for each in state.agenda if each.rule != spending.spend_theirs.__name__]
    if spending.spend_own.__name__ not in {each.rule for each in waiting}:
        check = replace(check, advantage=0, triumph=0)
    if combat.harm.__name__ in {each.rule for each in waiting}:
        at = Stakes(goal, play, check)
        if at.only_makes_worse:
            check = at.made_worse()
            at = Stakes(goal, play, check)
        need = at.need(check.hits)
        in_vain = at.plain and need.in_vain(*at.symbols)
        if in_vain:
            state.agenda = ()
            return state
        take_unfelt(at, need, state)
        if at.stays_up(need):
            success = min(check.success, at.telling) if need.further(*at.symbols) > 0 else 1
            check = replace(check, success=success, hits=at.scratches())
            state.put(replace(at.whom.record, wounds=0))
        elif at.plain:
            check = _pared_check(at, need, state)
        elif at.vain_but_for_recoil(need):
            check = replace(check, success=0, advantage=0, triumph=0, hits=())
        elif at.simple and not at.several and [hit.whom for hit in check.hits] == [about]:
            check = at.without_points()
    if not (check.advantage or check.triumph):
        waiting = [each for each in waiting if each.rule != spending.spend_own.__name__]
    to_come = {each.rule for each in waiting}
    bursts = any(code.startswith("blast") for code in check.spent)
    hopeless = not check.hits and not bursts and spending.spend_own.__name__ not in to_come
    if hopeless or combat.harm.__name__ not in to_come:
        at = Stakes(goal, play, check)
        waiting = [each for each in waiting if each.rule == combat.close.__name__] if at.recoil_tells else []
        check = replace(check, success=0, advantage=0, triumph=0, points=0, hits=(), spent=())
    spent = tuple(sorted(each for each in check.spent if each.partition(" ")[0] in SOLD_ONCE))
    despair = check.despair if check.second >= 0 else 0  # the shot of the second weapon may go astray
    left = replace(check, threat=0, despair=despair, spent=spent, pool=(), **BEFORE_THROW)
    state.agenda, state.turn = tuple(waiting), replace(state.turn, check=left)
    maker = state.records[check.who]
    if maker.strain:  # what a talent or dark pips have cost it hinders nothing that is left of the attack
        state.put(replace(maker, strain=0))
    return state


def _pared_check(at: Stakes, need: Need, state: State) -> Check:
    """An attack whose hits have not been carried out yet, without differences that do not bear on the target."""
    check, symbols = at.check, at.symbols
    mine = at.so_far
    times = need.times(*symbols[1:])
    if sum(mine) // at.share >= at.enough:
        return replace(check, success=1, advantage=0, triumph=0, hits=(at.hit_of(at.enough * at.share),))
    if need.wanted and need.taken and times:
        return replace(check, success=1, advantage=0, triumph=0, hits=(replace(at.hit_of(1), criticals=1),))
    (advantage, triumph), landed = need.settled(*symbols), check.hits
    success = check.success if need.further(*symbols) > 0 else 1
    one = len(mine) < 2 or (at.share == 1 and not at.dies_harder)  # the injury of a fall may weaken it for the next hit
    if _linked_hits_go_elsewhere(at):
        return replace(check, success=success, advantage=advantage, triumph=triumph)
    if one and (not at.to_fell or not times or need.injuries_are_vain(*symbols)):
        taken = hit_alike(at, need.without_hits, warp=False)(sum(mine))
        if at.share == 1:
            taken += take_spare_wounds(at, need._replace(taken=taken), state)
        landed = (at.hit_of(taken),) if landed else ()
    elif at.only_sums_tell:
        taken = hit_alike(at, need._replace(taken=0, landed=0), warp=False)(sum(mine))
        landed = at.heaped(taken, need.weaker(times))
    return replace(check, success=success, advantage=advantage, triumph=triumph, hits=landed)


def _linked_hits_go_elsewhere(at: Stakes) -> bool:
    """Whether what is linked may follow a shot that went astray: then it matters whom each hit has struck."""
    linked = any(weapon.has("linked") for weapon in at.used)
    return linked and any(hit.whom != at.whom.id for hit in at.check.hits)
