"""What symbols can be spent on: each offer with its cost and its words, for whoever rolled and for the other side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..checks import economy
from ..checks.requirements import most_maneuvers
from ..printed.catalogue import qualities
from ..records import Check, Model, Play, allies
from ..records.position import foes
from . import hits

REPEATED = frozenset(("recover", "strain", "critical", "auto", "linked", "sunder"))
"""What may be bought more than once with one check."""
DESTROYED = 4


class Cost(NamedTuple):
    """What something costs: advantages or threats, or one stronger symbol (more for what asks for that)."""

    weak: int = 0
    strong: int = 1


class Offer(NamedTuple):
    """Something that symbols may be spent on: its code, which may name an id, its cost, and its words."""

    code: str
    cost: Cost
    words: str


def unspent(check: Check, offers: Iterable[Offer]) -> list[Offer]:
    """The offers that have not been taken yet, or may be taken again."""
    return [o for o in offers if o.code not in check.spent or o.code.partition(" ")[0] in REPEATED]


def foe_of(play: Play, check: Check) -> int | None:
    """The enemy whom a check is aimed at, as long as it is there."""
    whom = check.target
    if whom < 0 or not play.state.records[whom].here:
        return None
    return whom if play.state.records[whom].owner != play.state.records[check.who].owner else None


def able_foes(play: Play, who: int) -> list[int]:
    """The enemies of a fighter who can act."""
    return [f.id for f in foes(play, play.state.records[who].owner) if f.able]


def able_side(play: Play, who: int) -> list[int]:
    """A fighter and its allies, as far as they can act."""
    return [each for each in (who, *allies(Model(play, who))) if play.state.records[each].able]


def next_ally(play: Play, who: int) -> int | None:
    """The ally that acts next in the order."""
    now, owner = play.state.turn, play.state.records[who].owner
    ring = (*now.order[now.place + 1 :], *now.order[: now.place + 1])
    for score in ring:
        fighter = play.state.records[score.who]
        if score.who != who and fighter.owner == owner and fighter.able:
            return score.who
    return None


def whole_weapons(play: Play, whom: int) -> list[int]:
    """The slots of the weapons in somebody's hands that are not destroyed."""
    fighter = play.state.records[whom]
    return [slot for slot in fighter.held if fighter.wear(slot).damage < DESTROYED]


# ---- whoever rolled --------------------------------------------------------------------------------------------------


def own_offers(play: Play, check: Check) -> list[Offer]:
    """What advantages and triumphs of a check can be spent on, the most harmful first."""
    return unspent(check, _own(play, check))


def _own(play: Play, check: Check) -> Iterator[Offer]:
    me, names, foe = Model(play, check.who), play.world.names, foe_of(play, check)
    yield from _critical_offers(play, check)
    if check.slot >= 0:
        yield from _weapon_offers(play, check)
    if me.record.strain > me.amount("breathless"):
        yield Offer("recover", Cost(1), f"{me.name} recovers a point of strain")
    if (following := next_ally(play, check.who)) is not None:
        yield Offer("boost-next", Cost(1), f"a boost die for {names[following]}, who is next")
    now = play.state.turn
    if now.actor == check.who and now.allowed < most_maneuvers(me) and not me.held_fast:
        yield Offer("maneuver", Cost(2), "one more maneuver")
    if foe is not None:
        yield Offer("setback", Cost(2), f"a setback die on the next check of {names[foe]}")
    for who in able_side(play, check.who):
        yield Offer(f"boost {who}", Cost(2), f"a boost die on the next check of {names[who]}")
    yield from _great_offers(play, check, foe)


def _critical_offers(play: Play, check: Check) -> Iterator[Offer]:
    who = Model(play, check.who)
    for number, hit in enumerate(check.hits):
        if hits.past_soak(play, check, hit):
            again = ", ten more on the roll" if hit.criticals else ""
            price = Cost(who.weapon(hit.slot).critical)
            yield Offer(f"critical {number}", price, f"a critical injury for {play.world.names[hit.whom]}{again}")


def _weapon_offers(play: Play, check: Check) -> Iterator[Offer]:
    """What the qualities of the weapon and the way of attacking offer."""
    who, names = Model(play, check.who), play.world.names
    weapon = who.weapon(check.slot)
    if check.hit:
        if check.mode == "auto":
            for whom in (check.target, *check.others):
                yield Offer(f"auto {whom}", Cost(2), f"one more hit on {names[whom]}")
        if check.spent.count("linked") < weapon.has("linked"):
            yield Offer("linked", Cost(2), f"one more hit on {names[check.target]}")
        if check.mode == "two":
            yield Offer("second", Cost(2), f"a hit with the {who.weapon(check.second).title.lower()} too")
        for whom in dict.fromkeys(hit.whom for hit in check.hits):
            yield from _affliction_offers(play, check, whom)
            if weapon.has("sunder"):
                for slot in whole_weapons(play, whom):
                    title = Model(play, whom).weapon(slot)
                    if not title.has("reinforced"):
                        words = f"the {title.title.lower()} of {names[whom]} is damaged"
                        yield Offer(f"sunder {whom} {slot}", Cost(1), words)
    if weapon.has("blast"):
        yield Offer("blast", Cost(2 if check.hit else 3), f"the blast around {names[check.target]}")
    if weapon.has("guided") and not check.hit:
        yield Offer("guided", Cost(3), "it comes round again at the end of the round")


