"""Spending symbols: who is asked, and what a thing costs in which symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeAlias

from ....mechanics.narrative import in_words
from ....mechanics.spending import KEEP, STRONG, Cost, Offer, Payable, paid, spending_question
from ..events.checks import Bought
from ..records import SQUAD, Check, Model, Play
from ..records.position import check_under_way
from .offers import offer_of, own_offers, their_offers

Offered: TypeAlias = Callable[[Play, Check], Iterable[Offer]]
"""What a side may buy with a check."""

BOUGHT_BY_ENGINE = ("prone", "their-maneuver", "hinder", "strain")
"""What threats are spent on where nobody is asked: the first that can be paid for, again and again."""


def spend_own(play: Play) -> None:
    """Whoever rolled spends advantages and triumphs, one thing at a time."""
    check = check_under_way(play)
    if spend(play, check, own_offers, Cost(check.advantage, check.triumph), theirs=False):
        play.then(spend_own)


def spend_theirs(play: Play) -> None:
    """The other side spends threats and despairs."""
    check = check_under_way(play)
    if spend(play, check, their_offers, Cost(check.threat, check.despair), theirs=True):
        play.then(spend_theirs)


def spend(play: Play, check: Check, offered: Offered, left: Cost, *, theirs: bool) -> bool:
    """Asks what symbols are spent on; answers whether they were, and more may be."""
    if not check.rolled or not any(left):
        return False
    code = play.stage(_choose, check, offered, left, theirs)
    if code == KEEP:
        return False
    offer = offer_of(play, check, code.removesuffix(STRONG), theirs=theirs)
    weak, strong = paid(offer, code)
    critical = int(offer.code.split()[1]) if code.startswith("critical ") else -1
    symbols = {"threat": weak, "despair": strong} if theirs else {"advantage": weak, "triumph": strong}
    play.happen(Bought(check.who, offer.code, **symbols, critical=critical, said=offer.words))
    offer.effect()
    return True


def _choose(play: Play, check: Check, offered: Offered, left: Cost, theirs: bool) -> str:
    """What symbols are spent on, and which."""
    who, found = Model(play, check.who), Payable(offered(play, check), left)
    if not found:
        return KEEP
    if theirs and engine_spends_threats(play, who.owner):
        return next((code for what in BOUGHT_BY_ENGINE for code in found if code.split()[0] == what), KEEP)
    price = partial(_price, theirs=theirs)
    question = spending_question(
        "spend.theirs" if theirs else "spend",
        lambda: f"The check of {who.name}: {price(left)} to spend.  On what?",
        found,
        price,
    )
    return play.ask(1 - who.owner, question) if theirs else str(who.ask(question))


def engine_spends_threats(play: Play, owner: int) -> bool:
    """Whether the threats and despairs of a side are the game master's to spend, and the table has none to ask."""
    return owner == SQUAD and play.option["threats-by"] == "gm" and play.option["gm"] == "engine"


def _price(cost: Cost, theirs: bool) -> str:
    return in_words(0, -cost.weak, 0, cost.strong) if theirs else in_words(0, cost.weak, cost.strong)
