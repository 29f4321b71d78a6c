"""Spending symbols: what a side may buy with what a check has left it, one thing after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ..core.decision import Choose

KEEP = "keep"
"""The answer of a side that spends nothing more."""


class Cost(NamedTuple):
    """What something costs, or what is left: so many weak symbols (advantages, threats), or so many strong ones."""

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


def payable(offers: Iterable[Offer], left: Cost) -> dict[str, tuple[Offer, Cost]]:
    """What can be paid for with what is left, with weak symbols and with strong ones, each as an answer of its own."""
    found: dict[str, tuple[Offer, Cost]] = {}
    for offer in offers:
        if offer.cost.weak and offer.cost.weak <= left.weak:
            found[offer.code] = (offer, Cost(offer.cost.weak, 0))
        if offer.cost.strong <= left.strong:
            found[f"{offer.code} !"] = (offer, Cost(0, offer.cost.strong))
    return found


def spending_question(
    key: str, prompt: Callable[[], str], found: Mapping[str, tuple[Offer, Cost]], price: Callable[[Cost], str]
) -> Choose[str]:
    """On what?  Each answer of `payable` is named with its `price` in words; or nothing more is bought."""

    def words(code: str) -> str:
        if code == KEEP:
            return "nothing more"
        offer, cost = found[code]
        return f"{price(cost)}: {offer.words}"

    return Choose(key, prompt, lambda: (*found, KEEP), idle=(KEEP,), named=words)
