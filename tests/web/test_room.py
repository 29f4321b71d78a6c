"""The room: nobody sees what is not stored, nobody decides for another, and nothing that anybody says breaks it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from tests.web.guests import SCENARIOS, Guest, Time, house, kill, setup, sits, token, until
from warbook.core.decision import against, freeze
from warbook.core.game import Game
from warbook.web import positions
from warbook.web.house import Elsewhere, House
from warbook.web.protocol import (
    EVERYTHING,
    VERSION,
    AskAims,
    AskCard,
    AskOdds,
    AskPast,
    Chat,
    Check,
    Checked,
    Choose,
    Client,
    Consent,
    Done,
    Drop,
    Fault,
    Hello,
    OddsTold,
    Opened,
    Order,
    Position,
    Presence,
    Redo,
    Refused,
    Region,
    Route,
    Say,
    Stand,
    Suggest,
    Undo,
    Welcome,
    encode,
)
from warbook.web.questions import AT_ONCE
from warbook.web.storage import REMEMBERED, Fenced, Storage
from warbook.web.stored import Stored, Write
from warbook.web.tables import chat
from warbook.web.thinking import Inline

HUMANS = ("human", "human")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "battles.sqlite"


async def opened(house: House, scenario: str = SCENARIOS[0], seed: int = 1, **wanted: Any) -> Opened:
    return await house.open(setup(scenario), HUMANS, seed=seed, **wanted)


# ---- who may come ----------------------------------------------------------------------------------------------------


def test_a_token_opens_its_seat_and_no_other(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            for seats, yours in (((0,), (0,)), ((1,), (1,)), ((1, 0), (0, 1)), ((-1,), ()), ((-1, 1), (1,))):
                assert (await sits(ours, battle, *seats)).last(Welcome).yours == yours

    asyncio.run(scene())


@pytest.mark.parametrize("shown", [(), ("",), ("x" * 32,), ("\x00\ud800",), "other", "with"])
def test_whoever_shows_no_valid_token_sees_nothing(file: Path, shown: Any) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle, other = await opened(ours), await opened(ours)
            tokens = {"other": (token(other, 0),), "with": (token(battle, 0), "guessed")}.get(shown, shown)
            room = await ours.room(battle.game)
            guest = Guest(room)
            assert await room.join(guest, Hello(protocol=VERSION, game=battle.game, tokens=tokens))
            assert [type(told) for told in guest.told] == [Fault]
            assert guest.last(Fault).code == "token" and guest.last(Fault).last
            await room.hear(guest, Say(words="hullo"))
            assert not room.chat and not room.people

    asyncio.run(scene())


def test_a_public_battle_may_be_watched_without_a_token(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours, public=True)
            guest = await sits(ours, battle)
            assert guest.last(Welcome).yours == () and guest.position.eyes == -1 and not guest.position.asked

    asyncio.run(scene())


def test_no_token_is_kept(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            await sits(ours, battle, 0, 1)
        for kept in file.parent.glob(f"{file.name}*"):
            for link in battle.links:
                assert link.token.encode() not in kept.read_bytes()

    asyncio.run(scene())


def test_everybody_knows_who_is_here(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            red = await sits(ours, battle, 0, name="Ann\x07")
            blue = await sits(ours, battle, 1, name="Bo")
            await sits(ours, battle, -1)
            told = red.last(Presence)
            assert [info.who for info in told.seats] == [("Ann",), ("Bo",)] and told.watching == 1
            blue.room.leave(blue)
            blue.room.leave(blue)
            assert [info.here for info in red.last(Presence).seats] == [1, 0]

    asyncio.run(scene())


def test_who_was_named_when_the_battle_was_opened_is_called_so(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            red = await sits(ours, await opened(ours, names=("Ann", "Bo")), 0)
            assert [info.who for info in red.last(Welcome).seats] == [("Ann",), ("Bo",)]
            await red.ask(Say(seat=0, words="Hullo"))
            assert red.last(Chat).said.name == "Ann"

    asyncio.run(scene())


def test_a_table_has_so_many_places(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warbook.web.people.MOST", 2)

    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            guests = [await sits(ours, battle, -1) for _ in range(3)]
            assert guests[2].last(Fault).code == "full" and len(guests[0].room.people) == 2

    asyncio.run(scene())


# ---- who may do what -------------------------------------------------------------------------------------------------


def everything(seat: int, at: tuple[int, int]) -> list[Client]:
    """Everything that can be said for a seat."""
    answer = None
    return [
        Choose(seat=seat, at=at, answer=answer),
        Check(seat=seat, at=at, answer=answer),
        Route(seat=seat, at=at, to=(0, 0)),
        Region(seat=seat, at=at),
        Suggest(seat=seat, at=at),
        AskOdds(seat=seat, at=at, answer=answer),
        AskCard(seat=seat, who=0),
        AskAims(seat=seat, who=0),
        AskPast(seat=seat, step=0),
        Undo(seat=seat),
        Redo(seat=seat),
        Consent(seat=seat, agree=True),
        Stand(seat=seat, order=Order("Declared.before")),
        Drop(seat=seat, order=0),
        Say(seat=seat, words="I am somebody else"),
    ]


def test_nobody_says_anything_for_another_seat(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            both = await sits(ours, battle, 0, 1)
            await both.go_on(Random(1), 20)
            record = both.room.game.save()
            for mine in (0, 1, -1):
                guest = await sits(ours, battle, mine)
                for seat in {0, 1, 7} - {mine}:
                    for said in everything(seat, guest.position.at):
                        told = await guest.ask(said)
                        assert isinstance(told, Refused) and "not yours" in told.reasons[0], said
            assert both.room.game.save() == record and not both.room.chat and not both.room.orders.given

    asyncio.run(scene())


def test_who_watches_may_look_and_talk(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            both, watcher = await sits(ours, battle, 0, 1), await sits(ours, battle, -1)
            await both.go_on(Random(1), 20)
            for said in (AskCard(who=0), AskPast(step=1), AskAims(who=0), Say(words="Well done")):
                assert not isinstance(await watcher.ask(said), Refused), said
            assert both.last(Chat).said.words == "Well done" and both.last(Chat).said.seat == -1

    asyncio.run(scene())


def test_the_eyes_are_those_of_the_seat_that_decides(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            both, blue = await sits(ours, battle, 0, 1), await sits(ours, battle, 1)
            seen, rng = set(), Random(1)
            for _ in range(40):
                await both.go_on(rng)
                if both.position.asked:
                    assert both.position.eyes == both.position.asked[0].seat and blue.position.eyes == 1
                    seen.add(both.position.eyes)
            assert seen == {0, 1}

    asyncio.run(scene())


# ---- answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_answer_that_is_none_changes_nothing(file: Path, scenario: str) -> None:
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    nonsense = [
        None,
        True,
        -99,
        2**63,
        1e308,
        "x",
        [],
        {},
        [[1]],
        {"a": [None]},
        [[0, 0, 0]],
        [["a", "b"]],
        "\x00",
        deep,
    ]

    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours, scenario)
            guest, rng = await sits(ours, battle, 0, 1), Random(2)
            for _ in range(15):
                record, shown = guest.room.game.save(), len(guest.all(Position))
                for answer in nonsense:
                    decision = guest.room.game.decision
                    assert decision is not None
                    if answer is not deep and not against(decision, freeze(answer)):
                        continue  # it is one, to this question
                    told = await guest.choose(answer)
                    assert isinstance(told, Refused) and told.reasons and not told.stale, answer
                    asked = Check(seat=decision.player, at=guest.position.at, answer=answer)
                    assert isinstance(await guest.ask(asked), Checked | Refused)
                assert guest.room.game.save() == record and len(guest.all(Position)) == shown
                await guest.go_on(rng, 4)

    asyncio.run(scene())


def test_of_two_tabs_the_second_is_told_that_the_question_is_another(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            one, other = await sits(ours, battle, 0, 1), await sits(ours, battle, 0, 1)
            seen = other.position
            answer = one.room.game.decision.sample(Random(1))  # type: ignore[union-attr]
            first, second = await asyncio.gather(
                one.choose(answer), other.ask(Choose(seat=seen.asked[0].seat, at=seen.at, answer=answer))
            )
            assert isinstance(first, Done)
            assert isinstance(second, Refused) and second.stale and "another by now" in second.reasons[0]
            assert other.position.at == one.position.at != seen.at

    asyncio.run(scene())


def test_the_same_place_after_taking_back_is_not_the_same_question(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            guest, rng = await sits(ours, battle, 0, 1), Random(1)
            await guest.go_on(rng, 2)
            seen, answer = guest.position, guest.room.game.decision.sample(rng)  # type: ignore[union-attr]
            seat = seen.asked[0].seat
            await guest.ask(Undo(seat=guest.position.undo[-1]))
            await guest.go_on(Random(9))
            assert guest.position.at == seen.at and guest.position.taken == seen.taken + 1
            told = await guest.ask(Choose(seat=seat, at=seen.at, answer=answer, taken=seen.taken))
            assert isinstance(told, Refused) and told.stale

    asyncio.run(scene())


def test_a_place_that_was_taken_back_is_not_the_question_before_it(file: Path) -> None:
    """Also for a program that does not say how often something had been taken back when it was asked."""

    async def scene() -> None:
        async with house(file) as ours:
            guest = await sits(ours, await opened(ours), 0, 1)
            asked, (step, answers) = guest.position.asked[0], guest.position.at
            answer = guest.room.game.decisions[0].candidates(1)[0]
            told = await guest.ask(Choose(seat=asked.seat, at=(step, answers + 1), answer=answer))
            assert isinstance(told, Refused) and told.stale

    asyncio.run(scene())


def test_a_question_that_nobody_has_asked_you(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            red, blue = await sits(ours, battle, 0), await sits(ours, battle, 1)
            idle = next(guest for guest in (red, blue) if not guest.position.asked)
            told = await idle.ask(Choose(seat=0 if idle is red else 1, at=idle.position.at, answer=None))
            assert isinstance(told, Refused) and "must decide" in told.reasons[0] and not told.stale

    asyncio.run(scene())


class Musing(Inline):
    """Works out odds when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.go, self.asked = asyncio.Event(), 0

    async def odds(self, game_id: str, game: Game, seat: int, answer: Any, thorough: bool = False) -> OddsTold:
        self.asked += 1
        await self.go.wait()
        return OddsTold(answer=answer, chances=())


