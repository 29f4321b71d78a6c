"""Abandoned hardware and unexploded ordnance, under the classic rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    end_round,
    fighter,
    marker,
    next_question,
    piece,
    rolled_keys,
    roof,
    scene,
)
from tests.necromunda.scenes import spot as place
from warbook.core.errors import BadData
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.printed.scenario import check_board
from warbook.space.boardfile import read_board
from warbook.space.movement import Mode
from warbook.testing import leg

FAR = fighter(40, 40)
WITTY, WITLESS = [3, 4], [3, 3]  # for 7+
TOUCHING = 1.25 + 0.492
THING = 2  # the first thing of the board, after one fighter a side


def covers(entry: str, aspect: str) -> pytest.MarkDecorator:
    return pytest.mark.covers(RULESET.id, entry, aspect)


def ruins(red: Any, blue: Any = FAR, **around: Any) -> Any:
    return scene(red=[red], blue=[blue], ruleset=RULESET, **around)


# ---- hardware --------------------------------------------------------------------------------------------------------


def rig(x: float = 20, y: float = 20, z: float = 0, **params: Any) -> str:
    """A machine at a place."""
    facts = {"params": params} if params else {}
    return piece("marker", id="old", kind="hardware", at=[x, y, z], **facts)


@covers("jury-rig", "works")
@covers("jury-rig", "numbers")
def test_a_machine_is_driven_up_to_ten_inches_with_or_without_a_rider() -> None:
    for rides in (True, False):
        game, red, _ = ruins(fighter(20 - TOUCHING, 20), board=rig())
        off = {"off": lambda asked: asked.options()[0]} if rides else {}
        game.does(red, "jury-rig", dice=WITTY, ride=rides, **{"rig.path": (leg(30, 20),)}, **off)
        assert game.at(THING) == (30, 20, 0) and not game.state.turn.left
        x = game.at(red)[0]
        assert (x > 27) == rides


@covers("jury-rig", "numbers")
def test_without_wit_it_stays_where_it_is() -> None:
    game, red, _ = ruins(fighter(20 - TOUCHING, 20), board=rig())
    game.does(red, "jury-rig", dice=WITLESS)
    assert game.at(THING) == (20, 20, 0) and rolled_keys(game) == ["rig"]


@covers("jury-rig", "refused")
def test_a_machine_goes_no_farther_and_runs_nobody_over() -> None:
    game, red, _ = ruins(fighter(20 - TOUCHING, 20), fighter(20, 25), board=rig())
    question = next_question(game, activate=red, action="jury-rig", dice=WITTY)
    assert question.legal((leg(30, 20),)) == ()
    assert question.legal((leg(30.1, 20),)) and question.legal((leg(20, 26),))


@covers("jury-rig", "refused")
def test_it_takes_a_machine_that_one_touches() -> None:
    game, red, _ = ruins(fighter(20 - TOUCHING, 20))
    assert game.why_not(red, "jury-rig") == ("There must be abandoned hardware on the board.",)
    game, red, _ = ruins(fighter(20 - TOUCHING - 0.1, 20), board=rig())
    assert game.why_not(red, "jury-rig") == ("It must be in base contact with abandoned hardware.",)


@covers("jury-rig", "works")
def test_over_a_ledge_it_falls_with_its_rider() -> None:
    game, red, _ = ruins(fighter(12, 13, z=3), board=roof(3, 10) + rig(12 + TOUCHING, 13, 3))
    way = (leg(16, 13, 3), leg(17.3, 13, 0, Mode.JUMP))
    game.does(red, "jury-rig", dice=[*WITTY, 2], ride=True, off=lambda asked: asked.options()[0], **{"rig.path": way})
    assert game.at(THING)[2] == 0 and game.at(red)[2] == 0
    assert game.record(red).status.value == "pinned" and rolled_keys(game) == ["rig", "wound"]


@covers("jury-rig", "works")
def test_the_claw_of_a_machine_drops_and_lifts() -> None:
    board = roof(3, 10) + rig(12 + TOUCHING, 13, 3, claw=True)
    game, red, blue = ruins(fighter(12, 13, z=3), fighter(17, 13, wounds=2), board=board)
    game.does(red, "jury-rig", rig="drop its claw on an enemy", dice=[*WITTY, 1, 3])
    assert game.record(blue).wounds == 1
    hurt = fighter(17, 13, status="seriously-injured", wounds=0)
    game, red, blue = ruins(fighter(12, 13, z=3), hurt, board=board)
    lifted = place(11, 13, 3)[:3]
    game.does(red, "jury-rig", rig="lift something with its claw", place=lifted, dice=WITTY)
    assert game.at(blue) == (11, 13, 3)


# ---- ordnance --------------------------------------------------------------------------------------------------------


BOMB = marker("ordnance", 24, 24)


def armed(red: Any, tokens: int, **around: Any) -> Any:
    game, *ids = ruins(red, board=BOMB, **around)
    game.given(THING, tokens=tokens)
    return game, *ids


@covers("disarm", "works")
@covers("disarm", "numbers")
@pytest.mark.parametrize(
    ("by", "dice", "left"), [("its wits", WITTY, 1), ("its nerve", [3, 4], 1), ("its nerve", [3, 3], 2)]
)
def test_wits_or_nerve_take_a_token_off(by: str, dice: list[int], left: int) -> None:
    game, red, _ = armed(fighter(24, 20.1), 2)
    game.does(red, "disarm", by=by, dice=dice)
    assert game.record(THING).tokens == left and not game.state.turn.left


@covers("disarm", "refused")
def test_it_takes_ordnance_within_three_inches_with_a_token_on_it() -> None:
    game, red, _ = ruins(fighter(24, 20.1))
    assert game.why_not(red, "disarm") == ("There must be unexploded ordnance on the board.",)
    reason = ('It must be within 3" of unexploded ordnance with a token on it.',)
    assert armed(fighter(24, 20.1), 0)[0].why_not(0, "disarm") == reason
    assert armed(fighter(24, 19.9), 2)[0].why_not(0, "disarm") == reason


@covers("disarm", "numbers")
def test_it_ticks_and_goes_off_from_the_third_round_on() -> None:
    game, red, blue = armed(fighter(24, 20.1), 4)
    end_round(game, 2, dice=[5, 2])
    assert game.record(THING).tokens == 5 and rolled_keys(game) == ["priority"]
    end_round(game, 3, dice=[6, 5, 2])
    assert game.record(THING).tokens == 6 and game.record(THING).there
    end_round(game, 4, dice=[6, 1, 1, 6, 5, 2])
    assert not game.record(THING).there
    assert (game.record(red).flesh, game.record(red).status.value) == (1, "pinned")
    assert game.record(blue).status.value == "standing"


def test_there_are_two_pieces_of_ordnance_at_most() -> None:
    head = 'kind = "board"\nid = "b"\ntitle = "B"\nsize = [48, 48]\n'
    bombs = [marker("ordnance", 20 + n, 24, f"bomb-{n}") for n in range(3)]
    check_board(LIBRARY, read_board(head + "".join(bombs[:2]), "b"), "b")
    with pytest.raises(BadData, match="at most 2"):
        check_board(LIBRARY, read_board(head + "".join(bombs), "b"), "b")


def test_ordnance_lies_within_twelve_inches_of_the_centre() -> None:
    head = 'kind = "board"\nid = "b"\ntitle = "B"\nsize = [48, 48]\n'
    check_board(LIBRARY, read_board(head + marker("ordnance", 24, 36), "b"), "b")
    with pytest.raises(BadData, match=r'12\.1" from the centre'):
        check_board(LIBRARY, read_board(head + marker("ordnance", 24, 36.1), "b"), "b")
