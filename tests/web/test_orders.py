"""Standing orders: they answer the windows that the rules open, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.guests import SCENARIOS, Guest, house, kill, setup, sits
from warbook import rulesets
from warbook.core.answers import Chosen
from warbook.core.game import Game
from warbook.core.window import Window
from warbook.web.orders import MOST, models_in
from warbook.web.protocol import Asking, Chat, Done, Drop, Order, Refused, Stand, Undo

HUMANS = ("human", "human")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "battles.sqlite"


def to_a_window(scenario: str) -> tuple[int, list[tuple[int, Any]], Window]:
    """A seed, what is answered before the first window of a battle, and the window."""
    ruleset = rulesets.find(setup(scenario).ruleset)
    for seed in range(60):
        game, rng, given = Game(ruleset, setup(scenario), seed=seed), Random(seed), list[tuple[int, Any]]()
        while not game.is_over and len(given) < 250:
            decision = game.decisions[0]
            if isinstance(decision, Window):
                return seed, given, decision
            answer = decision.sample(rng)
            given.append((decision.player, answer))
            game.choose(answer, decision.player)
    raise AssertionError("no window was ever opened")


async def played(guest: Guest, given: list[tuple[int, Any]]) -> None:
    for seat, answer in given:
        assert isinstance(await guest.choose(answer, seat), Done)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_order_passes_in_its_window(file: Path, scenario: str) -> None:
    seed, given, window = to_a_window(scenario)

    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(scenario), HUMANS, seed=seed)
            guest = await sits(ours, battle, 0, 1)
            await played(guest, given[:-1])
            assert isinstance(await guest.ask(Stand(seat=window.player, order=Order(window.key))), Done)
            [order] = guest.position.orders
            assert (order.window, order.seat) == (window.key, window.player)
            assert all(reaction.name in order.title for reaction in window.reactions)
            before = len(guest.all(Chat))
            await played(guest, given[-1:])
            said = [chat.said for chat in guest.all(Chat)[before:]]
            assert said and said[0].seat == -2 and "standing order" in said[0].words
            game = guest.room.game
            answers = [answer for done in game.steps for answer in done.answers] + game.answers
            assert any(isinstance(each, Chosen) and each == Chosen(window.key, None) for each in answers)
            assert (
                not game.decisions or game.decisions[0].key != window.key or game.decisions[0].player != window.player
            )
            # Whoever wants that answer back gets the question, and the order does not answer it again.
            assert isinstance(await guest.ask(Undo(seat=window.player)), Done)
            assert guest.position.asked[0].key == window.key and guest.position.asked[0].window == window.key

    asyncio.run(scene())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_question_says_what_an_order_would_cover_before_it_is_given(file: Path, scenario: str) -> None:
    seed, given, window = to_a_window(scenario)

    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(scenario), HUMANS, seed=seed)
            guest = await sits(ours, battle, 0, 1)
            await played(guest, given)
            asked = next(each for each in guest.position.asked if each.seat == window.player)
            assert asked.window == window.key and asked.covers
            assert all(reaction.name in asked.covers for reaction in window.reactions)
            await guest.ask(Stand(seat=window.player, order=Order("another.window")))
            assert guest.position.orders[0].title == ""
            await guest.ask(Stand(seat=window.player, order=Order(window.key)))
            assert guest.position.orders[1].title == asked.covers

    asyncio.run(scene())


def test_an_order_that_answers_ends_what_the_others_were_asked(file: Path) -> None:
    seed, given, window = to_a_window(SCENARIOS[0])

    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), HUMANS, seed=seed)
            guest = await sits(ours, battle, 0, 1)
            await played(guest, given)
            takeback = guest.room.takeback
            takeback.asking = Asking(1 - window.player, "take back the last choice", "", (window.player,))
            await guest.ask(Stand(seat=window.player, order=Order("another.window")))
            assert takeback.asking is not None
            await guest.ask(Stand(seat=window.player, order=Order(window.key)))
            assert guest.position.consent is None and guest.room.takeback.asking is None

    asyncio.run(scene())


def test_an_order_given_in_the_window_answers_it_at_once(file: Path) -> None:
    seed, given, window = to_a_window(SCENARIOS[0])

    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), HUMANS, seed=seed)
            guest = await sits(ours, battle, 0, 1)
            await played(guest, given)
            at = guest.position.at
            assert guest.position.asked[0].window == window.key
            await guest.ask(Stand(seat=window.player, order=Order(window.key)))
            assert guest.position.at > at

    asyncio.run(scene())


def test_an_order_leaves_alone_what_it_is_not_for(file: Path) -> None:
    seed, given, window = to_a_window(SCENARIOS[0])
    spoken_of = tuple(models_in(window.event))
    assert spoken_of

    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), HUMANS, seed=seed)
            guest = await sits(ours, battle, 0, 1)
            await guest.ask(Stand(seat=1 - window.player, order=Order(window.key)))
            await guest.ask(Stand(seat=window.player, order=Order("another.window")))
            await guest.ask(Stand(seat=window.player, order=Order(window.key, unless=spoken_of)))
            await played(guest, given)
            assert guest.position.asked[0].key == window.key and not guest.all(Chat)

    asyncio.run(scene())


def test_orders_can_be_seen_and_dropped_by_their_own_seat_and_outlive_a_kill(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), HUMANS, seed=1)
            red, blue = await sits(ours, battle, 0), await sits(ours, battle, 1)
            await red.ask(Stand(seat=0, order=Order("a")))
            await red.ask(Stand(seat=0, order=Order("b", unless=(3,), until="round")))
            await blue.ask(Stand(seat=1, order=Order("c")))
            assert [order.window for order in red.position.orders] == ["a", "b"]
            assert [order.window for order in blue.position.orders] == ["c"]
            assert isinstance(await blue.ask(Drop(seat=1, order=red.position.orders[0].id)), Refused)
            assert isinstance(await red.ask(Drop(seat=0, order=red.position.orders[0].id)), Done)
            assert isinstance(await red.ask(Drop(seat=0, order=99)), Refused)
            kept = red.position.orders
            assert kept == (Order("b", (3,), "round", 1, seat=0),)
            kill(ours)
            async with house(file) as again:
                assert (await sits(again, battle, 0)).position.orders == kept

    asyncio.run(scene())


def test_an_order_for_the_round_lapses_with_it(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), HUMANS, seed=1)
            guest, rng = await sits(ours, battle, 0, 1), Random(1)
            while guest.position.tableau.round < 1:
                await guest.go_on(rng)
            await guest.ask(Stand(seat=0, order=Order("a", until="round")))
            await guest.ask(Stand(seat=1, order=Order("b")))
            while guest.position.tableau.round < 2:
                assert len(guest.position.orders) == 2
                await guest.go_on(rng)
            assert [order.window for order in guest.position.orders] == ["b"]
            stored = ours.storage.stored(battle.game)
            assert stored is not None and [each.order.window for each in stored.orders] == ["b"]

    asyncio.run(scene())


def test_a_seat_has_only_so_many_orders(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), HUMANS, seed=1)
            guest = await sits(ours, battle, 0)
            for n in range(MOST):
                assert isinstance(await guest.ask(Stand(seat=0, order=Order(f"w{n}"))), Done)
            assert isinstance(await guest.ask(Stand(seat=0, order=Order("more"))), Refused)

    asyncio.run(scene())