def test_who_asks_for_odds_goes_on_meanwhile_and_is_told_no_odds_of_the_past(file: Path) -> None:
    async def scene() -> None:
        thinkers = Musing()
        async with house(file, thinkers) as ours:
            guest = await sits(ours, await opened(ours), 0, 1)
            asked = guest.position.asked[0]
            waiting = [
                asyncio.create_task(guest.ask(AskOdds(seat=asked.seat, at=asked.at, answer=None))) for _ in range(12)
            ]
            await asyncio.sleep(0.02)
            assert guest.room.people.of(guest).waits == AT_ONCE  # type: ignore[union-attr]
            await guest.go_on(Random(1))
            for told in await asyncio.gather(*waiting):  # though they are still worked out
                assert isinstance(told, Refused) and told.stale
            thinkers.go.set()
            at = guest.position.asked[0]
            assert isinstance(await guest.ask(AskOdds(seat=at.seat, at=at.at, answer=None)), OddsTold)

    asyncio.run(scene())


def test_a_screen_has_the_odds_of_one_answer_at_a_time_counted_with_care(file: Path) -> None:
    async def scene() -> None:
        thinkers = Musing()
        async with house(file, thinkers) as ours:
            guest = await sits(ours, await opened(ours), 0, 1)
            asked = guest.position.asked[0]
            careful = AskOdds(seat=asked.seat, at=asked.at, answer=None, thorough=True)
            first = asyncio.create_task(guest.ask(careful))
            await until(lambda: thinkers.asked == 1)
            assert isinstance(await guest.ask(careful), Refused)
            thinkers.go.set()
            assert isinstance(await first, OddsTold)
            assert isinstance(await guest.ask(careful), OddsTold)

    asyncio.run(scene())


