"""Clocks: for each question and for the whole battle; they never decide a battle."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from tests.web.guests import Guest, Time, house, kill, setup, sits
from warbook.core.decision import Choose, Confirm
from warbook.core.errors import WarbookError
from warbook.web.bots import without_them
from warbook.web.clocks import Clocks
from warbook.web.house import House
from warbook.web.journal import NotStored
from warbook.web.protocol import Chat, ClockRules, Done, Fault, Refused, Say
from warbook.web.refusals import UNEXPIRED, UNREAD

HUMANS = ("human", "human")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "battles.sqlite"


# ---- the clocks themselves -------------------------------------------------------------------------------------------


def test_without_rules_nothing_runs() -> None:
    clocks = Clocks(None, (0, 1))
    clocks.run((0,), (0, 0), 10.0)
    assert (
        clocks.expiry(0) == 0
        and clocks.expired(1e9) == []
        and clocks.clocks_at(20.0, 0.0) == ()
        and clocks.stored_times(20.0) == ()
    )


def test_each_question_has_its_time() -> None:
    clocks = Clocks(ClockRules(move=30), (0, 1))
    clocks.run((0,), (0, 0), 100.0)
    assert clocks.expiry(0) == 130 and clocks.expiry(1) == 0
    clocks.run((0,), (0, 0), 110.0)
    assert clocks.expiry(0) == 130, "it is still the same question"
    assert clocks.expired(129.9) == [] and clocks.expired(130) == [0]
    clocks.run((0, 1), (0, 1), 120.0)
    assert clocks.expiry(0) == clocks.expiry(1) == 150 and clocks.stored_times(125.0) == ()


def test_the_time_for_the_battle_is_used_up_while_one_decides() -> None:
    clocks = Clocks(ClockRules(move=30, battle=40), (0, 1))
    clocks.run((0,), (0, 0), 0.0)
    clocks.run((1,), (0, 1), 25.0)
    clocks.run((0,), (1, 0), 27.0)
    assert clocks.left == {0: 15.0, 1: 38.0} and clocks.expiry(0) == 42.0
    assert clocks.stored_times(30.0) == (12.0, 38.0)
    assert [(c.left, c.until) for c in clocks.clocks_at(30.0, 1030.0)] == [(12.0, 1042.0), (38.0, 0.0)]
    clocks.stop(100.0)
    assert clocks.left == {0: 0.0, 1: 38.0} and clocks.expired(200.0) == []


def test_what_was_left_is_taken_up_again_and_programs_have_no_clock() -> None:
    clocks = Clocks(ClockRules(battle=40), (1,), (0.0, 17.5))
    clocks.run((0, 1), (0, 0), 0.0)
    assert clocks.left == {1: 17.5} and clocks.expiry(0) == 0 and clocks.expiry(1) == 17.5


def test_no_clock_runs_before_everybody_has_come() -> None:
    clocks = Clocks(ClockRules(move=30, battle=60), (0, 2), joined=())
    clocks.run((0,), (0, 0), 100.0)
    assert list(clocks.absent) == [0, 2] and clocks.expiry(0) == 0 and clocks.clocks_at(500.0, 500.0)[0].left == 60
    assert clocks.join((0, 1)) and not clocks.join((0,)) and not clocks.join(())
    clocks.run((0,), (0, 0), 200.0)
    assert list(clocks.absent) == [2] and clocks.expiry(0) == 0 and clocks.expired(1e9) == []
    assert clocks.join((2,)) and not clocks.absent
    clocks.run((0,), (0, 0), 300.0)
    assert clocks.expiry(0) == 330 and clocks.stored_times(310.0) == (50.0, 0.0, 60.0)


# ---- at the table ----------------------------------------------------------------------------------------------------


async def timed(ours: House, **rules: float) -> tuple[Any, Guest]:
    battle = await ours.open(setup(), HUMANS, seed=1, clock=ClockRules(**rules))
    return battle, await sits(ours, battle, 0, 1)


async def tick(ours: House, guest: Guest) -> None:
    await ours.tick()
    await guest.room.quiet()


def test_whose_time_is_up_is_answered_for_and_told(file: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time, calendar=time) as ours:
            _, guest = await timed(ours, move=30.0)
            for _ in range(20):
                before, asked = guest.position, guest.position.asked[0]
                assert next(c for c in before.clocks if c.seat == asked.seat).until == time.now + 30
                time.now += 29
                await tick(ours, guest)
                assert guest.position is before
                time.now += 1
                await tick(ours, guest)
                assert guest.position.at != before.at and "Time is up" in guest.last(Chat).said.words
                assert not isinstance(guest.told[-1], Refused)

    asyncio.run(scene())


def test_whoever_sets_the_clock_of_the_machine_gives_and_takes_no_time(file: Path) -> None:
    async def scene() -> None:
        time, calendar = Time(), Time()
        async with house(file, clock=time, calendar=calendar) as ours:
            _, guest = await timed(ours, move=30.0, battle=600.0)
            seat = guest.position.asked[0].seat
            for jump in (86400.0, -172800.0):
                calendar.now += jump
                before = guest.position
                time.now += 10
                await tick(ours, guest)
                assert guest.position is before, "nobody's time is up"
                guest.room.show()
                shown = next(clock for clock in guest.position.clocks if clock.seat == seat)
                assert shown.until - calendar.now == 30 - (time.now - 1_000_000), "told by today's calendar"
                assert guest.position.now == calendar.now, "so that a screen counts down right, whatever its clock says"
            time.now += 10
            await tick(ours, guest)
            assert "Time is up" in guest.last(Chat).said.words
            assert next(clock for clock in guest.position.clocks if clock.seat == seat).left == 570

    asyncio.run(scene())


def test_a_clock_starts_when_everybody_has_come_and_not_before(file: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time, calendar=time) as ours:
            battle = await ours.open(setup(), HUMANS, seed=1, clock=ClockRules(move=30.0, battle=600.0))
            red = await sits(ours, battle, 0)
            await sits(ours, battle, -1)
            seat = red.room.game.decisions[0].player
            time.now += 5000
            await tick(ours, red)
            assert red.position.absent == (1,) and not red.room.game.steps
            assert [(clock.left, clock.until) for clock in red.position.clocks] == [(600.0, 0.0)] * 2
            kill(ours)
            async with house(file, clock=time, calendar=time) as again:  # who has come is known to the next server
                blue = await sits(again, battle, 1)
                assert blue.position.absent == () and blue.position.clocks[seat].until == time.now + 30
                assert "the clocks run" in blue.last(Chat).said.words
                blue.room.leave(blue)
                time.now += 5000
                red = await sits(again, battle, 0)
                assert red.position.absent == () and red.position.clocks[seat].until == time.now + 30
                assert len([said for said in red.room.chat if "the clocks run" in said.words]) == 1

    asyncio.run(scene())


def test_a_room_is_kept_for_as_long_as_it_should_whatever_the_calendar_says(file: Path) -> None:
    async def scene() -> None:
        time, calendar = Time(), Time()
        async with house(file, clock=time, calendar=calendar, idle=60.0) as ours:
            _, guest = await timed(ours, move=30.0)
            guest.room.leave(guest)
            calendar.now += 1e9
            await ours.sweep()
            assert ours.rooms
            calendar.now -= 2e9
            time.now += 61
            await ours.sweep()
            assert not ours.rooms

    asyncio.run(scene())


def test_programs_and_one_who_plays_both_sides_are_there_from_the_start(file: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time) as ours:
            for players, seats in ((("human", "uniform"), (0,)), (HUMANS, (0, 1))):
                battle = await ours.open(setup(), players, seed=1, clock=ClockRules(move=30.0))
                guest = await sits(ours, battle, *seats)
                await guest.room.quiet()
                assert guest.position.absent == ()

    asyncio.run(scene())


def test_battles_from_before_it_was_kept_who_came_wait_for_nobody(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), HUMANS, seed=1, clock=ClockRules(move=30.0))
            with ours.storage.writing() as connection:
                connection.execute(text("UPDATE games SET joined = ''"))
            red = await sits(ours, battle, 0)
            assert red.position.absent == () and any(clock.until for clock in red.position.clocks)

    asyncio.run(scene())


def test_talking_gives_nobody_more_time(file: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time, calendar=time) as ours:
            _, guest = await timed(ours, move=30.0)
            until = guest.position.clocks[0].until
            time.now += 20
            await guest.ask(Say(seat=0, words="Wait!"))
            guest.room.show()
            assert guest.position.clocks[0].until == until

    asyncio.run(scene())


def test_the_time_left_outlives_a_kill_and_does_not_run_without_anybody(file: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time, calendar=time) as ours:
            battle, guest = await timed(ours, battle=600.0)
            rng = Random(1)
            for _ in range(6):
                time.now += 10
                await guest.go_on(rng)
            left = [clock.left for clock in guest.position.clocks]
            assert sum(left) == 1200 - 60
            kill(ours)
            time.now += 5000
            async with house(file, clock=time, calendar=time) as again:
                guest = await sits(again, battle, 0, 1)
                assert [clock.left for clock in guest.position.clocks] == left
                time.now += 5
                guest.room.leave(guest)
                time.now += 5000
                await tick(again, guest)
                guest = await sits(again, battle, 0, 1)
                assert sum(clock.left for clock in guest.position.clocks) == sum(left) - 5

    asyncio.run(scene())


def test_the_answer_for_somebody_does_nothing_if_it_can() -> None:
    idle = Choose("k", "?", lambda: ["run", "wait", "hide"], idle=("wait",))
    assert without_them(idle, "seed") == "wait"
    window: Choose[Any] = Choose("k", "?", lambda: ["react", None])
    assert without_them(window, "seed") is None
    assert without_them(Confirm("k", "?"), "1:(2, 3)") == without_them(Confirm("k", "?"), "1:(2, 3)")
    assert {without_them(Confirm("k", "?"), str(n)) for n in range(20)} == {True, False}
    assert Done() is not None


def test_where_nobody_can_be_answered_for_it_is_tried_again_after_longer_and_longer_rests(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time) as ours:
            guest = await sits(ours, await ours.open(setup(), HUMANS, seed=3), 0, 1)
            room, rests = guest.room, list[float]()

            async def breaks() -> None:
                raise WarbookError("a rule broke down")

            with monkeypatch.context() as broken:
                broken.setattr(room, "_expire", breaks)
                for _ in range(8):
                    await room.expire()
                    rests.append(room.resting - time())
            assert rests == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]
            assert guest.all(Fault)[-1] == UNEXPIRED
            await room.expire()
            with monkeypatch.context() as broken:
                broken.setattr(room, "_expire", breaks)
                await room.expire()
            assert room.resting - time() == 1.0

    asyncio.run(scene())


def test_nothing_is_written_of_a_battle_that_was_given_up_while_somebody_waited(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup(), HUMANS, seed=3)
            room = (await sits(ours, opened, 0, 1)).room
            ours.lost(room, UNREAD)
            room.announce("nobody hears this")
            with pytest.raises(NotStored):
                await room.keep()
            stored = await ours.stored(opened.game)
            assert all(said.words != "nobody hears this" for said in stored.chat)

    asyncio.run(scene())
