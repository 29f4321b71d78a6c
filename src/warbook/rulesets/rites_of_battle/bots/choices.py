"""Which answers bear on whether the target of an attack is hit, wounded, injured or felled: odds ask for no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from ....core.decision import Choose
from ....core.window import Window
from ....mechanics.spending import KEEP as NOTHING_MORE
from ....mechanics.spending import STRONG, Cost, Payable
from ..attacks import force, hits
from ..attacks.offers import FURTHER_HIT, harmful_offers
from ..attacks.reactions import DOME
from ..records import Play
from .attacked import Attacked, Goal, attack_on
from .bearing import is_augmented, may_be_strained
from .domes import dark_pips_to_close, dome_is_better
from .stakes import Stakes

KEEP = (NOTHING_MORE,)


def bearing(goal: Goal, play: Play, question: Choose[Any], about: int) -> Sequence[Any] | None:
    """The answers of a question that may bear on the target of an attack."""
    check = attack_on(play, about)
    if check is None:
        return question.options() if question.key == "frenzied" else (False,) if question.key == "crippling" else None
    own = question.player == play.state.records[check.who].owner
    match question.key:
        case "spend":
            found = Payable(harmful_offers(play, check), Cost(check.advantage, check.triumph))
            at = Stakes(goal, play, check)
            bought = [code for code in worth_buying(at, list(found)) if not _wastes(at, found, code)]
            return [*bought, *KEEP] if not bought or at.may_fell_too_many else bought
        case "power.dark" | "power.weapon" | "power.quickening" if own:
            return question.options()[::-1]
        case "spend.theirs":
            return KEEP
        case "HitLanded.after" | "power.dark" if Attacked(goal, play, check).may_fell_too_many:
            return None  # the hit that a dome lessens may be better taken
        case "HitLanded.after" if force.by_dice(play):  # to try a dome costs nothing
            tried = [each for each in cast(Window, question).in_order() if each is not None]
            return tried if all(reaction == DOME for reaction, _ in tried) else None
        case "power.dark" if not is_augmented(play):
            closing = dark_pips_to_close(play, question.options())
            return closing if closing and _must_close(Stakes(goal, play, check)) else (0, *closing)
        case "attack.astray":
            return question.candidates(1)
        case "destiny":
            return question.options()[::-1]
        case "gm.circumstances":  # once the dice lie there it is about a dome over the target
            ruled = "boost" if own != check.rolled else "setback"
            most = [each for each in question.options() if each.startswith(ruled)][-1:]
            others = [each for each in question.options() if each not in most]
            return [*most, *others] if Attacked(goal, play, check).may_fell_too_many else most
        case _:
            return None


def _must_close(at: Stakes) -> bool:
    """Whether the dome that is tried over the last hit had better close: it is sure to come about otherwise, or of what
    the warp may do then nothing tells but wounds, which are no more than the dome takes."""
    check = at.check
    if at.goal == "wounded" and at.beyond_soak(check.hits[-1]) > 0 and not at.strained and not at.at_item:
        return True
    return at.last_answer and (at.sure(at.need(check.hits), sum(at.so_far)) or dome_is_better(at))


def worth_buying(at: Stakes, codes: Sequence[str]) -> Iterator[str]:
    """What symbols may be spent on so that the target is likelier to be worse off.  No hit is ever too many.  What
    comes to the same in any order is bought in one: hits, which may be answered, then what they bring, then the
    injuries by the first of them, the second and so on."""
    whom, check, sure = at.whom.id, at.check, at.taken
    mine = {n: hit for n, hit in enumerate(check.hits) if hit.whom == whom}
    if at.goal == "hit":
        yield from (code for code in codes if not mine and code.removesuffix(STRONG) in (f"auto {whom}", "second"))
        return
    if sure >= at.enough:
        return
    injuring = [n for n, hit in mine.items() if hit.criticals]
    criticals = [code for code in codes if code.startswith("critical") and int(code.split()[1]) in mine]
    if at.wanted and (criticals or injuring):
        if not injuring:
            yield from criticals[:1]
        return
    if not injuring:
        yield from _hits_and_what_they_bring(at, codes)
    may_do = at.injuries_may_do(sure, len(mine)) and not at.hits_are_better
    left, fatal = check.triumph + check.advantage // at.critical, at.fatal(at.times)
    if not fatal and not may_do:
        return
    worth = [n for n in range(max(injuring, default=0), len(check.hits)) if any(_by_hit(code, n) for code in criticals)]
    if at.only_sums_tell:  # an injury by a hit that comes later does no more
        worth = worth[: 1 + bool(injuring)]
    elif not may_do and at.only_death_tells:
        worth = _deadliest_next(worth, injuring, left)
    for number in worth:
        bought = [hit.criticals + (n == number) for n, hit in enumerate(check.hits)]
        if (may_do and bought[number] == 1) or (fatal and at.still_fatal(bought, left - 1)):
            yield from (code for code in criticals if _by_hit(code, number))
    if fatal and may_do and injuring:  # one more on the same roll may miss what strains
        yield NOTHING_MORE


def _wastes(at: Stakes, found: Payable, code: str) -> bool:
    """Whether it pays with a triumph what advantages can pay for, and nothing that may be bought later is cheaper: then
    the triumph is worth at least as much as they.  After an injury only injuries are bought."""
    plain = code.removesuffix(STRONG)
    if plain == code or plain not in found:
        return False
    cheapest = at.critical if code.startswith("critical") else min(at.critical, FURTHER_HIT)
    return found[plain][1].weak <= cheapest


def _by_hit(code: str, number: int) -> bool:
    """Whether a code is that of an injury by the hit of this number."""
    return int(code.split()[1]) == number


def _deadliest_next(worth: list[int], injuring: list[int], left: int) -> list[int]:
    """The hit for which the next of so many injuries is bought, if each roll only has to be as high as it can: one for
    each hit, as far as they go, for each makes the next as much worse as one more for that, and the rest for the
    last."""
    untouched = [n for n in worth if n not in injuring]
    return untouched[max(0, len(untouched) - left) :][:1] or worth[-1:]


def _hits_and_what_they_bring(at: Stakes, codes: Sequence[str]) -> Iterator[str]:
    check, whom = at.check, at.whom.id
    brought = {hits.code_of(what, check, slot) for what in ("blast", f"stun {whom}") for slot in check.slots}
    wanted = {code for code in brought if at.stun_tells or not code.startswith("stun")}
    if brought.isdisjoint(check.spent):
        wanted |= {f"auto {whom}", "second", *(hits.code_of("linked", check, slot) for slot in check.slots)}
    yield from (code for code in codes if code.removesuffix(STRONG) in wanted)


def bearing_on_strain(play: Play, question: Choose[Any], about: int) -> Sequence[Any] | None:
    """The answers of a question that may bear on whether the maker of an attack has strain."""
    if not may_be_strained(play, about):
        return None
    if question.key == "Granted.after":  # whoever may make a maneuver now makes none
        return (None,)
    if question.key not in ("spend", "spend.theirs"):
        return None
    return [code for code in question.options() if code.startswith("strain")][:1] or KEEP
