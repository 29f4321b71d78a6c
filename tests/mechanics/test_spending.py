"""Spending symbols: what can be paid for, and how the question reads."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.mechanics.spending import KEEP, Cost, Offer, Payable, paid, spending_question

BOOST = Offer("boost", Cost(2), "a boost die")
UPGRADE = Offer("upgrade", Cost(0, 1), "an upgrade")
DEAR = Offer("destroy", Cost(0, 2), "a weapon is destroyed")


def price(cost: Cost) -> str:
    return f"{cost.weak} weak, {cost.strong} strong"


def test_what_can_be_paid_in_two_ways_is_two_answers() -> None:
    found = Payable([BOOST, UPGRADE, DEAR], Cost(2, 1))
    assert {code: cost for code, (_, cost) in found.items()} == {
        "boost": Cost(2, 0), "boost !": Cost(0, 1), "upgrade !": Cost(0, 1),
    }  # fmt: skip
    assert all(paid(offer, code) == cost for code, (offer, cost) in found.items())


def test_offers_are_made_no_further_than_somebody_looks() -> None:
    made: list[str] = []

    def offers() -> Iterator[Offer]:
        for offer in (DEAR, BOOST, UPGRADE):
            made.append(offer.code)
            yield offer

    found = Payable(offers(), Cost(2, 1))
    assert found and made == ["destroy", "boost"]
    assert found["boost !"][0] is BOOST and made == ["destroy", "boost"]
    assert list(found) == ["boost", "boost !", "upgrade !"] and len(found) == 3


def test_what_is_too_dear_is_not_offered() -> None:
    assert not Payable([BOOST, UPGRADE], Cost(1, 0))


def test_every_answer_says_its_price_and_nothing_more_is_idle() -> None:
    question = spending_question("spend", lambda: "On what?", Payable([BOOST], Cost(2, 0)), price)
    assert [question.label(code) for code in question.options()] == ["2 weak, 0 strong: a boost die", "nothing more"]
    assert question.idle == (KEEP,)
