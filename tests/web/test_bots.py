"""Programs at the table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.guests import SCENARIOS, house, kill, lived_in, setup, short, sits, until
from warbook import table
from warbook.core.game import Game
from warbook.core.verify import verify
from warbook.web import bots
from warbook.web.protocol import Chat, Position, Refused, Say, Undo
from warbook.web.room import Room
from warbook.web.thinking import Inline, Stumbled


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "battles.sqlite"


class Odd(Inline):
    """Programs that answer as a test wants: `first` for so many questions, and then soundly."""

    def __init__(self, first: Any, times: int) -> None:
        super().__init__()
        self.first, self.times, self.asked = first, times, 0

    async def bot(self, game_id: str, game: Game, seat: int, name: str) -> Any:
        self.asked += 1
        if self.asked <= self.times:
            await asyncio.sleep(0)
            if isinstance(self.first, Exception):
                raise self.first
            return self.first
        return await super().bot(game_id, game, seat, name)


class Waiting(Inline):
    """Programs that think until they are let."""

    def __init__(self) -> None:
        super().__init__()
        self.go, self.asked = asyncio.Event(), 0

    async def bot(self, game_id: str, game: Game, seat: int, name: str) -> Any:
        self.asked += 1
        thought = await super().bot(game_id, game, seat, name)
        await self.go.wait()
        return thought


def test_programs_get_ready_when_a_battle_with_a_person_is_opened(file: Path) -> None:
    class Foreseeing(Inline):
        def __init__(self) -> None:
            super().__init__()
            self.seats: list[int] = []

        async def foresee(self, game_id: str, game: Game, seat: int, name: str) -> None:
            self.seats.append(seat)

    async def scene() -> None:
        thinkers = Foreseeing()
        async with house(file, thinkers) as ours:
            for players in (("human", "greedy"), ("first", "first")):
                battle = await ours.open(setup(), players, seed=2)
                await ours.room(battle.game)
            await asyncio.sleep(0)
        assert thinkers.seats == [1]

    asyncio.run(scene())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_programs_play_a_whole_battle_with_nobody_there(file: Path, scenario: str) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(short(scenario), ("uniform", "first"), seed=2)
            room = await ours.room(battle.game)
            await until(lambda: room.game.is_over)
            await until(lambda: room.idle)
            assert [link.seat for link in battle.links] == [-1]
            watcher = await sits(ours, battle, -1)
            assert watcher.position.ending is not None and not watcher.position.waiting
            (listed,) = (await ours.listing(public=False)).games
            assert listed.over and ("won" in listed.standing or "draw" in listed.standing)
            stored = ours.storage.stored(battle.game)
            assert stored is not None
            again = table.load(stored.record, "record")
            assert again.save() == room.game.save() and verify(again).true

    asyncio.run(scene())


def test_a_person_plays_against_a_program(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), ("uniform", "human"), seed=2)
            guest, rng = await sits(ours, battle, 1), Random(1)
            for _ in range(40):
                await until(lambda: bool(guest.position.asked) or guest.position.ending is not None)
                assert all(asked.seat == 1 for asked in guest.position.asked)
                await guest.go_on(rng)
            assert not guest.all(Refused) and not guest.all(Chat)
            waited = [each for position in guest.all(Position) for each in position.waiting]
            assert {each.bot for each in waited if each.seat == 0} == {True}
            assert {each.bot for each in waited if each.seat == 1} == {False}

    asyncio.run(scene())


@pytest.mark.parametrize("first", [Stumbled("the bot broke down"), ValueError("odd"), "nonsense", [[["x"]]]])
@pytest.mark.parametrize("times", [1, 2])
def test_a_program_that_stumbles_is_asked_once_more_and_then_answered_for(file: Path, first: Any, times: int) -> None:
    async def scene() -> None:
        async with house(file, Odd(first, times)) as ours:
            battle = await ours.open(setup(), ("human", "uniform"), seed=2)
            guest = await sits(ours, battle, 0)
            await until(lambda: bool(guest.position.asked))
            rng = Random(1)
            while guest.room.home.thinkers.asked < 4:  # type: ignore[attr-defined]
                await guest.go_on(rng)
                await until(lambda: bool(guest.position.asked))
            words = [chat.said.words for chat in guest.all(Chat)]
            assert sum("has stumbled" in word for word in words) == times
            assert sum("The referee answers for" in word for word in words) == (times == 2)
            assert "odd" not in " ".join(words) and verify(guest.room.game).true

    asyncio.run(scene())


def test_while_a_program_thinks_the_table_is_not_held_up(file: Path) -> None:
    async def scene() -> None:
        thinkers = Waiting()
        async with house(file, thinkers) as ours:
            battle = await ours.open(setup(), ("human", "uniform"), seed=2)
            guest, rng = await sits(ours, battle, 0), Random(1)
            while guest.position.asked:
                await guest.go_on(rng)
            assert guest.position.waiting[0].bot
            assert not isinstance(await guest.ask(Say(seat=0, words="Take your time.")), Refused)
            if guest.position.undo:
                thought, at = thinkers.asked, guest.position.at
                assert not isinstance(await guest.ask(Undo(seat=0)), Refused)
                assert guest.position.asked and guest.position.at < at
                record = guest.room.game.save()
                thinkers.go.set()
                await until(lambda: guest.room.idle or not guest.room.bots.busy)
                assert guest.room.game.save() == record, "what it thought about is gone"
                assert thinkers.asked == thought

    asyncio.run(scene())


def test_programs_alone_rest_after_a_long_while_until_somebody_comes(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "MOST_ALONE", 20)

    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), ("uniform", "uniform"), seed=2)
            room = await ours.room(battle.game)
            await until(lambda: room.idle and room.bots._alone > 20)
            assert not room.game.is_over
            await sits(ours, battle, -1)
            await until(lambda: room.game.is_over, 60)

    asyncio.run(scene())


def test_programs_go_on_after_a_restart(file: Path) -> None:
    async def scene() -> None:
        thinkers = Waiting()
        killed = lived_in(file, thinkers)
        battle = await killed.open(setup(), ("uniform", "uniform"), seed=2)
        await killed.room(battle.game)
        await until(lambda: thinkers.asked == 1)
        kill(killed)
        async with house(file) as again:
            await until(lambda: battle.game in again.rooms)
            room = await again.room(battle.game)
            await until(lambda: room.game.is_over, 60)

    asyncio.run(scene())


class Late(Inline):
    """Programs whose first thought comes after something was taken back and as much chosen again."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.room = 0, list[Room]()

    async def bot(self, game_id: str, game: Game, seat: int, name: str) -> Any:
        self.asked += 1
        if self.asked == 1:
            self.room[0].taken += 1
        return await super().bot(game_id, game, seat, name)


