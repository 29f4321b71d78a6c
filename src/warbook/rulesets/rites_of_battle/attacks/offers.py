"""What symbols can be spent on: each offer with its cost, its words and what it does, for whoever rolled and for the
other side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ....core.events import Event
from ....core.structs import replace
from ....mechanics.lasting import end_of_round
from ....mechanics.spending import Cost, Offer
from ..checks import economy
from ..checks.requirements import most_maneuvers
from ..events.fighters import StanceTaken, WeaponChanged
from ..events.turns import Aimed, Granted, ManeuverGained, ShotsSentRound
from ..harm import conditions, wounds
from ..printed.catalogue import qualities
from ..records import Check, Model, Play, allies
from ..records.effects import Condition, begin, begin_until_next_turn_ends
from ..records.position import able_of
from ..records.state import DESTROYED
from . import hits

REPEATED = frozenset(("recover", "strain", "critical", "auto", "linked", "sunder"))
"""What may be bought more than once with one check."""
FURTHER_HIT = 2  # advantages that one more hit costs
EDGES = {1: "a boost die", 2: "two boost dice", 3: "three boost dice"}
BLAST, BLAST_AFTER_MISS = 2, 3
DISABLES = {"staggered": "staggers", "immobilized": "holds", "disoriented": "disorients"}
DEFENCES: dict[str, Condition] = {"melee": "more-melee-defence", "ranged": "more-ranged-defence"}


def unspent(check: Check, offers: Iterable[Offer]) -> Iterator[Offer]:
    """The offers that have not been taken yet, or may be taken again.  Each line of the table is sold once, whomever it
    is for; a quality once for each weapon, and for each who is hit."""
    lines = {line for line, _, for_whom in (code.partition(" ") for code in check.spent) if for_whom}
    once = lines.difference(REPEATED, hits.AFFLICTIONS, ("blast", "overheat"))
    for offer in offers:
        line = offer.code.partition(" ")[0]
        if line in REPEATED or (offer.code not in check.spent and line not in once):
            yield offer


def foe_of(play: Play, check: Check) -> int | None:
    """The enemy whom a check is aimed at, as long as it is there."""
    whom = check.target
    if whom < 0 or not play.state.records[whom].here:
        return None
    return whom if play.state.records[whom].owner != play.state.records[check.who].owner else None


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


def struck_weapons(play: Play, whom: int) -> tuple[int, ...]:
    """The slots of the weapons that can be struck out of somebody's hands, or damaged there: none of a group, where the
    table plays it that each of its members has its own."""
    each_its_own = play.option["groups-hold"] == "one-each" and Model(play, whom).alive > 1
    return () if each_its_own else play.state.records[whom].held


def whole_weapons(play: Play, whom: int) -> dict[int, str]:
    """Those of them that are not destroyed, each with what it is called."""
    fighter = play.state.records[whom]
    return {
        slot: f"the {Model(play, whom).weapon(slot).title.lower()} of {play.world.names[whom]}"
        for slot in struck_weapons(play, whom)
        if fighter.wear(slot).damage < DESTROYED
    }


# ---- whoever rolled --------------------------------------------------------------------------------------------------


def own_offers(play: Play, check: Check) -> Iterator[Offer]:
    """What advantages and triumphs of a check can be spent on, the most harmful first."""
    return unspent(check, _own(play, check))


def harmful_offers(play: Play, check: Check) -> Iterator[Offer]:
    """Those of them that may harm somebody before the check is over."""
    return unspent(check, _harmful(play, check))


def offer_of(play: Play, check: Check, code: str, *, theirs: bool) -> Offer:
    """The offer of a code, which is open to a side."""
    among = _theirs if theirs else BOUGHT_OFTEN.get(code.partition(" ")[0], _own)
    return next(offer for offer in among(play, check) if offer.code == code)


def _own(play: Play, check: Check) -> Iterator[Offer]:
    me, names, foe = Model(play, check.who), play.world.names, foe_of(play, check)
    give = partial(conditions.give_token, play)
    yield from _harmful(play, check)
    if me.record.strain > me.amount("breathless"):
        recover = partial(wounds.heal, play, me.id, strain=1)
        yield Offer("recover", Cost(1), f"{me.name} recovers a point of strain", recover)
    if (following := next_ally(play, check.who)) is not None:
        words = f"a boost die for {names[following]}, who is next"
        yield Offer("boost-next", Cost(1), words, partial(give, following, "next-boost"))
    now = play.state.turn
    if now.actor == check.who and now.allowed < most_maneuvers(me) and not me.held_fast:
        yield Offer("maneuver", Cost(2), "one more maneuver", partial(happen, play, ManeuverGained(me.id)))
    if foe is not None:
        words = f"a setback die on the next check of {names[foe]}"
        yield Offer("setback", Cost(2), words, partial(give, foe, "next-setback"))
    for who in able_side(play, check.who):
        words = f"a boost die on the next check of {names[who]}"
        yield Offer(f"boost {who}", Cost(2), words, partial(give, who, "next-boost"))
    yield from _great_offers(play, check, foe)


def _harmful(play: Play, check: Check) -> Iterator[Offer]:
    yield from _critical_offers(play, check)
    if check.slot >= 0:
        yield from _weapon_offers(play, check)


def _critical_offers(play: Play, check: Check) -> Iterator[Offer]:
    who = Model(play, check.who)
    for number, hit in check.wounding:
        if not hits.is_mount(play, hit.whom) and hits.past_soak(play, check, hit):
            again = ", ten more on the roll" if hit.criticals else ""
            price = Cost(who.weapon(hit.slot).critical)
            yield Offer(f"critical {number}", price, f"a critical injury for {play.world.names[hit.whom]}{again}")


def _weapon_offers(play: Play, check: Check) -> Iterator[Offer]:
    """What the way of attacking and the qualities of each weapon offer."""
    who, names, hit = Model(play, check.who), play.world.names, partial(hits.land, play, check)
    if check.hit:
        if check.mode == "auto":
            for whom in (check.target, *check.others):
                words = f"one more hit on {names[hits.struck_at(play, check, whom)]}"
                yield Offer(f"auto {whom}", Cost(FURTHER_HIT), words, partial(hit, whom, check.slot))
        if check.mode == "two":
            words = f"a hit with the {who.weapon(check.second).title.lower()} too"
            second = partial(hits.land_first, play, check, check.target, check.second)
            yield Offer("second", Cost(FURTHER_HIT), words, second)
    for slot in check.slots:
        if check.struck_with(slot) or not check.hit:
            yield from _quality_offers(play, check, slot)


BOUGHT_OFTEN = {"critical": _critical_offers, "auto": _weapon_offers}
"""Where the lines are that odds buy over and over."""


def _quality_offers(play: Play, check: Check, slot: int) -> Iterator[Offer]:
    """What the qualities of one weapon offer."""
    weapon, struck, names = Model(play, check.who).weapon(slot), check.struck_with(slot), play.world.names
    linked = hits.code_of("linked", check, slot)
    if struck and check.spent.count(linked) < weapon.has("linked"):
        hit = partial(hits.land, play, check, check.target if hits.is_mount(play, struck[0]) else struck[0], slot)
        words = f"one more hit on {names[struck[0]]}"
        yield Offer(linked, Cost(FURTHER_HIT), words, hit)
    for whom in (each for each in dict.fromkeys(struck) if not hits.is_mount(play, each)):
        yield from _affliction_offers(play, check, slot, whom)
        for other, title in whole_weapons(play, whom).items() if weapon.has("sunder") else ():
            if not Model(play, whom).weapon(other).has("reinforced"):
                damage = partial(conditions.damage_weapon, play, whom, other)
                yield Offer(f"sunder {whom} {other}", Cost(1), f"{title} is damaged", damage)
    if weapon.has("blast"):
        centre = check.target if check.at_mount or not struck else struck[0]
        code, price = hits.code_of("blast", check, slot), Cost(BLAST if check.hit else BLAST_AFTER_MISS)
        yield Offer(code, price, f"the blast around {names[centre]}")
    if weapon.has("guided") and not check.hit and not (check.guided and play.option["guided-comes"] == "once"):
        shots = ShotsSentRound((*play.state.turn.guided, (check.who, check.target, slot)))
        yield Offer("guided", Cost(3), "it comes round again at the end of the round", partial(happen, play, shots))


def _affliction_offers(play: Play, check: Check, slot: int, whom: int) -> Iterator[Offer]:
    weapon, other = Model(play, check.who).weapon(slot), Model(play, whom)
    for quality in hits.AFFLICTIONS:
        if not weapon.has(quality) or (quality == "tractor" and not other.drives):
            continue
        if quality == "knockdown" and other.record.prone:
            continue
        row = qualities()[quality]
        more = max(0, other.silhouette - 1) if quality == "knockdown" else 0
        code = hits.code_of(f"{quality} {whom}", check, slot)
        yield Offer(code, Cost(row.cost + more), f"{row.title}: {other.name}")


def _great_offers(play: Play, check: Check, foe: int | None) -> Iterator[Offer]:
    """What three advantages, or triumphs alone, buy."""
    names, last = play.world.names, partial(begin_until_next_turn_ends, play)
    if foe is not None:
        yield from _offers_against(play, check, foe)
    if play.world.scenario.hinders and not Model(play, check.who).has("no-environment"):
        words = "the surroundings do not hinder it until the end of its next turn"
        yield Offer("no-environment", Cost(3), words, partial(last, "no-environment", check.who))
    for kind, effect in DEFENCES.items():
        words = f"a point of {kind} defence until the end of its next turn"
        yield Offer(f"defence {kind}", Cost(3), words, partial(last, effect, check.who))
    for who in able_side(play, check.who):
        upgrade = partial(conditions.give_token, play, who, "next-ability-upgrade")
        yield Offer(f"upgrade {who}", Cost(0, 1), f"the next check of {names[who]} is upgraded", upgrade)


def _offers_against(play: Play, check: Check, foe: int) -> Iterator[Offer]:
    name = play.world.names[foe]
    if not Model(play, foe).has("no-defence"):
        bare = partial(begin, play, "no-defence", foe, end_of_round(play.state))
        yield Offer("no-defence", Cost(3), f"the defence of {name} counts for nothing in this round", bare)
    for slot in struck_weapons(play, foe):
        words = f"{name} drops its {Model(play, foe).weapon(slot).title.lower()}"
        yield Offer(f"disarm {slot}", Cost(3), words, partial(conditions.drop_weapons, play, foe, (slot,)))
    spared = check.strikes_item or (check.hits and check.hits[0].criticals)
    if check.slot >= 0 and check.hits and not (spared or hits.is_mount(play, check.hits[0].whom)):
        first = play.world.names[check.hits[0].whom]
        does = DISABLES[play.option["disabled-are"]]
        yield Offer("disable foe", Cost(3), f"the hit {does} {first} to the end of its next turn instead of wounding")
        for slot, title in whole_weapons(play, check.hits[0].whom).items():
            yield Offer(f"disable weapon {slot}", Cost(3), f"the hit disables {title} instead of wounding")
    harder = partial(conditions.give_token, play, foe, "next-upgrade")
    yield Offer("upgrade-theirs", Cost(0, 1), f"the next check of {name} is harder by an upgrade", harder)
    if any(hit.whom == foe and hits.past_soak(play, check, hit) for _, hit in check.wounding):
        for slot, title in whole_weapons(play, foe).items():
            destroy = partial(conditions.damage_weapon, play, foe, slot, DESTROYED)
            yield Offer(f"destroy {slot}", Cost(0, 2), f"{title} is destroyed", destroy)


# ---- the other side --------------------------------------------------------------------------------------------------


def their_offers(play: Play, check: Check) -> Iterator[Offer]:
    """What threats and despairs of a check can be spent on by the other side."""
    return unspent(check, _theirs(play, check))


def _theirs(play: Play, check: Check) -> Iterator[Offer]:
    names, who = play.world.names, Model(play, check.who)
    others = able_of(play, 1 - who.owner)
    give = partial(conditions.give_token, play)
    if check.about.startswith("climb") and not check.hit:
        yield Offer("slip", Cost(3), f"{who.name} slips, and falls")
    if who.record.able and not who.record.prone:
        yield Offer("prone", Cost(3), f"{who.name} falls prone", partial(conditions.knock_down, play, who.id))
    if check.kind == "attack":
        for slot in check.slots:
            yield from _mishaps(play, who, slot)
    for whom in others:
        if economy.may_answer(play, whom):
            granted = partial(happen, play, Granted((whom,)))
            yield Offer(f"their-maneuver {whom}", Cost(2), f"{names[whom]} makes a maneuver now", granted)
    if foe_of(play, check) in others:
        words = f"a boost die on the next check of {names[check.target]}"
        yield Offer("their-boost", Cost(2), words, partial(give, check.target, "next-boost"))
    for whom in able_side(play, check.who):
        words = f"a setback die on the next check of {names[whom]}"
        yield Offer(f"hinder {whom}", Cost(2), words, partial(give, whom, "next-setback"))
        words = f"the next check of {names[whom]} is harder by an upgrade"
        yield Offer(f"harder {whom}", Cost(0, 1), words, partial(give, whom, "next-upgrade"))
    for benefit, words, effect in benefits(play, check.who):
        yield Offer(f"benefit {benefit}", Cost(1), f"{who.name} loses {words}", effect)
    edge = play.option["edge-dice"]
    for whom in others if edge else ():
        words = f"the scene favours {names[whom]}: {EDGES[edge]} on its next check"
        yield Offer(f"edge {whom}", Cost(3), words, partial(give, whom, "next-boost", edge))
    if who.record.here:
        yield Offer("strain", Cost(1), f"a point of strain for {who.name}", partial(wounds.strain, play, who.id, 1))


def _mishaps(play: Play, who: Model, slot: int) -> Iterator[Offer]:
    """What may befall a weapon."""
    weapon, wear = who.weapon(slot), who.record.wear(slot)
    title = f"the {weapon.title.lower()} of {who.name}"
    if heat := weapon.has("overheats"):
        soak = who.soak if play.option["overheating-is-soaked"] else 0
        burn = partial(wounds.wound, play, who.id, heat - soak)
        yield Offer(f"overheat {slot}", Cost(3), f"{title} overheats", burn)
    if not weapon.melee and not wear.empty and not who.talent("spare-clip"):
        empty = partial(happen, play, WeaponChanged(who.id, replace(wear, empty=True), " is out of ammunition"))
        yield Offer(f"empty {slot}", Cost(0, 1), f"{title} is out of ammunition", empty)
    if slot in whole_weapons(play, who.id):
        breaks = weapon.has("improvised")
        damage = partial(conditions.damage_weapon, play, who.id, slot, DESTROYED if breaks else 0)
        words = f"{title} {'breaks' if breaks else 'is damaged'}"
        yield Offer(f"damaged {slot}", Cost(2 if breaks else 0, 1), words, damage)


def benefits(play: Play, who: int) -> Iterator[tuple[str, str, Callable[[], None]]]:
    """What a fighter has of its maneuvers that it can lose until it makes them again, with its words and the loss."""
    now = play.state.turn
    if now.actor == who and now.aims and now.action:  # without an action there is nothing left to aim for
        yield "aim", "its aim", partial(happen, play, Aimed(who))
    if Model(play, who).has("guarded"):
        yield "stance", "the benefit of its stance", partial(lose_stance, play, who)
    if play.state.records[who].covered:
        yield "cover", "its cover", partial(happen, play, StanceTaken(who, "uncovered"))


def lose_stance(play: Play, who: int) -> None:
    """A guarded stance is over; where the table plays it, its setback die stays."""
    whole = play.option["stance-is-lost-whole"]
    left = [each for each in play.state.effects if each.on == who and each.name == "guarded" and not whole]
    conditions.free(play, who, "guarded")
    for effect in left:
        conditions.free(play, who, "hesitant")
        begin(play, "hesitant", who, effect.until, effect.amount)


def happen(play: Play, event: Event) -> None:
    """Something that was bought happens."""
    play.happen(event)
