"""What bears on whether the target of an attack is hit, wounded, injured or felled: odds leave out the rest.

Net successes bear on it up to where one hit is sure to do; advantages and triumphs as far as they buy further hits,
critical injuries or the blast; threats not at all; a despair only where the shot may go astray.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

from ....core.decision import Choose
from ....core.structs import replace
from ....mechanics.narrative import Dice, Powered
from ..attacks import combat, hits, spending
from ..attacks.reactions import DOME, PARRIED
from ..checks import pools, squares
from ..harm.injuries import TEN
from ..printed.catalogue import Quality, injuries, powers, warp_chart
from ..records import Check, Model, Play, State
from ..records.position import friends

Goal: TypeAlias = Literal["hit", "wounded", "injured", "incapacitated", "dead"]

NEVER = 99
KEEP = (spending.KEEP,)
SIDES = 100
STRAINING = ("minor-nick", "bowled-over", "discouraging-wound")
MOST_STRAIN = 2
WEAKENING = ("horrific-injury", "gruesome-injury", "bleeding-out")
HARMLESS = "scattered-senses"
TOUGHNESS, WILLPOWER, ELSEWHERE = 3, 10, 1  # on the D10 of characteristics
BY_POINT = 2  # successes that a point of Force dice in a weapon is worth at least


def attack_on(play: Play, about: int) -> Check | None:
    """The attack under way, where it is one on this fighter."""
    check = play.state.turn.check
    return check if check is not None and check.kind == "attack" and check.target == about else None


class Stakes:
    """What the target of an attack has at stake, for one goal of whoever attacks."""

    def __init__(self, goal: Goal, play: Play, check: Check) -> None:
        self.goal, self.play, self.check = goal, play, check
        self.who, self.whom = Model(play, check.who), Model(play, check.target)
        self.weapon, self.kit = self.who.weapon(check.slot), self.whom.kit
        self.used = [self.who.weapon(slot) for slot in check.slots]
        self.to_fell = goal in ("incapacitated", "dead") or (goal == "injured" and self.kit.minions)
        self.several = check.mode in ("auto", "two") or self.offers("linked")
        self.strained = self.kit.has_strain and hits.stuns(check, self.weapon, self.whom)
        warded = play.option["fiends-halve-wounds"] and self.whom.talent("warded")
        self.share = 2 if warded else 1
        self.enough = 1 if goal == "wounded" else self._enough_to_fell()

    def _enough_to_fell(self) -> int:
        """The wounds that are sure to do."""
        left = self.whom.wound_threshold - self.whom.record.wounds + 1
        if self.goal != "dead" or not self.kit.hero:
            return left
        margin = self.play.option["death-margin"]
        return left - 1 + margin if margin else NEVER

    def offers(self, quality: Quality) -> bool:
        """Whether one of the weapons has a quality."""
        return any(weapon.has(quality) for weapon in self.used)

    @property
    def least(self) -> int:
        """What a hit does past soak, besides its net successes."""
        return hits.damage_of(self.play, self.who, self.weapon, self.whom.id) - self.soak

    @property
    def domes(self) -> list[int]:
        """The Willpower of those who may put a dome over the target."""
        near = (self.whom.id, *(f.id for f in friends(self.play, self.whom.id)))
        models = [Model(self.play, who) for who in near if DOME in self.play.world.kits[who].profile.powers]
        touches = squares.touches
        return [m.characteristic("willpower") for m in models if m == self.whom or touches(self.play, m.id, near[0])]

    @property
    def lessened(self) -> int:
        """By how much reactions may lessen a hit, at most."""
        ranks = self.whom.talent("parry" if self.weapon.melee else "reflect")
        return NEVER if self.domes else PARRIED + ranks if ranks else 0

    @property
    def taken(self) -> int:
        """The wounds that the hits on the target are sure to do."""
        mine = [hit for hit in self.check.hits if hit.whom == self.whom.id]
        return 0 if self.strained else sum(hits.past_soak(self.play, self.check, hit) for hit in mine) // self.share

    def fatal(self, times: int) -> bool:
        """Whether a critical injury that is paid for so often may kill at once."""
        more = len(self.whom.record.injuries) + times - 1 - self.whom.talent("durable")
        more += self.weapon.has("vicious") + self.who.talent("lethal-blows")
        return self.to_fell and SIDES + TEN * more >= list(injuries().values())[-1].low

    def injuries_may_do(self, sure: int, landed: int) -> bool:
        """Whether injuries by so many hits may fell a target that has so many wounds to come: minions one by one,
        others by what they strain."""
        if self.kit.minions or not self.to_fell:
            return self.to_fell
        if self.kit.has_strain:
            return self.whom.record.strain + MOST_STRAIN * landed > self.whom.strain_threshold
        return sure + MOST_STRAIN * landed >= self.enough

    @property
    def soak(self) -> int:
        """The soak of the target that is left against the weapon."""
        return hits.soak_against(self.play, self.whom, self.weapon)

    @property
    def injury_is_sure(self) -> bool:
        """Whether whoever pays for a critical injury has it, whatever else befalls the target."""
        return self.goal == "injured" and not self.to_fell and not self.lessened and self.least >= 0

    @property
    def hits_are_better(self) -> bool:
        """Whether a further hit, which is no dearer, does as much as any injury can."""
        each = self.kit.profile.wounds if self.kit.minions else NEVER if self.kit.has_strain else MOST_STRAIN
        sure = self.check.mode == "auto" and self.weapon.critical > 1 and not self.lessened
        return sure and (self.least + 1) // self.share >= each

    def reach(self, dice: Dice, added: int) -> int:
        """More wounds than a throw of these dice can come to, with all that is bought for it."""
        if self.offers("blast") or self.offers("stun") or self.check.second >= 0 or self.strained:
            return NEVER
        most = dice.ability + dice.proficiency + dice.boost  # hits that are bought, and half of what a hit is raised by
        each = self.kit.profile.wounds if self.kit.minions else MOST_STRAIN
        points = 2 * dice.force
        one = max(0, self.least + 2 * most + added + 2 * points + min(points, self.soak)) // self.share + each
        return one * (1 + most * self.several)


# ---- rolls -----------------------------------------------------------------------------------------------------------


def alike(goal: Goal, play: Play, key: str, about: int) -> Callable[[Any], Any] | None:
    """What stands for the readings of a roll that come to the same for the target of an attack."""
    check = attack_on(play, about)
    if check is None:
        return None
    match key:
        case "check":
            return _check_alike(Stakes(goal, play, check))
        case "dome" if not any(effect.name == "augmented" for effect in play.state.effects):
            return _dome_alike(Stakes(goal, play, check))
        case "injury":
            to_come = len(check.hits) > 1 or goal == "dead" or bool(Stakes(goal, play, check).domes)
            return _injury_alike(goal in ("incapacitated", "dead"), to_come)
        case "warp":
            return _warp_alike(goal in ("incapacitated", "dead") or not Model(play, about).kit.has_strain)
        case "injury.characteristic":
            return _characteristic
        case _:
            return None


def _characteristic(number: int) -> int:
    return number if number in (TOUGHNESS, WILLPOWER) else ELSEWHERE


def _check_alike(at: Stakes) -> Callable[[Any], Any]:
    reckoned = pools.reckon(combat.attempt_of(at.play, at.check))
    if at.reach(reckoned.dice, reckoned.success) < at.enough:
        at.enough = NEVER
    costs, count = _costs(at, reckoned.dice)
    wanted = (1 if at.enough == NEVER else at.enough) * at.share + at.lessened - at.least
    most = 1 if at.goal == "hit" else NEVER if at.strained or at.check.second >= 0 else max(1, wanted)
    in_vain = at.to_fell and at.enough == NEVER and not costs
    return _standing(
        0 if in_vain else most,
        0 if at.goal == "hit" else wanted,
        costs,
        count,
        at.offers("blast"),
        at.weapon.has("force") > 0,
        bool(combat.bystanders(at.play, at.check, at.whom.id)),
        at.weapon.critical if at.injury_is_sure else 0,
        (reckoned.success, reckoned.advantage),
    )


@cache
def _standing(
    most: int,
    wanted: int,
    costs: tuple[int, ...],
    count: int,
    bursts: bool,
    forceful: bool,
    astray: bool,
    settled: int,
    added: tuple[int, int],
) -> Callable[[Any], Any]:
    """Readings of an attack that count no more than `most` successes, with what can be bought at these `costs`, each
    so often at most; with a hit and `settled` advantages, or a triumph, all is settled (0: never).  `added` is what the
    throw gains without dice."""

    def standing(value: Any) -> Any:
        quick = value.light + value.dark if isinstance(value, Powered) and not forceful else 0
        success = min(most, max(-quick, value.success + added[0]))
        advantage, triumph = value.advantage + added[1], value.triumph
        if not costs or (success + quick <= 0 and not bursts):
            advantage = triumph = 0
        elif settled and success > 0 and not quick and (triumph or advantage >= settled):
            success, advantage, triumph = 1, settled, 0
        elif len(costs) == 1 and not quick:
            each = costs[0]
            advantage, triumph = each * min(count, max(0, advantage) // each + triumph), 0
        else:
            advantage, triumph = max(-quick, min(advantage, sum(costs) * count)), min(triumph, len(costs) * count)
        if isinstance(value, Powered) and forceful:
            points = max(0, -((success - wanted) // BY_POINT)) if success > 0 else 0
            if value.light >= points:
                value = value._replace(light=points, dark=0, doubles=0)
        despair = min(value.despair, int(astray))
        success, advantage = success - added[0], advantage - added[1]
        return value._replace(success=success, advantage=advantage, triumph=triumph, despair=despair)

    return standing


def _costs(at: Stakes, dice: Dice) -> tuple[tuple[int, ...], int]:
    """How many advantages each thing costs that is worth buying, and how often each may be bought."""
    found, count, good, weapon = set[int](), 1, dice.ability + dice.proficiency + dice.boost, at.weapon
    if at.goal == "hit":
        return (), 0
    if at.several and (at.lessened or (at.enough != NEVER and at.enough > 1)):
        found.add(2)
        count = min(good, -(-at.enough // max(1, at.least + 1 - at.lessened)))
    if at.offers("blast"):
        found.update((2, 3))
    if at.offers("stun") and at.goal != "injured":
        found.add(2)
    times = max(2 * good // weapon.critical, dice.proficiency + 2 * (good - dice.proficiency) // weapon.critical)
    if at.fatal(times):
        found.add(weapon.critical)
        count = max(count, times)
    elif not at.to_fell and at.goal == "injured":
        found.add(weapon.critical)
    elif at.hits_are_better:
        pass
    elif at.kit.has_strain or at.enough != NEVER:  # what injuries strain may do the rest
        landed = 1 + good * at.several
        if at.injuries_may_do(at.enough if at.several else at.reach(dice, 0), landed):
            found.add(weapon.critical)
            count = max(count, landed)
    return tuple(sorted(found)), count


@cache
def _injury_alike(to_fell: bool, weakening: bool) -> Callable[[int], int]:
    rows = list(injuries())
    kept = {"dead", *STRAINING, *(WEAKENING if weakening else ())} if to_fell else set()
    harmless = rows.index(HARMLESS)
    return lambda row: row if rows[row] in kept else harmless


@cache
def _warp_alike(strain: bool) -> Callable[[int], int]:
    """Results of the chart that harm nobody are the first; so are those that only strain, unless `strain` tells."""
    rows = list(warp_chart())
    harmless = {*("dazed", "visitor"), *(() if strain else ("drained", "backlash"))}
    return lambda row: 0 if rows[row] in harmless else row


def _dome_alike(at: Stakes) -> Callable[[Any], Any]:
    """A dome does not close, or it takes all that is left of the hit, or a part of it, which may be of no use."""
    left = hits.past_soak(at.play, at.check, at.check.hits[-1])
    in_part = at.goal != "wounded" and (at.several or left // at.share + MOST_STRAIN >= at.enough)
    return _domed(max(1, left - min(at.domes, default=0)), in_part, powers()[DOME].cost)


@cache
def _domed(most: int, in_part: bool, cost: int) -> Callable[[Any], Any]:
    def standing(value: Any) -> Any:
        success = max(0, min(most, value.success))
        if success < most and not in_part:
            success = 0
        if not isinstance(value, Powered):
            return value._replace(success=success, advantage=0, triumph=0)
        short = cost - value.light
        if not success or short > value.dark:
            return Powered(0, 0, 0, 0, 0, 0, 0)
        if short <= 0:
            return Powered(success, 0, 0, 0, cost, 0, 0)
        dark = short if value.dark > 2 * value.doubles else short + short % 2  # both of a die, or none
        return Powered(success, 0, 0, 0, cost - dark, dark, dark // 2)

    return standing


# ---- choices ---------------------------------------------------------------------------------------------------------


def bearing(goal: Goal, play: Play, question: Choose[Any], about: int) -> Sequence[Any] | None:
    """The answers of a question that may bear on the target of an attack."""
    check = attack_on(play, about)
    if check is None:
        return question.options() if question.key == "frenzied" else (False,) if question.key == "crippling" else None
    own = question.player == play.state.records[check.who].owner
    match question.key:
        case "spend":
            return list(worth_buying(Stakes(goal, play, check), question.options())) or KEEP
        case "spend.theirs":
            return KEEP
        case "attack.astray":
            return question.candidates(1)
        case "power.dark" | "power.quickening" if own:
            return question.options()[::-1]
        case "destiny":
            return (True,)
        case "gm.circumstances":
            return ("boost",) if own else ("setback",)
        case _:
            return None


def worth_buying(at: Stakes, codes: Sequence[str]) -> Iterator[str]:
    """What symbols may be spent on so that the target is likelier to be worse off.  No hit is ever too many."""
    whom, check, sure = at.whom.id, at.check, at.taken
    if at.goal == "hit" or sure >= at.enough:
        return
    mine = {n: hit for n, hit in enumerate(check.hits) if hit.whom == whom}
    criticals = [code for code in codes if code.startswith("critical") and int(code.split()[1]) in mine]
    if not at.to_fell and (criticals or any(hit.criticals for hit in mine.values())):
        if not any(hit.criticals for hit in mine.values()):
            yield from criticals[:1]
        return
    of_each = ("linked", "blast", *(() if at.kit.has_strain else (f"stun {whom}",)))
    things = {f"auto {whom}", "second"} | {hits.code_of(what, check, slot) for what in of_each for slot in check.slots}
    yield from (code for code in codes if code.removesuffix(" !") in things)
    fatal = at.fatal(1 + check.advantage // at.weapon.critical + check.triumph)
    if fatal or (at.injuries_may_do(sure, len(mine)) and not at.hits_are_better):
        yield from (code for code in criticals if fatal or not mine[int(code.split()[1])].criticals)


# ---- between the parts -----------------------------------------------------------------------------------------------


def pared(goal: Goal, play: Play, about: int) -> State:
    """The position between two parts of an attack without what is only of interest to others than its target."""
    check, state = attack_on(play, about), play.state
    if check is None or not check.rolled:
        return state
    state = state.copy()
    waiting = [each for each in state.agenda if each.rule != spending.spend_theirs.__name__]
    if not (check.advantage or check.triumph):
        waiting = [each for each in waiting if each.rule != spending.spend_own.__name__]
    to_come = {each.rule for each in waiting}
    bursts = any(code.startswith("blast") for code in check.spent)
    hopeless = not check.hits and not bursts and spending.spend_own.__name__ not in to_come
    if not check.dark and (hopeless or combat.harm.__name__ not in to_come):
        waiting = []
    spent = tuple(sorted(each for each in check.spent if each.partition(" ")[0] in ("blast", "stun", "linked")))
    left = replace(check, threat=0, despair=0, spent=spent, pool=())
    state.agenda, state.turn = tuple(waiting), replace(state.turn, check=left)
    return state