def test_a_thought_about_what_was_taken_back_is_forgotten_though_as_much_was_chosen_since(file: Path) -> None:
    async def scene() -> None:
        thinkers = Late()
        async with house(file, thinkers) as ours:
            battle = await ours.open(setup(), ("human", "uniform"), seed=2)
            guest, rng = await sits(ours, battle, 0), Random(1)
            thinkers.room.append(guest.room)
            before = guest.position.at
            while not thinkers.asked:
                before = guest.position.at
                await guest.go_on(rng)
                await asyncio.sleep(0)
            await until(lambda: bool(guest.position.asked) and guest.position.at > before)
            answered = sum(position.at > before for position in guest.all(Position))
            assert thinkers.asked >= 2, "it is asked again"
            assert answered >= 1

    asyncio.run(scene())


def test_rules_that_break_down_over_a_programs_answer_are_not_tried_without_end(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "REST", 3600.0)

    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), ("human", "uniform"), seed=2)
            guest, rng = await sits(ours, battle, 0), Random(1)
            room, tried = guest.room, list[int]()
            choose = room.choose

            async def stumbling(seat: int, answer: Any) -> None:
                if seat == 0:
                    return await choose(seat, answer)
                tried.append(seat)
                raise ArithmeticError("a rule breaks down")

            room.choose = stumbling  # type: ignore[method-assign]
            while guest.position.asked:
                await guest.go_on(rng)
            await until(lambda: bool(tried))
            await asyncio.sleep(0.1)
            assert tried == [1]

    asyncio.run(scene())