def _affliction_offers(play: Play, check: Check, whom: int) -> Iterator[Offer]:
    weapon, other = Model(play, check.who).weapon(check.slot), Model(play, whom)
    for quality in hits.AFFLICTIONS:
        if not weapon.has(quality) or (quality == "tractor" and not other.drives):
            continue
        row = qualities()[quality]
        more = max(0, other.silhouette - 1) if quality == "knockdown" else 0
        yield Offer(f"{quality} {whom}", Cost(row.cost + more), f"{row.title}: {other.name}")


def _great_offers(play: Play, check: Check, foe: int | None) -> Iterator[Offer]:
    """What three advantages, or triumphs alone, buy."""
    names = play.world.names
    if foe is not None:
        yield from _offers_against(play, check, foe)
    if not Model(play, check.who).has("no-environment"):
        yield Offer("no-environment", Cost(3), "the surroundings do not hinder it until the end of its next turn")
    for kind in ("melee", "ranged"):
        yield Offer(f"defence {kind}", Cost(3), f"a point of {kind} defence until the end of its next turn")
    for who in able_side(play, check.who):
        yield Offer(f"upgrade {who}", Cost(0, 1), f"the next check of {names[who]} is upgraded")


def _offers_against(play: Play, check: Check, foe: int) -> Iterator[Offer]:
    name, whole = play.world.names[foe], whole_weapons(play, foe)
    if not Model(play, foe).has("no-defence"):
        yield Offer("no-defence", Cost(3), f"the defence of {name} counts for nothing in this round")
    if play.state.records[foe].held:
        yield Offer("disarm", Cost(3), f"{name} drops a weapon")
    if check.slot >= 0 and check.hits and not any(each.startswith("disable") for each in check.spent):
        first = play.world.names[check.hits[0].whom]
        yield Offer("disable foe", Cost(3), f"the hit staggers {first} to the end of its next turn instead of wounding")
        if whole_weapons(play, check.hits[0].whom):
            yield Offer("disable weapon", Cost(3), f"the hit disables a weapon of {first} instead of wounding")
    yield Offer("upgrade-theirs", Cost(0, 1), f"the next check of {name} is harder by an upgrade")
    if whole and any(hit.whom == foe and hits.past_soak(play, check, hit) for hit in check.hits):
        yield Offer("destroy", Cost(0, 2), f"a weapon of {name} is destroyed")


# ---- the other side --------------------------------------------------------------------------------------------------


def their_offers(play: Play, check: Check) -> list[Offer]:
    """What threats and despairs of a check can be spent on by the other side."""
    return unspent(check, _theirs(play, check))


def _theirs(play: Play, check: Check) -> Iterator[Offer]:
    names, who, others = play.world.names, Model(play, check.who), able_foes(play, check.who)
    if check.about.startswith("climb") and not check.hit:
        yield Offer("slip", Cost(3), f"{who.name} slips, and falls")
    if who.record.able and not who.record.prone:
        yield Offer("prone", Cost(3), f"{who.name} falls prone")
    if check.kind == "attack":
        yield from _mishaps(play, check, who)
    if any(economy.may_answer(play, each) for each in others):
        yield Offer("their-maneuver", Cost(2), "one of the other side makes a maneuver now")
    if foe_of(play, check) in others:
        yield Offer("their-boost", Cost(2), f"a boost die on the next check of {names[check.target]}")
    for whom in able_side(play, check.who):
        yield Offer(f"hinder {whom}", Cost(2), f"a setback die on the next check of {names[whom]}")
        yield Offer(f"harder {whom}", Cost(0, 1), f"the next check of {names[whom]} is harder by an upgrade")
    for benefit, words in benefits(play, check.who):
        yield Offer(f"benefit {benefit}", Cost(1), f"{who.name} loses {words}")
    if not any(each.startswith("edge") for each in check.spent):
        for whom in others:
            yield Offer(f"edge {whom}", Cost(3), f"the scene favours {names[whom]}: two boost dice on its next check")
    if who.record.here:
        yield Offer("strain", Cost(1), f"a point of strain for {who.name}")


def _mishaps(play: Play, check: Check, who: Model) -> Iterator[Offer]:
    """What may befall the weapon."""
    weapon = who.weapon(check.slot)
    if weapon.has("overheats"):
        yield Offer("overheat", Cost(3), f"the weapon of {who.name} overheats")
    if not weapon.melee and not who.record.wear(check.slot).empty and not who.talent("spare-clip"):
        yield Offer("empty", Cost(0, 1), f"the weapon of {who.name} is out of ammunition")
    if check.slot in whole_weapons(play, who.id):
        breaks = weapon.has("improvised")
        yield Offer(
            "damaged", Cost(2 if breaks else 0, 1), f"the weapon of {who.name} {'breaks' if breaks else 'is damaged'}"
        )


def benefits(play: Play, who: int) -> Iterator[tuple[str, str]]:
    """What a fighter has of its maneuvers that it can lose, each with its words."""
    now = play.state.turn
    if now.actor == who and now.aims:
        yield "aim", "its aim"
    if Model(play, who).has("guarded"):
        yield "stance", "the benefit of its stance"
    if play.state.records[who].covered:
        yield "cover", "its cover"
