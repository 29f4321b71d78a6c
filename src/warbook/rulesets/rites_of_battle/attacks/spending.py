"""Spending symbols: who is asked, and what a thing costs in which symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from ....core.decision import Choose
from ....mechanics.narrative import in_words
from ..events.checks import Bought
from ..records import Check, Model, Play
from ..records.position import check_under_way
from .offers import Cost, Offer, own_offers, their_offers

KEEP = "keep"
Offered: TypeAlias = Callable[[Play, Check], Iterable[Offer]]
"""What a side may buy with a check."""


def spend_own(play: Play) -> None:
    """Whoever rolled spends advantages and triumphs, one thing at a time."""
    check = check_under_way(play)
    if not check.rolled or not (check.advantage or check.triumph):
        return
    if spend(play, check, own_offers, check.advantage, check.triumph, theirs=False):
        play.then(spend_own)


def spend_theirs(play: Play) -> None:
    """The other side spends threats and despairs."""
    check = check_under_way(play)
    if not check.rolled or not (check.threat or check.despair):
        return
    if spend(play, check, their_offers, check.threat, check.despair, theirs=True):
        play.then(spend_theirs)


def spend(play: Play, check: Check, offered: Offered, weak: int, strong: int, *, theirs: bool) -> bool:
    """Asks what symbols are spent on; answers whether they were, and more may be."""
    code, cost = play.stage(_choose, check, offered, Cost(weak, strong), theirs)
    if code == KEEP:
        return False
    offer = next(each for each in offered(play, check) if each.code == code)
    critical = int(code.split()[1]) if code.startswith("critical ") else -1
    symbols = (
        {"threat": cost.weak, "despair": cost.strong} if theirs else {"advantage": cost.weak, "triumph": cost.strong}
    )
    play.happen(Bought(check.who, code, **symbols, critical=critical, said=offer.words))
    offer.effect()
    return True


def _choose(play: Play, check: Check, offered: Offered, left: Cost, theirs: bool) -> tuple[str, Cost]:
    """What symbols are spent on, and which."""
    who = Model(play, check.who)
    payable = dict(_payable(offered(play, check), left.weak, left.strong))
    if not payable:
        return KEEP, left

    def words(code: str) -> str:
        if code == KEEP:
            return "nothing more"
        offer, cost = payable[code]
        return f"{_price(cost, theirs)}: {offer.words}"

    question = Choose(
        "spend.theirs" if theirs else "spend",
        lambda: f"The check of {who.name}: {_price(left, theirs)} to spend.  On what?",
        lambda: (*payable, KEEP),
        idle=(KEEP,),
        named=words,
    )
    code = play.ask(1 - who.owner, question) if theirs else who.ask(question)
    offer, cost = payable.get(code, (None, left))
    return (offer.code if offer is not None else KEEP), cost


def _payable(offers: Iterable[Offer], weak: int, strong: int) -> Iterator[tuple[str, tuple[Offer, Cost]]]:
    """What can be paid for, with weak symbols and with strong ones, each as an answer of its own."""
    for offer in offers:
        if offer.cost.weak and offer.cost.weak <= weak:
            yield offer.code, (offer, Cost(offer.cost.weak, 0))
        if offer.cost.strong <= strong:
            yield f"{offer.code} !", (offer, Cost(0, offer.cost.strong))


def _price(cost: Cost, theirs: bool) -> str:
    return in_words(0, -cost.weak, 0, cost.strong) if theirs else in_words(0, cost.weak, cost.strong)
