"""Terminals of all kinds, under the classic rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import end_round, fighter, gate, marker, piece, rolled_keys, scene, wall
from warbook.core.effect import has_effect, total_effect
from warbook.core.errors import BadData
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.printed.scenario import check_board
from warbook.rulesets.necromunda.records.things import Door, Lift
from warbook.space.boardfile import read_board

FAR = fighter(40, 40)
PASSED, PASSED_DOUBLE, FAILED = [4, 5], [5, 5], [3, 5]  # 7+ at -2
HOIST = piece("lift", id="hoist", rect=[20, 20, 2, 2], z=[0, 3]) + piece("platform", rect=[22, 20, 4, 2], z=3)
HOISTS = HOIST + piece("lift", id="crane", rect=[30, 20, 2, 2], z=[0, 3]) + piece("platform", rect=[32, 20, 4, 2], z=3)
PANEL = marker("terminal", 10, 11, controls="lifts")
ARCHIVE = marker("terminal", 10, 11, controls="ancient")


def covers(aspect: str) -> pytest.MarkDecorator:
    return pytest.mark.covers(RULESET.id, "access-terminal", aspect)


def hall(board: str, red: Any = None, blue: Any = FAR, **around: Any) -> Any:
    return scene(red=[red or fighter(10, 10)], blue=[blue], board=board, ruleset=RULESET, **around)


def record_of(game: Any, kind: type) -> Any:
    return next(record for record in game.state.records if isinstance(record, kind))


@covers("works")
@covers("numbers")
@pytest.mark.parametrize(("state", "dice", "stands"), [("locked", PASSED, "open"), ("vault", FAILED, "locked")])
def test_the_terminal_of_any_door_takes_intelligence_at_two_less(state: str, dice: list[int], stands: str) -> None:
    board = gate(state, terminals=[[8.5, 9.9, 0], [8.5, 10.1, 0]]) + wall(11, 10, 16, 10)
    game, red, _ = hall(board, fighter(8.5, 8.6))
    game.does(red, "access-terminal", dice=dice)
    assert record_of(game, Door).state == stands and game.state.turn.left == 1


@covers("refused")
@pytest.mark.parametrize("board", [PANEL + HOIST, ARCHIVE], ids=["lifts", "ancient"])
@pytest.mark.parametrize(("wits", "able"), [(0, False), (5, True), (6, False)])
def test_a_beast_works_a_terminal_if_it_is_clever_enough(board: str, wits: int, able: bool) -> None:
    beast = fighter(10, 10, profile="tallow-hound", beast_of=1, stats={"intelligence": wits})
    game, (hound, owner), _ = scene(red=[beast, fighter(9.2, 11)], blue=[FAR], board=board, ruleset=RULESET)
    assert game.why_not(hound, "access-terminal") == (() if able else ("A beast is not clever enough for that.",))
    assert game.why_not(owner, "access-terminal") == ()


@covers("works")
def test_one_of_the_lifts_is_switched_off_until_the_end_phase_of_the_next_round_or_on_again() -> None:
    game, red, blue = hall(PANEL + HOISTS, blue=fighter(21, 21))
    lift = record_of(game, Lift).id
    game.does(red, "access-terminal", lift="the hoist", dice=PASSED)
    assert game.why_not(blue, "send-lift") == ("Somebody has switched that lift off.",)
    assert any(
        thing.words[-1] == "switched off" for thing in game.ruleset.tableau(game.play).things if thing.id == lift
    )
    end_round(game, dice=[6, 1])
    assert has_effect(game.state, lift, "switched-off"), "the next round has only begun"
    end_round(game, dice=[6, 1])
    assert not has_effect(game.state, lift, "switched-off")
    game, red, blue = hall(PANEL + HOIST, blue=fighter(21, 21))
    for _ in (1, 2):
        game.does(red, "access-terminal", dice=PASSED)
    assert not game.why_not(blue, "send-lift")


@covers("works")
def test_the_effect_of_a_piece_of_terrain_is_switched_on_or_off() -> None:
    control = marker("terminal", 10, 11, controls="dynamo") + marker("generator", 20, 11, "dynamo")
    game, red, _ = hall(control, options={"generators-always-run": False})
    dynamo = next(r.id for r in game.state.records if r.profile == "generator")
    game.does(red, "access-terminal", switch="switch it on", dice=PASSED)
    assert has_effect(game.state, dynamo, "running")
    game.does(red, "access-terminal", dice=PASSED)
    assert has_effect(game.state, dynamo, "switched-off") and not has_effect(game.state, dynamo, "running")
    end_round(game, dice=[6, 1])
    assert rolled_keys(game) == ["priority"], "what is switched off does not begin by chance"


@covers("numbers")
@pytest.mark.parametrize(("dice", "off"), [(PASSED, True), (FAILED, False)])
def test_without_wit_nothing_is_switched(dice: list[int], off: bool) -> None:
    game, red, _ = hall(PANEL + HOIST)
    game.does(red, "access-terminal", dice=dice)
    assert has_effect(game.state, record_of(game, Lift).id, "switched-off") == off


@covers("numbers")
@pytest.mark.parametrize(
    ("dice", "credits", "experience", "reputation"),
    [
        ([*PASSED, 2, 5], 0, 0, 5),
        ([*PASSED, 3, 5], 50, 0, 0),
        ([*PASSED, 6, 5], 0, 5, 0),
        ([*PASSED_DOUBLE, 3, 4, 1, 2], 70, 0, 2),
        (FAILED, 0, 0, 0),
        ([3, 3], 0, 0, 0),
    ],
)
def test_an_ancient_terminal_yields_something_and_more_on_a_double(
    dice: list[int], credits: int, experience: int, reputation: int
) -> None:
    game, red, _ = hall(ARCHIVE)
    game.does(red, "access-terminal", dice=dice)
    record = game.record(red)
    assert (record.credits, record.experience) == (credits, experience)
    assert total_effect(game.state, red, "reputation") == reputation
    assert rolled_keys(game)[0] == "terminal" and game.state.turn.left == 1


@covers("refused")
def test_an_ancient_terminal_yields_once_unless_the_table_says_otherwise() -> None:
    game, red, _ = hall(ARCHIVE)
    game.does(red, "access-terminal", dice=[*PASSED, 3, 5])
    assert "It must be within an inch of a terminal." in game.why_not(red, "access-terminal")
    game, red, _ = hall(ARCHIVE, options={"ancient-terminals-work-once": False})
    game.does(red, "access-terminal", dice=[*PASSED, 3, 5])
    assert "It must be within an inch of a terminal." not in game.why_not(red, "access-terminal")


@covers("refused")
def test_at_some_tables_an_ancient_terminal_takes_both_actions() -> None:
    game, red, _ = hall(ARCHIVE, options={"ancient-terminal-double": True})
    late = game.activation(red, left=1)
    assert late.why_not("access-terminal") == ("It must be within an inch of a terminal.",)
    game.does(red, "access-terminal", dice=FAILED)
    assert not game.state.turn.left


@covers("refused")
def test_it_takes_a_terminal_at_hand_and_both_feet() -> None:
    game, red, _ = hall("")
    assert game.why_not(red, "access-terminal") == ("There must be a door or a terminal on the board.",)
    game, red, _ = hall(ARCHIVE, fighter(10, 9))
    assert game.why_not(red, "access-terminal") == ("It must be within an inch of a terminal.",)
    game, red, _ = hall(ARCHIVE, fighter(10, 10, status="pinned"))
    assert "It must be standing and not engaged." in game.why_not(red, "access-terminal")


def test_a_terminal_controls_something_that_there_is() -> None:
    head = 'kind = "board"\nid = "b"\ntitle = "B"\nsize = [48, 48]\n'
    for text in (marker("terminal", 10, 11), marker("terminal", 10, 11, controls="lifts")):
        with pytest.raises(BadData, match=r"controls"):
            check_board(LIBRARY, read_board(head + text, "b"), "b")
    check_board(LIBRARY, read_board(head + PANEL + HOIST, "b"), "b")
