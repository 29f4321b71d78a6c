"""What bears on whether the target of an attack is hit, wounded, injured or felled: odds leave out the rest.

Net successes bear on it up to where one hit is sure to do; advantages and triumphs as far as they buy further hits,
critical injuries or the blast; threats not at all; a despair only where the shot may go astray.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, cast

from ....core.decision import Choose
from ....core.dice import IN_VAIN
from ....core.structs import replace
from ....core.window import Window
from ....mechanics.narrative import Dice, Powered, Roll
from ....mechanics.spending import KEEP as NOTHING_MORE
from ..attacks import combat, force, hits, spending
from ..attacks.offers import BLAST, BLAST_AFTER_MISS, FURTHER_HIT
from ..attacks.reactions import DOME
from ..checks import pools
from ..harm.injuries import characteristics
from ..printed.catalogue import injuries
from ..records import Check, Model, Play, State
from .attacked import NEVER, Goal, attack_on
from .domes import dome_alike, dome_rises, hit_alike, recoil_alike, take_spare_wounds, take_unfelt, warp_alike
from .need import Need
from .stakes import Stakes

KEEP = (NOTHING_MORE,)
STRAINING = ("minor-nick", "bowled-over", "discouraging-wound")
WEAKENING = ("horrific-injury", "gruesome-injury", "bleeding-out")
FELT = ("toughness", "willpower")  # characteristics whose loss may bear on what is still to come


# ---- rolls -----------------------------------------------------------------------------------------------------------


def alike(goal: Goal, play: Play, key: str, about: int) -> Callable[[Any], Any] | None:
    """What stands for the readings of a roll that come to the same for the target of an attack."""
    check, now = attack_on(play, about), play.state.turn
    if check is None:
        return recoil_alike if key == "warp" and now.check is None and now.actor != about else None
    match key:
        case "check":
            return _check_alike(Stakes(goal, play, check))
        case "dome" if not any(effect.name == "augmented" for effect in play.state.effects):
            return dome_alike(Stakes(goal, play, check))
        case "injury":
            at = Stakes(goal, play, check)
            to_come = len(check.hits) > 1 or goal == "dead" or bool(at.domes) or at.recoils
            return _injury_alike(goal in ("incapacitated", "dead"), to_come)
        case "warp" if check.rolled:
            return warp_alike(Stakes(goal, play, check))
        case "injury.characteristic":
            return _characteristic_alike(play.option["toughness-faces"])
        case _:
            return None


def rising(goal: Goal, play: Play, key: str, about: int) -> Callable[[Any], tuple[Any, tuple[int, ...]]] | None:
    """How the readings of an attack, or of a dome, are ranked: more of a good symbol, or a choice more, never harms
    whoever throws it.  After a miss a blast costs more, but may do more than a hit."""
    check = attack_on(play, about)
    if key == "dome" and alike(goal, play, key, about) is not None:
        return dome_rises
    if check is None or key != "check":
        return None
    bursts = any(Model(play, check.who).weapon(slot).has("blast") for slot in check.slots)
    return _rises_from(1 - pools.reckon(combat.attempt_of(play, check)).success if bursts else NEVER)


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
    if key != "check" or not _may_be_strained(play, about):
        return None
    return _threats if spending.engine_spends_threats(play, play.state.records[about].owner) else _threatening


def bearing_on_strain(play: Play, question: Choose[Any], about: int) -> Sequence[Any] | None:
    """The answers of a question that may bear on whether the maker of an attack has strain."""
    if not _may_be_strained(play, about):
        return None
    if question.key == "Granted.after":  # whoever may make a maneuver now makes none
        return (None,)
    if question.key not in ("spend", "spend.theirs"):
        return None
    return [code for code in question.options() if code.startswith("strain")][:1] or KEEP


def _may_be_strained(play: Play, who: int) -> bool:
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
def _characteristic_alike(toughness_faces: int) -> Callable[[int], int]:
    faces = characteristics(toughness_faces)
    return lambda number: 1 + faces.index(faces[number - 1] if faces[number - 1] in FELT else "strength")


def _check_alike(at: Stakes) -> Callable[[Any], Any]:
    reckoned = pools.reckon(combat.attempt_of(at.play, at.check))
    astray = any(hits.bystanders(at.play, at.check, at.whom.id, slot) for slot in at.check.slots)
    if at.at_item:
        return _item_alike(at, reckoned.dice, astray, (reckoned.success, reckoned.advantage))
    falls = at.fall_is_fatal(_times(at, reckoned.dice))
    if not (at.may_tear or falls) and at.reach(reckoned.dice, reckoned.success) + at.by_recoil < at.enough:
        at.enough = NEVER
    costs, count = _costs(at, reckoned.dice, astray, falls)
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
        at.forced,
        astray,
        (reckoned.success, reckoned.advantage),
        at.need(()) if at.plain else None,
        at.lessened > 0,
        at.recoils,
    )


def _item_alike(at: Stakes, dice: Dice, astray: bool, added: tuple[int, int]) -> Callable[[Any], Any]:
    """What its target holds is hit or missed, unless what is bought harms the target besides: further hits, strain, or
    after a miss a blast, which only with a shot gone astray has net successes too.  All points of Force count."""
    bursts, linked = at.offers("blast"), at.weapon.has("linked")
    costs, count = {FURTHER_HIT} if linked or at.stun_tells else set[int](), max(1, linked)
    if bursts:
        costs |= {BLAST, BLAST_AFTER_MISS} if astray else {BLAST_AFTER_MISS}
    if linked and at.goal != "wounded":
        costs.add(at.critical)
        count = max(dice.ability + dice.proficiency + dice.boost, _times(at, dice))
    wanted = at.enough * at.share + at.lessened - at.least
    most = NEVER if (linked and at.strained) or (bursts and astray) else max(1, wanted) if linked else 1
    bought = tuple(sorted(costs)), count
    return _standing(most, NEVER, *bought, bursts, at.forced, astray, added, None, at.lessened > 0, at.recoils)


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
) -> Callable[[Any], Any]:
    """Readings of an attack that count no more than `most` successes, with what can be bought at these `costs`, each
    so often at most.  `added` is what the throw gains without dice, `forced` what a point of Force dice adds to a hit.
    By what it `need`s an attack may be in vain; hits may be `lessened`.  Where it `recoils`, all dark pips count."""

    def standing(value: Any) -> Any:
        if need is not None and isinstance(value, Roll):
            symbols = value.success + added[0], max(0, value.advantage + added[1]), value.triumph
            if need.in_vain(*symbols):
                return IN_VAIN
            if need.several and (lessened or (astray and value.despair)):
                advantage, triumph = need.settled(*symbols)
                value = value._replace(advantage=advantage - added[1], triumph=triumph)
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
        if isinstance(value, Powered) and forced:
            points = max(0, -((success - wanted) // forced)) if success > 0 else 0
            if recoils:
                value = value._replace(light=min(value.light, points))
            elif value.light >= points:
                value = value._replace(light=points, dark=0, doubles=0)
        success, advantage = success - added[0], advantage - added[1]
        return value._replace(success=success, advantage=advantage, triumph=triumph, despair=despair)

    return standing


def _times(at: Stakes, dice: Dice) -> int:
    """How many critical injuries a throw of these dice may pay for."""
    good, least = dice.ability + dice.proficiency + dice.boost, at.critical
    return max(2 * good // least, dice.proficiency + 2 * (good - dice.proficiency) // least)


def _costs(at: Stakes, dice: Dice, astray: bool, falls: bool) -> tuple[tuple[int, ...], int]:
    """How many advantages each thing costs that is worth buying, and how often each may be bought: a further hit may
    strike the target where the first has gone `astray`."""
    found, count, good = set[int](), 1, dice.ability + dice.proficiency + dice.boost
    if at.goal == "hit":
        return ((FURTHER_HIT,), 1) if astray and at.several else ((), 0)
    if at.several and (astray or falls or at.lessened or (at.enough != NEVER and at.enough > 1)):
        found.add(FURTHER_HIT)
        count = good if at.domes else min(good, -(-at.enough // max(1, at.least + 1 - at.lessened)))
    if at.offers("blast"):
        found.update((BLAST, BLAST_AFTER_MISS))
    if at.stun_tells:
        found.add(2)
    criticals, times = {weapon.critical for weapon in at.used}, _times(at, dice)
    if at.fatal(times):
        found |= criticals
        count = max(count, times)
    elif at.wanted:
        found |= criticals
    elif at.hits_are_better:
        pass
    elif at.kit.has_strain or at.enough != NEVER:  # what injuries strain may do the rest
        landed = 1 + good * at.several
        if at.injuries_may_do(at.enough if at.several else at.reach(dice, 0), landed):
            found |= criticals
            count = max(count, landed)
    return tuple(sorted(found)), count


@cache
def _injury_alike(to_fell: bool, weakening: bool) -> Callable[[int], int]:
    rows = list(injuries())
    kept = {"dead", *STRAINING, *(WEAKENING if weakening else ())} if to_fell else set()
    harmless = rows.index("scattered-senses")
    return lambda row: row if rows[row] in kept else harmless


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
        case "HitLanded.after" if force.by_dice(play):  # to try a dome costs nothing
            tried = [each for each in cast(Window, question).in_order() if each is not None]
            return tried if all(reaction == DOME for reaction, _ in tried) else None
        case "attack.astray":
            return question.candidates(1)
        case "power.dark" | "power.quickening" if own:
            return question.options()[::-1]
        case "destiny":
            return (True,)
        case "gm.circumstances":
            ruled = "boost" if own else "setback"
            return [each for each in question.options() if each.startswith(ruled)][-1:]
        case _:
            return None


def worth_buying(at: Stakes, codes: Sequence[str]) -> Iterator[str]:
    """What symbols may be spent on so that the target is likelier to be worse off.  No hit is ever too many."""
    whom, check, sure = at.whom.id, at.check, at.taken
    mine = {n: hit for n, hit in enumerate(check.hits) if hit.whom == whom}
    if at.goal == "hit":
        yield from (code for code in codes if not mine and code.removesuffix(" !") in (f"auto {whom}", "second"))
        return
    if sure >= at.enough:
        return
    criticals = [code for code in codes if code.startswith("critical") and int(code.split()[1]) in mine]
    if not at.to_fell and (criticals or any(hit.criticals for hit in mine.values())):
        if not any(hit.criticals for hit in mine.values()):
            yield from criticals[:1]
        return
    of_each = ("linked", "blast", *((f"stun {whom}",) if at.stun_tells else ()))
    things = {f"auto {whom}", "second"} | {hits.code_of(what, check, slot) for what in of_each for slot in check.slots}
    yield from (code for code in codes if code.removesuffix(" !") in things)
    fatal = at.fatal(1 + check.advantage // at.critical + check.triumph)
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
    if combat.harm.__name__ in {each.rule for each in waiting}:
        at = Stakes(goal, play, check)
        need = at.need(check.hits)
        in_vain = at.plain and need.in_vain(*at.symbols)
        if in_vain:
            state.agenda = ()
            return state
        take_unfelt(at, need, state)
        if at.plain:
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
    spent = tuple(sorted(each for each in check.spent if each.partition(" ")[0] in ("blast", "stun", "linked")))
    despair = check.despair if check.second >= 0 else 0  # the shot of the second weapon may go astray
    left = replace(check, threat=0, despair=despair, spent=spent, pool=())
    state.agenda, state.turn = tuple(waiting), replace(state.turn, check=left)
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
    if one and (not at.to_fell or not times or (not need.each and times < need.deadly)):
        taken = hit_alike(at, need.without_hits, warp=False)(sum(mine))
        if at.share == 1:
            taken += take_spare_wounds(at, need._replace(taken=taken), state)
        landed = (at.hit_of(taken),) if landed else ()
    return replace(check, success=success, advantage=advantage, triumph=triumph, hits=landed)
