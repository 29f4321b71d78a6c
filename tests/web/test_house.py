"""The house: battles come and go, processes die, and no battle is lost."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import msgspec
import pytest
from sqlalchemy import text

from tests.forging import written
from tests.web.guests import SCENARIOS, Guest, Time, house, kill, lived_in, setup, sits, token, until
from warbook import rulesets, table
from warbook.core.errors import BadData, WarbookError
from warbook.core.game import Game
from warbook.core.verify import verify
from warbook.web.house import Elsewhere, House, NoGame
from warbook.web.judge import Case, Judgement, too_long
from warbook.web.judging import Judges, Judging
from warbook.web.leases import SILENT
from warbook.web.protocol import Branch, Choose, Fault, Opened, Position, Refused, Welcome
from warbook.web.storage import Storage
from warbook.web.tables import games

HUMANS = ("human", "human")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "battles.sqlite"


# ---- killed ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_killed_house_comes_back_with_the_battle_as_it_stood(file: Path, scenario: str) -> None:
    async def scene() -> None:
        killed = lived_in(file)
        opened = await killed.open(setup(scenario), HUMANS, seed=5)
        guest, rng = await sits(killed, opened, 0, 1), Random(1)
        middles = 0
        for _ in range(12):
            await guest.go_on(rng, 7)
            while not guest.room.game.answers and guest.position.asked:
                await guest.go_on(rng)
            middles += bool(guest.room.game.answers)
            shown, record = guest.position, guest.room.game.save()
            kill(killed)
            killed = lived_in(file)
            guest = await sits(killed, opened, 0, 1)
            assert guest.room.game.save() == record, "not a byte of the record is lost or new"
            assert guest.position.at == shown.at and guest.position.asked == shown.asked
            assert guest.position.tableau == shown.tableau
        assert middles > 3, "it was killed in the middle of actions"
        assert verify(table.load(record, "record")).true

    asyncio.run(scene())


KILLED = """
import asyncio, sys
from pathlib import Path
from random import Random
from tests.web.guests import lived_in, setup, sits, until

async def scene():
    house = lived_in(Path(sys.argv[1]))
    await house.start()
    opened = await house.open(setup(sys.argv[2]), ("human", "human"), seed=int(sys.argv[3]))
    print(opened.game, *(link.token for link in opened.links), flush=True)
    guest, rng = await sits(house, opened, 0, 1), Random(int(sys.argv[3]))
    while guest.position.asked:
        await guest.go_on(rng)
        print(*guest.position.at, flush=True)

