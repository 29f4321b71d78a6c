"""Spending symbols: who is asked, and what a thing costs in which symbols."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.decision import Choose
from ....mechanics.narrative import in_words
from ..events.checks import Bought
from ..records import Check, Model, Play
from ..records.position import check_under_way
from .offers import Cost, Offer, own_offers, their_offers

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
    offer.effect()
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
