"""Secrets: what one seat may not know never reaches its wire.

The toy of sealed bids and a hidden marker is played twice, with nothing different but the secret: whoever may not know
it must be told the same, byte for byte.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.core.toys import CRYPT, CRYPT_SETUP
from tests.web.guests import Guest, Time, house, sits, token
from warbook import rulesets
from warbook.web import tokens
from warbook.web.house import House
from warbook.web.protocol import (
    AskAims,
    AskCard,
    AskOdds,
    AskPast,
    Branch,
    Check,
    Choose,
    ClockRules,
    Done,
    Hello,
    Opened,
    Redo,
    Refused,
    Region,
    Route,
    Suggest,
    Undo,
)

HUMANS = ("human", "human")


@pytest.fixture(autouse=True)
def crypt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "find", lambda name: CRYPT)


class Wire(Guest):
    """Keeps what came over the wire."""

    def __init__(self, room: Any) -> None:
        super().__init__(room)
        self.wire: list[bytes] = []

    def send(self, told: Any) -> None:
        super().send(told)
        self.wire.append(told if isinstance(told, bytes) else repr(told).encode())


async def wires(ours: House, battle: Opened, *seats: int) -> Wire:
    room = await ours.room(battle.game)
    wire = Wire(room)
    await room.join(wire, Hello(protocol=1, game=battle.game, tokens=tuple(token(battle, seat) for seat in seats)))
    return wire


async def at_the_crypt(ours: House, **wanted: Any) -> tuple[Opened, Wire, Wire, Wire]:
    battle = await ours.open(CRYPT_SETUP, HUMANS, seed=1, **wanted)
    return battle, *[await wires(ours, battle, seat) for seat in (0, 1, -1)]  # type: ignore[return-value]


def test_of_questions_to_all_at_once_each_is_answered_for_itself(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path / "b.sqlite") as ours:
            _, red, blue, watcher = await at_the_crypt(ours)
            asked_red, asked_blue = red.position, blue.position
            assert asked_red.asked[0].seat == 0 and asked_blue.asked[0].seat == 1 and asked_red.at == asked_blue.at
            assert isinstance(await red.choose(3), Done)
            assert not red.position.asked
            # The other one had read its question before: it is still the same.
            assert isinstance(await blue.ask(Choose(seat=1, at=asked_blue.at, answer=1)), Done)
            assert red.position.asked[0].key == "refill" and not blue.position.asked and not watcher.position.asked
            late = await blue.ask(Choose(seat=1, at=asked_blue.at, answer=1))
            assert isinstance(late, Refused) and late.stale

    asyncio.run(scene())


async def told(folder: Path, monkeypatch: pytest.MonkeyPatch, bid: int, refill: int) -> tuple[list[bytes], ...]:
    """What seat 1, a watcher and a late watcher are told while seat 0 bids so much, wins and puts that back."""
    folder.mkdir()
    monkeypatch.setattr(tokens, "battle_id", lambda commitment: "battle")
    async with house(folder / "b.sqlite", clock=Time()) as ours:
        battle, red, blue, watcher = await at_the_crypt(ours)
        await red.choose(bid)
        await red.ask(Undo(seat=0))
        await red.choose(bid)
        await ask_everything(blue, 1)
        await ask_everything(watcher, -1)
        for seat in (1, -1):
            blue.wire.append(await ours.record("battle", token(battle, seat)))
        sealed = [list(wire.wire) for wire in (blue, watcher)]
        blue.wire.clear()
        await blue.choose(0)
        await red.choose(refill)
        await ask_everything(blue, 1)
        await blue.ask(AskPast(seat=1, step=0, event=1))
        await watcher.ask(AskPast(step=0, event=99))
        late = await wires(ours, battle, -1)
        record = await ours.record("battle", token(battle, 1))
        standing = (await ours.listing(public=False)).games[0].standing
        return (*sealed, blue.wire[-2:], watcher.wire[-2:], late.wire, [record.split(b"\n", 1)[1], standing.encode()])


async def ask_everything(wire: Wire, eyes: int) -> None:
    """Whatever can be asked that might give another seat's answer away; also for that seat, and from its eyes."""
    at = wire.position.at
    for seat in (0, 1):
        for question in (
            AskOdds(seat=seat, at=at, answer=1),
            Check(seat=seat, at=at, answer=1),
            Suggest(seat=seat, at=at),
            Region(seat=seat, at=at),
            Route(seat=seat, at=at, to=(1, 1)),
            Undo(seat=seat),
            Redo(seat=seat),
        ):
            if seat != eyes or not isinstance(question, Undo | Redo):
                await wire.ask(question)
    for seat in (-1, 0, 1):
        await wire.ask(AskCard(seat=seat, who=2))
        await wire.ask(AskAims(seat=seat, who=2))
        for step in (0, 1):
            await wire.ask(AskPast(seat=seat, step=step, event=0))
    assert isinstance(await wire.ask(Branch(step=0, answers=1, players=HUMANS)), Refused)


def test_a_sealed_bid_is_told_to_nobody_before_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = asyncio.run(told(tmp_path / "a", monkeypatch, 3, 5))
    other = asyncio.run(told(tmp_path / "b", monkeypatch, 2, 5))
    assert one[:2] == other[:2] and len(one[0]) > 4 and len(one[1]) > 4


def test_a_secret_answer_is_told_to_nobody_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = asyncio.run(told(tmp_path / "a", monkeypatch, 3, 5))
    other = asyncio.run(told(tmp_path / "b", monkeypatch, 3, 7))
    assert one == other and all(one)


def test_time_that_runs_out_gives_no_secret_away(tmp_path: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(tmp_path / "b.sqlite", clock=time) as ours:
            _, red, blue, _ = await at_the_crypt(ours, clock=ClockRules(move=10))
            time.now += 10
            await ours.tick()
            await red.room.quiet()
            words = [spoken.words for spoken in red.room.chat]
            assert words[-2:] == ["Time is up for player 1.", "Time is up for player 2."]  # and not what was answered
            assert red.position.asked or blue.position.asked

    asyncio.run(scene())


def test_nobody_plays_on_from_a_battle_whose_secrets_are_kept(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path / "b.sqlite") as ours:
            battle, red, blue, _ = await at_the_crypt(ours, public=True)
            branch = Branch(step=0, players=HUMANS)
            assert isinstance(await blue.ask(branch), Refused)
            record = await ours.record(battle.game, token(battle, 1))
            with pytest.raises(Exception, match="cannot be played on"):
                await ours.import_record(record)
            for _ in range(3):
                await red.choose(1)
                await blue.choose(0)
                await red.choose(red.position.asked[0].options[0].answer)
            assert blue.position.ending is not None
            assert isinstance(await blue.ask(branch), Opened)
            again = await sits(ours, battle, 1)
            assert again.position.ending is not None

    asyncio.run(scene())