asyncio.run(scene())
"""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_process_killed_at_any_moment_loses_nothing_that_was_shown(file: Path, scenario: str) -> None:
    lived_in(file).storage.close()
    for seed in range(3):
        command = [sys.executable, "-c", KILLED, str(file), scenario, str(seed)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
        assert process.stdout is not None
        game = process.stdout.readline().split()[0]
        shown = [process.stdout.readline() for _ in range(20 + 31 * seed)]
        process.send_signal(signal.SIGKILL)
        shown += [line for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        process.wait()

        async def come_back(game: str, shown: list[str]) -> None:
            async with house(file) as again:  # nobody waits: the process is known to be gone
                battle = (await again.room(game)).game
                steps, answers = map(int, shown[-1].split())
                assert (len(battle.steps), len(battle.answers)) >= (steps, answers)
                assert verify(battle).true

        asyncio.run(come_back(game, shown))


# ---- in and out of memory --------------------------------------------------------------------------------------------


def test_a_house_that_closes_lays_out_no_more_tables(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite") as ours:
            layouts = [ours._layouts.submit(time.sleep, 0.1) for _ in range(100)]
        assert sum(each.cancelled() for each in layouts) > 50

    asyncio.run(scene())


def test_a_room_is_read_once_for_all_who_come_at_once(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup(), HUMANS, seed=1)
            assert not ours.rooms, "nothing is in memory before somebody comes"
            rooms = await asyncio.gather(*(ours.room(opened.game) for _ in range(5)))
            assert len(set(map(id, rooms))) == 1

    asyncio.run(scene())


def test_rooms_that_nobody_is_in_are_dropped_after_a_while_and_read_again(file: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time, idle=60.0) as ours:
            opened = await ours.open(setup(), HUMANS, seed=1)
            guest = await sits(ours, opened, 0, 1)
            await guest.go_on(Random(1), 5)
            time.now += 1000
            await ours.sweep()
            assert opened.game in ours.rooms, "somebody is there"
            record = guest.room.game.save()
            guest.room.leave(guest)
            time.now += 59
            await ours.sweep()
            assert opened.game in ours.rooms
            time.now += 2
            await ours.sweep()
            assert opened.game not in ours.rooms
            again = await sits(ours, opened, 0)
            assert again.room is not guest.room and again.room.game.save() == record

    asyncio.run(scene())


def test_a_full_house_drops_the_room_that_was_longest_without_anybody(file: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time, most=2) as ours:
            battles = [await ours.open(setup(), HUMANS, seed=n) for n in range(3)]
            for battle in battles[:2]:
                await ours.room(battle.game)
                time.now += 60
            await ours.room(battles[2].game)
            assert set(ours.rooms) == {battles[1].game, battles[2].game}
            await sits(ours, battles[1], 0)
            await sits(ours, battles[2], 0)
            time.now += 60
            with pytest.raises(Elsewhere, match="as many battles as it can hold"):
                await ours.room(battles[0].game)

    asyncio.run(scene())


def test_a_battle_that_there_is_not(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            with pytest.raises(NoGame):
                await ours.room("nothing")

    asyncio.run(scene())


def test_a_record_that_cannot_be_read_is_told_and_left_alone(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup(), HUMANS, seed=1)
            with ours.storage.writing() as connection:
                connection.execute(text("UPDATE lines SET data = X'7b7d0a' WHERE number = 0"))
            for _ in range(2):
                with pytest.raises(BadData, match="line 1"):
                    await ours.room(opened.game)
            assert not ours.rooms

    asyncio.run(scene())


# ---- several houses --------------------------------------------------------------------------------------------------


def test_a_battle_is_in_one_house_at_a_time_and_moves_when_that_one_dies(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as one, house(file) as other:
            opened = await one.open(setup(), HUMANS, seed=1)
            guest = await sits(one, opened, 0, 1)
            await guest.go_on(Random(1), 5)
            with pytest.raises(Elsewhere):
                await other.room(opened.game)
            asleep(one)
            moved = await sits(other, opened, 0, 1)
            assert moved.position.at == guest.position.at
            await moved.go_on(Random(2), 3)
            # The first one wakes up, and somebody there still chooses.
            record, seen = moved.room.game.save(), guest.position
            at, asked = guest.position.at, guest.position.asked[0]
            decision = guest.room.asked_of(asked.seat)
            assert decision is not None
            refused = await guest.ask(Choose(seat=asked.seat, at=at, answer=decision.sample(Random(3))))
            assert isinstance(refused, Refused)
            assert guest.last(Fault).code == "elsewhere" and guest.last(Fault).last
            assert guest.position is seen, "nobody was shown what was not written"
            assert opened.game not in one.rooms
            await moved.go_on(Random(4), 1)
            assert moved.room.game.save().startswith(record)

    asyncio.run(scene())


def test_a_house_that_was_asleep_lets_go_what_others_hold_by_now(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as one, house(file) as other:
            lost, kept = [await one.open(setup(), HUMANS, seed=n) for n in (1, 2)]
            guest = await sits(one, lost, 0)
            await sits(one, kept, 0)
            asleep(one)
            await other.room(lost.game)
            one._alive -= SILENT
            await one.beat()
            assert set(one.rooms) == {kept.game} and guest.last(Fault).code == "elsewhere"

    asyncio.run(scene())


def test_a_house_that_closes_leaves_its_battles_to_the_others_at_once(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as other:
            async with house(file) as one:
                opened = await one.open(setup(), HUMANS, seed=1)
                await one.room(opened.game)
            await other.room(opened.game)

    asyncio.run(scene())


def test_two_houses_over_postgresql(fresh_postgres: str) -> None:
    async def scene() -> None:
        async with house(fresh_postgres) as one, house(fresh_postgres) as other:
            opened = await one.open(setup(), HUMANS, seed=1)
            guest = await sits(one, opened, 0, 1)
            await guest.go_on(Random(1), 30)
            with pytest.raises(Elsewhere):
                await other.room(opened.game)
            asleep(one)
            moved = await sits(other, opened, 0, 1)
            assert moved.room.game.save() == guest.room.game.save()
            await moved.go_on(Random(1), 5)
            assert len((await other.listing(public=False)).games) == 1

    asyncio.run(scene())


def asleep(one: House) -> None:
    """A house is suspended, for longer than it may be silent."""
    for task in one._tasks:
        task.cancel()
    with one.storage.writing() as connection:
        connection.execute(text("UPDATE servers SET beat = 0 WHERE id = :id"), {"id": one.leases.server})


# ---- battles out of others -------------------------------------------------------------------------------------------


def test_play_on_from_here_is_a_battle_of_its_own(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup(), HUMANS, seed=1)
            guest = await sits(ours, opened, 0)
            both = await sits(ours, opened, 0, 1)
            await both.go_on(Random(1), 40)
            record = both.room.game.save()
            told = await guest.ask(Branch(step=3, answers=0, players=("human", "uniform")))
            assert isinstance(told, Opened) and [link.seat for link in told.links] == [0, -1]
            assert guest.room.game.save() == record
            other = await sits(ours, told, 0)
            assert other.room.game.names == ("human", "uniform") and other.last(Welcome).game.title.endswith("step 3")
            await until(lambda: bool(other.position.asked))
            for bad in (Branch(step=99, players=HUMANS), Branch(step=0, players=("human",)), _evil(0)):
                assert isinstance(await guest.ask(bad), Refused)

    asyncio.run(scene())


def _evil(step: int) -> Branch:
    return Branch(step=step, players=("human", "os:system"))


def test_those_who_only_watch_a_private_battle_cannot_play_on(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            for public in (False, True):
                opened = await ours.open(setup(), HUMANS, seed=1, public=public)
                guest = await sits(ours, opened, -1)
                told = await guest.ask(Branch(step=0, players=HUMANS))
                assert isinstance(told, Opened if public else Refused)

    asyncio.run(scene())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_record_goes_out_and_comes_in(file: Path, scenario: str) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup(scenario), HUMANS, seed=1)
            guest = await sits(ours, opened, 0, 1)
            await guest.go_on(Random(1), 50)
            data = await ours.record(opened.game, token(opened, 0))
            assert b'"seed":1' not in data, "whoever knew the seed would know the dice"
            brought = await ours.import_record(data, ("human", "uniform"))
            again = await sits(ours, brought, 0)
            assert again.room.game.events()[: len(guest.room.game.events())] == guest.room.game.events()
            await again.go_on(Random(1), 5)
            seeds = {again.room.game.seed}
            again.room.leave(again)
            await until(lambda: again.room.idle)
            ours.idle = -1.0
            await ours.sweep()
            assert not ours.rooms.get(brought.game)
            again = await sits(ours, brought, 0)
            assert {again.room.game.seed} == seeds and not seeds & {0, 1}, "nobody can know the dice to come"
            with pytest.raises(NoGame):
                await ours.record(opened.game, "guessed")

    asyncio.run(scene())


def test_a_record_names_no_program_that_the_house_would_run(file: Path) -> None:
    rows: list[bytes] = []
    Game(rulesets.find(setup().ruleset), setup(), names=("os:system", "greedy"), write=rows.append)

    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.import_record(b"".join(rows))
            assert [link.seat for link in opened.links] == [0, -1]
            with pytest.raises(WarbookError, match="no player 'os:system'"):
                await ours.import_record(b"".join(rows), ("os:system", "human"))

    asyncio.run(scene())


def test_what_is_no_record_is_told_in_words(file: Path) -> None:
    rows: list[bytes] = []
    game = Game(rulesets.find(setup().ruleset), setup(), write=rows.append)
    for _ in range(9):
        game.choose(game.decisions[0].sample(Random(1)), game.decisions[0].player)
    whole = b"".join(rows)
    forged = whole.replace(b'"dice":0', b'"dice":1', 1)

    async def scene() -> None:
        async with house(file) as ours:
            for bad in (b"", b"\n", b"nonsense", b"{}", whole[1:], forged, b"\xff" * 50, rows[1]):
                with pytest.raises(WarbookError):
                    await ours.import_record(bad)
            assert (await ours.listing(public=False)).games == ()
            torn = await ours.import_record(whole[:-7])
            assert (await ours.room(torn.game)).game.save()

    asyncio.run(scene())


def test_a_record_that_does_not_follow_from_its_rules_is_no_battle(file: Path) -> None:
    game = Game(rulesets.find(setup().ruleset), setup())
    header = msgspec.json.decode(game.lines()[0])
    odd = header["start"]["records"][0]
    odd = odd | {"at": odd["at"] | {"x": 95_999}}
    first = header | {"start": header["start"] | {"records": [odd, *header["start"]["records"][1:]]}}
    older = first | {"version": "0.0.1"}

    async def scene() -> None:
        async with house(file) as ours:
            for forged, said in ((first, "first position"), (older, r"version 0\.0\.1")):
                with pytest.raises(WarbookError, match=said):
                    await ours.import_record(written(forged) + b"\n")
            assert (await ours.listing(public=False)).games == () and not ours.rooms

    asyncio.run(scene())


def test_a_battle_played_on_from_a_point_of_another_goes_out_and_comes_in(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup(), HUMANS, seed=1)
            guest = await sits(ours, opened, 0, 1)
            await guest.go_on(Random(1), 30)
            told = await guest.ask(Branch(step=3, answers=0, players=HUMANS))
            other = await sits(ours, told, 0, 1)
            assert other.position.steps == 3 and other.all(Position)[0].log, "the way there is told too"
            await other.go_on(Random(2), 5)
            brought = await ours.import_record(await ours.record(told.game, token(told, 0)))
            assert (await sits(ours, brought, 0)).position.at == other.position.at

    asyncio.run(scene())


def test_a_record_is_read_by_a_judge_and_not_at_the_table(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[bytes] = []
    Game(rulesets.find(setup().ruleset), setup(), write=rows.append)

    async def scene() -> None:
        async with house(file, judges=Judges()) as ours:
            monkeypatch.setattr(table, "load", None)
            assert (await ours.import_record(b"".join(rows), ("human", "uniform"))).links
            with pytest.raises(WarbookError, match="no player 'nobody'"):
                await ours.import_record(b"".join(rows), ("human", "nobody"))

    asyncio.run(scene())


# ---- lists -----------------------------------------------------------------------------------------------------------


def test_a_list_is_read_page_by_page(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            made = [(await ours.open(setup(), HUMANS, seed=n, public=n != 2, title=f"T{n}")).game for n in range(5)]
            first = await ours.listing(most=2, public=True)
            rest = await ours.listing(most=9, before=first.more, public=True)
            assert [game.id for game in (*first.games, *rest.games)] == [made[n] for n in (4, 3, 1, 0)]
            assert not rest.more and first.games[0].title == "T4" and first.games[0].standing
            with pytest.raises(WarbookError, match="before"):
                await ours.listing(before="x", public=True)

    asyncio.run(scene())


def test_ten_thousand_battles_are_listed_at_once(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup(), HUMANS, seed=1)
            many(ours.storage, opened.game, 10_000)
            assert len((await ours.listing(most=50, public=False)).games) == 50
            page = await ours.listing(most=10_000, public=False)
            assert len(page.games) == 10_000 and page.more

    asyncio.run(scene())


def many(storage: Storage, like: str, count: int) -> None:
    """So many more battles like one."""
    with storage.writing() as connection:
        named = ", ".join(column.name for column in games.columns if column.name != "id")
        connection.execute(
            text(
                f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "
                f"INSERT INTO games (id, {named}) SELECT 'g' || i, {named} FROM games, n WHERE id = '{like}'"
            )
        )


def test_a_position_names_no_seat_of_others(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            opened = await ours.open(setup(), HUMANS, seed=1)
            guests = [await sits(ours, opened, seat) for seat in (0, 1, -1)]
            await until(lambda: all(guest.all(Position) for guest in guests))
            assert sum(bool(guest.position.asked) for guest in guests) == 1
            assert isinstance(guests[2], Guest) and guests[2].position.eyes == -1

    asyncio.run(scene())


# ---- rooms that nobody came to ---------------------------------------------------------------------------------------


def test_a_new_battle_is_nobodys_before_somebody_comes(file: Path) -> None:
    async def scene() -> None:
        async with house(file) as one, house(file) as other:
            opened = await one.open(setup(), ("uniform", "human"), seed=1)
            assert not one.rooms and not await other.elsewhere(opened.game)
            guest = await sits(other, opened, 1)
            await until(lambda: bool(guest.position.asked))
            assert await one.elsewhere(opened.game) and not await other.elsewhere(opened.game)

    asyncio.run(scene())


def test_a_room_that_nobody_came_to_is_let_go_at_once(file: Path) -> None:
    async def scene() -> None:
        time = Time()
        async with house(file, clock=time) as one, house(file) as other:
            opened = await one.open(setup(), HUMANS, seed=1)
            await one.record(opened.game, token(opened, 0))
            with pytest.raises(Elsewhere):
                await other.room(opened.game)
            time.now += 6
            await one.sweep()
            assert not one.rooms
            async with asyncio.timeout(60):
                while await other.elsewhere(opened.game):  # it is being released
                    await asyncio.sleep(0.01)
            assert (await sits(other, opened, 0)).position

    asyncio.run(scene())


@pytest.mark.parametrize("name", ["", "\0", "a b", "../x", "ä", "x" * 65, "' or 1=1"])
def test_no_battle_is_called_that(file: Path, name: str) -> None:
    async def scene() -> None:
        async with house(file) as ours:
            ours.leases.take = None  # type: ignore[assignment]  # it is not even looked for
            with pytest.raises(NoGame):
                await ours.room(name)
            assert not await ours.elsewhere(name)

    asyncio.run(scene())


def test_a_record_that_never_opens_does_not_hold_up_the_house(file: Path) -> None:
    rows: list[bytes] = []
    Game(rulesets.find(setup().ruleset), setup(), write=rows.append)

    class Endless(Judging):
        async def _judge(self, case: Case, address: str) -> Judgement:
            return Judgement(refused=too_long(15))

    async def scene() -> None:
        async with house(file, judges=Endless()) as ours:
            with pytest.raises(WarbookError, match="longer than the 15 seconds"):
                await ours.import_record(b"".join(rows))
            assert (await ours.listing(public=False)).games == ()

    asyncio.run(scene())
