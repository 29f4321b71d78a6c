"""Taking back: by the rules of the record, with the consent of the others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.web.guests import SCENARIOS, Guest, house, setup, sits, until
from warbook.core.undo import between, last_choice
from warbook.web import takeback
from warbook.web.house import House
from warbook.web.protocol import Chat, Consent, Done, Opened, Redo, Refused, Undo

HUMANS = ("human", "human")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "battles.sqlite"


async def table_for_two(
    ours: House, scenario: str = SCENARIOS[0], players: tuple[str, ...] = HUMANS
) -> tuple[Opened, Guest, Guest]:
    battle = await ours.open(setup(scenario), players, seed=3)
    return battle, await sits(ours, battle, 0, name="Ann"), await sits(ours, battle, 1, name="Bo")


async def until_barred(red: Guest, blue: Guest) -> int:
    """Play until somebody's last choice takes consent to be taken back: whose."""
    rng = Random(1)
    for _ in range(200):
        chooser = red if red.position.asked else blue
        await chooser.go_on(rng)
        game, seat = red.room.game, int(chooser is blue)
        step, at, _ = last_choice(game, seat)
        if between(game, step, at):
            return seat
    raise AssertionError("nothing ever stood between")


def redo(*guests: Guest) -> tuple[bool, ...]:
    """Who may do something again."""
    return tuple(guest.position.redo for guest in guests)


def test_a_choice_that_showed_nothing_is_taken_back_freely_and_done_again(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            _, red, blue = await table_for_two(ours)
            before, chooser = red.position, red if red.position.asked else blue
            seat = int(chooser is blue)
            assert seat not in chooser.position.undo
            await chooser.go_on(Random(1))
            after = red.position
            assert seat in chooser.position.undo
            other = red if chooser is blue else blue
            assert redo(chooser, other) == (False, False)
            assert isinstance(await chooser.ask(Undo(seat=seat)), Done)
            assert red.position.at == blue.position.at == before.at
            assert redo(chooser, other) == (True, False)
            assert isinstance(await chooser.ask(Redo(seat=seat)), Done)
            assert red.position.at == after.at and redo(chooser, other) == (False, False)
            assert isinstance(await chooser.ask(Redo(seat=seat)), Refused)

    asyncio.run(scene())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_beyond_that_the_other_seat_is_asked(file: Path, scenario: str) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle, red, blue = await table_for_two(ours, scenario)
            seat = await until_barred(red, blue)
            (mine, other), there = ((red, blue) if seat == 0 else (blue, red)), 1 - seat
            before = red.position
            assert isinstance(await mine.ask(Undo(seat=seat)), Done)
            asked = other.position.consent
            assert asked is not None and (asked.by, asked.of) == (seat, (there,)) and asked.why
            assert red.position.at == before.at, "nothing is taken back yet"
            assert isinstance(await mine.ask(Undo(seat=seat)), Refused), "it was asked already"
            assert isinstance(await mine.ask(Consent(seat=seat, agree=True)), Refused), "one cannot agree with oneself"
            assert isinstance(await other.ask(Consent(seat=there, agree=True)), Done)
            assert red.position.consent is None and red.position.at < before.at
            assert b'"consent":[%d]' % there in red.room.game.lines()[-2 if red.room.game.answers else -1]
            again = await sits(ours, battle, seat)
            assert again.position.taken == 1

    asyncio.run(scene())


def test_it_may_be_refused_and_withdrawn(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            _, red, blue = await table_for_two(ours)
            seat = await until_barred(red, blue)
            (mine, other), there = ((red, blue) if seat == 0 else (blue, red)), 1 - seat
            record = red.room.game.save()
            await mine.ask(Undo(seat=seat))
            assert isinstance(await other.ask(Consent(seat=there, agree=False)), Done)
            assert red.position.consent is None and "refused" in red.last(Chat).said.words
            await mine.ask(Undo(seat=seat))
            assert isinstance(await mine.ask(Consent(seat=seat, agree=False)), Done)
            assert red.position.consent is None and "thought better" in red.last(Chat).said.words
            assert isinstance(await other.ask(Consent(seat=there, agree=True)), Refused), "nothing is asked any more"
            assert red.room.game.save() == record

    asyncio.run(scene())


def test_how_often_something_was_taken_back_is_known_after_a_restart(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), HUMANS, seed=3)
            guest = await sits(ours, battle, 0, 1)
            for _ in range(3):
                await guest.go_on(Random(1))
                assert isinstance(await guest.ask(Undo(seat=0)), Done)
        async with house(file) as ours:
            assert (await sits(ours, battle, 0, 1)).room.taken == 3

    asyncio.run(scene())


def test_what_is_chosen_meanwhile_ends_the_asking(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            _, red, blue = await table_for_two(ours)
            seat = await until_barred(red, blue)
            mine = red if seat == 0 else blue
            await mine.ask(Undo(seat=seat))
            await (red if red.position.asked else blue).go_on(Random(2))
            assert red.position.consent is None and blue.position.consent is None
            assert isinstance(await (blue if seat == 0 else red).ask(Consent(seat=1 - seat, agree=True)), Refused)

    asyncio.run(scene())


def test_who_holds_all_seats_asks_nobody(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle, red, blue = await table_for_two(ours)
            seat = await until_barred(red, blue)
            both, before = await sits(ours, battle, 0, 1), red.position
            assert isinstance(await both.ask(Undo(seat=seat)), Done)
            assert red.position.at < before.at and red.position.consent is None

    asyncio.run(scene())


def test_a_program_agrees(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await ours.open(setup(), ("human", "uniform"), seed=3)
            guest, rng = await sits(ours, battle, 0), Random(1)
            for _ in range(10):
                await until(lambda: bool(guest.position.asked))
                await guest.go_on(rng)
            await until(lambda: bool(guest.position.asked))
            before = guest.position
            assert isinstance(await guest.ask(Undo(seat=0)), Done)
            assert guest.position.at < before.at and guest.position.asked

    asyncio.run(scene())


def test_nobody_takes_back_what_they_have_not_chosen(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            _, red, _ = await table_for_two(ours)
            told = await red.ask(Undo(seat=0))
            assert isinstance(told, Refused) and "nothing yet" in told.reasons[0]

    asyncio.run(scene())


def test_a_record_does_not_grow_without_end(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takeback, "MOST", 2)

    async def scene() -> None:
        async with house(file) as ours:
            _, red, blue = await table_for_two(ours)
            chooser = red if red.position.asked else blue
            seat = int(chooser is blue)
            told = []
            for _ in range(3):
                await chooser.go_on(Random(1))
                told.append(await chooser.ask(Undo(seat=seat)))
            assert [type(each) for each in told] == [Done, Done, Refused]
            assert "2 choices" in told[-1].reasons[0]

    asyncio.run(scene())