def test_an_answer_without_end_is_not_even_looked_at(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            guest = await sits(ours, await opened(ours), 0, 1)
            asked = guest.position.asked[0]
            for answer in ([[0, 0, 0, 0]] * 4000, {"a": [1] * 4000}, [[[0] * 1100] * 3]):
                for kind in (Choose, Check, AskOdds):
                    told = await guest.ask(kind(seat=asked.seat, at=asked.at, answer=answer))
                    assert isinstance(told, Refused) and "at most 3000 parts" in told.reasons[0]

    asyncio.run(scene())


# ---- durable before it is seen ---------------------------------------------------------------------------------------


class Gated(Storage):
    """A database whose commits wait for `go`, or fail while `broken`."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.go, self.broken = Event(), False
        self.go.set()

    def append(self, writes: Sequence[Write]) -> list[Fenced | None]:
        assert self.go.wait(60)
        if self.broken:
            raise OperationalError("insert", {}, OSError("the disk is full"))
        return super().append(writes)


@pytest.fixture
def gated(file: Path) -> Gated:
    storage = Gated(f"sqlite:///{file}")
    storage.migrate()
    return storage


def test_nobody_sees_anything_of_a_choice_before_it_is_stored(gated: Gated) -> None:
    async def scene() -> None:
        async with house(gated) as ours:
            battle = await opened(ours)
            guest, watcher = await sits(ours, battle, 0, 1), await sits(ours, battle, -1)
            await guest.go_on(Random(1), 30)
            told, before = (len(guest.told), len(watcher.told)), guest.position
            gated.go.clear()
            choosing = asyncio.create_task(guest.go_on(Random(2)))
            await asyncio.sleep(0.02)
            looking = [
                asyncio.create_task(watcher.ask(said))
                for said in (AskPast(step=before.at[0], event=0), AskCard(who=0), AskAims(who=0))
            ]
            looking += [
                asyncio.create_task(guest.ask(said))
                for said in everything(before.asked[0].seat, before.at)
                if not isinstance(said, Choose | Undo)
            ]
            coming = asyncio.create_task(sits(ours, battle, 0))
            fetching = asyncio.create_task(ours.record(battle.game, token(battle, 0)))
            await asyncio.sleep(0.1)
            assert (len(guest.told), len(watcher.told)) == told
            assert not any(task.done() for task in (choosing, coming, fetching, *looking))
            gated.go.set()
            await asyncio.gather(choosing, coming, fetching, *looking)
            assert guest.position.at != before.at and coming.result().position.at == guest.position.at

    asyncio.run(scene())


def test_what_cannot_be_stored_has_not_happened(gated: Gated) -> None:
    async def scene() -> None:
        async with house(gated) as ours:
            battle = await opened(ours)
            guest, watcher, rng = await sits(ours, battle, 0, 1), await sits(ours, battle, -1), Random(1)
            await guest.go_on(rng, 31)
            record, seen = guest.room.game.save(), guest.position
            answer = guest.room.game.decision.sample(rng)  # type: ignore[union-attr]
            gated.broken = True
            for said in (answer, answer):
                told = await guest.choose(said)
                assert isinstance(told, Refused) and "could not be stored" in told.reasons[0]
            assert isinstance(await guest.ask(Say(seat=0, words="Hm.")), Refused)
            order = Stand(seat=0, order=Order("Declared.before"))
            assert isinstance(await guest.ask(order), Refused)
            assert watcher.last(Fault).code == "broken" and not watcher.last(Fault).last
            assert guest.room.game.save() == record and watcher.position.at == seen.at
            assert guest.position.asked == seen.asked and not guest.all(Chat) and not guest.position.orders
            gated.broken = False
            assert isinstance(await guest.choose(answer), Done)
            assert guest.room.game.save().startswith(record[: record.rindex(b'{"line"')])

    asyncio.run(scene())


class Flickering(Gated):
    """A database that is away when something is written, and when it is read after that; and then is back."""

    away = False

    def append(self, writes: Sequence[Write]) -> list[Fenced | None]:
        if self.away:
            raise OperationalError("insert", {}, OSError("the line is cut"), connection_invalidated=True)
        return super().append(writes)

    def stored(self, game: str) -> Stored | None:
        if self.away:
            self.away = False
            raise OperationalError("select", {}, OSError("the line is cut"), connection_invalidated=True)
        return super().stored(game)


def test_a_room_that_is_lost_writes_nothing_more_and_shows_nothing_that_is_not_stored(file: Path) -> None:
    """What waited while something could not be written, nor read again, would be written behind a gap."""

    async def scene() -> None:
        storage = Flickering(f"sqlite:///{file}")
        storage.migrate()
        async with house(storage) as ours:
            battle = await opened(ours)
            guest, rng = await sits(ours, battle, 0, 1), Random(1)
            await guest.go_on(rng, 5)
            record, asked = guest.room.game.save(), guest.position.asked[0]
            answer = guest.room.asked_of(asked.seat).sample(rng)  # type: ignore[union-attr]
            storage.away = True
            choosing = asyncio.create_task(guest.choose(answer))
            await asyncio.sleep(0)
            saying = asyncio.create_task(guest.ask(Say(seat=0, words="And then?")))
            fetching = asyncio.create_task(ours.record(battle.game, token(battle, 0)))
            assert isinstance(await choosing, Refused)
            assert isinstance(await saying, Refused)
            with pytest.raises(Elsewhere):
                await fetching
            again = await sits(ours, battle, 0, 1)
            assert again.room is not guest.room and again.room.game.save() == record and not again.room.chat

    asyncio.run(scene())


def test_who_is_cut_off_while_it_is_written_has_chosen(gated: Gated) -> None:
    async def scene() -> None:
        async with house(gated) as ours:
            battle = await opened(ours)
            guest, watcher = await sits(ours, battle, 0, 1), await sits(ours, battle, -1)
            before = watcher.position
            gated.go.clear()
            choosing = asyncio.create_task(guest.go_on(Random(2)))
            await asyncio.sleep(0.05)
            choosing.cancel()
            guest.room.leave(guest)
            gated.go.set()
            await until(lambda: watcher.position.at != before.at)
            assert (await sits(ours, battle, 0)).position.at == watcher.position.at

    asyncio.run(scene())


def test_a_rule_that_breaks_down_half_way_changes_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            guest = await sits(ours, battle, 0, 1)
            await guest.go_on(Random(1), 20)
            record, goes_on = guest.room.game.save(), Game._finish

            def breaks(game: Game, play: Any) -> None:
                goes_on(game, play)
                raise ZeroDivisionError("a rule of mine")

            with monkeypatch.context() as broken:
                broken.setattr(Game, "_finish", breaks)
                told: Any = Done()
                while isinstance(told, Done):
                    told = await guest.choose(guest.room.game.decision.sample(Random(1)))  # type: ignore[union-attr]
            assert isinstance(told, Fault) and told.code == "broken" and not told.last
            assert "ZeroDivision" not in str(told) and "rule of mine" not in str(told)
            assert guest.room.game.save() != record or guest.position.asked
            kill(ours)
            async with house(file) as again:
                assert (await again.room(battle.game)).game.save() == guest.room.game.save()
            await guest.ask(Say(seat=0, words="?"))

    asyncio.run(scene())


def test_a_position_that_cannot_be_drawn_is_told_and_nothing_is_lost(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            guest = await sits(ours, battle, 0, 1)

            def breaks(*_: Any, **__: Any) -> Any:
                raise ZeroDivisionError

            with monkeypatch.context() as broken:
                broken.setattr(positions, "position", breaks)
                broken.setattr(positions, "tableau_of", breaks)
                assert isinstance(await guest.choose(guest.room.game.decision.sample(Random(1))), Done)  # type: ignore[union-attr]
                assert guest.last(Fault).code == "broken" and not guest.last(Fault).last
                late = await sits(ours, battle, 1)
                assert late.last(Welcome).yours == (1,) and late.last(Fault).code == "broken"
            assert (await sits(ours, battle, 0)).position.at != guest.position.at

    asyncio.run(scene())


# ---- the log, and coming back ----------------------------------------------------------------------------------------


class Reader(Guest):
    """A client that keeps the log as the protocol says."""

    def log(self) -> list[Any]:
        kept: list[Any] = []
        for position in self.all(Position):
            assert position.since <= len(kept)
            kept = [*kept[: position.since], *position.log]
        return kept


async def reads(ours: House, battle: Opened, *seats: int, **hello: Any) -> Reader:
    room = await ours.room(battle.game)
    reader = Reader(room)
    tokens = tuple(token(battle, seat) for seat in seats)
    await room.join(reader, Hello(protocol=VERSION, game=battle.game, tokens=tokens, **hello))
    return reader


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_log_that_is_sent_piece_by_piece_is_the_whole_log(file: Path, scenario: str) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours, scenario)
            reader, rng = await reads(ours, battle, 0, 1), Random(4)
            for n in range(80):
                chooser = reader.position.asked[0].seat
                await reader.go_on(rng)
                if n % 7 == 3:
                    assert isinstance(await reader.ask(Undo(seat=chooser)), Done)
                if n % 14 == 3:
                    assert isinstance(await reader.ask(Redo(seat=chooser)), Done)
            whole = positions.entries(reader.room.game, reader.position.eyes)
            assert encode(reader.log()) == encode(whole) and len(whole) > 20
            assert reader.position.taken == 11

    asyncio.run(scene())


def test_who_comes_back_hears_only_what_is_new_unless_something_was_taken_back(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            battle = await opened(ours)
            reader, rng = await reads(ours, battle, 0, 1), Random(4)
            await reader.go_on(rng, 25)
            heard = len(reader.log())
            reader.room.leave(reader)
            back = await reads(ours, battle, 0, 1, heard=heard)
            assert back.position.since == heard and back.position.log == ()
            await back.go_on(rng)
            await back.ask(Undo(seat=back.position.undo[-1]))
            for known in (0, 1):
                again = await reads(ours, battle, 0, heard=heard, taken=known)
                assert again.position.since == (heard if known else 0), "what was heard may have been taken back"
            silent = await reads(ours, battle, 0, heard=EVERYTHING)
            assert silent.position.log == ()

    asyncio.run(scene())


def test_words_are_kept_and_told_to_whoever_comes(file: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time) as ours:
            battle = await opened(ours)
            red, blue = await sits(ours, battle, 0, name="Ann"), await sits(ours, battle, 1)
            for n in range(103):
                time.now += 1
                assert isinstance(await red.ask(Say(seat=0, words=f"Hullo {n}\x00\u202e")), Done)
            assert isinstance(await red.ask(Say(seat=0, words="\x00\n")), Refused)
            assert blue.last(Chat).said.words == "Hullo 102" and blue.last(Chat).said.name == "Ann"
            late = await sits(ours, battle, 1)
            assert [spoken.words for spoken in late.last(Welcome).chat] == [f"Hullo {n}" for n in range(3, 103)]
        async with house(file) as again:
            late = await sits(again, battle, 1)
            assert [spoken.words for spoken in late.last(Welcome).chat] == [f"Hullo {n}" for n in range(3, 103)]
            with again.storage.reading.connect() as connection:
                kept = connection.execute(select(func.count()).select_from(chat)).scalar_one()
            assert kept == REMEMBERED, "what nobody is told any more is not kept either"

    asyncio.run(scene())


def test_a_seat_and_those_who_watch_say_so_much_and_no_more(file: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time) as ours:
            battle = await opened(ours)
            red, *watchers = [await sits(ours, battle, seat) for seat in (0, -1, -1)]
            for n in range(30):
                assert isinstance(await watchers[n % 2].ask(Say(seat=-1, words="Boo!")), Done)
            for watcher in watchers:
                told = await watcher.ask(Say(seat=-1, words="Boo!"))
                assert isinstance(told, Refused) and "wait a moment" in told.reasons[0]
            assert isinstance(await red.ask(Say(seat=0, words="Quiet, please.")), Done)
            time.now += 1
            assert isinstance(await watchers[0].ask(Say(seat=-1, words="Sorry.")), Done)

    asyncio.run(scene())
