"""Leases: a battle is played by one server at a time."""

from __future__ import annotations

import logging
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from sqlalchemy import text

from tests.web.test_storage import about, write
from warbook.web.leases import SILENT, Elsewhere, Leases, NoGame, here
from warbook.web.storage import Fenced, Storage
from warbook.web.stored import Standing

Opener = Callable[[], Storage]


def silence(storage: Storage, server: str, seconds: float) -> None:
    """Nothing was heard of a server for so long."""
    with storage.writing() as connection:
        connection.execute(text("UPDATE servers SET beat = beat - :s WHERE id = :id"), {"s": seconds, "id": server})


@pytest.fixture
def two(opener: Opener) -> tuple[Leases, Leases]:
    """Two servers on one database, with a battle in it."""
    one, other = Leases(opener()), Leases(opener())
    one.storage.create(about(), Standing(1.0), {"digest": 0}, [b"header\n"])
    one.enlist()
    other.enlist()
    return one, other


def test_a_battle_is_held_by_one(two: tuple[Leases, Leases]) -> None:
    one, other = two
    assert one.take("battle") == 1
    with pytest.raises(Elsewhere):
        other.take("battle")
    assert one.take("battle") == 2, "its own server may take it again"
    assert one.battles_held() == {"battle"} and other.battles_held() == set()


def test_what_is_let_go_may_be_taken(two: tuple[Leases, Leases]) -> None:
    one, other = two
    epoch = one.take("battle")
    one.release("battle", epoch)
    assert other.take("battle") == epoch + 1
    one.release("battle", epoch)  # too late: it is the other's
    assert other.battles_held() == {"battle"}


def test_a_server_that_retires_lets_everything_go(two: tuple[Leases, Leases]) -> None:
    one, other = two
    one.take("battle")
    one.retire()
    assert other.take("battle") == 2


def test_a_silent_server_loses_its_battles_and_cannot_write(two: tuple[Leases, Leases]) -> None:
    one, other = two
    epoch = one.take("battle")
    silence(one.storage, one.server, SILENT / 2)
    with pytest.raises(Elsewhere):
        other.take("battle")
    silence(one.storage, one.server, SILENT)
    later = other.take("battle")
    assert [type(fault) for fault in one.storage.append([write(1, b"late\n", epoch=epoch)])] == [Fenced]
    assert other.storage.append([write(1, b"step\n", epoch=later)]) == [None]


def test_who_died_before_the_clock_was_set_back_is_dead(two: tuple[Leases, Leases]) -> None:
    one, other = two
    one.take("battle")
    with one.storage.writing() as connection:
        connection.execute(text("UPDATE servers SET host = 'far away', beat = beat + 3600"))
    assert not other.elsewhere("battle")
    one.beat()
    assert other.elsewhere("battle"), "who lives says so again"


def test_a_sign_of_life_keeps_them(two: tuple[Leases, Leases]) -> None:
    one, other = two
    one.take("battle")
    silence(one.storage, one.server, SILENT + 1)
    one.beat()
    with pytest.raises(Elsewhere):
        other.take("battle")


def test_a_server_that_was_forgotten_appears_again(two: tuple[Leases, Leases]) -> None:
    one, other = two
    one.take("battle")
    with other.storage.writing() as connection:
        connection.execute(text("DELETE FROM servers"))
    one.beat()
    with pytest.raises(Elsewhere):
        other.take("battle")


def test_nobody_waits_for_a_process_of_this_machine_that_has_ended(two: tuple[Leases, Leases]) -> None:
    one, other = two
    one.take("battle")
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    with one.storage.writing() as connection:
        connection.execute(text("UPDATE servers SET pid = :p WHERE id = :id"), {"p": ended.pid, "id": one.server})
    assert other.take("battle") == 2


def test_who_has_ended_and_was_not_asked_how_is_gone_too(
    two: tuple[Leases, Leases], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = two
    ended = subprocess.Popen([sys.executable, "-c", "print()"], stdout=subprocess.PIPE)
    assert ended.stdout is not None
    ended.stdout.read()  # it is over, or nearly
    one.take("battle")
    with one.storage.writing() as connection:
        connection.execute(text("UPDATE servers SET pid = :pid WHERE id = :id"), {"pid": ended.pid, "id": one.server})
    with caplog.at_level(logging.INFO, "warbook"):
        for _ in range(500):
            try:
                other.take("battle")
            except Elsewhere:
                time.sleep(0.01)
            else:
                break
        else:
            raise AssertionError("it is taken for alive")
    assert caplog.messages == ["battle taken over"]
    ended.wait()


def test_of_another_machine_one_can_only_wait(two: tuple[Leases, Leases]) -> None:
    one, other = two
    one.take("battle")
    with one.storage.writing() as connection:
        away = {"p": 2**22 - 1, "h": here() + " elsewhere", "id": one.server}
        connection.execute(text("UPDATE servers SET pid = :p, host = :h WHERE id = :id"), away)
    with pytest.raises(Elsewhere):
        other.take("battle")


def test_the_long_dead_are_forgotten(two: tuple[Leases, Leases]) -> None:
    one, other = two
    silence(one.storage, one.server, 4000)
    third = Leases(other.storage)
    third.enlist()
    with other.storage.reading.connect() as connection:
        known = set(connection.execute(text("SELECT id FROM servers")).scalars())
    assert known == {other.server, third.server}


def test_there_is_no_lease_of_what_there_is_not(two: tuple[Leases, Leases]) -> None:
    with pytest.raises(NoGame):
        two[0].take("nothing")
