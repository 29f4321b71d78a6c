"""Any number of sides: what plays with four, and what says that it is for two."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.cli.toy import install, run
from tests.columns import COLOURS, FAR_DRIVES, FOUR, Go, columns, find, setup
from tests.web.guests import house, sits, until
from warbook import rulesets, sim, table
from warbook.cli.terminal import MOST_LISTED
from warbook.core.errors import WarbookError
from warbook.core.events import Event
from warbook.core.game import Game, NeedsConsent
from warbook.core.seats import FOR_TWO, MOST_AT_A_TABLE
from warbook.core.source import Source
from warbook.mechanics.setup import table_from_files
from warbook.web.bringing import new_battle
from warbook.web.protocol import Consent, Done, Undo

FILES = {"scenario": {"text": "", "source": ""}, "board": {"text": "", "source": ""}, "rosters": []}


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "find", find)


def test_four_bots_play_a_battle() -> None:
    game = table.battle(setup(FOUR), red="uniform", blue="greedy", others=("uniform", "first"), seed=3)
    assert game.result is not None and len(game.result.points) == 4 and game.names[2:] == ("uniform", "first")


@pytest.mark.parametrize("others", [(), ("uniform",), ("uniform",) * 3])
def test_each_side_needs_a_player(others: tuple[str, ...]) -> None:
    with pytest.raises(WarbookError, match=rf"columns-4 has 4 sides; found {2 + len(others)} players"):
        table.battle(setup(FOUR), red="uniform", blue="uniform", others=others)


def test_windows_ask_every_other_side_in_turn() -> None:
    game = Game(FOUR, setup(FOUR))
    play = game.play
    play.state.turn = Go(seat=2)
    assert FOUR.window_order(play, Event()) == (3, 0, 1, 2)


def test_what_others_have_chosen_is_taken_back_with_the_consent_of_all() -> None:
    game, rng = Game(FOUR, setup(FOUR), seed=1), Random(1)
    while game.decision is not None and game.decision.player < 2:
        game.choose(game.decision.sample(rng))
    with pytest.raises(NeedsConsent) as needed:
        game.undo(0)
    assert set(needed.value.seats) == {1, 2, 3}
    game.undo(0, consent=(1, 2, 3))
    assert game.decision is not None and game.decision.player == 0


def test_a_simulation_is_for_two() -> None:
    with pytest.raises(WarbookError, match="columns-4 has 4 sides; a simulation is for two"):
        sim.simulate(setup(FOUR), games=1, find=find, jobs=1)


def test_scenario_files_are_for_two() -> None:
    lay_out = table_from_files(None, lambda files: (None, ()), FOUR.turns[0]())  # type: ignore[arg-type]
    with pytest.raises(WarbookError, match="a scenario file is for two"):
        lay_out(FOUR, FILES)
    with pytest.raises(WarbookError, match="columns-1 has 1 sides; a scenario file is for two"):
        lay_out(columns(1), FILES)
    assert set(FOR_TWO) == {"a simulation", "a scenario file"}


def test_more_sides_than_a_table_has_room_for_do_not_sit_down(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = replace(columns(2), id="crowd", seats=MOST_AT_A_TABLE + 1)
    monkeypatch.setattr(rulesets, "find", lambda name: crowd)
    with pytest.raises(WarbookError, match="crowd has 9 sides; at a table there is room for 8"):
        new_battle(setup(crowd), ("human",) * 9, Source("chosen", 1, ""))


def test_four_sides_play_at_the_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(FOUR, monkeypatch)
    record = tmp_path / "battle.wbr"
    rows: list[bytes] = []
    game = Game(FOUR, setup(FOUR), seed=2, write=rows.append, names=("uniform",) * 4)
    game.choose(game.decision.candidates(1)[0])  # type: ignore[union-attr]
    record.write_bytes(b"".join(rows))
    asked = run("play", "--resume", str(record), "--other", "first", "--other", "uniform", "--json")
    assert asked.exit_code == 0, asked.output
    record.write_bytes(b"".join(rows))
    again = run("play", "--resume", str(record), *["--other", "first"] * 3)
    assert again.exit_code != 0 and "found 5 players; columns-4 has 4 sides" in again.output


def test_four_people_sit_at_a_table(tmp_path: Path) -> None:
    """Each is asked in turn; what others have chosen since is taken back when all of them agree; they play to the
    end."""

    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite") as ours:
            battle = await ours.open(setup(FOUR), ("human",) * 4, seed=3)
            guests = [await sits(ours, battle, seat, name=COLOURS[seat]) for seat in range(4)]
            rng = Random(3)
            assert [side.name for side in guests[3].position.tableau.sides] == list(COLOURS)

            async def goes_on() -> int:
                seat = next(seat for seat, guest in enumerate(guests) if guest.position.asked)
                await guests[seat].go_on(rng)
                return seat

            while await goes_on() < 2:
                pass
            assert isinstance(await guests[0].ask(Undo(seat=0)), Done)
            for seat in (1, 2, 3):
                asking = guests[seat].position.consent
                assert asking is not None and set(asking.of) == set(range(seat, 4))
                await guests[seat].ask(Consent(seat=seat, agree=True))
            assert guests[0].position.asked and guests[0].position.consent is None
            while guests[0].position.ending is None:
                await goes_on()
            assert guests[2].position.ending is not None
            assert len(guests[2].position.ending.points) == 4

    asyncio.run(scene())


def test_a_bot_takes_each_of_the_other_seats(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house(tmp_path / "battles.sqlite") as ours:
            battle = await ours.open(setup(FOUR), ("human", "uniform", "first", "uniform"), seed=3)
            guest, rng = await sits(ours, battle, 0), Random(3)
            await until(lambda: bool(guest.position.asked))
            while guest.position.ending is None:
                await guest.go_on(rng)
                await until(lambda: bool(guest.position.asked) or guest.position.ending is not None)

    asyncio.run(scene())


def test_four_sides_are_told_apart() -> None:
    assert [FOUR.seat_name(None, seat) for seat in range(4)] == list(COLOURS)


def test_a_list_that_is_longer_than_the_screen_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(FOUR, monkeypatch)
    rows: list[bytes] = []
    game, rng = Game(FOUR, setup(FOUR), seed=2, write=rows.append, names=("human",) * 4), Random(4)
    while game.decision is not None and game.decision.key != "square":
        game.choose(game.decision.sample(rng))
    record = tmp_path / "battle.wbr"
    record.write_bytes(b"".join(rows))
    shown = run("play", "--resume", str(record), says="quit\n").output
    assert "square" in shown and "and more: type the coordinates of a place" in shown


def test_of_many_places_some_are_shown_after_all_that_is_no_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install(FAR_DRIVES, monkeypatch)
    rows: list[bytes] = []
    game, rng = Game(FAR_DRIVES, setup(FAR_DRIVES), seed=2, write=rows.append, names=("human",) * 2), Random(4)
    while game.decision is not None and game.decision.key != "square":
        game.choose(game.decision.sample(rng))
    assert game.decision is not None and len(game.decision.candidates(999)) > 10 * MOST_LISTED
    record = tmp_path / "battle.wbr"
    record.write_bytes(b"".join(rows))
    shown = " ".join(run("play", "--resume", str(record), says="square 1\n20 20\nquit\n").output.split())
    assert "1 stay 2 square" in shown and "and more: type the coordinates of a place" in shown
    assert " 11 square" not in shown
    assert "others; type more, or the number" in shown  # not all hundred that are called like that
    assert "truck drives on." in shown
