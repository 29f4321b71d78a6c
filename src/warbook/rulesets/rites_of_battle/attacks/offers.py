"""What symbols can be spent on: each offer with its cost, its words and what it does, for whoever rolled and for the
other side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from ....core.decision import Choose
from ....core.events import Event
from ....core.structs import replace
from ..checks import economy
from ..checks.requirements import most_maneuvers
from ..events.fighters import StanceTaken, WeaponChanged
from ..events.turns import Aimed, Granted, ManeuverGained, ShotsSentRound
from ..harm import conditions, wounds
from ..printed.catalogue import qualities
from ..records import Check, Model, Play, allies
from ..records.effects import Condition, begin, begin_until_next_turn_ends, end_of_round
from ..records.position import foes
from . import hits

REPEATED = frozenset(("recover", "strain", "critical", "auto", "linked", "sunder"))
"""What may be bought more than once with one check."""
DESTROYED = 4
DEFENCES: dict[str, Condition] = {"melee": "more-melee-defence", "ranged": "more-ranged-defence"}


class Cost(NamedTuple):
    """What something costs: advantages or threats, or one stronger symbol (more for what asks for that)."""

    weak: int = 0
    strong: int = 1


def later() -> None:
    """What was bought belongs to the hits, or to the end of the check: it is carried out with them."""


class Offer(NamedTuple):
    """Something that symbols may be spent on: its code, which may name an id, its cost, its words, and what it does at
    once."""

    code: str
    cost: Cost
    words: str
    effect: Callable[[], None] = later


def unspent(check: Check, offers: Iterable[Offer]) -> list[Offer]:
    """The offers that have not been taken yet, or may be taken again.  Each line of the table is sold once, whomever it
    is for; a quality of the weapon once for each who is hit."""
    lines = {line for line, _, for_whom in (code.partition(" ") for code in check.spent) if for_whom}
    once = lines.difference(REPEATED, hits.AFFLICTIONS)
    return [
        o for o in offers
        if o.code.partition(" ")[0] in REPEATED or (o.code not in check.spent and o.code.partition(" ")[0] not in once)
    ]  # fmt: skip


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
    give = partial(conditions.give_token, play)
    yield from _critical_offers(play, check)
    if check.slot >= 0:
        yield from _weapon_offers(play, check)
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
    weapon, hit = who.weapon(check.slot), partial(hits.land, play, check)
    if check.hit:
        if check.mode == "auto":
            for whom in (check.target, *check.others):
                words = f"one more hit on {names[whom]}"
                yield Offer(f"auto {whom}", Cost(2), words, partial(hit, whom, check.slot))
        if check.spent.count("linked") < weapon.has("linked"):
            words = f"one more hit on {names[check.target]}"
            yield Offer("linked", Cost(2), words, partial(hit, check.target, check.slot))
        if check.mode == "two":
            words = f"a hit with the {who.weapon(check.second).title.lower()} too"
            yield Offer("second", Cost(2), words, partial(hit, check.target, check.second))
        for whom in dict.fromkeys(hit.whom for hit in check.hits):
            yield from _affliction_offers(play, check, whom)
            if weapon.has("sunder"):
                for slot in whole_weapons(play, whom):
                    title = Model(play, whom).weapon(slot)
                    if not title.has("reinforced"):
                        words = f"the {title.title.lower()} of {names[whom]} is damaged"
                        damage = partial(conditions.damage_weapon, play, whom, slot, 1)
                        yield Offer(f"sunder {whom} {slot}", Cost(1), words, damage)
    if weapon.has("blast"):
        yield Offer("blast", Cost(2 if check.hit else 3), f"the blast around {names[check.target]}")
    if weapon.has("guided") and not check.hit:
        shots = ShotsSentRound((*play.state.turn.guided, (who.id, check.target, check.slot)))
        yield Offer("guided", Cost(3), "it comes round again at the end of the round", partial(happen, play, shots))


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
    names, last = play.world.names, partial(begin_until_next_turn_ends, play)
    if foe is not None:
        yield from _offers_against(play, check, foe)
    if not Model(play, check.who).has("no-environment"):
        words = "the surroundings do not hinder it until the end of its next turn"
        yield Offer("no-environment", Cost(3), words, partial(last, "no-environment", check.who))
    for kind, effect in DEFENCES.items():
        words = f"a point of {kind} defence until the end of its next turn"
        yield Offer(f"defence {kind}", Cost(3), words, partial(last, effect, check.who))
    for who in able_side(play, check.who):
        upgrade = partial(conditions.give_token, play, who, "next-ability-upgrade")
        yield Offer(f"upgrade {who}", Cost(0, 1), f"the next check of {names[who]} is upgraded", upgrade)


def _offers_against(play: Play, check: Check, foe: int) -> Iterator[Offer]:
    name, whole = play.world.names[foe], whole_weapons(play, foe)
    if not Model(play, foe).has("no-defence"):
        bare = partial(begin, play, "no-defence", foe, end_of_round(play.state))
        yield Offer("no-defence", Cost(3), f"the defence of {name} counts for nothing in this round", bare)
    if held := play.state.records[foe].held:
        yield Offer("disarm", Cost(3), f"{name} drops a weapon", partial(conditions.drop_weapons, play, foe, held[:1]))
    if check.slot >= 0 and check.hits:
        first = play.world.names[check.hits[0].whom]
        yield Offer("disable foe", Cost(3), f"the hit staggers {first} to the end of its next turn instead of wounding")
        if whole_weapons(play, check.hits[0].whom):
            yield Offer("disable weapon", Cost(3), f"the hit disables a weapon of {first} instead of wounding")
    harder = partial(conditions.give_token, play, foe, "next-upgrade")
    yield Offer("upgrade-theirs", Cost(0, 1), f"the next check of {name} is harder by an upgrade", harder)
    if whole and any(hit.whom == foe and hits.past_soak(play, check, hit) for hit in check.hits):
        destroy = partial(conditions.damage_weapon, play, foe, whole[0], DESTROYED)
        yield Offer("destroy", Cost(0, 2), f"a weapon of {name} is destroyed", destroy)


# ---- the other side --------------------------------------------------------------------------------------------------


def their_offers(play: Play, check: Check) -> list[Offer]:
    """What threats and despairs of a check can be spent on by the other side."""
    return unspent(check, _theirs(play, check))


def _theirs(play: Play, check: Check) -> Iterator[Offer]:
    names, who, others = play.world.names, Model(play, check.who), able_foes(play, check.who)
    give = partial(conditions.give_token, play)
    if check.about.startswith("climb") and not check.hit:
        yield Offer("slip", Cost(3), f"{who.name} slips, and falls")
    if who.record.able and not who.record.prone:
        yield Offer("prone", Cost(3), f"{who.name} falls prone", partial(conditions.knock_down, play, who.id))
    if check.kind == "attack":
        yield from _mishaps(play, check, who)
    if free := [each for each in others if economy.may_answer(play, each)]:
        yield Offer("their-maneuver", Cost(2), "one of the other side makes a maneuver now", partial(grant, play, free))
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
    for whom in others:
        words = f"the scene favours {names[whom]}: two boost dice on its next check"
        yield Offer(f"edge {whom}", Cost(3), words, partial(give, whom, "next-boost", 2))
    if who.record.here:
        yield Offer("strain", Cost(1), f"a point of strain for {who.name}", partial(wounds.strain, play, who.id, 1))


def _mishaps(play: Play, check: Check, who: Model) -> Iterator[Offer]:
    """What may befall the weapon."""
    weapon, wear = who.weapon(check.slot), who.record.wear(check.slot)
    if heat := weapon.has("overheats"):
        soak = who.soak if play.option["overheating-is-soaked"] else 0
        burn = partial(wounds.wound, play, who.id, heat - soak)
        yield Offer("overheat", Cost(3), f"the weapon of {who.name} overheats", burn)
    if not weapon.melee and not wear.empty and not who.talent("spare-clip"):
        empty = partial(happen, play, WeaponChanged(who.id, replace(wear, empty=True), " is out of ammunition"))
        yield Offer("empty", Cost(0, 1), f"the weapon of {who.name} is out of ammunition", empty)
    if check.slot in whole_weapons(play, who.id):
        breaks = weapon.has("improvised")
        damage = partial(conditions.damage_weapon, play, who.id, check.slot, DESTROYED if breaks else 1)
        words = f"the weapon of {who.name} {'breaks' if breaks else 'is damaged'}"
        yield Offer("damaged", Cost(2 if breaks else 0, 1), words, damage)


def benefits(play: Play, who: int) -> Iterator[tuple[str, str, Callable[[], None]]]:
    """What a fighter has of its maneuvers that it can lose until it makes them again, with its words and the loss."""
    now = play.state.turn
    if now.actor == who and now.aims:
        yield "aim", "its aim", partial(happen, play, Aimed(who))
    if Model(play, who).has("guarded"):
        yield "stance", "the benefit of its stance", partial(lose_stance, play, who)
    if play.state.records[who].covered:
        yield "cover", "its cover", partial(happen, play, StanceTaken(who, "uncovered"))


def lose_stance(play: Play, who: int) -> None:
    """A guarded stance is over; where the table plays it, its setback die stays."""
    left = conditions.rounds_left(play, who, "guarded")
    conditions.free(play, who, "guarded")
    if not play.option["stance-is-lost-whole"]:
        conditions.suffer(play, who, "hesitant", left)


def happen(play: Play, event: Event) -> None:
    """Something that was bought happens."""
    play.happen(event)


def grant(play: Play, able: list[int]) -> None:
    """One of these may make a maneuver now, out of its turn: their player says who."""
    question = Choose("granted", "Who may make a maneuver now?", lambda: able, named=play.world.names.__getitem__)
    play.happen(Granted((play.pick(play.state.records[able[0]].owner, question),)))
