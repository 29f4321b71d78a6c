"""What battles leave behind in memory, and how often a position is drawn."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path
from random import Random

import pytest

from tests.web.guests import SCENARIOS, house, setup, sits
from warbook.core.game import Game
from warbook.web import litter, positions
from warbook.web.litter import Litter
from warbook.web.tableaux import Tableaux


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_battle_that_goes_on_leaves_no_cycles(scenario: str, tmp_path: Path) -> None:
    """So that a server need not stop to look for them."""

    async def play() -> int:
        async with house(tmp_path / "battles.sqlite") as ours:
            guest = await sits(ours, await ours.open(setup(scenario), ("human", "human"), seed=4), 0, 1)
            await guest.go_on(Random(1), 8)
            gc.collect()
            gc.disable()
            try:
                await guest.go_on(Random(2), 40)
                gc.set_debug(gc.DEBUG_SAVEALL)
                gc.collect()
                return sum(type(left).__module__.startswith("warbook") for left in gc.garbage)
            finally:
                gc.set_debug(0)
                gc.garbage.clear()
                gc.enable()

    assert asyncio.run(play()) == 0


def test_a_battle_that_is_dropped_is_gone_at_once(tmp_path: Path) -> None:
    async def drop() -> bool:
        async with house(tmp_path / "battles.sqlite", idle=0.0) as ours:
            opened = await ours.open(setup(), ("human", "human"))
            guest = await sits(ours, opened, 0, 1)
            await guest.go_on(Random(1), 5)
            battle: weakref.ref[Game] = weakref.ref(guest.room.game)
            guest.room.leave(guest)
            guest.room.touched -= 1.0
            gc.collect()
            gc.disable()
            try:
                await ours.sweep()
                assert not ours.rooms
                return battle() is None
            finally:
                gc.enable()

    assert asyncio.run(drop())


def test_everything_is_looked_through_when_nobody_is_here_or_it_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: looked.append(1))
    mine = Litter()
    mine.clear(quiet=True)
    mine.left = 1
    mine.clear(quiet=False)
    assert looked == []
    mine.clear(quiet=True)
    assert looked == [1] and mine.left == 0
    mine.left = litter.WORTH
    mine.clear(quiet=False)
    assert looked == [1, 1]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_position_is_drawn_once_for_all_who_look(
    scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[object] = []
    draw = positions.tableau_of

    def watched(play: object) -> object:
        drawn.append(play)
        return draw(play)  # type: ignore[arg-type]

    async def play() -> None:
        async with house(tmp_path / "battles.sqlite") as ours:
            opened = await ours.open(setup(scenario), ("human", "human"), seed=4, public=True)
            guests = [await sits(ours, opened, *seats) for seats in ((0,), (1,), (), (0, 1))]
            monkeypatch.setattr(positions, "tableau_of", watched)
            await guests[-1].go_on(Random(1), 6)
            assert len(drawn) == 6
            assert len({repr(guest.position.tableau) for guest in guests}) == 1
            assert guests[0].position.tableau == draw(guests[0].room.game.view(0))

    asyncio.run(play())


def test_a_tableau_is_of_the_moment() -> None:
    from tests.web.test_thinking import battle

    game = battle()
    tableaux = Tableaux(game)
    before = tableaux.as_json(0)
    assert tableaux.as_json(1) is before and tableaux.as_json(-1) is before
    assert game.decision is not None
    game.choose(game.decision.sample(Random(1)), game.decision.player)
    assert tableaux.as_json(0) is not before
    assert tableaux.of(1) == positions.tableau_of(game.view(1))
