"""Caskets with treasure, supply containers and machine relics, under the classic rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import SAFE, SERIOUS, fighter, marker, piece, rolled_keys, run_rule, scene
from warbook.core.effect import total_effect
from warbook.rulesets.necromunda.actions import caskets, claws
from warbook.rulesets.necromunda.battle import ending, scoring
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.moments import RoundEnding
from warbook.rulesets.necromunda.events.rounds import Scored
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.things import Cache, Casket, Trap

FAR = fighter(40, 40)
BOX = 2  # after one fighter a side
OPENS = [6, 6]  # an Intelligence test


def beside(kind: str, red: Any = None, blue: Any = FAR, **around: Any) -> Any:
    """Somebody who stands by a casket of some kind."""
    red = red or fighter(10, 10.6)
    return scene(red=[red], blue=[blue], board=marker(kind, 10, 12, "box"), ruleset=RULESET, **around)


def end_of_round(game: Any) -> None:
    run_rule(game, lambda play: play.reach(RoundEnding()))


# ---- treasure --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "prize"), [(2, 2), (3, 2), (4, 4), (6, 4)])
def test_what_is_in_a_casket_with_treasure_is_kept_for_after_the_battle(face: int, prize: int) -> None:
    game, red, _ = beside("treasure-casket")
    game.does(red, "bypass-casket-lock", dice=[*OPENS, face])
    assert total_effect(game.state, red, "prize") == prize and not game.record(red).credits
    words = "fine clothes from up the hive" if prize == 2 else "a piece of personal equipment"
    assert any(f"finds {words}" in line for line in game.log())
    assert isinstance(game.record(BOX), Casket) and game.record(BOX).open


def test_a_needle_in_it_rolls_an_injury_die_from_which_nothing_saves() -> None:
    game, red, _ = beside("treasure-casket", fighter(10, 10.6, armour=("light-carapace",)))
    game.does(red, "bypass-casket-lock", dice=[*OPENS, 1, SERIOUS])
    assert game.record(red).status is Status.SERIOUS and rolled_keys(game) == ["lock", "contents", "injury"]
    assert not isinstance(game.record(BOX), Trap)


def test_a_casket_with_treasure_is_smashed_and_carried_as_others_are() -> None:
    game, red, _ = beside("treasure-casket")
    assert {"smash-open-casket", "bypass-casket-lock", "carry"} <= set(game.allowed(red))
    game.does(red, "smash-open-casket", dice=[6, 4])
    assert total_effect(game.state, red, "prize") == 2, "what is inside has suffered: a 4 counts as 3"


# ---- containers ------------------------------------------------------------------------------------------------------


def test_a_container_is_looted_once_a_round() -> None:
    game, red, _ = beside("supply-container")
    game.does(red, "bypass-casket-lock", dice=[*OPENS, 2, 5])
    assert game.record(red).credits == 5
    assert "smash-open-casket" not in game.allowed(red)
    end_of_round(game)
    game.given(red, ready=True)
    game.does(red, "bypass-casket-lock", dice=[*OPENS, 3, 4])
    assert game.record(red).credits == 9


@pytest.mark.parametrize(("face", "kind", "more"), [(4, Cache, []), (1, Trap, [2])])
def test_whatever_a_container_has_become_it_is_one_again_in_the_next_round(
    face: int, kind: type, more: list[int]
) -> None:
    game, red, _ = beside("supply-container", options={"casket-wounds": 3})
    game.does(red, "bypass-casket-lock", dice=[*OPENS, face, *more])
    assert isinstance(game.record(BOX), kind)
    end_of_round(game)
    box = game.record(BOX)
    assert isinstance(box, Casket) and (box.open, box.wounds, box.profile) == (False, 3, "supply-container")
    end_of_round(game)
    assert game.record(BOX) == box


def test_a_container_that_nobody_has_touched_stays_as_it_is() -> None:
    game, *_ = beside("supply-container")
    game.given(BOX, wounds=1)
    end_of_round(game)
    assert game.record(BOX).wounds == 1


def test_nobody_moves_a_container() -> None:
    game, red, _ = beside("supply-container")
    assert caskets.portable_near(game.model(red)) == [] and "carry" not in game.allowed(red)
    board = piece("platform", rect=[10, 10, 6, 6], z=6) + piece("marker", id="old", kind="claw", at=[10, 13, 6])
    for kind, lifted in (("supply-container", False), ("casket", True), ("treasure-casket", True)):
        game, red, _ = scene(
            red=[fighter(11, 13, 6)], blue=[FAR], board=board + marker(kind, 8, 13, "box"), ruleset=RULESET
        )
        model = game.model(red)
        assert bool(claws.cargo(model, claws.claws_at_hand(model))) is lifted


@pytest.mark.parametrize(("kind", "points"), [("supply-container", 0), ("casket", 1)])
def test_a_container_earns_no_points(kind: str, points: int) -> None:
    game, red, _ = beside(kind, scoring=("caskets",))
    game.does(red, "bypass-casket-lock", dice=[*OPENS, 2, 5])
    assert len(game.happened(Scored)) == bool(points)


# ---- relics ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "blue", "brings"),
    [
        (fighter(10, 10.02), FAR, (30, 0)),
        (fighter(10, 10.0), FAR, (0, 0)),
        (fighter(10, 10.6), fighter(10, 13.4), (0, 0)),
        (fighter(10, 10.6), fighter(10, 13.4, status=Status.PINNED), (30, 0)),
        (fighter(10, 10.6, broken=True), fighter(10, 13.4), (0, 30)),
        (fighter(10, 10.6, status=Status.SERIOUS), FAR, (0, 0)),
    ],
)
def test_a_relic_brings_credits_to_the_side_that_alone_stands_by_it(
    red: Any, blue: Any, brings: tuple[int, int]
) -> None:
    game, one, other = scene(
        red=[red], blue=[blue], board=marker("relic", 10, 12), options={"lasting-injuries": False}, ruleset=RULESET
    )
    rolls = (3,) if any(brings) else ()
    run_rule(game, lambda play: ending.conclude(play, scoring.forfeit(play, 0)), dice=rolls)
    assert (game.record(one).credits, game.record(other).credits) == brings


def test_nobody_gets_what_is_in_a_casket_with_treasure_that_is_shot_open_from_afar() -> None:
    gunman = fighter(10, 4, weapons=["hotshot-lasgun"])
    game, red, _ = beside("treasure-casket", gunman, options={"casket-wounds": 1})
    game.does(red, "shoot", at=BOX, dice=[6, SAFE, 6, 1])
    assert game.record(BOX).open and game.record(red).status is Status.STANDING
