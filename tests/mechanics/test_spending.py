"""Spending symbols: what can be paid for, and how the question reads."""

from __future__ import annotations

from warbook.mechanics.spending import KEEP, Cost, Offer, payable, spending_question

BOOST = Offer("boost", Cost(2), "a boost die")
UPGRADE = Offer("upgrade", Cost(0, 1), "an upgrade")
DEAR = Offer("destroy", Cost(0, 2), "a weapon is destroyed")


def price(cost: Cost) -> str:
    return f"{cost.weak} weak, {cost.strong} strong"


def test_what_can_be_paid_in_two_ways_is_two_answers() -> None:
    found = payable([BOOST, UPGRADE, DEAR], Cost(2, 1))
    assert {code: cost for code, (_, cost) in found.items()} == {
        "boost": Cost(2, 0), "boost !": Cost(0, 1), "upgrade !": Cost(0, 1),
    }  # fmt: skip


def test_what_is_too_dear_is_not_offered() -> None:
    assert payable([BOOST, UPGRADE], Cost(1, 0)) == {}


def test_every_answer_says_its_price_and_nothing_more_is_idle() -> None:
    question = spending_question("spend", lambda: "On what?", payable([BOOST], Cost(2, 0)), price)
    assert [question.label(code) for code in question.options()] == ["2 weak, 0 strong: a boost die", "nothing more"]
    assert question.idle == (KEEP,)
