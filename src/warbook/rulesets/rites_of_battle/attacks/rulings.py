"""What the two sides decide about a check: talents that go with it, boost and setback dice for circumstances, and what
its symbols are spent on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....core.decision import Choose
from ....core.naming import Names
from ....core.structs import replace
from ..checks import squares
from ..checks.defence import protected
from ..checks.requirements import MOST_MANEUVERS
from ..events.checks import Bought, CheckAmended, HitLanded, HitStrayed
from ..events.fighters import Broken, CoverLeft, EffectLost, Emptied, WeaponsDropped
from ..events.grants import Granted
from ..events.turns import AimLost, ManeuverGained
from ..harm import conditions, wounds
from ..printed.catalogue import qualities
from ..records import ADVERSARIES, Check, Hit, Model, Play, allies
from ..records.effects import begin, begin_until_next_turn_ends, end_of_round
from ..records.position import check_under_way, foes
from . import hits

KEEP = "keep"
MOST_RULED = 1  # boost dice, and setback dice, that a game master may rule


class Cost(NamedTuple):
    """What something costs: advantages or threats, or one stronger symbol (more for what asks for that)."""

    weak: int = 0
    strong: int = 1


class Offer(NamedTuple):
    """Something that symbols may be spent on: its code, which may name an id, its cost, and its words."""

    code: str
    cost: Cost
    words: str


# ---- before the throw ------------------------------------------------------------------------------------------------


def with_talents(play: Play, actor: Model, check: Check) -> Check:
    """An attack with the talents that its player has it use."""
    weapon = actor.weapon(check.slot)
    if weapon.melee and (ranks := actor.talent("frenzied-attack")):
        points = choose_points(play, actor, "frenzied", "How much strain for a frenzied attack?", ranks)
        if points:
            wounds.strain(play, actor.id, points, willing=True)
            check = replace(check, ability_upgrades=check.ability_upgrades + points)
    if weapon.melee and actor.talent("crippling-blow"):
        question = Choose(
            "crippling", "A crippling blow, for a difficulty die more?", lambda: (False, True),
            named=lambda yes: "a crippling blow" if yes else "a plain blow",
        )  # fmt: skip
        if play.ask(actor.owner, question):
            check = replace(check, difficulty=check.difficulty + 1, about="crippling")
    return check


def choose_points(play: Play, actor: Model, key: str, prompt: str, most: int) -> int:
    """How much strain of its own will a fighter takes for something."""
    able = [n for n in range(most + 1) if n == 0 or actor.may_strain(n)]
    if len(able) == 1:
        return 0
    question = Choose(key, prompt, lambda: able, idle=(0,), named=lambda n: f"{n} strain" if n else "none")
    points: int = play.ask(actor.owner, question)
    return points


def circumstances(play: Play, who: int) -> None:
    """The game master rules on boost and setback dice, one of each at most, where the table has one."""
    if play.option["gm"] != "adversary":
        return
    question = Choose(
        "gm.circumstances",
        f"Do circumstances help or hinder {play.world.names[who]}?",
        lambda: ("neither", "boost", "setback", "both"),
        idle=("neither",),
        named=lambda what: {"boost": "a boost die", "setback": "a setback die"}.get(what, what),
    )
    ruled = play.ask(ADVERSARIES, question)
    if ruled != "neither":
        play.happen(
            CheckAmended(who, boosts=int(ruled in ("boost", "both")), setbacks=int(ruled in ("setback", "both")))
        )


# ---- after it --------------------------------------------------------------------------------------------------------


def spend_own(play: Play) -> None:
    """Whoever rolled spends advantages and triumphs, one thing at a time."""
    check = check_under_way(play)
    if not check.rolled or not (check.advantage or check.triumph):
        return
    seat = play.state.records[check.who].owner
    if spend(play, seat, check, list(own_offers(play, check)), check.advantage, check.triumph, "spend"):
        play.then(spend_own)


def spend_theirs(play: Play) -> None:
    """The other side spends threats and despairs."""
    check = check_under_way(play)
    if not check.rolled or not (check.threat or check.despair):
        return
    seat = 1 - play.state.records[check.who].owner
    if spend(play, seat, check, list(their_offers(play, check)), check.threat, check.despair, "spend.theirs"):
        play.then(spend_theirs)


def spend(play: Play, seat: int, check: Check, offers: list[Offer], weak: int, strong: int, key: str) -> bool:
    """Asks what symbols are spent on; answers whether they were, and more may be."""
    theirs = key == "spend.theirs"
    payable = dict(_payable(offers, weak, strong))
    if not payable:
        return False
    words = {code: f"{offer.words} ({_price(cost, theirs)})" for code, (offer, cost) in payable.items()}
    names = Names({}, {**words, KEEP: "nothing more"})
    question = Choose(
        key,
        f"{_price(Cost(weak, strong), theirs)} to spend: on what?",
        lambda: (*payable, KEEP),
        idle=(KEEP,),
        named=names,
    )
    code = play.ask(seat, question)
    if code == KEEP:
        return False
    offer, cost = payable[code]
    critical = int(offer.code.split()[1]) if offer.code.startswith("critical ") else -1
    symbols = (
        {"threat": cost.weak, "despair": cost.strong} if theirs else {"advantage": cost.weak, "triumph": cost.strong}
    )
    play.happen(Bought(check.who, offer.code, **symbols, critical=critical, said=offer.words))
    buy(play, check_under_way(play), offer.code)
    return True


def _payable(offers: list[Offer], weak: int, strong: int) -> Iterator[tuple[str, tuple[Offer, Cost]]]:
    """What can be paid for, with weak symbols and with strong ones, each as an answer of its own."""
    for offer in offers:
        if offer.cost.weak and offer.cost.weak <= weak:
            yield offer.code, (offer, Cost(offer.cost.weak, 0))
        if offer.cost.strong <= strong:
            yield f"{offer.code} !", (offer, Cost(0, offer.cost.strong))


def _price(cost: Cost, theirs: bool) -> str:
    weak, strong = ("threat", "despair") if theirs else ("advantage", "triumph")
    parts = [f"{n} {word}{'s' * (n > 1)}" for n, word in ((cost.weak, weak), (cost.strong, strong)) if n]
    return " and ".join(parts)


# ---- what there is to buy --------------------------------------------------------------------------------------------


def own_offers(play: Play, check: Check) -> Iterator[Offer]:
    """What advantages and triumphs of a check can be spent on, the most harmful first."""
    if check.kind == "attack":
        yield from _attack_offers(play, check)
    me, names = Model(play, check.who), play.world.names
    if me.record.strain:
        yield Offer("recover", Cost(1), f"{me.name} recovers a point of strain")
    if (following := next_ally(play, check.who)) is not None and "boost-next" not in check.spent:
        yield Offer("boost-next", Cost(1), f"a boost die for {names[following]}, who is next")
    now = play.state.turn
    if now.actor == check.who and now.allowed < MOST_MANEUVERS and "maneuver" not in check.spent:
        yield Offer("maneuver", Cost(2), "one more maneuver")
    if check.target >= 0 and "setback" not in check.spent:
        yield Offer("setback", Cost(2), f"a setback die on the next check of {names[check.target]}")
    for who in (check.who, *allies(me)):
        if f"boost {who}" not in check.spent and play.state.records[who].able:
            yield Offer(f"boost {who}", Cost(2), f"a boost die on the next check of {names[who]}")
    yield from _great_offers(play, check)


def _attack_offers(play: Play, check: Check) -> Iterator[Offer]:
    who, names = Model(play, check.who), play.world.names
    weapon = who.weapon(check.slot)
    for number, hit in enumerate(check.hits):
        if hits.past_soak(play, check, hit) and not hits.stuns(check, who.weapon(hit.slot)):
            again = ", ten more on the roll" if hit.criticals else ""
            price = Cost(who.weapon(hit.slot).critical)
            yield Offer(f"critical {number}", price, f"a critical injury for {names[hit.whom]}{again}")
    if check.hit:
        if check.mode == "auto":
            for whom in (check.target, *check.others):
                yield Offer(f"auto {whom}", Cost(2), f"one more hit on {names[whom]}")
        if check.spent.count("linked") < weapon.has("linked"):
            yield Offer("linked", Cost(2), f"one more hit on {names[check.target]}")
        if check.mode == "two" and "second" not in check.spent:
            yield Offer("second", Cost(2), f"a hit with the {who.weapon(check.second).title.lower()} too")
        for whom in dict.fromkeys(hit.whom for hit in check.hits):
            yield from _affliction_offers(play, check, whom)
        if weapon.has("sunder") and (slot := weapon_of(play, check.target)) is not None:
            yield Offer(f"sunder {slot}", Cost(1), f"a weapon of {names[check.target]} is damaged")
    if weapon.has("blast") and "blast" not in check.spent:
        yield Offer("blast", Cost(2 if check.hit else 3), f"the blast around {names[check.target]}")
    if weapon.has("guided") and not check.hit and "guided" not in check.spent:
        yield Offer("guided", Cost(3), "it comes round again at the end of the round")


def _affliction_offers(play: Play, check: Check, whom: int) -> Iterator[Offer]:
    weapon = Model(play, check.who).weapon(check.slot)
    for quality in hits.AFFLICTIONS:
        if not weapon.has(quality) or hits.may_afflict(play, check, quality, whom):  # type: ignore[arg-type]
            continue
        row = qualities()[quality]
        more = Model(play, whom).silhouette - 1 if quality == "knockdown" else 0
        yield Offer(f"{quality} {whom}", Cost(row.cost + max(0, more)), f"{row.title}: {play.world.names[whom]}")


def _great_offers(play: Play, check: Check) -> Iterator[Offer]:
    """What three advantages, or triumphs alone, buy."""
    names, whom, mine = play.world.names, check.target, Model(play, check.who)
    if whom >= 0 and play.state.records[whom].owner != mine.owner:
        if not Model(play, whom).has("no-defence"):
            yield Offer("no-defence", Cost(3), f"the defence of {names[whom]} counts for nothing in this round")
        if play.state.records[whom].held:
            yield Offer("disarm", Cost(3), f"{names[whom]} drops a weapon")
        if check.hit and check.hits and "disable" not in check.spent and weapon_of(play, whom) is not None:
            yield Offer("disable", Cost(3), f"the hit disables a weapon of {names[whom]} instead of wounding")
        if "upgrade-theirs" not in check.spent:
            yield Offer("upgrade-theirs", Cost(0, 1), f"the next check of {names[whom]} is harder by an upgrade")
        if (
            check.hit
            and check.hits
            and hits.past_soak(play, check, check.hits[0])
            and weapon_of(play, whom) is not None
        ):
            yield Offer("destroy", Cost(0, 2), f"a weapon of {names[whom]} is destroyed")
    if not mine.has("no-environment") and "no-environment" not in check.spent:
        yield Offer("no-environment", Cost(3), "the surroundings do not hinder it until the end of its next turn")
    for kind in ("melee", "ranged"):
        if f"defence {kind}" not in check.spent:
            yield Offer(f"defence {kind}", Cost(3), f"a point of {kind} defence until the end of its next turn")
    for who in (check.who, *allies(mine)):
        if f"upgrade {who}" not in check.spent and play.state.records[who].able:
            yield Offer(f"upgrade {who}", Cost(0, 1), f"the next check of {names[who]} is upgraded")


def their_offers(play: Play, check: Check) -> Iterator[Offer]:
    """What threats and despairs of a check can be spent on by the other side."""
    names, who = play.world.names, Model(play, check.who)
    if who.record.able and not who.record.prone and "prone" not in check.spent:
        yield Offer("prone", Cost(3), f"{who.name} falls prone")
    if check.kind == "attack":
        weapon = who.weapon(check.slot)
        if weapon.has("overheats") and "overheat" not in check.spent:
            yield Offer("overheat", Cost(3), f"the weapon of {who.name} overheats")
        if not weapon.melee and check.slot not in who.record.empty and not who.talent("spare-clip"):
            yield Offer("empty", Cost(0, 1), f"the weapon of {who.name} is out of ammunition")
        if check.slot < len(who.kit.weapons) and "damaged" not in check.spent:
            breaks = weapon.has("improvised")
            yield Offer("damaged", Cost(2 if breaks else 0, 1), f"the weapon of {who.name} is damaged")
        astray = bystanders(play, check)
        if check.hit and not any(spent.startswith("astray") for spent in check.spent):
            for whom in astray:
                yield Offer(f"astray {whom}", Cost(0, 1), f"the hit goes to {names[whom]} instead")
    if "their-maneuver" not in check.spent and able_foes(play, check.who):
        yield Offer("their-maneuver", Cost(2), "one of the other side makes a maneuver now")
    if check.target >= 0 and "their-boost" not in check.spent and check.target in able_foes(play, check.who):
        yield Offer("their-boost", Cost(2), f"a boost die on the next check of {names[check.target]}")
    for whom in (check.who, *allies(who)):
        if f"hinder {whom}" not in check.spent and play.state.records[whom].able:
            yield Offer(f"hinder {whom}", Cost(2), f"a setback die on the next check of {names[whom]}")
        if f"harder {whom}" not in check.spent and play.state.records[whom].able:
            yield Offer(f"harder {whom}", Cost(0, 1), f"the next check of {names[whom]} is harder by an upgrade")
    if protected(play, check.who) and "benefit" not in check.spent:
        yield Offer("benefit", Cost(1), f"{who.name} loses the benefit of its stance or its cover")
    if "edge" not in check.spent:
        for whom in able_foes(play, check.who):
            yield Offer(f"edge {whom}", Cost(3), f"the scene favours {names[whom]}: two boost dice on its next check")
    yield Offer("strain", Cost(1), f"a point of strain for {who.name}")


def able_foes(play: Play, who: int) -> list[int]:
    """The enemies of a fighter who can act."""
    return [f.id for f in foes(play, play.state.records[who].owner) if f.able]


def bystanders(play: Play, check: Check) -> list[int]:
    """Whom a shot into a fight may hit instead: the friends of the shooter who fight its target."""
    if Model(play, check.who).weapon(check.slot).melee or check.target < 0:
        return []
    owner = play.state.records[check.who].owner
    near = squares.engaged_with(play, check.target)
    return [who for who in near if play.state.records[who].owner == owner and who != check.who]


def next_ally(play: Play, who: int) -> int | None:
    """The ally that acts next in the order."""
    now, owner = play.state.turn, play.state.records[who].owner
    ring = (*now.order[now.place + 1 :], *now.order[: now.place + 1])
    for score in ring:
        fighter = play.state.records[score.who]
        if score.who != who and fighter.owner == owner and fighter.able:
            return score.who
    return None


def weapon_of(play: Play, whom: int) -> int | None:
    """The weapon that somebody uses, as its slot: the first in its hands."""
    held = play.state.records[whom].held
    return held[0] if held else None


# ---- what it does ----------------------------------------------------------------------------------------------------


def buy(play: Play, check: Check, code: str) -> None:
    """What symbols were spent on happens; what belongs to the hits waits until these are carried out."""
    what, _, about = code.partition(" ")
    who, target = check.who, check.target
    match what:
        case "recover":
            wounds.heal(play, who, strain=1)
        case "boost-next":
            following = next_ally(play, who)
            assert following is not None
            conditions.give_token(play, following, "next-boost")
        case "maneuver":
            play.happen(ManeuverGained(who))
        case "setback":
            conditions.give_token(play, target, "next-setback")
        case "boost":
            conditions.give_token(play, int(about), "next-boost")
        case "upgrade":
            conditions.give_token(play, int(about), "next-ability-upgrade")
        case "upgrade-theirs":
            conditions.give_token(play, target, "next-upgrade")
        case "auto" | "linked" | "second":
            _further_hit(play, check, int(about) if about else target, check.second if what == "second" else check.slot)
        case "sunder":
            damage_weapon(play, target, int(about), 1)
        case "destroy":
            damage_weapon(play, target, weapon_of(play, target), 4)
        case "disarm":
            play.happen(WeaponsDropped(target, play.state.records[target].held[:1]))
        case "no-defence":
            begin(play, "no-defence", target, end_of_round(play.state))
        case "no-environment":
            begin_until_next_turn_ends(play, "no-environment", who)
        case "defence":
            begin_until_next_turn_ends(play, "more-melee-defence" if about == "melee" else "more-ranged-defence", who)
        case "disable" | "critical" | "blast" | "guided":
            pass  # when the hits are carried out, or at the end of the round
        case _ if what in hits.AFFLICTIONS:
            pass
        case _:
            _buy_theirs(play, check, what, about)


def _buy_theirs(play: Play, check: Check, what: str, about: str) -> None:
    who, target = check.who, check.target
    match what:
        case "strain":
            wounds.strain(play, who, 1)
        case "prone":
            conditions.knock_down(play, who)
        case "hinder":
            conditions.give_token(play, int(about), "next-setback")
        case "harder":
            conditions.give_token(play, int(about), "next-upgrade")
        case "their-boost":
            conditions.give_token(play, target, "next-boost")
        case "edge":
            conditions.give_token(play, int(about), "next-boost", 2)
        case "empty":
            play.happen(Emptied(who, check.slot))
        case "damaged":
            damage_weapon(play, who, check.slot, 4 if Model(play, who).weapon(check.slot).has("improvised") else 1)
        case "benefit":
            lose_benefit(play, who)
        case "their-maneuver":
            play.happen(Granted(tuple(able_foes(play, who))))
        case "overheat":
            _overheat(play, who, check.slot)
        case "astray":
            play.happen(HitStrayed(who, int(about)))
        case _:
            raise AssertionError(f"nothing is sold as {what!r}")


def _further_hit(play: Play, check: Check, whom: int, slot: int) -> None:
    first = check.hits[0]
    who = Model(play, check.who)
    base = first.base + who.weapon(slot).damage - who.weapon(first.slot).damage
    play.happen(HitLanded(check.who, whom, Hit(whom, slot, base)))


def damage_weapon(play: Play, whom: int, slot: int | None, steps: int) -> None:
    """A weapon is damaged by so many steps, unless it cannot be."""
    if slot is not None and not Model(play, whom).weapon(slot).has("reinforced"):
        play.happen(Broken(whom, slot, steps))


def _overheat(play: Play, who: int, slot: int) -> None:
    model = Model(play, who)
    damage = model.weapon(slot).has("overheats")
    wounds.wound(play, who, damage - (model.soak if play.option["overheating-is-soaked"] else 0))


def lose_benefit(play: Play, who: int) -> None:
    """A fighter loses its aim, its cover or its stance until it makes that maneuver again."""
    now, model = play.state.turn, Model(play, who)
    if now.actor == who and now.aims:
        play.happen(AimLost(who))
    elif model.has("guarded"):
        play.happen(EffectLost(who, "guarded"))
    elif model.record.covered:
        play.happen(CoverLeft(who))
