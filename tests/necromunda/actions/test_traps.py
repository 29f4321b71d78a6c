"""Traps that fighters bring and set, under the classic rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.necromunda.scenes import fighter, marker, next_question, piece, rolled_keys, scene, way
from tests.necromunda.scenes import spot as place
from warbook.core.events import Rolled
from warbook.rulesets.necromunda.edition_2023 import RULESET as CORE
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.events.attacks import BlastFell
from warbook.rulesets.necromunda.events.things import ThingGone, TrapSet
from warbook.rulesets.necromunda.records.things import Trap
from warbook.testing import leg

FAR = fighter(40, 40)
DUD, NOTHING, BANG = 1, 2, 4
STAY = way(face=(0, 1))
NORTH = place(10, 11.9)[:3]


def trapper(*traps: str, x: float = 10, y: float = 10, **changes: Any) -> Any:
    return fighter(x, y, wargear=traps or ("frag-trap",), **changes)


def yard(red: Any, blue: Any = FAR, **around: Any) -> Any:
    return scene(red=[*red] if isinstance(red, list) else [red], blue=[blue], ruleset=RULESET, **around)


def covers(aspect: str) -> pytest.MarkDecorator:
    return pytest.mark.covers(RULESET.id, "set-trap", aspect)


@covers("works")
@covers("numbers")
def test_a_trap_is_laid_within_an_inch_and_its_setter_moves_up_to_a_d6() -> None:
    game, red, _ = yard(trapper())
    trap = 2
    assert not game.record(trap).there
    game.does(red, "set-trap", place=place(10, 11.9)[:3], path=way(leg(10, 6)), dice=[4])
    assert game.record(trap).there and game.at(trap) == (10, 11.9, 0)
    assert game.at(red) == (10, 6, 0) and game.record(red).used == ("frag-trap",)
    assert game.happened(TrapSet) and not game.state.turn.left
    assert any("sets the frag trap of" in line for line in game.log())


@covers("refused")
def test_it_takes_a_trap_in_hand_and_both_feet_and_room() -> None:
    refused = {
        "no trap": ([fighter(10, 10)], "It must carry a trap."),
        "set before": ([trapper(used=("frag-trap",))], "It must have a trap left to set."),
        "prone": ([trapper(status="pinned")], "It must be standing and not engaged."),
        "broken": ([trapper(broken=True)], "It is broken: it does nothing but run for cover."),
    }
    for who, why in refused.values():
        game, red, _ = yard(who)
        assert why in game.why_not(red, "set-trap")
    corners = [(9.4, 9.4), (10.6, 9.4), (10.6, 10.6), (9.4, 10.6), (9.4, 9.4)]
    cell = "".join(piece("wall", line=[*a, *b], height=3) for a, b in pairwise(corners))
    game, red, _ = yard(trapper(), board=cell)
    assert game.why_not(red, "set-trap") == ("There must be room for a trap within an inch.",)


@covers("refused")
def test_it_is_laid_no_farther_than_an_inch_and_not_through_a_wall_or_on_a_base() -> None:
    around = piece("wall", line=[5, 11, 15, 11], height=3)
    game, red, _ = yard([trapper(), fighter(11.5, 10)], board=around)
    question = next_question(game, activate=red[0], group=-1, action="set-trap")
    assert question.legal(place(10, 8.1)[:3]) == ()
    assert question.legal(place(8.8, 8.4)[:3]) == ('It must be within 1" of the fighter, in the open.',)
    assert question.legal(place(10, 11.6)[:3]) == ('It must be within 1" of the fighter, in the open.',)
    assert question.legal(place(11.2, 9.4)[:3])
    assert question.cautions(place(10, 8.1)[:3]) == ('lies within 2" of Dipper at 11.5, 10',)
    assert not question.cautions(place(8.3, 9.7)[:3])


@covers("works")
def test_whoever_has_several_traps_chooses_and_sets_each_once() -> None:
    game, red, _ = yard(trapper("frag-trap", "gas-trap"))
    game.does(red, "set-trap", trap="the gas trap of Dipper at 10, 10", place=NORTH, path=STAY, dice=[1])
    assert [game.record(id).there for id in (2, 3)] == [False, True]
    assert game.record(red).used == ("gas-trap",) and not game.why_not(red, "move")


@covers("numbers")
def test_it_does_not_go_off_at_its_setter_unless_the_table_says_so() -> None:
    game, red, _ = yard(trapper())
    game.does(red, "set-trap", place=NORTH, path=STAY, dice=[1])
    assert rolled_keys(game) == ["trap.move"]
    game, red, _ = yard(trapper(), options={"traps-spare-their-setter": False})
    game.does(red, "set-trap", place=NORTH, path=STAY, dice=[1, DUD])
    assert rolled_keys(game) == ["trap.move", "trap"]
    assert game.happened(ThingGone)


@covers("works")
def test_whoever_comes_near_afterwards_sets_it_off() -> None:
    game, red, blue = yard(trapper(), fighter(10, 17, facing=(0, -1)))
    game.does(red, "set-trap", place=NORTH, path=way(leg(10, 6)), dice=[6])
    game.does(blue, "move", path=way(leg(10, 14)), dice=[BANG, 1, 1])
    assert [(e.x, e.y) for e in game.happened(BlastFell)] == [(10_000, 11_900)]
    assert not game.record(2).there


SNARE = marker("booby-trap", 10, 12)


def test_under_the_classic_rules_who_ends_an_action_near_a_trap_triggers_it_once_in_an_activation() -> None:
    game, red, _ = yard(fighter(10, 10, weapons=["autogun"]), board=SNARE)
    game.does(red, "aim", dice=[NOTHING])
    assert rolled_keys(game) == ["trap"]
    game.does(red, "move", path=way(leg(11, 10)))
    assert not game.happened(Rolled)
    game, red, _ = yard(fighter(10, 10, weapons=["autogun"]), board=SNARE)
    question = next_question(game, activate=red, action="move")
    assert "it ends near the snare booby trap, which may go off" in question.notes(way(leg(11, 10)))
    game, red, _ = scene(red=[fighter(10, 10, weapons=["autogun"])], blue=[FAR], board=SNARE, ruleset=CORE)
    game.does(red, "aim")
    assert not game.happened(Rolled)


def test_a_trap_in_a_pack_is_no_trap_on_the_table() -> None:
    game, red, blue = yard(trapper(), fighter(1, 1))
    assert not [thing for thing in game.ruleset.tableau(game.play).things if thing.kind == "booby-trap"]
    game.does(blue, "move", path=STAY)
    assert not game.happened(Rolled)
    game.does(red, "set-trap", place=NORTH, path=STAY, dice=[1])
    shown = [thing for thing in game.ruleset.tableau(game.play).things if thing.kind == "booby-trap"]
    assert [(thing.at, thing.words) for thing in shown] == [((10_000, 11_900, 0), ("frag trap",))]


def test_each_trap_that_can_be_carried_is_in_the_table_of_traps() -> None:
    carried = [item.id for item in LIBRARY.wargear.values() if "set-trap" in item.actions]
    assert carried == [id for id in LIBRARY.traps if id in carried] == ["frag-trap", "gas-trap", "melta-trap"]
    assert isinstance(yard(trapper())[0].record(2), Trap)
