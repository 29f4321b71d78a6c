"""What bears on whether the target of an attack is hit, wounded, injured or felled: odds leave out the rest.

Net successes bear on it up to where one hit is sure to do; advantages and triumphs as far as they buy further hits,
critical injuries or the blast; threats not at all; a despair only where the shot may go astray.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

from ....core.bearings import IN_VAIN, InParts, OfSums
from ....mechanics.narrative import Powered, Roll
from ..attacks import combat, hits, spending
from ..attacks.offers import BLAST, BLAST_AFTER_MISS, FURTHER_HIT
from ..checks import pools
from ..checks.pools import Reckoned
from ..harm.injuries import characteristics
from ..printed.catalogue import injuries
from ..records import Model, Play
from .attacked import NEVER, Attacked, Goal, attack_on
from .domes import dome_alike, dome_rises, dome_rises_by_pips, recoil_alike, warp_alike
from .need import Need
from .stakes import Stakes

STRAINING = ("minor-nick", "bowled-over", "discouraging-wound")
WEAKENING = ("horrific-injury", "gruesome-injury", "bleeding-out")
HINDERING = (
    "off-balance", "stinger", "fearsome-wound", "slightly-dazed", "scattered-senses", "winded", "compromised", "maimed",
    "blinded",
)  # fmt: skip
"""What hinders whoever closes a dome."""


# ---- rolls -----------------------------------------------------------------------------------------------------------


def alike(goal: Goal, play: Play, key: str, about: int) -> Callable[[Any], Any] | None:
    """What stands for the readings of a roll that come to the same for the target of an attack."""
    check, now = attack_on(play, about), play.state.turn
    if check is None:
        return recoil_alike if key == "warp" and now.check is None and now.actor != about else None
    match key:
        case "check":
            return _check_alike(Stakes(goal, play, check))
        case "dome" if not is_augmented(play):
            at = Stakes(goal, play, check)
            return None if at.may_fell_too_many else dome_alike(at)
        case "injury" | "injury.characteristic" if (at := Stakes(goal, play, check)).maker_may_be_injured:
            return None
        case "injury":
            at = Stakes(goal, play, check)
            torn = at.may_tear  # by the warp, and perhaps worse at the next dome, or dead before the hit
            again = torn and at.goes_on(at.need(check.hits))
            fatal = torn or goal in ("incapacitated", "dead")
            return _injury_alike(again or at.straining_tells, torn or at.weakening_tells, fatal, again)
        case "warp" if check.rolled:
            return warp_alike(Stakes(goal, play, check))
        case "injury.characteristic":
            domes, retroactive = Stakes(goal, play, check).domes, play.option["thresholds-retroactive"]
            felt = ("toughness", "willpower") if domes or retroactive else ("toughness",)
            return _characteristic_alike(play.option["toughness-faces"], felt)
        case _:
            return None


def rising(goal: Goal, play: Play, key: str, about: int) -> Callable[[Any], tuple[Any, tuple[int, ...]]] | None:
    """How the readings of an attack, or of a dome, are ranked: more of a good symbol, or a choice more, never harms
    whoever throws it, unless it may fell too many of a group.  After a miss a blast costs more, but may do more than a
    hit; and dark pips for a dome may spare a group a blast."""
    check = attack_on(play, about)
    if check is None or key not in ("check", "dome"):
        return None
    at = Attacked(goal, play, check)
    if at.may_fell_too_many or (key == "dome" and is_augmented(play)):
        return None
    if key == "dome":
        return dome_rises_by_pips if at.may_be_spared else dome_rises
    bursts = any(Model(play, check.who).weapon(slot).has("blast") for slot in check.slots)
    return _rises_from(1 - pools.reckon(combat.attempt_of(play, check)).success if bursts else NEVER)


def is_augmented(play: Play) -> bool:
    """Whether somebody has successes that are no dice."""
    return any(effect.name == "augmented" for effect in play.state.effects)


@cache
def _rises_from(hit: int) -> Callable[[Any], tuple[Any, tuple[int, ...]]]:
    """The same for an attack whose dice must come to so many successes for a hit, where hits are a kind of their
    own."""

    def rises(value: Any) -> tuple[Any, tuple[int, ...]]:
        kind, counts = (value.success >= hit, value.despair), (value.success, value.advantage, value.triumph)
        if not isinstance(value, Powered):
            return kind, counts
        dark = value.dark
        odd = dark - 1 + dark % 2 if dark > 2 * value.doubles else -1  # the most that may be used, of odd numbers
        return kind, (*counts, value.light, dark - dark % 2, odd)

    return rises


def alike_in_strain(play: Play, key: str, about: int) -> Callable[[Any], Any] | None:
    """What stands for the readings of an attack that come to the same for whether its maker has strain."""
    if key != "check" or not may_be_strained(play, about):
        return None
    return _threats if spending.engine_spends_threats(play, play.state.records[about].owner) else _threatening


def may_be_strained(play: Play, who: int) -> bool:
    """Whether somebody makes an attack and has no strain to recover from, so that only threats and despairs bear on
    it."""
    check = play.state.turn.check
    attacks = check is not None and check.kind == "attack" and check.who == who and not check.force
    return attacks and not play.state.records[who].strain


def _threatening(value: Any) -> Any:
    return Roll(0, -1 if value.advantage < 0 or value.despair else 0)


def _threats(value: Any) -> Any:
    return Roll(0, min(0, value.advantage), 0, value.despair)


@cache
def _characteristic_alike(toughness_faces: int, felt: tuple[str, ...]) -> Callable[[int], int]:
    """One face stands for all whose loss does not bear on what is still to come."""
    faces = characteristics(toughness_faces)
    return lambda number: 1 + faces.index(faces[number - 1] if faces[number - 1] in felt else "strength")


def _check_alike(at: Stakes) -> Callable[[Any], Any]:
    reckoned = pools.reckon(combat.attempt_of(at.play, at.check))
    astray = any(hits.bystanders(at.play, at.check, at.whom.id, slot) for slot in at.check.slots)
    if at.at_item:
        return _item_alike(at, _most(at, reckoned), astray, (reckoned.success, reckoned.advantage))
    most_of, force = _most(at, reckoned), reckoned.dice.force
    falls = at.fall_is_fatal(most_of.times(at.critical)) or _fall_is_worse(at, most_of, force, reckoned.success)
    further = min(at.most_hits, most_of.times(FURTHER_HIT))
    reach = at.reach(most_of.good, further, force, reckoned.success) + at.by_recoil
    if not (at.may_tear or falls) and reach < at.enough:
        at.enough = NEVER
    costs, count = _costs(at, most_of, force, astray, falls)
    wanted = (1 if at.enough == NEVER else at.enough) * at.share + at.lessened - at.least
    most = 1 if at.goal == "hit" else NEVER if at.strained or at.check.second >= 0 else max(1, wanted)
    if falls and at.enough == NEVER:
        wanted = most = NEVER
    in_vain = at.to_fell and at.enough == NEVER and not (costs or falls or at.recoil_tells)
    return _standing(
        0 if in_vain else most,
        0 if at.goal == "hit" else NEVER if at.check.second >= 0 else wanted,
        costs,
        count,
        at.offers("blast"),
        at.only_forced,
        astray,
        (reckoned.success, reckoned.advantage),
        at.need(()) if at.plain else None,
        at.lessened > 0,
        at.recoils,
        (at.need(()), at.telling) if at.to_fell and at.only_hits_wound else None,
        at.all_domed if at.goal == "wounded" or at.wanted else 0,
    )


def _fall_is_worse(at: Stakes, most: Most, force: int, added: int) -> bool:
    """Whether the injury of a fall may make one that is paid for so much worse that it kills: where a throw may come to
    a hit that fells the target and to so many injuries."""
    times = next((n for n in range(1, most.times(at.critical) + 1) if at.fatal(n)), None)
    if times is None or not at.dies_harder or at.whom.record.wounds > at.whom.wound_threshold:
        return False
    short = (at.left - 1) * at.share + 1 - at.least - added - at.by_points(force) - at.by_recoil
    return at.several or any(most.pay_for(short - n, at.critical * (times - n), n) for n in range(most.triumphs + 1))


def _item_alike(at: Stakes, most_of: Most, astray: bool, added: tuple[int, int]) -> Callable[[Any], Any]:
    """What its target holds is hit or missed, unless what is bought harms the target besides: further hits, strain, or
    after a miss a blast, which only with a shot gone astray has net successes too.  All points of Force count."""
    bursts, linked = at.offers("blast"), at.weapon.has("linked")
    costs, count = {FURTHER_HIT} if linked or at.stun_tells else set[int](), max(1, linked)
    if bursts:
        costs |= {BLAST, BLAST_AFTER_MISS} if astray else {BLAST_AFTER_MISS}
    if linked and at.goal != "wounded":
        costs.add(at.critical)
        count = max(most_of.times(FURTHER_HIT), most_of.times(at.critical))
    wanted = at.enough * at.share + at.lessened - at.least
    most = NEVER if (linked and at.strained) or (bursts and astray) else max(1, wanted) if linked else 1
    bought = tuple(sorted(costs)), count
    forced, lessened = at.only_forced, at.lessened > 0
    return _standing(most, NEVER, *bought, bursts, forced, astray, added, None, lessened, at.recoils, None, 0)


PIPS = ("light", "dark", "doubles")
"""The sums that Force dice alone make."""


@cache
def _standing(
    most: int,
    wanted: int,
    costs: tuple[int, ...],
    count: int,
    bursts: bool,
    forced: int,
    astray: bool,
    added: tuple[int, int],
    need: Need | None,
    lessened: bool,
    recoils: bool,
    scratched: tuple[Need, int] | None,
    all_domed: int,
) -> Callable[[Any], Any]:
    """Readings of an attack that count no more than `most` successes, with what can be bought at these `costs`,
    each so often at most.  `added` is what the throw gains without dice, `forced` what a point of Force dice adds
    to a hit that is for nothing else (0: it may be a success).  By what it `need`s an attack may be in vain; hits
    may be `lessened`.  Where it `recoils`, all dark pips count.  Where hits do no more than scratch, by what it
    needs, only so many successes count (`scratched`); where it only tells whether they come through, as many do as
    little as a dome takes, at least (`all_domed`)."""

    def standing(value: Any) -> Any:
        if need is not None and isinstance(value, Roll):
            symbols = value.success + added[0], max(0, value.advantage + added[1]), value.triumph
            if need.in_vain(*symbols):
                return IN_VAIN
            if 0 < symbols[0] <= all_domed and (not need.wanted or need.by_injury(*symbols)):
                symbols = max(1, 1 - need.least), *symbols[1:]
                value = value._replace(success=symbols[0] - added[0])
            if need.several and (lessened or (astray and value.despair)):
                advantage, triumph = need.settled(*symbols)
                value = value._replace(advantage=advantage - added[1], triumph=triumph)
        if scratched is not None:
            scratches, telling = scratched
            success = value.success + added[0]
            if success > telling and scratches.stays_up(success, max(0, value.advantage + added[1]), value.triumph):
                value = value._replace(success=telling - added[0])
        quick = value.light + value.dark if isinstance(value, Powered) and not forced else 0
        success = min(most, max(-quick, value.success + added[0]))
        advantage, triumph, despair = value.advantage + added[1], value.triumph, min(value.despair, int(astray))
        if not costs or (success + quick <= 0 and not bursts):
            advantage = triumph = 0
        elif len(costs) == 1 and not quick:
            each = costs[0]
            advantage, triumph = each * min(count, max(0, advantage) // each + triumph), 0
        else:
            advantage, triumph = max(-quick, min(advantage, sum(costs) * count)), min(triumph, len(costs) * count)
        success, advantage = success - added[0], advantage - added[1]
        return value._replace(success=success, advantage=advantage, triumph=triumph, despair=despair)

    spent = ("advantage", "triumph") if costs or need is not None or scratched is not None else ()
    sums = ("success", *spent, *(("despair",) * astray))
    if not forced:
        return OfSums((*sums, *PIPS), standing)
    return InParts(sums, standing, PIPS, partial(_with_points_of_use, added[0], wanted, forced, recoils))


def _with_points_of_use(added: int, wanted: int, forced: int, recoils: bool, value: Any) -> Any:
    """A reading of an attack with no more points of Force dice than bring it to the successes that are `wanted`."""
    if not isinstance(value, Powered):
        return value
    success = value.success + added
    points = max(0, -((success - wanted) // forced)) if success > 0 else 0
    if recoils:
        return value._replace(light=min(value.light, points))
    return value._replace(light=points, dark=0, doubles=0) if value.light >= points else value


class Most(NamedTuple):
    """What a throw may have to spend at most: two advantages of each `good` die, or a triumph of some of them, and what
    is `free` of dice."""

    good: int
    triumphs: int
    free: int

    def pay_for(self, successes: int, advantages: int, triumphs: int) -> bool:
        """Whether a throw may have so many of each, besides what the triumphs are good for."""
        return max(0, successes) + max(0, advantages - self.free) <= 2 * (self.good - triumphs)

    def times(self, cost: int) -> int:
        """How often something may be bought that costs so many advantages."""
        by_dice = 2 * (self.good - self.triumphs) + self.free
        return max((2 * self.good + self.free) // cost, self.triumphs + by_dice // cost)


def _most(at: Stakes, reckoned: Reckoned) -> Most:
    dice = reckoned.dice
    points = 2 * dice.force * at.quickens  # which may be advantages
    return Most(dice.ability + dice.proficiency + dice.boost, dice.proficiency, max(0, reckoned.advantage) + points)


def _costs(at: Stakes, most: Most, force: int, astray: bool, falls: bool) -> tuple[tuple[int, ...], int]:
    """How many advantages each thing costs that is worth buying, and how many may be bought in all at one price: a
    further hit may strike the target where the first has gone `astray`."""
    if at.goal == "hit":
        return ((FURTHER_HIT,), 1) if astray and at.several else ((), 0)
    further = min(at.most_hits, most.times(FURTHER_HIT))
    found = {FURTHER_HIT: _hits_worth_buying(at, further, astray, falls)}
    if at.offers("blast") and (falls or at.enough != NEVER):
        found[BLAST] += 1
        found[BLAST_AFTER_MISS] = 1
    if at.stun_tells:
        found[2] += 1
    injuries = _injuries_worth_buying(at, most, further, force)
    for price in {weapon.critical for weapon in at.used}:
        found[price] = found.get(price, 0) + injuries
    costs = tuple(sorted(price for price, times in found.items() if times))
    return costs, max(found.values())


def _hits_worth_buying(at: Stakes, further: int, astray: bool, falls: bool) -> int:
    unsure = at.lessened or at.strained or at.check.second >= 0  # whether one hit that lands is sure to wound
    if not (astray or falls or unsure or (at.enough != NEVER and at.enough > 1)):
        return 0
    enough = -(-at.enough // max(1, at.least + 1 - at.lessened))
    return further if at.domes or at.strained or at.check.second >= 0 else min(further, enough)


def _injuries_worth_buying(at: Stakes, most: Most, further: int, force: int) -> int:
    if at.fatal(times := most.times(at.critical)):
        return times
    if at.wanted or at.hits_are_better:
        return int(at.wanted)
    if at.kit.has_strain or at.enough != NEVER:  # what injuries strain may do the rest
        reach = at.enough if at.several else at.reach(most.good, further, force)
        return (1 + further) * at.injuries_may_do(reach, 1 + further, 1 + further)
    return 0


@cache
def _injury_alike(straining: bool, weakening: bool, dying: bool, hindering: bool) -> Callable[[int], int]:
    rows = list(injuries())
    like, weakened = rows.index("horrific-injury"), rows.index("gruesome-injury")  # which takes the same, for longer
    kept = {*(("dead",) * dying), *(STRAINING * straining), *(WEAKENING * weakening), *(HINDERING * hindering)}
    harmless = rows.index("hamstrung")
    return lambda row: harmless if rows[row] not in kept else like if row == weakened else row
