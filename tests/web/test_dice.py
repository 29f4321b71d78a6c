"""Dice that nobody chose: the server binds its share, the seats give theirs, and in the end all can check them."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64encode
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.web.guests import Guest, house, setup, short, sits, until
from tests.web.lines import WANTED, hello, line, served
from tests.web.lines import opened as opened_at
from warbook import table
from warbook.core.source import commitment_of, mix_seed
from warbook.web.limits import Rules
from warbook.web.protocol import Begin, Branch, Chat, Done, Opened, Refused, Undo, Welcome
from warbook.web.state import state_of

HUMANS = ("human", "human")
SHARE, OTHER = "1" * 64, "ab" * 32


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite"


async def played(guest: Guest, rng: Random, most: int = 4000) -> None:
    """Answer for everybody who sits at this screen, up to the end."""
    while guest.position.ending is None and most:
        await guest.go_on(rng)
        most -= 1


def header_of(data: bytes) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(data.split(b"\n", 1)[0])
    return found


def test_the_dice_wait_until_everybody_has_come_and_are_made_of_all_shares(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup("open-field"), HUMANS)
            red = await sits(ours, opened, 0, share=SHARE)
            room = red.room
            game = room.game
            welcome = red.last(Welcome).game
            assert welcome.dice == "shared"
            assert urlsafe_b64encode(bytes.fromhex(welcome.commitment)[:18]).decode() == opened.game
            assert room.game.awaits_dice and game.oracle.dice.rolled == 0
            assert red.position.unmade and red.position.absent == (1,)
            assert red.position.shares == (0,)
            assert red.position.asked == () and red.position.ending is None
            blue = await sits(ours, opened, 1, share=OTHER)
            await until(lambda: blue.position.shares == (0, 1) and not red.position.unmade)
            assert not room.unmade and game.shares == {0: SHARE, 1: OTHER}
            assert not blue.position.absent
            assert game.source.seed is not None and game.oracle.dice.seed == mix_seed(game.source.seed, game.shares)

    asyncio.run(scene())


def test_in_the_end_anybody_can_check_every_roll(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(short("open-field"), HUMANS)
            both = await sits(ours, opened, 0, 1, share=SHARE)
            await until(lambda: bool(both.position.asked))
            for _ in range(5):
                running = await both.room.record(0)
                assert header_of(running)["seed"] is None
                assert str(both.room.about.seed).encode() not in running
                await both.go_on(Random(2), 3)
            assert all(str(both.room.about.seed) not in str(told) for told in both.told)
            await both.go_on(Random(4), 4)
            await played(both, Random(1))
            record = await both.room.record(-1)
            verdict = table.verify(record, "record")
            assert both.position.ending is not None
            assert verdict.true and verdict.rolls > 0
            assert commitment_of(int(header_of(record)["seed"])) == both.last(Welcome).game.commitment

    asyncio.run(scene())


def test_whoever_takes_back_the_end_does_not_know_the_rolls_to_come(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(short("open-field"), HUMANS)
            both = await sits(ours, opened, 0, 1, share=SHARE)
            await until(lambda: bool(both.position.asked))
            await played(both, Random(1))
            told = {int(header_of(await both.room.record(-1))["seed"]), both.room.game.oracle.dice.seed}
            assert isinstance(await both.ask(Undo(seat=both.position.undo[0])), Done)
            assert both.position.ending is None and both.position.asked and not both.position.redo
            assert both.room.game.oracle.dice.seed not in told
            assert "other dice" in both.last(Chat).said.words
            assert (both.last(Welcome).game.dice, both.position.dice) == ("shared", "drawn")
            assert b'"seed":"' not in await both.room.record(-1)
            await played(both, Random(2))
            assert table.verify(await both.room.record(-1), "record").true

    asyncio.run(scene())


def test_a_program_that_gives_no_share_holds_nobody_up(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup("open-field"), HUMANS)
            red = await sits(ours, opened, 0)
            assert red.position.unmade
            await sits(ours, opened, 1, share=OTHER)
            await until(lambda: not red.position.unmade)
            assert red.room.game.shares == {1: OTHER}

    asyncio.run(scene())


def test_a_screen_that_goes_while_its_share_is_stored_leaves_the_share_and_nobody(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup("open-field"), HUMANS)
            red = await sits(ours, opened, 0, share=SHARE)
            reached, goes_on, write = asyncio.Event(), asyncio.Event(), ours.journal.write

            async def slowly(*written: Any) -> None:
                reached.set()
                await goes_on.wait()
                await write(*written)

            ours.journal.write = slowly  # type: ignore[method-assign, assignment]
            coming = asyncio.create_task(sits(ours, opened, 1, share=OTHER))
            await reached.wait()
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
            goes_on.set()
            await red.room.quiet()
            assert red.position.shares == (0, 1) and not red.position.unmade
            assert [visitor.sitter for visitor in red.room.people] == [red]

    asyncio.run(scene())


def test_those_who_watch_give_no_share(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup("open-field"), HUMANS)
            watching = await sits(ours, opened, -1, share=SHARE)
            assert watching.position.unmade and watching.room.game.shares == {}

    asyncio.run(scene())


def test_who_does_not_want_to_wait_begins_and_everybody_is_told(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup("open-field"), HUMANS)
            red = await sits(ours, opened, 0, share=SHARE)
            watching = await sits(ours, opened, -1)
            assert isinstance(await watching.ask(Begin(seat=0)), Refused)
            assert isinstance(await red.ask(Begin(seat=0)), Done)
            assert not red.position.unmade and red.room.game.shares == {0: SHARE}
            assert "begins without" in watching.last(Chat).said.words
            assert "The dice are made" in str(await red.ask(Begin(seat=0)))
            blue = await sits(ours, opened, 1, share=OTHER)
            assert blue.position.shares == (0,), "it came too late"

    asyncio.run(scene())


def test_shares_outlive_a_restart(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup("open-field"), HUMANS)
            await sits(ours, opened, 0, share=SHARE)
        async with house(file) as ours:
            blue = await sits(ours, opened, 1, share=OTHER)
            await until(lambda: not blue.position.unmade)
            assert blue.room.game.shares == {0: SHARE, 1: OTHER}
            rolled = blue.room.game.save()
        async with house(file) as ours:
            room = await ours.room(opened.game)
            assert room.game.save() == rolled

    asyncio.run(scene())


def test_who_comes_to_both_seats_gives_a_share_for_that_which_has_given_none(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup("open-field"), HUMANS)
            await sits(ours, opened, 0, share=SHARE)
            both = await sits(ours, opened, 0, 1, share=OTHER)
            assert both.room.game.shares == {0: SHARE, 1: OTHER} and not both.position.unmade

    asyncio.run(scene())


def test_a_battle_of_programs_waits_for_nobody(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup("open-field"), ("uniform", "uniform"))
            assert not (await ours.room(opened.game)).game.awaits_dice

    asyncio.run(scene())


def test_a_seed_that_was_chosen_is_told_to_everybody(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup("open-field"), HUMANS, seed=3)
            for seat in (0, 1, -1):
                guest = await sits(ours, opened, seat)
                assert guest.last(Welcome).game.dice == "chosen" and not guest.position.unmade

    asyncio.run(scene())


def test_a_record_that_is_brought_and_a_branch_go_on_with_dice_that_nobody_knows(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            game = table.battle(setup("open-field"), seed=9)
            rng = Random(1)
            for _ in range(6):
                assert game.decision is not None
                game.choose(game.decision.sample(rng))
            brought = await ours.import_record(game.save(), HUMANS)
            both = await sits(ours, brought, 0, 1, share=OTHER)
            await until(lambda: not both.position.unmade)
            assert both.room.game.source.how == "shared" and both.room.game.seed != 9
            await both.go_on(Random(3), 12)
            assert isinstance(await both.ask(Undo(seat=both.position.undo[0])), Done)
            opened = await both.ask(Branch(step=1, players=HUMANS))
            assert isinstance(opened, Opened), opened
            other = await sits(ours, opened, 0, 1, share=SHARE)
            await until(lambda: not other.position.unmade)
            await other.go_on(Random(3), 6)
            seeds = {both.room.game.seed, other.room.game.seed, 9}
            assert len(seeds) == 3
            assert str(both.room.game.seed).encode() not in other.room.game.save(), "that battle goes on"
            for room in (both.room, other.room):
                assert table.verify(room.game.save(), "record").different == ""

    asyncio.run(scene())


# ---- by HTTP ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 2**63 - 1, "7", str(2**255)])
def test_a_seed_is_a_number_or_its_digits_as_text(tmp_path: Path, seed: int | str) -> None:
    with served(tmp_path) as client:
        game, tokens = opened_at(client, seed=seed)
        with line(client, game) as socket:
            assert hello(socket, game, tokens[0])["game"].get("dice", "chosen") == "chosen"
        storage = state_of(client.app).house.storage  # type: ignore[arg-type]
        stored = storage.stored(game)
        assert stored is not None and stored.about.seed == int(seed)


@pytest.mark.parametrize("seed", [-1, 2**64, "", "-1", "1e9", "9" * 78, "0x1f", True])
def test_what_is_no_seed_is_refused_in_a_sentence(tmp_path: Path, seed: Any) -> None:
    with served(tmp_path) as client:
        reply = client.post("/api/games", json=WANTED | {"seed": seed})
        assert reply.status_code == 400 and "seed" in reply.json()["reasons"][0]


def test_on_a_public_server_nobody_chooses_a_seed(tmp_path: Path) -> None:
    record = table.battle(setup("open-field"), seed=9).save()
    with served(tmp_path, Rules(public=True)) as client:
        for reply in (
            client.post("/api/games", json=WANTED | {"seed": 3}),
            client.post("/api/games/import?players=human,human&seed=3", content=record),
        ):
            assert reply.status_code == 400 and "nobody chooses the dice" in reply.json()["reasons"][0]
        assert client.post("/api/games/import?players=human,human", content=record).status_code == 201


def test_a_brought_record_takes_a_seed_at_home_and_says_that_it_was_chosen(tmp_path: Path) -> None:
    record = table.battle(setup("open-field"), seed=9).save()
    with served(tmp_path) as client:
        assert client.post("/api/games/import?seed=x", content=record).status_code == 400
        brought = client.post("/api/games/import?players=human,human&seed=9", content=record).json()
        with line(client, brought["game"]) as socket:
            token = next(link["token"] for link in brought["links"] if link["seat"] == 0)
            assert hello(socket, brought["game"], token)["game"].get("dice", "chosen") == "chosen"
