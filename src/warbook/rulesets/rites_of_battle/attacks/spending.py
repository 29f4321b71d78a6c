"""Spending symbols: who is asked, what a thing costs in which symbols, and what it does."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.decision import Choose
from ....core.structs import replace
from ..checks import economy
from ..events.checks import Bought
from ..events.fighters import StanceTaken, WeaponChanged
from ..events.turns import Aimed, Granted, ManeuverGained, ShotsSentRound
from ..harm import conditions, wounds
from ..printed.dice import in_words
from ..records import Check, Model, Play
from ..records.effects import begin, begin_until_next_turn_ends, end_of_round
from ..records.position import check_under_way
from . import hits
from .offers import DESTROYED, Cost, Offer, able_foes, next_ally, own_offers, their_offers, whole_weapons

KEEP = "keep"


def spend_own(play: Play) -> None:
    """Whoever rolled spends advantages and triumphs, one thing at a time."""
    check = check_under_way(play)
    if not check.rolled or not (check.advantage or check.triumph):
        return
    if spend(play, check, own_offers(play, check), check.advantage, check.triumph, theirs=False):
        play.then(spend_own)


def spend_theirs(play: Play) -> None:
    """The other side spends threats and despairs."""
    check = check_under_way(play)
    if not check.rolled or not (check.threat or check.despair):
        return
    if spend(play, check, their_offers(play, check), check.threat, check.despair, theirs=True):
        play.then(spend_theirs)


def spend(play: Play, check: Check, offers: list[Offer], weak: int, strong: int, *, theirs: bool) -> bool:
    """Asks what symbols are spent on; answers whether they were, and more may be."""
    who = Model(play, check.who)
    payable = dict(_payable(offers, weak, strong))
    if not payable:
        return False

    def words(code: str) -> str:
        if code == KEEP:
            return "nothing more"
        offer, cost = payable[code]
        return f"{_price(cost, theirs)}: {offer.words}"

    question = Choose(
        "spend.theirs" if theirs else "spend",
        lambda: f"The check of {who.name}: {_price(Cost(weak, strong), theirs)} to spend.  On what?",
        lambda: (*payable, KEEP),
        idle=(KEEP,),
        named=words,
    )
    code = play.ask(1 - who.owner, question) if theirs else who.ask(question)
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
    return in_words(0, -cost.weak, 0, cost.strong) if theirs else in_words(0, cost.weak, cost.strong)


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
        case "auto" | "linked":
            hits.land(play, check, int(about) if about else target, check.slot)
        case "second":
            hits.land(play, check, target, check.second)
        case "sunder":
            whom, slot = map(int, about.split())
            conditions.damage_weapon(play, whom, slot, 1)
        case "destroy":
            conditions.damage_weapon(play, target, whole_weapons(play, target)[0], DESTROYED)
        case "disarm":
            conditions.drop_weapons(play, target, play.state.records[target].held[:1])
        case "no-defence":
            begin(play, "no-defence", target, end_of_round(play.state))
        case "no-environment":
            begin_until_next_turn_ends(play, "no-environment", who)
        case "defence":
            begin_until_next_turn_ends(play, "more-melee-defence" if about == "melee" else "more-ranged-defence", who)
        case "guided":
            play.happen(ShotsSentRound((*play.state.turn.guided, (who, target, check.slot))))
        case "disable" | "critical" | "blast":
            pass  # when the hits are carried out
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
            wear = play.state.records[who].wear(check.slot)
            play.happen(WeaponChanged(who, replace(wear, empty=True), " is out of ammunition"))
        case "damaged":
            improvised = Model(play, who).weapon(check.slot).has("improvised")
            conditions.damage_weapon(play, who, check.slot, DESTROYED if improvised else 1)
        case "benefit":
            lose_benefit(play, who, about)
        case "their-maneuver":
            grant(play, [each for each in able_foes(play, who) if economy.may_answer(play, each)])
        case "slip":
            pass  # when the climb ends
        case "overheat":
            _overheat(play, who, check.slot)
        case _:
            raise AssertionError(f"nothing is sold as {what!r}")


def grant(play: Play, able: list[int]) -> None:
    """One of these may make a maneuver now, out of its turn: their player says who."""
    question = Choose("granted", "Who may make a maneuver now?", lambda: able, named=play.world.names.__getitem__)
    play.happen(Granted((play.pick(play.state.records[able[0]].owner, question),)))


def _overheat(play: Play, who: int, slot: int) -> None:
    model = Model(play, who)
    damage = model.weapon(slot).has("overheats")
    wounds.wound(play, who, damage - (model.soak if play.option["overheating-is-soaked"] else 0))


def lose_benefit(play: Play, who: int, benefit: str) -> None:
    """A fighter loses its aim, its stance or its cover until it makes that maneuver again; where the table plays it,
    the setback die of the stance stays."""
    match benefit:
        case "aim":
            play.happen(Aimed(who))
        case "stance":
            left = conditions.rounds_left(play, who, "guarded")
            conditions.free(play, who, "guarded")
            if not play.option["stance-is-lost-whole"]:
                conditions.suffer(play, who, "hesitant", left)
        case _:
            play.happen(StanceTaken(who, "uncovered"))
