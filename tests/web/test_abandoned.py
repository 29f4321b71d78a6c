"""Abandoned battles are removed by a rule that is said, and nothing that is played."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import func, select, text

from tests.web.guests import Time, house, setup, sits, until
from tests.web.test_storage import about
from warbook.cli.serve import command
from warbook.web import serving
from warbook.web.abandoned import AT_ONCE, DAY, Abandoned, Keeping, keeping
from warbook.web.house import House, NoGame
from warbook.web.leases import Leases
from warbook.web.protocol import Say
from warbook.web.storage import Storage
from warbook.web.stored import Standing
from warbook.web.tables import METADATA

Opener = Callable[[], Storage]
HUMANS = ("human", "human")
TODAY = 1000 * DAY


def create(storage: Storage, id: str, touched: float, *, played: bool = True) -> None:
    """A battle that was touched so long ago, in days; where it was `played`, some time after it was opened."""
    storage.create(about(id), Standing(TODAY - touched * DAY), {f"digest of {id}": 0}, [b"header\n", b"step\n"])
    if not played:
        with storage.writing() as connection:
            connection.execute(text("UPDATE games SET created = touched WHERE id = :id"), {"id": id})


def left(storage: Storage) -> set[str]:
    return {each.id for each in storage.listing(None, 1000, public=False)}


def held(house: House) -> set[str]:
    return house.leases.battles_held()


def abandoned(storage: Storage, kept: Keeping) -> Abandoned:
    return Abandoned(storage, kept, clock=lambda: 5.0, calendar=lambda: TODAY)


def test_a_battle_is_kept_for_so_long_and_then_removed_with_everything(opener: Opener) -> None:
    storage = opener()
    for id, touched, played in (("old", 366, True), ("young", 364, True), ("opened", 15, False), ("fresh", 13, False)):
        create(storage, id, touched, played=played)
    assert abandoned(storage, Keeping(365 * DAY, 14 * DAY)).remove() == 2
    assert left(storage) == {"young", "fresh"}
    with storage.reading.connect() as connection:
        for table in METADATA.sorted_tables:
            if "game" in table.c:
                assert set(connection.execute(select(table.c.game)).scalars()) <= {"young", "fresh"}
        assert connection.execute(select(func.count()).select_from(METADATA.tables["lines"])).scalar() == 4


def test_what_a_server_holds_is_not_removed(opener: Opener) -> None:
    storage = opener()
    for id in ("held", "free"):
        create(storage, id, 400)
    leases = Leases(storage)
    leases.enlist()
    leases.take("held")
    rule = abandoned(storage, Keeping(365 * DAY, 14 * DAY))
    assert rule.remove() == 1
    assert left(storage) == {"held"}
    leases.retire()
    assert rule.remove() == 1


def test_they_are_removed_a_few_at_a_time(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite'}")
    storage.migrate()
    for number in range(AT_ONCE + 5):
        create(storage, f"battle{number}", 400)
    rule = abandoned(storage, Keeping(DAY, DAY))
    assert [rule.remove(), rule.remove(), rule.remove()] == [AT_ONCE, 5, 0]
    storage.close()


def test_nothing_is_removed_because_somebody_set_the_clock(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    storage, calendar = Storage(f"sqlite:///{tmp_path / 'battles.sqlite'}"), Time()
    storage.migrate()
    create(storage, "battle", 10)
    calendar.now = TODAY
    rule = Abandoned(storage, Keeping(365 * DAY, DAY), clock=lambda: 5.0, calendar=calendar)
    calendar.now += 1000 * DAY
    assert rule.remove() == 0
    assert "set anew" in caplog.text
    assert left(storage) == {"battle"}
    storage.close()


def test_a_house_removes_what_nobody_plays_and_nothing_else(tmp_path: Path) -> None:
    async def scene() -> None:
        time = Time()
        kept = Keeping(365 * DAY, 14 * DAY)
        async with house(tmp_path / "battles.sqlite", clock=time, calendar=time, kept=kept, idle=60.0) as ours:
            never, talked, here = [await ours.open(setup(), HUMANS, seed=n) for n in (1, 2, 3)]
            guest = await sits(ours, talked, 0)
            time.now += 60
            await guest.ask(Say(seat=0, words="Later."))
            guest.room.leave(guest)
            await sits(ours, here, 0)
            time.now += 15 * DAY
            await ours.sweep()
            await until(lambda: held(ours) == {here.game})
            await ours.remove_abandoned()
            with pytest.raises(NoGame):
                await ours.room(never.game)
            assert set(left(ours.storage)) == {talked.game, here.game}

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("words", "days"),
    [([], 0), (["--public"], 365), (["--public", "--keep-days", "0"], 0), (["--keep-days", "30"], 30)],
)
def test_how_long_is_said_when_a_server_is_started(
    words: list[str], days: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wishes: list[Any] = []
    monkeypatch.setattr(serving, "serve", lambda wish, *others: wishes.append(wish))
    told = CliRunner().invoke(command, ["--database", str(tmp_path / "t.sqlite"), *words])
    assert told.exit_code == 0, told.output
    assert wishes[0].keep_days == days
    assert keeping(0) is None
    assert keeping(30) == Keeping(30 * DAY, 14 * DAY) and keeping(7) == Keeping(7 * DAY, 7 * DAY)
