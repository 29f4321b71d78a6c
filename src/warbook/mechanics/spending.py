"""Spending symbols: what a side may buy with what a check has left it, one thing after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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


STRONG = " !"
"""How the code of an answer ends that pays with strong symbols."""


class Payable(Mapping[str, "tuple[Offer, Cost]"]):
    """What can be paid for with what is left, with weak symbols and with strong ones, each as an answer of its own.
    Offers are made no further than somebody looks."""

    def __init__(self, offers: Iterable[Offer], left: Cost) -> None:
        self._found: dict[str, tuple[Offer, Cost]] = {}
        self._rest = _priced(offers, left)

    def __bool__(self) -> bool:
        return bool(self._found) or self._look_further()

    def __getitem__(self, code: str) -> tuple[Offer, Cost]:
        while code not in self._found and self._look_further():
            pass
        return self._found[code]

    def __iter__(self) -> Iterator[str]:
        while self._look_further():
            pass
        return iter(self._found)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _look_further(self) -> bool:
        for code, offer, cost in self._rest:
            self._found[code] = offer, cost
            return True
        return False


def _priced(offers: Iterable[Offer], left: Cost) -> Iterator[tuple[str, Offer, Cost]]:
    for offer in offers:
        if offer.cost.weak and offer.cost.weak <= left.weak:
            yield offer.code, offer, Cost(offer.cost.weak, 0)
        if offer.cost.strong <= left.strong:
            yield offer.code + STRONG, offer, Cost(0, offer.cost.strong)


def paid(offer: Offer, code: str) -> Cost:
    """What an answer pays for an offer."""
    return Cost(0, offer.cost.strong) if code.endswith(STRONG) else Cost(offer.cost.weak, 0)


def spending_question(
    key: str, prompt: Callable[[], str], found: Mapping[str, tuple[Offer, Cost]], price: Callable[[Cost], str]
) -> Choose[str]:
    """On what?  Each answer that is payable is named with its `price` in words; or nothing more is bought."""

    def words(code: str) -> str:
        if code == KEEP:
            return "nothing more"
        offer, cost = found[code]
        return f"{price(cost)}: {offer.words}"

    return Choose(key, prompt, lambda: (*found, KEEP), idle=(KEEP,), named=words)
